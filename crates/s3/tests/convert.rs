//! The converter and the formatter: the same game before and after.

use game::{Game as _, walk};
use s3::{S3Game, convert, format, load};
use std::path::Path;

fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    for folder in ["tests/data/originals", "tests/data/mini"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
            list.push((name, std::fs::read_to_string(path).expect("a text")));
        }
    }
    list.sort();
    list
}

fn levels(game: &S3Game, depth: u32) -> Vec<(u64, u64)> {
    let levels = walk::census(game, &game.initial(), depth, 200_000).unwrap_or_else(|(l, _)| l);
    levels.iter().map(|l| (l.nodes, l.states)).collect()
}

#[test]
fn a_converted_file_is_the_same_game() {
    let mut converted = 0;
    for (name, text) in texts() {
        let (Some(before), found) = load(&text, &name) else { continue };
        if found.iter().any(|d| d.severity == s3::Severity::Error) {
            continue;
        }
        let newer = convert(&text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert!(newer.starts_with("[S3 2]\n"));
        let (after, found) = load(&newer, &name);
        let after = after.unwrap_or_else(|| panic!("{name}: {found:?}\n{newer}"));
        let depth = if name == "Connect4" { 5 } else { 8 };
        assert_eq!(levels(&before, depth), levels(&after, depth), "{name}\n{newer}");
        let many = matches!(name.as_str(), "m1_noaward_vs_negative" | "m2_sum_vs_max" | "m6_clobber");
        assert!(!many || newer.contains("choice=single"), "{newer}");
        assert_eq!(before.locations().len(), after.locations().len());
        assert_eq!(before.colours(), after.colours());
        converted += 1;
    }
    assert!(converted > 20, "only {converted}");
}

#[test]
fn formatting_changes_neither_the_game_nor_what_is_formatted_already() {
    for (name, text) in texts() {
        let (Some(before), _) = load(&text, &name) else { continue };
        let once = format(&text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(format(&once).expect("it reads"), once, "{name}");
        let (after, found) = load(&once, &name);
        let after = after.unwrap_or_else(|| panic!("{name}: {found:?}"));
        assert_eq!(levels(&before, 4), levels(&after, 4), "{name}");
    }
}

#[test]
fn the_formatter_keeps_comments_and_evens_spacing() {
    let text = "[game rules]\n// why\nname=r\ncondition=( $A+1 )==2   AND  NOT EMPTY( \"s( $A )\" )\n";
    let even = "[GAME RULES]\n// why\nname=r\ncondition=($A + 1) == 2 AND NOT EMPTY(\"s($A)\")\n";
    assert_eq!(format(text).expect("it reads"), even);
}

#[test]
fn lines_end_and_are_trimmed_in_layout_as_they_are_when_loading() {
    let text = "[board]\0\0\rimage=a.png\u{1}\r\n\u{2}[player names]\t\0\r1=p\n";
    let even = format(text).expect("it reads");
    assert_eq!(even, "[BOARD]\nimage=a.png\n\n[PLAYER NAMES]\n1=p\n");
}

#[test]
fn converting_puts_the_parentheses_that_precedence_needs() {
    let text = "[EXPRESSIONS]\nTest\n$A == 1 AND $B\n10 - 3 - 2\nNOT true AND false\n-5 + 3\n(1 == 1) AND (2 == 2)\nEND\n";
    let newer = convert(text).expect("it reads");
    for line in ["$A == (1 AND $B)", "10 - (3 - 2)", "NOT (true AND false)", "-(5 + 3)", "1 == 1 AND 2 == 2"]
    {
        assert!(newer.contains(&format!("  {line}\n")), "{line} in\n{newer}");
    }
}

#[test]
fn converting_keeps_every_comment_with_what_followed_it() {
    let text = "// the board\n[PLAYER NAMES]\n1=p\n// first\n// second\n[EXPRESSIONS]\nYes\n// inside\ntrue\nEND\n\
                [GAME RULES]\n// a rule\nname=r\nelement=x\n// why\nfollowup=Yes\n// the end\n";
    let newer = convert(text).expect("it reads");
    for pair in [
        "// first\n// second\nYes\n",
        "  // inside\n  true\n",
        "// a rule\nname=r\n",
        "// why\nfollowup=Yes\n",
    ] {
        assert!(newer.contains(pair), "{pair} in\n{newer}");
    }
    assert!(newer.contains("// the board\n") && newer.ends_with("// the end\n"), "{newer}");
    for (name, text) in texts() {
        let Ok(newer) = convert(&text) else { continue };
        let comments = |t: &str| t.lines().filter(|l| l.trim().starts_with("//")).count();
        assert_eq!(comments(&newer), comments(&text), "{name}");
        let even = format(&newer).expect("it reads");
        assert_eq!(format(&even).expect("it reads"), even, "{name}");
        assert_eq!(comments(&even), comments(&text), "{name}");
    }
}

const BOARD: &str = "[ELEMENT TYPES]\nname=e\nstates=3\n[LOCATION TYPES]\nname=l\npoint=0,0\n[LOCATIONS]\nname=a(1)\ntype=l\n\
name=a(2)\ntype=l\nname=a(3)\ntype=l\n[PLAYER NAMES]\n1=p\n2=q\n[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n\
name=x(2)\ntype=e\nlocation=a(2)\n[EXPRESSIONS]\nNext($A)\n$A + 1\nEND\n[GAME RULES]\n";

#[test]
fn rules_that_touch_each_others_variables_are_converted_with_the_old_choice() {
    let first =
        "name=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\nfollowup=SETSTATE(\"x($J)\",2) AND NEXTPLAYER\n";
    let cases = [
        // A rule that never allows anything has bound a variable of the other one before that is found.
        "name=s\nelement=x($M)\nfrom=a($J)\nto=b(1,$J)\n",
        "name=s\nelement=x($M)\nfrom=a($K)\nto=a($L)\nplayer=-1\nawardPlayer=PLAYER\nwithScore=5\n",
        "name=s\nelement=x($M)\nfrom=a($K)\nto=a($L)\ncondition=FORALL($J,1,2,true) AND false\n",
        "name=s\nelement=x($J)\nfrom=a($K)\nto=a($L)\nplayer=$J\nawardPlayer=PLAYER\nwithScore=0-1\n",
        "name=s\nelement=x($L)\nfrom=a($L)\nto=a($L)\nawardPlayer=PLAYER\nwithScore=$L\n",
    ];
    for second in cases {
        for text in [format!("{BOARD}{first}{second}"), format!("{BOARD}{second}{first}")] {
            same(&text, true);
        }
    }
    // Awards are evaluated twice, and the formal of an expression is a variable like any other.
    same(
        &format!(
            "{BOARD}name=r\nelement=x($A)\nfrom=a($K)\nto=a($L)\nawardPlayer=PLAYER\nwithScore=Next(Next($A))\n"
        ),
        true,
    );
    let apart = first.replace("name=r", "name=s").replace("x($J)\nfrom", "x($J)\nplayer=2\nfrom");
    same(&format!("{BOARD}{}{apart}", first.replace("\nfrom", "\nplayer=1\nfrom")), false);
}

/// The converted file plays the same, and says so if it chooses rules in the old way.
fn same(text: &str, old: bool) {
    let newer = convert(text).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    assert_eq!(newer.contains("choice=single"), old, "{newer}");
    let (before, after) = (load(text, "old").0.expect("it loads"), load(&newer, "new").0.expect("it loads"));
    let (mut s, mut t) = (before.initial(), after.initial());
    let mut rng = game::Rng::new(4);
    for _ in 0..40 {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        before.moves(&s, &mut a);
        after.moves(&t, &mut b);
        assert_eq!(a, b, "{newer}");
        if a.is_empty() {
            break;
        }
        let i = rng.below(a.len());
        before.apply(&mut s, a[i]);
        after.apply(&mut t, b[i]);
        assert_eq!(before.position(&s), after.position(&t), "{newer}");
        assert_eq!(before.fault(&s).is_some(), after.fault(&t).is_some(), "{newer}");
    }
}

#[test]
fn what_dialect_2_cannot_say_is_an_error_of_the_converter() {
    let rule = "name=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\n";
    let cases = [
        (format!("{BOARD}{rule}").replace("name=a(3)\ntype=l", "name=a(3)"), "has no type"),
        (format!("{BOARD}{rule}").replace("name=a(3)", "name=a(3x"), "is not an indexed name"),
        (format!("{BOARD}{rule}").replace("location=a(2)", "location=a(9)"), "no location is called"),
        (format!("{BOARD}{rule}[END OF GAME]\nwinner=1\n"), "without a situation"),
        (format!("{BOARD}{rule}condition=NOT 5\n"), "dialect 2 refuses this"),
    ];
    for (text, why) in cases {
        assert!(load(&text, "old").0.is_some(), "{text}");
        let errors = convert(&text).expect_err(why);
        assert!(errors.iter().any(|d| d.message.contains(why) && d.line > 0), "{errors:?}");
    }
}
