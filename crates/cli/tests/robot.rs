//! `partie robot` as a person runs it, on the simulated table.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn partie(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read its input.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_match_is_left_kept_and_finished_another_day() {
    let file = folder("robot-match").join("match.txt");
    let path = file.display().to_string();
    let call = [
        "robot",
        "play",
        "tictactoe",
        "--arm",
        "sim",
        "--fast",
        "--players",
        "human,alphabeta",
        "--record",
        &path,
    ];
    let first = partie(&[&call[..], &["--camera", "keyboard"]].concat(), "b2\nz9\nquit\n");
    let said = text(&first.stdout);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(said.contains("The arm answers: SSC32U") && said.contains("'z9' is not a legal move"), "{said}");
    assert!(said.contains("goes on from"), "{said}");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().filter(|l| l.starts_with("1 ") || l.starts_with("2 ")).count(), 2, "{kept}");
    // The rest with an eye that sees, every square tried in turn, a grip missed on the way.
    let squares = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"].join("\n");
    let second = partie(
        &[&call[..], &["--camera", "sim", "--json"]].concat(),
        &format!("fault miss\n{squares}\n{squares}\n{squares}\n"),
    );
    let document: serde_json::Value = serde_json::from_slice(&second.stdout).unwrap();
    assert_eq!(document["over"], true, "{document}");
    let kinds: Vec<&str> =
        document["said"].as_array().unwrap().iter().filter_map(|s| s["kind"].as_str()).collect();
    assert!(kinds.contains(&"again"), "the missed grip was noticed: {kinds:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("result:"));
}

#[test]
fn places_are_listed_taught_and_visited() {
    let file = folder("robot-teach").join("table.toml");
    let path = file.display().to_string();
    let taught = partie(&["robot", "teach", "frogs", "--fast", "--setup", &path], "b sss x n b x o c Z");
    assert_eq!(taught.status.code(), Some(0), "{}", text(&taught.stderr));
    assert!(text(&taught.stdout).contains("2 places are taught"), "{}", text(&taught.stdout));
    let places = partie(&["robot", "places", "frogs", "--setup", &path, "--json"], "");
    let document: serde_json::Value = serde_json::from_slice(&places.stdout).unwrap();
    let list = document["places"].as_array().unwrap();
    assert_eq!((list.len(), list[0]["taught"] == true, list[2]["taught"] == true), (7, true, false));
    assert_eq!(list[0]["at"][1], 2060, "three degrees beside home");
    let demo = partie(&["robot", "demo", "frogs", "--fast", "--setup", &path, "--json"], "");
    let document: serde_json::Value = serde_json::from_slice(&demo.stdout).unwrap();
    assert_eq!(document["visited"].as_array().unwrap().len(), 7);
    std::fs::write(&file, "[board]\nwidth = 900\n").unwrap();
    let far = partie(&["robot", "places", "frogs", "--setup", &path], "");
    assert_eq!(far.status.code(), Some(1));
    assert!(text(&far.stdout).contains("place s(1) cannot be reached"), "{}", text(&far.stdout));
}

#[test]
fn the_taught_angles_of_an_original_file_are_used() {
    let frogs = concat!(env!("CARGO_MANIFEST_DIR"), "/../s3/tests/data/originals/Frogs");
    let places = partie(&["robot", "places", frogs, "--json"], "");
    let document: serde_json::Value = serde_json::from_slice(&places.stdout).unwrap();
    let fourth = document["places"].as_array().unwrap().iter().find(|p| p["name"] == "s(4)").unwrap();
    assert_eq!(fourth["at"], serde_json::json!([1470, 1190, 1740, 820, 620]));
    assert_eq!(fourth["taught"], true);
}

#[test]
fn a_simulated_controller_serves_another_program() {
    let mut sim = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(["robot", "sim", "frogs"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(sim.stdout.take().unwrap()).lines();
    let port = lines.next().unwrap().unwrap();
    let sent = partie(&["robot", "send", "--arm", &port, "VER", "#5 P2000", "QP 5"], "");
    assert_eq!(text(&sent.stdout), "SSC32U-V2.50SIM\n2000\n", "{}", text(&sent.stderr));
    sim.stdin.take().unwrap().write_all(b"tokens\nquit\n").unwrap();
    assert_eq!(sim.wait().unwrap().code(), Some(0));
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|l| l == "green s(1)"), "{rest:?}");
}

#[test]
fn mistakes_are_said_with_their_cause() {
    let fault = |args: &[&str]| {
        let output = partie(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr)
    };
    assert!(fault(&["robot", "send", "--fast", "#99 P1500"]).contains("column 2: a channel is at most 31"));
    assert!(fault(&["robot", "send", "--fast", "#2 P700"]).contains("the elbow servo may not go to 700 µs"));
    assert!(
        fault(&["robot", "demo", "frogs", "--arm", "/nowhere"]).contains("cannot open the port /nowhere")
    );
    assert!(fault(&["robot", "play", "taroky"]).contains("hides something"));
    assert!(fault(&["robot", "play", "frogs", "--camera", "owl"]).contains("unknown eye 'owl'"));
    assert!(
        fault(&["robot", "play", "frogs", "--arm", "/dev/null", "--fast"])
            .contains("a real one needs its time")
    );
    let file = folder("robot-mistakes").join("table.toml");
    std::fs::write(&file, "home = 3\n").unwrap();
    let said = fault(&["robot", "places", "frogs", "--setup", &file.display().to_string()]);
    assert!(said.contains("line 1: five pulses"), "{said}");
}
