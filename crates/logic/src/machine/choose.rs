//! The slow paths of the instruction loop: choosing clauses, type tests, slow arithmetic.

use super::{Alt, Machine, Stop};
use crate::arith::Num;
use crate::builtins::{NATIVES, Native};
use crate::cell::{ATM, Cell, INT, LST, STR};
use crate::code::{FAIL_PC, NEVER, OTHERWISE, Pc, Rel, Target};
use crate::database::{deep_key, deep_keys_match, key_of};

/// In the position of a chain: every clause of it is to be tried, whatever the arguments.
const PLAIN: u32 = 1 << 31;

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
        // In this order, and not as one match: a jump through a table costs more.
        let tag = c.tag();
        let (key, other) = if tag == LST {
            return table.list;
        } else if tag == STR {
            (self.heap[c.idx()].0, table.structure)
        } else if tag == ATM {
            (c.0, table.other)
        } else if tag == INT {
            (c.0, table.value)
        } else if c.is_ref() {
            return table.var;
        } else {
            (key_of(&self.heap, c), table.value)
        };
        if table.keys.is_empty() {
            for (k, t) in &table.few {
                if *k == key {
                    return *t;
                }
            }
            return other;
        }
        table.keys.get(&key).copied().unwrap_or(other)
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
            self.push_choice_here(Alt::Chain { chain, pos: pos as u32 }, ch.arity as usize);
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
        match ch.arity {
            0 => {}
            1 => self.reload::<1>(from),
            2 => self.reload::<2>(from),
            3 => self.reload::<3>(from),
            4 => self.reload::<4>(from),
            5 => self.reload::<5>(from),
            6 => self.reload::<6>(from),
            n => self.x[..n as usize].copy_from_slice(&self.saved[from..from + n as usize]),
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

    /// Copies `N` saved arguments back into registers.
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

    /// Does what an instruction for `arg/3` or `functor/3` leaves to the native predicate `f`, which is mostly to raise an
    /// error. Variables take the place of arguments that are not given; gives what all of them are then.
    #[cold]
    pub(super) fn inspect(&mut self, f: u32, args: [Option<Cell>; 3]) -> Result<Option<[Cell; 3]>, Stop> {
        let Native::Det(run) = NATIVES[f as usize].run else { return Ok(None) };
        self.ensure(args.len())?;
        let args = args.map(|a| a.unwrap_or_else(|| self.new_var()));
        let mut kept = args;
        kept.swap_with_slice(&mut self.x[..3]);
        self.native = self.program.native_pred(f);
        let done = run(self);
        self.x[..3].copy_from_slice(&kept);
        Ok(done?.then_some(args))
    }

    pub(super) fn number(&mut self, c: Cell) -> Result<Num, Stop> {
        match crate::arith::num_of(&self.heap, c) {
            Some(n) => Ok(n),
            None => self.eval(c),
        }
    }
    pub(crate) fn arith2(&mut self, op: u8, x: Cell, y: Cell) -> Result<Cell, Stop> {
        self.native = self.program.is_pred;
        if x.tag() == INT && y.tag() == INT && op > 3 {
            if let Some(i) = crate::arith::quick2(op, x.as_int(), y.as_int()) {
                return Ok(Cell::int(i));
            }
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
