//! A serial port: 115200 baud, 8 data bits, no parity, 1 stop bit, no flow control, as the controller is delivered.
//!
//! Plain POSIX terminal calls (through `nix`, which the line editor of the command line uses anyway) are all a servo controller
//! needs: one speed, raw bytes, a bounded wait. A port library would bring udev and code for systems that the simulator's
//! pseudo-terminal does not exist on.

use super::line::Line;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{BaudRate, ControlFlags, SetArg, cfmakeraw, cfsetspeed, tcgetattr, tcsetattr};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

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
        let flags = OFlag::O_NOCTTY | OFlag::O_NONBLOCK;
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags.bits()).open(path)?;
        let mut mode = tcgetattr(&file)?;
        cfmakeraw(&mut mode);
        cfsetspeed(&mut mode, BaudRate::B115200)?;
        mode.control_flags.remove(ControlFlags::CSTOPB | ControlFlags::PARENB | ControlFlags::CRTSCTS);
        mode.control_flags.insert(ControlFlags::CLOCAL | ControlFlags::CREAD);
        tcsetattr(&file, SetArg::TCSANOW, &mode)?;
        Ok(Port { file })
    }
}

/// Waits until a file can be read or written; false after `within`.
pub(crate) fn ready(file: impl AsFd, what: PollFlags, within: Duration) -> io::Result<bool> {
    let limit = PollTimeout::try_from(within).unwrap_or(PollTimeout::MAX);
    loop {
        let mut list = [PollFd::new(file.as_fd(), what)];
        match poll(&mut list, limit) {
            Ok(n) => return Ok(n > 0),
            Err(nix::errno::Errno::EINTR) => {}
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
                    if !ready(&self.file, PollFlags::POLLOUT, Duration::from_secs(2))? {
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
        if !ready(&self.file, PollFlags::POLLIN, within)? {
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
