//! The playground: answers, what a query changes, and that nothing gets out of hand.

use expert::{Budget, Played, playground};

fn ask(clauses: &str, query: &str) -> Played {
    playground(clauses, query, 10, Budget::default(), 1).unwrap()
}

fn bound(name: &str, value: &str) -> Vec<(String, String)> {
    vec![(name.to_string(), value.to_string())]
}

#[test]
fn a_query_is_answered_with_its_bindings_and_the_knowledge_base_stays() {
    let played = ask("edge(a, b). edge(b, c).\npath(X, Y) :- edge(X, Y).", "path(X, c)");
    assert_eq!(played.answers, [bound("X", "b")]);
    assert!(!played.more && !played.changed && played.error.is_none());
    assert!(played.knowledge.contains("path(") && played.knowledge.contains("edge(a"));
}

#[test]
fn what_is_asserted_and_retracted_shows_at_once_and_can_be_read_again() {
    let first = ask("n(1).", "retract(n(X)), Y is X + 1, assert(n(Y)), assertz(seen(X))");
    assert!(first.changed, "{}", first.knowledge);
    let again = ask(&first.knowledge, "n(X)");
    assert_eq!(again.answers, [bound("X", "2")]);
    assert_eq!(ask(&first.knowledge, "seen(1)").answers, [Vec::new()]);
    assert!(ask(&first.knowledge, "n(1)").answers.is_empty());
}

#[test]
fn the_predicates_of_rule_files_are_there_and_an_unknown_one_is_false() {
    assert_eq!(ask("", "eq(X, 1 + 1)").answers, [bound("X", "2")]);
    let played = ask("", "nobody_defined_it(1)");
    assert!(played.answers.is_empty() && played.error.is_none());
    assert_eq!(ask("", "write(hello)").output, "hello");
}

#[test]
fn errors_of_clauses_are_told_with_the_line_of_the_text_that_was_sent() {
    let findings = playground("a.\nb :- (c.\n", "a", 1, Budget::default(), 1).unwrap_err();
    assert_eq!(findings[0].place.line, 2, "{findings:?}");
    assert!(findings[0].excerpt.contains("b :- (c."));
    let outside = playground("a. } GETTURN { IF (a) { add b. } ", "a", 1, Budget::default(), 1);
    assert!(outside.is_err(), "there are no blocks here");
}

#[test]
fn a_query_that_is_no_term_or_runs_for_ever_is_an_error_and_no_more() {
    assert!(ask("a.", "foo(").error.is_some());
    for query in ["loop", "grow([])", "flood(0)", "catch(loop, _, loop)", "length(_, N), fail", "halt"] {
        let text =
            "loop :- loop.\ngrow(L) :- grow([x | L]).\nflood(N) :- assertz(f(N)), M is N + 1, flood(M).";
        let played = ask(text, query);
        assert!(played.error.is_some(), "{query}");
        assert!(played.answers.is_empty(), "{query}");
    }
    assert!(ask("", "open('x.txt', write, S)").error.is_some(), "no files");
}

#[test]
fn only_so_many_answers_are_given_and_the_rest_is_said() {
    let played = ask("", "between(1, 1000, X)");
    assert_eq!(played.answers.len(), 10);
    assert!(played.more);
    let none = ask("a(1).", "  ");
    assert!(none.answers.is_empty() && none.knowledge.starts_with("a(1)."));
}

#[test]
fn a_base_that_grows_beyond_what_can_be_shown_stays_as_it_was_sent() {
    let played = ask("x.\n", "repeat, assertz(a(1)), fail");
    assert_eq!((played.knowledge.as_str(), played.changed), ("x.\n", false));
    let error = played.error.unwrap();
    assert!(error.contains("stays as it was") && error.contains("not enough resources"), "{error}");
}
