//! Tables, seats, matches and what happened in them.

use super::{Store, StoreError, now};
use fair::Secret;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The person who made it.
    pub owner: i64,
    /// The game with its parameters.
    pub game: String,
    /// Settings, as JSON.
    pub settings: String,
    /// Who knows it may sit down.
    pub invite: String,
}

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Who sits there.
    pub person: Option<i64>,
    /// Under which name.
    pub name: String,
    /// The computer player who moves, if one does.
    pub agent: Option<String>,
    /// The points it began with.
    pub start: i64,
}

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// A number of the database; 0 before it is kept.
    pub id: i64,
    /// Which match of its table, from 1.
    pub number: u32,
    /// The game with its parameters.
    pub game: String,
    /// The seed of its chance events.
    pub seed: u64,
    /// Player p is played by seat (p + rotation) mod n.
    pub rotation: usize,
    /// Whether it does not count.
    pub practice: bool,
    /// What the seeds of its later deals and of its computer players come from.
    pub secret: Secret,
    /// How its chance events follow from seeds.
    pub dealing: Dealing,
}

/// How the chance events of a match follow from seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// All from the seed of the match.
    Stream,
    /// Every deal from a seed of its own.
    Own,
    /// The same, with a commitment that was published before.
    Promised,
}

impl Dealing {
    fn of(kept: i64) -> Dealing {
        match kept {
            1 => Dealing::Own,
            2 => Dealing::Promised,
            _ => Dealing::Stream,
        }
    }
}

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move, or a chance event.
    Move {
        /// The mover; none for chance.
        who: Option<u8>,
        /// The move in notation.
        text: String,
    },
    /// The last move was taken back.
    Undo,
    /// A computer player gave no move that could be made.
    Fault {
        /// Whose fault it was.
        who: u8,
        /// The kind of fault, one word.
        kind: String,
        /// What went wrong.
        cause: String,
        /// The move made instead; none: the player is out and the match over.
        instead: Option<String>,
    },
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The table.
    pub table: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// When something last happened there, in seconds since 1970.
    pub touched: i64,
    /// How many matches were begun.
    pub matches: u32,
    /// Whether the latest match is finished.
    pub over: bool,
}

fn table(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    Ok(TableRow {
        id: row.get(0)?,
        name: row.get(1)?,
        owner: row.get(2)?,
        game: row.get(3)?,
        settings: row.get(4)?,
        invite: row.get(5)?,
    })
}

const TABLE: &str = "t.id, t.name, t.owner, t.game, t.settings, t.invite";

fn seats(c: &Connection, id: &str) -> rusqlite::Result<Vec<SeatRow>> {
    c.prepare_cached("SELECT person, name, agent, start FROM seats WHERE table_id = ?1 ORDER BY seat")?
        .query_map([id], |row| {
            Ok(SeatRow { person: row.get(0)?, name: row.get(1)?, agent: row.get(2)?, start: row.get(3)? })
        })?
        .collect()
}

fn put_seat(c: &Connection, table: &str, seat: usize, row: &SeatRow) -> rusqlite::Result<()> {
    c.prepare_cached("INSERT OR REPLACE INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
        .execute(params![table, seat as i64, row.person, row.name, row.agent, row.start])
        .map(drop)
}

fn put_match(c: &Connection, table: &str, row: &MatchRow) -> rusqlite::Result<i64> {
    c.execute(
        "INSERT INTO matches (table_id, number, game, seed, rotation, practice, created, secret, dealing) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            table,
            row.number,
            row.game,
            row.seed.cast_signed(),
            row.rotation as i64,
            row.practice,
            now(),
            row.secret.bytes().as_slice(),
            row.dealing as i64,
        ],
    )?;
    Ok(c.last_insert_rowid())
}

fn put_events(c: &Connection, id: i64, from: usize, events: &[Event]) -> rusqlite::Result<()> {
    let mut insert = c.prepare_cached(
        "INSERT INTO events (match_id, n, who, text, at, fault, cause) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (i, event) in events.iter().enumerate() {
        let (who, text, fault) = match event {
            Event::Move { who, text } => (*who, Some(text), None),
            Event::Undo => (None, None, None),
            Event::Fault { who, kind, cause, instead } => (Some(*who), instead.as_ref(), Some((kind, cause))),
        };
        let (kind, cause) = fault.unzip();
        insert.execute(params![id, (from + i) as i64, who, text, now(), kind, cause])?;
    }
    Ok(())
}

fn summaries(c: &Connection, condition: &str, person: i64) -> rusqlite::Result<Vec<Summary>> {
    let query = format!(
        "SELECT {TABLE}, t.touched, (SELECT count(*) FROM matches m WHERE m.table_id = t.id), \
         (SELECT points IS NOT NULL FROM matches m WHERE m.table_id = t.id ORDER BY number DESC LIMIT 1) \
         FROM tables t WHERE {condition} ORDER BY t.touched DESC, t.id LIMIT 200"
    );
    let mut list: Vec<Summary> = c
        .prepare_cached(&query)?
        .query_map([person], |row| {
            let over = row.get::<_, Option<bool>>(8)?.unwrap_or(false);
            let (touched, matches) = (row.get(6)?, row.get(7)?);
            Ok(Summary { table: table(row)?, seats: Vec::new(), touched, matches, over })
        })?
        .collect::<rusqlite::Result<_>>()?;
    for summary in &mut list {
        summary.seats = seats(c, &summary.table.id)?;
    }
    Ok(list)
}

impl Store {
    /// Keeps a new table with its seats, its first match and what happened in it so far. Returns the match's number.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_table(
        &self,
        row: TableRow,
        seats: Vec<SeatRow>,
        first: MatchRow,
        events: Vec<Event>,
        points: Option<Vec<i32>>,
    ) -> Result<i64, StoreError> {
        self.write(move |c| {
            c.execute(
                "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
                params![row.id, row.name, row.owner, row.game, row.settings, row.invite, now()],
            )?;
            for (i, seat) in seats.iter().enumerate() {
                put_seat(c, &row.id, i, seat)?;
            }
            let id = put_match(c, &row.id, &first)?;
            put_events(c, id, 0, &events)?;
            put_points(c, id, points.as_deref())?;
            Ok(id)
        })
    }

    /// The table of that id and its seats.
    ///
    /// # Errors
    /// The database failed.
    pub fn table(&self, id: &str) -> Result<Option<(TableRow, Vec<SeatRow>)>, StoreError> {
        self.read(|c| {
            let query = format!("SELECT {TABLE} FROM tables t WHERE t.id = ?1");
            let row = c.prepare_cached(&query)?.query_row([id], table).optional()?;
            row.map(|row| Ok((row, seats(c, id)?))).transpose()
        })
    }

    /// The tables a person owns or sits at, the latest first.
    ///
    /// # Errors
    /// The database failed.
    pub fn tables_of(&self, person: i64) -> Result<Vec<Summary>, StoreError> {
        let condition = "t.owner = ?1 OR t.id IN (SELECT table_id FROM seats WHERE person = ?1)";
        self.read(|c| summaries(c, condition, person))
    }

    /// The tables listed in the lobby that have an open seat and to which the person does not belong yet.
    ///
    /// # Errors
    /// The database failed.
    pub fn open_tables(&self, person: i64) -> Result<Vec<Summary>, StoreError> {
        let condition = "t.owner <> ?1 AND json_extract(t.settings, '$.listed') AND t.id IN \
                         (SELECT table_id FROM seats WHERE person IS NULL AND agent IS NULL)";
        self.read(|c| summaries(c, condition, person))
    }

    /// Deletes a table and everything that happened there.
    ///
    /// # Errors
    /// The database failed.
    pub fn delete_table(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |c| c.execute("DELETE FROM tables WHERE id = ?1", [id]).map(drop))
    }

    /// Keeps the name, the settings and the seats of a table.
    ///
    /// # Errors
    /// The database failed.
    pub fn update_table(&self, row: &TableRow, seats: &[SeatRow]) -> Result<(), StoreError> {
        let (row, seats) = (row.clone(), seats.to_vec());
        self.write(move |c| {
            c.execute(
                "UPDATE tables SET name = ?2, settings = ?3, touched = ?4 WHERE id = ?1",
                params![row.id, row.name, row.settings, now()],
            )?;
            for (i, seat) in seats.iter().enumerate() {
                put_seat(c, &row.id, i, seat)?;
            }
            Ok(())
        })
    }

    /// The latest match of a table with its events.
    ///
    /// # Errors
    /// The database failed.
    pub fn latest_match(&self, table: &str) -> Result<Option<(MatchRow, Vec<Event>)>, StoreError> {
        self.read(|c| one_match(c, table, None))
    }

    /// The match of that number of a table with its events.
    ///
    /// # Errors
    /// The database failed.
    pub fn match_of(&self, table: &str, number: u32) -> Result<Option<(MatchRow, Vec<Event>)>, StoreError> {
        self.read(|c| one_match(c, table, Some(number)))
    }

    /// Begins another match of a table; returns its number in the database.
    ///
    /// # Errors
    /// The database failed.
    pub fn new_match(&self, table: &str, row: &MatchRow, events: Vec<Event>) -> Result<i64, StoreError> {
        let (table, row) = (table.to_string(), row.clone());
        self.write(move |c| {
            c.execute("UPDATE tables SET touched = ?2 WHERE id = ?1", params![table, now()])?;
            let id = put_match(c, &table, &row)?;
            put_events(c, id, 0, &events)?;
            Ok(id)
        })
    }

    /// Keeps what happened in a match after its first `from` events, with the points by seat if that ended it.
    ///
    /// # Errors
    /// The database failed, or another event was kept at that number before.
    pub fn append(
        &self,
        table: &str,
        id: i64,
        from: usize,
        events: Vec<Event>,
        points: Option<Vec<i32>>,
    ) -> Result<(), StoreError> {
        let table = table.to_string();
        self.write(move |c| {
            put_events(c, id, from, &events)?;
            put_points(c, id, points.as_deref())?;
            c.prepare_cached("UPDATE tables SET touched = ?2 WHERE id = ?1")?
                .execute(params![table, now()])
                .map(drop)
        })
    }

    /// A match does not count any more.
    ///
    /// # Errors
    /// The database failed.
    pub fn make_practice(&self, id: i64) -> Result<(), StoreError> {
        self.write(move |c| c.execute("UPDATE matches SET practice = 1 WHERE id = ?1", [id]).map(drop))
    }

    /// Keeps whose eyes people have had in a match: the person and the player.
    ///
    /// # Errors
    /// The database failed.
    pub fn keep_eyes(&self, id: i64, eyes: Vec<(i64, u8)>) -> Result<(), StoreError> {
        self.write(move |c| {
            let mut insert = c.prepare_cached("INSERT OR IGNORE INTO eyes VALUES (?1, ?2, ?3)")?;
            eyes.iter()
                .try_for_each(|&(person, player)| insert.execute(params![id, person, player]).map(drop))
        })
    }

    /// Whose eyes people have had in a match.
    ///
    /// # Errors
    /// The database failed.
    pub fn eyes(&self, id: i64) -> Result<Vec<(i64, u8)>, StoreError> {
        self.read(|c| {
            c.prepare_cached("SELECT person, player FROM eyes WHERE match_id = ?1")?
                .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// The points by seat of the finished matches that count, in order.
    ///
    /// # Errors
    /// The database failed.
    pub fn results(&self, table: &str) -> Result<Vec<(u32, Vec<i32>)>, StoreError> {
        self.read(|c| {
            c.prepare_cached(
                "SELECT number, points FROM matches WHERE table_id = ?1 AND NOT practice \
                 AND points IS NOT NULL ORDER BY number",
            )?
            .query_map([table], |row| {
                let text: String = row.get(1)?;
                let points = text.split(' ').filter_map(|n| n.parse().ok()).collect();
                Ok((row.get(0)?, points))
            })?
            .collect()
        })
    }
}

/// How far seats are turned; a negative number is a damaged database, not another seating.
fn rotation(kept: i64) -> rusqlite::Result<usize> {
    usize::try_from(kept).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(4, kept))
}

/// The match of that number, or the latest one.
fn one_match(
    c: &Connection,
    table: &str,
    number: Option<u32>,
) -> rusqlite::Result<Option<(MatchRow, Vec<Event>)>> {
    let row = c
        .prepare_cached(
            "SELECT id, number, game, seed, rotation, practice, secret, dealing FROM matches WHERE table_id = ?1 \
             AND (?2 IS NULL OR number = ?2) ORDER BY number DESC LIMIT 1",
        )?
        .query_row(params![table, number], |row| {
            let seed = row.get::<_, i64>(3)?.cast_unsigned();
            let secret = row.get::<_, Option<[u8; 32]>>(6)?.map(Secret::new);
            Ok(MatchRow {
                id: row.get(0)?,
                number: row.get(1)?,
                game: row.get(2)?,
                seed,
                rotation: rotation(row.get(4)?)?,
                practice: row.get(5)?,
                // A match that was begun before there were secrets.
                secret: secret.unwrap_or_else(|| Secret::of_seed(seed)),
                dealing: Dealing::of(row.get(7)?),
            })
        })
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let events = c
        .prepare_cached("SELECT who, text, fault, cause FROM events WHERE match_id = ?1 ORDER BY n")?
        .query_map([row.id], |event| {
            let (who, text): (Option<u8>, Option<String>) = (event.get(0)?, event.get(1)?);
            if let (Some(who), Some(kind)) = (who, event.get(2)?) {
                let cause = event.get::<_, Option<String>>(3)?.unwrap_or_default();
                return Ok(Event::Fault { who, kind, cause, instead: text });
            }
            Ok(text.map_or(Event::Undo, |text| Event::Move { who, text }))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some((row, events)))
}

fn put_points(c: &Connection, id: i64, points: Option<&[i32]>) -> rusqlite::Result<()> {
    let text = points.map(|p| p.iter().map(i32::to_string).collect::<Vec<_>>().join(" "));
    c.prepare_cached("UPDATE matches SET points = ?2 WHERE id = ?1")?.execute(params![id, text]).map(drop)
}
