//! Parameters of a game or an agent: `connect4?width=6&height=5`. Declared once, then parsed, checked, documented and
//! printed from the declaration.

use crate::Words;
use std::collections::BTreeMap;
use std::fmt;

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A whole number in this range, both ends included.
    Int(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// `yes` or `no`.
    Flag,
    /// Any text.
    Text,
}

/// A parameter a game or an agent takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value when none is given.
    pub default: &'static str,
    /// What it may be.
    pub values: Values,
    /// What it does.
    pub help: Words,
}

/// Values for a list of parameters, each checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    values: BTreeMap<&'static str, String>,
    given: Vec<&'static str>,
}

/// What is wrong with a text of options. Prints as a sentence with a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError(pub String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

impl Options {
    /// Reads `a=1&b=yes` (what follows the `?`) for these parameters.
    ///
    /// # Errors
    /// Names the first unknown parameter or unfit value, and what would fit.
    pub fn parse(text: &str, parameters: &[Parameter]) -> Result<Options, OptionError> {
        let mut options = Options {
            values: parameters.iter().map(|p| (p.name, p.default.to_string())).collect(),
            given: Vec::new(),
        };
        for part in text.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, "yes"));
            let Some(parameter) = parameters.iter().find(|p| p.name == name) else {
                return Err(unknown(name, parameters));
            };
            check(parameter, value)?;
            options.values.insert(parameter.name, value.to_string());
            if !options.given.contains(&parameter.name) {
                options.given.push(parameter.name);
            }
        }
        Ok(options)
    }

    /// The value of a declared parameter as text; empty for an undeclared one.
    pub fn text(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// The value of a number parameter; 0 for any other.
    pub fn int(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or(0)
    }

    /// The value of a flag.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "yes"
    }

    /// Whether the text named the parameter (rather than leaving it at its default).
    pub fn given(&self, name: &str) -> bool {
        self.given.contains(&name)
    }

    /// The same options with another default for a parameter that was not given, as presets do.
    pub fn or(mut self, name: &'static str, value: &str) -> Options {
        if !self.given(name) && self.values.contains_key(name) {
            self.values.insert(name, value.to_string());
        }
        self
    }

    /// `name?a=1&b=yes` with the given options only, in order of their names; the shortest text that reads back.
    pub fn id(&self, name: &str) -> String {
        let mut given = self.given.clone();
        given.sort_unstable();
        let parts: Vec<String> = given.iter().map(|n| format!("{n}={}", self.text(n))).collect();
        if parts.is_empty() { name.to_string() } else { format!("{name}?{}", parts.join("&")) }
    }
}

fn unknown(name: &str, parameters: &[Parameter]) -> OptionError {
    if parameters.is_empty() {
        return OptionError(format!("unknown parameter '{name}': this takes none"));
    }
    let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
    let hint = nearest(name, names.iter().copied())
        .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
    OptionError(format!("unknown parameter '{name}' (known: {}){hint}", names.join(", ")))
}

fn check(parameter: &Parameter, value: &str) -> Result<(), OptionError> {
    let name = parameter.name;
    let fault = |wanted: String| OptionError(format!("parameter '{name}' must be {wanted}, not '{value}'"));
    match parameter.values {
        Values::Int(low, high) => match value.parse::<i64>() {
            Ok(n) if (low..=high).contains(&n) => Ok(()),
            _ => Err(fault(format!("a whole number from {low} to {high}"))),
        },
        Values::OneOf(words) if words.contains(&value) => Ok(()),
        Values::OneOf(words) => {
            let hint = nearest(value, words.iter().copied())
                .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            Err(OptionError(format!("{}{hint}", fault(format!("one of {}", words.join(", "))))))
        }
        Values::Flag if value == "yes" || value == "no" => Ok(()),
        Values::Flag => Err(fault("yes or no".into())),
        Values::Text => Ok(()),
    }
}

/// The known word nearest to a mistyped one, if any is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = ((word.chars().count() + 1) / 3).max(1);
    known.map(|k| (distance(word, k), k)).filter(|&(d, _)| d <= far).min().map(|(_, k)| k)
}

/// Edits (insert, delete, replace, swap two neighbours) between two words, letter case ignored.
fn distance(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.to_lowercase().chars().take(64).collect::<Vec<char>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut edits = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                edits = edits.min(rows[i - 2][j - 2] + 1);
            }
            row.push(edits);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    const SIZE: &[Parameter] = &[
        Parameter { name: "width", default: "7", values: Values::Int(1, 9), help: words("w", "š", "š") },
        Parameter {
            name: "first",
            default: "red",
            values: Values::OneOf(&["red", "blue"]),
            help: words("", "", ""),
        },
        Parameter { name: "torus", default: "no", values: Values::Flag, help: words("", "", "") },
    ];

    #[test]
    fn options_read_back_from_their_id() {
        let options = Options::parse("torus=yes&width=5", SIZE).unwrap();
        assert_eq!((options.int("width"), options.text("first"), options.flag("torus")), (5, "red", true));
        assert_eq!(options.id("board"), "board?torus=yes&width=5");
        assert_eq!(Options::parse("", SIZE).unwrap().id("board"), "board");
    }

    #[test]
    fn mistakes_name_the_cause_and_what_would_fit() {
        let fault = |text| Options::parse(text, SIZE).unwrap_err().to_string();
        assert_eq!(
            fault("widht=5"),
            "unknown parameter 'widht' (known: width, first, torus); did you mean 'width'?"
        );
        assert_eq!(fault("width=12"), "parameter 'width' must be a whole number from 1 to 9, not '12'");
        assert_eq!(
            fault("first=blu"),
            "parameter 'first' must be one of red, blue, not 'blu'; did you mean 'blue'?"
        );
        assert_eq!(fault("torus=maybe"), "parameter 'torus' must be yes or no, not 'maybe'");
    }

    #[test]
    fn presets_give_way_to_what_was_given() {
        let options = Options::parse("width=5", SIZE).unwrap().or("width", "9").or("first", "blue");
        assert_eq!((options.int("width"), options.text("first")), (5, "blue"));
    }
}
