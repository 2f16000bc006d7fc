//! The host's side: foreign predicates, prepared goals, saving, tracing, grants and diagnostics.

use logic::{Failure, Machine, Port, Program, Reply, Severity, View};
use std::sync::{Arc, Mutex};

fn machine(text: &str) -> Machine {
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    Machine::new(&program)
}

fn first(m: &mut Machine, query: &str, name: &str) -> Option<String> {
    let answer = m.once(query).expect("no error")?;
    answer.bindings.into_iter().find(|b| b.0 == name).map(|b| b.1)
}

#[test]
fn a_foreign_predicate_gives_its_answers_one_by_one_and_survives_a_fork() {
    let mut m = machine("big(X) :- square(_, X), X > 10.");
    m.define_nondet("square", 2, |call, state| {
        let n = state as i64;
        if n > 6 || !call.unify_int(0, n) || !call.unify_int(1, n * n) {
            return if n > 6 { Reply::Fail } else { Reply::More(state + 1) };
        }
        Reply::More(state + 1)
    });
    m.define("double", 2, |call| {
        let Some(n) = call.arg(0).as_int() else { return false };
        call.unify_int(1, 2 * n)
    });
    assert_eq!(first(&mut m, "findall(X, big(X), L)", "L").as_deref(), Some("[16, 25, 36]"));
    assert_eq!(first(&mut m, "double(21, X)", "X").as_deref(), Some("42"));
    let mut fork = m.fork();
    assert_eq!(first(&mut fork, "big(X)", "X").as_deref(), Some("16"));
}

#[test]
fn a_goal_built_from_terms_needs_no_text() {
    let mut m = machine("edge(a, b). edge(a, c). edge(b, d).");
    let (a, x) = (m.atom_term("a"), m.variable(0));
    let term = m.compound("edge", &[a, x]);
    let goal = m.goal(&term);
    for _ in 0..2 {
        let mut s = m.solve(&goal);
        let mut seen = Vec::new();
        while s.advance().expect("no error") {
            assert!(matches!(s.get(0).map(|t| t.view()), Some(View::Atom(_))));
            seen.push(s.get(0).and_then(|t| t.as_atom().map(String::from)));
        }
        assert_eq!(seen, [Some("b".to_string()), Some("c".to_string())]);
    }
}

#[test]
fn a_fork_changes_nothing_in_its_origin() {
    let mut m = machine(":- dynamic(n/1).\nn(1). n(2).");
    let snapshot = m.snapshot();
    let mut fork = m.fork();
    fork.once("retract(n(1)), assertz(n(3)), assertz(new(x))").expect("no error");
    assert_eq!(first(&mut m, "findall(X, n(X), L)", "L").as_deref(), Some("[1, 2]"));
    assert_eq!(first(&mut fork, "findall(X, n(X), L)", "L").as_deref(), Some("[2, 3]"));
    fork.restore(&snapshot);
    assert_eq!(first(&mut fork, "findall(X, n(X), L)", "L").as_deref(), Some("[1, 2]"));
}

#[test]
fn a_saved_machine_comes_back_and_damage_is_refused() {
    let (program, _) = Program::from_text(":- dynamic(n/2).\nn(1, one).");
    let mut m = Machine::new(&program);
    m.once("assertz(n(2, [f(\"text\", 2.5, X, X)])), assertz(fresh_name(y)), nb_setval(k, g(1))")
        .expect("no error");
    let bytes = m.save();
    let mut back = Machine::load(&program, &bytes).expect("sound bytes");
    let query = "findall(N-V, n(N, V), L), fresh_name(Y), nb_getval(k, K)";
    assert_eq!(m.once(query), back.once(query));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        if let Ok(mut m) = Machine::load(&program, &damaged) {
            let _ = m.once("findall(N-V, n(N, V), L)");
        }
        assert!(Machine::load(&program, &bytes[..at]).is_err());
    }
}

#[test]
fn what_outlives_a_query_is_saved_with_the_database() {
    let text = ":- table path/2.\npath(X, Y) :- edge(X, Y).\npath(X, Z) :- path(X, Y), edge(Y, Z).\n:- dynamic(edge/2).\nedge(a, b). edge(b, c). edge(c, a).";
    let (program, found) = Program::from_text(text);
    assert!(found.is_empty(), "{found:?}");
    let mut m = Machine::new(&program);
    let changes = [
        "findall(Y, path(a, Y), L)",
        "op(700, xfx, ===>), op(0, yfx, mod), op(200, xfy, **)",
        "set_prolog_flag(double_quotes, atom), set_prolog_flag(unknown, fail)",
        "char_conversion('#', '$')",
        "assertz(made_here(1)), assertz((rule(X) :- made_here(X)))",
        "X = f(X, 1), nb_setval(cycle, X), nb_setval(plain, g(\"text\", 2.5))",
        "set_random(seed(7)), random(1, 100, _)",
        // The table is complete: it does not notice that its edges have gone.
        "retractall(edge(_, _))",
    ];
    for goal in changes {
        assert!(m.once(goal).expect("no error").is_some(), "{goal}");
    }
    let bytes = m.save();
    let mut back = Machine::load(&program, &bytes).expect("sound bytes");
    assert_eq!(back.save(), bytes, "saving again gives the same bytes");
    let questions = [
        "findall(Y, path(a, Y), L), L = [_, _, _]",
        "X = (a ===> b), X =.. L",
        "catch(atom_to_term('7 mod 2', T, _), error(E, _), true)",
        "X = \"text\", atom(X)",
        "undefined_one ; rule(X)",
        "current_char_conversion('#', C)",
        "nb_getval(cycle, X), X = f(Y, 1), X == Y, nb_getval(plain, P), arg(2, P, F)",
        "findall(R, (member(_, [1, 2, 3]), random(1, 1000, R)), L)",
        "findall(X-Y, edge(X, Y), L)",
    ];
    for goal in questions {
        let (before, after) = (m.once(goal), back.once(goal));
        assert!(matches!(before, Ok(Some(_))), "{goal}: {before:?}");
        assert_eq!(before, after, "{goal}");
    }
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x2a;
        if let Ok(mut m) = Machine::load(&program, &damaged) {
            for goal in questions {
                let _ = m.once(goal);
            }
        }
    }
}

#[test]
fn a_machine_saved_during_a_query_comes_back_without_the_query() {
    let mut m = machine(":- dynamic(n/1).\nn(1). n(2). n(3).");
    let program = m.freeze();
    let term = m.parse("( n(X), assertz(seen(X)) )").expect("a goal");
    let goal = m.goal(&term);
    let mut s = m.solve(&goal);
    assert!(s.advance().expect("no error") && s.advance().expect("no error"));
    let (bytes, snapshot) = (s.machine().save(), s.machine().snapshot());
    let mut back = Machine::load(&program, &bytes).expect("sound bytes");
    assert_eq!(first(&mut back, "findall(X, seen(X), L)", "L").as_deref(), Some("[1, 2]"));
    // The snapshot holds the query too: both go on to the third answer.
    assert!(s.advance().expect("no error"));
    assert_eq!(first(&mut m, "findall(X, seen(X), L)", "L").as_deref(), Some("[1, 2, 3]"));
    m.restore(&snapshot);
    assert!(m.resume().advance().expect("no error"));
    assert_eq!(first(&mut m, "findall(X, seen(X), L)", "L").as_deref(), Some("[1, 2, 3]"));
}

#[test]
fn the_tracer_shows_four_ports_and_the_profiler_counts() {
    let mut m = machine("p(X) :- q(X), X > 1.\nq(1). q(2).");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = seen.clone();
    m.set_tracer(Some(Arc::new(move |e| {
        log.lock().expect("one thread").push((e.port, e.goal.clone()));
        true
    })));
    assert_eq!(first(&mut m, "p(X)", "X").as_deref(), Some("2"));
    m.set_tracer(None);
    let seen: Vec<(Port, String)> = std::mem::take(&mut *seen.lock().expect("one thread"));
    let shown: Vec<(Port, &str)> = seen.iter().skip(1).map(|(p, g)| (*p, g.as_str())).collect();
    assert_eq!(seen[0].0, Port::Call);
    // The comparison is compiled in line, and shown all the same.
    let expected = [
        (Port::Exit, "q(1)"),
        (Port::Call, "1>1"),
        (Port::Fail, "1>1"),
        (Port::Redo, "q(1)"),
        (Port::Exit, "q(2)"),
        (Port::Call, "2>1"),
        (Port::Exit, "2>1"),
        (Port::Exit, "p(2)"),
    ];
    assert_eq!(shown[1..], expected, "{shown:?}");
    // Tracing changes no answer.
    let control = "r(X, Y) :- ( member(X, [1, 2, 3]), X > 1 -> true ; X = 0 ), Y is X * 2, !.\nr(_, none).\ns(L) :- findall(X-Y, r(X, Y), L), \\+ L = [].";
    let (mut plain, mut traced) = (machine(control), machine(control));
    traced.set_tracer(Some(Arc::new(|_| true)));
    for goal in ["s(L)", "r(X, Y)", "r(3, Y)", "r(7, Y)", "catch(r(a, Y), E, true)"] {
        assert_eq!(plain.once(goal), traced.once(goal), "{goal}");
    }
    m.set_profiling(true);
    assert_eq!(first(&mut m, "p(X)", "X").as_deref(), Some("2"));
    let counts = m.profile();
    assert!(counts.contains(&("p/1".into(), 1)) && counts.contains(&("q/1".into(), 1)), "{counts:?}");
    let mut m = machine("c(0) :- !.\nc(N) :- N > 0, M is N - 1, c(M).\n");
    m.set_profiling(true);
    assert!(m.once("c(3)").expect("no error").is_some());
    let counts = m.profile();
    for known in [("c/1", 4), (">/2", 3), ("is/2", 3)] {
        assert!(counts.contains(&(known.0.into(), known.1)), "{known:?} in {counts:?}");
    }
}

#[test]
fn nothing_outside_is_touched_without_a_grant() {
    let mut m = machine("");
    for goal in [
        "open('/etc/hostname', read, _)",
        "open(new_file, write, _)",
        "consult(some_file)",
        "getenv('PATH', _)",
    ] {
        match m.once(goal) {
            Err(Failure::Error(e)) => assert!(e.ball.contains("permission_error"), "{goal}: {}", e.ball),
            other => panic!("{goal}: {other:?}"),
        }
    }
}

#[test]
fn findings_have_their_place_and_errors_their_stack() {
    let text = "a(X, Y) :- b(X).\nb(1).\na(2, 3).\nc(] .\nd :- e(1).\ne(X) :- Y is X + foo, write(Y).\n";
    let mut m = Machine::new(&Program::base());
    let found = m.consult_text(text, "test.pl");
    let lines: Vec<(u32, Severity)> = found.iter().map(|d| (d.line, d.severity)).collect();
    assert_eq!(lines, [(1, Severity::Warning), (3, Severity::Warning), (4, Severity::Error)], "{found:?}");
    match m.once("d") {
        Err(Failure::Error(e)) => {
            assert!(e.message.contains("evaluable"), "{}", e.message);
            assert_eq!(e.backtrace.frames[0].predicate, "e/1");
            assert_eq!(e.backtrace.frames[0].line, 6);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let run = |seed| {
        let mut m = machine("");
        m.seed(seed);
        first(&mut m, "findall(X, (between(1, 20, _), random_between(1, 1000, X)), L)", "L")
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn a_query_under_way_is_told_of_and_not_saved() {
    let (program, _) = Program::from_text("p(1). p(2). p(X) :- throw(X).");
    let mut m = Machine::new(&program);
    assert!(!m.can_resume());
    let term = {
        let x = m.variable(0);
        m.compound("p", &[x])
    };
    let goal = m.goal(&term);
    assert!(m.solve(&goal).advance().expect("p(1)"));
    assert!(m.can_resume());
    let loaded = Machine::load(&program, &m.save()).expect("our own bytes");
    assert!(!loaded.can_resume());
    let mut rest = m.fork();
    let mut more = rest.resume();
    assert!(more.advance().expect("p(2)"));
    assert!(more.advance().is_err());
    assert!(!rest.can_resume());
    assert!(!rest.resume().advance().expect("nothing is left"));
    assert!(m.once("true").expect("no error").is_some());
    assert!(!m.can_resume());
}

#[test]
fn a_file_that_takes_no_more_is_an_error_of_the_program_that_writes_it() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let mut m = Machine::new(&Program::base());
    m.set_grants(logic::Grants::all());
    let open = "open('/dev/full', write, S), ";
    let long = "( between(1, 100000, _), write(S, 'some text'), fail ; true )";
    for (goal, what) in [
        ("write(S, x), catch(close(S), E, true), close(S)".to_string(), "close/1"),
        ("write(S, x), catch(flush_output(S), E, true), close(S)".to_string(), "flush_output/1"),
        (format!("catch({long}, E, true), close(S, [force(true)])"), "write/2"),
        ("set_output(S), catch((write(x), flush_output), E, true), close(S)".into(), "flush_output/0"),
        ("catch(( repeat, nl(S), fail ), E, true), close(S, [force(true)])".into(), "nl/1"),
    ] {
        let answer = m.once(&format!("{open}{goal}, E = error(F, context(P, C))")).unwrap().unwrap();
        let value = |name: &str| answer.bindings.iter().find(|(n, _)| n == name).unwrap().1.clone();
        assert_eq!((value("F").as_str(), value("P").as_str()), ("system_error", what), "{goal}");
        assert!(value("C").contains("space"), "{goal}: {}", value("C"));
    }
    let binary = "open('/dev/full', write, S, [type(binary)]), catch(( repeat, put_byte(S, 7), fail ), \
                  error(system_error, _), true), close(S, [force(true)])";
    assert!(m.once(binary).unwrap().is_some());
    // With force it is closed whatever happens; what nobody closed is the host's to hear of.
    assert!(m.once(&format!("{open}write(S, x), close(S, [force(true)])")).unwrap().is_some());
    assert_eq!(m.unwritten(), None);
    assert!(m.once(&format!("{open}write(S, x)")).unwrap().is_some());
    let (file, cause) = m.unwritten().unwrap();
    assert!(file == "/dev/full" && cause.contains("space"), "{file}: {cause}");
    assert_eq!(m.unwritten(), None, "once");
}
