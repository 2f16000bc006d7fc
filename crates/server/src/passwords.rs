//! Passwords are hashed by one thread of their own, one after another: a hash takes 19 MB and all of a processor for a
//! while, on purpose. A flood of logins waits in a short line and is turned away at its end; the tables notice nothing.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use tokio::sync::oneshot;

/// How many may wait.
const LINE: usize = 32;

/// Why a password was not looked at.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Too many wait already.
    Busy,
    /// It could not be hashed.
    Failed,
}

enum Wish {
    Hash { password: String, answer: oneshot::Sender<Option<String>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<bool> },
}

/// The line before the thread that hashes.
pub(crate) struct Passwords {
    line: SyncSender<Wish>,
}

impl Passwords {
    pub(crate) fn new() -> std::io::Result<Passwords> {
        let (line, wishes) = sync_channel::<Wish>(LINE);
        let work = move || {
            // Compared with where there is no account, so that nobody can tell by the time it takes.
            let nobody = hashed("nobody has this password");
            while let Ok(wish) = wishes.recv() {
                let _ = catch_unwind(AssertUnwindSafe(|| grant(wish, nobody.as_deref())));
            }
        };
        std::thread::Builder::new().name("passwords".into()).spawn(work)?;
        Ok(Passwords { line })
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Refused> {
        let (answer, hash) = oneshot::channel();
        self.send(Wish::Hash { password, answer })?;
        hash.await.ok().flatten().ok_or(Refused::Failed)
    }

    /// Whether a password fits a hash; without one it never does, and takes as long.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Refused> {
        let (answer, fits) = oneshot::channel();
        self.send(Wish::Verify { password, hash, answer })?;
        fits.await.map_err(|_| Refused::Failed)
    }

    fn send(&self, wish: Wish) -> Result<(), Refused> {
        self.line.try_send(wish).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Busy,
            TrySendError::Disconnected(_) => Refused::Failed,
        })
    }
}

fn hashed(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

fn grant(wish: Wish, nobody: Option<&str>) {
    match wish {
        // Whoever does not wait any more costs nothing.
        Wish::Hash { answer, .. } if answer.is_closed() => {}
        Wish::Verify { answer, .. } if answer.is_closed() => {}
        Wish::Hash { password, answer } => {
            let _ = answer.send(hashed(&password));
        }
        Wish::Verify { password, hash, answer } => {
            let known = hash.as_deref().or(nobody).and_then(|hash| PasswordHash::new(hash).ok());
            let fits = known
                .is_some_and(|known| Argon2::default().verify_password(password.as_bytes(), &known).is_ok());
            let _ = answer.send(fits && hash.is_some());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only_and_nobodys_fits_none() {
        let passwords = Passwords::new().unwrap();
        let hash = passwords.hash("long enough".into()).await.unwrap();
        let verify =
            |password: &str, hash: Option<&String>| passwords.verify(password.to_string(), hash.cloned());
        assert_eq!(verify("long enough", Some(&hash)).await, Ok(true));
        assert_eq!(verify("long enouhg", Some(&hash)).await, Ok(false));
        assert_eq!(verify("nobody has this password", None).await, Ok(false));
        assert_eq!(verify("x", Some(&"no hash".to_string())).await, Ok(false));
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_at_the_end_of_a_short_line() {
        let passwords = Passwords::new().unwrap();
        let answers = join_all((0..300).map(|i| passwords.verify(i.to_string(), None))).await;
        let looked_at = answers.iter().filter(|answer| **answer == Ok(false)).count();
        let busy = answers.iter().filter(|answer| **answer == Err(Refused::Busy)).count();
        assert_eq!(looked_at + busy, 300);
        // All ask before the first is answered: what fits into the line, and those taken from it meanwhile.
        assert!((LINE..=LINE + 8).contains(&looked_at), "{looked_at} were looked at");
    }
}
