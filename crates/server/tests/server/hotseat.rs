//! Several people around one device: a curtain names who takes it, and until it is drawn nothing private is sent.

use crate::client::{Guest, Page, computer, person, quick, serve};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn around_one_device(address: std::net::SocketAddr, game: &str, seats: Value) -> Page {
    let guest = Guest::new(address).await;
    let id = guest.table(json!({ "game": game, "seats": seats, "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    page
}

/// Names of cards that lie face up in a hand.
fn in_hands(frame: &Value) -> BTreeSet<String> {
    let tokens = frame["scene"]["tokens"].as_array().unwrap();
    let held = tokens.iter().filter(|t| t["zone"].as_str().unwrap().starts_with("hand") && t["up"] == true);
    held.map(|t| t["kind"].as_str().unwrap().to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_curtain_is_drawn_nothing_private_is_in_the_page() {
    let server = serve().await;
    let seats = json!([person("Ada"), person("Bob"), person("Cyril")]);
    let mut page = around_one_device(server.address, "marias", seats).await;
    let mut curtains = 0;
    while page.state["play"]["over"] == false && curtains < 60 {
        let state = page.state.clone();
        if let Some(p) = state["curtain"].as_u64() {
            curtains += 1;
            assert_eq!(state["viewer"], Value::Null);
            assert_eq!(in_hands(&state), BTreeSet::new(), "cards behind the curtain");
            assert_eq!(state["offers"], json!([]));
            // The wrong person cannot draw it.
            let other = state["table"]["seats"][(p as usize + 1) % 3]["seat"].clone();
            assert_eq!(page.ask(json!({ "do": "draw", "seat": other })).await["code"], "forbidden");
            let seat = state["table"]["seats"][p as usize]["seat"].clone();
            assert_eq!(page.ask(json!({ "do": "draw", "seat": seat })).await["type"], "done");
            assert_eq!((&page.state["curtain"], &page.state["viewer"]), (&Value::Null, &json!(p)));
            assert!(!page.offers().is_empty());
            let zone = format!("hand{}", p + 1);
            let others = page.state["scene"]["tokens"].as_array().unwrap().iter().filter(|t| {
                let at = t["zone"].as_str().unwrap();
                at.starts_with("hand") && at != zone && t["up"] == true
            });
            assert_eq!(others.count(), 0, "somebody else's cards");
        }
        let offers = page.offers();
        page.play(&offers[0]).await;
    }
    assert!(curtains > 10, "{curtains} curtains");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_due_is_asked_even_when_only_one_move_is_left() {
    // In Kuhn poker nothing but the turn decides who takes the device; in taroky everybody is asked for announcements.
    let server = serve().await;
    let seats = json!([person("Ada"), person("Bob"), person("Cyril"), person("Dana")]);
    let mut page = around_one_device(server.address, "taroky", seats).await;
    let mut last = None;
    for _ in 0..60 {
        if page.state["play"]["over"] == true {
            break;
        }
        let turn = page.state["scene"]["turn"].as_u64().unwrap();
        if last != Some(turn) {
            assert_eq!(page.state["curtain"], json!(turn), "a curtain for whoever is due");
            let seat = page.state["table"]["seats"][turn as usize]["seat"].clone();
            page.ask(json!({ "do": "draw", "seat": seat })).await;
        }
        assert_eq!(page.state["curtain"], Value::Null, "no curtain while the same person goes on");
        last = Some(turn);
        let offers = page.offers();
        page.play(&offers[offers.len() - 1]).await;
    }
    assert!(page.made() > 54);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_meanwhile_waits_until_ones_turn() {
    let server = serve().await;
    // A computer player may end a deal at once by saying "dosť": a few deals are played.
    let mut all = Vec::new();
    for _ in 0..8 {
        let seats = json!([person("Ada"), computer("random"), person("Cyril"), computer("random")]);
        let mut page = around_one_device(server.address, "snaps", seats).await;
        let mut news = Vec::new();
        for _ in 0..12 {
            page.until(|s| {
                s["curtain"].is_u64()
                    || !s["offers"].as_array().unwrap().is_empty()
                    || s["play"]["over"] == true
            })
            .await;
            if let Some(p) = page.state["curtain"].as_u64() {
                let seat = page.state["table"]["seats"][p as usize]["seat"].clone();
                page.ask(json!({ "do": "draw", "seat": seat })).await;
                news.push(page.state["news"].as_u64().unwrap());
            }
            let offers = page.offers();
            if offers.is_empty() {
                break;
            }
            page.play(&offers[0]).await;
        }
        if news.iter().skip(2).any(|&n| n >= 2) {
            return;
        }
        all.push(news);
    }
    panic!("nobody ever heard of two things at once: {all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_secrets_needs_no_curtain() {
    let server = serve().await;
    let mut page =
        around_one_device(server.address, "tictactoe", json!([person("Ada"), person("Bob")])).await;
    for mv in ["a1", "b2", "c3"] {
        assert_eq!(page.state["curtain"], Value::Null);
        assert_eq!(page.state["viewer"], page.state["scene"]["turn"]);
        assert_eq!(page.play(mv).await["type"], "done", "{mv}");
    }
    let made = page.made();
    assert_eq!(page.ask(json!({ "do": "undo", "made": made })).await["type"], "done");
    assert_eq!(page.made(), 2);
}
