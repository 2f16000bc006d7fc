//! A server of its own for each test, and a small client for it: plain HTTP and a socket whose raw frames are kept.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, House, Limits, Rate, Server, Shelf};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Longer than any answer takes; a test that waits for it has failed.
pub(crate) const LONG: Duration = Duration::from_secs(60);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder of its own that goes when it is dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        let name = format!("partie-{}-{}", std::process::id(), FOLDERS.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Bounds that many test clients of one address do not meet.
pub(crate) fn generous() -> Limits {
    let rate = Rate { burst: 1e9, refill: 1e9 };
    Limits {
        requests: rate,
        logins: rate,
        accounts: rate,
        guests: rate,
        messages: rate,
        pages_each: 10_000,
        connections: 10_000,
        connections_each: 10_000,
        ..Limits::default()
    }
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) database: PathBuf,
    /// Kept so that the folder lives as long as the server.
    _folder: Folder,
    stop: Option<oneshot::Sender<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
    }
}

pub(crate) async fn serve() -> Running {
    serve_with(Arc::new(Shelf::new(Vec::new(), Vec::new())), generous()).await
}

pub(crate) async fn serve_with(house: Arc<dyn House>, limits: Limits) -> Running {
    serve_policy(house, limits, Config::default().policy).await
}

pub(crate) async fn serve_policy(house: Arc<dyn House>, limits: Limits, policy: game::Policy) -> Running {
    let folder = Folder::new();
    let database = folder.0.join("test.db");
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.clone(),
        seed: Some(1),
        policy,
        limits,
        ..Config::default()
    };
    let server = Server::bind(config, house).await.unwrap();
    let address = server.address;
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(server.run(async move { drop(stopped.await) }));
    Running { address, database, _folder: folder, stop: Some(stop) }
}

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// Somebody with a cookie.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Guest {
    pub(crate) async fn new(address: SocketAddr) -> Guest {
        let mut guest = Guest { address, cookie: String::new() };
        let answer = guest.http("GET", "/api/me", "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        guest.take_cookie(&answer);
        guest
    }

    pub(crate) fn take_cookie(&mut self, answer: &Answer) {
        let line = answer.head.lines().find(|l| l.to_lowercase().starts_with("set-cookie:")).unwrap();
        self.cookie = line.split_once(':').unwrap().1.split(';').next().unwrap().trim().to_string();
    }

    pub(crate) async fn http(&self, method: &str, path: &str, body: &str) -> Answer {
        self.http_with(method, path, body, "").await
    }

    pub(crate) async fn http_with(&self, method: &str, path: &str, body: &str, headers: &str) -> Answer {
        let kind = if body.starts_with('{') { "application/json" } else { "text/plain" };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\
             connection: close\r\n{headers}\r\n{body}",
            self.address,
            self.cookie,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses the body may close before all of it is written.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("an answer in time");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    /// Opens a table; panics if the server refuses.
    pub(crate) async fn table(&self, wish: Value) -> String {
        let answer = self.http("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_string()
    }

    pub(crate) async fn join(&self, table: &str, invite: Option<&str>) -> Page {
        let query = invite.map_or(String::new(), |i| format!("?invite={i}"));
        let url = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Page { socket, next: 1, raw: Vec::new(), state: Value::Null }
    }
}

/// A page at a table.
pub(crate) struct Page {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    /// Every frame that came, as it came.
    pub(crate) raw: Vec<String>,
    /// The latest state.
    pub(crate) state: Value,
}

impl Page {
    /// The next frame; null when the socket is closed.
    pub(crate) async fn frame(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(LONG, self.socket.next()).await.expect("a frame in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.raw.push(text.to_string());
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["type"] == "state" {
                        self.state = value.clone();
                    }
                    return value;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until a state satisfies `wanted`.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if self.state != Value::Null && wanted(&self.state) {
            return self.state.clone();
        }
        loop {
            let frame = self.frame().await;
            assert_ne!(frame, Value::Null, "the socket was closed");
            if frame["type"] == "state" && wanted(&frame) {
                return frame;
            }
        }
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    /// Asks and waits for the answer; states on the way are noticed.
    pub(crate) async fn ask(&mut self, ask: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "id": id, "ask": ask }).to_string()).await;
        loop {
            let frame = self.frame().await;
            if frame == Value::Null || frame["re"] == id {
                return frame;
            }
        }
    }

    pub(crate) fn made(&self) -> usize {
        self.state["play"]["made"].as_u64().unwrap_or(0) as usize
    }

    pub(crate) fn offers(&self) -> Vec<String> {
        let list = self.state["offers"].as_array().cloned().unwrap_or_default();
        list.iter().map(|o| o["text"].as_str().unwrap().to_string()).collect()
    }

    pub(crate) async fn play(&mut self, text: &str) -> Value {
        let made = self.made();
        self.ask(json!({ "do": "play", "made": made, "text": text })).await
    }
}

/// A seat for a person at this device.
pub(crate) fn person(name: &str) -> Value {
    json!({ "kind": "person", "name": name })
}

/// A seat for somebody invited.
pub(crate) fn open() -> Value {
    json!({ "kind": "open" })
}

/// A seat for a computer player.
pub(crate) fn computer(agent: &str) -> Value {
    json!({ "kind": "computer", "agent": agent })
}

/// Settings without delays.
pub(crate) fn quick() -> Value {
    json!({ "delay": 0, "think": 50 })
}

/// A roster of one agent, for a game of one player.
pub(crate) fn roster<G: game::Observe + 'static>(
    name: &'static str,
    make: fn() -> Box<dyn game::Agent<G>>,
) -> std::sync::Arc<game::Roster<G>> {
    let said = game::words(name, name, name);
    let suits = game::Suits { players: (1, 1), hidden: false, perfect: true, chance: false };
    let mut roster = game::Roster::new(name);
    roster.add(game::AgentInfo { name, title: said, help: said, parameters: &[], suits }, move |_, _, _| {
        Ok(make())
    });
    std::sync::Arc::new(roster)
}
