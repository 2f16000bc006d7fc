//! What words tell of cards, for searches that know a game only through its rules. Who says more than a sober player would
//! ([`game::Game::sensible`]) expects to win: states in which he mostly loses when nobody says any more are mostly left out, and
//! who spoke up again after an answer expects it the more. (GIB keeps the deals that fit the bidding likewise: M. L. Ginsberg,
//! *GIB: Imperfect Information in a Computationally Challenging Game*, 2001.)

use crate::mcts::reward::Rewards;
use crate::simulate::Policy;
use game::{Beliefs, Contradiction, Meter, Observe, Player, Rng, WorldsOf};

/// Moves that are remembered since chance acted last; cards follow words, and are not what this is about.
const MOST: usize = 24;
/// States in which a sober player is asked whether he would have said the same.
const ASKED: usize = 8;
/// States drawn for one that explains the words; then any will do.
const DRAWS: usize = 16;
/// Simulated plays of a drawn state.
pub(crate) const PLAYS: u32 = 6;
/// Of so many states that speak against somebody's words one is believed all the same: a bluff, another judgement, unlucky
/// simulations.
const ODD: usize = 12;

/// Who moved, what was known after it, and whether that was more than a sober player says, once that was asked.
struct Heard<V> {
    by: Option<Player>,
    view: V,
    bold: Option<bool>,
}

/// What a player has seen since chance acted last.
pub(crate) struct Memory<G: Observe>(Vec<Heard<G::View>>);

impl<G: Observe> Default for Memory<G> {
    fn default() -> Memory<G> {
        Memory(Vec::new())
    }
}

impl<G: Observe> Memory<G> {
    pub(crate) fn heard(&mut self, by: Option<Player>, view: &G::View) {
        if by.is_none() {
            self.0.clear();
        }
        if self.0.len() < MOST {
            self.0.push(Heard { by, view: view.clone(), bold: None });
        }
    }

    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    pub(crate) fn keeps(&self) -> usize {
        self.0.capacity() * size_of::<Heard<G::View>>()
    }

    /// How often each player said more than a sober one would have, as `me` heard it; nothing unless `view` is the last of
    /// what was heard.
    pub(crate) fn bold(
        &mut self,
        (game, me): (&G, Player),
        view: &G::View,
        beliefs: &Beliefs<G>,
        policy: Policy,
        rng: &mut Rng,
    ) -> Vec<u32> {
        let mut bold = vec![0; game.players()];
        if self.0.last().is_none_or(|last| last.view != *view) {
            return bold;
        }
        let mut scratch = Vec::new();
        for at in 1..self.0.len() {
            let (before, [heard, ..]) = self.0.split_at_mut(at) else { break };
            let (Some(by), Some(before)) = (heard.by.filter(|by| *by != me), before.last()) else { continue };
            let said = *heard.bold.get_or_insert_with(|| {
                let Ok(worlds) = beliefs.worlds(game, &before.view) else { return false };
                (0..ASKED).all(|_| {
                    let Ok((mut s, _)) = worlds.draw(rng) else { return false };
                    let Some(sober) = policy.pick(game, &s, rng, &mut scratch) else { return false };
                    game.apply(&mut s, sober);
                    game.view(&s, Some(me)) != heard.view
                })
            });
            bold[by.index()] += u32::from(said);
        }
        bold
    }
}

/// A drawn state with its weight, the plays simulated from it, and how many of them each player won.
pub(crate) struct Tried<S> {
    pub(crate) state: S,
    pub(crate) weight: f64,
    pub(crate) plays: u32,
    pub(crate) wins: Vec<u32>,
}

/// Draws states that explain what was said.
pub(crate) struct Explained<'a, G: Observe> {
    game: &'a G,
    worlds: &'a WorldsOf<'a, G>,
    policy: Policy,
    length: u64,
    rewards: Rewards,
    /// How often each player spoke up.
    bold: Vec<u32>,
}

impl<'a, G: Observe> Explained<'a, G> {
    /// States in which nobody spoke up.
    pub(crate) fn new(
        game: &'a G,
        worlds: &'a WorldsOf<'a, G>,
        policy: Policy,
        length: u64,
        rewards: Rewards,
    ) -> Explained<'a, G> {
        Explained { game, worlds, policy, length, rewards, bold: Vec::new() }
    }

    /// States in which each player spoke up so often.
    pub(crate) fn after(self, bold: Vec<u32>) -> Explained<'a, G> {
        Explained { bold, ..self }
    }

    /// Whether one of the moves raises the stakes: after it the same plays bring everybody as much as after a sober word or
    /// more, but do not make a loser of a winner.
    pub(crate) fn raises(
        &mut self,
        moves: &[G::Move],
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<bool, Contradiction> {
        const MISFITS: u32 = 2;
        let mut raises: Vec<(G::Move, u32, bool)> = moves.iter().map(|&mv| (mv, 0, false)).collect();
        let (mut scratch, mut usual, mut raised) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ASKED {
            let (s, _) = self.worlds.draw(rng)?;
            let Some(sober) = self.policy.pick(self.game, &s, rng, &mut scratch) else { return Ok(false) };
            raises.retain(|(mv, misfits, _)| *mv != sober && *misfits < MISFITS);
            let luck = rng.fork();
            let mut paid = |mv: G::Move, out: &mut Vec<f64>| {
                let mut end = s.clone();
                self.game.apply(&mut end, mv);
                let tools = (&mut luck.clone(), &mut scratch, &mut *meter);
                self.policy.follow(self.game, &mut end, self.length, tools);
                self.rewards.of(self.game, &end, self.game.settled(&end), out);
            };
            paid(sober, &mut usual);
            for (mv, misfits, more) in &mut raises {
                paid(*mv, &mut raised);
                let gains = || usual.iter().zip(&raised).map(|(a, b)| (a - 0.5, b - 0.5));
                let other = |(a, b): (f64, f64)| a != 0.0 && (a * b <= 0.0 || a.abs() > b.abs() + 1e-9);
                *misfits += u32::from(gains().any(other));
                *more |= gains().any(|(a, b)| b.abs() > a.abs() + 1e-9);
            }
        }
        Ok(raises.into_iter().any(|(_, misfits, more)| misfits < MISFITS && more))
    }

    /// A state after all that was said.
    pub(crate) fn draw(
        &mut self,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Tried<G::State>, Contradiction> {
        let mut tried = self.attempt(rng, meter)?;
        for _ in 1..DRAWS {
            if tried.plays < PLAYS || self.explains(&tried) || rng.below(ODD) == 0 {
                break;
            }
            tried = self.attempt(rng, meter)?;
        }
        Ok(tried)
    }

    /// Whether everybody who spoke up wins in half of the plays, three quarters if he did so twice, and so on.
    fn explains(&self, tried: &Tried<G::State>) -> bool {
        let mut all = self.bold.iter().zip(&tried.wins);
        all.all(|(&bold, &wins)| f64::from(wins) >= f64::from(tried.plays) * (1.0 - 0.5f64.powi(bold as i32)))
    }

    fn attempt(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Tried<G::State>, Contradiction> {
        let (state, weight) = self.worlds.draw(rng)?;
        let mut tried = Tried { state, weight, plays: 0, wins: vec![0; self.game.players()] };
        let (mut scratch, mut payout) = (Vec::new(), Vec::new());
        while tried.plays < PLAYS {
            let mut end = tried.state.clone();
            if !self.policy.follow(self.game, &mut end, self.length, (&mut *rng, &mut scratch, &mut *meter)) {
                break;
            }
            self.rewards.of(self.game, &end, self.game.settled(&end), &mut payout);
            tried.plays += 1;
            for (wins, &payout) in tried.wins.iter_mut().zip(&payout) {
                *wins += u32::from(payout > 0.5);
            }
        }
        Ok(tried)
    }
}
