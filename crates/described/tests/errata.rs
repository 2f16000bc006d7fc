//! Three games as they were first written down, with their mistakes: each is found by name, with a shortest play.

use described::{Erratum, errata};

fn of(name: &str) -> Vec<Erratum> {
    let path = format!("{}/../system/tests/data/{name}.pl", env!("CARGO_MANIFEST_DIR"));
    errata(&std::fs::read_to_string(path).unwrap(), &format!("{name}.pl"))
}

fn named<'a>(list: &'a [Erratum], name: &str, words: &str) -> &'a Erratum {
    let found =
        list.iter().find(|e| e.name == name && (e.cause.contains(words) || e.assuming.contains(words)));
    found.unwrap_or_else(|| panic!("no '{name}' with '{words}' in {list:#?}"))
}

#[test]
fn the_wrong_winner_and_the_drawn_win_are_shown_by_plays() {
    let list = of("tictactoe");
    let wrong = named(&list, "the win goes to the wrong player", "line 19");
    assert_eq!(wrong.play.len(), 5, "nobody has three in a row before: {wrong:?}");
    assert!(
        wrong.cause.contains("player 2 is said to have won, and player 1 made the last move"),
        "{}",
        wrong.cause
    );
    let drawn = named(&list, "a draw reported as a win", "line 22");
    assert_eq!(drawn.play.len(), 9, "a draw needs a full board: {drawn:?}");
}

#[test]
fn a_king_laid_on_an_ace_is_shown() {
    let list = of("patience");
    let order = named(&list, "two orders that differ", "`k` and `a` are neighbours");
    assert_eq!(order.line, 15);
    assert!(order.play.len() <= 7, "three cards turned up in two columns, then the king goes: {order:?}");
}

#[test]
fn the_throws_of_ludo_are_tried_one_by_one() {
    let list = of("ludo");
    assert_eq!(named(&list, "an invented token", "random(6) gives 0 to 5").play.len(), 1);
    assert_eq!(named(&list, "nobody is next", "random(6) gives 0 to 5").play.len(), 1);
    assert_eq!(named(&list, "two answers of next", "lines 25 and 29 both apply").play.len(), 1);
    let dead = named(&list, "a dead end", "nobody has anything to do");
    assert_eq!(dead.play.len(), 1, "one throw is enough: {dead:?}");
}

#[test]
fn sound_descriptions_have_no_errata() {
    for name in ["tictactoe", "nim"] {
        let path = format!("{}/../../data/system/{name}/{name}.pl", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(errata(&std::fs::read_to_string(path).unwrap(), name), []);
    }
    assert_eq!(errata("[S3 2]", "x.s3"), []);
    assert_eq!(errata("player(", "x.pl"), []);
}
