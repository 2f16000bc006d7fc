//! Tables in the browser: any game of a [`House`] played alone, around one screen, or with friends over the network.
//! The only crate that knows HTTP, WebSocket and SQL.
//!
//! A table is event-sourced: a match is the list of what happened in it, each move is on the disk before anybody is told
//! of it, and after a crash every table is replayed from there. The server decides everything; a page is told what its
//! player may see and which moves that player may make, and asks for one of them. There are no rules in the pages and no
//! pages in the rules.
//!
//! Where to look: `protocol` is what travels over the socket, `room` a table, `room::eyes` the one place where frames
//! for people are made, `store` the database, `http` the routes, `tournaments` and `benches` what computer players do among
//! themselves.

mod app;
mod awake;
mod benches;
mod doors;
mod house;
mod http;
mod lessons;
mod limits;
mod metrics;
pub mod notice;
mod passwords;
pub mod protocol;
mod robot;
mod room;
mod shelf;
mod socket;
pub mod store;
mod thinkers;
mod tournaments;

pub use house::{BotInfo, Computer, GameInfo, House, HouseError, Mind, Setting, Text};
pub use lessons::shipped as shipped_lessons;
pub use limits::{Limits, Rate};
pub use robot::Robot;
pub use room::folded;
pub use shelf::Shelf;

use app::App;
use game::{Policy, Remedy};
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use utoipa::OpenApi;

/// How often folders are looked at and idle tables forgotten.
const SWEEP: Duration = Duration::from_secs(2);
/// How many descriptions are read at once: a slow one holds up one reader only.
const READERS: usize = 2;
/// How many threads may wait for the database or a game's rules at once; each keeps some memory once it was used.
const BLOCKING: usize = 64;
/// How long open requests may take after the signal to stop.
const FAREWELL: Duration = Duration::from_secs(5);

/// How to serve.
#[derive(Clone)]
pub struct Config {
    /// The address to listen at; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The database file.
    pub database: PathBuf,
    /// The address people use, if it is another one (behind a proxy).
    pub base_url: Option<String>,
    /// Folders of game descriptions.
    pub games: Vec<PathBuf>,
    /// Folders of descriptions of computer players.
    pub bots: Vec<PathBuf>,
    /// Folders of lessons.
    pub lessons: Vec<PathBuf>,
    /// How many computer players think at once.
    pub thinkers: usize,
    /// Whether a proxy stands before the server and tells the address of clients.
    pub proxied: bool,
    /// Whether everybody may read `/metrics`; otherwise only programs on the same machine.
    pub metrics: bool,
    /// Decides the chance of every table, in the order in which they are dealt: for tests and demonstrations, since
    /// a person who knows it knows all cards. Without it nobody can predict them.
    pub seed: Option<u64>,
    /// What is done about computer players that answer illegally, late or not at all.
    pub policy: Policy,
    /// Bounds.
    pub limits: Limits,
    /// The robot to show, if one plays beside the server. Its program decides when to stop: an interrupt stops the arm.
    pub robot: Option<Arc<dyn Robot>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            database: data_dir().join("partie.db"),
            base_url: None,
            games: vec![data_dir().join("games")],
            bots: vec![data_dir().join("bots")],
            lessons: vec![data_dir().join("lessons")],
            // One processor is left to the tables: a move of a person does not wait for a thought.
            thinkers: std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1)),
            proxied: false,
            metrics: false,
            seed: None,
            // People want to play on. The machine may be busy with other tables: a late answer is waited for.
            policy: Policy { remedy: Remedy::First, grace: Duration::from_secs(5) },
            limits: Limits::default(),
            robot: None,
        }
    }
}

/// The folder of the user's data.
fn data_dir() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).or_else(home);
    base.unwrap_or_default().join("partie")
}

/// Why the server did not start or had to stop.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// A server that listens.
pub struct Server {
    /// The address it listens at.
    pub address: SocketAddr,
    app: Arc<App>,
    listener: TcpListener,
}

impl Server {
    /// Opens the database and the address.
    ///
    /// # Errors
    /// Either cannot be opened.
    pub async fn bind(mut config: Config, house: Arc<dyn House>) -> Result<Server, ServeError> {
        if let Some(files) = doors::open_files() {
            // Half of what the system gives is for pages at tables, a quarter for everybody else, the rest for files.
            config.limits.pages = config.limits.pages.min(files / 2);
            config.limits.connections = config.limits.connections.min(files / 4);
        }
        let listen = config.listen;
        let app = tokio::task::spawn_blocking(move || App::new(config, house))
            .await
            .map_err(|e| ServeError(e.to_string()))?
            .map_err(|e| ServeError(e.to_string()))?;
        let cannot = |e: std::io::Error| ServeError(format!("cannot listen at {listen}: {e}"));
        let listener = TcpListener::bind(listen).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Server { address, app, listener })
    }

    /// Serves until `stop` is done, then lets open requests end and closes the database.
    ///
    /// # Errors
    /// The network failed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let app = self.app;
        tracing::info!(address = %self.address, database = %app.config.database.display(), "serving");
        let signal = app.stop.clone();
        let stopper = tokio::spawn(async move {
            stop.await;
            tracing::info!("stopping");
            signal.send_replace(true);
        });
        let mut helpers = vec![tokio::spawn(every(Arc::clone(&app), App::sweep))];
        helpers.extend((0..READERS).map(|_| tokio::spawn(every(Arc::clone(&app), App::refresh))));
        // What was interrupted goes on.
        tournaments::pump(&app);
        let mut stopping = app.stop.subscribe();
        let served = doors::serve(Arc::clone(&app), self.listener, http::router(Arc::clone(&app)));
        tokio::select! {
            () = served => {}
            () = async {
                let _ = stopping.wait_for(|stop| *stop).await;
                tokio::time::sleep(FAREWELL).await;
            } => {}
        }
        app.tournaments.stop();
        stopper.abort();
        for helper in helpers {
            helper.abort();
        }
        let closed = tokio::task::spawn_blocking(move || {
            app.house.close();
            app.store.close();
        });
        let _ = closed.await;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Does `work` now and then, on a thread where it may block.
async fn every(app: Arc<App>, work: fn(&App)) {
    loop {
        let here = Arc::clone(&app);
        let _ = tokio::task::spawn_blocking(move || work(&here)).await;
        tokio::time::sleep(SWEEP).await;
    }
}

/// Serves the catalog until the process is told to stop (ctrl-c or SIGTERM). `ready` is called with the address once
/// the server listens. Blocks.
///
/// # Errors
/// The database or the address cannot be opened, or the network failed.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let fault = |e: std::io::Error| ServeError(e.to_string());
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(BLOCKING).build().map_err(fault)?;
    let mut memory = config.database.clone().into_os_string();
    memory.push(".reading");
    let house = Shelf::new(config.games.clone(), config.bots.clone()).remembering(memory.into());
    let house = Arc::new(house);
    let beside = config.robot.is_some();
    let result = runtime.block_on(async {
        let server = Server::bind(config, house).await?;
        ready(server.address);
        if beside { server.run(std::future::pending()).await } else { server.run(told_to_stop()).await }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Which logs are written when nothing else is asked for: what the server tells, and of libraries only warnings.
const LOGS: &str = "warn,server=info";

/// Writes logs to standard error as JSON lines; `RUST_LOG` chooses which.
pub fn log_to_stderr() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let Some(filter) = asked.or_else(|| LOGS.parse().ok()) else { return };
    let written = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    let _ = tracing_subscriber::registry().with(written.with_filter(filter)).try_init();
}

async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
        }
        Err(_) => drop(interrupted.await),
    }
}

/// The description of the API as JSON, for clients and for the types of the front end.
pub fn openapi() -> String {
    http::Api::openapi().to_pretty_json().unwrap_or_default()
}
