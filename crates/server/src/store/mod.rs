//! The database: one SQLite file in WAL mode, one thread that writes, a few connections that read.
//!
//! Writers that come while a transaction is being written to the disk share the next one, so many tables can commit
//! each of their moves before announcing it without waiting for each other's disk writes. A job that fails is rolled
//! back alone.

mod people;
mod plays;

pub use people::Person;
pub use plays::{Event, MatchRow, SeatRow, Summary, TableRow};

use rusqlite::{Connection, OpenFlags};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

mod migrations {
    refinery::embed_migrations!("migrations");
}

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
type Job = Box<dyn FnOnce(&Connection) -> Answer + Send>;

/// The database.
pub struct Store {
    path: PathBuf,
    jobs: Mutex<Option<Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Opens the file, makes it if there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// The file cannot be opened, is no database, or was made by a newer program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|e| StoreError(format!("cannot make {}: {e}", folder.display())))?;
        }
        let mut connection =
            Connection::open(path).map_err(|e| StoreError(format!("cannot open {}: {e}", path.display())))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        tune(&connection)?;
        // In one transaction: a program that is killed meanwhile leaves the file as it was.
        migrations::migrations::runner()
            .set_grouped(true)
            .run(&mut connection)
            .map_err(|e| StoreError(format!("cannot bring {} up to date: {e}", path.display())))?;
        let (jobs, queue) = channel::<Job>();
        let writer = std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&connection, &queue))
            .map_err(|e| StoreError(e.to_string()))?;
        Ok(Store {
            path: path.to_path_buf(),
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
            let done = within_savepoint(connection, work);
            Box::new(move |committed| {
                let _ = answer.send(committed.and_then(|()| done.map_err(StoreError::from)));
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
    }
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
        let mut answers = vec![first(connection)];
        while answers.len() < GROUP
            && let Ok(job) = queue.try_recv()
        {
            answers.push(job(connection));
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
