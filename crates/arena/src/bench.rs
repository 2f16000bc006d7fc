//! A test bench for players: a play among agents with all hands open, one move at a time, and beside it what each of them
//! believes about the hidden cards and what it considered when it last moved. The terminal (`partie bench-table`) and the
//! page of the server show the same bench.

use catalog::{BeliefKind, BeliefQuestion, BeliefReport, Playable};
use game::{Acted, Advice, AgentError, Face, Lang, Limit, Player, Policy, Scene, Table, Turn};
use std::fmt;
use std::time::Duration;

/// What a player considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// How many moves were made before.
    pub made: usize,
    /// The thought.
    pub advice: Advice,
    /// What it took.
    pub took: Duration,
}

/// What one step brought.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Chance acted until a player was to move; the events in notation.
    Chance(Vec<String>),
    /// A player moved.
    Moved {
        /// Who.
        by: Player,
        /// The move in notation.
        text: String,
        /// The move in words.
        label: String,
    },
    /// A player failed; the sentence says how. The first legal move was made instead, unless the play ended.
    Failed(String),
    /// The play is over.
    Over,
}

/// Why a bench was not opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchError {
    /// The game has another number of seats.
    Players {
        /// The game.
        game: String,
        /// How many play it.
        seats: usize,
        /// How many players were named.
        named: usize,
    },
    /// A player could not sit down.
    Seat {
        /// The player, from 1.
        player: usize,
        /// The cause.
        cause: AgentError,
    },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Players { game, seats, named } => {
                write!(f, "{game} is played by {seats}, and {named} players are named")
            }
            BenchError::Seat { player, cause } => write!(f, "player {player}: {cause}"),
        }
    }
}

impl std::error::Error for BenchError {}

/// A play on the bench.
pub struct Bench {
    table: Box<dyn Table>,
    names: Vec<String>,
    thoughts: Vec<Option<Considered>>,
    policy: Policy,
    seed: u64,
}

impl Bench {
    /// Seats agents of these descriptions, one for each player.
    ///
    /// # Errors
    /// Says who cannot sit down and why.
    pub fn new(game: &dyn Playable, players: &[String], seed: u64) -> Result<Bench, BenchError> {
        let n = game.players();
        if players.len() != n {
            return Err(BenchError::Players { game: game.id(), seats: n, named: players.len() });
        }
        let mut table = game.table(seed);
        for (i, agent) in players.iter().enumerate() {
            let seated = table.seat(Player(i as u8), agent, fair::agent_seed(seed, Player(i as u8)));
            seated.map_err(|cause| BenchError::Seat { player: i + 1, cause })?;
        }
        let policy = Policy { remedy: game::Remedy::First, ..Policy::default() };
        Ok(Bench { table, names: players.to_vec(), thoughts: vec![None; n], policy, seed })
    }

    /// The table.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The descriptions of the players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What a player considered when it last moved.
    pub fn considered(&self, p: Player) -> Option<&Considered> {
        self.thoughts.get(p.index())?.as_ref()
    }

    /// The scene with all hands open.
    pub fn scene(&self, lang: Lang) -> Scene {
        open_scene(&*self.table, lang)
    }

    /// What a player may believe about the hidden cards: every deal that fits what it knows, counted. `None` where the game
    /// is not played with cards, or nothing is hidden at the moment.
    pub fn belief(&self, p: Player) -> Option<BeliefReport> {
        if !self.table.hidden() || self.table.turn() == Turn::Over {
            return None;
        }
        let (id, record) = (self.table.id(), self.table.record());
        let game = id.split('?').next().unwrap_or(&id);
        let ask = BeliefQuestion {
            game,
            record: &record,
            player: p.index(),
            at: None,
            kind: BeliefKind::Exact,
            seed: self.seed,
        };
        catalog::belief(&ask).ok()
    }

    /// Goes on: lets chance act until a player is to move, or lets the player to move think and move. The move in words is in that
    /// language.
    pub fn step(&mut self, limit: &Limit, lang: Lang) -> Step {
        let mut events = Vec::new();
        while self.table.turn() == Turn::Chance
            && let Some(event) = self.table.roll()
        {
            events.push(event);
        }
        if !events.is_empty() {
            return Step::Chance(events);
        }
        let Turn::Player(by) = self.table.turn() else { return Step::Over };
        let (made, start) = (self.table.made(), limit.clock.now());
        let labels: Vec<(String, String)> =
            self.table.offers(lang).into_iter().map(|offer| (offer.text, offer.label)).collect();
        match self.table.act(limit, &self.policy) {
            Acted::Moved(advice) => {
                let text = advice.text.clone();
                let label =
                    labels.into_iter().find(|(t, _)| *t == text).map_or(text.clone(), |(_, label)| label);
                let took = limit.clock.since(start);
                if let Some(slot) = self.thoughts.get_mut(by.index()) {
                    *slot = Some(Considered { made, advice, took });
                }
                Step::Moved { by, text, label }
            }
            Acted::Helped(incident) | Acted::Disqualified(incident) => Step::Failed(incident.to_string()),
            Acted::Chance(event) => Step::Chance(vec![event]),
            Acted::Waiting | Acted::Over => Step::Over,
        }
    }
}

/// The scene in which every token lies face up that some player sees face up.
pub fn open_scene(table: &dyn Table, lang: Lang) -> Scene {
    let mut scene = table.scene(None, lang);
    for p in Player::all(table.players()) {
        let theirs = table.scene(Some(p), lang);
        let zones: Vec<String> = theirs.zones.iter().map(|z| z.id.clone()).collect();
        for zone in zones {
            let hidden =
                |s: &Scene| s.tokens.iter().filter(|t| t.place.zone == zone && t.face == Face::Down).count();
            if hidden(&theirs) < hidden(&scene) {
                scene.tokens.retain(|t| t.place.zone != zone);
                scene.tokens.extend(theirs.tokens.iter().filter(|t| t.place.zone == zone).cloned());
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_on_the_bench_shows_all_hands_and_thoughts_to_its_end() {
        let game = catalog::find("snaps?auto_claim=on").unwrap();
        let players: Vec<String> =
            ["random", "ismcts?iterations=5", "random", "random"].map(String::from).to_vec();
        let mut bench = Bench::new(&*game, &players, 3).unwrap();
        let Step::Chance(deal) = bench.step(&Limit::default(), Lang::En) else {
            panic!("cards are dealt first")
        };
        assert_eq!(deal.len(), 24);
        let hands = |bench: &Bench| {
            let scene = bench.scene(Lang::En);
            scene.tokens.iter().filter(|t| t.place.zone.starts_with("hand") && t.face == Face::Up).count()
        };
        assert_eq!(hands(&bench), 24, "all hands lie open");
        let belief = bench.belief(Player(1)).unwrap();
        assert_eq!((belief.own.len(), belief.rows.len()), (6, 18));
        for (card, shares) in &belief.rows {
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{card}: {shares:?}");
        }
        let (mut moves, mut thought) = (0, 0);
        loop {
            match bench.step(&Limit::default(), Lang::En) {
                Step::Moved { by, text, label } => {
                    let advice = &bench.considered(by).unwrap().advice;
                    moves += 1;
                    thought += if by == Player(1) { advice.nodes } else { 0 };
                    assert_eq!(advice.text, text);
                    assert!(!label.is_empty());
                }
                Step::Over => break,
                Step::Chance(_) => {}
                Step::Failed(cause) => panic!("{cause}"),
            }
        }
        assert!(moves >= 8 && thought > 0, "{moves} moves, {thought} nodes");
        assert!(bench.belief(Player(1)).is_none(), "nothing is hidden after the end");
    }

    #[test]
    fn who_cannot_sit_down_is_named() {
        let game = catalog::find("nim").unwrap();
        let seat = |players: &[&str]| {
            let players: Vec<String> = players.iter().map(|p| (*p).to_string()).collect();
            Bench::new(&*game, &players, 1).err().unwrap().to_string()
        };
        assert!(seat(&["random"]).contains("is played by 2"));
        assert!(seat(&["random", "mtcs"]).contains("player 2:"));
    }
}
