//! Mistakes: all of them at once, each at its place, with a cause and a hint.

use s3::{Diagnostic, Severity, load};

const BASE: &str = "[ELEMENT TYPES]\nname=e\nstates=2\nimage=e.svg\npoint=0,0\n[LOCATION TYPES]\nname=l\nimage=l.svg\npoint=0,0\n\
[LOCATIONS]\nname=a(1)\ntype=l\npoint=0,0\nname=a(2)\ntype=l\npoint=1,0\n[PLAYER NAMES]\n1=p\n[MOVABLE ELEMENTS]\nname=x(1)\n\
type=e\nlocation=a(1)\n";
const RULE: &str = "[GAME RULES]\nname=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\n";

fn found(text: &str) -> Vec<Diagnostic> {
    load(text, "test").1
}

/// A file with `lines` after the base must be told `message` about the text `part`.
fn check(lines: &str, part: &str, message: &str) {
    let text = format!("{BASE}{lines}");
    let list = found(&text);
    let hit = list.iter().find(|d| d.message.contains(message));
    let hit = hit.unwrap_or_else(|| panic!("'{message}' not among {list:#?}"));
    assert_eq!(&text[hit.span.clone()], part, "{hit:?}");
    assert_eq!(text[..hit.span.start].matches('\n').count() + 1, hit.line);
    assert!(hit.render("f").contains(&format!("f:{}:{}", hit.line, hit.column)));
}

#[test]
fn a_sound_file_has_nothing_to_report() {
    assert_eq!(found(&format!("{BASE}{RULE}")), Vec::new());
}

#[test]
fn each_kind_of_mistake_is_found_where_it_is() {
    let rule = |line: &str| format!("{RULE}{line}\n");
    check("[GAMES RULES]\n", "[GAMES RULES]", "unknown section");
    check(&rule("conditon=true"), "conditon", "unknown key 'conditon'");
    check(&rule("from =a($K)"), "from ", "unknown key 'from '");
    check(&rule("condition=Fre($K)"), "Fre($K)", "nothing is called 'Fre'");
    check(&rule("condition=EMPTY"), "EMPTY", "takes 1 arguments");
    check(
        &format!("[EXPRESSIONS]\nOne($A)\ntrue\nEND\n{}", rule("condition=One(1,2)")),
        "One(1,2)",
        "takes 1 arguments, not 2",
    );
    check(&rule("to=a(1,$L)"), "a(1,$L)", "can never match");
    check(&rule("condition=$K==1 AND $L==2"), "$K==1 AND $L==2", "precedence: '==' takes everything");
    check(
        &rule("condition=NOT EMPTY(\"a(1)\") AND true"),
        "NOT EMPTY(\"a(1)\") AND true",
        "takes the whole rest",
    );
    check(&rule("player=2"), "2", "can never be used: there is no player 2");
    check(&rule("state=3"), "3", "can never be used: none of its elements has a state 3");
    check(&rule("condition=false"), "false", "can never be used: its condition never holds");
    check(&rule("player=PLAYER"), "PLAYER", "never matches");
    check(&rule("condition=$Q == 1"), "$Q", "the variable $Q is read but never set");
    check(&rule("condition=1 + \"x\" == 2"), "\"x\" == 2", "+ needs a number and gets true or false");
    check(&rule("condition=5"), "5", "neither true nor false");
    check(&rule("condition=(1 + 2"), "(", "never closed");
    check(&rule("condition=5 5"), "5", "an operator is missing");
    check(&rule("withScore=5"), "name=r", "0 awardPlayer and 1 withScore");
    check("[LOCATION TYPES]\nname=m\n[GAME RULES]\n", "name=m", "has no point and so does not exist");
    check("[MOVABLE ELEMENTS]\nname=y\ntype=ee\nlocation=a(3)\n", "a(3)", "no location is called 'a(3)'");
    check("[MOVABLE ELEMENTS]\nname=y\ntype=ee\nlocation=a(2)\n", "ee", "no element type is called 'ee'");
    check("[MOVABLE ELEMENTS]\nname=y\n", "y", "has no location");
    check("[PLAYER NAMES]\n3=c\n", "3=c", "player 3 comes before player 2");
    check("[GAME RULES]\nnonsense\n", "nonsense", "no '='");
    check("[END OF GAME]\nsituation=true\n", "true", "without a winner");
}

#[test]
fn mistakes_of_newcomers_are_told_with_what_was_meant() {
    let hint = |line: &str, message: &str| {
        let list = found(&format!("[S3 2]\n{BASE}{RULE}{line}\n"));
        let hit = list.iter().find(|d| d.message.contains(message));
        hit.unwrap_or_else(|| panic!("'{message}' not among {list:#?}")).hint.clone().unwrap_or_default()
    };
    assert_eq!(hint("condition=$L == 1 and $K == 2", "operator is missing"), "write AND in capitals");
    assert_eq!(
        hint("condition=($L == 1 || $K == 2)", "operator or a comma is missing"),
        "write OR in capitals"
    );
    assert_eq!(hint("condition=$L = $K + 1", "always holds"), "write == to compare");
    assert!(hint("condition=EMPTY(a(2))", "nothing is called 'a'").contains("in quotes"));
    assert_eq!(
        hint("condition=not EMPTY(\"a(2)\")", "operator is missing"),
        "two values cannot stand side by side"
    );
    assert_eq!(hint("condition=state(\"x(1)\") == 1", "nothing is called 'state'"), "did you mean 'STATE'?");
    assert!(hint("condition=EMPTY(\"a(9)\")", "no location is called 'a(9)'").contains("declared"));
    assert!(
        hint("followup=MOVE(\"x(7)\",\"a(1)\",\"a(2)\")", "no element is called 'x(7)'").contains("declared")
    );
    assert_eq!(hint("followup=SETSTATE(\"x(1)\",3)", "no state 3: its type has 2"), "evaluating this fails");
}

/// Two players, one of whom has to be told that it is their turn.
const TWO: &str = "[ELEMENT TYPES]\nname=e\nstates=2\nimage=e.svg\npoint=0,0\n[LOCATION TYPES]\nname=l\nimage=l.svg\n\
point=0,0\n[LOCATIONS]\nname=a(1)\ntype=l\npoint=0,0\nname=a(2)\ntype=l\npoint=1,0\n[PLAYER NAMES]\n1=p\n2=q\n\
[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n";

/// In both dialects the file with these lines must be told `message` with `hint` about `part`.
fn slip(lines: &str, part: &str, message: &str, hint: &str) {
    for head in ["", "[S3 2]\n"] {
        let text = format!("{head}{TWO}{lines}");
        let list = found(&text);
        let hit = list.iter().find(|d| d.message.contains(message));
        let hit = hit.unwrap_or_else(|| panic!("'{message}' not among {list:#?}"));
        assert_eq!(&text[hit.span.clone()], part, "{hit:?}");
        let given = hit.hint.clone().unwrap_or_default();
        assert!(given.contains(hint), "{given:?} is not {hint:?}");
        assert_eq!(list.iter().filter(|d| d.message == hit.message).count(), 1, "once: {list:#?}");
    }
}

#[test]
fn slips_of_whole_rules_are_told_in_both_dialects() {
    let rule = format!("{RULE}followup=NEXTPLAYER\n");
    let end = |winner: &str| format!("{rule}[END OF GAME]\nsituation=EMPTY(\"a(1)\")\nwinner={winner}\n");
    slip(
        &end("3"),
        "3",
        "the winner is player 3, and there is no player 3",
        "the players are 1 to 2; 0 is a draw",
    );
    slip(&end("IF(PLAYER == 1,2,-1)"), "-1", "there is no player -1", "the players are 1 to 2");
    slip(
        &rule.replace("NEXTPLAYER", "NEXTPLAYER AND SETOWNER(\"x(1)\",4)"),
        "4",
        "the owner is player 4",
        "1 to 2",
    );
    slip(&format!("{rule}awardPlayer=5\nwithScore=1\n"), "5", "who scores is player 5", "1 to 2");
    let condition = |what: &str| format!("{rule}condition={what}\n");
    slip(&condition("EMPTY(\"b($L)\")"), "\"b($L)\"", "no location has such a name", "compare it");
    slip(&condition("EMPTY(\"b(1)\")"), "\"b(1)\"", "no location is called 'b(1)'", "compare it");
    slip(&condition("STATE(\"y($J)\") == 1"), "\"y($J)\"", "no element has such a name", "compare it");
    // The variable is set in another rule only.
    let other = "name=s\nelement=x($J)\nfrom=a($FROM)\nto=a($L)\ncondition=$FRM == 1\nfollowup=NEXTPLAYER\n";
    slip(&format!("{rule}{other}"), "$FRM", "never set in the rule 's'", "did you mean $FROM?");
    slip(&format!("{rule}{}", other.replace("$FRM == 1", "$K == 1")), "$K", "never set in the rule 's'", "");
    let body = "[EXPRESSIONS]\nFree($A)\nEMPTY(\"a($B)\")\nEND\n";
    slip(
        &format!("{body}{}", condition("Free($L)")),
        "\"a($B)\"",
        "the variable $B is read but never set in the rule 'r'",
        "",
    );
    slip(&end("$W"), "$W", "never set in this end", "");
}

#[test]
fn a_forgotten_end_is_told_where_it_was_forgotten() {
    let text = "[EXPRESSIONS]\nOne($A)\n$A == 1\nTwo($A)\n$A == 2\nEND\n";
    let rule = format!("{RULE}condition=One($K) OR Two($L) OR Two($K)\nfollowup=NEXTPLAYER\n");
    slip(
        &format!("{text}{rule}"),
        "One($A)",
        "the expression 'One' has no END: it goes on into 'Two'",
        "write END",
    );
    // At the end of the section, and a call that looks like a header.
    slip(
        &format!("[EXPRESSIONS]\nOne($A)\n$A == 1\n{rule}"),
        "One($A)",
        "the expression 'One' has no END",
        "write END",
    );
    let calls = "[EXPRESSIONS]\nTwo($A)\n$A == 2\nEND\nOne($A)\n$A == 1\nTwo($A)\nEND\n";
    assert_eq!(found(&format!("{TWO}{calls}{rule}")), Vec::new());
}

#[test]
fn a_turn_that_is_never_passed_is_told() {
    slip(RULE, "name=r", "no rule passes the turn: player 1 always moves", "write followup=NEXTPLAYER");
    let both = format!("{RULE}followup=NEXTPLAYER\nname=s\nelement=x($J)\nfrom=a($K)\nto=a($L)\n");
    slip(&both, "name=s", "after the rule 's' the same player moves again", "followup=true if that is meant");
    let meant = format!("{both}followup=true\n");
    assert_eq!(found(&format!("{TWO}{meant}")), Vec::new());
    // Passed by an expression that the followup calls.
    let inside = format!("[EXPRESSIONS]\nDone\nNEXTPLAYER\nEND\n{RULE}followup=Done\n");
    assert_eq!(found(&format!("{TWO}{inside}")), Vec::new());
}

#[test]
fn shipped_files_have_nothing_to_report() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/s3");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let Ok(text) = std::fs::read_to_string(entry.path().join(format!("{name}.s3"))) else { continue };
        assert_eq!(load(&text, &name).1, Vec::new(), "{name}");
        seen += 1;
    }
    assert!(seen >= 13, "{seen}");
}

#[test]
fn all_mistakes_come_at_once_in_the_order_of_the_text() {
    let text = format!("{BASE}[FOO]\n[GAME RULES]\nname=r\nelement=x($J\ncondition=(\nfrom=b($K)\nbla=1\n");
    let list = found(&text);
    assert!(list.iter().filter(|d| d.severity == Severity::Error).count() >= 2, "{list:#?}");
    assert!(list.len() >= 4, "{list:#?}");
    assert!(list.windows(2).all(|w| w[0].span.start <= w[1].span.start));
}

#[test]
fn what_the_original_swallows_is_a_warning_and_the_newer_dialect_refuses_it() {
    let old = format!("{BASE}{RULE}colour=red\n");
    let (game, list) = load(&old, "old");
    assert!(game.is_some() && list.iter().all(|d| d.severity == Severity::Warning) && list.len() == 1);
    let (game, list) = load(&format!("[S3 2]\n{old}"), "new");
    assert!(game.is_none() && list.iter().any(|d| d.severity == Severity::Error));
}
