//! The folder of descriptions: a game dropped there appears without a restart, one with errors shows them.

use crate::client::{Folder, Guest, generous, quick, serve_with};
use serde_json::{Value, json};
use server::{House, Shelf};
use std::sync::Arc;

const FROGS: &str = include_str!("../../../../data/s3/frogs/frogs.s3");

async fn listed(guest: &Guest, id: &str) -> Option<Value> {
    let games = guest.http("GET", "/api/games", "").await.json();
    games.as_array().unwrap().iter().find(|g| g["id"] == id).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_description_dropped_into_the_folder_can_be_played_at_once() {
    let folder = Folder::new();
    let server = serve_with(Arc::new(Shelf::new(Some(folder.0.clone()))), generous()).await;
    let guest = Guest::new(server.address).await;
    assert_eq!(listed(&guest, "frogs/frogs.s3").await, None);
    std::fs::create_dir_all(folder.0.join("frogs")).unwrap();
    std::fs::write(folder.0.join("frogs/frogs.s3"), FROGS).unwrap();
    std::fs::write(folder.0.join("frogs/green.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    std::fs::write(folder.0.join("wrong.s3"), "[S3 2]\n[BOARD\nimage=").unwrap();
    while listed(&guest, "wrong.s3").await.is_none() {
        tokio::task::yield_now().await;
    }
    let found = listed(&guest, "frogs/frogs.s3").await.unwrap();
    assert_eq!(found["problem"], Value::Null);
    let wrong = listed(&guest, "wrong.s3").await.unwrap();
    assert!(wrong["problem"].as_str().unwrap().contains("wrong.s3"), "{wrong}");
    let id = guest.table(json!({ "game": "frogs/frogs.s3", "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    let state = page.until(|s| !s["offers"].as_array().unwrap().is_empty()).await;
    assert_eq!(state["scene"]["tokens"].as_array().unwrap().len(), 6);
    assert_eq!(state["table"]["pictures"], json!(["green.svg"]));
    let offers = page.offers();
    assert_eq!(page.play(&offers[0]).await["type"], "done");
    let picture = guest.http("GET", "/api/pictures/frogs%2Ffrogs.s3/green.svg", "").await;
    assert_eq!((picture.status, picture.body.contains("<svg")), (200, true));
    for name in ["..%2Fwrong.s3", "%2Fetc%2Fpasswd", "..%2F..%2Fx.svg", "frogs.s3"] {
        let path = format!("/api/pictures/frogs%2Ffrogs.s3/{name}");
        assert_eq!(guest.http("GET", &path, "").await.status, 404, "{name}");
    }
}

#[test]
fn a_folder_is_read_again_only_when_something_changed() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("frogs.s3"), FROGS).unwrap();
    let shelf = Shelf::new(Some(folder.0.clone()));
    assert!(shelf.table("frogs.s3", 1).is_ok(), "a table that needs it does not wait");
    assert!(shelf.refresh());
    assert!(!shelf.refresh());
    std::fs::write(folder.0.join("again.s3"), FROGS).unwrap();
    assert!(shelf.refresh());
    assert!(shelf.table("again.s3", 1).is_ok());
    std::fs::remove_file(folder.0.join("again.s3")).unwrap();
    assert!(shelf.refresh());
    assert!(shelf.table("again.s3", 1).is_err());
}
