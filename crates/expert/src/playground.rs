//! The playground: a knowledge base, a query, its answers. What the query adds and removes shows in the knowledge base that
//! comes back.

use crate::engine::{Budget, Engine, Mode};
use crate::finding::Finding;
use crate::interface::Interface;
use crate::program::Bot;
use std::sync::Arc;

/// No game: a knowledge base alone.
static NONE: Interface = Interface { games: &[], title: "", about: "", blocks: &[], predicates: &[] };

/// What a query brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The first answers: for each its bindings, none for a plain yes.
    pub answers: Vec<Vec<(String, String)>>,
    /// Whether there are more.
    pub more: bool,
    /// What was printed.
    pub output: String,
    /// What went wrong with the query.
    pub error: Option<String>,
    /// The knowledge base since, as clauses.
    pub knowledge: String,
    /// Whether the query has changed it.
    pub changed: bool,
    /// Inferences the query took.
    pub inferences: u64,
    /// What deserves a look in the knowledge base.
    pub warnings: Vec<Finding>,
}

/// Reads clauses, asks a query of them and says what they are since. An empty query asks nothing.
///
/// # Errors
/// Everything that is wrong with the clauses.
pub fn playground(
    clauses: &str,
    query: &str,
    most: usize,
    budget: Budget,
    seed: u64,
) -> Result<Played, Vec<Finding>> {
    // The clauses are those of a rule file that has nothing else: its first line is not theirs.
    let text = format!("PROLOG {{\n{clauses}\n}}");
    let own = |findings: &mut Vec<Finding>| {
        for finding in findings {
            finding.place.line = finding.place.line.saturating_sub(1).max(1);
        }
    };
    let bot = Bot::compile("playground", &text, &NONE, true).map_err(|mut findings| {
        own(&mut findings);
        findings
    })?;
    let mut warnings = bot.warnings.clone();
    own(&mut warnings);
    let mut engine = Engine::new(Arc::new(bot), seed, Mode::First).with_budget(budget);
    let (mut before, whole) = engine.listing();
    if !whole {
        before = clauses.to_string();
    }
    if query.trim().is_empty() {
        return Ok(Played {
            answers: Vec::new(),
            more: false,
            output: String::new(),
            error: None,
            knowledge: before,
            changed: false,
            inferences: 0,
            warnings,
        });
    }
    let told = engine.converse(query, most);
    // A base that outgrew what can be shown would lose its clauses on the way back: it stays as it was sent.
    let (knowledge, error) = match engine.listing() {
        (knowledge, true) => (knowledge, told.error),
        (_, false) => {
            let cause = "the knowledge base grew larger than can be shown, so it stays as it was";
            let error = told.error.map_or_else(|| cause.to_string(), |error| format!("{error}; {cause}"));
            (clauses.to_string(), Some(error))
        }
    };
    Ok(Played {
        answers: told.answers,
        more: told.more,
        output: told.output,
        error,
        changed: knowledge != before && knowledge != clauses,
        knowledge,
        inferences: told.inferences,
        warnings,
    })
}
