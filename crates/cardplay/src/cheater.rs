//! The cheater: sees all cards and plays the kernel's best card (thesis 001, 6.3.1, there with plain minimax). It is the
//! yardstick of what not knowing costs, not an opponent.
//!
//! Before the tricks begin, and in deals too long to solve whole, each move is judged by playing on as sober players do,
//! several times with the same seeds for every move, and solving what is left.

use crate::Unsolved;
use crate::open::{Judged, Open};
use cards::TrickTaking;
use game::{Cheat, Fault, Limit, Meter, Player, Rng, Stopped, Thought};

/// The table of the kernel: 2^16 positions stay in the cache.
const TABLE: u32 = 16;

/// Positions a single judgement may take.
const EFFORT: u64 = 20_000_000;

/// How often a move is judged that cannot be judged exactly, where no limit says otherwise.
const ROUNDS: u64 = 6;

/// Sees all cards.
pub struct Cheater {
    open: Open,
    seed: u64,
}

impl Cheater {
    /// A cheater; the seed decides how deals are played on that cannot be solved.
    pub fn new(seed: u64) -> Cheater {
        Cheater { open: Open::new(TABLE), seed }
    }
}

impl<G: TrickTaking> Cheat<G> for Cheater {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        state: &G::State,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let mut meter = Meter::start(limit);
        let start = self.open.kernel.nodes();
        let before = f64::from(game.score(state, me));
        let mut sums = vec![0.0; moves.len()];
        let mut rounds = 0;
        let wanted = limit.iterations.unwrap_or(ROUNDS).max(1);
        let mut stopped = Stopped::Complete;
        while rounds < wanted {
            if rounds > 0 && !meter.iteration() {
                stopped = meter.stopped();
                break;
            }
            let mut found = Vec::with_capacity(moves.len());
            for &mv in moves {
                let spent = self.open.kernel.nodes() - start;
                let left = limit.nodes.map_or(EFFORT, |nodes| nodes.saturating_sub(spent).clamp(1, EFFORT));
                self.open.kernel.limit(left);
                let mut after = state.clone();
                game.apply(&mut after, mv);
                let told = f64::from(game.score(&after, me)) - before;
                let mut rng = Rng::new(self.seed.wrapping_add(rounds));
                match self.open.judge(game, &after, me, &mut rng) {
                    Ok(judged) => found.push(Judged { value: judged.value + told, ..judged }),
                    Err(Unsolved::OutOfNodes) => break,
                    Err(fault) => return Err(Fault::Failed(fault.to_string())),
                }
            }
            if found.len() < moves.len() {
                stopped = Stopped::Nodes;
                if rounds == 0 {
                    found.resize(moves.len(), Judged { value: f64::NEG_INFINITY, exact: false });
                    sums = found.iter().map(|judged| judged.value).collect();
                    rounds = 1;
                }
                break;
            }
            let exact = found.iter().all(|judged| judged.exact);
            sums.iter_mut().zip(&found).for_each(|(sum, judged)| *sum += judged.value);
            rounds += 1;
            if exact {
                break;
            }
        }
        let values: Vec<(G::Move, f64)> =
            moves.iter().zip(&sums).map(|(&mv, sum)| (mv, sum / rounds.max(1) as f64)).collect();
        let best = values.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((best, _)) = best else { return Err(Fault::Failed("there is no move to choose".into())) };
        let values = values.into_iter().filter(|(_, value)| value.is_finite()).collect();
        Ok(Thought {
            values,
            nodes: self.open.kernel.nodes() - start,
            depth: rounds,
            stopped,
            because: vec!["it sees all cards".to_string()],
            ..Thought::just(best)
        })
    }
}
