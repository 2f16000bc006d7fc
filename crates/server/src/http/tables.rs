//! Games and tables: list, create, delete, export, import, and the socket of a table.

use super::who::{self, Known};
use super::{Problem, blocking};
use crate::app::{App, secret as word};
use crate::house::{BotInfo, GameInfo};
use crate::protocol::{SeatKind, Settings, language};
use crate::room::{self, Play};
use crate::socket::{self, Page, Visit};
use crate::store::{Dealing, Event, MatchRow, Person, SeatRow, Summary, TableRow};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use fair::Secret;
use game::{Lang, Record, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Letters of a table's id and of an invitation.
const ID: usize = 12;
/// The most points a seat may begin with.
const LARGEST_START: i64 = 1_000_000_000;
/// Moves an imported record may have.
const LONGEST_RECORD: usize = 20_000;

/// A table in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableLine {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// The game with its parameters.
    game: String,
    /// Who sits there, by seat; empty: nobody yet.
    players: Vec<String>,
    /// Points so far, by seat.
    totals: Vec<i64>,
    /// Whether the asker owns it.
    owner: bool,
    /// Which computer player sits there, by seat.
    agents: Vec<Option<String>>,
    /// Whether the latest match is finished.
    over: bool,
    /// How many matches were begun.
    matches: u32,
    /// When something last happened there, in seconds since 1970.
    touched: i64,
}

/// The tables of a person, and those with open seats.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tables {
    /// One's own and those one sits at.
    yours: Vec<TableLine>,
    /// Those one may sit down at.
    open: Vec<TableLine>,
}

/// A wish for a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game with its parameters.
    game: String,
    /// Its name; by default that of the game.
    #[serde(default)]
    name: String,
    /// Who sits where; missing seats get the recommended computer player.
    #[serde(default)]
    seats: Vec<NewSeat>,
    /// Its settings.
    #[serde(default)]
    settings: Settings,
    /// The number of the deal. A known deal does not count.
    #[serde(default)]
    seed: Option<u64>,
}

/// A wish for a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// A person at this device, a computer player, or open for somebody invited.
    kind: SeatKind,
    /// The person's name.
    #[serde(default)]
    name: String,
    /// The computer player.
    #[serde(default)]
    agent: Option<String>,
    /// The points to begin with.
    #[serde(default)]
    start: i64,
}

/// The address of a new table.
#[derive(Serialize, ToSchema)]
pub(crate) struct Made {
    /// Its id.
    pub(super) id: String,
}

/// The games on offer; those with errors say what they are.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameInfo>)))]
pub(super) async fn games(State(app): State<Arc<App>>) -> Json<Vec<GameInfo>> {
    Json(app.games().to_vec())
}

/// The computer players described in files; those with errors say what they are.
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = Vec<BotInfo>)))]
pub(super) async fn bots(State(app): State<Arc<App>>) -> Json<Vec<BotInfo>> {
    Json(app.bots().to_vec())
}

/// The rules of a game as a sheet in Markdown.
#[utoipa::path(
    get, path = "/api/rules/{game}", params(("game" = String, Path, description = "The game"), Speech),
    responses((status = 200, body = String), (status = 404))
)]
pub(super) async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Response, Problem> {
    let lang = language(&speech.lang);
    let found = blocking(&app, move |app| Ok(app.house.rules(&game, lang))).await?;
    let text = found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no sheet of rules"))?;
    let headers =
        [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CACHE_CONTROL, "max-age=60")];
    Ok((headers, text).into_response())
}

/// A picture of a game.
#[utoipa::path(
    get, path = "/api/pictures/{game}/{name}",
    params(("game" = String, Path, description = "The game's id"), ("name" = String, Path, description = "The picture's name")),
    responses((status = 200, description = "The picture", content_type = "image/svg+xml"), (status = 404, body = Problem))
)]
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Path((game, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let found = blocking(&app, move |app| Ok(app.house.picture(&game, &name))).await?;
    let (media, bytes) =
        found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no such picture"))?;
    Ok(([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "max-age=300")], bytes).into_response())
}

fn line(app: &App, summary: Summary, person: i64, lang: Lang) -> Result<TableLine, Problem> {
    let mut totals: Vec<i64> = summary.seats.iter().map(|s| s.start).collect();
    for (_, points) in app.store.results(&summary.table.id)? {
        for (total, points) in totals.iter_mut().zip(points) {
            *total = total.saturating_add(i64::from(points));
        }
    }
    let names = room::names(app, &summary.table.game, &summary.seats);
    Ok(TableLine {
        owner: summary.table.owner == person,
        id: summary.table.id,
        name: room::table_name(&summary.table.name, &app.title(&summary.table.game), lang),
        game: room::public_id(&summary.table.game),
        players: names.iter().map(|name| name.to(lang).to_string()).collect(),
        totals,
        agents: summary.seats.into_iter().map(|seat| seat.agent).collect(),
        over: summary.over,
        matches: summary.matches,
        touched: summary.touched,
    })
}

/// In which language to answer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Speech {
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    #[param(required = false)]
    pub(super) lang: String,
}

/// The tables of the asker, and those with open seats.
#[utoipa::path(get, path = "/api/tables", params(Speech), responses((status = 200, body = Tables)))]
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Query(speech): Query<Speech>,
) -> Result<Json<Tables>, Problem> {
    let lang = language(&speech.lang);
    let lists = blocking(&app, move |app| {
        let lines = |list: Vec<Summary>| list.into_iter().map(|s| line(app, s, person.id, lang)).collect();
        let yours: Result<Vec<TableLine>, Problem> = lines(app.store.tables_of(person.id)?);
        let open: Result<Vec<TableLine>, Problem> = lines(app.store.open_tables(person.id)?);
        let yours = yours?;
        let mut open = open?;
        open.retain(|line| yours.iter().all(|own| own.id != line.id));
        Ok(Tables { yours, open })
    });
    Ok(Json(lists.await?))
}

/// Points to begin with, in a range in which no sum of points can leave what a number holds.
fn bounded(start: i64) -> i64 {
    start.clamp(-LARGEST_START, LARGEST_START)
}

fn room_for_one_more(app: &App, person: i64) -> Result<(), Problem> {
    let owned = app.store.tables_of(person)?.iter().filter(|s| s.table.owner == person).count();
    if owned >= app.config.limits.tables.min(200) {
        return Err(Problem::new(StatusCode::CONFLICT, "you have too many tables; delete one first"));
    }
    Ok(())
}

/// Opens a table.
#[utoipa::path(
    post,
    path = "/api/tables",
    request_body = NewTable,
    responses((status = 201, body = Made), (status = 400, body = Problem))
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(wish): Json<NewTable>,
) -> Result<Response, Problem> {
    let made = blocking(&app, move |app| {
        room_for_one_more(app, person.id)?;
        let settings = wish.settings.bounded();
        let (seed, secret, dealing) = match wish.seed {
            Some(seed) => (seed, Secret::of_seed(seed), Dealing::Stream),
            None => app.sealed(&wish.game, None),
        };
        let table = app.house.table(&wish.game, seed).map_err(|error| Problem::bad(error.to_string()))?;
        let practice = wish.seed.is_some() || room::set_by_hand(&table.id());
        let n = table.players();
        if wish.seats.len() > n {
            return Err(Problem::bad(format!("{} has {n} seats", wish.game)));
        }
        let mut wishes = wish.seats;
        while wishes.len() < n {
            let kind = if wishes.is_empty() { SeatKind::Person } else { SeatKind::Computer };
            wishes.push(NewSeat { kind, name: String::new(), agent: None, start: 0 });
        }
        if settings.study && wishes.iter().any(|s| s.kind == SeatKind::Open) {
            return Err(Problem::bad("a table for study is for one person"));
        }
        let recommended = app.computers(&wish.game).first().map(|c| c.agent.clone());
        let mut seats: Vec<SeatRow> = Vec::new();
        for wish_seat in wishes {
            let seat = match wish_seat.kind {
                SeatKind::Open => SeatRow {
                    person: None,
                    name: String::new(),
                    agent: None,
                    start: bounded(wish_seat.start),
                },
                SeatKind::Person => SeatRow {
                    person: Some(person.id),
                    name: room::name(&wish_seat.name).unwrap_or_else(|| person.name.clone()),
                    agent: None,
                    start: bounded(wish_seat.start),
                },
                SeatKind::Computer => {
                    let agent = wish_seat.agent.or_else(|| recommended.clone()).unwrap_or("random".into());
                    if !app.offers(&wish.game, &agent) {
                        return Err(Problem::bad(format!("no computer player '{agent}' is on offer here")));
                    }
                    // Without a name of its own it is called what it is, in everybody's language.
                    let name = room::name(&wish_seat.name).unwrap_or_default();
                    SeatRow { person: None, name, agent: Some(agent), start: bounded(wish_seat.start) }
                }
            };
            seats.push(seat);
        }
        let row = TableRow {
            id: word(ID),
            name: room::name(&wish.name).unwrap_or_else(|| app.title(&wish.game).en),
            owner: person.id,
            game: table.id(),
            settings: serde_json::to_string(&settings).unwrap_or_default(),
            invite: word(ID),
        };
        let first =
            MatchRow { id: 0, number: 1, game: table.id(), seed, rotation: 0, practice, secret, dealing };
        let mut play = Play::resume(&*app.house, first, &[], n);
        if let Some(problem) = play.problem {
            return Err(Problem::bad(problem));
        }
        let events = play.chance(&*app.house);
        let id = row.id.clone();
        app.store.new_table(row, seats, play.row, events, None)?;
        Ok(Made { id })
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// Deletes a table one owns.
#[utoipa::path(
    delete, path = "/api/tables/{id}", params(("id" = String, Path, description = "The table's id")),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let name = id.clone();
    blocking(&app, move |app| {
        let (row, _) = app.store.table(&name)?.ok_or_else(Problem::missing)?;
        if row.owner != person.id {
            return Err(Problem::new(StatusCode::FORBIDDEN, "only its owner may delete a table"));
        }
        Ok(app.store.delete_table(&name)?)
    })
    .await?;
    if let Some(room) = app.forget(&id) {
        room.close().await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The latest match of a table as a record. A match with secrets can be had once it is over; the seed, which tells
/// what chance will bring, only then too.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", params(("id" = String, Path, description = "The table's id")),
    responses((status = 200, body = String), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let room = app.room(&id).await?.ok_or_else(Problem::missing)?;
    let text = room.run(move |app, inner| inner.record(app, person.id)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"match.partie\""),
    ];
    Ok((headers, text).into_response())
}

/// Opens a table with the match of a record, to go on from where it ends. The header `seat` says which player the person is,
/// from 1; without it the first.
#[utoipa::path(
    post,
    path = "/api/import",
    request_body = String,
    responses((status = 201, body = Made), (status = 400, body = Problem))
)]
pub(super) async fn import(
    State(app): State<Arc<App>>,
    Known(person): Known,
    text: String,
) -> Result<Response, Problem> {
    let made = blocking(&app, move |app| {
        let record = Record::parse(&text).map_err(|e| Problem::bad(e.to_string()))?;
        let seat = record.headers.iter().find(|(k, _)| k == "seat").map(|(_, v)| v.trim().parse::<usize>());
        let seat = match seat {
            None => 0,
            Some(Ok(seat)) if seat >= 1 => seat - 1,
            Some(_) => return Err(Problem::bad("the header 'seat' must be the number of a player, from 1")),
        };
        seated(app, &person, &record, seat)
    });
    Ok((StatusCode::CREATED, Json(made.await?)).into_response())
}

/// A table with the match of a record, on which a person sits for one of the players.
pub(super) fn seated(app: &App, person: &Person, record: &Record, who: usize) -> Result<Made, Problem> {
    room_for_one_more(app, person.id)?;
    if record.moves.len() > LONGEST_RECORD {
        return Err(Problem::bad("the record is too long"));
    }
    let seed = record.seed.unwrap_or_else(|| app.seed());
    let mut table = app.house.table(&record.game, seed).map_err(|error| Problem::bad(error.to_string()))?;
    table.replay(record).map_err(|e| Problem::bad(e.to_string()))?;
    let n = table.players();
    if who >= n {
        return Err(Problem::bad(format!("there is no player {}, only 1 to {n}", who + 1)));
    }
    let header = |name: &str| record.headers.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str());
    let starts: Vec<i64> =
        header("start").unwrap_or("").split_whitespace().filter_map(|s| s.parse().ok()).collect();
    let recommended = app.computers(&record.game).first().map(|c| c.agent.clone());
    let computer = recommended.unwrap_or("random".into());
    let seat = |i: usize| {
        let named = record.players.get(i).and_then(|name| room::name(name));
        let start = bounded(starts.get(i).copied().unwrap_or(0));
        if i == who {
            let name = named.unwrap_or_else(|| person.name.clone());
            return SeatRow { person: Some(person.id), name, agent: None, start };
        }
        let name = named.unwrap_or_default();
        SeatRow { person: None, name, agent: Some(computer.clone()), start }
    };
    let row = TableRow {
        id: word(ID),
        name: header("table").and_then(room::name).unwrap_or_else(|| app.title(&record.game).en),
        owner: person.id,
        game: table.id(),
        settings: serde_json::to_string(&Settings::default()).unwrap_or_default(),
        invite: word(ID),
    };
    // A person who brings a record knows its cards and may know its throws: what is still to be played does not count.
    let chance = table.turn() == Turn::Chance
        || record.moves.iter().any(|m| m.who.is_none())
        || app.chance(&record.game);
    let unfinished = table.turn() != Turn::Over && (table.hidden() || chance);
    let practice = unfinished || room::set_by_hand(&table.id());
    let (secret, dealing) = (Secret::of_seed(seed), Dealing::Stream);
    let first = MatchRow { id: 0, number: 1, game: table.id(), seed, rotation: 0, practice, secret, dealing };
    let mut events: Vec<Event> =
        record.moves.iter().map(|m| Event::Move { who: m.who.map(|p| p.0), text: m.text.clone() }).collect();
    let mut play = Play::resume(&*app.house, first, &events, n);
    events.extend(play.chance(&*app.house));
    let points = play.points();
    let id = row.id.clone();
    app.store.new_table(row, (0..n).map(seat).collect(), play.row, events, points)?;
    Ok(Made { id })
}

/// How a page comes to a table.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Arrival {
    /// The invitation, if one was followed.
    invite: Option<String>,
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    #[param(required = false)]
    lang: String,
}

/// The socket of a table: requests go in, frames come out.
#[utoipa::path(
    get, path = "/api/tables/{id}/socket", params(("id" = String, Path, description = "The table's id"), Arrival),
    responses((status = 101), (status = 404, body = Problem), (status = 503, body = Problem))
)]
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Path(id): Path<String>,
    Query(arrival): Query<Arrival>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let limits = app.config.limits;
    let too_many = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open");
    let page = Page::open(&app, person.id).ok_or_else(too_many)?;
    let room = app.room(&id).await?.ok_or_else(Problem::missing)?;
    let session = who::session(&headers);
    let visit = Visit { person: person.id, session, invite: arrival.invite, lang: arrival.lang };
    // Longer messages than allowed are read as far as twice the bound, so that they can be answered.
    let upgrade = upgrade.max_message_size(limits.message_bytes * 2).max_frame_size(limits.message_bytes * 2);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(page, room, visit, socket)))
}
