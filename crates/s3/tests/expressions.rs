//! Expressions and patterns against what the original evaluator gives (`expr-cases.json`).

use s3::{Probe, fit, probe};
use serde_json::Value;

const FROGS: &str = include_str!("data/originals/Frogs");

fn cases() -> Value {
    serde_json::from_str(include_str!("data/expr-cases.json")).expect("the cases are valid JSON")
}

/// The original's print of a set: `{ int 1; str "a"; }`.
fn printed(p: &Probe) -> String {
    match p {
        Probe::Int(n) => format!("int {n}"),
        Probe::Bool(b) => format!("bool {b}"),
        Probe::Text(t) => format!("str \"{t}\""),
        Probe::Set(members) => {
            let inner: String = members.iter().map(|m| format!("{}; ", printed_member(m))).collect();
            format!("{{ {inner}}}")
        }
        Probe::Unreadable | Probe::Failed(_) => format!("{p:?}"),
    }
}

fn printed_member(p: &Probe) -> String {
    if matches!(p, Probe::Set(_)) { format!("set {}", printed(p)) } else { printed(p) }
}

#[test]
fn every_expression_gives_what_the_original_gives() {
    let mut tried = 0;
    for group in cases()["expression_groups"].as_array().expect("groups") {
        let group = group.as_array().expect("a group");
        let texts: Vec<&str> = group.iter().map(|c| c["expr"].as_str().expect("a text")).collect();
        let results = probe(FROGS, &texts).expect("Frogs loads");
        for (case, result) in group.iter().zip(&results) {
            tried += 1;
            let context = format!("{case}: {result:?}");
            if case["parse_error"] == Value::Bool(true) {
                assert_eq!(*result, Probe::Unreadable, "{context}");
            } else if case["eval_error"] == Value::Bool(true) {
                assert!(matches!(result, Probe::Failed(_)), "{context}");
            } else {
                let expected = match &case["value"] {
                    Value::String(s) if case["type"] == "set" => s.clone(),
                    Value::String(s) => format!("str \"{s}\""),
                    Value::Number(n) => format!("int {n}"),
                    other => format!("bool {other}"),
                };
                assert_eq!(printed(result), expected, "{context}");
            }
        }
    }
    assert!(tried > 150, "only {tried} cases");
}

#[test]
fn every_pattern_fits_as_in_the_original() {
    let mut report = s3::diagnostic::Report::new("");
    for case in cases()["pattern_cases"].as_array().expect("cases") {
        let text = case["pattern"].as_str().expect("a pattern");
        let one = s3::syntax::Dialect::One;
        let pattern = s3::syntax::pattern(text, 0, one, &mut report).expect("it parses");
        let found = fit(&pattern, case["name"].as_str().expect("a name"), one);
        assert_eq!(found.is_some(), case["matches"] == Value::Bool(true), "{case}");
        let bound = case["bound"].as_object().expect("bindings");
        let found: std::collections::BTreeMap<String, i32> = found.unwrap_or_default().into_iter().collect();
        assert_eq!(found.len(), bound.len(), "{case}");
        for (name, value) in bound {
            assert_eq!(found.get(name).map(|n| i64::from(*n)), value.as_i64(), "{case}");
        }
    }
}
