//! The findings about a description so far, each with its place in the text.

use game::{Diagnostic, Severity};

/// The findings so far, with the text they are about.
pub(crate) struct Report<'a> {
    text: &'a str,
    pub(crate) list: Vec<Diagnostic>,
}

/// More findings than this are not worth reading.
const MOST: usize = 300;

impl<'a> Report<'a> {
    pub(crate) fn new(text: &'a str) -> Report<'a> {
        Report { text, list: Vec::new() }
    }

    pub(crate) fn add(&mut self, error: bool, line: usize, column: usize, message: String, hint: &str) {
        if self.list.len() >= MOST {
            return;
        }
        let line = line.max(1);
        let excerpt: String = self.text.lines().nth(line - 1).unwrap_or("").chars().take(300).collect();
        let excerpt = excerpt.replace('\t', " ");
        let column = column.clamp(1, excerpt.chars().count() + 1);
        let hint = (!hint.is_empty()).then(|| hint.to_string());
        let severity = if error { Severity::Error } else { Severity::Warning };
        let span = self.byte(line, column);
        let found = Diagnostic { severity, line, column, span: span..span, message, hint, excerpt };
        if !self.list.contains(&found) {
            self.list.push(found);
        }
    }

    /// Where in the text a place is.
    fn byte(&self, line: usize, column: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let rest = self.text[start..].lines().next().unwrap_or("");
        start + rest.char_indices().nth(column - 1).map_or(rest.len(), |(i, _)| i)
    }

    pub(crate) fn error(&mut self, line: usize, message: String, hint: &str) {
        self.add(true, line, 1, message, hint);
    }

    pub(crate) fn warn(&mut self, line: usize, message: String, hint: &str) {
        self.add(false, line, 1, message, hint);
    }

    pub(crate) fn fatal(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// The findings in the order of the text.
    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.line, d.column));
        self.list
    }
}
