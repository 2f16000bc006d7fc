//! The adviser: a person at a real table tells the cards of the hand and every move as it is made, and asks what to play and
//! why. Every request tells everything anew, so nothing is kept, and a slip can be mended wherever it stands.

use super::who::Known;
use super::why::in_turn;
use super::{Problem, blocking};
use crate::app::App;
use crate::protocol::{Picture, language};
use axum::extract::State;
use axum::response::Json;
use catalog::{Choice, Wants};
use game::{Limit, Player};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use utoipa::ToSchema;

/// How long an adviser may think.
const THINK: Duration = Duration::from_secs(2);
/// The longest word, in bytes.
const LONGEST_WORD: usize = 40;

/// What was seen at a real table, and what is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceWish {
    /// The game with its parameters.
    game: String,
    /// The seat of the person, from 0; the one in seat 0 begins.
    seat: u8,
    /// Everything that was told so far: cards and moves in notation.
    words: Vec<String>,
    /// The computer player that is asked what to play; none: it is only told how things stand.
    #[serde(default)]
    agent: Option<String>,
    /// `en`, `cs` or `sk`.
    #[serde(default)]
    lang: String,
}

/// Something that may be told.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChoiceState {
    /// The word for it.
    word: String,
    /// What it is, for people.
    label: String,
    /// The kind of token, where it is a card.
    kind: String,
}

/// A word that was told.
#[derive(Serialize, ToSchema)]
pub(crate) struct WordState {
    /// The word.
    word: String,
    /// Who moved by it.
    by: Option<u8>,
    /// What was heard of it.
    label: String,
}

/// What a computer player would do.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdvisedState {
    /// The move.
    word: String,
    /// The move in words.
    label: String,
    /// Why.
    because: Vec<String>,
    /// The moves with what they looked worth, the best first.
    values: Vec<(String, f64)>,
}

/// How things stand by what was told.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdviceState {
    /// The words that were taken.
    words: Vec<WordState>,
    /// The first word that does not fit, by its number from 0.
    refused: Option<usize>,
    /// Why it does not.
    cause: Option<String>,
    /// `move`, `cards` that came to light, what was `said` with a move, or `nothing`.
    wants: String,
    /// Who moves; none: cards come to the hand.
    by: Option<u8>,
    /// How many cards are still to be told.
    many: usize,
    /// What may be told next.
    choices: Vec<ChoiceState>,
    /// Whether the person is to move.
    mine: bool,
    /// What the person sees.
    scene: Picture,
    /// How many players there are.
    players: usize,
    /// What to play, if it was asked for.
    advice: Option<AdvisedState>,
}

fn choice(choice: Choice) -> ChoiceState {
    ChoiceState { word: choice.word, label: choice.label, kind: choice.kind }
}

/// How things stand at a real table by what was told, and what a computer player would do.
#[utoipa::path(
    post, path = "/api/advise", request_body = AdviceWish,
    responses((status = 200, body = AdviceState), (status = 400, body = Problem), (status = 429, body = Problem))
)]
pub(super) async fn advise(
    State(app): State<Arc<App>>,
    Known(person): Known,
    Json(wish): Json<AdviceWish>,
) -> Result<Json<AdviceState>, Problem> {
    in_turn(&app, person.id)?;
    if wish.words.iter().any(|word| word.len() > LONGEST_WORD) {
        return Err(Problem::bad(format!("a word has at most {LONGEST_WORD} letters")));
    }
    let hurry = Arc::new(AtomicBool::new(false));
    let place = app.thinkers.place(person.id, &hurry, &Arc::default()).await;
    let state = blocking(&app, move |app| {
        let _place = place;
        let game = app.house.playable(&wish.game).map_err(|error| Problem::bad(error.to_string()))?;
        let adviser = game.adviser(Player(wish.seat), &wish.words, 1).map_err(Problem::bad)?;
        let lang = language(&wish.lang);
        let standing = adviser.standing(lang);
        let mut advice = None;
        if let Some(agent) = wish.agent.filter(|_| standing.mine && standing.refused.is_none()) {
            if !app.offers(&wish.game, &agent) {
                return Err(Problem::bad("that computer player is not on offer for this game"));
            }
            let mind = app.mind(&wish.game, &agent);
            let think = mind.think.map_or(THINK, |ms| Duration::from_millis(ms.into()).min(THINK));
            let limit = Limit { cancel: Some(hurry), ..Limit::time(think) };
            let (found, label) = adviser.advise(&mind.agent, 1, &limit, lang).map_err(Problem::bad)?;
            let reasons = found.reasons.iter().map(|reason| reason.to(lang).to_string());
            let because: Vec<String> =
                if found.reasons.is_empty() { found.because.clone() } else { reasons.collect() };
            let mut values: Vec<(String, f64)> =
                found.values.into_iter().filter(|(_, value)| value.is_finite()).collect();
            values.sort_by(|a, b| b.1.total_cmp(&a.1));
            values.truncate(8);
            let because = because.into_iter().take(40).collect();
            advice = Some(AdvisedState { word: found.text, label, because, values });
        }
        let (wants, by, many, choices) = match standing.wants {
            Wants::Move { by, choices } => ("move", by, 1, choices),
            Wants::Cards { many, choices } => ("cards", None, many, choices),
            Wants::Said { choices } => ("said", None, 1, choices),
            Wants::Nothing => ("nothing", None, 0, Vec::new()),
        };
        let words = standing.words.into_iter().map(|word| WordState {
            word: word.word,
            by: word.by.map(|p| p.0),
            label: word.label,
        });
        let (refused, cause) = standing.refused.unzip();
        Ok(AdviceState {
            words: words.collect(),
            refused,
            cause,
            wants: wants.to_string(),
            by: by.map(|p| p.0),
            many,
            choices: choices.into_iter().map(choice).collect(),
            mine: standing.mine,
            scene: Picture::from(&standing.scene),
            players: game.players(),
            advice,
        })
    });
    Ok(Json(state.await?))
}
