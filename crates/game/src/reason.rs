//! Why a move was chosen, in every language, with what the words claim as data: whoever doubts a sentence can check it.

use crate::{Lang, Player, Words};

/// A text made up in every language: a reason of a decision, or what somebody says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// English.
    pub en: String,
    /// Czech.
    pub cs: String,
    /// Slovak.
    pub sk: String,
}

impl Reason {
    /// The reason in one language.
    pub fn to(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Cs => &self.cs,
            Lang::Sk => &self.sk,
        }
    }
}

/// A reason for a move, with what its words claim.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Argument {
    /// The words.
    pub said: Reason,
    /// What they claim about hidden or played things.
    pub claims: Vec<Claim>,
    /// The motif they tell of, if they tell of one.
    pub motif: Option<Motif>,
}

impl Argument {
    /// The words in one language.
    pub fn to(&self, lang: Lang) -> &str {
        self.said.to(lang)
    }
}

impl From<Reason> for Argument {
    fn from(said: Reason) -> Argument {
        Argument { said, ..Argument::default() }
    }
}

/// Something an argument says about the table. A token is named as in notation.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// The token has been played: everybody has seen it go.
    Gone(String),
    /// The player who is advised does not know where the token lies.
    Out(String),
    /// The share of deals in which a player holds the token, all deals that the view leaves taken for equally likely.
    Share {
        /// The token.
        token: String,
        /// Who holds it.
        player: Player,
        /// In what share of the deals.
        share: f64,
    },
    /// The same among the deals that the agent drew and weighed by how others played.
    Drawn {
        /// The token.
        token: String,
        /// Who holds it.
        player: Player,
        /// In what share of the deals.
        share: f64,
    },
}

/// A way of playing that players have a name for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motif {
    /// Its name for programs.
    pub id: &'static str,
    /// Its name for people.
    pub title: Words,
    /// Where to look in order to find it oneself.
    pub look: Words,
}
