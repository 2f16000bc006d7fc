//! A client of NATS: the line protocol over one TCP connection, written with nothing but the standard library. The usual client
//! for Rust is asynchronous and brings TLS, signatures and an HTTP stack along; what a tournament needs of it is this
//! file. A thread reads, so that the server's questions whether somebody is there are answered while a play goes on.

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long connecting and a question to the server may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The longest control line, and the largest message, that is read.
const LONGEST_LINE: u64 = 64 << 10;
const LARGEST: usize = 64 << 20;
/// The port of NATS.
const PORT: u16 = 4222;

/// What went wrong with the connection. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NatsError(pub(super) String);

impl fmt::Display for NatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NatsError {}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub(super) subject: String,
    pub(super) reply: Option<String>,
    /// The status of a message that is none, such as "no messages".
    pub(super) status: Option<u16>,
    pub(super) payload: Vec<u8>,
}

/// A connection.
pub(super) struct Client {
    writer: Writer,
    messages: Receiver<Result<Message, String>>,
    /// Answers come to subjects below this one.
    inbox: String,
    next: Cell<u64>,
    /// Subscriptions so far; the first is that of answers.
    subscriptions: Cell<u64>,
    /// Messages that came while an answer was waited for.
    early: RefCell<VecDeque<Message>>,
    /// The largest message that the server takes.
    pub(super) most: usize,
}

/// The writing half of a connection, which threads may share.
#[derive(Clone)]
pub(super) struct Writer(Arc<Mutex<TcpStream>>);

/// Where a server is and how to log in to it.
#[derive(PartialEq, Eq, Debug)]
struct Address {
    host: String,
    port: u16,
    login: Option<(String, Option<String>)>,
}

/// Reads `nats://[user:password@|token@]host[:port]`; the scheme may be left out.
fn address(url: &str) -> Result<Address, NatsError> {
    let wrong = |cause: &str| NatsError(format!("'{url}' is not an address of a NATS server: {cause}"));
    let rest = match url.split_once("://") {
        Some(("nats", rest)) => rest,
        Some(("tls", _)) => {
            return Err(wrong("encrypted connections are not spoken here; lead them through a tunnel"));
        }
        Some((scheme, _)) => return Err(wrong(&format!("it begins with {scheme}:// instead of nats://"))),
        None => url,
    };
    let (login, place) = match rest.trim_end_matches('/').rsplit_once('@') {
        Some((login, place)) => (Some(login), place),
        None => (None, rest.trim_end_matches('/')),
    };
    let (host, port) = match place.rsplit_once(':') {
        // The colons of a bare IPv6 address do not begin a port.
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            (host, port.parse().map_err(|_| wrong(&format!("'{port}' is not a port")))?)
        }
        _ => (place, PORT),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() {
        return Err(wrong("it names no machine"));
    }
    let login = login.map(|login| match login.split_once(':') {
        Some((user, password)) => (user.to_string(), Some(password.to_string())),
        None => (login.to_string(), None),
    });
    Ok(Address { host: host.to_string(), port, login })
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// The address is none, nobody answers there, or the server refuses.
    pub(super) fn connect(url: &str) -> Result<Client, NatsError> {
        let Address { host, port, login } = address(url)?;
        let at =
            |error: &dyn fmt::Display| NatsError(format!("no NATS server answers at {host}:{port}: {error}"));
        let mut stream = None;
        let mut last = "the name has no address".to_string();
        for place in (host.as_str(), port).to_socket_addrs().map_err(|e| at(&e))? {
            match TcpStream::connect_timeout(&place, PATIENCE) {
                Ok(open) => {
                    stream = Some(open);
                    break;
                }
                Err(error) => last = error.to_string(),
            }
        }
        let stream = stream.ok_or_else(|| at(&last))?;
        stream.set_nodelay(true).map_err(|e| at(&e))?;
        // Nobody who does not greet holds us up; afterwards silence is not a fault.
        stream.set_read_timeout(Some(PATIENCE)).map_err(|e| at(&e))?;
        stream.set_write_timeout(Some(PATIENCE)).map_err(|e| at(&e))?;
        let mut reader = BufReader::new(stream.try_clone().map_err(|e| at(&e))?);
        let greeting = line(&mut reader).map_err(|e| at(&e))?;
        let info: Value = greeting
            .strip_prefix("INFO ")
            .and_then(|text| serde_json::from_str(text).ok())
            .ok_or_else(|| at(&"it does not greet as NATS does"))?;
        if info["tls_required"] == true {
            return Err(at(
                &"it wants an encrypted connection, which is not spoken here; lead it through a tunnel",
            ));
        }
        let mut hello = json!({
            "verbose": false, "pedantic": false, "lang": "rust", "version": env!("CARGO_PKG_VERSION"), "name": "partie",
            "protocol": 1, "headers": true, "no_responders": true,
        });
        match login {
            Some((user, Some(password))) => {
                hello["user"] = user.into();
                hello["pass"] = password.into();
            }
            Some((token, None)) => hello["auth_token"] = token.into(),
            None => {}
        }
        let writer = Writer(Arc::new(Mutex::new(stream)));
        writer.write(format!("CONNECT {hello}\r\nPING\r\n").as_bytes())?;
        loop {
            let text = line(&mut reader).map_err(|e| at(&e))?;
            match text.split_once(' ').map_or(text.as_str(), |(word, _)| word) {
                "PONG" => break,
                "-ERR" => return Err(at(&format!("it refuses: {}", text[4..].trim()))),
                _ => {}
            }
        }
        writer.stream().set_read_timeout(None).map_err(|e| at(&e))?;
        let (send, messages) = channel();
        let answers = writer.clone();
        std::thread::spawn(move || read(reader, &answers, &send));
        let inbox = format!("_INBOX.{:032x}", random());
        writer.write(format!("SUB {inbox}.> 1\r\n").as_bytes())?;
        let most = info["max_payload"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(1 << 20);
        Ok(Client {
            writer,
            messages,
            inbox,
            next: Cell::new(0),
            subscriptions: Cell::new(1),
            early: RefCell::default(),
            most,
        })
    }

    /// The writing half.
    pub(super) fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Hears messages of a subject besides answers.
    pub(super) fn subscribe(&self, subject: &str) -> Result<(), NatsError> {
        self.subscribe_in(subject, "")
    }

    /// The same as one of a group, of which one hears each message; alone without a name.
    pub(super) fn subscribe_in(&self, subject: &str, group: &str) -> Result<(), NatsError> {
        self.subscriptions.set(self.subscriptions.get() + 1);
        let number = self.subscriptions.get();
        let group = if group.is_empty() { String::new() } else { format!(" {group}") };
        self.writer.write(format!("SUB {subject}{group} {number}\r\n").as_bytes())
    }

    /// A subject for answers that nobody else has.
    pub(super) fn inbox(&self) -> String {
        self.next.set(self.next.get() + 1);
        format!("{}.{}", self.inbox, self.next.get())
    }

    /// The next message, if one comes in time.
    pub(super) fn next(&self, within: Duration) -> Result<Option<Message>, NatsError> {
        let early = self.early.borrow_mut().pop_front();
        early.map_or_else(|| self.receive(within), |message| Ok(Some(message)))
    }

    fn receive(&self, within: Duration) -> Result<Option<Message>, NatsError> {
        match self.messages.recv_timeout(within) {
            Ok(Ok(message)) => Ok(Some(message)),
            Ok(Err(cause)) => Err(NatsError(cause)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(NatsError("the connection to NATS was lost".into())),
        }
    }

    /// Asks and waits for the answer. Other messages that come meanwhile are kept for [`next`](Client::next).
    pub(super) fn request(
        &self,
        subject: &str,
        id: Option<&str>,
        payload: &[u8],
    ) -> Result<Message, NatsError> {
        let inbox = self.inbox();
        self.writer.publish(subject, Some(&inbox), id, payload)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.receive(left)? {
                Some(message) if message.subject == inbox => return Ok(message),
                Some(message) => self.early.borrow_mut().push_back(message),
                None => return Err(NatsError(format!("NATS did not answer a question to {subject}"))),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The reading thread ends with it.
        _ = self.writer.stream().shutdown(Shutdown::Both);
    }
}

impl Writer {
    fn stream(&self) -> std::sync::MutexGuard<'_, TcpStream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, bytes: &[u8]) -> Result<(), NatsError> {
        self.stream().write_all(bytes).map_err(|e| NatsError(format!("the connection to NATS was lost: {e}")))
    }

    /// Sends a message; `id` lets JetStream tell a message sent twice.
    pub(super) fn publish(
        &self,
        subject: &str,
        reply: Option<&str>,
        id: Option<&str>,
        payload: &[u8],
    ) -> Result<(), NatsError> {
        let reply = reply.map_or(String::new(), |reply| format!(" {reply}"));
        let mut bytes = match id {
            None => format!("PUB {subject}{reply} {}\r\n", payload.len()).into_bytes(),
            Some(id) => {
                let head = format!("NATS/1.0\r\nNats-Msg-Id: {id}\r\n\r\n");
                let all = head.len() + payload.len();
                format!("HPUB {subject}{reply} {} {all}\r\n{head}", head.len()).into_bytes()
            }
        };
        bytes.extend_from_slice(payload);
        bytes.extend_from_slice(b"\r\n");
        self.write(&bytes)
    }
}

/// A number nobody else has, for names.
pub(super) fn random() -> u128 {
    use std::hash::{BuildHasher, Hasher};
    let half = || u128::from(std::collections::hash_map::RandomState::new().build_hasher().finish());
    half() << 64 | half()
}

/// A control line, within bounds.
fn line(reader: &mut impl BufRead) -> Result<String, String> {
    let mut bytes = Vec::new();
    let n = reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(|e| e.to_string())?;
    match n {
        0 => Err("the connection was closed".to_string()),
        _ if bytes.last() != Some(&b'\n') => Err("a line is too long or torn".to_string()),
        _ => Ok(String::from_utf8_lossy(&bytes).trim_end().to_string()),
    }
}

/// Reads until the connection ends; hands on messages and answers pings.
fn read(mut reader: BufReader<TcpStream>, writer: &Writer, send: &Sender<Result<Message, String>>) {
    loop {
        let message = match line(&mut reader) {
            Err(cause) => Err(format!("the connection to NATS was lost: {cause}")),
            Ok(text) => match text.split_once(' ').map_or((text.as_str(), ""), |(word, rest)| (word, rest)) {
                ("PING", _) => {
                    if writer.write(b"PONG\r\n").is_err() {
                        return;
                    }
                    continue;
                }
                ("MSG", rest) => body(&mut reader, rest, false),
                ("HMSG", rest) => body(&mut reader, rest, true),
                ("-ERR", rest) => Err(format!("NATS says {rest}")),
                _ => continue,
            },
        };
        let last = message.is_err();
        if send.send(message).is_err() || last {
            return;
        }
    }
}

/// The rest of a message whose control line says `subject sid [reply] [head] size`.
fn body(reader: &mut impl Read, line: &str, headed: bool) -> Result<Message, String> {
    let broken = || format!("NATS sent a line that is none: {line}");
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let sizes = if headed { 2 } else { 1 };
    if words.len() != 2 + sizes && words.len() != 3 + sizes {
        return Err(broken());
    }
    let size = |word: &str| word.parse::<usize>().ok().filter(|&n| n <= LARGEST).ok_or_else(broken);
    let all = size(words[words.len() - 1])?;
    let head = if headed { size(words[words.len() - 2])? } else { 0 };
    let mut payload = vec![0; all + 2];
    reader.read_exact(&mut payload).map_err(|e| format!("the connection to NATS was lost: {e}"))?;
    payload.truncate(all);
    let body = payload.split_off(head.min(all));
    // "NATS/1.0 404 No Messages"
    let status = String::from_utf8_lossy(&payload)
        .lines()
        .next()
        .and_then(|first| first.strip_prefix("NATS/1.0 ")?.split(' ').next()?.parse().ok());
    let reply = (words.len() == 3 + sizes).then(|| words[2].to_string());
    Ok(Message { subject: words[0].to_string(), reply, status, payload: body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_all_their_parts() {
        let of = |url: &str| address(url).unwrap();
        let plain = |host: &str, port| Address { host: host.into(), port, login: None };
        assert_eq!(of("nats://example.org"), plain("example.org", 4222));
        assert_eq!(of("10.0.0.1:99"), plain("10.0.0.1", 99));
        assert_eq!(of("nats://[::1]:7/"), plain("::1", 7));
        let user = ("u".to_string(), Some("p@q".to_string()));
        assert_eq!(of("nats://u:p@q@h"), Address { host: "h".into(), port: 4222, login: Some(user) });
        assert_eq!(of("nats://secret@h:1").login, Some(("secret".to_string(), None)));
        for (url, cause) in [
            ("nats://", "names no machine"),
            ("http://h", "begins with http"),
            ("tls://h", "encrypted"),
            ("h:x", "not a port"),
        ] {
            let told = address(url).unwrap_err().to_string();
            assert!(told.contains(cause), "{told}");
        }
    }

    #[test]
    fn messages_are_read_and_broken_ones_are_errors() {
        let read = |line: &str, bytes: &[u8], headed| body(&mut &bytes[..], line, headed);
        let plain = read("a.b 1 5", b"hello\r\n", false).unwrap();
        assert_eq!(
            (plain.subject.as_str(), plain.reply, plain.payload.as_slice()),
            ("a.b", None, &b"hello"[..])
        );
        let headed = read("a 1 back 26 28", b"NATS/1.0 404 No Messages\r\nxy\r\n", true).unwrap();
        assert_eq!((headed.status, headed.reply.as_deref()), (Some(404), Some("back")));
        assert_eq!(headed.payload, b"xy");
        for line in ["a 1", "a 1 x", "a 1 99999999999", "a 1 2 3 4 5 6", ""] {
            assert!(read(line, b"hello\r\n", false).is_err(), "{line}");
        }
        assert!(read("a 1 50", b"short", false).is_err());
    }
}
