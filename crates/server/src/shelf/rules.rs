//! Rule files in memory: each version under a name of its own, which ends with a hash of its text. So a table can go on
//! with the version it began with while others sit down to the next one.

use super::bots::{self, Bot};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How many versions that are on offer no more stay loaded. Whoever plays by one holds it himself; a table that needs one
/// again loads it again.
const FORMER: usize = 64;

/// Former versions that are loaded, the latest last.
static LOADED: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// The name a version is loaded under. It becomes an option of an agent's description, in which some characters mean
/// something.
pub(super) fn version(stem: &str, text: &str) -> String {
    let clean = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '_' };
    let hash = Sha256::new().chain_update(stem).chain_update([0]).chain_update(text).finalize();
    let hex: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{hex}", stem.chars().map(clean).collect::<String>())
}

/// Loads a former version again.
pub(crate) fn load_again(version: &str, text: &str) {
    if catalog::rule_files::load(version, text).is_ok() {
        former(version);
    }
}

/// A version is on offer no more.
pub(super) fn former(version: &str) {
    let mut list = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    list.retain(|known| known != version);
    list.push_back(version.to_string());
    while list.len() > FORMER {
        if let Some(oldest) = list.pop_front() {
            catalog::rule_files::remove(&oldest);
        }
    }
}

/// A version is on offer (again).
pub(super) fn current(version: &str) {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known != version);
}

/// A rule file that somebody has loaded.
pub(super) struct Lent {
    pub(super) file: String,
    version: String,
    pub(super) bot: Result<Bot, String>,
}

impl Lent {
    pub(super) fn new(file: &str, text: &str) -> Lent {
        let stem = file.strip_suffix(".bot").unwrap_or(file);
        Lent { file: file.into(), version: version(stem, text), bot: bots::rule_file(file, text) }
    }

    /// It is taken away.
    pub(super) fn gone(self) {
        former(&self.version);
    }

    /// Another one took its place.
    pub(super) fn replaced(self, by: &Lent) {
        if self.version != by.version {
            former(&self.version);
        }
    }
}
