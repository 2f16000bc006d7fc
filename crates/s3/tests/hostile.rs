//! Files made to break the reader, the checker or the machine. Each is either refused with a place and a cause, or it is
//! a game whose play stops with a place and a cause; nothing panics, and nothing goes on without end.

use game::{Game as _, Rng};
use s3::{S3Game, Severity, convert, format, load};
use std::fmt::Write as _;

const BASE: &str = "[ELEMENT TYPES]\nname=e\nstates=2\nimage=e\npoint=0,0\n[LOCATION TYPES]\nname=l\npoint=0,0\n\
[LOCATIONS]\nname=a(1)\ntype=l\nname=a(2)\ntype=l\nname=a(3)\ntype=l\n[PLAYER NAMES]\n1=p\n2=q\n\
[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n";
const RULE: &str = "[GAME RULES]\nname=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\n";

/// The first error of a file, with the game if there is one. Converting and formatting are tried too.
fn tried(text: &str) -> (Option<S3Game>, Option<String>) {
    let (game, found) = load(text, "hostile");
    let error = found.iter().find(|d| d.severity == Severity::Error);
    if let Some(d) = error {
        assert!(d.line > 0 && !d.message.is_empty(), "{d:?}");
    }
    if let Ok(newer) = convert(text) {
        load(&newer, "converted");
    }
    if let Ok(even) = format(text) {
        load(&even, "formatted");
    }
    (game, error.map(|d| d.message.clone()))
}

/// There is no game, and the first error says why.
fn refused(text: &str, why: &str) {
    let (game, error) = tried(text);
    let error = error.unwrap_or_else(|| panic!("no error, but wanted '{why}'"));
    assert!(error.contains(why), "'{error}' instead of '{why}'");
    assert!(game.is_none(), "{error}");
}

/// It loads in both dialects, and the first state or the first move fails for that reason.
fn stopped(expressions: &str, condition: &str, why: &str) {
    for (head, place) in
        [("", "condition"), ("", "followup"), ("[S3 2]\n", "condition"), ("[S3 2]\n", "followup")]
    {
        let text = format!("{head}{BASE}[EXPRESSIONS]\n{expressions}{RULE}{place}={condition}\n");
        let game = tried(&text).0.unwrap_or_else(|| panic!("{text} is a game"));
        let mut state = game.initial();
        if place == "followup" {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            game.apply(&mut state, moves[0]);
        }
        let fault = game.fault(&state).unwrap_or_else(|| panic!("{place}={condition} should fail"));
        assert!(fault.line > 0 && fault.message.contains(why), "{fault:?}");
        assert!(game.turn(&state).player().is_none());
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(moves.is_empty());
    }
}

/// Whatever it is, it is bounded: some plays of some moves.
fn bounded(text: &str) {
    let Some(game) = tried(text).0 else { return };
    let mut rng = Rng::new(1);
    let mut state = game.initial();
    for _ in 0..6 {
        let Some(mv) = game.pick(&state, &mut rng, &mut Vec::new()) else { break };
        game.apply(&mut state, mv);
    }
    game.fault(&state);
}

#[test]
fn a_file_that_is_too_long_is_refused_before_it_is_read() {
    let mut many = format!("{BASE}[GAME RULES]\n");
    for r in 0..1_000_000 {
        let _ = writeln!(many, "name=r{r}");
    }
    refused(&many, "longer than");
    refused(&"x".repeat(5 << 20), "longer than");
}

#[test]
fn too_many_records_are_counted_and_refused() {
    for (section, most) in [
        ("[GAME RULES]", "1000 is the most"),
        ("[LOCATIONS]", "4096 is the most"),
        ("[MOVABLE ELEMENTS]", "4096 is the most"),
        ("[ELEMENT TYPES]", "1000 is the most"),
        ("[LOCATION TYPES]", "1000 is the most"),
    ] {
        let names: String = (0..100_000).map(|r| format!("name=r({r})\n")).collect();
        let (game, found) = load(&format!("{BASE}{section}\n{names}"), "many");
        assert!(game.is_none());
        assert!(found.iter().any(|d| d.message.contains(most)), "{section}");
    }
    let functions: String = (0..100_000).map(|r| format!("F{r}\ntrue\nEND\n")).collect();
    refused(&format!("{BASE}[EXPRESSIONS]\n{functions}"), "is the most");
    let players: String = (3..100_000).map(|p| format!("{p}=p\n")).collect();
    refused(&format!("{BASE}[PLAYER NAMES]\n{players}"), "is the most");
    let variables: String = (0..3000).map(|v| format!("$V{v} = 1\n")).collect();
    refused(&format!("{BASE}[EXPRESSIONS]\nF\n{variables}END\n"), "variables");
}

#[test]
fn long_lines_and_deep_nesting_are_refused_where_they_go_too_far() {
    let deep = 100_000;
    for (open, close) in
        [("(", ")"), ("{ ", " }"), ("NOT ", ""), ("- ", ""), ("F(", ")"), ("IF(true,1,", ")"), ("$A = ", "")]
    {
        let text = format!("{}true{}", open.repeat(deep), close.repeat(deep));
        for head in ["", "[S3 2]\n"] {
            refused(
                &format!("{head}{BASE}[EXPRESSIONS]\nF($A)\ntrue\nEND\n{RULE}condition={text}\n"),
                "nested too deeply",
            );
        }
    }
    for join in [" AND ", " + ", "==", " = ", " IN ", " % "] {
        refused(&format!("{BASE}{RULE}condition={}\n", vec!["$A"; deep].join(join)), "nested too deeply");
    }
    refused(&format!("{BASE}{RULE}condition={}\n", "(".repeat(deep)), "nested too deeply");
    refused(&format!("{BASE}{RULE}condition={}\n", ")".repeat(deep)), "value is missing");
    refused(&format!("{BASE}{RULE}condition=\"{}\n", "a".repeat(3 << 20)), "closing quote");
    refused(&format!("{BASE}{}\n", "k".repeat(3 << 20)), "no '='");
    refused(&format!("{BASE}[{}]\n", "K".repeat(3 << 20)), "unknown section");
    bounded(&format!("{BASE}[LOCATIONS]\nname={}\ntype=l\n{RULE}", "n".repeat(1 << 20)));
    for join in [" AND ", " + ", " UNION "] {
        refused(
            &format!("[S3 2]\n{BASE}{RULE}condition={}\n", vec!["$A"; deep].join(join)),
            "nested too deeply",
        );
    }
    for head in ["", "[S3 2]\n"] {
        let chain = vec!["(NOT EMPTY(\"a(9)\"))"; 300].join(" OR ");
        bounded(&format!("{head}{BASE}{RULE}condition={chain}\n"));
    }
}

#[test]
fn huge_numbers_are_numbers_or_refused() {
    for number in ["99999999999", "2147483648", "-2147483649", "1e9", "0x10", ""] {
        for line in ["states=", "point="] {
            refused(&BASE.replace("states=2", &format!("{line}{number}")), "is no");
        }
        refused(&format!("{BASE}state={number}\n"), "is no");
        refused(&format!("{BASE}[PLAYER NAMES]\nscore={number}\n"), "is no");
    }
    refused(&format!("{BASE}{RULE}condition=1 == 99999999999\n"), "is neither a number");
    for number in ["2147483647", "-2147483648"] {
        bounded(&format!(
            "{BASE}state={number}\nplayer={number}\nzindex={number}\n[PLAYER NAMES]\nscore={number}\n\
            [SCORINGS]\nsituation=true\nplayer=1\nscore=2147483647\n[END OF GAME]\nsituation=PLAYER==2\nwinner=({number})\n\
            {RULE}followup=SETZINDEX(\"x(1)\",ZINDEX(\"x(1)\") + 1) AND NEXTPLAYER\n"
        ));
    }
    bounded(
        &BASE
            .replace("states=2", "states=2147483647")
            .replace("point=0,0\n[LOC", "point=2147483647,-2147483648\n[LOC"),
    );
}

#[test]
fn endless_loops_and_recursions_stop_with_a_place() {
    stopped("", "FORALL($I,1,2147483647,true)", "too long");
    stopped("", "FORSOME($I,0 - 2147483647,2147483647,false)", "too long");
    stopped("", "FORALL($I,1,60000,FORALL($M,1,60000,true))", "too long");
    stopped("Again\nAgain\nEND\n", "Again", "too deeply");
    stopped("Ping\nPong\nEND\nPong\nPing\nEND\n", "Ping", "too deeply");
    stopped("Twice($N)\nIF($N < 1,true,Twice($N - 1) AND Twice($N - 1))\nEND\n", "Twice(2000)", "too deeply");
    let chain: String = (0..3999).map(|f| format!("F{f}\nF{}\nEND\n", f + 1)).collect();
    stopped(&chain.replace("F3999\nEND", "true\nEND"), "F0", "too deeply");
    let wide: String = (0..40).map(|f| format!("W{f}\nW{0} AND W{0}\nEND\n", f + 1)).collect();
    stopped(&format!("{wide}W40\ntrue\nEND\n"), "W0", "too long");
}

#[test]
fn enormous_sets_and_texts_are_bounded() {
    let members = (0..60_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" , ");
    bounded(&format!("{BASE}{RULE}condition=$L IN {{ {members} }} \n"));
    bounded(&format!("{BASE}{RULE}condition={{ {members} }} SUBSET {{ {members} }} \n"));
    stopped("", "($S = { 0 }) AND FORALL($I,1,100000,$S = { $I } UNION $S) AND true", "");
    bounded(&format!(
        "{BASE}{RULE}condition=($S = {{ 0 }}) AND FORALL($I,1,900,$S = {{ $S , $S }}) AND ($S == $S)\n"
    ));
    stopped("", "FORALL($I,1,100000000,EMPTY(\"nowhere($I)\"))", "");
    let text = format!("\"{}\"", "t".repeat(1 << 20));
    bounded(&format!("{BASE}{RULE}condition=EMPTY({text}) AND (CONTENT({text}) == {text})\n"));
}

#[test]
fn patterns_of_many_variables_fit_or_do_not() {
    for count in [1, 900, 5000] {
        let vars: Vec<String> = (0..count).map(|v| format!("$V{v}")).collect();
        let numbers: Vec<String> = (0..count).map(|v| v.to_string()).collect();
        let place = format!("b({})", numbers.join(","));
        let text = format!(
            "{BASE}[LOCATIONS]\nname={place}\ntype=l\n[GAME RULES]\nname=r\nelement=x($J)\nfrom=a($K)\nto=b({})\n",
            vars.join(",")
        );
        let (game, error) = tried(&text);
        match game {
            Some(game) => assert_eq!(game.all_moves(&game.initial()).len(), 1),
            None => assert!(error.is_some_and(|e| e.contains("variables"))),
        }
        bounded(&format!("{BASE}{RULE}condition=EMPTY(\"b({})\")\n", vars.join(",")));
        bounded(&format!("{BASE}{RULE}to=a({})\n", "$A".repeat(count)));
    }
}

#[test]
fn nul_bytes_and_bytes_that_are_no_text_are_read_or_refused() {
    for junk in ["\0", "\u{feff}", "\u{2028}", "\u{7f}", "\u{fffd}"] {
        bounded(&format!("{junk}{BASE}{RULE}"));
        bounded(&format!("{BASE}{RULE}").replace('\n', &format!("{junk}\n")));
        bounded(&format!("{BASE}{RULE}condition={junk}true{junk}\n"));
        bounded(&format!("{BASE}{RULE}").replace("x(", &format!("x{junk}(")));
    }
    let mut rng = Rng::new(7);
    for _ in 0..200 {
        let mut bytes = format!("{BASE}{RULE}").into_bytes();
        for _ in 0..1 + rng.below(20) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
        }
        bounded(&String::from_utf8_lossy(&bytes));
    }
    refused("", "no players");
    refused("\0\0\0", "no players");
}

#[test]
fn a_file_cut_off_anywhere_is_read_or_refused() {
    let whole = format!(
        "{BASE}[EXPRESSIONS]\nF($A,$B)\nNOT EMPTY(\"a($A)\")\n{{ $A , 2 }} UNION {{ 3 }}\nEND\n[SCORINGS]\nsituation=true\nplayer=1\nscore=2\n\
         [END OF GAME]\nsituation=PLAYER == 2\nwinner=1\n{RULE}awardPlayer=1\nwithScore=3\nfollowup=IF(true,NEXTPLAYER,F(1,2))\n"
    );
    for head in ["", "[S3 2]\n"] {
        let text = format!("{head}{whole}");
        for end in 0..text.len() {
            bounded(&text[..end]);
        }
    }
}

#[test]
fn many_rules_for_many_locations_are_played_or_refused() {
    let mut places = String::from("[LOCATIONS]\n");
    for n in 4..200 {
        let _ = write!(places, "name=a({n})\ntype=l\n");
    }
    let mut rules = String::from("[GAME RULES]\n");
    for r in 0..150 {
        let _ = write!(
            rules,
            "name=r{r}\nelement=x($J)\nfrom=a($K)\nto=a($L)\ncondition=($K * {r}) % 7 == $L % 5\n"
        );
    }
    bounded(&format!("{BASE}{places}{rules}"));
    let mut elements = String::from("[MOVABLE ELEMENTS]\n");
    for n in 2..100 {
        let _ = write!(elements, "name=x({n})\ntype=e\nlocation=a({n})\n");
    }
    bounded(&format!(
        "{BASE}{places}{elements}{RULE}condition=($K * $L) % 3 == $J % 3\nfollowup=NEXTPLAYER\n"
    ));
}
