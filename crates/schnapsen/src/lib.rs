//! Two-hand Schnapsen: twenty cards, five in each hand, ten in the *talon* with the trump card face up below it. While cards
//! are drawn any card may be played; once the talon is used up or *closed* players follow suit, overtake and trump. King and
//! queen led together are worth *twenty*, in trumps *forty*. Whoever first has 66 wins one to three game points; seven of them
//! are a *Bummerl*.
//!
//! Source: John McLeod and Keith Waclena, *Schnapsen* (pagat.com/marriage/schnaps.html), which describes the hard game of
//! Austrian tournaments; Martin Tompa, *Winning Schnapsen* (2015), agrees. Where tables differ the rule is an option.
//! A player who has 66 says so at once because waiting can only cost points; so by default the rules count
//! (`claim=auto`). With `claim=say` the players do, and a wrong claim loses.
//!
//! Simplified: cards are not cut; nobody looks at a trick again; only what was shown to both counts as known.
//!
//! - `state`: the rules · `score`: what a deal is worth · `rules`: the options
//! - `view`: what a player knows, and deals consistent with it · `show`, `cues`, `drawing`: for people · `taking`: for players

mod audit;
mod cues;
mod drawing;
mod rules;
mod score;
mod sensible;
mod show;
mod state;
mod taking;
mod view;

pub use rules::{Exchange, PARAMETERS, Rules};
pub use score::{Ending, Outcome};
pub use state::{Closing, Move, PACK, Phase, State, marriages, points};
pub use view::{Deals, Knowledge, View};

use game::{Game, OptionError, Options, Player, Rng, Turn};

/// The rule book of Schnapsen with its options.
#[derive(Clone, Debug)]
pub struct Schnapsen {
    /// The options, resolved.
    pub rules: Rules,
    options: Options,
}

impl Schnapsen {
    /// The game with these options.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Schnapsen, OptionError> {
        Ok(Schnapsen { rules: Rules::new(options)?, options: options.clone() })
    }

    /// The game with the options of a text such as `preset=bummerl&cards=french`.
    ///
    /// # Errors
    /// Names the first option that is unknown or unfit.
    pub fn parse(options: &str) -> Result<Schnapsen, OptionError> {
        Schnapsen::new(&Options::parse(options, PARAMETERS)?)
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for Schnapsen {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> State {
        State::new(self.rules.dealer)
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        self.turn_of(s)
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        self.list(s, out);
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: Move) {
        self.perform(s, mv);
    }

    /// The game points a player is ahead.
    fn score(&self, s: &State, p: Player) -> i32 {
        let [own, other] = if p.0 == 0 { s.points } else { [s.points[1], s.points[0]] };
        own - other
    }

    #[inline]
    fn sensible(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        self.sensible_move(s, rng, scratch)
    }

    #[inline]
    fn settled(&self, s: &State) -> bool {
        s.ended()
    }

    fn stake(&self) -> Option<i32> {
        Some(2)
    }
}
