//! The three pipes of a program, each with a thread of its own: what it is told, what it says, what it complains of.

use super::LONGEST_LINE;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::ChildStdin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much of a program's standard error is kept.
const KEPT_ERRORS: usize = 16 << 10;

/// A line of the program, or why there is none.
pub(super) enum Line {
    Text(String),
    TooLong,
    NotText,
}

/// The last part of what a program wrote to standard error.
#[derive(Clone, Default)]
pub struct Kept {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Whether nothing more can come.
    whole: Arc<AtomicBool>,
}

impl Kept {
    /// What is there by now.
    pub fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).trim().to_string()
    }

    /// What a program left that is gone. Its last words may still be in the pipe; somebody it left behind may hold the
    /// pipe open for ever, so they are not waited for long.
    pub fn last(&self) -> String {
        let until = Instant::now() + Duration::from_millis(200);
        while !self.whole.load(Ordering::Acquire) && Instant::now() < until {
            std::thread::park_timeout(Duration::from_millis(1));
        }
        self.text()
    }
}

/// Writes lines until there are no more, or nobody can read them.
pub(super) fn write(mut stdin: ChildStdin, told: &Receiver<String>) {
    for line in told {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines within bounds.
pub(super) fn read(out: impl Read, send: &SyncSender<Line>) {
    let mut out = BufReader::new(out);
    loop {
        let mut bytes = Vec::new();
        let line = match (&mut out).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() > LONGEST_LINE => Line::TooLong,
            Ok(_) => match String::from_utf8(bytes) {
                Ok(text) => Line::Text(text.trim().to_string()),
                Err(_) => Line::NotText,
            },
        };
        let last = !matches!(line, Line::Text(_));
        if send.send(line).is_err() || last {
            return;
        }
    }
}

/// Keeps the last part of a stream.
pub(super) fn keep(mut err: impl Read + Send + 'static) -> Kept {
    let all = Kept::default();
    let kept = all.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n) = err.read(&mut bytes)
            && n > 0
        {
            let mut kept = kept.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&bytes[..n]);
            let over = kept.len().saturating_sub(KEPT_ERRORS);
            kept.drain(..over);
        }
        kept.whole.store(true, Ordering::Release);
    });
    all
}
