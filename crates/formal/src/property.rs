//! Properties of a game, each answered yes, no (with a shortest counterexample) or unknown within the budget.
//!
//! - *terminating*: no reachable cycle;
//! - *ends with probability 1*: every player can see to it that it does, whatever chance brings and the others do;
//! - *totally defined*: no reachable state in which a rule fails or nobody has anything to do, and a move at the start;
//! - *strongly winning*: some player (or team) can win by a play in which only they move;
//! - *weakly winning*: every player has a winning play in which somebody else also moves (alone: any winning play);
//! - *well defined*: weakly winning and totally defined, and terminating or, where chance acts, ending with probability 1;
//! - *symmetric*: the moves that occur on each player's turns are the same, up to renaming players, tokens and zones.

use crate::automaton::Automaton;
use crate::explore::Budget;
use crate::{ending, renaming, winning};
use game::{Game, Show};

/// The properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// No play goes on for ever.
    Terminating,
    /// Everybody can see to it that the play ends with probability 1.
    SurelyEnding,
    /// No play gets stuck and no rule fails.
    TotallyDefined,
    /// Somebody can win alone.
    StronglyWinning,
    /// Everybody can win.
    WeaklyWinning,
    /// Weakly winning, totally defined, and terminating or ending with probability 1.
    WellDefined,
    /// Everybody has the same moves.
    Symmetric,
}

impl Property {
    /// All of them, in the order they are reported.
    pub const ALL: [Property; 7] = [
        Property::Terminating,
        Property::SurelyEnding,
        Property::TotallyDefined,
        Property::StronglyWinning,
        Property::WeaklyWinning,
        Property::WellDefined,
        Property::Symmetric,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Property::Terminating => "terminating",
            Property::SurelyEnding => "ends with probability 1",
            Property::TotallyDefined => "totally defined",
            Property::StronglyWinning => "strongly winning",
            Property::WeaklyWinning => "weakly winning",
            Property::WellDefined => "well defined",
            Property::Symmetric => "symmetric",
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// Proved. For a property of existence, with a shortest play that shows it.
    Yes(Vec<M>),
    /// Disproved, with a shortest play that shows it (empty where nothing can be shown, as for "nobody can win") and a
    /// sentence.
    No {
        /// The play.
        play: Vec<M>,
        /// Where in the play the cycle begins, if it is one: the play returns to the state after that many moves.
        cycle: Option<usize>,
        /// What is wrong, in words.
        cause: String,
    },
    /// Not decided, and why.
    Unknown(String),
}

impl<M> Answer<M> {
    /// `Some(true)` for yes, `Some(false)` for no.
    pub fn decided(&self) -> Option<bool> {
        match self {
            Answer::Yes(_) => Some(true),
            Answer::No { .. } => Some(false),
            Answer::Unknown(_) => None,
        }
    }
}

/// All answers about one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings<M> {
    /// Each property with its answer, in the order of [`Property::ALL`].
    pub answers: Vec<(Property, Answer<M>)>,
}

impl<M> Findings<M> {
    /// The answer to one property.
    pub fn of(&self, property: Property) -> &Answer<M> {
        let place = Property::ALL.iter().position(|&p| p == property).unwrap_or(0);
        &self.answers[place].1
    }
}

/// Explores the game and answers everything.
pub fn check<G: Show>(game: &G, budget: &Budget) -> (Automaton<G>, Findings<G::Move>) {
    let automaton = crate::explore(game, budget, &mut |_| {});
    let findings = answers(game, &automaton);
    (automaton, findings)
}

/// Answers everything about an explored game.
pub fn answers<G: Show>(game: &G, a: &Automaton<G>) -> Findings<G::Move> {
    let terminating = ending::terminating(game, a);
    let surely = ending::surely(game, a, &terminating);
    let total = totally_defined(game, a);
    let strongly = winning::strongly(game, a);
    let weakly = winning::weakly(game, a);
    let ends = if game.chance() { &surely } else { &terminating };
    let well = well_defined([&total, ends, &weakly]);
    let symmetric = renaming::symmetric(game, a);
    let answers = Property::ALL
        .into_iter()
        .zip([terminating, surely, total, strongly, weakly, well, symmetric])
        .collect();
    Findings { answers }
}

/// What follows from the answers to the parts: that the play is totally defined, that it ends, that everybody can win.
pub fn well_defined<M: Clone>(parts: [&Answer<M>; 3]) -> Answer<M> {
    if let Some(no) = parts.iter().find(|a| a.decided() == Some(false)) {
        return (*no).clone();
    }
    let open =
        parts.iter().zip(["totally defined", "ending", "weakly winning"]).filter_map(|(a, name)| match a {
            Answer::Unknown(_) => Some(name),
            _ => None,
        });
    let open: Vec<&str> = open.collect();
    match open.is_empty() {
        true => Answer::Yes(Vec::new()),
        false => Answer::Unknown(format!("it is not known whether the game is {}", open.join(" and "))),
    }
}

/// Unless the automaton is whole, the absence of a counterexample proves nothing; `seen` says what was looked for.
pub(crate) fn unless_partial<G: Game>(
    a: &Automaton<G>,
    seen: &str,
    answer: Answer<G::Move>,
) -> Answer<G::Move> {
    if a.complete() {
        return answer;
    }
    Answer::Unknown(format!(
        "{seen} among the {} states whose moves are known, and there are more",
        a.expanded()
    ))
}

fn totally_defined<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let no = |play, cause| Answer::No { play, cycle: None, cause };
    // Numbers grow with distance: the first defect found is a nearest one.
    let odd = |&n: &crate::Node| a.stuck(game, n) || a.broken(game, n);
    match a.nodes().take(a.expanded()).find(odd) {
        Some(n) => {
            let play = a.path(game, n);
            let cause = match game.defect(&a.state(n)) {
                Some(cause) => format!("after {} moves a rule fails: {cause}", play.len()),
                None => {
                    format!("after {} moves nobody has anything to do and no rule ends the play", play.len())
                }
            };
            no(play, cause)
        }
        None if a.over(game, 0) => no(Vec::new(), "the play is over before the first move".to_string()),
        None => unless_partial(a, "no dead end and no rule that fails was found", Answer::Yes(Vec::new())),
    }
}
