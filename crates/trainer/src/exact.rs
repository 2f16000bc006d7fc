//! Exact values where a solver has them.

use game::{Limit, Player, Table, Turn, outcome};
use std::sync::Arc;

/// What a solver proved of a position, for the player to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    /// 1 a win, 0 a draw, -1 a loss.
    pub result: i8,
    /// Moves to the end, where that is known.
    pub plies: Option<u32>,
}

/// Solves the position after these moves of the start, chance events included, within states and time; `None` if it cannot.
pub type Exact = Arc<dyn Fn(&[String], &Limit) -> Option<Proven> + Send + Sync>;

/// States a position may take to be solved.
const STATES: u64 = 30_000;

/// What a move more costs a player who plays alone.
const PLY: f64 = 0.03;

/// The exact values of all moves of the player to move, between 0 and 1: `None` unless every one of them is solved. Of wins
/// a player alone the sooner one is worth more, so that a roundabout way costs something. A limit of time is for all of them together.
pub(crate) fn values(table: &dyn Table, exact: &Exact, limit: &Limit) -> Option<Vec<(String, f64)>> {
    let Turn::Player(me) = table.turn() else { return None };
    let alone = table.players() == 1;
    if table.hidden() || table.players() > 2 {
        return None;
    }
    let made: Vec<String> = table.record().moves.into_iter().map(|entry| entry.text).collect();
    let states = limit.nodes.map_or(STATES, |nodes| nodes.min(STATES));
    let begun = limit.clock.now();
    let mut values = Vec::new();
    for offer in table.offers(game::Lang::En) {
        let mut after = table.fork();
        after.play(&offer.text).ok()?;
        let (result, plies) = match after.turn() {
            Turn::Chance => return None,
            Turn::Over => (ended(&*after, me), 0),
            Turn::Player(next) => {
                let mut moves = made.clone();
                moves.push(offer.text.clone());
                let time = limit.time.map(|time| time.saturating_sub(limit.clock.since(begun)));
                let proven = exact(&moves, &Limit { nodes: Some(states), time, ..limit.clone() })?;
                (if next == me { proven.result } else { -proven.result }, proven.plies.unwrap_or(0))
            }
        };
        let value = 0.5 + 0.5 * f64::from(result);
        let value = if alone && result > 0 { (value - PLY * f64::from(plies)).max(0.1) } else { value };
        values.push((offer.text, value));
    }
    Some(values)
}

fn ended(table: &dyn Table, me: Player) -> i8 {
    let winners = outcome(&table.scores());
    match winners.contains(&me) {
        true => 1,
        false if winners.is_empty() && table.players() > 1 => 0,
        false => -1,
    }
}
