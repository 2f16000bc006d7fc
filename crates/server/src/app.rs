//! What all parts of the server share: the database, the house of games, the tables in memory, the bounds.

use crate::Config;
use crate::awake::Awake;
use crate::benches::Benches;
use crate::house::{BotInfo, Computer, GameInfo, House, Mind, Text};
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::passwords::Passwords;
use crate::room::{Fault, Room, set_by_hand};
use crate::store::{Dealing, MatchRow, Store, StoreError};
use crate::thinkers::Thinkers;
use crate::tournaments::Tournaments;
use fair::Secret;
use game::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, watch};

/// Letters of ids: no vowels (no words), nothing that looks alike.
const LETTERS: &[u8; 32] = b"23456789bcdfghjkmnpqrstvwxzBCDFG";

/// How long it is believed that something can (or cannot) be saved.
const PULSE: Duration = Duration::from_secs(2);

/// How often ended sessions are forgotten.
const EXPIRY: Duration = Duration::from_secs(3600);

/// The shared parts.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) house: Arc<dyn House>,
    pub(crate) metrics: Metrics,
    pub(crate) thinkers: Arc<Thinkers>,
    pub(crate) awake: Awake,
    pub(crate) tournaments: Tournaments,
    pub(crate) benches: Benches,
    pub(crate) passwords: Passwords,
    pub(crate) requests: Buckets<IpAddr>,
    pub(crate) logins: Buckets<IpAddr>,
    pub(crate) accounts: Buckets<String>,
    pub(crate) guests: Buckets<IpAddr>,
    /// Tells which session has ended (what is kept of its token): its pages go.
    pub(crate) ended: broadcast::Sender<Vec<u8>>,
    /// How many pages each person has open.
    pub(crate) pages: Mutex<BTreeMap<i64, usize>>,
    /// When it was last seen whether anything can be saved, and what was wrong.
    pub(crate) pulse: Mutex<Option<(Instant, Option<String>)>>,
    /// When ended sessions were last forgotten.
    expired: Mutex<Option<Instant>>,
    /// The deals of the day that the expert plays just now.
    pub(crate) computing: Mutex<BTreeSet<String>>,
    /// Becomes true when the server stops.
    pub(crate) stop: watch::Sender<bool>,
    /// Held while a rule file is kept and offered: of two under one name the later one stays, there and here.
    pub(crate) lending: Mutex<()>,
    games: RwLock<Arc<Vec<GameInfo>>>,
    bots: RwLock<Arc<Vec<BotInfo>>>,
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    /// Where seeds come from if they are to be the same every time.
    seeds: Option<Mutex<Rng>>,
}

impl App {
    pub(crate) fn new(config: Config, house: Arc<dyn House>) -> Result<Arc<App>, StoreError> {
        let store = Store::open(&config.database)?;
        for file in store.rule_files()? {
            if let Err(cause) = house.lend(&format!("{}.bot", file.name), &file.text) {
                tracing::warn!(file = %file.name, %cause, "a rule file that was loaded before has errors");
            }
        }
        let limits = config.limits;
        Ok(Arc::new(App {
            thinkers: Thinkers::new(config.thinkers),
            awake: Awake::default(),
            tournaments: Tournaments::open(&config.database),
            benches: Benches::default(),
            passwords: Passwords::new().map_err(|e| StoreError(e.to_string()))?,
            requests: Buckets::new(limits.requests),
            logins: Buckets::new(limits.logins),
            accounts: Buckets::new(limits.accounts),
            guests: Buckets::new(limits.guests),
            ended: broadcast::channel(256).0,
            pages: Mutex::new(BTreeMap::new()),
            pulse: Mutex::new(None),
            expired: Mutex::new(None),
            computing: Mutex::new(BTreeSet::new()),
            stop: watch::channel(false).0,
            lending: Mutex::new(()),
            games: RwLock::new(Arc::new(house.games())),
            bots: RwLock::new(Arc::new(house.bots())),
            rooms: Mutex::new(BTreeMap::new()),
            seeds: config.seed.map(|seed| Mutex::new(Rng::new(seed))),
            metrics: Metrics::default(),
            config,
            store,
            house,
        }))
    }

    /// The games on offer.
    pub(crate) fn games(&self) -> Arc<Vec<GameInfo>> {
        Arc::clone(&self.games.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The computer players described in files.
    pub(crate) fn bots(&self) -> Arc<Vec<BotInfo>> {
        Arc::clone(&self.bots.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes in new descriptions, one after another.
    pub(crate) fn refresh(&self) {
        let mut changes = 0;
        while self.house.refresh() && !*self.stop.borrow() {
            changes += 1;
            self.list_anew();
        }
        if changes > 0 {
            let (games, bots) = (self.games(), self.bots());
            let wrong = games.iter().filter(|g| g.problem.is_some()).count()
                + bots.iter().filter(|b| b.problem.is_some()).count();
            tracing::info!(games = games.len(), bots = bots.len(), wrong, "descriptions were taken in");
        }
    }

    /// Lists what the house has now.
    pub(crate) fn list_anew(&self) {
        // The lock first: of two readers the later one brings the later list.
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        *games = Arc::new(self.house.games());
        *self.bots.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(self.house.bots());
    }

    fn info<T>(&self, game: &str, what: impl FnOnce(&GameInfo) -> T) -> Option<T> {
        let name = game.split('?').next().unwrap_or(game);
        self.games().iter().find(|g| g.id == name).map(what)
    }

    /// The name of a game for people.
    pub(crate) fn title(&self, game: &str) -> Text {
        self.info(game, |g| g.title.clone()).unwrap_or_else(|| Text::same(game))
    }

    /// Whether chance takes part in a game.
    pub(crate) fn chance(&self, game: &str) -> bool {
        self.info(game, |g| g.chance).unwrap_or(false)
    }

    /// The pictures a game brings.
    pub(crate) fn pictures(&self, game: &str) -> Vec<String> {
        self.info(game, |g| g.pictures.clone()).unwrap_or_default()
    }

    /// The computer players suited to a game.
    pub(crate) fn computers(&self, game: &str) -> Vec<Computer> {
        self.info(game, |g| g.computers.clone()).unwrap_or_default()
    }

    /// Whether that computer player may sit at a table of that game: only those on offer, since a description can ask
    /// for any amount of memory and threads.
    pub(crate) fn offers(&self, game: &str, agent: &str) -> bool {
        self.computers(game).iter().any(|c| c.agent == agent)
    }

    /// The name of a computer player for people; what it is asked for by, if it is not on offer any more.
    pub(crate) fn computer_name(&self, game: &str, agent: &str) -> Text {
        let known = self.computers(game).into_iter().find(|c| c.agent == agent);
        known.map_or_else(|| Text::same(agent.trim_start_matches("bot:")), |c| c.title)
    }

    /// How a computer player thinks; if it is not on offer any more (its file is gone), the recommended one moves for it.
    pub(crate) fn mind(&self, game: &str, agent: &str) -> Mind {
        let computers = self.computers(game);
        let known = computers.iter().find(|c| c.agent == agent);
        let plain = || Mind { agent: agent.to_string(), think: None };
        let instead = || computers.first().filter(|_| agent.starts_with("bot:"));
        known.or_else(instead).map_or_else(plain, Computer::mind)
    }

    /// The table of that id, from memory or from the database.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<Option<Arc<Room>>, Fault> {
        let known = |app: &App| app.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(room) = known(self) {
            return Ok(Some(room));
        }
        let (app, name) = (Arc::clone(self), id.to_string());
        let loaded = tokio::task::spawn_blocking(move || Room::load(&app, &name)).await;
        let stopping = |_| Fault::new(crate::protocol::Code::Broken, "the server is stopping");
        let Some(room) = loaded.map_err(stopping)?? else { return Ok(None) };
        // Another thread may have loaded it in between: the first one stays, a table is never in memory twice.
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(Arc::clone(rooms.entry(id.to_string()).or_insert_with(|| Arc::new(room)))))
    }

    /// The table of that id if it is in memory; forgets it.
    pub(crate) fn forget(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).remove(id)
    }

    /// The computer players of a table keep so much now; those of other tables go, if that is too much for all.
    pub(crate) async fn stay_awake(&self, id: &str, bytes: usize) {
        for tired in self.awake.moved(id, bytes) {
            let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&tired).cloned();
            if let Some(room) = room {
                room.sleep().await;
            }
        }
    }

    /// Forgets tables nobody looks at; they are in the database.
    pub(crate) fn sweep(&self) {
        self.expire();
        self.benches.sweep();
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // One reference is the list's own; any other is a request on its way.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.idle());
    }

    /// What keeps anything from being saved, as it was a moment ago at most; asked again only then. Blocks.
    pub(crate) fn unsaved(&self) -> Option<String> {
        let mut pulse = self.pulse.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, cause)) = &*pulse
            && at.elapsed() < PULSE
        {
            return cause.clone();
        }
        let cause = self.store.pulse().err().map(|error| error.to_string());
        *pulse = Some((Instant::now(), cause.clone()));
        cause
    }

    /// Forgets sessions that have ended of themselves, now and then.
    fn expire(&self) {
        let mut expired = self.expired.lock().unwrap_or_else(PoisonError::into_inner);
        if expired.is_none_or(|at| at.elapsed() > EXPIRY) {
            *expired = Some(Instant::now());
            if let Err(error) = self.store.expire_sessions() {
                tracing::warn!(%error, "ended sessions were not forgotten");
            }
        }
    }

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The seed of the next deal: unpredictable, unless the host asked for the same ones every time.
    pub(crate) fn seed(&self) -> u64 {
        if let Some(seeds) = &self.seeds {
            return seeds.lock().unwrap_or_else(PoisonError::into_inner).bits();
        }
        let mut bytes = [0; 8];
        fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// The seed and the secret of another match, at a new table or after the last one of a table. What follows a match was
    /// promised while it was played. Where cards are set by hand or nothing is left to chance, nothing is promised.
    pub(crate) fn sealed(&self, game: &str, last: Option<&MatchRow>) -> (u64, Secret, Dealing) {
        let promised = self.chance(game) && !set_by_hand(game);
        let dealing = if promised { Dealing::Promised } else { Dealing::Own };
        if let Some(last) = last.filter(|last| last.dealing != Dealing::Stream) {
            let secret = last.secret.next();
            return (secret.seed(1), secret, dealing);
        }
        let seed = self.seed();
        if self.seeds.is_some() {
            return (seed, Secret::of_seed(seed), dealing);
        }
        let mut bytes = [0; 32];
        fill(&mut bytes);
        (seed, Secret::new(bytes), dealing)
    }
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the operating system gives random bytes");
}

/// A random word of `n` letters, 5 bits each.
pub(crate) fn secret(n: usize) -> String {
    let mut bytes = vec![0; n];
    fill(&mut bytes);
    bytes.iter().map(|b| char::from(LETTERS[usize::from(b & 31)])).collect()
}
