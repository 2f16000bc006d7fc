//! A recorded deal once more, from the seat of a rule file: what it would have decided at every turn of its own, and why.

use crate::{Desk, RuleAgent};
use expert::{Bot, Decision, Mode, Note};
use game::{Agent, Limit, Observe, Player, Record, Show, Turn};
use std::fmt;
use std::sync::Arc;

/// A move of the record as the bot lived it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose move it was; `None`: chance.
    pub by: Option<Player>,
    /// The move of the record, if the bot may know it.
    pub text: String,
    /// What the bot would have done, where it was its turn.
    pub choice: Option<String>,
    /// What its blocks did: the question, then the events that followed the move.
    pub story: Vec<Decision>,
    /// What the author should know.
    pub notes: Vec<Note>,
}

/// Why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The line of the record.
    pub line: usize,
    /// What is wrong.
    pub cause: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl std::error::Error for ReplayError {}

/// Replays a record from a seat.
///
/// # Errors
/// The first move that cannot be made.
pub fn replay<G, D>(
    game: &G,
    record: &Record,
    seat: Player,
    bot: Arc<Bot>,
    seed: u64,
    mode: Mode,
) -> Result<Vec<Moment>, ReplayError>
where
    G: Observe + Show,
    D: Desk<G>,
{
    let mut agent: RuleAgent<G, D> = RuleAgent::new(bot, seed, mode);
    agent.explain(true);
    let mut state = game.initial();
    let mut moments = Vec::new();
    for (i, entry) in record.moves.iter().enumerate() {
        let fault = |cause: String| ReplayError { line: entry.line, cause };
        let turn = game.turn(&state);
        if turn == Turn::Over {
            return Err(fault(format!("'{}' comes after the end of the play", entry.text)));
        }
        let mut choice = None;
        if turn == Turn::Player(seat) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let view = game.view(&state, Some(seat));
            let thought = agent.choose(game, seat, &view, &moves, &Limit::default());
            choice = Some(match thought {
                Ok(thought) => game.text(&state, thought.best),
                Err(cause) => cause.to_string(),
            });
        }
        let illegal = || fault(format!("'{}' is not a legal move here", entry.text));
        let mv = game.parse(&state, &entry.text).map_err(|_| illegal())?;
        let heard = game.heard(&state, mv, Some(seat), game::Lang::En);
        game.apply(&mut state, mv);
        agent.heard(game, seat, turn.player(), &game.view(&state, Some(seat)));
        let own = turn == Turn::Player(seat);
        moments.push(Moment {
            number: i + 1,
            by: turn.player(),
            text: if own { entry.text.clone() } else { heard.unwrap_or_default() },
            choice,
            story: agent.take_story(),
            notes: agent.take_notes(),
        });
    }
    Ok(moments)
}
