//! Runs a tournament: on any number of threads, from where its log ends, with the log always in the order of the schedule.

use crate::log::{Belongs, Log, LogError, Played};
use crate::plan::Plan;
use crate::play::{NoResult, Timed, play};
use crate::schedule::{Job, jobs, stage};
use crate::sprt::{self, Verdict};
use catalog::Playable;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Why a tournament stopped. Prints as a sentence.
#[derive(Debug)]
pub enum Halt {
    /// The log cannot be used.
    Log(LogError),
    /// A play has no result.
    Play(NoResult),
    /// Somebody asked it to stop; the log holds what was played.
    Stopped,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Log(error) => error.fmt(f),
            Halt::Play(error) => error.fmt(f),
            Halt::Stopped => f.write_str("stopped; the same command goes on where it was"),
        }
    }
}

impl std::error::Error for Halt {}

/// Where a tournament is kept and how it is run.
pub struct Run<'a> {
    /// How many plays are made at once.
    pub threads: usize,
    /// Where the log is kept.
    pub log: Option<&'a Path>,
    /// Whether a log that is there is thrown away.
    pub fresh: bool,
    /// Set to true to stop after the plays under way.
    pub stop: &'a AtomicBool,
    /// Called after every play, with how many there are and how many there will be in this stage.
    pub progress: &'a (dyn Fn(&Played, u64, u64) + Sync),
}

/// A tournament that is over: every play, in order, and the time of every move where it was measured in this run.
pub struct Finished {
    /// The seed that was used.
    pub seed: u64,
    /// The plays.
    pub played: Vec<Played>,
    /// What moves took in microseconds, by play; empty for plays that an earlier run has made and left no times of.
    pub micros: Vec<Vec<u64>>,
}

/// Plays a tournament to its end.
///
/// # Errors
/// The log cannot be used, a play has no result, or it was asked to stop.
pub fn run(game: &dyn Playable, plan: &Plan, seed: u64, how: &Run<'_>) -> Result<Finished, Halt> {
    let fingerprint = plan.fingerprint();
    let (mut log, mut played) = match how.log {
        None => (Log::nowhere(), Vec::new()),
        Some(path) => {
            let players = plan.players.iter().map(|p| p.name().to_string()).collect();
            let belongs = Belongs { plan: &fingerprint, game: &game.id(), players, seed };
            Log::open(path, &belongs, how.fresh).map_err(Halt::Log)?
        }
    };
    let mut micros = vec![Vec::new(); played.len()];
    if let Some(path) = how.log {
        for (job, took) in crate::log::times(path) {
            if let Some(slot) = usize::try_from(job).ok().and_then(|job| micros.get_mut(job)) {
                *slot = took;
            }
        }
    }
    let mut number = 0;
    let mut first = 0;
    loop {
        let earlier: Vec<Played> = played.iter().take(first).cloned().collect();
        let Some(meetings) = stage(plan, game.players(), number, &earlier) else { break };
        let all = jobs(plan, number, &meetings, 0);
        let mut order = Order { plan, all: &all, first, done: played.split_off(first), next: 0 };
        order.skip_decided();
        order.run(game, seed, how, &mut log, &mut micros)?;
        played.append(&mut order.done);
        first = played.len();
        number += 1;
    }
    Ok(Finished { seed, played, micros })
}

/// The plays of one stage, as far as they were made. Numbers of the log count only plays that were made: where a sequential
/// test ends a meeting, the rest of it is left out.
struct Order<'a> {
    plan: &'a Plan,
    all: &'a [Job],
    /// The number of the stage's first play in the log.
    first: usize,
    done: Vec<Played>,
    /// The next job of the stage that may have to be made.
    next: usize,
}

impl Order<'_> {
    /// Goes past what was made, and past what a sequential test has made needless.
    fn skip_decided(&mut self) {
        let mut made = 0;
        self.next = 0;
        while self.next < self.all.len() {
            let job = &self.all[self.next];
            if self.decided(job, made) {
                self.next += 1;
            } else if made < self.done.len() {
                made += 1;
                self.next += 1;
            } else {
                break;
            }
        }
    }

    /// Whether the meeting of a job was decided by the first `made` plays of the stage.
    fn decided(&self, job: &Job, made: usize) -> bool {
        let Some(test) = self.plan.sprt else { return false };
        let here = self.done[..made].iter().filter(|p| p.meeting == job.meeting);
        let deals = sprt::deals(here, job.seats.iter().copied().min().unwrap_or(0));
        // Only at the border of deals, so that every deal is whole.
        let open = self.done[..made].iter().rev().find(|p| p.meeting == job.meeting).is_some_and(|p| !p.last);
        !open && sprt::test(&test, &deals).verdict != Verdict::Open
    }

    fn run(
        &mut self,
        game: &dyn Playable,
        seed: u64,
        how: &Run<'_>,
        log: &mut Log,
        micros: &mut Vec<Vec<u64>>,
    ) -> Result<(), Halt> {
        let plan = self.plan;
        let todo: &[Job] = &self.all[self.next..];
        let (from, cursor) = (self.next, AtomicUsize::new(0));
        // Plays far ahead of the log would be lost by a kill, and thrown away where a test decides: keep them few.
        let (written, ahead) = (AtomicUsize::new(0), how.threads.max(1) * 8);
        let (room, wake) = (Mutex::new(()), std::sync::Condvar::new());
        let quit = AtomicBool::new(false);
        let (send, receive) = mpsc::channel::<(usize, Result<Timed, NoResult>)>();
        std::thread::scope(|scope| {
            for _ in 0..how.threads.clamp(1, todo.len().max(1)) {
                let (send, cursor, written, quit, room, wake) =
                    (send.clone(), &cursor, &written, &quit, &room, &wake);
                scope.spawn(move || {
                    loop {
                        let at = cursor.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = todo.get(at) else { break };
                        let mut guard = room.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        while at >= written.load(Ordering::Acquire) + ahead && !quit.load(Ordering::Acquire) {
                            guard = wake.wait(guard).unwrap_or_else(std::sync::PoisonError::into_inner);
                        }
                        drop(guard);
                        if quit.load(Ordering::Acquire)
                            || send.send((at, play(game, plan, seed, job))).is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting: BTreeMap<usize, Result<Timed, NoResult>> = BTreeMap::new();
            let mut at = 0;
            let outcome = (|| {
                while at < todo.len() {
                    if how.stop.load(Ordering::Relaxed) {
                        return Err(Halt::Stopped);
                    }
                    if self.decided(&self.all[from + at], self.done.len()) {
                        waiting.remove(&at);
                    } else {
                        while !waiting.contains_key(&at) {
                            let Ok((i, timed)) = receive.recv() else { return Err(Halt::Stopped) };
                            waiting.insert(i, timed);
                            if how.stop.load(Ordering::Relaxed) {
                                return Err(Halt::Stopped);
                            }
                        }
                        let Some(timed) = waiting.remove(&at) else { continue };
                        let (mut played, took) = timed.map_err(Halt::Play)?;
                        played.job = (self.first + self.done.len()) as u64;
                        log.write(&played, &took).map_err(Halt::Log)?;
                        (how.progress)(&played, played.job + 1, (self.first + self.all.len()) as u64);
                        self.done.push(played);
                        micros.push(took);
                    }
                    at += 1;
                    written.store(at, Ordering::Release);
                    let _room = room.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    wake.notify_all();
                }
                Ok(())
            })();
            quit.store(true, Ordering::Release);
            let room = room.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            wake.notify_all();
            drop(room);
            outcome
        })
    }
}
