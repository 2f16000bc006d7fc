//! How long an agent may think, and why it stopped.

use crate::Clock;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What an agent may spend on one decision. Nothing set means: until the search is complete.
/// With `nodes`, `iterations` or `depth` and no `time`, the same seed gives the same answer on every machine.
#[derive(Clone, Default)]
pub struct Limit {
    /// Time for this decision.
    pub time: Option<Duration>,
    /// States visited.
    pub nodes: Option<u64>,
    /// Iterations (playouts, samples), for agents that count them.
    pub iterations: Option<u64>,
    /// Moves looked ahead, for agents that count them.
    pub depth: Option<u32>,
    /// Set to true by another thread to end the search early.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called now and then with how far the search is.
    pub watch: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    /// Where the time is read.
    pub clock: Clock,
}

impl Limit {
    /// At most `n` states.
    pub fn nodes(n: u64) -> Limit {
        Limit { nodes: Some(n), ..Limit::default() }
    }

    /// At most `n` iterations.
    pub fn iterations(n: u64) -> Limit {
        Limit { iterations: Some(n), ..Limit::default() }
    }

    /// At most `n` moves ahead.
    pub fn depth(n: u32) -> Limit {
        Limit { depth: Some(n), ..Limit::default() }
    }

    /// At most this long.
    pub fn time(d: Duration) -> Limit {
        Limit { time: Some(d), ..Limit::default() }
    }

    /// Whether neither time, nodes, iterations nor depth bounds the search.
    pub fn is_unbounded(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.iterations.is_none() && self.depth.is_none()
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limit")
            .field("time", &self.time)
            .field("nodes", &self.nodes)
            .field("iterations", &self.iterations)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// States visited so far.
    pub nodes: u64,
    /// Depth completed, or iterations made, whichever the search counts.
    pub depth: u64,
    /// The value of the best move so far, for the player who thinks.
    pub value: f64,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// It had nothing more to look at: the answer is final.
    Complete,
    /// The time was over.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The iterations were used up.
    Iterations,
    /// The depth was reached.
    Depth,
    /// The memory it may use was full.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Complete => "complete",
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Iterations => "iterations",
            Stopped::Depth => "depth",
            Stopped::Memory => "memory",
            Stopped::Cancelled => "cancelled",
        })
    }
}

/// How many nodes may pass between two looks at the clock.
const FAR: u64 = 256;
/// How much time should pass between two looks at the clock at most.
const SOON: Duration = Duration::from_micros(500);

/// Counts what a search spends and says when a [`Limit`] is reached. The clock is not read at every node: so seldom that
/// it costs nothing where nodes are quick, so often that a limit holds within about a millisecond where they are slow.
#[derive(Clone, Debug)]
pub struct Meter {
    limit: Limit,
    /// When it began, where that matters.
    start: Option<Duration>,
    nodes: u64,
    iterations: u64,
    stopped: Option<Stopped>,
    /// The number of nodes at which the clock is read next, and how many nodes that is after the last time.
    next: u64,
    step: u64,
    /// What the clock said last.
    seen: Duration,
}

impl Meter {
    /// Starts to count.
    pub fn start(limit: &Limit) -> Meter {
        let watched = limit.time.is_some() || limit.cancel.is_some();
        let start = watched.then(|| limit.clock.now());
        let limit = limit.clone();
        Meter { limit, start, nodes: 0, iterations: 0, stopped: None, next: 1, step: 1, seen: Duration::ZERO }
    }

    /// Counts one state. Returns whether the search may go on.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next {
            self.look();
        }
        if self.limit.nodes.is_some_and(|n| self.nodes > n) {
            self.stopped.get_or_insert(Stopped::Nodes);
        }
        self.stopped.is_none()
    }

    /// Counts one iteration and looks at the clock. Returns whether another iteration may be made.
    pub fn iteration(&mut self) -> bool {
        if self.limit.iterations.is_some_and(|n| self.iterations >= n) {
            self.stopped.get_or_insert(Stopped::Iterations);
        }
        if self.limit.nodes.is_some_and(|n| self.nodes >= n) {
            self.stopped.get_or_insert(Stopped::Nodes);
        }
        self.look();
        self.iterations += 1;
        self.stopped.is_none()
    }

    /// Whether the search may go on.
    #[inline]
    pub fn open(&self) -> bool {
        self.stopped.is_none()
    }

    /// Looks at the clock without counting anything. Returns whether the search may go on.
    pub fn in_time(&mut self) -> bool {
        self.look();
        self.stopped.is_none()
    }

    /// States counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why the search had to stop; [`Stopped::Complete`] if it did not have to.
    pub fn stopped(&self) -> Stopped {
        self.stopped.unwrap_or(Stopped::Complete)
    }

    /// What is left of the limit, for a part of the search.
    pub fn left(&self) -> Limit {
        let limit = &self.limit;
        Limit {
            time: limit
                .time
                .map(|time| time.saturating_sub(self.start.map_or(Duration::ZERO, |s| limit.clock.since(s)))),
            nodes: limit.nodes.map(|n| n.saturating_sub(self.nodes)),
            iterations: limit.iterations.map(|n| n.saturating_sub(self.iterations)),
            depth: limit.depth,
            cancel: limit.cancel.clone(),
            watch: limit.watch.clone(),
            clock: limit.clock,
        }
    }

    /// Tells the watcher, if there is one.
    pub fn report(&self, depth: u64, value: f64) {
        if let Some(watch) = &self.limit.watch {
            watch(Progress { nodes: self.nodes, depth, value });
        }
    }

    fn look(&mut self) {
        if let Some(start) = self.start {
            let now = self.limit.clock.since(start);
            if self.limit.time.is_some_and(|time| now >= time) {
                self.stopped.get_or_insert(Stopped::Time);
            }
            let took = now.saturating_sub(self.seen);
            self.step = if took > SOON {
                (self.step * SOON.as_micros() as u64 / took.as_micros() as u64).max(1)
            } else {
                (2 * self.step).min(FAR)
            };
            self.seen = now;
        } else {
            self.step = FAR;
        }
        self.next = self.nodes + self.step;
        if self.limit.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) {
            self.stopped.get_or_insert(Stopped::Cancelled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::time::Instant;

    thread_local! {
        static NOW: Cell<u64> = const { Cell::new(0) };
    }

    /// A clock that goes on by a millisecond whenever it is read.
    fn ticking() -> Duration {
        Duration::from_millis(NOW.replace(NOW.get() + 1))
    }

    #[test]
    fn a_search_ends_by_the_clock_it_is_given() {
        let limit = Limit { clock: Clock::new(ticking), ..Limit::time(Duration::from_millis(10)) };
        let mut meter = Meter::start(&limit);
        let mut rounds = 0;
        while meter.iteration() {
            rounds += 1;
        }
        assert_eq!((rounds, meter.stopped()), (9, Stopped::Time));
        let mut still = Meter::start(&Limit { clock: Clock::still(), ..limit });
        assert!((0..1000).all(|_| still.iteration()), "time stands still");
    }

    /// Spends at least so long.
    fn spend(time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn slow_nodes_are_stopped_by_the_clock_soon() {
        let slow = Duration::from_millis(1);
        let mut meter = Meter::start(&Limit::time(5 * slow));
        while meter.node() {
            spend(slow);
        }
        assert_eq!(meter.stopped(), Stopped::Time);
        assert!(meter.nodes() <= 6, "{} nodes of a millisecond in five", meter.nodes());
    }

    #[test]
    fn slow_nodes_are_cancelled_soon() {
        let cancel = Arc::new(AtomicBool::new(false));
        let limit = Limit { cancel: Some(Arc::clone(&cancel)), ..Limit::default() };
        let mut meter = Meter::start(&limit);
        for _ in 0..5 {
            spend(Duration::from_millis(1));
            assert!(meter.node());
        }
        cancel.store(true, Ordering::Relaxed);
        assert!(!meter.node() || !meter.node());
        assert_eq!(meter.stopped(), Stopped::Cancelled);
    }

    #[test]
    fn what_is_left_shrinks_with_what_was_spent() {
        let mut meter = Meter::start(&Limit { nodes: Some(10), iterations: Some(3), ..Limit::default() });
        assert!(meter.iteration() && meter.node() && meter.node());
        let left = meter.left();
        assert_eq!((left.nodes, left.iterations, left.time), (Some(8), Some(2), None));
        let late = Meter::start(&Limit::time(Duration::ZERO));
        assert_eq!(late.left().time, Some(Duration::ZERO));
    }
}
