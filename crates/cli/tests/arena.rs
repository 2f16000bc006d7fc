//! `partie tournament`, `partie bot` and `partie bot-test` as a person runs them: killed, resumed, with programs as players.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn partie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partie")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

const PLAN: &str = "game = \"connect4?width=5&height=4\"\nseed = 3\nrounds = 30\nnodes = 2000\n\
    players = [\"random\", { name = \"A\", agent = \"mcts\" }, { name = \"B\", agent = \"alphabeta\" }]\n";

#[test]
fn a_tournament_killed_again_and_again_ends_as_if_nothing_had_happened() {
    let folder = folder("kills");
    let (whole, torn) = (folder.join("whole.toml"), folder.join("torn.toml"));
    std::fs::write(&whole, PLAN).unwrap();
    std::fs::write(&torn, PLAN).unwrap();
    let path = |path: &Path| path.display().to_string();
    assert_eq!(partie(&["tournament", &path(&whole)]).status.code(), Some(0));
    let wanted = std::fs::read(whole.with_extension("log")).unwrap();
    let log = torn.with_extension("log");
    // `make kills` asks for 50.
    let kills: u64 = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    for kill in 0..kills {
        let mut child = Command::new(env!("CARGO_BIN_EXE_partie"))
            .args(["tournament", &path(&torn), "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The moment is chosen by what is in the log, not by a clock: so many bytes more than before.
        let size = || std::fs::metadata(&log).map_or(0, |m| m.len());
        let until = size() + 1 + wanted.len() as u64 / (kills + 3) * (kill % 3);
        while size() < until && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        _ = child.kill();
        child.wait().unwrap();
        let now = std::fs::read(&log).unwrap();
        let lines = now.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        assert!(wanted.starts_with(&now[..lines]), "what was written before a kill is what belongs there");
    }
    let done = partie(&["tournament", &path(&torn), "--json"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(std::fs::read(&log).unwrap(), wanted);
    let again = partie(&["tournament", &path(&torn), "--json"]);
    assert_eq!(again.stdout, done.stdout, "a finished tournament is only reported");
}

#[test]
fn reports_are_written_where_they_were_asked_for() {
    let folder = folder("reports");
    let plan = folder.join("plan.toml");
    std::fs::write(&plan, PLAN.replace("rounds = 30", "rounds = 2")).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    let done = partie(&[
        "tournament",
        &at("plan.toml"),
        "--no-log",
        "--html",
        &at("r.html"),
        "--csv",
        &at("p.csv"),
        "--moves",
        &at("m.csv"),
        "--records",
        &at("records"),
        "--parquet",
        &at("tables"),
        "--profile",
    ]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("Elo") && text(&done.stdout).contains("in the players"));
    assert!(!plan.with_extension("log").exists());
    let page = std::fs::read_to_string(at("r.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Who beats whom"));
    for name in ["games", "moves"] {
        let bytes = std::fs::read(at(&format!("tables/{name}.parquet"))).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
    assert_eq!(std::fs::read_to_string(at("p.csv")).unwrap().lines().count(), 1 + 24);
    let first = folder.join("records/000001.txt").display().to_string();
    assert_eq!(partie(&["replay", &first]).status.code(), Some(0), "every play replays");
    let refused = partie(&["tournament", &at("plan.toml"), "--no-log", "--html", "/no/such/folder/x.html"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("cannot write /no/such/folder/x.html"));
}

#[test]
fn a_plan_with_mistakes_is_refused_with_all_of_them() {
    let folder = folder("mistakes");
    let plan = folder.join("plan.toml");
    std::fs::write(
        &plan,
        "game = \"nim\"\nplayers = [\"mtcs\", \"random\"]\nseconds = 0\nopenings = [\"zz\"]\n",
    )
    .unwrap();
    let refused = partie(&["tournament", &plan.display().to_string()]);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    for wanted in ["did you mean 'mcts'?", "seconds must be", "opening 1: 'zz'"] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert!(!plan.with_extension("log").exists(), "nothing ran");
}

#[test]
fn one_of_our_agents_plays_from_outside_as_it_does_inside() {
    let folder = folder("outside");
    let me = env!("CARGO_BIN_EXE_partie");
    let plan = |players: &str| {
        format!(
            "game = \"tictactoe\"\nrounds = 2\nplayers = [{players}, {{ name = \"r\", agent = \"random\" }}]\n"
        )
    };
    let run = |name: &str, players: &str| {
        let path = folder.join(name);
        std::fs::write(&path, plan(players)).unwrap();
        let done = partie(&["tournament", &path.display().to_string(), "--no-log", "--json"]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        let page: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(page["faults"], serde_json::json!([]));
        page["meetings"].clone()
    };
    let inside = run("inside.toml", "{ name = \"x\", agent = \"alphabeta?depth=9\" }");
    let outside = run(
        "outside.toml",
        &format!("{{ name = \"x\", command = [{me:?}, \"bot\", \"alphabeta?depth=9\"] }}"),
    );
    assert_eq!(inside, outside);
}

#[test]
fn one_of_our_agents_plays_hidden_cards_from_outside() {
    let folder = folder("outside-hidden");
    let me = env!("CARGO_BIN_EXE_partie");
    let path = folder.join("plan.toml");
    let players = format!(
        "{{ name = \"x\", command = [{me:?}, \"bot\", \"ismcts?iterations=20\"] }}, {{ name = \"r\", agent = \"random\" }}, \
         {{ name = \"s\", agent = \"random\" }}, {{ name = \"t\", agent = \"random\" }}"
    );
    std::fs::write(&path, format!("game = \"snaps\"\nrounds = 1\nplayers = [{players}]\n")).unwrap();
    let done = partie(&["tournament", &path.display().to_string(), "--no-log", "--json"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let page: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(page["faults"], serde_json::json!([]), "it answered in time and legally in every seat");
    assert_eq!(page["plays"], 4);
}

#[test]
fn openings_come_from_a_file_beside_the_plan() {
    let folder = folder("openings");
    let plan = folder.join("plan.toml");
    std::fs::write(&plan, "game = \"connect4\"\nrounds = 2\nnodes = 50\nplayers = [\"random\", \"mcts\"]\nopenings_file = \"book.txt\"\n").unwrap();
    let run = || partie(&["tournament", &plan.display().to_string(), "--fresh"]);
    assert!(text(&run().stderr).contains("openings_file: cannot read"), "{}", text(&run().stderr));
    std::fs::write(folder.join("book.txt"), "# two starts\nd d\nc e e\n").unwrap();
    assert_eq!(run().status.code(), Some(0), "{}", text(&run().stderr));
    let log = std::fs::read_to_string(plan.with_extension("log")).unwrap();
    let plays: Vec<serde_json::Value> =
        log.lines().skip(1).map(|l| serde_json::from_str(l).unwrap()).collect();
    let begins = |play: &serde_json::Value, n: usize| -> Vec<String> {
        play["moves"]
            .as_array()
            .unwrap()
            .iter()
            .take(n)
            .map(|m| m["move"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(
        (plays.len(), begins(&plays[0], 2), begins(&plays[2], 3)),
        (4, vec!["d".to_string(); 2], vec!["c".into(), "e".into(), "e".into()])
    );
    std::fs::write(folder.join("book.txt"), "d z9\n").unwrap();
    assert!(text(&run().stderr).contains("opening 1: 'z9'"), "{}", text(&run().stderr));
}

#[test]
fn a_program_is_kept_from_files_and_the_network() {
    let folder = folder("confined");
    let script = folder.join("spy.sh");
    let (secret, loot) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"), folder.join("loot"));
    std::fs::write(
        &script,
        format!(
            "read x; echo ready; (cat {} && echo readable >&2); (echo x > {} && echo writable >&2)\nwhile read w r; do case $w in moves) m=${{r%% *}};; go) echo bestmove $m;; esac; done\n",
            secret.display(),
            loot.display()
        ),
    )
    .unwrap();
    let done = partie(&[
        "bot-test",
        "--games",
        "tictactoe",
        "--plays",
        "1",
        "--seconds",
        "20",
        "sh",
        &script.display().to_string(),
    ]);
    assert_eq!(done.status.code(), Some(0), "{}{}", text(&done.stdout), text(&done.stderr));
    assert!(text(&done.stdout).contains("gives no name"), "{}", text(&done.stdout));
    assert!(!loot.exists(), "nothing can be written");
    let direct = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(["confined", "--", "cat", &secret.display().to_string()])
        .output()
        .unwrap();
    // The folder of a file among the arguments is the program's own; what lies elsewhere is not.
    assert!(direct.status.success());
    let peek = format!("cat {}", secret.display());
    let peeking = partie(&["confined", "--", "sh", "-c", &peek]);
    let lacks = text(&peeking.stderr).contains("this system does not keep programs from files");
    assert!(lacks || !peeking.status.success(), "{}", text(&peeking.stdout));
}

#[test]
fn the_trial_of_a_bad_program_is_no() {
    let done = partie(&[
        "bot-test",
        "--games",
        "tictactoe",
        "--json",
        "sh",
        "-c",
        "read x; echo ready; echo bestmove z9; cat > /dev/null",
    ]);
    assert_eq!(done.status.code(), Some(1));
    let page: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(page["fit"], false);
    assert!(page["findings"].to_string().contains("'z9' is none of"));
}

#[test]
fn the_bench_shows_all_hands_and_what_everybody_considers_and_can_be_stepped() {
    let players = "random,random,ismcts?iterations=5,random";
    let all = ["bench-table", "snaps?auto_claim=on", "--players", players, "--nodes", "200", "--seed", "4"];
    let done = partie(&[&all[..], &["--json"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let page: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    let steps = page["steps"].as_array().unwrap();
    assert_eq!(steps[0]["chance"].as_array().unwrap().len(), 24);
    assert!(page["over"] == true && steps.len() > 8);
    assert!(steps.iter().any(|step| step["by"] == 3 && step["nodes"].as_u64() > Some(0)));
    // By hand: a step, two more, and away.
    let mut child = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(all)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"\n2\nbeliefs\ndelay x\nnonsense\nquit\n")
        .unwrap();
    let done = child.wait_with_output().unwrap();
    let shown = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0));
    assert!(shown.contains("where each player may believe a card"), "{shown}");
    assert!(shown.contains("delay is followed by a number") && shown.contains("has not moved"), "{shown}");
    // With nobody to pause it, it runs to its end.
    let mut child = Command::new(env!("CARGO_BIN_EXE_partie"))
        .args(["bench-table", "tictactoe", "--players", "random,random", "--delay", "0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"run\n").unwrap();
    assert!(text(&child.wait_with_output().unwrap().stdout).contains("scores: ["));
    assert!(text(&partie(&["bench-table", "nim", "--players", "random"]).stderr).contains("is played by 2"));
}
