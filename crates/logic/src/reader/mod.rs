//! The ISO reader: characters to tokens (`lexer`), tokens to terms (`parser`), operators (`ops`).

pub(crate) mod lexer;
pub(crate) mod ops;
pub(crate) mod parser;

/// Why and where a text is not Prolog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What was wrong, a lower-case phrase with underscores as in the error term.
    pub message: &'static str,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message.replace('_', " "))
    }
}

impl std::error::Error for SyntaxError {}
