//! Self-play on many machines: a training asks workers for the plays of each round and learns from them itself. A play depends on
//! its errand and its number only ([`learn::Errand`]), so the network is, bit by bit, the one that a single machine makes.
//!
//! Nothing is stored at the server: a training that is killed goes on from its own checkpoint. Workers ask for plays, fetch the
//! network of the round once, and send what they made; plays of a worker that is silent for a lease go to another one, and the
//! first result counts.
//!
//! | subject | who asks whom |
//! | --- | --- |
//! | `partie.learn.VERSION.ask` | a worker any training of its version: which plays? |
//! | `partie.learn.VERSION.TRAINING.taken` | a worker, now and then: these plays are being made |
//! | `partie.learn.VERSION.TRAINING.part` | a worker: a part of the errand of a round |
//! | `partie.learn.VERSION.TRAINING.done` | a worker: here is a part of what was played |
//! | `partie.learn.VERSION.wake` | a training all workers: there is something to do |

use super::Version;
use super::client::{Client, Message, NatsError, random};
use super::worker::{Opener, Renewed};
use crate::Cause;
use learn::{Errand, LearnError, Played};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether somebody asked to stop.
const LOOK: Duration = Duration::from_millis(200);
/// How long a worker waits for a training that may be busy learning.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most parts of an errand or a result.
const MOST_PARTS: usize = 4096;
/// How long an offer stands that nobody takes: whoever asked may have stopped waiting.
const OFFER: Duration = Duration::from_secs(1);
/// Into how many parts the plays of a round are divided.
const SHARES: u64 = 16;
/// The longest wait before connecting again.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

fn subject(version: &Version, rest: &str) -> String {
    format!("partie.learn.{}.{rest}", version.word())
}

/// What a worker is to do.
#[derive(Clone, Serialize, Deserialize)]
struct Task {
    training: String,
    game: String,
    /// The text of the game's description, where it is a file of whoever trains.
    description: Option<String>,
    round: u64,
    /// The numbers of the plays.
    first: u64,
    end: u64,
    /// In how many parts the errand comes.
    parts: usize,
    /// How long a worker may be silent about them, in milliseconds.
    lease: u64,
}

/// Plays that a worker makes.
#[derive(Serialize, Deserialize)]
struct Taken {
    round: u64,
    first: u64,
}

/// A part of an errand that is asked for.
#[derive(Serialize, Deserialize)]
struct Wanted {
    round: u64,
    part: usize,
}

/// The head of a part of a result.
#[derive(Serialize, Deserialize)]
struct Head {
    round: u64,
    first: u64,
    /// Parts of two attempts do not mix.
    attempt: u64,
    part: usize,
    parts: usize,
}

fn broken(error: &serde_json::Error) -> NatsError {
    NatsError(error.to_string())
}

/// Where the plays of a training are made.
pub struct Training<'a> {
    /// Where NATS is.
    pub url: &'a str,
    /// The program that learns and plays.
    pub version: Version,
    /// The game.
    pub game: String,
    /// The text of its description, where it is a file.
    pub description: Option<String>,
    /// How long a worker may be silent about its plays.
    pub lease: Duration,
    /// Set to true to stop.
    pub stop: &'a AtomicBool,
    /// Hears what a person should know.
    pub say: &'a dyn Fn(&str),
}

/// A training with its connection.
pub struct Trainer<'a> {
    training: Training<'a>,
    name: String,
    client: Option<Client>,
    /// Whether a worker ever asked.
    asked: bool,
}

/// Some plays of the round.
enum Share {
    Free,
    Offered(Instant),
    Given(Instant),
    Done(Vec<Played>),
}

/// The parts of a result that came so far.
type Parts = BTreeMap<(u64, u64), Vec<Option<Vec<u8>>>>;

/// A round while its plays are made.
struct Open {
    round: u64,
    plays: u64,
    errand: Vec<u8>,
    /// Bytes of a part.
    size: usize,
    shares: BTreeMap<u64, Share>,
    parts: Parts,
}

impl Open {
    fn step(&self) -> u64 {
        self.plays.div_ceil(SHARES).max(1)
    }

    fn complete(&self) -> bool {
        self.shares.values().all(|share| matches!(share, Share::Done(_)))
    }

    /// Plays that nobody makes, or whose maker is silent for too long.
    fn next(&mut self, lease: Duration) -> Option<(u64, u64)> {
        let (step, plays) = (self.step(), self.plays);
        let free = |share: &Share| match share {
            Share::Free => true,
            Share::Offered(when) => when.elapsed() > lease.min(OFFER),
            Share::Given(when) => when.elapsed() > lease,
            Share::Done(_) => false,
        };
        let (&first, share) = self.shares.iter_mut().find(|(_, share)| free(share))?;
        *share = Share::Offered(Instant::now());
        Some((first, plays.min(first + step)))
    }

    /// Somebody makes the plays that were offered, or is still at it: the lease begins anew.
    fn taken(&mut self, payload: &[u8]) {
        let Ok(Taken { round, first }) = serde_json::from_slice(payload) else { return };
        let share = self.shares.get_mut(&first).filter(|_| round == self.round);
        if let Some(share @ (Share::Offered(_) | Share::Given(_))) = share {
            *share = Share::Given(Instant::now());
        }
    }

    /// Takes a part of a result. What is not a result of this round is forgotten.
    fn take(&mut self, payload: &[u8]) {
        let Some(line) = payload.iter().position(|&b| b == b'\n') else { return };
        let Ok(head) = serde_json::from_slice::<Head>(&payload[..line]) else { return };
        let wanted =
            matches!(self.shares.get(&head.first), Some(Share::Free | Share::Offered(_) | Share::Given(_)));
        if head.round != self.round || !wanted || !(1..=MOST_PARTS).contains(&head.parts) {
            return;
        }
        let parts = self.parts.entry((head.first, head.attempt)).or_insert_with(|| vec![None; head.parts]);
        if parts.len() != head.parts || head.part >= head.parts {
            return;
        }
        parts[head.part] = Some(payload[line + 1..].to_vec());
        let whole: Option<Vec<&[u8]>> = parts.iter().map(|part| part.as_deref()).collect();
        let Some(whole) = whole.map(|parts| parts.concat()) else { return };
        self.parts.remove(&(head.first, head.attempt));
        let count = self.plays.min(head.first + self.step()) - head.first;
        match Played::read(&whole) {
            Ok(plays) if plays.len() as u64 == count => {
                self.shares.insert(head.first, Share::Done(plays));
            }
            _ => {
                self.shares.insert(head.first, Share::Free);
            }
        }
    }
}

impl<'a> Trainer<'a> {
    /// Connects, so that what is wrong with the address is known before anything else happens.
    ///
    /// # Errors
    /// Nobody answers there.
    pub fn new(training: Training<'a>) -> Result<Trainer<'a>, NatsError> {
        let name = format!("{:032x}", random());
        let mut trainer = Trainer { training, name, client: None, asked: false };
        trainer.client = Some(trainer.connect()?);
        Ok(trainer)
    }

    fn subject(&self, rest: &str) -> String {
        subject(&self.training.version, &format!("{}.{rest}", self.name))
    }

    fn connect(&self) -> Result<Client, NatsError> {
        let client = Client::connect(self.training.url)?;
        // One training answers each question.
        client.subscribe_in(&subject(&self.training.version, "ask"), "trainings")?;
        client.subscribe(&self.subject("taken"))?;
        client.subscribe(&self.subject("part"))?;
        client.subscribe(&self.subject("done"))?;
        Ok(client)
    }

    /// Lets workers make the plays of an errand.
    ///
    /// # Errors
    /// It was told to stop.
    pub fn plays(&mut self, errand: &Errand) -> Result<Vec<Played>, LearnError> {
        let plays = errand.plan.plays as u64;
        let mut open = Open {
            round: errand.round,
            plays,
            errand: errand.write(),
            size: 1,
            shares: BTreeMap::new(),
            parts: Parts::new(),
        };
        let step = open.step();
        open.shares = (0..plays).step_by(step as usize).map(|first| (first, Share::Free)).collect();
        let mut pause = Duration::from_millis(200);
        while !open.complete() {
            if self.training.stop.load(Ordering::Relaxed) {
                return Err(LearnError("stopped; --resume goes on from where it was last saved".into()));
            }
            let client = match self.client.take() {
                Some(client) => Ok(client),
                None => self.connect(),
            };
            let served = client.and_then(|client| {
                self.serve(&client, &mut open)?;
                Ok(client)
            });
            match served {
                Ok(client) => self.client = Some(client),
                Err(error) => {
                    (self.training.say)(&format!("{error}; connecting again"));
                    std::thread::park_timeout(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
        let done = open.shares.into_values().filter_map(|share| match share {
            Share::Done(plays) => Some(plays),
            _ => None,
        });
        Ok(done.flatten().collect())
    }

    /// Answers questions until the round is complete, somebody asks to stop, or the connection is lost.
    fn serve(&mut self, client: &Client, open: &mut Open) -> Result<(), NatsError> {
        open.size = client.most.saturating_sub(1024).max(1024);
        let parts = open.errand.len().div_ceil(open.size).max(1);
        client.writer().publish(&subject(&self.training.version, "wake"), None, None, b"")?;
        let ask = subject(&self.training.version, "ask");
        let [taken, part, done] = ["taken", "part", "done"].map(|rest| self.subject(rest));
        let mut quiet = Instant::now();
        while !open.complete() && !self.training.stop.load(Ordering::Relaxed) {
            let Some(message) = client.next(LOOK)? else {
                if !self.asked && quiet.elapsed() > self.training.lease {
                    quiet = Instant::now();
                    (self.training.say)(
                        "no worker has asked for plays yet; 'partie worker --nats …' of this very program",
                    );
                }
                continue;
            };
            let Message { subject, reply, payload, .. } = message;
            let answer = |bytes: &[u8]| match &reply {
                Some(reply) => client.writer().publish(reply, None, None, bytes),
                None => Ok(()),
            };
            if subject == ask {
                self.asked = true;
                match open.next(self.training.lease) {
                    None => answer(b"")?,
                    Some((first, end)) => {
                        let task = Task {
                            training: self.name.clone(),
                            game: self.training.game.clone(),
                            description: self.training.description.clone(),
                            round: open.round,
                            first,
                            end,
                            parts,
                            lease: u64::try_from(self.training.lease.as_millis()).unwrap_or(u64::MAX),
                        };
                        answer(&serde_json::to_vec(&task).map_err(|e| broken(&e))?)?;
                    }
                }
            } else if subject == taken {
                open.taken(&payload);
            } else if subject == part {
                let wanted = serde_json::from_slice::<Wanted>(&payload).ok();
                let wanted = wanted.filter(|wanted| wanted.round == open.round);
                let bytes = wanted.and_then(|wanted| open.errand.chunks(open.size).nth(wanted.part));
                answer(bytes.unwrap_or_default())?;
            } else if subject == done {
                open.take(&payload);
                answer(b"+OK")?;
            }
        }
        Ok(())
    }
}

/// What a worker knows of the training it last worked for.
#[derive(Default)]
pub(super) struct Pupil {
    held: Option<(String, u64, Errand)>,
    game: Option<(String, Box<dyn catalog::Playable>)>,
}

/// An answer that may take a while, because whoever trains is learning.
fn patiently(client: &Client, subject: &str, payload: &[u8]) -> Result<Option<Message>, NatsError> {
    let inbox = client.inbox();
    client.writer().publish(subject, Some(&inbox), None, payload)?;
    let until = Instant::now() + PATIENCE;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match client.next(left)? {
            Some(message) if message.subject == inbox => {
                return Ok(Some(message).filter(|message| message.status.is_none()));
            }
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

impl Pupil {
    /// Makes some plays of a training, if there is one; how many.
    pub(super) fn serve(
        &mut self,
        client: &Client,
        version: &Version,
        open: &Opener<'_>,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<u64, NatsError> {
        let Some(answer) = patiently(client, &subject(version, "ask"), b"")? else { return Ok(0) };
        let Ok(task) = serde_json::from_slice::<Task>(&answer.payload) else {
            // All plays are given away: a little later there may be new ones.
            if answer.payload.is_empty() {
                client.next(LOOK)?;
            }
            return Ok(0);
        };
        if task.end <= task.first || task.parts == 0 || task.parts > MOST_PARTS {
            return Ok(0);
        }
        let taken = Taken { round: task.round, first: task.first };
        let taken = serde_json::to_vec(&taken).map_err(|e| broken(&e))?;
        let place = subject(version, &format!("{}.taken", task.training));
        client.writer().publish(&place, None, None, &taken)?;
        // Plays may take longer than the lease.
        let lease = Duration::from_millis(task.lease.max(3));
        let _renewed = Renewed::every(lease / 3, client.writer(), &place, taken);
        match self.play(client, version, open, &task)? {
            Ok(plays) => {
                let count = plays.len() as u64;
                send(client, &subject(version, &format!("{}.done", task.training)), &task, &plays)?;
                Ok(count)
            }
            Err(cause) => {
                say(&format!("plays of {} cannot be made here: {cause}", task.game));
                client.next(LOOK)?;
                Ok(0)
            }
        }
    }

    fn play(
        &mut self,
        client: &Client,
        version: &Version,
        open: &Opener<'_>,
        task: &Task,
    ) -> Result<Result<Vec<Played>, Cause>, NatsError> {
        if self.game.as_ref().is_none_or(|(training, _)| *training != task.training) {
            match open(&task.game, &[], task.description.as_deref()) {
                Ok(game) => self.game = Some((task.training.clone(), game)),
                Err(cause) => return Ok(Err(cause)),
            }
        }
        let held = self.held.as_ref();
        if held.is_none_or(|(training, round, _)| (training, *round) != (&task.training, task.round)) {
            let place = subject(version, &format!("{}.part", task.training));
            let mut bytes = Vec::new();
            for part in 0..task.parts {
                let ask = serde_json::to_vec(&Wanted { round: task.round, part }).map_err(|e| broken(&e))?;
                let Some(answer) = patiently(client, &place, &ask)? else {
                    return Ok(Err("whoever trains does not answer".into()));
                };
                bytes.extend_from_slice(&answer.payload);
            }
            match Errand::read(&bytes) {
                Ok(errand) => self.held = Some((task.training.clone(), task.round, errand)),
                Err(error) => return Ok(Err(error.into())),
            }
        }
        let (Some((_, _, errand)), Some((_, game))) = (&self.held, &self.game) else {
            return Ok(Err("nothing is known of it".into()));
        };
        Ok(game.school().plays(errand, task.first..task.end).map_err(Into::into))
    }
}

/// Sends plays, in parts where they are too large for one message.
fn send(client: &Client, subject: &str, task: &Task, plays: &[Played]) -> Result<(), NatsError> {
    let bytes = Played::write(plays);
    let size = client.most.saturating_sub(1024).max(1024);
    let parts = bytes.len().div_ceil(size).max(1);
    let attempt = random() as u64;
    for (part, chunk) in bytes.chunks(size).enumerate() {
        let head = Head { round: task.round, first: task.first, attempt, part, parts };
        let mut message = serde_json::to_vec(&head).map_err(|e| broken(&e))?;
        message.push(b'\n');
        message.extend_from_slice(chunk);
        // Whoever trains may have them already, and be gone: then nobody waits for them.
        patiently(client, subject, &message)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(plays: u64) -> Open {
        let mut open = Open {
            round: 3,
            plays,
            errand: Vec::new(),
            size: 1,
            shares: BTreeMap::new(),
            parts: Parts::new(),
        };
        let step = open.step();
        open.shares = (0..plays).step_by(step as usize).map(|first| (first, Share::Free)).collect();
        open
    }

    fn message(head: &Head, bytes: &[u8]) -> Vec<u8> {
        let mut message = serde_json::to_vec(head).unwrap();
        message.push(b'\n');
        message.extend_from_slice(bytes);
        message
    }

    #[test]
    fn every_play_is_given_once_and_again_only_after_the_lease() {
        let mut open = open(40);
        let mut given = Vec::new();
        while let Some((first, end)) = open.next(Duration::from_secs(3600)) {
            given.extend(first..end);
            open.taken(&serde_json::to_vec(&Taken { round: 3, first }).unwrap());
        }
        assert_eq!(given, (0..40).collect::<Vec<u64>>());
        assert!(open.shares.values().all(|share| matches!(share, Share::Given(_))));
        assert_eq!(open.next(Duration::ZERO), Some((0, 3)), "a silent worker's plays go to another");
    }

    #[test]
    fn a_worker_that_says_it_is_still_at_its_plays_keeps_them() {
        let mut open = open(1);
        let given = Instant::now();
        while Instant::now() == given {}
        let said = |round| serde_json::to_vec(&Taken { round, first: 0 }).unwrap();
        let renewed = |open: &Open| matches!(open.shares[&0], Share::Given(when) if when > given);
        open.shares.insert(0, Share::Given(given));
        open.taken(&said(2));
        assert!(!renewed(&open), "a word about another round renews nothing");
        open.taken(&said(3));
        assert!(renewed(&open));
        assert_eq!(open.next(Duration::from_secs(3600)), None);
        open.shares.insert(0, Share::Done(Vec::new()));
        open.taken(&said(3));
        assert!(open.complete(), "nor does one after the result");
    }

    #[test]
    fn results_come_in_parts_and_nonsense_changes_nothing() {
        let mut open = open(1);
        let bytes = Played::write(&[Played { samples: Vec::new(), moves: 7 }]);
        let head = |round, part, parts| Head { round, first: 0, attempt: 1, part, parts };
        for wrong in [
            b"no head".to_vec(),
            b"{}\n".to_vec(),
            message(&head(2, 0, 1), &bytes),
            message(&head(3, 5, 2), &bytes),
            message(&head(3, 0, 0), &bytes),
            message(&head(3, 0, usize::MAX), &bytes),
            message(&Head { first: 9, ..head(3, 0, 1) }, &bytes),
            message(&Head { attempt: 8, ..head(3, 0, 1) }, b"\xff\xff\xff\xff"),
            message(&Head { attempt: 9, ..head(3, 0, 1) }, &Played::write(&[])),
        ] {
            open.take(&wrong);
            assert!(!open.complete());
        }
        open.take(&message(&head(3, 1, 2), &bytes[5..]));
        assert!(!open.complete());
        open.take(&message(&head(3, 0, 2), &bytes[..5]));
        assert!(open.complete());
    }
}
