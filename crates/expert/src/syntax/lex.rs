//! Characters to tokens. Comments are kept aside: the formatter puts them back.

use crate::finding::{Finding, Place};

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name that begins with a small letter.
    Word(String),
    /// A name that begins with a capital letter or `_`.
    Variable(String),
    /// `\NAME`.
    Reference(String),
    /// A number as it was written.
    Number(String),
    /// A quoted atom, its text.
    Quoted(String),
    /// A string, its text.
    Text(String),
    /// Symbol characters.
    Symbol(String),
    /// One of `( ) [ ] { } , | !`.
    Mark(char),
    /// The dot at the end of a term.
    Dot,
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    /// Bytes of the text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// An opening parenthesis follows at once.
    pub(crate) glued: bool,
}

impl Token {
    /// The token in a message.
    pub(crate) fn shown(&self) -> String {
        match &self.kind {
            Kind::Word(name) | Kind::Variable(name) | Kind::Number(name) | Kind::Symbol(name) => {
                format!("'{}'", short(name))
            }
            Kind::Reference(name) => format!("'\\{}'", short(name)),
            Kind::Quoted(name) => format!("the atom '{}'", short(name)),
            Kind::Text(text) => format!("the string \"{}\"", short(text)),
            Kind::Mark(c) => format!("'{c}'"),
            Kind::Dot => "'.'".to_string(),
        }
    }
}

fn short(text: &str) -> String {
    if text.chars().count() <= 30 {
        return text.to_string();
    }
    let head: String = text.chars().take(27).collect();
    format!("{head}...")
}

/// A comment with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Comment {
    pub(crate) text: String,
    pub(crate) place: Place,
    pub(crate) from: usize,
}

/// The tokens and comments of a text, and what is not a token.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) findings: Vec<Finding>,
    /// The place after the last character.
    pub(crate) end: Place,
}

const SYMBOLS: &str = "+-*/\\^<>=~:.?@#&$;";

/// Digits of a number.
const LONGEST_NUMBER: usize = 100;

/// More findings than this are not listed.
pub(crate) const MOST_FINDINGS: usize = 100;

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    place: Place,
    out: Lexed,
}

/// Splits a text into tokens.
pub(crate) fn lex(text: &str) -> Lexed {
    let start = Place { line: 1, column: 1 };
    let out = Lexed { tokens: Vec::new(), comments: Vec::new(), findings: Vec::new(), end: start };
    let mut lexer = Lexer { text, at: 0, place: start, out };
    if text.starts_with('\u{feff}') {
        lexer.bump();
        lexer.place = start;
    }
    while lexer.token() {}
    lexer.out.end = lexer.place;
    lexer.out
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.text[self.at..].chars().nth(ahead)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let from = self.at;
        while self.peek(0).is_some_and(&wanted) {
            self.bump();
        }
        self.text[from..self.at].to_string()
    }

    fn wrong(&mut self, finding: Finding) {
        if self.out.findings.len() < MOST_FINDINGS {
            self.out.findings.push(finding);
        }
    }

    fn token(&mut self) -> bool {
        let Some(c) = self.peek(0) else { return false };
        if c.is_whitespace() {
            self.bump();
            return true;
        }
        if c == '/' && self.peek(1) == Some('/') {
            let (from, place) = (self.at, self.place);
            let text = self.take_while(|c| c != '\n').trim_end().to_string();
            self.out.comments.push(Comment { text, place, from });
            return true;
        }
        let (from, place) = (self.at, self.place);
        let Some(kind) = self.kind(c, place) else { return true };
        let glued = self.peek(0) == Some('(');
        self.out.tokens.push(Token { kind, place, from, to: self.at, glued });
        true
    }

    fn kind(&mut self, c: char, place: Place) -> Option<Kind> {
        let follows = self.peek(1);
        if c.is_alphabetic() || c == '_' {
            let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
            let variable = c == '_' || c.is_uppercase();
            return Some(if variable { Kind::Variable(name) } else { Kind::Word(name) });
        }
        if c == '\\' && follows.is_some_and(|c| c.is_alphabetic() || c == '_') {
            self.bump();
            return Some(Kind::Reference(self.take_while(|c| c.is_alphanumeric() || c == '_')));
        }
        if c.is_ascii_digit() {
            let text = self.number();
            if text.len() > LONGEST_NUMBER {
                let message = format!("a number has at most {LONGEST_NUMBER} digits");
                self.wrong(Finding::error(place, message).width(text.len()));
                return Some(Kind::Number("0".into()));
            }
            return Some(Kind::Number(text));
        }
        match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' | '!' => {
                self.bump();
                Some(Kind::Mark(c))
            }
            '\'' | '"' => self.quoted(c, place),
            '%' => {
                let note = "comments begin with // in rule files";
                self.wrong(Finding::error(place, "'%' begins nothing here").hint(note));
                self.take_while(|c| c != '\n');
                None
            }
            '/' if follows == Some('*') => {
                let note = "comments begin with // in rule files and end with the line";
                self.wrong(Finding::error(place, "'/*' begins nothing here").width(2).hint(note));
                self.block_comment();
                None
            }
            c if SYMBOLS.contains(c) => Some(self.symbol()),
            _ => {
                self.wrong(Finding::error(
                    place,
                    format!("the character '{}' begins nothing here", c.escape_default()),
                ));
                self.bump();
                None
            }
        }
    }

    fn number(&mut self) -> String {
        let mut text = self.take_while(|c| c.is_ascii_digit());
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
            text.push('.');
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        text
    }

    fn symbol(&mut self) -> Kind {
        let from = self.at;
        while let Some(c) = self.peek(0) {
            let comment = c == '/' && self.peek(1).is_some_and(|c| c == '/' || c == '*');
            let reference = c == '\\' && self.peek(1).is_some_and(|c| c.is_alphabetic() || c == '_');
            if !SYMBOLS.contains(c) || comment || reference || (c == ';' && self.at > from) {
                break;
            }
            self.bump();
            if c == ';' {
                break;
            }
        }
        let text = &self.text[from..self.at];
        if text == "." { Kind::Dot } else { Kind::Symbol(text.to_string()) }
    }

    fn quoted(&mut self, quote: char, place: Place) -> Option<Kind> {
        self.bump();
        let inside = (self.at, self.place);
        let mut text = String::new();
        loop {
            match self.peek(0) {
                None | Some('\n') => {
                    let what = if quote == '\'' { "a quoted atom" } else { "a string" };
                    let note = format!("close it with {quote} on the same line");
                    self.wrong(Finding::error(place, format!("{what} is not closed on its line")).hint(note));
                    // Reading goes on behind its first word, so that the rest of the line is read, too.
                    (self.at, self.place) = inside;
                    text = self.take_while(|c| c.is_alphanumeric() || c == '_');
                    break;
                }
                Some(c) if c == quote => {
                    self.bump();
                    if self.peek(0) != Some(quote) {
                        break;
                    }
                    self.bump();
                    text.push(quote);
                }
                Some('\\') => {
                    let here = self.place;
                    self.bump();
                    match self.bump() {
                        Some('n') => text.push('\n'),
                        Some('t') => text.push('\t'),
                        Some(c @ ('\\' | '\'' | '"')) => text.push(c),
                        other => {
                            let shown = other.map_or(String::new(), |c| c.escape_default().to_string());
                            let note = "known are \\n, \\t, \\\\, \\' and \\\"";
                            self.wrong(
                                Finding::error(here, format!("'\\{shown}' stands for no character"))
                                    .hint(note),
                            );
                            if other == Some('\n') {
                                return None;
                            }
                        }
                    }
                }
                Some(c) => {
                    self.bump();
                    text.push(c);
                }
            }
        }
        Some(if quote == '\'' { Kind::Quoted(text) } else { Kind::Text(text) })
    }

    fn block_comment(&mut self) {
        while let Some(c) = self.bump() {
            if c == '*' && self.peek(0) == Some('/') {
                self.bump();
                return;
            }
        }
    }
}
