//! Errors as a host sees them: the ball, its text, and where it happened.

/// A point of the program on the way to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// `name/arity` of the predicate.
    pub predicate: String,
    /// File the clause came from.
    pub file: String,
    /// Line of the clause.
    pub line: u32,
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}:{})", self.predicate, self.file, self.line)
    }
}

/// The innermost calls when an error arose, nearest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Backtrace {
    /// The predicate that raised the error.
    pub goal: Option<String>,
    /// Clauses that were running.
    pub frames: Vec<Frame>,
}

/// An exception no catch/3 took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrologError {
    /// The ball, written with quotes.
    pub ball: String,
    /// The same in words.
    pub message: String,
    /// Where it happened, when known.
    pub backtrace: Backtrace,
}

impl std::fmt::Display for PrologError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        for frame in &self.backtrace.frames {
            write!(f, "\n    in {frame}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PrologError {}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The clause or directive was not taken.
    Error,
    /// It was, but look at it.
    Warning,
}

/// A finding about a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Source file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when only the line is known.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        if self.column > 0 {
            write!(f, "{}:{}:{}: {kind}: {}", self.file, self.line, self.column, self.message)
        } else if self.line > 0 {
            write!(f, "{}:{}: {kind}: {}", self.file, self.line, self.message)
        } else {
            write!(f, "{}: {kind}: {}", self.file, self.message)
        }
    }
}

/// How a query ended other than with answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An exception.
    Error(PrologError),
    /// The program called `halt/1`.
    Halt(i32),
    /// The text of the query is not Prolog.
    Syntax(crate::reader::SyntaxError),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Error(e) => e.fmt(f),
            Failure::Halt(code) => write!(f, "halt({code})"),
            Failure::Syntax(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
