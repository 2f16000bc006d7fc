//! The slow paths of the instruction loop: choosing clauses, type tests, slow arithmetic.

use super::{Alt, Machine, Stop};
use crate::arith::Num;
use crate::cell::{Cell, INT, STR};
use crate::code::{FAIL_PC, NEVER, OTHERWISE, Pc, Rel, Target};
use crate::database::{deep_key, deep_keys_match, key_of};

/// In the position of a chain: every clause of it is to be tried, whatever the arguments.
const PLAIN: u32 = 1 << 31;

/// Arguments of a chain are saved in so many cells, in twice as many, or else in as many as there are.
const QUAD: usize = 4;

impl Machine {
    pub(super) fn push_boxed(&mut self, k: u32) -> Cell {
        let (tag, ref cells) = self.program.boxed[k as usize];
        let at = self.heap.len();
        self.heap.extend_from_slice(cells);
        Cell::new(tag, at)
    }

    #[inline(always)]
    pub(super) fn select(&self, table: &crate::code::SwitchTable) -> Target {
        let c = self.deref(self.x[table.arg as usize]);
        let tag = c.tag();
        let rest = table.rest[usize::from(tag)];
        if table.named >> tag & 1 == 0 {
            return rest;
        }
        let key = if tag == STR {
            self.heap[c.idx()].0
        } else if c.is_name_or_int() {
            c.0
        } else {
            key_of(&self.heap, c)
        };
        if table.keys.is_empty() {
            for (k, t) in &table.few {
                if *k == key {
                    return *t;
                }
            }
            return rest;
        }
        table.keys.get(&key).copied().unwrap_or(rest)
    }

    #[inline]
    pub(super) fn chain_keys(&self, ch: &crate::code::Chain) -> [u64; 3] {
        let mut keys = [0; 3];
        for (i, k) in keys.iter_mut().enumerate() {
            if ch.mask & (1 << i) != 0 {
                let c = self.deref(self.x[ch.args[i] as usize]);
                *k = deep_key(&self.heap, c, |h| self.deref(h));
            }
        }
        keys
    }

    /// Enters the first clause of a chain that fits, leaving a choice if another one does.
    #[inline(never)]
    pub(super) fn try_chain(&mut self, chain: u32, ch: &crate::code::Chain) -> Pc {
        let head = &ch.clauses[0];
        if self.commits(&head.commit) {
            return head.pc;
        }
        let (first, next) = if ch.mask == 0 {
            (0, Some(1 | PLAIN as usize))
        } else {
            let keys = self.chain_keys(ch);
            if keys == [0; 3] {
                (0, Some(1 | PLAIN as usize))
            } else {
                let Some(first) = next_fit(&ch.clauses, 0, &keys) else { return FAIL_PC };
                let open = first == 0 || !self.commits(&ch.clauses[first].commit);
                (first, if open { next_fit(&ch.clauses, first + 1, &keys) } else { None })
            }
        };
        if let Some(pos) = next {
            let arity = ch.arity as usize;
            let saved = self.saved.len();
            // A fixed number of cells, filled up, takes no decisions.
            if arity <= QUAD {
                self.lay_by::<QUAD>(arity);
            } else if arity <= 2 * QUAD {
                self.lay_by::<{ 2 * QUAD }>(arity);
            } else {
                self.saved.extend_from_slice(&self.x[..arity]);
            }
            self.mark_choice(Alt::Chain { chain, pos: pos as u32 }, saved);
        }
        ch.clauses[first].pc
    }

    /// Whether a clause is sure to match and cut.
    #[inline]
    pub(super) fn commits(&self, c: &crate::code::Commit) -> bool {
        if c.arg == NEVER {
            return false;
        }
        let same = c.arg == OTHERWISE || {
            let x = self.deref(self.x[c.arg as usize]);
            if x.tag() == STR { self.heap[x.idx()] == c.want } else { x == c.want }
        };
        same && (c.open == 255 || self.deref(self.x[c.open as usize]).is_plain())
    }

    /// Takes up a chain again at `pos`.
    #[inline(always)]
    pub(super) fn retry_chain(&mut self, chain: u32, pos: u32, ch: &crate::code::Chain) -> Pc {
        let from = self.turn_back();
        let arity = ch.arity as usize;
        if arity <= QUAD {
            self.reload::<QUAD>(from);
        } else if arity <= 2 * QUAD {
            self.reload::<{ 2 * QUAD }>(from);
        } else {
            self.x[..arity].copy_from_slice(&self.saved[from..from + arity]);
        }
        let plain = pos & PLAIN;
        let pos = (pos & !PLAIN) as usize;
        let pc = ch.clauses[pos].pc;
        let next = if plain != 0 {
            (pos + 1 < ch.clauses.len()).then_some(pos + 1)
        } else {
            let keys = self.chain_keys(ch);
            next_fit(&ch.clauses, pos + 1, &keys)
        };
        match next {
            Some(n) => {
                self.hb = self.heap.len();
                if let Some(c) = self.choices.last_mut() {
                    c.alt = Alt::Chain { chain, pos: n as u32 | plain };
                }
            }
            None => self.pop_choice(),
        }
        pc
    }

    /// Saves the first `n` registers in `N` cells.
    #[inline(always)]
    fn lay_by<const N: usize>(&mut self, n: usize) {
        let cells: [Cell; N] = std::array::from_fn(|i| if i < n { self.x[i] } else { Cell::ZERO });
        self.saved.extend_from_slice(&cells);
    }
    /// Copies `N` saved cells back into registers.
    #[inline(always)]
    fn reload<const N: usize>(&mut self, from: usize) {
        if let Some(all) = self.saved.get(from..).and_then(|s| s.first_chunk::<N>()) {
            self.x[..N].copy_from_slice(all);
        }
    }

    /// Makes choice point `at` fail for good but keeps those above it.
    pub(super) fn kill_choice(&mut self, at: usize) {
        if at + 1 == self.choices.len() {
            self.cut_to(at);
        } else if let Some(c) = self.choices.get_mut(at) {
            c.alt = Alt::Dead;
        }
    }

    /// Whether a term is a list: the one type test that takes time. It is that of the instruction before `pc`.
    pub(super) fn test_list(&mut self, x: Cell, pc: Pc) -> Result<bool, Stop> {
        self.pc = pc;
        Ok(self.list_length(x)?.1 == Cell::atom(crate::atom::names::NIL))
    }

    pub(super) fn number(&mut self, c: Cell) -> Result<Num, Stop> {
        match crate::arith::num_of(&self.heap, c) {
            Some(n) => Ok(n),
            None => self.eval(c),
        }
    }
    pub(crate) fn arith2(&mut self, op: u8, x: Cell, y: Cell) -> Result<Cell, Stop> {
        self.native = self.program.is_pred;
        if x.tag() == INT
            && y.tag() == INT
            && op > 3
            && let Some(i) = crate::arith::quick2(op, x.as_int(), y.as_int())
        {
            return Ok(Cell::int(i));
        }
        let (a, b) = (self.number(x)?, self.number(y)?);
        let r = self.apply2(op, &a, &b)?;
        self.numeric(r)
    }
    pub(crate) fn arith1(&mut self, op: u8, x: Cell) -> Result<Cell, Stop> {
        self.native = self.program.is_pred;
        let a = self.number(x)?;
        let r = self.apply1(op, &a)?;
        self.numeric(r)
    }
    pub(crate) fn compare_values(&mut self, rel: Rel, x: Cell, y: Cell) -> Result<bool, Stop> {
        self.native = self.program.is_pred;
        let (a, b) = (self.number(x)?, self.number(y)?);
        self.relate(rel, &a, &b)
    }
}

#[inline]
fn next_fit(clauses: &[crate::code::ClauseRef], from: usize, keys: &[u64; 3]) -> Option<usize> {
    (from..clauses.len()).find(|&i| {
        let k = &clauses[i].keys;
        deep_keys_match(keys[0], k[0]) && deep_keys_match(keys[1], k[1]) && deep_keys_match(keys[2], k[2])
    })
}
