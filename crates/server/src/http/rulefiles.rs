//! Rule files by upload: computer players that people write, load, replace and delete in the browser. A sound one is
//! offered at once at tables of its games; a broken one is told with everything that is wrong, and the old one stays.

use super::who::Known;
use super::{Problem, blocking};
use crate::app::App;
use crate::store::{Kept, Person, RuleRoom};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};
use utoipa::ToSchema;

/// The longest name, in characters.
const LONGEST_NAME: usize = 30;
/// The longest rule file, in bytes: five times the longest that is shipped.
const LARGEST: usize = 64 * 1024;
/// Rule files of a guest, of somebody with an account, and of all people.
const OF_GUEST: usize = 5;
const OF_PERSON: usize = 30;
const OF_ALL: usize = 500;
/// So many findings are told; a text of nothing but errors has more of them than anybody reads.
const TOLD: usize = 200;

/// A rule file in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleFileLine {
    /// Its name, without the ending.
    name: String,
    /// The games it is for.
    games: Vec<String>,
    /// The name of whoever has loaded it; none: it lies in a folder of the server.
    owner: Option<String>,
    /// Whether it is the asker's, to be replaced and deleted.
    yours: bool,
    /// When it was loaded, in seconds since 1970; 0 for one of a folder.
    changed: i64,
    /// What is wrong with it; such a player is offered nowhere.
    problem: Option<String>,
}

/// What was noticed in a rule file.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemarkState {
    /// Whether the file cannot be played with it.
    error: bool,
    /// The line, from 1.
    line: u32,
    /// The column in characters, from 1.
    column: u32,
    /// How many characters it concerns.
    width: u32,
    /// What is wrong and what was expected.
    message: String,
    /// What may help; may be empty.
    hint: String,
    /// The line it stands in, with the place marked.
    excerpt: String,
}

impl From<&expert::Finding> for RemarkState {
    fn from(finding: &expert::Finding) -> RemarkState {
        // The first line of the finding says where and what; the excerpt follows, then the hint.
        let told = finding.to_string();
        let excerpt = told.lines().skip(1).filter(|line| !line.trim_start().starts_with("= hint:"));
        RemarkState {
            error: finding.severity == expert::Severity::Error,
            line: finding.place.line,
            column: finding.place.column,
            width: finding.width,
            message: finding.message.clone(),
            hint: finding.hint.clone(),
            excerpt: excerpt.collect::<Vec<_>>().join("\n"),
        }
    }
}

/// What became of a rule file that was sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleFileRead {
    /// Whether it is on offer now; otherwise nothing was changed.
    kept: bool,
    /// Whether it has replaced an older one of its name.
    replaced: bool,
    /// The games it is for.
    games: Vec<String>,
    /// What is wrong with it or may be, in the order of the text.
    remarks: Vec<RemarkState>,
    /// How many more remarks there are.
    more: usize,
}

/// The names of games in patterns of ids, each once.
fn plain(patterns: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let names = patterns.iter().map(|pattern| pattern.trim_end_matches("?*").to_string());
    names.filter(|name| seen.insert(name.clone())).collect()
}

pub(super) fn file_of(name: &str) -> String {
    format!("{name}.bot")
}

/// Whether a folder of the server has a rule file of that name.
pub(super) fn in_folder(app: &App, name: &str) -> bool {
    let file = file_of(name);
    app.bots().iter().any(|bot| bot.file == file)
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "there is no such rule file")
}

/// The rule files there are: those of people and those in the folders of the server.
#[utoipa::path(get, path = "/api/rulefiles", responses((status = 200, body = Vec<RuleFileLine>)))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Known(person): Known,
) -> Result<Json<Vec<RuleFileLine>>, Problem> {
    let lines = blocking(&app, move |app| {
        let bots = app.bots();
        let folder = bots.iter().filter_map(|bot| {
            let name = bot.file.strip_suffix(".bot")?.to_string();
            let (games, problem) = (plain(&bot.games), bot.problem.clone());
            Some(RuleFileLine { name, games, owner: None, yours: false, changed: 0, problem })
        });
        let mut lines: Vec<RuleFileLine> = folder.collect();
        let lent = app.house.lent();
        for row in app.store.rule_files()? {
            let hidden = in_folder(app, &row.name)
                .then(|| "a file of that name lies in a folder of the server and is played instead".into());
            let file = file_of(&row.name);
            let info = lent.iter().find(|bot| bot.file == file);
            let wrong = info.and_then(|bot| bot.problem.clone());
            lines.push(RuleFileLine {
                yours: row.person == person.id,
                name: row.name,
                games: info.map(|bot| plain(&bot.games)).unwrap_or_default(),
                owner: Some(row.owner),
                changed: row.changed,
                problem: hidden.or(wrong),
            });
        }
        lines.sort_by(|a, b| (!a.yours, &a.name).cmp(&(!b.yours, &b.name)));
        Ok(lines)
    });
    Ok(Json(lines.await?))
}

/// The text of a rule file: one's own, or one of the server's.
#[utoipa::path(
    get, path = "/api/rulefiles/{name}",
    params(("name" = String, Path, description = "Its name, without the ending")),
    responses((status = 200, body = String), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let text = blocking(&app, move |app| {
        let file = file_of(&name);
        if let Some(bot) = app.bots().iter().find(|bot| bot.file == file) {
            let version = bot.agent.split_once("?bot=").map(|(_, version)| version);
            return version.and_then(catalog::rule_files::text).ok_or_else(missing);
        }
        let row = app.store.rule_file(&name)?.ok_or_else(missing)?;
        if row.person != person.id {
            return Err(Problem::new(StatusCode::FORBIDDEN, "only its owner may read that rule file"));
        }
        Ok(row.text)
    });
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text.await?).into_response())
}

fn room_for(person: &Person) -> RuleRoom {
    let guest = person.login.is_none();
    // Guests cost nothing: they may not fill what there is for those with an account.
    if guest {
        RuleRoom { each: OF_GUEST, all: OF_ALL / 2 }
    } else {
        RuleRoom { each: OF_PERSON, all: OF_ALL }
    }
}

/// Reads a rule file and, if it is sound, keeps and offers it.
fn take_in(app: &App, person: &Person, name: &str, text: &str) -> Result<RuleFileRead, Problem> {
    let letters = name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    if !letters || !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        let cause = format!("the name of a rule file has 1 to {LONGEST_NAME} letters, digits, - and _");
        return Err(Problem::bad(cause));
    }
    if text.len() > LARGEST {
        let cause = format!("a rule file has at most {LARGEST} bytes, this one {}", text.len());
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, cause));
    }
    let (games, findings) = catalog::rule_files::check(text);
    let remarks: Vec<RemarkState> = findings.iter().take(TOLD).map(RemarkState::from).collect();
    let games: Vec<String> = games.into_iter().map(str::to_string).collect();
    let more = findings.len() - remarks.len();
    let mut read = RuleFileRead { kept: false, replaced: false, games, remarks, more };
    if read.games.is_empty() {
        return Ok(read);
    }
    let _alone = app.lending.lock().unwrap_or_else(PoisonError::into_inner);
    let conflict = |cause: &str| Err(Problem::new(StatusCode::CONFLICT, cause));
    if in_folder(app, name) {
        return conflict("the server has a rule file of that name; take another name");
    }
    match app.store.keep_rule_file(person.id, name, text, room_for(person))? {
        Kept::New => {}
        Kept::Replaced => read.replaced = true,
        Kept::NotYours => {
            let cause = "somebody else has a rule file of that name; take another name";
            return Err(Problem::new(StatusCode::FORBIDDEN, cause));
        }
        Kept::TooMany => return conflict("you have as many rule files as one may have; delete one first"),
        Kept::Full => return conflict("the server has no room for another rule file"),
    }
    read.kept = app.house.lend(&file_of(name), text).is_ok();
    app.list_anew();
    Ok(read)
}

/// Loads a rule file under a name; one's own of that name is replaced.
#[utoipa::path(
    put, path = "/api/rulefiles/{name}", request_body(content = String, content_type = "text/plain"),
    params(("name" = String, Path, description = "Its name, without the ending")),
    responses(
        (status = 200, body = RuleFileRead), (status = 422, description = "It has errors; nothing was changed", body = RuleFileRead),
        (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem)
    )
)]
pub(super) async fn keep(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(name): Path<String>,
    text: String,
) -> Result<Response, Problem> {
    let read = blocking(&app, move |app| take_in(app, &person, &name, &text)).await?;
    let status = if read.games.is_empty() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok((status, Json(read)).into_response())
}

/// Deletes one's own rule file. Matches that play by it go on.
#[utoipa::path(
    delete, path = "/api/rulefiles/{name}",
    params(("name" = String, Path, description = "Its name, without the ending")),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn forget(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| {
        let _alone = app.lending.lock().unwrap_or_else(PoisonError::into_inner);
        if !app.store.forget_rule_file(person.id, &name)? {
            if app.store.rule_file(&name)?.is_none() && !in_folder(app, &name) {
                return Err(missing());
            }
            return Err(Problem::new(StatusCode::FORBIDDEN, "only its owner may delete that rule file"));
        }
        app.house.take_back(&file_of(&name));
        app.list_anew();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
