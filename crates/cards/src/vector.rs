//! A small reader of JSON values, for vector files (deals played elsewhere): one object a line. Bounded in depth; numbers are
//! whole.

use std::fmt;

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object, in the order of the text.
    Object(Vec<(String, Value)>),
}

/// Where and why a text is not JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    /// The byte at which the fault lies, from 0.
    pub at: usize,
    /// The cause.
    pub cause: &'static str,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.cause)
    }
}

impl std::error::Error for JsonError {}

/// Why a vector does not hold: the first difference, or what is wrong with its text. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VectorError(String);

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VectorError {}

impl From<String> for VectorError {
    fn from(sentence: String) -> VectorError {
        VectorError(sentence)
    }
}

impl From<&str> for VectorError {
    fn from(sentence: &str) -> VectorError {
        VectorError(sentence.into())
    }
}

impl From<JsonError> for VectorError {
    fn from(fault: JsonError) -> VectorError {
        VectorError(fault.to_string())
    }
}

impl From<game::OptionError> for VectorError {
    fn from(fault: game::OptionError) -> VectorError {
        VectorError(fault.to_string())
    }
}

const DEEPEST: usize = 32;

impl Value {
    /// Reads one value that fills the whole text.
    ///
    /// # Errors
    /// The first place that is not JSON (fractions and exponents are refused, too).
    pub fn parse(text: &str) -> Result<Value, JsonError> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        if reader.at < text.len() { Err(reader.fault("something follows the value")) } else { Ok(value) }
    }

    /// A field of an object.
    pub fn field(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// The number, if it is one.
    pub fn int(&self) -> Option<i64> {
        if let Value::Int(n) = self { Some(*n) } else { None }
    }

    /// The truth value, if it is one.
    pub fn bool(&self) -> Option<bool> {
        if let Value::Bool(b) = self { Some(*b) } else { None }
    }

    /// The items of a list; none for anything else.
    pub fn list(&self) -> &[Value] {
        if let Value::List(items) = self { items } else { &[] }
    }

    /// The fields of an object; none for anything else.
    pub fn fields(&self) -> &[(String, Value)] {
        if let Value::Object(fields) = self { fields } else { &[] }
    }

    /// A text field, or what is missing.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub fn text_of(&self, name: &str) -> Result<&str, VectorError> {
        self.field(name).and_then(Value::text).ok_or_else(|| format!("field '{name}' must be a text").into())
    }

    /// A number field, or what is missing.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub fn int_of(&self, name: &str) -> Result<i64, VectorError> {
        self.field(name)
            .and_then(Value::int)
            .ok_or_else(|| format!("field '{name}' must be a whole number").into())
    }

    /// A list field, or what is missing.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub fn list_of(&self, name: &str) -> Result<&[Value], VectorError> {
        match self.field(name) {
            Some(Value::List(items)) => Ok(items),
            _ => Err(format!("field '{name}' must be a list").into()),
        }
    }

    /// A list of whole numbers, or what is missing.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub fn ints_of(&self, name: &str) -> Result<Vec<i64>, VectorError> {
        let number =
            |v: &Value| v.int().ok_or_else(|| format!("field '{name}' must hold whole numbers").into());
        self.list_of(name)?.iter().map(number).collect()
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, cause: &'static str) -> JsonError {
        JsonError { at: self.at, cause }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        if depth > DEEPEST {
            return Err(self.fault("nested too deeply"));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let words =
                    [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)];
                for (word, value) in words {
                    if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                Err(self.fault("expected a value"))
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.at += 1;
        let mut fields = Vec::new();
        if self.eat(b'}') {
            return Ok(Value::Object(fields));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.fault("expected the name of a field"));
            }
            let name = self.string()?;
            if !self.eat(b':') {
                return Err(self.fault("expected ':'"));
            }
            fields.push((name, self.value(depth + 1)?));
            if self.eat(b'}') {
                return Ok(Value::Object(fields));
            }
            if !self.eat(b',') {
                return Err(self.fault("expected ',' or '}'"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.at += 1;
        let mut items = Vec::new();
        if self.eat(b']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.eat(b']') {
                return Ok(Value::List(items));
            }
            if !self.eat(b',') {
                return Err(self.fault("expected ',' or ']'"));
            }
        }
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(self.fault("only whole numbers are read"));
        }
        self.text[start..self.at].parse().map(Value::Int).map_err(|_| self.fault("not a whole number"))
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(letter) = rest.chars().next() else { return Err(self.fault("the text does not end")) };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(out),
                '\\' => out.push(self.escape()?),
                c if c < ' ' => return Err(self.fault("a control character in a text")),
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let letter = self.peek().ok_or_else(|| self.fault("the text does not end"))?;
        self.at += 1;
        Ok(match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let paired = (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u");
                let code = if paired {
                    self.at += 2;
                    let second = self.hex()?;
                    0x10000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or('\u{FFFD}')
            }
            _ => return Err(self.fault("unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).and_then(|d| std::str::from_utf8(d).ok());
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        self.at += if code.is_some() { 4 } else { 0 };
        code.ok_or_else(|| self.fault("expected four hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let value = Value::parse(r#" {"a": [1, -2, "x\n\u00e1\ud83c\udccf"], "b": {"c": true}, "d": null} "#);
        let value = value.unwrap();
        assert_eq!(value.list_of("a").unwrap()[..2], [Value::Int(1), Value::Int(-2)]);
        assert_eq!(value.list_of("a").unwrap()[2].text(), Some("x\ná🃏"));
        assert_eq!(value.field("b").and_then(|b| b.field("c")).and_then(Value::bool), Some(true));
        assert_eq!(value.int_of("d").unwrap_err().to_string(), "field 'd' must be a whole number");
    }

    #[test]
    fn faults_are_placed() {
        let fault = |text: &str| Value::parse(text).unwrap_err().to_string();
        assert_eq!(fault("[1, 2"), "byte 5: expected ',' or ']'");
        assert_eq!(fault("[1.5]"), "byte 2: only whole numbers are read");
        assert_eq!(fault(r#"{"a" 1}"#), "byte 5: expected ':'");
        assert_eq!(fault("1 2"), "byte 2: something follows the value");
        assert_eq!(fault("\"ab"), "byte 3: the text does not end");
        assert_eq!(fault(&"[".repeat(100)), "byte 33: nested too deeply");
        assert_eq!(fault(""), "byte 0: expected a value");
        assert_eq!(fault("99999999999999999999"), "byte 20: not a whole number");
        assert_eq!(fault("é"), "byte 0: expected a value");
    }
}
