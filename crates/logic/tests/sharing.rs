//! Results of findall/3 may share ground terms with the heap; nobody may be able to tell.

use logic::{Limits, Machine, Program};

fn answers(text: &str, query: &str) -> Vec<String> {
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    let mut m = Machine::new(&program);
    let shown = |a: logic::Answer| {
        a.bindings.into_iter().map(|(n, v)| format!("{n} = {v}")).collect::<Vec<_>>().join(", ")
    };
    m.query(query).expect("the query is Prolog").map(|a| shown(a.expect("no errors here"))).collect()
}

#[test]
fn results_do_not_change_with_what_is_bound_or_unbound_later() {
    // Old variables bound inside the goal are free again afterwards; what was collected keeps their values.
    let cases = [
        ("T = f(X, g(a)), findall(T, member(X, [1, 2]), L)", "T = f(X, g(a)), L = [f(1, g(a)), f(2, g(a))]"),
        ("T = f(X), findall(T-T, X = b, L), var(X)", "T = f(X), L = [f(b)-f(b)]"),
        ("T = [p, q|R], findall(T, member(R, [[], [r]]), L)", "T = [p, q|R], L = [[p, q], [p, q, r]]"),
        ("T = h(X, Y), X = 1, findall(T, Y = 2, L)", "T = h(1, Y), X = 1, L = [h(1, 2)]"),
        (
            "T = s(u(1), \"t\", 2.5), findall(T, member(_, [a, b]), L)",
            "T = s(u(1), [116], 2.5), L = [s(u(1), [116], 2.5), s(u(1), [116], 2.5)]",
        ),
        ("A = k(1), findall(B, ( B = l(A), findall(A, fail, _) ), L)", "A = k(1), L = [l(k(1))]"),
        ("T = f(X, b), findall(T, findall(T, X = c, [T]), L)", "T = f(X, b), L = [f(c, b)]"),
        (
            "T = f(a), ( findall(T, true, L), fail ; T2 = g(b), findall(T2-T, true, L) )",
            "T = f(a), L = [g(b)-f(a)], T2 = g(b)",
        ),
    ];
    for (query, expected) in cases {
        assert_eq!(answers("", query), [expected], "{query}");
    }
}

#[test]
fn terms_changed_in_place_are_never_shared() {
    let cases = [
        ("S = s(0), findall(S, ( member(X, [1, 2]), nb_setarg(1, S, X) ), L)", "L = [s(1), s(2)]"),
        ("S = s(0), findall(S, member(_, [1, 2]), L), setarg(1, S, x)", "L = [s(0), s(0)]"),
    ];
    for (query, expected) in cases {
        assert!(answers("", query)[0].contains(expected), "{query}");
    }
    let text =
        "count(L) :- S = s(0), findall(S, member(_, [1, 2]), L), change(S).\nchange(S) :- setarg(1, S, x).";
    assert_eq!(answers(text, "count(L)"), ["L = [s(0), s(0)]"]);
}

#[test]
fn lists_of_every_length_and_shape_are_copied_whole() {
    for n in [0, 1, 2, 63, 64, 65, 127, 128, 129, 1000, 5000] {
        let query = format!(
            "numlist(1, {n}, L0), ( L0 == [] -> L = [] ; L = L0 ), append(L, T, Open), append(L, [z|Y], Mixed), \
             findall(Open-Mixed-L, ( T = [e] ; T = L ), [A, B]), A = A1-[z|_]-L, append(L, [e], A1) ; true"
        );
        let query = query.replace(
            "A = A1-[z|_]-L",
            "A = A1-M-L, append(L, [z|W], M), var(W), B = B1-_-_, append(L, L, B1)",
        );
        assert!(!answers("", &query).is_empty(), "{n}");
        let copied = format!("numlist(0, {n}, L), append(L, X, P), copy_term(P-X, Q-Z), Z = [], Q == L");
        assert_eq!(answers("", &copied).len(), 1, "{n}");
        let stored = format!("numlist(0, {n}, L), assertz(kept(L)), kept(K), K == L");
        assert_eq!(answers("", &stored).len(), 1, "{n}");
    }
}

#[test]
fn searching_lists_agrees_with_the_definition() {
    let text = "
        mem(X, [X|_]).
        mem(X, [_|T]) :- mem(X, T).
        sel(X, [X|T], T).
        sel(X, [H|T], [H|R]) :- sel(X, T, R).
        elements([a, 1, f(a), f(b), f(_), g(1, 2), [a], [b|_], [], f(g(1)), f(g(2)), h(f(1), [x]), h(f(1), []), h(f(2), [y]),
                  h(f(_), _), _, 2.5, \"s\", h(_, [x]), 3]).
        probes([a, 1, f(b), f(_), g(_, 2), [b], [], [_|_], f(g(2)), h(f(1), [_]), h(f(2), Z-Z), h(_, [x]), _, 2.5, 99, h(f(3), [])]).
        agree(X) :-
            elements(L),
            findall(X-L, mem(X, L), A), findall(X-L, member(X, L), B), A =@= B,
            findall(X-L-R, sel(X, L, R), C), findall(X-L-R, select(X, L, R), D), C =@= D,
            ( mem(X, L) -> E = X-L ; E = none ),
            copy_term(E, E1),
            ( \\+ \\+ ( elements(K), copy_term(X, Y), memberchk(Y, K) ) -> E1 \\== none ; E1 == none ).
        all :- probes(Ps), forall(member(P, Ps), agree(P)).
    ";
    assert_eq!(answers(text, "all").len(), 1);
}

#[test]
fn searching_a_cyclic_list_obeys_the_limits() {
    for goal in ["memberchk(z, L)", "memberchk(f(z), L)", "memberchk(g(f(z), 1), L)", "member(z, L)"] {
        let mut m = Machine::new(&Program::from_text("").0);
        m.set_limits(Limits { inferences: 100_000, ..Limits::default() });
        let query = format!(
            "L = [a, f(a), g(f(_), 2), g(f(b), 1)|L], catch({goal}, error(resource_error(R), _), true)"
        );
        let all: Vec<_> = m.query(&query).expect("Prolog").map(|a| a.expect("no error").bindings).collect();
        assert!(all[0].contains(&("R".to_string(), "inferences".to_string())), "{goal}: {all:?}");
    }
}
