//! Which tables keep their computer players from one decision to the next. A player remembers what it worked out (a search
//! tree), so many tables together would take any amount of memory: those that moved longest ago are put to sleep once all
//! together keep too much. A sleeping table loses nothing but time: its players are made again when they are to move.

use std::sync::{Mutex, PoisonError};

/// What the computer players of all tables together may keep between decisions, in bytes.
const BYTES: usize = 160 << 20;
/// At how many tables they may stay, however little they say they keep.
const TABLES: usize = 500;

/// The tables whose computer players are kept.
#[derive(Default)]
pub(crate) struct Awake {
    /// Each with how much is kept there, the one that moved last at the end.
    tables: Mutex<Vec<(String, usize)>>,
}

impl Awake {
    /// A computer player of this table has moved, and so much is kept there now. Returns the tables to put to sleep.
    pub(crate) fn moved(&self, table: &str, bytes: usize) -> Vec<String> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|(id, _)| id != table);
        tables.push((table.to_string(), bytes));
        let mut kept: usize = tables.iter().map(|(_, bytes)| bytes).sum();
        let mut tired = 0;
        while kept > BYTES || tables.len() - tired > TABLES {
            kept -= tables[tired].1;
            tired += 1;
        }
        tables.drain(..tired).map(|(id, _)| id).collect()
    }

    /// Nobody is kept at this table any more.
    pub(crate) fn slept(&self, table: &str) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).retain(|(id, _)| id != table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_moved_longest_ago_is_put_to_sleep_when_all_together_keep_too_much() {
        let awake = Awake::default();
        let third = BYTES / 3;
        assert!(["a", "b", "c"].iter().all(|id| awake.moved(id, third).is_empty()));
        assert!(awake.moved("a", third).is_empty(), "nobody counts twice");
        assert_eq!(awake.moved("d", third), ["b"]);
        assert_eq!(awake.moved("e", 2 * third), ["c", "a"]);
        awake.slept("d");
        assert!(awake.moved("f", third).is_empty());
        assert_eq!(awake.moved("huge", BYTES + 1), ["e", "f", "huge"], "more than all may keep");
    }

    #[test]
    fn many_tables_that_keep_nothing_are_bounded_too() {
        let awake = Awake::default();
        let tired: usize = (0..TABLES + 7).map(|i| awake.moved(&i.to_string(), 0).len()).sum();
        assert_eq!((tired, awake.tables.lock().unwrap().len()), (7, TABLES));
    }
}
