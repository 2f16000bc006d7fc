//! A scene in characters, for games that bring no drawing of their own.

use game::{Face, Layout, Scene, Token, Zone};
use std::fmt::Write;

/// A scene, whoever sees it.
pub fn scene(scene: &Scene) -> String {
    let mut text = String::new();
    for zone in &scene.zones {
        let tokens = scene.in_zone(&zone.id);
        match &zone.layout {
            Layout::Grid { columns, rows } => grid(&mut text, zone, &tokens, *columns, *rows),
            Layout::Points(_) | Layout::Track(_) => places(&mut text, zone, &tokens),
            Layout::Row | Layout::Fan | Layout::Stack => row(&mut text, zone, &tokens),
        }
    }
    for said in &scene.said {
        let who = said.who.map_or(String::new(), |p| format!("player {p}: "));
        let _ = writeln!(text, "{who}{}", said.text);
    }
    text.trim_end().to_string()
}

fn name(token: &Token) -> &str {
    match token.face {
        Face::Down => "?",
        Face::Up if token.label.is_empty() => &token.kind,
        Face::Up => &token.label,
    }
}

fn grid(text: &mut String, zone: &Zone, tokens: &[&Token], columns: u16, rows: u16) {
    let kind = |t: &Token| t.kind.chars().take(2).collect::<String>();
    // Where two letters of the kind do not tell pieces apart, the initials of their names do: `wkn`, `bki`.
    let unclear = tokens.iter().any(|t| tokens.iter().any(|o| kind(t) == kind(o) && t.label != o.label));
    let cell = |slot: u16| {
        tokens.iter().find(|t| t.place.slot == slot).map_or(".".to_string(), |t| match t.face {
            Face::Down => "?".into(),
            Face::Up if unclear => initials(t).unwrap_or_else(|| kind(t)),
            Face::Up => kind(t),
        })
    };
    let width = (0..columns * rows).map(|slot| cell(slot).chars().count()).max().unwrap_or(1);
    for row in 0..rows {
        let cells: Vec<String> =
            (0..columns).map(|c| format!("{:>width$}", cell(row * columns + c))).collect();
        let label = zone.names.get(usize::from(row * columns)).map_or(String::new(), |n| format!("{n:>4} "));
        let _ = writeln!(text, "{label}{}", cells.join(" "));
    }
}

/// A name of several words in three letters: the first of the first word, two of the last.
fn initials(token: &Token) -> Option<String> {
    let (first, last) = (token.label.split_whitespace().next()?, token.label.split_whitespace().last()?);
    (first != last).then(|| first.chars().take(1).chain(last.chars().take(2)).collect())
}

fn places(text: &mut String, zone: &Zone, tokens: &[&Token]) {
    let place = |t: &Token| {
        let slot = usize::from(t.place.slot);
        zone.names.get(slot).filter(|n| !n.is_empty()).cloned().unwrap_or_else(|| slot.to_string())
    };
    let held: Vec<String> = tokens.iter().map(|t| format!("{}:{}", place(t), name(t))).collect();
    let _ = writeln!(text, "{}: {}", zone.label, held.join(" "));
}

fn row(text: &mut String, zone: &Zone, tokens: &[&Token]) {
    // A pile of one kind is a number; anything else is listed.
    let same = tokens.len() > 3 && tokens.iter().all(|t| name(t) == name(tokens[0]));
    let held = if same {
        format!("{} × {}", tokens.len(), name(tokens[0]))
    } else {
        tokens.iter().map(|t| name(t)).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(text, "{}: {held}", zone.label);
}
