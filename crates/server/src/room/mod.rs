//! A table of the lobby: people and computer players on seats, the match they play, and the pages that watch.
//!
//! Everything that happens at one table happens one after another, under its lock, on a thread where it may block; a
//! panic there is caught, the table is rebuilt from what is kept, and no other table notices. A move is kept before
//! anybody is told of it.

mod ask;
mod cleared;
mod eyes;
mod fair;
mod fold;
mod forfeit;
mod mishap;
mod names;
mod pad;
mod play;
mod practice;
mod sealed;
mod think;
mod versions;
mod wreck;

pub(crate) use cleared::landing;
pub(crate) use fair::{public_id, set_by_hand};
pub use fold::folded;
pub(crate) use names::{name, names, table_name};
pub(crate) use play::Play;

use crate::app::App;
use crate::house::Text;
use crate::notice::TalkState;
use crate::protocol::{Ask, Code, Frame, Settings};
use crate::socket::Line;
use crate::store::{SeatRow, TableRow};
use eyes::Client;
use game::{Lang, Player, Turn};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use think::{Answer, Thinking};
use tokio::sync::Mutex;

/// How long a request waits for its turn at a table.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why something was not done.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) text: String,
}

impl Fault {
    pub(crate) fn new(code: Code, text: impl Into<String>) -> Fault {
        Fault { code, text: text.into() }
    }

    pub(crate) fn frame(self, re: Option<u32>) -> Frame {
        Frame::Error { re, code: self.code, text: self.text }
    }
}

impl From<crate::store::StoreError> for Fault {
    fn from(error: crate::store::StoreError) -> Fault {
        tracing::error!(%error, "the database failed");
        Fault::new(Code::Broken, "the database failed; nothing was changed")
    }
}

/// What is known of a table while it is in memory.
pub(crate) struct Inner {
    pub(crate) row: TableRow,
    pub(crate) settings: Settings,
    pub(crate) title: Text,
    pub(crate) pictures: Vec<String>,
    pub(crate) seats: Vec<SeatRow>,
    /// The names of who sits there, in each language.
    names: Vec<Text>,
    pub(crate) totals: Vec<i64>,
    pub(crate) play: Play,
    /// The date of the deal of the day that the table is for.
    daily: Option<String>,
    /// Earlier matches on the score pad.
    pages: Vec<pad::Page>,
    /// What was written lately, and how many lines there were in all.
    talk: VecDeque<TalkState>,
    talked: u64,
    clients: BTreeMap<u64, Client>,
    /// The people with a page open.
    here: BTreeSet<i64>,
    /// Whose eyes each person has had in this match: the person and the player.
    peeked: BTreeSet<(i64, u8)>,
    /// Those of them that are not on the disk yet.
    unsaved: Vec<(i64, u8)>,
    thinking: Option<Thinking>,
    versions: versions::Versions,
    last_move: Instant,
    /// A panic left the table in an unknown state: rebuild it before it is used again.
    damaged: bool,
    gone: bool,
}

/// A table in memory.
pub(crate) struct Room {
    pub(crate) id: String,
    app: Arc<App>,
    inner: Arc<Mutex<Inner>>,
}

impl Room {
    /// The table of that id, read from the database and replayed; `None` if there is none.
    pub(crate) fn load(app: &Arc<App>, id: &str) -> Result<Option<Room>, Fault> {
        let Some(inner) = read(app, id)? else { return Ok(None) };
        Ok(Some(Room { id: id.to_string(), app: Arc::clone(app), inner: Arc::new(Mutex::new(inner)) }))
    }

    /// Does `work` at the table when its turn comes, then lets a computer player think if one is to move.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&App, &mut Inner) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let waited = tokio::time::timeout(PATIENCE, Arc::clone(&self.inner).lock_owned()).await;
        let Ok(mut inner) = waited else {
            return Err(Fault::new(Code::Broken, "the table is busy"));
        };
        let app = Arc::clone(&self.app);
        let done = tokio::task::spawn_blocking(move || {
            let result = catch_unwind(AssertUnwindSafe(|| {
                mend(&app, &mut inner)?;
                work(&app, &mut inner)
            }));
            let result = result.unwrap_or_else(|_| {
                app.metrics.panics.add(1);
                tracing::error!(table = %inner.row.id, game = %inner.row.game, "a table panicked");
                inner.damaged = true;
                Err(Fault::new(Code::Broken, "the table could not do that; nothing was changed"))
            });
            let fair = catch_unwind(AssertUnwindSafe(|| inner.keep_fair(&app)));
            if !matches!(fair, Ok(Ok(()))) {
                tracing::error!(table = %inner.row.id, "whose eyes people have had was not kept");
            }
            let job = catch_unwind(AssertUnwindSafe(|| inner.job(&app))).unwrap_or(None);
            (result, job)
        });
        let (result, job) = done.await.map_err(|_| Fault::new(Code::Broken, "the server is stopping"))?;
        if let Some(job) = job {
            job.start(Arc::clone(self), &self.app);
        }
        result
    }

    /// Lets a page in; frames for it go to `line`.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: u64,
        person: i64,
        invite: Option<String>,
        lang: Lang,
        line: Line,
    ) -> Result<(), Fault> {
        self.run(move |_, inner| {
            let invited = invite.is_some_and(|invite| invite == inner.row.invite);
            let belongs = inner.row.owner == person || inner.seats.iter().any(|s| s.person == Some(person));
            if !(belongs || invited || inner.settings.watch || inner.settings.listed) {
                return Err(Fault::new(Code::Forbidden, "this table is closed to spectators"));
            }
            let client = Client::new(person, invited || belongs, lang, line, inner.seats.len());
            inner.clients.insert(id, client);
            inner.announce();
            Ok(())
        })
        .await
    }

    /// A page has gone. Returns whether it was the last one.
    pub(crate) async fn part(self: &Arc<Self>, id: u64) -> bool {
        let empty = self.run(move |app, inner| {
            inner.clients.remove(&id);
            if inner.clients.is_empty() {
                inner.stop_thinking();
                inner.play.sleep();
                app.awake.slept(&inner.row.id);
            } else {
                inner.announce();
            }
            Ok(inner.clients.is_empty())
        });
        empty.await.unwrap_or(false)
    }

    /// Does what a page asks; the answer is its own, everybody else is told what changed.
    pub(crate) async fn ask(self: &Arc<Self>, client: u64, re: u32, ask: Ask) -> Frame {
        let answer = match ask {
            Ask::Hint { made, step } => self.advise(client, re, made, step).await,
            ask => self.run(move |app, inner| inner.ask(app, client, re, ask)).await,
        };
        answer.unwrap_or_else(|fault| fault.frame(Some(re)))
    }

    /// Tells all pages that the table was deleted.
    pub(crate) async fn close(self: &Arc<Self>) {
        let told = self.run(|_, inner| {
            inner.stop_thinking();
            inner.gone = true;
            inner.tell_all(&Frame::Gone);
            inner.clients.clear();
            Ok(())
        });
        let _ = told.await;
    }

    /// Sends the computer players away until they are to move again, unless one of them is thinking.
    pub(crate) async fn sleep(self: &Arc<Self>) {
        let slept = self.run(|_, inner| {
            if inner.thinking.is_none() {
                inner.play.sleep();
            }
            Ok(())
        });
        let _ = slept.await;
    }

    /// Whether no page is open.
    pub(crate) fn idle(&self) -> bool {
        self.inner.try_lock().is_ok_and(|inner| inner.clients.is_empty())
    }
}

fn read(app: &App, id: &str) -> Result<Option<Inner>, Fault> {
    let Some((row, seats)) = app.store.table(id)? else { return Ok(None) };
    let Some((latest, events)) = app.store.latest_match(id)? else { return Ok(None) };
    let settings = serde_json::from_str::<Settings>(&row.settings).unwrap_or_default().bounded();
    let players = seats.len();
    let resumed =
        catch_unwind(AssertUnwindSafe(|| Play::resume(&*app.house, latest.clone(), &events, players)));
    let play = resumed.unwrap_or_else(|_| {
        app.metrics.panics.add(1);
        Play::wrecked(latest, &events, players, "the game failed while its record was replayed")
    });
    let (title, id) = (app.title(&row.game), row.id.clone());
    let peeked = app.store.eyes(play.row.id)?.into_iter().collect();
    let daily = app.store.daily_of(&id)?;
    let mut play = play;
    play.by_moment = daily.is_some() && play.row.number == 1;
    let mut inner = Inner {
        daily,
        pictures: app.pictures(&row.game),
        row,
        settings,
        title,
        totals: vec![0; players],
        names: Vec::new(),
        seats,
        pages: pad::pages(app, &id, play.row.number, play.table.counted()),
        play,
        talk: VecDeque::new(),
        talked: 0,
        clients: BTreeMap::new(),
        here: BTreeSet::new(),
        peeked,
        unsaved: Vec::new(),
        thinking: None,
        versions: versions::Versions::default(),
        last_move: Instant::now(),
        damaged: false,
        gone: false,
    };
    inner.names = names(app, &inner.row.game, &inner.seats);
    inner.recount(app)?;
    Ok(Some(inner))
}

/// Rebuilds a table that a panic has damaged.
fn mend(app: &App, inner: &mut Inner) -> Result<(), Fault> {
    if inner.damaged
        && let Some(fresh) = read(app, &inner.row.id)?
    {
        inner.stop_thinking();
        inner.play = fresh.play;
        inner.seats = fresh.seats;
        inner.names = fresh.names;
        inner.settings = fresh.settings;
        inner.totals = fresh.totals;
        inner.damaged = false;
    }
    Ok(())
}

impl Inner {
    /// Adds up the points of all matches that count.
    fn recount(&mut self, app: &App) -> Result<(), Fault> {
        let mut totals: Vec<i64> = self.seats.iter().map(|s| s.start).collect();
        for (_, points) in app.store.results(&self.row.id)? {
            for (total, points) in totals.iter_mut().zip(points) {
                *total = total.saturating_add(i64::from(points));
            }
        }
        self.totals = totals;
        Ok(())
    }

    /// Keeps events, then tells everybody. If they cannot be kept, the table is rebuilt from what is.
    fn keep(&mut self, app: &App, events: Vec<crate::store::Event>) -> Result<(), Fault> {
        let moves = events.len();
        let points = self.play.points();
        // Only the end of a match changes the totals, and taking it back.
        let counts = points.is_some() || events.iter().any(|e| matches!(e, crate::store::Event::Undo));
        // Until this is on the disk the table is ahead of what is kept.
        self.damaged = true;
        app.store.append(&self.row.id, self.play.row.id, self.play.kept, events, points)?;
        self.damaged = false;
        self.play.kept += moves;
        app.metrics.moves.add(moves as u64);
        self.last_move = Instant::now();
        if counts {
            self.recount(app)?;
            self.note_deals(app)?;
        }
        self.announce();
        Ok(())
    }

    /// Whether somebody is still to sit down.
    fn waiting(&self) -> bool {
        self.seats.iter().any(|s| s.person.is_none() && s.agent.is_none())
    }

    /// Makes a computer player's move, if the match is still where it was when that player began to think; what it did
    /// wrong is treated as the policy of the house says. Returns how much the players here keep now.
    fn computer_moves(&mut self, app: &App, moment: (i64, usize), answer: Answer) -> Result<usize, Fault> {
        if self.moment() != moment || self.gone {
            return Ok(0);
        }
        if let Some(thinking) = self.thinking.take() {
            self.leave_alone(&thinking);
        }
        let Answer { advice, took, limit, agent } = answer;
        let (events, fault) = self.play.answered(&*app.house, advice, took, (&limit, &app.config.policy));
        if let Some(fault) = fault {
            app.metrics.mishaps.add(1);
            tracing::warn!(
                table = %self.row.id, game = %self.row.game, player = fault.who.0, %agent, cause = %fault.cause,
                made = fault.made, out = fault.instead.is_none(), "a computer player failed"
            );
        }
        self.keep(app, events)?;
        Ok(self.play.table.keeps())
    }

    /// The match as a record, for somebody who plays here. What it would tell is kept back until the match is over.
    /// Reading it before that, at a table for study, makes the match practice.
    pub(crate) fn record(&mut self, app: &App, person: i64) -> Result<String, Fault> {
        let refused = |text: &str| Fault::new(Code::Forbidden, text);
        let belongs = self.row.owner == person || self.seats.iter().any(|s| s.person == Some(person));
        if !belongs {
            return Err(refused("only those who play have the record"));
        }
        let study = self.settings.study && self.alone();
        if self.secret() {
            if !study {
                return Err(refused("a match with secrets can be had when it is over"));
            }
            self.spoil(app)?;
        }
        let mut record = self.play.table.record();
        if self.play.table.turn() != Turn::Over {
            record.seed = None;
        }
        let n = self.seats.len();
        record.players = (0..n).map(|p| self.seat_name(self.play.seat(p, n), Lang::En)).collect();
        let counted = (!self.play.row.practice).then(|| self.play.points()).flatten();
        let start = (0..n).map(|p| {
            let seat = self.play.seat(p, n);
            let here = counted.as_ref().map_or(0, |points| i64::from(points[seat]));
            self.totals[seat].saturating_sub(here).to_string()
        });
        record.headers.extend(self.play.faults.iter().map(mishap::Mishap::header));
        if self.play.table.turn() == Turn::Over {
            let seeds = Player::all(n).map(|p| self.play.row.secret.agent(p).to_string());
            record.headers.push(("agents".into(), seeds.collect::<Vec<_>>().join(" ")));
            let openings = self.openings();
            record.headers.extend(::fair::headers(&record, &openings));
        }
        record.headers.push(("table".into(), self.row.name.clone()));
        record.headers.push(("start".into(), start.collect::<Vec<_>>().join(" ")));
        Ok(record.to_string())
    }

    /// The record of a match that is over, which of its players the person was, and its number.
    pub(crate) fn finished(&mut self, app: &App, person: i64) -> Result<(String, Vec<bool>, u32), Fault> {
        if self.play.table.turn() != Turn::Over {
            return Err(Fault::new(Code::Forbidden, "a match is reviewed when it is over"));
        }
        let text = self.record(app, person)?;
        let n = self.seats.len();
        let mine = (0..n)
            .map(|p| self.seats.get(self.play.seat(p, n)).is_some_and(|seat| seat.person == Some(person)));
        Ok((text, mine.collect(), self.play.row.number))
    }

    /// Which match stands at which event: changes with everything that happens in it.
    fn moment(&self) -> (i64, usize) {
        (self.play.row.id, self.play.kept)
    }
}
