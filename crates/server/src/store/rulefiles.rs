//! Rule files of people, and which version of one a match plays by.

use super::{Store, StoreError, now};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A rule file as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileRow {
    /// Its name, without the ending.
    pub name: String,
    /// Whose it is.
    pub person: i64,
    /// The owner's name as it is shown to others.
    pub owner: String,
    /// The rules.
    pub text: String,
    /// When it was loaded, in seconds since 1970.
    pub changed: i64,
}

/// How many rule files there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Of one person.
    pub each: usize,
    /// Of all people.
    pub all: usize,
}

/// What became of a rule file that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is new.
    New,
    /// It has replaced the one of its name.
    Replaced,
    /// Somebody else has one of that name.
    NotYours,
    /// The person has as many as one may have.
    TooMany,
    /// There are as many as there may be.
    Full,
}

fn file(row: &Row<'_>) -> rusqlite::Result<RuleFileRow> {
    let (name, person, owner) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(RuleFileRow { name, person, owner, text: row.get(3)?, changed: row.get(4)? })
}

const FILES: &str =
    "SELECT f.name, f.person, p.name, f.text, f.changed FROM rule_files f JOIN people p ON p.id = f.person";

fn count(c: &Connection, person: Option<i64>) -> rusqlite::Result<usize> {
    let sql = "SELECT count(*) FROM rule_files WHERE ?1 IS NULL OR person = ?1";
    let many: i64 = c.query_row(sql, params![person], |row| row.get(0))?;
    Ok(usize::try_from(many).unwrap_or(usize::MAX))
}

impl Store {
    /// All rule files, by name.
    ///
    /// # Errors
    /// The database failed.
    pub fn rule_files(&self) -> Result<Vec<RuleFileRow>, StoreError> {
        self.read(|c| c.prepare_cached(&format!("{FILES} ORDER BY f.name"))?.query_map([], file)?.collect())
    }

    /// The rule file of that name.
    ///
    /// # Errors
    /// The database failed.
    pub fn rule_file(&self, name: &str) -> Result<Option<RuleFileRow>, StoreError> {
        self.read(|c| {
            c.prepare_cached(&format!("{FILES} WHERE f.name = ?1"))?.query_row([name], file).optional()
        })
    }

    /// Keeps a rule file of a person, if there is room for it and the name is free or theirs.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_rule_file(
        &self,
        person: i64,
        name: &str,
        text: &str,
        room: Room,
    ) -> Result<Kept, StoreError> {
        let (name, text) = (name.to_string(), text.to_string());
        self.write(move |c| {
            let owner: Option<i64> = c
                .query_row("SELECT person FROM rule_files WHERE name = ?1", [&name], |row| row.get(0))
                .optional()?;
            match owner {
                Some(owner) if owner != person => return Ok(Kept::NotYours),
                Some(_) => {}
                None if count(c, Some(person))? >= room.each => return Ok(Kept::TooMany),
                None if count(c, None)? >= room.all => return Ok(Kept::Full),
                None => {}
            }
            c.execute(
                "INSERT INTO rule_files VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (name) DO UPDATE SET text = excluded.text, changed = excluded.changed",
                params![name, person, text, now()],
            )?;
            Ok(if owner.is_some() { Kept::Replaced } else { Kept::New })
        })
    }

    /// Forgets a rule file of a person; whether there was one.
    ///
    /// # Errors
    /// The database failed.
    pub fn forget_rule_file(&self, person: i64, name: &str) -> Result<bool, StoreError> {
        let name = name.to_string();
        self.write(move |c| {
            let sql = "DELETE FROM rule_files WHERE name = ?1 AND person = ?2";
            Ok(c.execute(sql, params![name, person])? > 0)
        })
    }

    /// The versions a match plays by: the computer player, the version's name, its text.
    ///
    /// # Errors
    /// The database failed.
    pub fn match_rules(&self, play: i64) -> Result<Vec<(String, String, String)>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT m.agent, m.version, t.text FROM match_rules m JOIN rule_texts t USING (version) \
                 WHERE m.match_id = ?1",
            )?
            .query_map([play], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect()
        })
    }

    /// A computer player goes by that version to the end of the match. Texts by which no match plays any more go.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_match_rules(
        &self,
        play: i64,
        agent: &str,
        version: &str,
        text: &str,
    ) -> Result<(), StoreError> {
        let (agent, version, text) = (agent.to_string(), version.to_string(), text.to_string());
        self.write(move |c| {
            c.execute("INSERT OR IGNORE INTO rule_texts VALUES (?1, ?2)", params![version, text])?;
            c.execute(
                "INSERT OR IGNORE INTO match_rules VALUES (?1, ?2, ?3)",
                params![play, agent, version],
            )?;
            c.execute("DELETE FROM rule_texts WHERE version NOT IN (SELECT version FROM match_rules)", [])?;
            Ok(())
        })
    }
}
