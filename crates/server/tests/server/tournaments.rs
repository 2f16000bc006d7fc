//! Tournaments and the test bench over real sockets: played to their end, bounded, and nobody else's to delete.

use crate::client::{Folder, Guest, generous, serve};
use serde_json::{Value, json};
use server::{Config, Server, Shelf};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

fn wish(players: &[&str], rounds: u32) -> String {
    json!({ "game": "tictactoe", "players": players, "rounds": rounds, "nodes": 100 }).to_string()
}

/// Waits until a tournament is in this phase.
async fn until(guest: &Guest, id: &str, phase: &str) -> Value {
    loop {
        let state = guest.http("GET", &format!("/api/tournaments/{id}?lang=cs"), "").await.json();
        assert_ne!(state["phase"], "failed", "{state}");
        if state["phase"] == phase {
            return state;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_played_watched_and_read() {
    let server = serve().await;
    let (guest, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let made = guest.http("POST", "/api/tournaments", &wish(&["random", "random", "alphabeta"], 4)).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().unwrap().to_string();
    let state = until(&guest, &id, "done").await;
    assert_eq!((&state["made"], &state["all"]), (&json!(24), &json!(24)));
    let ranking = state["ranking"].as_array().unwrap();
    let points: f64 = ranking.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert_eq!((ranking.len(), points), (3, 24.0));
    assert_eq!(ranking[0]["against"][0], Value::Null, "nobody meets himself");
    assert!(
        ranking.iter().any(|row| row["name"]["en"].as_str().unwrap().ends_with(" 2")),
        "two of one name get numbers"
    );
    // Whoever has the address may watch; only the owner may delete.
    let seen = other.http("GET", &format!("/api/tournaments/{id}"), "").await;
    assert_eq!((seen.status, &seen.json()["owner"]), (200, &json!(false)));
    assert_eq!(other.http("DELETE", &format!("/api/tournaments/{id}"), "").await.status, 404);
    let report = other.http("GET", &format!("/api/tournaments/{id}/report"), "").await;
    assert!(report.status == 200 && report.body.contains("Who beats whom"));
    assert!(
        report.head.contains("sandbox allow-scripts"),
        "a report can reach nothing of this server: {}",
        report.head
    );
    let list = guest.http("GET", "/api/tournaments", "").await.json();
    assert_eq!((list[0]["id"].as_str(), &list[0]["owner"]), (Some(id.as_str()), &json!(true)));
    assert_eq!(guest.http("DELETE", &format!("/api/tournaments/{id}"), "").await.status, 204);
    assert_eq!(guest.http("GET", &format!("/api/tournaments/{id}"), "").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_are_bounded_and_among_players_on_offer() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let refused = async |body: String| {
        let answer = guest.http("POST", "/api/tournaments", &body).await;
        (answer.status, answer.json()["error"].as_str().unwrap_or("").to_string())
    };
    for (body, cause) in [
        (wish(&["random", "random"], 100_000), "too many"),
        (wish(&["random"], 1), "is played by 2"),
        (wish(&["random"; 9], 1), "at most 8"),
        (wish(&["random", "mcts?iterations=1000000000"], 1), "is not on offer"),
        (wish(&["random", "random"], 0), "0 rounds"),
        (wish(&["random", "random"], 1).replace("tictactoe", "nothing"), "nothing"),
    ] {
        let (status, error) = refused(body.clone()).await;
        assert!(status == 400 && error.contains(cause), "{body}: {status} {error}");
    }
    // A guest has one at a time.
    let slow =
        json!({ "game": "connect4", "players": ["who:zdena", "who:alois"], "rounds": 100, "nodes": 20000 })
            .to_string();
    let first = guest.http("POST", "/api/tournaments", &slow).await;
    assert_eq!(first.status, 201, "{}", first.body);
    assert_eq!(refused(slow).await.0, 409);
    let id = first.json()["id"].as_str().unwrap().to_string();
    // The play under way is seen, with all of the board.
    let now = loop {
        let state = guest.http("GET", &format!("/api/tournaments/{id}"), "").await.json();
        if state["now"] != Value::Null {
            break state["now"].clone();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(now["names"].as_array().unwrap().len(), 2);
    assert!(now["scene"]["zones"].is_array());
    assert_eq!(guest.http("DELETE", &format!("/api/tournaments/{id}"), "").await.status, 204);
    assert_eq!(guest.http("POST", "/api/tournaments", &wish(&["random", "random"], 1)).await.status, 201);
}

async fn start(
    database: &Path,
) -> (SocketAddr, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.to_path_buf(),
        limits: generous(),
        ..Config::default()
    };
    let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await.unwrap();
    let address = server.address;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let task = tokio::spawn(async move { server.run(async move { drop(stopped.await) }).await.unwrap() });
    (address, stop, task)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_was_interrupted_goes_on_where_it_was() {
    let folder = Folder::new();
    let database = folder.0.join("again.db");
    let (address, stop, task) = start(&database).await;
    let mut guest = Guest::new(address).await;
    let body = json!({ "game": "connect4", "players": ["random", "montecarlo"], "rounds": 30, "nodes": 500 })
        .to_string();
    let made = guest.http("POST", "/api/tournaments", &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().unwrap().to_string();
    let log = folder.0.join(format!("again.db.tournaments/{id}.log"));
    let lines = || std::fs::read_to_string(&log).unwrap_or_default().lines().count();
    while lines() < 5 {
        tokio::task::yield_now().await;
    }
    drop(stop);
    task.await.unwrap();
    let before = std::fs::read(&log).unwrap();
    let (address, stop, task) = start(&database).await;
    guest.address = address;
    let state = until(&guest, &id, "done").await;
    assert_eq!(state["made"], 60);
    let after = std::fs::read(&log).unwrap();
    let whole = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    assert!(after.starts_with(&before[..whole]), "what was played stays");
    assert_eq!(lines(), 61);
    drop(stop);
    task.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bench_is_stepped_by_its_owner_and_shows_everything() {
    let server = serve().await;
    let (guest, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let open = async |body: Value| guest.http("POST", "/api/bench", &body.to_string()).await;
    let made =
        open(json!({ "game": "snaps", "players": ["random", "ismcts", "random", "random"], "seed": 3 }))
            .await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.json()["id"].as_str().unwrap().to_string();
    assert_eq!(other.http("GET", &format!("/api/bench/{id}"), "").await.status, 404);
    let mut state = guest.http("GET", &format!("/api/bench/{id}?lang=sk"), "").await.json();
    assert_eq!(state["made"], 0);
    let mut steps = 0;
    while state["over"] == false {
        state = guest.http("POST", &format!("/api/bench/{id}/step?lang=sk&think=5"), "").await.json();
        steps += 1;
        if steps == 1 {
            let up = state["scene"]["tokens"].as_array().unwrap().iter().filter(|t| t["up"] == true).count();
            assert_eq!((up, &state["made"]), (24, &json!(24)), "all hands lie open after the deal");
            assert_eq!(state["beliefs"].as_array().unwrap().len(), 24);
        }
        assert!(steps < 200);
    }
    assert!(state["players"].as_array().unwrap().iter().all(|p| p["considered"]["text"].is_string()));
    assert_eq!(state["scores"].as_array().unwrap().len(), 4);
    let wrong = open(json!({ "game": "snaps", "players": ["random"] })).await;
    assert!(wrong.status == 400 && wrong.body.contains("is played by 4"), "{}", wrong.body);
    assert_eq!(
        open(json!({ "game": "snaps", "players": ["mcts?x=1", "random", "random", "random"] })).await.status,
        400
    );
    // A new bench takes the place of the old one.
    assert_eq!(open(json!({ "game": "nim", "players": ["random", "random"] })).await.status, 201);
    assert_eq!(guest.http("GET", &format!("/api/bench/{id}"), "").await.status, 404);
}
