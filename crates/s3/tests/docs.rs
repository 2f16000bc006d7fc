//! The examples of the documentation, run.

use game::{Game as _, Rng, walk};
use s3::{Probe, load, probe};
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

/// The fenced blocks of that language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_string).collect()
}

#[test]
fn every_game_in_the_pages_loads_without_a_remark_and_can_be_played() {
    let mut tried = 0;
    for name in ["s3.md", "s3-tutorial.md"] {
        for text in blocks(&page(name), "s3") {
            let (game, found) = load(&text, "example");
            assert_eq!(found, Vec::new(), "{name}");
            let game = game.expect("it loads");
            for seed in 0..20 {
                let end = walk::playout(&game, game.initial(), &mut Rng::new(seed));
                assert_eq!(game.fault(&end), None);
                assert!(game.winner(&end) > 0, "somebody wins");
            }
            tried += 1;
        }
    }
    assert_eq!(tried, 2);
}

#[test]
fn the_game_of_the_tutorial_is_well_defined() {
    let [text] = blocks(&page("s3-tutorial.md"), "s3").try_into().expect("one game");
    let game = load(&text, "race").0.expect("it loads");
    let findings = formal::check(&game, &formal::Budget::default()).1;
    assert_eq!(findings.of(formal::Property::WellDefined).decided(), Some(true));
}

#[test]
fn every_expression_in_the_reference_has_the_value_given() {
    let mut tried = 0;
    for (language, head) in [("s3-1", ""), ("s3-2", "[S3 2]\n")] {
        let game = format!("{head}[PLAYER NAMES]\n1=somebody\n");
        for block in blocks(&page("s3.md"), language) {
            for line in block.lines() {
                let (text, value) = line.split_once(" => ").expect("an expression and its value");
                let found = probe(&game, &[text]).expect("the game loads");
                let shown = match &found[0] {
                    Probe::Int(n) => n.to_string(),
                    Probe::Bool(b) => b.to_string(),
                    other => format!("{other:?}"),
                };
                assert_eq!(shown, value, "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 10);
}
