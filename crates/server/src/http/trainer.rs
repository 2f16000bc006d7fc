//! What teaches: the review of a finished match, told line by line while it is made, what could be known at a moment, and
//! exercises.

use super::tables::{Made, seated};
use super::who::Known;
use super::{Problem, blocking};
use crate::app::App;
use crate::protocol::language;
use crate::store::ExerciseRow;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use futures_util::stream;
use game::{Lang, Limit, Player, Record, Table, Turn};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::mpsc;
use trainer::exercise::{Effort, Exercise, LEVELS, generate, mark, prefix};
use trainer::review::{WITHIN, summary, usual};
use trainer::{Ask, Decision, Exact, Proven, Reviewer, Scale, Verdict};
use utoipa::{IntoParams, ToSchema};

/// The longest a thought of a review may take.
const THOUGHT: Duration = Duration::from_secs(3);
/// States of a thought that marks an answer or looks for an exercise.
const NODES: u64 = 150_000;
/// The longest a thought may take that looks for an exercise.
const GLANCE: Duration = Duration::from_millis(250);
/// The longest a search for an exercise may take.
const SEARCH: Duration = Duration::from_secs(30);
/// Positions looked at for an exercise.
const TRIES: u32 = 120;
/// Thoughts of one person that may wait.
const WAITING: usize = 4;
/// Worlds drawn for a table of beliefs where deals cannot be counted.
const DRAWS: usize = 200;

/// Whose decisions, and in which language.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wish {
    /// The player, from 0.
    player: u8,
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    #[param(required = false)]
    lang: String,
}

/// A line of a review.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ReviewLine {
    /// The first line.
    Begin {
        /// How many decisions there are.
        total: usize,
        /// Whether values are money; otherwise shares of the result between 0 and 1.
        money: bool,
        /// A loss from which on a decision is a mistake.
        mistake: f64,
    },
    /// A decision.
    Decision(Box<DecisionState>),
    /// The last line.
    End {
        /// What the player had in the end.
        result: i32,
        /// What was lost in all, given what was known.
        lost: f64,
        /// The costliest decisions, by the moves made before them.
        costliest: Vec<usize>,
        /// A sentence that sums it up.
        summary: String,
        /// How many mistakes were kept as exercises.
        kept: usize,
    },
    /// It could not go on.
    Broken {
        /// The cause.
        text: String,
    },
}

/// A decision and what is thought of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecisionState {
    /// How many moves were made before it.
    at: usize,
    /// How many choices there were.
    choices: usize,
    /// What was played, in words.
    played: String,
    /// What the expert would have played, in words.
    best: String,
    /// What was best with open cards, in words.
    open_best: Option<String>,
    /// The loss given what was known.
    known: f64,
    /// The loss in hindsight.
    open: Option<f64>,
    /// Whether the values are exact.
    exact: bool,
    /// What the best move was expected to end with.
    expected: f64,
    /// `good`, `unlucky`, `slip`, `mistake` or `lucky`.
    verdict: String,
    /// The verdict in words.
    verdict_words: String,
    /// Why the expert would have played so.
    because: Vec<String>,
}

impl DecisionState {
    fn of(d: &Decision, lang: Lang) -> DecisionState {
        DecisionState {
            at: d.at,
            choices: d.choices,
            played: d.played.1.clone(),
            best: d.best.1.clone(),
            open_best: d.open_best.as_ref().map(|best| best.1.clone()),
            known: d.known,
            open: d.open,
            exact: d.exact,
            expected: d.expected,
            verdict: d.verdict.id().to_string(),
            verdict_words: d.verdict.to(lang).to_string(),
            because: d.because.clone(),
        }
    }
}

fn broken(cause: impl ToString) -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, cause.to_string())
}

/// Refuses more thoughts of one person at once than the queue should hold.
pub(super) fn in_turn(app: &App, person: i64) -> Result<(), Problem> {
    match app.thinkers.waiting(person) < WAITING {
        true => Ok(()),
        false => {
            Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too much is being thought about; wait a little"))
        }
    }
}

/// The finished match of a table, who of its players the asker was, and its number there.
async fn finished(app: &Arc<App>, person: i64, id: &str) -> Result<(Record, Vec<bool>, u32), Problem> {
    let room = app.room(id).await?.ok_or_else(Problem::missing)?;
    let (text, mine, number) = room.run(move |app, inner| inner.finished(app, person)).await?;
    let mut record = Record::parse(&text).map_err(broken)?;
    // A match that was forfeited ends before the play does.
    record.result.clear();
    Ok((record, mine, number))
}

/// What a house proves of positions of a game.
fn exact(app: &App, game: &str) -> Exact {
    let (house, game) = (Arc::clone(&app.house), game.to_string());
    Arc::new(move |moves, limit| {
        house.solve(&game, moves, limit).map(|(result, plies)| Proven { result, plies })
    })
}

/// What is asked of a review of a record, and a table for it.
pub(super) fn asked(
    app: &App,
    record: Record,
    player: Player,
    limit: Limit,
    lang: Lang,
) -> Result<(Box<dyn Table>, Ask), Problem> {
    let table = app.house.table(&record.game, 0).map_err(|e| Problem::bad(e.to_string()))?;
    let agent = app.computers(&record.game).first().map(|c| c.agent.clone());
    let agent = agent.ok_or_else(|| Problem::bad("no computer player knows this game"))?;
    let exact = Some(exact(app, &record.game));
    // A thought that nobody bounds by states takes what `partie review` takes.
    let limit = Limit { nodes: limit.nodes.or_else(|| Some(usual(&*table))), ..limit };
    let within = Some(WITHIN);
    let (thoughts, only) = (None, Vec::new());
    Ok((table, Ask { record, player, agent, limit, within, thoughts, only, seed: 1, lang, exact }))
}

/// The review of one player's decisions in a finished match: lines of JSON, each sent as soon as it is known.
#[utoipa::path(
    get, path = "/api/tables/{id}/review", params(("id" = String, Path, description = "The table's id"), Wish),
    responses((status = 200, body = ReviewLine), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Response, Problem> {
    in_turn(&app, person.id)?;
    let lang = language(&wish.lang);
    let (record, mine, number) = finished(&app, person.id, &id).await?;
    let own = mine.get(usize::from(wish.player)).copied().unwrap_or(false);
    let begun = blocking(&app, move |app| {
        let (table, ask) = asked(app, record, Player(wish.player), Limit::time(THOUGHT), lang)?;
        let record = ask.record.clone();
        let reviewer = Reviewer::new(table, ask).map_err(|e| Problem::bad(e.to_string()))?;
        Ok((reviewer, record))
    });
    let (reviewer, record) = begun.await?;
    let (lines, told) = mpsc::channel::<String>(8);
    let whose = Whose { person: person.id, own, table: id, number, lang };
    tokio::spawn(walk(Arc::clone(&app), reviewer, record, whose, lines));
    let body = stream::unfold(told, |mut told| async move {
        told.recv().await.map(|line| (Ok::<String, Infallible>(line), told))
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(body)).into_response())
}

fn line(line: &ReviewLine) -> String {
    format!("{}\n", serde_json::to_string(line).unwrap_or_default())
}

/// For whom a match is gone through.
struct Whose {
    person: i64,
    /// Whether the decisions are those of the person.
    own: bool,
    table: String,
    number: u32,
    lang: Lang,
}

/// Goes through a match decision by decision, each in the fair queue of those who think.
async fn walk(
    app: Arc<App>,
    mut reviewer: Reviewer,
    record: Record,
    Whose { person, own, table, number, lang }: Whose,
    lines: mpsc::Sender<String>,
) {
    let Scale { money, .. } = reviewer.scale();
    let mistake = reviewer.scale().mistake();
    let begin = ReviewLine::Begin { total: reviewer.total(), money, mistake };
    let mut going = lines.send(line(&begin)).await.is_ok();
    while going {
        let never = Arc::new(AtomicBool::new(false));
        let Some(place) = app.thinkers.place(person, &never, &never).await else { return };
        let step = tokio::task::spawn_blocking(move || {
            let next = reviewer.next();
            drop(place);
            (reviewer, next)
        });
        let Ok((after, next)) = step.await else {
            let text = "the computer player could not think".to_string();
            let _ = lines.send(line(&ReviewLine::Broken { text })).await;
            return;
        };
        reviewer = after;
        going = match next {
            None => break,
            Some(Ok(decision)) => {
                let told = ReviewLine::Decision(Box::new(DecisionState::of(&decision, lang)));
                lines.send(line(&told)).await.is_ok()
            }
            Some(Err(error)) => {
                let _ = lines.send(line(&ReviewLine::Broken { text: error.to_string() })).await;
                return;
            }
        };
    }
    if !going {
        return;
    }
    let last = tokio::task::spawn_blocking(move || {
        let found = reviewer.finish().map_err(|error| error.to_string())?;
        let wrong = |d: &&Decision| matches!(d.verdict, Verdict::Mistake | Verdict::Lucky);
        let rows: Vec<ExerciseRow> = match own {
            true => found.decisions.iter().filter(wrong).map(|d| row_of(&record, &found.player, d)).collect(),
            false => Vec::new(),
        };
        let kept = rows.len();
        if kept > 0 {
            app.store.keep_exercises(person, rows).map_err(|error| error.to_string())?;
        }
        if own {
            let said = super::progress::found(&found);
            app.store.keep_review(person, &table, number, said).map_err(|error| error.to_string())?;
        }
        let costliest = found.costliest.iter().map(|&i| found.decisions[i].at).collect();
        let (result, lost) = (found.result, found.lost());
        Ok::<_, String>(ReviewLine::End { result, lost, costliest, summary: summary(&found, lang), kept })
    });
    let end = last.await.unwrap_or_else(|error| Err(error.to_string()));
    let _ = lines.send(line(&end.unwrap_or_else(|text| ReviewLine::Broken { text }))).await;
}

fn row_of(record: &Record, player: &Player, decision: &Decision) -> ExerciseRow {
    ExerciseRow {
        id: 0,
        game: record.game.clone(),
        record: bare(&prefix(record, decision.at)).to_string(),
        player: player.0,
        best: decision.best.0.clone(),
        loss: decision.known,
        level: 0,
        tried: 0,
        solved: 0,
    }
}

/// A record without names, seeds and headers of its table.
fn bare(record: &Record) -> Record {
    Record { seed: None, players: Vec::new(), headers: Vec::new(), ..record.clone() }
}

/// At which moment.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Moment {
    /// The player, from 0.
    player: u8,
    /// How many moves were made.
    at: usize,
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    #[param(required = false)]
    lang: String,
}

/// Where a token may lie.
#[derive(Serialize, ToSchema)]
pub(crate) struct BelievedState {
    /// What it is, as in pictures.
    kind: String,
    /// What it is, for people.
    label: String,
    /// How likely each player has it.
    shares: Vec<f64>,
    /// Whether deals were counted; otherwise some were drawn.
    counted: bool,
}

/// What a player could know at a moment of a finished match.
#[utoipa::path(
    get, path = "/api/tables/{id}/belief", params(("id" = String, Path, description = "The table's id"), Moment),
    responses((status = 200, body = Vec<BelievedState>), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn belief(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Json<Vec<BelievedState>>, Problem> {
    let (record, ..) = finished(&app, person.id, &id).await?;
    let rows = blocking(&app, move |app| {
        let mut table = app.house.table(&record.game, 0).map_err(|e| Problem::bad(e.to_string()))?;
        if usize::from(moment.player) >= table.players() {
            return Err(Problem::bad("there is no such player"));
        }
        table.replay(&prefix(&record, moment.at)).map_err(|e| Problem::bad(e.to_string()))?;
        let rows = table.beliefs(Player(moment.player), DRAWS, 1, language(&moment.lang));
        let state = |row: game::Believed| BelievedState {
            kind: row.kind,
            label: row.label,
            shares: row.shares,
            counted: row.counted,
        };
        Ok(rows.into_iter().map(state).collect())
    });
    Ok(Json(rows.await?))
}

/// An exercise, without its answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExerciseState {
    /// Its number.
    id: i64,
    /// The game with its parameters.
    game: String,
    /// 1 to 4; 0: an own mistake.
    level: u8,
    /// What was lost, or what the next best move loses.
    loss: f64,
    /// How often it was answered.
    tried: u32,
    /// How often rightly.
    solved: u32,
}

impl From<ExerciseRow> for ExerciseState {
    fn from(row: ExerciseRow) -> ExerciseState {
        let ExerciseRow { id, game, level, loss, tried, solved, .. } = row;
        ExerciseState { id, game, level, loss, tried, solved }
    }
}

/// The exercises of the asker, the latest first.
#[utoipa::path(get, path = "/api/exercises", responses((status = 200, body = Vec<ExerciseState>)))]
pub(super) async fn exercises(
    State(app): State<Arc<App>>,
    Known(person): Known,
) -> Result<Json<Vec<ExerciseState>>, Problem> {
    let rows = blocking(&app, move |app| Ok(app.store.exercises(person.id)?)).await?;
    Ok(Json(rows.into_iter().map(ExerciseState::from).collect()))
}

/// A wish for an exercise.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewExercise {
    /// The game with its parameters.
    game: String,
    /// How hard, from 1 to 4; none: as it comes.
    #[serde(default)]
    level: Option<u8>,
    /// Which one: the same number gives the same exercise.
    #[serde(default)]
    seed: Option<u64>,
}

/// Looks for a position with one best move and keeps it.
#[utoipa::path(
    post, path = "/api/exercises", request_body = NewExercise,
    responses((status = 201, body = ExerciseState), (status = 400, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn new_exercise(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(wish): Json<NewExercise>,
) -> Result<Response, Problem> {
    in_turn(&app, person.id)?;
    if let Some(level) = wish.level.filter(|level| !(1..=LEVELS).contains(level)) {
        return Err(Problem::bad(format!("there is no level {level}, only 1 to {LEVELS}")));
    }
    let level = wish.level;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let row = blocking(&app, move |app| {
        let _place = place;
        app.house.table(&wish.game, 0).map_err(|e| Problem::bad(e.to_string()))?;
        let agent = app.computers(&wish.game).first().map(|c| c.agent.clone());
        let agent = agent.ok_or_else(|| Problem::bad("no computer player knows this game"))?;
        let make = |seed: u64| app.house.table(&wish.game, seed).map_err(|e| e.to_string());
        let seed = wish.seed.unwrap_or_else(|| app.seed());
        let exact = Some(exact(app, &wish.game));
        let effort = Effort {
            nodes: NODES,
            worlds: 16,
            tries: TRIES,
            time: Some(GLANCE),
            within: Some(SEARCH),
            exact,
            ..Effort::default()
        };
        let found = generate(&make, &agent, level, seed, &effort)
            .ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "no such position was found; try again"))?;
        let Exercise { record, player, best, margin, level, .. } = found;
        let record = bare(&record).to_string();
        let (game, player, loss) = (wish.game, player.0, margin);
        let row = ExerciseRow { id: 0, game, record, player, best, loss, level, tried: 0, solved: 0 };
        let id = app.store.keep_exercises(person.id, vec![row.clone()])?;
        let id = id.ok_or_else(|| broken("the exercise was not kept"))?;
        Ok(app.store.exercise(person.id, id)?.unwrap_or(ExerciseRow { id, ..row }))
    });
    Ok((StatusCode::CREATED, Json(ExerciseState::from(row.await?))).into_response())
}

fn own(app: &App, person: i64, id: i64) -> Result<ExerciseRow, Problem> {
    let found = app.store.exercise(person, id)?;
    found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no such exercise"))
}

/// Opens a table at the position of an exercise.
#[utoipa::path(
    post, path = "/api/exercises/{id}/table", params(("id" = i64, Path, description = "The exercise")),
    responses((status = 201, body = Made), (status = 404, body = Problem))
)]
pub(super) async fn exercise_table(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<i64>,
) -> Result<Response, Problem> {
    let made = blocking(&app, move |app| {
        let row = own(app, person.id, id)?;
        let record = Record::parse(&row.record).map_err(broken)?;
        seated(app, &person, &record, usize::from(row.player))
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// An answer to an exercise.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    /// The move in notation.
    text: String,
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    lang: String,
}

/// What is said of an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarkedState {
    /// Whether it is the best move.
    right: bool,
    /// What it loses against the best, where it was valued.
    loss: Option<f64>,
    /// Whether values are money.
    money: bool,
    /// The best move in words.
    best: String,
    /// Why.
    because: Vec<String>,
}

/// Marks an answer to an exercise.
#[utoipa::path(
    post, path = "/api/exercises/{id}/answer", params(("id" = i64, Path, description = "The exercise")),
    request_body = Answered,
    responses((status = 200, body = MarkedState), (status = 400, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<i64>,
    Json(answered): Json<Answered>,
) -> Result<Json<MarkedState>, Problem> {
    in_turn(&app, person.id)?;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let marked = blocking(&app, move |app| {
        let _place = place;
        let row = own(app, person.id, id)?;
        let record = Record::parse(&row.record).map_err(broken)?;
        let mut table = app.house.table(&record.game, 0).map_err(|e| Problem::bad(e.to_string()))?;
        table.replay(&record).map_err(broken)?;
        let legal = table.turn() == Turn::Player(Player(row.player))
            && table.offers(Lang::En).iter().any(|offer| offer.text == answered.text);
        if !legal {
            return Err(Problem::bad(format!("'{}' is not a legal move there", answered.text)));
        }
        let agent = app.computers(&record.game).first().map(|c| c.agent.clone());
        let agent = agent.ok_or_else(|| Problem::bad("no computer player knows this game"))?;
        let exercise = Exercise {
            record,
            player: Player(row.player),
            best: row.best,
            margin: row.loss,
            level: row.level,
            worlds: (0, 0),
        };
        let lang = language(&answered.lang);
        let marked = mark(&*table, &exercise, &answered.text, &agent, lang, NODES);
        let marked = marked.ok_or_else(|| broken("the computer player could not think"))?;
        app.store.answered(person.id, id, marked.right)?;
        let money = Scale::of(&*table).money;
        let trainer::exercise::Marked { right, loss, best, because } = marked;
        Ok(MarkedState { right, loss, money, best, because })
    });
    Ok(Json(marked.await?))
}

/// Forgets an exercise.
#[utoipa::path(
    delete, path = "/api/exercises/{id}", params(("id" = i64, Path, description = "The exercise")),
    responses((status = 204), (status = 404, body = Problem))
)]
pub(super) async fn forget(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let gone = blocking(&app, move |app| Ok(app.store.forget_exercise(person.id, id)?)).await?;
    match gone {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::new(StatusCode::NOT_FOUND, "there is no such exercise")),
    }
}
