//! Tabled predicates against independent computations, and the work they take.

use logic::{Failure, Limits, Machine, Program};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn machine(text: &str) -> Machine {
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    Machine::new(&program)
}

/// The value of `V` in the first answer, without blanks.
fn value(m: &mut Machine, goal: &str) -> String {
    let found =
        m.once(goal).unwrap_or_else(|e| panic!("{goal}: {e}")).unwrap_or_else(|| panic!("{goal} fails"));
    found.bindings.into_iter().find(|b| b.0 == "V").expect("V is asked for").1.replace(' ', "")
}

/// Inferences of a goal that must hold.
fn inferences(text: &str, goal: &str) -> u64 {
    let mut m = machine(text);
    assert!(m.once(goal).expect(goal).is_some(), "{goal}");
    m.inferences()
}

struct Random(u64);
impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// A random graph as facts and as pairs.
fn graph(random: &mut Random, nodes: u64, edges: u64) -> (String, Vec<(usize, usize, i64)>) {
    let mut text = ":- dynamic(edge/3).\n".to_string();
    let mut all = Vec::new();
    for _ in 0..edges {
        let (a, b, w) = (random.below(nodes), random.below(nodes), random.below(9) as i64 + 1);
        writeln!(text, "edge({a},{b},{w}).").expect("a string takes all");
        all.push((a as usize, b as usize, w));
    }
    (text, all)
}

#[test]
fn goals_that_call_each_other_take_work_in_proportion_to_their_answers() {
    let counting = ":- table d/2. :- table e/2.
        d(N, X) :- e(N, Y), Y < N, X is Y + 1.
        d(_, 0).
        e(N, X) :- d(N, Y), Y < N, X is Y + 1.
        e(_, 0).";
    let closure = ":- table a/2. :- table b/2.
        a(X, Y) :- next(X, Y).
        a(X, Y) :- b(X, Z), next(Z, Y).
        b(X, Y) :- next(X, Y).
        b(X, Y) :- a(X, Z), next(Z, Y).
        next(X/N, Y/N) :- Y is (X + 1) mod N.
        c(N) :- findall(Y, a(0/N, Y), L), length(L, N).
        ends(N) :- findall(Y, r(0, N, Y), L), length(L, N).
        :- table r/3.
        r(X, N, Y) :- X < N, Y is X + 1.
        r(X, N, Y) :- X < N, s(X, N, Z), Z < N, Y is Z + 1.
        :- table s/3.
        s(X, N, Y) :- r(X, N, Y).";
    let deep = ":- table p/3. :- table q/3.
        p(X, N, Y) :- X < N, X1 is X + 1, q(X1, N, Y).
        p(N, N, 0).
        q(X, N, Y) :- p(X, N, Y).
        q(X, N, Y) :- X =:= N, p(0, N, Y).";
    type Sized = fn(u64) -> String;
    let goals: [(&str, Sized); 4] = [
        (counting, |n| format!("findall(X, d({n}, X), L), length(L, K), K =:= {n} + 1")),
        (closure, |n| format!("c({n})")),
        (closure, |n| format!("ends({n})")),
        (deep, |n| format!("p(0, {n}, Y), Y == 0")),
    ];
    for (text, goal) in goals {
        let (once, four) = (inferences(text, &goal(400)), inferences(text, &goal(1600)));
        assert!(four < once * 5, "{}: {once} and {four}", goal(400));
    }
}

#[test]
fn closures_agree_with_a_search_of_the_graph() {
    let rules = "
        :- table even/2. :- table odd/2. :- table reach/2. :- table way/2. :- table same/2. :- table left/2.
        odd(X, Y) :- edge(X, Y, _).
        odd(X, Y) :- even(X, Z), edge(Z, Y, _).
        even(X, Y) :- odd(X, Z), edge(Z, Y, _).
        reach(X, Y) :- edge(X, Y, _).
        reach(X, Y) :- reach(X, Z), reach(Z, Y).
        way(X, Y) :- edge(X, Z, _), ( Y = Z ; way(Z, Y) ).
        same(X, Y) :- call(( left(X, Z), true, ( edge(Z, Y, _) -> true ; fail ) )).
        same(X, Y) :- edge(X, Y, _).
        left(X, Y) :- forall(member(A, [1, 2]), A > 0), same(X, Y).
        left(X, Y) :- \\+ fail, findall(Z, edge(X, Z, _), L), member(Y, L).";
    let mut random = Random(0x1234_5678_9abc_def1);
    for round in 0..40u64 {
        let nodes = 2 + random.below(7);
        let (text, edges) = graph(&mut random, nodes, 1 + round % 14);
        let n = nodes as usize;
        // Walks of odd and even length from one node.
        let walks = |from: usize| {
            let mut seen = BTreeSet::new();
            let mut todo = vec![(from, false)];
            while let Some((at, odd)) = todo.pop() {
                for &(_, to, _) in edges.iter().filter(|e| e.0 == at) {
                    if seen.insert((to, !odd)) {
                        todo.push((to, !odd));
                    }
                }
            }
            seen
        };
        let mut m = machine(&format!("{rules}\n{text}"));
        for from in 0..n {
            let seen = walks(from);
            let list = |f: &dyn Fn(&(usize, bool)) -> bool| {
                let ends: BTreeSet<usize> = seen.iter().filter(|s| f(s)).map(|s| s.0).collect();
                ends.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
            };
            for (name, expected) in [
                ("odd", list(&|s| s.1)),
                ("even", list(&|s| !s.1)),
                ("reach", list(&|_| true)),
                ("way", list(&|_| true)),
            ] {
                let goal =
                    format!("findall(Y, {name}({from}, Y), L), sort(L, V), length(L, K), length(V, K)");
                assert_eq!(value(&mut m, &goal), format!("[{expected}]"), "{name}({from}, Y) in {text}");
            }
            let both = format!("findall(Y, left({from}, Y), L), sort(L, V)");
            let once = value(&mut m, &both);
            let twice = value(&mut m, &format!("findall(Y, same({from}, Y), L), sort(L, V)"));
            assert_eq!(once, twice, "{text}");
        }
    }
}

#[test]
fn the_best_answers_are_kept_and_agree_with_relaxation() {
    let rules = "
        :- table short(_, _, min). :- table long(_, _, lattice(longer/3)). :- table hop(_, _, min, first).
        short(X, Y, W) :- edge(X, Y, W).
        short(X, Y, W) :- short(X, Z, A), edge(Z, Y, B), W is A + B.
        :- table far(index, _, max).
        far(X, Y, W) :- edge(X, Y, W).
        far(X, Y, W) :- far(X, Z, A), edge(Z, Y, B), W is min(A, B).
        long(X, Y, [X, Y]) :- edge(X, Y, _).
        long(X, Y, P) :- long(X, Z, Q), edge(Z, Y, _), \\+ memberchk(Y, Q), append(Q, [Y], P).
        longer(A, B, C) :- length(A, N), length(B, M), ( M > N -> C = B ; C = A ).
        hop(X, Y, 1, Y) :- edge(X, Y, _).
        hop(X, Y, N, Z) :- edge(X, Z, _), hop(Z, Y, M, _), N is M + 1.";
    let mut random = Random(77);
    for round in 0..30u64 {
        let nodes = 2 + random.below(6);
        let (text, edges) = graph(&mut random, nodes, 1 + round % 16);
        let n = nodes as usize;
        let mut m = machine(&format!("{rules}\n{text}"));
        let (mut short, mut far, mut hops) =
            (vec![vec![i64::MAX; n]; n], vec![vec![0; n]; n], vec![vec![i64::MAX; n]; n]);
        for _ in 0..=n {
            for &(a, b, w) in &edges {
                short[a][b] = short[a][b].min(w);
                far[a][b] = far[a][b].max(w);
                hops[a][b] = 1;
                for from in 0..n {
                    if short[from][a] < i64::MAX {
                        short[from][b] = short[from][b].min(short[from][a] + w);
                        hops[from][b] = hops[from][b].min(hops[from][a] + 1);
                    }
                    far[from][b] = far[from][b].max(far[from][a].min(w));
                }
            }
        }
        for (name, best, none) in [
            ("short(X, Y, W)", &short, i64::MAX),
            ("far(X, Y, W)", &far, 0),
            ("hop(X, Y, W, _)", &hops, i64::MAX),
        ] {
            let mut expected = Vec::new();
            for (x, row) in best.iter().enumerate() {
                expected.extend(
                    row.iter().enumerate().filter(|w| *w.1 != none).map(|(y, w)| format!("{x}-{y}-{w}")),
                );
            }
            let found =
                value(&mut m, &format!("findall(X-Y-W, {name}, L), sort(L, V), length(L, K), length(V, K)"));
            assert_eq!(found, format!("[{}]", expected.join(",")), "{name} in {text}");
        }
        // A bound argument asks whether the best is that.
        let ask = "forall(short(X, Y, W), ( short(X, Y, W), W1 is W + 1, \\+ short(X, Y, W1) )), V = yes";
        assert_eq!(value(&mut m, ask), "yes");
        assert_eq!(value(&mut m, "forall(long(X, Y, P), last(P, Y)), V = yes"), "yes");
    }
    let mut m = machine(
        ":- table t(_, sum). :- table u(_, po(better/2)). :- table v(-), w(last).
        t(a, 1). t(a, 2). t(b, 5). u(x, 3). u(x, 9). u(x, 4). better(A, B) :- B > A. v(1). v(2). w(1). w(2).",
    );
    let all = "findall(X-Y, t(X, Y), L), findall(Y, u(x, Y), M), findall(Y, v(Y), N), findall(Y, w(Y), O), V = L/M/N/O";
    assert_eq!(value(&mut m, all), "[a-3,b-5]/[9]/[1]/[2]");
    for wrong in ["table(p(_, best))", "table(p(1))", "table(3)", "table(_)", "table(p(_)/2)"] {
        assert!(m.once(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn computations_that_cannot_wait_read_again_until_nothing_is_new() {
    // Each call of t/1 inside t/1 is in a place that is left by cutting or that gathers answers.
    let places = [
        "catch(t(Y), _, fail)",
        "( t(Y), Y > -1 -> true )",
        "once(( t(Y), Y >= 0, \\+ next(Y) ))",
        "findall(Z, t(Z), L), max_list(L, Y)",
        "findall(Z, t(Z), L), member(Y, L)",
        "call(( t(Y), Y >= 0 ))",
        "call(( t(Y), ( Y < 0 -> fail ; true ) ))",
        "( Y = 0 ; t(Y) )",
        "\\+ \\+ t(_), t(Y)",
        "u(Y)",
        "forall(t(Z), integer(Z)), t(Y)",
        "aggregate_all(max(Z), t(Z), Y)",
        "setof(Z, t(Z), L), last(L, Y)",
        "freeze(W, true), t(Y), W = Y",
    ];
    for place in places {
        let text = format!(
            ":- table t/1. :- table u/1. :- dynamic(next/1). :- dynamic(off/0).
             t(0). t(X) :- {place}, Y < 20, X is Y + 1.
             u(X) :- t(X). u(X) :- off, u(X).
             next(Y) :- X is Y + 1, clause(seen(X), true). :- dynamic(seen/1)."
        );
        let mut m = machine(&text);
        let all = value(&mut m, "findall(X, t(X), L), sort(L, V)");
        let committed = place.contains("->") && !place.contains("fail ; true") || place.contains("once");
        let expected: Vec<String> = (0..=if committed { 1 } else { 20 }).map(|i| i.to_string()).collect();
        assert_eq!(all, format!("[{}]", expected.join(",")), "{place}");
    }
}

#[test]
fn an_evaluation_that_was_broken_off_leaves_no_trace() {
    let text = ":- table p/1. :- table q/1. :- dynamic(limit/1). limit(1000000000).
        p(0). p(X) :- q(Y), limit(N), Y < N, X is Y + 1.
        q(X) :- p(X). q(X) :- p(Y), Y =:= 50, trap, X = none.
        :- dynamic(trap/0).";
    let short = "retractall(limit(_)), assertz(limit(60)), findall(X, p(X), L), length(L, V)";
    let mut m = machine(text);
    // Ended for good: no catch/3 sees it.
    m.set_limits(Limits { inferences: 100_000, reserve: 0, ..Limits::default() });
    assert!(matches!(m.once("p(_)"), Err(Failure::Error(_))));
    assert_eq!(value(&mut m, short), "61");
    // Caught inside and outside of the evaluation.
    let mut m = machine(text);
    m.once("assertz((trap :- throw(ball))), retractall(limit(_)), assertz(limit(300))").expect("no error");
    assert_eq!(value(&mut m, "catch(p(_), V, true)"), "ball");
    m.once("retractall(trap)").expect("no error");
    assert_eq!(value(&mut m, short), "61");
    // Memory that suspended computations took is counted and given back.
    let mut m = machine(text);
    m.set_limits(Limits { memory_cells: 1 << 19, ..Limits::default() });
    assert_eq!(value(&mut m, "catch(p(_), error(V, _), true)"), "resource_error(memory)");
    let mut m =
        machine(":- table e/2, o/2. e(_, 0). e(I, X) :- o(I, Y), Y < 500, X is Y + 1. o(I, X) :- e(I, X).");
    m.set_limits(Limits { memory_cells: 1 << 17, ..Limits::default() });
    assert_eq!(
        value(&mut m, "( between(1, 200, I), abolish_all_tables, e(I, 499), fail ; V = done )"),
        "done"
    );
}

#[test]
fn a_copy_in_the_middle_goes_on_alone() {
    let text = ":- table p/1. p(0). p(X) :- q(Y), Y < 30, X is Y + 1. :- table q/1. q(X) :- p(X), keep(X).
        keep(X) :- ( X =:= 10 -> at_ten ; true ). at_ten.";
    let mut m = machine(text);
    let mut query = m.query("p(X), X >= 10").expect("a goal");
    assert!(query.next().is_some());
    let mut copy = m.fork();
    assert_eq!(value(&mut copy, "findall(X, p(X), L), length(L, V)"), "31");
    assert_eq!(value(&mut m, "findall(X, q(X), L), length(L, V)"), "31");
    let bytes = m.save();
    let mut read = Machine::load(&Program::from_text(text).0, &bytes).expect("our own bytes");
    assert_eq!(value(&mut read, "findall(X, p(X), L), length(L, V)"), "31");
}
