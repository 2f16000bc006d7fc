//! Guests and accounts. Everybody is a guest at first; a guest may choose a name and a password and is then known on
//! other devices too.

use super::who::{From, Known, TOKEN, cookie, token};
use super::{Problem, blocking};
use crate::app::{App, secret};
use crate::passwords::Refused;
use crate::room;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest password, in bytes.
const LONGEST_PASSWORD: usize = 200;

/// Who one is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The name shown to others.
    name: String,
    /// The account's name; none for a guest.
    login: Option<String>,
}

/// A new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    /// The name.
    name: String,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The account's name.
    login: String,
    /// The password, 8 characters at least.
    password: String,
}

impl std::convert::From<crate::store::Person> for Me {
    fn from(person: crate::store::Person) -> Me {
        Me { name: person.name, login: person.login }
    }
}

/// Who one is; makes a guest of somebody new.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub(super) async fn me(
    State(app): State<Arc<App>>,
    From(address): From,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if let Some(token) = token(&headers) {
        let known = blocking(&app, move |app| Ok(app.store.session(&token)?)).await?;
        if let Some(person) = known {
            return Ok(Json(Me::from(person)).into_response());
        }
    }
    if !app.guests.take(address) {
        app.metrics.limited.add(1);
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many new guests from this address"));
    }
    let token = secret(TOKEN);
    let name = format!("Host {}", secret(3).to_uppercase());
    let set = cookie(&app, &token);
    let person = blocking(&app, move |app| Ok(app.store.new_guest(&name, &token)?)).await?;
    Ok(([(header::SET_COOKIE, set)], Json(Me::from(person))).into_response())
}

/// Chooses the name shown to others.
#[utoipa::path(
    post,
    path = "/api/me",
    request_body = Name,
    responses((status = 200, body = Me), (status = 400, body = Problem))
)]
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    Known(mut person): Known,
    Json(wish): Json<Name>,
) -> Result<Json<Me>, Problem> {
    let name = room::name(&wish.name).ok_or_else(|| Problem::bad("a name must not be empty"))?;
    person.name.clone_from(&name);
    blocking(&app, move |app| Ok(app.store.rename_person(person.id, &name)?)).await?;
    Ok(Json(Me { name: person.name, login: person.login }))
}

fn limited(app: &App, address: std::net::IpAddr) -> Result<(), Problem> {
    if app.logins.take(address) {
        return Ok(());
    }
    app.metrics.limited.add(1);
    Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many attempts; wait a little"))
}

/// Why a password was not looked at, for people.
fn refused(app: &App, refused: Refused) -> Problem {
    match refused {
        Refused::Busy => {
            app.metrics.limited.add(1);
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many people log in now; try again in a moment")
        }
        Refused::Failed => {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the password could not be looked at")
        }
    }
}

/// Gives a guest an account.
#[utoipa::path(
    post, path = "/api/account", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400, body = Problem), (status = 409, body = Problem))
)]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    From(address): From,
    Known(person): Known,
    Json(wish): Json<Credentials>,
) -> Result<Json<Me>, Problem> {
    limited(&app, address)?;
    let login = room::name(&wish.login).ok_or_else(|| Problem::bad("a name must not be empty"))?;
    if wish.password.chars().count() < 8 || wish.password.len() > LONGEST_PASSWORD {
        return Err(Problem::bad("a password has 8 characters at least and 200 at most"));
    }
    let name = login.clone();
    let ticket = app.passwords.ticket().map_err(|cause| refused(&app, cause))?;
    let hash = app.passwords.hash(ticket, wish.password).await.map_err(|cause| refused(&app, cause))?;
    let made = blocking(&app, move |app| Ok(app.store.new_account(person.id, &login, &hash)?));
    if !made.await? {
        return Err(Problem::new(StatusCode::CONFLICT, "that name is taken, or you have an account already"));
    }
    Ok(Json(Me { name: name.clone(), login: Some(name) }))
}

/// Begins a session of an account on this device.
#[utoipa::path(
    post, path = "/api/session", request_body = Credentials,
    responses(
        (status = 200, body = Me),
        (status = 403, body = Problem),
        (status = 429, body = Problem),
        (status = 503, body = Problem)
    )
)]
pub(super) async fn log_in(
    State(app): State<Arc<App>>,
    From(address): From,
    headers: HeaderMap,
    Json(wish): Json<Credentials>,
) -> Result<Response, Problem> {
    limited(&app, address)?;
    let wrong = || Problem::new(StatusCode::FORBIDDEN, "wrong name or password");
    let login = room::name(&wish.login).ok_or_else(wrong)?;
    if wish.password.len() > LONGEST_PASSWORD {
        return Err(wrong());
    }
    if !app.accounts.take(login.clone()) {
        app.metrics.limited.add(1);
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many attempts; wait a little"));
    }
    let ticket = app.passwords.ticket().map_err(|cause| refused(&app, cause))?;
    // Whether there is such an account must show neither in the answer nor in the time it takes.
    let account = blocking(&app, move |app| Ok(app.store.account(&login)?)).await?;
    let (person, hash) = account.unzip();
    let fits = app.passwords.verify(ticket, wish.password, hash).await;
    let fits = fits.map_err(|cause| refused(&app, cause))?;
    let person = person.filter(|_| fits).ok_or_else(wrong)?;
    let secret = secret(TOKEN);
    let set = cookie(&app, &secret);
    let id = person.id;
    blocking(&app, move |app| Ok(app.store.new_session(id, &secret)?)).await?;
    // The cookie no longer belongs to the person who used it before.
    if let Some(before) = token(&headers) {
        end_session(&app, before).await?;
    }
    Ok(([(header::SET_COOKIE, set)], Json(Me::from(person))).into_response())
}

/// Ends a session and closes its pages.
async fn end_session(app: &Arc<App>, token: String) -> Result<(), Problem> {
    let kept = crate::store::hash(&token);
    blocking(app, move |app| Ok(app.store.end_session(&token)?)).await?;
    let _ = app.ended.send(kept);
    Ok(())
}

/// Ends the session on this device.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub(super) async fn log_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(token) = token(&headers) {
        end_session(&app, token).await?;
    }
    let set = cookie(&app, "");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, set)]).into_response())
}
