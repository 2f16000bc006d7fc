//! Šnaps: four players, 24 cards. The *chooser* names a trump card; whoever holds it is his partner and does not say so;
//! a chooser who names a card of his own plays alone (*sumec*). Opponents may say *kontra*. Tricks are followed, trumped
//! and overtaken; a king and queen led are worth *twenty* or *forty*; who believes his side has 66 says *dosť*
//! (enough); without that the last trick wins.
//!
//! A match is any number of deals in one state; the deal passes on and the scores run. Players are numbered in playing
//! order. Not here: how to play well.
//!
//! - `state`: the rules · `score`: what a deal is worth · `rules`: the options
//! - `view`: what a player knows, and deals consistent with it · `show`, `drawing`: for people
//! - [`vectors`]: checking plays made elsewhere · `audit`: its laws, for [`cards::audit`] · [`bench`]: speed

mod audit;
pub mod bench;
mod cues;
mod drawing;
mod numbers;
mod rules;
mod score;
mod sensible;
mod show;
mod state;
mod taking;
pub mod vectors;
mod view;

pub use rules::{AutoClaim, PARAMETERS, Prices, Rules};
pub use score::{Ending, Outcome};
pub use state::{Move, PACK, Phase, State, marriages, points};
pub use view::{Deals, Knowledge, View};

use game::{Game, OptionError, Options, Player, Rng, Turn};

/// The rule book of šnaps with its options.
#[derive(Clone, Debug)]
pub struct Snaps {
    /// The options, resolved.
    pub rules: Rules,
    options: Options,
}

impl Snaps {
    /// The game with these options.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Snaps, OptionError> {
        Ok(Snaps { rules: Rules::new(options)?, options: options.clone() })
    }

    /// The game with the options of a text such as `preset=tournament&deals=12`.
    ///
    /// # Errors
    /// Names the first option that is unknown or unfit.
    pub fn parse(options: &str) -> Result<Snaps, OptionError> {
        Snaps::new(&Options::parse(options, PARAMETERS)?)
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for Snaps {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        4
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

    fn score(&self, s: &State, p: Player) -> i32 {
        s.totals.get(p.index()).copied().unwrap_or(0)
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        match s.phase {
            Phase::Deal | Phase::Next => {
                let cards = self.dealable(s);
                // Counting bits is slow on plain x86-64; usually the number is known.
                let count = if self.rules.given.all.is_empty() && s.phase == Phase::Deal {
                    24 - usize::from(s.dealt)
                } else {
                    cards.len()
                };
                return Some(Move::Deal(cards.nth(rng.below(count))));
            }
            Phase::Play => return Some(self.pick_play(s, rng)),
            _ => {}
        }
        scratch.clear();
        self.list(s, scratch);
        if scratch.is_empty() { None } else { Some(scratch[rng.below(scratch.len())]) }
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
        Some(i32::from(self.rules.prices.poor).max(1))
    }

    fn allied(&self, s: &State, p: Player, q: Player) -> bool {
        p == q || cards::TrickTaking::same_side(self, s, p, q) == Some(true)
    }
}
