//! Automata for other tools: DOT, GraphML, JSON, and a picture (SVG) of small ones.

use crate::automaton::{Automaton, Node};
use crate::picture::svg;
use game::{Player, Show, Turn};
use std::fmt::{self, Write};

/// A form of export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Graphviz.
    Dot,
    /// GraphML.
    Graphml,
    /// JSON: `{"states": […], "moves": […]}`.
    Json,
    /// A picture.
    Svg,
}

impl Format {
    /// The format of a file name.
    pub fn of(path: &str) -> Option<Format> {
        match path.rsplit('.').next()? {
            "dot" | "gv" => Some(Format::Dot),
            "graphml" => Some(Format::Graphml),
            "json" => Some(Format::Json),
            "svg" => Some(Format::Svg),
            _ => None,
        }
    }
}

/// The most states a picture can show.
const LARGEST_PICTURE: usize = 600;

/// Writes the automaton.
///
/// # Errors
/// A picture of an automaton that is too large to be seen, in words.
pub fn export<G: Show>(game: &G, a: &Automaton<G>, format: Format) -> Result<String, String> {
    if format == Format::Svg && a.len() > LARGEST_PICTURE {
        return Err(format!("{} states are too many for a picture (at most {LARGEST_PICTURE})", a.len()));
    }
    let mut text = String::new();
    let written = match format {
        Format::Dot => dot(game, a, &mut text),
        Format::Graphml => graphml(game, a, &mut text),
        Format::Json => json(game, a, &mut text),
        Format::Svg => svg(game, a, &mut text),
    };
    written.map_err(|e| e.to_string())?;
    Ok(text)
}

/// Whose state it is: `1`, `2`, … a player's; `chance`; `won by 1`, `draw`.
pub(crate) fn role<G: Show>(game: &G, a: &Automaton<G>, n: Node) -> String {
    match a.turn(game, n) {
        Turn::Player(p) => p.to_string(),
        Turn::Chance => "chance".into(),
        Turn::Over => match a.winners(game, n).as_slice() {
            [] => "draw".into(),
            winners => {
                format!("won by {}", winners.iter().map(Player::to_string).collect::<Vec<_>>().join(" and "))
            }
        },
    }
}

pub(crate) fn labels<G: Show>(game: &G, a: &Automaton<G>, n: Node) -> Vec<(String, Node)> {
    let s = a.state(n);
    let text = |(mv, &t): (G::Move, &Node)| (game.text(&s, mv), t);
    let successors = a.successors(n);
    if successors.is_empty() {
        return Vec::new();
    }
    a.moves(game, n).into_iter().zip(successors.iter()).map(text).collect()
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(crate) fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn dot<G: Show>(game: &G, a: &Automaton<G>, out: &mut String) -> fmt::Result {
    writeln!(out, "digraph {} {{", quoted(&game.id()))?;
    if !a.complete() {
        writeln!(out, "  label=\"only a part: exploring stopped ({})\";", a.stopped())?;
    }
    for n in a.nodes() {
        let shape = match a.turn(game, n) {
            Turn::Player(_) => "ellipse",
            Turn::Chance => "diamond",
            Turn::Over => "box",
        };
        writeln!(out, "  {n} [shape={shape}, label={}];", quoted(&role(game, a, n)))?;
    }
    for n in a.nodes() {
        for (label, t) in labels(game, a, n) {
            writeln!(out, "  {n} -> {t} [label={}];", quoted(&label))?;
        }
    }
    writeln!(out, "}}")
}

fn graphml<G: Show>(game: &G, a: &Automaton<G>, out: &mut String) -> fmt::Result {
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    out.push_str("  <key id=\"turn\" for=\"node\" attr.name=\"turn\" attr.type=\"string\"/>\n");
    out.push_str("  <key id=\"move\" for=\"edge\" attr.name=\"move\" attr.type=\"string\"/>\n");
    if !a.complete() {
        writeln!(out, "  <!-- only a part: exploring stopped ({}) -->", a.stopped())?;
    }
    writeln!(out, "  <graph id=\"{}\" edgedefault=\"directed\">", escaped(&game.id()))?;
    for n in a.nodes() {
        writeln!(
            out,
            "    <node id=\"n{n}\"><data key=\"turn\">{}</data></node>",
            escaped(&role(game, a, n))
        )?;
    }
    for n in a.nodes() {
        for (label, t) in labels(game, a, n) {
            let label = escaped(&label);
            writeln!(
                out,
                "    <edge source=\"n{n}\" target=\"n{t}\"><data key=\"move\">{label}</data></edge>"
            )?;
        }
    }
    out.push_str("  </graph>\n</graphml>\n");
    Ok(())
}

fn json<G: Show>(game: &G, a: &Automaton<G>, out: &mut String) -> fmt::Result {
    write!(out, "{{\"game\":{},\"complete\":{},\"states\":[", quoted(&game.id()), a.complete())?;
    for n in a.nodes() {
        let comma = if n > 0 { "," } else { "" };
        write!(out, "{comma}\n{{\"turn\":{},\"depth\":{}}}", quoted(&role(game, a, n)), a.depth(n))?;
    }
    out.push_str("],\"moves\":[");
    let mut comma = "";
    for n in a.nodes() {
        for (label, t) in labels(game, a, n) {
            write!(out, "{comma}\n{{\"from\":{n},\"to\":{t},\"move\":{}}}", quoted(&label))?;
            comma = ",";
        }
    }
    out.push_str("]}\n");
    Ok(())
}
