//! The arm on the simulator: reach, limits, hands, the emergency stop, the serial line.

use crate::tables::{Room, arm, native, room, s3};
use game::{Lang, Options, Place, Table, Turn};
use robot::arm::drive::{Arm, ArmError, Guard};
use robot::arm::ground::{Ground, Needs, Spot};
use robot::arm::kinematics::{Angles, Body, Pulses};
use robot::arm::line::{Line, Stepped, Time};
use robot::arm::setup::{Posture, Setup};
use robot::sim::{Sim, World};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const SAMPLES: [(&str, &str); 5] = [
    ("tictactoe", include_str!("../../../../data/s3/tictactoe/tictactoe.s3")),
    ("frogs", include_str!("../../../../data/s3/frogs/frogs.s3")),
    ("connect4", include_str!("../../../../data/s3/connect4/connect4.s3")),
    ("alquerque", include_str!("../../../../data/s3/alquerque/alquerque.s3")),
    ("mill", include_str!("../../../../data/s3/mill/mill.s3")),
];

fn tip(body: &Body, pulses: &[u16; 5]) -> [f64; 3] {
    let pose = body.forward(&body.angles(pulses));
    [pose.x, pose.y, pose.z]
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn every_place_of_five_boards_is_reached_within_a_millimetre_by_whole_pulses() {
    let setup = Setup::default();
    for (name, text) in SAMPLES {
        let table = s3(name, text);
        let ground = Ground::of(&table.scene(None, Lang::En), &Needs::default(), &setup);
        let (postures, missed) = ground.postures(&setup);
        assert!(missed.is_empty(), "{name}: {missed:?}");
        for (site, wanted) in ground.sites.iter().zip(ground.points(&setup)) {
            let posture = &postures[&site.spot];
            let off = apart(tip(&setup.body, &posture.at), wanted);
            assert!(off < 1.0, "{name} {}: {off:.2} mm off", site.name);
            let up = [wanted[0], wanted[1], wanted[2] + setup.motion.lift];
            assert!(apart(tip(&setup.body, &posture.above), up) < 1.0, "{name} {}: above it", site.name);
            assert_eq!((setup.body.beyond(&posture.at), setup.body.beyond(&posture.above)), (None, None));
        }
    }
}

#[test]
fn four_taught_corners_place_a_board_that_lies_askew() {
    let table = s3(SAMPLES[0].0, SAMPLES[0].1);
    let mut setup = Setup::default();
    let ground = Ground::of(&table.scene(None, Lang::En), &Needs::default(), &setup);
    // The board is moved, turned by ten degrees and lies on a slope; the person taught its corners.
    let (sine, cosine) = 10_f64.to_radians().sin_cos();
    let askew = |[x, y, z]: [f64; 3]| {
        let (x, y) = (x - 210.0, y);
        [210.0 + cosine * x - sine * y, 8.0 + sine * x + cosine * y, z + 0.02 * y]
    };
    let taught = ground.corners(&setup).map(|corner| setup.body.reach(askew(corner), 100.0, 0.0).unwrap());
    let wanted: Vec<[f64; 3]> = ground.points(&setup).into_iter().map(askew).collect();
    setup.board.corners = Some(taught);
    let (postures, missed) = ground.postures(&setup);
    assert!(missed.is_empty(), "{missed:?}");
    for (site, wanted) in ground.sites.iter().zip(wanted) {
        let off = apart(tip(&setup.body, &postures[&site.spot].at), wanted);
        assert!(off < 1.5, "{}: {off:.2} mm off; corners themselves are whole pulses", site.name);
    }
}

#[test]
fn places_out_of_reach_are_named_before_the_game() {
    let table = s3(SAMPLES[1].0, SAMPLES[1].1);
    let mut setup = Setup::default();
    setup.board.width = 700.0;
    let ground = Ground::of(&table.scene(None, Lang::En), &Needs::default(), &setup);
    let (postures, missed) = ground.postures(&setup);
    let text: Vec<String> = missed.iter().map(ToString::to_string).collect();
    assert_eq!(postures.len() + missed.len(), 7);
    assert!(text.iter().any(|t| t.starts_with("place s(1) cannot be reached: ")), "{text:?}");
    assert!(text.iter().all(|t| !t.contains("s(4)")), "the middle is near: {text:?}");
    let name = |n: usize| Spot::Place(Place::new("board", n));
    assert!(postures.contains_key(&name(3)) && !postures.contains_key(&name(0)));
}

/// A line that writes down what goes over it and moves the clock on.
struct Tap {
    inner: Box<dyn Line>,
    sent: Arc<Mutex<Vec<String>>>,
}

impl Line for Tap {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes).trim().to_string();
        if text != "Q" {
            self.sent.lock().unwrap().push(text);
        }
        self.inner.send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], within: Duration) -> io::Result<usize> {
        self.inner.receive(buffer, within)
    }
}

fn frogs() -> (Room, Box<dyn Table>) {
    let table = s3(SAMPLES[1].0, SAMPLES[1].1);
    let room = room(&*table, Setup::default());
    (room, table)
}

fn tapped(room: &Room) -> (Arm, Arc<Mutex<Vec<String>>>) {
    let sent = Arc::<Mutex<Vec<String>>>::default();
    let line = Box::new(Tap { inner: room.sim.line(), sent: sent.clone() });
    (Arm::new(line, room.time.clone(), room.setup.clone(), room.stop.clone()), sent)
}

fn stone(room: &Room, slot: usize) -> Posture {
    room.postures[&Spot::Place(Place::new("board", slot))]
}

#[test]
fn the_safe_mode_opens_the_gripper_first_and_comes_from_above() {
    let (room, _) = frogs();
    let (mut arm, sent) = tapped(&room);
    arm.home().unwrap();
    sent.lock().unwrap().clear();
    let (from, to) = (stone(&room, 2), stone(&room, 3));
    arm.carry(&from, &to).unwrap();
    let sent = sent.lock().unwrap().clone();
    let at = |p: &[u16; 5]| {
        let start = format!("#0 P{} #1 P{} #2 P{} #3 P{} #4 P{} T", p[0], p[1], p[2], p[3], p[4]);
        sent.iter()
            .position(|s| s.starts_with(&start))
            .unwrap_or_else(|| panic!("{start} was not sent: {sent:?}"))
    };
    let gripper: Vec<usize> = (0..sent.len()).filter(|&i| sent[i].starts_with("#5")).collect();
    assert_eq!(gripper.len(), 3, "open, close, open: {sent:?}");
    assert!(sent[gripper[0]].starts_with("#5 P1000") && sent[gripper[1]].starts_with("#5 P2000"));
    assert!(gripper[0] < at(&from.above) && at(&from.above) < at(&from.at) && at(&from.at) < gripper[1]);
    assert!(gripper[1] < at(&to.above) && at(&to.above) < at(&to.at) && at(&to.at) < gripper[2]);
    assert_eq!(gripper[2] + 2, sent.len(), "up again at the end");
}

#[test]
fn the_compatible_mode_sends_the_original_sequence_byte_for_byte() {
    let (room, _) = frogs();
    let (arm, sent) = tapped(&room);
    let mut arm = arm.compatible();
    let from = [-13.0, -10.0, 6.0, -68.0, 90.0, -13.0, -31.0, 6.0, -68.0, 90.0];
    let to = [-3.0, -10.0, 6.0, -68.0, -88.0, -3.0, -31.0, 6.0, -68.0, -88.0];
    arm.carry(&Posture::taught(&from), &Posture::taught(&to)).unwrap();
    let expected: Vec<String> = robot::arm::original::sequence(&from, &to)
        .iter()
        .filter_map(|step| match step {
            robot::arm::original::Step::Send(command) => Some(command.to_string()),
            robot::arm::original::Step::Wait(_) => None,
        })
        .collect();
    assert_eq!(*sent.lock().unwrap(), expected[..expected.len() - 1], "all but the way home");
}

#[test]
fn pulses_beyond_a_limit_are_never_sent() {
    let (room, _) = frogs();
    let (mut arm, sent) = tapped(&room);
    let error = arm.go(&[1500, 1500, 850, 1500, 1500]).unwrap_err();
    assert_eq!(error.to_string(), "the elbow servo may not go to 850 µs");
    assert!(sent.lock().unwrap().is_empty());
}

/// A hand that comes while the arm moves and stays for some looks.
struct Waving {
    looks: usize,
    from: usize,
    to: usize,
    seen: Arc<AtomicBool>,
}

impl Guard for Waving {
    fn hand(&mut self, _arm: Option<&Pulses>) -> bool {
        self.looks += 1;
        let hand = (self.from..self.to).contains(&self.looks);
        self.seen.fetch_or(hand, Ordering::SeqCst);
        hand
    }
}

#[test]
fn nothing_moves_while_a_hand_is_seen_and_the_motion_is_finished_afterwards() {
    let (room, _) = frogs();
    let (arm, sent) = tapped(&room);
    let seen = Arc::<AtomicBool>::default();
    let mut arm = arm.guarded(Box::new(Waving { looks: 0, from: 4, to: 40, seen: seen.clone() }));
    let place = stone(&room, 0);
    arm.home().unwrap();
    arm.go(&place.above).unwrap();
    assert!(seen.load(Ordering::SeqCst));
    assert!(
        sent.lock().unwrap().iter().any(|s| s.contains("STOP 1")),
        "it was held: {:?}",
        sent.lock().unwrap()
    );
    let now = room.time.now();
    let angles: Angles = room.sim.world().angles(now);
    let off = apart(
        {
            let p = room.setup.body.forward(&angles);
            [p.x, p.y, p.z]
        },
        tip(&room.setup.body, &place.above),
    );
    assert!(off < 0.01, "and went on: {off}");
}

/// A clock that presses the emergency stop after a while.
struct Alarm {
    inner: Stepped,
    after: Duration,
    stop: Arc<AtomicBool>,
}

impl Time for Alarm {
    fn now(&self) -> Duration {
        self.inner.now()
    }

    fn pause(&self, time: Duration) {
        self.inner.pause(time);
        if self.inner.now() > self.after {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

#[test]
fn the_emergency_stop_holds_the_arm_where_it_is() {
    let (room, table) = frogs();
    let stop = Arc::<AtomicBool>::default();
    let after = Duration::from_millis(1_500);
    let time: Arc<dyn Time> = Arc::new(Alarm { inner: Stepped::default(), after, stop: stop.clone() });
    let world = World::new(&room.setup, &room.ground, &room.postures, &table.scene(None, Lang::En));
    let sim = Sim::new(world, time.clone());
    let mut arm = Arm::new(sim.line(), time.clone(), room.setup.clone(), stop.clone());
    let error = arm.carry(&stone(&room, 0), &stone(&room, 3)).unwrap_err();
    assert!(matches!(error, ArmError::Stopped), "{error}");
    let held = sim.world().angles(time.now());
    time.pause(Duration::from_secs(60));
    assert_eq!(sim.world().angles(time.now()), held, "nothing moves any more");
    assert!(arm.home().is_err(), "and nothing will before it is released");
    stop.store(false, Ordering::SeqCst);
    arm.release();
    assert!(time.now() > after, "the alarm rings again at the next pause");
}

#[cfg(unix)]
#[test]
fn the_simulator_answers_on_a_pseudo_terminal_like_a_serial_port() {
    use robot::arm::port::Port;
    use robot::sim::pty::Pty;

    let (room, _) = frogs();
    let mut pty = Pty::open().unwrap();
    let path = pty.path().to_string();
    let done = Arc::<AtomicBool>::default();
    let (sim, over) = (room.sim.clone(), done.clone());
    let server = std::thread::spawn(move || pty.serve(&sim, &over));
    let port = Port::open(std::path::Path::new(&path)).unwrap();
    let mut arm = Arm::new(Box::new(port), room.time.clone(), room.setup.clone(), room.stop.clone());
    assert_eq!(arm.version().unwrap(), robot::sim::controller::VERSION);
    arm.home().unwrap();
    arm.carry(&stone(&room, 2), &stone(&room, 3)).unwrap();
    assert_eq!(arm.pulse(5).unwrap(), 1000, "the gripper is open");
    drop(arm);
    let mut again = Port::open(std::path::Path::new(&path)).unwrap();
    again.send(b"VER\r").unwrap();
    let mut buffer = [0; 64];
    assert!(again.receive(&mut buffer, Duration::from_secs(5)).unwrap() > 0, "a program may come back");
    done.store(true, Ordering::SeqCst);
    server.join().unwrap().unwrap();
    assert_eq!(room.sim.world().events, ["gripped green", "let go of green"]);
    assert!(Port::open(std::path::Path::new("/nowhere/tty")).is_err());
}

#[test]
fn a_survey_finds_what_enters_what_leaves_and_what_is_imaginary() {
    let table =
        native(games::Reversi::new(&Options::parse("", games::reversi::PARAMETERS).unwrap()).unwrap());
    let needs = Needs::of(&*table, &[], 3, 200, 1);
    assert!(needs.entering.is_empty() && !needs.leaving, "discs come from a stack: {needs:?}");
    let mill = s3(SAMPLES[4].0, SAMPLES[4].1);
    let setup = Setup { imaginary: vec!["clock".into(), "hammer".into()], ..Setup::default() };
    let needs = Needs::of(&*mill, &setup.imaginary, 3, 60, 1);
    let ground = Ground::of(&mill.scene(None, Lang::En), &needs, &setup);
    assert!(ground.sites.iter().all(|s| !s.name.starts_with("quiet") && s.name != "rest"));
    assert_eq!(ground.sites.iter().filter(|s| s.name.starts_with("s(")).count(), 24);
    assert_ne!(mill.turn(), Turn::Over);
}

#[test]
fn a_carry_in_the_world_moves_one_token_and_nothing_else() {
    let (room, table) = frogs();
    let before = room.sim.world().spotted(&table.scene(None, Lang::En));
    arm(&room).carry(&stone(&room, 2), &stone(&room, 3)).unwrap();
    let mut after = room.sim.world().spotted(&table.scene(None, Lang::En));
    let moved = after.iter_mut().find(|s| s.place.slot == 3).expect("the frog arrived");
    moved.place.slot = 2;
    after.sort();
    let mut sorted = before;
    sorted.sort();
    assert_eq!(after, sorted);
    let _: BTreeMap<Spot, Posture> = room.postures.clone();
}
