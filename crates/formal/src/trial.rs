//! Random play: estimates with their intervals, and the defects that plays come to.

use crate::explore::size;
use crate::side::Sides;
use crate::statistics::texts;
use game::{Player, Rng, Show, Turn, outcome};

/// What random play shows. Every mean comes with half the width of its 95 % interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Plays made.
    pub plays: u64,
    /// Plays that were stopped because they were too long.
    pub cut: u64,
    /// Moves in a play.
    pub length: (f64, f64),
    /// Choices per decision.
    pub branching: f64,
    /// The share of plays each side won.
    pub wins: Vec<(f64, f64)>,
    /// The share of plays that ended with no winner or with winners of several sides.
    pub draws: (f64, f64),
    /// The shortest and the longest play that ended.
    pub extremes: Option<(usize, usize)>,
    /// How often the lead in points changed hands in a play; `None` if nobody was ever ahead before the end.
    pub lead_changes: Option<f64>,
    /// How plays broke, each kind once, with the shortest play met.
    pub broken: Vec<Broken>,
    /// For each player whether a play was met that they won and in which somebody else moved (alone: that they won).
    pub won: Vec<bool>,
    /// Bytes of all states that could have been chosen: what the plays cost.
    pub work: u64,
}

/// A way in which random plays ended without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// What went wrong; empty for a dead end.
    pub cause: String,
    /// How many plays ended so.
    pub plays: u64,
    /// The shortest of them.
    pub play: Vec<String>,
}

/// How many kinds of defects are kept.
const MOST_BROKEN: usize = 20;

/// A cause without the names and numbers in it: what kind of defect it is.
pub fn defect_kind(cause: &str) -> String {
    let outside = cause.split('`').step_by(2);
    outside.flat_map(str::chars).filter(|c| !c.is_ascii_digit()).collect()
}

/// The largest share that may still do something although none of `n` drawn at random did, with 95 % confidence: if more
/// did, none of so many would show it in fewer than 5 of 100 cases.
pub fn at_most(n: u64) -> f64 {
    1.0 - 0.05f64.powf(1.0 / n.max(1) as f64)
}

/// How much random play there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Moves of one play, after which it is stopped.
    pub longest: usize,
    /// Moves of all plays together, after which no further play is begun.
    pub moves: u64,
    /// Bytes of all states that could have been chosen, after which no further play is begun (see [`crate::Budget::work`]).
    pub work: u64,
}

/// Plays `n` times at random; fewer times where the plays are so long or so laborious that the room does not suffice.
pub fn trials<G: Show>(game: &G, n: u64, room: Room, seed: u64) -> Trial {
    let players = game.players();
    let mut rng = Rng::new(seed);
    let sides = Sides::of(game);
    let mut tally = vec![0u64; sides.count() + 1];
    let (mut cut, mut changes, mut choices, mut decisions) = (0u64, 0u64, 0u64, 0u64);
    let (mut length, mut squares) = (0f64, 0f64);
    let (mut plays, mut made, mut work) = (0u64, 0u64, 0u64);
    let (mut broken, mut won) = (Vec::new(), vec![false; players]);
    let (mut led, mut extremes) = (false, None);
    let (mut moves, mut packed) = (Vec::new(), Vec::new());
    while plays < n && made < room.moves && work < room.work {
        let mut s = game.initial();
        let mut play: Vec<G::Move> = Vec::new();
        let (mut leader, mut movers): (Option<Player>, u128) = (None, 0);
        while play.len() < room.longest {
            let Some(mv) = game.pick(&s, &mut rng, &mut moves) else { break };
            moves.clear();
            game.moves(&s, &mut moves);
            work += moves.len() as u64 * u64::from(size::<G>(&s, &mut packed));
            if let Some(p) = game.turn(&s).player() {
                movers |= 1u128.checked_shl(u32::from(p.0)).unwrap_or(0);
                decisions += 1;
                choices += moves.len() as u64;
            }
            play.push(mv);
            game.apply(&mut s, mv);
            if players == 1 {
                continue;
            }
            let points: Vec<i32> = Player::all(players).map(|p| game.points(&s, p)).collect();
            if let [p] = outcome(&points).as_slice() {
                changes += u64::from(leader.is_some_and(|l| l != *p));
                leader = Some(*p);
                led |= game.turn(&s) != Turn::Over;
            }
        }
        plays += 1;
        made += play.len() as u64;
        length += play.len() as f64;
        squares += (play.len() as f64).powi(2);
        if game.turn(&s) != Turn::Over {
            cut += 1;
            continue;
        }
        let (low, high) = extremes.unwrap_or((usize::MAX, 0));
        extremes = Some((low.min(play.len()), high.max(play.len())));
        let defect = game.defect(&s);
        if defect.is_some() || game.stuck(&s) {
            note(game, &mut broken, defect.unwrap_or_default(), &play);
            continue;
        }
        let winners = outcome(&Player::all(players).map(|p| game.score(&s, p)).collect::<Vec<_>>());
        let bits = winners.iter().filter(|p| p.0 < 128).fold(0u128, |bits, p| bits | 1 << p.0);
        tally[sides.column(bits)] += 1;
        winners.iter().for_each(|p| won[p.index()] |= players == 1 || movers & !bits != 0);
    }
    let total = plays.max(1) as f64;
    let share = |count: u64| {
        let p = count as f64 / total;
        (p, 1.96 * (p * (1.0 - p) / total).sqrt())
    };
    let mean = length / total;
    Trial {
        plays,
        cut,
        length: (mean, 1.96 * ((squares / total - mean * mean).max(0.0) / total).sqrt()),
        branching: choices as f64 / decisions.max(1) as f64,
        wins: tally[..sides.count()].iter().map(|&c| share(c)).collect(),
        draws: share(tally[sides.count()]),
        extremes,
        lead_changes: (players > 1 && led).then_some(changes as f64 / total),
        broken,
        won,
        work,
    }
}

/// Counts a play that broke.
fn note<G: Show>(game: &G, broken: &mut Vec<Broken>, cause: String, play: &[G::Move]) {
    let known = broken.iter().position(|b| defect_kind(&b.cause) == defect_kind(&cause));
    let Some(known) = known.map(|i| &mut broken[i]) else {
        if broken.len() < MOST_BROKEN {
            broken.push(Broken { cause, plays: 1, play: texts(game, play) });
        }
        return;
    };
    known.plays += 1;
    if play.len() < known.play.len() {
        (known.cause, known.play) = (cause, texts(game, play));
    }
}
