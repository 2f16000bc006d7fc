//! Why a rule file decided as it did, the playground and the adviser: told to whom it may be told, bounded, and right.

use crate::client::{Guest, computer, person, quick, serve};
use serde_json::{Value, json};

/// Answers every question of šnaps with the first legal answer.
const FIRST: &str = "PROLOG {\n    pick([C | _], C).\n}\nGETCALL {\n    IF (pick(\\LEGAL, X)) {\n        add return(\\X).\n    }\n}\n\
    GETTURN {\n    IF (pick(\\LEGAL, X), \\X \\= nothing) {\n        add return(\\X).\n    }\n    IF (never(\\LEGAL)) {\n        add return(0).\n    }\n}\n";

async fn why(guest: &Guest, table: &str, player: usize, at: Option<u64>) -> (u16, Value) {
    let at = at.map_or(String::new(), |at| format!("&at={at}"));
    let answer = guest.http("GET", &format!("/api/tables/{table}/why?player={player}{at}"), "").await;
    (answer.status, answer.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_tells_which_rules_fired_and_a_match_under_way_tells_nothing() {
    let server = serve().await;
    let (guest, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    assert_eq!(guest.http("PUT", "/api/rulefiles/explained", FIRST).await.status, 200);
    let bot = "bot:explained.bot";
    let seats = json!([person("A"), computer(bot), computer(bot), computer("random")]);
    let id = guest.table(json!({ "game": "snaps", "seats": seats, "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    let mut early = None;
    loop {
        let ready = |s: &Value| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty();
        if page.until(ready).await["play"]["over"] == true {
            break;
        }
        if early.is_none() {
            early = Some(why(&guest, &id, 1, None).await.0);
        }
        let offer = page.offers()[0].clone();
        assert_eq!(page.play(&offer).await["type"], "done");
    }
    assert_eq!(early, Some(403), "cards are hidden while it counts");
    let (status, found) = why(&guest, &id, 1, None).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(found["bot"], "explained");
    let decisions = found["decisions"].as_array().unwrap();
    let turn = decisions.iter().find(|d| d["block"] == "GETTURN").unwrap();
    assert_eq!(turn["replaced"], false);
    let at = turn["at"].as_u64().unwrap();
    let (_, found) = why(&guest, &id, 1, Some(at)).await;
    let moment = &found["moment"];
    let asked = moment["blocks"].as_array().unwrap().iter().find(|b| b["question"] == true).unwrap();
    assert_eq!(asked["rules"][0]["fired"], true, "{asked}");
    assert_eq!(asked["rules"][0]["formulas"][0]["bindings"][0][0], "X");
    assert_eq!(asked["rules"][1]["fired"], false);
    assert_eq!(asked["rules"][1]["formulas"][0]["held"], false);
    assert_eq!(asked["answer"], moment["answered"], "chance decides as it did");
    assert_eq!(asked["answer"], turn["answer"]);
    assert!(moment["knowledge"].as_str().unwrap().contains("pick("), "{moment}");
    assert_eq!(why(&guest, &id, 0, None).await.0, 404, "a person goes by no rules");
    assert_eq!(why(&guest, &id, 3, None).await.0, 404, "nor does this player");
    assert_eq!(why(&guest, &id, 9, None).await.0, 400, "there is no such seat");
    assert_eq!(why(&guest, &id, 1, Some(100_000)).await.0, 400);
    assert_eq!(why(&other, &id, 1, None).await.0, 403, "only those who play");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_file_on_the_bench_is_explained_to_its_owner_only() {
    let server = serve().await;
    let (owner, other) = (Guest::new(server.address).await, Guest::new(server.address).await);
    assert_eq!(owner.http("PUT", "/api/rulefiles/benched", FIRST).await.status, 200);
    for (guest, status) in [(&owner, 200), (&other, 403)] {
        let bot = "bot:benched.bot";
        let wish = json!({ "game": "snaps", "players": [bot, bot, bot, bot], "seed": 3 });
        let id = guest.http("POST", "/api/bench", &wish.to_string()).await.json()["id"]
            .as_str()
            .unwrap()
            .to_string();
        for _ in 0..6 {
            assert_eq!(guest.http("POST", &format!("/api/bench/{id}/step?think=1"), "").await.status, 200);
        }
        let answer = guest.http("GET", &format!("/api/bench/{id}/why?player=0"), "").await;
        assert_eq!(answer.status, status, "{}", answer.body);
        if status == 200 {
            assert!(!answer.json()["decisions"].as_array().unwrap().is_empty());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_answers_shows_changes_and_is_bounded() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let ask = async |knowledge: &str, query: &str| {
        let wish = json!({ "knowledge": knowledge, "query": query });
        guest.http("POST", "/api/playground", &wish.to_string()).await
    };
    let found = ask("n(1).", "retract(n(X)), Y is X + 1, assertz(n(Y))").await.json();
    assert_eq!((&found["read"], &found["changed"]), (&json!(true), &json!(true)), "{found}");
    assert_eq!(found["knowledge"], "n(2).\n");
    assert_eq!(found["answers"][0], json!([["X", "1"], ["Y", "2"]]));
    let broken = ask("a.\nb :- (c.", "a").await.json();
    assert_eq!((&broken["read"], &broken["remarks"][0]["line"]), (&json!(false), &json!(2)), "{broken}");
    let endless = ask("l :- l.", "l").await.json();
    assert!(endless["error"].is_string(), "{endless}");
    assert_eq!(ask(&"a(1).\n".repeat(20_000), "a(X)").await.status, 413);
    let nobody = Guest { cookie: String::new(), ..guest.clone() };
    assert_eq!(
        nobody.http("POST", "/api/playground", "{\"knowledge\":\"\",\"query\":\"\"}").await.status,
        401
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_adviser_follows_a_real_table_and_advises_from_a_rule_file() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let tell = async |words: &[&str], agent: Option<&str>| {
        let wish = json!({ "game": "snaps", "seat": 0, "words": words, "agent": agent, "lang": "cs" });
        guest.http("POST", "/api/advise", &wish.to_string()).await.json()
    };
    let begin = tell(&[], None).await;
    assert_eq!(
        (&begin["wants"], &begin["by"], &begin["players"]),
        (&json!("move"), &Value::Null, &json!(4)),
        "{begin}"
    );
    assert_eq!(begin["choices"].as_array().unwrap().len(), 24);
    let hand = ["HA", "H10", "HK", "LA", "B9", "A9"];
    let rules = guest.http("GET", "/api/games", "").await.json();
    let snaps = rules.as_array().unwrap().iter().find(|g| g["id"] == "snaps").unwrap().clone();
    let agents: Vec<&str> =
        snaps["computers"].as_array().unwrap().iter().map(|c| c["agent"].as_str().unwrap()).collect();
    let advised = tell(&hand, Some(agents[0])).await;
    assert_eq!(advised["mine"], true, "{advised}");
    let word = advised["advice"]["word"].as_str().unwrap().to_string();
    assert!(advised["choices"].as_array().unwrap().iter().any(|c| c["word"] == word), "{advised}");
    let mut slip = hand.to_vec();
    slip[3] = "HA";
    let refused = tell(&slip, None).await;
    assert_eq!(refused["refused"], 3, "{refused}");
    assert_eq!(refused["words"].as_array().unwrap().len(), 3);
    assert!(tell(&hand, Some("no such player")).await["error"].is_string());
}
