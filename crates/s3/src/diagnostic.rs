//! The mistakes found in a file so far, each with its place in the text.

use game::{Diagnostic, Severity};

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From byte `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: short(start), end: short(end) }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The text of a file with the mistakes found in it so far.
#[derive(Clone, Debug)]
pub struct Report {
    text: String,
    starts: Vec<usize>,
    list: Vec<Diagnostic>,
    fatal: bool,
}

/// More mistakes than this in one file are not worth reading.
const MOST: usize = 500;

impl Report {
    /// An empty report on `text`.
    pub fn new(text: &str) -> Report {
        let bytes = text.as_bytes();
        let ends = |&i: &usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let breaks = (0..bytes.len()).filter(ends).map(|i| i + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        Report { text: text.to_string(), starts, list: Vec::new(), fatal: false }
    }

    /// The text it is about.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A diagnostic for a place, without filing it.
    pub fn locate(
        &self,
        severity: Severity,
        span: Span,
        message: String,
        hint: Option<String>,
    ) -> Diagnostic {
        let start = (span.start as usize).min(self.text.len());
        let end = (span.end as usize).clamp(start, self.text.len());
        let line = self.starts.partition_point(|&s| s <= start).max(1);
        let from = self.starts[line - 1];
        let excerpt = self.text[from..].split(['\n', '\r']).next().unwrap_or("");
        let column = self.text.get(from..start).map_or(1, |before| before.chars().count() + 1);
        let excerpt: String = excerpt.chars().take(400).map(|c| if c == '\t' { ' ' } else { c }).collect();
        Diagnostic { severity, line, column, span: start..end, message, hint, excerpt }
    }

    fn file(&mut self, severity: Severity, span: Span, message: String, hint: Option<String>) {
        let most = if severity == Severity::Warning { MOST } else { 2 * MOST };
        if self.list.len() < most {
            let found = self.locate(severity, span, message, hint);
            if !self.list.contains(&found) {
                self.list.push(found);
            }
        }
    }

    /// Files an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.fatal = true;
        self.file(Severity::Error, span, message.into(), None);
    }

    /// Files an error with a hint.
    pub fn error_hint(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.fatal = true;
        self.file(
            Severity::Error,
            span,
            message.into(),
            Some(hint.into()).filter(|h: &String| !h.is_empty()),
        );
    }

    /// Files an error that leaves the game loadable: play fails only when it gets there.
    pub fn fault(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.file(
            Severity::Error,
            span,
            message.into(),
            Some(hint.into()).filter(|h: &String| !h.is_empty()),
        );
    }

    /// Files a warning.
    pub fn warn(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        let hint = hint.into();
        self.file(Severity::Warning, span, message.into(), Some(hint).filter(|h| !h.is_empty()));
    }

    /// Whether an error was filed that leaves no game.
    pub fn fatal(&self) -> bool {
        self.fatal
    }

    /// The mistakes in the order of the text.
    pub fn sorted(&self) -> Vec<Diagnostic> {
        let mut list = self.list.clone();
        list.sort_by_key(|d| (d.span.start, d.span.end));
        list.dedup();
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_prints_its_line_with_the_part_underlined() {
        let mut report = Report::new("first\r\nkey=wrong\n");
        report.error_hint(Span::new(11, 16), "no such thing", "try another");
        let printed = report.sorted()[0].render("game.s3");
        assert_eq!(
            printed,
            "error: no such thing\n --> game.s3:2:5\n  |\n2 | key=wrong\n  |     ^^^^^\n  = hint: try another\n"
        );
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let report = Report::new("é");
        let found = report.locate(Severity::Error, Span::new(90, 95), String::new(), None);
        assert_eq!((found.line, found.span.clone()), (1, 2..2));
        assert!(found.render("x").contains("1 | é"));
    }
}
