//! The camera watches the moving arm: the arm is not a hand, and a hand in the middle of a motion holds it.

use crate::pictures::board;
use crate::tables::{Room, room, s3};
use game::Lang;
use robot::arm::drive::Arm;
use robot::arm::line::{Line, Stepped, Time};
use robot::arm::setup::{Posture, Setup};
use robot::camera::render::{Conditions, Studio};
use robot::camera::staged::Staged;
use robot::camera::{Calibration, PictureEye, PictureGuard, SharedEye, Silhouette};
use robot::eye::{Eye, Sight};
use robot::sim::{Fault, Sim, World};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TEXT: &str = include_str!("../../../../data/s3/tictactoe/tictactoe.s3");

/// A clock that holds a hand over the table at a certain time.
#[derive(Default)]
struct Visit {
    inner: Stepped,
    at: Option<Duration>,
    sim: Mutex<Option<Sim>>,
}

impl Time for Visit {
    fn now(&self) -> Duration {
        self.inner.now()
    }

    fn pause(&self, time: Duration) {
        self.inner.pause(time);
        if self.at.is_some_and(|at| self.inner.now() > at)
            && let Some(sim) = self.sim.lock().unwrap().take()
        {
            sim.world().fail(Fault::Hand);
        }
    }
}

/// Counts how often the arm was held.
struct Held {
    inner: Box<dyn Line>,
    stops: Arc<Mutex<usize>>,
}

impl Line for Held {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if String::from_utf8_lossy(bytes).contains("STOP") {
            *self.stops.lock().unwrap() += 1;
        }
        self.inner.send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], within: Duration) -> io::Result<usize> {
        self.inner.receive(buffer, within)
    }
}

fn posture(room: &Room, name: &str) -> Posture {
    let site = room.ground.sites.iter().find(|s| s.name == name).expect("such a place");
    room.postures[&site.spot]
}

/// Lets the arm carry stones under the eyes of a camera: how often it was held, and what it did.
fn carried(visit: Option<Duration>, carries: &[(&str, &str)], seed: u64) -> (usize, Vec<String>) {
    let table = s3("tictactoe", TEXT);
    let scene = table.scene(None, Lang::En);
    let room = room(&*table, Setup::default());
    let time = Arc::new(Visit { at: visit, ..Visit::default() });
    let world = World::new(&room.setup, &room.ground, &room.postures, &scene);
    let sim = Sim::new(world, time.clone());
    *time.sim.lock().unwrap() = Some(sim.clone());
    let board = board(TEXT, &[]);
    let light = Conditions { noise: 0.5, shadow: 0.4, tilt: 0.6, cast: 0.5, occlusion: 0.0, sloppy: 0.0 };
    let studio = Studio::new(&board, (480, 270), light, seed);
    let settings = Calibration { lens: studio.lens, ..Calibration::default() };
    let staged = Staged::new(sim.clone(), board.clone(), studio);
    let silhouette = Silhouette::new(&room.setup, &room.postures, &board).expect("the same places");
    let mut eye = SharedEye::new(PictureEye::new(Box::new(staged), board, settings));
    let stops = Arc::<Mutex<usize>>::default();
    let line = Box::new(Held { inner: sim.line(), stops: stops.clone() });
    let mut arm = Arm::new(line, time.clone(), room.setup.clone(), Arc::default());
    arm.home().unwrap();
    assert!(matches!(eye.look(&scene), Ok(Sight::Table(_))), "the table is read before the arm moves");
    let mut arm = arm.guarded(Box::new(PictureGuard::new(&eye, silhouette, time, false)));
    for (from, to) in carries {
        arm.carry(&posture(&room, from), &posture(&room, to)).unwrap();
    }
    arm.home().unwrap();
    let events = sim.world().events.clone();
    let stops = *stops.lock().unwrap();
    (stops, events)
}

#[test]
fn an_arm_at_work_is_not_taken_for_a_hand() {
    let carries = [("qx(1)", "s(1,1)"), ("qo(1)", "s(3,3)"), ("qx(2)", "s(1,3)")];
    for seed in [3, 4] {
        let (stops, events) = carried(None, &carries, seed);
        assert_eq!((stops, events.len()), (0, 6), "{events:?}");
    }
}

#[test]
fn a_hand_in_the_middle_of_a_motion_holds_the_arm_until_it_is_gone() {
    // On the way to the stone, over it, with it, on the way back.
    for tenths in [15, 25, 40, 50] {
        let (stops, events) = carried(Some(Duration::from_millis(100 * tenths)), &[("qx(1)", "s(1,1)")], 3);
        assert!(stops >= 1, "after {tenths} tenths of a second it was held");
        assert_eq!(events.len(), 2, "and finished its work: {events:?}");
    }
}
