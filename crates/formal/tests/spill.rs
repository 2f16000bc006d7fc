//! Exploring with too little memory: the same automaton, from disk.

use formal::{
    Answer, Automaton, Budget, Property, answers, explore, minimise, solve, start_chances, statistics,
};
use game::{Game, Options, Stopped};
use games::connect4::{self, Connect4};
use games::{Puzzle8, puzzle8};
use std::path::PathBuf;

fn connect4(size: &str) -> Connect4 {
    Connect4::new(&Options::parse(size, connect4::PARAMETERS).unwrap()).unwrap()
}

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn tiny(name: &str, threads: usize) -> Budget {
    Budget { bytes: 200_000, folder: Some(folder(name)), threads, ..Budget::default() }
}

fn same<G: Game>(a: &Automaton<G>, b: &Automaton<G>) {
    assert_eq!((a.len(), a.edges(), a.deepest()), (b.len(), b.edges(), b.deepest()));
    assert_eq!((a.stopped(), b.stopped()), (Stopped::Complete, Stopped::Complete));
    for n in a.nodes() {
        assert_eq!(a.state(n), b.state(n), "state {n}");
        assert_eq!(a.successors(n), b.successors(n), "moves of state {n}");
        assert_eq!(b.find(&a.state(n)), Some(n));
    }
    assert_eq!((a.trouble(), b.trouble()), (None, None));
}

#[test]
fn a_tiny_budget_gives_the_same_automaton_from_disk() {
    let game = connect4("width=4&height=4");
    let whole = explore(&game, &Budget::default(), &mut |_| {});
    assert_eq!((whole.len(), whole.on_disk()), (161_029, 0));
    for threads in [1, 2] {
        let budget = tiny("same", threads);
        let spilled = explore(&game, &budget, &mut |_| {});
        // Nearly everything is on disk: states of 24 bytes with their length, transitions of 4.
        let all = (spilled.len() * 28 + spilled.edges() * 4) as u64;
        assert!(spilled.on_disk() > all * 9 / 10, "{} of {all}", spilled.on_disk());
        assert!(spilled.held() < 400_000, "{} bytes of states in memory", spilled.held());
        same(&whole, &spilled);
        drop(spilled);
        assert_eq!(std::fs::read_dir(budget.folder.unwrap()).unwrap().count(), 0, "nothing is left behind");
    }
}

#[test]
fn answers_from_disk_are_the_same() {
    let game = Puzzle8::new(&Options::parse("", puzzle8::PARAMETERS).unwrap()).unwrap();
    let spilled = explore(&game, &tiny("answers", 1), &mut |_| {});
    assert!(spilled.on_disk() > 0);
    assert_eq!(spilled.len(), 181_440);
    assert!(matches!(answers(&game, &spilled).of(Property::Terminating), Answer::No { .. }));
    let game = connect4("width=4&height=3");
    let (whole, spilled) =
        (explore(&game, &Budget::default(), &mut |_| {}), explore(&game, &tiny("answers", 1), &mut |_| {}));
    assert!(spilled.on_disk() > 0);
    assert_eq!(statistics(&game, &whole), statistics(&game, &spilled));
    assert_eq!(solve(&game, &whole), solve(&game, &spilled));
    assert_eq!(minimise(&game, &whole, true), minimise(&game, &spilled, true));
    assert_eq!(start_chances(&game, &whole, false), start_chances(&game, &spilled, false));
}

#[test]
fn a_disk_that_fails_is_said_and_proves_nothing() {
    let game = connect4("width=4&height=4");
    let folder = Some(PathBuf::from("no/such/folder"));
    let automaton = explore(&game, &Budget { folder, ..tiny("fails", 1) }, &mut |_| {});
    assert!(automaton.trouble().unwrap().contains("the temporary file failed"), "{:?}", automaton.trouble());
    assert!(!automaton.complete());
    assert!(matches!(answers(&game, &automaton).of(Property::Terminating), Answer::Unknown(_)));
    let little = explore(&game, &Budget { disk: 1_000_000, ..tiny("fails", 1) }, &mut |_| {});
    assert_eq!(little.stopped(), Stopped::Memory);
    assert!(little.trouble().unwrap().contains("bytes are on disk"));
    assert!(little.expanded() < little.len());
}

/// A tree of numbers whose states nobody can write down.
struct Tree;

impl Game for Tree {
    type State = u32;
    type Move = u32;
    fn players(&self) -> usize {
        1
    }
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, s: &u32) -> game::Turn {
        if *s < 1 << 20 { game::Turn::Player(game::Player(0)) } else { game::Turn::Over }
    }
    fn moves(&self, s: &u32, out: &mut Vec<u32>) {
        out.extend((*s < 1 << 20).then_some([1, 2]).into_iter().flatten());
    }
    fn apply(&self, s: &mut u32, mv: u32) {
        *s = 2 * *s + mv;
    }
    fn score(&self, _: &u32, _: game::Player) -> i32 {
        0
    }
}

#[test]
fn a_game_that_cannot_write_its_states_stops_at_the_memory_and_says_why() {
    let budget = Budget { bytes: 10 << 20, folder: Some(folder("unwritten")), ..Budget::default() };
    let part = explore(&Tree, &budget, &mut |_| {});
    assert_eq!((part.complete(), part.stopped()), (false, Stopped::Memory));
    assert!(part.trouble().unwrap().contains("no way to write its states as bytes"), "{:?}", part.trouble());
    assert!(part.len() > 100_000, "as far as the memory went: {}", part.len());
    let whole = explore(&Tree, &Budget::default(), &mut |_| {});
    assert_eq!((whole.complete(), whole.len()), (true, (1 << 21) + 1));
}
