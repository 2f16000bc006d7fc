//! The descriptions in the documentation, run.

use formal::{Budget, Property};
use game::{Game, Rng, Turn, walk};
use std::path::Path;
use system::{SystemGame, load, with_parameters};

/// The listings of a page.
fn listings(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name);
    let page = std::fs::read_to_string(path).expect("the page is there");
    let blocks = page.split("```prolog\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_string).collect()
}

fn sound(text: &str) -> SystemGame {
    let (game, found) = load(text, "listing");
    assert_eq!(found, Vec::new(), "{text}");
    game.expect("it loads")
}

#[test]
fn every_listing_loads_without_a_remark_and_every_play_ends_by_a_rule() {
    let mut tried = 0;
    for name in ["system.md", "system-tutorial.md"] {
        for text in listings(name) {
            let game = sound(&text);
            for seed in 0..20 {
                let end = walk::playout(&game, game.initial(), &mut Rng::new(seed));
                assert_eq!(game.turn(&end), Turn::Over);
                assert!(!game.stuck(&end), "{name}");
            }
            tried += 1;
        }
    }
    assert_eq!(tried, 4);
}

#[test]
fn what_the_tutorial_says_of_its_games_is_true() {
    let [take, dice, row] = listings("system-tutorial.md").try_into().expect("three listings");
    let decided =
        |text: &str, property| formal::check(&sound(text), &Budget::default()).1.of(property).decided();
    assert_eq!(decided(&take, Property::WellDefined), Some(true));
    let found = load(&take.replace("alike(c).\n", ""), "x").1;
    assert!(found.iter().any(|d| d.is_error() && d.message.contains("is in two places")), "{found:?}");
    let found = load(&take.replace("turn(take(2)", "trun(take(2)"), "x").1;
    assert!(found.iter().any(|d| d.hint.as_deref() == Some("did you mean turn?")), "{found:?}");
    let found = load(&dice.replace("aside(_)]), Q) :- other(P, Q)", "aside(_)]), P)"), "x").1;
    assert!(found.iter().any(|d| d.message.contains("already passed the turn")), "{found:?}");
    let larger = with_parameters(&dice, &[("size", "20")]).unwrap();
    assert_eq!(sound(&larger).settings()[0].default, "20");
    assert!(load(&with_parameters(&dice, &[("size", "5")]).unwrap(), "x").0.is_none());
    assert_eq!(decided(&row, Property::WellDefined), Some(true));
    assert_eq!(decided(&row.replace("repetition(3, draw).\n", ""), Property::Terminating), Some(false));
}
