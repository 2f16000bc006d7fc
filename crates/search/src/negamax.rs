//! The search behind the alpha-beta agent and the exact solver: negamax with iterative deepening, principal variation
//! search (T. A. Marsland, M. Campbell, *Parallel Search of Strongly Ordered Game Trees*, 1982), a transposition table
//! (R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, *The Greenblatt Chess Program*, 1967), killer moves (S. G. Akl,
//! M. M. Newborn, *The Principal Continuation and the Killer Heuristic*, 1977) and the history heuristic (J. Schaeffer,
//! *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, 1989).
//!
//! Two players, in any order of turns: a player may move twice in a row. A chance event is treated as the horizon. Every
//! result says whether it depends on a horizon; one that does not is a proof.

use crate::hash::hash;
use crate::horizon::Horizon;
use crate::stake::margin;
use crate::table::{Bound, FINAL, Table};
use crate::value::{INFINITY, SPAN, ended, estimated, from_root, to_root};
use game::{Game, Meter, Player, Turn};

/// The deepest a search goes, so that recursion stays within its stack.
pub(crate) const DEEPEST: u32 = 400;

const HISTORY: usize = 4096;

/// What a search below a state found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The value for the player asked about, counted from the root.
    pub(crate) value: i64,
    /// Whether a deeper search could change it.
    pub(crate) open: bool,
}

/// What a search of all moves at the root found.
#[derive(Clone, Debug)]
pub(crate) struct Roots<M> {
    /// Each move with its value (a bound for all but the best), best first.
    pub(crate) moves: Vec<(M, i64)>,
    /// Whether a deeper search could change the value of the best.
    pub(crate) open: bool,
}

/// The tools of one search.
pub(crate) struct Negamax<'a, G: Game> {
    game: &'a G,
    horizon: Horizon<G>,
    /// What an evaluator said last.
    told: Vec<f64>,
    /// Play for win, draw and loss only, regardless of the margin.
    outcome: bool,
    table: &'a mut Table,
    /// Counts the states.
    pub(crate) meter: Meter,
    killers: Vec<[Option<G::Move>; 2]>,
    history: Vec<u32>,
    lists: Vec<Vec<(G::Move, u64, u16)>>,
    scratch: Vec<G::Move>,
    /// Ends met, and the smallest and the largest margin among those that were not drawn.
    ends: (u64, i64, i64),
}

impl<'a, G: Game> Negamax<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        horizon: Horizon<G>,
        outcome: bool,
        table: &'a mut Table,
        meter: Meter,
    ) -> Self {
        Negamax {
            game,
            horizon,
            told: Vec::new(),
            outcome,
            table,
            meter,
            killers: Vec::new(),
            history: vec![0; HISTORY],
            lists: Vec::new(),
            scratch: Vec::new(),
            ends: (0, i64::MAX, 0),
        }
    }

    /// Searches the root to `depth`, its moves in the given order. `None` when the limit ended the search before the
    /// first move was finished; otherwise the moves finished, best first.
    pub(crate) fn root(
        &mut self,
        s: &G::State,
        me: Player,
        order: &[G::Move],
        depth: u32,
    ) -> Option<Roots<G::Move>> {
        let mut best = -INFINITY;
        let mut open = false;
        let mut moves: Vec<(G::Move, i64)> = Vec::with_capacity(order.len());
        for &mv in order {
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            let mut found = if moves.is_empty() {
                self.value(&next, me, 1, depth.saturating_sub(1), -INFINITY, INFINITY)
            } else {
                self.value(&next, me, 1, depth.saturating_sub(1), best, best + 1)
            };
            if found.value > best && !moves.is_empty() && self.meter.open() {
                found = self.value(&next, me, 1, depth.saturating_sub(1), best, INFINITY);
            }
            if !self.meter.open() {
                break;
            }
            open |= found.open;
            let place = if found.value > best { 0 } else { moves.len() };
            best = best.max(found.value);
            moves.insert(place, (mv, found.value));
        }
        let open = open || !self.meter.open();
        (!moves.is_empty()).then_some(Roots { moves, open })
    }

    /// Whether all of many ends that were won were won by the same margin: a win is a win in this game.
    pub(crate) fn even_wins(&self) -> bool {
        self.ends.0 >= 100 && self.ends.1 == self.ends.2
    }

    /// The value of `s` for `me`, counted from the root.
    pub(crate) fn value(
        &mut self,
        s: &G::State,
        me: Player,
        ply: u32,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> Found {
        if !self.meter.node() {
            return Found { value: 0, open: true };
        }
        match self.game.turn(s) {
            Turn::Over => {
                let margin = margin(self.game, s, me);
                self.ends.0 += 1;
                if margin != 0 {
                    self.ends.1 = self.ends.1.min(margin.abs());
                    self.ends.2 = self.ends.2.max(margin.abs());
                }
                let margin = if self.outcome { margin.signum() } else { margin };
                Found { value: ended(margin, ply), open: false }
            }
            Turn::Chance => self.horizon(s, me, ply, alpha, beta),
            Turn::Player(p) if p == me => self.inner(s, me, ply, depth, alpha, beta),
            Turn::Player(p) => {
                let found = self.inner(s, p, ply, depth, -beta, -alpha);
                Found { value: -found.value, open: found.open }
            }
        }
    }

    fn horizon(&mut self, s: &G::State, me: Player, ply: u32, alpha: i64, beta: i64) -> Found {
        if self.outcome {
            // Nothing beyond the horizon is better than winning, or worse than losing, with the very next move.
            let most = SPAN - i64::from(ply) - 1;
            if most <= alpha {
                return Found { value: most, open: false };
            }
            if -most >= beta {
                return Found { value: -most, open: false };
            }
        }
        let h = self.horizon.judge(self.game, s, me, &mut self.told);
        Found { value: estimated(h), open: true }
    }

    /// The value of a state in which `me` is to move.
    fn inner(&mut self, s: &G::State, me: Player, ply: u32, depth: u32, mut alpha: i64, beta: i64) -> Found {
        if depth == 0 || ply >= DEEPEST || !self.meter.open() {
            return self.horizon(s, me, ply, alpha, beta);
        }
        if self.outcome && SPAN - i64::from(ply) - 1 <= alpha {
            return Found { value: SPAN - i64::from(ply) - 1, open: false };
        }
        let key = hash(s);
        let known = self.table.get(key);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
        {
            let value = to_root(entry.value, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts {
                return Found { value, open: entry.depth != FINAL };
            }
        }
        let mut moves = self.ordered(s, ply, known.map(|e| e.best));
        let floor = alpha;
        let (mut best, mut best_at, mut open) = (-INFINITY, 0u16, false);
        for (i, &(mv, _, at)) in moves.iter().enumerate() {
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            let mut found = if i == 0 {
                self.value(&next, me, ply + 1, depth - 1, alpha, beta)
            } else {
                self.value(&next, me, ply + 1, depth - 1, alpha, alpha + 1)
            };
            if i > 0 && found.value > alpha && found.value < beta && self.meter.open() {
                found = self.value(&next, me, ply + 1, depth - 1, alpha, beta);
            }
            if found.value > best {
                (best, best_at) = (found.value, at);
            }
            open |= found.open;
            alpha = alpha.max(best);
            if best >= beta {
                open = found.open;
                self.praise(mv, ply, depth);
                break;
            }
            if !self.meter.open() {
                break;
            }
        }
        moves.clear();
        self.lists.push(moves);
        if self.meter.open() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best <= floor {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let depth = if open { u16::try_from(depth).unwrap_or(FINAL - 1).min(FINAL - 1) } else { FINAL };
            self.table.put(key, from_root(best, ply), depth, bound, usize::from(best_at));
        }
        Found { value: best, open: open || !self.meter.open() }
    }

    /// The moves of `s`, the most promising first: the one the table knows, killers, then by history.
    fn ordered(&mut self, s: &G::State, ply: u32, first: Option<u16>) -> Vec<(G::Move, u64, u16)> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        self.game.moves(s, &mut scratch);
        let killers = self.killers.get(ply as usize).copied().unwrap_or([None, None]);
        let mut list = self.lists.pop().unwrap_or_default();
        for (at, &mv) in scratch.iter().enumerate() {
            let at = u16::try_from(at).unwrap_or(u16::MAX);
            let rank = if Some(at) == first {
                u64::MAX
            } else if killers[0] == Some(mv) {
                u64::MAX - 1
            } else if killers[1] == Some(mv) {
                u64::MAX - 2
            } else {
                u64::from(self.history[hash(&mv) as usize % HISTORY])
            };
            list.push((mv, rank, at));
        }
        self.scratch = scratch;
        list.sort_by(|a, b| b.1.cmp(&a.1).then(a.2.cmp(&b.2)));
        list
    }

    /// Remembers a move that refuted.
    fn praise(&mut self, mv: G::Move, ply: u32, depth: u32) {
        let at = ply as usize;
        if self.killers.len() <= at {
            self.killers.resize(at + 1, [None, None]);
        }
        if self.killers[at][0] != Some(mv) {
            self.killers[at] = [Some(mv), self.killers[at][0]];
        }
        let seen = &mut self.history[hash(&mv) as usize % HISTORY];
        *seen = seen.saturating_add(depth * depth);
        if *seen > 1 << 28 {
            self.history.iter_mut().for_each(|h| *h /= 2);
        }
    }

    /// The play the table expects from `s`, at most `most` moves.
    pub(crate) fn line(&self, s: &G::State, most: usize) -> Vec<G::Move> {
        let mut s = s.clone();
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while line.len() < most && self.game.turn(&s).player().is_some() {
            let Some(entry) = self.table.get(hash(&s)) else { break };
            moves.clear();
            self.game.moves(&s, &mut moves);
            let Some(&mv) = moves.get(usize::from(entry.best)) else { break };
            if entry.bound == Bound::Upper {
                break;
            }
            self.game.apply(&mut s, mv);
            line.push(mv);
        }
        line
    }
}
