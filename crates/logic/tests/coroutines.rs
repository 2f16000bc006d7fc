//! Attributed variables and what stands on them: when goals wake, what is undone, what copies keep, what answers show.

use logic::{Limits, Machine, Program};
use std::fmt::Write as _;

fn machine(text: &str) -> Machine {
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    Machine::new(&program)
}

/// All answers of a query, each as its bindings and residual goals.
fn answers(m: &mut Machine, query: &str) -> Vec<String> {
    let shown = |a: logic::Answer| {
        let bound = a.bindings.into_iter().map(|(n, v)| format!("{n} = {v}"));
        bound.chain(a.residual).collect::<Vec<_>>().join(", ")
    };
    m.query(query).expect("the query is Prolog").map(|a| shown(a.expect("no errors here"))).collect()
}

fn answer(query: &str) -> String {
    answers(&mut machine(""), query).join(" ; ")
}

#[test]
fn residual_goals_follow_the_bindings() {
    let cases = [
        ("dif(X, a)", "dif(X, a)"),
        ("dif(X, Y)", "dif(X, Y)"),
        ("dif(f(X, Y), f(a, b))", "dif(f(X, Y), f(a, b))"),
        ("dif(f(X, Y), f(a, b)), X = a", "X = a, dif(Y, b)"),
        ("dif(X, a), X = b", "X = b"),
        ("freeze(X, writeln(x)), Y = g(X)", "Y = g(X), freeze(X, writeln(x))"),
        (
            "freeze(X, a), freeze(X, b), freeze(Y, c), X = Y",
            "Y = X, freeze(X, a), freeze(X, b), freeze(X, c)",
        ),
        ("when(?=(X, Y), true)", "when(?=(X, Y), true)"),
        ("when((nonvar(X) ; ground(Y)), p), Z = 1", "Z = 1, when((nonvar(X) ; ground(Y)), p)"),
        ("when(ground(f(X, Y)), p(X)), X = 1", "X = 1, when(ground(f(1, Y)), p(1))"),
        ("put_attr(X, colour, red)", "put_attr(X, colour, red)"),
        ("dif(X, Y), dif(X, Z), Y = Z", "Z = Y, dif(X, Y), dif(X, Y)"),
    ];
    for (query, expected) in cases {
        assert_eq!(answer(query), expected, "{query}");
    }
}

#[test]
fn goals_wake_after_the_head_and_before_anything_else_of_the_body() {
    let mut m = machine(
        "
        p(X, R) :- X = 1, ( R == woken -> true ; R = late ).
        q(1, R) :- R == woken.
        q2(f(A, B), R) :- !, A-B == 1-2, R == woken.
        cut(1) :- !, fail.
        cut(_).
        listed([H|T], H, T, R) :- R == woken.
        tail(1).
        calls(X, R) :- tail(X), R == woken.
        dyn(X, R) :- dynamic_fact(X), R == woken.
        two(X, Y) :- X = 1, Y = 2.
        arith(X, Y, R) :- X = 1, R = s, Y > 0.
        many(A, B, C, D, E, F, 1, G) :- G == w, s(A, B, C, D, E, F).
        s(1, 2, 3, 4, 5, 6).
        deep(X, L, N) :- X = 1, length(L, N), N > 2.
        cond(X, R) :- ( X = 1 -> R = yes ; R = no ).
        neg(X, R) :- ( \\+ X = 1 -> R = not_unifiable ; R = unifiable ).
        diff(X, R) :- ( X \\= 1 -> R = differs ; R = same ).
        soft(X, R) :- ( X = 1 *-> R = yes ; R = no ).
        :- dynamic(dynamic_fact/1).
        dynamic_fact(1).
        ",
    );
    let holds = [
        "freeze(X, R = woken), p(X, R), R == woken",
        "freeze(X, R = woken), q(X, R)",
        "freeze(X, (X = f(1, 2), R = woken)), q2(X, R)",
        "freeze(X, fail), cut(X), var(X)",
        "freeze(X, (X = [1], R = woken)), listed(X, 1, [], R)",
        "freeze(X, R = woken), calls(X, R)",
        "freeze(X, R = woken), dyn(X, R)",
        "freeze(X, var(Y)), two(X, Y)",
        "freeze(X, R = woken), catch(arith(X, 1, R), _, true), fail ; true",
        "freeze(X, G = w), many(1, 2, 3, 4, 5, 6, X, G)",
        "freeze(X, L = [_, _, _]), deep(X, L, N), N =:= 3",
        "freeze(X, fail), cond(X, no)",
        "freeze(X, true), cond(X, yes)",
        "freeze(X, fail), neg(X, not_unifiable)",
        "freeze(X, true), neg(X, unifiable), var(X)",
        "dif(X, 1), diff(X, differs)",
        "dif(X, 2), diff(X, same), var(X)",
        "freeze(X, member(Y, [1, 2, 3])), findall(Y, soft(X, yes), [1, 2, 3])",
        "freeze(X, member(Y, [1, 2, 3])), X = 1, Y > 2",
        "freeze(X, throw(ball)), catch(cond(X, _), ball, true), var(X)",
        "freeze(X, true), catch(throw(b(1)), b(X), X == 1)",
        "freeze(X, fail), catch(catch(throw(b(1)), b(X), true), b(_), true) -> fail ; true",
        "dif(X, a), memberchk(X, [a, b, c]), X == b",
        "dif(X, a), findall(X, member(X, [a, b, c]), L), L == [b, c]",
        "dif(X, 2), findall(X, between(1, 3, X), [1, 3])",
        "freeze(X, Y = 1), findall(Z, member(Z, [1]), X), Y == 1",
        "freeze(X, Y is X * 2), atom_length(abc, X), Y =:= 6",
        "freeze(X, fail), \\+ append([1], [2], X)",
        "freeze(X, R = woken), functor(foo(a), X, _), R == woken",
    ];
    for query in holds {
        assert_eq!(answers(&mut m, query).len(), 1, "{query}");
    }
}

#[test]
fn frozen_goals_run_in_the_order_they_were_frozen() {
    let text = "note(A) :- nb_getval(seen, S), append(S, [A], S1), nb_setval(seen, S1).";
    let mut m = machine(text);
    let run = "nb_setval(seen, []), freeze(X, note(1)), freeze(Y, note(2)), freeze(X, note(3)), X = Y, note(mid), \
               X = go, nb_getval(seen, L)";
    assert!(answers(&mut m, run)[0].ends_with("L = [mid, 1, 3, 2]"));
    let head = "nb_setval(seen, []), freeze(A, note(a)), freeze(B, (note(b), C = 1)), freeze(C, note(c)), \
                f(A, B) = f(1, 2), nb_getval(seen, L)";
    assert!(answers(&mut m, head)[0].ends_with("L = [a, b, c]"));
}

#[test]
fn backtracking_takes_bindings_attributes_and_wakings_back() {
    let cases = [
        ("( freeze(X, fail), X = 1 ; X = 2 )", "X = 2"),
        ("put_attr(X, a, 1), ( put_attr(X, a, 2), fail ; get_attr(X, a, V) )", "V = 1, put_attr(X, a, 1)"),
        ("put_attr(X, a, 1), ( put_attr(X, b, 2), fail ; \\+ get_attr(X, b, _) )", "put_attr(X, a, 1)"),
        ("put_attr(X, a, 1), ( del_attr(X, a), fail ; attvar(X) )", "put_attr(X, a, 1)"),
        ("put_attr(X, a, 1), del_attr(X, a), \\+ attvar(X), X = 3", "X = 3"),
        ("dif(X, a), ( X = a ; X = b ; true )", "X = b ; dif(X, a)"),
        ("dif(X, Y), ( X = 1, Y = 2 ; X = 1, Y = 1 ; Y = 3 )", "X = 1, Y = 2 ; Y = 3, dif(X, 3)"),
        ("freeze(X, Y = X), ( X = 1 ; X = 2 )", "X = 1, Y = 1 ; X = 2, Y = 2"),
    ];
    for (query, expected) in cases {
        assert_eq!(answer(query), expected, "{query}");
    }
}

/// Every term of depth two over two constants and a functor.
const DOMAIN: &[&str] = &["a", "b", "f(a)", "f(b)"];

#[test]
fn dif_agrees_with_comparing_all_ground_instances() {
    // Pairs of terms over X, Y, Z, and for each all ways to bind the variables one after the other, in every order.
    let pairs = [
        ("X", "a"),
        ("X", "Y"),
        ("f(X)", "Y"),
        ("g(X, Y)", "g(a, b)"),
        ("g(X, Y)", "g(Y, X)"),
        ("g(X, X)", "g(Y, a)"),
        ("g(X, Y, Z)", "g(Y, Z, a)"),
        ("g(f(X), Y)", "g(Y, f(Z))"),
        ("[X, Y|Z]", "[a, Z|Y]"),
        ("X", "f(X)"),
        ("a", "a"),
        ("g(X, b)", "g(X, a)"),
    ];
    let orders = ["X-Y-Z", "Z-X-Y", "Y-Z-X"];
    let domain = format!("[{}]", DOMAIN.join(", "));
    for (l, r) in pairs {
        let mut ground = format!("findall(X-Y-Z, ( D = {domain}, member(X, D), member(Y, D), member(Z, D), ");
        let _ = write!(ground, "{l} \\== {r} ), L0), msort(L0, L)");
        for order in orders {
            let vars: Vec<&str> = order.split('-').collect();
            let mut lazy = format!("findall(X-Y-Z, ( dif({l}, {r}), D = {domain}");
            for v in vars {
                let _ = write!(lazy, ", member({v}, D)");
            }
            lazy.push_str(" ), M0), msort(M0, M)");
            let query = format!("{ground}, {lazy}, L == M");
            assert_eq!(answers(&mut machine(""), &query).len(), 1, "dif({l}, {r}) by {order}");
            // Aliasing variables before binding them changes nothing.
            let query =
                query.replace(&format!("dif({l}, {r}), D"), &format!("dif({l}, {r}), U = X, X = U, D"));
            assert_eq!(answers(&mut machine(""), &query).len(), 1, "aliased: dif({l}, {r}) by {order}");
        }
    }
}

#[test]
fn dif_that_must_fail_or_hold_is_decided_at_once() {
    let cases = [
        ("dif(a, b)", 1),
        ("dif(a, a)", 0),
        ("dif(X, X)", 0),
        ("dif(f(X), g(X))", 1),
        ("dif(X, Y), X = Y", 0),
        ("dif(f(X, Y), f(Y, X)), X = Y", 0),
        ("dif(X, f(Y)), X = f(Z), Y = Z", 0),
        ("dif(X, f(Y)), X = f(Z), copy_term(X, _, [dif(_, _)])", 1),
        ("dif(X-Y, 1-2), X = 3, frozen(Y, true)", 1),
        ("length(L, 3), dif(L, [1, 2, 3]), L = [1, 2|T], T = [3]", 0),
    ];
    for (query, count) in cases {
        assert_eq!(answers(&mut machine(""), query).len(), count, "{query}");
    }
}

#[test]
fn copies_keep_attributes_and_stored_clauses_do_not() {
    let holds = [
        "freeze(X, true), copy_term(X, Y), frozen(Y, freeze(Y, true))",
        "freeze(X, p(X)), copy_term(X, Y, G), G == [freeze(Y, p(Y))], \\+ attvar(Y)",
        "freeze(X, true), copy_term_nat(f(X, X), f(Y, Z)), \\+ attvar(Y), Y == Z",
        "findall(X, dif(X, a), [Y]), \\+ Y = a, Y = b",
        "dif(X, a), findall(X-X, true, [Y-Z]), Y == Z, \\+ Y = a, var(X)",
        "dif(X, a), bagof(X-Z, member(Z, [1, 2]), [Y-1|_]), \\+ Y = a",
        "freeze(X, true), assertz(kept(X)), kept(Y), \\+ attvar(Y)",
        "dif(X, a), nb_setval(v, X), nb_getval(v, Y), \\+ Y = a",
        "dif(X, a), catch(throw(t(X)), t(Y), true), \\+ Y = a",
        "dif(X, Y), copy_term(X-Y, A-B), \\+ A = B, A = 1, B = 2, var(X)",
        "freeze(X, q(Y)), freeze(Y, true), term_attvars(X, [A, B]), A == X, B == Y",
        "freeze(X, true), term_variables(f(X, Y, X), [A, B]), A == X, B == Y",
        "freeze(X, true), X = Y, Y == X, attvar(Y), \\+ ground(f(Y)), var(Y), compare(=, X, Y)",
        "freeze(X, true), catch(numbervars(X, 0, _), error(type_error(free_of_attvar, _), _), true)",
        "freeze(X, true), setof(Z-X, member(Z, [2, 1]), [1-_, 2-_])",
    ];
    for query in holds {
        assert_eq!(answers(&mut machine(""), query).len(), 1, "{query}");
    }
}

#[test]
fn modules_bring_their_own_hooks() {
    let domain = "
        :- module(domain, [domain/2]).
        domain(X, D) :- var(D), !, get_attr(X, domain, D).
        domain(X, L) :- list_to_ord_set(L, D), put_attr(Y, domain, D), X = Y.
        attr_unify_hook(D, Y) :-
            (   get_attr(Y, domain, D2)
            ->  ord_intersection(D, D2, D3),
                ( D3 == [] -> fail ; D3 = [V] -> Y = V ; put_attr(Y, domain, D3) )
            ;   var(Y)
            ->  put_attr(Y, domain, D)
            ;   ord_memberchk(Y, D)
            ).
        attribute_goals(X) --> { get_attr(X, domain, L) }, [domain(X, L)].
    ";
    let mut m = machine(domain);
    assert!(m.consult_text("other:attr_unify_hook(V, O) :- O = V.", "second").is_empty());
    let cases = [
        ("domain(X, [a, b]), X = c", ""),
        ("domain(X, [a, b]), domain(X, [a, c])", "X = a"),
        ("domain(X, [a, b, c]), domain(X, [a, c])", "domain(X, [a, c])"),
        ("put_attr(X, other, 3), X = Y, Y = 3", "X = 3, Y = 3"),
        ("put_attr(X, other, 3), X = 4", ""),
    ];
    for (query, expected) in cases {
        assert_eq!(answers(&mut m, query).join(" ; "), expected, "{query}");
    }
    let missing = "catch(( put_attr(X, none, 3), X = 4 ), error(existence_error(procedure, P), _), true)";
    assert!(answers(&mut machine(""), missing)[0].contains("P = none:attr_unify_hook/2"));
}

#[test]
fn wakings_count_as_inferences_and_obey_the_limits() {
    let mut m = machine(
        "loop(X) :- freeze(Y, loop(Y)), X = 1, Y = X.\nchain(0) :- !.\nchain(N) :- N1 is N - 1, chain(N1).",
    );
    m.set_limits(Limits { inferences: 100_000, memory_cells: 1 << 20, ..Limits::default() });
    let endless = "catch(loop(_), error(resource_error(R), _), true)";
    assert_eq!(answers(&mut m, endless), ["R = inferences"]);
    let hidden = "freeze(X, chain(1000000)), catch(X = 1, error(resource_error(R), _), true)";
    assert!(answers(&mut m, hidden)[0].contains("R = inferences"));
    let (mut plain, mut woken) = (machine(""), machine(""));
    answers(&mut plain, "X = 1");
    answers(&mut woken, "freeze(X, (true, true)), X = 1");
    assert!(woken.inferences() > plain.inferences() + 3);
}

#[test]
fn a_hundred_thousand_wakings_inside_each_other_touch_no_native_stack() {
    let text = "
        chain(0, _) :- !.
        chain(N, X) :- N1 is N - 1, freeze(X, Y = N), chain(N1, Y).
        run(N, S) :- chain(N, X), S = X, X = go.
        line(0, X, X) :- !.
        line(N, X, Z) :- N1 is N - 1, freeze(X, Y = X), line(N1, Y, Z).
    ";
    let mut m = machine(text);
    assert_eq!(answers(&mut m, "line(100000, X, Z), X = end, Z == end").len(), 1);
    assert_eq!(answers(&mut m, "run(100000, go)").len(), 1);
    assert_eq!(
        answers(&mut m, "length(L, 20000), foldl([E, A, E]>>freeze(A, E = A), L, X, _), X = 1, last(L, Y)")
            .len(),
        1
    );
}

#[test]
fn cyclic_terms_end_with_attributes_too() {
    let holds = [
        "X = f(X), dif(X, Y), Y = f(Y) -> fail ; true",
        "X = f(X), dif(X, Y), Y = f(a)",
        "freeze(X, true), X = f(X, Y), freeze(Y, true), term_attvars(X, [_])",
        "X = f(X, A), freeze(A, p(X)), copy_term(X, Y), Y = f(_, B), attvar(B)",
        "freeze(A, p(X)), X = g(X, A), copy_term(A, B, G), G = [freeze(_, p(Z))], Z = g(Z1, _), Z1 == Z",
        "freeze(A, p(A)), findall(A, true, [B]), frozen(B, freeze(C, p(D))), C == D, B == C",
        "when(ground(X), true), X = f(X)",
        "when(?=(X, Y), true), X = f(X), Y = f(Y)",
    ];
    for query in holds {
        let mut m = machine("");
        m.set_limits(Limits { inferences: 1_000_000, memory_cells: 1 << 22, ..Limits::default() });
        assert_eq!(answers(&mut m, query).len(), 1, "{query}");
    }
}

#[test]
fn a_fork_in_the_middle_of_an_answer_keeps_what_waits() {
    let mut m = machine("pick(X, Y) :- dif(X, Y), member(X, [1, 2, 3]), member(Y, [1, 2, 3]).");
    let term = {
        let (x, y) = (m.variable(0), m.variable(1));
        m.compound("pick", &[x, y])
    };
    let goal = m.goal(&term);
    let mut all = Vec::new();
    let mut rest = None;
    let mut solutions = m.solve(&goal);
    while solutions.advance().expect("no error") {
        let pair = (solutions.get(0).and_then(|t| t.as_int()), solutions.get(1).and_then(|t| t.as_int()));
        all.push(pair);
        if all.len() == 2 {
            rest = Some(solutions.machine().fork());
        }
    }
    assert_eq!(all.len(), 6);
    let mut fork = rest.expect("two answers came");
    let mut more = fork.resume();
    let mut seen = all[..2].to_vec();
    while more.advance().expect("no error") {
        seen.push((more.get(0).and_then(|t| t.as_int()), more.get(1).and_then(|t| t.as_int())));
    }
    assert_eq!(seen, all);
    // Values outside any query are kept with their attributes in saved bytes.
    let mut m = machine("");
    assert_eq!(answers(&mut m, "dif(X, a), nb_setval(v, f(X, X))").len(), 1);
    let bytes = m.save();
    let mut loaded = Machine::load(&Program::from_text("").0, &bytes).expect("our own bytes");
    assert_eq!(answers(&mut loaded, "nb_getval(v, f(X, Y)), X == Y, \\+ X = a, X = b").len(), 1);
}
