//! `arg/3` and `functor/3` compiled in line, and clauses chosen by the type tests they begin with: the same answers and errors
//! as by `call/N`, which knows nothing of either.

use logic::{Failure, Machine, Program};

const TEXT: &str = "
    a(I, T, X) :- arg(I, T, X).
    first(T, X) :- arg(1, T, X).
    ninth(T) :- arg(9, T, _).
    same(I, T) :- arg(I, T, X), arg(I, T, X).
    parts(T, N/A) :- functor(T, N, A).
    make(T, N, A) :- functor(T, N, A).
    made(N, A, T) :- functor(T, N, A).
    late(T, X) :- ( T == 1, X = none ; arg(1, T, X) ).
    kind(X, var) :- var(X), !.
    kind(X, atom) :- atom(X), !.
    kind(X, X) :- integer(X), !.
    kind(f(_), f) :- !.
    kind(X, compound) :- compound(X).
    kind(X, other) :- atomic(X), \\+ atom(X).
    kind([], _) :- fail.";

fn all(m: &mut Machine, goal: &str) -> String {
    match m.once(&format!("findall(R, ({goal}), V)")) {
        Ok(found) => {
            let found = found.expect("findall/3 succeeds");
            found.bindings.into_iter().find(|b| b.0 == "V").expect("asked for").1
        }
        Err(Failure::Error(e)) => e.to_string().lines().next().unwrap_or_default().to_string(),
        Err(e) => format!("{e:?}"),
    }
}

#[test]
fn what_is_done_in_line_answers_like_the_predicates() {
    let (program, found) = Program::from_text(TEXT);
    assert!(found.iter().all(|f| f.severity == logic::Severity::Warning), "{found:?}");
    let mut m = Machine::new(&program);
    let terms =
        ["f(a, b)", "[x|y]", "f(Z)", "a", "7", "-1.5", "\"s\"", "_", "[]", "f(1)", "123456789012345678901"];
    let places = ["0", "1", "2", "3", "-1", "_", "a", "123456789012345678901", "1.0"];
    for t in terms {
        for i in places {
            for (ours, plain) in [("a", "arg"), ("made", "made"), ("make", "functor")] {
                let (ours, plain) = match plain {
                    "made" => (format!("made({t}, {i}, R)"), format!("call(functor, R, {t}, {i})")),
                    _ => (format!("{ours}({i}, {t}, R)"), format!("call({plain}, {i}, {t}, R)")),
                };
                assert_eq!(normal(&all(&mut m, &ours)), normal(&all(&mut m, &plain)), "{ours}");
            }
        }
        let (ours, plain) = (format!("parts({t}, R)"), format!("call(functor, {t}, N, A), R = N/A"));
        assert_eq!(normal(&all(&mut m, &ours)), normal(&all(&mut m, &plain)), "{ours}");
    }
    for (goal, answers) in [
        ("first(f(q, r), R)", "[q]"),
        ("ninth(f(a)), R = 1", "[]"),
        ("same(1, f(X)), R = X", "[_]"),
        ("late(f(q), R)", "[q]"),
        ("freeze(X, true), first(g(X), 1), R = X", "[1]"),
        ("freeze(X, fail), first(g(X), 1), R = X", "[]"),
    ] {
        assert_eq!(normal(&all(&mut m, goal)), answers, "{goal}");
    }
}

#[test]
fn type_tests_choose_clauses() {
    let (program, _) = Program::from_text(TEXT);
    let mut m = Machine::new(&program);
    for (goal, answers) in [
        ("kind(_, R)", "[var]"),
        ("kind(a, R)", "[atom]"),
        ("kind([], R)", "[atom]"),
        ("kind(3, R)", "[3]"),
        ("kind(3, 4), R = 1", "[]"),
        ("kind(3, other), R = 1", "[1]"),
        ("kind(a, compound), R = 1", "[]"),
        ("kind(1.5, R)", "[other]"),
        ("kind(f(x), R)", "[f]"),
        ("kind(g(x), R)", "[compound]"),
        ("kind([x], R)", "[compound]"),
        ("freeze(X, true), kind(X, R)", "[var]"),
        ("kind(X, other), R = X", "[]"),
    ] {
        assert_eq!(all(&mut m, goal), answers, "{goal}");
    }
    // One clause is left for each of these: no choice point stays.
    let goal = "kind(3, _), '$choice_count'(A), kind(g(x), _), '$choice_count'(A), kind(f(x), _), '$choice_count'(A)";
    assert!(m.once(goal).expect("no error").is_some());
}

/// Names of variables do not matter.
fn normal(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '_' {
            while chars.next_if(|c| c.is_ascii_alphanumeric()).is_some() {}
        }
    }
    out
}
