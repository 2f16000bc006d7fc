//! The database: one SQLite file in WAL mode, one thread that writes, a few connections that read.
//!
//! Writers that come while a transaction is being written to the disk share the next one, so many tables can commit
//! each of their moves before announcing it without waiting for each other's disk writes. A job that fails is rolled
//! back alone.

mod exercises;
mod migrations;
mod people;
mod plays;
mod practice;
mod reviews;
mod rulefiles;

pub use exercises::ExerciseRow;
pub use people::Person;
pub(crate) use people::{OLDEST, hash};
pub use plays::{Dealing, Event, MatchRow, SeatRow, Summary, TableRow};
pub use practice::{DailyRow, DealRow};
pub use reviews::Unreviewed;
pub use rulefiles::{Kept, Room as RuleRoom, RuleFileRow};

use rusqlite::{Connection, OpenFlags};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many jobs share a transaction at most.
const GROUP: usize = 256;
/// How many idle readers are kept: to open one takes longer than most reads.
const READERS: usize = 16;

/// Why the database did not do something.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;
/// A job is given the connection in a transaction, or why there is none; then it does nothing but answer that.
type Job = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Answer + Send>;

/// The database.
pub struct Store {
    path: PathBuf,
    /// Held as long as the database is open: two servers on one file would erase each other's tables.
    lock: Mutex<Option<File>>,
    jobs: Mutex<Option<Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Opens the file, makes it (readable by its owner only) if there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// The file cannot be opened, is not a database, was made by a newer program, or is open in another server.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
            made.map_err(|e| StoreError(format!("cannot make {}: {e}", folder.display())))?;
        }
        let lock = alone(path)?;
        private(path);
        let cannot = |e: rusqlite::Error| StoreError(format!("cannot open {}: {e}", path.display()));
        let mut connection = Connection::open(path).map_err(cannot)?;
        // The first question to the file: here something else than a database is noticed.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(cannot)?;
        tune(&connection)?;
        migrations::update(&mut connection)
            .map_err(|e| StoreError(format!("cannot bring {} up to date: {e}", path.display())))?;
        let (jobs, queue) = channel::<Job>();
        let writer = std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&connection, &queue))
            .map_err(|e| StoreError(e.to_string()))?;
        Ok(Store {
            path: path.to_path_buf(),
            lock: Mutex::new(Some(lock)),
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            readers: Mutex::new(Vec::new()),
        })
    }

    /// Does `work` in a transaction and waits until it is on the disk.
    ///
    /// # Errors
    /// `work` failed, or the disk did; nothing of it was kept.
    pub fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, result) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            let done = connection.and_then(|c| within_savepoint(c, work).map_err(StoreError::from));
            Box::new(move |committed| {
                let _ = answer.send(committed.and(done));
            })
        });
        let closed = || StoreError("the database is closed".into());
        {
            let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.as_ref().ok_or_else(closed)?.send(job).map_err(|_| closed())?;
        }
        result.recv().map_err(|_| closed())?
    }

    /// Reads.
    ///
    /// # Errors
    /// `work` failed.
    pub fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let connection = Connection::open_with_flags(&self.path, flags)?;
                connection.busy_timeout(Duration::from_secs(5))?;
                connection
            }
        };
        let result = work(&connection);
        let mut idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < READERS {
            idle.push(connection);
        }
        Ok(result?)
    }

    /// Writes what is queued and closes the file.
    pub fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Writes a little and waits until it is on the disk: whether anything can be saved now.
    ///
    /// # Errors
    /// Why not.
    pub fn pulse(&self) -> Result<(), StoreError> {
        self.write(|c| c.execute("UPDATE pulse SET at = ?1", [now()]).map(drop))
    }
}

/// The name of the file whose lock says that a server uses this database.
fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".lock");
    PathBuf::from(name)
}

/// Takes the database for this process. The system gives the lock back when the process ends, however it does.
fn alone(path: &Path) -> Result<File, StoreError> {
    // Two names of one file have one lock.
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let real = path.canonicalize().ok().or_else(|| Some(folder?.join(path.file_name()?)));
    let real = real.unwrap_or_else(|| path.to_path_buf());
    let beside = lock_path(&real);
    let opened = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&beside);
    let file = opened.map_err(|e| StoreError(format!("cannot open {}: {e}", beside.display())))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError(format!("another server uses the database {}", path.display())))
        }
        Err(TryLockError::Error(e)) => {
            Err(StoreError(format!("cannot lock the database {}: {e}", path.display())))
        }
    }
}

/// Makes the file, if there is none, so that only its owner can read it. SQLite gives its other files the same rights.
fn private(path: &Path) {
    // Whatever is wrong is said when the database is opened.
    let _ = OpenOptions::new().create_new(true).write(true).mode(0o600).open(path);
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

fn tune(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

fn within_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT job")?;
    let result = work(connection);
    connection.execute_batch(match &result {
        Ok(_) => "RELEASE job",
        Err(_) => "ROLLBACK TO job; RELEASE job",
    })?;
    result
}

/// The writing thread: takes what is queued, does it in one transaction, and answers when that is on the disk.
fn write_all(connection: &Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let begun = connection.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        // Without a transaction nothing is done: every statement would be kept at once, whatever the client hears.
        let within = || begun.as_ref().map(|()| connection).map_err(|error| StoreError(error.0.clone()));
        let mut answers = vec![first(within())];
        while answers.len() < GROUP
            && let Ok(job) = queue.try_recv()
        {
            answers.push(job(within()));
        }
        let committed = begun.and_then(|()| connection.execute_batch("COMMIT").map_err(StoreError::from));
        if committed.is_err() {
            let _ = connection.execute_batch("ROLLBACK");
        }
        for answer in answers {
            answer(match &committed {
                Ok(()) => Ok(()),
                Err(error) => Err(StoreError(error.0.clone())),
            });
        }
    }
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
