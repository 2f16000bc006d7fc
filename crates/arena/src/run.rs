//! Runs a tournament, from where its log ends, with the log always in the order of the schedule. Who makes the plays is a
//! [`Crew`]: threads of this program ([`Threads`]), or workers on other machines ([`crate::nats`]).

use crate::log::{Belongs, Log, LogError, Played};
use crate::plan::Plan;
use crate::play::{NoResult, Timed, play};
use crate::schedule::{Job, jobs, stage};
use crate::sprt::{Tally, Verdict};
use catalog::Playable;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Why a tournament stopped. Prints as a sentence.
#[derive(Debug)]
pub enum Halt {
    /// The log cannot be used.
    Log(LogError),
    /// A play has no result.
    Play(NoResult),
    /// Whoever makes the plays cannot.
    Crew(String),
    /// Somebody asked it to stop; the log holds what was played.
    Stopped,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Log(error) => error.fmt(f),
            Halt::Play(error) => error.fmt(f),
            Halt::Crew(cause) => f.write_str(cause),
            Halt::Stopped => f.write_str("stopped; the same command goes on where it was"),
        }
    }
}

impl std::error::Error for Halt {}

/// Where a tournament is kept and who is told of it.
pub struct Run<'a> {
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
    /// The processor time that the players of this run spent thinking, by the plays in which it was measured; `None` if it was in none.
    pub thought: Option<Duration>,
}

/// What is played: the same for whoever makes the plays.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The game.
    pub game: &'a dyn Playable,
    /// The plan.
    pub plan: &'a Plan,
    /// The seed.
    pub seed: u64,
    /// Set to true to stop.
    pub stop: &'a AtomicBool,
}

/// Makes plays: in any order and as often as it likes, for only the first result of a play counts.
pub trait Crew {
    /// Hands results to `collect` until it is [complete](Collect::complete).
    ///
    /// # Errors
    /// Why the tournament cannot go on.
    fn work(&mut self, of: &Match<'_>, collect: &mut Collect<'_>) -> Result<(), Halt>;

    /// The tournament is over.
    ///
    /// # Errors
    /// What could not be cleared away.
    fn done(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// Plays a tournament to its end.
///
/// # Errors
/// The log cannot be used, a play has no result, or it was asked to stop.
pub fn run(
    game: &dyn Playable,
    plan: &Plan,
    seed: u64,
    how: &Run<'_>,
    crew: &mut dyn Crew,
) -> Result<Finished, Halt> {
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
    let of = Match { game, plan, seed, stop: how.stop };
    let (mut number, mut first, mut thought) = (0, 0, Thought::default());
    while let Some(meetings) = stage(plan, game.players(), number, &played[..first]) {
        let all = jobs(plan, number, &meetings, 0);
        let mut collect = Collect {
            plan,
            all: &all,
            stage: number,
            first,
            done: Vec::new(),
            next: 0,
            tallies: BTreeMap::new(),
            waiting: BTreeMap::new(),
            log: &mut log,
            micros: &mut micros,
            thought: &mut thought,
            how,
        };
        collect.resume(played.split_off(first));
        if !collect.complete() {
            crew.work(&of, &mut collect)?;
        }
        played.append(&mut collect.done);
        first = played.len();
        number += 1;
    }
    crew.done()?;
    Ok(Finished { seed, played, micros, thought: thought.all() })
}

/// What the players of a run thought, from the plays in which it was measured.
#[derive(Default)]
struct Thought {
    plays: u32,
    measured: u32,
    time: Duration,
}

impl Thought {
    fn add(&mut self, time: Option<Duration>) {
        self.plays += 1;
        self.measured += u32::from(time.is_some());
        self.time += time.unwrap_or_default();
    }

    /// As if it had been measured in all plays.
    fn all(&self) -> Option<Duration> {
        let share = f64::from(self.plays) / f64::from(self.measured);
        (self.measured > 0).then(|| self.time.mul_f64(share))
    }
}

/// Puts the plays of one stage in order and writes them down. Numbers of the log count only plays that were made: where a
/// sequential test ends a meeting, the rest of it is left out.
pub struct Collect<'a> {
    plan: &'a Plan,
    all: &'a [Job],
    stage: u32,
    /// The number of the stage's first play in the log.
    first: usize,
    done: Vec<Played>,
    /// The next job of the stage that has to be written.
    next: usize,
    /// What the sequential test has counted, by meeting.
    tallies: BTreeMap<u32, Tally>,
    /// Results that came before their turn.
    waiting: BTreeMap<usize, Timed>,
    log: &'a mut Log,
    micros: &'a mut Vec<Vec<u64>>,
    thought: &'a mut Thought,
    how: &'a Run<'a>,
}

impl<'a> Collect<'a> {
    /// The jobs of the stage; a job is called by its place among them.
    pub fn jobs(&self) -> &'a [Job] {
        self.all
    }

    /// The number of the stage.
    pub fn stage(&self) -> u32 {
        self.stage
    }

    /// The first place without a result: everything before it is written or needless.
    pub fn next(&self) -> usize {
        self.next
    }

    /// Whether the stage is over.
    pub fn complete(&self) -> bool {
        self.next == self.all.len()
    }

    /// Whether the result of a job is still wanted.
    pub fn wants(&self, place: usize) -> bool {
        place >= self.next && place < self.all.len() && !self.waiting.contains_key(&place)
    }

    /// Takes the result of a job, writes what is now in order, and ignores a result that came before.
    ///
    /// # Errors
    /// The play has no result, or the log cannot be written.
    pub fn take(&mut self, place: usize, result: Result<Timed, NoResult>) -> Result<(), Halt> {
        if !self.wants(place) {
            return Ok(());
        }
        self.waiting.insert(place, result.map_err(Halt::Play)?);
        loop {
            self.skip_decided();
            let Some(Timed { mut played, micros, thought, errors }) = self.waiting.remove(&self.next) else {
                return Ok(());
            };
            played.job = (self.first + self.done.len()) as u64;
            self.log.write(&played, &micros, &errors).map_err(Halt::Log)?;
            (self.how.progress)(&played, played.job + 1, (self.first + self.all.len()) as u64);
            self.micros.push(micros);
            self.thought.add(thought);
            self.add(played);
        }
    }

    /// Goes past what an earlier run has written.
    fn resume(&mut self, written: Vec<Played>) {
        for played in written {
            self.skip_decided();
            self.add(played);
        }
        self.skip_decided();
    }

    fn add(&mut self, played: Played) {
        if self.plan.sprt.is_some() {
            let player = played.seats.iter().copied().min().unwrap_or(0);
            self.tallies.entry(played.meeting).or_default().add(&played, player);
        }
        self.done.push(played);
        self.next += 1;
    }

    /// Goes past what a sequential test has made needless.
    fn skip_decided(&mut self) {
        while self.all.get(self.next).is_some_and(|job| self.decided(job.meeting)) {
            self.waiting.remove(&self.next);
            self.next += 1;
        }
    }

    /// Whether a meeting was decided, at the border of deals so that every deal is whole.
    fn decided(&self, meeting: u32) -> bool {
        let Some(test) = &self.plan.sprt else { return false };
        self.tallies.get(&meeting).is_some_and(|t| t.whole() && t.test(test).verdict != Verdict::Open)
    }
}

/// Plays on this many threads of this program.
pub struct Threads(pub usize);

/// What the threads share: who has a result writes it down itself, so that nobody has to be woken for it.
struct Shared<'c, 'a> {
    collect: &'c mut Collect<'a>,
    /// Threads that are too far ahead of the log.
    waiting: usize,
    /// Why it is over before its time.
    halt: Option<Halt>,
}

impl Crew for Threads {
    fn work(&mut self, of: &Match<'_>, collect: &mut Collect<'_>) -> Result<(), Halt> {
        let (from, jobs) = (collect.next(), collect.jobs());
        let cursor = AtomicUsize::new(from);
        // Plays far ahead of the log would be lost by a kill, and thrown away where a test decides: keep them few.
        let (written, ahead) = (AtomicUsize::new(from), self.0.max(1) * 8);
        let (shared, wake) = (Mutex::new(Shared { collect, waiting: 0, halt: None }), Condvar::new());
        let enter = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let quit = AtomicBool::new(false);
        let thread = || {
            let _leaving = Leaving { quit: &quit, wake: &|| drop((enter(), wake.notify_all())) };
            while !quit.load(Ordering::Acquire) {
                let place = cursor.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(place) else { return };
                if place >= written.load(Ordering::Acquire) + ahead {
                    let mut inside = enter();
                    inside.waiting += 1;
                    while place >= inside.collect.next() + ahead && !quit.load(Ordering::Acquire) {
                        inside = wake.wait(inside).unwrap_or_else(PoisonError::into_inner);
                    }
                    inside.waiting -= 1;
                }
                if quit.load(Ordering::Acquire) {
                    return;
                }
                let result = play(of.game, of.plan, of.seed, job);
                let mut inside = enter();
                if inside.halt.is_none() {
                    let taken = inside.collect.take(place, result);
                    inside.halt = taken.err().or(of.stop.load(Ordering::Relaxed).then_some(Halt::Stopped));
                }
                written.store(inside.collect.next(), Ordering::Release);
                if inside.halt.is_some() || inside.collect.complete() {
                    quit.store(true, Ordering::Release);
                }
                if inside.waiting > 0 {
                    wake.notify_all();
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.0.clamp(1, jobs.len() - from) {
                scope.spawn(thread);
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let complete = shared.collect.complete();
        match shared.halt {
            Some(halt) if !complete || !matches!(halt, Halt::Stopped) => Err(halt),
            _ if complete => Ok(()),
            _ => Err(Halt::Stopped),
        }
    }
}

/// A thread that panics lets the others go; they would wait for its play.
struct Leaving<'a> {
    quit: &'a AtomicBool,
    wake: &'a dyn Fn(),
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.quit.store(true, Ordering::Release);
            (self.wake)();
        }
    }
}
