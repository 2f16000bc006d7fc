//! The bots of this process by name: those that are shipped, and those that were loaded from files. A bot that is loaded
//! again under its name replaces the old one; whoever sits at a table goes on with the version he began with.

use crate::{MARIAS, SNAPS, TABLE, TAROKY};
use expert::{Bot, Finding, Interface};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, RwLock};

/// All interfaces, each for its games.
pub static INTERFACES: &[&Interface] = &[&TAROKY, &MARIAS, &SNAPS, &TABLE];

/// The bots that are shipped, with their texts.
pub const SHIPPED: &[(&str, &str)] = &[
    ("empty", include_str!("../../../data/bots/empty.bot")),
    ("logger", include_str!("../../../data/bots/logger.bot")),
    ("first", include_str!("../../../data/bots/first.bot")),
    ("contracts", include_str!("../../../data/bots/contracts.bot")),
    ("mined", include_str!("../../../data/bots/mined.bot")),
    ("marias", include_str!("../../../data/bots/marias.bot")),
    ("snaps", include_str!("../../../data/bots/snaps.bot")),
    ("prsi", include_str!("../../../data/bots/prsi.bot")),
];

/// A bot of the library.
#[derive(Clone)]
struct Entry {
    text: String,
    /// Compiled for each of [`INTERFACES`] it fits.
    bots: Vec<Option<Arc<Bot>>>,
}

static LIBRARY: LazyLock<RwLock<BTreeMap<String, Entry>>> = LazyLock::new(|| {
    let shipped =
        SHIPPED.iter().filter_map(|(name, text)| Some((name.to_string(), compile(name, text).ok()?)));
    RwLock::new(shipped.collect())
});

/// The interface of a game, by its name or the file it is described in.
pub fn interface(game: &str) -> Option<&'static Interface> {
    INTERFACES.iter().copied().find(|interface| plays(interface, game))
}

/// Whether an interface is for a game: `*.pl` stands for every file of that ending.
fn plays(interface: &Interface, game: &str) -> bool {
    interface.games.iter().any(|name| match name.strip_prefix('*') {
        Some(ending) => game.ends_with(ending),
        None => *name == game,
    })
}

/// Compiles a text for every game whose blocks it uses; the findings for the nearest game if it fits none.
fn compile(name: &str, text: &str) -> Result<Entry, Vec<Finding>> {
    let mut bots = Vec::new();
    let mut best: Option<Vec<Finding>> = None;
    for interface in INTERFACES {
        match Bot::load(name, text, interface) {
            Ok(bot) => bots.push(Some(Arc::new(bot))),
            Err(findings) => {
                if best.as_ref().is_none_or(|best| findings.len() < best.len()) {
                    best = Some(findings);
                }
                bots.push(None);
            }
        }
    }
    match best {
        Some(findings) if bots.iter().all(Option::is_none) => Err(findings),
        _ => Ok(Entry { text: text.to_string(), bots }),
    }
}

/// The findings about a text: for the games it fits, else for the game it fits best. And those games.
pub fn check(text: &str) -> (Vec<&'static str>, Vec<Finding>) {
    match compile("bot", text) {
        Ok(entry) => {
            let fits = INTERFACES.iter().zip(&entry.bots).filter(|(_, bot)| bot.is_some());
            let games = fits.flat_map(|(interface, _)| interface.games.iter().copied()).collect();
            let warnings = entry.bots.into_iter().flatten().next().map(|bot| bot.warnings.clone());
            (games, warnings.unwrap_or_default())
        }
        Err(findings) => (Vec::new(), findings),
    }
}

/// Loads a bot under a name; one that has the name is replaced. Says for which games it is.
///
/// # Errors
/// Everything that is wrong with it; the bot that has the name stays.
pub fn load(name: &str, text: &str) -> Result<Vec<&'static str>, Vec<Finding>> {
    let entry = compile(name, text)?;
    let fits = INTERFACES.iter().zip(&entry.bots).filter(|(_, bot)| bot.is_some());
    let games = fits.flat_map(|(interface, _)| interface.games.iter().copied()).collect();
    LIBRARY.write().unwrap_or_else(std::sync::PoisonError::into_inner).insert(name.to_string(), entry);
    Ok(games)
}

/// Removes a bot; whether there was one.
pub fn remove(name: &str) -> bool {
    LIBRARY.write().unwrap_or_else(std::sync::PoisonError::into_inner).remove(name).is_some()
}

/// The names of the bots for a game.
pub fn names(game: &str) -> Vec<String> {
    let Some(at) = INTERFACES.iter().position(|i| plays(i, game)) else { return Vec::new() };
    let library = LIBRARY.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    library.iter().filter(|(_, entry)| entry.bots[at].is_some()).map(|(name, _)| name.clone()).collect()
}

/// The text of a bot.
pub fn text(name: &str) -> Option<String> {
    let library = LIBRARY.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    library.get(name).map(|entry| entry.text.clone())
}

/// A bot for a game, as it is now.
pub fn bot(name: &str, interface: &Interface) -> Option<Arc<Bot>> {
    let at = INTERFACES.iter().position(|i| std::ptr::eq(*i, interface))?;
    let library = LIBRARY.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    library.get(name)?.bots[at].clone()
}

/// The bot that plays a game unless another is named.
pub fn best(game: &str) -> Option<&'static str> {
    Some(match game.split('?').next().unwrap_or(game) {
        "taroky" => "contracts",
        "marias" | "licitovany" => "marias",
        "snaps" => "snaps",
        "prsi" => "prsi",
        game => return interface(game).map(|_| "empty"),
    })
}

/// The bot by which an agent of this description plays a game: its name, and whether it leaves nothing to chance. `None` for
/// agents that do not play by a rule file.
pub fn played_by(game: &str, agent: &str) -> Option<(String, bool)> {
    let (name, rest) = agent.split_once('?').unwrap_or((agent, ""));
    if name != crate::RULEFILE.name {
        return None;
    }
    let value = |wanted: &str| {
        rest.split('&')
            .find_map(|part| part.split_once('=').filter(|(key, _)| *key == wanted))
            .map(|(_, v)| v)
    };
    let bot = value("bot").filter(|bot| !bot.is_empty()).or_else(|| best(game))?;
    Some((bot.to_string(), value("first") == Some("yes")))
}
