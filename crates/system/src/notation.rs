//! Notations of moves: read off the label of a rule, or derived from what moved; unique among the moves of a state.

use crate::engine::Choice;
use crate::swift::{Map, Mix};
use crate::tables::{State, Tables, key};
use logic::TermRef;
use std::hash::{Hash, Hasher};

/// The notation of a label term; empty where there is none.
pub(crate) fn label(t: TermRef<'_>) -> String {
    let mut text = String::new();
    if t.as_atom() == Some("$none") || !key(t, &mut text, 0) {
        return String::new();
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ';') {
        text = text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_");
    }
    text
}

/// The kind and the arguments of a notation: `run(7-h,3)` is `run`, `7-h`, `3`; `1:2` is `:`, `1`, `2`.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let text = text.split('~').next().unwrap_or(text);
    if let Some((name, rest)) = text.split_once('(')
        && let Some(inner) = rest.strip_suffix(')')
        && !name.contains([':', '>', '/', '+'])
    {
        let mut out = vec![name.to_string(), String::new()];
        let mut depth = 0;
        for c in inner.chars() {
            match c {
                ',' if depth == 0 => {
                    out.push(String::new());
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if let Some(last) = out.last_mut() {
                last.push(c);
            }
        }
        return out;
    }
    for op in ['>', ':', '/', '+'] {
        if let Some((a, b)) = text.split_once(op)
            && !a.is_empty()
            && !b.is_empty()
        {
            return vec![op.to_string(), a.to_string(), b.to_string()];
        }
    }
    vec![text.to_string()]
}

/// Derives missing labels, drops repetitions and makes notations unique.
pub(crate) fn tidy(choices: &mut Vec<Choice>, tables: &Tables, s: &State) {
    for c in choices.iter_mut().filter(|c| c.text.is_empty()) {
        c.text = match &c.to.note {
            Some(_) => "broken".into(),
            None => derived(tables, s, &c.to),
        };
    }
    // The first of each notation keeps it; other results of the same notation are numbered.
    let mut kept: Vec<Choice> = Vec::with_capacity(choices.len());
    let mut seen: Map<u64, ()> = Map::default();
    for mut c in choices.drain(..) {
        let mut h = Mix::default();
        c.text.hash(&mut h);
        if seen.insert(h.finish(), ()).is_none() {
            kept.push(c);
            continue;
        }
        let marked = format!("{}~", c.text);
        let same: Vec<&Choice> =
            kept.iter().filter(|k| k.text == c.text || k.text.starts_with(&marked)).collect();
        if same.iter().any(|k| k.to == c.to) {
            continue;
        }
        if !same.is_empty() {
            c.text = format!("{marked}{}", same.len() + 1);
        }
        kept.push(c);
    }
    *choices = kept;
}

/// What moved from where to where.
pub(crate) struct Carried {
    pub(crate) token: u16,
    /// Zone and position.
    pub(crate) from: (usize, usize),
    /// Zone and position.
    pub(crate) to: (usize, usize),
}

/// The tokens that changed their zone.
pub(crate) fn difference(before: &State, after: &State) -> Vec<Carried> {
    let mut gone: Vec<(u16, usize, usize)> = Vec::new();
    let mut come: Vec<(u16, usize, usize)> = Vec::new();
    for (z, (a, b)) in before.zones().zip(after.zones()).enumerate() {
        if a == b {
            continue;
        }
        let mut left = b.to_vec();
        for (i, &t) in a.iter().enumerate() {
            match left.iter().position(|&x| x == t) {
                Some(k) => {
                    left.remove(k);
                }
                None => gone.push((t, z, i)),
            }
        }
        let mut left = a.to_vec();
        for (i, &t) in b.iter().enumerate() {
            match left.iter().position(|&x| x == t) {
                Some(k) => {
                    left.remove(k);
                }
                None => come.push((t, z, i)),
            }
        }
    }
    let mut out = Vec::new();
    for (t, z, i) in gone {
        if let Some(k) = come.iter().position(|c| c.0 == t) {
            let (_, z2, i2) = come.remove(k);
            out.push(Carried { token: t, from: (z, i), to: (z2, i2) });
        }
    }
    out
}

/// A notation from what moved: `token:from>to`.
fn derived(tables: &Tables, s: &State, to: &State) -> String {
    let moved = difference(s, to);
    if moved.is_empty() {
        return "pass".into();
    }
    let part = |c: &Carried| {
        let (a, b) = (&tables.zones[c.from.0].key, &tables.zones[c.to.0].key);
        format!("{}:{a}>{b}", tables.token(c.token))
    };
    let text = moved.iter().take(4).map(part).collect::<Vec<_>>().join("+");
    text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_")
}
