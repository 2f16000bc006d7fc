//! One's progress: finished deals, what a review lost in them, how bids and motifs were handled. Matches that were not
//! reviewed yet are gone through here, one with every request, in the fair queue of those who think.

use super::trainer::{asked, in_turn};
use super::who::Known;
use super::{Problem, blocking};
use crate::app::App;
use crate::house::Text;
use crate::store::Unreviewed;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json;
use game::{Lang, Limit, Player, Record, Words};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use trainer::progress::{DealSum, MotifSum, sums};
use trainer::{Review, Reviewer};
use utoipa::ToSchema;

/// What a decision may take when a match is gone through for somebody's progress, and how many of them are looked at.
const THOUGHT: (u64, Duration, usize) = (150_000, Duration::from_millis(200), 40);

/// One's progress.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProgressState {
    /// The finished deals, the earliest first.
    deals: Vec<ProgressDeal>,
    /// Matches that were not gone through yet.
    waiting: u32,
}

/// A finished deal.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProgressDeal {
    /// When, in seconds since 1970.
    at: i64,
    /// The game.
    game: String,
    /// What it brought.
    points: i64,
    /// Whether it did not count.
    practice: bool,
    /// The date of a deal of the day.
    date: Option<String>,
    /// What the expert made of it.
    expert: Option<i64>,
    /// What was played; empty in a game without contracts.
    contract: Text,
    /// Whether one played it oneself.
    declared: bool,
    /// What a review found in it.
    review: Option<FoundDeal>,
}

/// What a review found in a deal.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct FoundDeal {
    /// Which deal of its match, from 1.
    deal: u32,
    /// Decisions with more than one choice.
    decisions: u32,
    /// How many of them were mistakes, by what was known.
    mistakes: u32,
    /// What was lost by what was known, in usual deals.
    lost: f64,
    /// In money: what it was expected to bring after one's last bid, announcement or pass.
    bid: Option<f64>,
    /// What the expert's moves asked for.
    motifs: Vec<FoundMotif>,
}

/// How a motif was handled.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct FoundMotif {
    /// Its name for programs.
    id: String,
    /// Its name for people.
    title: Text,
    /// How often the expert's move showed it.
    times: u32,
    /// How often one's move lost something there.
    missed: u32,
    /// What was lost there, in usual deals.
    lost: f64,
}

fn text(words: Words) -> Text {
    Text { en: words.en.into(), cs: words.cs.into(), sk: words.sk.into() }
}

/// What a review found, as it is kept.
pub(super) fn found(review: &Review) -> String {
    let motif = |m: MotifSum| FoundMotif {
        id: m.motif.id.into(),
        title: text(m.motif.title),
        times: m.times,
        missed: m.missed,
        lost: m.lost,
    };
    let deal = |d: DealSum| FoundDeal {
        deal: d.deal,
        decisions: d.decisions,
        mistakes: d.mistakes,
        lost: d.lost,
        bid: d.bid,
        motifs: d.motifs.into_iter().map(motif).collect(),
    };
    let deals: Vec<FoundDeal> = sums(review).into_iter().map(deal).collect();
    serde_json::to_string(&deals).unwrap_or_else(|_| "[]".into())
}

/// One's finished deals, as JSON to look at or to keep.
#[utoipa::path(get, path = "/api/progress", responses((status = 200, body = ProgressState)))]
pub(super) async fn progress(
    State(app): State<Arc<App>>,
    Known(person): Known,
) -> Result<Json<ProgressState>, Problem> {
    let kept =
        blocking(&app, move |app| Ok((app.store.deals_of(person.id)?, app.store.unreviewed(person.id)?.1)));
    let (deals, waiting) = kept.await?;
    let one = |d: crate::store::DealRow| {
        let mut titles = d.contract.split('\n').map(str::to_string);
        let mut title = || titles.next().unwrap_or_default();
        let found: Vec<FoundDeal> = serde_json::from_str(&d.found).unwrap_or_default();
        ProgressDeal {
            at: d.at,
            game: d.game,
            points: d.points,
            practice: d.practice,
            date: d.date,
            expert: d.expert,
            contract: Text { en: title(), cs: title(), sk: title() },
            declared: d.declared,
            review: found.into_iter().find(|f| f.deal == d.deal),
        }
    };
    Ok(Json(ProgressState { deals: deals.into_iter().map(one).collect(), waiting }))
}

/// What is left to be gone through.
#[derive(Serialize, ToSchema)]
pub(crate) struct Left {
    /// Matches.
    waiting: u32,
}

/// Goes through the latest match that was not reviewed yet.
#[utoipa::path(
    post, path = "/api/progress/review",
    responses((status = 200, body = Left), (status = 429, body = Problem))
)]
pub(super) async fn review(State(app): State<Arc<App>>, Known(person): Known) -> Result<Json<Left>, Problem> {
    in_turn(&app, person.id)?;
    let never = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &never, &never).await;
    let left = blocking(&app, move |app| {
        let _place = place;
        let (Some(next), left) = app.store.unreviewed(person.id)? else { return Ok(0) };
        // A match whose game has gone, or which cannot be judged, is not asked for again.
        let said = judged(app, &next).unwrap_or_else(|_| "[]".into());
        app.store.keep_review(person.id, &next.table, next.number, said)?;
        Ok(left.saturating_sub(1))
    });
    Ok(Json(Left { waiting: left.await? }))
}

fn judged(app: &App, play: &Unreviewed) -> Result<String, Problem> {
    let bad = |cause: String| Problem::bad(cause);
    let record = Record::parse(&play.record).map_err(|e| bad(e.to_string()))?;
    let limit = Limit { nodes: Some(THOUGHT.0), time: Some(THOUGHT.1), ..Limit::default() };
    let (table, ask) = asked(app, record, Player(play.player), limit, Lang::En)?;
    let mut reviewer = Reviewer::new(table, ask).map_err(|e| bad(e.to_string()))?;
    for decision in reviewer.by_ref().take(THOUGHT.2) {
        decision.map_err(|e| bad(e.to_string()))?;
    }
    reviewer.finish().map(|review| found(&review)).map_err(|e| bad(e.to_string()))
}

/// Forgets one's progress.
#[utoipa::path(delete, path = "/api/progress", responses((status = 204)))]
pub(super) async fn forget(State(app): State<Arc<App>>, Known(person): Known) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| Ok(app.store.forget_deals(person.id)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}
