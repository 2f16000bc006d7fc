//! Passwords are hashed by one thread of their own, one after another, because a hash takes 19 MB and a whole core for a
//! while, on purpose. A flood of logins waits in a short queue and is refused when it is full; the tables are not affected.
//! The memory is one buffer that is used again for every hash, so a flood leaves no more of it behind than one login.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
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
            let mut bench = Bench::default();
            let nobody = bench.hash("nobody has this password");
            while let Ok((ticket, wish)) = wishes.recv() {
                let _ = catch_unwind(AssertUnwindSafe(|| grant(&mut bench, wish, nobody.as_deref())));
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

/// The largest buffer a kept hash may ask for, in blocks of 1 KiB: a hash of this program takes 19 MiB.
const LARGEST: usize = 64 << 10;
const SALT: usize = 16;

/// Where passwords are hashed: the memory of one hash, used again for the next.
#[derive(Default)]
struct Bench {
    blocks: Vec<Block>,
    /// How often the memory was taken from the system.
    taken: usize,
}

impl Bench {
    /// What the password and the salt make with these parameters.
    fn output(&mut self, argon: &Argon2<'_>, password: &str, salt: &[u8]) -> Option<Output> {
        let wanted = argon.params().block_count();
        if wanted > LARGEST {
            return None;
        }
        if self.blocks.len() < wanted {
            self.blocks = vec![Block::new(); wanted];
            self.taken += 1;
        }
        let mut out = [0; Output::MAX_LENGTH];
        let out = out.get_mut(..argon.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN))?;
        let blocks = self.blocks.get_mut(..wanted)?;
        argon.hash_password_into_with_memory(password.as_bytes(), salt, out, blocks).ok()?;
        Output::new(out).ok()
    }

    /// The hash of a password with a new salt, as it is kept (PHC string).
    fn hash(&mut self, password: &str) -> Option<String> {
        let (algorithm, version, params) = (Algorithm::default(), Version::default(), Params::default());
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).ok()?;
        let argon = Argon2::new(algorithm, version, params.clone());
        let output = self.output(&argon, password, &salt)?;
        let hash = PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params).ok()?,
            salt: Some(Salt::new(&salt).ok()?),
            hash: Some(output),
        };
        Some(hash.to_string())
    }

    /// Whether a password fits a hash as it is kept; its own parameters count. Outputs are compared in constant time.
    fn fits(&mut self, password: &str, hash: &PasswordHash) -> bool {
        let mut again = || {
            let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
            let version = hash.version.map_or(Some(Version::default()), |v| Version::try_from(v).ok())?;
            let argon = Argon2::new(algorithm, version, Params::try_from(hash).ok()?);
            self.output(&argon, password, hash.salt.as_ref()?.as_ref())
        };
        again().is_some_and(|output| hash.hash == Some(output))
    }
}

fn grant(bench: &mut Bench, wish: Wish, nobody: Option<&str>) {
    match wish {
        // A request whose client has gone costs nothing.
        Wish::Hash { answer, .. } if answer.is_closed() => {}
        Wish::Verify { answer, .. } if answer.is_closed() => {}
        Wish::Hash { password, answer } => {
            let _ = answer.send(bench.hash(&password));
        }
        Wish::Verify { password, hash, answer } => {
            let known = hash.as_deref().or(nobody).and_then(|hash| PasswordHash::new(hash).ok());
            let fits = known.is_some_and(|known| bench.fits(&password, &known));
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

    #[test]
    fn the_memory_of_a_hash_is_taken_once_and_used_again() {
        let mut bench = Bench::default();
        let hash = bench.hash("long enough").unwrap();
        let known = PasswordHash::new(&hash).unwrap();
        let size = bench.blocks.len();
        assert_eq!(size, Params::default().block_count());
        for i in 0..20 {
            assert!(!bench.fits(&format!("wrong {i}"), &known));
        }
        assert!(bench.fits("long enough", &known));
        assert_eq!((bench.taken, bench.blocks.len(), bench.blocks.capacity()), (1, size, size));
    }

    #[test]
    fn hashes_are_those_of_the_library_and_a_hash_that_asks_for_much_memory_is_refused() {
        use argon2::{PasswordHasher, PasswordVerifier};
        let mut bench = Bench::default();
        let ours = bench.hash("long enough").unwrap();
        let ours = PasswordHash::new(&ours).unwrap();
        assert!(Argon2::default().verify_password(b"long enough", &ours).is_ok());
        let theirs = Argon2::default().hash_password(b"long enough").unwrap();
        assert!(bench.fits("long enough", &theirs) && !bench.fits("long enouhg", &theirs));
        let small = Argon2::from(Params::new(64, 1, 1, Some(32)).unwrap());
        let small = small.hash_password(b"x").unwrap();
        assert!(bench.fits("x", &small), "a hash of other parameters is checked by its own");
        let huge = theirs.to_string().replace("m=19456", "m=4000000");
        assert!(!bench.fits("long enough", &PasswordHash::new(&huge).unwrap()));
        assert_eq!(bench.taken, 1);
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
