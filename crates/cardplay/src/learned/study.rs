//! Learning from records what cards say, and how much it is worth.

use super::places::{Placed, Places};
use super::statistician::{Likelihood, Statistician};
use crate::belief::{Habits, explained, unseen};
use cards::{Card, Phase, TrickTaking};
use game::{Encode, Player, Record, RecordError, Rng, Show};
use learn::{Drill, Lesson, Net, Pupil, Sample, each_move};
use std::fmt;

/// How much is learned and asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// How often each card is learned by the network.
    pub epochs: f32,
    /// Its width.
    pub width: usize,
    /// Deals drawn to compare the true one with.
    pub drawn: usize,
    /// Decides what chance decides.
    pub seed: u64,
}

/// What was learned, and what it is worth.
#[derive(Clone, Debug)]
pub struct Studied {
    /// The counts.
    pub statistician: Statistician,
    /// The network.
    pub places: Net,
    /// Steps of its training.
    pub steps: u64,
    /// Cards that were learned from.
    pub cards: usize,
    /// Views of unseen deals that were asked about.
    pub views: usize,
    /// The mean logarithm of how likely one of the deals that a view leaves is, all being equally likely; where the game counts.
    pub counted: Option<f64>,
    /// How much more likely (natural logarithm, mean over views and half its 95 % interval) the true deal is than that by the
    /// habits written by hand, by the counts, and by the network.
    pub gains: [(f64, f64); 3],
}

/// Unseen cards of a view that the network learns.
const CARDS_OF_A_VIEW: usize = 5;

/// The views of a record from which something can be concluded: each card played, in the eyes of the player to move.
fn each_view<G: TrickTaking + Show>(
    game: &G,
    record: &Record,
    visit: &mut dyn FnMut(&G::State, Player),
) -> Result<(), RecordError> {
    each_move(game, record, &mut |s, _, _| {
        if let Some(me) = game.turn(s).player()
            && game.phase(s) == Phase::Play
            && !game.plays(s).is_empty()
        {
            visit(s, me);
        }
    })
}

/// Why nothing could be learned. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyError(pub String);

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StudyError {}

/// Learns from some records and asks about others.
///
/// # Errors
/// The record that does not fit the game, and why; that there is nothing to learn from.
pub fn study<G: TrickTaking + Encode + Show>(
    game: &G,
    learned: &[(String, Record)],
    asked: &[(String, Record)],
    plan: Plan,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Studied, StudyError> {
    let mut rng = Rng::new(plan.seed);
    let mut statistician = Statistician::default();
    let mut samples: Vec<Sample> = Vec::new();
    for (name, record) in learned {
        let fault = |e: RecordError| StudyError(format!("{name}: {e}"));
        each_move(game, record, &mut |s, _, mv| {
            if let (Some(deal), Some(card)) = (game.in_play(s), game.card_of(mv)) {
                statistician.saw(&deal, card);
            }
        })
        .map_err(fault)?;
        each_view(game, record, &mut |s, me| {
            let view = game.view(s, Some(me));
            let mut cards: Vec<Card> = unseen(game, &view, s).iter().collect();
            rng.shuffle(&mut cards);
            cards.truncate(CARDS_OF_A_VIEW);
            Places::samples(game, s, me, &cards, &mut samples);
        })
        .map_err(fault)?;
    }
    if samples.is_empty() {
        return Err(StudyError("no card was played in these records: there is nothing to learn from".into()));
    }
    let mut pupil = Pupil::new(Net::new(Places::shape(game, plan.width), plan.seed));
    let all = (samples.len() as f32 * plan.epochs / 32.0).ceil() as usize;
    let mut lesson = Lesson::default();
    for part in 0..20 {
        watch(part, 20);
        let drill = Drill { batches: all.div_ceil(20), batch: 32, rate: 1e-3 * (1.0 - 0.045 * part as f32) };
        pupil.drill(&samples, drill, &mut rng, &mut lesson);
    }
    let places = Places::new(game, pupil.net.clone());
    let places = places.ok_or_else(|| StudyError("the network has another shape".into()))?;
    let mut gains: [Vec<f64>; 3] = Default::default();
    let mut counted: Vec<Option<f64>> = Vec::new();
    for (name, record) in asked {
        let mut fault = None;
        each_view(game, record, &mut |s, me| {
            // Every third view: neighbours say almost the same.
            if game.plays(s).len() % 3 == 1
                && let Err(cause) =
                    ask(game, (s, me), &statistician, &places, plan, (&mut gains, &mut counted))
            {
                fault = Some(cause);
            }
        })
        .map_err(|e| StudyError(format!("{name}: {e}")))?;
        if let Some(cause) = fault {
            return Err(StudyError(format!("{name}: {cause}")));
        }
    }
    let views = gains[0].len();
    let counted = counted.iter().copied().collect::<Option<Vec<f64>>>().filter(|c| !c.is_empty());
    Ok(Studied {
        statistician,
        steps: pupil.adam.steps,
        places: pupil.net,
        cards: samples.len(),
        views,
        counted: counted.map(|c| c.iter().sum::<f64>() / c.len() as f64),
        gains: gains.map(|g| mean(&g)),
    })
}

fn mean(x: &[f64]) -> (f64, f64) {
    let n = x.len().max(1) as f64;
    let mean = x.iter().sum::<f64>() / n;
    let spread: f64 = x.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, 1.96 * (spread / (n - 1.0).max(1.0) / n).sqrt())
}

/// The logarithm of the weight of a deal.
type Weigh<'a, G> = &'a dyn Fn(&<G as game::Game>::State) -> f64;

/// How much more likely than a drawn deal the true one is: `ln w(true) - ln mean w`.
fn ask<G: TrickTaking + Encode>(
    game: &G,
    (s, me): (&G::State, Player),
    statistician: &Statistician,
    places: &Places,
    plan: Plan,
    (gains, counted): (&mut [Vec<f64>; 3], &mut Vec<Option<f64>>),
) -> Result<(), String> {
    let view = game.view(s, Some(me));
    let worlds = game.worlds(&view).map_err(|e| e.to_string())?;
    let mut rng = Rng::new(plan.seed);
    let mut drawn = Vec::with_capacity(plan.drawn);
    for _ in 0..plan.drawn.max(1) {
        drawn.push(worlds.draw(&mut rng).map_err(|e| e.to_string())?.0);
    }
    counted.push(worlds.count().map(|n| -(n as f64).ln()));
    let habits = Habits::default();
    let placed = Placed { deals: plan.drawn, seed: plan.seed, places: places.clone() };
    let by_net = placed.weigher(game, &view, &drawn[0]);
    let by = |policy: &dyn Likelihood, s: &G::State| {
        explained(game, s, Some(me), &|deal, card| policy.of(deal, card))
    };
    let weighers: [Weigh<'_, G>; 3] = [&|s| by(&habits, s), &|s| by(statistician, s), &by_net];
    for (gains, weigh) in gains.iter_mut().zip(weighers) {
        let logs: Vec<f64> = drawn.iter().map(weigh).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean = logs.iter().map(|log| (log - most).exp()).sum::<f64>() / logs.len() as f64;
        gains.push(weigh(s) - most - mean.ln());
    }
    Ok(())
}
