//! The server is killed without warning, again and again, and nothing it announced is ever lost.

use crate::client::{Folder, Guest, computer, generous, person};
use game::{Record, Rng, Turn};
use serde_json::json;
use server::store::{Event, Store};
use server::{Config, House, Server, Shelf};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

/// Set for the child that is to be a server.
const DATABASE: &str = "PARTIE_CRASH_DATABASE";

/// Not a test by itself: the process that [`killed_at_any_moment`] kills. Without its variable it checks that a server
/// stops when it is told to.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_when_told() {
    let Some(database) = std::env::var_os(DATABASE) else {
        let folder = Folder::new();
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: folder.0.join("stop.db"),
            ..Config::default()
        };
        let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await.unwrap();
        assert!(server.run(async {}).await.is_ok());
        return;
    };
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.into(),
        limits: generous(),
        ..Config::default()
    };
    let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await.unwrap();
    // To standard error, since the test harness keeps standard output to itself.
    std::io::Write::write_all(&mut std::io::stderr(), format!("at {}\n", server.address).as_bytes()).unwrap();
    server.run(std::future::pending()).await.unwrap();
}

fn start(database: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::a_server_stops_when_told", "--nocapture"])
        .env(DATABASE, database)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("the child says where it listens").unwrap();
        if let Some(address) = line.strip_prefix("at ") {
            break address.parse().unwrap();
        }
    };
    (child, address)
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_every_match_resumes_with_nothing_lost() {
    let folder = Folder::new();
    let database = folder.0.join("crash.db");
    let mut rng = Rng::new(5);
    let (mut child, address) = start(&database);
    let mut guest = Guest::new(address).await;
    let settings = json!({ "delay": 0, "think": 20, "rotate": false });
    let seats = json!([person("A"), computer("random")]);
    let wishes =
        ["reversi", "kuhn"].map(|game| json!({ "game": game, "seats": seats, "settings": settings }));
    let mut ids = Vec::new();
    for wish in wishes {
        ids.push(guest.table(wish).await);
    }
    // What the page was told: for each table, the number of the match and of the moves made.
    let mut told = [(1u64, 0u64); 2];
    for _ in 0..6 {
        let until = 3 + rng.below(12);
        let mut pages = [guest.join(&ids[0], None).await, guest.join(&ids[1], None).await];
        for (page, told) in pages.iter_mut().zip(&mut told) {
            let state = page.until(|_| true).await;
            let now = (state["play"]["number"].as_u64().unwrap(), state["play"]["made"].as_u64().unwrap());
            assert!(now >= *told, "told {told:?} before the crash, {now:?} after it");
            *told = now;
        }
        for _ in 0..until {
            for (page, told) in pages.iter_mut().zip(&mut told) {
                let ready = |s: &serde_json::Value| {
                    s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty()
                };
                page.until(ready).await;
                let offers = page.offers();
                if offers.is_empty() {
                    page.ask(json!({ "do": "deal", "deal": "new" })).await;
                } else {
                    page.play(&offers[rng.below(offers.len())]).await;
                }
                *told = (
                    page.state["play"]["number"].as_u64().unwrap(),
                    page.state["play"]["made"].as_u64().unwrap(),
                );
            }
        }
        // The kill comes while a message is on its way.
        let offers = pages[0].offers();
        if let Some(mv) = offers.first() {
            let made = pages[0].made();
            pages[0]
                .send(&json!({ "id": 99, "ask": { "do": "play", "made": made, "text": mv } }).to_string())
                .await;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for (page, told) in pages.iter_mut().zip(&mut told) {
            while page.frame().await != serde_json::Value::Null {}
            let last = &page.state["play"];
            *told = (last["number"].as_u64().unwrap(), last["made"].as_u64().unwrap());
        }
        let (next, address) = start(&database);
        child = next;
        guest.address = address;
    }
    let record = guest.http("GET", &format!("/api/tables/{}/record", ids[0]), "").await.body;
    let record = Record::parse(&record).unwrap();
    assert!(record.moves.len() as u64 >= told[0].1);
    let mut table = Shelf::new(Vec::new(), Vec::new()).table(&record.game, 0).unwrap();
    table.replay(&record).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The parts of SQLite's log: a header, then frames of a header and a page each.
const LOG_HEADER: usize = 32;
const LOG_FRAME: usize = 24 + 4096;

/// The events that a database holds of the latest match of a table, and the number of that match.
fn kept(database: &Path, table: &str) -> Option<(u32, Vec<Event>)> {
    let store = Store::open(database).unwrap();
    let found = store.latest_match(table).unwrap();
    found.map(|(row, events)| (row.number, events))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_of_the_log_leaves_whole_moves_and_all_that_were_told() {
    let folder = Folder::new();
    let database = folder.0.join("whole.db");
    let log = folder.0.join("whole.db-wal");
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.clone(),
        limits: generous(),
        ..Config::default()
    };
    let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await.unwrap();
    let guest_at = server.address;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    let guest = Guest::new(guest_at).await;
    // In ludo a throw follows every move: both must be kept, or neither.
    let wish = json!({ "game": "ludo?players=2", "seed": 9, "seats": [person("A"), person("B")], "settings": { "delay": 0 } });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    let mut rng = Rng::new(11);
    // What the page was told, and how long the log was by then.
    let mut told = Vec::new();
    for _ in 0..60 {
        page.until(|s| !s["offers"].as_array().unwrap().is_empty()).await;
        told.push((page.made(), std::fs::metadata(&log).unwrap().len() as usize));
        let offers = page.offers();
        assert_eq!(page.play(&offers[rng.below(offers.len())]).await["type"], "done");
    }
    let (base, whole) = (std::fs::read(&database).unwrap(), std::fs::read(&log).unwrap());
    drop(stop);
    running.await.unwrap().unwrap();
    let frames = (whole.len() - LOG_HEADER) / LOG_FRAME;
    assert!(
        (60..1000).contains(&frames),
        "{frames} frames: every move is in the log, which was not emptied meanwhile"
    );
    let all = kept(&database, &id).unwrap().1;
    // Every end of a frame, a place inside every frame, and every length at which the page had been told something.
    let ends = (0..=frames).map(|k| LOG_HEADER + k * LOG_FRAME);
    let inside: Vec<usize> = (0..frames).map(|k| LOG_HEADER + k * LOG_FRAME + rng.below(LOG_FRAME)).collect();
    let mut cuts: Vec<usize> = ends.chain(inside).chain(told.iter().map(|t| t.1)).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let shelf = Shelf::new(Vec::new(), Vec::new());
    let mut before = 0;
    for (i, &cut) in cuts.iter().enumerate() {
        let crashed = folder.0.join(format!("cut{i}.db"));
        std::fs::write(&crashed, &base).unwrap();
        std::fs::write(folder.0.join(format!("cut{i}.db-wal")), &whole[..cut]).unwrap();
        let events = kept(&crashed, &id).map_or(Vec::new(), |(_, events)| events);
        assert!(events.len() >= before, "a longer log holds less");
        before = events.len();
        assert_eq!(events[..], all[..events.len()], "what is kept is how the match began");
        let owed = told.iter().filter(|t| t.1 <= cut).map(|t| t.0).max().unwrap_or(0);
        assert!(events.len() >= owed, "{} events kept of {owed} that were told", events.len());
        if !events.is_empty() {
            let mut table = shelf.table("ludo?players=2", 9).unwrap();
            for event in &events {
                let Event::Move { text, .. } = event else { panic!("nothing was taken back") };
                table.play(text).unwrap();
            }
            assert_ne!(table.turn(), Turn::Chance, "a move was kept without the throw that follows it");
        }
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.0.join(format!("cut{i}.db{ending}")));
        }
    }
    assert_eq!(before, all.len());
}
