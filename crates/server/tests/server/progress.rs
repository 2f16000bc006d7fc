//! One's progress over real sockets: a finished match is gone through once, what was found stays, and all of it can be
//! forgotten.

use crate::client::{Guest, Page, computer, person, quick, serve};
use serde_json::{Value, json};

/// Plays the first legal move until the match is over.
async fn finish(page: &mut Page) {
    loop {
        page.until(|s| s["play"]["over"] == true || !s["offers"].as_array().unwrap().is_empty()).await;
        let Some(first) = page.offers().first().cloned() else { return };
        page.play(&first).await;
    }
}

async fn progress(guest: &Guest) -> Value {
    guest.http("GET", "/api/progress", "").await.json()
}

async fn judge(guest: &Guest) -> Value {
    let answer = guest.http("POST", "/api/progress/review", "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_deals_are_judged_once_and_forgotten_on_request() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    assert_eq!(progress(&guest).await, json!({ "deals": [], "waiting": 0 }));
    assert_eq!(judge(&guest).await, json!({ "waiting": 0 }));
    let seats = json!([person("O"), computer("random"), computer("random"), computer("random")]);
    let id = guest.table(json!({ "game": "snaps?deals=2", "seats": seats, "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    finish(&mut page).await;
    let before = progress(&guest).await;
    assert_eq!((before["deals"].as_array().unwrap().len(), &before["waiting"]), (2, &json!(1)));
    assert!(before["deals"].as_array().unwrap().iter().all(|deal| deal["review"].is_null()));
    // Gone through once; what was found is by deal, in parts of a usual one.
    assert_eq!(judge(&guest).await, json!({ "waiting": 0 }));
    let after = progress(&guest).await;
    for (i, deal) in after["deals"].as_array().unwrap().iter().enumerate() {
        let review = &deal["review"];
        assert_eq!(review["deal"], i as u64 + 1);
        assert!(review["decisions"].as_u64() >= Some(1) && review["lost"].as_f64() >= Some(0.0), "{review}");
        for motif in review["motifs"].as_array().unwrap() {
            assert!(motif["missed"].as_u64() <= motif["times"].as_u64(), "{motif}");
            assert!(
                !motif["title"]["cs"].as_str().unwrap().is_empty()
                    && motif["title"]["cs"] != motif["title"]["en"]
            );
        }
    }
    let lost: f64 =
        after["deals"].as_array().unwrap().iter().filter_map(|d| d["review"]["lost"].as_f64()).sum();
    assert!(lost > 0.0, "whoever plays the first card of the list loses something");
    // The table may go; the progress stays. Nobody else sees it.
    assert_eq!(guest.http("DELETE", &format!("/api/tables/{id}"), "").await.status, 204);
    assert_eq!(progress(&guest).await, after);
    let stranger = Guest::new(server.address).await;
    assert_eq!(progress(&stranger).await["deals"], json!([]));
    assert_eq!(guest.http("DELETE", "/api/progress", "").await.status, 204);
    assert_eq!(progress(&guest).await, json!({ "deals": [], "waiting": 0 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_end_is_taken_back_or_which_is_practice_is_not_judged() {
    let server = serve().await;
    let guest = Guest::new(server.address).await;
    let seats = json!([person("A"), person("B")]);
    let wish = json!({ "game": "tictactoe", "seats": seats, "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    page.until(|_| true).await;
    finish(&mut page).await;
    assert_eq!(progress(&guest).await["waiting"], 1);
    let made = page.made();
    page.ask(json!({ "do": "undo", "made": made })).await;
    page.until(|s| s["play"]["over"] == false).await;
    assert_eq!(progress(&guest).await, json!({ "deals": [], "waiting": 0 }));
    // Ended again it is a match like any other: a game that hides nothing is not practice because of it.
    finish(&mut page).await;
    assert_eq!(progress(&guest).await["waiting"], 1);
    assert_eq!(judge(&guest).await, json!({ "waiting": 0 }));
    // Cards set by hand are practice.
    let cards = "HA,H10,HK,HQ,HJ,H9/LA,L10,LK,LQ,LJ,L9/BA,B10,BK,BQ,BJ,B9/AA,A10,AK,AQ,AJ,A9";
    let seats = json!([person("A"), computer("random"), computer("random"), computer("random")]);
    let wish = json!({ "game": format!("snaps?deals=1&dealer=4&deal={cards}"), "seats": seats, "settings": quick() });
    let id = guest.table(wish).await;
    let mut page = guest.join(&id, None).await;
    finish(&mut page).await;
    assert_eq!(progress(&guest).await["waiting"], 0);
}
