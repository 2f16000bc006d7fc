//! A picture of a small automaton (SVG): levels from top to bottom by distance from the start; players have colours, ends
//! are squares in the colour of the winner, chance is a diamond. Small ones have their moves written on the arrows; in all
//! of them the moves and results are there to point at.

use crate::automaton::{Automaton, Node};
use crate::export::{escaped, labels, role};
use game::{Player, Show, Turn};
use std::fmt::{self, Write};

const COLOURS: [&str; 6] = ["#2b6cb0", "#c53030", "#2f855a", "#b7791f", "#6b46c1", "#2c7a7b"];

/// Automata up to this many states have their moves written on the arrows.
const WRITTEN: usize = 60;

fn colour(p: Player) -> &'static str {
    COLOURS[p.index() % COLOURS.len()]
}

pub(crate) fn svg<G: Show>(game: &G, a: &Automaton<G>, out: &mut String) -> fmt::Result {
    let widths = a.widths();
    let written = a.len() <= WRITTEN;
    let (across, down) = if written { (96.0, 110.0) } else { (34.0, 80.0) };
    let widest = widths.iter().copied().max().unwrap_or(1) as f32;
    let (w, h) = ((widest * across + 60.0).max(380.0), widths.len() as f32 * down + 70.0);
    let mut places: Vec<(f32, f32)> = Vec::with_capacity(a.len());
    for (level, &width) in widths.iter().enumerate() {
        for i in 0..width {
            let x = w / 2.0 + (i as f32 - (width as f32 - 1.0) / 2.0) * across;
            places.push((x, 34.0 + level as f32 * down));
        }
    }
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"11\">"
    )?;
    let part = if a.complete() { "" } else { ", only a part" };
    writeln!(out, "<title>{}: {} states{part}</title>", escaped(&game.id()), a.len())?;
    out.push_str("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker></defs>\n");
    writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>")?;
    for n in a.nodes() {
        arrows(game, a, n, &places, written, out)?;
    }
    for n in a.nodes() {
        node(game, a, n, places[n as usize], out)?;
    }
    legend(game, h - 18.0, part, out)?;
    writeln!(out, "</svg>")
}

/// The moves of a state; those to the same state are one arrow.
fn arrows<G: Show>(
    game: &G,
    a: &Automaton<G>,
    n: Node,
    places: &[(f32, f32)],
    written: bool,
    out: &mut String,
) -> fmt::Result {
    let mut by_target: Vec<(Node, Vec<String>)> = Vec::new();
    for (label, t) in labels(game, a, n) {
        match by_target.iter_mut().find(|(known, _)| *known == t) {
            Some((_, list)) => list.push(label),
            None => by_target.push((t, vec![label])),
        }
    }
    let (x, y) = places[n as usize];
    for (i, (t, list)) in by_target.iter().enumerate() {
        let (tx, ty) = places[*t as usize];
        let (dx, dy) = (tx - x, ty - y);
        let far = (dx * dx + dy * dy).sqrt().max(1.0);
        // From rim to rim, straight down; what leads up or sideways swings out.
        let (sx, sy) = (x + dx / far * 10.0, y + dy / far * 10.0);
        let (ex, ey) = (tx - dx / far * 12.0, ty - dy / far * 12.0);
        let swing = if dy > 0.0 { 0.0 } else { 34.0 };
        let (cx, cy) = ((sx + ex) / 2.0 + swing, (sy + ey) / 2.0 - swing / 2.0);
        let path = match *t == n {
            true => format!("M{} {}c26 -22 26 22 0 8", x + 9.0, y - 4.0),
            false => format!("M{sx:.1} {sy:.1}Q{cx:.1} {cy:.1} {ex:.1} {ey:.1}"),
        };
        let text = escaped(&list.join(", "));
        writeln!(
            out,
            "<path class=\"move\" d=\"{path}\" fill=\"none\" stroke=\"#888\" marker-end=\"url(#tip)\"><title>{text}</title></path>"
        )?;
        if written {
            // Labels of neighbouring arrows stand at different heights.
            let along = 0.42 + 0.16 * (i % 3) as f32;
            let (lx, ly) =
                if *t == n { (x + 30.0, y) } else { (x + dx * along + swing, y + dy * along - swing / 2.0) };
            let short: String =
                if text.chars().count() > 18 { text.chars().take(17).chain(['…']).collect() } else { text };
            let short = if short.contains('&') {
                escaped(&list[0].chars().take(14).collect::<String>())
            } else {
                short
            };
            writeln!(
                out,
                "<text x=\"{lx:.1}\" y=\"{ly:.1}\" text-anchor=\"middle\" fill=\"#444\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">{short}</text>"
            )?;
        }
    }
    Ok(())
}

fn node<G: Show>(game: &G, a: &Automaton<G>, n: Node, (x, y): (f32, f32), out: &mut String) -> fmt::Result {
    let title = escaped(&role(game, a, n));
    match a.turn(game, n) {
        Turn::Player(p) => {
            let fill = colour(p);
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\"><title>{title}</title></circle>"
            )
        }
        Turn::Chance => writeln!(
            out,
            "<path d=\"M{x} {}l11 11l-11 11l-11-11z\" fill=\"#fff\" stroke=\"#333\"><title>{title}</title></path>",
            y - 11.0
        ),
        Turn::Over => {
            let fill = a.winners(game, n).first().map_or("#fff", |p| colour(*p));
            writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{fill}\" stroke=\"#333\"><title>{title}</title></rect>",
                x - 8.0,
                y - 8.0
            )
        }
    }
}

fn legend<G: Show>(game: &G, y: f32, part: &str, out: &mut String) -> fmt::Result {
    let mut x = 14.0;
    for p in Player::all(game.players()).take(COLOURS.len()) {
        writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">player {p}</text>",
            colour(p),
            x + 10.0,
            y + 4.0
        )?;
        x += 72.0;
    }
    writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"#fff\" stroke=\"#333\"/><text x=\"{}\" y=\"{}\">end (white: nobody wins){part}</text>",
        x - 5.0,
        y - 6.0,
        x + 11.0,
        y + 4.0
    )
}
