//! What teaches, over real sockets: the ladder of a hint, the review of a finished match, exercises.

use crate::client::{Guest, Page, computer, person, serve};
use serde_json::{Value, json};

/// Player 2 answers the centre between two corners with a corner and is forked.
const PLANTED: &str =
    "partie record 1\ngame: tictactoe\nrules: 1\nseat: 2\n\n1 a1\n2 b2\n1 c3\n2 a3\n1 c1\n2 b1\n1 c2\n";

async fn imported(guest: &Guest, text: &str) -> String {
    let answer = guest.http("POST", "/api/import", text).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_string()
}

/// The lines of a body that was sent in pieces.
fn lines(body: &str) -> Vec<Value> {
    body.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(Value::is_object).collect()
}

async fn ladder(page: &mut Page, step: u8) -> Value {
    let made = page.state["play"]["made"].clone();
    page.ask(json!({"do": "hint", "made": made, "step": step})).await
}

#[tokio::test]
async fn a_hint_is_given_step_by_step_from_one_thought() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let table =
        guest.table(json!({"game": "tictactoe", "seats": [person("Jana"), computer("random")]})).await;
    let mut page = guest.join(&table, None).await;
    page.until(|state| state["offers"].as_array().is_some_and(|offers| !offers.is_empty())).await;
    let first = ladder(&mut page, 1).await;
    assert!(first["look"].as_str().is_some_and(|look| !look.is_empty()), "{first}");
    assert_eq!((&first["text"], &first["choices"], &first["because"]), (&json!(""), &json!([]), &json!([])));
    let second = ladder(&mut page, 2).await;
    assert_eq!(second["look"], first["look"]);
    assert!(second["choices"].as_array().unwrap().len() >= 2 && second["text"] == "", "{second}");
    let third = ladder(&mut page, 3).await;
    assert!(second["choices"].as_array().unwrap().contains(&third["text"]), "{third}");
    assert!(!third["because"].as_array().unwrap().is_empty(), "{third}");
}

#[tokio::test]
async fn a_finished_match_is_reviewed_and_its_mistakes_become_exercises() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let table = imported(&guest, PLANTED).await;
    let answer = guest.http("GET", &format!("/api/tables/{table}/review?player=1&lang=cs"), "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let told = lines(&answer.body);
    assert_eq!(told[0]["type"], "begin");
    let decisions: Vec<&Value> = told.iter().filter(|line| line["type"] == "decision").collect();
    assert_eq!(decisions.len(), told[0]["total"].as_u64().unwrap() as usize);
    let wrong = decisions.iter().find(|line| line["at"] == 3).unwrap();
    assert_eq!(
        (&wrong["verdict"], &wrong["known"], &wrong["exact"]),
        (&json!("mistake"), &json!(0.5), &json!(true))
    );
    assert_eq!(wrong["verdict_words"], "chyba");
    let end = told.last().unwrap();
    assert_eq!((&end["type"], &end["costliest"], &end["kept"]), (&json!("end"), &json!([3]), &json!(1)));
    let list = guest.http("GET", "/api/exercises", "").await.json();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["level"]), (1, &json!(0)));
    let id = list[0]["id"].as_i64().unwrap();
    let mark = |text: &str| json!({"text": text, "lang": "sk"}).to_string();
    let wrong = guest.http("POST", &format!("/api/exercises/{id}/answer"), &mark("a3")).await.json();
    assert_eq!(wrong["right"], false);
    let best = guest.http("POST", &format!("/api/exercises/{id}/answer"), &mark("nonsense")).await;
    assert_eq!(best.status, 400);
    assert!(best.body.contains("'nonsense' is not a legal move there"), "{}", best.body);
    for level in [0, 5, 200] {
        let wish = json!({"game": "tictactoe", "level": level}).to_string();
        let refused = guest.http("POST", "/api/exercises", &wish).await;
        assert_eq!(refused.status, 400, "level {level}");
        assert!(
            refused.body.contains(&format!("there is no level {level}, only 1 to 4")),
            "{}",
            refused.body
        );
    }
    let made = guest.http("POST", &format!("/api/exercises/{id}/table"), "").await;
    assert_eq!(made.status, 201, "{}", made.body);
    let mut page = guest.join(made.json()["id"].as_str().unwrap(), None).await;
    let state = page.until(|state| state["viewer"] == 1).await;
    assert_eq!(state["play"]["made"], 3);
    // Nobody else has it; its owner can delete it.
    let stranger = Guest::new(server.address).await;
    assert_eq!(stranger.http("POST", &format!("/api/exercises/{id}/table"), "").await.status, 404);
    assert_eq!(stranger.http("DELETE", &format!("/api/exercises/{id}"), "").await.status, 404);
    assert_eq!(guest.http("DELETE", &format!("/api/exercises/{id}"), "").await.status, 204);
    assert_eq!(guest.http("GET", "/api/exercises", "").await.json(), json!([]));
}

#[tokio::test]
async fn nobody_is_told_anything_about_a_match_that_is_not_over() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let table = guest.table(json!({"game": "snaps", "settings": {"study": true}})).await;
    for path in ["review?player=0", "belief?player=1&at=30"] {
        let answer = guest.http("GET", &format!("/api/tables/{table}/{path}"), "").await;
        assert_eq!(answer.status, 403, "{}", answer.body);
    }
    let over = imported(&guest, PLANTED).await;
    let stranger = Guest::new(server.address).await;
    assert_eq!(stranger.http("GET", &format!("/api/tables/{over}/review?player=0"), "").await.status, 403);
    assert_eq!(guest.http("GET", &format!("/api/tables/{over}/review?player=9"), "").await.status, 400);
    assert_eq!(guest.http("GET", &format!("/api/tables/{over}/belief?player=9&at=1"), "").await.status, 400);
}

#[tokio::test]
async fn a_record_is_brought_for_any_seat_and_a_wrong_seat_is_refused() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    for (seat, status) in [("1", 201), ("2", 201), ("3", 400), ("0", 400), ("x", 400)] {
        let text = PLANTED.replace("seat: 2", &format!("seat: {seat}"));
        assert_eq!(guest.http("POST", "/api/import", &text).await.status, status, "seat {seat}");
    }
}
