//! The distance from the goal as a heuristic for any one-player game.
//!
//! It explores a bounded number of states around the one asked about, breadth-first, and notes which leads to which; then
//! it searches backwards from the goals it met (distance 0) and from the states at the frontier (distance 1: a goal may be
//! just behind them). The result is admissible and consistent (it never overestimates and falls by at most one with every
//! move), so A* and IDA* remain optimal with it; if the whole game fits, it is the exact distance. It says nothing useful
//! about a goal far outside the explored part: such puzzles need a heuristic written for them.

use crate::index::Index;
use crate::path::success;
use game::{Game, Meter, Turn};
use std::collections::VecDeque;

/// States looked at.
const MOST: usize = 200_000;
const UNKNOWN: u32 = u32::MAX;

/// Distances of the states around one.
pub(crate) struct Distance<G: Game> {
    index: Index<G::State>,
    far: Vec<u32>,
}

impl<G: Game> Distance<G> {
    pub(crate) fn new() -> Distance<G> {
        Distance { index: Index::new(), far: Vec::new() }
    }

    /// Works out the distances around `s`, unless they are known.
    pub(crate) fn prepare(&mut self, game: &G, s: &G::State, meter: &mut Meter) {
        if self.index.find(s).is_some_and(|at| self.far[at as usize] != UNKNOWN) {
            return;
        }
        self.index = Index::new();
        self.index.add(s.clone());
        let mut arrows: Vec<(u32, u32)> = Vec::new();
        let mut moves = Vec::new();
        let mut done = 0;
        while done < self.index.states.len() && self.index.states.len() < MOST && meter.node() {
            let from = self.index.states[done].clone();
            moves.clear();
            game.moves(&from, &mut moves);
            for &mv in &moves {
                let mut next = from.clone();
                game.apply(&mut next, mv);
                arrows.push((self.index.add(next).0, done as u32));
            }
            done += 1;
        }
        self.far = vec![UNKNOWN; self.index.states.len()];
        let mut queue = VecDeque::new();
        for (at, s) in self.index.states.iter().enumerate() {
            if success(game, s) {
                self.far[at] = 0;
                queue.push_back(at);
            }
        }
        for at in done..self.index.states.len() {
            if game.turn(&self.index.states[at]) != Turn::Over {
                self.far[at] = 1;
                queue.push_back(at);
            }
        }
        // Goals (0) stand in the queue before the rim (1), so distances come out in order.
        arrows.sort_unstable();
        while let Some(at) = queue.pop_front() {
            let start = arrows.partition_point(|&(to, _)| (to as usize) < at);
            for &(_, from) in arrows[start..].iter().take_while(|&&(to, _)| to as usize == at) {
                if self.far[from as usize] == UNKNOWN {
                    self.far[from as usize] = self.far[at] + 1;
                    queue.push_back(from as usize);
                }
            }
        }
    }

    /// The distance: at least this many moves to a goal. `u32::MAX / 2` where there is no way.
    pub(crate) fn far(&self, game: &G, s: &G::State) -> u32 {
        match self.index.find(s) {
            Some(at) if self.far[at as usize] == UNKNOWN => u32::MAX / 2,
            Some(at) => self.far[at as usize],
            None if success(game, s) => 0,
            None => 1,
        }
    }
}
