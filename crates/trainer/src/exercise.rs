//! Exercises: positions with one best move. They come from the mistakes that a review found, or are generated: deals are
//! played by somebody who does not think much, and a position is kept if one move is clearly best, if it is so again with other
//! worlds, and if it is best in nearly every single world. How hard it is, is how much thought finds the move.

use crate::exact::{self, Exact};
use crate::{Decision, Scale, judge, ladder};
use game::{Advice, Clock, Lang, Limit, Player, Record, Rng, Table, Turn};
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
    /// How long the whole search may take; the thought it ends in may pass it by a second. What is found within it is what is
    /// found without it.
    pub within: Option<Duration>,
    /// Where the time is read.
    pub clock: Clock,
    /// Exact values, where somebody can solve the game.
    pub exact: Option<Exact>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 600_000,
            worlds: 24,
            tries: 400,
            time: None,
            within: None,
            clock: Clock::default(),
            exact: None,
        }
    }
}

/// States of the weak thoughts that measure how hard a position is.
const WEAK: [u64; 3] = [400, 4_000, 40_000];
/// The part of a usual deal by which the best move has to be better, at first and when it is checked.
const MARGIN: (f64, f64) = (0.3, 0.2);
/// The part of single worlds in which the best move has to be best.
const AGREE: f64 = 0.75;
/// Chance events of a try, on average, after which a search gives up: more than the cards of any deck.
const EVENTS: u32 = 1_000;
/// A thought is not hurried by the end of the search: it has this long, and counts for nothing if the search is over then.
const GRACE: Duration = Duration::from_secs(1);

/// Looks for an exercise of a game: of that level, or of any. The same seed gives the same exercise. `None` if none was found
/// in as many tries, or in as much time, as allowed.
pub fn generate(
    make: Maker<'_>,
    agent: &str,
    level: Option<u8>,
    seed: u64,
    effort: &Effort,
) -> Option<Exercise> {
    let mut rng = Rng::new(seed);
    let (mut tries, mut made, mut events) = (0, 0, 0);
    let thinker = Thinker::new(agent, effort);
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
                    events += 1;
                    if events > EVENTS.saturating_mul(effort.tries) || thinker.late() {
                        return None;
                    }
                    table.roll()?;
                    continue;
                }
                Turn::Player(p) if p == seat && table.choices() > 2 && rng.below(3) == 0 => {
                    left -= 1;
                    if let Some(found) = question(&*table, &thinker, level, &mut rng) {
                        return Some(found);
                    }
                }
                Turn::Player(_) => tries -= 1,
            }
            made += 1;
            let quick = thinker.think(&*table, rng.bits(), 1_000)?;
            table.play(&quick.text).ok()?;
        }
        tries += 1;
    }
    None
}

/// Who thinks about positions, and when the time is over.
struct Thinker<'a> {
    agent: &'a str,
    effort: &'a Effort,
    until: Option<Duration>,
}

impl<'a> Thinker<'a> {
    fn new(agent: &'a str, effort: &'a Effort) -> Thinker<'a> {
        let until = effort.within.map(|within| effort.clock.now() + within);
        Thinker { agent, effort, until }
    }

    /// Whether the time of the whole search is over.
    fn late(&self) -> bool {
        self.until.is_some_and(|until| self.effort.clock.now() >= until)
    }

    /// A limit of states that ends with the time of the whole search.
    fn limit(&self, nodes: u64, time: Option<Duration>) -> Limit {
        let left = self.until.map(|until| until.saturating_sub(self.effort.clock.now()).max(GRACE));
        let time = time.into_iter().chain(left).min();
        Limit { time, clock: self.effort.clock, ..Limit::nodes(nodes) }
    }

    /// A thought; `None` if it was cut short because the search is over.
    fn think(&self, table: &dyn Table, seed: u64, nodes: u64) -> Option<Advice> {
        let limit = self.limit(nodes, self.effort.time);
        let thought = table.hint(&judge(table, self.agent), seed, &limit).ok()?;
        (!self.late()).then_some(thought)
    }

    /// The one best move of a position that is solved, and by how much it is better; `None` where it is not solved.
    fn solved(&self, table: &dyn Table) -> Option<Option<(String, f64)>> {
        let limit = self.limit(self.effort.nodes, None);
        let mut values = exact::values(table, self.effort.exact.as_ref()?, &limit)?;
        values.sort_by(|a, b| b.1.total_cmp(&a.1));
        let ahead = values.first()?.1 - values.get(1)?.1;
        Some((ahead > 1e-9).then(|| (values.swap_remove(0).0, ahead)))
    }
}

/// The position at a table as an exercise, if it is one.
fn question(table: &dyn Table, thinker: &Thinker<'_>, level: Option<u8>, rng: &mut Rng) -> Option<Exercise> {
    let player = table.turn().player()?;
    let scale = Scale::of(table);
    let (best, margin, worlds) = match thinker.solved(table) {
        Some(one) => {
            let (best, margin) = one?;
            (best, margin, (0, 0))
        }
        None => thought(table, thinker, scale, rng)?,
    };
    let missed = WEAK
        .iter()
        .filter(|&&nodes| thinker.think(table, rng.bits(), nodes).is_none_or(|weak| weak.text != best));
    let found = 1 + missed.count() as u8;
    // How hard it is was not found out if the time ended meanwhile.
    if thinker.late() || level.is_some_and(|wanted| wanted != found) {
        return None;
    }
    Some(Exercise { record: table.record(), player, best, margin, level: found, worlds })
}

/// The one best move of a position by thinking about it more than once, by how much it is better, and in how many worlds.
fn thought(
    table: &dyn Table,
    thinker: &Thinker<'_>,
    scale: Scale,
    rng: &mut Rng,
) -> Option<(String, f64, (u32, u32))> {
    let nodes = thinker.effort.nodes;
    let (first, again) = if scale.money { MARGIN } else { (0.15, 0.1) };
    // A quick look first: most positions are none.
    let glance = thinker.think(table, rng.bits(), nodes / 20)?;
    if margin(&glance)? < again * scale.unit {
        return None;
    }
    let thought = thinker.think(table, rng.bits(), nodes)?;
    let ahead = margin(&thought)?;
    if ahead < first * scale.unit {
        return None;
    }
    let second = thinker.think(table, rng.bits(), nodes)?;
    if second.text != thought.text || margin(&second)? < again * scale.unit {
        return None;
    }
    let worlds = in_worlds(table, thinker, &thought.text, rng);
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
fn in_worlds(table: &dyn Table, thinker: &Thinker<'_>, best: &str, rng: &mut Rng) -> (u32, u32) {
    if !table.hidden() || thinker.agent.split('?').next() != Some("expert") {
        return (0, 0);
    }
    let (mut tried, mut agreed) = (0, 0);
    for _ in 0..thinker.effort.worlds {
        let one = "expert?solved=100&open=100&caution=0&trust=0&worlds=1";
        let Ok(thought) = table.hint(one, rng.bits(), &thinker.limit(200_000, None)) else { continue };
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
    let thought = table.hint(&judge(table, agent), 1, &Limit::nodes(nodes)).ok()?;
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
