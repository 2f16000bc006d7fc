//! What `check` says of games that are broken on purpose, and of small ones whose numbers are known. The descriptions are in
//! `tests/data/broken`.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn partie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partie")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn broken(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken").join(name).display().to_string()
}

/// The report on a game, which must end with that exit code.
fn check(name: &str, code: i32) -> Value {
    let output = partie(&["check", &broken(name), "--json", "--skill", "4", "--plays", "500"]);
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{name}: not one document: {e}"))
}

/// Whether a property holds, and why not.
fn property(page: &Value, name: &str) -> (Option<bool>, String) {
    let list = page["properties"].as_array().unwrap();
    let found = list.iter().find(|p| p["property"] == name).unwrap_or_else(|| panic!("{name}: {page}"));
    (found["holds"].as_bool(), found["cause"].as_str().unwrap_or_default().to_string())
}

/// The mistake of that name.
fn mistake<'a>(page: &'a Value, name: &str) -> &'a Value {
    let list = page["mistakes"].as_array().unwrap();
    list.iter().find(|m| m["name"] == name).unwrap_or_else(|| panic!("no '{name}' in {list:#?}"))
}

fn moves(play: &Value) -> usize {
    play.as_array().unwrap().len()
}

#[test]
fn a_lost_token_is_a_mistake_with_the_shortest_play_and_no_draw() {
    let page = check("lost_token.pl", 1);
    let lost = mistake(&page, "a lost token or zone");
    assert_eq!(moves(&lost["play"]), 6, "it is lost at the sixth move: {lost}");
    assert!(lost["cause"].as_str().unwrap().contains("1 of 4 tokens `o` is lost"), "{lost}");
    assert_eq!(property(&page, "totally defined").0, Some(false));
    assert_eq!(property(&page, "well defined").0, Some(false));
    assert_eq!(page["plays"][3], "0", "no play that breaks is a draw: {}", page["plays"]);
    assert!(page["broken"].as_u64().unwrap() > 0);
    assert_eq!(page["random"]["draws"], 0.0);
}

#[test]
fn play_match_and_tournament_stop_with_the_fault() {
    let game = broken("lost_token.pl");
    let said = |args: &[&str]| {
        let output = partie(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("has no result") && text.contains("line 14"), "{args:?}: {text}");
        let shown = String::from_utf8_lossy(&output.stdout).to_lowercase();
        assert!(!shown.contains("draw"), "{args:?}: {shown}");
    };
    said(&["play", &game, "--players", "random,random", "--seed", "3"]);
    said(&["match", &game, "--players", "random,random", "--games", "40"]);
    let plan = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("broken.toml");
    let text = format!(
        "game = {game:?}\nplayers = [{{ name = \"a\", agent = \"random\" }}, {{ name = \"b\", agent = \"random\" }}]\nrounds = 20\n"
    );
    std::fs::write(&plan, text).unwrap();
    said(&["tournament", &plan.display().to_string()]);
    let output = partie(&["playout", &game, "--playouts", "200"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("plays ended without a result"));
    let output = partie(&["solve", &game]);
    assert_eq!(output.status.code(), Some(2), "a value would rest on plays without a result");
    // A network would learn them as draws.
    let net = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("broken.net").display().to_string();
    let output = partie(&["learn", "selfplay", &game, "--rounds", "1", "--plays", "4", "--out", &net]);
    let text = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.code() == Some(2) && text.contains("plays have no result"), "{text}");
}

#[test]
fn counts_chances_and_the_test_bench_tell_plays_without_a_result() {
    let game = broken("lost_token.pl");
    let page = |args: &[&str]| -> Value {
        let output = partie(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let counted = page(&["perft", &game, "6", "--json"]);
    assert!(counted["defect"].as_str().unwrap().contains("line 14"), "{counted}");
    let sound = partie(&["perft", &game, "5"]);
    assert_eq!(sound.status.code(), Some(0), "nothing is lost before the sixth move");
    let likely = page(&["chances", &game, "--plies", "6", "--json"]);
    assert_eq!(likely["exact"], serde_json::json!(["2/21", "0", "0"]), "won at the fifth move, or broken");
    let last = &likely["after"][5];
    let (over, broken) = (last["over"].as_f64().unwrap(), last["broken"].as_f64().unwrap());
    assert!((over - 2.0 / 21.0).abs() < 1e-9 && (broken - 19.0 / 21.0).abs() < 1e-9, "{over} {broken}");
    assert_eq!(moves(&likely["defect"]["play"]), 6);
    let bench =
        page(&["bench-table", &game, "--run", "--delay", "0", "--nodes", "50", "--json", "--seed", "3"]);
    assert!(bench["scores"].is_null() && bench["defect"].as_str().unwrap().contains("lost"), "{bench}");
}

#[test]
fn a_mark_that_is_too_small_is_found_in_a_dice_game() {
    let page = check("small_marker.pl", 1);
    let wrong = mistake(&page, "an invented token");
    assert_eq!(moves(&wrong["play"]), 5, "three throws of 3 by the same player: {wrong}");
    assert_eq!(property(&page, "totally defined").0, Some(false));
}

#[test]
fn an_error_in_a_condition_is_found() {
    let page = check("bad_condition.pl", 1);
    let wrong = mistake(&page, "a broken rule");
    assert_eq!(moves(&wrong["play"]), 2, "{wrong}");
    assert_eq!(property(&page, "well defined").0, Some(false));
}

#[test]
fn an_error_in_a_score_is_found() {
    let page = check("bad_score.pl", 1);
    let wrong = mistake(&page, "a broken rule");
    assert!(wrong["cause"].as_str().unwrap().contains("score/3 for player 2"), "{wrong}");
    assert_eq!(moves(&wrong["play"]), 3, "{wrong}");
}

#[test]
fn an_unset_variable_of_an_s3_file_is_found() {
    let page = check("unset_variable.s3", 1);
    let wrong = mistake(&page, "a broken rule");
    assert!(wrong["cause"].as_str().unwrap().contains("variable"), "{wrong}");
    assert_eq!(property(&page, "well defined").0, Some(false));
    let output =
        partie(&["match", &broken("unset_variable.s3"), "--players", "random,random", "--games", "20"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_turn_that_changes_the_player_is_found() {
    let page = check("player_change.pl", 1);
    let wrong = mistake(&page, "a turn that changes the player");
    assert!(wrong["cause"].as_str().unwrap().contains("line 5"), "{wrong}");
    assert_eq!(moves(&wrong["play"]), 2, "{wrong}");
}

#[test]
fn pairs_win_together() {
    let page = check("pairs.pl", 0);
    assert_eq!(property(&page, "weakly winning").0, Some(true), "{page}");
    assert_eq!(property(&page, "well defined").0, Some(true));
    assert_eq!(page["sides"], serde_json::json!([[1, 3], [2, 4]]));
    assert_eq!(
        page["plays"],
        serde_json::json!(["8", "4", "4", "0"]),
        "of the eight ways to take five by ones and twos"
    );
    let chances: Vec<f64> =
        page["random_chances"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert!((chances[0] + chances[1] - 1.0).abs() < 1e-9 && chances[2] == 0.0, "{chances:?}");
    assert!((page["random"]["decisive"].as_f64().unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn who_wins_every_play_alone_is_told_so() {
    let page = check("alone.pl", 1);
    let (holds, cause) = property(&page, "weakly winning");
    assert_eq!(holds, Some(false));
    assert!(cause.contains("player 1 wins only plays in which nobody else moves"), "{cause}");
}

#[test]
fn a_start_without_moves_is_not_totally_defined() {
    let page = check("no_start.pl", 1);
    assert_eq!(property(&page, "totally defined").0, Some(false));
}

#[test]
fn zones_that_hold_marks_are_reached() {
    // Nobody moves, so nobody wins a play in which somebody else does.
    let page = check("coin.pl", 1);
    assert_eq!(page["unused_zones"], serde_json::json!(["never"]));
    assert_eq!(property(&page, "ends with probability 1").0, Some(true));
}

#[test]
fn hexapawn_has_135_states_and_is_symmetric() {
    let page = check("hexapawn.pl", 0);
    assert_eq!(page["states"], 135, "what is taken is a set");
    assert_eq!(property(&page, "symmetric").0, Some(true), "{page}");
}

#[test]
fn tapatan_is_symmetric() {
    let page = check("tapatan.pl", 1);
    assert_eq!(property(&page, "symmetric").0, Some(true));
    assert_eq!(property(&page, "terminating").0, Some(false));
}

#[test]
fn plays_without_an_end_are_stopped() {
    let game = walk("there_and_back.pl", "arrow(1,2). arrow(2,1). goal(5).", "");
    let output = partie(&["play", &game, "--players", "random,random"]);
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.code() == Some(2) && said.contains("stopped after 20000 moves"), "{said}");
    let output =
        partie(&["bench-table", &game, "--players", "random,random", "--run", "--delay", "0", "--json"]);
    let page: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(page["over"] == false && page["scores"].is_null(), "{}", page["over"]);
}

/// A description as a file of its own.
fn described(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A token walks along arrows; who brings it to a field of `goal` has won, and from some fields no arrow leads on.
fn walk(name: &str, arrows: &str, more: &str) -> String {
    let text = format!(
        "player(ann). player(bob).\n{arrows}\n\
         state(ann, [f(1,[k]), f(2,[]), f(3,[]), f(4,[]), f(5,[])]).\n\
         turn(F > T, state(P, Z), state(P, [f(F,[]), f(T,[k]) | R])) :-\n\
             select(f(F,[k]), Z, Y), arrow(F, T), select(f(T,[]), Y, R).\n\
         next(_, state(ann, Z), state(bob, Z)).\nnext(_, state(bob, Z), state(ann, Z)).\n\
         win(state(P, Z), Q) :- goal(F), member(f(F,[k]), Z), player(Q), P \\== Q.\n{more}\n"
    );
    described(name, &text)
}

/// What `solve` says: its exit code, its output and its complaint.
fn solved(game: &str, moves: &str) -> (Option<i32>, String, String) {
    let output = partie(&["solve", game, "--moves", moves]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn solve_takes_a_dead_end_for_a_mistake_and_not_for_a_draw() {
    // From 1 to 2, and bob wins at 3; or to 4, where nobody can move. Were that a draw, ann would go there.
    let game = walk("dead_end.pl", "arrow(1,2). arrow(2,3). arrow(1,4). goal(3).", "");
    let (code, shown, said) = solved(&game, "");
    assert_eq!(code, Some(2), "{shown}{said}");
    assert!(
        said.contains("a play can get stuck") && said.contains("partie check shows such a play"),
        "{said}"
    );
    assert!(!shown.contains("draw"), "{shown}");
    // Past the fork there is no dead end, and the value is bob's.
    let (code, shown, said) = solved(&game, "1>2");
    assert!(code == Some(0) && shown.contains("win for the player to move in 1 move"), "{shown}{said}");
    // In it there is nothing to solve either.
    assert_eq!(solved(&game, "1>4").0, Some(2));
    // Behind chance it is the same.
    let thrown = described(
        "dead_throw.pl",
        "player(ann). player(bob).\nmarker(none). marker(one). marker(two).\nalike(c).\n\
         state(ann, [die([none]), heap([c]), gone([])]).\n\
         chance(1, N, state(P, [die([none]) | Z]), state(P, [die([N]) | Z])) :- member(N, [one, two]).\n\
         turn(take, state(P, [die([one]), heap([c]), gone([])]), state(P, [die([one]), heap([]), gone([c])])).\n\
         next(_, S, S).\nwin(state(P, [_, heap([]) | _]), P).\n",
    );
    let (code, shown, said) = solved(&thrown, "");
    assert!(code == Some(2) && said.contains("a play can get stuck"), "{shown}{said}");
    // Alone, to be stuck is to fail: a way round it counts.
    let alone = described(
        "alone_stuck.pl",
        "player(ann).\narrow(1,2). arrow(1,3). arrow(3,4).\nstate(ann, [f(1,[k]), f(2,[]), f(3,[]), f(4,[])]).\n\
         turn(F > T, state(P, Z), state(P, [f(F,[]), f(T,[k]) | R])) :- select(f(F,[k]), Z, Y), arrow(F, T), select(f(T,[]), Y, R).\n\
         next(_, S, S).\nwin(state(P, Z), P) :- member(f(4,[k]), Z).\n",
    );
    let (code, shown, said) = solved(&alone, "");
    assert!(code == Some(0) && shown.contains("line: 1>3 3>4"), "{shown}{said}");
    let (code, shown, _) = solved(&alone, "1>2");
    assert!(shown.contains("loss") && code == Some(0), "{shown}");
}

#[test]
fn solve_knows_what_a_position_that_returns_is_worth() {
    // To and fro between 1 and 2 until a position returns.
    let arrows = "arrow(1,2). arrow(2,1). goal(5).";
    let (code, shown, said) = solved(&walk("swing.pl", arrows, "repetition(3, draw)."), "");
    assert!(code == Some(0) && shown.contains("draw for the player to move"), "{shown}{said}");
    // Without a rule about it no end is a draw, and the answer says what it takes for one.
    let (code, shown, _) = solved(&walk("swing_free.pl", arrows, ""), "");
    assert!(code == Some(0) && shown.contains("can go on for ever, which counts as a draw here"), "{shown}");
    // Who brings it about loses: that depends on all that came before, and is not guessed.
    let (code, shown, _) = solved(&walk("swing_loss.pl", arrows, "repetition(3, loss)."), "");
    assert!(code == Some(1) && shown.contains("no value is known"), "{shown}");
    assert!(shown.contains("depends on all positions before"), "{shown}");
    // A win that needs no return is a win under every rule.
    let short = "arrow(1,2). arrow(2,1). arrow(1,5). goal(5).";
    for rule in ["", "repetition(2, loss).", "repetition(3, draw)."] {
        let (code, shown, said) = solved(&walk("swing_win.pl", short, rule), "");
        assert!(
            code == Some(0) && shown.contains("win for the player to move in 1 move"),
            "{rule}: {shown}{said}"
        );
    }
}
