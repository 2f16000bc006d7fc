//! Building the automaton of any game by breadth-first exploration, in parallel, within a budget. The numbering of states
//! does not depend on the number of threads: workers expand and hash, one thread numbers in the order of the parents.

use crate::automaton::Automaton;
use crate::intern::{Interner, hash};
use game::{Game, Stopped};
use std::time::{Duration, Instant};

/// What an exploration may spend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// States.
    pub states: usize,
    /// Time.
    pub time: Option<Duration>,
    /// Bytes for the graph (states included, as far as they hold no heap memory of their own).
    pub bytes: usize,
    /// Threads that expand states.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { states: 50_000_000, time: None, bytes: 8 << 30, threads: 1 }
    }
}

/// How far an exploration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// States found.
    pub states: usize,
    /// States expanded.
    pub expanded: usize,
    /// Moves from the start to the states being expanded.
    pub depth: u32,
}

/// States handed to the workers at once.
const BATCH: usize = 1 << 15;

/// Explores everything reachable from the start of the game. When the budget ends first the automaton is partial and says
/// so; its unexpanded states are those with the highest numbers.
pub fn explore<G: Game>(game: &G, budget: &Budget, watch: &mut dyn FnMut(Progress)) -> Automaton<G> {
    let start = Instant::now();
    let mut interner = Interner::new();
    let initial = game.initial();
    let h = hash(&initial);
    interner.intern(initial, h);
    let mut first: Vec<u32> = vec![0];
    let mut targets: Vec<u32> = Vec::new();
    let mut level_ends: Vec<u32> = vec![1];
    let mut expanded = 0;
    let mut stopped = Stopped::Complete;
    'levels: loop {
        let end = interner.states.len();
        while expanded < end {
            let batch = end.min(expanded + BATCH);
            let lists = expand(game, &interner.states[expanded..batch], budget.threads.max(1));
            for (counts, children) in lists {
                let mut children = children.into_iter();
                for count in counts {
                    targets
                        .extend(children.by_ref().take(count as usize).map(|(s, h)| interner.intern(s, h).0));
                    first.push(targets.len() as u32);
                }
            }
            expanded = batch;
            watch(Progress { states: interner.states.len(), expanded, depth: level_ends.len() as u32 - 1 });
            let bytes = interner.bytes()
                + interner.states.len() * size_of::<G::State>()
                + (targets.len() + first.len()) * 4;
            if interner.states.len() >= budget.states || targets.len() > u32::MAX as usize - (BATCH << 12) {
                stopped = Stopped::Nodes;
            } else if bytes > budget.bytes {
                stopped = Stopped::Memory;
            } else if budget.time.is_some_and(|t| start.elapsed() > t) {
                stopped = Stopped::Time;
            }
            if stopped != Stopped::Complete && expanded < interner.states.len() {
                break 'levels;
            }
            stopped = Stopped::Complete;
        }
        if interner.states.len() == end {
            break;
        }
        level_ends.push(interner.states.len() as u32);
    }
    Automaton::new(interner, first, targets, level_ends, expanded, stopped)
}

/// For a run of states: how many children each has, and all the children with their hashes.
type Children<S> = (Vec<u32>, Vec<(S, u64)>);

fn expand<G: Game>(game: &G, states: &[G::State], threads: usize) -> Vec<Children<G::State>> {
    let run = |states: &[G::State]| {
        let mut counts = Vec::with_capacity(states.len());
        let mut children = Vec::with_capacity(states.len() * 4);
        let mut moves = Vec::new();
        for s in states {
            moves.clear();
            game.moves(s, &mut moves);
            counts.push(moves.len() as u32);
            for &mv in &moves {
                let mut child = s.clone();
                game.apply(&mut child, mv);
                let h = hash(&child);
                children.push((child, h));
            }
        }
        (counts, children)
    };
    if threads == 1 || states.len() < 256 {
        return vec![run(states)];
    }
    let share = states.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = states.chunks(share).map(|part| scope.spawn(move || run(part))).collect();
        workers.into_iter().map(|w| w.join().unwrap_or_default()).collect()
    })
}
