//! Tournaments on many machines, with a real NATS server: one log whoever plays, whoever is cut off and whatever is restarted.

use arena::nats::{Coordinator, Post, Version, WorkError, Worker, work};
use arena::{Entrant, Halt, Plan, Played, Run, Threads, run};
use catalog::Playable;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A NATS server of its own, gone with the test.
struct Nats {
    child: Child,
    port: u16,
    store: PathBuf,
}

impl Nats {
    fn start(name: &str) -> Nats {
        let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        _ = std::fs::remove_dir_all(&store);
        std::fs::create_dir_all(&store).unwrap();
        Nats::at(store, "-1")
    }

    fn at(store: PathBuf, port: &str) -> Nats {
        let mut child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", port, "-js", "-sd"])
            .arg(&store)
            .stderr(Stdio::piped())
            .spawn()
            .expect("nats-server is missing: install the package nats-server");
        let mut port = None;
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        for line in &mut lines {
            let line = line.unwrap();
            if let Some((_, place)) = line.split_once("Listening for client connections on ") {
                port = place.rsplit(':').next().and_then(|port| port.trim().parse().ok());
            }
            if line.contains("Server is ready") {
                break;
            }
        }
        // Whoever does not read what it says would stop it in the end.
        std::thread::spawn(move || lines.for_each(drop));
        Nats { child, port: port.expect("the server says where it listens"), store }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let (store, port) = (self.store.clone(), self.port.to_string());
        let mut next = Nats::at(store, &port);
        std::mem::swap(self, &mut next);
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn plan(rest: &str) -> (Box<dyn Playable>, Plan) {
    let text = format!(
        "game = \"connect4?width=5&height=4\"\nseed = 3\nplayers = [\"random\", {{ name = \"A\", agent = \"mcts?iterations=20\" }}, \
         {{ name = \"B\", agent = \"alphabeta?depth=2\" }}]\n{rest}"
    );
    let plan = Plan::parse(&text).unwrap();
    let game = catalog::find(&plan.game).unwrap();
    plan.check(&*game).unwrap();
    (game, plan)
}

fn version(build: &str) -> Version {
    Version { package: "0".into(), build: build.into() }
}

fn log(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_file(&path);
    _ = std::fs::remove_file(path.with_extension("times"));
    path
}

/// The log of one process that plays alone.
fn alone(game: &dyn Playable, plan: &Plan, name: &str) -> Vec<u8> {
    let path = log(name);
    let how = Run { log: Some(&path), fresh: false, stop: &AtomicBool::new(false), progress: &|_, _, _| {} };
    run(game, plan, 3, &how, &mut Threads(1)).unwrap();
    std::fs::read(&path).unwrap()
}

/// Coordinates a tournament; `each` is called after every play.
fn coordinate(
    url: &str,
    (game, plan): (&dyn Playable, &Plan),
    path: &Path,
    stop: &AtomicBool,
    each: &(dyn Fn(&Played, u64, u64) + Sync),
) -> Result<(), Halt> {
    let post = Post {
        url,
        version: version("this"),
        lease: Duration::from_millis(500),
        description: None,
        fresh: false,
        say: &|_| {},
    };
    let mut coordinator = Coordinator::new(post).unwrap();
    run(game, plan, 3, &Run { log: Some(path), fresh: false, stop, progress: each }, &mut coordinator)
        .map(|_| ())
}

fn worker(url: &str, build: &str, stop: &AtomicBool) -> Result<u64, WorkError> {
    let open = |game: &str, _: &[Entrant], _: Option<&str>| catalog::find(game).map_err(Into::into);
    work(&Worker {
        url,
        version: version(build),
        threads: 1,
        programs: false,
        idle: None,
        open: &open,
        stop,
        say: &|_| {},
    })
}

#[test]
fn the_log_is_the_same_with_workers_as_with_one_process() {
    let nats = Nats::start("nats-same");
    for rest in [
        "rounds = 12",
        "rounds = 3\ndesign = \"swiss\"\nstages = 2",
        "rounds = 20\nsprt = { elo0 = 0, elo1 = 200 }",
    ] {
        let (game, plan) = plan(rest);
        let wanted = alone(&*game, &plan, "nats-alone.log");
        let path = log("nats-workers.log");
        let (stop, url) = (AtomicBool::new(false), nats.url());
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..3).map(|_| scope.spawn(|| worker(&url, "this", &stop).unwrap())).collect();
            coordinate(&url, (&*game, &plan), &path, &AtomicBool::new(false), &|_, _, _| {}).unwrap();
            stop.store(true, Ordering::Relaxed);
            let plays: u64 = workers.into_iter().map(|w| w.join().unwrap()).sum();
            assert!(plays > 0, "the workers have played");
        });
        assert_eq!(std::fs::read(&path).unwrap(), wanted, "{rest}");
    }
}

/// Takes one job of the only tournament there is and never does it.
fn take_and_leave(port: u16) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
    stream.write_all(b"CONNECT {\"verbose\":false}\r\nSUB back 1\r\nPING\r\n").unwrap();
    lines.by_ref().find(|line| line == "PONG").unwrap();
    let mut ask = |subject: &str, payload: &str, wanted: &str| -> String {
        let text = format!("PUB {subject} back {}\r\n{payload}\r\n", payload.len());
        stream.write_all(text.as_bytes()).unwrap();
        lines.by_ref().find(|line| line.contains(wanted)).unwrap()
    };
    // The consumer may not be there yet: the coordinator makes it when it begins.
    let consumer = loop {
        let names = ask("$JS.API.CONSUMER.NAMES.PARTIE_JOBS", "", "\"type\"");
        let page: serde_json::Value = serde_json::from_str(&names).unwrap();
        if let Some(name) = page["consumers"][0].as_str() {
            break name.to_string();
        }
    };
    let next = format!("$JS.API.CONSUMER.MSG.NEXT.PARTIE_JOBS.{consumer}");
    ask(&next, "{\"batch\":1,\"expires\":20000000000}", "\"jobs\"");
}

#[test]
fn a_job_that_somebody_took_and_never_did_goes_to_another() {
    let nats = Nats::start("nats-lease");
    let (game, plan) = plan("rounds = 4");
    let wanted = alone(&*game, &plan, "nats-lease-alone.log");
    let path = log("nats-lease.log");
    let (stop, url) = (AtomicBool::new(false), nats.url());
    std::thread::scope(|scope| {
        let coordinator = scope.spawn(|| {
            coordinate(&url, (&*game, &plan), &path, &AtomicBool::new(false), &|_, _, _| {}).unwrap()
        });
        take_and_leave(nats.port);
        let honest = scope.spawn(|| worker(&url, "this", &stop).unwrap());
        coordinator.join().unwrap();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(honest.join().unwrap(), 24, "every play was made, the one that was left too");
    });
    assert_eq!(std::fs::read(&path).unwrap(), wanted);
}

#[test]
fn a_worker_of_another_version_is_refused_with_a_sentence() {
    let nats = Nats::start("nats-version");
    let (game, plan) = plan("rounds = 2");
    let path = log("nats-version.log");
    let (stop, url) = (AtomicBool::new(false), nats.url());
    std::thread::scope(|scope| {
        let coordinator = scope.spawn(|| {
            coordinate(&url, (&*game, &plan), &path, &AtomicBool::new(false), &|_, _, _| {}).unwrap()
        });
        let refused = worker(&url, "other", &stop).map_err(|error| error.to_string());
        // The tournament ends whatever was said, so that a wrong answer is told and not waited for.
        let right = scope.spawn(|| worker(&url, "this", &stop).unwrap());
        coordinator.join().unwrap();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(right.join().unwrap(), 12);
        let error = refused.unwrap_err();
        assert!(error.contains("refused: this worker is partie 0 (build other)"), "{error}");
        assert!(error.contains("played by partie 0 (build this)"), "{error}");
    });
}

#[test]
fn many_that_begin_at_once_on_an_empty_server_make_its_streams_together() {
    let nats = Nats::start("nats-at-once");
    let (url, stop) = (nats.url(), AtomicBool::new(true));
    let start = std::sync::Barrier::new(12);
    std::thread::scope(|scope| {
        let begin = || {
            start.wait();
            worker(&url, "this", &stop)
        };
        let workers: Vec<_> = (0..12).map(|_| scope.spawn(begin)).collect();
        workers.into_iter().for_each(|w| assert_eq!(w.join().unwrap().unwrap(), 0));
    });
}

#[test]
fn a_coordinator_that_was_stopped_goes_on_and_a_server_that_was_restarted_is_found_again() {
    let mut nats = Nats::start("nats-restart");
    let (game, plan) = plan("rounds = 20");
    let wanted = alone(&*game, &plan, "nats-restart-alone.log");
    let path = log("nats-restart.log");
    let (over, url) = (AtomicBool::new(false), nats.url());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(|| worker(&url, "this", &over).unwrap())).collect();
        let mut stops = 0;
        loop {
            let (stop, made) = (AtomicBool::new(false), AtomicU64::new(0));
            let each = |_: &Played, _: u64, _: u64| {
                if made.fetch_add(1, Ordering::Relaxed) + 1 >= 25 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            match coordinate(&url, (&*game, &plan), &path, &stop, &each) {
                Ok(()) => break,
                Err(halt) => assert!(matches!(halt, Halt::Stopped), "{halt}"),
            }
            stops += 1;
            nats.restart();
        }
        assert!(stops >= 2, "{stops} stops");
        over.store(true, Ordering::Relaxed);
        workers.into_iter().for_each(|w| assert!(w.join().unwrap() > 0));
    });
    assert_eq!(std::fs::read(&path).unwrap(), wanted);
}

#[test]
fn an_address_where_nobody_answers_is_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("nats://127.0.0.1:{port}");
    let error = worker(&url, "this", &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.contains("no NATS server answers at 127.0.0.1:"), "{error}");
    let error = worker("ftp://here", "this", &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.contains("begins with ftp:// instead of nats://"), "{error}");
}

#[test]
fn a_server_without_jetstream_is_named() {
    let mut child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", "-1"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("nats-server is missing: install the package nats-server");
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut port = String::new();
    for line in lines {
        if let Some((_, place)) = line.split_once("Listening for client connections on ") {
            port = place.rsplit(':').next().unwrap_or("").trim().to_string();
        }
        if line.contains("Server is ready") {
            break;
        }
    }
    let error =
        worker(&format!("127.0.0.1:{port}"), "this", &AtomicBool::new(false)).unwrap_err().to_string();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(error.contains("no JetStream; start it with 'nats-server -js'"), "{error}");
}
