//! Notations of moves: read off the label of a rule, or derived from what moved; unique among the moves of a state.

use crate::game::act;
use crate::program::engine::Choice;
use crate::program::swift::Map;
use crate::program::tables::{State, Tables, key};
use logic::TermRef;
use std::collections::{HashMap, HashSet};

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

/// Derives missing labels, drops repetitions and makes notations unique. Where one notation stands for several results,
/// each of them says what moves: which of them comes first may depend on what is hidden, so a number would not distinguish them
/// apart. What is still ambiguous is numbered.
pub(crate) fn tidy(choices: &mut Vec<Choice>, tables: &Tables, s: &State) {
    for c in choices.iter_mut().filter(|c| c.text.is_empty()) {
        c.text = match &c.to.note {
            Some(_) => "broken".into(),
            None => derived(tables, s, &c.to),
        };
    }
    let ambiguous = distinct(choices);
    if !ambiguous.is_empty() {
        for c in choices.iter_mut().filter(|c| ambiguous.contains(&c.text)) {
            let told = changes(tables, s, &c.to);
            if !told.is_empty() {
                c.text = format!("{}~{told}", c.text);
            }
        }
        number(choices);
    }
    for c in choices {
        c.act = act(&c.text);
    }
}

/// Drops choices with the notation and the result of another; returns the notations that several results have.
fn distinct(choices: &mut Vec<Choice>) -> HashSet<String> {
    let mut met: Map<String, Vec<State>> = Map::default();
    let mut ambiguous = HashSet::new();
    choices.retain(|c| match met.get_mut(c.text.as_str()) {
        None => {
            met.insert(c.text.clone(), vec![c.to.clone()]);
            true
        }
        Some(known) if known.contains(&c.to) => false,
        Some(known) => {
            known.push(c.to.clone());
            ambiguous.insert(c.text.clone());
            true
        }
    });
    ambiguous
}

/// Numbers the choices after the first of each notation.
fn number(choices: &mut [Choice]) {
    let mut taken: HashSet<String> = choices.iter().map(|c| c.text.clone()).collect();
    let mut met: HashMap<String, usize> = HashMap::new();
    for c in choices {
        let n = met.entry(c.text.clone()).or_insert(0);
        *n += 1;
        while *n > 1 {
            let text = format!("{}~{n}", c.text);
            if taken.insert(text.clone()) {
                c.text = text;
                break;
            }
            *n += 1;
        }
    }
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
    clean(moved.iter().take(4).map(|c| carried(tables, c)).collect::<Vec<_>>().join("+"))
}

fn carried(tables: &Tables, c: &Carried) -> String {
    let (a, b) = (&tables.zones[c.from.0].key, &tables.zones[c.to.0].key);
    format!("{}:{a}>{b}", tables.token(c.token))
}

/// All that a result changes: what moved, and the values written anew. Empty where only the order of a zone or the
/// player to move differs.
fn changes(tables: &Tables, s: &State, to: &State) -> String {
    let mut parts: Vec<String> = difference(s, to).iter().map(|c| carried(tables, c)).collect();
    for (z, (a, b)) in s.zones().zip(to.zones()).enumerate() {
        let written = b.iter().filter(|&t| tables.tokens[usize::from(*t)].marker && !a.contains(t));
        parts.extend(written.map(|&t| format!("{}={}", tables.zones[z].key, tables.token(t))));
    }
    clean(parts.join("+"))
}

fn clean(text: String) -> String {
    text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_")
}
