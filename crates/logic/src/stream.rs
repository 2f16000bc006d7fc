//! Streams: inputs with positions and look-ahead, outputs with a bounded buffer or a host's writer.
//!
//! Nothing here opens a file by itself: the machine asks its `Grants` first.

use crate::cell::Atom;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};

/// A reader the host lends.
pub type SharedReader = Arc<Mutex<Box<dyn Read + Send>>>;
/// A writer the host lends.
pub type SharedWriter = Arc<Mutex<Box<dyn Write + Send>>>;

/// An input with its position; files are held whole, lent readers are filled on demand.
#[derive(Clone)]
pub(crate) struct Input {
    data: Vec<u8>,
    pos: usize,
    source: Option<SharedReader>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) chars: usize,
    /// The end has been read.
    pub(crate) past: bool,
}

impl Input {
    pub(crate) fn from_bytes(data: Vec<u8>) -> Input {
        Input { data, pos: 0, source: None, line: 1, column: 0, chars: 0, past: false }
    }
    pub(crate) fn from_text(text: &str) -> Input {
        Input::from_bytes(text.as_bytes().to_vec())
    }
    pub(crate) fn from_reader(source: SharedReader) -> Input {
        Input { source: Some(source), ..Input::from_bytes(Vec::new()) }
    }

    /// Makes `n` bytes available after the position if the source has them.
    fn fill(&mut self, n: usize) {
        while self.data.len() < self.pos + n {
            let Some(source) = &self.source else { return };
            if self.pos > 1 << 16 {
                self.data.drain(..self.pos);
                self.pos = 0;
            }
            let mut buf = [0u8; 4096];
            let read = source.lock().map_or(0, |mut r| r.read(&mut buf).unwrap_or(0));
            if read == 0 {
                return;
            }
            self.data.extend_from_slice(&buf[..read]);
        }
    }

    /// Decodes the character at byte offset `at` after the position: (character, length).
    fn decode(&mut self, at: usize) -> Option<(char, usize)> {
        if self.data.len() <= self.pos + at {
            self.fill(at + 1);
        }
        let first = *self.data.get(self.pos + at)?;
        if first < 0x80 {
            return Some((char::from(first), 1));
        }
        let len = if first >= 0xf0 {
            4
        } else if first >= 0xe0 {
            3
        } else {
            2
        };
        self.fill(at + len);
        let end = (self.pos + at + len).min(self.data.len());
        match std::str::from_utf8(&self.data[self.pos + at..end]) {
            Ok(s) => s.chars().next().map(|c| (c, len)),
            Err(_) => Some((char::REPLACEMENT_CHARACTER, 1)),
        }
    }
    pub(crate) fn peek_char(&mut self) -> Option<char> {
        self.decode(0).map(|d| d.0)
    }
    pub(crate) fn peek_second(&mut self) -> Option<char> {
        let (_, a) = self.decode(0)?;
        self.decode(a).map(|d| d.0)
    }
    pub(crate) fn peek_third(&mut self) -> Option<char> {
        let (_, a) = self.decode(0)?;
        let (_, b) = self.decode(a)?;
        self.decode(a + b).map(|d| d.0)
    }
    pub(crate) fn next_char(&mut self) -> Option<char> {
        let (c, len) = self.decode(0)?;
        self.pos += len;
        self.chars += 1;
        if c == '\n' {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
        Some(c)
    }
    pub(crate) fn peek_byte(&mut self) -> Option<u8> {
        self.fill(1);
        self.data.get(self.pos).copied()
    }
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        let b = self.peek_byte()?;
        self.pos += 1;
        self.chars += 1;
        Some(b)
    }
    /// Whether the next read reaches the end; does not block a lent reader.
    pub(crate) fn at_end(&self) -> bool {
        self.source.is_none() && self.pos >= self.data.len()
    }
    pub(crate) fn is_lent(&self) -> bool {
        self.source.is_some()
    }
    pub(crate) fn offset(&self) -> usize {
        self.pos
    }
    /// Goes to a byte offset taken earlier.
    pub(crate) fn seek(&mut self, offset: usize, chars: usize, line: usize, column: usize) -> bool {
        if self.source.is_some() || offset > self.data.len() {
            return false;
        }
        (self.pos, self.chars, self.line, self.column, self.past) = (offset, chars, line, column, false);
        true
    }
    pub(crate) fn bytes_held(&self) -> usize {
        self.data.len()
    }
}

/// Where output goes.
#[derive(Clone)]
pub(crate) enum Sink {
    /// Kept until the host takes it.
    Buffer(Vec<u8>),
    /// Passed to a writer the host lends.
    Writer(SharedWriter, Vec<u8>),
}

/// An output with its position.
#[derive(Clone)]
pub(crate) struct Output {
    pub(crate) sink: Sink,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) chars: usize,
    /// Why the writer took no more; what was held back then is lost.
    pub(crate) failed: Option<String>,
}

impl Output {
    pub(crate) fn new(sink: Sink) -> Output {
        Output { sink, line: 1, column: 0, chars: 0, failed: None }
    }
    pub(crate) fn held(&self) -> usize {
        match &self.sink {
            Sink::Buffer(b) | Sink::Writer(_, b) => b.len(),
        }
    }
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) {
        let flush = match &mut self.sink {
            Sink::Buffer(b) => {
                b.extend_from_slice(bytes);
                false
            }
            Sink::Writer(_, b) => {
                b.extend_from_slice(bytes);
                b.len() > 1 << 13
            }
        };
        if flush {
            self.flush();
        }
    }
    pub(crate) fn write_str(&mut self, s: &str) {
        for c in s.chars() {
            self.chars += 1;
            if c == '\n' {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += 1;
            }
        }
        self.write_bytes(s.as_bytes());
    }
    pub(crate) fn flush(&mut self) {
        if let Sink::Writer(w, b) = &mut self.sink {
            if let Ok(mut w) = w.lock()
                && let Err(error) = w.write_all(b).and_then(|()| w.flush())
            {
                self.failed.get_or_insert_with(|| error.to_string());
            }
            b.clear();
        }
    }
}

/// What reading past the end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EofAction {
    Error,
    Code,
    Reset,
}

/// One open stream.
#[derive(Clone)]
pub(crate) struct Stream {
    pub(crate) alias: Vec<Atom>,
    pub(crate) file: Option<Atom>,
    pub(crate) mode: Atom,
    pub(crate) binary: bool,
    pub(crate) eof_action: EofAction,
    pub(crate) reposition: bool,
    pub(crate) input: Option<Input>,
    pub(crate) output: Option<Output>,
}

/// The open streams of a machine; 0, 1, 2 are user_input, user_output, user_error.
#[derive(Clone)]
pub(crate) struct Streams {
    pub(crate) table: Vec<Option<Stream>>,
    pub(crate) input: usize,
    pub(crate) output: usize,
}

impl Streams {
    pub(crate) fn new() -> Streams {
        use crate::atom::names as n;
        let std = |alias, input: bool| Stream {
            alias: vec![alias],
            file: None,
            mode: if input { n::READ } else { n::APPEND },
            binary: false,
            eof_action: if input { EofAction::Reset } else { EofAction::Error },
            reposition: false,
            input: input.then(|| Input::from_bytes(Vec::new())),
            output: (!input).then(|| Output::new(Sink::Buffer(Vec::new()))),
        };
        Streams {
            table: vec![
                Some(std(n::USER_INPUT, true)),
                Some(std(n::USER_OUTPUT, false)),
                Some(std(n::USER_ERROR, false)),
            ],
            input: 0,
            output: 1,
        }
    }
    pub(crate) fn add(&mut self, s: Stream) -> usize {
        self.table.push(Some(s));
        self.table.len() - 1
    }
    pub(crate) fn get(&mut self, id: usize) -> Option<&mut Stream> {
        self.table.get_mut(id).and_then(Option::as_mut)
    }
    pub(crate) fn by_alias(&self, alias: Atom) -> Option<usize> {
        self.table.iter().position(|s| s.as_ref().is_some_and(|s| s.alias.contains(&alias)))
    }
    /// Bytes held in buffers.
    pub(crate) fn bytes(&self) -> usize {
        self.table
            .iter()
            .flatten()
            .map(|s| {
                s.input.as_ref().map_or(0, Input::bytes_held) + s.output.as_ref().map_or(0, Output::held)
            })
            .sum()
    }
    /// Why a file the program opened took no more, once for each time. A closed pipe of the host's own streams is the
    /// host's business: the program goes on.
    pub(crate) fn take_failure(&mut self, id: usize) -> Option<String> {
        let failed = self.get(id)?.output.as_mut()?.failed.take();
        failed.filter(|_| id > 2)
    }
    pub(crate) fn flush_all(&mut self) {
        for s in self.table.iter_mut().flatten() {
            if let Some(o) = &mut s.output {
                o.flush();
            }
        }
    }
}
