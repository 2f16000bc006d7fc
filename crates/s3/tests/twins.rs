//! Descriptions against the native games of the same name: the same moves, turns and results on random plays.

use game::{Game, Options, Player, Rng, Show, Turn};
use s3::{S3Game, State, load};
use std::collections::BTreeSet;

fn described(name: &str) -> S3Game {
    let path = format!("{}/../../data/s3/{name}/{name}.s3", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the description is there");
    let (game, found) = load(&text, name);
    assert!(found.is_empty(), "{name}: {found:?}");
    game.expect("our own games load")
}

/// Who won: the sign of the first player's result.
fn result<G: Game>(game: &G, s: &G::State) -> Vec<i32> {
    let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(s, p)).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    scores.iter().map(|&s| if scores.len() == 1 { s.signum().max(0) } else { i32::from(s == best) }).collect()
}

/// Plays side by side; `name` gives the native text of a described move.
fn agree<G: Show>(ours: &S3Game, native: &G, plays: u64, most: usize, name: impl Fn(&State, &str) -> String) {
    let mut rng = Rng::new(5);
    for play in 0..plays {
        let (mut a, mut b) = (ours.initial(), native.initial());
        for _ in 0..most {
            assert_eq!(ours.turn(&a), native.turn(&b), "play {play}");
            let (mut left, mut right) = (Vec::new(), Vec::new());
            ours.moves(&a, &mut left);
            native.moves(&b, &mut right);
            let texts: Vec<String> = left.iter().map(|&mv| name(&a, &ours.text(&a, mv))).collect();
            let natives: Vec<String> = right.iter().map(|&mv| native.text(&b, mv)).collect();
            assert_eq!(
                texts.iter().cloned().collect::<BTreeSet<_>>(),
                natives.iter().cloned().collect::<BTreeSet<_>>(),
                "play {play}"
            );
            assert_eq!(texts.len(), natives.len(), "play {play}");
            if left.is_empty() {
                break;
            }
            let i = rng.below(left.len());
            let j = natives.iter().position(|t| *t == texts[i]).expect("the sets are equal");
            ours.apply(&mut a, left[i]);
            native.apply(&mut b, right[j]);
        }
        if ours.turn(&a) == Turn::Over {
            assert_eq!(result(ours, &a), result(native, &b), "play {play}");
        }
    }
}

/// The numbers in a notation such as `qr(1)->b(3,2):r(1)`, part by part.
fn numbers(part: &str) -> Vec<usize> {
    part.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

fn target(text: &str) -> Vec<usize> {
    let to = text.split("->").nth(1).and_then(|t| t.split(':').next()).unwrap_or("");
    numbers(to)
}

fn letter(n: usize) -> char {
    char::from(b'a' + n as u8 - 1)
}

#[test]
fn tic_tac_toe_agrees_with_its_native_twin() {
    let native = games::tictactoe::TicTacToe::new(&Options::default()).expect("no parameters");
    agree(&described("tictactoe"), &native, 4000, 10, |_, text| {
        let to = target(text);
        format!("{}{}", letter(to[0]), 4 - to[1])
    });
}

#[test]
fn connect_four_agrees_with_its_native_twin() {
    let options = Options::parse("", games::connect4::PARAMETERS).expect("defaults");
    let native = games::connect4::Connect4::new(&options).expect("7 by 6");
    agree(&described("connect4"), &native, 2000, 43, |_, text| letter(target(text)[0]).to_string());
}

#[test]
fn nim_agrees_with_its_native_twin() {
    let options = Options::parse("heaps=12&take=3&misere=yes", games::nim::PARAMETERS).expect("sound");
    let native = games::nim::Nim::new(&options).expect("one heap of twelve");
    let ours = described("nim");
    agree(&ours, &native, 4000, 13, |s, text| {
        let left = (1..=12).filter(|i| ours.holds(s, &format!("s({i})"))).count();
        format!("1:{}", left + 1 - numbers(text)[0])
    });
}

#[test]
fn the_eight_puzzle_agrees_with_its_native_twin() {
    let options = Options::parse("", games::puzzle8::PARAMETERS).expect("defaults");
    let native = games::puzzle8::Puzzle8::new(&options).expect("the usual board");
    let tile = |_: &State, text: &str| numbers(text.rsplit(':').next().unwrap_or(""))[0].to_string();
    agree(&described("puzzle8"), &native, 50, 300, tile);
}

#[test]
fn reversi_agrees_with_its_native_twin() {
    let options = Options::parse("size=8", games::reversi::PARAMETERS).expect("sound");
    let native = games::reversi::Reversi::new(&options).expect("8 by 8");
    agree(&described("reversi"), &native, 400, 130, |_, text| match target(text).as_slice() {
        [x, y] => format!("{}{y}", letter(*x)),
        _ => "pass".to_string(),
    });
}

/// The native name of a point of the mill board: ring and place on it.
fn point(ring: usize, i: usize) -> String {
    let far = 4 - ring;
    let (x, y) = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)][i];
    let coordinate = |c: usize| 4 + c * far - far;
    format!("{}{}", letter(coordinate(x)), coordinate(y))
}

/// In the described mill taking a stone is a move of its own; natively it is part of the move that closes the mill.
#[test]
fn mill_agrees_with_its_native_twin() {
    let options = Options::parse("", games::morris::PARAMETERS).expect("defaults");
    let native = games::morris::Morris::new(&options).expect("nine stones");
    let ours = described("mill");
    let mut rng = Rng::new(9);
    for play in 0..300 {
        let (mut a, mut b) = (ours.initial(), native.initial());
        loop {
            assert_eq!(ours.turn(&a), native.turn(&b), "play {play}");
            let mut pairs: Vec<(String, State)> = Vec::new();
            let mut first = Vec::new();
            ours.moves(&a, &mut first);
            for mv in first {
                let text = ours.text(&a, mv);
                let (from, to) = (numbers(text.split("->").next().unwrap_or("")), target(&text));
                let start =
                    if from.len() == 2 { format!("{}-", point(from[0], from[1])) } else { String::new() };
                let mut after = a.clone();
                ours.apply(&mut after, mv);
                if !ours.holds(&after, "take") {
                    pairs.push((format!("{start}{}", point(to[0], to[1])), after));
                    continue;
                }
                let mut takes = Vec::new();
                ours.moves(&after, &mut takes);
                for take in takes {
                    let text = ours.text(&after, take);
                    let taken = numbers(text.split("->").next().unwrap_or(""));
                    let mut end = after.clone();
                    ours.apply(&mut end, take);
                    pairs
                        .push((format!("{start}{}x{}", point(to[0], to[1]), point(taken[0], taken[1])), end));
                }
            }
            let mut right = Vec::new();
            native.moves(&b, &mut right);
            let natives: Vec<String> = right.iter().map(|&mv| native.text(&b, mv)).collect();
            assert_eq!(
                pairs.iter().map(|p| p.0.clone()).collect::<BTreeSet<_>>(),
                natives.iter().cloned().collect::<BTreeSet<_>>(),
                "play {play}"
            );
            if pairs.is_empty() {
                break;
            }
            let (text, next) = pairs.swap_remove(rng.below(pairs.len()));
            let j = natives.iter().position(|t| *t == text).expect("the sets are equal");
            native.apply(&mut b, right[j]);
            a = next;
        }
        assert_eq!(result(&ours, &a), result(&native, &b), "play {play}");
    }
}

#[test]
fn the_described_puzzles_have_their_known_answers() {
    let puzzle = described("puzzle8");
    assert_eq!(game::walk::reachable(&puzzle, &puzzle.initial(), 200_000), Some(181_440));
    let frogs = described("frogs");
    let levels = game::walk::census(&frogs, &frogs.initial(), 15, 10_000).expect("room enough");
    assert_eq!(levels.last().map(|l| (l.nodes, l.finished)), Some((2, 2)));
    let river = described("rivercrossing");
    let mut best = i32::MAX;
    let mut open = vec![river.initial()];
    let mut seen: std::collections::HashSet<State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        let minutes = river.points(&state, Player(0));
        if river.winner(&state) == 1 {
            best = best.min(minutes);
        }
        let mut moves = Vec::new();
        river.moves(&state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            river.apply(&mut next, mv);
            if river.points(&next, Player(0)) <= 20 && seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    assert_eq!(best, 17);
}
