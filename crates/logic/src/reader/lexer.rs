//! Characters to tokens.
//!
//! Follows 6.4 of the standard strictly: a text the standard calls a syntax error is one here,
//! so that what this reader accepts every other conforming reader accepts too.

use super::SyntaxError;
use crate::stream::Input;
use num_bigint::BigInt;

/// A token; names carry whether they were quoted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Name(String, bool),
    Var(String),
    Int(i64),
    Big(BigInt),
    Float(f64),
    Str(String),
    Back(String),
    Open,
    Close,
    OpenList,
    CloseList,
    OpenCurly,
    CloseCurly,
    Comma,
    Bar,
    End,
    Eof,
}

/// Splits one input into tokens, reading no further than it must.
pub(crate) struct Lexer<'a> {
    pub(crate) src: &'a mut Input,
    /// Character conversion, when the flag is on.
    pub(crate) convert: Option<&'a crate::atom::FoldMap<char, char>>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Whether layout preceded the last token.
    pub(crate) layout: bool,
    pub(crate) max_chars: usize,
    /// A quoted item broke off at the end of a line that looks like the end of its clause.
    pub(crate) broken_off: bool,
}

pub(crate) fn is_symbol(c: char) -> bool {
    matches!(
        c,
        '#' | '$' | '&' | '*' | '+' | '-' | '.' | '/' | ':' | '<' | '=' | '>' | '?' | '@' | '^' | '~' | '\\'
    )
}

pub(crate) fn is_alnum(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c.is_alphanumeric())
}

/// Whether `c` starts an unquoted name.
pub(crate) fn is_small(c: char) -> bool {
    c.is_ascii_lowercase() || (!c.is_ascii() && c.is_alphabetic() && !c.is_uppercase())
}

type Lex<T> = Result<T, SyntaxError>;

impl Lexer<'_> {
    fn peek(&mut self) -> Option<char> {
        let c = self.src.peek_char()?;
        match self.convert {
            Some(map) => Some(map.get(&c).copied().unwrap_or(c)),
            None => Some(c),
        }
    }
    fn peek_raw(&mut self) -> Option<char> {
        self.src.peek_char()
    }
    fn bump(&mut self) {
        self.src.next_char();
    }
    pub(crate) fn error(&self, message: &'static str) -> SyntaxError {
        SyntaxError { message, line: self.line, column: self.column }
    }
    fn here(&self, message: &'static str) -> SyntaxError {
        SyntaxError { message, line: self.src.line, column: self.src.column + 1 }
    }

    /// Skips layout and comments; an error when a block comment does not end.
    fn skip_layout(&mut self) -> Lex<()> {
        loop {
            match self.peek() {
                Some('%') => {
                    while let Some(c) = self.peek_raw() {
                        self.bump();
                        if c == '\n' {
                            break;
                        }
                    }
                    self.layout = true;
                }
                Some('/') if self.src.peek_second() == Some('*') => {
                    self.layout = true;
                    let start = self.here("unterminated_block_comment");
                    self.bump();
                    self.bump();
                    loop {
                        match self.peek_raw() {
                            None => return Err(start),
                            Some('*') if self.src.peek_second() == Some('/') => {
                                self.bump();
                                self.bump();
                                break;
                            }
                            Some(_) => self.bump(),
                        }
                    }
                }
                Some(c) if c.is_whitespace() => {
                    self.bump();
                    self.layout = true;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether an opening parenthesis follows at once.
    pub(crate) fn open_follows(&mut self) -> bool {
        self.peek() == Some('(')
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Lex<Token> {
        self.layout = false;
        self.skip_layout()?;
        self.line = self.src.line;
        self.column = self.src.column + 1;
        let Some(c) = self.peek() else { return Ok(Token::Eof) };
        match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' | '!' | ';' => {
                self.bump();
                Ok(match c {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    '[' => Token::OpenList,
                    ']' => Token::CloseList,
                    '{' => Token::OpenCurly,
                    '}' => Token::CloseCurly,
                    ',' => Token::Comma,
                    '|' => Token::Bar,
                    '!' => Token::Name("!".into(), false),
                    _ => Token::Name(";".into(), false),
                })
            }
            '\'' => Ok(Token::Name(self.quoted('\'')?, true)),
            '"' => Ok(Token::Str(self.quoted('"')?)),
            '`' => Ok(Token::Back(self.quoted('`')?)),
            '0'..='9' => self.number(),
            '_' => Ok(Token::Var(self.word())),
            _ if is_symbol(c) => self.symbol(),
            _ if is_small(c) => Ok(Token::Name(self.word(), false)),
            _ if c.is_alphabetic() => Ok(Token::Var(self.word())),
            _ if c.is_control() || c.is_ascii() => {
                self.bump();
                Err(self.error("illegal_character"))
            }
            _ => {
                self.bump();
                Ok(Token::Name(c.to_string(), false))
            }
        }
    }

    fn word(&mut self) -> String {
        let mut s = String::new();
        while let Some(c) = self.peek() {
            if !is_alnum(c) || s.len() > self.max_chars {
                break;
            }
            s.push(c);
            self.bump();
        }
        s
    }

    fn symbol(&mut self) -> Lex<Token> {
        let mut s = String::new();
        while let Some(c) = self.peek() {
            if !is_symbol(c) || s.len() > self.max_chars {
                break;
            }
            s.push(c);
            self.bump();
        }
        if s == "." {
            match self.peek() {
                None | Some('%') => return Ok(Token::End),
                Some(c) if c.is_whitespace() => return Ok(Token::End),
                _ => {}
            }
        }
        Ok(Token::Name(s, false))
    }

    /// A quoted item after its opening quote is seen.
    fn quoted(&mut self, quote: char) -> Lex<String> {
        self.bump();
        let mut s = String::new();
        loop {
            let Some(c) = self.peek_raw() else {
                return Err(self.error("unterminated_quoted"));
            };
            if s.len() > self.max_chars {
                return Err(self.error("text_too_long"));
            }
            if c == quote {
                self.bump();
                if self.peek_raw() == Some(quote) {
                    self.bump();
                    s.push(quote);
                    continue;
                }
                return Ok(s);
            }
            match c {
                '\\' => {
                    if let Some(c) = self.escape()? {
                        s.push(c);
                    }
                }
                '\n' => {
                    self.broken_off = s.trim_end().ends_with('.');
                    return Err(self.here("newline_in_quoted"));
                }
                _ if c.is_control() => {
                    self.bump();
                    return Err(self.here("control_character_in_quoted"));
                }
                _ => {
                    self.bump();
                    s.push(c);
                }
            }
        }
    }

    /// An escape sequence; `None` for a continuation line.
    fn escape(&mut self) -> Lex<Option<char>> {
        self.bump();
        let Some(c) = self.peek_raw() else {
            return Err(self.here("unterminated_quoted"));
        };
        let simple = match c {
            'a' => Some('\u{7}'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'v' => Some('\u{b}'),
            '\\' | '\'' | '"' | '`' => Some(c),
            _ => None,
        };
        if let Some(r) = simple {
            self.bump();
            return Ok(Some(r));
        }
        match c {
            '\n' => {
                self.bump();
                Ok(None)
            }
            'x' => {
                self.bump();
                self.numeric_escape(16).map(Some)
            }
            'u' | 'U' => {
                self.bump();
                self.unicode_escape(if c == 'u' { 4 } else { 8 }).map(Some)
            }
            '0'..='7' => self.numeric_escape(8).map(Some),
            _ => Err(self.here("undefined_escape_sequence")),
        }
    }

    fn numeric_escape(&mut self, radix: u32) -> Lex<char> {
        let mut value: u32 = 0;
        let mut digits = 0;
        loop {
            let c = self.peek_raw();
            if let Some(d) = c.and_then(|c| c.to_digit(radix)) {
                value = value.saturating_mul(radix).saturating_add(d);
                digits += 1;
                self.bump();
            } else if c == Some('\\') && digits > 0 {
                self.bump();
                return char::from_u32(value).ok_or_else(|| self.here("illegal_character_code"));
            } else {
                return Err(self.here("undefined_escape_sequence"));
            }
        }
    }

    /// So many hexadecimal digits.
    fn unicode_escape(&mut self, digits: usize) -> Lex<char> {
        let mut value: u32 = 0;
        for _ in 0..digits {
            let Some(d) = self.peek_raw().and_then(|c| c.to_digit(16)) else {
                return Err(self.here("undefined_escape_sequence"));
            };
            value = value.saturating_mul(16).saturating_add(d);
            self.bump();
        }
        char::from_u32(value).ok_or_else(|| self.here("illegal_character_code"))
    }

    fn digits(&mut self, radix: u32, s: &mut String) {
        while let Some(c) = self.peek() {
            if c.to_digit(radix).is_none() || s.len() > self.max_chars {
                break;
            }
            s.push(c);
            self.bump();
        }
    }

    fn integer(&self, s: &str, radix: u32) -> Lex<Token> {
        if let Ok(i) = i64::from_str_radix(s, radix) {
            return Ok(Token::Int(i));
        }
        // A literal beyond this is an attack, not a number.
        if s.len() > crate::big::MAX_DIGITS {
            return Err(self.error("number_too_long"));
        }
        let value = crate::big::parse_digits(s.as_bytes(), radix);
        value.map(|v| Token::Big(v.into())).ok_or_else(|| self.error("illegal_number"))
    }

    fn number(&mut self) -> Lex<Token> {
        let mut s = String::new();
        if self.peek() == Some('0') {
            self.bump();
            s.push('0');
            match self.peek_raw() {
                Some('\'') => {
                    if let Some(t) = self.char_code()? {
                        return Ok(t);
                    }
                    return Ok(Token::Int(0));
                }
                Some(r @ ('x' | 'o' | 'b')) => {
                    let radix = match r {
                        'x' => 16,
                        'o' => 8,
                        _ => 2,
                    };
                    if self.src.peek_second().is_some_and(|c| c.is_digit(radix)) {
                        self.bump();
                        let mut digits = String::new();
                        self.digits(radix, &mut digits);
                        return self.integer(&digits, radix);
                    }
                    return Ok(Token::Int(0));
                }
                _ => {}
            }
        }
        self.digits(10, &mut s);
        if self.peek() == Some('.') && self.src.peek_second().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
            s.push('.');
            self.digits(10, &mut s);
            self.exponent(&mut s);
            if s.len() > self.max_chars {
                return Err(self.error("number_too_long"));
            }
            let f: f64 = s.parse().map_err(|_| self.error("illegal_number"))?;
            if f.is_infinite() {
                return Err(self.error("float_overflow"));
            }
            return Ok(Token::Float(f));
        }
        self.integer(&s, 10)
    }

    /// Takes an exponent only when digits follow, so `1.0e` can be a float and a name.
    fn exponent(&mut self, s: &mut String) {
        if !matches!(self.peek(), Some('e' | 'E')) {
            return;
        }
        let second = self.src.peek_second();
        let take = match second {
            Some(c) if c.is_ascii_digit() => true,
            Some('+' | '-') => self.src.peek_third().is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        };
        if !take {
            return;
        }
        s.push('e');
        self.bump();
        if let Some(c @ ('+' | '-')) = self.peek() {
            s.push(c);
            self.bump();
        }
        self.digits(10, s);
    }

    /// After `0`, at the quote: a character code, or `None` when the quote begins a quoted item.
    fn char_code(&mut self) -> Lex<Option<Token>> {
        let code = |c: char| Ok(Some(Token::Int(i64::from(c as u32))));
        match self.src.peek_second() {
            Some('\'') => {
                if self.src.peek_third() == Some('\'') {
                    self.bump();
                    self.bump();
                    self.bump();
                    return code('\'');
                }
                Ok(None)
            }
            Some('\\') => {
                if self.src.peek_third() == Some('\n') {
                    return Ok(None);
                }
                self.bump();
                match self.escape()? {
                    Some(c) => code(c),
                    None => Err(self.error("illegal_character_code")),
                }
            }
            None => {
                self.bump();
                Err(self.error("unterminated_quoted"))
            }
            Some(c) if c.is_control() => {
                self.bump();
                Err(self.error("illegal_character_code"))
            }
            Some(c) => {
                self.bump();
                self.bump();
                code(c)
            }
        }
    }
}
