//! Bounds on what one address or one page may ask for: buckets that refill with time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many addresses are remembered before full buckets are forgotten.
const REMEMBERED: usize = 10_000;

/// So many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub refill: f64,
}

/// The bounds of a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// HTTP requests of one address.
    pub requests: Rate,
    /// Attempts to log in or register, of one address.
    pub logins: Rate,
    /// Guests made for one address.
    pub guests: Rate,
    /// Messages over one socket.
    pub messages: Rate,
    /// The longest message over a socket, in bytes.
    pub message_bytes: usize,
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// Open sockets, all together.
    pub pages: usize,
    /// Tables one person may own.
    pub tables: usize,
    /// Seconds after which a silent socket is closed.
    pub silence: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: Rate { burst: 200.0, refill: 40.0 },
            logins: Rate { burst: 8.0, refill: 0.2 },
            guests: Rate { burst: 30.0, refill: 0.5 },
            messages: Rate { burst: 60.0, refill: 20.0 },
            message_bytes: 8 * 1024,
            body_bytes: 512 * 1024,
            pages: 20_000,
            tables: 500,
            silence: 70,
        }
    }
}

/// A bucket of permissions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, left: rate.burst, at: now }
    }

    /// Takes one permission if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.rate.refill).min(self.rate.burst);
        self.at = now;
        let granted = self.left >= 1.0;
        if granted {
            self.left -= 1.0;
        }
        granted
    }

    fn full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left + passed * self.rate.refill >= self.rate.burst
    }
}

/// A bucket for every address.
pub(crate) struct Buckets {
    rate: Rate,
    by_address: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, by_address: Mutex::new(HashMap::new()) }
    }

    /// Takes one permission of an address if it has one.
    pub(crate) fn take(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut map = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if map.len() >= REMEMBERED && !map.contains_key(&address) {
            map.retain(|_, bucket| !bucket.full(now));
        }
        map.entry(address).or_insert_with(|| Bucket::new(self.rate, now)).take(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_grants_its_burst_and_then_its_refill() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 3.0, refill: 2.0 }, start);
        let granted = (0..5).filter(|_| bucket.take(start)).count();
        assert_eq!(granted, 3);
        let later = start + Duration::from_millis(1_000);
        assert_eq!((0..5).filter(|_| bucket.take(later)).count(), 2);
    }

    #[test]
    fn addresses_do_not_share_a_bucket() {
        let buckets = Buckets::new(Rate { burst: 1.0, refill: 0.0 });
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert_eq!([buckets.take(a), buckets.take(a), buckets.take(b)], [true, false, true]);
    }
}
