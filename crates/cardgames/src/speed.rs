//! The speed of the open-hand kernel: whole deals solved by money, sets of worlds that share one hand, and deals listed one
//! after the other. Time comes from the caller, who can read what the processor spent.

use cardplay::{Kernel, some_deals};
use cards::{Deal, Phase, TrickTaking};
use game::{OptionError, Player, Rng, Turn};
use krizovy::Krizovy;
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::Snaps;
use taroky::Taroky;

/// Views whose worlds are solved.
const VIEWS: usize = 8;

/// The table of the kernel: 2^20 positions.
const TABLE: u32 = 20;

/// The table for deals listed one after the other: they share what is near, and a small table is near the processor.
const NEAR: u32 = 14;

/// Of the hands of one of the others every so many-th is listed, with all deals it is in.
const PART: (u64, u64) = (3000, 6188);

/// How fast one sort of deals is solved.
#[derive(Clone, PartialEq, Debug)]
pub struct KernelSpeed {
    /// The game.
    pub game: &'static str,
    /// Cards in each hand.
    pub cards: usize,
    /// `deals` (random, contracts at random), `made` (the same, asked only whether they bring the first side anything),
    /// `worlds` (of one view, drawn) or `listed` (of one view, one after the other).
    pub sort: &'static str,
    /// How many were solved.
    pub count: u64,
    /// In how many seconds.
    pub seconds: f64,
    /// Cards played in the search.
    pub nodes: u64,
    /// The sum of the values: the same for the same seed.
    pub check: i64,
}

impl KernelSpeed {
    /// Deals a second.
    pub fn rate(&self) -> f64 {
        self.count as f64 / self.seconds.max(1e-9)
    }
}

/// Measures the kernel in every card game; `seconds` tells the time.
///
/// # Errors
/// What is wrong with the default options of a game.
pub fn kernel_bench(seed: u64, seconds: &dyn Fn() -> f64) -> Result<Vec<KernelSpeed>, OptionError> {
    let mut found = Vec::new();
    let snaps = Snaps::parse("")?;
    let run = Run { seed, seconds };
    run.game("snaps", &snaps, 6, 2_000, &mut found);
    run.listed("snaps", &snaps, 6, 20_000, &mut found);
    run.game("schnapsen", &Schnapsen::parse("")?, 5, 64, &mut found);
    run.game("marias", &Marias::voleny("")?, 10, 800, &mut found);
    run.game("licitovany", &Marias::licitovany("")?, 10, 200, &mut found);
    run.game("krizovy", &Krizovy::parse("")?, 8, 200, &mut found);
    let taroky = Taroky::parse("")?;
    for (cards, count) in [(7, 64), (8, 32), (9, 16), (10, 8)] {
        run.game("taroky", &taroky, cards, count, &mut found);
    }
    Ok(found)
}

struct Run<'a> {
    seed: u64,
    seconds: &'a dyn Fn() -> f64,
}

impl Run<'_> {
    /// Random deals, then worlds of some of their views.
    fn game<G: TrickTaking>(
        &self,
        name: &'static str,
        game: &G,
        cards: usize,
        count: usize,
        found: &mut Vec<KernelSpeed>,
    ) {
        let mut rng = Rng::new(self.seed);
        let states = deals(game, count, cards, &mut rng);
        let empty =
            |sort| KernelSpeed { game: name, cards, sort, count: 0, seconds: 0.0, nodes: 0, check: 0 };
        let mut alone = empty("deals");
        let data: Vec<Deal> = states.iter().filter_map(|s| game.in_play(s)).collect();
        self.solve(&data, TABLE, &mut alone);
        found.push(alone);
        let mut made = empty("made");
        self.solve(&data, TABLE, &mut made);
        found.push(made);
        let mut together = empty("worlds");
        for state in states.iter().take(VIEWS) {
            let Turn::Player(me) = game.turn(state) else { continue };
            let Ok(worlds) = game.worlds(&game.view(state, Some(me))) else { continue };
            let drawn = (0..count.div_ceil(VIEWS)).filter_map(|_| worlds.draw(&mut rng).ok());
            let data: Vec<Deal> = drawn.filter_map(|(s, _)| game.in_play(&s)).collect();
            self.solve(&data, TABLE, &mut together);
        }
        found.push(together);
    }

    /// Deals of some views, one after the other, from all over the list.
    fn listed<G: TrickTaking>(
        &self,
        name: &'static str,
        game: &G,
        cards: usize,
        count: usize,
        found: &mut Vec<KernelSpeed>,
    ) {
        let mut speed =
            KernelSpeed { game: name, cards, sort: "listed", count: 0, seconds: 0.0, nodes: 0, check: 0 };
        for state in deals(game, VIEWS, cards, &mut Rng::new(self.seed)) {
            let Turn::Player(me) = game.turn(&state) else { continue };
            let mut data = Vec::with_capacity(count / VIEWS);
            let listed = some_deals(game, me, &game.view(&state, Some(me)), PART, &mut |s| {
                data.extend(game.in_play(s));
                data.len() < count / VIEWS
            });
            if listed.is_ok() {
                self.solve(&data, NEAR, &mut speed);
            }
        }
        found.push(speed);
    }

    fn solve(&self, deals: &[Deal], bits: u32, speed: &mut KernelSpeed) {
        let mut kernel = Kernel::new(bits);
        let start = (self.seconds)();
        for deal in deals {
            let found = match speed.sort {
                "made" => kernel.reaches(deal, 1).map(i32::from),
                _ => kernel.solve_value(deal),
            };
            if let Ok(value) = found {
                speed.check += i64::from(value);
                speed.count += 1;
            }
        }
        speed.seconds += (self.seconds)() - start;
        speed.nodes += kernel.nodes();
    }
}

/// Random deals at their first card, or with fewer cards left.
fn deals<G: TrickTaking>(game: &G, count: usize, cards: usize, rng: &mut Rng) -> Vec<G::State> {
    let mut found = Vec::new();
    let mut moves = Vec::new();
    while found.len() < count {
        let mut s = game.initial();
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            let left = game.hand(&s, Player(0)).len();
            let ready = game.phase(&s) == Phase::Play && left <= cards && game.trick(&s).cards().is_empty();
            if ready && game.in_play(&s).is_some() {
                found.push(s);
                break;
            }
            let Some(mv) = game.pick(&s, rng, &mut moves) else { break };
            game.apply(&mut s, mv);
        }
    }
    found
}
