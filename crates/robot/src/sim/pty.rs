//! The simulated controller on a pseudo-terminal: programs open it like a serial port.

use super::Sim;
use crate::arm::port::ready;
use rustix::event::PollFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A pseudo-terminal with the simulated controller at its far end.
pub struct Pty {
    file: File,
    /// Kept open so that a program may come, go and come again.
    _near: OwnedFd,
    path: String,
}

impl Pty {
    /// Opens one.
    ///
    /// # Errors
    /// The system has none left.
    pub fn open() -> io::Result<Pty> {
        let fd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&fd)?;
        unlockpt(&fd)?;
        let name = ptsname(&fd, Vec::new())?;
        let path = name.to_string_lossy().into_owned();
        let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY | rustix::fs::OFlags::CLOEXEC;
        let near = rustix::fs::open(path.as_str(), flags, rustix::fs::Mode::empty())?;
        let mut mode = rustix::termios::tcgetattr(&near)?;
        mode.make_raw();
        rustix::termios::tcsetattr(&near, rustix::termios::OptionalActions::Now, &mode)?;
        Ok(Pty { file: File::from(fd), _near: near, path })
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
            if !ready(&self.file, PollFlags::IN, Duration::from_millis(50))? {
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
