//! The routes of a robot at a real table. They are not counted against the rate limit: an emergency stop must always get
//! through.

use super::{Problem, who};
use crate::app::App;
use crate::robot::Robot;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

fn robot(app: &App) -> Result<&Arc<dyn Robot>, Problem> {
    app.config.robot.as_ref().ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "no robot plays here"))
}

fn ours(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if who::same_site(app, headers) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::FORBIDDEN, "requests of other sites are refused"))
}

pub(super) async fn state(State(app): State<Arc<App>>) -> Result<Json<Value>, Problem> {
    let robot = Arc::clone(robot(&app)?);
    let failed = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the robot does not answer");
    tokio::task::spawn_blocking(move || robot.state()).await.map(Json).map_err(failed)
}

pub(super) async fn stop(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<StatusCode, Problem> {
    ours(&app, &headers)?;
    robot(&app)?.stop();
    Ok(StatusCode::NO_CONTENT)
}

/// A key of the teacher.
#[derive(Deserialize)]
pub(super) struct Key {
    key: char,
}

pub(super) async fn key(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Json(pressed): Json<Key>,
) -> Result<StatusCode, Problem> {
    ours(&app, &headers)?;
    if robot(&app)?.key(pressed.key) {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(StatusCode::CONFLICT, "nobody is being taught"))
}

/// A picture of the page's camera.
pub(super) async fn bring(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    picture: Bytes,
) -> Result<StatusCode, Problem> {
    ours(&app, &headers)?;
    let robot = Arc::clone(robot(&app)?);
    let failed = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the robot does not answer");
    let brought = tokio::task::spawn_blocking(move || robot.bring(&picture)).await.map_err(failed)?;
    brought.map(|()| StatusCode::NO_CONTENT).map_err(Problem::bad)
}

/// The last picture of the camera, `picture` with what was recognised or `segments`.
pub(super) async fn seen(
    State(app): State<Arc<App>>,
    Path(which): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let robot = Arc::clone(robot(&app)?);
    let none = || Problem::new(StatusCode::NOT_FOUND, "there is no picture yet");
    let png = match which.as_str() {
        "picture" => robot.seen(false),
        "segments" => robot.seen(true),
        _ => None,
    };
    let png = png.ok_or_else(none)?;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")], png))
}
