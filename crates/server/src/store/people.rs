//! People and their sessions. A cookie is a secret of 256 bits; only its hash is kept.

use super::{Store, StoreError, now};
use rusqlite::{OptionalExtension, params};
use sha2::{Digest, Sha256};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// A number of the database.
    pub id: i64,
    /// The name shown to others.
    pub name: String,
    /// The account's name; none for a guest.
    pub login: Option<String>,
}

const DAY: i64 = 24 * 3600;
/// Seconds after which a session that was not used ends.
const IDLE: i64 = 90 * DAY;
/// Seconds after which every session ends; the cookie lives as long.
pub(crate) const OLDEST: i64 = 365 * DAY;

/// What is kept of a token.
pub(crate) fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

fn person(row: &rusqlite::Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person { id: row.get(0)?, name: row.get(1)?, login: row.get(2)? })
}

impl Store {
    /// Makes a guest with that session.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_guest(&self, name: &str, token: &str) -> Result<Person, StoreError> {
        let (name, token) = (name.to_string(), hash(token));
        self.write(move |c| {
            c.execute("INSERT INTO people (name, created) VALUES (?1, ?2)", params![name, now()])?;
            let id = c.last_insert_rowid();
            c.execute("INSERT INTO sessions VALUES (?1, ?2, ?3, ?3)", params![token, id, now()])?;
            Ok(Person { id, name, login: None })
        })
    }

    /// Whose session it is; nobody's if it has ended.
    ///
    /// # Errors
    /// The database failed.
    pub fn session(&self, token: &str) -> Result<Option<Person>, StoreError> {
        let token = hash(token);
        let found = self.read(|c| {
            c.prepare_cached(
                "SELECT p.id, p.name, p.login, s.used FROM sessions s JOIN people p ON p.id = s.person \
                 WHERE s.token = ?1 AND s.used > ?2 AND s.created > ?3",
            )?
            .query_row(params![token, now() - IDLE, now() - OLDEST], |row| Ok((person(row)?, row.get(3)?)))
            .optional()
        })?;
        let Some((person, used)): Option<(Person, i64)> = found else { return Ok(None) };
        if now() - used > DAY {
            // Nobody is turned away because this could not be written.
            let _ = self.write(move |c| {
                c.execute("UPDATE sessions SET used = ?2 WHERE token = ?1", params![token, now()]).map(drop)
            });
        }
        Ok(Some(person))
    }

    /// Whether a session has not ended, by what is kept of its token.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) fn holds_session(&self, kept: &[u8]) -> Result<bool, StoreError> {
        self.read(|c| c.prepare_cached("SELECT 1 FROM sessions WHERE token = ?1")?.exists([kept]))
    }

    /// Forgets sessions that have ended of themselves.
    ///
    /// # Errors
    /// The database failed.
    pub fn expire_sessions(&self) -> Result<usize, StoreError> {
        self.write(|c| {
            c.execute(
                "DELETE FROM sessions WHERE used <= ?1 OR created <= ?2",
                params![now() - IDLE, now() - OLDEST],
            )
        })
    }

    /// Begins a session for an existing person.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_session(&self, person: i64, token: &str) -> Result<(), StoreError> {
        let token = hash(token);
        self.write(move |c| {
            c.execute("INSERT INTO sessions VALUES (?1, ?2, ?3, ?3)", params![token, person, now()]).map(drop)
        })
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The database failed.
    pub fn end_session(&self, token: &str) -> Result<(), StoreError> {
        let token = hash(token);
        self.write(move |c| c.execute("DELETE FROM sessions WHERE token = ?1", [token]).map(drop))
    }

    /// Renames a person.
    ///
    /// # Errors
    /// The database failed.
    pub fn rename_person(&self, person: i64, name: &str) -> Result<(), StoreError> {
        let name = name.to_string();
        self.write(move |c| {
            c.execute("UPDATE people SET name = ?2 WHERE id = ?1", params![person, name]).map(drop)
        })
    }

    /// Makes a guest's account. Returns whether the name was free and the person still a guest.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_account(&self, person: i64, login: &str, password: &str) -> Result<bool, StoreError> {
        let (login, password) = (login.to_string(), password.to_string());
        self.write(move |c| {
            let changed = c.execute(
                "UPDATE people SET login = ?2, password = ?3, name = ?2 WHERE id = ?1 AND login IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE login = ?2)",
                params![person, login, password],
            )?;
            Ok(changed == 1)
        })
    }

    /// The person with that account and their password's hash.
    ///
    /// # Errors
    /// The database failed.
    pub fn account(&self, login: &str) -> Result<Option<(Person, String)>, StoreError> {
        self.read(|c| {
            c.query_row("SELECT id, name, login, password FROM people WHERE login = ?1", [login], |row| {
                Ok((person(row)?, row.get(3)?))
            })
            .optional()
        })
    }
}
