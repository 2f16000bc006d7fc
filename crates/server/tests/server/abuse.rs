//! What must not work: messages that are malformed, too long, too many, out of turn, replayed or foreign. Each gets an
//! error object and changes nothing.

use crate::client::{Guest, Page, generous, open, person, quick, serve, serve_with};
use futures_util::SinkExt;
use game::{Record, Rng};
use serde_json::{Value, json};
use server::{House, Limits, Rate, Shelf};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Message;

/// Two people at one game of Connect Four, each with a page.
async fn two(address: std::net::SocketAddr) -> (Guest, Page, Guest, Page, String) {
    let (a, b) = (Guest::new(address).await, Guest::new(address).await);
    let id =
        a.table(json!({ "game": "connect4", "seats": [person("A"), open()], "settings": quick() })).await;
    let mut page_a = a.join(&id, None).await;
    let invite = page_a.until(|s| s["table"]["invite"].is_string()).await["table"]["invite"].clone();
    let mut page_b = b.join(&id, invite.as_str()).await;
    page_b.frame().await;
    assert_eq!(page_b.ask(json!({ "do": "sit", "seat": 1, "name": "B" })).await["type"], "done");
    page_a.until(|s| s["play"]["waiting"] == false).await;
    (a, page_a, b, page_b, id)
}

async fn record(guest: &Guest, id: &str) -> String {
    guest.http("GET", &format!("/api/tables/{id}/record"), "").await.body
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_refusal_over_http_is_an_object_with_a_short_cause() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let long = json!({ "game": "taroky", "conditions": "x".repeat(9_000) }).to_string();
    for (path, body) in [
        ("/api/tables", "{"),
        ("/api/tables", r#"{"game":"nim","seats":7}"#),
        ("/api/tables", "no object"),
        ("/api/session", "{}"),
        ("/api/deal", &long),
        ("/api/import", "garbage"),
    ] {
        let answer = guest.http("POST", path, body).await;
        assert!((400..500).contains(&answer.status), "{path} {body}: {}", answer.status);
        let cause = answer.json()["error"].as_str().unwrap_or_default().to_string();
        assert!(!cause.is_empty() && cause.chars().count() <= 300, "{path}: {}", answer.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_message_gets_an_error_object_and_changes_nothing() {
    let server = serve().await;
    let (a, mut page, _b, mut other, id) = two(server.address).await;
    let before = record(&a, &id).await;
    let long = json!({ "id": 1, "ask": { "do": "play", "made": 0, "text": "d".repeat(9_000) } }).to_string();
    for (text, code) in [
        ("", "malformed"),
        ("hello", "malformed"),
        ("[]", "malformed"),
        ("{\"id\":1}", "malformed"),
        ("{\"id\":1,\"ask\":{\"do\":\"cheat\"}}", "malformed"),
        ("{\"id\":1,\"ask\":{\"do\":\"play\",\"made\":0,\"text\":\"d\",\"as\":1}}", "malformed"),
        ("{\"id\":-1,\"ask\":{\"do\":\"cover\"}}", "malformed"),
        ("{\"id\":1,\"ask\":{\"do\":\"play\",\"made\":0,\"text\":\"z\"}}", "illegal"),
        ("{\"id\":1,\"ask\":{\"do\":\"play\",\"made\":7,\"text\":\"d\"}}", "stale"),
        ("{\"id\":1,\"ask\":{\"do\":\"draw\",\"seat\":99}}", "missing"),
        ("{\"id\":1,\"ask\":{\"do\":\"sit\",\"seat\":1,\"name\":\"C\"}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"stand\",\"seat\":1}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"replace\",\"seat\":1,\"agent\":\"random\"}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"replace\",\"seat\":0,\"agent\":\"mcts?threads=256\"}}", "missing"),
        ("{\"id\":1,\"ask\":{\"do\":\"undo\",\"made\":0}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"deal\",\"deal\":\"new\"}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"open\",\"on\":true}}", "forbidden"),
        ("{\"id\":1,\"ask\":{\"do\":\"look\",\"at\":5}}", "missing"),
        (long.as_str(), "malformed"),
    ] {
        page.send(text).await;
        let answer = page.frame().await;
        assert_eq!(answer["type"], "error", "{text} was answered {answer}");
        assert_eq!(answer["code"], code, "{text} was answered {answer}");
    }
    page.socket.send(Message::Binary(vec![1, 2, 3].into())).await.unwrap();
    assert_eq!(page.frame().await["code"], "malformed");
    // Out of turn, and settings of somebody else's table.
    assert_eq!(other.play("d").await["code"], "forbidden");
    let theirs = other.ask(json!({ "do": "rename", "name": "mine" })).await;
    assert_eq!(theirs["code"], "forbidden");
    assert_eq!(record(&a, &id).await, before);
    // A replayed move: the first is made, the same message again is for a moment that has passed.
    let message = json!({ "id": 9, "ask": { "do": "play", "made": 0, "text": "d" } }).to_string();
    page.send(&message).await;
    page.until(|s| s["play"]["made"] == 1).await;
    assert_eq!(page.frame().await["type"], "done");
    page.send(&message).await;
    assert_eq!(page.frame().await["code"], "stale");
    assert_eq!(other.until(|s| s["play"]["made"] == 1).await["offers"].as_array().unwrap().len(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_can_watch_but_not_touch() {
    let server = serve().await;
    let (a, _page, _b, _other, id) = two(server.address).await;
    let before = record(&a, &id).await;
    let stranger = Guest::new(server.address).await;
    let mut page = stranger.join(&id, Some("wrong")).await;
    let state = page.until(|_| true).await;
    assert_eq!((&state["viewer"], &state["table"]["invite"]), (&Value::Null, &Value::Null));
    for ask in [
        json!({ "do": "play", "made": 0, "text": "d" }),
        json!({ "do": "undo", "made": 0 }),
        json!({ "do": "hint", "made": 0 }),
        json!({ "do": "draw", "seat": 0 }),
        json!({ "do": "stand", "seat": 0 }),
        json!({ "do": "return", "seat": 0 }),
        json!({ "do": "replace", "seat": 0, "agent": "random" }),
        json!({ "do": "deal", "deal": "same" }),
        json!({ "do": "rename", "name": "x" }),
        json!({ "do": "settings", "settings": {} }),
    ] {
        assert_eq!(page.ask(ask.clone()).await["code"], "forbidden", "{ask}");
    }
    assert_eq!(stranger.http("DELETE", &format!("/api/tables/{id}"), "").await.status, 403);
    assert_eq!(stranger.http("GET", &format!("/api/tables/{id}/record"), "").await.status, 403);
    assert_eq!(record(&a, &id).await, before);
    // Without a cookie, and from the page of another site.
    let nobody = Guest { cookie: String::new(), ..stranger.clone() };
    assert_eq!(nobody.http("GET", "/api/tables", "").await.status, 401);
    let foreign = stranger.http_with("GET", "/api/tables", "", "origin: http://evil.example\r\n").await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_and_requests_beyond_the_rate_are_refused() {
    let rate = |burst| Rate { burst, refill: 0.0 };
    let limits = Limits { messages: rate(5.0), requests: rate(20.0), guests: rate(2.0), ..generous() };
    let server = serve_with(Arc::new(Shelf::new(Vec::new(), Vec::new())), limits).await;
    let guest = Guest::new(server.address).await;
    let id = guest.table(json!({ "game": "tictactoe", "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    let mut codes = Vec::new();
    for _ in 0..7 {
        codes.push(page.ask(json!({ "do": "undo", "made": 0 })).await["code"].as_str().unwrap().to_string());
    }
    assert_eq!(codes[..5], vec!["forbidden"; 5]);
    assert_eq!(codes[5..], vec!["too_fast"; 2]);
    let mut statuses = Vec::new();
    for _ in 0..25 {
        statuses.push(guest.http("GET", "/api/games", "").await.status);
    }
    assert_eq!(statuses.iter().filter(|&&s| s == 429).count(), 25 - (20 - 3));
    assert_eq!(guest.http("GET", "/health", "").await.status, 200);
    let metrics = guest.http("GET", "/metrics", "").await.body;
    assert!(metrics.contains("partie_limited_total 10"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_have_a_largest_size() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let body = "x".repeat(generous().body_bytes + 1);
    assert_eq!(guest.http("POST", "/api/import", &body).await.status, 413);
    assert_eq!(guest.http("POST", "/api/tables", "{\"game\":5}").await.status, 422);
    let unknown = guest.http("POST", "/api/tables", "{\"game\":\"conect4\"}").await;
    assert_eq!(unknown.status, 400);
    assert!(unknown.body.contains("did you mean 'connect4'?"), "{}", unknown.body);
}

/// A message that is right in form but odd in its values, nearly right, or not at all.
fn mutated(rng: &mut Rng, made: usize) -> String {
    let forms: [(&str, &[&str]); 14] = [
        ("play", &["made", "text"]),
        ("play", &["made", "text"]),
        ("undo", &["made"]),
        ("hint", &["made"]),
        ("draw", &["seat"]),
        ("cover", &[]),
        ("sit", &["seat", "name"]),
        ("stand", &["seat"]),
        ("replace", &["seat", "agent"]),
        ("return", &["seat"]),
        ("deal", &["deal"]),
        ("open", &["on"]),
        ("look", &["at"]),
        ("speak", &["lang"]),
    ];
    let (word, fields) = forms[rng.below(forms.len())];
    let number = [0, 1, 2, made, made, made, usize::MAX, 1 << 40][rng.below(8)];
    let text = ["d", "a", "c", "g", "", "zzz", "\u{0}", "💥"][rng.below(8)];
    let mut ask = json!({ "do": word });
    for &field in fields {
        ask[field] = match field {
            "made" | "seat" | "at" => json!(number),
            "agent" => json!("random"),
            "deal" => json!(["new", "same", "shift"][rng.below(3)]),
            "on" => json!(rng.below(2) == 0),
            _ => json!(text),
        };
    }
    let spoiled = rng.below(4);
    if spoiled == 1
        && let Some(field) = fields.first()
        && let Some(object) = ask.as_object_mut()
    {
        object.remove(*field);
    }
    if spoiled == 2 {
        ask["extra"] = json!(number);
    }
    let message = json!({ "id": rng.below(9), "ask": ask });
    let changes = if spoiled == 3 { 1 + rng.below(4) } else { 0 };
    let mut bytes = message.to_string().into_bytes();
    for _ in 0..changes {
        let at = rng.below(bytes.len());
        match rng.below(3) {
            0 => bytes[at] = (rng.bits() & 0x7f) as u8,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, b"{}[]\",:0-e"[rng.below(10)]),
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_stranger_sends_the_table_stays_as_it_is() {
    let server = serve().await;
    let (a, mut page, _b, _other, id) = two(server.address).await;
    page.play("d").await;
    let before = record(&a, &id).await;
    let stranger = Guest::new(server.address).await;
    let mut rng = Rng::new(7);
    for _ in 0..40 {
        let mut fuzzed = stranger.join(&id, None).await;
        fuzzed.until(|_| true).await;
        for _ in 0..50 {
            let message = mutated(&mut rng, 1);
            if fuzzed.socket.send(Message::Text(message.clone().into())).await.is_err() {
                break;
            }
            let answer = loop {
                let frame = fuzzed.frame().await;
                if frame["type"] != "state" {
                    break frame;
                }
            };
            let harmless =
                answer == Value::Null || ["error", "done", "look"].iter().any(|t| answer["type"] == *t);
            assert!(harmless, "{message} was answered {answer}");
        }
    }
    assert_eq!(record(&a, &id).await, before);
    assert_eq!(a.http("GET", "/health", "").await.body, "ok\n");
    let metrics = a.http("GET", "/metrics", "").await.body;
    assert!(metrics.contains("partie_panics_total 0"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_player_sends_only_legal_moves_are_made_and_other_tables_go_on() {
    let server = serve().await;
    let (_a, mut page, _b, _other, _id) = two(server.address).await;
    let owner = Guest::new(server.address).await;
    // Two people at one device: whoever is to move, this page may move, undo, deal, leave and sit down again.
    let wish = json!({ "game": "connect4", "seats": [person("A"), person("B")], "settings": quick() });
    let fuzzed = owner.table(wish).await;
    let shelf = Shelf::new(Vec::new(), Vec::new());
    // Where computer players sit, moves are made without being asked for.
    let moving =
        |s: &Value| s["table"]["seats"].as_array().unwrap().iter().any(|seat| seat["kind"] == "computer");
    let mut rng = Rng::new(8);
    let mut legal = 0;
    for _ in 0..30 {
        let mut mine = owner.join(&fuzzed, None).await;
        mine.until(|_| true).await;
        for _ in 0..40 {
            let (before, text) = (mine.state.clone(), mutated(&mut rng, mine.made()));
            if mine.socket.send(Message::Text(text.clone().into())).await.is_err() {
                break;
            }
            let answer = loop {
                let frame = mine.frame().await;
                if frame["type"] != "state" {
                    break frame;
                }
            };
            match answer["type"].as_str() {
                Some("error") => assert!(
                    moving(&before) || mine.state == before,
                    "{text} was refused and changed something"
                ),
                Some("done" | "look" | "hint") | None => legal += 1,
                Some(other) => panic!("{text} was answered {other}"),
            }
        }
        let kept = Record::parse(&record(&owner, &fuzzed).await).unwrap();
        shelf.table(&kept.game, 0).unwrap().replay(&kept).unwrap();
    }
    assert!(legal > 50, "{legal} of the messages were understood");
    assert_eq!(page.play("d").await["type"], "done", "the table beside it goes on");
    let metrics = owner.http("GET", "/metrics", "").await.body;
    assert!(metrics.contains("partie_panics_total 0"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_only_listens_stays_and_one_that_never_answers_goes() {
    let limits = Limits { silence: 3, ..generous() };
    let server = serve_with(Arc::new(Shelf::new(Vec::new(), Vec::new())), limits).await;
    let (_a, mut page, _b, mut other, id) = two(server.address).await;
    let mut deaf = Guest::new(server.address).await.join(&id, None).await;
    let mut watcher = Guest::new(server.address).await.join(&id, None).await;
    // Nobody but the two players says a word for longer than the silence allowed; the watcher reads, and so answers pings.
    let begun = std::time::Instant::now();
    let mut made = 0;
    while begun.elapsed().as_secs() < 5 {
        let mover = if made % 2 == 0 { &mut page } else { &mut other };
        mover.until(|s| s["play"]["made"] == made).await;
        mover.ask(json!({ "do": "look", "at": 0 })).await;
        if made < 6 {
            let column = ["a", "b", "c", "d", "e", "f"][made as usize];
            assert_eq!(mover.play(column).await["type"], "done");
            made += 1;
        }
        let frame = tokio::time::timeout(std::time::Duration::from_millis(200), watcher.frame()).await;
        assert_ne!(frame.ok(), Some(Value::Null), "the watcher was let go");
    }
    while deaf.frame().await != Value::Null {}
    assert!(watcher.state["play"]["made"].as_u64() > Some(0));
}
