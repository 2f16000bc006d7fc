//! Builds the automaton of any game by breadth-first exploration, in parallel, within a budget. The numbering of states
//! does not depend on the number of threads: workers expand and hash, one thread numbers in the order of the parents.
//! Beyond the memory budget the oldest states and the transitions go to temporary files; that does not change the numbering.

use crate::automaton::{Automaton, Graph};
use crate::intern::Interner;
use crate::mark::Marks;
use game::hash::hash;
use game::{Clock, Game, Stopped};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What an exploration may spend.
#[derive(Clone, PartialEq, Debug)]
pub struct Budget {
    /// States.
    pub states: usize,
    /// Work: bytes of all states made, every time a move leads to one. This is what time goes with, be the states small
    /// or large and few or many of them new, and it is the same on every machine.
    pub work: u64,
    /// Time. An exploration that ends by the clock ends elsewhere every time.
    pub time: Option<Duration>,
    /// Bytes in memory. Past them the oldest states and the transitions are written to disk; what must stay in memory is
    /// 10 to 20 bytes a state for finding it and 4 for its transitions. A game that cannot pack its states stops here.
    pub bytes: usize,
    /// Bytes on disk.
    pub disk: u64,
    /// The folder of the temporary files; by default where the system keeps such files.
    pub folder: Option<PathBuf>,
    /// Threads that expand states.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        let (states, work) = (50_000_000, u64::MAX);
        Budget { states, work, time: None, bytes: 8 << 30, disk: 64 << 30, folder: None, threads: 1 }
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

/// States handed to the workers at once, at most.
const BATCH: usize = 1 << 15;

/// States that those handed to the workers should lead to, at most.
const CHILDREN: usize = 1 << 18;

/// Explores everything reachable from the start of the game. When the budget ends first the automaton is partial and says
/// so; its unexpanded states are those with the highest numbers.
pub fn explore<G: Game>(game: &G, budget: &Budget, watch: &mut dyn FnMut(Progress)) -> Automaton<G> {
    explore_from(game, game.initial(), budget, watch)
}

/// Explores everything reachable from a state, which becomes number 0: plays of this automaton begin there.
pub fn explore_from<G: Game>(
    game: &G,
    from: G::State,
    budget: &Budget,
    watch: &mut dyn FnMut(Progress),
) -> Automaton<G> {
    let mut run = Run {
        budget,
        start: Clock::system().now(),
        interner: Interner::new(),
        graph: Graph::new(),
        level_ends: Vec::new(),
        expanded: 0,
        work: 0,
    };
    let ended = match run.levels(game, from.clone(), watch) {
        Ok(ended) => ended,
        Err(error) => (Stopped::Memory, Some(format!("the temporary file failed: {error}"))),
    };
    Automaton::new(run.interner, run.graph, run.level_ends, run.expanded, ended, game, from)
}

struct Run<'a, G: Game> {
    budget: &'a Budget,
    start: Duration,
    interner: Interner<G>,
    graph: Graph,
    level_ends: Vec<u32>,
    expanded: usize,
    /// Bytes of states made.
    work: u64,
}

impl<G: Game> Run<'_, G> {
    fn levels(&mut self, game: &G, initial: G::State, watch: &mut dyn FnMut(Progress)) -> io::Result<Ended> {
        let h = hash(&initial);
        self.interner.intern(initial, h)?;
        self.level_ends.push(1);
        let most = (self.budget.bytes / (64 * size_of::<G::State>().max(16))).clamp(256, BATCH);
        loop {
            let end = self.interner.len();
            while self.expanded < end {
                // Where states lead to many others, fewer at once; and not many more than the budget still has room for: what
                // is looked at beyond it is lost, and the rules may be slow.
                let each = self.graph.edges() / self.expanded.max(1) + 1;
                let room = self.room(each);
                let batch = end.min(self.expanded + most.min((CHILDREN / each).max(256)).min(room));
                let lists =
                    expand(game, &self.interner.states(self.expanded, batch)?, self.budget.threads.max(1));
                for list in lists {
                    if let Some(ended) = self.number(list)? {
                        return Ok(ended);
                    }
                }
                let depth = self.level_ends.len() as u32 - 1;
                watch(Progress { states: self.interner.len(), expanded: self.expanded, depth });
                let ended = self.spent()?;
                if let Some(ended) = ended.filter(|_| self.expanded < self.interner.len()) {
                    return Ok(ended);
                }
            }
            if self.interner.len() == end {
                return Ok((Stopped::Complete, None));
            }
            self.level_ends.push(self.interner.len() as u32);
        }
    }

    /// Numbers what a run of states leads to. States and work are counted after every state, so that where exploring ends
    /// depends neither on the batches nor on the threads.
    fn number(&mut self, list: Children<G::State>) -> io::Result<Option<Ended>> {
        self.graph.marks.extend(&list.marks);
        let mut children = list.children.into_iter();
        for (count, bytes) in list.counts.into_iter().zip(list.bytes) {
            for (s, h) in children.by_ref().take(count as usize) {
                let target = self.interner.intern(s, h)?;
                self.graph.push(target);
            }
            self.graph.close();
            self.expanded += 1;
            self.work = self.work.saturating_add(u64::from(count) * u64::from(bytes));
            if let Some(ended) = self.full().filter(|_| self.expanded < self.interner.len()) {
                return Ok(Some(ended));
            }
        }
        Ok(None)
    }

    /// How many states may be expanded before the states or the work are used up, if they go on as so far; some more, since
    /// many of those they lead to may be known.
    fn room(&self, each: usize) -> usize {
        let states = self.budget.states.saturating_sub(self.interner.len()) / each;
        let work = (self.work / self.expanded.max(1) as u64).max(1);
        let work = (self.budget.work.saturating_sub(self.work) / work) as usize;
        states.min(work).saturating_mul(2).saturating_add(16)
    }

    /// Whether the states or the work are used up.
    #[inline]
    fn full(&self) -> Option<Ended> {
        if self.interner.len() >= self.budget.states || self.graph.edges() > u32::MAX as usize - (BATCH << 12)
        {
            return Some((Stopped::Nodes, None));
        }
        if self.work >= self.budget.work {
            let why = format!("states of {} MB were made", self.work >> 20);
            return Some((Stopped::Nodes, Some(why)));
        }
        None
    }

    /// Why exploring must end here, if it must; makes room on disk first.
    fn spent(&mut self) -> io::Result<Option<Ended>> {
        let budget = self.budget;
        if budget.time.is_some_and(|t| Clock::system().since(self.start) > t) {
            return Ok(Some((Stopped::Time, None)));
        }
        if self.bytes() <= budget.bytes {
            return Ok(None);
        }
        let keep = budget.bytes / 4 * self.interner.recent() / self.interner.held().max(1);
        let packed = self.interner.spill(keep, budget.folder.as_deref())?;
        self.graph.spill(budget.folder.as_deref())?;
        let on_disk = self.interner.on_disk() + self.graph.on_disk();
        if on_disk > budget.disk {
            return Ok(Some((Stopped::Memory, Some(format!("{on_disk} bytes are on disk")))));
        }
        if self.bytes() <= budget.bytes.max(SMALLEST) {
            return Ok(None);
        }
        let why = match packed {
            true => "finding states takes more memory than the budget has",
            false => "this game has no way to write its states as bytes, so none can be put aside on disk",
        };
        Ok(Some((Stopped::Memory, Some(why.to_string()))))
    }

    fn bytes(&self) -> usize {
        self.interner.bytes() + self.interner.held() + self.graph.bytes()
    }
}

/// Why exploring ended, and what more there is to say about it.
type Ended = (Stopped, Option<String>);

/// Bytes of a state. What it holds on the heap is taken for as large as the packed state.
#[inline]
pub(crate) fn size<G: Game>(s: &G::State, packed: &mut Vec<u8>) -> u32 {
    packed.clear();
    if std::mem::needs_drop::<G::State>() {
        G::pack(s, packed);
    }
    (size_of::<G::State>() + packed.len()) as u32
}

/// Less memory than this is not worth stopping for: the tables and buffers of a small exploration.
const SMALLEST: usize = 8 << 20;

/// What a run of states leads to.
struct Children<S> {
    /// How many children each has.
    counts: Vec<u32>,
    /// How large each is.
    bytes: Vec<u32>,
    /// What kind of state each is.
    marks: Marks,
    /// All the children with their hashes.
    children: Vec<(S, u64)>,
}

fn expand<G: Game>(game: &G, states: &[G::State], threads: usize) -> Vec<Children<G::State>> {
    let run = |states: &[G::State]| {
        let mut counts = Vec::with_capacity(states.len());
        let mut bytes = Vec::with_capacity(states.len());
        let mut marks = Marks::with_capacity(states.len());
        let mut children = Vec::with_capacity(states.len() * 4);
        let (mut moves, mut packed) = (Vec::new(), Vec::new());
        for s in states {
            moves.clear();
            game.moves(s, &mut moves);
            counts.push(moves.len() as u32);
            bytes.push(size::<G>(s, &mut packed));
            marks.note(game, s, !moves.is_empty());
            for &mv in &moves {
                let mut child = s.clone();
                game.apply(&mut child, mv);
                let h = hash(&child);
                children.push((child, h));
            }
        }
        Children { counts, bytes, marks, children }
    };
    if threads == 1 || states.len() < 256 {
        return vec![run(states)];
    }
    let share = states.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = states.chunks(share).map(|part| scope.spawn(move || run(part))).collect();
        // A rule book that panics does so with one thread, too: nothing may be left out silently.
        let joined = |w: std::thread::ScopedJoinHandle<'_, _>| {
            w.join().unwrap_or_else(|e| std::panic::resume_unwind(e))
        };
        workers.into_iter().map(joined).collect()
    })
}
