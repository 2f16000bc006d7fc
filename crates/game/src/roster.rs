//! The agents of a game by name. A crate that offers agents returns a [`Roster`] of them or adds to one: `search` for every
//! game, other crates for the games they fit. An entry carries its own maker, so a listed agent can always be made.

use crate::{Agent, Cheat, CheatMaker, Observe, OptionError, Options, Parameter, Player, Words, nearest};
use std::fmt;

/// The sort of a game, as far as choosing an agent goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// How many play.
    pub players: usize,
    /// Whether views hide something.
    pub hidden: bool,
    /// Whether chance takes part.
    pub chance: bool,
}

impl Kind {
    /// The sort of `game`.
    pub fn of<G: Observe>(game: &G) -> Kind {
        Kind { players: game.players(), hidden: game.hidden(), chance: game.chance() }
    }
}

/// Which games an agent can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suits {
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// Whether it can play where views hide something.
    pub hidden: bool,
    /// Whether it can play where everybody sees everything.
    pub perfect: bool,
    /// Whether it can play with chance.
    pub chance: bool,
}

impl Suits {
    /// Why a game of this kind is not for the agent, or `None` if it is.
    pub fn refuses(self, kind: Kind) -> Option<String> {
        let (few, many) = self.players;
        if !(few..=many).contains(&kind.players) {
            let wanted = match (few, many) {
                (1, 1) => "one player".to_string(),
                (2, 2) => "two players".to_string(),
                (few, usize::MAX) => format!("{few} or more players"),
                (few, many) => format!("{few} to {many} players"),
            };
            return Some(format!("it is for {wanted} and this game has {}", kind.players));
        }
        if kind.hidden && !self.hidden {
            return Some("it needs to see everything and this game hides something".to_string());
        }
        if !kind.hidden && !self.perfect {
            return Some("it is for games that hide something and this one does not".to_string());
        }
        if kind.chance && !self.chance {
            return Some("it knows no chance and this game has some".to_string());
        }
        None
    }
}

/// An agent anybody can ask for by name.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name in descriptions such as `mcts?iterations=500`.
    pub name: &'static str,
    /// A title for people.
    pub title: Words,
    /// What it does, in a sentence.
    pub help: Words,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// Which games it can play.
    pub suits: Suits,
}

/// Why there is no such agent here. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgentError {
    /// No agent has this name.
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The agent cannot play this game.
    Unsuited {
        /// The agent.
        name: &'static str,
        /// Why not.
        why: String,
        /// Agents that can.
        suited: Vec<&'static str>,
    },
    /// Its parameters do not fit.
    Options {
        /// The agent.
        name: &'static str,
        /// What does not fit.
        fault: OptionError,
    },
    /// Nobody knows how to cheat in this game.
    NoCheat {
        /// The game.
        game: String,
    },
    /// The game has no such player to sit down for.
    NoPlayer {
        /// The player.
        player: Player,
        /// The game.
        game: String,
    },
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentError::Unknown { name, known } => {
                write!(f, "unknown agent '{name}' (known: {})", known.join(", "))?;
                nearest(name, known.iter().copied())
                    .map_or(Ok(()), |near| write!(f, "; did you mean '{near}'?"))
            }
            AgentError::Unsuited { name, why, suited } => {
                write!(f, "agent '{name}' cannot play this: {why}; try {}", suited.join(", "))
            }
            AgentError::Options { name, fault } => write!(f, "agent '{name}': {fault}"),
            AgentError::NoCheat { game } => write!(f, "nobody knows how to cheat in {game}"),
            AgentError::NoPlayer { player, game } => write!(f, "there is no player {player} in {game}"),
        }
    }
}

impl std::error::Error for AgentError {}

/// Makes an agent for a game from checked options and a seed.
pub type Maker<G> = Box<dyn Fn(&G, &Options, u64) -> Result<Box<dyn Agent<G>>, OptionError> + Send + Sync>;

/// The agents of a game.
pub struct Roster<G: Observe> {
    entries: Vec<(AgentInfo, Maker<G>)>,
    best: String,
    cheat: Option<CheatMaker<G>>,
}

impl<G: Observe> Roster<G> {
    /// A roster of nobody, with the description of the agent that is recommended for the game once it is added.
    pub fn new(best: impl Into<String>) -> Roster<G> {
        Roster { entries: Vec::new(), best: best.into(), cheat: None }
    }

    /// Adds an agent. A name that is taken already is taken over.
    pub fn add<F>(&mut self, info: AgentInfo, make: F)
    where
        F: Fn(&G, &Options, u64) -> Result<Box<dyn Agent<G>>, OptionError> + Send + Sync + 'static,
    {
        self.entries.retain(|(known, _)| known.name != info.name);
        self.entries.push((info, Box::new(make)));
    }

    /// Says how to cheat in the game. A cheat is not listed among the agents.
    pub fn cheats<F>(&mut self, make: F)
    where
        F: Fn(&G, u64) -> Box<dyn Cheat<G>> + Send + Sync + 'static,
    {
        self.cheat = Some(Box::new(make));
    }

    /// Makes a cheat, where somebody knows how.
    pub fn make_cheat(&self, game: &G, seed: u64) -> Option<Box<dyn Cheat<G>>> {
        self.cheat.as_ref().map(|make| make(game, seed))
    }

    /// Recommends another agent for the game.
    pub fn recommend(&mut self, spec: impl Into<String>) {
        self.best = spec.into();
    }

    /// The description of the agent that is recommended for the game.
    pub fn recommended(&self) -> &str {
        &self.best
    }

    /// All agents, in the order they were added.
    pub fn all(&self) -> impl Iterator<Item = &AgentInfo> {
        self.entries.iter().map(|(info, _)| info)
    }

    /// The agents that can play games of this kind.
    pub fn suited(&self, kind: Kind) -> impl Iterator<Item = &AgentInfo> {
        self.all().filter(move |info| info.suits.refuses(kind).is_none())
    }

    /// Makes the agent of a description. The same description and seed always play the same, as long as no time limit is
    /// reached.
    ///
    /// # Errors
    /// Says which agent or parameter is unknown and what may have been meant, or why the agent cannot play this game and
    /// which agents can.
    pub fn make(&self, game: &G, spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, AgentError> {
        let (name, rest) = spec.split_once('?').unwrap_or((spec, ""));
        let Some((info, make)) = self.entries.iter().find(|(info, _)| info.name == name) else {
            let known = self.all().map(|info| info.name).collect();
            return Err(AgentError::Unknown { name: name.to_string(), known });
        };
        let name = info.name;
        let fault = |fault| AgentError::Options { name, fault };
        let options = Options::parse(rest, info.parameters).map_err(fault)?;
        let kind = Kind::of(game);
        if let Some(why) = info.suits.refuses(kind) {
            let suited = self.suited(kind).map(|info| info.name).collect();
            return Err(AgentError::Unsuited { name, why, suited });
        }
        make(game, &options, seed).map_err(fault)
    }
}
