//! Promised shuffles over real sockets: the commitment is there before the cards, the same for everybody; the seed is there
//! only when the deal is finished; the record verifies.

use crate::client::{Guest, Page, computer, open, person, quick, serve};
use fair::{Opening, commitment, unhex};
use game::Record;
use serde_json::{Value, json};
use server::{House, Shelf};

/// Plays on with the first legal move until `done`; `look` sees every state.
async fn on(page: &mut Page, done: impl Fn(&Value) -> bool, mut look: impl FnMut(&Value)) {
    loop {
        let state = page.until(|s| done(s) || s["offers"].as_array().is_some_and(|o| !o.is_empty())).await;
        look(&state);
        if done(&state) {
            return;
        }
        let text = state["offers"][0]["text"].as_str().unwrap().to_string();
        assert_eq!(page.play(&text).await["type"], "done");
    }
}

fn over(state: &Value) -> bool {
    state["play"]["over"] == true
}

/// Whether a deal that was opened is the one that was promised.
fn kept(seal: &Value, deal: &Value) -> bool {
    let opening = Opening {
        deal: deal["deal"].as_u64().unwrap() as u32,
        seed: deal["seed"].as_str().unwrap().parse().unwrap(),
        nonce: unhex(deal["nonce"].as_str().unwrap()).unwrap(),
    };
    commitment(seal["game"].as_str().unwrap(), &opening) == deal["commitment"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_promised_to_everybody_before_it_and_opened_after_it() {
    let server = serve().await;
    let owner = Guest::new(server.address).await;
    let seats = json!([person("O"), open(), computer("random"), computer("random")]);
    let id = owner.table(json!({ "game": "snaps", "seats": seats, "settings": quick() })).await;
    let mut page = owner.join(&id, None).await;
    let first = page.until(|_| true).await;
    let promised = first["play"]["seal"]["deals"][0]["commitment"].clone();
    assert_eq!(promised.as_str().unwrap().len(), 64);
    // A spectator, and the person who sits down later, are told the same.
    let stranger = Guest::new(server.address).await;
    let mut watching = stranger.join(&id, None).await;
    assert_eq!(watching.until(|_| true).await["play"]["seal"], first["play"]["seal"]);
    let friend = Guest::new(server.address).await;
    let mut theirs = friend.join(&id, first["table"]["invite"].as_str()).await;
    theirs.until(|_| true).await;
    theirs.ask(json!({ "do": "sit", "seat": 1, "name": "F" })).await;
    let check = |state: &Value| {
        let seal = &state["play"]["seal"];
        assert_eq!(seal["deals"][0]["commitment"], promised);
        assert_eq!(seal["next"], first["play"]["seal"]["next"]);
        // Until the end the seed stands in no frame.
        let opened = (&seal["deals"][0]["seed"], &seal["deals"][0]["nonce"]);
        assert!(over(state) || opened == (&Value::Null, &Value::Null));
    };
    let mut ended = Value::Null;
    let mine = on(&mut page, over, |state| {
        check(state);
        ended = state.clone();
    });
    tokio::join!(mine, on(&mut theirs, over, check));
    let seal = &ended["play"]["seal"];
    assert!(kept(seal, &seal["deals"][0]), "{seal}");
    // The next match begins with the deal that was promised while this one was played.
    let next = seal["next"].clone();
    page.ask(json!({ "do": "deal", "deal": "new" })).await;
    let second = page.until(|s| s["play"]["number"] == 2).await;
    assert_eq!(second["play"]["seal"]["deals"][0]["commitment"], next);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_deal_of_a_match_has_a_commitment_of_its_own_and_the_record_verifies() {
    let server = serve().await;
    let shelf = Shelf::new(Vec::new(), Vec::new());
    for game in ["snaps?deals=3", "marias?deals=2", "taroky?deals=2", "kuhn", "ludo?players=2"] {
        let owner = Guest::new(server.address).await;
        let players = shelf.table(game, 0).unwrap().players();
        let mut seats = vec![person("O")];
        seats.resize(players, computer("random"));
        let id = owner.table(json!({ "game": game, "seats": seats, "settings": quick() })).await;
        let mut page = owner.join(&id, None).await;
        let mut promised: Vec<String> = Vec::new();
        let look = |state: &Value| {
            let seal = &state["play"]["seal"];
            let deals = seal["deals"].as_array().unwrap();
            for (i, deal) in deals.iter().enumerate() {
                let text = deal["commitment"].as_str().unwrap();
                match promised.get(i) {
                    Some(before) => assert_eq!(before, text, "{game}: a promise does not change"),
                    None => {
                        // It is promised before it is dealt, but for the first, with which the table begins.
                        assert!(i == 0 || deal["dealt"] == false, "{game}: {deal}");
                        promised.push(text.to_string());
                    }
                }
                let last = i + 1 == deals.iter().filter(|d| d["dealt"] == true).count();
                if deal["dealt"] == false || (last && !over(state)) {
                    assert_eq!(deal["seed"], Value::Null, "{game}: {deal}");
                }
                if deal["seed"].is_string() {
                    assert!(kept(seal, deal), "{game}: {deal}");
                }
            }
        };
        on(&mut page, over, look).await;
        let text = owner.http("GET", &format!("/api/tables/{id}/record"), "").await.body;
        let record = Record::parse(&text).unwrap();
        let verdict = fair::verify(&record, Some(&promised[0]), &mut |seed| shelf.table(game, seed).unwrap());
        assert_eq!(verdict.faults, [], "{game}\n{text}");
        assert!(verdict.over && !verdict.deals.is_empty(), "{game}");
        if game.contains("deals=") {
            assert_eq!(verdict.deals.len().to_string(), game.split("deals=").nth(1).unwrap());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_deal_promises_nothing_and_comes_again_with_all_its_deals() {
    let server = serve().await;
    let owner = Guest::new(server.address).await;
    let seats = json!([person("O"), computer("random"), computer("random"), computer("random")]);
    let id = owner.table(json!({ "game": "snaps?deals=2", "seats": seats, "settings": quick() })).await;
    let mut page = owner.join(&id, None).await;
    let dealt = |record: &Record| -> Vec<String> {
        record.moves.iter().filter(|m| m.who.is_none()).map(|m| m.text.clone()).collect()
    };
    on(&mut page, over, |_| ()).await;
    let before = page.state["play"]["seal"]["next"].clone();
    let read = async || {
        let text = owner.http("GET", &format!("/api/tables/{id}/record"), "").await.body;
        Record::parse(&text).unwrap()
    };
    let first = read().await;
    for (number, by) in [(2, 0), (3, 2)] {
        let deal = if by == 0 {
            json!({ "do": "deal", "deal": "same" })
        } else {
            json!({ "do": "deal", "deal": "shift", "by": by })
        };
        page.ask(deal).await;
        let state = page.until(|s| s["play"]["number"] == number).await;
        assert_eq!(state["play"]["practice"], true);
        assert_eq!((&state["play"]["seal"]["deals"], &state["play"]["seal"]["next"]), (&json!([]), &before));
        if by == 2 {
            assert_eq!(state["viewer"], 2, "two seats further: the same cards as player 3 had");
        }
        on(&mut page, over, |_| ()).await;
        let again = read().await;
        assert_eq!(dealt(&again), dealt(&first), "both deals");
        assert!(!again.headers.iter().any(|(key, _)| key.starts_with("deal ")));
    }
    page.ask(json!({ "do": "deal", "deal": "new" })).await;
    let state = page.until(|s| s["play"]["number"] == 4).await;
    assert_eq!(
        state["play"]["seal"]["deals"][0]["commitment"], before,
        "the promise stands until it is kept"
    );
    // A game without chance, and cards set by hand, promise nothing.
    for game in ["tictactoe", "snaps?deal=HA"] {
        let id = owner.table(json!({ "game": game, "settings": quick() })).await;
        let mut page = owner.join(&id, None).await;
        assert_eq!(page.until(|_| true).await["play"]["seal"]["deals"], json!([]), "{game}");
    }
}
