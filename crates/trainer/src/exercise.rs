//! Exercises: positions with one best move. They come from the mistakes that a review found, or are generated: deals are
//! played by somebody who does not think much, and a position is kept if one move is clearly best, if it is so again with other
//! worlds, and if it is best in nearly every single world. How hard it is, is how much thought finds the move.

use crate::exact::{self, Exact};
use crate::{Decision, Scale, judge, ladder};
use game::{Advice, Lang, Limit, Player, Record, Rng, Table, Turn};
use std::time::Duration;

/// Makes a table of one game at its start, from a seed; or says why it cannot.
pub type Maker<'a> = &'a dyn Fn(u64) -> Result<Box<dyn Table>, String>;

/// The levels of difficulty, from 1.
pub const LEVELS: u8 = 4;

/// A position and the question what to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// The play up to the question.
    pub record: Record,
    /// Who is asked.
    pub player: Player,
    /// The best move.
    pub best: String,
    /// What the next best move loses.
    pub margin: f64,
    /// How hard it is, from 1 to [`LEVELS`].
    pub level: u8,
    /// Worlds in which the move was tried alone, and in how many of them nothing was better; both 0 where nothing is hidden.
    pub worlds: (u32, u32),
}

/// The play of a record up to a move.
pub fn prefix(record: &Record, at: usize) -> Record {
    let mut begun = record.clone();
    begun.moves.truncate(at);
    begun.result.clear();
    begun
}

/// The exercise of a mistake.
pub fn of_mistake(record: &Record, player: Player, decision: &Decision, level: u8) -> Exercise {
    Exercise {
        record: prefix(record, decision.at),
        player,
        best: decision.best.0.clone(),
        margin: decision.known,
        level,
        worlds: (0, 0),
    }
}

/// How a search for exercises thinks.
#[derive(Clone)]
pub struct Effort {
    /// States of a strong thought.
    pub nodes: u64,
    /// Worlds in which the best move is tried alone.
    pub worlds: u32,
    /// Positions looked at before it gives up. It also gives up after four times as many moves.
    pub tries: u32,
    /// The longest a thought may take; without it the same seed gives the same exercise on every machine.
    pub time: Option<Duration>,
    /// Exact values, where somebody can solve the game.
    pub exact: Option<Exact>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { nodes: 600_000, worlds: 24, tries: 400, time: None, exact: None }
    }
}

/// States of the weak thoughts that measure how hard a position is.
const WEAK: [u64; 3] = [400, 4_000, 40_000];
/// The part of a usual deal by which the best move has to be better, at first and when it is checked.
const MARGIN: (f64, f64) = (0.3, 0.2);
/// The part of single worlds in which the best move has to be best.
const AGREE: f64 = 0.75;

/// Looks for an exercise of a game: of that level, or of any. The same seed gives the same exercise. `None` if none was found
/// in as many tries as allowed.
pub fn generate(
    make: Maker<'_>,
    agent: &str,
    level: Option<u8>,
    seed: u64,
    effort: &Effort,
) -> Option<Exercise> {
    let mut rng = Rng::new(seed);
    let (mut tries, mut made) = (0, 0);
    while tries < effort.tries && made < 4 * effort.tries {
        let mut table = make(rng.bits()).ok()?;
        let players = table.players();
        // Every deal is looked at from one seat, at a few of its decisions.
        let seat = Player(rng.below(players) as u8);
        let mut left = 1 + rng.below(3);
        while table.turn() != Turn::Over && tries < effort.tries && made < 4 * effort.tries && left > 0 {
            tries += 1;
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    tries -= 1;
                    table.roll()?;
                    continue;
                }
                Turn::Player(p) if p == seat && table.choices() > 2 && rng.below(3) == 0 => {
                    left -= 1;
                    if let Some(found) = question(&*table, agent, level, &mut rng, effort) {
                        return Some(found);
                    }
                }
                Turn::Player(_) => tries -= 1,
            }
            made += 1;
            let quick = think(&*table, agent, rng.bits(), 1_000, effort)?;
            table.play(&quick.text).ok()?;
        }
        tries += 1;
    }
    None
}

fn think(table: &dyn Table, agent: &str, seed: u64, nodes: u64, effort: &Effort) -> Option<Advice> {
    let limit = Limit { time: effort.time, ..Limit::nodes(nodes) };
    table.hint(&judge(table, agent), seed, &limit).ok()
}

/// The one best move of a position that is solved, and by how much it is better; `None` where it is not solved.
fn solved(table: &dyn Table, effort: &Effort) -> Option<Option<(String, f64)>> {
    let mut values = exact::values(table, effort.exact.as_ref()?, &Limit::nodes(effort.nodes))?;
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    let ahead = values.first()?.1 - values.get(1)?.1;
    Some((ahead > 1e-9).then(|| (values.swap_remove(0).0, ahead)))
}

/// The position at a table as an exercise, if it is one.
fn question(
    table: &dyn Table,
    agent: &str,
    level: Option<u8>,
    rng: &mut Rng,
    effort: &Effort,
) -> Option<Exercise> {
    let player = table.turn().player()?;
    let scale = Scale::of(table);
    let (best, margin, worlds) = match solved(table, effort) {
        Some(one) => {
            let (best, margin) = one?;
            (best, margin, (0, 0))
        }
        None => thought(table, agent, scale, rng, effort)?,
    };
    let missed = WEAK.iter().filter(|&&nodes| {
        think(table, agent, rng.bits(), nodes, effort).is_none_or(|weak| weak.text != best)
    });
    let found = 1 + missed.count() as u8;
    if level.is_some_and(|wanted| wanted != found) {
        return None;
    }
    Some(Exercise { record: table.record(), player, best, margin, level: found, worlds })
}

/// The one best move of a position by thinking about it more than once, by how much it is better, and in how many worlds.
fn thought(
    table: &dyn Table,
    agent: &str,
    scale: Scale,
    rng: &mut Rng,
    effort: &Effort,
) -> Option<(String, f64, (u32, u32))> {
    let (first, again) = if scale.money { MARGIN } else { (0.15, 0.1) };
    // A quick look first: most positions are none.
    let glance = think(table, agent, rng.bits(), effort.nodes / 20, effort)?;
    if margin(&glance)? < again * scale.unit {
        return None;
    }
    let thought = think(table, agent, rng.bits(), effort.nodes, effort)?;
    let ahead = margin(&thought)?;
    if ahead < first * scale.unit {
        return None;
    }
    let second = think(table, agent, rng.bits(), effort.nodes, effort)?;
    if second.text != thought.text || margin(&second)? < again * scale.unit {
        return None;
    }
    let worlds = in_worlds(table, agent, &thought.text, effort.worlds, rng);
    (f64::from(worlds.1) >= AGREE * f64::from(worlds.0)).then_some((thought.text, ahead, worlds))
}

/// By how much the chosen move is better than every other; `None` if other moves were not valued.
fn margin(thought: &Advice) -> Option<f64> {
    let best = thought.values.iter().find(|(text, _)| *text == thought.text)?.1;
    let others = thought.values.iter().filter(|(text, _)| *text != thought.text);
    let next = others.map(|(_, value)| *value).reduce(f64::max)?;
    (next.is_finite() && best.is_finite()).then_some(best - next)
}

/// In how many of some single worlds of the view nothing is better than a move, with open hands. Only where the expert plays:
/// it can be told to think of one world.
fn in_worlds(table: &dyn Table, agent: &str, best: &str, worlds: u32, rng: &mut Rng) -> (u32, u32) {
    if !table.hidden() || agent.split('?').next() != Some("expert") {
        return (0, 0);
    }
    let (mut tried, mut agreed) = (0, 0);
    for _ in 0..worlds {
        let one = "expert?solved=100&open=100&caution=0&trust=0&worlds=1";
        let Ok(thought) = table.hint(one, rng.bits(), &Limit::nodes(200_000)) else { continue };
        let value = |text: &str| thought.values.iter().find(|(t, _)| t == text).map(|(_, v)| *v);
        let top = thought.values.iter().map(|(_, v)| *v).fold(f64::NEG_INFINITY, f64::max);
        tried += 1;
        agreed += u32::from(value(best).is_some_and(|value| value >= top - 1e-9));
    }
    (tried, agreed)
}

/// What is said of an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Marked {
    /// Whether it is the best move, or as good.
    pub right: bool,
    /// What it loses against the best, where it was valued.
    pub loss: Option<f64>,
    /// The best move in words.
    pub best: String,
    /// Why.
    pub because: Vec<String>,
}

/// Marks an answer to an exercise at its table. The same answer is always marked alike.
pub fn mark(
    table: &dyn Table,
    exercise: &Exercise,
    answer: &str,
    agent: &str,
    lang: Lang,
    nodes: u64,
) -> Option<Marked> {
    let thought = think(table, agent, 1, nodes, &Effort::default())?;
    let known = |text: &str| thought.values.iter().find(|(t, _)| t == text).map(|(_, v)| *v);
    let loss = known(&exercise.best).zip(known(answer)).map(|(best, value)| (best - value).max(0.0));
    let mut told = Advice { text: exercise.best.clone(), ..thought.clone() };
    if thought.text != exercise.best {
        // What was thought now speaks for another move.
        (told.because, told.reasons) = (Vec::new(), Vec::new());
    }
    let shown = ladder(table, &told, lang);
    // A mistake may have had more than one good move in its place.
    let right = answer == exercise.best || loss.is_some_and(|loss| loss < Scale::of(table).slip());
    Some(Marked {
        right,
        loss: if answer == exercise.best { Some(0.0) } else { loss },
        best: shown.best.label,
        because: shown.because,
    })
}
