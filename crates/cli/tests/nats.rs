//! `partie worker` and `partie tournament --nats` as processes: killed, restarted, of another build. `KILLS` says how often
//! (`make kills` asks for 50).

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const ME: &str = env!("CARGO_BIN_EXE_partie");

const PLAN: &str = "game = \"connect4?width=5&height=4\"\nseed = 3\nrounds = 40\nnodes = 3000\n\
    players = [\"random\", { name = \"A\", agent = \"mcts\" }, { name = \"B\", agent = \"alphabeta\" }]\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A process that is gone with the test.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn nats(folder: &Path) -> (Started, String) {
    let mut child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", "-1", "-js", "-sd"])
        .arg(folder.join("store"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("nats-server is missing: install the package nats-server");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut url = String::new();
    for line in &mut lines {
        if let Some((_, place)) = line.split_once("Listening for client connections on ") {
            url = format!("nats://{}", place.trim());
        }
        if line.contains("Server is ready") {
            break;
        }
    }
    std::thread::spawn(move || lines.for_each(drop));
    (Started(child), url)
}

fn worker(program: &str, url: &str) -> Started {
    Started(
        Command::new(program)
            .args(["worker", "--nats", url])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    )
}

fn tournament(url: &str, plan: &Path) -> Command {
    let mut command = Command::new(ME);
    command.arg("tournament").arg(plan).args(["--nats", url, "--lease", "1"]);
    command
}

fn alone(folder: &Path) -> Vec<u8> {
    let plan = folder.join("alone.toml");
    std::fs::write(&plan, PLAN).unwrap();
    let done: Output = Command::new(ME).arg("tournament").arg(&plan).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    std::fs::read(plan.with_extension("log")).unwrap()
}

/// Waits until the log has this many bytes or the process has ended.
fn until(log: &Path, size: u64, child: &mut Started) {
    while std::fs::metadata(log).map_or(0, |m| m.len()) < size && child.0.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
}

#[test]
fn workers_and_coordinators_that_are_killed_lose_nothing_and_count_nothing_twice() {
    let folder = folder("nats-kills");
    let wanted = alone(&folder);
    let (_server, url) = nats(&folder);
    let plan = folder.join("shared.toml");
    std::fs::write(&plan, PLAN).unwrap();
    let log = plan.with_extension("log");
    let kills: u64 = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let mut workers: Vec<Started> = (0..3).map(|_| worker(ME, &url)).collect();
    for kill in 0..kills {
        let mut coordinator =
            Started(tournament(&url, &plan).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let size = std::fs::metadata(&log).map_or(0, |m| m.len());
        // Moments are chosen by what is in the log, not by a clock.
        until(&log, size + 1 + wanted.len() as u64 / (kills + 2), &mut coordinator);
        // A worker dies in the middle of its job, and one day another one comes.
        let victim = (kill % 3) as usize;
        workers[victim].0.kill().unwrap();
        if kill % 2 == 1 {
            until(&log, size + 2 + wanted.len() as u64 / (kills + 1), &mut coordinator);
            coordinator.0.kill().unwrap();
            coordinator.0.wait().unwrap();
            let now = std::fs::read(&log).unwrap();
            let lines = now.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
            assert!(
                wanted.starts_with(&now[..lines]),
                "what was written before a kill is what belongs there"
            );
        }
        workers[victim] = worker(ME, &url);
        drop(coordinator);
    }
    let done = tournament(&url, &plan).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(std::fs::read(&log).unwrap() == wanted, "the log is the one of a process that played alone");
}

#[test]
fn a_worker_of_another_build_is_refused_and_says_why() {
    let folder = folder("nats-builds");
    let (_server, url) = nats(&folder);
    let plan = folder.join("plan.toml");
    std::fs::write(&plan, PLAN.replace("rounds = 40", "rounds = 2")).unwrap();
    // One byte more at its end, and it is another build that runs as well.
    let other = folder.join("other");
    std::fs::copy(ME, &other).unwrap();
    let mut bytes = std::fs::OpenOptions::new().append(true).open(&other).unwrap();
    std::io::Write::write_all(&mut bytes, b"x").unwrap();
    drop(bytes);
    let coordinator = tournament(&url, &plan).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let refused = Command::new(&other).args(["worker", "--nats", &url, "--json"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stdout).contains("refused: this worker is partie "), "{}", text(&refused.stdout));
    let _worker = worker(ME, &url);
    let done = coordinator.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
}

#[test]
fn addresses_with_slips_are_refused_before_anything_runs() {
    let folder = folder("nats-slips");
    let plan = folder.join("plan.toml");
    std::fs::write(&plan, PLAN).unwrap();
    for (url, cause) in
        [("http://localhost", "instead of nats://"), ("nats://127.0.0.1:1", "no NATS server answers")]
    {
        let refused = tournament(url, &plan).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(cause), "{}", text(&refused.stderr));
    }
    assert!(!plan.with_extension("log").exists(), "nothing ran");
    let refused = tournament("nats://127.0.0.1:1", &plan).args(["--lease", "0"]).output().unwrap();
    assert!(!refused.status.success());
}

fn selfplay(file: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(ME);
    command.args([
        "learn",
        "selfplay",
        "connect4?width=5&height=4",
        "--rounds",
        "4",
        "--plays",
        "20",
        "--walks",
        "16",
    ]);
    command
        .args(["--width", "24", "--against", "", "--measure", "0", "--full", "--out"])
        .arg(file)
        .args(more);
    command
}

#[test]
fn workers_teach_the_same_network_as_one_machine_though_one_is_killed() {
    let folder = folder("nats-learn");
    let (here, there) = (folder.join("here.net"), folder.join("there.net"));
    let done = selfplay(&here, &[]).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let (_server, url) = nats(&folder);
    let mut first = worker(ME, &url);
    let training = selfplay(&there, &["--nats", &url, "--lease", "1", "--save", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut training = Started(training);
    // After the first round one worker dies, with whatever it had taken, and others come.
    until(&folder.join("there.net.learning"), 1, &mut training);
    first.0.kill().unwrap();
    let _others = [worker(ME, &url), worker(ME, &url)];
    let status = training.0.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(std::fs::read(&here).unwrap() == std::fs::read(&there).unwrap(), "the same network, bit by bit");
}
