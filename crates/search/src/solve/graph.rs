//! All states reachable from one, numbered, with the numbers of their successors. For games small enough to keep whole.

use crate::index::{FREE, Index};
use game::{Game, Meter};

/// The states reachable from the first one.
pub(super) struct Graph<G: Game> {
    /// The states; number 0 is where it began.
    pub(super) states: Vec<G::State>,
    /// Where the successors of each state begin in `next`, and where the last ones end.
    first: Vec<u32>,
    /// Successors, in the order of the moves.
    next: Vec<u32>,
}

/// Why a graph could not be made.
pub(super) enum TooLarge {
    /// There are more states than allowed in memory.
    Room,
    /// The limit ended it.
    Limit,
}

/// The most states of this size that `states` and the memory of an ordinary machine allow.
pub(super) fn room<S>(states: usize) -> usize {
    states.min((1 << 30) / (size_of::<S>() + 64)).min(FREE as usize - 1)
}

impl<G: Game> Graph<G> {
    /// Finds all states reachable from `root`.
    pub(super) fn explore(
        game: &G,
        root: &G::State,
        room: usize,
        meter: &mut Meter,
    ) -> Result<Graph<G>, TooLarge> {
        let mut index = Index::new();
        index.add(root.clone());
        let (mut first, mut next, mut moves) = (vec![0], Vec::new(), Vec::new());
        let mut done = 0;
        while done < index.states.len() {
            if !meter.node() {
                return Err(TooLarge::Limit);
            }
            let s = index.states[done].clone();
            moves.clear();
            game.moves(&s, &mut moves);
            for &mv in &moves {
                let mut child = s.clone();
                game.apply(&mut child, mv);
                next.push(index.add(child).0);
            }
            if index.states.len() > room || next.len() > room.saturating_mul(16) {
                return Err(TooLarge::Room);
            }
            first.push(next.len() as u32);
            done += 1;
            if done % (1 << 20) == 0 {
                meter.report(done as u64, 0.0);
            }
        }
        Ok(Graph { states: index.states, first, next })
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The successors of a state, in the order of its moves.
    pub(super) fn next(&self, at: usize) -> &[u32] {
        &self.next[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// The states ordered so that successors come first; `None` if there is a cycle.
    pub(super) fn backwards(&self) -> Option<Vec<u32>> {
        let (start, before) = self.reversed();
        let mut left: Vec<u32> = (0..self.len()).map(|at| self.next(at).len() as u32).collect();
        let mut order: Vec<u32> = (0..self.len() as u32).filter(|&at| left[at as usize] == 0).collect();
        let mut done = 0;
        while done < order.len() {
            let at = order[done] as usize;
            done += 1;
            for &p in &before[start[at] as usize..start[at + 1] as usize] {
                left[p as usize] -= 1;
                if left[p as usize] == 0 {
                    order.push(p);
                }
            }
        }
        (order.len() == self.len()).then_some(order)
    }

    /// The same with all arrows turned round: where the predecessors of each state begin, and the predecessors.
    pub(super) fn reversed(&self) -> (Vec<u32>, Vec<u32>) {
        let mut start = vec![0u32; self.len() + 1];
        for &to in &self.next {
            start[to as usize + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut fill = start.clone();
        let mut before = vec![0u32; self.next.len()];
        for at in 0..self.len() {
            for &to in self.next(at) {
                before[fill[to as usize] as usize] = at as u32;
                fill[to as usize] += 1;
            }
        }
        (start, before)
    }
}
