//! Deals with open hands, solved by the kernel of `cardplay`, those without sides by max^n: what `partie solve` answers for a
//! state in play.

use cardplay::{Kernel, MaxN, Unsolved};
use cards::{Claim, Melee, Phase, TrickTaking};
use game::{Limit, Meter, Player, Stopped, Turn};
use playable::OpenHands;
use search::solve::{Outcome, Solution};

/// Positions searched between two looks at the clock.
const SLICE: u64 = 200_000;

/// The value of every move of a state in play, in the money of the deal; `None` outside play, and where a game gives the deal
/// neither as one of two sides nor as one of everybody for himself.
pub(crate) fn open_hands<G: TrickTaking>(
    game: &G,
    state: &G::State,
    limit: &Limit,
) -> Option<OpenHands<G::Move>> {
    let Turn::Player(me) = game.turn(state) else { return None };
    if game.phase(state) != Phase::Play {
        return None;
    }
    let meter = Meter::start(limit);
    if let Some(melee) = game.melee(state) {
        return Some(everybody(game, state, &melee, &meter));
    }
    game.in_play(state)?;
    let mut search = Search { game, kernel: Kernel::default(), meter };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for &mv in &moves {
        match search.after(state, mv, me) {
            Ok(value) => values.push((mv, f64::from(value))),
            Err(halt) => return Some(search.unknown(halt)),
        }
    }
    let best = first_best(&values);
    let line = match best.map(|(mv, _)| search.line(state, mv)) {
        Some(Ok(line)) => line,
        Some(Err(halt)) => return Some(search.unknown(halt)),
        None => Vec::new(),
    };
    let note = "the score is what the deal brings the player to move, all hands being open";
    Some(solved(values, line, search.kernel.nodes(), METHOD, note))
}

/// The answer: the first of the moves with the highest value is best, and the line begins with it.
fn solved<M: Copy>(
    values: Vec<(M, f64)>,
    line: Vec<M>,
    nodes: u64,
    method: &'static str,
    note: &str,
) -> OpenHands<M> {
    let best = first_best(&values);
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
        nodes,
        stopped: Stopped::Complete,
        method,
        notes: vec![note.to_string()],
    };
    OpenHands { solution, values }
}

fn first_best<M: Copy>(values: &[(M, f64)]) -> Option<(M, f64)> {
    values.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// No answer, and why.
fn unknown<M>(stopped: Stopped, nodes: u64, method: &'static str, notes: Vec<String>) -> OpenHands<M> {
    let solution = Solution {
        value: None,
        score: None,
        exact: None,
        chances: None,
        plies: None,
        best: None,
        line: Vec::new(),
        nodes,
        stopped,
        method,
        notes,
    };
    OpenHands { solution, values: Vec::new() }
}

/// The answer for a deal in which everybody plays for himself.
fn everybody<G: TrickTaking>(game: &G, state: &G::State, melee: &Melee, meter: &Meter) -> OpenHands<G::Move> {
    const METHOD: &str = "max^n";
    const ALONE: &str = "everybody plays for himself: the score is what the player to move gets when all hands are open and \
                         everybody plays for what he gets, the lowest of equal cards";
    let mut solver = MaxN::default();
    let mut search = || -> Result<_, Halt> {
        let me = usize::from(melee.turn() & 3);
        let mut values = Vec::new();
        for card in melee.legal().iter() {
            let Some(mv) = game.play_of(state, card) else { continue };
            let mut after = melee.clone();
            after.play(card);
            let paid = patiently(&mut solver, meter, |solver| solver.solve(&after))?;
            values.push((mv, f64::from(paid[me])));
        }
        let (mut line, mut s, mut deal) = (Vec::new(), state.clone(), melee.clone());
        let mut next = first_best(&values).and_then(|(mv, _)| game.card_of(mv));
        while let Some(card) = next {
            let Some(mv) = game.play_of(&s, card) else { break };
            line.push(mv);
            game.apply(&mut s, mv);
            deal.play(card);
            next = patiently(&mut solver, meter, |solver| solver.best(&deal))?.0;
        }
        Ok((values, line))
    };
    match search() {
        Ok((values, line)) => solved(values, line, solver.nodes(), METHOD, ALONE),
        Err(halt) => {
            let mut notes = vec![ALONE.to_string()];
            notes.extend(halt.fault);
            unknown(halt.stopped, solver.nodes(), METHOD, notes)
        }
    }
}

/// Why a search has no answer.
struct Halt {
    stopped: Stopped,
    /// A fault of the game that gave the deal.
    fault: Option<String>,
}

/// A search that can be given up after so many nodes and resumed.
trait Solver {
    fn nodes(&self) -> u64;
    fn limit(&mut self, nodes: u64);
}

impl Solver for Kernel {
    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn limit(&mut self, nodes: u64) {
        self.limit(nodes);
    }
}

impl Solver for MaxN {
    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn limit(&mut self, nodes: u64) {
        self.limit(nodes);
    }
}

/// Searches in slices that grow, so that the limit is seen in time; what was learned stays.
fn patiently<S: Solver, T>(
    solver: &mut S,
    meter: &Meter,
    mut search: impl FnMut(&mut S) -> Result<T, Unsolved>,
) -> Result<T, Halt> {
    let stop = |stopped| Err(Halt { stopped, fault: None });
    let mut slice = SLICE;
    loop {
        let left = meter.left();
        let most = left.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(solver.nodes()));
        if left.cancel.as_ref().is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed)) {
            return stop(Stopped::Cancelled);
        }
        if left.time.is_some_and(|time| time.is_zero()) {
            return stop(Stopped::Time);
        }
        solver.limit(slice.min(most));
        match search(solver) {
            Ok(found) => return Ok(found),
            Err(Unsolved::OutOfNodes) if slice >= most => return stop(Stopped::Nodes),
            Err(Unsolved::OutOfNodes) => slice = slice.saturating_mul(2),
            Err(error @ (Unsolved::Objective(_) | Unsolved::Hands)) => {
                debug_assert!(false, "a game gave a deal that cannot be searched: {error}");
                let fault = Some(format!("the deal cannot be searched: {error}"));
                return Err(Halt { stopped: Stopped::Depth, fault });
            }
        }
    }
}

const METHOD: &str = "open hands";

struct Search<'a, G: TrickTaking> {
    game: &'a G,
    kernel: Kernel,
    meter: Meter,
}

impl<G: TrickTaking> Search<'_, G> {
    /// What the deal brings a player after a move.
    fn after(&mut self, state: &G::State, mv: G::Move, me: Player) -> Result<i32, Halt> {
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
        let money = patiently(&mut self.kernel, &self.meter, |kernel| kernel.solve_value(&deal))?;
        Ok(deal.worth_to(me.0, money))
    }

    /// Best play from a move on, to the end of the deal.
    fn line(&mut self, state: &G::State, first: G::Move) -> Result<Vec<G::Move>, Halt> {
        let mut s = state.clone();
        let mut line = vec![first];
        self.game.apply(&mut s, first);
        while let Some(mut deal) = self.game.in_play(&s).filter(|deal| !deal.over()) {
            let Some(card) = patiently(&mut self.kernel, &self.meter, |kernel| kernel.solve(&deal))?.best
            else {
                break;
            };
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

    fn unknown(&self, halt: Halt) -> OpenHands<G::Move> {
        unknown(halt.stopped, self.kernel.nodes(), METHOD, halt.fault.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Rng};

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

    /// What everybody gets when each plays for himself, the lowest of equal cards, by trying every move the game allows.
    fn plainly(game: &taroky::Taroky, s: &taroky::State) -> [i32; 4] {
        let Some(p) = game.turn(s).player().filter(|_| game.melee(s).is_some()) else {
            return std::array::from_fn(|p| game.score(s, Player(p as u8)));
        };
        let mut best: Option<[i32; 4]> = None;
        for card in game.legal_cards(s).iter() {
            let mut after = *s;
            game.apply(&mut after, taroky::Move::Play(card));
            let values = plainly(game, &after);
            if best.is_none_or(|best| values[p.index()] > best[p.index()]) {
                best = Some(values);
            }
        }
        best.expect("a player to move has a card")
    }

    #[test]
    fn a_varsava_is_solved_for_everybody_by_himself() {
        use cards::Lawful;
        for options in
            ["", "varsava=classic&mond_free=yes", "varsava=difference&zid=yes&pagat_last_tarok=yes"]
        {
            let game = taroky::Taroky::parse(options).unwrap();
            let (mut rng, mut scratch, mut compared) = (Rng::new(9), Vec::new(), 0);
            for number in 0..240 {
                let mut s = game.initial();
                while let Some(mv) = game.stray(&s, number, &mut rng, &mut scratch) {
                    let short = game.melee(&s).filter(|deal| deal.hands.iter().all(|hand| hand.len() <= 2));
                    if let (Some(deal), Some(me)) = (short, game.turn(&s).player()) {
                        assert!(game.in_play(&s).is_none(), "a Varšava has no sides");
                        let found = open_hands(&game, &s, &Limit::default()).expect("the data of the deal");
                        assert_eq!(found.solution.method, "max^n");
                        assert_eq!(found.values.len(), deal.legal().len());
                        for (mv, value) in &found.values {
                            let mut after = s;
                            game.apply(&mut after, *mv);
                            let paid = plainly(&game, &after)[me.index()] - game.score(&s, me);
                            assert_eq!(*value, f64::from(paid), "{options}: {mv:?} in {s:?}");
                        }
                        let mut end = s;
                        for mv in &found.solution.line {
                            assert!(game.legal(&end, *mv), "{mv:?} of the line");
                            game.apply(&mut end, *mv);
                        }
                        assert_eq!(
                            found.solution.score,
                            Some(f64::from(game.score(&end, me) - game.score(&s, me))),
                            "the line ends with the score"
                        );
                        compared += 1;
                        break;
                    }
                    game.apply(&mut s, mv);
                }
            }
            assert!(compared > 20, "{options}: {compared} endings");
            let limit = Limit { nodes: Some(1000), ..Limit::default() };
            let mut s = game.initial();
            while game.melee(&s).is_none() {
                let mv = game.stray(&s, 4, &mut rng, &mut scratch).expect("a way to a Varšava");
                game.apply(&mut s, mv);
            }
            let open = open_hands(&game, &s, &limit).expect("an answer");
            assert_eq!((open.solution.value, open.solution.stopped), (None, Stopped::Nodes));
            assert!(open.solution.notes[0].starts_with("everybody plays for himself"));
        }
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
