//! The three languages of the tables: English, Czech, Slovak.

use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Czech.
    Cs,
    /// Slovak.
    Sk,
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(s: &str) -> Result<Lang, String> {
        match s {
            "en" => Ok(Lang::En),
            "cs" => Ok(Lang::Cs),
            "sk" => Ok(Lang::Sk),
            _ => Err(format!("unknown language '{s}' (known: en, cs, sk)")),
        }
    }
}

/// The same text in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Czech.
    pub cs: &'static str,
    /// Slovak.
    pub sk: &'static str,
}

/// The same text in English, Czech and Slovak.
pub const fn words(en: &'static str, cs: &'static str, sk: &'static str) -> Words {
    Words { en, cs, sk }
}

impl Words {
    /// The text in one language.
    pub const fn to(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Cs => self.cs,
            Lang::Sk => self.sk,
        }
    }
}
