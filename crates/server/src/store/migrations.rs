//! The tables of the database, brought up to date step by step.
//!
//! A step that was done is written down in `refinery_schema_history`: the name is that of the library which once did this, and the
//! databases people have carry it.

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior, params};

/// A step: its number, its name, what it does.
type Step = (i64, &'static str, &'static str);

/// The steps in their order, a file of `migrations/` each.
const STEPS: [Step; 8] = [
    (1, "tables", include_str!("../../migrations/V1__tables.sql")),
    (2, "secrets_and_sessions", include_str!("../../migrations/V2__secrets_and_sessions.sql")),
    (3, "faults", include_str!("../../migrations/V3__faults.sql")),
    (4, "sealed", include_str!("../../migrations/V4__sealed.sql")),
    (5, "practice", include_str!("../../migrations/V5__practice.sql")),
    (10, "exercises", include_str!("../../migrations/V10__exercises.sql")),
    (11, "rule_files", include_str!("../../migrations/V11__rule_files.sql")),
    (12, "reviews", include_str!("../../migrations/V12__reviews.sql")),
];

/// Does the steps that were not done yet, all in one transaction: a program killed in between leaves the file as it was.
pub(super) fn update(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS refinery_schema_history(\
         version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255));",
    )?;
    let done: Vec<(i64, String)> = transaction
        .prepare("SELECT version, name FROM refinery_schema_history ORDER BY version")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (at, (version, name)) in done.iter().enumerate() {
        if STEPS.get(at).is_none_or(|step| (step.0, step.1) != (*version, name.as_str())) {
            return Err(StoreError(format!(
                "step {version} ({name}) of its tables is not one of this program: was it made by a newer one?"
            )));
        }
    }
    for (version, name, sql) in &STEPS[done.len()..] {
        transaction.execute_batch(sql)?;
        transaction.execute(
            "INSERT INTO refinery_schema_history VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), '0')",
            params![version, name],
        )?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(connection: &Connection) -> Vec<(i64, String)> {
        let mut rows = connection.prepare("SELECT version, name FROM refinery_schema_history").unwrap();
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn every_file_of_migrations_is_a_step_and_the_other_way_round() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut steps: Vec<String> =
            STEPS.iter().map(|(version, name, _)| format!("V{version}__{name}.sql")).collect();
        files.sort();
        steps.sort();
        assert_eq!(files, steps);
        assert!(STEPS.is_sorted_by_key(|step| step.0));
    }

    #[test]
    fn steps_are_done_once_and_from_where_the_file_stands() {
        let mut whole = Connection::open_in_memory().unwrap();
        update(&mut whole).unwrap();
        let all = done(&whole);
        assert_eq!(all.len(), STEPS.len());
        update(&mut whole).unwrap();
        assert_eq!(done(&whole), all);
        // A database of an earlier program, as its library left it: the first five steps.
        let mut old = Connection::open_in_memory().unwrap();
        old.execute_batch(
            "CREATE TABLE refinery_schema_history(\
             version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255));",
        )
        .unwrap();
        for (version, name, sql) in &STEPS[..5] {
            old.execute_batch(sql).unwrap();
            let row = params![version, name, "2026-01-02T03:04:05.678901234Z", "12345678901234567890"];
            old.execute("INSERT INTO refinery_schema_history VALUES (?1, ?2, ?3, ?4)", row).unwrap();
        }
        update(&mut old).unwrap();
        assert_eq!(done(&old), all);
        let tables = "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)";
        let text = |db: &Connection| db.query_row(tables, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(text(&old), text(&whole));
    }

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let mut newer = Connection::open_in_memory().unwrap();
        update(&mut newer).unwrap();
        newer.execute("INSERT INTO refinery_schema_history VALUES (99, 'wings', '', '0')", []).unwrap();
        let error = update(&mut newer).unwrap_err();
        assert!(error.to_string().contains("step 99 (wings)"), "{error}");
        let mut other = Connection::open_in_memory().unwrap();
        update(&mut other).unwrap();
        other.execute("UPDATE refinery_schema_history SET name = 'legs' WHERE version = 3", []).unwrap();
        assert!(update(&mut other).unwrap_err().to_string().contains("step 3 (legs)"));
    }
}
