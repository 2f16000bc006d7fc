//! Guests and accounts. Everybody is a guest at first; a guest may choose a name and a password and is then known on
//! other devices too.

use super::who::{From, Known, TOKEN, cookie, token};
use super::{Problem, blocking};
use crate::app::{App, secret};
use crate::room;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

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
#[utoipa::path(post, path = "/api/me", request_body = Name, responses((status = 200, body = Me)))]
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

/// Gives a guest an account.
#[utoipa::path(post, path = "/api/account", request_body = Credentials, responses((status = 200, body = Me)))]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    From(address): From,
    Known(person): Known,
    Json(wish): Json<Credentials>,
) -> Result<Json<Me>, Problem> {
    limited(&app, address)?;
    let login = room::name(&wish.login).ok_or_else(|| Problem::bad("a name must not be empty"))?;
    if wish.password.chars().count() < 8 || wish.password.len() > 200 {
        return Err(Problem::bad("a password has 8 characters at least and 200 at most"));
    }
    let name = login.clone();
    let made = blocking(&app, move |app| {
        let hash = Argon2::default()
            .hash_password(wish.password.as_bytes())
            .map_err(|e| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, e.to_string()))?;
        Ok(app.store.new_account(person.id, &login, &hash.to_string())?)
    });
    if !made.await? {
        return Err(Problem::new(StatusCode::CONFLICT, "that name is taken, or you have an account already"));
    }
    Ok(Json(Me { name: name.clone(), login: Some(name) }))
}

/// Begins a session of an account on this device.
#[utoipa::path(post, path = "/api/session", request_body = Credentials, responses((status = 200, body = Me)))]
pub(super) async fn log_in(
    State(app): State<Arc<App>>,
    From(address): From,
    Json(wish): Json<Credentials>,
) -> Result<Response, Problem> {
    limited(&app, address)?;
    let token = secret(TOKEN);
    let set = cookie(&app, &token);
    let person = blocking(&app, move |app| {
        let wrong = || Problem::new(StatusCode::FORBIDDEN, "wrong name or password");
        let (person, hash) = app.store.account(&wish.login)?.ok_or_else(wrong)?;
        let hash = PasswordHash::new(&hash).map_err(|_| wrong())?;
        Argon2::default().verify_password(wish.password.as_bytes(), &hash).map_err(|_| wrong())?;
        app.store.new_session(person.id, &token)?;
        Ok(person)
    });
    let person = person.await?;
    Ok(([(header::SET_COOKIE, set)], Json(Me::from(person))).into_response())
}

/// Ends the session on this device.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub(super) async fn log_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(token) = token(&headers) {
        blocking(&app, move |app| Ok(app.store.end_session(&token)?)).await?;
    }
    let set = cookie(&app, "");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, set)]).into_response())
}
