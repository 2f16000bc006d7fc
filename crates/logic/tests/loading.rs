//! Loading programs: conditional compilation, files that name other files, and what is said about undefined calls.

use logic::{Diagnostic, Grants, Machine, Program};
use std::path::PathBuf;

/// A directory of files for one test.
fn files(test: &str, texts: &[(&str, &str)]) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    for (name, text) in texts {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().expect("inside the directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    dir
}

fn granted() -> Machine {
    let mut m = Machine::new(&Program::base());
    m.set_grants(Grants::all());
    m
}

fn load(m: &mut Machine, path: PathBuf) -> Vec<Diagnostic> {
    m.consult_files(&[path.to_string_lossy().into_owned()])
}

fn holds(m: &mut Machine, goal: &str) -> bool {
    m.once(goal).expect(goal).is_some()
}

fn messages(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|d| format!("{}: {}", d.line, d.message)).collect()
}

#[test]
fn conditions_may_be_nested_as_deep_as_a_text_is_long() {
    // Looking at every open condition for each term would make this 40,000,000,000 steps.
    let depth = 200_000;
    let mut m = granted();
    for (condition, inside) in [("true", "a(2)"), ("fail", "a(1)")] {
        let text = format!(
            ":- if({condition}).\n{}a(2).\n{}:- else.\na(1).\n:- endif.\n",
            ":- if(true).\n".repeat(depth),
            ":- endif.\n".repeat(depth)
        );
        assert_eq!(messages(&m.consult_text(&text, "t.pl")), Vec::<String>::new());
        assert!(holds(&mut m, &format!("findall(a(X), a(X), [{inside}])")), "{condition}");
    }
}

#[test]
fn only_the_branch_whose_condition_holds_is_loaded() {
    let mut m = granted();
    let text = ":- if(fail).\na(1).\nbroken(((.\n:- elif(true).\na(2).\n:- if(fail).\na(3).\n:- else.\na(4).\n:- endif.\n\
                :- else.\na(5).\n:- endif.\na(6).\n:- if(\\+ catch(no_such, _, fail)).\na(7).\n:- endif.\n";
    let found = m.consult_text(text, "t.pl");
    assert!(found.is_empty(), "{found:?}");
    assert!(holds(&mut m, "findall(X, a(X), [2, 4, 6, 7])"));
}

#[test]
fn conditions_that_do_not_match_are_reported() {
    let mut m = granted();
    assert_eq!(messages(&m.consult_text(":- endif.\na.\n", "t.pl")), ["1: endif without if"]);
    assert_eq!(messages(&m.consult_text(":- if(true).\na.\n", "t.pl")), ["2: if without endif"]);
}

#[test]
fn files_are_found_beside_the_file_that_names_them_and_loaded_once() {
    let dir = files(
        "beside",
        &[
            (
                "main.pl",
                ":- ensure_loaded('part/one').\n:- ensure_loaded('part/two.pl').\n:- include('part/more.pl').\nm(main).\n",
            ),
            ("part/one.pl", ":- ensure_loaded(two).\none(1).\n"),
            ("part/two.pl", ":- initialization((nb_getval(n, N), M is N + 1, nb_setval(n, M))).\ntwo(2).\n"),
            ("part/more.pl", "m(more).\n"),
        ],
    );
    let mut m = granted();
    assert!(holds(&mut m, "nb_setval(n, 0)"));
    let found = load(&mut m, dir.join("main.pl"));
    assert!(found.is_empty(), "{found:?}");
    assert!(holds(&mut m, "one(1), two(2), findall(X, m(X), [more, main]), nb_getval(n, 1)"));
}

#[test]
fn undefined_calls_are_told_with_place_and_caller() {
    let text = "\
:- dynamic(later/1).
p(X) :- q(X), missing(X), \\+ gone.
q(X) :- later(X), catch(caught, _, true), call(X).
q(X) :- findall(Y, nowhere(X, Y), _), maplist(step(X), [1]), member(X, [a]).
r --> s, [a], {t}.
";
    let dir = files("undefined", &[("u.pl", text)]);
    let mut m = granted();
    let found = load(&mut m, dir.join("u.pl"));
    assert_eq!(
        messages(&found),
        [
            "2: p/1 calls gone/0, which is not defined",
            "2: p/1 calls missing/1, which is not defined",
            "4: q/1 calls nowhere/2, which is not defined",
            "4: q/1 calls step/2, which is not defined",
            "5: r/2 calls s/2, which is not defined",
            "5: r/2 calls t/0, which is not defined",
        ]
    );
    assert!(found.iter().all(|d| d.file.ends_with("u.pl")));
}

#[test]
fn a_later_file_may_define_what_an_earlier_one_calls() {
    let dir = files("order", &[("a.pl", "a :- b.\n"), ("b.pl", "b.\n")]);
    let mut m = granted();
    let paths = ["a.pl", "b.pl"].map(|f| dir.join(f).to_string_lossy().into_owned());
    assert!(m.consult_files(&paths).is_empty());
    let mut m = granted();
    assert_eq!(m.consult_files(&paths[..1]).len(), 1);
}

#[test]
fn errors_in_a_file_leave_the_rest_of_it_loaded() {
    let dir = files("errors", &[("e.pl", "a(1).\na(2) :- .\na(3.\n:- foo(_).\n:- fail.\natom(x).\na(4).\n")]);
    let mut m = granted();
    let found = load(&mut m, dir.join("e.pl"));
    assert_eq!(found.iter().map(|d| d.line).collect::<Vec<_>>(), [2, 3, 4, 5, 6], "{found:?}");
    assert!(holds(&mut m, "findall(X, a(X), [1, 4])"));
}

#[test]
fn an_error_of_a_directive_tells_its_line_and_the_clause_that_ran() {
    let mut m = granted();
    let text = ":- initialization(main).\nmain :- q(1), true.\nq(X) :- Y is X + a, p(Y).\np(_).\n:- q(2).\n";
    let found = m.consult_text(text, "t.pl");
    assert_eq!(found.iter().map(|d| d.line).collect::<Vec<_>>(), [5, 1], "{found:?}");
    assert!(found[0].message.ends_with("\n    in q/1 (t.pl:3)"), "{}", found[0].message);
}

#[test]
fn the_error_of_a_last_call_names_its_own_clause_and_not_the_next() {
    let mut m = granted();
    m.consult_text(
        "one :- two, three.\ntwo :- atom_length(_, _).\nthree.\nfour :- X = a, _ is X + 1.\nfive.\n",
        "t.pl",
    );
    let told = |m: &mut Machine, goal: &str| m.once(goal).expect_err(goal).to_string();
    let two = told(&mut m, "one");
    assert!(two.ends_with("\n    in two/0 (t.pl:2)\n    in one/0 (t.pl:1)"), "{two}");
    let four = told(&mut m, "four");
    assert!(four.ends_with("\n    in four/0 (t.pl:4)"), "{four}");
}

#[test]
fn a_quote_that_is_never_closed_costs_only_its_own_clause() {
    let mut m = granted();
    let found = m.consult_text("a(1).\na('two).\na(3).\n", "t.pl");
    assert_eq!(found.iter().map(|d| d.line).collect::<Vec<_>>(), [2], "{found:?}");
    assert!(holds(&mut m, "findall(X, a(X), [1, 3])"));
}

#[test]
fn a_main_program_ends_with_its_own_exit_code() {
    for (goal, code) in [("true", 0), ("fail", 1), ("throw(x)", 2), ("halt(7)", 7)] {
        let mut m = granted();
        m.consult_text(&format!(":- initialization(main, main).\nmain :- {goal}.\n"), "t.pl");
        assert_eq!(m.halted(), Some(code), "{goal}");
    }
}

#[test]
fn several_files_may_give_clauses_of_one_predicate() {
    let one =
        ":- multifile(s/1).\ns(1).\n:- multifile(d/1).\n:- dynamic(d/1).\nd(1).\n:- multifile(hook/1).\n";
    let dir = files("multifile", &[("a.pl", one), ("b.pl", &one.replace("(1)", "(2)"))]);
    let paths = ["a.pl", "b.pl"].map(|f| dir.join(f).to_string_lossy().into_owned());
    let mut m = granted();
    assert!(m.consult_files(&paths).is_empty());
    assert!(holds(&mut m, "findall(X, s(X), [1, 2]), findall(X, d(X), [1, 2]), \\+ hook(_)"));
    assert!(m.consult_files(&paths[..1]).is_empty(), "loaded again: its clauses take the place of its own");
    assert!(holds(&mut m, "findall(X, s(X), [2, 1]), findall(X, d(X), [2, 1])"));
}

#[test]
fn marks_at_the_beginning_and_a_missing_end_of_line_do_no_harm() {
    let dir = files(
        "marks",
        &[("a.pl", "\u{feff}#!/usr/bin/env partie\na(1).\na(2)."), ("b.pl", "\u{feff}b(1).\r\nb(2). % end")],
    );
    let mut m = granted();
    for file in ["a.pl", "b.pl"] {
        let found = load(&mut m, dir.join(file));
        assert!(found.is_empty(), "{found:?}");
    }
    assert!(holds(&mut m, "findall(X, a(X), [1, 2]), findall(X, b(X), [1, 2])"));
    let open =
        format!("open('{}', read, S), read(S, b(X)), close(S), X == 1", dir.join("b.pl").to_string_lossy());
    assert!(holds(&mut m, &open), "a stream passes over the mark too");
}

#[test]
fn a_dash_stands_for_the_standard_input() {
    let mut m = granted();
    m.set_input(std::sync::Arc::new(std::sync::Mutex::new(Box::new(&b"k(1).\nk(2).\n"[..]))));
    assert!(m.consult_files(&["-".to_string()]).is_empty());
    assert!(holds(&mut m, "findall(X, k(X), [1, 2])"));
}

#[test]
fn a_listing_shows_static_and_dynamic_clauses_that_load_again() {
    let mut m = granted();
    m.consult_text(
        ":- dynamic(d/1).\nd(1).\np(X) :- q(X, Y), \\+ d(Y).\nq(a, 'B').\ng --> [x], g.\n",
        "t.pl",
    );
    assert!(holds(&mut m, "listing(p/1), listing([q/2, d]), listing(g//0)"));
    let text = m.take_output();
    assert_eq!(
        text,
        "p(A) :-\n    q(A, B),\n    \\+d(B).\n\nq(a, 'B').\n\n:- dynamic d/1.\nd(1).\n\n\
         g(A, B) :-\n    A = [x|C],\n    g(C, B).\n\n"
    );
    let mut again = granted();
    assert!(again.consult_text(&text, "again.pl").is_empty());
    assert!(holds(&mut m, "listing"));
    let all = m.take_output();
    for known in ["p(A) :-", "q(a, 'B').", "d(1)."] {
        assert!(all.contains(known), "{known}");
    }
}
