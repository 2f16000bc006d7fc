//! Characters to tokens, for both dialects. Dialect 1 drops blanks everywhere, even inside texts, and knows braces only
//! where they stand alone; dialect 2 keeps blanks in texts.

use super::tree::{Binary, Dialect, Text};
use crate::diagnostic::{Report, Span};

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token {
    Int(i32),
    Bool(bool),
    Text(Text),
    Var(String),
    Name(String),
    Op(Binary),
    Not,
    Abs,
    Open,
    Close,
    OpenSet,
    CloseSet,
    Comma,
}

const SEPARATORS: &str = "=!<>+-*/% \t(),\"$";

fn separates(c: char, dialect: Dialect) -> bool {
    SEPARATORS.contains(c) || (dialect == Dialect::Two && (c == '{' || c == '}'))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    base: usize,
    dialect: Dialect,
    report: &'a mut Report,
    out: Vec<(Token, Span)>,
}

/// The tokens of `text`, which stands at byte `base` of the file; `None` after an error, which is filed.
pub(crate) fn tokens(
    text: &str,
    base: usize,
    dialect: Dialect,
    report: &mut Report,
) -> Option<Vec<(Token, Span)>> {
    let mut lexer = Lexer { text, at: 0, base, dialect, report, out: Vec::new() };
    while lexer.next()? {}
    Some(lexer.out)
}

/// A pattern or the inside of a quoted text.
pub(crate) fn pattern(text: &str, base: usize, dialect: Dialect, report: &mut Report) -> Option<Text> {
    let mut lexer = Lexer { text, at: 0, base, dialect, report, out: Vec::new() };
    let found = lexer.quoted()?;
    if lexer.at < text.len() && dialect == Dialect::One {
        return quote_inside(text, base, report);
    }
    if lexer.at < text.len() {
        let span = lexer.span(lexer.at, text.len());
        lexer.report.error_hint(span, "a quote inside a pattern", "patterns are written without quotes");
        return None;
    }
    Some(found)
}

/// The original puts quotes round a pattern and reads an expression: one that is not a text loads, but fits nothing.
fn quote_inside(text: &str, base: usize, report: &mut Report) -> Option<Text> {
    super::expression(&format!("\"{text}\""), base.saturating_sub(1), Dialect::One, report)?;
    let span = Span::new(base, base + text.len());
    report.warn(span, "a pattern with a quote in it fits nothing", "patterns are written without quotes");
    // No name has a line break.
    Some(Text { plain: "\n".to_string(), refs: Vec::new() })
}

impl Lexer<'_> {
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.base + from, self.base + to)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.at += 1;
        }
    }

    /// The maximal run of characters that are not separators.
    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let len = rest.find(|c| separates(c, self.dialect)).unwrap_or(rest.len());
        self.at += len;
        &self.text[self.at - len..self.at]
    }

    /// The next word, or the separator that stands there.
    fn token(&mut self) -> String {
        let word = self.word().to_string();
        match self.peek() {
            Some(c) if word.is_empty() => {
                self.at += c.len_utf8();
                c.to_string()
            }
            _ => word,
        }
    }

    /// The name of a variable after its `$`: in dialect 1 whatever comes next, even a separator.
    fn variable(&mut self, from: usize) -> Option<String> {
        self.skip_blanks();
        let odd = self.peek().is_some_and(|c| separates(c, self.dialect));
        if self.peek().is_none() || (odd && self.dialect == Dialect::Two) {
            self.fail(from, "a $ without a variable name", "write $NAME");
            return None;
        }
        let name = self.token();
        if odd {
            let span = self.span(from, self.at);
            self.report.warn(span, format!("'{name}' is the name of a variable here"), "write $NAME");
        }
        Some(name)
    }

    fn push(&mut self, token: Token, from: usize) {
        let span = self.span(from, self.at);
        self.out.push((token, span));
    }

    fn fail(&mut self, from: usize, message: &str, hint: &str) -> Option<bool> {
        let span = self.span(from, self.at.max(from + 1));
        self.report.error_hint(span, message, hint);
        None
    }

    fn next(&mut self) -> Option<bool> {
        self.skip_blanks();
        let from = self.at;
        let Some(c) = self.peek() else { return Some(false) };
        if !separates(c, self.dialect) {
            let word = self.word().to_string();
            return self.named(word, from);
        }
        self.at += c.len_utf8();
        match c {
            '(' => self.push(Token::Open, from),
            ')' => self.push(Token::Close, from),
            '{' => self.push(Token::OpenSet, from),
            '}' => self.push(Token::CloseSet, from),
            ',' => self.push(Token::Comma, from),
            '+' => self.push(Token::Op(Binary::Add), from),
            '-' => self.push(Token::Op(Binary::Sub), from),
            '*' => self.push(Token::Op(Binary::Mul), from),
            '/' => self.push(Token::Op(Binary::Div), from),
            '%' => self.push(Token::Op(Binary::Rem), from),
            '$' => {
                let name = self.variable(from)?;
                self.push(Token::Var(name), from);
            }
            '"' => {
                let text = self.quoted()?;
                if self.peek() != Some('"') {
                    return self.fail(from, "a text without its closing quote", "add a \" at the end");
                }
                self.at += 1;
                self.push(Token::Text(text), from);
            }
            _ => return self.glued(c, from),
        }
        Some(true)
    }

    /// `=`, `<`, `>` and `!`, which join a following `=` even across blanks.
    fn glued(&mut self, c: char, from: usize) -> Option<bool> {
        let after = self.at;
        self.skip_blanks();
        if self.peek().is_none() {
            return self.fail(
                from,
                &format!("nothing follows '{c}'"),
                "an operator needs something on its right",
            );
        }
        if self.peek() == Some('=') {
            self.at += 1;
            let op = match c {
                '=' => Binary::Eq,
                '!' => Binary::Ne,
                '<' => Binary::Le,
                _ => Binary::Ge,
            };
            self.push(Token::Op(op), from);
            return Some(true);
        }
        if c == '!' {
            // Glued to whatever follows, as an odd name: nothing is called so, which is found when it is resolved.
            if self.dialect == Dialect::Two {
                return self.fail(from, "'!' stands only in '!='", "write NOT to negate");
            }
            let name = format!("!{}", self.token());
            self.push(Token::Name(name), from);
            return Some(true);
        }
        self.at = after;
        let op = match c {
            '=' => Binary::Assign,
            '<' => Binary::Lt,
            _ => Binary::Gt,
        };
        self.push(Token::Op(op), from);
        Some(true)
    }

    fn named(&mut self, word: String, from: usize) -> Option<bool> {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let Ok(number) = word.parse::<i32>() else {
                let hint = "a number is a row of digits up to 2147483647";
                return self.fail(from, &format!("'{word}' is neither a number nor a name"), hint);
            };
            self.push(Token::Int(number), from);
            return Some(true);
        }
        let token = match word.as_str() {
            "AND" => Token::Op(Binary::And),
            "OR" => Token::Op(Binary::Or),
            "IN" => Token::Op(Binary::In),
            "SUBSET" => Token::Op(Binary::Subset),
            "SETMINUS" => Token::Op(Binary::SetMinus),
            "UNION" => Token::Op(Binary::Union),
            "INTERSECT" => Token::Op(Binary::Intersect),
            "NOT" => Token::Not,
            "ABS" => Token::Abs,
            "{" => Token::OpenSet,
            "}" => Token::CloseSet,
            w if w.eq_ignore_ascii_case("true") => Token::Bool(true),
            w if w.eq_ignore_ascii_case("false") => Token::Bool(false),
            _ => Token::Name(word),
        };
        self.push(token, from);
        Some(true)
    }

    /// Text up to a quote or the end, references taken out.
    fn quoted(&mut self) -> Option<Text> {
        let mut text = Text::default();
        while let Some(c) = self.peek() {
            if c == '"' {
                break;
            }
            let from = self.at;
            self.at += c.len_utf8();
            match c {
                ' ' | '\t' if self.dialect == Dialect::One => {}
                '$' => {
                    let name = self.variable(from)?;
                    let offset = text.plain.len();
                    let before = text.refs.iter().position(|r| r.0 == offset);
                    match before {
                        Some(i) if self.dialect == Dialect::One => {
                            let span = self.span(from, self.at);
                            self.report.warn(
                                span,
                                "two references at one place: only the last one counts",
                                "put something between them",
                            );
                            text.refs[i].1 = name;
                        }
                        _ => text.refs.push((offset, name)),
                    }
                }
                _ => text.plain.push(c),
            }
        }
        Some(text)
    }
}
