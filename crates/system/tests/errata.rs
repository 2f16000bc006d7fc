//! Three games as they were first written down, with their mistakes: each mistake is found and named, either when the
//! description is loaded or by exploring the game, with a shortest play that shows it.

use formal::{Answer, Budget, Property};
use game::{Game, Player, Turn};
use system::{Diagnostic, SystemGame};

fn read(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/data/{name}.pl", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn finds(list: &[Diagnostic], error: bool, words: &str) -> Diagnostic {
    let found = list.iter().find(|d| d.is_error() == error && d.message.contains(words));
    found.unwrap_or_else(|| panic!("'{words}' is not among {list:#?}")).clone()
}

fn game_of(text: &str) -> SystemGame {
    let (game, findings) = system::load(text, "game");
    game.unwrap_or_else(|| panic!("{findings:#?}"))
}

fn few(states: usize) -> Budget {
    Budget { states, ..Budget::default() }
}

#[test]
fn fields_that_share_a_name_are_found() {
    let (game, findings) = system::load(&read("tictactoe_printed"), "t");
    assert!(game.is_none());
    let d = finds(&findings, true, "two zones are called `z_1_3`");
    assert_eq!(d.line, 5);
    assert!(d.render("t.pl").contains("t.pl:5:1"));
}

#[test]
fn variables_inside_atoms_are_found() {
    let (_, findings) = system::load(&read("tictactoe_printed"), "t");
    let d = finds(&findings, false, "no zone is called `z_X_Y`");
    assert_eq!(d.line, 11);
    assert!(d.hint.unwrap().contains("variable inside an atom"));
    finds(&findings, false, "no zone is called `z_P`");
}

#[test]
fn several_bars_in_a_list_are_found() {
    let (game, findings) = system::load(&read("patience_printed"), "t");
    assert!(game.is_none());
    let d = finds(&findings, true, "syntax error");
    assert_eq!(d.line, 4);
    assert!(d.hint.unwrap().contains("one bar"));
}

#[test]
fn variables_as_names_of_terms_are_found() {
    let (game, findings) = system::load(&read("ludo_printed"), "t");
    assert!(game.is_none());
    let d = finds(&findings, true, "syntax error");
    assert_eq!(d.line, 4);
    assert!(d.hint.unwrap().contains("a variable cannot be the name of a term"));
}

/// A state after the moves at these places of the lists.
fn after(game: &SystemGame, path: &[usize]) -> system::State {
    let mut s = game.initial();
    for &i in path {
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        game.apply(&mut s, moves[i]);
    }
    s
}

#[test]
fn a_winner_credited_after_the_turn_has_passed_is_found() {
    let text = read("tictactoe");
    let (game, findings) = system::load(&text, "t");
    let d = finds(&findings, false, "credits the player to move");
    assert_eq!(d.line, 19);
    // X takes the whole first row and O is said to have won.
    let game = game.unwrap();
    let s = after(&game, &[0, 2, 0, 1, 0]);
    assert_eq!(game.turn(&s), Turn::Over);
    assert_eq!((game.score(&s, Player(0)), game.score(&s, Player(1))), (-1, 1));
}

#[test]
fn a_draw_reported_as_a_win_is_found() {
    let (_, findings) = system::load(&read("tictactoe"), "t");
    let d = finds(&findings, false, "a draw is reported as a win");
    assert_eq!(d.line, 22);
    // With the clause as advised the finding is gone.
    let better =
        read("tictactoe").replace("win(state(P, Zin), P) :- full", "win(state(_, Zin), draw) :- full");
    let (_, findings) = system::load(&better, "t");
    assert!(!findings.iter().any(|d| d.message.contains("a draw is reported")));
}

#[test]
fn an_ace_above_the_king_in_one_of_two_orders_is_found() {
    let (game, findings) = system::load(&read("patience"), "t");
    let d = finds(&findings, false, "two orders of the same things differ");
    assert!(d.message.contains("`a` has another rank"), "{}", d.message);
    assert!(game.is_some(), "{findings:#?}");
}

#[test]
fn chance_inside_a_rule_is_found_with_its_range() {
    let (_, findings) = system::load(&read("ludo"), "t");
    let d = finds(&findings, false, "chance inside a rule");
    assert!(d.message.contains("random(6) gives 0 to 5"), "{}", d.message);
}

/// The board game with every result of the die as a choice.
fn thrown(range: &str, markers: &str) -> SystemGame {
    let text = read("ludo").replace("X is random(6)", range);
    game_of(&format!("{text}\n{markers}\n"))
}

#[test]
fn a_value_written_into_a_zone_is_an_invented_token() {
    let game = thrown("between(1, 6, X)", "");
    let s = after(&game, &[0]);
    let defect = game.defect(&s).unwrap();
    assert!(
        defect.contains("turn/2,3 at line 36") && defect.contains("the token `1` in zone `pom` is invented"),
        "{defect}"
    );
}

#[test]
fn a_throw_of_nought_leaves_nobody_to_move() {
    let game = thrown("between(0, 5, X)", "marker(N) :- between(0, 6, N).");
    let defect = game.defect(&after(&game, &[0])).unwrap();
    assert!(defect.contains("next/3 says nothing after turn/2,3 at line 36"), "{defect}");
}

#[test]
fn a_six_is_treated_by_two_clauses_of_next() {
    let game = thrown("between(1, 6, X)", "marker(N) :- between(0, 6, N).");
    let defect = game.defect(&after(&game, &[5])).unwrap();
    assert!(defect.contains("the clauses at lines 25 and 29 both apply"), "{defect}");
}

#[test]
fn the_dead_end_of_a_throw_without_a_move_is_found_and_shown() {
    let game = thrown("between(1, 6, X)", "marker(N) :- between(0, 6, N).");
    let (_, findings) = formal::check(&game, &few(2_000));
    let Answer::No { play, .. } = findings.of(Property::TotallyDefined) else {
        panic!("no dead end: {:?}", findings.of(Property::TotallyDefined));
    };
    let mut s = game.initial();
    for &mv in play {
        game.apply(&mut s, mv);
    }
    assert!(game.stuck(&s));
    assert_eq!(play.len(), 1, "one throw is enough");
}

#[test]
fn lost_and_doubled_tokens_are_named_with_their_rule() {
    let text = "player(a).\nstate(a, [left([x, y]), right([])]).\n\
        turn(lose, state(P, [left([_|L]), R]), state(P, [left(L), R])).\n\
        turn(double, state(P, [left([X|L]), right(R)]), state(P, [left([X|L]), right([X|R])])).\n\
        turn(drop, state(P, [left(L), _]), state(P, [left(L)])).\n\
        win(state(P, [left([])|_]), P).\n";
    let game = game_of(text);
    let defect = |i| game.defect(&after(&game, &[i])).unwrap();
    assert!(defect(0).contains("line 3") && defect(0).contains("the token `x` is lost"), "{}", defect(0));
    assert!(defect(1).contains("line 4") && defect(1).contains("`x` is in 2 places"), "{}", defect(1));
    assert!(defect(2).contains("line 5") && defect(2).contains("the zone `right` is lost"), "{}", defect(2));
}

#[test]
fn missing_and_unknown_predicates_wrong_arities_and_singletons_are_found() {
    let text = "player(a).\nstate(a, [z([t, t])]).\nturn(a, b, c, d).\nwin(S, P) :- wins(S).\n";
    let (game, findings) = system::load(text, "t");
    assert!(game.is_none());
    assert_eq!(finds(&findings, true, "turn/4 should be turn/2 or turn/3").line, 3);
    assert_eq!(finds(&findings, true, "unknown predicate wins/1").line, 4);
    assert_eq!(finds(&findings, false, "singleton variables: P").line, 4);
    assert_eq!(finds(&findings, true, "the token `t` is in two places").line, 2);
    let (_, findings) = system::load("player(a). player(b).", "t");
    for name in ["state", "turn", "win", "next"] {
        finds(&findings, true, &format!("the predicate {name} is missing"));
    }
}

#[test]
fn endless_rules_are_stopped_and_named() {
    let text = "player(a).\nstate(a, [z([t])]).\nturn(go, S, S) :- round(S).\nround(S) :- round(S).\nwin(_, nobody) :- fail.\n";
    let game = game_of(text);
    assert_eq!(game.turn(&game.initial()), Turn::Over);
    assert!(game.defect(&game.initial()).unwrap().contains("not enough resources"));
}

#[test]
fn no_text_makes_the_loader_panic() {
    for text in [
        "",
        "%",
        "/*",
        "'",
        "0'",
        "state(",
        "player(X).",
        "player(a). state(a,[a|b]).",
        ":- halt.",
        "a:-b.",
        "\u{0}é.",
    ] {
        let (game, _) = system::load(text, "t");
        assert!(game.is_none(), "{text}");
    }
    let whole = read("tictactoe");
    for cut in (0..whole.len()).step_by(37).filter(|&i| whole.is_char_boundary(i)) {
        let _ = system::load(&whole[..cut], "t");
    }
}

#[test]
fn an_error_inside_a_rule_is_named_with_rule_and_line() {
    let text = "player(a).\nstate(a, [z([t])]).\nturn(go, S, S) :- X is t + 1, X > 0.\nwin(_, a) :- fail.\n";
    let game = game_of(text);
    let defect = game.defect(&game.initial()).unwrap();
    assert!(defect.contains("in turn/3 at line 3"), "{defect}");
}
