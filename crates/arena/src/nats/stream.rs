//! The part of JetStream that a tournament uses: two streams, one consumer for each tournament, and the results read in order.
//!
//! | stream | subjects | kept |
//! | --- | --- | --- |
//! | `PARTIE_JOBS` | `partie.jobs.VERSION.TOURNAMENT` | until a worker has done the job |
//! | `PARTIE_RESULTS` | `partie.results.VERSION.TOURNAMENT`, `partie.plans.VERSION.TOURNAMENT` | until the tournament is over |

use super::client::{Client, Message, NatsError};
use serde_json::{Value, json};
use std::time::Duration;

pub(super) const JOBS: &str = "PARTIE_JOBS";
pub(super) const RESULTS: &str = "PARTIE_RESULTS";
/// What a coordinator that never came back has left is forgotten after this time.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// Consumers of a coordinator that is gone are forgotten after this time.
const IDLE: Duration = Duration::from_secs(300);

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The subjects of a tournament.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Subjects {
    pub(super) version: String,
    pub(super) tournament: String,
}

impl Subjects {
    pub(super) fn jobs(&self) -> String {
        format!("partie.jobs.{}.{}", self.version, self.tournament)
    }

    pub(super) fn results(&self) -> String {
        format!("partie.results.{}.{}", self.version, self.tournament)
    }

    pub(super) fn plan(&self) -> String {
        format!("partie.plans.{}.{}", self.version, self.tournament)
    }

    /// The consumer from which workers take jobs.
    pub(super) fn consumer(&self) -> String {
        format!("{}-{}", self.version, self.tournament)
    }

    /// The subjects of a plan's subject.
    fn of_plan(subject: &str) -> Option<Subjects> {
        let (version, tournament) = subject.strip_prefix("partie.plans.")?.split_once('.')?;
        Some(Subjects { version: version.to_string(), tournament: tournament.to_string() })
    }
}

/// What JetStream answered: a document, or its number and words for what is wrong.
fn api(client: &Client, subject: &str, ask: &Value) -> Result<Result<Value, (u64, String)>, NatsError> {
    let payload = if ask.is_null() { String::new() } else { ask.to_string() };
    let answer = client.request(&format!("$JS.API.{subject}"), None, payload.as_bytes())?;
    if answer.status == Some(503) {
        return Err(NatsError("this NATS server has no JetStream; start it with 'nats-server -js'".into()));
    }
    let answer: Value = serde_json::from_slice(&answer.payload)
        .map_err(|e| NatsError(format!("JetStream answered {subject} with something else than JSON: {e}")))?;
    match &answer["error"] {
        Value::Null => Ok(Ok(answer)),
        error => Ok(Err((
            error["err_code"].as_u64().unwrap_or(0),
            error["description"].as_str().unwrap_or("no reason given").to_string(),
        ))),
    }
}

/// The answer, where every refusal is an error.
fn must(client: &Client, subject: &str, ask: &Value) -> Result<Value, NatsError> {
    api(client, subject, ask)?
        .map_err(|(_, cause)| NatsError(format!("JetStream refuses {subject}: {cause}")))
}

/// The stream exists already, with other settings: whoever runs the server may have reasons for them.
const IN_USE: u64 = 10_058;
/// A stream has some of these subjects.
const OVERLAP: u64 = 10_065;
/// There is no such message, stream or consumer.
const NO_STREAM: u64 = 10_059;
const NO_CONSUMER: u64 = 10_014;

/// Makes the streams where they are missing.
pub(super) fn streams(client: &Client) -> Result<(), NatsError> {
    let make = |name: &str, retention: &str, subjects: &[&str]| {
        let ask = json!({
            "name": name, "subjects": subjects, "retention": retention, "storage": "file", "num_replicas": 1,
            "max_age": nanos(KEPT), "max_consumers": -1, "max_msgs": -1, "max_bytes": -1, "discard": "old",
            "duplicate_window": nanos(Duration::from_secs(120)), "allow_direct": true,
        });
        let mut tries = 0;
        loop {
            match api(client, &format!("STREAM.CREATE.{name}"), &ask)? {
                Ok(_) | Err((IN_USE, _)) => return Ok(()),
                // Somebody else is making it at this moment, and it is known by its subjects only.
                Err((OVERLAP, _)) if tries < 40 => {
                    tries += 1;
                    std::thread::park_timeout(Duration::from_millis(50));
                }
                Err((_, cause)) => {
                    return Err(NatsError(format!("JetStream cannot make the stream {name}: {cause}")));
                }
            }
        }
    };
    make(JOBS, "workqueue", &["partie.jobs.>"])?;
    make(RESULTS, "limits", &["partie.results.>", "partie.plans.>"])
}

/// Forgets the messages of a subject.
pub(super) fn purge(client: &Client, stream: &str, subject: &str) -> Result<(), NatsError> {
    match api(client, &format!("STREAM.PURGE.{stream}"), &json!({"filter": subject}))? {
        Ok(_) | Err((NO_STREAM, _)) => Ok(()),
        Err((_, cause)) => Err(NatsError(format!("JetStream cannot forget {subject}: {cause}"))),
    }
}

/// The consumer of a tournament's jobs: a job that is not done when its lease is over goes to somebody else.
pub(super) fn offer(client: &Client, subjects: &Subjects, lease: Duration) -> Result<(), NatsError> {
    let name = subjects.consumer();
    let ask = json!({"stream_name": JOBS, "config": {
        "durable_name": name, "ack_policy": "explicit", "ack_wait": nanos(lease), "filter_subject": subjects.jobs(),
        "deliver_policy": "all", "max_ack_pending": 10_000, "max_waiting": 2048,
    }});
    must(client, &format!("CONSUMER.DURABLE.CREATE.{JOBS}.{name}"), &ask).map(|_| ())
}

/// Takes back the consumer of a tournament's jobs.
pub(super) fn close(client: &Client, subjects: &Subjects) -> Result<(), NatsError> {
    match api(client, &format!("CONSUMER.DELETE.{JOBS}.{}", subjects.consumer()), &Value::Null)? {
        Ok(_) | Err((NO_CONSUMER | NO_STREAM, _)) => Ok(()),
        Err((_, cause)) => Err(NatsError(format!("JetStream cannot end a consumer: {cause}"))),
    }
}

/// How many jobs wait, and how many are being done.
pub(super) fn pending(client: &Client, subjects: &Subjects) -> Result<(u64, u64), NatsError> {
    let info = must(client, &format!("CONSUMER.INFO.{JOBS}.{}", subjects.consumer()), &Value::Null)?;
    let number = |key: &str| info[key].as_u64().unwrap_or(0);
    Ok((number("num_pending"), number("num_ack_pending")))
}

/// Stores a message and waits until that is certain. A message with an id that came within two minutes is not stored again.
pub(super) fn store(
    client: &Client,
    subject: &str,
    id: Option<&str>,
    payload: &[u8],
) -> Result<(), NatsError> {
    let answer = client.request(subject, id, payload)?;
    let cannot = |cause: &str| NatsError(format!("JetStream did not store a message for {subject}: {cause}"));
    if answer.status.is_some() {
        return Err(cannot("no stream takes it"));
    }
    let answer: Value = serde_json::from_slice(&answer.payload).map_err(|e| cannot(&e.to_string()))?;
    match &answer["error"]["description"] {
        Value::Null => Ok(()),
        cause => Err(cannot(cause.as_str().unwrap_or("no reason given"))),
    }
}

/// The tournaments that are announced.
pub(super) fn plans(client: &Client) -> Result<Vec<Subjects>, NatsError> {
    let ask = json!({"subjects_filter": "partie.plans.>"});
    match api(client, &format!("STREAM.INFO.{RESULTS}"), &ask)? {
        Ok(info) => {
            let subjects = info["state"]["subjects"].as_object();
            let mut found: Vec<Subjects> = subjects
                .into_iter()
                .flatten()
                .filter_map(|(subject, _)| Subjects::of_plan(subject))
                .collect();
            found.sort();
            Ok(found)
        }
        Err((NO_STREAM, _)) => Ok(Vec::new()),
        Err((_, cause)) => Err(NatsError(format!("JetStream cannot list tournaments: {cause}"))),
    }
}

/// The last message of a subject; `None` if there is none.
pub(super) fn last(client: &Client, subject: &str) -> Result<Option<Vec<u8>>, NatsError> {
    let answer = client.request(&format!("$JS.API.DIRECT.GET.{RESULTS}.{subject}"), None, b"")?;
    Ok(answer.status.is_none().then_some(answer.payload))
}

/// Asks for a job; it comes to the inbox that is returned, or a status does when none came in time.
pub(super) fn pull(
    client: &Client,
    subjects: &Subjects,
    wait: Option<Duration>,
) -> Result<String, NatsError> {
    let inbox = client.inbox();
    let ask = match wait {
        Some(wait) => json!({"batch": 1, "expires": nanos(wait)}),
        None => json!({"batch": 1, "no_wait": true}),
    };
    let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{}", subjects.consumer());
    client.writer().publish(&subject, Some(&inbox), None, ask.to_string().as_bytes())?;
    Ok(inbox)
}

/// Reads the results of a tournament in order, from the first on. Where the connection was lost it is made anew and goes on
/// after the last message seen.
pub(super) struct Reading {
    consumer: String,
    inbox: String,
    /// Messages that the server still owes the question under way.
    owed: usize,
    /// The place of the last message in its stream.
    pub(super) seen: u64,
}

/// Results asked for at once.
const BATCH: usize = 128;

impl Reading {
    /// Begins to read after a place.
    pub(super) fn after(client: &Client, subjects: &Subjects, seen: u64) -> Result<Reading, NatsError> {
        let ask = json!({"stream_name": RESULTS, "config": {
            "ack_policy": "none", "filter_subject": subjects.results(), "deliver_policy": "by_start_sequence",
            "opt_start_seq": seen + 1, "inactive_threshold": nanos(IDLE), "mem_storage": true,
        }});
        let made = must(client, &format!("CONSUMER.CREATE.{RESULTS}"), &ask)?;
        let consumer = made["name"].as_str().unwrap_or("").to_string();
        Ok(Reading { consumer, inbox: String::new(), owed: 0, seen })
    }

    /// The next result, if one comes in time.
    pub(super) fn next(&mut self, client: &Client, within: Duration) -> Result<Option<Vec<u8>>, NatsError> {
        if self.owed == 0 {
            self.inbox = client.inbox();
            let ask = json!({"batch": BATCH, "expires": nanos(Duration::from_secs(20))});
            let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{RESULTS}.{}", self.consumer);
            client.writer().publish(&subject, Some(&self.inbox), None, ask.to_string().as_bytes())?;
            self.owed = BATCH;
        }
        match client.next(within)? {
            None => Ok(None),
            // Messages keep their own subject; what tells them is the place in their reply.
            Some(message) => match place(&message) {
                Some((stream, seen)) if stream == RESULTS => {
                    self.owed = self.owed.saturating_sub(1);
                    let new = seen > self.seen;
                    self.seen = self.seen.max(seen);
                    Ok(new.then_some(message.payload))
                }
                _ => {
                    // The question is over (408), or its consumer is gone (409, 503): the next one is asked anew.
                    if message.subject == self.inbox && message.status.is_some() {
                        self.owed = 0;
                        if matches!(message.status, Some(409 | 503)) {
                            return Err(NatsError("JetStream has ended the reading of results".into()));
                        }
                    }
                    Ok(None)
                }
            },
        }
    }
}

/// The stream of a delivered message and its place there, from `$JS.ACK.STREAM.CONSUMER.TIMES.PLACE.…`.
fn place(message: &Message) -> Option<(&str, u64)> {
    let words: Vec<&str> = message.reply.as_deref()?.strip_prefix("$JS.ACK.")?.split('.').collect();
    // Newer servers put a domain and an account before the stream.
    let at = if words.len() >= 9 { 2 } else { 0 };
    Some((*words.get(at)?, words.get(at + 3)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_message_is_read_from_both_forms_of_its_reply() {
        let message = |reply: &str| Message {
            subject: String::new(),
            reply: Some(reply.to_string()),
            status: None,
            payload: Vec::new(),
        };
        assert_eq!(place(&message("$JS.ACK.S.C.1.42.7.1700000000.3")), Some(("S", 42)));
        assert_eq!(place(&message("$JS.ACK._.hash.S.C.1.42.7.1700000000.3")), Some(("S", 42)));
        assert_eq!(place(&message("$JS.ACK.S.C")), None);
        assert_eq!(place(&message("elsewhere")), None);
    }

    #[test]
    fn a_plan_tells_its_version_and_tournament() {
        let wanted = Subjects { version: "v1".into(), tournament: "t2".into() };
        assert_eq!(Subjects::of_plan(&wanted.plan()), Some(wanted));
        assert_eq!(Subjects::of_plan("partie.plans.x"), None);
    }
}
