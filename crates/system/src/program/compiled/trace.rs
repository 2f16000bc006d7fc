//! Runs a piece of the rules over a board and writes down which cells it reads, so that the next time the cells are
//! followed instead ([`super::memory`]). The semantics are those of [`super::exec`], which the tests hold them to; the
//! difference is that a list is the unread rest of a zone until something asks for its elements.

use super::Code;
use super::board::{Act, Board, Change, Late, token, value};
use super::desk::Desk;
use super::emit::NO_LABEL;
use super::exec::{Flow, NEXT};
use super::flat::{Flat, Forest, Id};
use super::leaf::{Label, Out, Piece, Text};
use super::memory::{Answer, CALL, GATHER, GIVE, LATE, LEAF, MISS, Memory, READ, SUM, Seen, elements, pair};
use super::node::Op;
use super::rows::ROW;
use super::word::{Reg, Val, Word};
use crate::program::tables::Tables;
use logic::Machine;
use std::sync::Arc;

/// Why a run ends without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The logic machine has to do this state.
    Bail,
    /// Collected values have to be known here.
    Exact,
    /// This is too large for one tree.
    Large,
}

/// The outcome of a step.
pub(crate) type Took = Result<bool, Stop>;

/// Nodes visited in one run.
const FUEL: u32 = 400_000;
/// Cells read on a way through a tree that asks no other piece, and nodes visited on it.
const CELLS: usize = 8;
const VISITS: u32 = 3_000;
/// Ways through such a tree.
const WAYS: u32 = 300;
/// Pieces and nodes open at once: each has a part of the stack.
const DEEP: u32 = 600;

/// Everything at hand.
pub(crate) struct Tracer<'a> {
    pub(crate) code: &'a Code,
    pub(crate) forest: &'a Forest,
    pub(crate) tables: &'a Tables,
    pub(crate) machine: &'a mut Machine,
    pub(crate) desk: &'a mut Desk,
    pub(crate) memory: &'a mut Memory,
    pub(crate) board: &'a Board,
    pub(crate) fuel: u32,
    pub(crate) deep: u32,
}

/// One run of a piece.
pub(crate) struct Run {
    piece: u32,
    /// Where the next node of the tree is or will be named.
    slot: u32,
    pub(crate) regs: Vec<Seen>,
    /// Cells read on this way.
    known: Vec<(u32, u16)>,
    stack: Vec<Seen>,
    answers: u32,
    /// Answers are counted: nothing may be left to another piece.
    whole: u32,
    /// Everything is one tree: no other piece is asked.
    joined: bool,
    /// The fuel at which that is given up.
    least: u32,
    /// More was done than asking pieces one by one.
    own: bool,
    /// Collected values are all known.
    exact: bool,
    /// The pieces whose values are not.
    late: Option<u32>,
}

impl<'a> Tracer<'a> {
    pub(crate) fn new(
        code: &'a Code,
        forest: &'a Forest,
        tables: &'a Tables,
        machine: &'a mut Machine,
        desk: &'a mut Desk,
        memory: &'a mut Memory,
        board: &'a Board,
    ) -> Tracer<'a> {
        Tracer { code, forest, tables, machine, desk, memory, board, fuel: FUEL, deep: 0 }
    }

    /// Answers a question: the answers are then in the memory.
    pub(crate) fn ask(&mut self, piece: u32) -> Result<(), Stop> {
        self.memory.given.clear();
        self.answer(piece).map(|_| ())
    }

    /// What a piece comes to.
    fn answer(&mut self, piece: u32) -> Result<u32, Stop> {
        self.memory.asked += 1;
        let before = self.memory.given.len();
        let end = self.memory.follow(self.board, piece);
        if end != MISS {
            return Ok(end);
        }
        self.memory.given.truncate(before);
        self.climb(piece)
    }

    /// Follows a tree and lets the trees of the pieces it asks grow where they have to.
    fn climb(&mut self, piece: u32) -> Result<u32, Stop> {
        self.deep += 1;
        if self.deep > DEEP {
            return Err(Stop::Bail);
        }
        let before = self.memory.given.len();
        let mut next = self.memory.first(piece);
        while next != 0 {
            if next & LEAF != 0 {
                self.deep -= 1;
                return Ok(next & !LEAF);
            }
            let at = next as usize;
            let word = self.memory.words[at];
            let number = word >> 3;
            next = match word & 7 {
                READ => self.memory.words[at + 1 + usize::from(self.board.cells[number as usize])],
                GIVE => {
                    self.memory.given.push(number);
                    self.memory.words[at + 1]
                }
                CALL => {
                    let flow = self.answer(number)?;
                    self.memory.flow(at, flow)
                }
                GATHER => match self.answer(number)? {
                    0 => self.memory.words[at + 1],
                    outcome => self.memory.other(at, outcome),
                },
                kind => {
                    let pieces = self.memory.sums[number as usize].clone();
                    match self.sums(&pieces)? {
                        (0, _) => self.memory.words[at + 1],
                        (values, Some(elements)) if kind == LATE => {
                            self.memory.other(at, pair(values, elements))
                        }
                        (values, _) if kind == SUM => self.memory.other(at, values),
                        _ => 0,
                    }
                }
            };
        }
        self.memory.given.truncate(before);
        let deep = self.deep;
        let end = loop {
            let end = self.grow(piece);
            let again = match end {
                Err(Stop::Exact) => self.memory.exact.insert(piece),
                Err(Stop::Large) => self.memory.split.insert(piece),
                _ => false,
            };
            if !again {
                break end;
            }
            // The tree begins anew.
            self.deep = deep;
            self.memory.given.truncate(before);
            let slot = self.memory.slot(piece);
            self.memory.words[slot as usize] = 0;
        };
        self.deep -= 1;
        end
    }

    /// How many values pieces have, and how many elements are in them if they are lists.
    fn sums(&mut self, pieces: &[u32]) -> Result<(u32, Option<u32>), Stop> {
        let (mut values, mut all) = (0, Some(0));
        for &piece in pieces {
            let outcome = self.answer(piece)?;
            let outcome = &self.memory.outcomes[outcome as usize];
            values += outcome.1.len() as u32;
            all = all.zip(elements(outcome)).map(|(a, b)| a + b);
        }
        Ok((values, all))
    }

    /// Whether all choices of a piece are one tree: it is about one zone, and the tree has not become too large.
    fn one_tree(&self, piece: u32) -> bool {
        let node = self.memory.pieces[piece as usize].node;
        self.forest.about[node as usize].zones.len() < 2 && !self.memory.split.contains(&piece)
    }

    /// Runs a piece and lets its tree grow.
    fn grow(&mut self, number: u32) -> Result<u32, Stop> {
        self.memory.runs += 1;
        let joined = self.one_tree(number);
        let piece = &mut self.memory.pieces[number as usize];
        piece.grown += 1;
        if joined && piece.grown > WAYS {
            return Err(Stop::Large);
        }
        let piece = piece.clone();
        let mut regs = vec![Seen::NIL; usize::from(self.code.regs) + 1];
        for (z, reg) in regs.iter_mut().enumerate().take(self.board.zones) {
            *reg = Seen::Rest((z as u16, 0));
        }
        for (r, v) in piece.given.iter() {
            regs[usize::from(*r)] = v.clone();
        }
        let mut run = Run {
            piece: number,
            slot: self.memory.slot(number),
            regs,
            known: Vec::new(),
            stack: Vec::new(),
            answers: 0,
            whole: 0,
            joined,
            least: self.fuel.saturating_sub(VISITS),
            own: false,
            exact: self.memory.exact.contains(&number),
            late: None,
        };
        let deep = self.deep;
        let flow = self.exec(&mut run, piece.node)?;
        self.deep = deep;
        let flow = if flow == NEXT { 0 } else { flow + 1 };
        let end = match self.forest.about[piece.node as usize].gathered {
            true => self.memory.outcome((flow, run.stack.into())),
            false => flow,
        };
        debug_assert!(end & LEAF == 0, "too many outcomes");
        run.own |= !run.known.is_empty();
        self.memory.pieces[number as usize].own |= run.own;
        self.memory.words[run.slot as usize] = LEAF | end;
        Ok(end)
    }

    /// The node that is named here, made if it is new.
    fn node(&mut self, slot: &mut u32, word: u32, size: usize) -> usize {
        let at = match self.memory.words[*slot as usize] {
            0 => {
                let at = self.memory.alloc(size);
                self.memory.words[at as usize] = word;
                self.memory.words[*slot as usize] = at;
                at
            }
            at => at,
        };
        debug_assert_eq!(self.memory.words[at as usize], word, "a run of the rules went another way");
        *slot = at + 1;
        at as usize
    }

    /// The way on for a rare outcome.
    fn other(&mut self, at: usize, which: u32) -> u32 {
        let key = (at as u32, which);
        match self.memory.more.get(&key) {
            Some(&slot) => slot,
            None => {
                let slot = self.memory.alloc(1);
                self.memory.more.insert(key, slot);
                slot
            }
        }
    }

    /// Reads a cell.
    pub(crate) fn read(&mut self, run: &mut Run, cell: u32) -> Result<u16, Stop> {
        if let Some(&(_, v)) = run.known.iter().find(|k| k.0 == cell) {
            return Ok(v);
        }
        if run.joined && run.known.len() >= CELLS {
            return Err(Stop::Large);
        }
        self.memory.may_read(run.piece, self.board.bit(cell));
        let at = self.node(&mut run.slot, READ | cell << 3, 1 + self.board.values(cell));
        let v = self.board.cells[cell as usize];
        run.slot = at as u32 + 1 + u32::from(v);
        run.known.push((cell, v));
        Ok(v)
    }

    /// The token at a place of a zone, and whether it is the last one.
    pub(crate) fn place(
        &mut self,
        run: &mut Run,
        zone: u16,
        place: usize,
    ) -> Result<Option<(Word, bool)>, Stop> {
        let Some(cell) = self.board.cell(zone, place) else { return Ok(None) };
        let there = token(self.read(run, cell)?);
        Ok(there.map(|(t, last)| (self.code.token_words[usize::from(t)], last)))
    }

    /// Runs a node, as a piece of its own where that is possible.
    fn part(&mut self, run: &mut Run, id: Id) -> Result<Flow, Stop> {
        let about = &self.forest.about[id as usize];
        if about.plain || !about.alone || run.whole > 0 || run.joined {
            return self.exec(run, id);
        }
        let given = about.free.iter().map(|&r| (r, run.regs[usize::from(r)].clone())).collect();
        if run.late.is_some() && about.free.iter().any(|&r| late(&run.regs[usize::from(r)])) {
            return Err(Stop::Exact);
        }
        let piece = self.memory.piece(id, given);
        if self.memory.inlined.contains(&piece) {
            return self.exec(run, id);
        }
        let before = self.memory.given.len();
        let end = self.answer(piece)?;
        let known = &self.memory.pieces[piece as usize];
        let alone = !known.asked && !known.own;
        if alone && !self.one_tree(piece) {
            // It would only stand between this tree and those it asks.
            self.memory.inlined.insert(piece);
            self.memory.given.truncate(before);
            return self.exec(run, id);
        }
        self.memory.pieces[piece as usize].asked = true;
        // What reads nothing is always the same: nothing has to be asked.
        let asked = self.memory.first(piece) & LEAF == 0;
        self.memory.may_ask(run.piece, piece);
        if about.gathered {
            if asked {
                let at = self.node(&mut run.slot, GATHER | piece << 3, 2);
                run.slot = if end == 0 { at as u32 + 1 } else { self.other(at, end) };
            }
            let (flow, values) = &self.memory.outcomes[end as usize];
            run.stack.extend(values.iter().cloned());
            return Ok(if *flow == 0 { NEXT } else { flow - 1 });
        }
        if !asked {
            return Ok(if end == 0 { NEXT } else { end - 1 });
        }
        let at = self.node(&mut run.slot, CALL | piece << 3, 1 + ROW);
        if end == 0 {
            run.slot = at as u32 + 1;
            return Ok(NEXT);
        }
        let flow = end;
        let way =
            [at + 2, at + 4].into_iter().find(|&w| matches!(self.memory.words[w], f if f == 0 || f == flow));
        let Some(way) = way else { return Err(Stop::Bail) };
        self.memory.words[way] = flow;
        run.slot = way as u32 + 1;
        Ok(flow - 1)
    }

    pub(crate) fn exec(&mut self, run: &mut Run, id: Id) -> Result<Flow, Stop> {
        self.deep += 1;
        if self.deep > DEEP {
            return Err(Stop::Bail);
        }
        let flow = self.walk(run, id)?;
        self.deep -= 1;
        Ok(flow)
    }

    fn walk(&mut self, run: &mut Run, id: Id) -> Result<Flow, Stop> {
        let forest = self.forest;
        let mut id = id;
        loop {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Bail)?;
            if run.joined && self.fuel < run.least {
                return Err(Stop::Large);
            }
            match &forest.nodes[id as usize] {
                Flat::Fail => return Ok(NEXT),
                Flat::Bail => return Err(Stop::Bail),
                Flat::Emit(i) => return self.emit(run, *i),
                Flat::Push(v) => {
                    let v = self.seen(run, *v);
                    run.stack.push(v);
                    return Ok(NEXT);
                }
                Flat::Join(b, assigned) => {
                    for (r, v) in assigned {
                        run.regs[usize::from(*r)] = self.seen(run, *v);
                    }
                    return Ok(*b);
                }
                Flat::Ops(steps, next) => match self.steps(run, steps)? {
                    true => id = *next,
                    false => return Ok(NEXT),
                },
                Flat::Alt(kids) => {
                    for &k in kids {
                        let flow = self.part(run, k)?;
                        if flow != NEXT {
                            return Ok(flow);
                        }
                    }
                    return Ok(NEXT);
                }
                Flat::Switch(r, cases, other) => {
                    let w = self.scalar(run, Val::Reg(*r))?;
                    id = match cases.binary_search_by_key(&w.0, |c| c.0.0) {
                        Ok(i) => cases[i].1,
                        Err(_) => *other,
                    };
                }
                Flat::Barrier(b, inner) => {
                    let flow = self.exec(run, *inner)?;
                    return Ok(if flow == *b { NEXT } else { flow });
                }
                Flat::Cut(b, next) => return Ok(self.exec(run, *next)?.min(*b)),
                Flat::If(steps, yes, no) => match self.either(run, steps, *yes, *no)? {
                    Some(flow) => return Ok(flow),
                    None => id = if self.steps(run, steps)? { *yes } else { *no },
                },
                Flat::Not(b, inner, next) => match self.exec(run, *inner)? {
                    NEXT => id = *next,
                    flow if flow == *b => return Ok(NEXT),
                    flow => return Ok(flow),
                },
                Flat::Then(b, first, next) => match self.exec(run, *first)? {
                    flow if flow == *b => id = *next,
                    flow => return Ok(flow),
                },
                Flat::Collect(out, inner, next)
                    if !run.exact && run.late.is_none() && run.whole == 0 && !run.joined =>
                {
                    let late = self.late(run, *inner)?;
                    run.regs[usize::from(*out)] = late;
                    id = *next;
                }
                Flat::Collect(out, inner, next) => {
                    let from = run.stack.len();
                    if self.exec(run, *inner)? != NEXT {
                        return Err(Stop::Bail);
                    }
                    let list = run.stack.drain(from..).collect();
                    run.regs[usize::from(*out)] = Seen::list(list, None);
                    id = *next;
                }
                Flat::Count(out, inner, next) => {
                    let n = self.count(run, *inner)?;
                    run.regs[usize::from(*out)] = Seen::Word(Word::int(n).ok_or(Stop::Bail)?);
                    id = *next;
                }
                Flat::One(inner) => {
                    let before = run.answers;
                    run.whole += 1;
                    let flow = self.exec(run, *inner)?;
                    run.whole -= 1;
                    return if flow == NEXT && run.answers != before + 1 {
                        Err(Stop::Bail)
                    } else {
                        Ok(flow)
                    };
                }
                _ => return self.each(run, id),
            }
        }
    }

    /// The pieces of independent choices; none if they depend on each other.
    fn pieces(&mut self, run: &Run, inner: Id) -> Option<Vec<u32>> {
        let forest = self.forest;
        let about = |id: Id| &forest.about[id as usize];
        let Flat::Alt(kids) = &forest.nodes[inner as usize] else { return None };
        if run.whole > 0 || run.joined || !kids.iter().all(|&k| about(k).alone && !about(k).cuts) {
            return None;
        }
        let mut pieces = Vec::with_capacity(kids.len());
        for &k in kids {
            let given = about(k).free.iter().map(|&r| (r, run.regs[usize::from(r)].clone())).collect();
            let piece = self.memory.piece(k, given);
            self.memory.may_ask(run.piece, piece);
            pieces.push(piece);
        }
        Some(pieces)
    }

    /// Collects lists without looking into them.
    fn late(&mut self, run: &mut Run, inner: Id) -> Result<Seen, Stop> {
        let pieces = self.pieces(run, inner).ok_or(Stop::Exact)?;
        run.own = true;
        let list = self.memory.list(&pieces);
        let at = self.node(&mut run.slot, LATE | list << 3, 2);
        let (values, elements) = self.sums(&pieces)?;
        let elements = elements.ok_or(Stop::Exact)?;
        if values == 0 {
            run.slot = at as u32 + 1;
            return Ok(Seen::NIL);
        }
        run.slot = self.other(at, pair(values, elements));
        run.late = Some(list);
        Ok(Seen::Late(values, elements))
    }

    /// A choice by one element of collected lists that only decides about values: both are kept.
    fn either(&mut self, run: &mut Run, steps: &[Op], yes: Id, no: Id) -> Result<Option<Flow>, Stop> {
        let [Op::Member(x, list)] = steps else { return Ok(None) };
        if !matches!(self.seen(run, *list), Seen::Flat(_)) {
            return Ok(None);
        }
        let Seen::Word(x) = self.seen(run, *x) else { return Err(Stop::Exact) };
        let ((b, left), (c, right)) = (self.joined(run, yes)?, self.joined(run, no)?);
        if b != c || left.len() != right.len() {
            return Err(Stop::Exact);
        }
        for ((r, v), (q, w)) in left.into_iter().zip(right) {
            if r != q {
                return Err(Stop::Exact);
            }
            run.regs[usize::from(r)] = Seen::Either(x, Arc::new((v, w)));
        }
        Ok(Some(b))
    }

    /// What a branch assigns that only makes values: its barrier, and the registers.
    fn joined(&mut self, run: &mut Run, id: Id) -> Result<(Flow, Vec<(Reg, Seen)>), Stop> {
        let forest = self.forest;
        let id = match &forest.nodes[id as usize] {
            Flat::Ops(steps, next) => {
                let before = run.slot;
                if !self.steps(run, steps)? || run.slot != before {
                    return Err(Stop::Exact);
                }
                *next
            }
            _ => id,
        };
        let Flat::Join(b, assigned) = &forest.nodes[id as usize] else { return Err(Stop::Exact) };
        Ok((*b, assigned.iter().map(|(r, v)| (*r, self.seen(run, *v))).collect()))
    }

    /// How many values a node pushes.
    fn count(&mut self, run: &mut Run, inner: Id) -> Result<i64, Stop> {
        if let Some(pieces) = self.pieces(run, inner) {
            run.own = true;
            let list = self.memory.list(&pieces);
            let at = self.node(&mut run.slot, SUM | list << 3, 2);
            let (sum, _) = self.sums(&pieces)?;
            run.slot = if sum == 0 { at as u32 + 1 } else { self.other(at, sum) };
            return Ok(i64::from(sum));
        }
        let from = run.stack.len();
        if self.exec(run, inner)? != NEXT {
            return Err(Stop::Bail);
        }
        let n = run.stack.len() - from;
        run.stack.truncate(from);
        Ok(n as i64)
    }

    /// Nodes that run what follows many times.
    fn each(&mut self, run: &mut Run, id: Id) -> Result<Flow, Stop> {
        let forest = self.forest;
        match &forest.nodes[id as usize] {
            Flat::Each { list, element, position, next } => {
                let mut list = self.seen(run, *list);
                let mut i = 0;
                while let Some((head, rest)) = self.open(run, &list)? {
                    run.regs[usize::from(*element)] = head;
                    run.regs[usize::from(*position)] = Seen::Word(Word::int(i).ok_or(Stop::Bail)?);
                    let flow = self.part(run, *next)?;
                    if flow != NEXT {
                        return Ok(flow);
                    }
                    list = rest;
                    i += 1;
                }
            }
            Flat::Split { list, left, right, next } => {
                let mut rest = self.seen(run, *list);
                let mut before = Vec::new();
                loop {
                    run.regs[usize::from(*left)] = Seen::list(before.clone(), None);
                    run.regs[usize::from(*right)] = rest.clone();
                    let flow = self.part(run, *next)?;
                    if flow != NEXT {
                        return Ok(flow);
                    }
                    let Some((head, tail)) = self.open(run, &rest)? else { break };
                    before.push(head);
                    rest = tail;
                }
            }
            Flat::Between { from, to, out, next } => {
                let (a, b) = (self.scalar(run, *from)?.as_int(), self.scalar(run, *to)?.as_int());
                let (Some(a), Some(b)) = (a, b) else { return Err(Stop::Bail) };
                for i in a..=b {
                    self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Bail)?;
                    run.regs[usize::from(*out)] = Seen::Word(Word::int(i).ok_or(Stop::Bail)?);
                    let flow = self.part(run, *next)?;
                    if flow != NEXT {
                        return Ok(flow);
                    }
                }
            }
            Flat::Memo { call, args, outs, next } => {
                let mut key = [Word::NIL; 6];
                for (k, v) in key.iter_mut().zip(args.iter()) {
                    *k = self.scalar(run, *v)?;
                    if k.is_list() {
                        return Err(Stop::Bail);
                    }
                }
                let found = match self.desk.memos[*call as usize].get(&key) {
                    Some(&found) => Some(found),
                    None => self.desk.work_out(self.code, self.tables, self.machine, *call, &key),
                };
                let Some((from, n, width)) = found else { return Err(Stop::Bail) };
                for i in 0..n as usize {
                    for k in 0..width as usize {
                        let w = self.desk.answers[from as usize + i * width as usize + k];
                        run.regs[usize::from(*outs) + k] = self.of_word(w);
                    }
                    let flow = self.part(run, *next)?;
                    if flow != NEXT {
                        return Ok(flow);
                    }
                }
            }
            _ => return Err(Stop::Bail),
        }
        Ok(NEXT)
    }

    /// Takes an answer.
    fn emit(&mut self, run: &mut Run, i: u32) -> Result<Flow, Stop> {
        run.answers += 1;
        let code = self.code;
        let answer = match &code.outs[i as usize] {
            Out::Win(v) => Answer::Win(self.scalar(run, *v)?),
            Out::Score(_) => return Err(Stop::Bail),
            Out::Land { label, weight, player, zones, proved } => {
                Answer::Move(self.land(run, i, label, (*weight, *player), zones, *proved)?)
            }
        };
        let number = match self.memory.answer_index.get(&answer) {
            Some(&n) => n,
            None => {
                let n = self.memory.answers.len() as u32;
                self.memory.labels.push(match &answer {
                    Answer::Move(act) => act.label,
                    Answer::Win(_) => NO_LABEL,
                });
                self.memory.answers.push(answer.clone());
                self.memory.answer_index.insert(answer, n);
                n
            }
        };
        self.node(&mut run.slot, GIVE | number << 3, 2);
        self.memory.given.push(number);
        Ok(NEXT)
    }

    fn land(
        &mut self,
        run: &mut Run,
        i: u32,
        label: &Label,
        (weight, player): (Val, Val),
        zones: &[(u16, Box<[Piece]>)],
        proved: bool,
    ) -> Result<Act, Stop> {
        let weight = self
            .scalar(run, weight)?
            .as_int()
            .and_then(|w| u32::try_from(w).ok())
            .filter(|&w| w > 0)
            .ok_or(Stop::Bail)?;
        let player = match player {
            Val::Word(w) => w.as_int().ok_or(Stop::Bail)? as u16,
            Val::Reg(_) => {
                let w = self.scalar(run, player)?;
                self.code.player_words.iter().position(|&p| p == w).ok_or(Stop::Bail)? as u16
            }
        };
        let mut changes = Vec::new();
        let mut late = Vec::new();
        for (zone, pieces) in zones {
            if let [Piece::List(r)] = &**pieces
                && let Seen::Either(word, pair) = run.regs[usize::from(*r)].clone()
            {
                if pair.1 != Seen::Rest((*zone, 0)) {
                    return Err(Stop::Exact);
                }
                let mut change = Change { zone: *zone, tokens: Box::from([]), rest: None, same: 0 };
                self.laid(&pair.0, &mut change)?;
                late.push((word, change));
                continue;
            }
            let mut tokens = Vec::new();
            let mut change = Change { zone: *zone, tokens: Box::from([]), rest: None, same: 0 };
            for p in pieces {
                match p {
                    Piece::Token(t) => tokens.push(*t),
                    Piece::Element(r) => {
                        let w = self.scalar(run, Val::Reg(*r))?;
                        tokens.push(self.desk.consts.token(w).ok_or(Stop::Bail)?);
                    }
                    Piece::List(r) => {
                        self.laid(&run.regs[usize::from(*r)], &mut change)?;
                        tokens.extend_from_slice(&change.tokens);
                    }
                }
            }
            change.tokens = tokens.into();
            change.same = self.staying(run, &change);
            if !change.tokens.is_empty() || change.rest != Some((*zone, 0)) {
                changes.push(change);
            }
        }
        let label = match label {
            Label::Derived => NO_LABEL,
            Label::Given(_) => self.code.labels_of[i as usize],
            Label::Made(parts) => {
                let mut key = [Word(u64::from(i)), Word::NIL, Word::NIL, Word::NIL, Word::NIL];
                let values = parts.iter().filter_map(|p| match p {
                    Text::Value(r) => Some(*r),
                    Text::Said(_) => None,
                });
                for (k, r) in key[1..].iter_mut().zip(values) {
                    *k = self.scalar(run, Val::Reg(r))?;
                }
                match self.desk.made.get(&key) {
                    Some(&l) => l,
                    None => self.desk.make_label(key, parts).ok_or(Stop::Bail)?,
                }
            }
        };
        let all = || changes.iter().chain(late.iter().map(|l| &l.1));
        let local = all().all(|c| {
            c.rest.is_none_or(|(z, _)| z == c.zone)
                && (c.rest.is_none() && c.tokens.len() < 2 || !self.tables.is_set(usize::from(c.zone)))
        });
        let room = self.board.room;
        let fits = all().all(|c| {
            c.tokens.len() < room
                && c.rest.is_none_or(|(z, from)| z == c.zone && c.tokens.len() <= usize::from(from))
        });
        late.sort_by_key(|l| l.0.0);
        let late = match (run.late, late.is_empty()) {
            (_, true) => None,
            (Some(pieces), _) => {
                let (elements, changes): (Vec<Word>, Vec<Change>) = late.into_iter().unzip();
                Some(Box::new(Late { pieces, elements: elements.into(), changes: changes.into() }))
            }
            (None, _) => return Err(Stop::Exact),
        };
        Ok(Act { label, weight, player, proved, local, fits, changes: changes.into(), late })
    }

    /// How many of the first tokens of a change the cells read say are there.
    fn staying(&self, run: &Run, change: &Change) -> u16 {
        let n = change.tokens.len();
        let known = |(i, &t): (usize, &u16)| {
            let cell = self.board.cell(change.zone, i);
            change.rest.is_none() && run.known.iter().any(|&(c, v)| Some(c) == cell && v == value(t, n == 1))
        };
        change.tokens.iter().enumerate().take_while(|&it| known(it)).count() as u16
    }

    /// What a list means for a zone.
    fn laid(&self, list: &Seen, change: &mut Change) -> Result<(), Stop> {
        let (items, rest) = match list.parts() {
            Some(parts) => parts,
            None if matches!(list, Seen::Word(_)) => return Err(Stop::Bail),
            None => return Err(Stop::Exact),
        };
        let token = |v: &Seen| match v {
            Seen::Word(w) => self.desk.consts.token(*w).ok_or(Stop::Bail),
            Seen::Rest(_) | Seen::List(..) => Err(Stop::Bail),
            _ => Err(Stop::Exact),
        };
        change.tokens = items.iter().map(token).collect::<Result<_, _>>()?;
        change.rest = rest;
        Ok(())
    }
}

/// Whether a value is not known.
pub(crate) fn late(v: &Seen) -> bool {
    matches!(v, Seen::Late(..) | Seen::Flat(_) | Seen::Either(..) | Seen::Unknown)
}
