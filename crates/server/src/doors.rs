//! Accepts connections and speaks HTTP over them. A connection that sends half a request, says nothing or does not read is
//! closed after a while; where all places are taken, the oldest connection makes room for a new one. Pages at tables are
//! sockets and no longer count, so a flood of connections does not push out people who play.

use crate::app::App;
use crate::limits::subscriber;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// How long a connection is used before it is closed at the end of a request.
const LIFETIME: Duration = Duration::from_secs(300);
/// How long its last request may take then.
const LAST: Duration = Duration::from_secs(30);
/// The largest head of a request.
const HEAD: usize = 32 * 1024;
/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(50);

/// The connections that are not sockets (yet), oldest first.
pub(crate) struct Doors {
    most: usize,
    most_each: usize,
    open: Mutex<BTreeMap<u64, Open>>,
}

struct Open {
    from: IpAddr,
    leave: Arc<Notify>,
}

/// A place among the connections, given back when dropped.
struct Inside {
    id: u64,
    doors: Arc<Doors>,
    leave: Arc<Notify>,
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.doors.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

impl Doors {
    fn new(most: usize, most_each: usize) -> Arc<Doors> {
        Arc::new(Doors { most: most.max(1), most_each: most_each.max(1), open: Mutex::new(BTreeMap::new()) })
    }

    /// Lets a connection in; where there are too many, the oldest leaves, of the same address first.
    fn enter(self: &Arc<Self>, from: IpAddr, id: u64) -> Inside {
        let leave = Arc::new(Notify::new());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let same: Vec<u64> = open.iter().filter(|(_, o)| o.from == from).map(|(&id, _)| id).collect();
        let oldest = if same.len() >= self.most_each {
            same.first().copied()
        } else if open.len() >= self.most {
            open.keys().next().copied()
        } else {
            None
        };
        if let Some(old) = oldest.and_then(|oldest| open.remove(&oldest)) {
            old.leave.notify_one();
        }
        open.insert(id, Open { from, leave: Arc::clone(&leave) });
        Inside { id, doors: Arc::clone(self), leave }
    }
}

/// The next connection. A move is a small message: it goes at once, without waiting for more to send.
async fn accept(listener: &TcpListener) -> std::io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept().await?;
    // A connection without it is slower, not broken.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer))
}

/// Serves until the server stops, then lets requests under way come to their end.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener, router: Router) {
    let limits = app.config.limits;
    // A proxy is one address for everybody.
    let each = if app.config.proxied { limits.connections } else { limits.connections_each };
    let doors = Doors::new(limits.connections, each);
    let mut stop = app.stop.subscribe();
    let busy = Arc::new(());
    for id in 0.. {
        let accepted = tokio::select! {
            accepted = accept(&listener) => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let inside = doors.enter(subscriber(peer.ip()), id);
        let (app, router, busy) = (Arc::clone(&app), router.clone(), Arc::clone(&busy));
        tokio::spawn(async move {
            let (leave, _busy) = (Arc::clone(&inside.leave), busy);
            tokio::select! {
                () = speak(&app, stream, peer, router) => {}
                () = leave.notified() => {}
            }
            drop(inside);
        });
    }
    drop(listener);
    while Arc::strong_count(&busy) > 1 || app.metrics.pages.value() > 0 {
        tokio::time::sleep(BREATH).await;
    }
}

/// Speaks HTTP over one connection until it ends or becomes a socket.
async fn speak(app: &App, stream: TcpStream, peer: SocketAddr, router: Router) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let head = Duration::from_secs(app.config.limits.head_seconds.max(1));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut stop = app.stop.subscribe();
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => {}
        () = tokio::time::sleep(LIFETIME) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(LAST, connection).await;
}

/// How many files (and so connections) the system lets this process have open.
pub(crate) fn open_files() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find(|line| line.starts_with("Max open files"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(doors: &Doors) -> Vec<u64> {
        doors.open.lock().unwrap().keys().copied().collect()
    }

    #[test]
    fn the_oldest_makes_room_and_of_a_crowd_the_oldest_of_the_crowd() {
        let doors = Doors::new(4, 2);
        let [a, b, c] = [1, 2, 3].map(|n| IpAddr::from([10, 0, 0, n]));
        let first = doors.enter(a, 0);
        let mut others = vec![doors.enter(b, 1), doors.enter(b, 2), doors.enter(b, 3)];
        assert_eq!(open(&doors), [0, 2, 3], "the third of one address pushes out its first");
        others.push(doors.enter(c, 4));
        others.push(doors.enter(c, 5));
        assert_eq!(open(&doors), [2, 3, 4, 5], "all places are taken: the oldest goes");
        drop(first);
        others.clear();
        assert!(open(&doors).is_empty());
    }

    #[tokio::test]
    async fn small_messages_are_sent_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (accepted, client) = tokio::join!(accept(&listener), TcpStream::connect(address));
        assert!(!client.unwrap().nodelay().unwrap(), "the system's own choice is to wait");
        assert!(accepted.unwrap().0.nodelay().unwrap());
    }

    #[test]
    fn the_system_says_how_many_files_may_be_open() {
        assert!(open_files().is_none_or(|n| n > 16));
    }
}
