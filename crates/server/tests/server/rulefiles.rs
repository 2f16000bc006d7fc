//! Rule files by upload: loaded, replaced and deleted by their owner only, kept over a restart, told with every error; a
//! match goes on with the version it began with.

use crate::client::{Answer, Folder, Guest, computer, generous, person, quick, serve, serve_with};
use serde_json::{Value, json};
use server::store::{Event, Store};
use server::{Config, Server, Shelf};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Bids and plays the first legal answer that `pick` leaves.
fn rules(pick: &str) -> String {
    format!(
        "PROLOG {{\n    {pick}\n}}\nGETTURN {{\n    IF (pick(\\LEGAL, CARD)) {{\n        add return(\\CARD).\n    }}\n}}\n"
    )
}

fn first() -> String {
    rules("pick([C | _], C).")
}

fn last() -> String {
    rules("pick(Cs, C) :- append(_, [C], Cs).")
}

async fn put(guest: &Guest, name: &str, text: &str) -> Answer {
    guest.http("PUT", &format!("/api/rulefiles/{name}"), text).await
}

async fn listed(guest: &Guest) -> Vec<Value> {
    guest.http("GET", "/api/rulefiles", "").await.json().as_array().unwrap().clone()
}

async fn offered(guest: &Guest, game: &str, agent: &str) -> bool {
    let games = guest.http("GET", "/api/games", "").await.json();
    let game = games.as_array().unwrap().iter().find(|g| g["id"] == game).cloned().unwrap();
    game["computers"].as_array().unwrap().iter().any(|c| c["agent"] == agent)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_file_is_loaded_replaced_and_deleted_by_its_owner_only() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let answer = put(&owner, "owned", &first()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let read = answer.json();
    assert_eq!((&read["kept"], &read["replaced"]), (&json!(true), &json!(false)), "{read}");
    assert!(read["games"].as_array().unwrap().contains(&json!("taroky")), "{read}");
    assert!(
        offered(&owner, "taroky", "bot:owned.bot").await && offered(&other, "taroky", "bot:owned.bot").await
    );
    let mine = listed(&owner).await;
    assert_eq!((&mine[0]["name"], &mine[0]["yours"]), (&json!("owned"), &json!(true)));
    assert_eq!(listed(&other).await[0]["yours"], false);
    assert_eq!(owner.http("GET", "/api/rulefiles/owned", "").await.body, first());
    assert_eq!(other.http("GET", "/api/rulefiles/owned", "").await.status, 403);
    assert_eq!(put(&other, "owned", &last()).await.status, 403);
    assert_eq!(other.http("DELETE", "/api/rulefiles/owned", "").await.status, 403);
    assert_eq!(owner.http("GET", "/api/rulefiles/owned", "").await.body, first(), "nothing was changed");
    assert_eq!(put(&owner, "owned", &last()).await.json()["replaced"], true);
    assert_eq!(owner.http("GET", "/api/rulefiles/owned", "").await.body, last());
    assert_eq!(owner.http("DELETE", "/api/rulefiles/owned", "").await.status, 204);
    assert_eq!(owner.http("DELETE", "/api/rulefiles/owned", "").await.status, 404);
    assert!(!offered(&owner, "taroky", "bot:owned.bot").await && listed(&owner).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_rule_file_is_told_with_every_error_and_the_old_one_stays() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    assert_eq!(put(&guest, "mended", &first()).await.status, 200);
    let answer = put(&guest, "mended", "PROLOG { a( }\nGETTURN {\n  IF (true) { ad return(1). }\n}\n").await;
    assert_eq!(answer.status, 422, "{}", answer.body);
    let read = answer.json();
    assert_eq!(read["kept"], false);
    let remarks = read["remarks"].as_array().unwrap();
    let lines: Vec<u64> = remarks.iter().map(|r| r["line"].as_u64().unwrap()).collect();
    assert!(lines.contains(&1) && lines.contains(&3), "{read}");
    assert_eq!((&remarks[0]["column"], &remarks[0]["error"]), (&json!(13), &json!(true)));
    let excerpt = remarks[0]["excerpt"].as_str().unwrap();
    assert!(excerpt.contains("PROLOG { a( }") && excerpt.contains('^'), "{excerpt}");
    assert_eq!(guest.http("GET", "/api/rulefiles/mended", "").await.body, first());
    assert!(offered(&guest, "taroky", "bot:mended.bot").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_sizes_and_numbers_of_rule_files_are_bounded() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    for name in ["a%2Fb", "..%2Fx", "a%20b", "a.b", "%00", &"x".repeat(31)] {
        assert_eq!(put(&guest, name, &first()).await.status, 400, "{name}");
    }
    let long = format!("{}//{}\n", first(), "x".repeat(64 * 1024));
    assert_eq!(put(&guest, "long", &long).await.status, 413);
    assert_eq!(put(&guest, "empty", "").await.status, 422);
    assert_eq!(guest.http("GET", "/api/rulefiles/long", "").await.status, 404);
    for i in 0..5 {
        assert_eq!(put(&guest, &format!("bound{i}"), &first()).await.status, 200, "{i}");
    }
    let sixth = put(&guest, "bound5", &first()).await;
    assert_eq!(sixth.status, 409, "{}", sixth.body);
    assert_eq!(put(&guest, "bound4", &last()).await.status, 200, "one's own may still be replaced");
    let nobody = Guest { cookie: String::new(), ..guest.clone() };
    assert_eq!(put(&nobody, "nobody", &first()).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_server_can_be_read_by_everybody_and_replaced_by_nobody() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("house.bot"), first()).unwrap();
    let server = serve_with(Arc::new(Shelf::new(Vec::new(), vec![folder.0.clone()])), generous()).await;
    let guest = Guest::new(server.address).await;
    while listed(&guest).await.is_empty() {
        tokio::task::yield_now().await;
    }
    let line = listed(&guest).await.remove(0);
    assert_eq!(
        (&line["name"], &line["owner"], &line["yours"]),
        (&json!("house"), &Value::Null, &json!(false))
    );
    assert_eq!(guest.http("GET", "/api/rulefiles/house", "").await.body, first());
    assert_eq!(put(&guest, "house", &last()).await.status, 409);
    assert_eq!(guest.http("DELETE", "/api/rulefiles/house", "").await.status, 403);
}

/// A server on a database that outlives it.
struct House {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    done: tokio::task::JoinHandle<()>,
}

impl House {
    async fn open(database: &Path) -> House {
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: database.to_path_buf(),
            seed: Some(1),
            limits: generous(),
            ..Config::default()
        };
        let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await.unwrap();
        let address = server.address;
        let (stop, stopped) = oneshot::channel::<()>();
        let done = tokio::spawn(async move { server.run(async move { drop(stopped.await) }).await.unwrap() });
        House { address, stop, done }
    }

    async fn close(self) {
        drop(self.stop);
        self.done.await.unwrap();
    }
}

/// The moves of the latest match of a table, as they are kept.
fn moves(database: &Path, table: &str) -> Vec<String> {
    let store = Store::open(database).unwrap();
    let (_, events) = store.latest_match(table).unwrap().unwrap();
    let texts = events.into_iter().filter_map(|event| match event {
        Event::Move { text, .. } => Some(text),
        _ => None,
    });
    texts.collect()
}

/// What happens to the file between the deal and the first card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    Nothing,
    Replaced,
    Deleted,
    ReplacedAndRestarted,
}

/// Plays šnaps against a rule player, always the first offer; the file changes after two moves. Returns all moves.
async fn played(name: &str, text: [&str; 2], between: Between) -> Vec<String> {
    let folder = Folder::new();
    let database = folder.0.join("kept.db");
    let mut house = House::open(&database).await;
    let mut guest = Guest::new(house.address).await;
    assert_eq!(put(&guest, name, text[0]).await.status, 200);
    let bot = format!("bot:{name}.bot");
    let seats = json!([person("A"), computer(&bot), computer(&bot), computer(&bot)]);
    let id = guest.table(json!({ "game": "snaps", "seats": seats, "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    for step in 0.. {
        let ready = |s: &Value| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty();
        let state = page.until(ready).await;
        if state["play"]["over"] == true || step == 12 {
            break;
        }
        let offer = page.offers()[0].clone();
        assert_eq!(page.play(&offer).await["type"], "done");
        if step == 1 && between != Between::Nothing {
            let answer = match between {
                Between::Deleted => guest.http("DELETE", &format!("/api/rulefiles/{name}"), "").await,
                _ => put(&guest, name, text[1]).await,
            };
            assert!([200, 204].contains(&answer.status), "{}", answer.body);
        }
        if step == 2 && between == Between::ReplacedAndRestarted {
            drop(page);
            house.close().await;
            // As in another process: nothing of it is in memory.
            let loaded = catalog::rule_files::names("snaps");
            let own = loaded.iter().filter(|version| version.starts_with(&format!("{name}-")));
            assert!(own.filter(|version| catalog::rule_files::remove(version)).count() >= 2);
            house = House::open(&database).await;
            guest.address = house.address;
            page = guest.join(&id, None).await;
        }
    }
    drop(page);
    house.close().await;
    moves(&database, &id)
}

/// Answers every question of šnaps with what `pick` leaves of the legal answers: nothing is left to chance.
fn snaps_rules(pick: &str) -> String {
    let block = |name: &str| {
        format!("{name} {{\n    IF (pick(\\LEGAL, X)) {{\n        add return(\\X).\n    }}\n}}\n")
    };
    format!("PROLOG {{\n    {pick}\n}}\n{}{}{}", block("GETCALL"), block("GETKONTRA"), block("GETTURN"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_with_the_version_it_began_with() {
    let (low, high) = (snaps_rules("pick([C | _], C)."), snaps_rules("pick(Cs, C) :- append(_, [C], Cs)."));
    let calm = played("steady", [&low, &high], Between::Nothing).await;
    let other = played("steady", [&high, &low], Between::Nothing).await;
    assert!(calm.len() > 6 && calm != other, "the two versions play differently: {calm:?}");
    for between in [Between::Replaced, Between::Deleted, Between::ReplacedAndRestarted] {
        assert_eq!(played("steady", [&low, &high], between).await, calm, "{between:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_files_are_there_after_a_restart() {
    let folder = Folder::new();
    let database = folder.0.join("kept.db");
    let house = House::open(&database).await;
    let mut guest = Guest::new(house.address).await;
    assert_eq!(put(&guest, "lasting", &last()).await.status, 200);
    house.close().await;
    let house = House::open(&database).await;
    guest.address = house.address;
    assert_eq!(guest.http("GET", "/api/rulefiles/lasting", "").await.body, last());
    assert!(offered(&guest, "taroky", "bot:lasting.bot").await);
    assert_eq!(listed(&guest).await[0]["yours"], true);
    house.close().await;
}
