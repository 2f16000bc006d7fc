//! Fair dealing and practice on the command line.

use fair::{Secret, headers};
use game::{Lang, Record, Rng, Turn};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn partie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partie")).args(args).output().unwrap()
}

fn json(args: &[&str], code: i32) -> Value {
    let output = partie(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A match of šnaps dealt as promised.
fn promised() -> Record {
    let secret = Secret::new([7; 32]);
    let mut table = catalog::find("snaps").unwrap().table(secret.seed(1));
    let mut rng = Rng::new(3);
    while table.turn() != Turn::Over {
        if table.roll().is_none() {
            let offers = table.offers(Lang::En);
            table.play(&offers[rng.below(offers.len())].text).unwrap();
        }
    }
    let mut record = table.record();
    let more = headers(&record, &[secret.opening(1, secret.seed(1))]);
    record.headers.extend(more);
    record
}

#[test]
fn verify_says_yes_no_or_that_there_is_no_record() {
    let record = promised();
    let good = scratch("promised.partie", &record.to_string());
    let page = json(&["verify", &good], 0);
    assert_eq!((&page["ok"], page["deals"].as_array().unwrap().len()), (&Value::Bool(true), 1));
    let commitment = page["deals"][0]["commitment"].as_str().unwrap();
    json(&["verify", &good, "--commitment", commitment], 0);
    let page = json(&["verify", &good, "--commitment", &"0".repeat(64)], 1);
    assert!(
        page["errors"][0]["cause"].as_str().unwrap().contains("no deal of the record has the commitment")
    );
    let mut forged = record;
    forged.result[0] += 1;
    let output = partie(&["verify", &scratch("forged.partie", &forged.to_string())]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("the header says the result is") && told.contains("not verified"), "{told}");
    for text in ["", "nonsense", "partie record 1\ngame: nobody\n\n1 a\n"] {
        let output = partie(&["verify", &scratch("broken.partie", text)]);
        assert_eq!(output.status.code(), Some(2), "{text:?}");
    }
    assert_eq!(partie(&["verify", "/nowhere"]).status.code(), Some(2));
}

#[test]
fn a_deal_is_made_to_measure_and_contradictions_are_refused() {
    let args = ["deal", "marias", "--condition", "declarer has both red sevens", "--seed", "4"];
    let page = json(&args, 0);
    assert_eq!(page, json(&args, 0), "the same seed, the same deal");
    let first: Vec<&str> =
        page["deal"][0]["cards"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(first.contains(&"H7") && first.contains(&"B7"), "{first:?}");
    let id = page["id"].as_str().unwrap();
    let mut table = catalog::find(id).unwrap().table(9);
    while table.roll().is_some() {}
    let dealt = Record::parse(page["record"].as_str().unwrap()).unwrap();
    let texts = |r: &Record| r.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&table.record()), texts(&dealt));
    let output =
        partie(&["deal", "marias", "--condition", "player 1 has HA", "--condition", "player 2 has HA"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("condition 2 ('player 2 has HA'): no deal fulfils it")
    );
    let output = partie(&["deal", "reversi"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("it does not begin with a deal"));
    // A described game is dealt the same way.
    let page = json(
        &[
            "deal",
            "prsi",
            "--condition",
            "hand_ann has at least 3 hearts",
            "--condition",
            "hand_bob has no sevens",
        ],
        0,
    );
    let hand = |zone: &str| -> Vec<String> {
        let groups = page["deal"].as_array().unwrap();
        let group = groups.iter().find(|g| g["zone"] == zone).unwrap();
        group["cards"].as_array().unwrap().iter().map(|c| c.as_str().unwrap().to_string()).collect()
    };
    assert!(hand("hand_ann").iter().filter(|card| card.contains("hearts")).count() >= 3);
    assert!(hand("hand_bob").iter().all(|card| !card.contains("-7")));
    Record::parse(page["record"].as_str().unwrap()).unwrap();
    let page = json(&["deal", "kuhn", "--condition", "player 1 has K"], 0);
    assert_eq!(page["deal"][0]["cards"][0], "K");
}

#[test]
fn the_deal_of_the_day_is_the_same_every_time() {
    let first = json(&["daily", "snaps", "--date", "2026-11-16"], 0);
    let again = json(&["daily", "snaps", "--date", "2026-11-16"], 0);
    assert_eq!(first, again);
    let record = Record::parse(first["expert"]["record"].as_str().unwrap()).unwrap();
    assert_eq!(record.result[first["player"].as_u64().unwrap() as usize - 1], first["expert"]["points"]);
    assert_ne!(first["seed"], json(&["daily", "snaps", "--date", "2026-11-17"], 0)["seed"]);
    for (game, date, told) in [
        ("snaps", "2026-02-30", "there is no day 2026-02-30"),
        ("snaps", "soon", "is not a date"),
        ("reversi", "2026-11-16", "has no deal of the day"),
    ] {
        let output = partie(&["daily", game, "--date", date]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(told));
    }
}

#[test]
fn every_shipped_lesson_is_right_by_the_rules() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/lessons");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|name| name.ends_with(".lesson"))
        .collect();
    files.sort();
    for game in ["marias", "snaps", "taroky"] {
        assert!(files.iter().filter(|f| f.contains(&format!("/{game}-"))).count() >= 5, "{game}");
    }
    let mut args = vec!["lesson", "check"];
    args.extend(files.iter().map(String::as_str));
    let output = partie(&args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    // All of them in three languages, with at least one question and one fact each.
    for file in &files {
        let lesson = practice::lesson::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert!(lesson.title.iter().all(|title| !title.is_empty()), "{file}");
        assert!(lesson.stops.iter().any(|stop| stop.ask.is_some()) && !lesson.facts.is_empty(), "{file}");
    }
    let broken =
        scratch("broken.lesson", "partie record 1\ngame: snaps\nlesson: x\ntitle en: X\n\n; hello\n");
    let output = partie(&["lesson", "check", &broken]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("line 6: 'hello' is not understood"));
}
