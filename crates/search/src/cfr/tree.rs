//! The whole tree of a small game with its information sets: the nodes a player cannot distinguish.

use super::TooLarge;
use game::{Meter, Observe, Player, Turn};
use std::collections::BTreeMap;

/// A node; children stand side by side and after their parent.
pub(super) enum Node {
    /// Everybody's final score.
    End(Vec<f64>),
    /// A chance event.
    Chance { first: u32, count: u32 },
    /// A decision; equal `spot`s look the same to `who`.
    Choice { who: u8, spot: u32, first: u32, count: u32 },
}

/// The tree; node 0 is where play begins.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The probability of each node as a chance event; 1 for others.
    pub(super) odds: Vec<f64>,
}

impl Tree {
    /// The tree from `start`, breadth-first, with at most `most` nodes.
    pub(super) fn grow<G: Observe>(
        game: &G,
        start: &G::State,
        most: usize,
        meter: &mut Meter,
        spot: &mut impl FnMut(Player, &G::State, &[G::Move]) -> u32,
    ) -> Result<Tree, TooLarge> {
        let mut states = vec![Some(start.clone())];
        let mut tree = Tree { nodes: Vec::new(), odds: vec![1.0] };
        let mut moves = Vec::new();
        let mut at = 0;
        while at < states.len() {
            let Some(s) = states[at].take() else { break };
            at += 1;
            if !meter.node() || states.len() > most {
                return Err(TooLarge { nodes: states.len() });
            }
            moves.clear();
            game.moves(&s, &mut moves);
            let (first, count) = (states.len() as u32, moves.len() as u32);
            let turn = game.turn(&s);
            tree.nodes.push(match turn {
                Turn::Over => {
                    Node::End(Player::all(game.players()).map(|p| f64::from(game.score(&s, p))).collect())
                }
                Turn::Chance => Node::Chance { first, count },
                Turn::Player(p) => Node::Choice { who: p.0, spot: spot(p, &s, &moves), first, count },
            });
            let total: f64 = moves.iter().map(|&mv| f64::from(game.weight(&s, mv))).sum();
            for &mv in &moves {
                let mut next = s.clone();
                game.apply(&mut next, mv);
                states.push(Some(next));
                let chance = turn == Turn::Chance;
                tree.odds.push(if chance { f64::from(game.weight(&s, mv)) / total } else { 1.0 });
            }
        }
        Ok(tree)
    }

    /// Whether every decision has as many moves as its spot says.
    pub(super) fn fits(&self, moves: impl Fn(u32) -> usize) -> bool {
        self.nodes.iter().all(|node| match node {
            Node::Choice { spot, count, .. } => moves(*spot) == *count as usize,
            Node::End(_) | Node::Chance { .. } => true,
        })
    }

    /// What the play comes to on average from every node when everybody mixes by `strategy` and an end is worth what
    /// `worth` makes of everybody's scores.
    pub(super) fn values(
        &self,
        worth: impl Fn(&[f64]) -> f64,
        strategy: impl Fn(u32, &mut [f64]),
    ) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes.len()];
        let mut mix = Vec::new();
        for at in (0..self.nodes.len()).rev() {
            values[at] = match self.nodes[at] {
                Node::End(ref scores) => worth(scores),
                Node::Chance { first, count } => {
                    (first..first + count).map(|c| self.odds[c as usize] * values[c as usize]).sum()
                }
                Node::Choice { spot, first, count, .. } => {
                    mix.resize(count as usize, 0.0);
                    strategy(spot, &mut mix);
                    let children = &values[first as usize..(first + count) as usize];
                    mix.iter().zip(children).map(|(p, v)| p * v).sum()
                }
            };
        }
        values
    }

    /// The best expected score of `me` when all others mix by `strategy`.
    pub(super) fn best_response(&self, me: usize, strategy: impl Fn(u32, &mut [f64])) -> f64 {
        self.respond(me, vec![(0, 1.0)], &strategy)
    }

    /// The same from a set of nodes with the probabilities with which others lead to them. What `me` cannot distinguish
    /// arrives here together, because players remember what they did.
    fn respond(&self, me: usize, mut set: Vec<(u32, f64)>, strategy: &impl Fn(u32, &mut [f64])) -> f64 {
        let mut value = 0.0;
        let mut spots: BTreeMap<u32, Vec<(u32, u32, f64)>> = BTreeMap::new();
        let mut mix = Vec::new();
        while let Some((at, reach)) = set.pop() {
            match self.nodes[at as usize] {
                Node::End(ref scores) => value += reach * scores[me],
                Node::Chance { first, count } => {
                    set.extend((first..first + count).map(|c| (c, reach * self.odds[c as usize])));
                }
                Node::Choice { who, spot, first, count } if usize::from(who) == me => {
                    spots.entry(spot).or_default().push((first, count, reach));
                }
                Node::Choice { spot, first, count, .. } => {
                    mix.resize(count as usize, 0.0);
                    strategy(spot, &mut mix);
                    set.extend(mix.iter().enumerate().map(|(i, p)| (first + i as u32, reach * p)));
                }
            }
        }
        for nodes in spots.values() {
            let count = nodes.first().map_or(0, |n| n.1);
            let after = |i: u32| nodes.iter().map(|&(first, _, reach)| (first + i, reach)).collect();
            let best = (0..count).map(|i| self.respond(me, after(i), strategy));
            value += best.fold(f64::NEG_INFINITY, f64::max);
        }
        value
    }
}
