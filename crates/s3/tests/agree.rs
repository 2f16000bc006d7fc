//! The fast path against the plain one: tables and graphs must do exactly what the machine does step by step.

mod written;

use game::{Game as _, Player, Rng, Show as _};
use s3::{S3Game, State, load};
use std::collections::HashSet;
use std::path::Path;

/// Texts of games with their names.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    for folder in ["tests/data/originals", "tests/data/mini"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        list.extend(entries.map(|e| e.expect("an entry").path()));
    }
    if let Ok(games) = std::fs::read_dir(root.join("../../data/s3")) {
        for game in games {
            let folder = game.expect("an entry").path();
            let inside = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path());
            list.extend(inside.filter(|p| p.extension().is_some_and(|x| x == "s3")));
        }
    }
    list.sort();
    list.retain(|p| !p.ends_with("EXPECTED.txt"));
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a text");
    let mut texts: Vec<(String, String)> = list.iter().map(|p| (p.display().to_string(), read(p))).collect();
    texts.extend(written::all().into_iter().map(|(name, text)| (name.to_string(), text)));
    texts
}

/// Everything about a state that the outside can see.
fn seen(game: &S3Game, s: &State) -> (u8, i32, Vec<i32>, bool) {
    let points = Player::all(game.players()).map(|p| game.points(s, p)).collect();
    (game.player(s), game.declared_winner(s), points, game.fault(s).is_some())
}

#[test]
fn generated_moves_and_states_are_those_of_the_machine() {
    let mut compared = 0;
    for (path, text) in files() {
        let (Some(game), _) = load(&text, "game") else { continue };
        let mut rng = Rng::new(11);
        // The plain path is slow where there are many elements and locations.
        let mut budget = (800_000 / (text.len() + 1)).clamp(60, 400) as i32;
        while budget > 0 {
            let mut state = game.initial();
            for _ in 0..400 {
                budget -= 1;
                let mut fast = Vec::new();
                game.moves(&state, &mut fast);
                if fast.first().is_some_and(|mv| game.text(&state, *mv).starts_with("chance:")) {
                    let mv = game.pick(&state, &mut rng, &mut Vec::new()).expect("chance brings something");
                    game.apply(&mut state, mv);
                    continue;
                }
                let slow: HashSet<_> = game.distinct_moves(&state).into_iter().collect();
                let as_set: HashSet<_> = fast.iter().copied().collect();
                assert_eq!(fast.len(), as_set.len(), "{path:?}: a move twice");
                assert_eq!(as_set, slow, "{path:?}");
                compared += 1;
                // The law of pick.
                let (mut a, mut b) = (rng.clone(), rng.clone());
                let picked = game.pick(&state, &mut a, &mut Vec::new());
                assert_eq!(picked, (!fast.is_empty()).then(|| fast[b.below(fast.len())]), "{path:?}");
                rng = a;
                let Some(mv) = picked else { break };
                let mut plain = state.clone();
                let named = game.named_move(&game.text(&state, mv)).expect("its text names it");
                game.apply(&mut plain, named);
                game.apply(&mut state, mv);
                assert_eq!(seen(&game, &state), seen(&game, &plain), "{path:?}");
                assert_eq!(state, plain, "{path:?}: {}", game.text(&state, mv));
                if budget <= 0 {
                    break;
                }
            }
        }
    }
    assert!(compared > 1000, "only {compared} states compared");
}

#[test]
fn moves_by_the_machine_and_by_the_tables_may_alternate() {
    for (path, text) in files() {
        let (Some(game), _) = load(&text, "game") else { continue };
        let mut rng = Rng::new(23);
        // One play by the tables, one in which every other move is the machine's.
        let (mut fast, mut mixed) = (game.initial(), game.initial());
        for i in 0..60 {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            game.moves(&fast, &mut one);
            game.moves(&mixed, &mut other);
            assert_eq!(one, other, "{path:?}: after {i} moves");
            let Some(mv) = game.pick(&fast, &mut rng, &mut Vec::new()) else { break };
            let same = other[one.iter().position(|m| *m == mv).expect("a listed move")];
            let named = game.named_move(&game.text(&mixed, same)).filter(|_| i % 2 == 1);
            game.apply(&mut fast, mv);
            game.apply(&mut mixed, named.unwrap_or(same));
            assert_eq!(fast, mixed, "{path:?}: after {i} moves");
        }
    }
}

#[test]
fn expressions_that_call_themselves_are_compiled() {
    for (name, text) in written::reversis() {
        let (game, found) = load(&text, "game");
        let game = game.unwrap_or_else(|| panic!("{name}: {found:?}"));
        let compiled = game.compiled();
        assert!(compiled.contains("one by one; 0 conditions left"), "{name}: {compiled}");
        // The counts of the original engine for its own Reversi of this size, which has the same rules.
        let counts: Vec<u64> =
            (1..=6).map(|depth| game::walk::perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, [4, 12, 56, 244, 1364, 7604], "{name}");
    }
}
