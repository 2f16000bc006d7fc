//! Computer players think on copies of the table, a few at a time, and can be stopped at any moment. They get nothing
//! but the view of the player they move for. While no page is open at a table nobody thinks there.

use super::{Fault, Inner, Room};
use crate::app::App;
use crate::protocol::{Code, Frame};
use game::{Lang, Limit, Table};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A computer player is thinking.
pub(super) struct Thinking {
    moment: (i64, usize),
    cancel: Arc<AtomicBool>,
}

/// What a computer player is to think about.
pub(super) struct Job {
    moment: (i64, usize),
    table: Box<dyn Table>,
    agent: String,
    seed: u64,
    limit: Limit,
    not_before: Instant,
}

/// A seed for the thoughts at one moment of a match, unrelated to its chance events.
fn mixed(seed: u64, made: usize) -> u64 {
    let mut rng = game::Rng::new(seed ^ 0x7468_696e_6b21);
    rng.bits() ^ (made as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn limit(milliseconds: u32, cancel: &Arc<AtomicBool>) -> Limit {
    Limit {
        time: Some(Duration::from_millis(u64::from(milliseconds))),
        cancel: Some(Arc::clone(cancel)),
        ..Limit::default()
    }
}

impl Inner {
    /// What a computer player should begin to think about now, if anything.
    pub(super) fn job(&mut self, app: &App) -> Option<Job> {
        if self.damaged
            || self.gone
            || self.clients.is_empty()
            || self.waiting()
            || self.play.problem.is_some()
        {
            return None;
        }
        let p = self.play.table.turn().player()?;
        let seat = self.play.seat(p.index(), self.seats.len());
        let agent = self.seats.get(seat)?.agent.clone()?;
        let moment = self.moment();
        if self.thinking.as_ref().is_some_and(|t| t.moment == moment) {
            return None;
        }
        self.stop_thinking();
        let cancel = Arc::new(AtomicBool::new(false));
        let mind = app.mind(&self.row.game, &agent);
        let limit = limit(mind.think.map_or(self.settings.think, |t| t.min(self.settings.think)), &cancel);
        self.thinking = Some(Thinking { moment, cancel });
        Some(Job {
            moment,
            table: self.play.table.fork(),
            agent: mind.agent,
            seed: mixed(self.play.row.seed, self.play.table.made()),
            limit,
            not_before: self.last_move + Duration::from_millis(u64::from(self.settings.delay)),
        })
    }

    /// Stops whoever thinks.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// The agent's move; if it fails, the first legal one, so that no table hangs.
fn choose(job: &Job) -> Option<String> {
    let thought =
        catch_unwind(AssertUnwindSafe(|| job.table.hint(&job.agent, job.seed, &job.limit).map(|a| a.text)));
    match thought {
        Ok(Ok(text)) => return Some(text),
        Ok(Err(cause)) => tracing::warn!(agent = %job.agent, %cause, "a computer player could not think"),
        Err(_) => tracing::error!(agent = %job.agent, game = %job.table.id(), "a computer player panicked"),
    }
    job.table.offers(Lang::En).into_iter().next().map(|offer| offer.text)
}

impl Job {
    /// Thinks when there is room to, waits for the least delay, and moves.
    pub(super) fn start(self, room: Arc<Room>, app: &Arc<App>) {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            let Ok(permit) = Arc::clone(&app.thinkers).acquire_owned().await else { return };
            let moment = self.moment;
            let not_before = self.not_before;
            let cancel = self.limit.cancel.clone();
            let cancelled = || cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed));
            if cancelled() {
                return;
            }
            let begun = Instant::now();
            let thought = tokio::task::spawn_blocking(move || {
                let choice = choose(&self);
                drop(permit);
                choice
            });
            let Ok(Some(text)) = thought.await else { return };
            app.metrics.thought(begun.elapsed());
            tokio::time::sleep_until(not_before.into()).await;
            if cancelled() {
                return;
            }
            let moved = room.run(move |app, inner| inner.computer_moves(app, moment, &text)).await;
            if let Err(fault) = moved {
                tracing::error!(table = %room.id, cause = %fault.text, "a computer player's move was not made");
            }
        });
    }
}

impl Room {
    /// Asks the recommended computer player what it would do for the person to move.
    pub(super) async fn advise(self: &Arc<Self>, client: u64, re: u32, made: usize) -> Result<Frame, Fault> {
        let asked = self.run(move |app, inner| {
            if !inner.settings.hints {
                return Err(Fault::new(Code::Forbidden, "no hints are given at this table"));
            }
            inner.on_turn(client, made)?;
            let lang = inner.clients.get(&client).map_or(Lang::En, |c| c.lang);
            let agent = app
                .computers(&inner.row.game)
                .first()
                .map(|c| c.agent.clone())
                .ok_or_else(|| Fault::new(Code::Missing, "no computer player knows this game"))?;
            let think = inner.settings.think.min(5_000);
            let cancel = Arc::new(AtomicBool::new(false));
            let seed = mixed(inner.play.row.seed, made);
            Ok((inner.play.table.fork(), agent, seed, limit(think, &cancel), lang))
        });
        let (table, agent, seed, limit, lang) = asked.await?;
        let broken = || Fault::new(Code::Broken, "the computer player could not think");
        let permit = Arc::clone(&self.app.thinkers).acquire_owned().await.map_err(|_| broken())?;
        let thought = tokio::task::spawn_blocking(move || {
            let advice = catch_unwind(AssertUnwindSafe(|| table.hint(&agent, seed, &limit)));
            drop(permit);
            let advice = advice.map_err(|_| broken())?.map_err(|cause| Fault::new(Code::Broken, cause))?;
            let offers = table.offers(lang);
            let label = offers.into_iter().find(|o| o.text == advice.text).map(|o| o.label);
            Ok(Frame::Hint {
                re,
                label: label.unwrap_or_else(|| advice.text.clone()),
                text: advice.text,
                because: advice.because,
            })
        });
        thought.await.map_err(|_| broken())?
    }
}
