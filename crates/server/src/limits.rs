//! Rate limits for one address or one page: token buckets that refill with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many buckets are kept; once so many are not full, everybody new shares one.
const REMEMBERED: usize = 10_000;

/// How many at once (burst), and how many a second in the long run (rate).
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
    /// Attempts to log in to one account, from everywhere together.
    pub accounts: Rate,
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
    /// Open sockets of one person.
    pub pages_each: usize,
    /// Connections that are not sockets (yet), all together; the oldest makes room for a new one.
    pub connections: usize,
    /// The same, of one address.
    pub connections_each: usize,
    /// Seconds in which the head of a request must have come, also of the next one over the same connection.
    pub head_seconds: u64,
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
            accounts: Rate { burst: 10.0, refill: 0.1 },
            guests: Rate { burst: 30.0, refill: 0.5 },
            messages: Rate { burst: 60.0, refill: 20.0 },
            message_bytes: 8 * 1024,
            body_bytes: 512 * 1024,
            pages: 20_000,
            pages_each: 40,
            connections: 1_000,
            connections_each: 100,
            head_seconds: 15,
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

/// The part of an address that one subscriber has: all of version 4, the first half of version 6.
pub(crate) fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)),
        four => four,
    }
}

/// A bucket for every key.
pub(crate) struct Buckets<K> {
    rate: Rate,
    kept: Mutex<Kept<K>>,
}

struct Kept<K> {
    by_key: HashMap<K, Bucket>,
    /// Shared by those for whom there is no room.
    rest: Bucket,
    swept: Instant,
}

impl<K: Hash + Eq> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Buckets<K> {
        let now = Instant::now();
        let kept = Kept { by_key: HashMap::new(), rest: Bucket::new(rate, now), swept: now };
        Buckets { rate, kept: Mutex::new(kept) }
    }

    /// Takes one permission of a key if it has one.
    pub(crate) fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.by_key.len() >= REMEMBERED && !kept.by_key.contains_key(&key) {
            // Looking through all of them is done once a second at most.
            if now.saturating_duration_since(kept.swept).as_secs() >= 1 {
                kept.by_key.retain(|_, bucket| !bucket.full(now));
                kept.swept = now;
            }
            if kept.by_key.len() >= REMEMBERED {
                return kept.rest.take(now);
            }
        }
        kept.by_key.entry(key).or_insert_with(|| Bucket::new(self.rate, now)).take(now)
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

    #[test]
    fn all_addresses_of_one_subscriber_share_a_bucket() {
        let of = |text: &str| subscriber(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn whoever_comes_from_everywhere_at_once_finds_one_bucket_in_the_end() {
        let buckets = Buckets::new(Rate { burst: 2.0, refill: 0.0 });
        let granted = (0..3 * REMEMBERED).filter(|&n| buckets.take(n)).count();
        assert_eq!(granted, REMEMBERED + 2);
        assert_eq!(buckets.kept.lock().unwrap().by_key.len(), REMEMBERED);
    }
}
