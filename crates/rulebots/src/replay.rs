//! A recorded deal once more, from the seat of a rule file: what it would have decided at every turn of its own, and why.

use crate::seat::answer_of;
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
    /// The move of the record as an answer to the bot's question, where it was its turn.
    pub recorded: Option<String>,
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

/// A moment of a record with the knowledge base it left behind.
#[derive(Clone, Debug)]
pub struct Scrutiny {
    /// The moment.
    pub moment: Moment,
    /// The clauses of the knowledge base after it.
    pub knowledge: String,
}

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
    let mut moments = Vec::new();
    walk::<G, D>(game, record, seat, bot, (seed, mode), |_, moment| {
        moments.push(moment);
        true
    })?;
    Ok(moments)
}

/// Replays a record up to a move, by its number from 1, and looks into the bot then.
///
/// # Errors
/// The first move that cannot be made, or that there is no such one.
pub fn scrutinise<G, D>(
    game: &G,
    record: &Record,
    seat: Player,
    bot: Arc<Bot>,
    (seed, mode): (u64, Mode),
    number: usize,
) -> Result<Scrutiny, ReplayError>
where
    G: Observe + Show,
    D: Desk<G>,
{
    let mut found = None;
    walk::<G, D>(game, record, seat, bot, (seed, mode), |agent, moment| {
        if moment.number < number {
            return true;
        }
        found = Some(Scrutiny { moment, knowledge: agent.engine().knowledge() });
        false
    })?;
    let moves = record.moves.len();
    let cause = format!("the record has {moves} moves: there is no move {number}");
    found.ok_or(ReplayError { line: 0, cause })
}

/// Lets the bot live through a record, as long as `go` wants to see more.
fn walk<G, D>(
    game: &G,
    record: &Record,
    seat: Player,
    bot: Arc<Bot>,
    (seed, mode): (u64, Mode),
    mut go: impl FnMut(&mut RuleAgent<G, D>, Moment) -> bool,
) -> Result<(), ReplayError>
where
    G: Observe + Show,
    D: Desk<G>,
{
    let mut agent: RuleAgent<G, D> = RuleAgent::new(bot, seed, mode);
    agent.explain(true);
    let mut state = game.initial();
    for (i, entry) in record.moves.iter().enumerate() {
        let fault = |cause: String| ReplayError { line: entry.line, cause };
        let turn = game.turn(&state);
        if turn == Turn::Over {
            return Err(fault(format!("'{}' comes after the end of the play", entry.text)));
        }
        let illegal = || fault(format!("'{}' is not a legal move here", entry.text));
        let mv = game.parse(&state, &entry.text).map_err(|_| illegal())?;
        let (mut choice, mut recorded) = (None, None);
        if turn == Turn::Player(seat) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let view = game.view(&state, Some(seat));
            let thought = agent.choose(game, seat, &view, &moves, &Limit::default());
            choice = Some(match thought {
                Ok(thought) => game.text(&state, thought.best),
                Err(cause) => cause.to_string(),
            });
            let at = moves.iter().position(|&other| other == mv);
            recorded = at.map(|at| answer_of(&D::question(game, seat, &view, &moves).form, at));
        }
        let heard = game.heard(&state, mv, Some(seat), game::Lang::En);
        game.apply(&mut state, mv);
        agent.heard(game, seat, turn.player(), &game.view(&state, Some(seat)));
        let own = turn == Turn::Player(seat);
        let moment = Moment {
            number: i + 1,
            by: turn.player(),
            text: if own { entry.text.clone() } else { heard.unwrap_or_default() },
            choice,
            recorded,
            story: agent.take_story(),
            notes: agent.take_notes(),
        };
        if !go(&mut agent, moment) {
            break;
        }
    }
    Ok(())
}
