//! Whole games on the simulated table: the arm moves for the computer, a person answers, things go wrong.

use crate::tables::{Guest, Room, Whim, native, room, s3, shows, sit};
use game::{Lang, Options, Parameter, Player, Rng, Table, Turn};
use robot::arm::setup::Setup;
use robot::play::End;
use robot::sim::Fault;

const TICTACTOE: &str = include_str!("../../../../data/s3/tictactoe/tictactoe.s3");
const FROGS: &str = include_str!("../../../../data/s3/frogs/frogs.s3");
const CONNECT4: &str = include_str!("../../../../data/s3/connect4/connect4.s3");
const ALQUERQUE: &str = include_str!("../../../../data/s3/alquerque/alquerque.s3");
const MILL: &str = include_str!("../../../../data/s3/mill/mill.s3");

fn options(parameters: &[Parameter]) -> Options {
    Options::parse("", parameters).unwrap()
}

fn imaginary(kinds: &[&str]) -> Setup {
    Setup { imaginary: kinds.iter().map(ToString::to_string).collect(), ..Setup::default() }
}

/// Plays one game to its end with every kind of fault, and checks that each was noticed and the table is right.
fn whole_game(table: Box<dyn Table>, setup: Setup, people: Vec<bool>, seed: u64) -> (Room, Guest) {
    let room = room(&*table, setup);
    let mut guest = Guest::new(room.sim.clone(), seed);
    guest.wrong_every = 3;
    let faults = [Fault::Miss, Fault::Drop, Fault::Cut, Fault::Stall, Fault::Hand];
    guest.faults = faults.into_iter().enumerate().map(|(i, f)| (i + 1, f)).collect();
    let mut play = sit(&room, table, people, &mut guest, seed);
    assert_eq!(play.play(), End::Over);
    let (scene, over) = (play.table.scene(None, Lang::En), play.table.turn() == Turn::Over);
    drop(play);
    assert!(over && shows(&room, &scene), "the table shows what the program believes");
    let events = room.sim.world().events.clone();
    assert!(events.iter().any(|e| e.contains("beside")), "a grip missed");
    assert!(guest.heard("again") >= 1, "and the arm tried again");
    if guest.moves >= 3 {
        assert!(events.iter().any(|e| e.contains("slipped")), "a token was dropped: {events:?}");
        assert!(guest.heard("put-right") + guest.heard("again") >= 2, "and put right");
        let trouble = |word: &str| guest.said.iter().any(|s| s.kind == "trouble" && s.text.en.contains(word));
        assert!(trouble("line to the arm broke"), "the cable was out: {:?}", guest.said);
        assert!(guest.moves < 4 || trouble("did not arrive"), "the shoulder stalled: {:?}", guest.said);
    }
    assert!(guest.turns < 3 || guest.heard("illegal") >= 1, "the person was told of an illegal move");
    (room, guest)
}

#[test]
fn tic_tac_toe_is_finished_in_spite_of_faults() {
    whole_game(s3("tictactoe", TICTACTOE), Setup::default(), vec![true, false], 3);
    whole_game(s3("tictactoe", TICTACTOE), Setup::default(), vec![false, true], 4);
    whole_game(native(games::TicTacToe), Setup::default(), vec![false, true], 5);
}

#[test]
fn connect_four_is_finished_in_spite_of_faults() {
    whole_game(s3("connect4", CONNECT4), Setup::default(), vec![true, false], 3);
}

#[test]
fn alquerque_is_finished_in_spite_of_faults() {
    let (room, _) = whole_game(s3("alquerque", ALQUERQUE), imaginary(&["ring"]), vec![true, false], 3);
    assert!(room.sim.world().events.len() > 20);
}

#[test]
fn mill_is_finished_in_spite_of_faults() {
    whole_game(s3("mill", MILL), imaginary(&["clock", "hammer"]), vec![true, false], 3);
}

/// A shortest solution by trying everything: seven stones are few.
pub(crate) fn solution(table: &dyn Table, depth: usize) -> Option<Vec<String>> {
    if table.turn() == Turn::Over {
        return (table.scores()[0] > 0).then(Vec::new);
    }
    if depth == 0 {
        return None;
    }
    table.offers(Lang::En).into_iter().find_map(|offer| {
        let mut next = table.fork();
        next.play(&offer.text).ok()?;
        let mut rest = solution(&*next, depth - 1)?;
        rest.insert(0, offer.text);
        Some(rest)
    })
}

#[test]
fn the_arm_solves_frogs_in_fifteen_moves_in_spite_of_faults() {
    let table = s3("frogs", FROGS);
    let script = solution(&*table, 15).expect("fifteen moves suffice");
    let room = room(&*table, Setup::default());
    let mut guest = Guest::new(room.sim.clone(), 1);
    let faults = [(2, Fault::Drop), (4, Fault::Miss), (6, Fault::Stall), (8, Fault::Cut), (10, Fault::Hand)];
    guest.faults = faults.into_iter().collect();
    let mut play = sit(&room, table, vec![false], &mut guest, 1);
    play.table.seat_mind(Player(0), "script", Box::new(Whim { script, rng: Rng::new(1) })).unwrap();
    assert_eq!(play.play(), End::Over);
    assert_eq!((play.table.made(), play.table.scores()), (15, vec![1]));
    let scene = play.table.scene(None, Lang::En);
    drop(play);
    assert!(shows(&room, &scene));
    assert_eq!(guest.heard("trouble"), 2, "one for the stall, one for the cable");
}

#[test]
fn a_match_that_was_left_goes_on_from_its_record() {
    let room = room(&*s3("connect4", CONNECT4), Setup::default());
    let mut guest = Guest::new(room.sim.clone(), 2);
    guest.leave_at = Some(4);
    let mut play = sit(&room, s3("connect4", CONNECT4), vec![true, false], &mut guest, 2);
    assert_eq!(play.play(), End::Left);
    drop(play);
    let record = guest.record.take().unwrap();
    assert_eq!(record.moves.len(), 6);
    // The last motion was cut off half-way: a stone lies nowhere any more.
    let mut table = s3("connect4", CONNECT4);
    table.replay(&record).unwrap();
    let mut half = table.scene(None, Lang::En);
    half.tokens.pop();
    room.sim.world().lay(&half);
    let mut guest = Guest::new(room.sim.clone(), 9);
    let mut play = sit(&room, table, vec![true, false], &mut guest, 2);
    assert_eq!(play.play(), End::Over);
    let scene = play.table.scene(None, Lang::En);
    drop(play);
    assert!(shows(&room, &scene));
    assert_eq!(guest.heard("put-right"), 1, "the missing stone was asked for");
}

#[test]
fn games_with_heaps_rows_captures_and_turning_tokens_are_played_too() {
    for (seed, table) in [
        (1, native(games::Morris::new(&options(games::morris::PARAMETERS)).unwrap())),
        (2, native(games::Nim::new(&options(games::nim::PARAMETERS)).unwrap())),
        (3, native(games::Connect4::new(&options(games::connect4::PARAMETERS)).unwrap())),
        (4, native(games::Reversi::new(&options(games::reversi::PARAMETERS)).unwrap())),
    ] {
        let name = table.id();
        let room = room(&*table, Setup::default());
        let mut guest = Guest::new(room.sim.clone(), seed);
        let mut play = sit(&room, table, vec![true, false], &mut guest, seed);
        assert_eq!(play.play(), End::Over, "{name}");
        let scene = play.table.scene(None, Lang::En);
        drop(play);
        assert!(shows(&room, &scene), "{name}");
        assert!(guest.heard("again") + guest.heard("trouble") == 0, "{name}: {:?}", guest.said.last());
        assert_eq!(
            guest.heard("turn") > 0,
            name.starts_with("reversi"),
            "only discs of Reversi are turned over"
        );
    }
}

#[test]
fn an_emergency_stop_in_a_match_is_said_and_the_match_goes_on_when_it_is_released() {
    let room = room(&*s3("tictactoe", TICTACTOE), Setup::default());
    let mut guest = Guest::new(room.sim.clone(), 3);
    room.stop.store(true, std::sync::atomic::Ordering::SeqCst);
    let mut play = sit(&room, s3("tictactoe", TICTACTOE), vec![true, false], &mut guest, 3);
    assert_eq!(play.play(), End::Over);
    drop(play);
    let stopped = |s: &robot::words::Saying| s.kind == "trouble" && s.text.cs.contains("nouzové zastavení");
    assert_eq!(guest.said.iter().filter(|s| stopped(s)).count(), 1);
    assert!(!room.stop.load(std::sync::atomic::Ordering::SeqCst));
}
