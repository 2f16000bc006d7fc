//! What is wrong with a rule file, with its place, the line it stands in, what was expected and what may help.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file is taken, but look at it.
    Warning,
}

/// A finding about a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// How many characters it concerns.
    pub width: u32,
    /// What is wrong and what was expected, as a sentence without a subject.
    pub message: String,
    /// What may help; may be empty.
    pub hint: String,
    /// The line it stands in.
    pub excerpt: String,
}

impl Finding {
    pub(crate) fn error(place: Place, message: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Error,
            place,
            width: 1,
            message: message.into(),
            hint: String::new(),
            excerpt: String::new(),
        }
    }

    pub(crate) fn warning(place: Place, message: impl Into<String>) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::error(place, message) }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Finding {
        self.hint = hint.into();
        self
    }

    pub(crate) fn width(mut self, width: usize) -> Finding {
        self.width = u32::try_from(width).unwrap_or(1).max(1);
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}: {kind}: {}", self.place, self.message)?;
        if !self.excerpt.is_empty() {
            let (shown, column) = window(&self.excerpt, self.place.column as usize);
            let rest = shown.chars().count().saturating_sub(column - 1).max(1);
            let width = (self.width as usize).clamp(1, rest);
            write!(f, "\n  {:>5} | {shown}", self.place.line)?;
            write!(f, "\n        | {}{}", " ".repeat(column - 1), "^".repeat(width))?;
        }
        if !self.hint.is_empty() {
            write!(f, "\n        = hint: {}", self.hint)?;
        }
        Ok(())
    }
}

/// The part of a long line around a column, and the column in it.
fn window(line: &str, column: usize) -> (String, usize) {
    const SHOWN: usize = 120;
    let column = column.max(1);
    let from = if column > SHOWN - 20 { column - SHOWN / 2 } else { 0 };
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = line.chars().skip(from).take(SHOWN).map(clean).collect();
    (text, column - from)
}

/// Fills in the lines the findings stand in and puts them into the order of the text.
pub(crate) fn settle(text: &str, findings: &mut Vec<Finding>) {
    let lines: Vec<&str> = text.lines().collect();
    for finding in findings.iter_mut() {
        let line = lines.get(finding.place.line.saturating_sub(1) as usize).copied().unwrap_or_default();
        finding.excerpt = line.to_string();
    }
    findings.sort_by_key(|finding| (finding.place, finding.severity));
    findings.dedup_by(|a, b| a.place == b.place && a.message == b.message);
}
