//! The socket of one page at one table: reads requests, sends frames. All input is bounded in size and number;
//! what is not understood gets an error object and changes nothing.

use crate::app::App;
use crate::limits::Bucket;
use crate::protocol::{Code, Frame, Request, language};
use crate::room::{Fault, Room};
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast, mpsc};

/// Frames a page may be behind before it is let go.
const BACKLOG: usize = 64;
/// Bytes of frames a page may be behind.
const BACKLOG_BYTES: usize = 512 * 1024;
/// Bytes all pages together may be behind; beyond them only pages that read get more.
const ALL_BACKLOGS: usize = 64 * 1024 * 1024;

/// What waits to be written to pages, in bytes, all together.
static QUEUED: AtomicUsize = AtomicUsize::new(0);
/// Malformed or too frequent messages before the socket is closed.
const PATIENCE: u32 = 50;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// A frame on its way to a page; what it weighs is off the scales when it is dropped.
struct Parcel {
    text: String,
    queued: Arc<AtomicUsize>,
}

impl Parcel {
    fn taken(&mut self) -> String {
        self.weigh_off();
        std::mem::take(&mut self.text)
    }

    fn weigh_off(&self) {
        self.queued.fetch_sub(self.text.len(), Ordering::Relaxed);
        QUEUED.fetch_sub(self.text.len(), Ordering::Relaxed);
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        self.weigh_off();
    }
}

/// How a table reaches a page.
pub(crate) struct Line {
    frames: mpsc::Sender<Parcel>,
    /// Bytes not written yet.
    queued: Arc<AtomicUsize>,
    leave: Arc<Notify>,
}

impl Line {
    /// Sends a frame; a page that does not keep up is let go, and will come back for the whole state. Returns whether the
    /// page is still there.
    pub(crate) fn send(&self, frame: &Frame) -> bool {
        let text = serde_json::to_string(frame).unwrap_or_default();
        let sent = self.room_for(text.len()) && self.frames.try_send(self.parcel(text)).is_ok();
        if !sent {
            self.leave.notify_one();
        }
        sent
    }

    /// A page that has read everything may be sent anything; one that is behind, only so much.
    fn room_for(&self, bytes: usize) -> bool {
        let queued = self.queued.load(Ordering::Relaxed);
        let all = QUEUED.load(Ordering::Relaxed);
        queued == 0 || (queued + bytes <= BACKLOG_BYTES && all + bytes <= ALL_BACKLOGS)
    }

    fn parcel(&self, text: String) -> Parcel {
        self.queued.fetch_add(text.len(), Ordering::Relaxed);
        QUEUED.fetch_add(text.len(), Ordering::Relaxed);
        Parcel { text, queued: Arc::clone(&self.queued) }
    }

    /// Answers a request; waits until there is room.
    async fn answer(&self, app: &App, frame: &Frame) {
        if matches!(frame, Frame::Error { .. }) {
            app.metrics.faults.add(1);
        }
        let text = serde_json::to_string(frame).unwrap_or_default();
        let _ = self.frames.send(self.parcel(text)).await;
    }

    /// Lets the page go once it has what was sent.
    pub(crate) fn end(&self) {
        self.leave.notify_one();
    }
}

/// Who opened a socket and where.
pub(crate) struct Visit {
    pub(crate) person: i64,
    /// What is kept of the token of the session.
    pub(crate) session: Vec<u8>,
    pub(crate) invite: Option<String>,
    pub(crate) lang: String,
}

/// One of the pages of a person; counted until dropped.
pub(crate) struct Page {
    app: Arc<App>,
    person: i64,
}

impl Page {
    /// A page more, unless there are too many.
    pub(crate) fn open(app: &Arc<App>, person: i64) -> Option<Page> {
        let limits = app.config.limits;
        let mut pages = app.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = pages.get(&person).copied().unwrap_or(0);
        let all = usize::try_from(app.metrics.pages.value()).unwrap_or(0);
        if theirs >= limits.pages_each || all >= limits.pages {
            return None;
        }
        pages.insert(person, theirs + 1);
        app.metrics.pages.add(1);
        Some(Page { app: Arc::clone(app), person })
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let mut pages = self.app.pages.lock().unwrap_or_else(PoisonError::into_inner);
        match pages.get_mut(&self.person) {
            Some(theirs) if *theirs > 1 => *theirs -= 1,
            _ => drop(pages.remove(&self.person)),
        }
        self.app.metrics.pages.add(-1);
    }
}

/// Waits until a session ends.
async fn session_end(mut ended: broadcast::Receiver<Vec<u8>>, session: &[u8]) {
    // A page that missed an announcement is closed, too, and reconnects if the cookie is still good.
    while ended.recv().await.is_ok_and(|other| other != session) {}
}

/// Serves a page until it goes.
pub(crate) async fn serve(page: Page, room: Arc<Room>, visit: Visit, socket: WebSocket) {
    let app = Arc::clone(&page.app);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let ended = app.ended.subscribe();
    let (frames, queue) = mpsc::channel(BACKLOG);
    let (sink, stream) = socket.split();
    let writer = tokio::spawn(write(Arc::clone(&app), sink, queue));
    let leave = Arc::new(Notify::new());
    let queued = Arc::new(AtomicUsize::new(0));
    let mine = Line { frames: frames.clone(), queued: Arc::clone(&queued), leave: Arc::clone(&leave) };
    let line = Line { frames, queued, leave: Arc::clone(&leave) };
    // The session may have ended between the request and here.
    let (store, session) = (Arc::clone(&app), visit.session.clone());
    let known = tokio::task::spawn_blocking(move || store.store.holds_session(&session)).await;
    if matches!(known, Ok(Ok(true))) {
        let joined = room.join(id, visit.person, visit.invite, language(&visit.lang), line).await;
        match joined {
            Ok(()) => {
                tokio::select! {
                    () = read(&app, &room, id, stream, &mine) => {}
                    () = leave.notified() => {}
                    () = session_end(ended, &visit.session) => {}
                }
                room.part(id).await;
            }
            Err(fault) => mine.answer(&app, &fault.frame(None)).await,
        }
    } else {
        drop(line);
    }
    drop(mine);
    let _ = writer.await;
    drop(page);
}

/// Sends frames and, now and then, a ping, until nobody can send frames any more.
async fn write(app: Arc<App>, mut sink: SplitSink<WebSocket, Message>, mut queue: mpsc::Receiver<Parcel>) {
    let pause = Duration::from_secs((app.config.limits.silence / 3).max(1));
    // At fixed times, also while frames flow: a spectator has nothing to say but the answer to a ping.
    let mut pings = tokio::time::interval(pause);
    loop {
        let message = tokio::select! {
            parcel = queue.recv() => match parcel {
                // Off the scales: what is being written is bounded by the time it may take.
                Some(mut parcel) => Message::Text(parcel.taken().into()),
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

async fn read(app: &Arc<App>, room: &Arc<Room>, id: u64, mut stream: SplitStream<WebSocket>, line: &Line) {
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
                line.answer(app, &fault.frame(None)).await;
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
        line.answer(app, &frame).await;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_let_go_before_much_waits_for_it() {
        let (frames, mut queue) = mpsc::channel(BACKLOG);
        let leave = Arc::new(Notify::new());
        let line = Line { frames, queued: Arc::new(AtomicUsize::new(0)), leave };
        let frame = Fault::new(Code::Broken, "x".repeat(100_000)).frame(None);
        let taken = (0..50).filter(|_| line.send(&frame)).count();
        assert_eq!(taken, BACKLOG_BYTES / 100_000);
        assert!(line.queued.load(Ordering::Relaxed) <= BACKLOG_BYTES);
        // What was read is off the scales, and so is what was thrown away.
        while let Ok(mut parcel) = queue.try_recv() {
            assert!(parcel.taken().len() > 100_000);
        }
        assert_eq!(line.queued.load(Ordering::Relaxed), 0);
        assert!(line.send(&frame));
        let queued = Arc::clone(&line.queued);
        drop(queue);
        drop(line);
        assert_eq!(queued.load(Ordering::Relaxed), 0);
    }
}
