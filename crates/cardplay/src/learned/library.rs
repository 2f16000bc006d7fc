//! The statisticians' tables of this process, by name. Agents find them here and nowhere else: the description of an agent may come
//! from anybody on the network, who must not name a path on this computer. Whoever may read files loads them first.

use super::statistician::Statistician;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

type Tables = BTreeMap<String, (String, Arc<Statistician>)>;

static LOADED: LazyLock<RwLock<Tables>> = LazyLock::new(RwLock::default);

/// Why a statistician's table was not loaded, or is not at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// This line of its text is not understood, and why.
    Line(usize, String),
    /// No table of this name was loaded.
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The table belongs to another game.
    OtherGame {
        /// The table's name.
        name: String,
        /// The game it is of.
        of: String,
        /// The game it was asked for.
        wanted: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Line(line, cause) => write!(f, "line {line}: {cause}"),
            TableError::Unknown { name, known } => {
                write!(f, "no table '{name}' was loaded (there are: {})", known.join(", "))
            }
            TableError::OtherGame { name, of, wanted } => {
                write!(f, "the table '{name}' is of '{of}', not of '{wanted}'")
            }
        }
    }
}

impl std::error::Error for TableError {}

/// Loads the text of a table under a name; the game it is of.
///
/// # Errors
/// What is wrong with the text; a table that has the name stays.
pub fn load(name: &str, text: &str) -> Result<String, TableError> {
    let (game, table) = Statistician::parse(text)?;
    let mut loaded = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    loaded.insert(name.to_string(), (game.clone(), Arc::new(table)));
    Ok(game)
}

/// The table that was loaded under a name, for a game.
///
/// # Errors
/// That there is none, or that it is of another game.
pub fn table_for(name: &str, game: &str) -> Result<Arc<Statistician>, TableError> {
    let loaded = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    match loaded.get(name) {
        None => Err(TableError::Unknown { name: name.into(), known: loaded.keys().cloned().collect() }),
        Some((of, _)) if of != game => {
            Err(TableError::OtherGame { name: name.into(), of: of.clone(), wanted: game.into() })
        }
        Some((_, table)) => Ok(Arc::clone(table)),
    }
}
