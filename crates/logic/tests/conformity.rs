//! Runs the conformity suite in `tests/conformity/` (its README explains the format), one test per file.
//! Every case gets a machine of its own, cloned from one that has loaded the section's program.

use logic::{Failure, Limits, Machine, Program};
use std::fmt::Write as _;

/// Runs a goal against an expectation and says `pass` or what came instead.
const HARNESS: &str = r"
'conformity case'(true, G, R) :- !, catch(( call(G) -> R = pass ; R = failed ), B, R = ball(B)).
'conformity case'(false, G, R) :- !, catch(( call(G) -> R = succeeded(G) ; R = pass ), B, R = ball(B)).
'conformity case'(error(E), G, R) :- !,
    catch(( call(G) -> R = succeeded(G) ; R = failed ), B, ( nonvar(B), B = error(F, _), subsumes_term(E, F) -> R = pass ; R = ball(B) )).
'conformity case'(throws(E), G, R) :- !,
    catch(( call(G) -> R = succeeded(G) ; R = failed ), B, ( 'conformity variant'(B, E) -> R = pass ; R = ball(B) )).
'conformity case'(all(T, L), G, R) :- !,
    catch(( findall(T, G, L2), ( 'conformity variant'(L, L2) -> R = pass ; R = collected(L2) ) ), B, R = ball(B)).
'conformity case'(Check, G, R) :-
    catch(( call(G) -> ( call(Check) -> R = pass ; R = succeeded(G) ) ; R = failed ), B, R = ball(B)).
'conformity variant'(A, B) :- \+ \+ ( copy_term(A, A1), copy_term(B, B1), subsumes_term(A1, B1), copy_term(A, A2), copy_term(B, B2), subsumes_term(B2, A2) ).
";

struct Case {
    line: usize,
    goal: String,
    expected: String,
}

struct Section {
    program: String,
    cases: Vec<Case>,
}

/// Newlines and tabs are written as visible characters in the files.
fn visible(text: &str) -> String {
    text.replace('⏎', "\n").replace('⇥', "\t")
}

fn sections(text: &str) -> Vec<Section> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("## ") {
            found.push(Section { program: String::new(), cases: Vec::new() });
        } else if line.trim().is_empty() || line.starts_with('#') {
            continue;
        } else {
            let section: &mut Section = found.last_mut().expect("a section title comes first");
            if let Some(clause) = line.strip_prefix("+ ") {
                let _ = writeln!(section.program, "{clause}");
            } else {
                let (goal, expected) =
                    line.rsplit_once(" ==> ").unwrap_or_else(|| panic!("line {} has no ==>", i + 1));
                section.cases.push(Case {
                    line: i + 1,
                    goal: visible(goal),
                    expected: expected.trim().to_string(),
                });
            }
        }
    }
    found
}

fn read(file: &str) -> Vec<Section> {
    let path = format!("{}/tests/conformity/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    sections(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}")))
}

/// What came instead of the expectation, or nothing.
fn run(machine: &mut Machine, case: &Case) -> Option<String> {
    if case.expected == "syntax" {
        return match machine.query(&case.goal) {
            Err(Failure::Syntax(_)) => None,
            Err(other) => Some(other.to_string()),
            Ok(_) => Some("it was read".into()),
        };
    }
    if let Some(text) = case.expected.strip_prefix('|') {
        let wanted = visible(text.strip_suffix('|').expect("output stands between bars"));
        let outcome = machine.once(&case.goal);
        let got = machine.take_output();
        return match outcome {
            Ok(Some(_)) if got == wanted => None,
            Ok(Some(_)) => Some(format!("wrote |{got}|")),
            Ok(None) => Some("failed".into()),
            Err(e) => Some(e.to_string()),
        };
    }
    let query = format!("'conformity case'(({}), ({}\n), Result__)", case.expected, case.goal);
    match machine.once(&query) {
        Ok(Some(answer)) => {
            let result = answer
                .bindings
                .into_iter()
                .find(|(name, _)| name == "Result__")
                .map_or(String::new(), |b| b.1);
            (result != "pass").then_some(result)
        }
        Ok(None) => Some("the harness failed".into()),
        Err(e) => Some(e.to_string()),
    }
}

fn check(file: &str) {
    let (mut count, mut failures) = (0, String::new());
    for section in read(file) {
        let mut base = Machine::new(&Program::base());
        base.set_limits(Limits { inferences: 100_000_000, memory_cells: 1 << 25, ..Limits::default() });
        base.consult_text(HARNESS, "harness");
        base.consult_text(&section.program, file);
        for case in &section.cases {
            count += 1;
            if let Some(got) = run(&mut base.clone(), case) {
                let _ = writeln!(
                    failures,
                    "{file}.txt:{}: {} ==> {}\n    got {got}",
                    case.line, case.goal, case.expected
                );
            }
        }
    }
    assert!(count > 50, "{file} has only {count} cases");
    assert!(
        failures.is_empty(),
        "{} of {count} cases fail:\n{failures}",
        failures.matches("\n    got ").count()
    );
}

const FILES: &[&str] = &[
    "syntax",
    "write",
    "control",
    "terms",
    "arithmetic",
    "atoms",
    "database",
    "solutions",
    "flags",
    "streams",
    "library",
    "extras",
];

#[test]
fn the_suite_has_more_than_two_thousand_cases() {
    let count: usize = FILES.iter().flat_map(|f| read(f)).map(|s| s.cases.len()).sum();
    assert!(count > 2_000, "only {count}");
}

#[test]
fn text_is_read_as_the_standard_says() {
    check("syntax");
}

#[test]
fn terms_are_written_as_the_standard_says() {
    check("write");
}

#[test]
fn control_constructs_follow_the_standard() {
    check("control");
}

#[test]
fn terms_are_unified_compared_and_built() {
    check("terms");
}

#[test]
fn arithmetic_evaluates_and_complains() {
    check("arithmetic");
}

#[test]
fn atoms_and_numbers_turn_into_text_and_back() {
    check("atoms");
}

#[test]
fn the_database_keeps_its_logical_view() {
    check("database");
}

#[test]
fn all_solutions_are_collected() {
    check("solutions");
}

#[test]
fn flags_and_operators_are_guarded() {
    check("flags");
}

#[test]
fn streams_complain_in_the_standard_way() {
    check("streams");
}

#[test]
fn the_library_does_what_its_users_know() {
    check("library");
}

#[test]
fn strings_formats_tables_and_depth_work() {
    check("extras");
}
