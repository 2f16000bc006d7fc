//! Tests of the whole machine that need its internals: garbage collection at every call.

use crate::{Limits, Machine, Program};

const TEXT: &str = "
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nrev([], []).
nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).
range(N, N, [N]) :- !.
range(I, N, [I|T]) :- I < N, I1 is I + 1, range(I1, N, T).
queens(N, Qs) :- range(1, N, Ns), sel(Ns, [], Qs).
sel([], Qs, Qs).
sel(Un, Safe, Qs) :- select(Q, Un, Rest), \\+ attack(Q, 1, Safe), sel(Rest, [Q|Safe], Qs).
attack(X, N, [Y|_]) :- ( X is Y + N ; X is Y - N ).
attack(X, N, [_|Ys]) :- N1 is N + 1, attack(X, N1, Ys).
branch(X, Y) :- ( member(X, [1, 2, 3]), X > 1, Z = f(X, \"text\", 2.5) ; Z = g(0), X = 0 ), Y = h(Z, Z).
thing(Z, f(Z, [Z, Y])) :- Y is Z * 2.
deep(0) :- !.
deep(N) :- N1 is N - 1, deep(N1), N1 >= 0.
nest(0) :- !.
nest(N) :- N1 is N - 1, findall(x, \\+ \\+ (true, nest(N1)), [_]).
shared(0, x) :- !.
shared(N, f(T, T)) :- N1 is N - 1, shared(N1, T).
floats(0, S, S) :- !.
floats(N, S0, S) :- S1 is S0 + N * 0.5, N1 is N - 1, floats(N1, S1, S).
caught(X) :- catch(thrower(X), ball(Y, _), X = Y).
thrower(_) :- member(Z, [a, b, c]), Z == c, throw(ball(Z, [Z, Z])).
late(A, B, C, 1, D, R) :- R = [A, B|C], D == woken, range(A, B, Rs), nrev(Rs, R2), R2 = [_|_].
inner(X, R) :- ( X = f(Y), range(1, 9, L) -> R = r(L, Y) ; R = none ).
builds(X, s(Z, X, Y)) :- Z = g(Y), freeze(Y, ( range(1, 9, L), nrev(L, [A|_]), Z = g(A) )), Y = 9, X = h(Z, W), W = [Y|Z].
awake(X, Y) :- X \\= 1, Y = differs.
awake(X, Y) :- ( X \\= 2, range(1, 5, L) -> Y = L ; nrev([1, 2], Y) ).
puzzle(L) :- L = [A, B, C, D], all_dif(L), A + 0 =:= 1, B = C ; L = [A, B, C, D], all_dif(L), pick(L), A < B, C > D.
all_dif([]).
all_dif([H|T]) :- each_dif(T, H), all_dif(T).
each_dif([], _).
each_dif([H|T], X) :- dif(X, H), each_dif(T, X).
pick([]).
pick([X|Xs]) :- member(X, [1, 2, 3, 4]), pick(Xs).
:- dynamic(fact/2).
store(N) :- ( between(1, N, I), J is I mod 7, assertz(fact(J, t(I, [I]))), fail ; true ).
";

fn machine() -> Machine {
    let (program, found) = Program::from_text(TEXT);
    assert!(found.is_empty(), "{found:?}");
    Machine::new(&program)
}

fn answers(m: &mut Machine, query: &str) -> Vec<Vec<(String, String)>> {
    let all = |a: crate::Answer| {
        let residual = a.residual.into_iter().map(|g| ("residual".to_string(), g));
        a.bindings.into_iter().chain(residual).collect()
    };
    m.query(query).expect("the query is Prolog").map(|a| all(a.expect("no errors here"))).collect()
}

#[test]
fn collecting_at_every_call_changes_no_answer() {
    let queries = [
        "range(1, 25, L), nrev(L, R)",
        "queens(5, Qs)",
        "branch(X, Y)",
        "floats(50, 0, S)",
        "caught(X)",
        "findall(X-Y, branch(X, Y), L), length(L, N)",
        "store(30), findall(T, fact(3, T), L), retract(fact(3, F)), bagof(K-V, fact(K, V), B)",
        "setof(K, V^fact(K, V), Ks)",
        "X = \"a string\", Y is 2 ** 100, atom_length(abc, N), copy_term(f(A, B, A), C), C = f(p, q, Z)",
        "freeze(X, ( range(1, 9, L), nrev(L, _), D = woken )), late(1, 5, [c], X, D, R)",
        "freeze(X, ( X = f(Z), nrev([1, 2, 3], Z) )), inner(X, R)",
        "freeze(X, fail), inner(X, R)",
        "freeze(X, nrev([p, q, r], _)), builds(X, R)",
        "dif(X, 1), freeze(X, nrev([p, q], P)), awake(X, Y)",
        "findall(Ls, ( catch(puzzle(Ls), _, fail) ; length(Ls, 4), all_dif(Ls), pick(Ls) ), All), length(All, N)",
        "length(L, 6), foldl([E, A, E]>>freeze(A, ( nrev([1, 2], _), E = A )), L, X, _), X = go, L = [Y|_]",
        "dif(f(X, Y), f(Z, W)), nrev([1, 2], _), copy_term(X-Y, 7-8), X = Z, nrev([1, 2], _), ( Y = W ; Y = 1, W = 2 )",
        "when(( ground(X) ; ?=(Y, Z) ), nrev([X], R)), range(1, 5, Y), copy_term(Y-R, Y-done), ( Z = 1 ; X = f(2) )",
        "range(1, 6, L), nrev(L, T), findall(T-X-f(L), ( member(X, [1, 2, 3]), range(1, 5, M), nrev(M, _) ), R)",
        "nrev([p(1), q([2])], T), findall(Y, ( nrev([1], _), findall(T-X, ( member(X, T), nrev([1, 2], _) ), Y) ), R)",
        "put_attr(X, a, f(Y)), nrev([1, 2, 3], L), put_attr(X, a, g(L)), ( put_attr(X, b, L), fail ; get_attr(X, a, V) )",
        "nb_setval(k, f(1, [2])), b_setval(v, g(h)), range(1, 5, L), nb_getval(k, K), b_getval(v, V)",
    ];
    let (mut plain, mut stressed) = (machine(), machine());
    stressed.gc_floor = 0;
    stressed.gc_limit = 0;
    stressed.attend();
    for q in queries {
        assert_eq!(answers(&mut plain, q), answers(&mut stressed, q), "{q}");
    }
    assert!(stressed.gc_runs > 100, "only {} collections", stressed.gc_runs);
}

#[test]
fn a_long_deterministic_run_stays_small() {
    let mut m = machine();
    m.set_limits(Limits { memory_cells: 1 << 22, ..Limits::default() });
    assert_eq!(answers(&mut m, "floats(2000000, 0, S)").len(), 1);
    assert!(m.heap.capacity() < 1 << 23);
    assert_eq!(answers(&mut m, "( between(1, 300000, X), atom_length(abc, _), fail ; true )").len(), 1);
}

#[test]
fn ten_million_inferences_of_failure_stay_in_half_a_megabyte() {
    let mut m = machine();
    m.set_limits(Limits { memory_cells: 1 << 16, ..Limits::default() });
    let goal = "( between(1, 3500000, X), Z is X mod 7, thing(Z, Y), Y = f(_, 99) ; true )";
    assert_eq!(answers(&mut m, goal).len(), 1);
    assert!(m.inferences() > 7_000_000, "{}", m.inferences());
    assert!(m.heap.capacity() + m.env.capacity() + m.trail.capacity() < 1 << 16);
}

#[test]
fn ten_million_frames_and_elements_touch_no_native_stack() {
    let mut m = machine();
    assert_eq!(answers(&mut m, "deep(10000000)").len(), 1);
    assert_eq!(
        answers(&mut m, "length(L, 10000000), length(L, N), N =:= 10000000, L = [N|_], fail ; true").len(),
        1
    );
    m.set_limits(Limits { memory_cells: 1 << 22, ..Limits::default() });
    assert_eq!(answers(&mut m, "\\+ \\+ (range(1, 1500, L), nrev(L, R), R = [1500|_])").len(), 1);
}

#[test]
fn recursion_a_million_deep_touches_no_native_stack() {
    let mut m = machine();
    assert_eq!(answers(&mut m, "deep(1000000)").len(), 1);
    assert_eq!(
        answers(&mut m, "length(L, 300000), copy_term(L, M), L = M, msort(L, S), atom_length(a, N)").len(),
        1
    );
    let nested =
        "numlist(1, 200000, L), foldl([X, A, f(A, X)]>>true, L, 0, T), copy_term(T, U), T == U, ground(T)";
    assert_eq!(answers(&mut m, nested).len(), 1);
}

#[test]
fn every_limit_is_a_catchable_error() {
    let mut m = machine();
    m.set_limits(Limits { inferences: 200_000, memory_cells: 1 << 18, ..Limits::default() });
    let cases = [
        ("repeat, fail", "inferences"),
        ("length(L, 10000000)", "memory"),
        ("X is 2 ** (10 ** 9)", "memory"),
        ("deep(10000000)", "memory"),
        ("nest(10000000)", "memory"),
        ("numlist(1, 100000, L), findall(L, repeat, _)", "memory"),
        ("X = f(X), length(L, 100000), findall(X-L, repeat, _)", "memory"),
        ("atom_codes(A, \"abc\"), repeat, assertz(p(A, A, A, A)), fail", "memory"),
    ];
    for (goal, what) in cases {
        let q = format!("catch(({goal}), error(resource_error(E), _), true)");
        let got = answers(&mut m, &q);
        let e = got.first().and_then(|b| b.iter().find(|b| b.0 == "E")).map(|b| b.1.as_str());
        assert!(e == Some(what) || e == Some("inferences"), "{goal}: {got:?}");
    }
}

#[test]
fn the_depth_limit_counts_waiting_goals_and_nothing_else() {
    let mut m = machine();
    m.set_limits(Limits { depth: 1000, ..Limits::default() });
    let caught = |goal: &str| format!("catch({goal}, error(resource_error(E), _), true)");
    let error = |m: &mut Machine, goal: &str| {
        let got = answers(m, &caught(goal));
        got[0].iter().find(|b| b.0 == "E").map(|b| b.1.clone())
    };
    // A frame for the catch and one for each goal that waits.
    assert_eq!(error(&mut m, "deep(990)"), None);
    assert_eq!(error(&mut m, "deep(1010)").as_deref(), Some("depth"));
    assert_eq!(error(&mut m, "deep(990)"), None);
    // Tail calls and native recursion through terms leave no frames.
    assert_eq!(error(&mut m, "floats(20000, 0, _)"), None);
    assert_eq!(error(&mut m, "(length(L, 50000), copy_term(L, K), K = L, msort(L, _))"), None);
    // Interpreted conjunctions, findall and negation wait in frames too.
    assert_eq!(error(&mut m, "nest(500)").as_deref(), Some("depth"));
    // After the error the query goes on with all its depth.
    let twice =
        format!("{}, {}", caught("deep(5000)"), "catch(deep(5000), error(resource_error(F), _), true)");
    assert!(answers(&mut m, &twice)[0].contains(&("F".into(), "depth".into())));
}

#[test]
fn cyclic_terms_are_compared_copied_and_walked_to_an_end() {
    let mut m = machine();
    // No fuel limit: these programs end by themselves.
    m.set_limits(Limits { memory_cells: 1 << 22, ..Limits::default() });
    let holds = [
        "X = f(X), Y = f(f(Y)), X = Y, X == Y, compare(=, X, Y)",
        "X = [a|X], Y = [a, a, a|Y], X = Y, X == Y",
        "X = f(X, Y, Z), copy_term(X, C), C = f(D, 1, 2), D == C, var(Y), var(Z)",
        "X = [a, b|X], findall(X, member(_, [1, 2]), [A, B]), A == B, A = X",
        "X = f(X, 1), Y = f(Y, 2), X \\== Y, X \\= Y, X @< Y",
        "X = f(X, V), term_variables(X, Vs), Vs == [V], \\+ ground(X), V = 1, ground(X)",
        "X = f(X), \\+ acyclic_term(X), cyclic_term(X), acyclic_term(f(_, g(1)))",
        "X = f(X), catch(assertz(p(X)), error(representation_error(cyclic_term), _), true)",
        "X = (true, X), catch(assertz((p :- X)), error(representation_error(_), _), true)",
        "X = (true, X), catch(call(X), error(_, _), true)",
        "X = f(X), nb_setval(k, X), nb_getval(k, Y), X == Y",
        "X = f(X), catch(throw(X), Y, true), X == Y",
        "X = [1|X], \\+ is_list(X), catch(length(X, _), error(_, _), true)",
        "X = f(X), Y = f(Y), sort([X, Y, X], L), L = [_]",
        "X = f(X), unify_with_occurs_check(X, X), Y = f(Y), unify_with_occurs_check(X, Y)",
        "X = f(X), subsumes_term(f(_), X), X =@= X, term_hash(X, _)",
    ];
    for goal in holds {
        let goal = goal.replace("\\\\", "\\");
        let q = format!("( {goal} -> true ; fail )");
        // The answer itself is not written: it would have no end.
        assert!(answers(&mut m, &format!("\\+ \\+ {q}")).len() == 1, "{goal}");
    }
}

#[test]
fn goals_on_cyclic_terms_stop_at_their_fuel() {
    let goals = [
        "member(X-Y, [X|Y])",
        "permutation(Y, [[[X|Y]|7 mod 0]|[b-1, a-2]])",
        "'=..'((X = 1 ; X = 2), X)",
        "X = f(X), Y = [X|Y], repeat, copy_term(Y, Z), Z = Y, ground(Z), fail",
        "X = [a|X], append(X, _, Z), append(Z, X, _)",
    ];
    for goal in goals {
        let mut m = machine();
        m.set_limits(Limits { inferences: 3000, memory_cells: 1 << 18, ..Limits::default() });
        let n = m.query(goal).expect("a goal").take(50).filter(Result::is_ok).count();
        assert!(n <= 50 && m.inferences() < 30_000, "{goal}: {} inferences", m.inferences());
    }
}

#[test]
fn work_on_shared_terms_is_bounded_by_their_cells() {
    let mut m = machine();
    m.set_limits(Limits { inferences: 5_000_000, memory_cells: 1 << 22, ..Limits::default() });
    // Two trees of depth 60 with every level shared: 2^60 pairs, 120 cells.
    let goals = ["A = B", "A == B", "ground(A)", "term_variables(A, [])"];
    for goal in goals {
        let before = m.inferences();
        assert_eq!(
            answers(&mut m, &format!("\\+ \\+ (shared(60, A), shared(60, B), {goal})")).len(),
            1,
            "{goal}"
        );
        assert!(m.inferences() - before < 1_000, "{goal}: {}", m.inferences() - before);
    }
}

#[test]
fn a_snapshot_in_the_middle_of_a_query_goes_on_where_it_was() {
    let mut m = machine();
    let term = m.parse("select(X, [1, 2, 3, 4], R)").expect("a term");
    let goal = m.goal(&term);
    let mut s = m.solve(&goal);
    assert!(s.advance().expect("an answer"));
    let snapshot = s.machine().snapshot();
    let mut rest = Vec::new();
    while s.advance().expect("no error") {
        rest.push(s.get(0).map(|t| t.to_string()));
    }
    let mut other = machine();
    other.restore(&snapshot);
    let mut again = Vec::new();
    while other.run().expect("no error") == crate::machine::run::Outcome::Answer {
        let base = other.choices[0].saved as usize;
        again.push(Some(crate::TermRef { machine: &other, cell: other.saved[base] }.to_string()));
    }
    assert_eq!(rest, again);
    assert_eq!(rest.len(), 3);
}

#[test]
fn deep_terms_on_both_sides_outlive_collections_with_little_room_to_mark_them() {
    let text = "
        both(0, a) :- !.
        both(N, f(T, g(T))) :- N1 is N - 1, both(N1, T).
        sides(0, a) :- !.
        sides(N, f(L, R, [X, 1.5, X|R])) :- N1 is N - 1, sides(N1, L), R = g(N, L).
        depth(a, 0) :- !.
        depth(T, N) :- arg(1, T, S), depth(S, M), N is M + 1.
        litter(0) :- !.
        litter(N) :- X = f(N, [N]), X = f(_, [_]), N1 is N - 1, litter(N1).
    ";
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    for (goal, depth) in [("both", 60_000), ("sides", 30_000)] {
        let mut m = Machine::new(&program);
        m.gc_floor = 0x1000;
        m.gc_limit = 0x1000;
        let query = format!("{goal}({depth}, T), litter(200000), depth(T, N), arg(2, T, G), arg(1, G, _)");
        let found = m.once(&query).unwrap().unwrap();
        assert!(found.bindings.contains(&("N".to_string(), depth.to_string())), "{goal}");
        assert!(m.gc_runs > 3, "{goal}: {}", m.gc_runs);
    }
}

#[test]
fn collections_grow_rarer_as_frames_pile_up_on_a_heap_of_garbage() {
    for (goal, most) in [
        ("assertz((foo :- foo, foo)), foo", 60),
        ("assertz((foo(X) :- Y = [X, _], foo(Y), foo)), foo(a)", 60),
        ("assertz((foo(N) :- M is N + 1, ( foo(M) ; true ))), foo(0)", 60),
    ] {
        let mut m = Machine::new(&Program::from_text("").0);
        m.set_limits(Limits { memory_cells: 1 << 21, ..Limits::default() });
        m.gc_floor = 0x1000;
        m.gc_limit = 0x1000;
        let error = m.once(goal).unwrap_err().to_string();
        assert!(error.contains("memory"), "{goal}: {error}");
        assert!(m.gc_runs <= most, "{goal}: {} collections", m.gc_runs);
    }
}

#[test]
fn searches_for_all_answers_inside_each_other_count_as_memory() {
    let text = "within(N) :- nb_setval(depth, N), M is N + 1, findall(x, within(M), _), true.";
    let mut m = Machine::new(&Program::from_text(text).0);
    let limit = 1 << 18;
    m.set_limits(Limits { memory_cells: limit, ..Limits::default() });
    let error = m.once("within(0)").unwrap_err().to_string();
    assert!(error.contains("memory"), "{error}");
    let depth = m.once("nb_getval(depth, N)").expect("no error").expect("it was set").bindings.remove(0).1;
    let depth: usize = depth.parse().expect("a number");
    // Each has a choice point with three arguments, two frames, and what is found.
    let each = size_of::<crate::machine::Collect>() / 8 + 6 + 3 + 3 + 3;
    assert!(depth > 1_000 && depth * each <= limit + limit / 16, "{depth} of {each} cells");
}

#[test]
fn room_that_a_cut_left_idle_is_given_back_where_memory_is_short() {
    let text = "fill([X|Xs]) :- either(X), !, fill(Xs).  either(a).  either(b).";
    let mut m = Machine::new(&Program::from_text(text).0);
    m.set_limits(Limits { memory_cells: 1 << 16, ..Limits::default() });
    let error = m.once("fill(L)").unwrap_err().to_string();
    assert!(error.contains("memory"), "{error}");
    // Until the collections every element had an entry in the trail.
    assert!(m.trail.capacity() < 1 << 14, "{}", m.trail.capacity());
}

/// A goal that makes a name no text mentions, and drops another.
const MAKES: &str = "
mk(A, B) :- join(made_, A, B), join(lost_, A, _), work, join(gone_, A, _), work.
join(A, B, C) :- atomic_list_concat([A, B], C).
work :- range(1, 3, L), nrev(L, _), fact2(_).
fact2(1).
keep(A) :- mk(A, B), assertz(kept(B, B-1)), assertz((kept(B, X) :- X == B)).
each(B) :- kept(B, _), retract(kept(B, _)), mk(other, C), retractall(kept(C, _)).
:- table path/2.
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
:- table odd/2, even/2, short(_, _, min).
odd(X, Y) :- edge(X, Y).
odd(X, Y) :- even(X, Z), work, mk(Z, _), edge(Z, Y).
even(X, Y) :- odd(X, Z), mk(Z, B), atom(B), edge(Z, Y).
even(X, Y) :- odd(X, Z), work, edge(Z, Y).
short(X, Y, [1]) :- edge(X, Y).
short(X, Y, N) :- short(X, Z, M), work, edge(Z, Y), N = [1|M].
:- dynamic(edge/2).
:- dynamic(kept/2).
edges(0) :- !.
edges(N) :- M is N - 1, mk(N, A), mk(M, B), assertz(edge(A, B)), edges(M).
trap(A) :- mk(A, B), mk(B, C), throw(ball(B, C)).
";

#[test]
fn names_in_use_outlive_collections_at_every_call() {
    let queries = [
        "mk(a, B), mk(b, C), work, mk(c, D), atom_length(B, N)",
        "findall(B-C, ( member(A, [x, y, z]), mk(A, B), mk(B, C) ), L), work",
        "mk(a, B), T =.. [B, 1, C], work, T =.. [N|_], mk(b, C), functor(T, N, Y)",
        "catch(trap(q), ball(X, Y), mk(r, Z)), work",
        "keep(one), keep(two), work, findall(B-X, kept(B, X), L)",
        "keep(three), findall(B, each(B), L), work, findall(B, kept(B, _), K)",
        "edges(4), findall(X-Y, path(X, Y), L), work, msort(L, S)",
        "findall(X-Y, even(X, Y), L), work, msort(L, S), findall(X-Y-N, short(X, Y, N), M), work, msort(M, K)",
        "mk(4, X), findall(Y, odd(X, Y), L), msort(L, S), mk(0, A), assertz(edge(A, X)), abolish_all_tables, findall(Y, even(X, Y), M), msort(M, K)",
        "mk(t, T), findall(Y, path(T, Y), L), mk(u, U), findall(X, path(X, _), K), length(K, N)",
        "mk(v, V), nb_setval(V, f(V)), mk(w, W), b_setval(W, g(W)), work, nb_getval(V, X), b_getval(W, Y)",
        "nb_getval(made_v, X), work",
        "mk(op, O), op(700, xfx, O), work, T =.. [O, 1, 2], mk(z, _), term_to_atom(T, A), current_op(P, K, O)",
        "term_to_atom(X, 'new_name(other_name, Y, \"s\", 0''c)'), X = new_name(_, y, _, _), work, mk(x, _), writeq(X)",
        "mk(f, F), freeze(X, ( mk(g, G), Y = F-G )), mk(h, H), X = H, work",
        "mk(d, D), dif(X, f(D)), work, mk(e, E), ( X = f(D) ; X = f(E) )",
        "mk(m, M), ( mk(n, N), fail ; mk(o, O), member(X, [M, O]), work )",
        "mk(s, S), put_attr(X, S, f(S)), mk(e, _), work, get_attr(X, S, V), del_attr(X, S), X = done",
        "mk(s, S), with_output_to(atom(A), ( mk(w, W), writeq(S-W), work )), work",
        "mk(s, S), sub_atom(S, B, 3, _, Sub), work, atom_concat(P, Q, Sub), work",
        "mk(a, A), setof(X-Y, member(X-Y, [A-1, A-2, z-A]), L), work, bagof(X, member(X-Y, [1-A, 2-z]), K), work",
        "mk(k, K), setup_call_cleanup(mk(l, L), member(X, [K, L]), ( mk(n, N), nb_setval(last, N) )), work",
        "mk(p, P), assertz(( called :- G =.. [P, 1], catch(G, error(E, _), ( work, throw(E) )) )), catch(called, E, work)",
        "mk(r, R), assertz(( rec(X) :- X = R )), rec(X), work, clause(rec(z), B), mk(r, S), rec(S)",
        "mk(c, C), char_code(Ch, 0x10d), atom_chars(D, [Ch, Ch|[a]]), work, sort([D, C, Ch], L), mk(D, E)",
        "mk(z, Z), foldl([X, A, B]>>( mk(X, M), B = [M-Z|A] ), [i, j, k], [], L), work",
        "mk(y, Y), split_string(\"new1,new2\", \",\", \"\", S), maplist([T, A]>>( atom_string(A, T), work ), S, L)",
    ];
    let (program, found) = Program::from_text(&format!("{TEXT}{MAKES}"));
    assert!(found.is_empty(), "{found:?}");
    let (mut plain, mut stressed) = (Machine::new(&program), Machine::new(&program));
    stressed.gc_floor = 0;
    stressed.gc_limit = 0;
    stressed.attend();
    for q in queries {
        assert_eq!(answers(&mut plain, q), answers(&mut stressed, q), "{q}");
        assert_eq!(plain.take_output(), stressed.take_output(), "{q}");
    }
    assert!(stressed.atoms.count() + 20 < plain.atoms.count(), "{} names", stressed.atoms.count());
    // What is saved with free numbers in between is read back the same.
    let bytes = stressed.save();
    let mut again = Machine::load(&program, &bytes).expect("our own bytes");
    assert_eq!(again.save(), bytes);
    let all = "mk(fresh, F), nb_getval(made_v, X), findall(A, path(A, _), L), rec(K)";
    let expected = answers(&mut plain, all);
    assert!(expected[0].contains(&("X".into(), "f(made_v)".into())), "{expected:?}");
    assert_eq!(answers(&mut stressed, all), expected);
    assert_eq!(answers(&mut again, all), expected);
}

#[test]
fn names_the_host_holds_stay() {
    let mut m = machine();
    m.gc_floor = 0;
    let held = m.compound("of_the_host", &[]);
    let number = m.atom_id("of_the_host");
    let term = m.parse("X = taken(part_of_it)").expect("a term");
    let goal = m.goal(&term);
    let mut s = m.solve(&goal);
    assert!(s.advance().expect("no error"));
    let copy = s.take(0).expect("no error").expect("a value");
    m.gc_limit = 0;
    m.attend();
    let litter =
        "( between(1, 2000, X), atom_number(A, X), atom_concat(litter, A, _), nrev([1], _), fail ; true )";
    assert_eq!(answers(&mut m, litter).len(), 1);
    assert!(m.atoms.count() < m.program.atoms.len() + 50, "{} names", m.atoms.count());
    assert_eq!((m.text(&held), m.text(&copy)), ("of_the_host".into(), "taken(part_of_it)".into()));
    assert_eq!(m.atom_id("of_the_host"), number);
}

#[test]
fn names_made_in_a_loop_are_given_back() {
    let mut m = machine();
    m.set_limits(Limits { memory_cells: 1 << 20, ..Limits::default() });
    let made = "( between(1, 150000, X), atom_number(A, X), atom_concat(made_, A, B), atom_length(B, _), fail ; true )";
    assert_eq!(answers(&mut m, made).len(), 1);
    assert!(m.atoms.len() < 200_000, "{} numbers", m.atoms.len());
    // Those in use count, and a limit is a limit.
    let kept = "catch(( numlist(1, 100000, L), maplist([X, A]>>( atom_number(Y, X), atom_concat(kept_, Y, A) ), L, As) ), error(E, _), true)";
    let found = answers(&mut m, kept);
    assert!(found[0].contains(&("E".into(), "resource_error(memory)".into())), "{:?}", found[0].first());
    assert_eq!(answers(&mut m, made).len(), 1);
}

#[test]
fn what_a_program_stores_and_what_it_answers_count_like_its_heap() {
    let mut m = machine();
    m.set_limits(Limits { memory_cells: 1 << 20, ..Limits::default() });
    // The second copy fits beside the list, but not beside the first copy, too.
    let stored = "catch(( length(L, 200000), nb_setval(k, L), nb_setval(j, L) ), error(E, _), true), L = x";
    let found = answers(&mut m, stored);
    assert_eq!(found, vec![vec![("L".into(), "x".into()), ("E".into(), "resource_error(memory)".into())]]);
    m.once("nb_setval(k, 0), nb_setval(j, 0)").expect("no error");
    // A copy is made in a buffer beside it, and large buffers are not kept for the next copy.
    for copied in ["length(L, 200000), copy_term(L, _)", "length(L, 150000), findall(L, true, M)"] {
        let found = answers(&mut m, &format!("catch(({copied}), error(E, _), true), L = x"));
        assert_eq!(
            found[0].iter().find(|b| b.0 == "E").map(|b| &*b.1),
            Some("resource_error(memory)"),
            "{copied}"
        );
    }
    assert_eq!(answers(&mut m, "findall(X, between(1, 100000, X), L), length(L, N), L = x").len(), 0);
    let kept = m.scratch.collects.iter().map(|c| c.cells.capacity() + c.items.capacity()).max();
    assert!(kept.unwrap_or(0) < 1 << 17, "{kept:?}");
    // An answer of 150,000 levels is written by its first ones.
    let found = answers(&mut m, "shared(150000, T)");
    let text = &found[0].iter().find(|b| b.0 == "T").expect("a value").1;
    assert!(text.starts_with("f(f(f(") && text.len() < 10_000, "{} bytes", text.len());
}
