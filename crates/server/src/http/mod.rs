//! The routes: the front end, the API with its description, sockets, health and metrics.

mod advice;
mod contests;
mod front;
mod lessons;
mod people;
mod practice;
mod progress;
mod robot;
mod rulefiles;
mod tables;
mod trainer;
mod who;
mod why;

use crate::app::App;
use crate::protocol;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::{OpenApi, ToSchema};

/// The longest cause of a refusal that is looked at, in bytes: a cause may repeat the whole body.
const LONGEST_CAUSE: usize = 4 << 20;

/// Why a request was not done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The cause, for people.
    error: String,
    #[serde(skip)]
    status: StatusCode,
}

impl Problem {
    fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem { error: error.into(), status }
    }

    fn bad(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, error)
    }

    fn missing() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is no such table")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl From<crate::store::StoreError> for Problem {
    fn from(error: crate::store::StoreError) -> Problem {
        tracing::error!(%error, "the database failed");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the database failed")
    }
}

impl From<crate::room::Fault> for Problem {
    fn from(fault: crate::room::Fault) -> Problem {
        let status = match fault.code {
            protocol::Code::Forbidden => StatusCode::FORBIDDEN,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, fault.text)
    }
}

/// Runs blocking work (the database, a game's rules) off the threads that serve sockets.
async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let app = Arc::clone(app);
    let failed = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the game failed");
    tokio::task::spawn_blocking(move || work(&app)).await.map_err(failed)?
}

/// The description of the API; the messages of the socket are among its schemas.
#[derive(OpenApi)]
#[openapi(
    info(title = "Partie", description = "Tables for every game of the catalog."),
    paths(
        people::me,
        people::rename,
        people::register,
        people::log_in,
        people::log_out,
        tables::games,
        tables::bots,
        tables::picture,
        tables::rules,
        tables::tables,
        tables::create,
        tables::remove,
        tables::export,
        tables::import,
        tables::socket,
        trainer::review,
        trainer::belief,
        trainer::exercises,
        trainer::new_exercise,
        trainer::exercise_table,
        trainer::answer,
        trainer::forget,
        contests::list,
        contests::start,
        contests::watch,
        contests::remove,
        contests::report,
        contests::open_bench,
        contests::look,
        contests::step,
        practice::daily,
        practice::play_daily,
        practice::deal_plan,
        practice::deal,
        progress::progress,
        progress::review,
        progress::forget,
        lessons::lessons,
        lessons::lesson,
        rulefiles::list,
        rulefiles::show,
        rulefiles::keep,
        rulefiles::forget,
        why::at_table,
        why::on_bench,
        why::playground,
        advice::advise,
        health
    ),
    components(schemas(protocol::Request, protocol::Frame))
)]
pub(crate) struct Api;

/// Bytes of a picture that a page brings.
const PICTURE: usize = 8 << 20;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let limits = app.config.limits;
    let api = Router::new()
        .route("/me", get(people::me).post(people::rename))
        .route("/account", post(people::register))
        .route("/session", post(people::log_in).delete(people::log_out))
        .route("/games", get(tables::games))
        .route("/bots", get(tables::bots))
        .route("/pictures/{game}/{name}", get(tables::picture))
        .route("/rules/{game}", get(tables::rules))
        .route("/tables", get(tables::tables).post(tables::create))
        .route("/tables/{id}", axum::routing::delete(tables::remove))
        .route("/tables/{id}/record", get(tables::export))
        .route("/tables/{id}/review", get(trainer::review))
        .route("/tables/{id}/belief", get(trainer::belief))
        .route("/exercises", get(trainer::exercises).post(trainer::new_exercise))
        .route("/exercises/{id}", axum::routing::delete(trainer::forget))
        .route("/exercises/{id}/table", post(trainer::exercise_table))
        .route("/exercises/{id}/answer", post(trainer::answer))
        .route("/import", post(tables::import))
        .route("/tournaments", get(contests::list).post(contests::start))
        .route("/tournaments/{id}", get(contests::watch).delete(contests::remove))
        .route("/tournaments/{id}/report", get(contests::report))
        .route("/bench", post(contests::open_bench))
        .route("/bench/{id}", get(contests::look))
        .route("/bench/{id}/step", post(contests::step))
        .route("/daily", get(practice::daily).post(practice::play_daily))
        .route("/deal", post(practice::deal))
        .route("/deal/{game}", get(practice::deal_plan))
        .route("/progress", get(progress::progress).delete(progress::forget))
        .route("/progress/review", post(progress::review))
        .route("/lessons", get(lessons::lessons))
        .route("/lessons/{id}", get(lessons::lesson))
        .route("/rulefiles", get(rulefiles::list))
        .route("/rulefiles/{name}", get(rulefiles::show).put(rulefiles::keep).delete(rulefiles::forget))
        .route("/tables/{id}/why", get(why::at_table))
        .route("/bench/{id}/why", get(why::on_bench))
        .route("/playground", post(why::playground))
        .route("/advise", post(advice::advise))
        .route("/openapi.json", get(|| async { Json(Api::openapi()) }))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(20)))
        .route("/tables/{id}/socket", get(tables::socket))
        .layer(from_fn(worded))
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .route("/robot", get(robot::state))
        .route("/robot/stop", post(robot::stop))
        .route("/robot/key", post(robot::key).layer(DefaultBodyLimit::max(1_000)))
        .route("/robot/picture", post(robot::bring).layer(DefaultBodyLimit::max(PICTURE)))
        .route("/robot/seen/{which}", get(robot::seen))
        .fallback(|| async { Problem::new(StatusCode::NOT_FOUND, "there is no such address") });
    let quiet = HeaderValue::from_static;
    let header_of = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), quiet(value))
    };
    Router::new()
        .nest("/api", api)
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(front::file)
        .layer(header_of("x-content-type-options", "nosniff"))
        .layer(header_of("referrer-policy", "same-origin"))
        .layer(header_of("x-frame-options", "DENY"))
        .layer(from_fn_with_state(Arc::clone(&app), doorman))
        .layer(CatchPanicLayer::new())
        .with_state(app)
}

/// Only by a name of ours, and with what a page may load: nothing from anywhere else, and no sockets but ours.
async fn doorman(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let host = match who::host(&app, request.headers()) {
        Ok(host) => host.map(str::to_string),
        Err(name) => {
            let cause = format!("this server is not called '{name}'; its owner can name it with --base-url");
            return Problem::new(StatusCode::MISDIRECTED_REQUEST, cause).into_response();
        }
    };
    let mut response = next.run(request).await;
    // A report brings a narrower policy of its own.
    if response.headers().contains_key(header::CONTENT_SECURITY_POLICY) {
        return response;
    }
    // Not every browser takes 'self' for sockets, too.
    let sockets = host.map_or(String::new(), |host| format!(" ws://{host} wss://{host}"));
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self'; manifest-src 'self'; connect-src 'self'{sockets}; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Rate limit by address, and no requests from pages of other sites.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.metrics.requests.add(1);
    let address = who::address(&app, request.extensions(), request.headers());
    if !app.requests.take(address) {
        app.metrics.limited.add(1);
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
        return ([(header::RETRY_AFTER, "1")], problem).into_response();
    }
    if !who::same_site(&app, request.headers()) {
        return Problem::new(StatusCode::FORBIDDEN, "requests of other sites are refused").into_response();
    }
    next.run(request).await
}

/// A refusal is an object with its cause wherever it comes from: also of a body that could not be read, of which the cause may
/// repeat a part.
async fn worded(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let kind =
        response.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let status = response.status();
    if !status.is_client_error() || kind != Some(true) {
        return response;
    }
    let body = axum::body::to_bytes(response.into_body(), LONGEST_CAUSE).await.unwrap_or_default();
    let cause: String = String::from_utf8_lossy(&body).chars().take(300).collect();
    let cause = if cause.is_empty() { "the request was not understood".to_string() } else { cause };
    Problem::new(status, cause).into_response()
}

/// Whether the server works and can save what happens.
#[utoipa::path(get, path = "/health", responses((status = 200), (status = 503)))]
async fn health(State(app): State<Arc<App>>) -> Response {
    let trouble = |cause: &str| (StatusCode::SERVICE_UNAVAILABLE, format!("{cause}\n")).into_response();
    match blocking(&app, |app| Ok(app.unsaved())).await {
        Ok(None) => "ok\n".into_response(),
        Ok(Some(cause)) => trouble(&format!("nothing can be saved: {cause}")),
        Err(_) => trouble("the database does not answer"),
    }
}

/// Counters: for programs on this machine, unless the host shows them to everybody.
async fn metrics(State(app): State<Arc<App>>, request: Request) -> Response {
    if app.config.metrics || who::from_here(&app, request.extensions(), request.headers()) {
        return app.metrics.text(app.tables_in_memory()).into_response();
    }
    Problem::new(StatusCode::NOT_FOUND, "there is no such address").into_response()
}
