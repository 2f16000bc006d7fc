//! Automata for other tools: DOT, GraphML, JSON, and a picture (SVG) of small ones. States are written so that people can
//! read them, events with their probabilities. Everything but the picture is streamed: nothing is kept in memory.

use crate::automaton::{Automaton, Node};
use crate::minimise::{Quotient, minimise, normalise};
use crate::picture::svg;
use crate::readable::readable;
use game::{Player, Show, Stopped, Turn};
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

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

/// Which automaton is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reduced {
    /// As it was explored.
    #[default]
    No,
    /// Terminal states with the same winners merged.
    Normalised,
    /// Bisimilar states merged: those that no sequence of moves can distinguish.
    Minimal,
}

/// The most states a picture can show.
const LARGEST_PICTURE: usize = 600;

/// Why an automaton was not written. Prints as a sentence.
#[derive(Debug)]
pub enum ExportError {
    /// It has so many states, too many for a picture.
    TooLarge(usize),
    /// A reduced automaton was wanted as a picture.
    ReducedPicture,
    /// Only a part was explored, which cannot be minimised; why exploration ended.
    Part(Stopped),
    /// It could not be written.
    Write(io::Error),
    /// What was explored cannot be trusted; the cause.
    Trouble(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::TooLarge(states) => {
                write!(f, "{states} states are too many for a picture (at most {LARGEST_PICTURE})")
            }
            ExportError::ReducedPicture => f.write_str(
                "a picture shows the automaton as it was explored; dot, graphml and json can be reduced",
            ),
            ExportError::Part(stopped) => {
                write!(f, "only a part was explored ({stopped}), and a part cannot be minimised")
            }
            ExportError::Write(error) => error.fmt(f),
            ExportError::Trouble(cause) => f.write_str(cause),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Write(error)
    }
}

/// The automaton as text.
///
/// # Errors
/// As for [`write`].
pub fn export<G: Show>(game: &G, a: &Automaton<G>, format: Format) -> Result<String, ExportError> {
    let mut text = Vec::new();
    write(game, a, format, Reduced::No, &mut text)?;
    Ok(String::from_utf8(text).map_err(io::Error::other)?)
}

/// Writes the automaton.
///
/// # Errors
/// A picture of an automaton that is too large to be seen, a part of one to be minimised, or why it could not be written.
pub fn write<G: Show>(
    game: &G,
    a: &Automaton<G>,
    format: Format,
    reduced: Reduced,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    if format == Format::Svg && a.len() > LARGEST_PICTURE {
        return Err(ExportError::TooLarge(a.len()));
    }
    if format == Format::Svg && reduced != Reduced::No {
        return Err(ExportError::ReducedPicture);
    }
    if reduced == Reduced::Minimal && !a.complete() {
        return Err(ExportError::Part(a.stopped()));
    }
    let sheet = Sheet::new(game, a, reduced);
    let written = match format {
        Format::Dot => sheet.dot(out),
        Format::Graphml => sheet.graphml(out),
        Format::Json => sheet.json(out),
        Format::Svg => {
            let mut text = String::new();
            svg(game, a, &mut text).map_err(io::Error::other)?;
            out.write_all(text.as_bytes())
        }
    };
    written.and_then(|()| out.flush())?;
    a.trouble().map_or(Ok(()), |trouble| Err(ExportError::Trouble(trouble.to_string())))
}

/// A transition as it is written.
struct Arrow {
    label: String,
    to: u32,
    /// Of an event: its weight and that of all events there.
    probability: Option<(u64, u64)>,
}

/// What is to be written: states, each a representative of its block.
struct Sheet<'a, G: Show> {
    game: &'a G,
    a: &'a Automaton<G>,
    /// The number each state is written by; `None` if it is its own.
    number: Option<Vec<u32>>,
    /// The state that stands for each number; empty if it is the number itself.
    first: Vec<Node>,
}

impl<'a, G: Show> Sheet<'a, G> {
    fn new(game: &'a G, a: &'a Automaton<G>, reduced: Reduced) -> Sheet<'a, G> {
        let quotient: Quotient = match reduced {
            Reduced::No => return Sheet { game, a, number: None, first: Vec::new() },
            Reduced::Normalised => normalise(game, a),
            Reduced::Minimal => minimise(game, a, true),
        };
        // In the order of the first state of each block, so that the start is number 0.
        let mut numbers = vec![u32::MAX; quotient.blocks];
        let mut first = Vec::with_capacity(quotient.blocks);
        for n in a.nodes() {
            let known = &mut numbers[quotient.block[n as usize] as usize];
            if *known == u32::MAX {
                *known = first.len() as u32;
                first.push(n);
            }
        }
        let number = quotient.block.iter().map(|&b| numbers[b as usize]).collect();
        Sheet { game, a, number: Some(number), first }
    }

    /// The states to write, each by its number.
    fn states(&self) -> impl Iterator<Item = (u32, Node)> + '_ {
        let count = if self.number.is_some() { self.first.len() } else { self.a.len() };
        (0..count as u32).map(|i| (i, self.first.get(i as usize).copied().unwrap_or(i)))
    }

    fn arrows(&self, n: Node) -> Vec<Arrow> {
        let (game, a) = (self.game, self.a);
        let successors = a.successors(n);
        if successors.is_empty() {
            return Vec::new();
        }
        let (s, moves) = (a.state(n), a.moves(game, n));
        let chance = a.turn(game, n) == Turn::Chance;
        let weight = |mv: G::Move| u64::from(game.weight(&s, mv));
        let total: u64 = if chance { moves.iter().map(|&mv| weight(mv)).sum() } else { 0 };
        let mut seen = HashSet::new();
        let mut arrows = Vec::with_capacity(moves.len());
        for (&mv, &t) in moves.iter().zip(successors.iter()) {
            let to = self.number.as_ref().map_or(t, |number| number[t as usize]);
            let label = game.text(&s, mv);
            // Moves that a reduced automaton does not distinguish are one.
            if chance || self.number.is_none() || seen.insert((label.clone(), to)) {
                arrows.push(Arrow { label, to, probability: chance.then(|| (weight(mv), total)) });
            }
        }
        arrows
    }

    fn dot(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, a) = (self.game, self.a);
        writeln!(out, "digraph {} {{", quoted(&game.id()))?;
        if !a.complete() {
            writeln!(out, "  label=\"only a part: exploring stopped ({})\";", a.stopped())?;
        }
        for (i, n) in self.states() {
            let shape = match a.turn(game, n) {
                Turn::Player(_) => "ellipse",
                Turn::Chance => "diamond",
                Turn::Over => "box",
            };
            let (role, state) = (quoted(&role(game, a, n)), quoted(&readable(game, &a.state(n))));
            writeln!(out, "  {i} [shape={shape}, label={role}, tooltip={state}];")?;
        }
        for (i, n) in self.states() {
            for Arrow { label, to, probability } in self.arrows(n) {
                let label = quoted(&label);
                match probability {
                    Some((w, all)) => {
                        writeln!(out, "  {i} -> {to} [label={label}, probability=\"{}\"];", fraction(w, all))?
                    }
                    None => writeln!(out, "  {i} -> {to} [label={label}];")?,
                }
            }
        }
        writeln!(out, "}}")
    }

    fn graphml(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, a) = (self.game, self.a);
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        out.write_all(b"<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")?;
        for (key, of) in [("turn", "node"), ("state", "node"), ("move", "edge"), ("probability", "edge")] {
            writeln!(out, "  <key id=\"{key}\" for=\"{of}\" attr.name=\"{key}\" attr.type=\"string\"/>")?;
        }
        if !a.complete() {
            writeln!(out, "  <!-- only a part: exploring stopped ({}) -->", a.stopped())?;
        }
        writeln!(out, "  <graph id=\"{}\" edgedefault=\"directed\">", escaped(&game.id()))?;
        for (i, n) in self.states() {
            let (role, state) = (escaped(&role(game, a, n)), escaped(&readable(game, &a.state(n))));
            write!(out, "    <node id=\"n{i}\"><data key=\"turn\">{role}</data>")?;
            writeln!(out, "<data key=\"state\">{state}</data></node>")?;
        }
        for (i, n) in self.states() {
            for Arrow { label, to, probability } in self.arrows(n) {
                let label = escaped(&label);
                write!(out, "    <edge source=\"n{i}\" target=\"n{to}\"><data key=\"move\">{label}</data>")?;
                if let Some((w, all)) = probability {
                    write!(out, "<data key=\"probability\">{}</data>", fraction(w, all))?;
                }
                writeln!(out, "</edge>")?;
            }
        }
        out.write_all(b"  </graph>\n</graphml>\n")
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, a) = (self.game, self.a);
        write!(out, "{{\"game\":{},\"complete\":{},\"states\":[", quoted(&game.id()), a.complete())?;
        for (i, n) in self.states() {
            let comma = if i > 0 { "," } else { "" };
            let (role, state) = (quoted(&role(game, a, n)), quoted(&readable(game, &a.state(n))));
            write!(out, "{comma}\n{{\"turn\":{role},\"depth\":{},\"state\":{state}}}", a.depth(n))?;
        }
        out.write_all(b"],\"moves\":[")?;
        let mut comma = "";
        for (i, n) in self.states() {
            for Arrow { label, to, probability } in self.arrows(n) {
                write!(out, "{comma}\n{{\"from\":{i},\"to\":{to},\"move\":{}", quoted(&label))?;
                if let Some((w, all)) = probability {
                    write!(out, ",\"probability\":\"{}\"", fraction(w, all))?;
                }
                out.write_all(b"}")?;
                comma = ",";
            }
        }
        out.write_all(b"]}\n")
    }
}

/// A share in lowest terms.
fn fraction(part: u64, whole: u64) -> String {
    let common = crate::minimise::gcd(part, whole).max(1);
    match whole / common {
        1 => "1".to_string(),
        below => format!("{}/{below}", part / common),
    }
}

/// Whose state it is: `1`, `2`, … a player's; `chance`; `won by 1`, `draw`; `stuck`, `broken`.
pub fn role<G: Show>(game: &G, a: &Automaton<G>, n: Node) -> String {
    match a.turn(game, n) {
        Turn::Player(p) => p.to_string(),
        Turn::Chance => "chance".into(),
        Turn::Over if a.broken(game, n) => "broken".into(),
        Turn::Over if a.stuck(game, n) => "stuck".into(),
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
