//! Where tables come from. The server plays the games a [`House`] offers and knows no game by name; the catalog is the
//! house of the program, tests bring small ones of their own.

use catalog::{Playable, Ruled, RuledError};
use game::{Lang, Limit, Parameter, Table, Values};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A text in the three languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Text {
    /// English.
    pub en: String,
    /// Czech.
    pub cs: String,
    /// Slovak.
    pub sk: String,
}

impl Text {
    /// The same words in every language.
    pub fn same(text: &str) -> Text {
        Text { en: text.into(), cs: text.into(), sk: text.into() }
    }

    /// The text in one language.
    pub fn to(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Cs => &self.cs,
            Lang::Sk => &self.sk,
        }
    }
}

impl From<game::Words> for Text {
    fn from(words: game::Words) -> Text {
        Text { en: words.en.into(), cs: words.cs.into(), sk: words.sk.into() }
    }
}

/// A rule option that a table may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Setting {
    /// Its name in the game's id.
    pub name: String,
    /// Its value when none is given.
    pub default: String,
    /// `int`, `one_of`, `flag` or `text`.
    pub kind: String,
    /// The smallest number allowed.
    pub low: Option<i64>,
    /// The largest number allowed.
    pub high: Option<i64>,
    /// The words allowed.
    pub words: Vec<String>,
    /// What it does.
    pub help: Text,
}

impl From<&Parameter> for Setting {
    fn from(p: &Parameter) -> Setting {
        let (kind, low, high, words) = match p.values {
            Values::Int(low, high) => ("int", Some(low), Some(high), Vec::new()),
            Values::OneOf(words) => ("one_of", None, None, words.iter().map(|w| (*w).to_string()).collect()),
            Values::Flag => ("flag", None, None, Vec::new()),
            Values::Text => ("text", None, None, Vec::new()),
        };
        let (name, default) = (p.name.into(), p.default.into());
        Setting { name, default, kind: kind.into(), low, high, words, help: p.help.into() }
    }
}

impl From<&catalog::Setting> for Setting {
    fn from(s: &catalog::Setting) -> Setting {
        let (kind, low, high, words) = match &s.allowed {
            catalog::Allowed::Between(low, high) => ("int", Some(*low), Some(*high), Vec::new()),
            catalog::Allowed::OneOf(words) => ("one_of", None, None, words.clone()),
            catalog::Allowed::Any => ("text", None, None, Vec::new()),
        };
        let [en, cs, sk] = s.help.clone();
        let (name, default) = (s.name.clone(), s.default.clone());
        Setting { name, default, kind: kind.into(), low, high, words, help: Text { en, cs, sk } }
    }
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// A kind of computer player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Computer {
    /// What it is asked for by: its description, e.g. `mcts?iterations=500`, or `bot:` and the name of its file.
    pub agent: String,
    /// Its name for people.
    pub title: Text,
    /// What it is like, in a sentence; may be empty.
    pub about: Text,
    /// How strong it is, from 1 to 5, for one of the house's people; 0 for an algorithm.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stars: u8,
    /// How it thinks, where that is not what it is asked for by.
    #[serde(skip)]
    pub mind: Option<Mind>,
}

impl Computer {
    /// A computer player asked for by its description.
    pub fn new(agent: &str, title: Text) -> Computer {
        Computer { agent: agent.into(), title, ..Computer::default() }
    }

    /// How it thinks.
    pub fn mind(&self) -> Mind {
        self.mind.clone().unwrap_or_else(|| Mind { agent: self.agent.clone(), think: None })
    }
}

/// How a computer player thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mind {
    /// The description of the agent.
    pub agent: String,
    /// The longest it thinks, in milliseconds; a table may allow it less.
    pub think: Option<u32>,
}

/// A computer player described in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BotInfo {
    /// The file, in its folder.
    pub file: String,
    /// Its name for people.
    pub title: Text,
    /// What it is like, in a sentence; may be empty.
    pub about: Text,
    /// How it thinks.
    pub agent: String,
    /// The games it is for; none: every game it can play.
    pub games: Vec<String>,
    /// What is wrong with the file; such a player is offered nowhere.
    pub problem: Option<String>,
}

/// A game that can be put on a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameInfo {
    /// Its name in the catalog.
    pub id: String,
    /// Its name for people.
    pub title: Text,
    /// What it is, in a sentence.
    pub about: Text,
    /// The least number of players.
    pub least: usize,
    /// The largest number of players.
    pub most: usize,
    /// Whether players know different things.
    pub hidden: bool,
    /// Whether chance takes part.
    pub chance: bool,
    /// Rule options.
    pub settings: Vec<Setting>,
    /// Computer players suited to it, the recommended one first.
    pub computers: Vec<Computer>,
    /// Pictures it brings: of the board, and of tokens by their kind (`red.svg`).
    pub pictures: Vec<String>,
    /// What is wrong with its description; such a game cannot be played.
    pub problem: Option<String>,
    /// The file it is described in, in its folder; none for a game of the program.
    pub file: Option<String>,
    /// Whether its description is still to be read; who plays it and how many is not known until then.
    pub reading: bool,
}

/// Why a house has no table of a game: there is none of that name, or its description has errors. Prints as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseError(String);

impl HouseError {
    /// An error with that cause.
    pub fn new(cause: impl Into<String>) -> HouseError {
        HouseError(cause.into())
    }
}

impl std::fmt::Display for HouseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HouseError {}

/// A source of games.
pub trait House: Send + Sync + 'static {
    /// The games, in the order to list them.
    fn games(&self) -> Vec<GameInfo>;

    /// The computer players described in files, those with errors among them.
    fn bots(&self) -> Vec<BotInfo> {
        Vec::new()
    }

    /// Offers a rule file that somebody has loaded, in the place of one of the same name. Returns for which games it is (in
    /// which `*` stands for anything).
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn lend(&self, _file: &str, _text: &str) -> Result<Vec<String>, String> {
        Err("no rule files are played here".into())
    }

    /// Those it offers, and those with errors.
    fn lent(&self) -> Vec<BotInfo> {
        Vec::new()
    }

    /// Offers it no more.
    fn take_back(&self, _file: &str) {}

    /// A table of the game with that id and parameters, at its start.
    ///
    /// # Errors
    /// Says what is wrong with the id.
    fn table(&self, id: &str, seed: u64) -> Result<Box<dyn Table>, HouseError>;

    /// The value of the position after these moves under perfect play, for the player to move there (1 win, 0 draw, -1 loss),
    /// with the moves to the end; `None` where that is not known within the limit.
    fn solve(&self, _id: &str, _moves: &[String], _limit: &Limit) -> Option<(i8, Option<u32>)> {
        None
    }

    /// The game with that id and parameters, for tournaments and the test bench. A house that has only tables has none.
    ///
    /// # Errors
    /// Says what is wrong with the id.
    fn playable(&self, id: &str) -> Result<Arc<dyn Playable>, HouseError> {
        Err(HouseError::new(format!("'{id}' is played at tables only")))
    }

    /// The game with that id and parameters, as rule files play it.
    ///
    /// # Errors
    /// That they do not, or what is wrong with the id.
    fn ruled(&self, id: &str) -> Result<Box<dyn Ruled>, RuledError> {
        catalog::ruled(id, None)
    }

    /// A picture that belongs to a game, with its media type.
    fn picture(&self, _game: &str, _name: &str) -> Option<(&'static str, Vec<u8>)> {
        None
    }

    /// The rules of a game as a sheet in Markdown.
    fn rules(&self, _game: &str, _lang: Lang) -> Option<String> {
        None
    }

    /// Takes in what came, went or changed since last time, one step at a time. Returns whether there was something; call
    /// it again then. Several threads may: none waits for what another reads.
    fn refresh(&self) -> bool {
        false
    }

    /// The server ends in good order.
    fn close(&self) {}
}
