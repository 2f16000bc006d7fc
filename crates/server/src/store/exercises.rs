//! Exercises of people: their own mistakes and generated positions.

use super::{Store, StoreError, now};
use rusqlite::{OptionalExtension, Row, params};

/// How many exercises of one person are kept; the oldest go.
const KEPT: i64 = 200;

/// An exercise as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ExerciseRow {
    /// A number of the database; 0 before it is kept.
    pub id: i64,
    /// The game with its parameters.
    pub game: String,
    /// The play up to the question.
    pub record: String,
    /// Who is asked, from 0.
    pub player: u8,
    /// The best move in notation.
    pub best: String,
    /// What was lost, or what the next best move loses.
    pub loss: f64,
    /// 1 to 4; 0: an own mistake.
    pub level: u8,
    /// How often it was answered.
    pub tried: u32,
    /// How often rightly.
    pub solved: u32,
}

fn exercise(row: &Row<'_>) -> rusqlite::Result<ExerciseRow> {
    Ok(ExerciseRow {
        id: row.get(0)?,
        game: row.get(1)?,
        record: row.get(2)?,
        player: row.get(3)?,
        best: row.get(4)?,
        loss: row.get(5)?,
        level: row.get(6)?,
        tried: row.get(7)?,
        solved: row.get(8)?,
    })
}

const COLUMNS: &str = "id, game, record, player, best, loss, level, tried, solved";

impl Store {
    /// Keeps exercises of a person; one that is known already stays as it is. Returns the number of the last one.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_exercises(&self, person: i64, rows: Vec<ExerciseRow>) -> Result<Option<i64>, StoreError> {
        self.write(move |c| {
            let mut last = None;
            for row in &rows {
                c.execute(
                    "INSERT INTO exercises (person, game, record, player, best, loss, level, created) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
                    params![person, row.game, row.record, row.player, row.best, row.loss, row.level, now()],
                )?;
                last = c
                    .query_row(
                        "SELECT id FROM exercises WHERE person = ?1 AND record = ?2",
                        params![person, row.record],
                        |found| found.get(0),
                    )
                    .optional()?;
            }
            c.execute(
                "DELETE FROM exercises WHERE person = ?1 AND id NOT IN \
                 (SELECT id FROM exercises WHERE person = ?1 ORDER BY id DESC LIMIT ?2)",
                params![person, KEPT],
            )?;
            Ok(last)
        })
    }

    /// The exercises of a person, the latest first.
    ///
    /// # Errors
    /// The database failed.
    pub fn exercises(&self, person: i64) -> Result<Vec<ExerciseRow>, StoreError> {
        self.read(|c| {
            let sql = format!("SELECT {COLUMNS} FROM exercises WHERE person = ?1 ORDER BY id DESC");
            c.prepare_cached(&sql)?.query_map(params![person], exercise)?.collect()
        })
    }

    /// One exercise of a person.
    ///
    /// # Errors
    /// The database failed.
    pub fn exercise(&self, person: i64, id: i64) -> Result<Option<ExerciseRow>, StoreError> {
        self.read(|c| {
            let sql = format!("SELECT {COLUMNS} FROM exercises WHERE person = ?1 AND id = ?2");
            c.prepare_cached(&sql)?.query_row(params![person, id], exercise).optional()
        })
    }

    /// An exercise was answered.
    ///
    /// # Errors
    /// The database failed.
    pub fn answered(&self, person: i64, id: i64, right: bool) -> Result<(), StoreError> {
        self.write(move |c| {
            c.execute(
                "UPDATE exercises SET tried = tried + 1, solved = solved + ?3 WHERE person = ?1 AND id = ?2",
                params![person, id, i64::from(right)],
            )?;
            Ok(())
        })
    }

    /// Forgets an exercise; whether there was one.
    ///
    /// # Errors
    /// The database failed.
    pub fn forget_exercise(&self, person: i64, id: i64) -> Result<bool, StoreError> {
        self.write(move |c| {
            Ok(c.execute("DELETE FROM exercises WHERE person = ?1 AND id = ?2", params![person, id])? > 0)
        })
    }
}
