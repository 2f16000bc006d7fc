//! The entry of a predicate: switches on its arguments and chains of clauses to try.

use crate::atom::FoldMap;
use crate::code::{Chain, ClauseRef, Instr, Pc, SwitchTable, Target};
use crate::database::{KEY_ANY, key_is_list, keys_match};

/// Where the pieces go.
pub(crate) struct Tables<'a> {
    pub(crate) code: &'a mut Vec<Instr>,
    pub(crate) switches: &'a mut Vec<SwitchTable>,
    pub(crate) chains: &'a mut Vec<Chain>,
    pub(crate) arity: usize,
}

impl Tables<'_> {
    /// The entry address of a predicate with these clauses.
    pub(crate) fn entry(&mut self, clauses: &[ClauseRef], arity: usize) -> Pc {
        match clauses {
            [] => crate::code::FAIL_PC,
            [only] => only.pc,
            _ => {
                let target = self.select(clauses, arity, 0);
                let sw = match target {
                    Target::Switch(s) => s,
                    other => self.push(SwitchTable {
                        arg: 0,
                        var: other,
                        list: other,
                        other,
                        keys: FoldMap::default(),
                        few: Box::new([]),
                    }),
                };
                self.code.push(Instr::Switch(sw));
                self.code.len() as Pc - 1
            }
        }
    }

    fn push(&mut self, s: SwitchTable) -> u32 {
        self.switches.push(s);
        self.switches.len() as u32 - 1
    }

    /// A switch on the first argument from `from` on that tells clauses apart, else a plain chain.
    fn select(&mut self, clauses: &[ClauseRef], arity: usize, from: usize) -> Target {
        let useful = (from..arity.min(3)).find(|&a| distinct(clauses, a));
        let Some(arg) = useful else { return self.chain(clauses) };
        // With the argument unbound the next one may still decide, if there are many clauses.
        let var = if clauses.len() > 8 { self.select(clauses, arity, arg + 1) } else { self.chain(clauses) };
        let open: Vec<ClauseRef> = clauses.iter().filter(|c| c.keys[arg] == KEY_ANY).copied().collect();
        let other = self.chain(&open);
        let mut order: Vec<u64> = Vec::new();
        let mut buckets: FoldMap<u64, Vec<ClauseRef>> = FoldMap::default();
        for c in clauses {
            let key = c.keys[arg];
            if key != KEY_ANY && !buckets.contains_key(&key) {
                order.push(key);
                buckets.insert(key, Vec::new());
            }
        }
        if open.is_empty() {
            for c in clauses {
                if let Some(b) = buckets.get_mut(&c.keys[arg]) {
                    b.push(*c);
                }
            }
        } else {
            for key in &order {
                let fits = clauses.iter().filter(|c| keys_match(*key, c.keys[arg])).copied().collect();
                buckets.insert(*key, fits);
            }
        }
        let mut list = other;
        let mut pairs = Vec::new();
        for key in order {
            let bucket = &buckets[&key];
            let target = if bucket.len() > 8 && bucket.len() < clauses.len() {
                self.select(bucket, arity, arg + 1)
            } else {
                self.chain(bucket)
            };
            if key_is_list(key) {
                list = target;
            } else {
                pairs.push((key, target));
            }
        }
        let few = pairs.len() <= 4;
        let keys = if few { FoldMap::default() } else { pairs.iter().copied().collect() };
        let few = if few { pairs.into_boxed_slice() } else { Box::new([]) };
        Target::Switch(self.push(SwitchTable { arg: arg as u8, var, list, other, keys, few }))
    }

    fn chain(&mut self, clauses: &[ClauseRef]) -> Target {
        match clauses {
            [] => Target::Fail,
            [only] => Target::Clause(only.pc),
            _ => {
                let mut mask = 0;
                for a in 0..3 {
                    if distinct(clauses, a) {
                        mask |= 1 << a;
                    }
                }
                self.chains.push(Chain { clauses: clauses.into(), arity: self.arity as u32, mask });
                Target::Chain(self.chains.len() as u32 - 1)
            }
        }
    }
}

/// Whether argument `a` can rule out some clause.
fn distinct(clauses: &[ClauseRef], a: usize) -> bool {
    let first = clauses[0].keys[a];
    clauses.iter().any(|c| c.keys[a] != KEY_ANY) && (first == KEY_ANY || clauses.len() > 1)
}
