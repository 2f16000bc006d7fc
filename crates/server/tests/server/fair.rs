//! Which matches count: once somebody has seen more than one seat may see, the match is practice for everybody, visibly
//! and for good.

use crate::client::{Guest, Page, Running, computer, open, person, quick, serve};
use serde_json::{Value, json};
use server::{House, Shelf};

async fn done(page: &mut Page, ask: Value) {
    let answer = page.ask(ask.clone()).await;
    assert_eq!(answer["type"], "done", "{ask} was answered {answer}");
}

async fn practice(page: &mut Page) {
    page.until(|s| s["play"]["practice"] == true).await;
}

/// A table of the owner with these seats; the owner's page and the invitation.
async fn table(server: &Running, game: &str, seats: Value) -> (Guest, Page, String, String) {
    let owner = Guest::new(server.address).await;
    let id = owner.table(json!({ "game": game, "seats": seats, "settings": quick() })).await;
    let mut page = owner.join(&id, None).await;
    let state = page.until(|s| s["table"]["invite"].is_string()).await;
    let invite = state["table"]["invite"].as_str().unwrap().to_string();
    (owner, page, id, invite)
}

/// Somebody follows the invitation and sits down.
async fn sits(server: &Running, id: &str, invite: &str, seat: usize) -> (Guest, Page) {
    let guest = Guest::new(server.address).await;
    let mut page = guest.join(id, Some(invite)).await;
    page.until(|_| true).await;
    done(&mut page, json!({ "do": "sit", "seat": seat, "name": "F" })).await;
    (guest, page)
}

fn study(on: bool) -> Value {
    json!({ "do": "settings", "settings": { "delay": 0, "think": 50, "study": on } })
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_opened_while_the_other_is_away_make_it_practice_for_both() {
    for read_record in [false, true] {
        let server = serve().await;
        let (owner, mut page, id, invite) = table(&server, "kuhn", json!([person("O"), open()])).await;
        let (friend, theirs) = sits(&server, &id, &invite, 1).await;
        page.until(|s| s["play"]["waiting"] == false).await;
        assert_eq!(page.play("check").await["type"], "done");
        assert_eq!(page.state["play"]["practice"], false);
        // The friend's socket drops; the owner takes the seat away, looks, and gives it back.
        drop(theirs);
        page.until(|s| s["table"]["seats"][1]["here"] == false).await;
        done(&mut page, json!({ "do": "stand", "seat": 1 })).await;
        done(&mut page, study(true)).await;
        assert_eq!(page.state["play"]["practice"], false, "nothing was seen yet");
        if read_record {
            let record = owner.http("GET", &format!("/api/tables/{id}/record"), "").await;
            assert_eq!(record.status, 200, "{}", record.body);
        } else {
            done(&mut page, json!({ "do": "open", "on": true })).await;
        }
        practice(&mut page).await;
        done(&mut page, study(false)).await;
        let mut back = friend.join(&id, Some(&invite)).await;
        back.until(|_| true).await;
        done(&mut back, json!({ "do": "sit", "seat": 1, "name": "F" })).await;
        assert_eq!(back.state["play"]["practice"], true);
        // It stays practice to the end and does not count.
        assert_eq!(back.play("check").await["type"], "done");
        let state = page.until(|s| s["play"]["over"] == true).await;
        assert_eq!(state["play"]["practice"], true);
        assert_eq!([&state["table"]["seats"][0]["total"], &state["table"]["seats"][1]["total"]], [0, 0]);
        // The next one counts again.
        done(&mut page, json!({ "do": "deal", "deal": "new" })).await;
        assert_eq!(page.state["play"]["practice"], false);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_into_a_computer_players_hand_makes_it_practice() {
    let server = serve().await;
    let seats = json!([person("O"), open(), computer("random")]);
    let (_owner, mut page, id, invite) = table(&server, "kuhn?players=3", seats).await;
    let (_friend, mut theirs) = sits(&server, &id, &invite, 1).await;
    // Before the first move: the owner sits down for the computer player, too, and waits for its turn behind the curtain.
    done(&mut page, json!({ "do": "stand", "seat": 2 })).await;
    done(&mut page, json!({ "do": "sit", "seat": 2, "name": "O2" })).await;
    done(&mut page, json!({ "do": "draw", "seat": 0 })).await;
    assert_eq!(page.play("check").await["type"], "done");
    theirs.until(|s| s["play"]["made"] == 4).await;
    assert_eq!(theirs.play("check").await["type"], "done");
    page.until(|s| s["curtain"] == 2).await;
    done(&mut page, json!({ "do": "draw", "seat": 2 })).await;
    page.until(|s| s["viewer"] == 2).await;
    assert_eq!(page.state["play"]["practice"], false, "two people at one device");
    done(&mut page, json!({ "do": "replace", "seat": 2, "agent": "random" })).await;
    practice(&mut theirs).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_a_second_seat_in_the_middle_makes_it_practice() {
    let server = serve().await;
    let seats = json!([person("O"), open(), computer("random")]);
    let (_owner, mut page, id, invite) = table(&server, "kuhn?players=3", seats).await;
    let (_friend, mut theirs) = sits(&server, &id, &invite, 1).await;
    page.until(|s| s["play"]["waiting"] == false).await;
    assert_eq!(page.play("check").await["type"], "done");
    done(&mut page, json!({ "do": "stand", "seat": 2 })).await;
    done(&mut page, json!({ "do": "sit", "seat": 2, "name": "O2" })).await;
    practice(&mut theirs).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_to_another_seat_after_seeing_a_hand_makes_it_practice() {
    let server = serve().await;
    let seats = json!([person("O"), open(), open()]);
    let (_owner, mut page, id, invite) = table(&server, "kuhn?players=3", seats).await;
    let (_friend, mut theirs) = sits(&server, &id, &invite, 1).await;
    // One person who was invited cannot take all open seats.
    let second = theirs.ask(json!({ "do": "sit", "seat": 2, "name": "F2" })).await;
    assert_eq!(second["code"], "forbidden");
    done(&mut theirs, json!({ "do": "stand", "seat": 1 })).await;
    assert_eq!(page.state["play"]["practice"], false);
    done(&mut theirs, json!({ "do": "sit", "seat": 2, "name": "F" })).await;
    practice(&mut page).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_studied_before_somebody_was_invited_does_not_count() {
    let server = serve().await;
    let (_owner, mut page, id, invite) =
        table(&server, "kuhn", json!([person("O"), computer("random")])).await;
    done(&mut page, study(true)).await;
    done(&mut page, json!({ "do": "open", "on": true })).await;
    done(&mut page, json!({ "do": "open", "on": false })).await;
    done(&mut page, study(false)).await;
    done(&mut page, json!({ "do": "stand", "seat": 1 })).await;
    let (_friend, mut theirs) = sits(&server, &id, &invite, 1).await;
    assert_eq!(theirs.until(|_| true).await["play"]["practice"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_brought_in_with_its_cards_does_not_count() {
    let server = serve().await;
    let owner = Guest::new(server.address).await;
    let mut stacked = Shelf::new(Vec::new(), Vec::new()).table("kuhn", 1).unwrap();
    stacked.play("K").unwrap();
    stacked.play("J").unwrap();
    for (record, counts) in [
        (stacked.record().to_string(), false),
        ("partie record 1\ngame: ludo\nseed: 5\n\n".to_string(), false),
        ("partie record 1\ngame: tictactoe\n\n1 a1\n".to_string(), true),
    ] {
        let made = owner.http("POST", "/api/import", &record).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let mut page = owner.join(made.json()["id"].as_str().unwrap(), None).await;
        assert_eq!(page.until(|_| true).await["play"]["practice"], !counts, "{record}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_set_by_hand_does_not_count_and_its_cards_are_told_to_nobody() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let settings = json!({ "delay": 0, "think": 50, "listed": true });
    let game = "marias?deal=HA,HK,HQ,-,-,-,-/L7";
    let wish =
        json!({ "game": game, "seats": [person("O"), open(), computer("random")], "settings": settings });
    let id = owner.table(wish).await;
    let lobby = other.http("GET", "/api/tables", "").await;
    assert_eq!(lobby.json()["open"][0]["game"], "marias", "{}", lobby.body);
    let mut page = other.join(&id, None).await;
    let state = page.until(|_| true).await;
    assert_eq!((&state["table"]["game"], &state["play"]["practice"]), (&json!("marias"), &json!(true)));
    for text in page.raw.iter().chain([&lobby.body]) {
        assert!(!text.contains("deal=") && !text.contains("\"HA\""), "{text}");
    }
    // Without such cards a match counts.
    let mine = json!({ "game": "kuhn", "seats": [person("O"), computer("random")], "settings": quick() });
    let plain = owner.table(mine).await;
    assert_eq!(owner.join(&plain, None).await.until(|_| true).await["play"]["practice"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ordinary_match_counts_also_when_somebody_was_replaced_for_a_while() {
    let server = serve().await;
    let (_owner, mut page, id, invite) = table(&server, "kuhn", json!([person("O"), open()])).await;
    let (friend, mut theirs) = sits(&server, &id, &invite, 1).await;
    page.until(|s| s["play"]["waiting"] == false).await;
    done(&mut theirs, json!({ "do": "replace", "seat": 1, "agent": "random" })).await;
    // The other is only replaced: nobody may abandon the match meanwhile.
    let abandoned = page.ask(json!({ "do": "deal", "deal": "new" })).await;
    assert_eq!(abandoned["code"], "forbidden");
    done(&mut theirs, json!({ "do": "return", "seat": 1 })).await;
    assert_eq!(page.play("bet").await["type"], "done");
    theirs.until(|s| s["play"]["made"] == 3).await;
    drop(theirs);
    let mut back = friend.join(&id, None).await;
    back.until(|s| s["offers"].as_array().is_some_and(|offers| !offers.is_empty())).await;
    assert_eq!(back.play("fold").await["type"], "done");
    let state = page.until(|s| s["play"]["over"] == true).await;
    assert_eq!(state["play"]["practice"], false);
    assert_eq!([&state["table"]["seats"][0]["total"], &state["table"]["seats"][1]["total"]], [1, -1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_of_taroky_sees_no_card_of_the_talon() {
    let server = serve().await;
    let people = ["1", "2", "3", "4"].map(person);
    let (_owner, mut page, id, _invite) = table(&server, "taroky", json!(people)).await;
    let mut watcher = Guest::new(server.address).await.join(&id, None).await;
    // Behind the curtain the device is a spectator's, too.
    for page in [&mut page, &mut watcher] {
        let state = page.until(|s| s["play"]["made"] == 54).await;
        assert_eq!(state["viewer"], Value::Null);
        let tokens = state["scene"]["tokens"].as_array().unwrap().clone();
        assert_eq!(tokens.iter().filter(|t| t["zone"] == "talon").count(), 6);
        assert!(tokens.iter().all(|t| t["up"] == false), "{tokens:?}");
    }
}
