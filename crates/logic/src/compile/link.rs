//! The entry of a predicate: clause indexing (switches on its arguments) and chains of clauses to try.

use super::body::{arg as argument, name_arity, test};
use crate::atom::{FoldMap, names as n};
use crate::cell::{ATM, ATV, BIG, Cell, FLT, FUN, INT, LST, REF, STG, STR};
use crate::code::{Chain, ClauseRef, Commit, Instr, NEVER, OTHERWISE, Pc, SwitchTable, Target, Test};
use crate::database::{Clause, KEY_ANY, deep_key, key_is_list, keys_match, shallow_key};
use std::sync::Arc;

/// The tags of an argument that nothing is known of.
const ANY_TAG: u16 = !0;

/// Where the pieces go.
pub(crate) struct Tables<'a> {
    pub(crate) code: &'a mut Vec<Instr>,
    pub(crate) switches: &'a mut Vec<SwitchTable>,
    pub(crate) chains: &'a mut Vec<Chain>,
    pub(crate) arity: usize,
    /// Arguments the keys stand for.
    pub(crate) args: [u8; 3],
}

/// The three arguments that distinguish these clauses best, in their order.
pub(crate) fn key_arguments(clauses: &[Arc<Clause>], arity: usize) -> [u8; 3] {
    let mut best = [0, 1, 2];
    if arity <= 3 || clauses.len() < 2 {
        return best;
    }
    let mut scored: Vec<(usize, u8)> = (0..arity.min(16) as u8)
        .map(|a| {
            let mut keys: Vec<u64> =
                clauses.iter().map(|c| key(c, a, arity)).filter(|k| *k != KEY_ANY).collect();
            keys.sort_unstable();
            keys.dedup();
            (keys.len(), a)
        })
        .collect();
    // The first argument keeps its place: programs are written for it.
    scored[1..].sort_by_key(|&(n, a)| (std::cmp::Reverse(n), a));
    for (b, s) in best.iter_mut().zip(&scored) {
        *b = s.1;
    }
    best.sort_unstable();
    best
}

/// The keys of a clause for these arguments.
pub(crate) fn keys(c: &Clause, args: &[u8; 3], arity: usize) -> [u64; 3] {
    args.map(|a| key(c, a, arity))
}

fn key(c: &Clause, a: u8, arity: usize) -> u64 {
    if usize::from(a) >= arity {
        return KEY_ANY;
    }
    deep_key(&c.cells, argument(&c.cells, c.head, usize::from(a)), |h| h)
}

impl Tables<'_> {
    /// The entry address of a predicate with these clauses.
    pub(crate) fn entry(&mut self, clauses: &[ClauseRef], arity: usize) -> Pc {
        match clauses {
            [] => crate::code::FAIL_PC,
            [only] => only.pc,
            _ => {
                let entry = match self.select(clauses, arity, 0) {
                    Target::Switch(sw) => self.list_switch(sw).unwrap_or(Instr::Switch(sw)),
                    Target::Chain(chain) => Instr::Chain(chain),
                    Target::Clause(pc) => Instr::Jump(pc),
                    Target::Fail => Instr::Jump(crate::code::FAIL_PC),
                };
                self.code.push(entry);
                self.code.len() as Pc - 1
            }
        }
    }

    /// The shorter way in when lists and `[]` lead straight to a clause each (or to failure).
    fn list_switch(&self, sw: u32) -> Option<Instr> {
        let table = &self.switches[sw as usize];
        let pc = |t: Target| match t {
            Target::Clause(pc) => Some(pc),
            Target::Fail => Some(crate::code::FAIL_PC),
            _ => None,
        };
        let nil_key = Cell::atom(n::NIL).0;
        let nil = match table.few.iter().find(|k| k.0 == nil_key) {
            Some(found) => found.1,
            None if table.keys.is_empty() => table.rest[usize::from(ATM)],
            None => return None,
        };
        let (nil, list) = (pc(nil)?, pc(table.rest[usize::from(LST)])?);
        let known = list != crate::code::FAIL_PC;
        (known && !table.rest.iter().any(|t| matches!(t, Target::Switch(_)))).then(|| {
            match self.code[list as usize] {
                Instr::GetListVV { a, h, t }
                | Instr::GetListVVXV { a, h, t, .. }
                | Instr::GetListVVExecute { a, h, t, .. }
                | Instr::GetListVVXVExecute { a, h, t, .. }
                    if a == table.arg =>
                {
                    Instr::SwitchListVV { a, h, t, sw, nil, list }
                }
                _ => Instr::SwitchList { a: table.arg, sw, nil, list },
            }
        })
    }

    fn push(&mut self, s: SwitchTable) -> u32 {
        self.switches.push(s);
        self.switches.len() as u32 - 1
    }

    /// A switch on the first argument from `from` on that distinguishes clauses, else a plain chain.
    fn select(&mut self, clauses: &[ClauseRef], arity: usize, from: usize) -> Target {
        let places = from..arity.min(3);
        let useful = places
            .clone()
            .find(|&a| distinct(clauses, a) || clauses.iter().any(|c| c.tags[a] != ANY_TAG))
            .or_else(|| places.clone().find(|&a| uniform(clauses, a)));
        let Some(arg) = useful else { return self.chain(clauses, None) };
        // With the argument unbound the next one may still decide, if there are many clauses.
        let var = if clauses.len() > 8 {
            self.select(clauses, arity, arg + 1)
        } else {
            self.chain(clauses, Some((arg, KEY_ANY)))
        };
        let plain = |c: &ClauseRef| shallow_key(c.keys[arg]);
        let open: Vec<ClauseRef> = clauses.iter().filter(|c| plain(c) == KEY_ANY).copied().collect();
        let mut others: Vec<(Vec<ClauseRef>, Target)> = Vec::new();
        let [other, structure, value, rest] =
            [1 << ATM, 1 << STR, 1 << INT | 1 << FLT | 1 << BIG | 1 << STG, 1 << LST].map(|tags| {
                let fits = self.fits(&open, arg, tags);
                match others.iter().find(|o| same(&o.0, &fits)) {
                    Some(known) => known.1,
                    None => {
                        let target = self.chain(&fits, None);
                        others.push((fits, target));
                        target
                    }
                }
            });
        let mut order: Vec<u64> = Vec::new();
        let mut buckets: FoldMap<u64, Vec<ClauseRef>> = FoldMap::default();
        for c in clauses {
            let key = plain(c);
            if key != KEY_ANY && !buckets.contains_key(&key) {
                order.push(key);
                buckets.insert(key, Vec::new());
            }
        }
        if open.is_empty() {
            for c in clauses {
                if let Some(b) = buckets.get_mut(&plain(c)) {
                    b.push(*c);
                }
            }
        } else {
            for key in &order {
                let fits = clauses.iter().filter(|c| keys_match(*key, plain(c))).copied().collect();
                buckets.insert(*key, fits);
            }
        }
        let mut list = rest;
        let mut pairs = Vec::new();
        for key in order {
            let bucket = &self.fits(&buckets[&key], arg, tag_of(key));
            let target = if bucket.len() > 8 && bucket.len() < clauses.len() {
                self.select(bucket, arity, arg + 1)
            } else {
                match self.chain(bucket, Some((arg, key))) {
                    Target::Clause(pc) => Target::Clause(self.past(pc, self.args[arg], key)),
                    chain => chain,
                }
            };
            if key_is_list(key) {
                list = target;
            } else {
                pairs.push((key, target));
            }
        }
        let named = pairs.iter().fold(0, |tags, p| tags | tag_of(p.0));
        let few = pairs.len() <= 8;
        let keys = if few { FoldMap::default() } else { pairs.iter().copied().collect() };
        let few = if few { pairs.into_boxed_slice() } else { Box::new([]) };
        let mut by_tag = [value; 16];
        for (tag, target) in [(REF, var), (ATV, var), (LST, list), (ATM, other), (STR, structure)] {
            by_tag[usize::from(tag)] = target;
        }
        Target::Switch(self.push(SwitchTable { arg: self.args[arg], rest: by_tag, named, keys, few }))
    }

    /// The clauses whose first tests let argument `arg` have one of these tags, which it has, up to the first one that is sure to
    /// be taken then.
    fn fits(&self, clauses: &[ClauseRef], arg: usize, tags: u16) -> Vec<ClauseRef> {
        let mut fits = Vec::new();
        for c in clauses.iter().filter(|c| c.tags[arg] & tags != 0) {
            let mut c = *c;
            if let Some((a, let_in, commit)) = c.guarded
                && a == self.args[arg]
                && tags & !let_in == 0
            {
                c.commit = commit;
            }
            fits.push(c);
            if c.commit.arg == OTHERWISE && c.commit.open == NEVER {
                break;
            }
        }
        fits
    }

    /// Where a clause goes on when it is known that argument `a` is the constant of `key`.
    fn past(&self, pc: Pc, a: u8, key: u64) -> Pc {
        match self.code[pc as usize] {
            Instr::GetConst { a: x, c } | Instr::GetConstProceed { a: x, c } if x == a && c.0 == key => {
                pc + 1
            }
            _ => pc,
        }
    }

    /// The clauses one after the other. `known`: an argument whose plain key is known here, so that only what a list begins with
    /// can still tell clauses apart by it.
    fn chain(&mut self, clauses: &[ClauseRef], known: Option<(usize, u64)>) -> Target {
        match clauses {
            [] => Target::Fail,
            [only] => Target::Clause(only.pc),
            _ => {
                let mut mask = 0;
                for a in 0..3 {
                    let settled = known.is_some_and(|(arg, key)| {
                        let alike = |k: u64| k == key || k == KEY_ANY;
                        a == arg && (key == KEY_ANY || clauses.iter().all(|c| alike(c.keys[a])))
                    });
                    if distinct(clauses, a) && !settled {
                        mask |= 1 << a;
                    }
                }
                self.chains.push(Chain {
                    clauses: clauses.into(),
                    arity: self.arity as u32,
                    args: self.args,
                    mask,
                });
                Target::Chain(self.chains.len() as u32 - 1)
            }
        }
    }
}

/// Whether argument `a` distinguishes some clauses from others.
fn distinct(clauses: &[ClauseRef], a: usize) -> bool {
    clauses.iter().any(|c| c.keys[a] != clauses[0].keys[a])
}

/// Whether all clauses want the same constant, functor or list there: a cheap early failure.
fn uniform(clauses: &[ClauseRef], a: usize) -> bool {
    clauses[0].keys[a] != KEY_ANY && !distinct(clauses, a)
}

/// Whether these are the same clauses, taken under the same conditions.
fn same(a: &[ClauseRef], b: &[ClauseRef]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.pc == b.pc && a.commit == b.commit)
}

/// The tag of the terms with a plain key.
fn tag_of(key: u64) -> u16 {
    match (key & 0xf) as u8 {
        ATM => 1 << ATM,
        INT => 1 << INT,
        FUN => 1 << STR,
        _ if key_is_list(key) => 1 << LST,
        _ => 1 << FLT | 1 << BIG | 1 << STG,
    }
}

/// The type tests a body begins with, as variable and tags, and what follows them.
fn type_tests(c: &Clause) -> (Vec<(Cell, u16)>, Option<Cell>) {
    let (cells, mut body, mut tests) = (&c.cells[..], c.body, Vec::new());
    loop {
        let (goal, rest) = match name_arity(cells, body) {
            Some((n::COMMA, 2)) => (argument(cells, body, 0), Some(argument(cells, body, 1))),
            _ => (body, None),
        };
        let test = name_arity(cells, goal).and_then(|(name, arity)| test(name, arity));
        match test {
            Some(test) if test != Test::IsList && argument(cells, goal, 0).tag() == REF => {
                tests.push((argument(cells, goal, 0), test as u16));
            }
            _ => return (tests, Some(body)),
        }
        match rest {
            Some(rest) => body = rest,
            None => return (tests, None),
        }
    }
}

/// The tags that the first tests of a clause let these arguments have. What an unbound argument will be when the head is
/// matched is not known: this is about bound ones.
pub(crate) fn tags(c: &Clause, args: &[u8; 3], arity: usize) -> [u16; 3] {
    let (tests, _) = type_tests(c);
    args.map(|a| {
        if usize::from(a) >= arity {
            return ANY_TAG;
        }
        let var = argument(&c.cells, c.head, usize::from(a));
        tests.iter().filter(|t| t.0 == var).fold(ANY_TAG, |tags, t| tags & t.1)
    })
}

/// When the head of a clause that begins with a cut cannot fail: see [`Commit`]. The same for one that tests the type of one
/// argument before.
pub(crate) fn commit(c: &Clause, arity: usize) -> (Commit, Option<(u8, u16, Commit)>) {
    let never = Commit { arg: NEVER, open: NEVER, want: Cell::ZERO };
    let cells = &c.cells[..];
    let (tests, rest) = type_tests(c);
    let cut = rest.is_some_and(|body| match name_arity(cells, body) {
        Some((n::COMMA, 2)) => argument(cells, body, 0) == Cell::atom(n::CUT),
        _ => body == Cell::atom(n::CUT),
    });
    if !cut || arity > 120 {
        return (never, None);
    }
    let mut found = never;
    let mut seen = vec![false; c.vars as usize];
    let mut fresh = |t: Cell| t.tag() == REF && !std::mem::replace(&mut seen[t.idx()], true);
    for i in 0..arity {
        let t = argument(cells, c.head, i);
        if fresh(t) {
            continue;
        }
        let exact = match t.tag() {
            ATM | INT => Some(t),
            STR if found.arg == NEVER => {
                let f = cells[t.idx()];
                (1..=f.arity()).all(|k| fresh(cells[t.idx() + k])).then_some(f)
            }
            _ => None,
        };
        match exact {
            Some(want) if found.arg == NEVER => {
                found.arg = i as u8;
                found.want = want;
            }
            _ if found.open == NEVER => found.open = i as u8,
            _ => return (never, None),
        }
    }
    let Some(&(var, _)) = tests.first() else { return (found, None) };
    let place = (0..arity.min(250)).find(|&i| argument(cells, c.head, i) == var);
    let (Some(place), true) = (place, tests.iter().all(|t| t.0 == var)) else { return (never, None) };
    if found.arg == NEVER {
        found.arg = OTHERWISE;
    }
    let tags = tests.iter().fold(ANY_TAG, |tags, t| tags & t.1);
    (never, Some((place as u8, tags, found)))
}
