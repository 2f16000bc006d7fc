//! What is wrong with a file is said all at once, with place, excerpt, expectation and hint.

use crate::table::TABLE;
use expert::{Finding, Severity, check};

fn findings(text: &str) -> Vec<Finding> {
    check(text, &TABLE)
}

/// The finding of a text with one error: its place, its message and its hint.
fn only(text: &str) -> (u32, u32, String, String) {
    let errors: Vec<Finding> = findings(text).into_iter().filter(|f| f.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{text}\n{errors:#?}");
    let f = &errors[0];
    (f.place.line, f.place.column, f.message.clone(), f.hint.clone())
}

#[test]
fn every_error_of_a_file_is_found_in_one_go() {
    let text = "PROLOG {
    mam([4, 0]
    dobre(X) :- mam(X).
    zle(X) :- mam(X) AND X.
    :- dynamic(x/1).
}
SETKARD {
    IF (true) { add x. }
}
GETTURN {
    IF (mam(X) { add return(\\X). }
    IF (mam(X)) { ad return(\\X). }
    IF (mam(X)) { add return(\\X) }
    add return(1).
    IF (mam(Y)) { add return(\\Y). }
}
";
    let found = findings(text);
    let places: Vec<(u32, u32)> = found
        .iter()
        .filter(|f| f.severity == Severity::Error)
        .map(|f| (f.place.line, f.place.column))
        .collect();
    assert_eq!(
        places,
        [(3, 5), (4, 22), (5, 5), (7, 1), (11, 16), (12, 19), (13, 34), (14, 5)],
        "{found:#?}"
    );
    for finding in &found {
        assert!(!finding.message.is_empty() && !finding.excerpt.is_empty(), "{finding:?}");
        let shown = finding.to_string();
        assert!(shown.contains('^') && shown.starts_with(&finding.place.to_string()), "{shown}");
    }
}

#[test]
fn each_error_names_what_was_expected_and_what_may_help() {
    for (text, line, column, message, hint) in [
        ("", 1, 1, "the block PROLOG is missing", "begin with PROLOG { }"),
        ("GETTURN { } PROLOG { }", 1, 13, "the block PROLOG must come first", "move it"),
        ("PROLOG { } PROLOG { }", 1, 12, "the block PROLOG is there twice", ""),
        (
            "PROLOG { } GETTURN { } GETTURN { }",
            1,
            24,
            "the block GETTURN is there twice",
            "put its rules together",
        ),
        ("PROLOG {", 1, 1, "the block PROLOG is not closed", "put '}'"),
        ("PROLOG { } GETTURN {", 1, 20, "this block is not closed", "put '}'"),
        ("PROLOG { } GETTRUN { }", 1, 12, "taroky has no block GETTRUN", "did you mean GETTURN?"),
        ("PROLOG { } FISH { }", 1, 12, "taroky has no block FISH", "its blocks are SETCARD"),
        ("PROLOG { p(X) :- X <= 3. }", 1, 20, "expected an operator, found '<='", "'at most' is written =<"),
        ("PROLOG { p(\\X). }", 1, 12, "'\\X' has no value in the block PROLOG", "write the variable X"),
        ("PROLOG { eq(X, X). }", 1, 10, "eq/2 is a predicate of the language", "another name"),
        ("PROLOG { a, b. }", 1, 10, "several goals cannot be a clause", "one clause for each"),
        ("PROLOG { 5. }", 1, 10, "'5' cannot be a clause", "name of a predicate"),
        ("PROLOG { % no\n}", 1, 10, "'%' begins nothing here", "//"),
        ("PROLOG { a('x). }", 1, 12, "a quoted atom is not closed on its line", "close it with '"),
        ("PROLOG { Foo(1). }", 1, 10, "the variable 'Foo' cannot be called", "small letter"),
        ("PROLOG { '$x'. }", 1, 10, "names that begin with '$', such as $x, are reserved", ""),
        ("PROLOG { IF (true) { } }", 1, 10, "a rule stands in the block PROLOG", "block of their own"),
        ("PROLOG { } GETTURN { IF true { } }", 1, 25, "expected '(' after IF, found 'true'", ""),
        (
            "PROLOG { } GETTURN { IF (a b) { } }",
            1,
            28,
            "expected AND, OR or ')' after the condition, found 'b'",
            "",
        ),
        ("PROLOG { } GETTURN { IF (a) { add 1. } }", 1, 31, "'1' cannot be a clause", ""),
        ("PROLOG { } GETTURN { IF (1) { } }", 1, 26, "'1' can be neither true nor false", ""),
        ("PROLOG { write(1) :- true. }", 1, 10, "permission", ""),
        ("PROLOG { a(1. }", 1, 13, "expected ',' or ')', found '.'", ""),
        ("PROLOG { a([1 | ). }", 1, 17, "expected a term, found ')'", ""),
        ("PROLOG { } GETTURN { IF (a) { add a(\\X)(1). } }", 1, 40, "expected '.' after the action", ""),
    ] {
        let (l, c, m, h) = only(text);
        assert!(m.to_lowercase().contains(&message.to_lowercase()), "{text}: {m}");
        assert_eq!((l, c), (line, column), "{text}: {m}");
        assert!(h.contains(hint), "{text}: {h}");
    }
}

#[test]
fn what_deserves_a_look_does_not_refuse_the_file() {
    let warned = |text: &str| -> Vec<String> {
        let found = findings(text);
        assert!(found.iter().all(|f| f.severity == Severity::Warning), "{found:#?}");
        found.into_iter().map(|f| format!("{} [{}]", f.message, f.hint)).collect()
    };
    assert!(warned("PROLOG { a(1). } GETTURN { IF (a(X)) { add return(\\X). } }").is_empty());
    let typo = warned("PROLOG { mam(1). p(X) :- mma(X). } SETCARD { IF (true) { add x(\\CRAD). } }");
    assert_eq!(typo.len(), 2, "{typo:?}");
    assert!(typo[0].contains("mma/1") && typo[0].contains("did you mean mam?"), "{typo:?}");
    assert!(
        typo[1].contains("\\CRAD has no value here") && typo[1].contains("did you mean \\CARD?"),
        "{typo:?}"
    );
    let arity = warned("PROLOG { mam(1). } GETTURN { IF (mam(X, Y)) { add return(\\X). } }");
    assert!(arity[0].contains("there is mam/1"), "{arity:?}");
}

#[test]
fn a_file_that_is_too_long_or_too_deep_is_refused_with_its_cause() {
    let long = format!("PROLOG {{ {} }}", "a(1). ".repeat(200_000));
    assert!(only(&long).2.contains("at most"));
    let deep = format!("PROLOG {{ a({}1{}). }}", "f(".repeat(5000), ")".repeat(5000));
    assert!(only(&deep).2.contains("nested more than"));
    let chain = format!("PROLOG {{ a({}1). }}", "1 + ".repeat(5000));
    assert!(only(&chain).2.contains("nested more than"));
    let not = format!("PROLOG {{ }} GETTURN {{ IF ({}true) {{ }} }}", "NOT ".repeat(5000));
    assert!(only(&not).2.contains("parts"));
    let open = format!("PROLOG {{ }} GETTURN {{ IF ({}true{}) {{ }} }}", "(".repeat(5000), ")".repeat(5000));
    assert!(only(&open).2.contains("parts"));
    let digits = format!("PROLOG {{ a({}). }}", "9".repeat(5000));
    assert!(only(&digits).2.contains("digits"));
}
