//! The side of a tournament that plays: it takes jobs of any tournament of its own version, renews their leases while it
//! plays, and stores results before it lets go of a job.

use super::client::{Client, Message, NatsError, Writer, random};
use super::learning::Pupil;
use super::stream::{self, Subjects};
use super::{Announced, Batch, Head, Sent, Version};
use crate::Cause;
use crate::plan::{Entrant, Plan};
use crate::play::{NoResult, play};
use catalog::Playable;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How long a question for a job stays with the server.
const WAIT: Duration = Duration::from_millis(1000);
/// How long one waits where no tournament is announced, unless one is.
const PAUSE: Duration = Duration::from_secs(2);
/// The longest wait before connecting again.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How a game is opened: by its name, or from the text of a description that came with it. Whatever else these players of a plan
/// need is made ready here.
pub type Opener<'a> = dyn Fn(&str, &[Entrant], Option<&str>) -> Result<Box<dyn Playable>, Cause> + Sync + 'a;

/// How a worker works.
pub struct Worker<'a> {
    /// Where NATS is.
    pub url: &'a str,
    /// The program that plays.
    pub version: Version,
    /// Jobs at once.
    pub threads: usize,
    /// Whether players of a plan that are outside programs are started here: they are commands that somebody else wrote.
    pub programs: bool,
    /// End after so long without a job.
    pub idle: Option<Duration>,
    /// How games are opened.
    pub open: &'a Opener<'a>,
    /// Set to true to stop after the jobs under way.
    pub stop: &'a AtomicBool,
    /// Hears what a person should know.
    pub say: &'a (dyn Fn(&str) + Sync),
}

/// Why a worker ended. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkError {
    /// The first connection did not come about.
    Nats(NatsError),
    /// There is work for another version only.
    Refused {
        /// This program.
        mine: Version,
        /// The one that is wanted.
        wanted: Version,
    },
}

impl fmt::Display for WorkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkError::Nats(error) => error.fmt(f),
            WorkError::Refused { mine, wanted } => {
                write!(
                    f,
                    "refused: this worker is {mine}, and the tournament is played by {wanted}; run the same program on all machines"
                )
            }
        }
    }
}

impl std::error::Error for WorkError {}

impl From<NatsError> for WorkError {
    fn from(error: NatsError) -> WorkError {
        WorkError::Nats(error)
    }
}

/// Works until it is told to stop, is idle for too long, or is refused; returns how many plays were made.
///
/// # Errors
/// Nobody answers at the address, or there is work for another version only.
pub fn work(worker: &Worker<'_>) -> Result<u64, WorkError> {
    let first = Client::connect(worker.url)?;
    stream::streams(&first)?;
    let (plays, failure) = (AtomicU64::new(0), Mutex::new(None));
    let quit = AtomicBool::new(false);
    let mut first = Some(first);
    std::thread::scope(|scope| {
        for _ in 0..worker.threads.max(1) {
            let (plays, failure, quit, client) = (&plays, &failure, &quit, first.take());
            scope.spawn(move || {
                let mut hand = Hand {
                    worker,
                    quit,
                    plays,
                    client,
                    known: BTreeMap::new(),
                    busy: Instant::now(),
                    pupil: Pupil::default(),
                };
                if let Err(error) = hand.run() {
                    quit.store(true, Ordering::Relaxed);
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(plays.into_inner()),
    }
}

/// A tournament that is known here.
struct Known {
    announced: Announced,
    /// The game, or why its plays have no result.
    game: Result<Box<dyn Playable>, Cause>,
}

/// One thread of a worker, with a connection of its own.
struct Hand<'a> {
    worker: &'a Worker<'a>,
    quit: &'a AtomicBool,
    plays: &'a AtomicU64,
    client: Option<Client>,
    known: BTreeMap<Subjects, Known>,
    /// When it last had something to do.
    busy: Instant,
    /// What it knows of a training that lets others play.
    pupil: Pupil,
}

impl Hand<'_> {
    fn over(&self) -> bool {
        let idle = self.worker.idle.is_some_and(|most| self.busy.elapsed() > most);
        idle || self.quit.load(Ordering::Relaxed) || self.worker.stop.load(Ordering::Relaxed)
    }

    fn run(&mut self) -> Result<(), WorkError> {
        let mut pause = Duration::from_millis(200);
        while !self.over() {
            match self.serve() {
                Ok(()) => pause = Duration::from_millis(200),
                Err(WorkError::Nats(error)) => {
                    if self.client.take().is_some() {
                        (self.worker.say)(&format!("{error}; connecting again"));
                    }
                    std::thread::park_timeout(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(refused) => return Err(refused),
            }
        }
        Ok(())
    }

    /// Works with one connection until it is lost or the worker ends.
    fn serve(&mut self) -> Result<(), WorkError> {
        let client = match self.client.take() {
            Some(client) => client,
            None => Client::connect(self.worker.url)?,
        };
        client.subscribe("partie.plans.>")?;
        client.subscribe(&format!("partie.learn.{}.wake", self.worker.version.word()))?;
        let done = self.jobs(&client);
        self.client = Some(client);
        done
    }

    fn jobs(&mut self, client: &Client) -> Result<(), WorkError> {
        let mine = self.worker.version.word();
        while !self.over() {
            let all = stream::plans(client)?;
            let (ours, others): (Vec<Subjects>, Vec<Subjects>) =
                all.into_iter().partition(|subjects| subjects.version == mine);
            self.known.retain(|subjects, _| ours.contains(subjects));
            let Worker { version, open, say, .. } = self.worker;
            let played = self.pupil.serve(client, version, *open, *say)?;
            if played > 0 {
                self.plays.fetch_add(played, Ordering::Relaxed);
                self.busy = Instant::now();
                if ours.is_empty() {
                    continue;
                }
            }
            if ours.is_empty() {
                self.refuse(client, &others)?;
                // A new plan wakes us.
                client.next(PAUSE)?;
                continue;
            }
            // Tournaments take turns; where there is only one, its next job is waited for.
            let mut none = true;
            for subjects in &ours {
                let wait = (ours.len() == 1).then_some(WAIT);
                none &= !self.job(client, subjects, wait)?;
            }
            if none && ours.len() > 1 {
                client.next(Duration::from_millis(200))?;
            }
        }
        Ok(())
    }

    /// Where there is work for other versions only, this worker is refused.
    fn refuse(&self, client: &Client, others: &[Subjects]) -> Result<(), WorkError> {
        for subjects in others {
            let text = stream::last(client, &subjects.plan())?.unwrap_or_default();
            if let Ok(announced) = serde_json::from_slice::<Announced>(&text) {
                let mine = self.worker.version.clone();
                return Err(WorkError::Refused { mine, wanted: announced.version });
            }
        }
        Ok(())
    }

    /// Does jobs of a tournament as long as they come; whether there was one.
    fn job(
        &mut self,
        client: &Client,
        subjects: &Subjects,
        wait: Option<Duration>,
    ) -> Result<bool, WorkError> {
        if !self.known.contains_key(subjects) {
            let text = stream::last(client, &subjects.plan())?.unwrap_or_default();
            // It may be over by now.
            let Ok(announced) = serde_json::from_slice::<Announced>(&text) else { return Ok(false) };
            let game = self.game(&announced);
            self.known.insert(subjects.clone(), Known { announced, game });
        }
        let Some(known) = self.known.get(subjects) else { return Ok(false) };
        let mut any = false;
        loop {
            let inbox = stream::pull(client, subjects, wait)?;
            let until = Instant::now() + wait.unwrap_or(Duration::ZERO) + Duration::from_secs(1);
            let job = loop {
                match client.next(until.saturating_duration_since(Instant::now()))? {
                    None => break None,
                    Some(message) if message.subject == subjects.jobs() => break Some(message),
                    // Nothing there, in time or at all.
                    Some(message) if message.subject == inbox => break None,
                    Some(_) => {}
                }
            };
            let Some(message) = job else { return Ok(any) };
            any = true;
            self.play(client, subjects, known, &message)?;
            self.busy = Instant::now();
            // Others take their turn after one job.
            if wait.is_none() || self.over() {
                return Ok(true);
            }
        }
    }

    fn game(&self, announced: &Announced) -> Result<Box<dyn Playable>, Cause> {
        let programs = announced.plan.players.iter().any(|p| matches!(p, Entrant::Program { .. }));
        if programs && !self.worker.programs {
            return Err(
                "a worker does not start programs of others, unless it was started with --programs".into()
            );
        }
        let plan: &Plan = &announced.plan;
        let game = (self.worker.open)(&plan.game, &plan.players, announced.description.as_deref())?;
        plan.check(&*game)?;
        Ok(game)
    }

    fn play(
        &self,
        client: &Client,
        subjects: &Subjects,
        known: &Known,
        message: &Message,
    ) -> Result<(), WorkError> {
        let Some(reply) = message.reply.as_deref() else { return Ok(()) };
        let Ok(batch) = serde_json::from_slice::<Batch>(&message.payload) else {
            // What is not a job is never delivered again.
            client.writer().publish(reply, None, None, b"+TERM")?;
            return Ok(());
        };
        let lease = Duration::from_millis(known.announced.lease);
        let _renewed = Renewed::every(lease / 3, client.writer(), reply, b"+WPI".to_vec());
        for (place, job) in &batch.jobs {
            let result = match &known.game {
                Ok(game) => play(&**game, &known.announced.plan, known.announced.seed, job),
                Err(cause) => Err(NoResult::Opening(format!("worker on {}: {cause}", host()))),
            };
            self.plays.fetch_add(1, Ordering::Relaxed);
            send(client, subjects, (batch.stage, *place), &Sent::of(result))?;
        }
        client.writer().publish(reply, None, None, b"+ACK")?;
        Ok(())
    }
}

/// The name of this machine.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "a machine without a name".to_string() } else { name.trim().to_string() }
}

/// Stores a result, in parts where it is too large for one message.
fn send(
    client: &Client,
    subjects: &Subjects,
    (stage, place): (u32, usize),
    sent: &Sent,
) -> Result<(), WorkError> {
    let text = serde_json::to_vec(sent).map_err(|e| NatsError(e.to_string()))?;
    let size = client.most.saturating_sub(1024).max(1024);
    let attempt = format!("{:016x}", random() as u64);
    let parts = text.len().div_ceil(size).max(1);
    for (part, chunk) in text.chunks(size).enumerate() {
        let head = Head { stage, place, attempt: attempt.clone(), part, parts };
        let mut bytes = serde_json::to_vec(&head).map_err(|e| NatsError(e.to_string()))?;
        bytes.push(b'\n');
        bytes.extend_from_slice(chunk);
        stream::store(client, &subjects.results(), None, &bytes)?;
    }
    Ok(())
}

/// Renews the lease of a job now and then, until it is dropped.
pub(super) struct Renewed {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Renewed {
    /// Says `word` to `subject` after every such time.
    pub(super) fn every(time: Duration, writer: Writer, subject: &str, word: Vec<u8>) -> Renewed {
        let (stop, stopped) = mpsc::channel::<()>();
        let subject = subject.to_string();
        let thread = std::thread::spawn(move || {
            while stopped.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                if writer.publish(&subject, None, None, &word).is_err() {
                    return;
                }
            }
        });
        Renewed { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Renewed {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}
