//! Slips of the pen that are good Prolog, or nearly: each is told with its place, its cause and what was meant.

use system::{Diagnostic, load};

const GAME: &str = "player(ann).
player(bob).
alike(c).
state(ann, [heap([c,c,c,c]), aside([])]).
turn(take, state(P, [heap([c|H]), aside(A)]), state(P, [heap(H), aside([c|A])])).
next(_, state(P, Z), state(Q, Z)) :- other(P, Q).
other(ann, bob).
other(bob, ann).
win(state(P, [heap([])|_]), Q) :- other(P, Q).
layout(board, grid(2, 1)).
place(heap, board, 0).
place(aside, board, 1).
label(heap, en, heap).
label(heap, cs, 'hromádka').
label(heap, sk, 'kôpka').
";

fn found(text: &str) -> Vec<Diagnostic> {
    load(text, "slip.pl").1
}

/// The text with one part replaced must be told `message` with `hint` at that line.
fn slip(old: &str, new: &str, line: usize, message: &str, hint: &str) {
    assert!(GAME.contains(old), "{old}");
    told(&GAME.replacen(old, new, 1), line, message, hint);
}

fn told(text: &str, line: usize, message: &str, hint: &str) {
    let list = found(text);
    let hit = list.iter().find(|d| d.message.contains(message));
    let hit = hit.unwrap_or_else(|| panic!("'{message}' not among {list:#?}\nof\n{text}"));
    assert_eq!(hit.line, line, "{hit:?}");
    let given = hit.hint.clone().unwrap_or_default();
    assert!(given.contains(hint), "{given:?} is not {hint:?}");
    assert!(hit.render("slip.pl").contains(&format!("slip.pl:{line}:")));
}

#[test]
fn a_sound_description_has_nothing_to_report() {
    assert_eq!(found(GAME), Vec::new());
}

#[test]
fn a_misspelt_predicate_of_the_game_is_told_with_what_was_meant() {
    slip("turn(take", "trun(take", 5, "the predicate turn is missing", "did you mean it by trun/3 here?");
    slip("win(state", "wim(state", 9, "the predicate win is missing", "did you mean it by wim/2 here?");
    slip("next(_", "nxet(_", 6, "the predicate next is missing", "did you mean it by nxet/3 here?");
    // One clause of several.
    let more = format!("{GAME}trun(pass, S, S).\n");
    told(&more, 16, "nothing asks for trun/3", "did you mean turn?");
    told(&format!("{GAME}lable(aside, 'aside').\n"), 16, "nothing asks for lable/2", "did you mean label?");
    told(&format!("{GAME}leftover(1).\n"), 16, "nothing asks for leftover/1", "remove it, or call it");
}

#[test]
fn a_call_of_what_does_not_exist_is_told_with_what_was_meant() {
    slip(
        ":- other(P, Q).\nother",
        ":- othr(P, Q).\nother",
        6,
        "unknown predicate othr/2",
        "did you mean other?",
    );
    slip(
        ":- other(P, Q).\nother",
        ":- other(P, Q, Z).\nother",
        6,
        "unknown predicate other/3",
        "there is other/2",
    );
    slip(
        ":- other(P, Q).\nother",
        ":- other(P, Q), lenght(Z, _).\nother",
        6,
        "unknown predicate lenght/2",
        "did you mean length?",
    );
    slip(
        ":- other(P, Q).\nother",
        ":- other(P, Q), member(Z).\nother",
        6,
        "unknown predicate member/1",
        "there is member/2",
    );
}

#[test]
fn a_turn_that_changes_the_player_is_told() {
    slip(
        "state(P, [heap(H), aside([c|A])])",
        "state(bob, [heap(H), aside([c|A])])",
        5,
        "this turn changes the player",
        "next(Before",
    );
    slip(
        "state(P, [heap(H), aside([c|A])])).",
        "state(Q, [heap(H), aside([c|A])])) :- other(P, Q).",
        5,
        "this turn changes the player",
        "next(Before",
    );
    let same = GAME.replacen(
        "state(P, [heap(H), aside([c|A])])).",
        "state(Q, [heap(H), aside([c|A])])) :- Q = P.",
        1,
    );
    assert_eq!(found(&same), Vec::new());
}

#[test]
fn a_value_that_is_written_and_wiped_may_lie_in_several_places() {
    let text = "
        player(ann). player(bob).
        marker(0). marker(1).
        state(ann, [points(ann, [0]), points(bob, [0])]).
        turn(score, state(ann, [points(ann, [0]), B]), state(ann, [points(ann, [1]), B])).
        turn(score, state(bob, [A, points(bob, [0])]), state(bob, [A, points(bob, [1])])).
        next(_, state(ann, Z), state(bob, Z)).
        next(_, state(bob, Z), state(ann, Z)).
        win(state(_, [points(ann, [1]), points(bob, [1])]), draw).
    ";
    assert!(found(text).iter().all(|d| !d.message.contains("two places")), "{:?}", found(text));
    assert!(system::load(text, "points").0.is_some());
    // A token that is no marker still lies in one place.
    let token = text.replace("marker(0).", "").replace("points(ann, [0])", "points(ann, [t])");
    let token = token.replace("points(bob, [0])", "points(bob, [t])");
    told(&token, 4, "in two places", "marker(Value)");
}

#[test]
fn a_missing_full_stop_is_told_where_it_is_missing() {
    let stop = "a full stop is missing at the end of this line";
    slip("player(ann).", "player(ann)", 1, stop, "end every clause with a full stop");
    slip("other(P, Q).\nother", "other(P, Q)\nother", 6, stop, "end every clause");
    slip("label(heap, sk, 'kôpka').", "label(heap, sk, 'kôpka')", 15, stop, "end every clause");
    slip("alike(c).", "alike(c) % the only kind\n", 3, stop, "end every clause");
    slip("player(ann).\n", "player(ann).", 1, "syntax error", "put a blank or a new line after a full stop");
    slip(
        "other(P, Q).\nother(ann, bob).\nother(bob, ann).\nwin",
        "other(P, Q).\nother(ann, bob).\nother(bob, ann) :- true,\nwin",
        9,
        "",
        "two rules run together",
    );
    // What could not be read is not called missing too.
    let list = found(&GAME.replacen("player(ann).", "player(ann)", 1));
    assert_eq!(list.iter().filter(|d| d.is_error()).count(), 1, "{list:#?}");
}

#[test]
fn texts_and_places_of_things_that_do_not_exist_are_told() {
    let more = |line: &str| format!("{GAME}{line}\n");
    told(&more("label(haep, 'heap')."), 16, "label speaks of `haep`", "did you mean `heap`?");
    told(&more("label(when(tkae), 'x')."), 16, "label speaks of `tkae`", "did you mean `take`?");
    told(&more("label(aside, cz, 'stranou')."), 16, "no language is called `cz`", "Czech is cs");
    told(&more("place(hepa, board, 1)."), 16, "place speaks of the zone `hepa`", "did you mean `heap`?");
    slip("place(aside, board, 1)", "place(aside, baord, 1)", 12, "there is no board `baord`", "");
    slip("place(aside, board, 1)", "place(aside, board, 2)", 12, "`board` has the slots 0 to 1, not 2", "");
    slip("grid(2, 1)", "gird(2, 1)", 10, "`gird(2,1)` is not a layout", "did you mean grid?");
    told(&more("layout(stok, fan)."), 16, "layout speaks of `stok`", "");
    told(&more("owner(heap, anm)."), 16, "owner speaks of the player `anm`", "did you mean `ann`?");
    told(&more("team(anm, reds)."), 16, "team speaks of the player `anm`", "did you mean `ann`?");
    told(&more("looks(d, 'card:HK')."), 16, "looks speaks of `d`", "");
    slip("alike(c).", "alike(c). alike(cc).", 3, "alike speaks of the token `cc`", "did you mean `c`?");
    slip("label(heap, cs, 'hromádka').\n", "", 13, "no Czech label for heap", "add label(heap, cs, '…')");
}

#[test]
fn shipped_descriptions_have_nothing_to_report() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/system");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let Ok(text) = std::fs::read_to_string(entry.path().join(format!("{name}.pl"))) else { continue };
        let list = load(&text, &name).1;
        assert_eq!(list, Vec::new(), "{name}");
        seen += 1;
    }
    assert!(seen >= 8, "{seen}");
}
