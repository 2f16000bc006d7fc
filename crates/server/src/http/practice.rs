//! Practice: the deal of the day, deals made to measure, one's progress.

use super::tables::{Made, Speech};
use super::who::Known;
use super::{Problem, blocking};
use crate::app::{App, secret as word};
use crate::house::Text;
use crate::protocol::{Settings, language};
use crate::room::Play;
use crate::store::{Dealing, MatchRow, SeatRow, TableRow};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use fair::Secret;
use game::{Lang, Rng};
use practice::daily::{Daily, Date, OPPONENT, expert_plays};
use practice::{Slots, deal_with};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Letters of a table's id and of an invitation.
const ID: usize = 12;
/// What the computer players of the deal of the day are called.
const NAMES: [&str; 3] = ["Bořek", "Radim", "Marta"];
/// Cards that may be set by hand.
const MOST_CARDS: usize = 120;

/// Whose deal of which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Day {
    /// The date as 2026-11-16; by default today, in universal time.
    #[serde(default)]
    #[param(required = false)]
    date: String,
}

/// The deal of a day in every card game.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyState {
    /// The date.
    date: String,
    /// The games.
    games: Vec<DailyGame>,
}

/// The deal of a day in one game.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyGame {
    /// The game.
    game: String,
    /// Its name.
    title: Text,
    /// Whom one plays, from 0.
    player: u8,
    /// The asker's table, once it was opened.
    table: Option<String>,
    /// The asker's result.
    points: Option<i64>,
    /// What the expert made of it, once the asker has played; none while it is still being computed.
    expert: Option<i64>,
    /// How many have played it.
    played: usize,
    /// Everybody's results, the best first, once the asker has played.
    results: Vec<DailyResult>,
}

/// Somebody's result of the day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyResult {
    /// The name.
    name: String,
    /// The points.
    points: i64,
    /// How much better than the expert.
    difference: Option<i64>,
    /// Whether it is the asker's.
    you: bool,
}

/// A wish to play the deal of a day.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDaily {
    /// The game.
    game: String,
    /// The date; by default today.
    #[serde(default)]
    date: String,
}

fn date_of(text: &str) -> Result<Date, Problem> {
    let today = Date::of_seconds(crate::store::now());
    if text.is_empty() {
        return Ok(today);
    }
    let date: Date = text.parse().map_err(|cause: String| Problem::bad(cause))?;
    if date > today {
        return Err(Problem::bad("that day is still to come"));
    }
    Ok(date)
}

/// The card games that have an expert, hence a deal of the day.
fn daily_games(app: &App) -> Vec<(String, Text, usize)> {
    let games = app.games();
    let expert =
        games.iter().filter(|g| g.hidden && g.chance && g.computers.iter().any(|c| c.agent == "expert"));
    expert.map(|g| (g.id.clone(), g.title.clone(), g.most)).collect()
}

/// The deals of a day and their results.
#[utoipa::path(get, path = "/api/daily", params(Day), responses((status = 200, body = DailyState), (status = 400, body = Problem)))]
pub(super) async fn daily(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Query(day): Query<Day>,
) -> Result<Json<DailyState>, Problem> {
    let date = date_of(&day.date)?;
    let known = blocking(&app, move |app| {
        let text = date.to_string();
        let mut games = Vec::new();
        for (game, title, players) in daily_games(app) {
            let mine = app.store.daily(&text, &game, person.id)?;
            let (table, points) = mine.map_or((None, None), |(table, points)| (Some(table), points));
            let all = app.store.daily_results(&text, &game)?;
            let expert = if points.is_some() { app.store.daily_expert(&text, &game)? } else { None };
            let one = |row: &crate::store::DailyRow| DailyResult {
                name: row.name.clone(),
                points: row.points,
                difference: expert.map(|e| row.points - e),
                you: row.person == person.id,
            };
            let results = if points.is_some() { all.iter().map(one).collect() } else { Vec::new() };
            let player = Daily::new(&game, players, date).player.0;
            games.push(DailyGame { game, title, player, table, points, expert, played: all.len(), results });
        }
        Ok(DailyState { date: text, games })
    });
    let state = known.await?;
    for game in state.games.iter().filter(|g| g.points.is_some() && g.expert.is_none()) {
        compute(&app, &game.game, date);
    }
    Ok(Json(state))
}

/// Lets the expert play the deal of a day in the background, once.
fn compute(app: &Arc<App>, game: &str, date: Date) {
    let key = format!("{game} {date}");
    if !app.computing.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(key.clone()) {
        return;
    }
    let (app, game) = (Arc::clone(app), game.to_string());
    tokio::task::spawn_blocking(move || {
        let done = (|| {
            if app.store.daily_expert(&date.to_string(), &game).ok()?.is_some() {
                return None;
            }
            let players = daily_games(&app).into_iter().find(|(id, ..)| *id == game)?.2;
            let daily = Daily::new(&game, players, date);
            let mut table = app.house.table(&game, daily.seed).ok()?;
            expert_plays(&daily, &mut *table).ok()?;
            let points = table.points().get(daily.player.index()).copied()?;
            app.store.put_daily_expert(&date.to_string(), &game, i64::from(points)).ok()
        })();
        if done.is_none() {
            tracing::debug!(game, %date, "the expert did not play the deal of the day");
        }
        app.computing.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(&key);
    });
}

/// Opens the table of a deal of the day; there is one for each person, game and day.
#[utoipa::path(
    post, path = "/api/daily", request_body = NewDaily,
    responses((status = 201, body = Made), (status = 400, body = Problem))
)]
pub(super) async fn play_daily(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(wish): Json<NewDaily>,
) -> Result<Response, Problem> {
    let date = date_of(&wish.date)?;
    let game = wish.game.clone();
    let made = blocking(&app, move |app| {
        let found = daily_games(app).into_iter().find(|(id, ..)| *id == wish.game);
        let none = || Problem::bad(format!("'{}' has no deal of the day: no expert plays it", wish.game));
        let (game, title, players) = found.ok_or_else(none)?;
        let daily = Daily::new(&game, players, date);
        let id = word(ID);
        if let Some(before) = app.store.begin_daily(&date.to_string(), &game, person.id, &id)? {
            return Ok(Made { id: before });
        }
        let table = app.house.table(&game, daily.seed).map_err(|error| Problem::bad(error.to_string()))?;
        let n = table.players();
        let mut names = NAMES.iter().cycle();
        let seats = (0..n).map(|seat| match seat == daily.player.index() {
            true => SeatRow { person: Some(person.id), name: person.name.clone(), agent: None, start: 0 },
            false => {
                let name = names.next().map_or(String::new(), |name| (*name).to_string());
                SeatRow { person: None, name, agent: Some(OPPONENT.into()), start: 0 }
            }
        });
        let seats = seats.collect();
        let settings = Settings {
            hints: false,
            watch: false,
            think: crate::protocol::LONGEST_THOUGHT,
            rotate: false,
            ..Settings::default()
        };
        let row = TableRow {
            id: id.clone(),
            name: format!("{} {date}", title.cs),
            owner: person.id,
            game: table.id(),
            settings: serde_json::to_string(&settings).unwrap_or_default(),
            invite: word(ID),
        };
        let first = MatchRow {
            id: 0,
            number: 1,
            game: table.id(),
            seed: daily.seed,
            rotation: 0,
            practice: true,
            secret: Secret::of_seed(daily.seed),
            dealing: Dealing::Stream,
        };
        let mut play = Play::resume(&*app.house, first, &[], n);
        if let Some(problem) = play.problem {
            return Err(Problem::bad(problem));
        }
        let events = play.chance(&*app.house);
        app.store.new_table(row, seats, play.row, events, None)?;
        Ok(Made { id })
    });
    let made = made.await?;
    compute(&app, &game, date);
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// How a game deals, for setting cards by hand.
#[derive(Serialize, ToSchema)]
pub(crate) struct DealPlan {
    /// The cards.
    cards: Vec<DealCard>,
    /// Who gets cards.
    groups: Vec<DealGroup>,
    /// Who moves first after the deal, from 0.
    forehand: Option<u8>,
    /// Whether the forehand declares.
    declares: bool,
}

/// A card of the pack.
#[derive(Serialize, ToSchema)]
pub(crate) struct DealCard {
    /// Its notation.
    text: String,
    /// The kind of token it is.
    kind: String,
    /// Its name.
    label: String,
}

/// A hand or a pile that gets cards.
#[derive(Serialize, ToSchema)]
pub(crate) struct DealGroup {
    /// Its zone, by which conditions may name it.
    zone: String,
    /// Its name.
    label: String,
    /// Whose it is, from 0.
    owner: Option<u8>,
    /// How many cards it gets.
    room: usize,
}

/// A wish for a deal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDeal {
    /// The game with its parameters.
    game: String,
    /// Cards set by hand, by group, in the order of the groups.
    #[serde(default)]
    cards: Vec<Vec<String>>,
    /// Conditions, such as `player 2 has at least 4 tarocks`.
    #[serde(default)]
    conditions: Vec<String>,
    /// The same number gives the same deal.
    #[serde(default)]
    seed: Option<u64>,
}

/// A deal.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewDealt {
    /// The cards, by group.
    cards: Vec<Vec<String>>,
    /// The game with this deal as its parameter, where it has one.
    game: Option<String>,
    /// The deal as a record.
    record: String,
}

/// Whether the forehand declares in a game, so that a condition may speak of the declarer.
fn declares(game: &str) -> bool {
    ["marias", "snaps"].contains(&game.split('?').next().unwrap_or_default())
}

fn slots(app: &App, game: &str) -> Result<Slots, Problem> {
    let mut table = app.house.table(game, 1).map_err(|error| Problem::bad(error.to_string()))?;
    Slots::learn(&mut *table).map_err(|none| Problem::bad(none.to_string()))
}

/// How a game deals.
#[utoipa::path(
    get, path = "/api/deal/{game}", params(("game" = String, Path, description = "The game"), Speech),
    responses((status = 200, body = DealPlan), (status = 400, body = Problem))
)]
pub(super) async fn deal_plan(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Json<DealPlan>, Problem> {
    let at = match language(&speech.lang) {
        Lang::En => 0,
        Lang::Cs => 1,
        Lang::Sk => 2,
    };
    let plan = blocking(&app, move |app| {
        let slots = slots(app, &game)?;
        let card = |i: usize| DealCard {
            text: slots.cards[i].clone(),
            kind: slots.kinds[i].clone(),
            label: slots.labels[at][i].clone(),
        };
        let group = |g: &practice::slots::Group| DealGroup {
            zone: g.zone.clone(),
            label: g.labels[at].clone(),
            owner: g.owner.map(|p| p.0),
            room: g.room,
        };
        Ok(DealPlan {
            cards: (0..slots.cards.len()).map(card).collect(),
            groups: slots.groups.iter().map(group).collect(),
            forehand: slots.forehand.map(|p| p.0),
            declares: declares(&game),
        })
    });
    Ok(Json(plan.await?))
}

/// A deal with cards set by hand, the rest drawn uniformly from all deals in which the conditions hold.
#[utoipa::path(post, path = "/api/deal", request_body = NewDeal, responses((status = 200, body = NewDealt), (status = 400, body = Problem)))]
pub(super) async fn deal(
    State(app): State<Arc<App>>,
    Known(_): Known,
    Json(wish): Json<NewDeal>,
) -> Result<Json<NewDealt>, Problem> {
    let made = blocking(&app, move |app| {
        let slots = slots(app, &wish.game)?;
        if wish.cards.len() > slots.groups.len()
            || wish.cards.iter().map(Vec::len).sum::<usize>() > MOST_CARDS
        {
            return Err(Problem::bad("more cards are set than are dealt"));
        }
        // Cards set by hand are conditions like the others; those that were written come first, for their numbers.
        let mut conditions = wish.conditions;
        for (group, cards) in slots.groups.iter().zip(&wish.cards).filter(|(_, cards)| !cards.is_empty()) {
            if let Some(odd) = cards.iter().find(|card| !slots.cards.contains(card)) {
                return Err(Problem::bad(format!("'{odd}' is not a card of this pack")));
            }
            conditions.push(format!("{} has {}", group.zone, cards.join(",")));
        }
        let mut rng = Rng::new(wish.seed.unwrap_or_else(|| app.seed()));
        let dealt = deal_with(&slots, &conditions, declares(&wish.game), &mut rng)
            .map_err(|fault| Problem::bad(fault.to_string()))?;
        let mut table = app.house.table(&wish.game, 1).map_err(|error| Problem::bad(error.to_string()))?;
        let mut record =
            slots.deal(&dealt, &mut *table).map_err(|refusal| Problem::bad(refusal.to_string()))?;
        record.seed = None;
        let name = wish.game.split('?').next().unwrap_or_default();
        let by_hand = app.games().iter().any(|g| g.id == name && g.settings.iter().any(|s| s.name == "deal"));
        let joint = if wish.game.contains('?') { '&' } else { '?' };
        let given = slots.parameter(&dealt).filter(|_| by_hand);
        let game = given.map(|cards| format!("{}{joint}deal={cards}", wish.game));
        Ok(NewDealt { cards: dealt.groups, game, record: record.to_string() })
    });
    Ok(Json(made.await?))
}
