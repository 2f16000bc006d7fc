//! A serial port: 115200 baud, 8 data bits, no parity, 1 stop bit, no flow control, as the controller is delivered.
//!
//! Plain POSIX terminal calls (through `rustix`, which the command line uses anyway) are all a servo controller needs: one speed,
//! raw bytes, a bounded wait. A port library would bring udev and code for systems that the simulator's pseudo-terminal does
//! not exist on.

use super::line::Line;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::termios::{ControlModes, OptionalActions, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Baud of the controller as delivered.
pub const BAUD: u32 = 115_200;

/// An open port.
#[derive(Debug)]
pub struct Port {
    file: File,
}

impl Port {
    /// Opens a device such as `/dev/ttyUSB0`.
    ///
    /// # Errors
    /// It does not exist, is not a terminal, or may not be used.
    pub fn open(path: &Path) -> io::Result<Port> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let fd = rustix::fs::open(path, flags, Mode::empty())?;
        let mut mode = tcgetattr(&fd)?;
        mode.make_raw();
        mode.set_speed(BAUD)?;
        mode.control_modes.remove(ControlModes::CSTOPB | ControlModes::PARENB | ControlModes::CRTSCTS);
        mode.control_modes.insert(ControlModes::CLOCAL | ControlModes::CREAD);
        tcsetattr(&fd, OptionalActions::Now, &mode)?;
        Ok(Port { file: File::from(fd) })
    }
}

/// Waits until a file can be read or written; false after `within`.
pub(crate) fn ready(file: &File, what: PollFlags, within: Duration) -> io::Result<bool> {
    let limit = Timespec { tv_sec: within.as_secs() as i64, tv_nsec: i64::from(within.subsec_nanos()) };
    loop {
        let mut list = [PollFd::new(file, what)];
        match poll(&mut list, Some(&limit)) {
            Ok(n) => return Ok(n > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

impl Line for Port {
    fn send(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.file.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => bytes = &bytes[n..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if !ready(&self.file, PollFlags::OUT, Duration::from_secs(2))? {
                        return Err(io::Error::new(io::ErrorKind::TimedOut, "the port takes no more bytes"));
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], within: Duration) -> io::Result<usize> {
        if !ready(&self.file, PollFlags::IN, within)? {
            return Ok(0);
        }
        match self.file.read(buffer) {
            Ok(0) => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the port was closed")),
            Ok(n) => Ok(n),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(0),
            Err(e) => Err(e),
        }
    }
}
