//! Passwords are hashed by one thread of their own, one after another, because a hash takes 19 MB and a whole core for a
//! while, on purpose. A flood of logins waits in a short queue and is refused when it is full; the tables are not affected.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

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

/// A place in the queue. A request without one is refused before anything is looked up.
pub(crate) struct Ticket {
    _place: OwnedSemaphorePermit,
}

enum Wish {
    Hash { password: String, answer: oneshot::Sender<Option<String>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<bool> },
}

/// The line before the thread that hashes.
pub(crate) struct Passwords {
    line: Sender<(Ticket, Wish)>,
    places: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> std::io::Result<Passwords> {
        let (line, wishes) = channel::<(Ticket, Wish)>();
        let work = move || {
            // Compared with where there is no account, so that the time it takes reveals nothing (a timing attack).
            let nobody = hashed("nobody has this password");
            while let Ok((ticket, wish)) = wishes.recv() {
                let _ = catch_unwind(AssertUnwindSafe(|| grant(wish, nobody.as_deref())));
                drop(ticket);
            }
        };
        std::thread::Builder::new().name("passwords".into()).spawn(work)?;
        Ok(Passwords { line, places: Arc::new(Semaphore::new(LINE)) })
    }

    /// A place in the line, unless it is full.
    pub(crate) fn ticket(&self) -> Result<Ticket, Refused> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refused::Busy)?;
        Ok(Ticket { _place: place })
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, ticket: Ticket, password: String) -> Result<String, Refused> {
        let (answer, hash) = oneshot::channel();
        self.line.send((ticket, Wish::Hash { password, answer })).map_err(|_| Refused::Failed)?;
        hash.await.ok().flatten().ok_or(Refused::Failed)
    }

    /// Whether a password fits a hash; without one it never does, and takes as long.
    pub(crate) async fn verify(
        &self,
        ticket: Ticket,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Refused> {
        let (answer, fits) = oneshot::channel();
        let wish = Wish::Verify { password, hash, answer };
        self.line.send((ticket, wish)).map_err(|_| Refused::Failed)?;
        fits.await.map_err(|_| Refused::Failed)
    }
}

fn hashed(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

fn grant(wish: Wish, nobody: Option<&str>) {
    match wish {
        // A request whose client has gone costs nothing.
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
        let hash = passwords.hash(passwords.ticket().unwrap(), "long enough".into()).await.unwrap();
        let verify = |password: &str, hash: Option<&String>| {
            passwords.verify(passwords.ticket().unwrap(), password.to_string(), hash.cloned())
        };
        assert_eq!(verify("long enough", Some(&hash)).await, Ok(true));
        assert_eq!(verify("long enouhg", Some(&hash)).await, Ok(false));
        assert_eq!(verify("nobody has this password", None).await, Ok(false));
        assert_eq!(verify("x", Some(&"no hash".to_string())).await, Ok(false));
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_at_the_end_of_a_short_line() {
        let passwords = Passwords::new().unwrap();
        let passwords = &passwords;
        let ask = |i: usize| {
            let ticket = passwords.ticket();
            async move { passwords.verify(ticket?, i.to_string(), None).await }
        };
        let answers = join_all((0..300).map(ask)).await;
        let count = |wanted| answers.iter().filter(|answer| **answer == wanted).count();
        assert_eq!((count(Ok(false)), count(Err(Refused::Busy))), (LINE, 300 - LINE));
        assert!(passwords.ticket().is_ok(), "the line is free again");
    }
}
