//! What the speed commands of the card games report. Every game offers `bench::run(seed, seconds_worth) -> Report`
//! of this shape; the command line prints it. Times come from the caller's clock: the rules have none.

use game::{Clock, Game, Observe, Player, Rng};
use std::hint::black_box;
use std::time::Duration;

/// One measured activity.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// What was done: `deals`, `legal`, `sample`, `draw`.
    pub name: &'static str,
    /// How often.
    pub count: u64,
    /// In what time.
    pub time: Duration,
    /// A sum over all results that must be equal for equal seeds and counts.
    pub check: u64,
}

impl Measure {
    /// How often per second.
    pub fn rate(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// The speed of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The game with its parameters.
    pub game: String,
    /// The seed everything followed from.
    pub seed: u64,
    /// Complete random deals, legal-move generation at random positions of play, worlds at the first card of
    /// play, prepared for each draw (`sample`) and once for all of them (`draw`).
    pub measures: Vec<Measure>,
}

/// Times an activity that says how often it was done and a checksum.
pub fn measure(name: &'static str, work: impl FnOnce() -> (u64, u64)) -> Measure {
    let clock = Clock::system();
    let start = clock.now();
    let (count, check) = work();
    Measure { name, count, time: clock.since(start), check }
}

/// Times complete random deals; `check` makes a number of a finished match, `mv` picks a move at random.
pub fn deals<G: Game>(
    game: &G,
    seed: u64,
    count: u64,
    mut mv: impl FnMut(&G::State, &mut Rng, &mut Vec<G::Move>) -> Option<G::Move>,
    check: impl Fn(&G::State) -> u64,
) -> Measure {
    measure("deals", || {
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::with_capacity(32);
        let mut sum = 0u64;
        for _ in 0..count {
            let mut s = game.initial();
            while let Some(mv) = mv(&s, &mut rng, &mut scratch) {
                game.apply(&mut s, mv);
            }
            sum = sum.wrapping_mul(31).wrapping_add(check(&s));
        }
        (count, sum)
    })
}

/// Times the listing of legal moves in these states, one after another. The check is their number.
pub fn legal<G: Game>(game: &G, states: &[G::State], count: u64) -> Measure {
    measure("legal", || {
        let mut moves = Vec::with_capacity(32);
        let mut check = 0u64;
        for s in states.iter().cycle().take(count as usize) {
            moves.clear();
            game.moves(black_box(s), &mut moves);
            check += moves.len() as u64;
        }
        (count, check)
    })
}

/// The views of players in turn, each of another state.
pub fn views<G: Observe>(game: &G, states: &[G::State]) -> Vec<G::View> {
    let viewer = |i: usize| Some(Player((i % game.players()) as u8));
    states.iter().enumerate().map(|(i, s)| game.view(s, viewer(i))).collect()
}

/// Draws that are made from one view before the next comes.
const RUN: usize = 64;

/// Times states drawn from views: prepared anew for every draw, and runs of draws from worlds prepared before, as searches
/// make them. `check` makes a number of a state. Draws that fail do not count.
pub fn worlds<G: Observe>(
    game: &G,
    (sample, draw): (&'static str, &'static str),
    views: &[G::View],
    seed: u64,
    count: u64,
    check: impl Fn(&G::State) -> u64,
) -> [Measure; 2] {
    let sum = |sum: u64, s: &G::State| sum.wrapping_mul(31).wrapping_add(check(s));
    let mut rng = Rng::new(seed);
    let anew = measure(sample, || {
        let mut all = (0, 0u64);
        for view in views.iter().cycle().take(if views.is_empty() { 0 } else { count as usize }) {
            if let Ok(s) = game.sample(black_box(view), &mut rng) {
                all = (all.0 + 1, sum(all.1, &s));
            }
        }
        all
    });
    let prepared: Vec<_> = views.iter().filter_map(|view| game.worlds(view).ok()).collect();
    let mut rng = Rng::new(seed);
    let drawn = measure(draw, || {
        let mut all = (0, 0u64);
        let runs = if prepared.is_empty() { 0 } else { count.div_ceil(RUN as u64) as usize };
        for worlds in prepared.iter().cycle().take(runs) {
            for _ in 0..RUN {
                if let Ok((s, _)) = black_box(worlds).draw(&mut rng) {
                    all = (all.0 + 1, sum(all.1, &s));
                }
            }
        }
        all
    });
    [anew, drawn]
}
