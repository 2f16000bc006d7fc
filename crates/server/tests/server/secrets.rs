//! No secret leaves the server: whole matches over the socket, every frame of every page kept as it came, and compared
//! afterwards, when the record tells what was dealt, with what that player was allowed to see at that moment.

use crate::client::{Guest, Page, Running, open, person, quick, serve};
use game::{Lang, Player, Record, Rng, Table, Turn};
use serde_json::{Value, json};
use server::protocol::{OfferState, Picture, SaidState};
use server::{House, Shelf, folded};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// A table of `n` people on `n` devices, and a spectator.
async fn sit(server: &Running, game: &str, n: usize) -> (Vec<Guest>, Vec<Page>, String) {
    let owner = Guest::new(server.address).await;
    let mut seats = vec![person("1")];
    seats.resize(n, open());
    let id = owner.table(json!({ "game": game, "seats": seats, "settings": quick() })).await;
    let mut first = owner.join(&id, None).await;
    let invite = first.until(|s| s["table"]["invite"].is_string()).await["table"]["invite"].clone();
    let (mut guests, mut pages) = (vec![owner], vec![first]);
    for seat in 1..n {
        let guest = Guest::new(server.address).await;
        let mut page = guest.join(&id, invite.as_str()).await;
        page.frame().await;
        let sat = page.ask(json!({ "do": "sit", "seat": seat, "name": (seat + 1).to_string() })).await;
        assert_eq!(sat["type"], "done", "{sat}");
        guests.push(guest);
        pages.push(page);
    }
    let stranger = Guest::new(server.address).await;
    pages.push(stranger.join(&id, None).await);
    guests.push(stranger);
    for page in &mut pages {
        page.until(|s| s["play"]["waiting"] == false && s["table"]["watchers"] == 1).await;
    }
    (guests, pages, id)
}

/// Plays a match at random; every page reads along.
async fn play_out(pages: &mut [Page], rng: &mut Rng) {
    loop {
        let made = pages[0].made();
        if pages[0].state["play"]["over"] == true {
            return;
        }
        let mover = pages.iter().position(|p| !p.offers().is_empty()).expect("somebody is to move");
        let offers = pages[mover].offers();
        let done = pages[mover].play(&offers[rng.below(offers.len())]).await;
        assert_eq!(done["type"], "done", "{done}");
        for page in pages.iter_mut() {
            page.until(|s| s["play"]["made"].as_u64() > Some(made as u64)).await;
        }
    }
}

/// Everything that lies face up in a scene.
fn kinds(table: &dyn Table, who: Option<Player>) -> BTreeSet<String> {
    let scene = table.scene(who, Lang::En);
    scene.tokens.into_iter().map(|t| t.kind).filter(|k| !k.is_empty()).collect()
}

/// How many frames were compared, and how many of them held a player's own view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Compared {
    frames: usize,
    private: usize,
}

/// How many frames a page must have got for a match, exactly: one for every move of a player (with the chance events that
/// follow it), one for the deal, and in the first match instead one for everybody who came in or sat down while the page
/// was there. `page` n is the spectator, who came last.
fn due(record: &Record, number: u64, page: usize, n: usize) -> Compared {
    let moves = record.moves.iter().filter(|entry| entry.who.is_some()).count();
    if number > 1 {
        let frames = 1 + moves;
        return Compared { frames, private: if page < n { frames } else { 0 } };
    }
    let later = 2 * (n - 1).saturating_sub(page) + usize::from(page < n);
    match page {
        0 => Compared { frames: 1 + later + moves, private: 1 + later + moves },
        // A guest comes in as a spectator and sits down then.
        _ if page < n => Compared { frames: 2 + later + moves, private: 1 + later + moves },
        _ => Compared { frames: 1 + moves, private: 0 },
    }
}

/// The frame without pictures that stand for no card of anybody's: cards that may be called (an offer in words names any
/// card of the pack, whoever holds it; which offers there are was compared with the table before), and the ace that is
/// the sign of the trump suit, which a spectator sees too or nobody but this player.
fn without_calls(frame: &Value, table: &dyn game::Table, who: Option<Player>) -> String {
    let mut frame = frame.clone();
    let sign =
        |who: Option<Player>| table.cues(who, Lang::En).badge.map(|badge| badge.sign).unwrap_or_default();
    if let Some(shown) = frame["cues"]["badge"]["sign"].as_str().map(str::to_string) {
        let others = Player::all(table.players()).map(Some).chain([None]).filter(|other| *other != who);
        let secret = !shown.is_empty() && shown != sign(None);
        assert!(!secret || others.map(sign).all(|other| other != shown), "{who:?} shares the sign {shown}");
        frame["cues"]["badge"]["sign"] = Value::Null;
    }
    for offer in frame["offers"].as_array_mut().into_iter().flatten() {
        let words_only = offer["carry"].as_array().is_none_or(Vec::is_empty);
        if let Some(offer) = offer.as_object_mut().filter(|_| words_only) {
            offer.remove("about");
        }
    }
    frame.to_string()
}

/// Compares the frames of a page for match `number` with what `who` could see and hear.
fn check(
    raw: &[String],
    number: u64,
    record: &Record,
    who_at: impl Fn(&Value) -> Option<Player>,
) -> Compared {
    static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::new(Vec::new(), Vec::new()));
    let mut table = SHELF.table(&record.game, 0).unwrap();
    let mut compared = Compared::default();
    let mut public: BTreeSet<String> = BTreeSet::new();
    let mut moves = record.moves.iter();
    let mut frames: Vec<(&String, Value)> =
        raw.iter().map(|text| (text, serde_json::from_str(text).unwrap())).collect();
    frames.retain(|(_, f): &(_, Value)| f["type"] == "state" && f["play"]["number"] == number);
    frames.sort_by_key(|(_, f)| f["play"]["made"].as_u64());
    for (_, frame) in frames {
        let made = frame["play"]["made"].as_u64().unwrap() as usize;
        while table.made() < made {
            table.play(&moves.next().unwrap().text).unwrap();
            public.extend(kinds(&*table, None));
        }
        let who = who_at(&frame);
        let to_value = |p: &Picture| serde_json::to_value(p).unwrap();
        assert_eq!(frame["scene"], to_value(&Picture::from(&table.scene(who, Lang::En))), "scene of {who:?}");
        let acts = who.is_some() && table.turn().player() == who && frame["play"]["waiting"] == false;
        let offers: Vec<OfferState> =
            if acts { table.offers(Lang::En).iter().map(OfferState::from).collect() } else { Vec::new() };
        assert_eq!(frame["offers"], serde_json::to_value(&offers).unwrap(), "offers of {who:?}");
        let from = frame["log_from"].as_u64().unwrap() as usize;
        let heard = folded(table.told(from, who, Lang::En), Lang::En);
        let heard: Vec<SaidState> = heard.iter().map(SaidState::from).collect();
        assert_eq!(frame["log"], serde_json::to_value(&heard).unwrap(), "log of {who:?}");
        // What others hold and this player does not see must not stand anywhere in the frame, in whatever field.
        if table.turn() != Turn::Over {
            let text = without_calls(&frame, &*table, who);
            let mine: BTreeSet<String> = kinds(&*table, who).union(&public).cloned().collect();
            for p in Player::all(table.players()) {
                for kind in kinds(&*table, Some(p)).difference(&mine) {
                    assert!(!text.contains(&format!("\"{kind}\"")), "{who:?} is told of {kind}: {text}");
                }
            }
        }
        compared.frames += 1;
        compared.private += usize::from(who.is_some());
    }
    compared
}

async fn matches(server: Arc<Running>, game: &str, n: usize, deals: u64, seed: u64) -> u64 {
    let (guests, mut pages, id) = sit(&server, game, n).await;
    let mut rng = Rng::new(seed);
    for number in 1..=deals {
        for page in &mut pages {
            page.until(|s| s["play"]["number"] == number).await;
        }
        play_out(&mut pages, &mut rng).await;
        let record = guests[0].http("GET", &format!("/api/tables/{id}/record"), "").await;
        assert_eq!(record.status, 200, "{}", record.body);
        let record = Record::parse(&record.body).unwrap();
        for (seat, page) in pages.iter_mut().enumerate() {
            // The first player changes with every match; who has not sat down yet is a spectator.
            let player = (seat + n - (number as usize - 1) % n) % n;
            let eyes = |frame: &Value| {
                let viewer = frame["viewer"].as_u64()?;
                assert!(seat < n && viewer == player as u64, "seat {seat} got the eyes of player {viewer}");
                Some(Player(player as u8))
            };
            let compared = check(&page.raw, number, &record, eyes);
            assert_eq!(compared, due(&record, number, seat, n), "{game}, match {number}, page {seat}");
            page.raw.clear();
        }
        if number < deals {
            let dealt = pages[0].ask(json!({ "do": "deal", "deal": "new" })).await;
            assert_eq!(dealt["type"], "done", "{dealt}");
        }
    }
    deals
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_games_over_the_socket_tell_nobody_what_they_may_not_know() {
    let server = Arc::new(serve().await);
    let plan = [("kuhn", 2, 120); 8];
    let cards = [("snaps", 4, 10), ("marias", 3, 10), ("licitovany", 3, 10), ("taroky", 4, 10)];
    let jobs = plan.iter().chain(&cards).enumerate();
    let parts = jobs
        .map(|(i, &(game, n, deals))| tokio::spawn(matches(Arc::clone(&server), game, n, deals, i as u64)));
    let games = futures_util::future::join_all(parts).await;
    assert_eq!(games.into_iter().map(Result::unwrap).sum::<u64>(), 1000);
}
