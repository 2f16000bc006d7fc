//! Pieces of the rules that almost always come to nothing (no four in a row here, nothing to capture there) are not asked
//! while they certainly do. For such a piece conditions are worked out from its tree that hold in every state in which it
//! comes to something; each is a few cells with the values they must have. While the play goes on every condition waits for one of its cells that
//! has not its value (as clauses are watched by solvers of satisfiability): a move touches only conditions that wait for a cell
//! it changes. Only a piece with a condition that holds is asked.
//!
//! Conditions may hold too often, never too seldom: where a tree has not grown yet is something, too, and to drop a cell from
//! a condition is always allowed.

use super::board::Board;
use super::memory::{CALL, CELL, GATHER, GIVE, LEAF, Memory, READ};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The values a cell may have in a condition: a bit for each, the last one for all larger values.
type Lit = (u32, u64);
/// A condition.
type Term = Vec<Lit>;
/// The conditions of a piece, and those that never came to hold so far.
type Terms = (Vec<Term>, Vec<Term>);

/// Questions after which conditions are worked out for the first time; then after twice as many, and so on.
const FIRST: u64 = 512;
/// Not more often than so many times.
const TIMES: u32 = 16;
/// How many times a piece comes to nothing for each time it does not, at least: to listen to others costs more than it saves.
const OFTEN: u32 = 32;
/// Pieces listened to; with more of them (the fields of Reversi) it costs more than it saves.
const PIECES: usize = 48;
/// Conditions of one piece that may come to hold.
const MOST: usize = 20;
/// Nodes of trees looked at for one piece, and ways kept.
const VISITS: u32 = 20_000;
const WAYS: usize = 3_000;
/// Nodes looked at to see which pieces questions ask.
const ROOTS: u32 = 1_000_000;
/// Pieces that ask pieces.
const DEEP: u32 = 6;

/// The bit of a value.
#[inline]
fn class(value: u16) -> u64 {
    1 << value.min(63)
}

/// Of a piece to which nobody listens: it is always asked.
pub(crate) const OPEN: u32 = u32::MAX;

/// A cell with values it may have in conditions, and the conditions that wait for it to have one of them.
struct Wish {
    cell: u32,
    values: u64,
    waiting: Vec<u32>,
}

/// The conditions of all pieces. One that does not hold waits for one of its cells that lacks its value; only when that cell
/// gets it is another one looked for. One that held is looked at again when its piece is asked.
#[derive(Default)]
pub(crate) struct Alarms {
    /// By cell: where its wishes begin and end.
    cells: Vec<(u32, u32)>,
    wishes: Vec<Wish>,
    /// Of each condition: its piece, and where its wishes begin and end in `parts`.
    terms: Vec<(u32, u32, u32)>,
    parts: Vec<u32>,
    /// The conditions of each piece that held when they were looked at last.
    holding: Vec<Vec<u32>>,
    /// The row of each piece, and how many pieces of each row have conditions that held.
    row: Vec<u32>,
    rows: Vec<u32>,
    /// The values that cells have had.
    seen: Vec<u64>,
    next: u64,
    times: u32,
}

/// No row.
const ALONE: u32 = u32::MAX;

impl Alarms {
    /// No conditions yet, after so many questions.
    pub(crate) fn later(asked: u64) -> Alarms {
        Alarms { next: asked + FIRST, ..Alarms::default() }
    }

    /// Takes notice of what changed on the board.
    pub(crate) fn hear(&mut self, board: &mut Board, raised: &mut [u32]) {
        if self.seen.is_empty() {
            self.seen = board.cells.iter().map(|&v| class(v)).collect();
        }
        for i in 0..board.log.len() {
            let cell = board.log[i] as usize;
            let now = class(board.cells[cell]);
            self.seen[cell] |= now;
            let Some(&(from, to)) = self.cells.get(cell) else { continue };
            for w in from..to {
                let wish = &mut self.wishes[w as usize];
                if wish.values & now == 0 || wish.waiting.is_empty() {
                    continue;
                }
                let mut waiting = std::mem::take(&mut wish.waiting);
                for &term in &waiting {
                    self.wait(board, raised, term);
                }
                waiting.clear();
                self.wishes[w as usize].waiting = waiting;
            }
        }
        board.log.clear();
    }

    /// A wish of a condition that is not fulfilled.
    #[inline]
    fn lacks(&self, board: &Board, term: u32) -> Option<u32> {
        let (_, from, to) = self.terms[term as usize];
        let parts = &self.parts[from as usize..to as usize];
        parts.iter().copied().find(|&w| {
            let wish = &self.wishes[w as usize];
            wish.values & class(board.cells[wish.cell as usize]) == 0
        })
    }

    /// Lets a condition wait, or its piece be asked.
    fn wait(&mut self, board: &Board, raised: &mut [u32], term: u32) {
        match self.lacks(board, term) {
            Some(w) => self.wishes[w as usize].waiting.push(term),
            None => {
                let piece = self.terms[term as usize].0 as usize;
                self.holding[piece].push(term);
                raised[piece] += 1;
                if raised[piece] == 1 && self.row[piece] != ALONE {
                    self.rows[self.row[piece] as usize] += 1;
                }
            }
        }
    }

    /// Looks at the conditions of a piece again that held.
    pub(crate) fn settle(&mut self, board: &Board, raised: &mut [u32], piece: usize) {
        let mut holding = std::mem::take(&mut self.holding[piece]);
        holding.retain(|&term| match self.lacks(board, term) {
            Some(w) => {
                self.wishes[w as usize].waiting.push(term);
                false
            }
            None => true,
        });
        raised[piece] = holding.len() as u32;
        if holding.is_empty() && self.row[piece] != ALONE {
            self.rows[self.row[piece] as usize] -= 1;
        }
        self.holding[piece] = holding;
    }

    /// Whether all pieces of a row certainly come to nothing.
    #[inline]
    pub(crate) fn calm(&self, row: u32) -> bool {
        self.rows[row as usize] == 0
    }

    /// Whether conditions are to be worked out now.
    #[inline]
    pub(crate) fn due(&self, asked: u64) -> bool {
        asked >= self.next && self.times < TIMES
    }

    /// Takes conditions of pieces.
    fn enter(&mut self, board: &Board, raised: &mut [u32], terms: &[(u32, Term)]) {
        let lits: BTreeSet<Lit> = terms.iter().flat_map(|(_, t)| t.iter().copied()).collect();
        let mut number = HashMap::new();
        self.cells = vec![(0, 0); board.cells.len()];
        for (cell, values) in lits {
            let n = self.wishes.len() as u32;
            let range = &mut self.cells[cell as usize];
            range.0 = if range.1 == 0 { n } else { range.0 };
            range.1 = n + 1;
            number.insert((cell, values), n);
            self.wishes.push(Wish { cell, values, waiting: Vec::new() });
        }
        self.holding = vec![Vec::new(); raised.len()];
        for (piece, term) in terms {
            let from = self.parts.len() as u32;
            // The last cell of a way is the least likely one to have its value.
            self.parts.extend(term.iter().rev().map(|l| number[l]));
            self.terms.push((*piece, from, self.parts.len() as u32));
            self.wait(board, raised, self.terms.len() as u32 - 1);
        }
    }
}

/// What is found in the tree of a piece.
#[derive(Default)]
struct Ways {
    /// The ways to something.
    loud: Vec<Term>,
    /// What all ways to an unknown value of a cell have in common, with that value.
    unknown: BTreeMap<Lit, Term>,
    /// What all ways to another piece have in common.
    asked: BTreeMap<u32, Term>,
}

/// What is known while conditions are worked out.
struct Known {
    /// The conditions of each piece, and those that never came to hold so far.
    terms: HashMap<u32, Option<Terms>>,
    /// Nodes that may still be looked at.
    visits: u32,
}

impl Memory {
    /// Works out the conditions of the pieces that questions ask and that mostly come to nothing.
    pub(crate) fn listen(&mut self, board: &Board) {
        let times = self.alarms.times + 1;
        let lately = FIRST << (times - 1);
        let watched: HashSet<u32> = self.alarms.terms.iter().map(|t| t.0).collect();
        let mut seen = std::mem::take(&mut self.alarms.seen);
        seen.iter_mut().zip(&board.cells).for_each(|(seen, &v)| *seen |= class(v));
        self.alarms = Alarms { next: self.asked + (FIRST << times), times, seen, ..Alarms::default() };
        self.raised.fill(OPEN);
        self.leads.clear();
        let mut pieces: Vec<u32> = Vec::new();
        let mut visits = ROOTS;
        for &root in &self.roots {
            if root > 0 {
                self.children(board, self.first(root - 1), &mut pieces, &mut visits);
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        pieces.retain(|&piece| {
            let [nothing, something] = self.tallies[piece as usize];
            let often = u64::from(nothing) >= lately / 200 || watched.contains(&piece);
            often && nothing >= OFTEN * something
        });
        if pieces.len() > PIECES {
            pieces.clear();
        }
        let mut all = Vec::new();
        let mut known = Known { terms: HashMap::new(), visits: 0 };
        for piece in pieces {
            known.visits = VISITS;
            let terms = self.terms(board, piece, DEEP, &mut known);
            let Some(terms) = terms.and_then(|(terms, rare)| Some((few(terms)?, rare))) else { continue };
            self.raised[piece as usize] = 0;
            all.extend(terms.0.into_iter().chain(terms.1).map(|t| (piece, t)));
        }
        self.tallies.fill([0; 2]);
        self.alarms.row = vec![ALONE; self.pieces.len()];
        self.rows();
        self.alarms.enter(board, &mut self.raised, &all);
    }

    /// Finds the pieces in a row, to which somebody listens, that questions begin with: they are passed over together.
    fn rows(&mut self) {
        for i in 0..self.roots.len() {
            let Some(root) = self.roots[i].checked_sub(1) else { continue };
            let (mut slot, row) = (self.slot(root), self.alarms.rows.len() as u32);
            let mut many = 0;
            loop {
                let next = self.words[slot as usize];
                if next == 0 || next & LEAF != 0 || self.words[next as usize] & 7 != CALL {
                    break;
                }
                let piece = (self.words[next as usize] >> 3) as usize;
                if self.raised[piece] == OPEN || self.alarms.row[piece] != ALONE {
                    break;
                }
                self.alarms.row[piece] = row;
                slot = next + 1;
                many += 1;
            }
            if many > 0 {
                self.alarms.rows.push(0);
                self.leads.resize(self.leads.len().max(root as usize + 1), None);
                self.leads[root as usize] = Some((row, slot));
            }
        }
    }

    /// The pieces a tree asks.
    fn children(&self, board: &Board, next: u32, out: &mut Vec<u32>, visits: &mut u32) {
        let mut open = vec![next];
        while let Some(next) = open.pop() {
            if next == 0 || next & LEAF != 0 || *visits == 0 {
                continue;
            }
            *visits -= 1;
            let at = next as usize;
            let (kind, number) = (self.words[at] & 7, self.words[at] >> 3);
            match kind {
                READ => open.extend_from_slice(self.values_of(at, board)),
                CALL => {
                    out.push(number);
                    open.extend([self.words[at + 1], self.words[at + 3], self.words[at + 5]]);
                }
                _ => open.push(self.words[at + 1]),
            }
        }
    }

    /// Conditions of which one holds in every state in which a piece comes to something, and those that never came to hold so
    /// far; none if there is no telling.
    fn terms(&self, board: &Board, piece: u32, deep: u32, known: &mut Known) -> Option<Terms> {
        if let Some(terms) = known.terms.get(&piece) {
            return terms.clone();
        }
        let terms = self.worked_out(board, piece, deep, known);
        known.terms.insert(piece, terms.clone());
        terms
    }

    fn worked_out(&self, board: &Board, piece: u32, deep: u32, known: &mut Known) -> Option<Terms> {
        let deep = deep.checked_sub(1)?;
        let mut ways = Ways::default();
        self.ways(board, self.first(piece), &mut ways, &mut known.visits)?;
        let mut terms = merged(ways.loud);
        for t in &mut terms {
            sparing(t, &self.alarms.seen, true);
        }
        let mut rare = Vec::new();
        for ((cell, value), common) in ways.unknown {
            match self.alarms.seen[cell as usize] & value != 0 {
                true => terms.push(with(&common, &[(cell, value)])?),
                false => rare.push(vec![(cell, value)]),
            }
        }
        for (other, mut common) in ways.asked {
            sparing(&mut common, &self.alarms.seen, false);
            match self.terms(board, other, deep, known) {
                // What cannot hold together never holds.
                Some((more, never)) => {
                    terms.extend(more.iter().filter_map(|t| with(&common, t)));
                    rare.extend(never);
                }
                None => terms.push(common),
            }
        }
        rare.sort_unstable();
        rare.dedup();
        let terms = least(terms);
        (terms.iter().all(|t| !t.is_empty() && t.len() < 200) && terms.len() < WAYS && rare.len() < WAYS)
            .then_some((terms, rare))
    }

    /// The ways through a tree.
    fn ways(&self, board: &Board, first: u32, out: &mut Ways, visits: &mut u32) -> Option<()> {
        let mut open = vec![(first, Term::new())];
        while let Some((next, path)) = open.pop() {
            *visits = visits.checked_sub(1)?;
            if next == 0 {
                // Where the tree of a piece has not begun there is no telling.
                let &last = path.last()?;
                let common = &path[..path.len() - 1];
                let entry = out.unknown.entry(last).or_insert_with(|| common.to_vec());
                shared(entry, common);
                continue;
            }
            if next & LEAF != 0 {
                if next != LEAF {
                    out.loud.push(path);
                }
                continue;
            }
            let at = next as usize;
            let (kind, number) = (self.words[at] & 7, self.words[at] >> 3);
            if out.loud.len() > WAYS {
                return None;
            }
            match kind {
                READ => {
                    let cell = (number as usize & CELL) as u32;
                    // Values with which the tree goes on alike are one way.
                    let mut to: BTreeMap<u32, u64> = BTreeMap::new();
                    for (v, &way) in self.values_of(at, board).iter().enumerate() {
                        let bit = class(v as u16);
                        if way == 0 {
                            open.push((0, way_with(&path, cell, bit)));
                        } else {
                            *to.entry(way).or_default() |= bit;
                        }
                    }
                    for (way, bits) in to {
                        open.push((way, way_with(&path, cell, bits)));
                    }
                }
                GIVE => out.loud.push(path),
                CALL | GATHER => {
                    self.asks(out, number, &path);
                    open.push((self.words[at + 1], path));
                }
                _ => {
                    for &piece in &self.sums[number as usize] {
                        self.asks(out, piece, &path);
                    }
                    open.push((self.words[at + 1], path));
                }
            }
        }
        Some(())
    }

    fn asks(&self, out: &mut Ways, piece: u32, path: &Term) {
        let entry = out.asked.entry(piece).or_insert_with(|| path.clone());
        shared(entry, path);
    }
}

fn way_with(path: &Term, cell: u32, bits: u64) -> Term {
    let mut path = path.clone();
    path.push((cell, bits));
    path
}

/// Keeps of a condition what another one has as well.
fn shared(term: &mut Term, other: &[Lit]) {
    term.retain_mut(|(cell, values)| match other.iter().find(|l| l.0 == *cell) {
        Some(&(_, more)) => {
            *values |= more;
            true
        }
        None => false,
    });
}

/// Both conditions together; none if they contradict each other.
fn with(a: &[Lit], b: &[Lit]) -> Option<Term> {
    let mut out = a.to_vec();
    for &(cell, values) in b {
        match out.iter_mut().find(|l| l.0 == cell) {
            Some(l) => {
                l.1 &= values;
                // The last bit stands for many values, which may differ.
                if l.1 == 0 {
                    return None;
                }
            }
            None => out.push((cell, values)),
        }
    }
    Some(out)
}

/// Values as tokens: whether one is alone in its zone does not matter here.
fn tokens(values: u64) -> u64 {
    let odd = values & 0xAAAA_AAAA_AAAA_AAAA;
    let even = values & !0xAAAA_AAAA_AAAA_AAAA & !1;
    values & 1 | odd | even >> 1
}

/// Drops cells of which most values will do; where something has to be left, only if it is.
fn sparing(term: &mut Term, seen: &[u64], left: bool) {
    let much = |&(cell, values): &Lit| {
        let (values, all) = (tokens(values), tokens(seen[cell as usize]));
        2 * (values & all).count_ones() > all.count_ones() && all != 0
    };
    if !left || !term.iter().all(much) {
        term.retain(|l| !much(l));
    }
}

/// Puts conditions together that differ in the values of one cell only.
fn merged(mut terms: Vec<Term>) -> Vec<Term> {
    loop {
        let before = terms.len();
        let longest = terms.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..longest {
            // All but the values at one place.
            let mut by: BTreeMap<(Term, u32), u64> = BTreeMap::new();
            let mut short = Vec::new();
            for mut t in terms {
                if i < t.len() {
                    let (cell, values) = t[i];
                    t[i].1 = 0;
                    *by.entry((t, cell)).or_default() |= values;
                } else {
                    short.push(t);
                }
            }
            short.extend(by.into_iter().map(|((mut t, _), values)| {
                t[i].1 = values;
                t
            }));
            terms = short;
        }
        if terms.len() == before {
            return terms;
        }
    }
}

/// Whether the first condition holds wherever the second one does.
fn covers(a: &Term, b: &Term) -> bool {
    a.len() <= b.len() && a.iter().all(|&(cell, v)| b.iter().any(|&(c, w)| c == cell && w & !v == 0))
}

/// Leaves out conditions that hold only where others do.
fn least(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    terms.dedup();
    if terms.len() > 8 * MOST {
        return terms;
    }
    let mut out: Vec<Term> = Vec::with_capacity(terms.len());
    for t in terms {
        if !out.iter().any(|o| covers(o, &t)) {
            out.push(t);
        }
    }
    out
}

/// Shortens conditions until there are few of them; none if that does not help.
fn few(mut terms: Vec<Term>) -> Option<Vec<Term>> {
    let mut long = terms.iter().map(Vec::len).max().unwrap_or(0);
    loop {
        terms = least(terms);
        if terms.len() <= MOST {
            return Some(terms);
        }
        long -= 1;
        if long == 0 {
            return None;
        }
        terms.iter_mut().for_each(|t| t.truncate(long));
    }
}
