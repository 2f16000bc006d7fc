//! What keeps the server up and to itself: connections that say nothing, foreign names, sessions that end, thoughts that
//! take long, a database that cannot be written or is already in use.

use crate::client::{Folder, Guest, LONG, computer, generous, open, person, roster, serve, serve_with};
use game::{
    Agent, Fault, Game, Gesture, Lang, Layout, Limit, Observe, Perfect, Player, Scene, Show, Table, TableOf,
    Thought, Turn, Zone,
};
use serde_json::{Value, json};
use server::store::Store;
use server::{Computer, GameInfo, House, Limits, Shelf, Text};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn shelf() -> Arc<Shelf> {
    Arc::new(Shelf::new(Vec::new(), Vec::new()))
}

/// A connection that sends the beginning of a request and no more.
async fn half(address: std::net::SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n").await.unwrap();
    stream
}

/// Waits until the other side has closed; what it said before.
async fn closed(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("closed in time");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn half_requests_push_out_each_other_and_nobody_at_a_table() {
    let limits = Limits { connections: 30, connections_each: 20, head_seconds: 3600, ..generous() };
    let server = serve_with(shelf(), limits).await;
    let guest = Guest::new(server.address).await;
    let id = guest.table(json!({ "game": "tictactoe", "seats": [person("A"), person("B")] })).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    let mut waiting = Vec::new();
    for _ in 0..100 {
        waiting.push(half(server.address).await);
    }
    assert_eq!(guest.http("GET", "/health", "").await.status, 200);
    assert_eq!(page.play("a1").await["type"], "done", "whoever plays is not pushed out");
    assert_eq!(closed(&mut waiting[0]).await, "", "the oldest had to go");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_says_nothing_or_half_of_it_is_closed() {
    let server = serve_with(shelf(), Limits { head_seconds: 1, ..generous() }).await;
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let mut halved = half(server.address).await;
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    idle.write_all(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await.unwrap();
    closed(&mut silent).await;
    closed(&mut halved).await;
    assert!(closed(&mut idle).await.starts_with("HTTP/1.1 200"), "after its answer it was idle");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_name_for_this_address_is_refused() {
    let server = serve().await;
    for (host, status) in [
        ("127.0.0.1:7878", "200"),
        ("localhost", "200"),
        ("[::1]:7878", "200"),
        ("evil.example", "421"),
        ("evil.example:7878", "421"),
        ("127.0.0.1.evil.example", "421"),
        ("localhost.evil.example", "421"),
        ("a b", "421"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = format!("GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = closed(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_load_nothing_from_elsewhere_and_counters_are_for_this_machine() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let page = guest.http("GET", "/", "").await;
    for part in ["default-src 'none'", "script-src 'self'", "form-action 'self'", "base-uri 'none'"] {
        assert!(page.head.contains(part), "{part}: {}", page.head);
    }
    let sockets = format!("connect-src 'self' ws://{0} wss://{0};", server.address);
    assert!(page.head.contains(&sockets), "{}", page.head);
    assert_eq!(guest.http("GET", "/metrics", "").await.status, 200);
    let passed_on = guest.http_with("GET", "/metrics", "", "x-forwarded-for: 203.0.113.5\r\n").await;
    assert_eq!(passed_on.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_a_session_close_when_it_ends() {
    let server = serve().await;
    let (guest, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let id = guest.table(json!({ "game": "tictactoe" })).await;
    let (mut mine, mut theirs) = (guest.join(&id, None).await, other.join(&id, None).await);
    mine.until(|_| true).await;
    theirs.until(|_| true).await;
    assert_eq!(guest.http("DELETE", "/api/session", "").await.status, 204);
    while mine.frame().await != Value::Null {}
    // The other's page stays, and hears that the owner is gone.
    theirs.until(|s| s["table"]["seats"][0]["here"] == false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_leave_when_the_table_is_closed_to_them() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let id = owner.table(json!({ "game": "tictactoe", "seats": [person("A"), open()] })).await;
    let mut page = owner.join(&id, None).await;
    let invite = page.until(|s| s["table"]["invite"].is_string()).await["table"]["invite"].clone();
    let mut spectator = other.join(&id, None).await;
    let mut invited = Guest::new(server.address).await.join(&id, invite.as_str()).await;
    spectator.until(|_| true).await;
    invited.until(|_| true).await;
    let closing = json!({ "do": "settings", "settings": { "watch": false } });
    assert_eq!(page.ask(closing).await["type"], "done");
    let last = loop {
        let frame = spectator.frame().await;
        if frame["type"] != "state" {
            break frame;
        }
    };
    assert_eq!(last["code"], "forbidden");
    assert_eq!(spectator.frame().await, Value::Null);
    assert_eq!(invited.ask(json!({ "do": "sit", "seat": 1, "name": "I" })).await["type"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_only_so_many_pages_open() {
    let server = serve_with(shelf(), Limits { pages_each: 3, ..generous() }).await;
    let guest = Guest::new(server.address).await;
    let id = guest.table(json!({ "game": "tictactoe" })).await;
    let mut pages = Vec::new();
    for _ in 0..3 {
        let mut page = guest.join(&id, None).await;
        page.until(|_| true).await;
        pages.push(page);
    }
    let upgrade =
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let request = format!(
        "GET /api/tables/{id}/socket HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\nconnection: upgrade\r\n{upgrade}\r\n",
        guest.address, guest.cookie
    );
    let mut fourth = TcpStream::connect(server.address).await.unwrap();
    fourth.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    fourth.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 503");
    // Somebody else's page is let in.
    Guest::new(server.address).await.join(&id, None).await.until(|_| true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn points_to_begin_with_are_bounded_and_totals_do_not_wrap() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let seats = json!([{ "kind": "person", "start": i64::MAX }, { "kind": "person", "start": i64::MIN }]);
    guest.table(json!({ "game": "tictactoe", "seats": seats })).await;
    let totals = guest.http("GET", "/api/tables", "").await.json()["yours"][0]["totals"].clone();
    assert_eq!(totals, json!([1_000_000_000, -1_000_000_000]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_begun_is_not_done_and_health_says_that_nothing_can_be_saved() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let named = |name: &str| json!({ "name": name }).to_string();
    assert_eq!(guest.http("POST", "/api/me", &named("Before")).await.status, 200);
    assert_eq!(guest.http("GET", "/health", "").await.body, "ok\n");
    // Another program writes and does not come to its end: no transaction can be begun.
    let other = rusqlite::Connection::open(&server.database).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let after = named("After");
    let (renamed, health) = tokio::join!(guest.http("POST", "/api/me", &after), async {
        loop {
            let health = guest.http("GET", "/health", "").await;
            if health.status != 200 {
                return health;
            }
        }
    });
    assert_eq!(renamed.status, 500, "{}", renamed.body);
    assert_eq!(health.status, 503);
    assert!(health.body.starts_with("nothing can be saved: "), "{}", health.body);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(guest.http("GET", "/api/me", "").await.json()["name"], "Before");
    assert_eq!(guest.http("POST", "/api/me", &named("Later")).await.status, 200);
}

#[test]
fn a_database_is_used_by_one_server_and_read_by_its_owner() {
    let folder = Folder::new();
    let path = folder.0.join("sub/one.db");
    let first = Store::open(&path).unwrap();
    let second = Store::open(&path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(second.starts_with("another server uses the database"), "{second}");
    let linked = folder.0.join("link.db");
    std::os::unix::fs::symlink(&path, &linked).unwrap();
    assert!(Store::open(&linked).is_err(), "by another name it is the same file");
    first.new_guest("A", "token").unwrap();
    for name in ["one.db", "one.db-wal"] {
        let mode = std::fs::metadata(folder.0.join("sub").join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} has mode {mode:o}");
    }
    drop(first);
    assert!(Store::open(&path).is_ok());
}

#[test]
fn sessions_end_when_they_are_old_or_were_not_used_for_long() {
    let folder = Folder::new();
    let path = folder.0.join("sessions.db");
    let store = Store::open(&path).unwrap();
    for token in ["fresh", "idle", "old"] {
        store.new_guest(token, token).unwrap();
    }
    let day = 24 * 3600;
    let other = rusqlite::Connection::open(&path).unwrap();
    let age = |person: i64, created: i64, used: i64| {
        let change = "UPDATE sessions SET created = created - ?2, used = used - ?3 WHERE person = ?1";
        other.execute(change, [person, created * day, used * day]).unwrap();
    };
    age(1, 300, 80);
    age(2, 100, 91);
    age(3, 366, 0);
    let known = |token: &str| store.session(token).unwrap().is_some();
    assert_eq!(["fresh", "idle", "old"].map(known), [true, false, false]);
    assert_eq!(store.expire_sessions().unwrap(), 2);
    let left: i64 = other.query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 1);
    let used: i64 = other.query_row("SELECT used - created FROM sessions", [], |row| row.get(0)).unwrap();
    assert!(used > 299 * day, "that it was used was noted");
}

/// A game of one person and one computer player, who thinks until told to stop.
struct Slow;

impl Game for Slow {
    type State = u8;
    type Move = u8;
    fn players(&self) -> usize {
        1
    }
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, s: &u8) -> Turn {
        if *s == 0 { Turn::Player(Player(0)) } else { Turn::Over }
    }
    fn moves(&self, s: &u8, out: &mut Vec<u8>) {
        if *s == 0 {
            out.push(1);
        }
    }
    fn apply(&self, s: &mut u8, mv: u8) {
        *s = mv;
    }
    fn score(&self, _: &u8, _: Player) -> i32 {
        1
    }
}

impl Perfect for Slow {}

impl Show for Slow {
    fn id(&self) -> String {
        "slow".into()
    }
    fn text(&self, _: &u8, mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, s: &u8, mv: u8) -> Gesture {
        Gesture::Say(self.text(s, mv))
    }
    fn scene(&self, s: &u8, _: Option<Player>, _: Lang) -> Scene {
        let zones = vec![Zone::new("count", s.to_string(), Layout::Row)];
        Scene { zones, tokens: Vec::new(), said: Vec::new(), turn: self.turn(s), points: vec![0] }
    }
}

struct Thinker;

impl<G: Observe> Agent<G> for Thinker {
    fn choose(
        &mut self,
        _: &G,
        _: Player,
        _: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let stopped = || limit.cancel.as_ref().is_some_and(|c| c.load(std::sync::atomic::Ordering::Relaxed));
        let begun = std::time::Instant::now();
        while !stopped() && limit.time.is_none_or(|time| begun.elapsed() < time) {
            std::thread::yield_now();
        }
        Ok(Thought::just(moves[0]))
    }
}

struct Slowness;

impl House for Slowness {
    fn games(&self) -> Vec<GameInfo> {
        vec![GameInfo {
            id: "slow".into(),
            title: Text::same("Slow"),
            least: 1,
            most: 1,
            computers: vec![Computer::new("thinker", Text::same("Thinker"))],
            ..GameInfo::default()
        }]
    }

    fn table(&self, _: &str, seed: u64) -> Result<Box<dyn Table>, server::HouseError> {
        let agents = roster("thinker", || Box::new(Thinker));
        Ok(Box::new(TableOf::new(Arc::new(Slow), agents, seed)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_keeps_many_computer_players_thinking_does_not_stop_those_of_others() {
    let server = serve_with(Arc::new(Slowness), generous()).await;
    let (greedy, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let settings = json!({ "delay": 0, "think": 10_000 });
    let wish = json!({ "game": "slow", "seats": [computer("thinker")], "settings": settings });
    let mut pages = Vec::new();
    for _ in 0..12 {
        let mut page = greedy.join(&greedy.table(wish.clone()).await, None).await;
        page.until(|_| true).await;
        pages.push(page);
    }
    // A table that is left is not thought about any more: its place is free at once.
    drop(pages.pop());
    let mut page = other.join(&other.table(wish).await, None).await;
    page.until(|s| s["play"]["over"] == true).await;
    // Twelve thoughts of ten seconds would have come first; a place or two came free for this one.
    let mut moved = 0;
    for page in &mut pages {
        let looked = page.ask(json!({ "do": "look", "at": 1 })).await;
        moved += usize::from(looked["type"] == "look");
    }
    assert!(moved <= 6, "{moved} of the others' thoughts came first");
}

#[tokio::test(flavor = "multi_thread")]
async fn thoughts_and_names_keep_within_their_bounds() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    for (name, status) in [("\u{200b}\u{3164}", 400), ("  ", 400), ("\u{202e}evil", 200)] {
        let answer = guest.http("POST", "/api/me", &json!({ "name": name }).to_string()).await;
        assert_eq!(answer.status, status, "{name:?}: {}", answer.body);
    }
    assert_eq!(guest.http("GET", "/api/me", "").await.json()["name"], "evil");
    let wish = json!({ "game": "tictactoe", "settings": { "think": 4_000_000_000u32 } });
    let mut page = guest.join(&guest.table(wish).await, None).await;
    assert_eq!(page.until(|_| true).await["table"]["settings"]["think"], 10_000);
}
