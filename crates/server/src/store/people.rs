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

fn hash(token: &str) -> Vec<u8> {
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
            c.execute("INSERT INTO sessions VALUES (?1, ?2, ?3)", params![token, id, now()])?;
            Ok(Person { id, name, login: None })
        })
    }

    /// Whose session it is.
    ///
    /// # Errors
    /// The database failed.
    pub fn session(&self, token: &str) -> Result<Option<Person>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT p.id, p.name, p.login FROM sessions s JOIN people p ON p.id = s.person \
                 WHERE s.token = ?1",
            )?
            .query_row([hash(token)], person)
            .optional()
        })
    }

    /// Begins a session for an existing person.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_session(&self, person: i64, token: &str) -> Result<(), StoreError> {
        let token = hash(token);
        self.write(move |c| {
            c.execute("INSERT INTO sessions VALUES (?1, ?2, ?3)", params![token, person, now()]).map(drop)
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
