//! How strong a player is: the same deals from every seat against a table of others.

use crate::train::LearnError;
use game::{Agent, Game, Limit, Observe, Player, Rng, Turn};

/// What a series of plays showed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Duel {
    /// For each deal: what the player won on average over all seats, in the points of the game, less what the others at the
    /// table won on average.
    pub gains: Vec<f64>,
    /// Plays won, drawn, lost.
    pub results: [u64; 3],
    /// Nanoseconds the player thought, and over how many decisions.
    pub thought: (u64, u64),
    /// The same for the others.
    pub others: (u64, u64),
}

impl Duel {
    /// The share of what could be won: a draw is half a win.
    pub fn share(&self) -> f64 {
        let [won, drawn, lost] = self.results;
        let all = won + drawn + lost;
        if all == 0 { 0.5 } else { (won as f64 + 0.5 * drawn as f64) / all as f64 }
    }

    /// The mean gain and half its 95 % interval.
    pub fn gain(&self) -> (f64, f64) {
        let n = self.gains.len() as f64;
        if n == 0.0 {
            return (0.0, f64::INFINITY);
        }
        let mean = self.gains.iter().sum::<f64>() / n;
        let spread: f64 = self.gains.iter().map(|g| (g - mean) * (g - mean)).sum();
        (mean, if n > 1.0 { 1.96 * (spread / (n - 1.0) / n).sqrt() } else { f64::INFINITY })
    }

    /// Half the 95 % interval of [`share`](Duel::share).
    pub fn within(&self) -> f64 {
        let n = self.results.iter().sum::<u64>().max(1) as f64;
        let [won, drawn, _] = self.results.map(|x| x as f64);
        let p = self.share();
        let second = (won + 0.25 * drawn) / n;
        1.96 * ((second - p * p).max(0.0) / n).sqrt()
    }
}

/// Makes a player from a seed.
pub type Make<'a, G> = &'a dyn Fn(u64) -> Result<Box<dyn Agent<G>>, LearnError>;

/// How long plays are, and who reads the clock.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Deals, each from every seat.
    pub deals: u64,
    /// Moves of a play at most; then it is drawn.
    pub length: usize,
    /// What a decision may cost; its clock measures.
    pub limit: Limit,
    /// Random moves at the start of a play without chance, so that no two plays are alike.
    pub opening: usize,
    /// Which deals.
    pub seed: u64,
}

/// Plays the deals with `ours` in each seat in turn and `theirs` in the others.
///
/// # Errors
/// Who could not be made or did not move, and why; or that a rule of the game fails.
pub fn duel<G: Observe>(
    game: &G,
    ours: Make<'_, G>,
    theirs: Make<'_, G>,
    terms: &Terms,
) -> Result<Duel, LearnError> {
    let mut found = Duel::default();
    let players = game.players();
    let clock = terms.limit.clock;
    for deal in 0..terms.deals {
        let mut sum = 0.0;
        for seat in 0..players {
            let seed = terms.seed.wrapping_add(deal);
            let mut agents = (0..players)
                .map(|p| if p == seat { ours(seed) } else { theirs(seed ^ (p as u64 + 1) << 32) })
                .collect::<Result<Vec<_>, LearnError>>()?;
            let mut chance = Rng::new(seed);
            let mut s = game.initial();
            opening(game, &mut s, &mut chance, terms.opening);
            let (mut moves, mut made) = (Vec::new(), 0);
            while !game.settled(&s) && made < terms.length {
                moves.clear();
                game.moves(&s, &mut moves);
                let Turn::Player(p) = game.turn(&s) else {
                    let at = chance.weighted(moves.iter().map(|&mv| game.weight(&s, mv)));
                    let event = moves[at];
                    heard(game, &mut agents, &mut s, event);
                    continue;
                };
                made += 1;
                let start = clock.now();
                let view = game.view(&s, Some(p));
                let agent = &mut agents[p.index()];
                let thought = agent
                    .choose(game, p, &view, &moves, &terms.limit)
                    .map_err(|e| LearnError(e.to_string()))?;
                if moves.len() > 1 {
                    let taken = u64::try_from(clock.since(start).as_nanos()).unwrap_or(u64::MAX);
                    let cost = if p.index() == seat { &mut found.thought } else { &mut found.others };
                    *cost = (cost.0 + taken, cost.1 + 1);
                }
                heard(game, &mut agents, &mut s, thought.best);
            }
            let score = |p: usize| f64::from(game.score(&s, Player(p as u8)));
            let others: f64 = (0..players).filter(|&p| p != seat).map(score).sum();
            let gain = score(seat) - others / (players.max(2) - 1) as f64;
            sum += gain;
            let finished = game.settled(&s);
            found.results[if !finished || gain == 0.0 {
                1
            } else if gain > 0.0 {
                0
            } else {
                2
            }] += 1;
        }
        found.gains.push(sum / players as f64);
    }
    sound(game)?;
    Ok(found)
}

/// Refuses what was learned or measured by plays that may have ended because a rule failed: such an end is not a result.
pub(crate) fn sound<G: Game>(game: &G) -> Result<(), LearnError> {
    match game.failed() {
        Some(cause) => Err(LearnError(format!(
            "plays have no result, because a rule fails: {cause}; partie check shows such a play"
        ))),
        None => Ok(()),
    }
}

/// A few random moves, the same for every seat; none that ends the play.
fn opening<G: Game>(game: &G, s: &mut G::State, rng: &mut Rng, moves: usize) {
    let mut scratch = Vec::new();
    for _ in 0..moves {
        let Some(mv) = game.pick(s, rng, &mut scratch) else { return };
        let mut next = s.clone();
        game.apply(&mut next, mv);
        if game.settled(&next) {
            return;
        }
        *s = next;
    }
}

fn heard<G: Observe>(game: &G, agents: &mut [Box<dyn Agent<G>>], s: &mut G::State, mv: G::Move) {
    let by = game.turn(s).player();
    game.apply(s, mv);
    for (p, agent) in agents.iter_mut().enumerate() {
        let me = Player(p as u8);
        agent.heard(game, me, by, &game.view(s, Some(me)));
    }
}
