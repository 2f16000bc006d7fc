//! What the fast path says of itself: what it took of a file, what it left to the interpreter, why and where.

mod written;

use s3::load;

fn explained(text: &str) -> Vec<String> {
    let (game, found) = load(text, "game");
    game.unwrap_or_else(|| panic!("{found:?}")).explain()
}

#[test]
fn every_rule_has_its_line_and_compiled_ones_no_refusal() {
    for (name, text) in written::reversis().into_iter().take(2) {
        let lines = explained(&text);
        assert_eq!(lines.len(), 3, "{name}: {lines:#?}");
        for (line, rule) in lines[1..].iter().zip(["white", "black"]) {
            let at = text.lines().position(|l| l == format!("name={rule}")).expect("the rule") + 1;
            assert!(line.starts_with(&format!("rule {rule} (line {at}, ")), "{name}: {line}");
            assert!(line.contains("36 of 36 conditions and 72 of 72 sequels compiled"), "{name}: {line}");
        }
    }
}

#[test]
fn a_refusal_names_its_reason_and_its_place() {
    let (_, text) = written::all().pop().expect("the condition that changes the state");
    let lines = explained(&text);
    let at = text.lines().position(|l| l == "condition=CheckMove").expect("a condition") + 1;
    let wanted = format!(
        "36 conditions left to the interpreter at line {at}, column 11: an expression that is only asked changes"
    );
    assert!(lines.iter().any(|l| l.contains(&wanted)), "{lines:#?}");
}

#[test]
fn a_game_without_tables_says_which_rule_forbids_them() {
    // A counter that is not put back: every target meets what the one before it left.
    let (_, text) = written::reversis().pop().expect("the pattern variable");
    let lines = explained(&text.replace("($K = ($K - 1))", "($K > 0)"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("the interpreter plays the whole game: rule white (line "), "{lines:#?}");
    assert!(lines[0].ends_with("the condition meets at one target what it left in a variable at another"));
}
