//! The socket of one page at one table: reads requests, sends frames. Whatever comes in is bounded in size and number;
//! what is not understood gets an error object and changes nothing.

use crate::app::App;
use crate::limits::Bucket;
use crate::protocol::{Code, Frame, Request, language};
use crate::room::{Fault, Room};
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};

/// Frames a page may be behind before it is let go.
const BACKLOG: usize = 64;
/// Malformed or too frequent messages before the socket is closed.
const PATIENCE: u32 = 50;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// How a table reaches a page.
pub(crate) struct Line {
    frames: mpsc::Sender<String>,
    leave: Arc<Notify>,
}

impl Line {
    /// Sends a frame; a page that does not keep up is let go, and will come back for the whole state. Returns whether the
    /// page is still there.
    pub(crate) fn send(&self, frame: &Frame) -> bool {
        let text = serde_json::to_string(frame).unwrap_or_default();
        let sent = self.frames.try_send(text).is_ok();
        if !sent {
            self.leave.notify_one();
        }
        sent
    }
}

/// Who opened a socket and where.
pub(crate) struct Visit {
    pub(crate) person: i64,
    pub(crate) invite: Option<String>,
    pub(crate) lang: String,
}

/// Serves a page until it goes.
pub(crate) async fn serve(app: Arc<App>, room: Arc<Room>, visit: Visit, socket: WebSocket) {
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    app.metrics.pages.add(1);
    let (frames, queue) = mpsc::channel(BACKLOG);
    let (sink, stream) = socket.split();
    let writer = tokio::spawn(write(Arc::clone(&app), sink, queue));
    let leave = Arc::new(Notify::new());
    let line = Line { frames: frames.clone(), leave: Arc::clone(&leave) };
    let joined = room.join(id, visit.person, visit.invite, language(&visit.lang), line).await;
    match joined {
        Ok(()) => {
            tokio::select! {
                () = read(&app, &room, id, stream, &frames) => {}
                () = leave.notified() => {}
            }
            room.part(id).await;
        }
        Err(fault) => answer(&app, &frames, &fault.frame(None)).await,
    }
    drop(frames);
    let _ = writer.await;
    app.metrics.pages.add(-1);
}

async fn answer(app: &App, frames: &mpsc::Sender<String>, frame: &Frame) {
    if matches!(frame, Frame::Error { .. }) {
        app.metrics.faults.add(1);
    }
    let text = serde_json::to_string(frame).unwrap_or_default();
    let _ = frames.send(text).await;
}

/// Sends frames and, now and then, a ping, until nobody can send frames any more.
async fn write(app: Arc<App>, mut sink: SplitSink<WebSocket, Message>, mut queue: mpsc::Receiver<String>) {
    let pause = Duration::from_secs((app.config.limits.silence / 3).max(1));
    // At fixed times, also while frames flow: a spectator has nothing to say but the answer to a ping.
    let mut pings = tokio::time::interval(pause);
    loop {
        let message = tokio::select! {
            text = queue.recv() => match text {
                Some(text) => Message::Text(text.into()),
                None => break,
            },
            _ = pings.tick() => Message::Ping(Vec::new().into()),
        };
        app.metrics.frames.add(1);
        // A peer that does not read must not hold this task for ever.
        match tokio::time::timeout(pause, sink.send(message)).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
    let goodbye = CloseFrame { code: 1001, reason: "goodbye".into() };
    let _ = tokio::time::timeout(pause, sink.send(Message::Close(Some(goodbye)))).await;
}

async fn read(
    app: &Arc<App>,
    room: &Arc<Room>,
    id: u64,
    mut stream: SplitStream<WebSocket>,
    frames: &mpsc::Sender<String>,
) {
    let limits = app.config.limits;
    let silence = Duration::from_secs(limits.silence.max(1));
    let mut bucket = Bucket::new(limits.messages, Instant::now());
    let mut nonsense = 0;
    let mut stop = app.stop.subscribe();
    loop {
        let message = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            message = tokio::time::timeout(silence, stream.next()) => message,
        };
        let Ok(Some(Ok(message))) = message else { return };
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return,
            Message::Binary(_) => {
                nonsense += 1;
                let fault = Fault::new(Code::Malformed, "messages are text");
                answer(app, frames, &fault.frame(None)).await;
                if nonsense > PATIENCE {
                    return;
                }
                continue;
            }
        };
        app.metrics.messages.add(1);
        let frame = if bucket.take(Instant::now()) {
            respond(app, room, id, &text, &mut nonsense).await
        } else {
            nonsense += 1;
            app.metrics.limited.add(1);
            Fault::new(Code::TooFast, "too many messages; slow down").frame(number_of(&text))
        };
        answer(app, frames, &frame).await;
        if nonsense > PATIENCE {
            return;
        }
    }
}

async fn respond(app: &App, room: &Arc<Room>, id: u64, text: &str, nonsense: &mut u32) -> Frame {
    if text.len() > app.config.limits.message_bytes {
        *nonsense += 1;
        return Fault::new(Code::Malformed, "the message is too long").frame(None);
    }
    match serde_json::from_str::<Request>(text) {
        Ok(request) => room.ask(id, request.id, request.ask).await,
        Err(error) => {
            *nonsense += 1;
            Fault::new(Code::Malformed, format!("not understood: {error}")).frame(number_of(text))
        }
    }
}

/// The number of a request that was not understood, where one can be read.
fn number_of(text: &str) -> Option<u32> {
    if text.len() > 1024 {
        return None;
    }
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_u64().and_then(|n| u32::try_from(n).ok())
}
