//! Tables as people use them: deals, scores, undo, hints, export and import, deleting, settings, a table that fails.

use crate::client::{Guest, Page, computer, generous, person, quick, roster, serve, serve_with};
use game::{
    Agent, Fault, Game, Gesture, Lang, Layout, Limit, Observe, Perfect, Player, Record, Scene, Show, Table,
    TableOf, Thought, Turn, Zone,
};
use serde_json::{Value, json};
use server::{Computer, GameInfo, House, Shelf, Text};
use std::collections::BTreeSet;
use std::sync::Arc;

async fn finish(page: &mut Page) {
    loop {
        page.until(|s| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty()).await;
        let offers = page.offers();
        let Some(first) = offers.first().cloned() else { return };
        page.play(&first).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_table_keeps_its_scores_from_match_to_match() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let seats = json!([
        { "kind": "person", "name": "A", "start": 10 },
        { "kind": "person", "name": "B", "start": -10 },
    ]);
    let wish = json!({ "game": "tictactoe", "name": "Sunday", "seats": seats, "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        assert_eq!(page.play(mv).await["type"], "done");
    }
    let points = page.state["scene"]["points"].clone();
    let (a, b) = (points[0].as_i64().unwrap(), points[1].as_i64().unwrap());
    assert!(a > b, "{points}");
    assert_eq!(page.state["play"]["winners"], json!([0]));
    let line = guest.http("GET", "/api/tables", "").await.json()["yours"][0].clone();
    assert_eq!((&line["name"], &line["totals"]), (&json!("Sunday"), &json!([10 + a, -10 + b])));
    // The next match begins with the other player: seats keep their totals, players change places.
    assert_eq!(page.ask(json!({ "do": "deal", "deal": "new" })).await["type"], "done");
    let seats = page.state["table"]["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[0]["total"]), (&json!("B"), &json!(-10 + b)));
    assert_eq!(page.state["play"]["number"], 2);
    // The same deal again does not count.
    assert_eq!(page.ask(json!({ "do": "deal", "deal": "same" })).await["type"], "done");
    assert_eq!(page.state["play"]["practice"], true);
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        page.play(mv).await;
    }
    assert_eq!(page.state["table"]["seats"][0]["total"], json!(-10 + b));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_deal_can_be_played_from_another_seat_with_open_hands() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let seats = json!([person("A"), computer("random"), computer("random"), computer("random")]);
    let settings = json!({ "delay": 0, "study": true });
    let id = guest.table(json!({ "game": "snaps", "seats": seats, "settings": settings })).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    assert_eq!(page.ask(json!({ "do": "open", "on": true })).await["type"], "done");
    page.until(|s| s["play"]["open"] == true).await;
    let first = opened(&guest, &id, &page.state).await;
    assert_eq!(page.ask(json!({ "do": "deal", "deal": "shift" })).await["type"], "done");
    let state = page.until(|s| s["play"]["number"] == 2).await;
    // Everybody sits one seat further: the person is now the last player, and the first deal's cards come again.
    assert_eq!((&state["viewer"], &state["play"]["practice"]), (&json!(3), &json!(true)));
    page.ask(json!({ "do": "open", "on": true })).await;
    // The others go on meanwhile: it is somebody's turn who waits for the person, or the deal is over.
    page.until(|s| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty()).await;
    let second = opened(&guest, &id, &page.state).await;
    assert_eq!(first, second, "the same cards are dealt");
}

/// The deal as the record has it, after comparing the hands on an open table with those of a table where the same moves
/// were made.
async fn opened(guest: &Guest, id: &str, state: &Value) -> Vec<String> {
    let record = guest.http("GET", &format!("/api/tables/{id}/record"), "").await;
    assert_eq!(record.status, 200);
    let record = Record::parse(&record.body).unwrap();
    let mut table = Shelf::new(Vec::new(), Vec::new()).table(&record.game, 0).unwrap();
    let made = state["play"]["made"].as_u64().unwrap() as usize;
    for entry in &record.moves[..made] {
        table.play(&entry.text).unwrap();
    }
    for p in Player::all(table.players()) {
        let zone = format!("hand{}", p.index() + 1);
        let tokens = state["scene"]["tokens"].as_array().unwrap().iter();
        let shown: BTreeSet<&str> = tokens
            .filter(|t| t["zone"] == zone.as_str() && t["up"] == true)
            .map(|t| t["kind"].as_str().unwrap())
            .collect();
        let scene = table.scene(Some(p), Lang::En);
        let held = scene.tokens.iter().filter(|t| t.place.zone == zone).map(|t| t.kind.as_str()).collect();
        assert_eq!(shown, held, "an open hand of {p:?}");
        assert!(!shown.is_empty() || state["play"]["over"] == true);
    }
    record.moves.iter().take_while(|entry| entry.who.is_none()).map(|entry| entry.text.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_not_exported_before_the_end() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let wish = json!({ "game": "kuhn", "seats": [person("A"), computer("random")], "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    let early = guest.http("GET", &format!("/api/tables/{id}/record"), "").await;
    assert_eq!(early.status, 403, "{}", early.body);
    assert_eq!(page.ask(json!({ "do": "look", "at": 0 })).await["code"], "forbidden");
    finish(&mut page).await;
    let record = guest.http("GET", &format!("/api/tables/{id}/record"), "").await;
    assert!(record.body.starts_with("partie record 1\ngame: kuhn\n"), "{}", record.body);
    assert_eq!(page.ask(json!({ "do": "look", "at": 0 })).await["type"], "look");
    // What was exported can be imported, with its scores.
    let made = guest.http("POST", "/api/import", &record.body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let again = made.json()["id"].as_str().unwrap().to_string();
    let lines = guest.http("GET", "/api/tables", "").await.json()["yours"].clone();
    let totals =
        |id: &str| lines.as_array().unwrap().iter().find(|l| l["id"] == id).unwrap()["totals"].clone();
    assert_eq!(totals(&again), totals(&id));
    let bad = guest.http("POST", "/api/import", "partie record 1\ngame: kuhn\n\n1 fly\n").await;
    assert_eq!(bad.status, 400);
    assert!(bad.body.contains("line 4"), "{}", bad.body);
    assert_eq!(guest.http("DELETE", &format!("/api/tables/{id}"), "").await.status, 204);
    assert_eq!(page.until_gone().await, "gone");
    let left = guest.http("GET", "/api/tables", "").await.json()["yours"].as_array().unwrap().len();
    assert_eq!(left, 1);
}

impl Page {
    async fn until_gone(&mut self) -> &'static str {
        loop {
            let frame = self.frame().await;
            if frame["type"] == "gone" {
                return "gone";
            }
            assert_ne!(frame, Value::Null);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_takes_back_ones_move_and_the_computers_answer() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let wish = json!({ "game": "connect4", "seats": [person("A"), computer("random")], "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|s| s["play"]["undo"] == false).await;
    page.play("d").await;
    page.until(|s| s["play"]["made"] == 2 && s["play"]["undo"] == true).await;
    let hint = page.ask(json!({ "do": "hint", "made": 2 })).await;
    assert!(page.offers().contains(&hint["text"].as_str().unwrap().to_string()), "{hint}");
    assert_eq!(page.ask(json!({ "do": "undo", "made": 2 })).await["type"], "done");
    assert_eq!((page.made(), page.offers().len()), (0, 7));
    assert_eq!(page.state["log"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_taken_back_counts_only_by_its_new_end() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let settings = json!({ "delay": 0, "rotate": false });
    let wish = json!({ "game": "tictactoe", "seats": [person("A"), person("B")], "settings": settings });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    let totals = |state: &Value| [0, 1].map(|seat| state["table"]["seats"][seat]["total"].as_i64().unwrap());
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        assert_eq!(page.play(mv).await["type"], "done");
    }
    let won = totals(&page.state);
    assert!(won[0] > won[1], "{won:?}");
    assert_eq!((&page.state["play"]["over"], &page.state["play"]["undo"]), (&json!(true), &json!(true)));
    assert_eq!(page.ask(json!({ "do": "undo", "made": 5 })).await["type"], "done");
    // Nothing was hidden, so nobody has learnt anything: it still counts, but not yet.
    assert_eq!(
        (&page.state["play"]["over"], &page.state["play"]["practice"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(totals(&page.state), [0, 0]);
    for mv in ["c3", "b3"] {
        assert_eq!(page.play(mv).await["type"], "done");
    }
    assert_eq!(totals(&page.state), [won[1], won[0]], "the other has won now");
    let lobby = guest.http("GET", "/api/tables", "").await.json()["yours"][0].clone();
    assert_eq!(lobby["totals"], json!([won[1], won[0]]));
    // Practice stays practice, however often its end is taken back.
    assert_eq!(page.ask(json!({ "do": "deal", "deal": "same" })).await["type"], "done");
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        page.play(mv).await;
    }
    assert_eq!(page.ask(json!({ "do": "undo", "made": 5 })).await["type"], "done");
    assert_eq!(page.play("a3").await["type"], "done");
    assert_eq!((&page.state["play"]["practice"], totals(&page.state)), (&json!(true), [won[1], won[0]]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_match_with_secrets_is_not_taken_back() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let wish = json!({ "game": "kuhn", "seats": [person("A"), computer("random")], "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    finish(&mut page).await;
    let before = page.state.clone();
    assert_eq!(before["play"]["undo"], false);
    let made = page.made();
    assert_eq!(page.ask(json!({ "do": "undo", "made": made })).await["code"], "forbidden");
    page.ask(json!({ "do": "speak", "lang": "en" })).await;
    for part in ["over", "practice", "made"] {
        assert_eq!(page.state["play"][part], before["play"][part], "{part}");
    }
    assert_eq!(page.state["table"]["seats"], before["table"]["seats"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_of_the_api_is_the_one_the_pages_were_built_with() {
    let kept = include_str!("../../../../web/openapi.json");
    assert_eq!(
        server::openapi(),
        kept,
        "run: cargo run -p server --example serve -- openapi > web/openapi.json"
    );
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let served = guest.http("GET", "/api/openapi.json", "").await.json();
    assert!(served["paths"]["/api/tables"]["post"].is_object());
    assert_eq!(guest.http("GET", "/api/nothing", "").await.status, 404);
    assert_eq!(guest.http("GET", "/t/anything", "").await.status, 200);
}

#[test]
fn every_part_of_an_address_that_varies_is_described() {
    let api: Value = serde_json::from_str(&server::openapi()).unwrap();
    for (path, methods) in api["paths"].as_object().unwrap() {
        let varies: BTreeSet<&str> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        for (method, operation) in methods.as_object().unwrap() {
            let described = operation["parameters"].as_array().into_iter().flatten();
            let described = described.filter(|p| p["in"] == "path").filter_map(|p| p["name"].as_str());
            assert_eq!(described.collect::<BTreeSet<_>>(), varies, "{method} {path}");
        }
    }
}

/// Add one or two; whoever says 13 brings the house down.
struct Bomb;

impl Game for Bomb {
    type State = u8;
    type Move = u8;
    fn players(&self) -> usize {
        1
    }
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, s: &u8) -> Turn {
        if *s >= 20 { Turn::Over } else { Turn::Player(Player(0)) }
    }
    fn moves(&self, s: &u8, out: &mut Vec<u8>) {
        if *s < 20 {
            out.extend([1, 2]);
        }
    }
    fn apply(&self, s: &mut u8, mv: u8) {
        assert_ne!(*s + mv, 13, "boom");
        *s += mv;
    }
    fn score(&self, _: &u8, _: Player) -> i32 {
        1
    }
}

impl Perfect for Bomb {}

impl Show for Bomb {
    fn id(&self) -> String {
        "bomb".into()
    }
    fn text(&self, _: &u8, mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, s: &u8, mv: u8) -> Gesture {
        Gesture::Say(self.text(s, mv))
    }
    fn scene(&self, s: &u8, _: Option<Player>, _: Lang) -> Scene {
        let zones = vec![Zone::new("count", s.to_string(), Layout::Row)];
        Scene { zones, tokens: Vec::new(), said: Vec::new(), turn: self.turn(s), points: vec![i32::from(*s)] }
    }
}

struct First;

impl<G: Observe> Agent<G> for First {
    fn choose(
        &mut self,
        _: &G,
        _: Player,
        _: &G::View,
        moves: &[G::Move],
        _: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        Ok(Thought::just(moves[0]))
    }
}

struct Bombs;

impl House for Bombs {
    fn games(&self) -> Vec<GameInfo> {
        vec![GameInfo {
            id: "bomb".into(),
            title: Text::same("Bomb"),
            least: 1,
            most: 1,
            computers: vec![Computer::new("first", Text::same("First"))],
            ..GameInfo::default()
        }]
    }

    fn table(&self, _: &str, seed: u64) -> Result<Box<dyn Table>, server::HouseError> {
        let agents = roster("first", || Box::new(First));
        Ok(Box::new(TableOf::new(Arc::new(Bomb), agents, seed)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_panics_harms_no_table_not_even_its_own() {
    let server = serve_with(Arc::new(Bombs), generous()).await;
    let guest = Guest::new(server.address).await;
    let mut pages = Vec::new();
    for _ in 0..2 {
        let id = guest.table(json!({ "game": "bomb", "settings": quick() })).await;
        let mut page = guest.join(&id, None).await;
        page.until(|_| true).await;
        pages.push(page);
    }
    for _ in 0..6 {
        assert_eq!(pages[0].play("2").await["type"], "done");
    }
    let fault = pages[0].play("1").await;
    assert_eq!((&fault["type"], &fault["code"]), (&json!("error"), &json!("broken")));
    assert_eq!(pages[1].play("1").await["type"], "done", "the other table goes on");
    // The table itself stands where it stood and goes on around the bomb.
    assert_eq!(pages[0].play("2").await["type"], "done");
    assert_eq!(pages[0].state["scene"]["points"], json!([14]));
    let metrics = guest.http("GET", "/metrics", "").await.body;
    assert!(metrics.contains("partie_panics_total 1"), "{metrics}");
}
