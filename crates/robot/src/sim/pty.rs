//! The simulated controller on a pseudo-terminal: programs open it like a serial port.

use super::Sim;
use crate::arm::port::ready;
use nix::fcntl::OFlag;
use nix::poll::PollFlags;
use nix::pty::{PtyMaster, grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A pseudo-terminal with the simulated controller at its far end.
pub struct Pty {
    file: PtyMaster,
    /// Kept open so that a program may come, go and come again.
    _near: File,
    path: String,
}

impl Pty {
    /// Opens one.
    ///
    /// # Errors
    /// The system has none left.
    pub fn open() -> io::Result<Pty> {
        let file = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC)?;
        grantpt(&file)?;
        unlockpt(&file)?;
        let path = ptsname_r(&file)?;
        let near =
            OpenOptions::new().read(true).write(true).custom_flags(OFlag::O_NOCTTY.bits()).open(&path)?;
        let mut mode = tcgetattr(&near)?;
        cfmakeraw(&mut mode);
        tcsetattr(&near, SetArg::TCSANOW, &mode)?;
        Ok(Pty { file, _near: near, path })
    }

    /// The device that programs open.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Answers until `done` is set.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn serve(&mut self, sim: &Sim, done: &AtomicBool) -> io::Result<()> {
        let mut buffer = [0; 256];
        while !done.load(Ordering::SeqCst) {
            if !ready(&self.file, PollFlags::POLLIN, Duration::from_millis(50))? {
                drop(sim.world()); // The world goes on while nobody speaks.
                continue;
            }
            let n = self.file.read(&mut buffer)?;
            let now = sim.time.now();
            let mut world = sim.world();
            if world.is_cut() {
                continue;
            }
            let answers = world.feed(&buffer[..n], now);
            drop(world);
            self.file.write_all(&answers)?;
        }
        Ok(())
    }
}
