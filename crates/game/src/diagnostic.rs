//! What is wrong with the text of a description, and where: severity, place, excerpt, cause and a hint, printed as a
//! compiler prints it. Every language of descriptions reports with it.

use std::fmt::Write as _;
use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Probably not what was meant.
    Warning,
    /// Wrong. The game cannot be loaded, or fails when play reaches the place.
    Error,
}

/// One mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The bytes of the text it is about; empty where only the place is known.
    pub span: Range<usize>,
    /// The cause.
    pub message: String,
    /// What would help.
    pub hint: Option<String>,
    /// The line of the text.
    pub excerpt: String,
}

impl Diagnostic {
    /// Whether it is an error, not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic as a compiler prints it: message, place, the line with the part underlined, hint.
    pub fn render(&self, file: &str) -> String {
        let word = if self.is_error() { "error" } else { "warning" };
        let number = self.line.to_string();
        let pad = " ".repeat(number.len());
        let before = self.column.saturating_sub(1);
        let mut out = format!("{word}: {}\n", self.message);
        let _ = writeln!(out, "{pad}--> {file}:{}:{}", self.line, self.column);
        let _ = writeln!(out, "{pad} |\n{number} | {}", self.excerpt);
        let rest = self.excerpt.chars().count().saturating_sub(before).max(1);
        let marks = self.span.len().min(200).clamp(1, rest);
        let _ = writeln!(out, "{pad} | {}{}", " ".repeat(before), "^".repeat(marks));
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{pad} = hint: {hint}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_prints_its_line_with_the_part_underlined_and_at_least_one_mark() {
        let found = |span: Range<usize>, column: usize| Diagnostic {
            severity: Severity::Warning,
            line: 12,
            column,
            span,
            message: "odd".into(),
            hint: Some("mend it".into()),
            excerpt: "é = 1".into(),
        };
        let marks = |d: &Diagnostic| d.render("f").lines().nth(4).unwrap_or_default().to_string();
        assert_eq!(
            found(7..8, 5).render("f"),
            "warning: odd\n  --> f:12:5\n   |\n12 | é = 1\n   |     ^\n   = hint: mend it\n"
        );
        assert_eq!(marks(&found(0..90, 3)), "   |   ^^^", "no further than the line");
        assert_eq!(marks(&found(3..3, 1)), "   | ^", "an empty part has a place");
        assert_eq!(marks(&found(0..0, 0)), "   | ^", "column 0 prints, too");
        assert_eq!(
            marks(&found(0..3, 90)),
            format!("   | {}^", " ".repeat(89)),
            "and a column past the line"
        );
    }
}
