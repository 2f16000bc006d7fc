//! `partie learn` as people use it: a training, a resumed one, files that are refused.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn partie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partie")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn json(args: &[&str], code: i32) -> Value {
    let output = partie(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: not one document: {e}"))
}

fn complaint(args: &[&str]) -> String {
    let output = partie(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn scratch(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

fn data(path: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path).display().to_string()
}

const SMALL: [&str; 14] = [
    "--rounds",
    "3",
    "--plays",
    "2",
    "--walks",
    "8",
    "--width",
    "16",
    "--blocks",
    "0",
    "--measure",
    "1",
    "--against",
    "random",
];

#[test]
fn a_described_game_is_learned_from_its_rules_and_the_player_sits_down() {
    let (game, file, curve) =
        (data("s3/tictactoe/tictactoe.s3"), scratch("described.net"), scratch("described.svg"));
    let call = [&["learn", "selfplay", &game, "--out", &file, "--curve", &curve], &SMALL[..]].concat();
    let page = json(&call, 0);
    assert_eq!((page["kind"].as_str(), page["encoder"].as_str()), (Some("policy-value"), Some("scene-1")));
    assert_eq!(page["against"][0]["agent"], "random");
    let gained = &page["gained"];
    let plays: u64 = ["won", "drawn", "lost"].iter().map(|result| gained[result].as_u64().unwrap()).sum();
    assert_eq!(plays, 2, "the last checkpoint met the first from both sides: {gained}");
    assert!(std::fs::read_to_string(&curve).unwrap().starts_with("<svg"));
    let shown = json(&["learn", "show", &file], 0);
    assert!(shown["fits"].as_bool().unwrap() && shown["made_by"].as_str().unwrap().contains("--rounds 3"));
    let net = format!("net?file={file}&iterations=10");
    let page = json(&["match", &game, "--players", &format!("{net},random"), "--games", "2"], 0);
    assert_eq!(page["plays"].as_array().map(Vec::len), Some(2));
    let refused = complaint(&["match", "connect4", "--players", &format!("{net},random"), "--games", "1"]);
    assert!(refused.contains("refused: it was trained for"), "{refused}");
}

#[test]
fn a_training_stopped_by_the_clock_goes_on_and_ends_with_the_same_file() {
    let (whole, stopped) = (scratch("whole.net"), scratch("stopped.net"));
    let call = |file: &str, more: &[&'static str]| {
        let mut call = vec!["learn", "selfplay", "connect4", "--out", file, "--full"];
        call.extend(SMALL);
        call.extend(more);
        json(&call, 0)
    };
    assert_eq!(call(&whole, &[])["whole"], true);
    assert_eq!(call(&stopped, &["--minutes", "0"])["whole"], false);
    assert!(!PathBuf::from(&stopped).exists() || std::fs::remove_file(&stopped).is_ok());
    let mut rounds = 1;
    while call(&stopped, &["--minutes", "0", "--resume"])["whole"] == false {
        rounds += 1;
        assert!(rounds < 9, "every call makes a round");
    }
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&stopped).unwrap());
}

/// Kills a training as soon as it has saved itself once more, and begins it again, until it is through.
#[test]
fn a_training_that_is_killed_again_and_again_ends_with_the_same_file() {
    let (whole, killed) = (scratch("unharmed.net"), scratch("killed.net"));
    let learning = PathBuf::from(format!("{killed}.learning"));
    for old in [PathBuf::from(&killed), learning.clone()] {
        assert!(!old.exists() || std::fs::remove_file(&old).is_ok());
    }
    let call = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
        command.args(["learn", "selfplay", "connect4", "--full", "--resume", "--save", "0", "--out", file]);
        // Rounds enough that a training is seen to save itself before it is through.
        let longer = SMALL.map(|word| if word == "3" { "15" } else { word });
        command.args(longer).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(call(&whole).status().unwrap().success());
    let (mut kills, mut known) = (0, None);
    loop {
        let mut child = call(&killed).spawn().unwrap();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            let saved = std::fs::metadata(&learning).and_then(|data| data.modified()).ok();
            if saved.is_some() && saved != known {
                known = saved;
                break None;
            }
            std::thread::yield_now();
        };
        if let Some(status) = ended {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert!(kills < 20, "a training that gets on ends");
    }
    assert!(kills > 0, "it was killed at least once");
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&killed).unwrap());
}

#[test]
fn decisions_and_cards_of_a_teacher_are_learned_in_snaps() {
    let file = scratch("lead.net");
    let lead = [
        "learn",
        "imitate",
        "snaps",
        "--encoder",
        "lead-2",
        "--width",
        "72",
        "--blocks",
        "0",
        "--teacher",
        "rules",
    ];
    let page =
        json(&[&lead[..], &["--deals", "20", "--asked", "5", "--rounds", "2", "--out", &file]].concat(), 0);
    assert_eq!(page["kind"], "policy");
    assert!(page["agreement"].as_f64().is_some() && page["baseline"].as_f64().is_some(), "{page}");
    let shown = json(&["learn", "show", &file], 1);
    assert!(shown["told"].as_str().unwrap().contains("knows some decisions only"), "{shown}");
    let table = scratch("snaps.statistics");
    let page = json(
        &[
            "learn",
            "cards",
            "snaps",
            "--teacher",
            "rules",
            "--deals",
            "6",
            "--asked",
            "2",
            "--epochs",
            "0.2",
            "--table",
            &table,
        ],
        0,
    );
    assert_eq!(page["gains"].as_array().map(Vec::len), Some(3), "{page}");
    assert!(std::fs::read_to_string(&table).unwrap().starts_with("partie statistics 1\ngame: snaps"));
}

#[test]
fn bad_calls_are_answered_with_place_and_cause() {
    assert!(complaint(&["learn", "imitate", "snaps"]).contains("--teacher"));
    assert!(
        complaint(&["learn", "imitate", "snaps", "--teacher", "rulez", "--deals", "1"]).contains("rulez")
    );
    for soften in ["-1", "NaN", "inf"] {
        let call = ["learn", "imitate", "snaps", "--teacher", "rules", &format!("--soften={soften}")];
        assert!(complaint(&call).contains(&format!("--soften {soften}: a number from 0")));
    }
    assert!(complaint(&["learn", "selfplay", "connect4", "--encoder", "x"]).contains("no encoder 'x'"));
    assert!(
        complaint(&["learn", "cards", "nim", "--teacher", "random", "--deals", "1", "--asked", "1"])
            .contains("not in 'nim'")
    );
    let torn = scratch("torn.net");
    std::fs::write(&torn, "partie net 1\ngame: connect4\n").unwrap();
    assert!(complaint(&["learn", "show", &torn]).contains("line 3"));
    let call = format!("net?file={torn},random");
    assert!(complaint(&["match", "connect4", "--players", &call]).contains("torn.net"));
    assert!(
        complaint(&["play", "connect4", "--players", "net?file=nowhere.net,random"]).contains("nowhere.net")
    );
}
