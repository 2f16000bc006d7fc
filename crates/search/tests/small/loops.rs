//! A random two-player game on a graph: states are numbers, moves lead anywhere, also back, so play may be endless. The
//! mover of a state is arbitrary (extra turns), ends have arbitrary scores. A slow solver stands beside it.

use game::{Game, Perfect, Player, Rng, Turn};

/// The rules: for each state the mover and the successors; no successors is an end with the score of the first player.
pub(crate) struct Loops {
    pub(crate) states: Vec<(u8, Vec<u16>, i32)>,
}

impl Loops {
    /// A random game with `n` states.
    pub(crate) fn random(seed: u64, n: u16, span: i32) -> Loops {
        let mut rng = Rng::new(seed);
        let state = |at: u16, rng: &mut Rng| {
            let mover = rng.below(2) as u8;
            let ends = at > 0 && rng.below(5) == 0;
            let many = if ends { 0 } else { 1 + rng.below(3) };
            let mut next: Vec<u16> = (0..many).map(|_| rng.below(usize::from(n)) as u16).collect();
            next.sort_unstable();
            next.dedup();
            let score = rng.below(2 * span as usize + 1) as i32 - span;
            (mover, next, score)
        };
        Loops { states: (0..n).map(|at| state(at, &mut rng)).collect() }
    }

    /// The best forced score and distance of the first player within `n` moves, for growing `n` until nothing changes:
    /// the value as (score, moves), where 0 with no moves stands for a draw or endless play. `sign` counts only who wins.
    pub(crate) fn slowly(&self, sign: bool) -> Vec<(i32, u32)> {
        let worth = |&(score, plies): &(i32, u32)| (score, -score.signum() * plies as i32);
        let mut values = vec![(0, 0); self.states.len()];
        for (value, (_, next, score)) in values.iter_mut().zip(&self.states) {
            if next.is_empty() {
                *value = (if sign { score.signum() } else { *score }, 0);
            }
        }
        for _ in 0..4 * self.states.len() {
            let old = values.clone();
            for (at, (mover, next, _)) in self.states.iter().enumerate() {
                let later = |&to: &u16| {
                    let (score, plies) = old[usize::from(to)];
                    if score == 0 { (0, 0) } else { (score, plies + 1) }
                };
                let found = next.iter().map(later);
                let best = if *mover == 0 { found.max_by_key(worth) } else { found.min_by_key(worth) };
                values[at] = best.unwrap_or(old[at]);
            }
        }
        values
    }
}

impl Game for Loops {
    type State = u16;
    type Move = u16;

    fn players(&self) -> usize {
        2
    }

    fn initial(&self) -> u16 {
        0
    }

    fn turn(&self, s: &u16) -> Turn {
        let (mover, next, _) = &self.states[usize::from(*s)];
        if next.is_empty() { Turn::Over } else { Turn::Player(Player(*mover)) }
    }

    fn moves(&self, s: &u16, out: &mut Vec<u16>) {
        out.extend(&self.states[usize::from(*s)].1);
    }

    fn apply(&self, s: &mut u16, mv: u16) {
        *s = mv;
    }

    fn score(&self, s: &u16, p: Player) -> i32 {
        self.states[usize::from(*s)].2 * if p.0 == 0 { 1 } else { -1 }
    }
}

impl Perfect for Loops {}
