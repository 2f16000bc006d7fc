//! The test bench in the browser: a play among computer players with all hands open, one move at a time, with what each
//! believes and considers. Few are kept, one for a person, in memory only: nothing that happens on a bench counts.

use crate::app::{App, secret};
use crate::house::Text;
use crate::protocol::Picture;
use arena::bench::{Bench, Step};
use game::{Lang, Limit, Player, Turn};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// Benches at once; the one that was not used for longest makes room.
const MOST: usize = 8;
/// A bench that nobody uses for so long is cleared.
const IDLE: Duration = Duration::from_secs(15 * 60);
/// What computer players on one bench may keep between moves; beyond that it is cleared.
const KEEPS: usize = 256 << 20;
/// Moves of a play on the bench.
const LONGEST: usize = 3_000;

/// What a player considered when it last moved.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsideredState {
    /// The move it made.
    text: String,
    /// How many moves were made before.
    made: usize,
    /// States visited.
    nodes: u64,
    /// Milliseconds.
    took: f64,
    /// The moves with what they looked worth to it, the best first.
    values: Vec<(String, f64)>,
    /// Why.
    because: Vec<String>,
}

/// A player on the bench.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BenchPlayer {
    /// Its name for people.
    name: Text,
    /// What it considered; none before its first move.
    considered: Option<ConsideredState>,
}

/// Where the players may believe a card.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BelievedCard {
    /// The card.
    card: String,
    /// For each player the shares of the seats; none where the player sees the card.
    shares: Vec<Option<Vec<f64>>>,
}

/// A bench as a page shows it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BenchState {
    /// Its id.
    id: String,
    /// The game with its parameters.
    game: String,
    /// How many moves were made.
    made: usize,
    /// The player to move; none when the play is over or chance is to act.
    turn: Option<u8>,
    /// Whether the play is over.
    over: bool,
    /// The scores, once it is over with a result.
    scores: Vec<i32>,
    /// All hands open.
    scene: Picture,
    /// What the last step brought, in words; may be empty. Why there is no result, where a rule failed.
    last: String,
    /// The players.
    players: Vec<BenchPlayer>,
    /// Where they may believe the hidden cards.
    beliefs: Vec<BelievedCard>,
    /// Pictures the game brings.
    pictures: Vec<String>,
}

struct OnBench {
    id: String,
    agents: Vec<String>,
    bench: Bench,
    last: String,
    used: Instant,
}

/// A bench in the list: its id, whose it is, and what is on it.
type Entry = (String, i64, Arc<Mutex<OnBench>>);

/// All benches.
#[derive(Default)]
pub(crate) struct Benches(Mutex<Vec<Entry>>);

impl Benches {
    /// Seats these players; the person's earlier bench is cleared.
    ///
    /// # Errors
    /// Says what is wrong with the wish.
    pub(crate) fn open(
        &self,
        app: &App,
        person: i64,
        (game, agents): (&str, Vec<String>),
        seed: u64,
    ) -> Result<String, String> {
        if let Some(agent) = agents.iter().find(|agent| !app.offers(game, agent)) {
            return Err(format!("'{agent}' is not on offer for this game"));
        }
        let playable = app.house.playable(game).map_err(|error| error.to_string())?;
        let minds: Vec<String> = agents.iter().map(|agent| app.mind(game, agent).agent).collect();
        let bench = Bench::new(&*playable, &minds, seed).map_err(|error| error.to_string())?;
        let id = secret(12);
        let on = OnBench { id: id.clone(), agents, bench, last: String::new(), used: Instant::now() };
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|(_, owner, _)| *owner != person);
        if list.len() >= MOST {
            list.remove(0);
        }
        list.push((id.clone(), person, Arc::new(Mutex::new(on))));
        Ok(id)
    }

    /// The bench of a person; it counts as used, so that it is cleared last.
    fn get(&self, id: &str, person: i64) -> Option<Arc<Mutex<OnBench>>> {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = list.iter().position(|(known, owner, _)| known == id && *owner == person)?;
        let entry = list.remove(at);
        let found = Arc::clone(&entry.2);
        list.push(entry);
        Some(found)
    }

    /// Clears benches that nobody uses.
    pub(crate) fn sweep(&self) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|(_, _, on)| on.try_lock().map_or(true, |on| on.used.elapsed() < IDLE));
    }

    fn clear(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _, _)| known != id);
    }

    /// How a bench stands; `None` if the person has no such one.
    pub(crate) fn look(&self, app: &App, id: &str, person: i64, lang: Lang) -> Option<BenchState> {
        let on = self.get(id, person)?;
        let mut on = on.lock().unwrap_or_else(PoisonError::into_inner);
        on.used = Instant::now();
        Some(on.state(app, lang))
    }

    /// The play of a bench so far, and the computer player in a seat of it.
    pub(crate) fn play(&self, id: &str, person: i64, player: usize) -> Option<(game::Record, String)> {
        let on = self.get(id, person)?;
        let mut on = on.lock().unwrap_or_else(PoisonError::into_inner);
        on.used = Instant::now();
        Some((on.bench.table().record(), on.agents.get(player)?.clone()))
    }

    /// Goes one step on.
    pub(crate) fn step(
        &self,
        app: &App,
        (id, person): (&str, i64),
        (limit, hurry): (Limit, &Arc<AtomicBool>),
        lang: Lang,
    ) -> Option<BenchState> {
        let on = self.get(id, person)?;
        let mut on = on.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = Limit { cancel: Some(Arc::clone(hurry)), ..limit };
        on.used = Instant::now();
        if on.bench.table().made() < LONGEST {
            on.last = match on.bench.step(&limit, lang) {
                Step::Chance(events) => events.join(" "),
                Step::Moved { by, label, .. } => format!("{}: {label}", by.index() + 1),
                Step::Failed(cause) => cause,
                Step::Over => String::new(),
            };
        }
        if on.bench.table().keeps() > KEEPS {
            self.clear(id);
        }
        Some(on.state(app, lang))
    }
}

impl OnBench {
    fn state(&self, app: &App, lang: Lang) -> BenchState {
        let table = self.bench.table();
        let game = table.id();
        let over = table.turn() == Turn::Over || table.made() >= LONGEST;
        let defect = table.defect();
        let player = |(i, agent): (usize, &String)| BenchPlayer {
            name: app.computer_name(&game, agent),
            considered: self.bench.considered(Player(i as u8)).map(|thought| {
                let advice = &thought.advice;
                let mut values: Vec<(String, f64)> =
                    advice.values.iter().filter(|(_, value)| value.is_finite()).cloned().collect();
                values.sort_by(|a, b| b.1.total_cmp(&a.1));
                values.truncate(8);
                let reasons = advice.reasons.iter().map(|reason| reason.to(lang).to_string());
                let because: Vec<String> =
                    if advice.reasons.is_empty() { advice.because.clone() } else { reasons.collect() };
                ConsideredState {
                    text: advice.text.clone(),
                    made: thought.made,
                    nodes: advice.nodes,
                    took: thought.took.as_secs_f64() * 1e3,
                    values,
                    because: because.into_iter().take(6).collect(),
                }
            }),
        };
        BenchState {
            id: self.id.clone(),
            made: table.made(),
            turn: table.turn().player().map(|p| p.0),
            over,
            scores: if over && defect.is_none() { table.scores() } else { Vec::new() },
            scene: Picture::from(&self.bench.scene(lang)),
            last: defect.unwrap_or_else(|| self.last.clone()),
            players: self.agents.iter().enumerate().map(player).collect(),
            beliefs: self.beliefs(),
            pictures: app.pictures(&game),
            game,
        }
    }

    fn beliefs(&self) -> Vec<BelievedCard> {
        let reports: Vec<_> =
            Player::all(self.bench.table().players()).map(|p| self.bench.belief(p)).collect();
        let mut cards: Vec<&String> =
            reports.iter().flatten().flat_map(|report| report.rows.iter().map(|(card, _)| card)).collect();
        cards.sort();
        cards.dedup();
        let shares = |card: &String| {
            let of = |report: &Option<catalog::BeliefReport>| {
                let row = report.as_ref()?.rows.iter().find(|(name, _)| name == card)?;
                Some(row.1.clone())
            };
            reports.iter().map(of).collect()
        };
        cards.into_iter().map(|card| BelievedCard { card: card.clone(), shares: shares(card) }).collect()
    }
}
