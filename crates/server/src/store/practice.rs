//! The deal of the day and the progress of people.

use super::{Store, StoreError, now};
use rusqlite::{OptionalExtension, params};

/// A finished deal of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealRow {
    /// When it was finished, in seconds since 1970.
    pub at: i64,
    /// The game.
    pub game: String,
    /// Which deal of its match, from 1.
    pub deal: u32,
    /// What it brought.
    pub points: i64,
    /// Whether it did not count.
    pub practice: bool,
    /// The date of a deal of the day.
    pub date: Option<String>,
    /// What the expert made of it.
    pub expert: Option<i64>,
    /// What was played, in English, Czech and Slovak, a line each; empty in a game without contracts.
    pub contract: String,
    /// Whether the person played it.
    pub declared: bool,
    /// What the review of its match found, as it is kept; empty before there was one.
    pub found: String,
}

/// Somebody's result of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyRow {
    /// The person.
    pub person: i64,
    /// The name shown to others.
    pub name: String,
    /// The result.
    pub points: i64,
}

impl Store {
    /// At which table a person plays the deal of a day, and what it brought.
    ///
    /// # Errors
    /// The database failed.
    pub fn daily(
        &self,
        date: &str,
        game: &str,
        person: i64,
    ) -> Result<Option<(String, Option<i64>)>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT table_id, points FROM daily WHERE date = ?1 AND game = ?2 AND person = ?3",
            )?
            .query_row(params![date, game, person], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
        })
    }

    /// A person begins the deal of a day. Returns the table at which they already do, if they do.
    ///
    /// # Errors
    /// The database failed.
    pub fn begin_daily(
        &self,
        date: &str,
        game: &str,
        person: i64,
        table: &str,
    ) -> Result<Option<String>, StoreError> {
        let (date, game, table) = (date.to_string(), game.to_string(), table.to_string());
        self.write(move |c| {
            // A table that was deleted before the end is begun anew.
            c.execute(
                "DELETE FROM daily WHERE date = ?1 AND game = ?2 AND person = ?3 AND points IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = table_id)",
                params![date, game, person],
            )?;
            let made = c.execute(
                "INSERT OR IGNORE INTO daily (date, game, person, table_id) VALUES (?1, ?2, ?3, ?4)",
                params![date, game, person, table],
            )?;
            if made == 1 {
                return Ok(None);
            }
            c.query_row(
                "SELECT table_id FROM daily WHERE date = ?1 AND game = ?2 AND person = ?3",
                params![date, game, person],
                |row| row.get(0),
            )
            .map(Some)
        })
    }

    /// The date of the deal that a table is for.
    ///
    /// # Errors
    /// The database failed.
    pub fn daily_of(&self, table: &str) -> Result<Option<String>, StoreError> {
        self.read(|c| {
            c.prepare_cached("SELECT date FROM daily WHERE table_id = ?1")?
                .query_row([table], |row| row.get(0))
                .optional()
        })
    }

    /// Keeps the result of a deal of the day; the first one stays.
    ///
    /// # Errors
    /// The database failed.
    pub fn finish_daily(&self, table: &str, points: i64) -> Result<(), StoreError> {
        let table = table.to_string();
        self.write(move |c| {
            c.execute(
                "UPDATE daily SET points = ?2 WHERE table_id = ?1 AND points IS NULL",
                params![table, points],
            )
            .map(drop)
        })
    }

    /// The results of a day, the best first.
    ///
    /// # Errors
    /// The database failed.
    pub fn daily_results(&self, date: &str, game: &str) -> Result<Vec<DailyRow>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT d.person, p.name, d.points FROM daily d JOIN people p ON p.id = d.person \
                 WHERE d.date = ?1 AND d.game = ?2 AND d.points IS NOT NULL ORDER BY d.points DESC, d.person LIMIT 500",
            )?
            .query_map([date, game], |row| Ok(DailyRow { person: row.get(0)?, name: row.get(1)?, points: row.get(2)? }))?
            .collect()
        })
    }

    /// What the expert made of the deal of a day.
    ///
    /// # Errors
    /// The database failed.
    pub fn daily_expert(&self, date: &str, game: &str) -> Result<Option<i64>, StoreError> {
        self.read(|c| {
            c.prepare_cached("SELECT points FROM daily_expert WHERE date = ?1 AND game = ?2")?
                .query_row([date, game], |row| row.get(0))
                .optional()
        })
    }

    /// Keeps what the expert made of the deal of a day.
    ///
    /// # Errors
    /// The database failed.
    pub fn put_daily_expert(&self, date: &str, game: &str, points: i64) -> Result<(), StoreError> {
        let (date, game) = (date.to_string(), game.to_string());
        self.write(move |c| {
            c.execute("INSERT OR REPLACE INTO daily_expert VALUES (?1, ?2, ?3)", params![date, game, points])
                .map(drop)
        })
    }

    /// Keeps the finished deals of a match for a person, instead of those kept before.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_deals(
        &self,
        person: i64,
        table: &str,
        number: u32,
        deals: Vec<DealRow>,
    ) -> Result<(), StoreError> {
        let table = table.to_string();
        self.write(move |c| {
            c.execute(
                "DELETE FROM progress WHERE person = ?1 AND table_id = ?2 AND number = ?3",
                params![person, table, number],
            )?;
            let mut insert = c.prepare_cached(
                "INSERT INTO progress VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?;
            for d in &deals {
                insert.execute(params![
                    person,
                    table,
                    number,
                    d.deal,
                    now(),
                    d.game,
                    d.points,
                    d.practice,
                    d.date,
                    d.contract,
                    d.declared
                ])?;
            }
            Ok(())
        })
    }

    /// The finished deals of a person, the earliest first.
    ///
    /// # Errors
    /// The database failed.
    pub fn deals_of(&self, person: i64) -> Result<Vec<DealRow>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT p.at, p.game, p.deal, p.points, p.practice, p.date, e.points, p.contract, p.declared, \
                 coalesce(r.found, '') \
                 FROM progress p LEFT JOIN daily_expert e ON e.date = p.date AND e.game = p.game \
                 LEFT JOIN reviews r ON r.person = p.person AND r.table_id = p.table_id AND r.number = p.number \
                 WHERE p.person = ?1 ORDER BY p.at, p.table_id, p.number, p.deal LIMIT 20000",
            )?
            .query_map([person], |row| {
                Ok(DealRow {
                    at: row.get(0)?,
                    game: row.get(1)?,
                    deal: row.get(2)?,
                    points: row.get(3)?,
                    practice: row.get(4)?,
                    date: row.get(5)?,
                    expert: row.get(6)?,
                    contract: row.get(7)?,
                    declared: row.get(8)?,
                    found: row.get(9)?,
                })
            })?
            .collect()
        })
    }

    /// Forgets the progress of a person, results of days among it. A deal of the day that was played stays played.
    ///
    /// # Errors
    /// The database failed.
    pub fn forget_deals(&self, person: i64) -> Result<(), StoreError> {
        self.write(move |c| {
            c.execute("DELETE FROM reviews WHERE person = ?1", [person])?;
            c.execute("DELETE FROM progress WHERE person = ?1", [person]).map(drop)
        })
    }
}
