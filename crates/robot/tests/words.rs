//! Eyes: which move explains what is seen, and what is said when none does.

use game::{Layout, Place, Player, Scene, Token, Turn, Zone};
use robot::eye::{Choice, Eye, EyeError, Sight, Spotted, Watched, differences, explain};

fn scene(tokens: &[(&str, usize)]) -> Scene {
    let mut board = Zone::new("board", "board", Layout::Grid { columns: 3, rows: 1 });
    board.names = ["a", "b", "c"].map(String::from).to_vec();
    let token = |(i, &(kind, slot)): (usize, &(&str, usize))| {
        let label = if kind.starts_with("die") { "die" } else { kind };
        Token::up(i.to_string(), kind, label, Place::new("board", slot))
    };
    Scene {
        zones: vec![board],
        tokens: tokens.iter().enumerate().map(token).collect(),
        said: Vec::new(),
        turn: Turn::Player(Player(0)),
        points: Vec::new(),
    }
}

fn seen(tokens: &[(&str, usize)]) -> Vec<Spotted> {
    let spot =
        |&(kind, slot): &(&str, usize)| Spotted { place: Place::new("board", slot), kind: kind.into() };
    tokens.iter().map(spot).collect()
}

fn choice(text: &str, tokens: &[(&str, usize)]) -> Choice {
    Choice { texts: vec![text.into()], label: text.into(), after: scene(tokens) }
}

/// An eye that sees what it is told to.
struct Fixed(Sight);

impl Eye for Fixed {
    fn look(&mut self, _expected: &Scene) -> Result<Sight, EyeError> {
        Ok(self.0.clone())
    }
}

#[test]
fn the_move_that_explains_the_table_is_found_and_nothing_else_is() {
    let before = scene(&[("x", 0)]);
    let choices = [choice("right", &[("x", 1)]), choice("far", &[("x", 2)]), choice("again", &[("x", 2)])];
    let watch = |tokens: &[(&str, usize)]| explain(&seen(tokens), &before, &choices, &|_| true);
    assert_eq!(watch(&[("x", 1)]), Watched::Made(0));
    assert_eq!(watch(&[("x", 2)]), Watched::Made(1), "two moves with one picture are one");
    assert_eq!(watch(&[("x", 0)]), Watched::Unchanged);
    let Watched::Unclear(why) = watch(&[("x", 1), ("o", 2)]) else { panic!("a stranger is not a move") };
    assert_eq!(why.en, "this looks like 'right', but c: o instead of nothing");
    let Watched::Unclear(why) = watch(&[("o", 0), ("x", 2), ("o", 1)]) else { panic!() };
    assert!(why.cs.contains("je tam") && why.sk.contains("má tam byť"), "{why:?}");
}

#[test]
fn moves_that_differ_only_where_nobody_looks_are_told_apart_by_nothing() {
    let before = scene(&[("x", 0)]);
    let choices = [choice("b", &[("x", 1)]), choice("c", &[("x", 2)])];
    let half = |place: &Place| place.slot == 0;
    assert_eq!(explain(&[], &before, &choices, &half), Watched::Made(0));
    let gone = [choice("b", &[("x", 1)]), choice("out", &[])];
    assert!(matches!(explain(&seen(&[("x", 1)]), &before, &gone, &|_| true), Watched::Made(0)));
}

#[test]
fn hands_unreadable_tables_and_blind_eyes_are_passed_on() {
    let before = scene(&[]);
    assert_eq!(Fixed(Sight::Hand).watch(&before, &[]), Ok(Watched::Hand));
    assert!(matches!(Fixed(Sight::Blind).watch(&before, &[]), Ok(Watched::Unclear(_))));
    assert_eq!(Fixed(Sight::Table(Vec::new())).watch(&before, &[]), Ok(Watched::Unchanged));
}

#[test]
fn two_sides_of_one_thing_are_named_by_their_kinds() {
    let wanted = scene(&[("die:4", 0)]);
    let list = differences(&seen(&[("die:2", 0)]), &wanted, &|_| true);
    assert_eq!(robot::eye::spoken(&list, &wanted)[0], "a: die:2 instead of die:4");
}
