//! Compiled heads against an interpreter: every small head is called with every small goal whose variables somebody waits for,
//! and the same clause is tried as a term, by unification. Both must give the same answers, wake the same goals and leave
//! the same ones waiting.

use logic::{Machine, Program};
use std::fmt::Write as _;

const FIRST: [&str; 18] = [
    "W",
    "_",
    "a",
    "7",
    "1.5",
    "[]",
    "[W|T]",
    "[a|T]",
    "[W, b]",
    "[W, W]",
    "f(W)",
    "f(W, W)",
    "f(a, X)",
    "f(X, W)",
    "g(f(W), X)",
    "[f(W)|W]",
    "[[W]|X]",
    "f([W|T], W)",
];
const SECOND: [&str; 9] = ["W", "[W, b]", "[X|W]", "f(W, X)", "a", "[W|_]", "f(_, W)", "X", "g([W], W)"];
/// A clause as it is compiled, and its body as it is interpreted.
const SHAPES: [(&str, &str); 7] = [
    ("(H1, H2, o(W, X, T)).", "O = o(W, X, T)"),
    ("(H1, H2, O) :- !, O = o(W, X, T).", "O = o(W, X, T)"),
    ("(H1, H2, O) :- t, t(W), O = o(W, X, T).", "O = o(W, X, T)"),
    (
        "(H1, H2, O) :- ( W == 1 -> O = one(W, X, T) ; O = o(W, X, T) ).",
        "( W == 1 -> O = one(W, X, T) ; O = o(W, X, T) )",
    ),
    // The last match of the head and the end of the clause are one instruction; moves and the call that ends it, too.
    ("(H1, H2, done).", "O = done"),
    ("(H1, H2, H2).", "O = H2"),
    ("(H1, H2, O) :- three(T, W, O).", "three(T, W, O)"),
];
const GIVEN: [&str; 12] = [
    "A",
    "B",
    "C",
    "a",
    "[1, b]",
    "[A, b]",
    "[A|B]",
    "[A, A]",
    "f(A, B)",
    "f(1, A)",
    "g(A, [B])",
    "[f(A)|B]",
];
const WAITING: [&str; 7] = [
    "freeze(A, note(a))",
    "dif(A, 1)",
    "dif(A, B)",
    "freeze(A, B = 1)",
    "freeze(A, note(a)), freeze(B, note(b))",
    "freeze(A, fail)",
    "freeze(A, true), dif(B, [b])",
];

/// `bad(Predicate, Heads, Case)`: a case in which the compiled predicate and its clauses as terms differ.
const COMPARE: &str = "
t.
t(_).
three(T, W, o(T, W)).
note(X) :- b_getval(t, L), b_setval(t, [X|L]).
interpreted(I, P, Q, O) :- h(I, HP, HQ, HO, Body), P-Q-O = HP-HQ-HO, call(Body).
seen(Goal, A, B, C, O, Setup, L) :-
    findall(V-Gs-Tr, ( b_setval(t, []), call(Setup), call(Goal), copy_term([A, B, C, O], V, Gs0), msort(Gs0, Gs),
                       b_getval(t, Tr0), msort(Tr0, Tr) ), L).
bad(N, I, c(P, Q, Setup, L1, L2)) :-
    g(P, Q, A, B, C), s(A, B, Setup),
    seen(call(N, P, Q, O), A, B, C, O, Setup, L1),
    seen(interpreted(I, P, Q, O), A, B, C, O, Setup, L2),
    L1 \\=@= L2.
:- dynamic(h/5).
";

/// The program: one predicate a head, and one of many clauses, where clauses are chosen by their arguments.
fn program() -> (String, usize) {
    let (mut text, mut terms) = (String::from(COMPARE), String::new());
    let mut count = 0;
    for first in FIRST {
        for second in SECOND {
            let (clause, body) = SHAPES[count % SHAPES.len()];
            let clause = clause.replace("H1", first).replace("H2", second);
            let _ = writeln!(text, "p{count}{clause}");
            let body = body.replace("H2", second);
            let _ = writeln!(terms, "h({count}, {first}, {second}, O, ({body})).");
            count += 1;
        }
    }
    for (i, first) in FIRST.into_iter().enumerate() {
        for second in &SECOND[..4] {
            let _ = writeln!(text, "many({first}, {second}, o({i}, W, X, T)).");
            let _ = writeln!(terms, "h(many, {first}, {second}, O, O = o({i}, W, X, T)).");
        }
    }
    // Lists and `[]` alone: the switch takes the list apart.
    for (first, second) in [("[]", "W"), ("[W|T]", "[W|X]")] {
        let _ = writeln!(text, "ends({first}, {second}, o(W, X, T)).");
        let _ = writeln!(terms, "h(ends, {first}, {second}, O, O = o(W, X, T)).");
    }
    text.push_str(&terms);
    for p in GIVEN {
        for q in GIVEN {
            let _ = writeln!(text, "g({p}, {q}, A, B, C).");
        }
    }
    for waiting in WAITING {
        let _ = writeln!(text, "s(A, B, ({waiting})).");
    }
    (text, count)
}

#[test]
fn compiled_heads_match_what_unification_matches() {
    let (text, count) = program();
    let (program, found) = Program::from_text(&text);
    assert!(found.iter().all(|d| d.severity == logic::Severity::Warning), "{found:?}");
    let mut m = Machine::new(&program);
    let heads = (0..count).map(|i| (format!("p{i}"), i.to_string()));
    for (name, terms) in heads.chain(["many", "ends"].map(|p| (p.into(), p.into()))) {
        let found = m.once(&format!("bad({name}, {terms}, Case)")).expect("no error");
        assert!(found.is_none(), "{name}: {:?}", found.map(|a| a.bindings));
    }
}

#[test]
fn a_choice_of_clauses_looks_at_no_argument_that_is_not_there() {
    // What the last call left in its register is gone with the heap it was built on.
    let text = ":- dynamic(fact/1).
        fill(N) :- ( between(1, N, X), assertz(fact(X)), fail ; true ), drain.
        drain :- retract(fact(_)), fail.
        drain.
        both(N) :- ( between(1, N, X), atom_length(abc, _), Y = f(g(X), [X]), call(built, Y), fail ; true ), either, either(_).
        built(_).
        either :- fail.
        either :- true, !.
        either :- fail.
        either(_) :- fail.
        either(_).";
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    let mut m = Machine::new(&program);
    assert!(m.once("fill(5), \\+ fact(_), both(3)").expect("no error").is_some());
}
