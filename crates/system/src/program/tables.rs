//! Zones and tokens as numbers: the table made at load, states as flat arrays over it, and the way from terms to states
//! and back. A zone is a term that holds its tokens in a list as last argument: `hand(ann, [a, b])`, `stock([])`,
//! `1-pile([x])`; its name is what remains. A zone may lie in another one like a token: `table([box(1, [a]), b])`; it then
//! is a token, too, and moves with what lies in it.

use crate::program::swift::{Map, Swift, ZoneTerms};
use game::Past;
use logic::{Machine, Term, TermRef, View};
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A position: whose turn it is and which tokens lie in which zone, as numbers of the rule book's tables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Player, whether chance was called, and for each zone its length and tokens.
    pub(crate) cells: Arc<[u16]>,
    /// What a rule broke on the way here; the play ends with it.
    pub(crate) note: Option<Arc<str>>,
    /// The positions before, where a rule asks for them.
    pub(crate) past: Past,
    /// Who made the move that led here; only kept where positions are.
    pub(crate) by: By,
}

/// Who made the last move. No part of what a position is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct By(pub(crate) Option<u8>);

impl PartialEq for By {
    fn eq(&self, _: &By) -> bool {
        true
    }
}

impl Eq for By {}

impl Hash for By {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Where the zones begin in the cells of a state.
pub(crate) const ZONES_AT: usize = 2;

impl State {
    /// A state that nothing was before.
    pub(crate) fn new(cells: Arc<[u16]>, note: Option<Arc<str>>) -> State {
        State { cells, note, past: Past::default(), by: By::default() }
    }

    /// The position alone.
    pub(crate) fn bare(&self) -> State {
        State::new(self.cells.clone(), self.note.clone())
    }

    /// The player to move.
    pub(crate) fn player(&self) -> usize {
        usize::from(self.cells[0])
    }

    /// The player chose to leave it to chance.
    pub(crate) fn called(&self) -> bool {
        self.cells[1] == 1
    }

    /// The same state with chance called.
    pub(crate) fn call(&self) -> State {
        let mut cells = self.cells.to_vec();
        cells[1] = 1;
        State::new(cells.into(), None)
    }

    /// The same state, spoilt.
    pub(crate) fn spoilt(&self, note: String) -> State {
        State::new(self.cells.clone(), Some(note.into()))
    }

    /// Writes the state as bytes: the length of the note (0: none), the note, the cells.
    pub(crate) fn pack(&self, out: &mut Vec<u8>) {
        let note = self.note.as_deref().map_or(0, |n| n.len() as u32 + 1);
        out.extend(note.to_le_bytes());
        out.extend(self.note.as_deref().unwrap_or("").bytes());
        out.extend(self.cells.iter().flat_map(|c| c.to_le_bytes()));
    }

    /// The state that was written.
    pub(crate) fn unpack(bytes: &[u8]) -> Option<State> {
        let (head, rest) = bytes.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*head) as usize;
        let (note, rest) = rest.split_at_checked(length.saturating_sub(1))?;
        let note = if length > 0 { Some(std::str::from_utf8(note).ok()?.into()) } else { None };
        let (cells, odd) = rest.as_chunks::<2>();
        let cells = cells.iter().map(|c| u16::from_le_bytes(*c)).collect();
        odd.is_empty().then(|| State::new(cells, note))
    }

    /// The tokens of each zone.
    pub(crate) fn zones(&self) -> impl Iterator<Item = &[u16]> {
        zones(&self.cells)
    }
}

/// The zones of an array of cells.
pub(crate) fn zones(cells: &[u16]) -> impl Iterator<Item = &[u16]> {
    let mut rest = &cells[ZONES_AT.min(cells.len())..];
    std::iter::from_fn(move || {
        let (&n, tail) = rest.split_first()?;
        let (zone, after) = tail.split_at(usize::from(n).min(tail.len()));
        rest = after;
        Some(zone)
    })
}

/// How a zone's term is made around its list.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// `name(args…, List)`.
    Plain(String, Vec<Term>),
    /// `left-name(args…, List)`.
    Dashed(Term, String, Vec<Term>),
}

/// A zone of the table.
#[derive(Clone, Debug)]
pub(crate) struct ZoneInfo {
    /// Its key, e.g. `hand(ann)`.
    pub(crate) key: String,
    pub(crate) shape: Shape,
    /// It lies in another zone, as this token.
    pub(crate) token: Option<u16>,
}

/// A token of the table.
#[derive(Clone, Debug)]
pub(crate) struct TokenInfo {
    pub(crate) key: String,
    pub(crate) term: Term,
    /// A value that may be written and wiped: not conserved.
    pub(crate) marker: bool,
    /// Which hidden tokens it could be taken for.
    pub(crate) class: u16,
    /// The zone that it is.
    pub(crate) zone: Option<u16>,
}

/// Players, zones and tokens by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) players: Vec<String>,
    pub(crate) player_terms: Vec<Term>,
    pub(crate) player_index: Map<String, u16>,
    pub(crate) zones: Vec<ZoneInfo>,
    pub(crate) zone_index: Map<String, u16>,
    pub(crate) tokens: Vec<TokenInfo>,
    pub(crate) token_index: Map<String, u16>,
    pub(crate) classes: Vec<String>,
    /// Quick ways to the numbers.
    pub(crate) swift: Swift,
    /// How many of each token there are.
    pub(crate) counts: Vec<u16>,
    /// Some zone lies in another.
    pub(crate) nested: bool,
    /// Which zones are sets: their tokens are kept in the order of their numbers. Known before the first state is made.
    pub(crate) sets: OnceLock<Box<[bool]>>,
}

/// Terms nested deeper than this are not tokens.
const DEEP: usize = 12;
/// Bytes of the longest key: a term of few cells can be a text of astronomic length where its parts are shared.
const LONG: usize = 4_000;

/// Writes the key of a ground term; false if it is not ground or not plain.
pub(crate) fn key(t: TermRef<'_>, out: &mut String, depth: usize) -> bool {
    if depth > DEEP || out.len() > LONG {
        return false;
    }
    match t.view() {
        View::Int(i) => write!(out, "{i}").is_ok(),
        View::Atom(a) => {
            out.push_str(a);
            true
        }
        View::Str(s) => {
            out.push_str(&s);
            true
        }
        View::Compound(name, 2) if matches!(name, "-" | ":" | "/" | "+" | ">") => {
            let (Some(a), Some(b)) = (t.arg(0), t.arg(1)) else { return false };
            let left = key(a, out, depth + 1);
            out.push_str(name);
            left && key(b, out, depth + 1)
        }
        View::Compound(name, n) => {
            out.push_str(name);
            out.push('(');
            for i in 0..n {
                if i > 0 {
                    out.push(',');
                }
                if !t.arg(i).is_some_and(|a| key(a, out, depth + 1)) {
                    return false;
                }
            }
            out.push(')');
            true
        }
        View::Var(_) | View::Big(_) | View::Float(_) => false,
    }
}

fn is_list(t: TermRef<'_>) -> bool {
    match t.view() {
        View::Atom(a) => a == "[]",
        View::Compound(n, 2) => crate::syntax::is_dot(n),
        _ => false,
    }
}

/// Writes the key of a zone and returns its list.
pub(crate) fn zone_key<'m>(t: TermRef<'m>, out: &mut String) -> Option<TermRef<'m>> {
    let View::Compound(name, n) = t.view() else { return None };
    let last = t.arg(n - 1)?;
    if is_list(last) {
        out.push_str(name);
        for i in 0..n - 1 {
            out.push(if i == 0 { '(' } else { ',' });
            if !key(t.arg(i)?, out, 0) {
                return None;
            }
        }
        if n > 1 {
            out.push(')');
        }
        return Some(last);
    }
    if name == "-" && n == 2 {
        if !key(t.arg(0)?, out, 0) {
            return None;
        }
        out.push('-');
        return zone_key(last, out);
    }
    None
}

impl Tables {
    /// The number of a token, entered if new.
    pub(crate) fn enter(&mut self, key: String, term: Term, marker: bool, class: &str) -> u16 {
        if let Some(&i) = self.token_index.get(&key) {
            self.tokens[usize::from(i)].marker |= marker;
            return i;
        }
        let class = match self.classes.iter().position(|c| c == class) {
            Some(i) => i,
            None => {
                self.classes.push(class.to_string());
                self.classes.len() - 1
            }
        } as u16;
        let i = self.tokens.len() as u16;
        self.token_index.insert(key.clone(), i);
        self.tokens.push(TokenInfo { key, term, marker, class, zone: None });
        i
    }

    /// Whether the order of the tokens of a zone means nothing.
    #[inline]
    pub(crate) fn is_set(&self, zone: usize) -> bool {
        self.sets.get().is_some_and(|sets| sets.get(zone).copied().unwrap_or(false))
    }

    /// Puts the tokens of sets in order; hidden ones too.
    pub(crate) fn settle(&self, cells: &mut [u16]) {
        let Some(sets) = self.sets.get() else { return };
        let mut at = ZONES_AT;
        for &set in sets.iter() {
            let Some(&n) = cells.get(at) else { return };
            let end = (at + 1 + usize::from(n)).min(cells.len());
            if set {
                cells[at + 1..end].sort_unstable();
            }
            at = end;
        }
    }

    /// A state as the term `state(Player, Zones)`.
    pub(crate) fn term(&self, m: &mut Machine, known: &mut ZoneTerms, s: &State) -> Term {
        let mut list = Vec::with_capacity(self.zones.len());
        if self.nested {
            let held: Vec<&[u16]> = s.zones().collect();
            let outer = (0..self.zones.len()).filter(|&z| self.zones[z].token.is_none());
            list.extend(outer.map(|z| self.deep_term(m, &held, z)));
        } else {
            for (z, (info, tokens)) in self.zones.iter().zip(s.zones()).enumerate() {
                list.push(known.get(z, tokens, || self.zone_term(m, info, tokens)));
            }
        }
        let list = m.list(&list);
        m.compound("state", &[self.player_terms[s.player()].clone(), list])
    }

    /// A zone with the zones that lie in it.
    fn deep_term(&self, m: &mut Machine, held: &[&[u16]], zone: usize) -> Term {
        let mut terms = Vec::with_capacity(held[zone].len());
        for &t in held[zone] {
            let token = &self.tokens[usize::from(t)];
            terms.push(match token.zone {
                Some(inner) => self.deep_term(m, held, usize::from(inner)),
                None => token.term.clone(),
            });
        }
        self.around(m, &self.zones[zone], &terms)
    }

    fn zone_term(&self, m: &mut Machine, info: &ZoneInfo, tokens: &[u16]) -> Term {
        let held: Vec<Term> = tokens.iter().map(|&t| self.tokens[usize::from(t)].term.clone()).collect();
        self.around(m, info, &held)
    }

    /// The term of a zone that holds these.
    fn around(&self, m: &mut Machine, info: &ZoneInfo, held: &[Term]) -> Term {
        let content = m.list(held);
        match &info.shape {
            Shape::Plain(name, args) => {
                let mut args = args.clone();
                args.push(content);
                m.compound(name, &args)
            }
            Shape::Dashed(left, name, args) => {
                let mut args = args.clone();
                args.push(content);
                let inner = m.compound(name, &args);
                m.compound("-", &[left.clone(), inner])
            }
        }
    }

    /// A term `state(Player, Zones)` as a state.
    pub(crate) fn read(&self, t: TermRef<'_>, buf: &mut String, work: &mut Work) -> Result<State, String> {
        let (View::Compound("state", 2), Some(p), Some(zones)) = (t.view(), t.arg(0), t.arg(1)) else {
            return Err(format!("`{t}` is not a state(Player, Zones)"));
        };
        buf.clear();
        key(p, buf, 0);
        let Some(&player) = self.player_index.get(buf.as_str()) else {
            return Err(format!("`{p}` is not a player"));
        };
        work.at.clear();
        work.at.resize(self.zones.len(), (u32::MAX, 0));
        work.tokens.clear();
        let mut rest = zones;
        let mut inner = Vec::new();
        loop {
            match rest.view() {
                View::Atom("[]") => break,
                View::Compound(n, 2) if crate::syntax::is_dot(n) => {}
                _ => return Err(format!("the zones end with `{rest}`, not with a list")),
            }
            let (Some(zone), Some(tail)) = (rest.arg(0), rest.arg(1)) else { break };
            let (z, list) = self.zone_of(zone, buf)?;
            if self.zones[usize::from(z)].token.is_some() {
                return Err(format!("the zone `{}` lies in no zone", self.zones[usize::from(z)].key));
            }
            self.read_list(z, list, buf, work, &mut inner)?;
            rest = tail;
        }
        while let Some((z, list)) = inner.pop() {
            self.read_list(z, list, buf, work, &mut inner)?;
        }
        if let Some(i) = work.at.iter().position(|a| a.0 == u32::MAX) {
            return Err(format!("the zone `{}` is lost", self.zones[i].key));
        }
        work.cells.clear();
        work.cells.extend([player, 0]);
        for &(from, n) in &work.at {
            work.cells.push(n as u16);
            work.cells.extend_from_slice(&work.tokens[from as usize..(from + n) as usize]);
        }
        self.settle(&mut work.cells);
        Ok(State::new(work.cells.as_slice().into(), None))
    }

    /// The number of a zone and its list.
    fn zone_of<'m>(&self, zone: TermRef<'m>, buf: &mut String) -> Result<(u16, TermRef<'m>), String> {
        if let Some(found) = self.swift.zone(zone) {
            return Ok(found);
        }
        buf.clear();
        let Some(list) = zone_key(zone, buf) else { return Err(format!("`{zone}` is not a zone")) };
        let Some(&z) = self.zone_index.get(buf.as_str()) else {
            return Err(format!("there is no zone `{buf}`"));
        };
        Ok((z, list))
    }

    /// Reads the tokens of a zone; zones among them are put aside to be read later.
    fn read_list<'m>(
        &self,
        z: u16,
        mut list: TermRef<'m>,
        buf: &mut String,
        work: &mut Work,
        inner: &mut Vec<(u16, TermRef<'m>)>,
    ) -> Result<(), String> {
        let from = work.tokens.len() as u32;
        loop {
            match list.view() {
                View::Atom("[]") => break,
                View::Compound(n, 2) if crate::syntax::is_dot(n) => {}
                _ => {
                    return Err(format!("the tokens of `{}` are not a list", self.zones[usize::from(z)].key));
                }
            }
            let (Some(t), Some(tail)) = (list.arg(0), list.arg(1)) else { break };
            let zone = if self.nested { self.zone_of(t, buf).ok() } else { None };
            if let Some((z, held)) = zone
                && let Some(token) = self.zones[usize::from(z)].token
            {
                inner.push((z, held));
                work.tokens.push(token);
                list = tail;
                continue;
            }
            match self.swift.token(t).or_else(|| self.token_by_text(t, buf)) {
                Some(i) => work.tokens.push(i),
                None => {
                    let zone = &self.zones[usize::from(z)].key;
                    return Err(format!("the token `{t}` in zone `{zone}` is invented"));
                }
            }
            if work.tokens.len() > 60_000 {
                return Err("too many tokens".into());
            }
            list = tail;
        }
        let slot = &mut work.at[usize::from(z)];
        if slot.0 != u32::MAX {
            return Err(format!("the zone `{}` is there twice", self.zones[usize::from(z)].key));
        }
        *slot = (from, work.tokens.len() as u32 - from);
        Ok(())
    }

    fn token_by_text(&self, t: TermRef<'_>, buf: &mut String) -> Option<u16> {
        buf.clear();
        key(t, buf, 0).then(|| self.token_index.get(buf.as_str()).copied()).flatten()
    }

    /// What is wrong with the tokens of a state: some lost, some doubled.
    pub(crate) fn audit(&self, s: &State, work: &mut Work) -> Option<String> {
        work.counts.clear();
        work.counts.resize(self.tokens.len(), 0);
        for &t in s.zones().flatten() {
            work.counts[usize::from(t)] += 1;
        }
        let odd =
            (0..self.tokens.len()).find(|&i| !self.tokens[i].marker && work.counts[i] != self.counts[i])?;
        let key = &self.tokens[odd].key;
        Some(match (work.counts[odd], self.counts[odd]) {
            (0, _) => format!("the token `{key}` is lost"),
            (n, 1) => format!("the token `{key}` is in {n} places at once"),
            (n, m) if n < m => {
                format!("{} of {m} tokens `{key}` {} lost", m - n, if m - n == 1 { "is" } else { "are" })
            }
            (n, m) => format!("there are {n} tokens `{key}` where {m} were"),
        })
    }

    /// The tokens of a zone as text.
    pub(crate) fn token(&self, t: u16) -> &str {
        self.tokens.get(usize::from(t)).map_or("?", |i| &i.key)
    }
}

/// Memory to reuse.
#[derive(Default)]
pub(crate) struct Work {
    at: Vec<(u32, u32)>,
    tokens: Vec<u16>,
    cells: Vec<u16>,
    counts: Vec<u16>,
}
