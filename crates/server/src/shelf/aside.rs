//! Descriptions that failed hard are set aside: the one that was being read when the program broke off, one whose reader
//! panicked, one that took long and failed. They are not read again until they change; the next start is not lost to them.
//!
//! A mark (a small file) is written before a description is read and removed afterwards. A mark that is found at the
//! start was left by a program that did not come so far. Several marks at once accuse all of them a little: the one
//! that is left a second time is set aside.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A reading that fails after so long is not tried again.
const LONG: Duration = Duration::from_secs(10);
/// So many marks are looked at.
const MOST: usize = 1_000;
const SET_ASIDE: &str = "set aside";
const SUSPECT: &str = "suspect";
const READING: &str = "reading";

/// What is remembered of descriptions that failed hard.
#[derive(Default)]
pub(super) struct Aside {
    /// Where the marks are; without it nothing is remembered beyond this program.
    folder: Option<PathBuf>,
    known: Mutex<BTreeMap<String, Mark>>,
    /// The program ends: no mark is written any more.
    closed: AtomicBool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    /// It is being read, or was when the program broke off; so often it was left before.
    Reading(u8),
    /// It was being read, among others, when the program broke off.
    Suspect,
    /// It is not read; why.
    SetAside(String),
}

/// What describes one reading: a text under a name.
fn key(text: &str, name: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(name);
    hash.update([0]);
    hash.update(text);
    hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

impl Aside {
    /// What was remembered in that folder; it is made when it is needed.
    pub(super) fn open(folder: PathBuf) -> Aside {
        let mut known = BTreeMap::new();
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().take(MOST);
        for file in files {
            let Ok(key) = file.file_name().into_string() else { continue };
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            let (state, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let (name, cause) = rest.split_once('\n').unwrap_or((rest, ""));
            let mark = match state {
                SET_ASIDE => Mark::SetAside(cause.trim().to_string()),
                SUSPECT => Mark::Suspect,
                _ => Mark::Reading(u8::from(state.ends_with("again"))),
            };
            known.insert(key, (mark, name.to_string()));
        }
        let alone = known.values().filter(|(mark, _)| matches!(mark, Mark::Reading(_))).count() == 1;
        let aside = Aside { folder: Some(folder), ..Aside::default() };
        for (key, (mark, name)) in known {
            let mark = match mark {
                Mark::Reading(before) if alone || before > 0 => {
                    let cause = "the program broke off while it read this description".to_string();
                    tracing::error!(description = %name, %cause, "a description is set aside");
                    aside.write(&key, &name, &Mark::SetAside(cause.clone()));
                    Mark::SetAside(cause)
                }
                Mark::Reading(_) => {
                    tracing::warn!(description = %name, "the program broke off while it read this among others");
                    aside.write(&key, &name, &Mark::Suspect);
                    Mark::Suspect
                }
                mark => mark,
            };
            aside.known().insert(key, mark);
        }
        aside
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Mark>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        self.folder.as_deref().map(|folder: &Path| folder.join(key))
    }

    fn write(&self, key: &str, name: &str, mark: &Mark) {
        let Some(path) = self.path(key) else { return };
        let name = name.replace(char::is_control, " ");
        let text = match mark {
            Mark::Reading(0) => format!("{READING}\n{name}\n"),
            Mark::Reading(_) => format!("{READING} again\n{name}\n"),
            Mark::Suspect => format!("{SUSPECT}\n{name}\n"),
            Mark::SetAside(cause) => format!("{SET_ASIDE}\n{name}\n{cause}\n"),
        };
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = made.and_then(|()| std::fs::write(&path, text)) {
            tracing::warn!(path = %path.display(), %error, "that a description is being read was not noted");
        }
    }

    fn remove(&self, key: &str) {
        if let Some(path) = self.path(key) {
            let _ = std::fs::remove_file(path);
        }
    }

    /// This text is about to be read under this name.
    ///
    /// # Errors
    /// It is set aside; why, and what to do about it.
    pub(super) fn begin(&self, text: &str, name: &str) -> Result<Reading<'_>, String> {
        let key = key(text, name);
        let mut known = self.known();
        let before = match known.get(&key) {
            Some(Mark::SetAside(cause)) => {
                let path = self
                    .path(&key)
                    .map_or(String::new(), |path| format!(" or {} is deleted", path.display()));
                return Err(format!("{name} is set aside until it changes{path}: {cause}"));
            }
            Some(Mark::Suspect | Mark::Reading(1..)) => 1,
            Some(Mark::Reading(0)) | None => 0,
        };
        let mark = Mark::Reading(before);
        if !self.closed.load(Ordering::Relaxed) {
            self.write(&key, name, &mark);
        }
        known.insert(key.clone(), mark);
        Ok(Reading { aside: self, key, name: name.to_string(), since: Instant::now() })
    }

    /// The program ends in good order: what is being read now is not to blame.
    pub(super) fn close(&self) {
        let known = self.known();
        self.closed.store(true, Ordering::Relaxed);
        let reading = known.iter().filter(|(_, mark)| matches!(mark, Mark::Reading(_)));
        reading.for_each(|(key, _)| self.remove(key));
    }
}

/// A description is being read.
pub(super) struct Reading<'a> {
    aside: &'a Aside,
    key: String,
    name: String,
    since: Instant,
}

impl Reading<'_> {
    /// It was read, with errors or without.
    pub(super) fn done(self, error: Option<&str>) {
        let took = self.since.elapsed();
        match error.filter(|_| took >= LONG) {
            Some(cause) => self.failed(&format!("it was given up after {} s: {cause}", took.as_secs())),
            None => {
                self.aside.known().remove(&self.key);
                self.aside.remove(&self.key);
            }
        }
    }

    /// It failed in a way that is not tried again.
    pub(super) fn failed(self, cause: &str) {
        tracing::error!(description = %self.name, %cause, "a description is set aside");
        let mark = Mark::SetAside(cause.to_string());
        self.aside.write(&self.key, &self.name, &mark);
        self.aside.known().insert(self.key, mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("partie-aside-{}-{name}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            Folder(folder)
        }
        fn open(&self) -> Aside {
            Aside::open(self.0.clone())
        }
        fn marks(&self) -> usize {
            std::fs::read_dir(&self.0).map_or(0, Iterator::count)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_was_being_read_when_the_program_broke_off_is_not_read_until_it_changes() {
        let folder = Folder::new("alone");
        // A reading that is never finished, as in a program that was aborted.
        std::mem::forget(folder.open().begin("bad text", "bad.pl"));
        let aside = folder.open();
        let cause = aside.begin("bad text", "bad.pl").err().unwrap();
        assert!(cause.contains("bad.pl is set aside") && cause.contains("broke off"), "{cause}");
        assert!(aside.begin("another text", "bad.pl").is_ok());
        assert!(aside.begin("bad text", "other.pl").is_ok(), "the same text may be read under another name");
        drop(aside);
        assert!(folder.open().begin("bad text", "bad.pl").is_err(), "and at every start after that");
    }

    #[test]
    fn of_several_the_one_left_twice_is_set_aside() {
        let folder = Folder::new("several");
        let aside = folder.open();
        for name in ["a", "b"] {
            std::mem::forget(aside.begin("text", name));
        }
        let aside = folder.open();
        aside.begin("text", "b").unwrap().done(None);
        std::mem::forget(aside.begin("text", "a"));
        std::mem::forget(aside.begin("text", "c"));
        let aside = folder.open();
        assert!(aside.begin("text", "a").is_err(), "left a second time");
        aside.begin("text", "b").unwrap().done(None);
        aside.begin("text", "c").unwrap().done(None);
        assert_eq!(folder.marks(), 1);
    }

    #[test]
    fn a_reading_that_ends_leaves_nothing_and_one_that_fails_late_or_hard_leaves_its_error() {
        let folder = Folder::new("ends");
        let aside = folder.open();
        aside.begin("good", "x").unwrap().done(None);
        aside.begin("typo", "x").unwrap().done(Some("x:1:1: a full stop is missing"));
        assert_eq!(folder.marks(), 0);
        assert!(aside.begin("typo", "x").is_ok(), "an ordinary error is told again");
        let mut slow = aside.begin("slow", "x").unwrap();
        slow.since = slow.since.checked_sub(LONG).unwrap();
        slow.done(Some("the limit of time"));
        let cause = folder.open().begin("slow", "x").err().unwrap();
        assert!(cause.contains("given up after") && cause.ends_with("the limit of time"), "{cause}");
        aside.begin("hard", "x").unwrap().failed("the reader panicked");
        assert!(aside.begin("hard", "x").err().unwrap().contains("the reader panicked"));
    }

    #[test]
    fn whoever_stops_the_program_in_good_order_accuses_nobody_and_no_folder_is_needed() {
        let folder = Folder::new("close");
        let aside = folder.open();
        std::mem::forget(aside.begin("text", "x"));
        aside.close();
        assert!(folder.open().begin("text", "x").is_ok());
        let nowhere = Aside::default();
        nowhere.begin("hard", "x").unwrap().failed("hard");
        assert!(nowhere.begin("hard", "x").is_err());
        std::fs::create_dir_all(&folder.0).unwrap();
        std::fs::write(folder.0.join("stray"), b"\xff\x00 no mark").unwrap();
        assert!(folder.open().begin("text", "y").is_ok(), "whatever lies in the folder");
    }
}
