//! Tables for tests: games from their descriptions, a mind that plays at random, a person at a simulated table.

use game::{
    Advice, Fault as PlayerFault, Lang, Limit, Mind, Player, Question, Record, Rng, Roster, Scene, Table,
    TableOf,
};
use robot::arm::drive::Arm;
use robot::arm::ground::{Ground, Needs, Spot};
use robot::arm::line::{Line, Stepped, Time};
use robot::arm::setup::{Posture, Setup};
use robot::eye::{Eye, differences};
use robot::play::{Host, Match, Reply, Wish};
use robot::sim::{Fault, Sim, SimEye, SimGuard, World};
use robot::words::Saying;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The table of a described game.
pub(crate) fn s3(name: &str, text: &str) -> Box<dyn Table> {
    let (game, faults) = s3::load(text, name);
    let game = game.unwrap_or_else(|| panic!("{name}: {faults:?}"));
    Box::new(TableOf::new(Arc::new(game), Arc::new(Roster::new("random")), 1))
}

/// The table of a native game.
pub(crate) fn native<G: game::Show + 'static>(game: G) -> Box<dyn Table> {
    Box::new(TableOf::new(Arc::new(game), Arc::new(Roster::new("random")), 1))
}

/// A mind that follows a script, then plays at random.
pub(crate) struct Whim {
    pub(crate) script: Vec<String>,
    pub(crate) rng: Rng,
}

impl Mind for Whim {
    fn choose(&mut self, question: &Question<'_>, _limit: &Limit) -> Result<Advice, PlayerFault> {
        if !self.script.is_empty() {
            return Ok(Advice::just(self.script.remove(0)));
        }
        Ok(Advice::just(question.offers[self.rng.below(question.offers.len())].text.clone()))
    }
}

/// Everything of a simulated table.
pub(crate) struct Room {
    pub(crate) sim: Sim,
    pub(crate) setup: Setup,
    pub(crate) ground: Ground,
    pub(crate) postures: BTreeMap<Spot, Posture>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) stop: Arc<AtomicBool>,
}

/// A simulated table for a game; every place must be within reach.
pub(crate) fn room(table: &dyn Table, setup: Setup) -> Room {
    let scene = table.scene(None, Lang::En);
    let needs = Needs::of(table, &setup.imaginary, 10, 120, 7);
    let ground = Ground::of(&scene, &needs, &setup);
    let (postures, missed) = ground.postures(&setup);
    assert!(missed.is_empty(), "{}", missed.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    let time: Arc<dyn Time> = Arc::new(Stepped::default());
    let sim = Sim::new(World::new(&setup, &ground, &postures, &scene), time.clone());
    Room { sim, setup, ground, postures, time, stop: Arc::default() }
}

/// A person who plays at random, sometimes wrongly, helps when asked, and makes things go wrong on schedule.
pub(crate) struct Guest {
    pub(crate) sim: Sim,
    pub(crate) rng: Rng,
    pub(crate) said: Vec<Saying>,
    /// The fault to bring about at the n-th move of the computer.
    pub(crate) faults: BTreeMap<usize, Fault>,
    pub(crate) moves: usize,
    /// Every so many turns the person first makes an illegal move; 0 for never.
    pub(crate) wrong_every: usize,
    pub(crate) turns: usize,
    pub(crate) record: Option<Record>,
    /// Leaves at this turn.
    pub(crate) leave_at: Option<usize>,
    meant: Option<Scene>,
}

impl Guest {
    pub(crate) fn new(sim: Sim, seed: u64) -> Guest {
        Guest {
            sim,
            rng: Rng::new(seed),
            said: Vec::new(),
            faults: BTreeMap::new(),
            moves: 0,
            wrong_every: 0,
            turns: 0,
            record: None,
            leave_at: None,
            meant: None,
        }
    }

    pub(crate) fn heard(&self, kind: &str) -> usize {
        self.said.iter().filter(|s| s.kind == kind).count()
    }
}

impl Host for Guest {
    fn say(&mut self, saying: &Saying) {
        self.said.push(saying.clone());
        if saying.kind == "moves" {
            self.moves += 1;
            if let Some(fault) = self.faults.get(&self.moves) {
                self.sim.world().fail(*fault);
            }
        }
    }

    fn ask(&mut self, saying: &Saying, wish: &Wish<'_>) -> Reply {
        self.said.push(saying.clone());
        assert!(self.said.len() < 20_000, "a match without end: {:?}", self.said.last());
        match saying.kind {
            "your-turn" => {
                self.turns += 1;
                if self.leave_at == Some(self.turns) {
                    return Reply::Leave;
                }
                let choice = &wish.choices[self.rng.below(wish.choices.len())];
                self.meant = Some(choice.after.clone());
                if self.wrong_every > 0 && self.turns.is_multiple_of(self.wrong_every) {
                    // Two tokens too many on the board: no legal move looks like that.
                    let mut odd = choice.after.clone();
                    odd.tokens.retain(|t| !choice.after.tokens[..2].iter().any(|o| o.id == t.id));
                    self.sim.world().tidy(&odd);
                } else {
                    self.sim.world().tidy(&choice.after);
                }
            }
            "illegal" | "unchanged" => {
                let meant = self.meant.clone().expect("a move was begun");
                self.sim.world().tidy(&meant);
            }
            "trouble" => self.sim.world().mend(),
            _ => self.sim.world().tidy(wish.expected),
        }
        Reply::Done
    }

    fn keep(&mut self, record: &Record) {
        self.record = Some(record.clone());
    }

    fn reconnect(&mut self) -> Option<Box<dyn Line>> {
        Some(self.sim.line())
    }
}

/// A match of the room's arm (the players that are not people) against the guest.
pub(crate) fn sit<'a>(
    room: &Room,
    mut table: Box<dyn Table>,
    people: Vec<bool>,
    guest: &'a mut Guest,
    seed: u64,
) -> Match<'a> {
    for (i, person) in people.iter().enumerate() {
        if !person {
            let mind = Whim { script: Vec::new(), rng: Rng::new(seed + i as u64) };
            table.seat_mind(Player(i as u8), "whim", Box::new(mind)).unwrap();
        }
    }
    Match {
        table,
        people,
        ground: room.ground.clone(),
        postures: room.postures.clone(),
        arm: Some(arm(room)),
        eye: Box::new(SimEye(room.sim.clone())),
        host: guest,
        time: room.time.clone(),
        limit: Limit::nodes(1),
        lang: Lang::En,
    }
}

pub(crate) fn arm(room: &Room) -> Arm {
    Arm::new(room.sim.line(), room.time.clone(), room.setup.clone(), room.stop.clone())
        .guarded(Box::new(SimGuard(room.sim.clone())))
}

/// Whether the simulated table shows a scene.
pub(crate) fn shows(room: &Room, scene: &Scene) -> bool {
    let scene = room.ground.real(scene.clone());
    let mut eye = SimEye(room.sim.clone());
    match eye.look(&scene) {
        Ok(robot::eye::Sight::Table(seen)) => differences(&seen, &scene, &|_| true).is_empty(),
        _ => false,
    }
}
