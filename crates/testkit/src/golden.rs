//! A play written out as every player sees it, to be read once by a person and compared ever after (a golden file).
//!
//! `UPDATE_GOLDEN=1 cargo test` writes the texts again; read the difference before you commit it.

use crate::Checked;
use crate::views::viewers;
use game::{Face, Lang, Layout, Player, Rng, Scene, Show, Turn, Zone};
use std::fmt::Write;
use std::path::Path;

/// The longest text, in lines.
const LINES: usize = 200;

/// Compares the random play of `seed` with the text in a file (see [`playthrough`]).
///
/// # Panics
/// With the first line that differs, or when the file cannot be read.
pub fn golden<G: Show>(game: &G, file: impl AsRef<Path>, seed: u64) {
    let text = playthrough(game, &[], seed);
    if let Err(fault) = compare(&text, file.as_ref()) {
        panic!("{fault}");
    }
}

/// Compares a text with a file, or writes the file when `UPDATE_GOLDEN` is set.
///
/// # Errors
/// The first line that differs.
pub fn compare(text: &str, file: &Path) -> Checked {
    let name = file.display();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1") {
        let folder = file.parent().unwrap_or(Path::new("."));
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(file, text));
        return written.map_err(|e| format!("{name}: {e}"));
    }
    let golden =
        std::fs::read_to_string(file).map_err(|e| format!("{name}: {e} (UPDATE_GOLDEN=1 writes it)"))?;
    let (mut now, mut then) = (text.lines(), golden.lines());
    for number in 1.. {
        match (now.next(), then.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let (a, b) = (a.unwrap_or("the end"), b.unwrap_or("the end"));
                return Err(format!(
                    "{name}, line {number}:\n  golden: {b}\n  now:    {a}\nUPDATE_GOLDEN=1 accepts it"
                ));
            }
        }
    }
    Ok(())
}

/// A play in at most 200 lines: for every step the turn, the legal moves, the move made, and what each player and a
/// spectator see (one line where all see the same). The play begins with `moves` in notation and goes on at random; a
/// long one is cut in the middle, and its end is shown.
///
/// # Panics
/// When one of `moves` is illegal.
pub fn playthrough<G: Show>(game: &G, moves: &[&str], seed: u64) -> String {
    /// A play that never ends is left here.
    const MOST: usize = 5_000;
    let mut rng = Rng::new(seed);
    let mut s = game.initial();
    let mut steps: Vec<String> = Vec::new();
    loop {
        let mut step = String::new();
        looks(game, &s, &mut step);
        let mv = match moves.get(steps.len()) {
            _ if steps.len() == MOST => None,
            Some(text) => Some(game.parse(&s, text).unwrap_or_else(|_| panic!("'{text}' is illegal here"))),
            None => game.pick(&s, &mut rng, &mut Vec::new()),
        };
        let Some(mv) = mv else {
            steps.push(step);
            break;
        };
        let mut legal = Vec::new();
        game.moves(&s, &mut legal);
        let legal: Vec<String> = legal.into_iter().map(|mv| game.text(&s, mv)).collect();
        let actor = game.turn(&s).player().map_or("chance".to_string(), |p| format!("player {p}"));
        let _ = writeln!(step, "{actor} of: {}", legal.join(" "));
        let _ = writeln!(step, "> {}", game.text(&s, mv));
        game.apply(&mut s, mv);
        steps.push(step);
    }
    let mut head = format!("{} (rules {}, seed {seed})\n", game.id(), game.version());
    zones(game, &mut head);
    let mut tail = String::new();
    if let Some(drawing) = game.drawing(&game.view(&s, None), None, Lang::En, false) {
        let _ = writeln!(tail, "{}", drawing.trim_end());
    }
    let scores: Vec<String> = Player::all(game.players()).map(|p| game.score(&s, p).to_string()).collect();
    let state = if game.turn(&s) == Turn::Over { "over" } else { "not over" };
    let _ = writeln!(tail, "{state} after {} moves, scores {}", steps.len() - 1, scores.join(" "));
    for line in game.sheet(&s, Lang::En) {
        let _ = writeln!(tail, "{line}");
    }
    join(&head, &steps, &tail)
}

/// Head, as many steps as there is room for, the last step, tail.
fn join(head: &str, steps: &[String], tail: &str) -> String {
    let count = |text: &str| text.lines().count();
    let last = steps.last().map_or("", String::as_str);
    let mut room = LINES.saturating_sub(count(head) + count(tail) + count(last) + 2);
    let mut text = head.to_string();
    let inner = &steps[..steps.len().saturating_sub(1)];
    for (i, step) in inner.iter().enumerate() {
        if count(step) > room {
            let _ = writeln!(text, "… {} moves later", inner.len() - i);
            break;
        }
        room -= count(step);
        text.push_str(step);
    }
    text + last + tail
}

/// What each sees; one line where all see the same.
fn looks<G: Show>(game: &G, s: &G::State, out: &mut String) {
    let mut lines: Vec<(String, String)> = Vec::new();
    for who in viewers(game) {
        let view = line(&game.scene(&game.view(s, who), who, Lang::En));
        lines.push((who.map_or("all".into(), |p| p.to_string()), view));
    }
    if lines.iter().all(|(_, view)| *view == lines[0].1) {
        lines = lines.split_off(lines.len() - 1);
    }
    for (who, view) in lines {
        let _ = writeln!(out, "{who}: {view}");
    }
}

/// The zones, once for the whole play.
fn zones<G: Show>(game: &G, out: &mut String) {
    let scene = game.scene(&game.view(&game.initial(), None), None, Lang::En);
    let shape = |zone: &Zone| match &zone.layout {
        Layout::Grid { columns, rows } => format!("grid {columns}×{rows}"),
        Layout::Points(points) => format!("{} points", points.len()),
        Layout::Track(points) => format!("track of {}", points.len()),
        Layout::Row => "row".into(),
        Layout::Fan => "fan".into(),
        Layout::Stack => "stack".into(),
    };
    let zones: Vec<String> = scene.zones.iter().map(|z| format!("{} ({})", z.id, shape(z))).collect();
    let _ = writeln!(out, "zones: {}", zones.join(", "));
}

/// A scene in a line: `board[X a1 b2 | O c3] supply1[X*3] "a bid"`.
fn line(scene: &Scene) -> String {
    let mut parts: Vec<String> = Vec::new();
    for zone in &scene.zones {
        let tokens = scene.in_zone(&zone.id);
        let slotted = matches!(zone.layout, Layout::Grid { .. } | Layout::Points(_) | Layout::Track(_));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for token in tokens {
            let kind = if token.face == Face::Down { "?".to_string() } else { token.kind.clone() };
            let at = usize::from(token.place.slot);
            let slot = zone.names.get(at).cloned().unwrap_or_else(|| at.to_string());
            let open = if slotted {
                groups.iter_mut().find(|(k, _)| *k == kind)
            } else {
                groups.last_mut().filter(|(k, _)| *k == kind)
            };
            match open {
                Some((_, slots)) => slots.push(slot),
                None => groups.push((kind, vec![slot])),
            }
        }
        let words: Vec<String> = groups
            .iter()
            .map(|(kind, slots)| match slots.len() {
                _ if slotted => format!("{kind} {}", slots.join(" ")),
                1 => kind.clone(),
                n => format!("{kind}*{n}"),
            })
            .collect();
        parts.push(format!("{}[{}]", zone.id, words.join(if slotted { " | " } else { " " })));
    }
    for said in &scene.said {
        parts.push(match said.who {
            Some(p) => format!("{p}: \"{}\"", said.text),
            None => format!("\"{}\"", said.text),
        });
    }
    let points: Vec<String> = scene.points.iter().map(i32::to_string).collect();
    parts.push(format!("points {}", points.join(" ")));
    parts.join(" ")
}
