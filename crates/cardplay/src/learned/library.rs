//! The statisticians' tables of this process, by name. Agents find them here and nowhere else: the description of an agent may come
//! from anybody on the network, who must not name a path on this computer. Whoever may read files loads them first.

use super::statistician::Statistician;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

type Tables = BTreeMap<String, (String, Arc<Statistician>)>;

static LOADED: LazyLock<RwLock<Tables>> = LazyLock::new(RwLock::default);

/// Loads the text of a table under a name; the game it is of.
///
/// # Errors
/// What is wrong with the text; a table that has the name stays.
pub fn load(name: &str, text: &str) -> Result<String, String> {
    let (game, table) = Statistician::parse(text)?;
    let mut loaded = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    loaded.insert(name.to_string(), (game.clone(), Arc::new(table)));
    Ok(game)
}

/// The table that was loaded under a name, for a game.
///
/// # Errors
/// That there is none, or that it is of another game.
pub fn table_for(name: &str, game: &str) -> Result<Arc<Statistician>, String> {
    let loaded = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    match loaded.get(name) {
        None => {
            let known: Vec<&str> = loaded.keys().map(String::as_str).collect();
            Err(format!("no table '{name}' was loaded (there are: {})", known.join(", ")))
        }
        Some((of, _)) if of != game => Err(format!("the table '{name}' is of '{of}', not of '{game}'")),
        Some((_, table)) => Ok(Arc::clone(table)),
    }
}
