//! Computer players that live as long as their table: what they hear, what they remember, what happens when they fail, and
//! that a table of the server plays as a match of the program does.

use crate::client::{Guest, LONG, Page, computer, generous, person, serve, serve_policy, serve_with};
use game::{
    Acted, Agent, AgentInfo, Fault, Game, Gesture, Lang, Layout, Limit, Perfect, Player, Policy, Record,
    Remedy, Roster, Scene, Show, Suits, Table, TableOf, Thought, Turn, Zone, words,
};
use serde_json::{Value, json};
use server::{Computer, GameInfo, House, Shelf, Text};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Two players take one to three from a heap of twelve; whoever takes the last has won.
struct Heap;

impl Game for Heap {
    type State = (u8, u8);
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn initial(&self) -> (u8, u8) {
        (12, 0)
    }
    fn turn(&self, s: &(u8, u8)) -> Turn {
        if s.0 == 0 { Turn::Over } else { Turn::Player(Player(s.1)) }
    }
    fn moves(&self, s: &(u8, u8), out: &mut Vec<u8>) {
        out.extend(1..=s.0.min(3));
    }
    fn apply(&self, s: &mut (u8, u8), mv: u8) {
        *s = (s.0 - mv, 1 - s.1);
    }
    fn score(&self, s: &(u8, u8), p: Player) -> i32 {
        if s.0 > 0 {
            return 0;
        }
        if p.0 == s.1 { -1 } else { 1 }
    }
}

impl Perfect for Heap {}

impl Show for Heap {
    fn id(&self) -> String {
        "heap".into()
    }
    fn text(&self, _: &(u8, u8), mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, s: &(u8, u8), mv: u8) -> Gesture {
        Gesture::Say(self.text(s, mv))
    }
    fn scene(&self, s: &(u8, u8), _: Option<Player>, _: Lang) -> Scene {
        let zones = vec![Zone::new("heap", s.0.to_string(), Layout::Row)];
        Scene { zones, tokens: Vec::new(), said: Vec::new(), turn: self.turn(s), points: vec![0, 0] }
    }
}

/// What an agent was told, in order.
static JOURNAL: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Opens when the agent that hangs may go.
static GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

fn note(line: String) {
    JOURNAL.lock().unwrap().push(line);
}

/// Takes one, writes down what it is told, or fails in its own way.
struct Odd(&'static str);

impl Agent<Heap> for Odd {
    fn choose(
        &mut self,
        _: &Heap,
        _: Player,
        view: &(u8, u8),
        moves: &[u8],
        _: &Limit,
    ) -> Result<Thought<u8>, Fault> {
        match self.0 {
            "panics" => panic!("the card is secret"),
            "quits" => Err(Fault::Failed("no mind".into())),
            "cheats" => Ok(Thought::just(9)),
            "hangs" => {
                let open = GATE.0.lock().unwrap();
                drop(GATE.1.wait_timeout_while(open, LONG, |open| !*open).unwrap());
                Ok(Thought::just(moves[0]))
            }
            _ => {
                note(format!("asked {}", view.0));
                Ok(Thought::just(moves[0]))
            }
        }
    }
    fn heard(&mut self, _: &Heap, _: Player, by: Option<Player>, view: &(u8, u8)) {
        if self.0 == "plain" {
            note(format!("heard {} {}", by.unwrap(), view.0));
        }
    }
    fn undone(&mut self, made: usize) {
        note(format!("undone {made}"));
    }
    fn over(&mut self, _: &Heap, _: Player, view: &(u8, u8)) {
        if self.0 == "plain" {
            note(format!("over {}", view.0));
        }
    }
}

const NAMES: [&str; 6] = ["panics", "quits", "cheats", "hangs", "plain", "solver"];

struct Odds;

impl House for Odds {
    fn games(&self) -> Vec<GameInfo> {
        let title = Text::same("Heap");
        let computers = NAMES.iter().map(|name| Computer::new(name, Text::same(name))).collect();
        vec![GameInfo { id: "heap".into(), title, least: 2, most: 2, computers, ..GameInfo::default() }]
    }

    fn table(&self, _: &str, seed: u64) -> Result<Box<dyn Table>, server::HouseError> {
        let suits = Suits { players: (2, 2), hidden: false, perfect: true, chance: false };
        let mut roster = Roster::new("plain");
        for name in NAMES {
            let said = words(name, name, name);
            let info = AgentInfo { name, title: said, help: said, parameters: &[], suits };
            roster.add(info, move |_, _, _| {
                Ok(if name == "solver" { Box::new(Solver::default()) } else { Box::new(Odd(name)) })
            });
        }
        Ok(Box::new(TableOf::new(Arc::new(Heap), Arc::new(roster), seed)))
    }
}

/// A policy that waits for everybody who answers at all, however busy the machine is.
fn policy(remedy: Remedy) -> Policy {
    Policy { remedy, grace: LONG }
}

/// A page at a table of the heap: a person against this computer player.
async fn against(guest: &Guest, agent: &str) -> (String, Page) {
    let settings = json!({ "delay": 0, "think": 50, "rotate": false });
    let seats = json!([person("A"), computer(agent)]);
    let id = guest.table(json!({ "game": "heap", "seats": seats, "settings": settings })).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    (id, page)
}

/// The texts of all log entries that came to a page since the log was last begun.
fn log(page: &Page) -> Vec<String> {
    let mut texts = Vec::new();
    for raw in &page.raw {
        let frame: Value = serde_json::from_str(raw).unwrap();
        if frame["type"] == "state" {
            if frame["log_from"] == 0 {
                texts.clear();
            }
            texts.extend(
                frame["log"].as_array().unwrap().iter().map(|e| e["text"].as_str().unwrap().to_string()),
            );
        }
    }
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_that_fails_is_helped_and_people_are_told_in_their_language() {
    let server = serve_policy(Arc::new(Odds), generous(), policy(Remedy::First)).await;
    let guest = Guest::new(server.address).await;
    for (agent, told) in [
        ("panics", "The program of the computer player failed"),
        ("quits", "The computer player could not choose a move"),
        ("cheats", "The computer player named a move that is not legal"),
    ] {
        let (id, mut page) = against(&guest, agent).await;
        page.play("1").await;
        page.until(|s| s["play"]["made"] == 2).await;
        let told = format!("{told}; another move was made instead.");
        assert_eq!(log(&page), ["1", &told, "1"], "{agent}");
        assert!(!page.raw.concat().contains("secret"), "the cause is not for people");
        page.ask(json!({ "do": "speak", "lang": "cs" })).await;
        assert!(log(&page)[1].ends_with("místo něj byl proveden náhradní tah."), "{:?}", log(&page));
        page.ask(json!({ "do": "speak", "lang": "sk" })).await;
        assert!(log(&page)[1].ends_with("namiesto neho bol urobený náhradný ťah."), "{:?}", log(&page));
        // It fails again at its next move, is helped again, and the match goes on to its end.
        while page.state["play"]["over"] != true {
            page.until(|s| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty()).await;
            if let Some(most) = page.offers().last().cloned() {
                page.play(&most).await;
            }
        }
        let record = guest.http("GET", &format!("/api/tables/{id}/record"), "").await.body;
        let faults = record.lines().filter(|line| line.starts_with("fault: player 2 ")).count();
        assert!(faults >= 2, "{record}");
        assert!(record.contains("'1' was made instead"), "{record}");
    }
    let metrics = guest.http("GET", "/metrics", "").await.body;
    let line = metrics.lines().find(|line| line.starts_with("partie_computer_faults_total ")).unwrap();
    assert!(line.rsplit(' ').next().unwrap().parse::<u32>().unwrap() >= 6, "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_that_does_not_answer_is_not_waited_for() {
    let impatient = Policy { remedy: Remedy::First, grace: Duration::from_millis(1) };
    let server = serve_policy(Arc::new(Odds), generous(), impatient).await;
    let guest = Guest::new(server.address).await;
    let (id, mut page) = against(&guest, "hangs").await;
    page.play("1").await;
    page.until(|s| s["play"]["made"] == 2).await;
    let told = "The computer player did not answer in time; another move was made instead.";
    assert_eq!(log(&page), ["1", told, "1"]);
    // The first one still hangs; another one of its kind is asked next, and not waited for either.
    page.play("1").await;
    page.until(|s| s["play"]["made"] == 4).await;
    assert_eq!(log(&page).iter().filter(|text| *text == told).count(), 2);
    assert_eq!(page.ask(json!({ "do": "undo", "made": 4 })).await["type"], "done");
    assert_eq!(guest.http("DELETE", &format!("/api/tables/{id}"), "").await.status, 204);
    *GATE.0.lock().unwrap() = true;
    GATE.1.notify_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_that_disqualifies_ends_the_match_for_good() {
    let server = serve_policy(Arc::new(Odds), generous(), policy(Remedy::Disqualify)).await;
    let guest = Guest::new(server.address).await;
    let (id, mut page) = against(&guest, "cheats").await;
    page.play("1").await;
    let state = page.until(|s| s["play"]["over"] == true).await;
    assert_eq!((&state["play"]["winners"], &state["play"]["made"]), (&json!([0]), &json!(1)));
    assert_eq!(state["play"]["undo"], false);
    assert!(state["play"]["sheet"][0].as_str().unwrap().contains("disqualified"), "{}", state["play"]);
    assert_eq!(state["table"]["seats"][0]["total"], 1);
    assert_eq!(page.play("1").await["type"], "error");
    let record = guest.http("GET", &format!("/api/tables/{id}/record"), "").await.body;
    assert!(record.contains("\ndisqualified: player 2 made no legal move"), "{record}");
    // Another match begins as usual.
    assert_eq!(page.ask(json!({ "do": "deal", "deal": "new" })).await["type"], "done");
    assert_eq!(page.until(|s| s["play"]["number"] == 2).await["play"]["over"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_hears_every_move_what_is_taken_back_and_the_end() {
    let server = serve_with(Arc::new(Odds), generous()).await;
    let guest = Guest::new(server.address).await;
    let (_, mut page) = against(&guest, "plain").await;
    page.play("1").await;
    page.until(|s| s["play"]["made"] == 2).await;
    assert_eq!(page.ask(json!({ "do": "undo", "made": 2 })).await["type"], "done");
    page.until(|s| s["play"]["made"] == 0).await;
    for mv in ["3", "3", "3"] {
        page.until(|s| !s["offers"].as_array().unwrap().is_empty()).await;
        page.play(mv).await;
    }
    page.until(|s| s["play"]["over"] == true).await;
    let wanted = [
        "heard 1 11",
        "asked 11",
        "heard 2 10",
        "undone 0",
        "heard 1 9",
        "asked 9",
        "heard 2 8",
        "heard 1 5",
        "asked 5",
        "heard 2 4",
        "heard 1 1",
        "asked 1",
        "heard 2 0",
        "over 0",
    ];
    assert_eq!(*JOURNAL.lock().unwrap(), wanted);
}

/// How many positions each thought had to work out.
static WORK: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Works out who wins a heap, and remembers it.
#[derive(Default)]
struct Solver {
    known: BTreeMap<u8, bool>,
}

impl Solver {
    /// Whether whoever is to take from this heap wins.
    fn wins(&mut self, heap: u8) -> bool {
        if let Some(&known) = self.known.get(&heap) {
            return known;
        }
        let wins = (1..=heap.min(3)).any(|take| !self.wins(heap - take));
        self.known.insert(heap, wins);
        wins
    }
}

impl Agent<Heap> for Solver {
    fn choose(
        &mut self,
        _: &Heap,
        _: Player,
        view: &(u8, u8),
        moves: &[u8],
        _: &Limit,
    ) -> Result<Thought<u8>, Fault> {
        let before = self.known.len();
        let good = moves.iter().copied().find(|&take| !self.wins(view.0 - take));
        WORK.lock().unwrap().push(self.known.len() - before);
        Ok(Thought::just(good.unwrap_or(moves[0])))
    }
    fn keeps(&self) -> usize {
        self.known.len() * size_of::<(u8, bool)>()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_worked_out_is_kept_from_move_to_move_and_gone_once_the_table_is_left() {
    let server = serve_with(Arc::new(Odds), generous()).await;
    let guest = Guest::new(server.address).await;
    let (id, mut page) = against(&guest, "solver").await;
    for made in [2, 4] {
        page.play("1").await;
        page.until(|s| s["play"]["made"] == made).await;
    }
    // After an undo, too.
    assert_eq!(page.ask(json!({ "do": "undo", "made": 4 })).await["type"], "done");
    page.play("2").await;
    page.until(|s| s["play"]["made"] == 4).await;
    let work: Vec<usize> = WORK.lock().unwrap().drain(..).collect();
    assert!(work[0] > 4 && work[1..] == [0, 0], "{work:?}");
    drop(page);
    while !guest.http("GET", "/metrics", "").await.body.contains("\npartie_pages 0\n") {
        tokio::task::yield_now().await;
    }
    let mut page = guest.join(&id, None).await;
    page.until(|s| !s["offers"].as_array().unwrap().is_empty()).await;
    page.play("1").await;
    page.until(|s| s["play"]["made"] == 6 || s["play"]["over"] == true).await;
    let again: Vec<usize> = WORK.lock().unwrap().drain(..).collect();
    assert!(again.len() == 1 && again[0] > 0, "another player works it out anew: {again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_plays_as_a_match_with_the_same_seeds_does() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let shelf = Shelf::new(Vec::new(), Vec::new());
    for game in ["connect4", "tictactoe", "kuhn"] {
        // Players whose thoughts end by count, not by the clock.
        let counted = |c: &Computer| c.agent.ends_with("?iterations=300") || c.agent.ends_with("?depth=3");
        let offered = shelf.games().into_iter().find(|g| g.id == game).unwrap().computers;
        let agents: Vec<String> = offered.into_iter().filter(counted).map(|c| c.agent).take(2).collect();
        let settings = json!({ "delay": 0, "think": 10_000 });
        let seats = json!([computer(&agents[0]), computer(&agents[1])]);
        let id = guest.table(json!({ "game": game, "seats": seats, "settings": settings })).await;
        let mut page = guest.join(&id, None).await;
        page.until(|s| s["play"]["over"] == true).await;
        let record = guest.http("GET", &format!("/api/tables/{id}/record"), "").await.body;
        let record = Record::parse(&record).unwrap();
        let seed = record.seed.unwrap();
        let mut table = shelf.table(game, seed).unwrap();
        // The seeds of the computer players stand in the record; they are not that of the deal.
        let seeds = record.headers.iter().find(|(key, _)| key == "agents").unwrap();
        let seeds: Vec<u64> = seeds.1.split(' ').map(|text| text.parse().unwrap()).collect();
        assert!(seeds.iter().all(|&own| own != seed) && seeds[0] != seeds[1]);
        for p in Player::all(2) {
            table.seat(p, &agents[p.index()], seeds[p.index()]).unwrap();
        }
        while !matches!(table.act(&Limit::default(), &Policy::default()), Acted::Over) {}
        let texts = |record: &Record| record.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&record), texts(&table.record()), "{game} {agents:?}");
    }
}
