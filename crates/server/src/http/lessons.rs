//! Lessons: what there is to learn, and one lesson as pictures, texts and questions.

use super::tables::Speech;
use super::{Problem, blocking};
use crate::app::App;
use crate::house::Text;
use crate::lessons::all;
use crate::notice::CuesState;
use crate::protocol::{OfferState, Picture, SaidState, TokenState, language};
use crate::room::{folded, landing};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Json;
use game::{Entry, Lang, Player, Record, Table};
use practice::lesson::{Lesson, Texts, check, text, winner};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A lesson in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonLine {
    /// Its name in addresses; empty for a file with errors.
    id: String,
    /// The file.
    file: String,
    /// The game.
    game: String,
    /// The game's name.
    game_title: Text,
    /// What it is called.
    title: Text,
    /// What it is about.
    about: Text,
    /// What is wrong with the file.
    problem: Option<String>,
}

/// A lesson to play.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonState {
    /// Its name in addresses.
    id: String,
    /// The game with its parameters.
    game: String,
    /// What it is called.
    title: String,
    /// What it is about.
    about: String,
    /// Whom the reader plays, from 0.
    player: u8,
    /// How many players there are.
    players: usize,
    /// Pictures the game brings, by name.
    pictures: Vec<String>,
    /// The next lesson of the game.
    next: Option<String>,
    /// What is shown, said and asked, in order.
    stops: Vec<LessonStop>,
}

/// A moment of a lesson.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonStop {
    /// What the reader sees.
    scene: Picture,
    /// What to notice beside it.
    cues: CuesState,
    /// What happened since the moment before.
    log: Vec<SaidState>,
    /// The moves that lead here from the moment before, one picture each: the last of them where there are very many.
    steps: Vec<LessonStep>,
    /// What is said.
    text: String,
    /// What is asked.
    ask: Option<LessonAsk>,
}

/// A move of a lesson, as the reader sees it made.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonStep {
    /// What the reader sees after it: a finished trick still lies on the table.
    scene: Picture,
    /// What to notice beside it.
    cues: CuesState,
    /// What happened in it.
    log: Vec<SaidState>,
    /// Who takes the trick that it finished.
    took: Option<u8>,
}

/// A question of a lesson, answered by a move.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonAsk {
    /// The question.
    text: String,
    /// The legal moves.
    offers: Vec<OfferState>,
    /// The good ones, that of the play first.
    good: Vec<String>,
    /// What is said to a good one.
    right: String,
    /// What is said to certain others.
    replies: Vec<LessonReply>,
    /// What is said to any other.
    otherwise: String,
}

/// What is said to a move, with the picture after the variation.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonReply {
    /// The move.
    answer: String,
    /// What is said.
    text: String,
    /// What the reader sees at the end of the variation.
    scene: Picture,
    /// What to notice beside it.
    cues: CuesState,
    /// What happened in it.
    log: Vec<SaidState>,
}

fn texts(texts: &Texts) -> Text {
    Text {
        en: text(texts, Lang::En).to_string(),
        cs: text(texts, Lang::Cs).to_string(),
        sk: text(texts, Lang::Sk).to_string(),
    }
}

/// The lessons there are; those with errors say what they are.
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<LessonLine>)))]
pub(super) async fn lessons(State(app): State<Arc<App>>) -> Result<Json<Vec<LessonLine>>, Problem> {
    let list = blocking(&app, |app| {
        let line = |shelved: crate::lessons::Shelved| {
            let problem = shelved.lesson.as_ref().err().cloned();
            let lesson = shelved.lesson.unwrap_or_default();
            let game = lesson.record.game.split('?').next().unwrap_or_default().to_string();
            LessonLine {
                game_title: app.title(&game),
                id: lesson.id,
                file: shelved.file,
                game,
                title: texts(&lesson.title),
                about: texts(&lesson.about),
                problem,
            }
        };
        Ok(all(&app.config.lessons).into_iter().map(line).collect())
    });
    Ok(Json(list.await?))
}

/// The names of those at the table of a lesson: the reader, and the others by number.
fn named(reader: Player, lang: Lang) -> impl Fn(Player) -> String {
    move |p| match (p == reader, lang) {
        (true, Lang::En) => "you".to_string(),
        (true, _) => "ty".to_string(),
        (false, Lang::En) => format!("player {p}"),
        (false, _) => format!("hráč {p}"),
    }
}

struct Shown {
    scene: Picture,
    cues: CuesState,
    log: Vec<SaidState>,
}

fn shown(table: &dyn Table, from: usize, reader: Player, lang: Lang) -> Shown {
    let told = folded(table.told(from, Some(reader), lang), lang);
    Shown {
        scene: Picture::from(&table.scene(Some(reader), lang)),
        cues: CuesState::new(&table.cues(Some(reader), lang), named(reader, lang)),
        log: told.iter().map(SaidState::from).collect(),
    }
}

/// Moves between two moments that are shown one by one: a whole deal of taroky has 48.
const MOST_STEPS: usize = 64;

/// Makes a move of the play and shows it.
fn step(table: &mut dyn Table, entry: &Entry, reader: Player, lang: Lang) -> Result<LessonStep, String> {
    let (seen, before) = (table.made(), table.cues(None, Lang::En).tricks);
    let landing = entry.who.and_then(|mover| landing(table, mover, &entry.text));
    make(table, entry)?;
    let Shown { mut scene, cues, log } = shown(table, seen, reader, lang);
    let cleared = landing.and_then(|landing| landing.cleared(table));
    let took = cleared.as_ref().and_then(|_| winner(&before, table)).map(|p| p.0);
    if let Some(cleared) = cleared {
        let lay: Vec<TokenState> = cleared.tokens(lang).iter().map(TokenState::from).collect();
        scene.tokens.retain(|token| lay.iter().all(|other| other.id != token.id));
        scene.tokens.extend(lay);
        scene.turn = None;
    }
    Ok(LessonStep { scene, cues, log, took })
}

fn make(table: &mut dyn Table, entry: &Entry) -> Result<(), String> {
    let moves = vec![entry.clone()];
    table.replay(&Record { moves, ..Record::default() }).map_err(|e| e.to_string())
}

fn played(lesson: &Lesson, mut table: Box<dyn Table>, lang: Lang) -> Result<Vec<LessonStop>, String> {
    let reader = lesson.seat;
    let (mut stops, mut seen) = (Vec::new(), 0);
    for stop in &lesson.stops {
        let moves = lesson.record.moves.get(table.made()..stop.at).unwrap_or_default();
        // What was played before the lesson begins is not shown.
        let from = if stops.is_empty() { moves.len() } else { moves.len().saturating_sub(MOST_STEPS) };
        moves[..from].iter().try_for_each(|entry| make(&mut *table, entry))?;
        let steps = moves[from..].iter().map(|entry| step(&mut *table, entry, reader, lang));
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        let Shown { scene, cues, log } = shown(&*table, seen, reader, lang);
        seen = table.made();
        let ask = stop.ask.as_ref().map(|ask| {
            let good = lesson.record.moves.get(stop.at).map(|m| m.text.clone());
            let replies = ask.replies.iter().filter_map(|reply| {
                let mut variation = table.fork();
                reply.moves.iter().try_for_each(|mv| variation.play(mv)).ok()?;
                let Shown { scene, cues, log } = shown(&*variation, seen, reader, lang);
                let answer = reply.moves[0].clone();
                Some(LessonReply { answer, text: text(&reply.text, lang).into(), scene, cues, log })
            });
            LessonAsk {
                text: text(&ask.text, lang).into(),
                offers: table.offers(lang).iter().map(OfferState::from).collect(),
                good: good.into_iter().chain(ask.also.iter().cloned()).collect(),
                right: text(&ask.right, lang).into(),
                replies: replies.collect(),
                otherwise: text(&ask.otherwise, lang).into(),
            }
        });
        stops.push(LessonStop { scene, cues, log, steps, text: text(&stop.text, lang).into(), ask });
    }
    Ok(stops)
}

/// One lesson.
#[utoipa::path(
    get, path = "/api/lessons/{id}", params(("id" = String, Path, description = "The lesson's name"), Speech),
    responses((status = 200, body = LessonState), (status = 404, body = Problem))
)]
pub(super) async fn lesson(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(speech): Query<Speech>,
) -> Result<Json<LessonState>, Problem> {
    let lang = language(&speech.lang);
    let state = blocking(&app, move |app| {
        let list: Vec<Lesson> = all(&app.config.lessons).into_iter().filter_map(|s| s.lesson.ok()).collect();
        let at = list.iter().position(|lesson| lesson.id == id);
        let at = at.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no such lesson"))?;
        let lesson = &list[at];
        let open =
            || app.house.table(&lesson.record.game, 1).map_err(|error| Problem::bad(error.to_string()));
        let mut table = open()?;
        if let Some(fault) = check(lesson, &mut *table).first() {
            return Err(Problem::bad(format!("{id}: {fault}")));
        }
        let name = |lesson: &Lesson| lesson.record.game.split('?').next().unwrap_or_default().to_string();
        let next = list.get(at + 1).filter(|next| name(next) == name(lesson)).map(|next| next.id.clone());
        Ok(LessonState {
            id: id.clone(),
            game: crate::room::public_id(&lesson.record.game),
            title: text(&lesson.title, lang).into(),
            about: text(&lesson.about, lang).into(),
            player: lesson.seat.0,
            players: table.players(),
            pictures: app.pictures(&lesson.record.game),
            next,
            stops: played(lesson, open()?, lang).map_err(Problem::bad)?,
        })
    });
    Ok(Json(state.await?))
}
