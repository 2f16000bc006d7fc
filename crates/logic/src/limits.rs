//! What a machine may use, and what of the outside world it may touch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Bounds on one query. Exceeding one is a `resource_error`, which the program may catch; what it may still do then is
/// the host's to say ([`Limits::reserve`]).
#[derive(Clone, Debug)]
pub struct Limits {
    /// Calls, and work inside built-ins counted in calls.
    pub inferences: u64,
    /// Memory in cells of 8 bytes over heap, stacks, trail, database, atoms and buffers.
    pub memory_cells: usize,
    /// Goals that wait for a goal they called: frames on the stack of environments. Tail calls need none.
    pub depth: usize,
    /// Wall time; only read when set, so that a machine without it is deterministic.
    pub time: Option<Duration>,
    /// What the handler of a caught limit gets once more, in percent of `inferences` and of `time`. It is given once a query:
    /// past it the query ends, and no `catch/3` takes that. 0: these two limits cannot be caught at all. What memory and
    /// depth leave is what the program gives back on its way to the handler.
    pub reserve: u8,
    /// Set from another thread to end a query; `catch/3` does not take it either.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            inferences: u64::MAX / 4,
            memory_cells: 1 << 28,
            depth: 1 << 26,
            time: None,
            reserve: 10,
            interrupt: None,
        }
    }
}

impl Limits {
    /// Whether someone asked to stop; the request is used up.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|i| i.swap(false, Ordering::Relaxed))
    }
}

/// What the host allows beyond pure computation. Nothing by default.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    /// Opening files for reading (also consulting them).
    pub read_files: bool,
    /// Opening files for writing and appending.
    pub write_files: bool,
    /// Reading clocks.
    pub clock: bool,
    /// Reading environment variables.
    pub environment: bool,
}

impl Grants {
    /// Everything: for a command line that runs its user's own programs.
    pub fn all() -> Grants {
        Grants { read_files: true, write_files: true, clock: true, environment: true }
    }
}
