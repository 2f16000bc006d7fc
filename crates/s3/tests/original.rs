//! The original system's own files: counts, states, known answers and refusals as it gives them.

use game::{Game as _, Player, Show as _, Turn, walk};
use s3::{S3Game, Severity, load};
use serde_json::Value;

const FILES: [(&str, &str); 4] = [
    ("Frogs", include_str!("data/originals/Frogs")),
    ("TicTacToe", include_str!("data/originals/TicTacToe")),
    ("RiverCrossing", include_str!("data/originals/RiverCrossing")),
    ("Connect4", include_str!("data/originals/Connect4")),
];

fn truth() -> Value {
    serde_json::from_str(include_str!("data/groundtruth.json")).expect("the ground truth is valid JSON")
}

fn game(name: &str) -> S3Game {
    let text = FILES.iter().find(|f| f.0 == name).expect("a known file").1;
    let (game, found) = load(text, name);
    let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    game.expect("an original loads")
}

#[test]
fn sequences_and_states_are_those_of_the_original() {
    for (name, _) in FILES {
        let game = game(name);
        let known = truth()["games"][name]["perft"]["depths"].as_array().expect("depths").clone();
        let deepest = known.iter().filter_map(|d| d["depth"].as_u64()).max().expect("depths");
        let levels = walk::census(&game, &game.initial(), deepest as u32, 1_000_000).expect("room enough");
        let mut compared = 0;
        for (i, known) in known.iter().enumerate() {
            let level = &levels[i];
            assert_eq!(Some(level.nodes), known["sequences_distinct"].as_u64(), "{name}: {known}");
            if let Some(states) = known["states_norm"].as_u64() {
                assert_eq!(level.states, states, "{name}: {known}");
            }
            compared += 1;
        }
        assert_eq!(compared, deepest, "{name}");
    }
}

#[test]
fn the_full_list_has_the_size_the_original_gives() {
    for (name, _) in FILES {
        let game = game(name);
        let known = &truth()["games"][name];
        let start = game.initial();
        assert_eq!(Some(game.all_moves(&start).len() as u64), known["initial_moves_all"].as_u64(), "{name}");
        assert_eq!(Some(game.distinct_moves(&start).len() as u64), known["initial_moves_distinct"].as_u64());
    }
}

/// splitmix64 as the ground truth's random games use it.
struct Split(u64);

impl Split {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^= x >> 31;
        (((x >> 32) * n as u64) >> 32) as usize
    }
}

#[test]
fn random_games_of_the_original_replay_move_by_move() {
    for (name, _) in FILES {
        let game = game(name);
        let known = &truth()["games"][name]["random"]["all"];
        let plies: Vec<u64> =
            known["plies"].as_array().expect("plies").iter().filter_map(Value::as_u64).collect();
        let mut digest = 0x811c_9dc5u32;
        let mut winners = [0u64; 3];
        for (g, &length) in plies.iter().enumerate() {
            let mut rng = Split(g as u64 + 1);
            let mut state = game.initial();
            let mut made = 0;
            while game.declared_winner(&state) == -1 {
                let mut texts: Vec<String> =
                    game.all_moves(&state).into_iter().map(|mv| game.text(&state, mv)).collect();
                texts.sort();
                if texts.is_empty() {
                    break;
                }
                let text = &texts[rng.below(texts.len())];
                for byte in text.bytes().chain([b'\n']) {
                    digest = (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193);
                }
                let mv = game.parse(&state, text).expect("a move of the list is legal");
                game.apply(&mut state, mv);
                made += 1;
            }
            assert_eq!(made, length, "{name}: game {g}");
            winners[usize::try_from(game.winner(&state)).expect("the game is over")] += 1;
        }
        for (code, count) in winners.iter().enumerate() {
            let known = known["winner_counts"][code.to_string()].as_u64().unwrap_or(0);
            assert_eq!(*count, known, "{name}: winner {code}");
        }
        if let Some(text) = known["move_digest"].as_str() {
            assert_eq!(format!("{digest:08x}"), text, "{name}");
        }
    }
}

/// Shortest way to a state that satisfies `goal`.
fn shortest(game: &S3Game, goal: impl Fn(&s3::State) -> bool) -> Option<usize> {
    let mut level = vec![game.initial()];
    let mut seen: std::collections::HashSet<s3::State> = level.iter().cloned().collect();
    for depth in 0.. {
        if level.iter().any(&goal) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for state in &level {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            for mv in moves {
                let mut after = state.clone();
                game.apply(&mut after, mv);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

#[test]
fn frogs_are_home_after_fifteen_moves() {
    let game = game("Frogs");
    assert_eq!(shortest(&game, |s| game.winner(s) == 1), Some(15));
    assert_eq!(walk::reachable(&game, &game.initial(), 1000), Some(72));
}

#[test]
fn the_family_crosses_the_river_in_seventeen_minutes_at_best() {
    let game = game("RiverCrossing");
    let home = |s: &s3::State| game.winner(s) == 1;
    let left = |s: &s3::State| game.points(s, Player(0));
    assert_eq!(shortest(&game, |s| home(s) && left(s) == 50 - 17), Some(13));
    // The score only falls: everything with at least 33 points left is all that could be better.
    let mut open = vec![game.initial()];
    let mut seen: std::collections::HashSet<s3::State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        assert!(!home(&state) || left(&state) <= 33);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.apply(&mut next, mv);
            if left(&next) >= 33 && seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    assert!(seen.len() > 1000);
}

#[test]
fn a_full_board_is_a_draw_and_a_row_wins() {
    let game = game("TicTacToe");
    let mut state = game.initial();
    for text in ["qx(1)->s(1,1):px(1)", "qo(4)->s(2,1):po(4)", "qx(3)->s(1,2):px(3)", "qo(2)->s(2,2):po(2)"] {
        let mv = game.parse(&state, text).expect("any piece of the stack may be named");
        game.apply(&mut state, mv);
        assert_eq!(game.winner(&state), -1);
    }
    assert!(game.parse(&state, "qx(1)->s(1,3):px(1)").is_err(), "px(1) stands elsewhere");
    let mv = game.parse(&state, "qx(5)->s(1,3):px(5)").expect("legal");
    game.apply(&mut state, mv);
    assert_eq!((game.winner(&state), game.turn(&state)), (1, Turn::Over));
    assert_eq!((game.score(&state, Player(0)), game.score(&state, Player(1))), (1, -1));
}
