//! A scene as JSON: what a program sees.

use game::{Face, Layout, Scene, Turn};
use serde_json::{Value, json};

/// Everything the viewer of a scene may know, as one JSON document without line ends.
pub fn scene_json(scene: &Scene) -> Value {
    let zone = |zone: &game::Zone| {
        let layout = match &zone.layout {
            Layout::Grid { columns, rows } => json!({"grid": [columns, rows]}),
            Layout::Points(points) => {
                json!({"points": points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>()})
            }
            Layout::Track(points) => json!({"track": points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>()}),
            Layout::Row => json!("row"),
            Layout::Fan => json!("fan"),
            Layout::Stack => json!("stack"),
        };
        json!({"id": zone.id, "layout": layout, "owner": zone.owner.map(|p| p.0 + 1), "names": zone.names})
    };
    let token = |token: &game::Token| {
        json!({
            "kind": match token.face { Face::Up => Value::from(token.kind.as_str()), Face::Down => Value::Null },
            "zone": token.place.zone, "slot": token.place.slot, "owner": token.owner.map(|p| p.0 + 1),
        })
    };
    let turn = match scene.turn {
        Turn::Player(p) => json!(p.0 + 1),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    };
    json!({
        "turn": turn,
        "points": scene.points,
        "zones": scene.zones.iter().map(zone).collect::<Vec<_>>(),
        "tokens": scene.tokens.iter().map(token).collect::<Vec<_>>(),
        "said": scene.said.iter().map(|s| json!({"who": s.who.map(|p| p.0 + 1), "text": s.text})).collect::<Vec<_>>(),
    })
}
