//! The time of the processor that one thread has used.

use game::Clock;
use std::time::Duration;

/// A clock of the calling thread's processor time: work of other threads and programs does not move it.
pub fn processor() -> Clock {
    Clock::new(thread)
}

/// The processor time of the calling thread.
pub fn thread() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// The processor time of the whole program.
pub fn program() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}
