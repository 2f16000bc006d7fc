//! Computer players live as long as their table is in use: they hear every move and keep what they worked out. They think
//! away from the table, a few at a time, and can be stopped at any moment. They get nothing but the view of the player they
//! move for. While no page is open at a table nobody thinks there, and nobody remembers anything.

use super::{Fault, Inner, Room};
use crate::app::App;
use crate::protocol::{Ask, Code, Frame};
use game::{Advice, Limit, Player, Thinker};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a hint is thought about at most, in milliseconds.
const LONGEST_HINT: u32 = 2_000;
/// Hints of one person that may wait.
const HINTS: usize = 4;

/// A computer player is thinking.
pub(super) struct Thinking {
    moment: (i64, usize),
    player: Player,
    stop: Stop,
}

/// How to stop a thought.
#[derive(Clone, Default)]
pub(super) struct Stop {
    /// It should come to its end and say the best it has found.
    hurry: Arc<AtomicBool>,
    /// Nobody wants to know what it finds any more.
    dropped: Arc<AtomicBool>,
    /// It has come to its end.
    ended: Arc<AtomicBool>,
}

impl Stop {
    /// Stops the thought; what it finds is not wanted any more.
    pub(super) fn drop_it(&self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.hurry.store(true, Ordering::Relaxed);
    }

    fn dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// What a computer player is to think about.
pub(super) struct Job {
    moment: (i64, usize),
    thinker: Result<Box<dyn Thinker>, game::Fault>,
    agent: String,
    limit: Limit,
    stop: Stop,
    /// Whose thought it is: the owner's of the table.
    person: i64,
    not_before: Instant,
}

/// A seed for a hint at one moment of a match, unrelated to its chance events.
fn mixed(seed: u64, made: usize) -> u64 {
    let mut rng = game::Rng::new(seed ^ 0x7468_696e_6b21);
    rng.bits() ^ (made as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn limit(milliseconds: u32, stop: &Stop) -> Limit {
    Limit {
        time: Some(Duration::from_millis(u64::from(milliseconds))),
        cancel: Some(Arc::clone(&stop.hurry)),
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
        self.begin_with(app);
        let p = self.play.table.turn().player()?;
        let seat = self.play.seat(p.index(), self.seats.len());
        let agent = self.seats.get(seat)?.agent.clone()?;
        let moment = self.moment();
        if self.thinking.as_ref().is_some_and(|t| t.moment == moment) {
            return None;
        }
        self.stop_thinking();
        let stop = Stop::default();
        let mind = self.mind(app, &agent);
        let limit = limit(mind.think.map_or(self.settings.think, |t| t.min(self.settings.think)), &stop);
        self.thinking = Some(Thinking { moment, player: p, stop: stop.clone() });
        Some(Job {
            moment,
            thinker: self.play.thinker(p, &mind.agent),
            agent: mind.agent,
            limit,
            stop,
            person: self.row.owner,
            not_before: self.last_move + Duration::from_millis(u64::from(self.settings.delay)),
        })
    }

    /// Stops the computer player that thinks.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.drop_it();
            self.leave_alone(&thinking);
        }
    }

    /// A player who still thinks about what is past can hear nothing: another one takes its place.
    pub(super) fn leave_alone(&mut self, thinking: &Thinking) {
        if !thinking.stop.ended.load(Ordering::Relaxed) {
            self.play.give_up(thinking.player);
        }
    }
}

/// What a computer player has answered.
pub(super) struct Answer {
    pub(super) advice: Result<Advice, game::Fault>,
    pub(super) took: Duration,
    pub(super) limit: Limit,
    pub(super) agent: String,
}

impl Job {
    /// Thinks when there is room to, waits for the least delay, and moves. A thought that does not end some time after
    /// its own is not waited for any longer.
    pub(super) fn start(self, room: Arc<Room>, app: &Arc<App>) {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            let Job { moment, thinker, agent, limit, stop, person, not_before } = self;
            let Some(place) = app.thinkers.place(person, &stop.hurry, &stop.dropped).await else {
                return;
            };
            let number = place.number();
            let (begin, begun) = oneshot::channel();
            let (bounds, ended) = (limit.clone(), Arc::clone(&stop.ended));
            let thought = tokio::task::spawn_blocking(move || {
                let start = Instant::now();
                let _ = begin.send(());
                let advice = thinker.and_then(|mut thinker| thinker.think(&bounds));
                ended.store(true, Ordering::Relaxed);
                drop(place);
                (advice, start.elapsed())
            });
            if begun.await.is_err() {
                return;
            }
            let allowed = limit.time.unwrap_or_default();
            let patience = allowed + app.config.policy.grace;
            let (advice, took) = match tokio::time::timeout(patience, thought).await {
                Ok(Ok(answer)) => answer,
                // The thread is gone: the server stops, or something outside the agent panicked.
                Ok(Err(error)) => (Err(game::Fault::Panicked(error.to_string())), Duration::ZERO),
                Err(_) => {
                    stop.hurry.store(true, Ordering::Relaxed);
                    app.thinkers.lose(number);
                    (Err(game::Fault::Late { took: patience, allowed }), patience)
                }
            };
            app.metrics.thought(took);
            tokio::time::sleep_until(not_before.into()).await;
            if stop.dropped() {
                return;
            }
            let answer = Answer { advice, took, limit, agent };
            let moved = room.run(move |app, inner| inner.computer_moves(app, moment, answer)).await;
            match moved {
                Ok(bytes) => app.stay_awake(&room.id, bytes).await,
                Err(fault) => {
                    tracing::error!(table = %room.id, cause = %fault.text, "a computer player's move was not made");
                }
            }
        });
    }
}

impl Room {
    /// Asks the recommended computer player what it would do for the person to move. It thinks once: the further steps of the
    /// same hint are those of the same thought.
    pub(super) async fn advise(
        self: &Arc<Self>,
        client: u64,
        re: u32,
        made: usize,
        step: u8,
    ) -> Result<Frame, Fault> {
        let asked = self.run(move |app, inner| {
            inner.daily_forbids(&Ask::Hint { made, step })?;
            if !inner.settings.hints {
                return Err(Fault::new(Code::Forbidden, "no hints are given at this table"));
            }
            inner.on_turn(client, made)?;
            let stop = Stop::default();
            let (play, seed) = (inner.play.row.id, inner.play.row.seed);
            let Some(page) = inner.clients.get_mut(&client) else {
                return Err(Fault::new(Code::Missing, "this page is not at the table"));
            };
            let known = page.ladder.as_ref().filter(|(id, at, _)| (*id, *at) == (play, made));
            if let Some((.., ladder)) = known {
                return Ok(Err(ladder.clone()));
            }
            let (lang, person) = (page.lang, page.person);
            if app.thinkers.waiting(person) >= HINTS {
                return Err(Fault::new(
                    Code::TooFast,
                    "too many hints are being thought about; wait a little",
                ));
            }
            page.wants(stop.clone());
            let agent = app
                .computers(&inner.row.game)
                .first()
                .map(|c| c.agent.clone())
                .ok_or_else(|| Fault::new(Code::Missing, "no computer player knows this game"))?;
            let think = inner.settings.think.min(LONGEST_HINT);
            let limit = limit(think, &stop);
            let seed = mixed(seed, made);
            Ok(Ok((inner.play.table.fork(), agent, (seed, limit), (lang, play), (person, stop))))
        });
        let (table, agent, (seed, limit), (lang, play), (person, stop)) = match asked.await? {
            Ok(asked) => asked,
            Err(ladder) => return Ok(rung(re, step, ladder)),
        };
        let broken = || Fault::new(Code::Broken, "the computer player could not think");
        let place = self.app.thinkers.place(person, &stop.hurry, &stop.dropped).await;
        let place = place.ok_or_else(|| Fault::new(Code::Stale, "nobody waits for that hint any more"))?;
        let thought = tokio::task::spawn_blocking(move || {
            let advice = catch_unwind(AssertUnwindSafe(|| trainer::advise(&*table, &agent, seed, &limit)));
            drop(place);
            let advice =
                advice.map_err(|_| broken())?.map_err(|cause| Fault::new(Code::Broken, cause.to_string()))?;
            Ok::<_, Fault>(trainer::ladder(&*table, &advice, lang))
        });
        let ladder = thought.await.map_err(|_| broken())??;
        let kept = ladder.clone();
        self.run(move |_, inner| {
            if let Some(page) = inner.clients.get_mut(&client) {
                page.ladder = Some((play, made, kept));
            }
            Ok(())
        })
        .await?;
        Ok(rung(re, step, ladder))
    }
}

/// A hint as far as it was asked for.
fn rung(re: u32, step: u8, ladder: trainer::Ladder) -> Frame {
    let step = step.clamp(1, 3);
    let last = step == 3;
    Frame::Hint {
        re,
        step,
        look: ladder.look,
        choices: match step {
            1 => Vec::new(),
            _ => ladder.choices.into_iter().map(|choice| choice.text).collect(),
        },
        text: if last { ladder.best.text } else { String::new() },
        label: if last { ladder.best.label } else { String::new() },
        because: if last { ladder.because } else { Vec::new() },
    }
}
