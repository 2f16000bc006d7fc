//! The trained players of this process: those that are shipped, and those that were loaded from files. A player that is loaded
//! again under its name replaces the old one.
//!
//! Agents find files here and nowhere else: the description of an agent may come from anybody on the network, who must not name
//! a path on this computer. Whoever may read files loads them first.

use crate::file::{FileError, NetFile};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, RwLock};

/// The players that are shipped: the name of the game and the file.
const SHIPPED: &[(&str, &[u8])] = &[
    ("connect4", include_bytes!("../../../data/nets/connect4.net")),
    ("reversi", include_bytes!("../../../data/nets/reversi.net")),
    ("snaps", include_bytes!("../../../data/nets/snaps.net")),
    ("marias", include_bytes!("../../../data/nets/marias.net")),
    ("taroky", include_bytes!("../../../data/nets/taroky.net")),
];

static SHIPPED_FILES: LazyLock<BTreeMap<String, Arc<NetFile>>> = LazyLock::new(|| {
    let read = |(game, bytes): &(&str, &[u8])| Some((game.to_string(), Arc::new(NetFile::read(bytes).ok()?)));
    SHIPPED.iter().filter_map(read).collect()
});

static LOADED: LazyLock<RwLock<BTreeMap<String, Arc<NetFile>>>> = LazyLock::new(RwLock::default);

/// The names of the games for which a player is shipped, with the sizes of the files.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    SHIPPED.iter().copied()
}

/// The player that is shipped for a game, given with its parameters.
pub fn shipped_for(game: &str) -> Option<Arc<NetFile>> {
    SHIPPED_FILES.get(game).filter(|file| file.header.game == game).cloned()
}

/// Loads a player under a name.
///
/// # Errors
/// What is wrong with the file; a player that has the name stays.
pub fn load(name: &str, bytes: &[u8]) -> Result<Arc<NetFile>, FileError> {
    let file = Arc::new(NetFile::read(bytes)?);
    let mut loaded = LOADED.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    loaded.insert(name.to_string(), Arc::clone(&file));
    Ok(file)
}

/// The player that was loaded under a name.
pub fn get(name: &str) -> Option<Arc<NetFile>> {
    LOADED.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(name).cloned()
}

/// The names under which players were loaded.
pub fn names() -> Vec<String> {
    LOADED.read().unwrap_or_else(std::sync::PoisonError::into_inner).keys().cloned().collect()
}
