//! Clauses in order, as a persistent tree: a copy costs one reference count, a change of something shared copies
//! only the path to the leaf.
//!
//! So `retract(p(_)), !` in a loop costs the logarithm of what is left, although each round begins a walk that
//! keeps its own version. Every node has at most `WIDTH` entries, and all leaves are equally deep; clauses are added at
//! the ends only, so nodes fill up there, and a node half empty joins its neighbour when both fit in one.

use crate::database::{Clause, Seen};
use std::sync::Arc;

const BITS: usize = 5;
const WIDTH: usize = 1 << BITS;
const MASK: usize = WIDTH - 1;

#[derive(Debug)]
enum Node {
    Leaf(Vec<Arc<Clause>>),
    Inner(Vec<Arc<Node>>),
}

impl Clone for Node {
    fn clone(&self) -> Node {
        #[cfg(test)]
        tests::count(self.len());
        match self {
            Node::Leaf(v) => Node::Leaf(v.clone()),
            Node::Inner(v) => Node::Inner(v.clone()),
        }
    }
}

impl Node {
    fn len(&self) -> usize {
        match self {
            Node::Leaf(v) => v.len(),
            Node::Inner(v) => v.len(),
        }
    }

    fn first(&self) -> Option<&Arc<Clause>> {
        let mut node = self;
        loop {
            match node {
                Node::Leaf(v) => return v.first(),
                Node::Inner(v) => node = v.first()?,
            }
        }
    }

    fn last(&self) -> Option<&Arc<Clause>> {
        let mut node = self;
        loop {
            match node {
                Node::Leaf(v) => return v.last(),
                Node::Inner(v) => node = v.last()?,
            }
        }
    }

    /// Adds at an end; a new neighbour there when there is no room.
    fn add(this: &mut Arc<Node>, clause: Arc<Clause>, front: bool) -> Option<Arc<Node>> {
        if matches!(&**this, Node::Leaf(v) if v.len() == WIDTH) {
            return Some(Arc::new(Node::Leaf(vec![clause])));
        }
        match Arc::make_mut(this) {
            Node::Leaf(v) => {
                v.insert(if front { 0 } else { v.len() }, clause);
                None
            }
            Node::Inner(v) => {
                let child = if front { v.first_mut() } else { v.last_mut() };
                let more = match child {
                    Some(child) => Node::add(child, clause, front)?,
                    None => Arc::new(Node::Leaf(vec![clause])),
                };
                if v.len() == WIDTH {
                    return Some(Arc::new(Node::Inner(vec![more])));
                }
                v.insert(if front { 0 } else { v.len() }, more);
                None
            }
        }
    }

    /// Takes out what is at a position.
    fn remove(this: &mut Arc<Node>, level: usize, pos: usize) {
        match Arc::make_mut(this) {
            Node::Leaf(v) => {
                v.remove(pos & MASK);
            }
            Node::Inner(v) => {
                let at = (pos >> (BITS * level)) & MASK;
                Node::remove(&mut v[at], level - 1, pos);
                let left = v[at].len();
                if left == 0 {
                    v.remove(at);
                } else if left <= WIDTH / 2 {
                    let fits = |i: usize| v.get(i).is_some_and(|n| n.len() + left <= WIDTH);
                    if fits(at + 1) {
                        Node::join(v, at);
                    } else if at > 0 && fits(at - 1) {
                        Node::join(v, at - 1);
                    }
                }
            }
        }
    }

    /// Makes one node of those at `at` and after it.
    fn join(nodes: &mut Vec<Arc<Node>>, at: usize) {
        let right = nodes.remove(at + 1);
        match (Arc::make_mut(&mut nodes[at]), &*right) {
            (Node::Leaf(a), Node::Leaf(b)) => a.extend_from_slice(b),
            (Node::Inner(a), Node::Inner(b)) => a.extend_from_slice(b),
            _ => unreachable!("all leaves are equally deep"),
        }
    }
}

/// A sequence of clauses whose numbers rise.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    root: Arc<Node>,
    /// Levels above the leaves.
    depth: usize,
    len: usize,
}

impl Default for Sequence {
    fn default() -> Sequence {
        Sequence { root: Arc::new(Node::Leaf(Vec::new())), depth: 0, len: 0 }
    }
}

impl Node {
    /// Calls `f` on every clause below nodes that were not visited before.
    fn visit(this: &Arc<Node>, seen: &mut Seen, f: &mut impl FnMut(&Clause)) {
        if seen.insert(Arc::as_ptr(this).addr(), ()).is_some() {
            return;
        }
        match &**this {
            Node::Leaf(v) => v.iter().for_each(|c| f(c)),
            Node::Inner(v) => v.iter().for_each(|n| Node::visit(n, seen, f)),
        }
    }
}

impl Sequence {
    /// Calls `f` on every clause below nodes that were not visited before.
    pub(crate) fn visit(&self, seen: &mut Seen, f: &mut impl FnMut(&Clause)) {
        Node::visit(&self.root, seen, f);
    }
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    pub(crate) fn first(&self) -> Option<&Arc<Clause>> {
        self.root.first()
    }
    pub(crate) fn last(&self) -> Option<&Arc<Clause>> {
        self.root.last()
    }

    /// The first clause at `pos` or after it that fits, with its position. Positions are paths from the root,
    /// `BITS` for each level: they rise, and hold for this version only.
    #[inline]
    pub(crate) fn next(&self, pos: usize, fits: impl Fn(&Clause) -> bool) -> Option<(usize, &Arc<Clause>)> {
        let mut pos = pos;
        while pos >> (BITS * (self.depth + 1)) == 0 {
            let (mut node, mut level) = (&*self.root, self.depth);
            loop {
                match node {
                    Node::Leaf(v) => {
                        #[cfg(test)]
                        tests::count(1);
                        let from = pos & MASK;
                        if let Some(rest) = v.get(from..)
                            && let Some((i, c)) = rest.iter().enumerate().find(|(_, c)| fits(c))
                        {
                            return Some((pos + i, c));
                        }
                        pos = (pos | MASK) + 1;
                        break;
                    }
                    Node::Inner(v) => match v.get((pos >> (BITS * level)) & MASK) {
                        Some(child) => {
                            node = child;
                            level -= 1;
                        }
                        None => {
                            let above = BITS * (level + 1);
                            pos = ((pos >> above) + 1) << above;
                            break;
                        }
                    },
                }
            }
        }
        None
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Clause>> {
        let mut pos = 0;
        std::iter::from_fn(move || {
            let (at, clause) = self.next(pos, |_| true)?;
            pos = at + 1;
            Some(clause)
        })
    }

    /// The clause of this number, with its position.
    pub(crate) fn numbered(&self, seq: i64) -> Option<(usize, &Arc<Clause>)> {
        let (mut node, mut pos) = (&*self.root, 0);
        loop {
            match node {
                Node::Leaf(v) => {
                    let at = v.binary_search_by_key(&seq, |c| c.seq).ok()?;
                    return Some(((pos << BITS) | at, &v[at]));
                }
                Node::Inner(v) => {
                    let at = v.partition_point(|n| n.last().is_some_and(|c| c.seq < seq));
                    node = v.get(at)?;
                    pos = (pos << BITS) | at;
                }
            }
        }
    }

    pub(crate) fn add(&mut self, clause: Arc<Clause>, front: bool) {
        self.len += 1;
        if let Some(more) = Node::add(&mut self.root, clause, front) {
            let old = self.root.clone();
            self.root = Arc::new(Node::Inner(if front { vec![more, old] } else { vec![old, more] }));
            self.depth += 1;
        }
    }

    /// Takes out what is at a position of this version.
    pub(crate) fn remove(&mut self, pos: usize) {
        self.len -= 1;
        Node::remove(&mut self.root, self.depth, pos);
        if self.len == 0 {
            *self = Sequence::default();
        }
        while let Node::Inner(v) = &*self.root
            && let [only] = &v[..]
        {
            self.root = only.clone();
            self.depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{Atom, Cell};
    use crate::{Machine, Program};
    use std::cell::Cell as Counter;

    thread_local! {
        static WORK: Counter<u64> = const { Counter::new(0) };
    }

    /// Counts entries of nodes copied because somebody else held them, and leaves looked into.
    pub(super) fn count(n: usize) {
        WORK.set(WORK.get() + n as u64);
    }

    fn clause(seq: i64) -> Arc<Clause> {
        let (nil, file) = (Cell::int(0), Atom(0));
        Arc::new(Clause { cells: [].into(), head: nil, body: nil, vars: 0, keys: [0; 3], seq, file, line: 0 })
    }

    fn numbers(s: &Sequence) -> Vec<i64> {
        s.iter().map(|c| c.seq).collect()
    }

    #[test]
    fn a_sequence_is_a_sorted_list_and_old_versions_stay() {
        let mut rng = 1u64;
        let mut random = |n: usize| {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (rng >> 33) as usize % n
        };
        let (mut tree, mut list) = (Sequence::default(), Vec::<i64>::new());
        let mut kept: Vec<(Sequence, Vec<i64>)> = Vec::new();
        for round in 0..40_000 {
            // Grows at first, then shrinks to nothing, then grows again.
            let adds = if (10_000..30_000).contains(&round) { 1 } else { 3 };
            if random(4) < adds {
                let front = random(3) == 0;
                let seq = match (front, list.first(), list.last()) {
                    (true, Some(s), _) => s - 1,
                    (false, _, Some(s)) => s + 1,
                    _ => 0,
                };
                tree.add(clause(seq), front);
                list.insert(if front { 0 } else { list.len() }, seq);
            } else if !list.is_empty() {
                let at = if random(2) == 0 { 0 } else { random(list.len()) };
                let seq = list.remove(at);
                let (pos, found) = tree.numbered(seq).expect("it is in the list");
                assert_eq!(found.seq, seq);
                tree.remove(pos);
                assert!(tree.numbered(seq).is_none());
            }
            assert_eq!(
                (tree.len(), tree.first().map(|c| c.seq), tree.last().map(|c| c.seq)),
                (list.len(), list.first().copied(), list.last().copied())
            );
            if round % 997 == 0 {
                assert_eq!(numbers(&tree), list, "round {round}");
                kept.push((tree.clone(), list.clone()));
            }
        }
        for (tree, list) in kept {
            assert_eq!(numbers(&tree), list);
        }
    }

    /// The work counted while a goal runs on a fresh machine.
    fn work(goal: &str) -> u64 {
        let text = ":- dynamic(p/1). :- dynamic(c/2). :- dynamic(m/2).
            fill(N) :- forall(between(1, N, I), ( assertz(p(I)), assertz(c(red, I)) )).
            drain :- retract(p(_)), !, drain.
            drain.
            drain_red :- retract(c(red, _)), !, drain_red.
            drain_red.
            first :- p(X), retract(p(X)), !, first.
            first.
            sieve(N) :- retract(p(P)), P > 1, !, Q is P * P, strike(Q, P, N), sieve(N).
            sieve(N) :- p(_), !, sieve(N).
            sieve(_).
            strike(Q, P, N) :- Q =< N, !, ( retract(p(Q)) -> true ; true ), R is Q + P, strike(R, P, N).
            strike(_, _, _).
            sum(N, S) :- m(N, S), !.
            sum(0, 0) :- !.
            sum(N, S) :- N1 is N - 1, sum(N1, S1), S is S1 + N, assertz(m(N, S)).";
        let (program, found) = Program::from_text(text);
        assert!(found.is_empty(), "{found:?}");
        let mut m = Machine::new(&program);
        let before = WORK.get();
        assert!(m.once(goal).expect(goal).is_some(), "{goal}");
        WORK.get() - before
    }

    #[test]
    fn draining_or_filling_a_predicate_costs_in_proportion_to_its_size() {
        for goal in [
            "drain, \\+ p(_)",
            "drain_red, \\+ c(_, _)",
            "first, \\+ p(_)",
            "sieve(N), \\+ p(_)",
            "\\+ ( retract(p(_)), fail ), \\+ p(_)",
            "forall(p(X), retract(p(X))), \\+ p(_)",
            "forall(between(1, N, I), sum(I, _)), m(N, S), S =:= N * (N + 1) // 2",
        ] {
            let cost = |n: u64| work(&format!("N = {n}, fill(N), {goal}"));
            let (once, twice) = (cost(8_000), cost(16_000));
            assert!(twice < once * 5 / 2 + 1_000, "{goal}: {once} at 8,000, {twice} at 16,000");
        }
    }
}
