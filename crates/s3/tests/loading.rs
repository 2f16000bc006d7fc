//! Files that the original loads although they look wrong, and files that it refuses although they look right: one
//! small file for each habit, found by comparing thousands of damaged files with the original engine.

use game::{Game as _, Show as _};
use s3::{S3Game, Severity, load};

const TYPES: &str =
    "[ELEMENT TYPES]\nname=e\nstates=2\nimage=e\npoint=0,0\n[LOCATION TYPES]\nname=l\npoint=0,0\n";
const PLACES: &str = "[LOCATIONS]\nname=a(1)\ntype=l\nname=a(2)\ntype=l\nname=a(3)\ntype=l\n";
const PLAYERS: &str = "[PLAYER NAMES]\n1=p\n2=q\n";
const STONE: &str = "[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n";
const RULE: &str = "[GAME RULES]\nname=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\n";

fn whole() -> String {
    [TYPES, PLACES, PLAYERS, STONE, RULE].concat()
}

fn game(text: &str) -> S3Game {
    let (game, found) = load(text, "habit");
    game.unwrap_or_else(|| panic!("{text}\n{found:?}"))
}

fn moves(text: &str) -> Vec<String> {
    let game = game(text);
    let start = game.initial();
    assert_eq!(game.fault(&start), None, "{text}");
    game.all_moves(&start).iter().map(|&mv| game.text(&start, mv)).collect()
}

fn refused(text: &str) {
    let (game, found) = load(text, "habit");
    assert!(game.is_none(), "{text}");
    assert!(found.iter().any(|d| d.severity == Severity::Error && d.line > 0), "{text}");
}

/// Generating fails, on both paths, with a place and a cause.
fn fails(text: &str) {
    let game = game(text);
    let start = game.initial();
    let fault = game.fault(&start).unwrap_or_else(|| panic!("{text} should fail"));
    assert!(fault.line > 0 && !fault.message.is_empty());
    let mut list = Vec::new();
    game.moves(&start, &mut list);
    assert!(list.is_empty() && game.all_moves(&start).is_empty() && game.winner(&start) == -1, "{text}");
}

const BOTH: [&str; 2] = ["a(1)->a(2):x(1)", "a(1)->a(3):x(1)"];

#[test]
fn control_characters_at_the_ends_of_a_line_are_blank() {
    assert_eq!(moves(&whole().replace("name=r", "\0\u{1f} name=r\u{b}\u{1}")), BOTH);
    // A blank that is none in the original stays part of the key, which is then unknown.
    fails(&whole().replace("from=a($K)", "\u{a0}from=a($K)"));
}

#[test]
fn a_section_opened_again_goes_on_with_the_record_it_was_left_in() {
    let cut = STONE.replace("location", "[BOARD]\nimage=b\n[MOVABLE ELEMENTS]\nlocation");
    assert_eq!(moves(&[TYPES, PLACES, PLAYERS, &cut, RULE].concat()), BOTH);
    let cut = TYPES.replace("point=0,0\n[LOCATION", "[LOCATION").replace("name=l\npoint=0,0\n", "name=l\n");
    let text =
        [&cut, "[ELEMENT TYPES]\npoint=1,1\n[LOCATION TYPES]\npoint=2,2\n", PLACES, PLAYERS, STONE, RULE];
    assert_eq!(moves(&text.concat()), BOTH);
    let ends = "[END OF GAME]\nsituation=true\n[BOARD]\nimage=b\n[END OF GAME]\nwinner=2\n";
    let game = game(&format!("{}{ends}", whole()));
    let mut state = game.initial();
    let mv = game.parse(&state, BOTH[0]).expect("legal");
    game.apply(&mut state, mv);
    assert_eq!(game.winner(&state), 2);
    refused(&whole().replace("name=x(1)\ntype=e", "type=e\nname=x(1)"));
}

#[test]
fn an_expression_without_its_end_goes_on_in_the_next_section_of_expressions() {
    let parts = "[EXPRESSIONS]\nYes\ntrue\n[BOARD]\nimage=b\n[EXPRESSIONS]\n$L == 3\nEND\nNo\nfalse\nEND\n";
    assert_eq!(moves(&format!("{parts}{}condition=Yes\n", whole())), [BOTH[1]]);
}

#[test]
fn a_picture_may_be_named_before_its_record_and_states_given_again_start_the_points_again() {
    let types =
        TYPES.replace("[ELEMENT TYPES]\n", "[ELEMENT TYPES]\nimage=z\n").replace("states=2", "states=1");
    let again = types.replace("[LOCATION", "states=1\npoint=3,3\n[LOCATION");
    assert_eq!(moves(&[&again, PLACES, PLAYERS, STONE, RULE].concat()), BOTH);
    refused(&[&types.replace("[LOCATION", "point=3,3\n[LOCATION"), PLACES, PLAYERS, STONE, RULE].concat());
}

#[test]
fn a_location_type_counts_as_it_was_until_its_point_comes_again() {
    let types = TYPES.replace("point=0,0\n[LOC", "point=0,0\n\n[LOC") + "name=l\nrelevant=no\n";
    let text = [&types, PLACES, PLAYERS, STONE, RULE].concat();
    let start = game(&text).initial();
    assert_eq!(game(&text).distinct_moves(&start).len(), 2);
    let registered = [&types, "point=5,5\n", PLACES, PLAYERS, STONE, RULE].concat();
    assert_eq!(game(&registered).distinct_moves(&game(&registered).initial()).len(), 1);
}

#[test]
fn numbers_and_names_are_read_as_leniently_and_as_strictly_as_the_original_does() {
    let good = ["point=1,2,rest\n", "camera=1,2,\n", "robot=1,2,3,4,5f,6,7,8,9,1e1,,\n", "point= 3 ,\t4\n"];
    for line in good {
        assert_eq!(moves(&[TYPES, PLACES, line, PLAYERS, STONE, RULE].concat()), BOTH, "{line}");
    }
    for line in ["point=1\n", "robot=1,2,3,4,5\n", "camera=1,x\n", "point=,\n"] {
        refused(&[TYPES, PLACES, line, PLAYERS, STONE, RULE].concat());
    }
    for shape in ["circle(5,x)", "circle", "rectangular(5)", "oval(5", "circle()"] {
        refused(
            &[TYPES, "shape=", shape, "\n", PLACES, PLAYERS, STONE, RULE]
                .concat()
                .replace("oval(5", "oval(x"),
        );
    }
    for shape in ["circle(5", "circle(5,6,7)", "oval(5)", "what"] {
        let text = [TYPES, "shape=", shape, "\n", PLACES, PLAYERS, STONE, RULE].concat();
        assert_eq!(moves(&text.replace("circle(5\n", "circle(55\n")), BOTH, "{shape}");
    }
    // The last character passes for the closing parenthesis.
    assert_eq!(moves(&whole().replace("a(2)", "a(2x")), [BOTH[1]]);
    refused(&whole().replace("a(2)", "a()"));
    refused(&whole().replace("x(1)", "x(99999999999)"));
}

#[test]
fn a_winner_without_a_situation_fails_when_the_first_move_is_made() {
    let game = game(&format!("{}[END OF GAME]\nwinner=1\nwinner=2\n", whole()));
    let mut state = game.initial();
    let mv = game.parse(&state, BOTH[0]).expect("legal");
    game.apply(&mut state, mv);
    assert!(game.fault(&state).is_some_and(|f| f.line > 0));
}

#[test]
fn no_move_can_be_made_of_what_has_no_type() {
    fails(&whole().replace("name=a(2)\ntype=l", "name=a(2)"));
    fails(&whole().replace("name=a(1)\ntype=l", "name=a(1)"));
    fails(&whole().replace("name=x(1)\ntype=e", "name=x(1)"));
    fails(&whole().replace("location=a(1)", "location=a(9)"));
    // Only when a move is found: here none leads to the location without a type.
    assert_eq!(moves(&(whole().replace("name=a(2)\ntype=l", "name=a(2)") + "condition=$L==3\n")), [BOTH[1]]);
    let other = "[MOVABLE ELEMENTS]\nname=y\ntype=e\nlocation=a(3)\n";
    let text = whole().replace("name=a(2)\ntype=l", "name=a(2)") + other + "[GAME RULES]\ncondition=$L==3\n";
    assert!(moves(&text).is_empty());
    let text = whole().replace("name=a(2)\ntype=l", "name=a(2)")
        + "condition=$L==3\nfollowup=MOVE(\"x(1)\",\"a(3)\",\"a(2)\")\n";
    let game = game(&text);
    let mut state = game.initial();
    let mv = game.parse(&state, BOTH[1]).expect("legal");
    game.apply(&mut state, mv);
    assert!(game.fault(&state).is_some_and(|f| f.line > 0));
}

#[test]
fn a_pattern_fails_on_a_number_that_is_too_large_and_shifts_numbers_after_a_leading_one() {
    let text =
        whole().replace("location=a(1)", "location=a1b99999999999").replace("from=a($K)", "from=a$K b$M");
    fails(&text);
    // Of `7-a8` the number after the text is bound to the variable before it.
    let text = whole().replace("a(1)", "7-a8").replace("from=a($K)", "from=$K-a") + "condition=$K==8\n";
    assert_eq!(moves(&text), ["7-a8->a(2):x(1)", "7-a8->a(3):x(1)"]);
}

#[test]
fn a_dollar_names_a_variable_by_whatever_follows_it_and_a_quote_makes_a_pattern_fit_nothing() {
    // The variable is called `)`, so the pattern has no closing parenthesis and fits nothing.
    assert!(moves(&whole().replace("to=a($L)", "to=a($)")).is_empty());
    refused(&whole().replace("to=a($L)", "to=a($"));
    assert!(moves(&whole().replace("to=a($L)", "to=a(\"+\")")).is_empty());
    refused(&whole().replace("to=a($L)", "to=a(\")"));
    assert_eq!(moves(&format!("{}condition=true OR !-\n", whole())), BOTH);
    refused(&format!("{}condition=true OR !(1)\n", whole()));
    refused(&format!("{}condition=true OR $\n", whole()));
}

#[test]
fn not_and_abs_after_a_value_work_on_what_stands_before() {
    assert_eq!(moves(&format!("{}condition=($L == 2) NOT Nothing\n", whole())), [BOTH[1]]);
    assert_eq!(moves(&format!("{}condition=3 == (- $L) ABS 7\n", whole())), [BOTH[1]]);
    refused(&format!("{}condition=true NOT\n", whole()));
    assert_eq!(moves(&format!("{}condition=EMPTY(\"a(2)\") 7 ( 8 , ) {{ }}\n", whole())), BOTH);
    refused(&format!("{}condition=EMPTY(\"a(2)\") (\n", whole()));
    refused(&format!("{}condition=EMPTY(\"a(2)\") ( }} \n", whole()));
}

#[test]
fn a_rule_that_lacks_a_pattern_fails_even_where_every_location_is_taken() {
    let full = "[MOVABLE ELEMENTS]\nname=y\ntype=e\nlocation=a(2)\nname=z\ntype=e\nlocation=a(3)\n";
    for key in ["element", "from"] {
        let rule = RULE.replace(&format!("\n{key}="), "\nleft=");
        fails(&[TYPES, PLACES, PLAYERS, STONE, full, &rule].concat());
    }
    let rule = RULE.replace("\nto=", "\nleft=");
    assert!(moves(&[TYPES, PLACES, PLAYERS, STONE, full, &rule].concat()).is_empty());
}
