//! Tiny files for single questions: what the original system does with each is in `EXPECTED.txt`.

use game::{Game as _, Player, Show as _};
use s3::{S3Game, Severity, load};
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/mini")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("the file is there")
}

fn expected() -> Vec<String> {
    read("EXPECTED.txt").lines().filter(|l| !l.starts_with('#')).map(str::to_string).collect()
}

fn list<'a>(line: &'a str, key: &str) -> &'a str {
    let at = line.find(&format!("{key}=[")).expect("the key is there") + key.len() + 2;
    line[at..].split(']').next().unwrap_or("")
}

/// All moves as the original prints them: sorted, with commas between.
fn moves(game: &S3Game) -> String {
    let state = game.initial();
    let mut texts: Vec<String> = game.all_moves(&state).into_iter().map(|mv| game.text(&state, mv)).collect();
    texts.sort();
    texts.join(", ")
}

#[test]
fn files_load_or_fail_as_in_the_original() {
    let mut tried = 0;
    for line in expected() {
        let Some((name, rest)) = line.split_once(": ") else { continue };
        tried += 1;
        let (game, found) = load(&read(name), name);
        // Missing pictures concern the reader of files; the rules do not need them.
        if rest == "LOAD FAILS" && name != "missing_image" {
            assert!(game.is_none(), "{name} must not load");
            let error = found.iter().find(|d| d.severity == Severity::Error).expect("a located error");
            assert!(error.line > 0 && !error.message.is_empty(), "{name}");
            continue;
        }
        let game = game.unwrap_or_else(|| panic!("{name} must load: {found:?}"));
        if name == "missing_image" {
            assert!(game.pictures().contains(&"nofile.png"));
            continue;
        }
        let players: Vec<&str> =
            game.player_names().iter().map(|p| if p.is_empty() { "null" } else { p.as_str() }).collect();
        assert_eq!(players.join(", "), list(rest, "players"), "{name}");
        let locations: Vec<&str> = game.locations().iter().map(|l| l.name.as_str()).collect();
        assert_eq!(locations.join(", "), list(rest, "locs"), "{name}");
        let background = game.board_picture().map_or("null".to_string(), |b| format!("images/{b}"));
        assert!(rest.contains(&format!("bg={background}")), "{name}: {background}");
        let start = game.initial();
        if rest.ends_with("moves=GENERATION FAILS") {
            let fault = game.fault(&start).unwrap_or_else(|| panic!("{name}: generating must fail"));
            assert!(fault.line > 0 && !fault.message.is_empty(), "{name}");
            assert!(game.all_moves(&start).is_empty());
            let mut list = Vec::new();
            game.moves(&start, &mut list);
            assert!(list.is_empty(), "{name}");
        } else {
            assert_eq!(game.fault(&start), None, "{name}");
            assert_eq!(moves(&game), list(rest, "moves"), "{name}");
        }
    }
    assert_eq!(tried, 30);
}

#[test]
fn the_first_move_has_the_effects_it_has_in_the_original() {
    let mut tried = 0;
    for line in expected() {
        let Some((name, rest)) = line.split_once(" list=") else { continue };
        tried += 1;
        let (game, _) = load(&read(name), name);
        let game = game.expect("it loads");
        assert_eq!(format!("[{}]", moves(&game)), rest.split(" before").next().unwrap_or(""), "{name}");
        let mut state = game.initial();
        let first = moves(&game).split(", ").next().unwrap_or("").to_string();
        let mv = game.parse(&state, &first).expect("legal");
        game.apply(&mut state, mv);
        let scores: Vec<String> = (0..2).map(|p| game.points(&state, Player(p)).to_string()).collect();
        assert_eq!(scores.join(", "), list(rest, "scores"), "{name}");
        assert!(rest.contains(&format!("player={} ", game.player(&state))), "{name}");
        assert!(rest.contains(&format!("winner={}", game.declared_winner(&state))), "{name}");
        assert_eq!(rest.ends_with("FAILS IN FOLLOWUP"), game.fault(&state).is_some(), "{name}");
        let scene = game.scene(&game::Observe::view(&game, &state, None), None, game::Lang::En);
        let kind = &scene.tokens.iter().find(|t| t.id == "x(1)").expect("the element is shown").kind;
        assert!(rest.contains(&format!("x(1)={}", kind.rsplit(':').next().unwrap_or(""))), "{name}: {kind}");
    }
    assert_eq!(tried, 7);
}
