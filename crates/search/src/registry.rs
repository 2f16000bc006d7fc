//! The agents by name: what they are, what they take and which games they suit.

use crate::budget::{DEPTH, ITERATIONS, NODES, TIME};
use crate::kind::Kind;
use game::{Parameter, Values, Words, words};

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

const ANY: Suits = Suits { players: (1, usize::MAX), hidden: true, perfect: true, chance: true };
const OPEN: Suits = Suits { hidden: false, ..ANY };
const TWO: Suits = Suits { players: (2, 2), hidden: false, perfect: true, chance: false };

const HEURISTIC: Parameter = Parameter {
    name: "heuristic",
    default: "best",
    values: Values::Text,
    help: words(
        "the game's heuristic by name; best: the first it offers; none",
        "heuristika hry podle jména; best: první, kterou nabízí; none: žádná",
        "heuristika hry podľa mena; best: prvá, ktorú ponúka; none: žiadna",
    ),
};
const TABLE: Parameter = Parameter {
    name: "table",
    default: "32",
    values: Values::Int(1, 4096),
    help: words(
        "megabytes of the transposition table",
        "megabajty tabulky pozic",
        "megabajty tabuľky pozícií",
    ),
};
const C: Parameter = Parameter {
    name: "c",
    default: "1.4",
    values: Values::Text,
    help: words(
        "how much untried moves are preferred (0 to 100)",
        "jak moc se dává přednost nevyzkoušeným tahům (0 až 100)",
        "ako veľmi sa dáva prednosť nevyskúšaným ťahom (0 až 100)",
    ),
};
const AIM: Parameter = Parameter {
    name: "aim",
    default: "mixed",
    values: Values::OneOf(&["mixed", "win", "score"]),
    help: words(
        "what is averaged: the outcome, the margin, or half of each",
        "co se průměruje: výsledek, náskok, nebo od každého půl",
        "čo sa priemeruje: výsledok, náskok, alebo z každého pol",
    ),
};
const LENGTH: Parameter = Parameter {
    name: "length",
    default: "2000",
    values: Values::Int(1, 1_000_000),
    help: words(
        "moves after which a random game is given up",
        "počet tahů, po kterém se náhodná hra vzdá",
        "počet ťahov, po ktorom sa náhodná hra vzdá",
    ),
};
const TREE: Parameter = Parameter {
    name: "tree",
    default: "1000000",
    values: Values::Int(1, 100_000_000),
    help: words("the most nodes of the tree", "nejvíce uzlů stromu", "najviac uzlov stromu"),
};

/// All agents.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        title: words("Random", "Náhodný", "Náhodný"),
        help: words("plays any legal move", "hraje libovolný přípustný tah", "hrá ľubovoľný prípustný ťah"),
        parameters: &[],
        suits: ANY,
    },
    AgentInfo {
        name: "alphabeta",
        title: words("Alpha-beta", "Alfa-beta", "Alfa-beta"),
        help: words(
            "looks ahead, deeper and deeper, and skips what cannot matter",
            "dívá se dopředu, stále hlouběji, a vynechává, na čem nezáleží",
            "pozerá sa dopredu, stále hlbšie, a vynecháva, na čom nezáleží",
        ),
        parameters: &[TIME, NODES, DEPTH, HEURISTIC, TABLE],
        suits: TWO,
    },
    AgentInfo {
        name: "mcts",
        title: words("Tree search by random games", "Strom náhodných her", "Strom náhodných hier"),
        help: words(
            "plays random games, more of those that go well, and knows forced wins when it meets them",
            "hraje náhodné hry, nejvíc ty, které se daří, a pozná vynucenou výhru",
            "hrá náhodné hry, najviac tie, ktoré sa daria, a spozná vynútenú výhru",
        ),
        parameters: &[
            TIME,
            NODES,
            ITERATIONS,
            C,
            Parameter {
                name: "threads",
                default: "1",
                values: Values::Int(1, 256),
                help: words(
                    "threads, each with its own tree",
                    "vlákna, každé s vlastním stromem",
                    "vlákna, každé s vlastným stromom",
                ),
            },
            TREE,
            Parameter {
                name: "reuse",
                default: "yes",
                values: Values::Flag,
                help: words(
                    "keep the tree between moves",
                    "ponechat strom mezi tahy",
                    "ponechať strom medzi ťahmi",
                ),
            },
            AIM,
            LENGTH,
        ],
        suits: OPEN,
    },
];
