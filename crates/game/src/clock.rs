//! Time is passed in: searches read it through the [`Clock`] of their [`crate::Limit`], never from the system, so they run
//! where there is no system clock (a browser's WebAssembly) and under the clock of a test.

use std::fmt;
use std::time::Duration;

/// Where time is read: gives the time since some fixed moment.
#[derive(Clone, Copy)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// A clock that is read by calling `now`, which must never go back.
    pub const fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// A clock that stands still: under it no time limit is ever reached.
    pub const fn still() -> Clock {
        Clock(|| Duration::ZERO)
    }

    /// The clock of the operating system; on a target without one, a clock that stands still.
    pub fn system() -> Clock {
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        {
            static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
            Clock(|| START.get_or_init(std::time::Instant::now).elapsed())
        }
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        Clock::still()
    }

    /// The time.
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// The time since an earlier reading of this clock.
    pub fn since(self, earlier: Duration) -> Duration {
        self.now().saturating_sub(earlier)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::system()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
