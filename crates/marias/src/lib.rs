//! Mariáš: three players, 32 German-suited cards, one (the *declarer*) against two.
//!
//! **Volený**: the *forehand* sees seven cards, lays one as trump (or has one turned *z lidu*, from the five he has not
//! seen), puts two cards to the *talon* and asks "barva?"; the others may *steal* the game for *betl* (no trick) or
//! *durch* (every trick). Otherwise he names *hra*, *sedma* (the last trick with the trump seven), *sto* (a hundred
//! points) or both. **Licitovaný**: an auction decides who takes the talon; *dvě sedmy* is its highest game. Then
//! doubling item by item (*flek, re, tutti, boty*), sedma and sto *proti* (against), tricks with the duty to overtake,
//! *marriages* (king and queen of a suit, 20 or 40), quiet sevens and hundreds.
//!
//! A match is any number of deals in one state. Players are numbered in playing order. Not here: křížový (a crate of its own), lízaný and
//! pauzírák; and how to play well.
//!
//! - `state`, `auction`, `doubling`, `play`: the rules · `contract`, `rules`: games and options · `score`: worth
//! - `view`, `knowledge`, `sample`: what a player knows, and deals consistent with it
//! - `show`, `scene`, `cues`, `sheet`: for people · [`vectors`], `audit`, [`bench`]: checking and measuring

mod auction;
mod audit;
pub mod bench;
mod contract;
mod cues;
mod doubling;
mod knowledge;
mod numbers;
mod objective;
mod play;
mod rules;
mod sample;
mod scene;
mod score;
mod sensible;
mod sheet;
mod show;
mod spoken;
mod state;
mod taking;
pub mod vectors;
mod view;

pub use contract::{COLOURED, Contract, ITEMS, Item, Main, PACK, QUEENS, SEVENS, SHARP, Sevens, seven};
pub use doubling::marriages;
pub use knowledge::Knowledge;
pub use play::law;
pub use rules::{Counted, Kind, LICITOVANY, Prices, Rules, Style, VOLENY};
pub use sample::Deals;
pub use score::{Ending, Outcome, Part, What};
pub use show::{contract_name, contract_words, level_name, trump_words};
pub use state::{Goes, Move, NOBODY, Offer, Phase, State, after};
pub use view::View;

use game::{Game, OptionError, Options, Player, Rng, Turn};

/// The rule book of a mariáš with its options.
#[derive(Clone, Debug)]
pub struct Marias {
    /// The options, resolved.
    pub rules: Rules,
    options: Options,
}

impl Marias {
    /// A mariáš with these options, read for [`VOLENY`] or [`LICITOVANY`].
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(kind: Kind, options: &Options) -> Result<Marias, OptionError> {
        Ok(Marias { rules: Rules::new(kind, options)?, options: options.clone() })
    }

    /// Volený mariáš with the options of a text such as `preset=tournament&deals=12`.
    ///
    /// # Errors
    /// Names the first option that is unknown or unfit.
    pub fn voleny(options: &str) -> Result<Marias, OptionError> {
        Marias::new(Kind::Voleny, &Options::parse(options, VOLENY)?)
    }

    /// Licitovaný mariáš with the options of a text.
    ///
    /// # Errors
    /// Names the first option that is unknown or unfit.
    pub fn licitovany(options: &str) -> Result<Marias, OptionError> {
        Marias::new(Kind::Licitovany, &Options::parse(options, LICITOVANY)?)
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for Marias {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        3
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
            Phase::Deal | Phase::People | Phase::Next => {
                let cards = self.dealable(s);
                // Counting bits is slow on plain x86-64; usually the number is known.
                let count = if self.rules.given.all.is_empty() && s.phase == Phase::Deal {
                    32 - usize::from(s.dealt)
                } else {
                    cards.len()
                };
                Some(Move::Deal(cards.nth(rng.below(count))))
            }
            Phase::Play => {
                let cards = self.playable(s);
                Some(Move::Play(cards.nth(rng.below(cards.len()))))
            }
            Phase::Over => None,
            _ => {
                scratch.clear();
                self.list(s, scratch);
                if scratch.is_empty() { None } else { Some(scratch[rng.below(scratch.len())]) }
            }
        }
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
        Some((2 * self.rules.prices.hundred).max(1))
    }

    fn allied(&self, s: &State, p: Player, q: Player) -> bool {
        p == q || cards::TrickTaking::same_side(self, s, p, q) == Some(true)
    }
}
