//! Tournaments and the test bench: start, watch, read, step, delete.

use super::who::Known;
use super::{Problem, blocking};
use crate::app::App;
use crate::benches::BenchState;
use crate::protocol::language;
use crate::tournaments::{self, NODES, Refused, TournamentLine, TournamentState, Wish};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use game::Limit;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// Thoughts of one person on benches that may wait.
const WAITING: usize = 4;
/// What a move on the bench may take, in milliseconds: the usual and the largest time.
const THINK: (u32, u32) = (300, 2_000);

/// The language of texts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Speech {
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    lang: String,
}

/// Who meets whom.
#[derive(Clone, Copy, Deserialize, ToSchema, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NewDesign {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Those who stand alike meet, stage by stage.
    Swiss,
    /// Whoever loses is out.
    KnockOut,
}

/// A wish for a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournament {
    /// The game with its parameters.
    game: String,
    /// The computer players.
    players: Vec<String>,
    /// Who meets whom.
    #[serde(default)]
    design: NewDesign,
    /// Deals of each meeting.
    rounds: u32,
    /// States a player may visit for a move.
    #[serde(default)]
    nodes: Option<u64>,
    /// The seed of chance.
    #[serde(default)]
    seed: Option<u64>,
}

/// A wish for a bench.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBench {
    /// The game with its parameters.
    game: String,
    /// The computer players, one for each seat.
    players: Vec<String>,
    /// The number of the deal.
    #[serde(default)]
    seed: Option<u64>,
}

/// How a step is made.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StepWish {
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    lang: String,
    /// Milliseconds for the move.
    #[serde(default)]
    think: Option<u32>,
}

/// The id of something that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeId {
    /// The id.
    id: String,
}

fn missing(what: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no such {what}"))
}

/// The newest tournaments, one's own first.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = Vec<TournamentLine>)))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Known(person): Known,
) -> Result<Json<Vec<TournamentLine>>, Problem> {
    blocking(&app, move |app| Ok(Json(app.tournaments.lines(app, person.id)))).await
}

/// Starts a tournament.
#[utoipa::path(post, path = "/api/tournaments", request_body = NewTournament,
    responses((status = 201, body = MadeId), (status = 400, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn start(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(new): Json<NewTournament>,
) -> Result<Response, Problem> {
    let design = match new.design {
        NewDesign::RoundRobin => arena::Design::RoundRobin,
        NewDesign::Gauntlet => arena::Design::Gauntlet,
        NewDesign::Swiss => arena::Design::Swiss,
        NewDesign::KnockOut => arena::Design::KnockOut,
    };
    let wish = Wish {
        game: new.game,
        agents: new.players,
        design,
        rounds: new.rounds,
        nodes: new.nodes.unwrap_or(NODES.1),
        seed: new.seed.unwrap_or(1),
    };
    let id = blocking(&app, move |app| {
        app.tournaments.add(app, (person.id, person.login.is_some()), wish).map_err(|refused| match refused {
            Refused::Wish(cause) => Problem::bad(cause),
            Refused::Many(cause) => Problem::new(StatusCode::CONFLICT, cause),
        })
    })
    .await?;
    tournaments::pump(&app);
    Ok((StatusCode::CREATED, Json(MadeId { id })).into_response())
}

/// How a tournament stands.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path), Speech),
    responses((status = 200, body = TournamentState), (status = 404, body = Problem)))]
pub(super) async fn watch(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Json<TournamentState>, Problem> {
    let lang = language(&speech.lang);
    let found = app.tournaments.get(&id).ok_or_else(|| missing("tournament"))?;
    blocking(&app, move |app| Ok(Json(found.state(app, person.id, lang)))).await
}

/// Stops and forgets a tournament of one's own.
#[utoipa::path(delete, path = "/api/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let gone = blocking(&app, move |app| Ok(app.tournaments.remove(&id, person.id))).await?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing("tournament")) }
}

/// What a report may do: its own styles and its own script, and nothing else; as a page without an origin it can reach neither
/// cookies nor the rest of this server.
const REPORT_POLICY: &str =
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The report of a tournament as one page.
#[utoipa::path(get, path = "/api/tournaments/{id}/report", params(("id" = String, Path), Speech),
    responses((status = 200, description = "The page", content_type = "text/html"), (status = 404, body = Problem)))]
pub(super) async fn report(
    State(app): State<Arc<App>>,
    Known(_): Known,
    Path(id): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Response, Problem> {
    let lang = language(&speech.lang);
    let page = blocking(&app, move |app| Ok(app.tournaments.report(app, &id, lang))).await?;
    let page = page.ok_or_else(|| missing("tournament"))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY)),
    ];
    Ok((headers, page).into_response())
}

/// Seats players on a bench.
#[utoipa::path(post, path = "/api/bench", request_body = NewBench,
    responses((status = 201, body = MadeId), (status = 400, body = Problem)))]
pub(super) async fn open_bench(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(new): Json<NewBench>,
) -> Result<Response, Problem> {
    let seed = new.seed.unwrap_or(1);
    let id = blocking(&app, move |app| {
        app.benches.open(app, person.id, (&new.game, new.players), seed).map_err(Problem::bad)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(MadeId { id })).into_response())
}

/// How a bench of one's own stands.
#[utoipa::path(get, path = "/api/bench/{id}", params(("id" = String, Path), Speech),
    responses((status = 200, body = BenchState), (status = 404, body = Problem)))]
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Json<BenchState>, Problem> {
    let lang = language(&speech.lang);
    let found = blocking(&app, move |app| Ok(app.benches.look(app, &id, person.id, lang))).await?;
    found.map(Json).ok_or_else(|| missing("bench"))
}

/// Goes one step on: chance acts, or the player to move thinks and moves.
#[utoipa::path(post, path = "/api/bench/{id}/step", params(("id" = String, Path), StepWish),
    responses((status = 200, body = BenchState), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn step(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(wish): Query<StepWish>,
) -> Result<Json<BenchState>, Problem> {
    if app.thinkers.waiting(person.id) >= WAITING {
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down"));
    }
    let (lang, hurry) = (language(&wish.lang), Arc::new(AtomicBool::new(false)));
    let think = wish.think.unwrap_or(THINK.0).clamp(1, THINK.1);
    let limit = Limit::time(Duration::from_millis(u64::from(think)));
    // In the fair queue, like every other thought.
    let place = app.thinkers.place(person.id, &hurry, &Arc::default()).await;
    let found = blocking(&app, move |app| {
        let _place = place;
        Ok(app.benches.step(app, (&id, person.id), (limit, &hurry), lang))
    })
    .await?;
    found.map(Json).ok_or_else(|| missing("bench"))
}
