//! Křížový mariáš: four players, partners across the table, 32 German-suited cards, eight each, no talon. The *forehand* lays a
//! trump card face down from his first four cards and asks "barva?"; any other player may take the game for *betl* (no trick)
//! or *durch* (every trick), which he plays alone: his partner lays his cards down. Otherwise the forehand names *hra*,
//! *sedma*, *sto* or both, for his side. Then doubling item by item, sedma and sto *proti*, tricks with the duty to overtake,
//! *marriages*, quiet sevens and hundreds, as in volený mariáš, whose contracts and law this crate uses.
//!
//! Sources: the price list is that of *Turnajová pravidla pro křížový volený mariáš „Čtyřka“* (karbanicek.cz); the course of a
//! deal is the one usual at tables of four (Slavomír Ravik, *Mariáš*, 1996, describes the game; the text was not compared).
//! Both sides of a pair win and pay alike, betl and durch included.
//! What tables do differently is an option: from how many cards trumps are chosen, how a hundred grows, hearts, prices.
//! Not here: durch with a helper, honours, z lidu, penalties for revokes (the rules do not let anybody revoke).
//!
//! - `state`, `bidding`, `play`: the rules · `rules`: options · `score`: worth, and the deal in play as data
//! - `view`: what a player knows, and deals consistent with it · `show`, `cues`: for people · `taking`: for players

mod audit;
mod bidding;
mod cues;
mod play;
mod rules;
mod score;
mod show;
mod state;
mod taking;
mod view;

pub use rules::{PARAMETERS, Rules};
pub use score::{Outcome, Part, What};
pub use state::{Move, Phase, State, partner};
pub use view::{Deals, Knowledge, View};

use game::{Game, OptionError, Options, Player, Rng, Turn};

/// The rule book of křížový mariáš with its options.
#[derive(Clone, Debug)]
pub struct Krizovy {
    /// The options, resolved.
    pub rules: Rules,
    options: Options,
}

impl Krizovy {
    /// The game with these options.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Krizovy, OptionError> {
        Ok(Krizovy { rules: Rules::new(options)?, options: options.clone() })
    }

    /// The game with the options of a text such as `preset=home&deals=12`.
    ///
    /// # Errors
    /// Names the first option that is unknown or unfit.
    pub fn parse(options: &str) -> Result<Krizovy, OptionError> {
        Krizovy::new(&Options::parse(options, PARAMETERS)?)
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for Krizovy {
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

    /// Makes trumps of the longest suit, plays the cheapest game, takes nothing away, does not double, plays any card.
    fn sensible(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if s.phase == Phase::Trump {
            let hand = s.hands[usize::from(s.turn & 3)];
            let suit = (0..4).map(cards::Suit).max_by_key(|&suit| hand.of(suit).len())?;
            return hand.of(suit).first().map(Move::Trump);
        }
        if matches!(s.phase, Phase::Offer | Phase::Ask | Phase::Contract | Phase::Double) {
            scratch.clear();
            self.list(s, scratch);
            return scratch.first().copied();
        }
        self.pick(s, rng, scratch)
    }

    #[inline]
    fn settled(&self, s: &State) -> bool {
        s.ended()
    }

    fn stake(&self) -> Option<i32> {
        Some((2 * self.rules.prices.hundred).max(1))
    }

    fn allied(&self, _s: &State, p: Player, q: Player) -> bool {
        p.0 & 1 == q.0 & 1
    }
}
