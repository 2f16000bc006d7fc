//! Two players with a sharp look (see [`game::Sharp`]): depth-first null-window search for the exact distance.
//!
//! The length of a play is bounded by `rest`, which every move lowers by one, so a win can be valued by what is left
//! over: `rest + 1 - plies` when `plies` moves win. That number is the same seen from any state on the way, which makes
//! stored bounds exact at every depth, and bisection of it finds the distance in a few searches. Moves that lose at
//! once are never searched; the others go by the game's own ranking.

use super::{Outcome, Settings, Solution, score_after};
use game::{Game, Limit, Meter, Observe, Sharp, Sight, Stopped};

/// Solves an unfinished state.
pub(super) fn solve<G: Observe>(
    game: &G,
    sharp: &dyn Sharp<G::State, G::Move>,
    state: &G::State,
    settings: &Settings,
    limit: &Limit,
) -> Solution<G::Move> {
    let rest = sharp.look(state, &mut Vec::new()).rest;
    let mut hunt = Hunt {
        game,
        sharp,
        table: Bounds::new(settings.megabytes),
        meter: Meter::start(limit),
        lists: Vec::new(),
    };
    let (low, high) = hunt.bisect(state, rest);
    let mut solution =
        Solution::unknown("sharp null-window search", hunt.meter.nodes(), hunt.meter.stopped());
    if low == high {
        solution.value = Some(Outcome::of(i64::from(low)));
        solution.plies = Some(if low == 0 { rest } else { rest + 1 - low.unsigned_abs() });
        solution.line = hunt.line(state, low);
        solution.best = solution.line.first().copied();
        let me = game.turn(state).player().unwrap_or_default();
        solution.score = score_after(game, state, &solution.line, me);
        solution.nodes = hunt.meter.nodes();
        solution.stopped = hunt.meter.stopped();
        if low == 0 && solution.score.is_some() {
            solution.plies = u32::try_from(solution.line.len()).ok();
        }
        if solution.stopped != Stopped::Complete {
            solution.notes.push("the value is proven; the budget ended before the line of play".to_string());
        }
        return solution;
    }
    if low > 0 || high < 0 {
        solution.value = Some(Outcome::of(i64::from(low.max(0) + high.min(0))));
        let (near, far) = if low > 0 { (high, low) } else { (low, high) };
        let plies = |v: i32| rest + 1 - v.unsigned_abs();
        solution.notes.push(format!("the end comes in {} to {} moves", plies(near), plies(far)));
    } else {
        let what = match (low, high) {
            (0, _) => "not lost",
            (_, 0) => "not won",
            _ => "open",
        };
        solution.notes.push(format!("proven so far: {what}"));
    }
    solution
}

struct Hunt<'a, G: Game> {
    game: &'a G,
    sharp: &'a dyn Sharp<G::State, G::Move>,
    table: Bounds,
    meter: Meter,
    lists: Vec<Lists<G::Move>>,
}

/// Memory for the moves of one state.
struct Lists<M> {
    moves: Vec<M>,
    ranked: Vec<(i32, M)>,
}

impl<G: Game> Hunt<'_, G> {
    /// Bounds of the value of `state`, equal unless the limit ended the search.
    fn bisect(&mut self, state: &G::State, rest: u32) -> (i32, i32) {
        let (mut low, mut high) = (-(rest as i32), rest as i32);
        while low < high {
            // Who wins, if anybody, comes first; then the distance. Short wins are much cheaper to refute than long ones.
            let middle = match (low, high) {
                (..0, 1..) => 0,
                (0.., _) => (high / 2).max(low).min(high - 1),
                _ => (low / 2).min(high - 1).max(low),
            };
            let found = self.value(state, middle, middle + 1);
            if !self.meter.open() {
                break;
            }
            if found <= middle {
                high = found;
            } else {
                low = found;
            }
            self.meter.report(u64::from(rest), f64::from(low));
        }
        (low, high)
    }

    /// The value of an unfinished state, exact within the window and a bound outside it.
    fn value(&mut self, s: &G::State, alpha: i32, beta: i32) -> i32 {
        if !self.meter.node() {
            return 0;
        }
        let mut lists = self.lists.pop().unwrap_or(Lists { moves: Vec::new(), ranked: Vec::new() });
        let value = self.inner(s, alpha, beta, &mut lists);
        self.lists.push(lists);
        value
    }

    fn inner(&mut self, s: &G::State, mut alpha: i32, mut beta: i32, lists: &mut Lists<G::Move>) -> i32 {
        lists.moves.clear();
        let look = self.sharp.look(s, &mut lists.moves);
        let rest = look.rest as i32;
        match look.sight {
            Sight::Wins => return rest,
            Sight::Loses => return 1 - rest,
            // Neither wins with the next move, and there is no other.
            Sight::Open if rest <= 2 => return 0,
            Sight::Open => {}
        }
        // The soonest loss is four moves away, the soonest win three.
        alpha = alpha.max(3 - rest);
        beta = beta.min(rest - 2);
        if alpha >= beta {
            return if alpha == 3 - rest { alpha } else { beta };
        }
        if let [mv] = lists.moves[..] {
            // A forced move is not worth a place in the table.
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            return -self.value(&next, -beta, -alpha);
        }
        let (low, high) = self.table.get(look.key);
        if let Some(low) = low {
            alpha = alpha.max(low);
        }
        if let Some(high) = high {
            beta = beta.min(high);
        }
        if alpha >= beta {
            return low.filter(|&low| low == alpha).unwrap_or(beta);
        }
        lists.ranked.clear();
        for &mv in &lists.moves {
            let rank = self.sharp.rank(s, mv);
            let mut at = lists.ranked.len();
            lists.ranked.push((rank, mv));
            while at > 0 && lists.ranked[at - 1].0 < rank {
                lists.ranked.swap(at - 1, at);
                at -= 1;
            }
        }
        let mut best = i32::MIN;
        for &(_, mv) in &lists.ranked {
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            let value = -self.value(&next, -beta, -alpha);
            best = best.max(value);
            if best >= beta || !self.meter.open() {
                break;
            }
            alpha = alpha.max(best);
        }
        if self.meter.open() {
            self.table.put(look.key, best, best >= beta, look.rest);
        }
        best
    }

    /// Perfect play from a state of this value.
    fn line(&mut self, state: &G::State, mut value: i32) -> Vec<G::Move> {
        let mut s = state.clone();
        let mut line = Vec::new();
        while self.game.turn(&s).player().is_some() {
            let mut moves = Vec::new();
            let look = self.sharp.look(&s, &mut moves);
            moves.sort_by_key(|&mv| std::cmp::Reverse(self.sharp.rank(&s, mv)));
            let fits = |hunt: &mut Self, mv: G::Move| {
                let mut next = s.clone();
                hunt.game.apply(&mut next, mv);
                hunt.game.turn(&next).player().is_none() || -hunt.value(&next, -value, 1 - value) >= value
            };
            let plain = look.sight != Sight::Open || moves.len() == 1;
            let chosen =
                if plain { moves.first().copied() } else { moves.into_iter().find(|&mv| fits(self, mv)) };
            let Some(mv) = chosen.filter(|_| self.meter.open()) else { break };
            self.game.apply(&mut s, mv);
            line.push(mv);
            value = -value;
        }
        line
    }
}

/// Lower and upper bounds by key, in a table of fixed size.
///
/// ```text
///  63                16 15      9 8 7       0
///  │ 48 bits of the key │  rest  │B│ value+128 │     B: the value is a lower bound
/// ```
/// The key is scrambled by a bijection of 56 bits; its upper bits choose the bucket, so the lower 48 complete it and
/// no two keys are ever confused. In a bucket the first half keeps what took longer, the second half what is newer.
struct Bounds {
    slots: Vec<u64>,
    /// There are 2^bits slots.
    bits: u32,
    /// And may be 2^most.
    most: u32,
    /// Slots that are not empty.
    used: usize,
}

const KEY: u64 = (1 << 56) - 1;
const TAG: u64 = (1 << 48) - 1;
const WAY_BITS: u32 = 2;
const WAYS: usize = 1 << WAY_BITS;
const SPREAD: u64 = 0x9E_3779_B97F_4A7D;

impl Bounds {
    /// A small table that may grow to `megabytes`.
    fn new(megabytes: usize) -> Bounds {
        let slots = ((megabytes as u64) << 17).clamp(1 << 12, 1 << 34);
        let most = 63 - slots.leading_zeros();
        let bits = most.min(16);
        Bounds { slots: vec![0; 1 << bits], bits, most, used: 0 }
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let mut k = key.wrapping_mul(SPREAD) & KEY;
        k ^= k >> 28;
        k = k.wrapping_mul(SPREAD) & KEY;
        ((k >> (56 + WAY_BITS - self.bits)) as usize * WAYS, k & TAG)
    }

    #[inline]
    fn get(&self, key: u64) -> (Option<i32>, Option<i32>) {
        let (at, tag) = self.place(key);
        let (mut low, mut high) = (None, None);
        for &slot in &self.slots[at..at + WAYS] {
            if slot >> 16 == tag && slot != 0 {
                let value = (slot & 255) as i32 - 128;
                if slot & 256 != 0 { low = Some(value) } else { high = Some(value) }
            }
        }
        (low, high)
    }

    #[inline]
    fn put(&mut self, key: u64, value: i32, lower: bool, rest: u32) {
        let (at, tag) = self.place(key);
        let rest = u64::from(rest.min(127));
        self.enter(at, tag << 16 | rest << 9 | u64::from(lower) << 8 | (value + 128) as u64 & 255);
        if self.used * 2 > self.slots.len() && self.bits < self.most {
            self.grow();
        }
    }

    #[inline]
    fn enter(&mut self, at: usize, fresh: u64) {
        let bucket = &mut self.slots[at..at + WAYS];
        let same = |slot: u64| slot >> 16 == fresh >> 16 && (slot ^ fresh) & 256 == 0 && slot != 0;
        if let Some(slot) = bucket.iter_mut().find(|slot| same(**slot)) {
            *slot = fresh;
            return;
        }
        let weight = |slot: u64| slot >> 9 & 127;
        let (keep, newer) = bucket.split_at_mut(WAYS / 2);
        let Some(least) = keep.iter_mut().min_by_key(|slot| weight(**slot)) else { return };
        let displaced = if weight(*least) <= weight(fresh) { std::mem::replace(least, fresh) } else { fresh };
        if displaced == 0 {
            self.used += 1;
            return;
        }
        let last = std::mem::replace(&mut newer[0], displaced);
        if last == 0 {
            self.used += 1;
            return;
        }
        self.used += usize::from(newer[1] == 0);
        newer[1] = last;
    }

    /// Four times the room. The place of a slot and its tag give the whole scrambled key back.
    fn grow(&mut self) {
        let bits = (self.bits + 2).min(self.most);
        let old = std::mem::replace(&mut self.slots, vec![0; 1 << bits]);
        let shift = 56 + WAY_BITS - self.bits;
        (self.bits, self.used) = (bits, 0);
        for (at, slot) in old.into_iter().enumerate().filter(|(_, slot)| *slot != 0) {
            let key = ((at / WAYS) as u64) << shift | slot >> 16 & ((1 << shift) - 1);
            self.enter((key >> (56 + WAY_BITS - bits)) as usize * WAYS, slot);
        }
    }
}
