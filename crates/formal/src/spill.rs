//! Temporary files for what does not fit into memory: append only, random reads, deleted when dropped (and, where the
//! system allows it, without a name from the start, so that a killed program leaves nothing behind).
//!
//! A small page cache makes sequential reading cheap. Nothing here knows what a state is.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Bytes read at once.
const PAGE: usize = 1 << 14;

/// Pages kept for reading.
const PAGES: usize = 64;

/// A temporary file.
pub(crate) struct Spill {
    /// Bytes written.
    end: u64,
    inside: Mutex<Inside>,
}

struct Inside {
    file: File,
    /// Page `n` is kept at place `n % PAGES`.
    pages: Vec<(u64, Vec<u8>)>,
}

impl Spill {
    /// A new file in `folder`, or where the system keeps temporary files.
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Spill> {
        let file = match folder {
            Some(folder) => tempfile::tempfile_in(folder)?,
            None => tempfile::tempfile()?,
        };
        Ok(Spill { end: 0, inside: Mutex::new(Inside { file, pages: Vec::new() }) })
    }

    /// Bytes written so far.
    pub(crate) fn len(&self) -> u64 {
        self.end
    }

    /// Adds bytes at the end.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let end = self.end;
        let inside = self.inside.get_mut().unwrap_or_else(PoisonError::into_inner);
        inside.file.seek(SeekFrom::Start(end))?;
        inside.file.write_all(bytes)?;
        // The page that was last may have been read when it was shorter.
        let last = end / PAGE as u64;
        inside.pages.iter_mut().filter(|(n, _)| *n == last).for_each(|page| *page = (u64::MAX, Vec::new()));
        self.end = end + bytes.len() as u64;
        Ok(())
    }

    /// Reads `length` bytes from `at` on, behind what `out` holds.
    pub(crate) fn read(&self, at: u64, length: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut at, mut left) = (at, length);
        while left > 0 {
            let page = inside.page(at / PAGE as u64)?;
            let from = (at % PAGE as u64) as usize;
            let part = page.get(from..).filter(|p| !p.is_empty()).ok_or(io::ErrorKind::UnexpectedEof)?;
            let part = &part[..part.len().min(left)];
            out.extend_from_slice(part);
            at += part.len() as u64;
            left -= part.len();
        }
        Ok(())
    }
}

impl Inside {
    fn page(&mut self, number: u64) -> io::Result<&[u8]> {
        if self.pages.is_empty() {
            self.pages = vec![(u64::MAX, Vec::new()); PAGES];
        }
        let place = (number % PAGES as u64) as usize;
        if self.pages[place].0 != number {
            let mut bytes = std::mem::take(&mut self.pages[place].1);
            self.pages[place].0 = u64::MAX;
            bytes.clear();
            self.file.seek(SeekFrom::Start(number * PAGE as u64))?;
            (&mut self.file).take(PAGE as u64).read_to_end(&mut bytes)?;
            self.pages[place] = (number, bytes);
        }
        Ok(&self.pages[place].1)
    }
}

/// Records of different lengths, by number.
pub(crate) struct Records {
    spill: Spill,
    /// Where every record with a number divisible by [`STEP`] begins.
    marks: Vec<u64>,
    count: usize,
}

/// Records between two marks.
const STEP: usize = 16;

impl Records {
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Records> {
        Ok(Records { spill: Spill::new(folder)?, marks: Vec::new(), count: 0 })
    }

    /// Bytes on disk.
    pub(crate) fn on_disk(&self) -> u64 {
        self.spill.len()
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.marks.len() * 8 + PAGE * PAGES
    }

    /// Adds records made by `next`, which writes one into the empty buffer it is given and says whether there was one.
    pub(crate) fn extend(&mut self, mut next: impl FnMut(&mut Vec<u8>) -> bool) -> io::Result<()> {
        let (mut pending, mut record) = (Vec::new(), Vec::new());
        loop {
            record.clear();
            let more = next(&mut record);
            if !more || pending.len() > 1 << 18 {
                self.spill.append(&pending)?;
                pending.clear();
            }
            if !more {
                return Ok(());
            }
            if self.count.is_multiple_of(STEP) {
                self.marks.push(self.spill.len() + pending.len() as u64);
            }
            self.count += 1;
            pending.extend_from_slice(&(record.len() as u32).to_le_bytes());
            pending.extend_from_slice(&record);
        }
    }

    /// The record of that number.
    pub(crate) fn get(&self, number: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let mut at = *self.marks.get(number / STEP).ok_or(io::ErrorKind::UnexpectedEof)?;
        for _ in 0..number % STEP {
            at += 4 + self.length(at, out)? as u64;
        }
        let length = self.length(at, out)?;
        out.clear();
        self.spill.read(at + 4, length, out)
    }

    /// The records from one number on, one after another, until `each` says that it is enough.
    pub(crate) fn scan(&self, from: usize, mut each: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        let mut record = Vec::new();
        let Some(&mark) = self.marks.get(from / STEP) else { return Ok(()) };
        let mut at = mark;
        for number in from / STEP * STEP..self.count {
            let length = self.length(at, &mut record)?;
            if number >= from {
                record.clear();
                self.spill.read(at + 4, length, &mut record)?;
                if !each(&record) {
                    break;
                }
            }
            at += 4 + length as u64;
        }
        Ok(())
    }

    fn length(&self, at: u64, out: &mut Vec<u8>) -> io::Result<usize> {
        out.clear();
        self.spill.read(at, 4, out)?;
        let bytes: [u8; 4] = out.as_slice().try_into().map_err(|_| io::ErrorKind::UnexpectedEof)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back_in_any_order() {
        let mut records = Records::new(None).unwrap();
        let text = |n: usize| vec![(n % 251) as u8; n % 700];
        for part in [0..1000, 1000..1001, 1001..3000] {
            let mut numbers = part.clone();
            records
                .extend(|out| {
                    numbers.next().is_some_and(|n| {
                        out.extend(text(n));
                        true
                    })
                })
                .unwrap();
            let mut out = Vec::new();
            for n in (0..part.end).rev().step_by(7).chain(0..part.end) {
                records.get(n, &mut out).unwrap();
                assert_eq!(out, text(n), "record {n}");
            }
        }
        let mut n = 990;
        let each = |bytes: &[u8]| {
            assert_eq!(bytes, text(n));
            n += 1;
            n < 2990
        };
        records.scan(990, each).unwrap();
        assert_eq!(n, 2990);
        assert!(records.get(4000, &mut Vec::new()).is_err());
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error() {
        assert!(Spill::new(Some(Path::new("no/such/folder"))).is_err());
    }
}
