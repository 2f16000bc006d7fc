//! Reading a description is bounded like running it: whatever its rules build, it is read, its sheet is written and its
//! states are worked out, with an error where the limits do not suffice.

use game::{Game, Lang, Show, Turn};
use system::{SystemGame, load};

const PLAIN: &str = "
player(a).
player(b).
state(a, [z([x]), y([])]).
turn(state(P, [z([x]), y([])]), state(P, [z([]), y([x])])) :- GOAL.
next(state(a, _), state(a, Z), state(b, Z)).
next(state(b, _), state(b, Z), state(a, Z)).
win(state(_, [z([])|_]), a).
b(0, a) :- !.
b(N, f(T, T)) :- N1 is N - 1, b(N1, T).
w(0, a) :- !.
w(N, f(T, T, T, T, T, T, T, T, T, T)) :- N1 is N - 1, w(N1, T).
";

fn game(text: &str) -> SystemGame {
    let (game, found) = load(text, "bounds");
    game.unwrap_or_else(|| panic!("{found:?}"))
}

/// Everything that is asked of a description when it is shown.
fn looked_at(g: &SystemGame) -> Turn {
    for lang in [Lang::En, Lang::Cs, Lang::Sk] {
        assert!(!format!("{:?}", system::rules_text(g, lang)).is_empty());
    }
    assert!(!g.explain().is_empty());
    let s = g.initial();
    let mut moves = Vec::new();
    g.moves(&s, &mut moves);
    for mv in moves {
        assert!(!g.text(&s, mv).is_empty());
    }
    g.turn(&s)
}

#[test]
fn a_shared_term_of_astronomic_size_is_never_written_out() {
    // In a rule: it stays a term of a few cells.
    for goal in
        ["b(60, T), T = f(_, _)", "b(60, T), T == T", "w(12, T), T \\= a", "b(60, T), b(60, S), T = S"]
    {
        let g = game(&PLAIN.replace("GOAL", goal));
        assert_ne!(looked_at(&g), Turn::Over, "{goal}");
    }
    // As a part of the game itself.
    for (fact, more) in [
        ("player(T) :- b(60, T).\n", "label(x, en, T) :- b(60, T).\n"),
        ("player(T) :- w(12, T).\n", "place(z, board, T) :- b(60, T).\n"),
        ("", "label(T, en, name) :- b(60, T).\nlooks(x, T) :- b(60, T).\nlayout(board, T) :- b(60, T).\n"),
        ("", "marker(T) :- b(60, T).\nalike(T) :- b(60, T).\nowner(T, a) :- b(60, T).\n"),
        ("", "sees(a, Z) :- b(60, T), T \\= Z.\nteam(a, T) :- b(60, T).\nteam(b, T) :- w(13, T).\n"),
    ] {
        let text = format!("{fact}{}{more}", PLAIN.replace("GOAL", "true"));
        let (game, found) = load(&text, "bounds");
        match game {
            Some(g) => _ = looked_at(&g),
            None => assert!(!found.is_empty()),
        }
    }
    // In a zone, in a notation, as a result.
    for (from, to) in [
        ("state(a, [z([x]), y([])]).", "state(a, [z([x]), y([T])]) :- b(60, T)."),
        ("state(P, [z([]), y([x])])) :- GOAL", "state(P, [z([]), y([T])])) :- w(13, T)"),
        ("turn(state(P, [z([x]), y([])])", "turn(T, state(P, [z([x]), y([])])"),
        ("win(state(_, [z([])|_]), a).", "win(_, T) :- w(13, T)."),
    ] {
        let text = PLAIN.replace(from, to).replace("GOAL", "w(13, T)");
        if let (Some(g), _) = load(&text, "bounds") {
            looked_at(&g);
        }
    }
}

#[test]
fn long_integers_are_paid_for_and_stop_at_the_limit() {
    for goal in [
        "X is 7 ** 4000000 mod 11, X >= 0",
        "X is gcd(10 ** 1000000, 3 ** 1000000), X > 0",
        "X is 3 ** 500000, atom_length(X, _)",
        "X is 3 ** 500000, number_codes(X, L), L = [_|_]",
        "X is 3 ** 300000, Y is X * X * X * X, Y =:= X ** 4, Y mod (X + 1) > 0",
    ] {
        let g = game(&PLAIN.replace("GOAL", goal));
        // The rule is broken: an error of its limit ends the play.
        assert_eq!(looked_at(&g), Turn::Over, "{goal}");
    }
    let g = game(&PLAIN.replace("GOAL", "X is 7 ** 400 mod 11, X >= 0"));
    assert_ne!(looked_at(&g), Turn::Over);
}

#[test]
fn one_slip_in_a_rule_does_not_make_the_unfolding_endless() {
    let text = include_str!("../../../data/system/smallchess/smallchess.pl");
    let slips = [
        ("reach(K, P, X, Y, In, U, V),", "reach(K, P, X, Y, _, U, V),"),
        ("further([], X, Y, DX, DY, Z, U, V) :-", "further([], X, Y, DX, DY, _, U, V) :-"),
        ("    Y1 is Y + DY,", "    Y3 is Y + DY,"),
    ];
    for (right, wrong) in slips {
        assert!(text.contains(right));
        let g = game(&text.replace(right, wrong));
        let notes = g.explain().join("\n");
        assert!(notes.contains("left to the logic machine") || notes.contains("not applied"), "{notes}");
    }
}
