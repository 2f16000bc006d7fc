//! What words tell of cards, for searches that know a game only through its rules: a state explains what was said if it paid
//! for who said it. The states before the words are drawn, the words are said again, and each that differs from what a sober
//! player says ([`game::Game::sensible`]) is compared with that by a few simulated plays with open cards; states in which it
//! loses are mostly rejected. (GIB keeps the deals that fit the bidding likewise: M. L. Ginsberg, *GIB: Imperfect Information in a
//! Computationally Challenging Game*, 2001.)

use crate::mcts::reward::Rewards;
use crate::simulate::Policy;
use game::{Beliefs, Meter, Observe, Player, Rng, WorldsOf};

/// Moves that are remembered since chance acted last; cards follow words, and are not what this is about.
const MOST: usize = 24;
/// States replayed to see whether words can be said again from some moment on, and how many of them must succeed.
const TRIES: (usize, usize) = (16, 4);
/// States drawn for one that explains the words; then any will do.
const DRAWS: usize = 32;
/// Simulated plays for each of two words.
const PLAYS: usize = 6;
/// Of so many words that lose one is believed all the same: a bluff, another judgement, unlucky simulations.
const ODD: usize = 12;

/// Who moved, and what was known after it.
type Heard<V> = (Option<Player>, V);

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
            self.0.push((by, view.clone()));
        }
    }

    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    pub(crate) fn keeps(&self) -> usize {
        self.0.capacity() * size_of::<Heard<G::View>>()
    }

    /// All that was seen, if `view` is the last of it.
    pub(crate) fn until(&self, view: &G::View) -> Option<&[Heard<G::View>]> {
        self.0.last().filter(|(_, last)| last == view).map(|_| self.0.as_slice())
    }
}

/// States that explain what was said.
pub(crate) struct Explained<'a, G: Observe> {
    game: &'a G,
    me: Player,
    policy: Policy,
    length: u64,
    rewards: Rewards,
    before: WorldsOf<'a, G>,
    since: &'a [Heard<G::View>],
}

impl<'a, G: Observe> Explained<'a, G> {
    /// The states of the earliest moment from which what was seen since can be done again; `None` if there is none or nobody
    /// else has spoken since.
    pub(crate) fn new(
        game: &'a G,
        me: Player,
        beliefs: &'a Beliefs<G>,
        said: &'a [Heard<G::View>],
        (policy, length, rewards): (Policy, u64, Rewards),
        (rng, meter): (&mut Rng, &mut Meter),
    ) -> Option<Explained<'a, G>> {
        let mut tried = None;
        for first in 0..said.len().saturating_sub(1) {
            let since = &said[first + 1..];
            if since.iter().all(|&(by, _)| by == Some(me)) {
                break;
            }
            let before = beliefs.worlds(game, &said[first].1).ok()?;
            let states = Explained { game, me, policy, length, rewards: rewards.clone(), before, since };
            let replayed = (0..TRIES.0).filter(|_| states.replay(rng, meter, false).is_some()).count();
            if replayed >= TRIES.1 {
                tried = Some(states);
                break;
            }
        }
        tried
    }

    /// A state after all that was said, with its weight; `None` if none was found.
    pub(crate) fn draw(&self, rng: &mut Rng, meter: &mut Meter) -> Option<(G::State, f64)> {
        (0..DRAWS).find_map(|_| self.replay(rng, meter, true))
    }

    /// Draws a state and says in it what was said. `None` where that was impossible or, if asked, did not pay.
    fn replay(&self, rng: &mut Rng, meter: &mut Meter, judge: bool) -> Option<(G::State, f64)> {
        let (mut s, weight) = self.before.draw(rng).ok()?;
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        for (by, view) in self.since {
            if self.game.turn(&s).player() != *by {
                return None;
            }
            let sober = self.policy.pick(self.game, &s, rng, &mut scratch)?;
            let after = |mv: G::Move| {
                let mut next = s.clone();
                self.game.apply(&mut next, mv);
                (self.game.view(&next, Some(self.me)) == *view).then_some((mv, next))
            };
            let (mv, next) = after(sober).or_else(|| {
                moves.clear();
                self.game.moves(&s, &mut moves);
                let first = rng.below(moves.len());
                moves[first..].iter().chain(&moves[..first]).find_map(|&mv| after(mv))
            })?;
            if let Some(p) = by.filter(|&p| judge && p != self.me && mv != sober)
                && self.game.visible(&s, mv, self.me)
                && !self.pays(&s, (mv, sober), p, rng, meter)
                && rng.below(ODD) > 0
            {
                return None;
            }
            s = next;
        }
        Some((s, weight))
    }

    /// Whether the first of two words brings `p` more than the second in `s`.
    fn pays(
        &self,
        s: &G::State,
        words: (G::Move, G::Move),
        p: Player,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> bool {
        let (mut gain, mut scratch, mut payout) = (0.0, Vec::new(), Vec::new());
        let mut rewards = self.rewards.clone();
        for _ in 0..PLAYS {
            let luck = rng.fork();
            for (mv, sign) in [(words.0, 1.0), (words.1, -1.0)] {
                let mut end = s.clone();
                self.game.apply(&mut end, mv);
                let tools = (&mut luck.clone(), &mut scratch, &mut *meter);
                self.policy.follow(self.game, &mut end, self.length, tools);
                rewards.of(self.game, &end, self.game.settled(&end), &mut payout);
                gain += sign * payout[p.index()];
            }
        }
        gain > 0.0
    }
}
