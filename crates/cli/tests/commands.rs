//! The command as outside programs use it: the shapes of its JSON, its exit codes, its sentences.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn partie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partie")).args(args).stdin(Stdio::null()).output().unwrap()
}

/// The one document of a command that must end with that exit code.
fn json(args: &[&str], code: i32) -> Value {
    let output = partie(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: not one document: {e}"))
}

fn complaint(args: &[&str]) -> String {
    let output = partie(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} prints nothing on standard output");
    String::from_utf8(output.stderr).unwrap()
}

fn data(path: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path).display().to_string()
}

fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn perft_counts_nodes_and_states() {
    let page = json(&["perft", "connect4", "5", "--states"], 0);
    assert_eq!(page["game"], "connect4");
    assert_eq!(page["depths"][4]["nodes"], 16807);
    assert_eq!(page["depths"][4]["states"], 4263);
    let page = json(&["perft", "tictactoe", "9"], 0);
    assert_eq!(page["plays"], 255_168);
}

#[test]
fn a_description_is_a_game() {
    let page = json(&["perft", &data("s3/frogs/frogs.s3"), "15"], 0);
    assert_eq!(page["depths"][14]["nodes"], 2, "two solutions of fifteen moves");
    let page = json(&["perft", &data("system/ludo/ludo.pl?players=2"), "2"], 0);
    assert_eq!(page["depths"][0]["nodes"], 6, "the six faces of the die");
    let page = json(&["solve", "frogs"], 0);
    assert_eq!((page["value"].as_str(), page["plies"].as_u64()), (Some("win"), Some(15)));
}

#[test]
fn a_description_with_parameters_is_checked_and_listed() {
    let ludo = data("system/ludo/ludo.pl");
    let small = ["--states", "300", "--plays", "2", "--skill", "0"];
    let checked = partie(&[&["check", &format!("{ludo}?players=2"), "--json"], &small[..]].concat());
    let page: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(page["game"], format!("{ludo}?players=2"));
    assert_eq!(page["mistakes"], serde_json::json!([]));
    let page = json(&["games", &ludo, "--lang", "cs"], 0);
    assert_eq!((page["title"].as_str(), page["chance"].as_bool()), (Some("Člověče, nezlob se"), Some(true)));
    assert_eq!(page["parameters"][0]["values"], "2 to 4");
    assert_eq!(page["parameters"][1]["help"], "počet polí na desce");
    assert_eq!(page["players"], serde_json::json!({"min": 2, "max": 4}));
    assert_eq!(json(&["games", &format!("{ludo}?players=2")], 0)["players"]["max"], 2);
    assert_eq!(
        json(&["games", &data("s3/mastermind/mastermind.s3")], 0)["information"],
        "hidden, with chance"
    );
    assert!(complaint(&["games", &format!("{ludo}?players=9")]).contains("may be 2 to 4, not 9"));
    assert!(complaint(&["games", &format!("{ludo}?plyers=2")]).contains("did you mean 'players'?"));
}

#[test]
fn the_same_seed_gives_the_same_playouts() {
    let run = || json(&["playout", "reversi", "--playouts", "50", "--seed", "7"], 0);
    let (a, b) = (run(), run());
    assert_eq!((&a["moves"], &a["checksum"], &a["seed"]), (&b["moves"], &b["checksum"], &b["seed"]));
    assert_eq!(a["playouts"], 50);
    assert!(a["cpu_seconds"].is_number() && a["seconds"].is_number());
}

#[test]
fn solve_gives_value_and_distance() {
    let page = json(&["solve", "connect4?width=5&height=4"], 0);
    assert_eq!(page["value"], "draw");
    let page = json(&["solve", "tictactoe", "--moves", "a1 b1"], 0);
    assert_eq!(page["value"], "win");
    assert!(page["best"].is_string() && page["nodes"].is_number());
    let page = json(&["solve", "morris", "--nodes", "1000"], 1);
    assert_eq!(page["value"], "unknown");
}

#[test]
fn solve_plays_betl_by_three_where_the_partner_sits_out() {
    let (low, high) = ("H7,H8,L7,L8,B7,B8,A7,A8", "HA,HK,LA,LK,BA,BK,AA,AK");
    let rest = "HQ,HJ,LQ,LJ,BQ,BJ,AQ,AJ/H9,H10,L9,L10,B9,B10,A9,A10";
    let betl = |hands: String, trump: &str| {
        let moves = format!("{trump} betl dobra dobra dobra dobra dobra");
        json(&["solve", &format!("krizovy?deal={hands}/{rest}"), "--moves", &moves], 0)
    };
    // Sevens and eights take no trick, so all eight tricks of three cards are played; aces and kings take the first.
    let made = betl(format!("{low}/{high}"), "H7");
    assert_eq!((made["value"].as_str(), made["plies"].as_u64()), (Some("win"), Some(24)), "{made}");
    let lost = betl(format!("{high}/{low}"), "HA");
    assert_eq!((lost["value"].as_str(), lost["plies"].as_u64()), (Some("loss"), Some(3)), "{lost}");
}

#[test]
fn run_tells_what_follows_after_each_move() {
    let moves = scratch("run.txt", "b2\na1\n\nb1\nc3\nb3\n");
    let page = json(&["run", "tictactoe", "--moves", &moves], 0);
    assert!(page["error"].is_null());
    let last = &page["plies"][4];
    assert_eq!((last["move"].as_str(), last["winner"].as_i64()), (Some("b3"), Some(1)));
    assert_eq!(page["plies"][0]["legal"], 8);
    let moves = scratch("run_bad.txt", "b2\nb2\n");
    let page = json(&["run", "tictactoe", "--moves", &moves], 2);
    assert_eq!((page["error"]["line"].as_u64(), page["plies"].as_array().map(Vec::len)), (Some(2), Some(1)));
}

#[test]
fn a_match_has_scores_a_winner_and_a_record_that_replays() {
    let page = json(
        &["match", "connect4", "--players", "mcts?iterations=200,random", "--games", "2", "--seed", "3"],
        0,
    );
    assert_eq!(page["scores"], serde_json::json!([2, -2]));
    assert_eq!(page["winner"], 1);
    let record = scratch("match.txt", page["record"].as_str().unwrap());
    let replayed = json(&["replay", &record], 0);
    assert_eq!((replayed["ok"].as_bool(), replayed["over"].as_bool()), (Some(true), Some(true)));
}

#[test]
fn a_wrong_record_is_answered_with_line_and_cause() {
    let record = scratch("wrong.txt", "partie record 1\ngame: tictactoe\nrules: 1\n\n1 b2\n2 b2\n");
    let page = json(&["replay", &record], 1);
    assert_eq!(page["error"]["line"], 6);
    let garbage = scratch("garbage.txt", "hello\n");
    assert!(complaint(&["replay", &garbage]).contains("line 1: a record begins with the line"));
    assert!(complaint(&["replay", "no/such/file"]).contains("cannot read no/such/file"));
}

#[test]
fn mistakes_are_sentences_and_exit_code_two() {
    assert!(complaint(&["perft", "conect4", "3"]).contains("did you mean 'connect4'?"));
    assert!(complaint(&["perft", "connect4?width=99", "3"]).contains("must be a whole number from"));
    assert!(
        complaint(&["solve", "tictactoe", "--moves", "a1 a1"])
            .contains("move 2 of --moves, 'a1', is not legal")
    );
    assert!(complaint(&["match", "nim", "--players", "mcts"]).contains("is played by 2"));
    assert!(complaint(&["match", "nim", "--players", "mcts,rnadom"]).contains("did you mean 'random'?"));
    assert!(complaint(&["frobnicate"]).contains("unrecognized subcommand"));
    assert_eq!(
        json(&["perft", "conect4", "3"], 2)["error"],
        "unknown game 'conect4'; did you mean 'connect4'?"
    );
    for command in [
        &["check", "gone.s3"][..],
        &["perft", "no/such/game", "1"],
        &["expert", "blocks", "gone.pl?players=2"],
    ] {
        assert!(complaint(command).contains("there is no file '"), "{command:?}: {}", complaint(command));
    }
    let asked = json(&["play", "--json", "--bogus"], 2);
    assert!(asked["error"].as_str().unwrap().starts_with("unexpected argument '--bogus'"), "{asked}");
}

#[test]
fn the_card_vectors_reproduce() {
    let output = partie(&["replay", "--vectors", &data("cards/vectors.jsonl"), "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() >= 260);
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).unwrap()["ok"] == true));
    let bad = scratch("bad.jsonl", "{\"game\": \"whist\"}\nnonsense\n");
    assert_eq!(partie(&["replay", "--vectors", &bad]).status.code(), Some(1));
}

#[test]
fn check_finds_flaws_and_says_so() {
    let page = json(&["check", "tictactoe", "--plays", "50", "--skill", "0"], 0);
    assert_eq!((page["states"].as_u64(), page["terminal"].as_u64()), (Some(5478), Some(958)));
    let page = json(&["check", "puzzle8", "--plays", "1", "--skill", "0"], 1);
    assert_eq!(page["states"], 181_440);
    let terminating = &page["properties"][0];
    assert_eq!(
        (terminating["holds"].as_bool(), terminating["play"].as_array().map(Vec::len)),
        (Some(false), Some(2))
    );
}

#[test]
fn check_explains_what_was_compiled_of_a_description_in_either_language() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    for (file, wanted) in [
        ("s3/tictactoe/tictactoe.s3", "9 of 9 sequels compiled"),
        ("system/tictactoe/tictactoe.pl", "the rules are unfolded over the zones"),
    ] {
        let page =
            json(&["check", &format!("{root}/{file}"), "--plays", "1", "--skill", "0", "--explain"], 0);
        let lines = page["explained"].as_array().unwrap();
        assert!(lines.iter().any(|l| l.as_str().unwrap().contains(wanted)), "{file}: {lines:#?}");
    }
}

#[test]
fn check_says_what_it_did_not_compute_and_what_is_dead() {
    let page = json(&["check", "puzzle8", "--plays", "1", "--skill", "0"], 1);
    assert!(page["plays"].is_null());
    assert!(page["not_computed"]["plays"].as_str().unwrap().contains("go on for ever"), "{page}");
    let page = json(&["check", "connect4", "--states", "2000", "--plays", "1", "--skill", "0"], 0);
    assert_eq!(page["complete"], false);
    assert_eq!(page["not_computed"]["minimal"], "not all states are known");
    let text = String::from_utf8(
        partie(&["check", "connect4", "--states", "2000", "--plays", "1", "--skill", "0"]).stdout,
    );
    assert!(text.unwrap().contains("minimal automaton: not computed: not all states are known"));
    // A rule that never applies is proved dead, with its line.
    let file = scratch(
        "dead.pl",
        "player(a).\nstate(a, [left([t]), right([])]).\n\
        turn(go, state(P, [left([t]), right([])]), state(P, [left([]), right([t])])).\n\
        turn(back, state(P, [left([x]), R]), state(P, [left([x]), R])).\nwin(state(P, [left([])|_]), P).\n",
    );
    let page = json(&["check", &file, "--plays", "1", "--skill", "0"], 0);
    assert_eq!(page["dead_rules"]["dead"], serde_json::json!([{"name": "turn/3", "line": 4}]));
    assert_eq!(page["dead_rules"]["proved"], true);
}

#[test]
fn run_proves_a_sequence_and_its_probability() {
    let page = json(&["run", "tictactoe", "--moves", "b2 a1 b1 c3 b3"], 0);
    assert_eq!(
        (page["proved"]["over"].as_bool(), &page["proved"]["winners"]),
        (Some(true), &serde_json::json!([1]))
    );
    let page = json(&["run", "ludo", "--moves", "1 pass 6"], 0);
    assert_eq!(page["proved"]["probability"]["exact"], "1/36");
    assert!(complaint(&["run", "tictactoe", "--moves", "no/such/moves.txt"]).contains("there is no file"));
}

#[test]
fn a_small_memory_changes_no_answer() {
    let check = |memory: &str| {
        let mut page = json(
            &["check", "connect4?width=4&height=4", "--plays", "1", "--skill", "0", "--memory", memory],
            0,
        );
        let spilled = page["on_disk"].as_u64().unwrap() > 0;
        page["on_disk"] = Value::Null;
        page["bytes_per_state"] = Value::Null;
        (page, spilled)
    };
    let ((large, no), (small, yes)) = (check("4096"), check("1"));
    assert_eq!(large, small);
    assert!(!no && yes);
}

#[test]
fn rules_read_as_a_rule_sheet() {
    let text = |args: &[&str]| String::from_utf8(partie(args).stdout).unwrap();
    assert!(text(&["rules", "marias", "--lang", "cs"]).contains("## Konec a vítěz"));
    assert!(
        text(&["rules", &data("s3/frogs/frogs.s3"), "--lang", "sk"]).contains("Žabky si majú vymeniť strany")
    );
    assert!(text(&["rules", &data("system/nim/nim.pl")]).contains("## End and winner"));
    // A file without a sheet beside it makes one; names without a label are told.
    let lone = scratch("lone.s3", &std::fs::read_to_string(data("s3/frogs/frogs.s3")).unwrap());
    assert!(text(&["rules", &lone, "--lang", "cs"]).contains("Hraje jeden hráč sám."));
    let bare = scratch(
        "bare.pl",
        "player(a). player(b). state(a, [heap([x]), out([])]). win(state(_, [heap([])|_]), draw).
         turn(take, state(P, [heap([x]), out([])]), state(P, [heap([]), out([x])])).
         next(_, state(a, Z), state(b, Z)). next(_, state(b, Z), state(a, Z)).",
    );
    let output = partie(&["rules", &bare, "--lang", "sk"]);
    let warned = String::from_utf8(output.stderr).unwrap();
    assert!(warned.contains("no Slovak label for: a, b, heap, out, take, x"), "{warned}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("kameň ide z miesta „heap“ na miesto „out“"));
}

#[test]
fn prolog_answers_with_its_exit_code() {
    assert_eq!(partie(&["prolog", "-g", "X is 6*7, X =:= 42, write(X)"]).stdout, b"42");
    assert_eq!(partie(&["prolog", "-g", "fail"]).status.code(), Some(1));
    assert_eq!(partie(&["prolog", "-g", "atom_length(_, _)"]).status.code(), Some(2));
    assert_eq!(partie(&["prolog", "-g", "halt(7)"]).status.code(), Some(7));
    let absent = partie(&["prolog", "no-such-file.pl", "-g", "write(a)"]);
    assert_eq!((absent.status.code(), absent.stdout), (Some(2), Vec::new()));
}

#[test]
fn prolog_keeps_the_limits_of_its_command_line() {
    let ends = |args: &[&str], goal: &str| {
        let args: Vec<&str> = ["prolog"].iter().chain(args).chain(&["-g", goal]).copied().collect();
        let out = partie(&args);
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let evading = "assertz((l :- catch(m, _, l))), assertz((m :- catch((repeat, fail), _, m))), l";
    for (flags, goal, what) in [
        (&["--inferences", "100000"][..], evading, "inferences"),
        (&["--seconds", "0.2"], evading, "time"),
        (&["--inferences", "100000", "--reserve", "0"], "catch((repeat, fail), _, true)", "inferences"),
        (&["--memory", "8"], "assertz((foo :- foo, foo)), foo", "memory"),
        (&["--depth", "1000"], "assertz((foo :- foo, foo)), foo", "depth"),
        (&["--memory", "8"], "length(L, 10000000)", "memory"),
    ] {
        let (code, message) = ends(flags, goal);
        assert_eq!(code, Some(2), "{goal}: {message}");
        assert!(message.contains(what), "{goal}: {message}");
    }
    assert_eq!(ends(&["--memory", "64"], "length(L, 1000000)").0, Some(0));
    assert_eq!(ends(&["--inferences", "0"], "true").0, Some(2));
}

#[test]
fn prolog_takes_its_program_from_a_pipe_and_stops_when_nobody_reads_on() {
    let child = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
        command.arg("prolog").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let mut loaded = child(&["-", "-g", "k(X), write(X)"]);
    loaded.stdin.take().unwrap().write_all(b"#!/usr/bin/env partie\nk(1).\nk(2)").unwrap();
    let answer = loaded.wait_with_output().unwrap();
    assert_eq!((answer.status.code(), answer.stdout), (Some(0), b"1".to_vec()));
    let mut endless = child(&["-g", "repeat, write(again), nl, fail"]);
    let mut some = [0u8; 12];
    endless.stdout.take().unwrap().read_exact(&mut some).unwrap();
    assert_eq!(&some, b"again\nagain\n");
    assert_eq!(endless.wait().unwrap().code(), Some(2));
}

#[test]
fn what_is_not_text_is_refused_with_the_place_of_its_first_wrong_byte() {
    let folder = std::env::temp_dir().join(format!("partie-bytes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let zero = "2:8: this is not a text file: it contains a byte 0";
    let latin = "1:8: this is not UTF-8 text: byte 0xE9 has no meaning there";
    let wide = "1:1: the text is UTF-16; save it as UTF-8";
    for (name, bytes, told) in [
        ("zero", &b"player(ann).\nstate(a\0b)."[..], zero),
        ("latin", b"player(\xE9va).", latin),
        ("wide", b"\xFF\xFEp\0l\0", wide),
    ] {
        for ending in ["pl", "s3", "bot", "toml", "txt", "lesson"] {
            let path = folder.join(format!("{name}.{ending}"));
            std::fs::write(&path, bytes).unwrap();
            let path = path.to_str().unwrap();
            let commands: &[&[&str]] = match ending {
                "pl" | "s3" => &[&["check", path], &["rules", path], &["perft", path, "1"], &["games", path]],
                "bot" => &[&["expert", "check", path], &["expert", "format", path]],
                "toml" => &[&["tournament", path, "--no-log"]],
                "lesson" => &[&["lesson", "check", path]],
                _ => &[
                    &["replay", path],
                    &["verify", path],
                    &["review", path, "--player", "1"],
                    &["hint", path],
                ],
            };
            for args in commands {
                let said = complaint(args);
                assert!(said.contains(&format!("{path}:{told}")), "{args:?}: {said}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_database_that_is_none_is_named_with_its_file() {
    let path = std::env::temp_dir().join(format!("partie-none-{}.db", std::process::id()));
    std::fs::write(&path, [7u8; 5_000]).unwrap();
    let shown = path.to_str().unwrap();
    let said = complaint(&["serve", "--listen", "127.0.0.1:0", "--database", shown]);
    assert!(said.contains(&format!("cannot open {shown}: file is not a database")), "{said}");
    for left in [path.clone(), path.with_extension("db.lock")] {
        let _ = std::fs::remove_file(left);
    }
}

#[cfg(unix)]
#[test]
fn the_exit_code_says_the_verdict_also_when_nobody_reads_on() {
    let folder = std::env::temp_dir().join(format!("partie-closed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let stuck = folder.join("stuck.pl");
    std::fs::write(&stuck, "player(a). state(a, [z([t])]). turn(s, S, S). win(_, _) :- fail.").unwrap();
    let unheard = |args: &[&str]| {
        // Nobody reads from the beginning on: a short answer would be written before a pipe is closed afterwards.
        let (nobody, stdout) = std::io::pipe().unwrap();
        drop(nobody);
        let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
        let command = command.args(args).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null());
        command.status().unwrap().code()
    };
    let few = ["--plays", "5", "--skill", "0"];
    let check = |game: &str| unheard(&[&["check", game][..], &few].concat());
    assert_eq!(check(stuck.to_str().unwrap()), Some(1));
    assert_eq!(check("tictactoe"), Some(0));
    // Nothing was answered: as of a program that a closed pipe has ended.
    assert_eq!(unheard(&["games"]), Some(141));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_writes_without_end_stops_when_the_device_is_full() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
        command.args(args).stdin(Stdio::null()).stdout(full()).stderr(Stdio::piped());
        command.spawn().unwrap().wait_with_output().unwrap()
    };
    for args in [
        &["prolog", "-g", "repeat, write(again), nl, fail"][..],
        &["games"],
        &["games", "--json"],
        &["rules", "nim"],
    ] {
        let output = run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("No space left on device"), "{args:?} says why: {said}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_get_a_sentence_in_every_command() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"nim\xff");
    let help = String::from_utf8(partie(&["--help"]).stdout).unwrap();
    let listed = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.trim().is_empty());
    let commands: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15 && commands.contains(&"serve"), "{commands:?}");
    for command in commands {
        for json in [false, true] {
            let mut partie = Command::new(env!("CARGO_BIN_EXE_partie"));
            partie.arg(command).arg(bytes).args(json.then_some("--json")).stdin(Stdio::null());
            let output = partie.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{command}: {said}");
            assert!(said.contains("error: "), "{command}: {said}");
        }
    }
}

#[test]
fn a_play_over_a_pipe_is_explained_saved_and_resumed() {
    let saved = scratch("saved.txt", "");
    let mut child = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(["play", "tictactoe", "--players", "human,human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let typed = format!("b2\nb2\na1\nundo\n9\nsave {saved}\nquit\n");
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("'b2' is not a legal move here"), "{text}");
    assert!(text.contains("Saved."), "{text}");
    let record = std::fs::read_to_string(&saved).unwrap();
    assert!(record.contains("1 b2") && !record.contains("2 a1"), "the undone move is gone: {record}");
    let output = partie(&["play", "--resume", &saved]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Left before the end."));
}

#[test]
fn a_tournament_is_everybody_against_everybody() {
    let plan = r#"
        game = "tictactoe"
        rounds = 3
        seed = 5
        players = ["random", { name = "Deep", agent = "alphabeta?depth=9" }, "mcts?iterations=40"]
    "#;
    let file = scratch("tournament.toml", plan);
    let page = json(&["tournament", &file], 0);
    assert_eq!(page["meetings"].as_array().unwrap().len(), 3, "three pairs of three players");
    let (mut points, mut scores) = (0.0, 0);
    for meeting in page["meetings"].as_array().unwrap() {
        assert_eq!(meeting["plays"], 6, "three rounds from both seats");
        scores += meeting["scores"].as_array().unwrap().iter().map(|s| s.as_i64().unwrap()).sum::<i64>();
    }
    for row in page["ranking"].as_array().unwrap() {
        assert_eq!(row["plays"], 12);
        points += row["points"].as_f64().unwrap();
        // Perfect play never loses this game.
        assert!(row["name"] != "Deep" || row["mean"].as_f64().unwrap() > 0.0);
    }
    assert_eq!((points, scores), (18.0, 0), "a play has one point to give, and what one wins another loses");
    assert_eq!(page["ranking"][2]["name"], "random");
    assert_eq!(page, json(&["tournament", &file], 0), "the same seed, the same tournament");
}

#[test]
fn a_plan_that_cannot_be_played_is_refused_with_its_place() {
    let refused = |text: &str| complaint(&["tournament", &scratch("plan.toml", text)]);
    assert!(refused("game = \"nim\"\nplayer = []").contains("line 2, column 1"));
    assert!(
        refused("game = \"nim\"\nplayers = [\"random\"]").contains("is played by 2, and 1 players are named")
    );
    assert!(refused("game = \"nim\"\nplayers = [\"random\", \"random\"]").contains("two players are called"));
    assert!(refused("game = \"nim\"\nplayers = [\"random\", \"mtcs\"]").contains("did you mean 'mcts'?"));
    assert!(refused("game = \"nimm\"\nplayers = []").contains("did you mean 'nim'?"));
    let endless = "game = \"nim\"\nrounds = 4000000000\nplayers = [\"random\", \"mcts\"]";
    assert!(refused(endless).contains("a tournament has 1 to"));
}

#[test]
fn a_deal_with_open_hands_is_solved_with_the_value_of_every_card() {
    let hands =
        ["H", "L", "B", "A"].map(|s| ["A", "10", "K", "Q", "J", "9"].map(|r| format!("{s}{r}")).join(","));
    let game = format!("snaps?dealer=4&deal={}", hands.join("/"));
    let page = json(&["solve", &game, "--moves", "HA pass pass pass"], 0);
    // All trumps in one hand: no trick for the other three, who pay three each.
    assert_eq!((page["value"].as_str(), page["score"].as_f64()), (Some("win"), Some(9.0)), "{page}");
    assert_eq!(page["method"], "open hands");
    let values = page["values"].as_array().unwrap();
    assert!(values.len() >= 6 && values.iter().any(|v| v["move"] == "HA"), "{page}");
    assert!(complaint(&["solve", "snaps?deal=HA,HA"]).contains("HA"), "a card given twice is named");
}

/// Player 2 answers the centre between two corners with a corner and is forked.
const FORKED: &str =
    "partie record 1\ngame: tictactoe\nrules: 1\n\n1 a1\n2 b2\n1 c3\n2 a3\n1 c1\n2 b1\n1 c2\n";

#[test]
fn a_review_finds_the_mistake_and_is_the_same_every_time() {
    let record = scratch("forked.txt", FORKED);
    let args = ["review", &record, "--player", "2", "--nodes", "20000"];
    let page = json(&args, 0);
    assert_eq!(page, json(&args, 0));
    assert_eq!((page["costliest"][0].as_u64(), page["costliest"][1].as_u64()), (Some(3), None));
    let wrong = page["decisions"].as_array().unwrap().iter().find(|d| d["at"] == 3).unwrap();
    assert_eq!((wrong["verdict"].as_str(), wrong["known"].as_f64()), (Some("mistake"), Some(0.5)));
    assert_eq!((wrong["exact"].as_bool(), wrong["played"].as_str()), (Some(true), Some("a3")));
    let text = partie(&[&args[..], &["--lang", "cs"]].concat());
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("chyba") && text.contains("lépe:") && text.contains("ztráta celkem"), "{text}");
}

#[test]
fn a_hint_goes_up_its_ladder() {
    let record = scratch("ladder.txt", FORKED);
    let step = |n: &str| json(&["hint", &record, "--at", "3", "--step", n, "--nodes", "20000"], 0);
    let (first, last) = (step("1"), step("3"));
    assert!(first["look"].as_str().is_some_and(|look| !look.is_empty()));
    assert!(first["choices"].is_null() && first["best"].is_null());
    assert_eq!(first["look"], last["look"]);
    assert!(last["choices"].as_array().unwrap().contains(&last["best"]));
    assert!(complaint(&["hint", &record, "--at", "99"]).contains("has 7 moves"));
    assert!(complaint(&["hint", &record]).contains("nobody is to move"));
}

#[test]
fn bad_wishes_for_a_review_or_an_exercise_have_a_cause() {
    let record = scratch("bad-review.txt", FORKED);
    assert!(complaint(&["review", &record, "--player", "3"]).contains("only 1 to 2"));
    assert!(complaint(&["review", &record, "--player", "0"]).contains("numbered from 1"));
    let broken = scratch("broken-review.txt", &FORKED.replace("2 b2", "2 a1"));
    assert!(complaint(&["review", &broken, "--player", "1"]).contains("line 6"));
    assert!(complaint(&["exercise", "tictactow"]).contains("did you mean 'tictactoe'"));
    // A moment at which the player decided nothing is not passed over in silence.
    let at = |k: &str| complaint(&["review", &record, "--player", "2", "--at", k]);
    assert!(at("99").contains("--at 99: the record has 7 moves, the last decision can be after 6"));
    assert!(at("2").contains("--at 2: player 1 moves there, not player 2"));
    let dealt = scratch("dealt.txt", "partie record 1\ngame: marias\nrules: 1\n\n* H7 HA\n");
    let early = complaint(&["hint", &dealt, "--at", "1"]);
    assert!(
        early.contains("after 1 moves nobody is to move") && early.contains("before a decision"),
        "{early}"
    );
    let text = partie(&["review", &dealt, "--player", "1", "--lang", "cs"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("Nebylo o čem rozhodovat.") && text.contains("Partie není dohraná"), "{text}");
}

#[test]
fn a_verdict_on_a_play_that_is_not_over_says_so() {
    let record = scratch("half.txt", FORKED.rsplit_once("1 c2").unwrap().0);
    let text = String::from_utf8(partie(&["verify", &record]).stdout).unwrap();
    assert!(text.contains("6 moves are legal, the play is not over"), "{text}");
    let whole = String::from_utf8(
        partie(&["verify", &scratch("whole.txt", &FORKED.replace("rules: 1", "rules: 1\nresult: 1 -1"))])
            .stdout,
    )
    .unwrap();
    assert!(whole.contains("7 moves are legal, the result is right"), "{whole}");
}

#[test]
fn an_exercise_is_marked() {
    let args = ["exercise", "tictactoe", "--nodes", "20000", "--seed", "3"];
    let page = json(&[&args[..], &["--solution"]].concat(), 0);
    let best = page["best"].as_str().unwrap();
    assert!(page["offers"].as_array().unwrap().iter().any(|offer| offer == best));
    assert_eq!(json(&[&args[..], &["--answer", best]].concat(), 0)["right"], true);
    let other = page["offers"].as_array().unwrap().iter().find(|offer| *offer != best).unwrap();
    assert_eq!(json(&[&args[..], &["--answer", other.as_str().unwrap()]].concat(), 1)["right"], false);
    assert!(complaint(&[&args[..], &["--answer", "z9"]].concat()).contains("not a legal move"));
}
