//! Zones that lie in zones: boxes that are carried about with what is in them.

use formal::{Budget, Property, answers, explore};
use game::{Game, Show};
use system::load;

/// Two boxes on the left, one with a coin in it. A box moves to the right with what it holds; the coin may change boxes
/// that lie on the same side.
const BOXES: &str = "
    player(ann).
    state(ann, [left([box(1, [coin]), box(2, [])]), right([])]).
    turn(carry(B), state(P, [left(L), right(R)]), state(P, [left(M), right([box(B, H) | R])])) :-
        select(box(B, H), L, M).
    turn(swap, state(P, [left(L), right(R)]), state(P, [left([box(A, []), box(B, [C]) | M]), right(R)])) :-
        select(box(A, [C]), L, L1), select(box(B, []), L1, M).
    set(left). set(right).
    win(state(P, [left([]) | _]), P).
";

#[test]
fn a_zone_moves_with_what_lies_in_it() {
    let (game, findings) = load(BOXES, "boxes");
    let game = game.unwrap_or_else(|| panic!("{findings:?}"));
    let a = explore(&game, &Budget::default(), &mut |_| {});
    // Which boxes are right (4 ways) and which box holds the coin (2 ways); with one box left the coin stays.
    assert_eq!(a.len(), 8);
    assert!(a.nodes().all(|n| !a.broken(&game, n)), "nothing is lost");
    let found = answers(&game, &a);
    assert_eq!(found.of(Property::TotallyDefined).decided(), Some(true), "{found:?}");
    assert_eq!(found.of(Property::WeaklyWinning).decided(), Some(true), "{found:?}");
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| game.text(&game.initial(), mv)).collect();
    assert_eq!(texts, ["carry(1)", "carry(2)", "swap"]);
}

#[test]
fn a_zone_that_is_left_behind_or_doubled_is_a_defect() {
    let lose = BOXES.replace("right([box(B, H) | R])", "right(R)");
    let (game, _) = load(&lose, "boxes");
    let game = game.unwrap();
    let mut s = game.initial();
    let mut moves = Vec::new();
    game.moves(&s, &mut moves);
    game.apply(&mut s, moves[0]);
    assert!(game.defect(&s).unwrap().contains("is lost"), "{:?}", game.defect(&s));
    let double = BOXES.replace(
        "state(P, [left(M), right([box(B, H) | R])])",
        "state(P, [left(L), right([box(B, H) | R])])",
    );
    let (game, _) = load(&double, "boxes");
    let game = game.unwrap();
    let mut s = game.initial();
    game.apply(&mut s, moves[0]);
    assert!(game.defect(&s).unwrap().contains("twice"), "{:?}", game.defect(&s));
    let out = BOXES.replace("[left(M), right([box(B, H) | R])]", "[left(M), right(R), box(B, H)]");
    let (game, _) = load(&out, "boxes");
    let game = game.unwrap();
    let mut s = game.initial();
    game.apply(&mut s, moves[0]);
    assert!(game.defect(&s).unwrap().contains("lies in no zone"), "{:?}", game.defect(&s));
}

#[test]
fn a_sheet_calls_a_zone_in_a_zone_by_its_whole_name() {
    let (game, _) = load(BOXES, "boxes");
    let sheet = system::sheet(&game.unwrap(), game::Lang::En).text;
    assert!(sheet.contains("1 × box (1), 1 × box (2)"), "{sheet}");
    assert!(sheet.contains("- Left: box (1), box (2)"), "{sheet}");
}
