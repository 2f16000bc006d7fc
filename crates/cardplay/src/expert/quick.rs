//! A player who is quick rather than deep, for the many deals that experience is made of: a few drawn deals, solved with open
//! hands as far as the kernel solves them at once, else played on by habit.

use super::manner::Manner;
use super::worth::Judge;
use cards::TrickTaking;
use game::{Limit, Player, Rng};

/// Deals drawn for a card.
const DRAWN: usize = 5;
/// What a card may cost, in positions of the kernel.
const NODES: u64 = 250_000;

/// The quick player.
pub(super) struct Quick {
    judge: Judge,
    /// Whether it draws deals at all; else it plays by habit.
    pub(super) careful: bool,
}

impl Quick {
    pub(super) fn new() -> Quick {
        let mut judge = Judge::new();
        judge.hurry(&Limit::nodes(NODES), 5);
        Quick { judge, careful: true }
    }

    /// The move of `me`, who is to play a card and sees this view.
    pub(super) fn choose<G: TrickTaking>(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        if let [only] = moves {
            return Some(*only);
        }
        let worlds = game.worlds(view).ok()?;
        if !self.careful {
            let (world, _) = worlds.draw(rng).ok()?;
            // A habit looks at the own cards and those that are out, not at who has them.
            let card = game.in_play(&world).and_then(|deal| Manner::new(&deal).card(&deal, rng));
            let claim = moves.iter().find(|mv| game.card_of(**mv).is_none());
            let habit = match card {
                Some(card) if claim.is_none() => {
                    moves.iter().find(|mv| game.card_of(**mv) == Some(card)).copied()
                }
                _ => None,
            };
            return habit.or_else(|| game.sensible(&world, rng, scratch));
        }
        let (mut sums, mut looks) = (vec![0i64; moves.len()], vec![0.0f32; moves.len()]);
        for _ in 0..DRAWN {
            let (world, _) = worlds.draw(rng).ok()?;
            let Some(deal) = game.in_play(&world) else { return game.sensible(&world, rng, scratch) };
            let manner = Manner::new(&deal);
            let legal = deal.legal();
            let known = match deal.objective.race {
                None => self.judge.open_cards(&deal, legal, me),
                Some(_) => None,
            };
            let same = rng.fork();
            for (at, &mv) in moves.iter().enumerate() {
                let card = game.card_of(mv);
                if let Some(card) = card.filter(|card| legal.has(*card)) {
                    looks[at] += manner.promise(&deal, card);
                }
                let found = known.as_ref().and_then(|known| known.iter().find(|(c, _)| Some(*c) == card));
                sums[at] += match (found, card) {
                    (Some((_, money)), _) => i64::from(*money),
                    (None, Some(card)) if deal.objective.race.is_none() => {
                        let mut next = deal.clone();
                        next.play(card);
                        i64::from(self.judge.closed(next, me, &mut same.clone()).0)
                    }
                    _ => {
                        let mut s = world.clone();
                        game.apply(&mut s, mv);
                        let next = self.judge.talk_on(game, &mut s, &mut same.clone(), scratch);
                        let paid = game.score(&s, me) - game.score(&world, me);
                        let rest = next.map_or(0, |next| self.judge.open(next, me, &mut same.clone()));
                        i64::from(paid + rest)
                    }
                };
            }
        }
        // What is not worth anything decides nothing: the caller then chooses by its own means.
        self.judge.sound().ok()?;
        // Equal cards by their looks; a claim that brings as much ends the deal.
        let key = |at: usize| (sums[at], game.card_of(moves[at]).is_none() && sums[at] > 0, looks[at]);
        let better = |a: usize, b: usize| {
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2))
        };
        (0..moves.len()).max_by(|&a, &b| better(a, b)).map(|at| moves[at])
    }
}
