//! Finished matches of people that are gone through for their progress, and what was found in them.

use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// A finished match that was not gone through yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreviewed {
    /// The table.
    pub table: String,
    /// The number of the match there.
    pub number: u32,
    /// Who of its players the person was.
    pub player: u8,
    /// The match.
    pub record: String,
}

impl Store {
    /// Keeps a finished match of a person to be gone through; what was found in it before is forgotten.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_unreviewed(&self, person: i64, play: Unreviewed) -> Result<(), StoreError> {
        self.write(move |c| {
            let Unreviewed { table, number, player, record } = &play;
            c.execute(
                "INSERT OR REPLACE INTO reviews VALUES (?1, ?2, ?3, ?4, ?5, '')",
                params![person, table, number, player, record],
            )
            .map(drop)
        })
    }

    /// A match that is not over any more is not gone through.
    ///
    /// # Errors
    /// The database failed.
    pub fn drop_unreviewed(&self, person: i64, table: &str, number: u32) -> Result<(), StoreError> {
        let table = table.to_string();
        self.write(move |c| {
            c.execute(
                "DELETE FROM reviews WHERE person = ?1 AND table_id = ?2 AND number = ?3",
                params![person, table, number],
            )
            .map(drop)
        })
    }

    /// The latest match of a person that was not gone through, and how many there are.
    ///
    /// # Errors
    /// The database failed.
    pub fn unreviewed(&self, person: i64) -> Result<(Option<Unreviewed>, u32), StoreError> {
        self.read(|c| {
            let next = c
                .prepare_cached(
                    "SELECT r.table_id, r.number, r.player, r.record FROM reviews r \
                     LEFT JOIN progress p ON p.person = r.person AND p.table_id = r.table_id AND p.number = r.number \
                     WHERE r.person = ?1 AND r.record <> '' ORDER BY p.at DESC, r.table_id, r.number DESC LIMIT 1",
                )?
                .query_row([person], |row| {
                    Ok(Unreviewed {
                        table: row.get(0)?,
                        number: row.get(1)?,
                        player: row.get(2)?,
                        record: row.get(3)?,
                    })
                })
                .optional()?;
            let left = c
                .prepare_cached("SELECT count(*) FROM reviews WHERE person = ?1 AND record <> ''")?
                .query_row([person], |row| row.get(0))?;
            Ok((next, left))
        })
    }

    /// Keeps what was found in a match of a person, if it is one that counts for their progress.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_review(
        &self,
        person: i64,
        table: &str,
        number: u32,
        found: String,
    ) -> Result<(), StoreError> {
        let table = table.to_string();
        self.write(move |c| {
            c.execute(
                "UPDATE reviews SET record = '', found = ?4 WHERE person = ?1 AND table_id = ?2 AND number = ?3",
                params![person, table, number, found],
            )
            .map(drop)
        })
    }
}
