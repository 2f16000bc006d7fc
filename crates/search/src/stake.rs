//! What players play for: margins over the others, outcomes, and estimates of unfinished states.

use game::{Game, OptionError, Player};

/// An estimate of a state for a player, as [`Game::heuristics`] offers it.
pub type Estimate<G> = fn(&G, &<G as Game>::State, Player) -> i32;

/// How far `p` is ahead of the others: the score alone, the difference for two, and for more players their number
/// times the own score less the sum of all. For a zero-sum game that is the score times the number of players.
#[inline]
pub(crate) fn margin<G: Game>(game: &G, s: &G::State, p: Player) -> i64 {
    let own = i64::from(game.score(s, p));
    match game.players() {
        1 => own,
        2 => {
            debug_assert!(p.0 < 2, "player {p} of two");
            own - i64::from(game.score(s, Player(1 - (p.0 & 1))))
        }
        n => n as i64 * own - Player::all(n).map(|q| i64::from(game.score(s, q))).sum::<i64>(),
    }
}

/// How a play ended for one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Result3 {
    /// Somebody else has the highest score; alone: no success.
    Lost,
    /// All scores are equal.
    Drawn,
    /// Nobody has a higher score.
    Won,
}

/// How a finished play ended for `p`.
pub(crate) fn result<G: Game>(game: &G, s: &G::State, p: Player) -> Result3 {
    let n = game.players();
    let own = game.score(s, p);
    if n == 1 {
        return if own > 0 { Result3::Won } else { Result3::Lost };
    }
    let (mut best, mut least) = (own, own);
    for q in Player::all(n) {
        let score = game.score(s, q);
        best = best.max(score);
        least = least.min(score);
    }
    if best == least {
        Result3::Drawn
    } else if own == best {
        Result3::Won
    } else {
        Result3::Lost
    }
}

/// The estimate of that name. `best` is the first the game offers, if any; `none` is none.
///
/// # Errors
/// Names the estimates the game has.
pub(crate) fn estimate<G: Game>(game: &G, name: &str) -> Result<Option<Estimate<G>>, OptionError> {
    let known = game.heuristics();
    match name {
        "best" => Ok(known.first().map(|h| h.1)),
        "none" | "zero" => Ok(None),
        _ => known.iter().find(|h| h.0 == name).map(|h| Some(h.1)).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|h| h.0).chain(["best", "none"]).collect();
            let near = game::nearest(name, names.iter().copied());
            let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            OptionError(format!("this game has no heuristic '{name}' (known: {}){hint}", names.join(", ")))
        }),
    }
}
