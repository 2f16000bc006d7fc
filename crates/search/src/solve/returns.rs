//! Games in which a position that returns ends the play.
//!
//! Perfect play that wins comes nearer to the end with every move, so no position returns in it: a win without the rule
//! is a win with it, as soon. Where nobody can force a win without the rule, both can go on until a position returns, and
//! that is a draw if the rule says so. If it says that somebody loses by it, who that is depends on all the positions
//! before, and no value is given unless positions cannot return at all. Positions before the one asked about do not count.

use super::graph::{Graph, TooLarge, room};
use super::{Outcome, Settings, Solution, Unsolvable, one, retro};
use game::{Limit, Meter, Observe, Repetition, Stopped};

/// Solves a state in which somebody is to move.
pub(super) fn solve<G: Observe>(
    game: &G,
    state: &G::State,
    rule: Repetition,
    settings: &Settings,
    limit: &Limit,
) -> Result<Solution<G::Move>, Unsolvable> {
    let (false, false, Some(me)) = (game.hidden(), game.chance(), game.turn(state).player()) else {
        return Err(Unsolvable::Returns);
    };
    if game.players() == 1 {
        return Ok(one::solve(game, state, settings, limit));
    }
    let method = "retrograde analysis";
    let mut meter = Meter::start(limit);
    let graph = match Graph::explore(game, state, room::<G::State>(settings.states), &mut meter) {
        Ok(graph) => graph,
        Err(TooLarge::Limit) => return Ok(Solution::unknown(method, meter.nodes(), meter.stopped())),
        Err(TooLarge::Room) => {
            let mut solution = Solution::unknown(method, meter.nodes(), Stopped::Nodes);
            solution.notes.push(format!("more than {} states: too many to keep", settings.states));
            return Ok(solution);
        }
    };
    let mut solution = retro::solve(game, &graph, me, settings.goal, meter.nodes());
    if solution.value != Some(Outcome::Draw) || graph.backwards().is_some() {
        return Ok(solution);
    }
    if !rule.loses {
        solution.notes.push("a draw because positions return".to_string());
        return Ok(solution);
    }
    let mut open = Solution::unknown(method, meter.nodes(), Stopped::Complete);
    open.notes.push(
        "nobody can force a win unless positions return, and whoever brings one about too often loses: who that is \
         depends on all positions before, and is not worked out"
            .to_string(),
    );
    Ok(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Past, Perfect, Player, Rng, Turn};

    /// A graph walked by two players; an end is worth something to the first.
    struct Walk {
        next: Vec<Vec<u8>>,
        mover: Vec<u8>,
        worth: Vec<i32>,
        rule: Repetition,
    }

    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct At {
        node: u8,
        by: u8,
        past: Past,
    }

    impl Walk {
        fn random(rng: &mut Rng, rule: Repetition) -> Walk {
            let n = 2 + rng.below(5);
            let mut walk = Walk { next: Vec::new(), mover: Vec::new(), worth: Vec::new(), rule };
            for node in 0..n {
                let ways = if node == 0 { 1 + rng.below(2) } else { rng.below(3) };
                // Who moved is part of a position, so that each node is always come to by the same player.
                let mover = (node % 2) as u8;
                let other = |rng: &mut Rng| {
                    let k = rng.below(n);
                    if k % 2 == node % 2 { ((k + 1) % (n - n % 2)) as u8 } else { k as u8 }
                };
                let mut next: Vec<u8> = (0..ways).map(|_| other(rng)).collect();
                next.dedup();
                walk.next.push(next);
                walk.mover.push(mover);
                walk.worth.push(rng.below(3) as i32 - 1);
            }
            walk
        }

        /// The value for the first player by trying everything, with all that came before.
        fn tried(&self, s: &At) -> i32 {
            if self.turn(s) == Turn::Over {
                return self.score(s, Player(0));
            }
            let mut moves = Vec::new();
            self.moves(s, &mut moves);
            let values = moves.iter().map(|&mv| {
                let mut to = s.clone();
                self.apply(&mut to, mv);
                self.tried(&to)
            });
            let best = if self.mover[usize::from(s.node)] == 0 { values.max() } else { values.min() };
            best.unwrap_or(0)
        }
    }

    impl Game for Walk {
        type State = At;
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn initial(&self) -> At {
            let mut s = At { node: 0, by: 1, past: Past::default() };
            s.past.visit(&0u8, self.rule.times);
            s
        }
        fn repetition(&self) -> Option<Repetition> {
            Some(self.rule)
        }
        fn turn(&self, s: &At) -> Turn {
            let over = s.past.repeated() || self.next[usize::from(s.node)].is_empty();
            if over { Turn::Over } else { Turn::Player(Player(self.mover[usize::from(s.node)])) }
        }
        fn moves(&self, s: &At, out: &mut Vec<u8>) {
            if self.turn(s) != Turn::Over {
                out.extend(&self.next[usize::from(s.node)]);
            }
        }
        fn apply(&self, s: &mut At, mv: u8) {
            (s.by, s.node) = (self.mover[usize::from(s.node)], mv);
            if !self.next[usize::from(mv)].is_empty() {
                s.past.visit(&mv, self.rule.times);
            }
        }
        fn score(&self, s: &At, p: Player) -> i32 {
            let first = match s.past.repeated() {
                true if self.rule.loses => 2 * i32::from(s.by) - 1,
                true => 0,
                false => self.worth[usize::from(s.node)],
            };
            if p.0 == 0 { first } else { -first }
        }
    }

    impl Perfect for Walk {}

    #[test]
    fn what_is_told_is_what_trying_everything_with_the_whole_past_gives() {
        let mut rng = Rng::new(7);
        let (mut told, mut open) = ([0; 3], 0);
        for round in 0..4_000 {
            let rule = Repetition { times: 2 + round % 2, loses: round % 4 < 2 };
            let walk = Walk::random(&mut rng, rule);
            let solution =
                super::super::solve(&walk, &walk.initial(), &Limit::nodes(10_000)).expect("two players");
            let tried = walk.tried(&walk.initial());
            match solution.value {
                Some(value) => {
                    assert_eq!(value, Outcome::of(i64::from(tried)), "{rule:?} {:?}", walk.next);
                    told[(tried + 1) as usize] += 1;
                }
                None => {
                    assert!(rule.loses && solution.notes.iter().any(|n| n.contains("not worked out")));
                    open += 1;
                }
            }
        }
        assert!(told.iter().all(|&n| n > 100) && open > 50, "{told:?}, {open} open");
    }
}
