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
