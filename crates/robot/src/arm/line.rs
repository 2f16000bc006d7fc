//! The line to the controller and the time it is used in, both given from outside: a serial port and the system's clock,
//! or a simulator and a clock that a test moves.

use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Bytes to and from a servo controller.
pub trait Line: Send {
    /// Sends all of it.
    ///
    /// # Errors
    /// The line is gone.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Reads what has come, waiting at most `within` for the first byte; 0 if nothing came.
    ///
    /// # Errors
    /// The line is gone.
    fn receive(&mut self, buffer: &mut [u8], within: Duration) -> io::Result<usize>;
}

/// Where time is read and waited for.
pub trait Time: Send + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
    /// Lets time pass.
    fn pause(&self, time: Duration);
}

/// The clock of the system.
#[derive(Debug)]
pub struct System(Instant);

impl Default for System {
    fn default() -> System {
        System(Instant::now())
    }
}

impl Time for System {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// A clock that moves only while somebody waits on it: for tests and for demonstrations faster than life.
#[derive(Debug, Default)]
pub struct Stepped(Mutex<Duration>);

impl Time for Stepped {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn pause(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += time;
    }
}
