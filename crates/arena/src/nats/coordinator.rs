//! The side of a tournament that owns the plan and the log: it offers jobs and puts results in order.

use super::client::{Client, NatsError};
use super::stream::{self, JOBS, RESULTS, Reading, Subjects};
use super::{Announced, Batch, Head, Sent, Version};
use crate::run::{Collect, Crew, Halt, Match};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Jobs that are on offer at once. Enough for many workers; whatever a sequential test makes needless is among them.
const AHEAD: usize = 64;
/// The most plays of one job.
const MOST_PLAYS: usize = 64;
/// What a job should take, so that the way there and back does not count.
const JOB_TIME: Duration = Duration::from_millis(250);
/// How often it is looked whether somebody asked to stop.
const LOOK: Duration = Duration::from_millis(200);
/// The longest wait before connecting again.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How a coordinator works.
pub struct Post<'a> {
    /// Where NATS is.
    pub url: &'a str,
    /// The program that plays.
    pub version: Version,
    /// How long a worker may be silent about a job.
    pub lease: Duration,
    /// The text of the game's description, where it is a file.
    pub description: Option<String>,
    /// Whether results of an earlier run are thrown away.
    pub fresh: bool,
    /// Hears what a person should know.
    pub say: &'a dyn Fn(&str),
}

/// Lets workers play.
pub struct Coordinator<'a> {
    post: Post<'a>,
    link: Option<Link>,
    /// Parts of results that came in several messages.
    parts: BTreeMap<(usize, String), Vec<Option<Vec<u8>>>>,
    /// The time of a play, as a running mean in seconds.
    pace: Option<f64>,
    /// How often jobs were offered again because their results are missing.
    again: u32,
}

struct Link {
    client: Client,
    subjects: Subjects,
    reading: Reading,
}

impl<'a> Coordinator<'a> {
    /// Connects, so that what is wrong with the address is known before anything else happens.
    ///
    /// # Errors
    /// Nobody answers there, or the server has no JetStream.
    pub fn new(post: Post<'a>) -> Result<Coordinator<'a>, NatsError> {
        stream::streams(&Client::connect(post.url)?)?;
        Ok(Coordinator { post, link: None, parts: BTreeMap::new(), pace: None, again: 0 })
    }

    /// Connects and announces the tournament.
    fn connect(&mut self, of: &Match<'_>, seen: u64) -> Result<Link, NatsError> {
        let client = Client::connect(self.post.url)?;
        stream::streams(&client)?;
        let subjects =
            Subjects { version: self.post.version.word(), tournament: super::digest(&of.plan.fingerprint()) };
        if std::mem::take(&mut self.post.fresh) {
            stream::purge(&client, RESULTS, &subjects.results())?;
        }
        stream::offer(&client, &subjects, self.post.lease)?;
        let announced = Announced {
            version: self.post.version.clone(),
            plan: of.plan.clone(),
            seed: of.seed,
            description: self.post.description.clone(),
            lease: u64::try_from(self.post.lease.as_millis()).unwrap_or(u64::MAX),
        };
        let text = serde_json::to_vec(&announced).map_err(|e| NatsError(e.to_string()))?;
        if text.len() > client.most {
            let (size, most) = (text.len(), client.most);
            return Err(NatsError(format!("the plan has {size} bytes, and this NATS server takes {most}")));
        }
        // Jobs of an earlier life of this coordinator: what is still wanted of them is offered again.
        stream::purge(&client, JOBS, &subjects.jobs())?;
        stream::store(&client, &subjects.plan(), None, &text)?;
        let reading = Reading::after(&client, &subjects, seen)?;
        Ok(Link { client, subjects, reading })
    }

    /// Offers jobs and takes results until the stage is over or the connection is lost.
    fn serve(&mut self, of: &Match<'_>, link: &mut Link, collect: &mut Collect<'_>) -> Result<(), Trouble> {
        let mut offered = collect.next();
        let mut quiet = Instant::now();
        // Results that came while nobody read them are not asked for again.
        while let Some(payload) = link.reading.next(&link.client, Duration::from_millis(50))? {
            self.heed(&payload, collect)?;
        }
        while !collect.complete() {
            if of.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Halt(Halt::Stopped));
            }
            let plays = self.plays();
            offered = offered.max(collect.next());
            while offered < collect.jobs().len().min(collect.next() + AHEAD * plays) {
                let until = collect.jobs().len().min(offered + plays);
                let places: Vec<usize> = (offered..until).filter(|&place| collect.wants(place)).collect();
                self.offer(link, collect, &places)?;
                offered = until;
            }
            match link.reading.next(&link.client, LOOK)? {
                Some(payload) => {
                    self.heed(&payload, collect)?;
                    quiet = Instant::now();
                }
                // Nothing came for a whole lease, and nobody is at work: a result is missing, whoever lost it.
                None if quiet.elapsed() > self.post.lease + LOOK => {
                    quiet = Instant::now();
                    if stream::pending(&link.client, &link.subjects)? == (0, 0) {
                        self.again += 1;
                        offered = collect.next();
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// How many plays a job has.
    fn plays(&self) -> usize {
        let pace = self.pace.map_or(1.0, |pace| JOB_TIME.as_secs_f64() / pace.max(1e-6));
        (pace as usize).clamp(1, MOST_PLAYS)
    }

    fn offer(&self, link: &Link, collect: &Collect<'_>, places: &[usize]) -> Result<(), NatsError> {
        let Some(&first) = places.first() else { return Ok(()) };
        let jobs = places.iter().map(|&place| (place, collect.jobs()[place].clone())).collect();
        let batch = Batch { stage: collect.stage(), jobs };
        let text = serde_json::to_vec(&batch).map_err(|e| NatsError(e.to_string()))?;
        let (name, stage, again) = (&link.subjects.tournament, collect.stage(), self.again);
        let id =
            format!("{name}.{stage}.{first}.{}.{again}.{:x}", places.len(), super::client::random() as u32);
        stream::store(&link.client, &link.subjects.jobs(), Some(&id), &text)
    }

    /// Takes a result, or a part of one. What is none is passed over: anybody may write to a subject.
    fn heed(&mut self, payload: &[u8], collect: &mut Collect<'_>) -> Result<(), Halt> {
        let Some(end) = payload.iter().position(|&byte| byte == b'\n') else { return Ok(()) };
        let Ok(head) = serde_json::from_slice::<Head>(&payload[..end]) else { return Ok(()) };
        let body = &payload[end + 1..];
        let known = head.parts > 0 && head.part < head.parts && head.parts < 10_000;
        if head.stage != collect.stage() || !known || !collect.wants(head.place) {
            return Ok(());
        }
        let whole = match head.parts {
            1 => body.to_vec(),
            parts => {
                let key = (head.place, head.attempt.clone());
                let list = self.parts.entry(key.clone()).or_insert_with(|| vec![None; parts]);
                if let Some(slot) = list.get_mut(head.part) {
                    *slot = Some(body.to_vec());
                }
                if list.iter().any(Option::is_none) {
                    return Ok(());
                }
                let list = self.parts.remove(&key).unwrap_or_default();
                self.parts.retain(|(place, _), _| *place != head.place);
                list.into_iter().flatten().flatten().collect()
            }
        };
        let Ok(sent) = serde_json::from_slice::<Sent>(&whole) else { return Ok(()) };
        let Some(result) = sent.result(&collect.jobs()[head.place]) else { return Ok(()) };
        if let Ok(timed) = &result {
            let took = timed.micros.iter().sum::<u64>() as f64 / 1e6;
            self.pace = Some(self.pace.map_or(took, |pace| pace * 0.9 + took * 0.1));
        }
        collect.take(head.place, result)
    }

    /// Takes back what is on offer; results stay for a later run, unless there is none.
    fn leave(&mut self, over: bool) -> Result<(), NatsError> {
        let Some(Link { client, subjects, .. }) = self.link.take() else { return Ok(()) };
        stream::purge(&client, RESULTS, &subjects.plan())?;
        stream::purge(&client, JOBS, &subjects.jobs())?;
        stream::close(&client, &subjects)?;
        if over {
            stream::purge(&client, RESULTS, &subjects.results())?;
        }
        Ok(())
    }
}

/// What ends a round of serving.
enum Trouble {
    /// The tournament cannot go on.
    Halt(Halt),
    /// The connection cannot.
    Nats(NatsError),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Trouble {
        Trouble::Halt(halt)
    }
}

impl From<NatsError> for Trouble {
    fn from(error: NatsError) -> Trouble {
        Trouble::Nats(error)
    }
}

impl Crew for Coordinator<'_> {
    fn work(&mut self, of: &Match<'_>, collect: &mut Collect<'_>) -> Result<(), Halt> {
        let mut pause = LOOK;
        let mut seen = self.link.as_ref().map_or(0, |link| link.reading.seen);
        let mut first = self.link.is_none();
        self.parts.clear();
        loop {
            let link = match self.link.take() {
                Some(link) => Ok(link),
                None => self.connect(of, seen),
            };
            let served = match link {
                Ok(mut link) => {
                    (pause, first) = (LOOK, false);
                    let served = self.serve(of, &mut link, collect);
                    seen = link.reading.seen;
                    self.link = Some(link);
                    served
                }
                // The first connection must come about: an address with a slip would be tried for ever.
                Err(error) if first => return Err(Halt::Crew(error.to_string())),
                Err(error) => Err(Trouble::Nats(error)),
            };
            match served {
                Ok(()) => return Ok(()),
                Err(Trouble::Halt(halt)) => {
                    // Whoever asked to stop does not wait for a server that is gone.
                    _ = self.leave(false);
                    return Err(halt);
                }
                Err(Trouble::Nats(error)) => {
                    if self.link.take().is_some() {
                        (self.post.say)(&format!("{error}; connecting again"));
                        // A server that lost what it had stored begins to count anew.
                        seen = 0;
                    }
                    if of.stop.load(Ordering::Relaxed) {
                        return Err(Halt::Stopped);
                    }
                    std::thread::park_timeout(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    fn done(&mut self) -> Result<(), Halt> {
        // The log is whole: what cannot be cleared away now is forgotten by the server in time.
        if let Err(error) = self.leave(true) {
            (self.post.say)(&format!("the tournament is over, but its traces in NATS stay: {error}"));
        }
        Ok(())
    }
}
