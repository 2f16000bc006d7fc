//! Guests and accounts, invitations, leaving, coming back on another device, being replaced by a computer player.

use crate::client::{Guest, computer, open, person, quick, serve};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_an_account_and_goes_on_from_another_device() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let id = guest.table(json!({ "game": "tictactoe", "settings": quick() })).await;
    let named = guest.http("POST", "/api/me", "{\"name\":\"  Jana \"}").await;
    assert_eq!(named.json()["name"], "Jana");
    let short = guest.http("POST", "/api/account", "{\"login\":\"jana\",\"password\":\"short\"}").await;
    assert_eq!(short.status, 400);
    let wish = "{\"login\":\"jana\",\"password\":\"long enough\"}";
    assert_eq!(guest.http("POST", "/api/account", wish).await.json()["login"], "jana");
    let mut other = Guest::new(server.address).await;
    assert_eq!(other.http("POST", "/api/account", wish).await.status, 409);
    let wrong = other.http("POST", "/api/session", "{\"login\":\"jana\",\"password\":\"wrong wrong\"}").await;
    assert_eq!(wrong.status, 403);
    let answer = other.http("POST", "/api/session", wish).await;
    other.take_cookie(&answer);
    assert!(answer.head.contains("HttpOnly") && answer.head.contains("SameSite=Lax"), "{}", answer.head);
    let tables = other.http("GET", "/api/tables", "").await.json();
    assert_eq!(tables["yours"][0]["id"], json!(id));
    let mut page = other.join(&id, None).await;
    assert_eq!(page.until(|_| true).await["viewer"], json!(0));
    assert_eq!(other.http("DELETE", "/api/session", "").await.status, 204);
    assert_eq!(other.http("GET", "/api/tables", "").await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sit_down_leave_come_back_and_are_replaced() {
    let server = serve().await;
    let owner = Guest::new(server.address).await;
    let friend = Guest::new(server.address).await;
    let wish = json!({ "game": "connect4", "seats": [person("O"), open()], "settings": quick() });
    let id = owner.table(wish).await;
    let mut page = owner.join(&id, None).await;
    let state = page.until(|_| true).await;
    assert_eq!((&state["play"]["waiting"], &state["offers"]), (&json!(true), &json!([])));
    assert_eq!(page.play("d").await["code"], "forbidden");
    // Only the invited may sit down; the lobby does not show the table.
    let mut uninvited = friend.join(&id, None).await;
    uninvited.until(|_| true).await;
    assert_eq!(uninvited.ask(json!({ "do": "sit", "seat": 1, "name": "F" })).await["code"], "forbidden");
    assert_eq!(friend.http("GET", "/api/tables", "").await.json()["open"], json!([]));
    let invite = state["table"]["invite"].as_str().unwrap();
    let mut theirs = friend.join(&id, Some(invite)).await;
    theirs.until(|_| true).await;
    assert_eq!(theirs.ask(json!({ "do": "sit", "seat": 1, "name": "F" })).await["type"], "done");
    page.until(|s| s["play"]["waiting"] == false).await;
    assert_eq!(page.play("d").await["type"], "done");
    // While the friend is here the owner cannot replace them; the friend can be replaced of their own will.
    let replace = json!({ "do": "replace", "seat": 1, "agent": "random" });
    assert_eq!(page.ask(replace.clone()).await["code"], "forbidden");
    drop(uninvited);
    drop(theirs);
    page.until(|s| s["table"]["seats"][1]["here"] == false).await;
    assert_eq!(page.ask(replace).await["type"], "done");
    page.until(|s| s["play"]["made"] == 2).await;
    // The friend comes back, on another socket, and takes the seat over again.
    let mut back = friend.join(&id, None).await;
    let state = back.until(|_| true).await;
    assert_eq!(state["table"]["seats"][1]["yours"], true);
    assert_eq!(back.ask(json!({ "do": "return", "seat": 1 })).await["type"], "done");
    page.play("c").await;
    back.until(|s| s["play"]["made"] == 3).await;
    assert_eq!(back.play("c").await["type"], "done");
    assert_eq!(back.ask(json!({ "do": "stand", "seat": 1 })).await["type"], "done");
    let state = page.until(|s| s["play"]["waiting"] == true).await;
    assert_eq!(state["table"]["seats"][1]["kind"], "open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listed_table_with_an_open_seat_is_in_everybodys_lobby() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let settings = json!({ "listed": true, "watch": false, "delay": 0 });
    let wish = json!({ "game": "tictactoe", "name": "Come!", "seats": [open(), computer("random")], "settings": settings });
    let id = owner.table(wish).await;
    let open = other.http("GET", "/api/tables", "").await.json()["open"].clone();
    assert_eq!((&open[0]["id"], &open[0]["name"]), (&json!(id), &json!("Come!")));
    let mut page = other.join(&id, None).await;
    page.until(|_| true).await;
    assert_eq!(page.ask(json!({ "do": "sit", "seat": 0, "name": "X" })).await["type"], "done");
    assert_eq!(other.http("GET", "/api/tables", "").await.json()["open"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_closed_to_spectators_lets_none_in() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    let id = owner.table(json!({ "game": "tictactoe", "settings": { "watch": false } })).await;
    let mut page = other.join(&id, None).await;
    assert_eq!(page.frame().await["code"], "forbidden");
    assert_eq!(page.frame().await, Value::Null);
}
