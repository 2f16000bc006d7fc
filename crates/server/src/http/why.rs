//! Why a rule file did what it did: in a finished match, at a table for study and on the test bench; and the playground, where
//! a knowledge base is asked. All of it waits in the fair queue, and every request is bounded.

use super::rulefiles::{RemarkState, in_folder};
use super::who::Known;
use super::{Problem, blocking};
use crate::app::App;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use catalog::{RuleMoment, rule_files};
use expert::{Bot, Budget, Decision, Mode, Told};
use game::{Player, Record};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// Requests of one person that may wait.
const WAITING: usize = 4;
/// The longest value that is shown, in characters.
const LONGEST_VALUE: usize = 400;
/// The longest knowledge base and query of the playground, in bytes, and the most answers given.
const LARGEST: usize = 64 * 1024;
const LONGEST_QUERY: usize = 4_000;
const ANSWERS: usize = 50;

/// Which decision.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Decided {
    /// The player, from 0.
    player: u8,
    /// How many moves were made before it; none: the list of decisions alone.
    #[serde(default)]
    #[param(required = false)]
    at: Option<usize>,
}

/// A decision in the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyLine {
    /// How many moves were made before it.
    at: usize,
    /// The block that was asked.
    block: String,
    /// What was answered.
    answer: String,
    /// Whether the rules answered something else, or nothing.
    replaced: bool,
}

/// A formula or an action that was tried.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToldState {
    /// As the file has it.
    text: String,
    /// Whether it held.
    held: bool,
    /// The variables it bound, with their values.
    bindings: Vec<(String, String)>,
    /// What went wrong with it.
    error: Option<String>,
}

/// A rule that was tried.
#[derive(Serialize, ToSchema)]
pub(crate) struct FiredState {
    /// The line it stands in.
    line: u32,
    /// Whether it fired.
    fired: bool,
    /// The formulas of its condition.
    formulas: Vec<ToldState>,
    /// Its actions, if it fired.
    actions: Vec<ToldState>,
}

/// What a block did.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlockState {
    /// Its name.
    name: String,
    /// Whether it was a question.
    question: bool,
    /// The variables it began with.
    variables: Vec<(String, String)>,
    /// Its rules in the order they were tried.
    rules: Vec<FiredState>,
    /// What the rules returned.
    returned: Vec<String>,
    /// What was answered in the end.
    answer: String,
    /// Why that is not what the rules returned.
    replaced: Option<String>,
    /// What the rules printed.
    output: String,
    /// Inferences it took.
    inferences: u64,
}

/// A moment of the play as the rule file lived it.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyMoment {
    /// How many moves were made before.
    at: usize,
    /// What was answered at the table, in the words of the question.
    answered: Option<String>,
    /// The question and the events that followed.
    blocks: Vec<BlockState>,
    /// What the author should know.
    notes: Vec<String>,
    /// The knowledge base after it.
    knowledge: String,
}

/// Why a rule file decided as it did.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyState {
    /// The name of the rule file.
    bot: String,
    /// All its decisions.
    decisions: Vec<WhyLine>,
    /// The one that was asked for.
    moment: Option<WhyMoment>,
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn pairs(list: &[(String, String)]) -> Vec<(String, String)> {
    list.iter().map(|(name, value)| (name.clone(), short(value))).collect()
}

impl From<&Told> for ToldState {
    fn from(told: &Told) -> ToldState {
        ToldState {
            text: short(&told.text),
            held: told.held,
            bindings: pairs(&told.bindings),
            error: told.error.as_deref().map(short),
        }
    }
}

impl From<&Decision> for BlockState {
    fn from(decision: &Decision) -> BlockState {
        let rules = decision.rules.iter().map(|rule| FiredState {
            line: rule.place.line,
            fired: rule.fired,
            formulas: rule.formulas.iter().map(ToldState::from).collect(),
            actions: rule.actions.iter().map(ToldState::from).collect(),
        });
        BlockState {
            name: decision.block.clone(),
            question: decision.question,
            variables: pairs(&decision.variables),
            rules: rules.collect(),
            returned: decision.returned.iter().map(|value| short(value)).collect(),
            answer: short(&decision.answer),
            replaced: decision.replaced.as_deref().map(short),
            output: decision.output.clone(),
            inferences: decision.inferences,
        }
    }
}

fn line(moment: &RuleMoment) -> Option<WhyLine> {
    moment.choice.as_ref()?;
    let question = moment.story.iter().find(|decision| decision.question);
    Some(WhyLine {
        at: moment.number - 1,
        block: question.map_or(String::new(), |decision| decision.block.clone()),
        answer: short(moment.recorded.as_deref().unwrap_or_default()),
        replaced: question.is_some_and(|decision| decision.replaced.is_some()),
    })
}

/// Everything about one rule player of a record.
fn explained(
    app: &App,
    record: &Record,
    player: Player,
    (bot, text, first): (&str, &str, bool),
    at: Option<usize>,
) -> Result<WhyState, Problem> {
    let game = app.house.ruled(&record.game).map_err(|_| no_rules())?;
    let broken = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the rule file cannot be read any more");
    let file = Arc::new(Bot::load(bot, text, game.interface()).map_err(broken)?);
    // A finished match tells the seeds of its players: chance decides as it did.
    let seeds = record.headers.iter().find(|(name, _)| name == "agents").map(|(_, list)| list.as_str());
    let seed = seeds.and_then(|list| list.split(' ').nth(player.index())?.parse().ok()).unwrap_or(1);
    let chance = (seed, if first { Mode::First } else { Mode::Random });
    let moments = game.replay(record, player, Arc::clone(&file), chance).map_err(|e| Problem::bad(e.0))?;
    let moment = match at {
        None => None,
        Some(at) => {
            let found = game.scrutinise(record, player, file, chance, at.saturating_add(1));
            let found = found.map_err(|e| Problem::bad(e.0))?;
            Some(WhyMoment {
                at,
                answered: found.moment.recorded.as_deref().map(short),
                blocks: found.moment.story.iter().map(BlockState::from).collect(),
                notes: found.moment.notes.iter().map(ToString::to_string).collect(),
                knowledge: found.knowledge,
            })
        }
    };
    let decisions = moments.iter().filter_map(line).collect();
    Ok(WhyState { bot: bot.to_string(), decisions, moment })
}

fn no_rules() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "that player does not go by a rule file")
}

/// Refuses more requests of one person at once than the queue should hold.
pub(super) fn in_turn(app: &App, person: i64) -> Result<(), Problem> {
    match app.thinkers.waiting(person) < WAITING {
        true => Ok(()),
        false => {
            Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too much is being thought about; wait a little"))
        }
    }
}

/// The name of the file a computer player is asked for by; refuses files that only somebody else may read.
fn readable(app: &App, person: i64, agent: &str) -> Result<String, Problem> {
    let Some(name) = agent.strip_prefix("bot:").and_then(|file| file.strip_suffix(".bot")) else {
        return Ok(agent.to_string());
    };
    let owned = || Ok::<bool, Problem>(app.store.rule_file(name)?.is_some_and(|row| row.person == person));
    if in_folder(app, name) || owned()? {
        return Ok(name.to_string());
    }
    Err(Problem::new(StatusCode::FORBIDDEN, "only its owner may look into that rule file"))
}

// While a match with secrets is played only a table for study tells it, and the match is practice since.
/// Why a rule player of a match that is over decided as it did.
#[utoipa::path(
    get, path = "/api/tables/{id}/why", params(("id" = String, Path, description = "The table's id"), Decided),
    responses((status = 200, body = WhyState), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn at_table(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(wish): Query<Decided>,
) -> Result<Json<WhyState>, Problem> {
    in_turn(&app, person.id)?;
    let room = app.room(&id).await?.ok_or_else(Problem::missing)?;
    let player = Player(wish.player);
    let asker = person.id;
    let found = room.run(move |app, inner| {
        let text = inner.record(app, asker)?;
        Ok::<_, crate::room::Fault>((text, inner.rules_of(app, player.index())))
    });
    let (text, rules) = found.await?;
    let (agent, rules) = rules.ok_or_else(no_rules)?;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let state = blocking(&app, move |app| {
        let _place = place;
        let bot = readable(app, asker, &agent)?;
        let mut record = Record::parse(&text).map_err(|error| Problem::bad(error.to_string()))?;
        record.result.clear();
        explained(app, &record, player, (&bot, &rules, agent.contains("first=yes")), wish.at)
    });
    Ok(Json(state.await?))
}

/// Why a rule player on a bench of one's own decided as it did.
#[utoipa::path(
    get, path = "/api/bench/{id}/why", params(("id" = String, Path, description = "The bench's id"), Decided),
    responses((status = 200, body = WhyState), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn on_bench(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(wish): Query<Decided>,
) -> Result<Json<WhyState>, Problem> {
    in_turn(&app, person.id)?;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let state = blocking(&app, move |app| {
        let _place = place;
        let missing = || Problem::new(StatusCode::NOT_FOUND, "there is no such bench");
        let player = Player(wish.player);
        let (record, agent) = app.benches.play(&id, person.id, player.index()).ok_or_else(missing)?;
        let mind = app.mind(&record.game, &agent);
        let (version, first) = rule_files::played_by(&record.game, &mind.agent).ok_or_else(no_rules)?;
        let text = rule_files::text(&version).ok_or_else(no_rules)?;
        let bot = readable(app, person.id, &agent)?;
        explained(app, &record, player, (&bot, &text, first), wish.at)
    });
    Ok(Json(state.await?))
}

/// A knowledge base and what is asked of it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaygroundWish {
    /// Clauses of Prolog, as in the block PROLOG of a rule file.
    knowledge: String,
    /// A goal; empty: the clauses are only read.
    query: String,
}

/// What a query brought.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaygroundState {
    /// Whether the clauses could be read; otherwise nothing was asked.
    read: bool,
    /// The first answers: for each the variables with their values.
    answers: Vec<Vec<(String, String)>>,
    /// Whether there are more.
    more: bool,
    /// What was printed.
    output: String,
    /// What went wrong with the query.
    error: Option<String>,
    /// The knowledge base since.
    knowledge: String,
    /// Whether the query has changed it.
    changed: bool,
    /// Inferences it took.
    inferences: u64,
    /// What is wrong with the clauses or may be, in the order of the text.
    remarks: Vec<RemarkState>,
}

/// Asks a knowledge base. Nothing outlives the request.
#[utoipa::path(
    post, path = "/api/playground", request_body = PlaygroundWish,
    responses((status = 200, body = PlaygroundState), (status = 413, body = Problem), (status = 429, body = Problem))
)]
pub(super) async fn playground(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(wish): Json<PlaygroundWish>,
) -> Result<Response, Problem> {
    if wish.knowledge.len() > LARGEST || wish.query.len() > LONGEST_QUERY {
        let cause = format!("a knowledge base has at most {LARGEST} bytes, a query {LONGEST_QUERY}");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, cause));
    }
    in_turn(&app, person.id)?;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let state = blocking(&app, move |_| {
        let _place = place;
        let budget = Budget { inferences: 1_000_000, time: Duration::from_millis(1000), ..Budget::default() };
        let remarks = |found: &[expert::Finding]| found.iter().take(100).map(RemarkState::from).collect();
        Ok(match expert::playground(&wish.knowledge, &wish.query, ANSWERS, budget, 1) {
            Err(findings) => PlaygroundState {
                read: false,
                answers: Vec::new(),
                more: false,
                output: String::new(),
                error: None,
                knowledge: wish.knowledge,
                changed: false,
                inferences: 0,
                remarks: remarks(&findings),
            },
            Ok(played) => PlaygroundState {
                read: true,
                answers: played.answers.iter().map(|answer| pairs(answer)).collect(),
                more: played.more,
                output: played.output,
                error: played.error,
                knowledge: played.knowledge,
                changed: played.changed,
                inferences: played.inferences,
                remarks: remarks(&played.warnings),
            },
        })
    });
    Ok(Json(state.await?).into_response())
}
