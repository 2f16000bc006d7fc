//! What is wrong with a description, and where, printed as a compiler would.

use std::fmt::Write as _;

/// One finding about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The game cannot be loaded; otherwise only probably not what was meant.
    pub error: bool,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The cause.
    pub message: String,
    /// What would help.
    pub hint: Option<String>,
    /// The line of the text.
    pub excerpt: String,
}

impl Diagnostic {
    /// Message, place, the line with its place marked, hint.
    pub fn render(&self, file: &str) -> String {
        let word = if self.error { "error" } else { "warning" };
        let number = self.line.to_string();
        let pad = " ".repeat(number.len());
        let mut out = format!("{word}: {}\n", self.message);
        let _ = writeln!(out, "{pad}--> {file}:{}:{}", self.line, self.column);
        let _ = writeln!(out, "{pad} |\n{number} | {}", self.excerpt);
        let _ = writeln!(out, "{pad} | {}^", " ".repeat(self.column.saturating_sub(1)));
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{pad} = hint: {hint}");
        }
        out
    }
}

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
        let found = Diagnostic { error, line, column, message, hint, excerpt };
        if !self.list.contains(&found) {
            self.list.push(found);
        }
    }

    pub(crate) fn error(&mut self, line: usize, message: String, hint: &str) {
        self.add(true, line, 1, message, hint);
    }

    pub(crate) fn warn(&mut self, line: usize, message: String, hint: &str) {
        self.add(false, line, 1, message, hint);
    }

    pub(crate) fn fatal(&self) -> bool {
        self.list.iter().any(|d| d.error)
    }

    /// The findings in the order of the text.
    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.line, d.column));
        self.list
    }
}
