//! The ISO reader: characters to tokens (`lexer`), tokens to terms (`parser`), operators (`ops`).

pub(crate) mod lexer;
pub(crate) mod ops;
pub(crate) mod parser;

/// Where the first term of a text ends: the offset after its end token, `None` when the text goes on.
///
/// Only tokens are looked at, so the answer does not depend on operators; what cannot be a token is skipped.
pub fn end_of_term(text: &str) -> Option<usize> {
    let mut src = crate::stream::Input::from_text(text);
    loop {
        let mut lex = lexer::Lexer {
            src: &mut src,
            convert: None,
            line: 1,
            column: 1,
            layout: false,
            max_chars: text.len() + 1,
            broken_off: false,
        };
        match lex.next() {
            Ok(lexer::Token::End) => return Some(src.offset()),
            Ok(lexer::Token::Eof) => return None,
            Ok(_) => {}
            Err(_) if lex.broken_off => return Some(src.offset()),
            Err(_) if src.peek_char().is_none() => return None,
            Err(_) => {}
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::end_of_term;

    #[test]
    fn a_term_ends_at_its_end_token_and_nowhere_else() {
        for (text, end) in [
            ("a.", Some(2)),
            ("a. b.", Some(2)),
            ("a. % b.", Some(2)),
            ("X = 'a. '.", Some(10)),
            ("X = 1.5", None),
            ("X = 'a.", None),
            ("X = 'a.\n", Some(7)),
            ("% a.\n", None),
            ("/* a. */ b.", Some(11)),
            ("X = 0'. .", Some(9)),
            ("X = \"a. b\"", None),
            ("a = .. .", Some(8)),
            ("", None),
        ] {
            assert_eq!(end_of_term(text), end, "{text}");
        }
    }
}
