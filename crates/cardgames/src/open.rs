//! Deals with open hands, solved by the kernel of `cardplay`: what `partie solve` answers for a state in play.

use cardplay::{Kernel, Unsolved};
use cards::{Claim, Phase, TrickTaking};
use game::{Limit, Meter, Player, Stopped, Turn};
use playable::OpenHands;
use search::solve::{Outcome, Solution};

/// Positions searched between two looks at the clock.
const SLICE: u64 = 200_000;

/// The value of every move of a state in play, in the money of the deal; `None` outside play, and where the contract is
/// not one of two sides.
pub(crate) fn open_hands<G: TrickTaking>(
    game: &G,
    state: &G::State,
    limit: &Limit,
) -> Option<OpenHands<G::Move>> {
    let Turn::Player(me) = game.turn(state) else { return None };
    if game.phase(state) != Phase::Play {
        return None;
    }
    game.in_play(state)?;
    let mut search = Search { game, kernel: Kernel::default(), meter: Meter::start(limit), fault: None };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for &mv in &moves {
        match search.after(state, mv, me) {
            Ok(value) => values.push((mv, f64::from(value))),
            Err(stopped) => return Some(search.unknown(stopped)),
        }
    }
    let best = values.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
    let line = match best.map(|(mv, _)| search.line(state, mv)) {
        Some(Ok(line)) => line,
        Some(Err(stopped)) => return Some(search.unknown(stopped)),
        None => Vec::new(),
    };
    let score = best.map(|(_, value)| value);
    let value = score.map(|score| match score {
        s if s > 0.0 => Outcome::Win,
        s if s < 0.0 => Outcome::Loss,
        _ => Outcome::Draw,
    });
    let solution = Solution {
        value,
        score,
        exact: None,
        chances: None,
        plies: Some(line.len() as u32),
        best: best.map(|(mv, _)| mv),
        line,
        nodes: search.kernel.nodes(),
        stopped: Stopped::Complete,
        method: METHOD,
        notes: vec!["the score is what the deal brings the player to move, all hands being open".to_string()],
    };
    Some(OpenHands { solution, values })
}

const METHOD: &str = "open hands";

struct Search<'a, G: TrickTaking> {
    game: &'a G,
    kernel: Kernel,
    meter: Meter,
    /// Why the deal is not one that can be searched: a fault of the game that gave it.
    fault: Option<String>,
}

impl<G: TrickTaking> Search<'_, G> {
    /// What the deal brings a player after a move.
    fn after(&mut self, state: &G::State, mv: G::Move, me: Player) -> Result<i32, Stopped> {
        let mut s = state.clone();
        self.game.apply(&mut s, mv);
        let Some(mut deal) = self.game.in_play(&s) else {
            return Ok(self.game.score(&s, me) - self.game.score(state, me));
        };
        // Where only the leader claims, a leader who plays a card instead has to wait until he leads again.
        let waived = deal.objective.race.is_some_and(|race| race.claim == Claim::Leader)
            && self.game.turn(&s) != self.game.turn(state)
            && self.game.in_play(state).is_some_and(|mut before| {
                before.claim_if_won();
                before.over()
            });
        if !waived {
            deal.claim_if_won();
        }
        if let Some(paid) = deal.payment(me.0) {
            return Ok(paid);
        }
        let money = self.patiently(|kernel| kernel.solve_value(&deal))?;
        Ok(deal.objective.shares[me.index() & 3] * money)
    }

    /// Best play from a move on, to the end of the deal.
    fn line(&mut self, state: &G::State, first: G::Move) -> Result<Vec<G::Move>, Stopped> {
        let mut s = state.clone();
        let mut line = vec![first];
        self.game.apply(&mut s, first);
        while let Some(mut deal) = self.game.in_play(&s).filter(|deal| !deal.over()) {
            let Some(card) = self.patiently(|kernel| kernel.solve(&deal))?.best else { break };
            deal.play(card);
            let mut moves = Vec::new();
            self.game.moves(&s, &mut moves);
            moves.retain(|mv| self.game.act_of(*mv) == Some(card));
            // Of the ways to play a card, the one that announces what the solution counts on.
            let announces = |mv: &G::Move| {
                let mut after = s.clone();
                self.game.apply(&mut after, *mv);
                match self.game.in_play(&after) {
                    Some(after) => after.tally.bonus == deal.tally.bonus,
                    None => self.game.settled(&after) && deal.over(),
                }
            };
            let Some(mv) = moves.iter().copied().find(announces).or(moves.first().copied()) else { break };
            line.push(mv);
            self.game.apply(&mut s, mv);
        }
        Ok(line)
    }

    /// Searches in slices that grow, so that the limit is seen in time; what was learned stays.
    fn patiently<T>(
        &mut self,
        mut search: impl FnMut(&mut Kernel) -> Result<T, Unsolved>,
    ) -> Result<T, Stopped> {
        let mut slice = SLICE;
        loop {
            let left = self.meter.left();
            let most = left.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.kernel.nodes()));
            if left.cancel.as_ref().is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed)) {
                return Err(Stopped::Cancelled);
            }
            if left.time.is_some_and(|time| time.is_zero()) {
                return Err(Stopped::Time);
            }
            self.kernel.limit(slice.min(most));
            match search(&mut self.kernel) {
                Ok(found) => return Ok(found),
                Err(Unsolved::OutOfNodes) if slice >= most => return Err(Stopped::Nodes),
                Err(Unsolved::OutOfNodes) => slice = slice.saturating_mul(2),
                Err(error @ (Unsolved::Objective(_) | Unsolved::Hands)) => {
                    debug_assert!(false, "a game gave a deal that cannot be searched: {error}");
                    self.fault = Some(format!("the deal cannot be searched: {error}"));
                    return Err(Stopped::Depth);
                }
            }
        }
    }

    fn unknown(&self, stopped: Stopped) -> OpenHands<G::Move> {
        let solution = Solution {
            value: None,
            score: None,
            exact: None,
            chances: None,
            plies: None,
            best: None,
            line: Vec::new(),
            nodes: self.kernel.nodes(),
            stopped,
            method: METHOD,
            notes: self.fault.iter().cloned().collect(),
        };
        OpenHands { solution, values: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// The score of a player under best play of both sides, by trying every move the game allows.
    fn minimax<G: TrickTaking>(game: &G, s: &G::State, me: Player) -> i32 {
        let Turn::Player(p) = game.turn(s) else { return game.score(s, me) };
        if game.settled(s) || game.in_play(s).is_none() {
            return game.score(s, me);
        }
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let values = moves.into_iter().map(|mv| {
            let mut after = s.clone();
            game.apply(&mut after, mv);
            minimax(game, &after, me)
        });
        let mine = game.same_side(s, me, p) == Some(true);
        if mine { values.max() } else { values.min() }.expect("a player to move has a move")
    }

    /// Compares endings of up to `cards` cards a hand in `count` random deals; how many there were.
    fn compare<G: TrickTaking>(game: &G, cards: usize, count: usize) -> usize {
        let mut rng = Rng::new(4);
        let (mut scratch, mut compared) = (Vec::new(), 0);
        for _ in 0..count {
            let mut s = game.initial();
            while let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) {
                let Turn::Player(me) = game.turn(&s) else {
                    game.apply(&mut s, mv);
                    continue;
                };
                let short = game.phase(&s) == Phase::Play && game.hand(&s, me).len() <= cards;
                if short && let Some(found) = open_hands(game, &s, &Limit::default()) {
                    let before = game.score(&s, me);
                    for (mv, value) in &found.values {
                        let mut after = s.clone();
                        game.apply(&mut after, *mv);
                        let expected = minimax(game, &after, me) - before;
                        assert_eq!(*value, f64::from(expected), "{mv:?} in {s:?}");
                    }
                    let mut end = s.clone();
                    for mv in &found.solution.line {
                        assert!(game.legal(&end, *mv), "{mv:?} of the line");
                        game.apply(&mut end, *mv);
                    }
                    compared += 1;
                    break;
                }
                game.apply(&mut s, mv);
            }
        }
        compared
    }

    #[test]
    fn every_move_of_an_ending_is_worth_what_trying_everything_finds() {
        assert!(compare(&marias::Marias::voleny("").unwrap(), 3, 60) > 30);
        assert!(compare(&marias::Marias::licitovany("").unwrap(), 3, 60) > 20);
        for options in ["", "auto_claim=on", "preset=tournament"] {
            assert!(compare(&snaps::Snaps::parse(options).unwrap(), 2, 40) > 5, "{options}");
        }
        assert!(compare(&taroky::Taroky::parse("").unwrap(), 2, 30) > 15);
        assert!(compare(&krizovy::Krizovy::parse("").unwrap(), 2, 60) > 20);
        for options in ["", "claim=say&exchange=late", "overtake=no&last=2"] {
            assert!(compare(&schnapsen::Schnapsen::parse(options).unwrap(), 4, 300) > 100, "{options}");
        }
    }
}
