//! The agents of this crate by name: what they are, what they take, and what makes them.

use crate::{Bidder, Cheater, ExpectMinimax, Mapp, RulePlayer};
use cards::TrickTaking;
use game::{AgentInfo, Options, Parameter, Roster, Suits, Values, words};

const CARDS: Suits = Suits { players: (2, 4), hidden: true, perfect: false, chance: true };

const NODES: Parameter = Parameter {
    name: "nodes",
    default: "500000",
    values: Values::Int(1, 1_000_000_000),
    help: words(
        "states it may look at for a move",
        "kolik stavů smí projít na jeden tah",
        "koľko stavov smie prejsť na jeden ťah",
    ),
};

/// MAPP of thesis 002.
pub(crate) const MAPP: AgentInfo = AgentInfo {
    name: "mapp",
    title: words("MAPP", "MAPP", "MAPP"),
    help: words(
        "looks whole tricks ahead; moves of the others are classes of cards with a probability, a node is their average",
        "hledí dopředu po celých štyších; tahy ostatních jsou skupiny karet s pravděpodobností, uzel je jejich průměr",
        "hľadí dopredu po celých štichoch; ťahy ostatných sú skupiny kariet s pravdepodobnosťou, uzol je ich priemer",
    ),
    parameters: &[
        Parameter {
            name: "depth",
            default: "2",
            values: Values::Int(1, 10),
            help: words("tricks it looks ahead", "kolik štychů hledí dopředu", "koľko štichov hľadí dopredu"),
        },
        Parameter {
            name: "pruning",
            default: "off",
            values: Values::OneOf(&["off", "on"]),
            help: words(
                "leaves out moves that cannot help any more; quicker, but the average is distorted",
                "vynechává tahy, které už nepomohou; rychlejší, ale zkresluje průměr",
                "vynecháva ťahy, ktoré už nepomôžu; rýchlejšie, ale skresľuje priemer",
            ),
        },
        NODES,
    ],
    suits: CARDS,
};

/// Expect-minimax of thesis 001.
const EXPECT: AgentInfo = AgentInfo {
    name: "expect-minimax",
    title: words("Expect-minimax", "Expect-minimax", "Expect-minimax"),
    help: words(
        "averages the exact value of every move over all deals that fit what it saw, or over as many as it may",
        "průměruje přesnou hodnotu každého tahu přes všechna rozdání, která odpovídají viděnému, nebo přes tolik, kolik smí",
        "priemeruje presnú hodnotu každého ťahu cez všetky rozdania, ktoré zodpovedajú videnému, alebo cez toľko, koľko smie",
    ),
    parameters: &[
        Parameter {
            name: "deals",
            default: "1000",
            values: Values::Int(1, 17_153_136),
            help: words(
                "deals it averages at most; 17153136 are all there can be in šnaps",
                "přes kolik rozdání nejvýš průměruje; 17153136 jsou všechna, která mohou ve šnapsu být",
                "cez koľko rozdaní najviac priemeruje; 17153136 sú všetky, ktoré môžu v šnapse byť",
            ),
        },
        Parameter {
            name: "threads",
            default: "1",
            values: Values::Int(1, 64),
            help: words("threads it works on", "na kolika vláknech počítá", "na koľkých vláknach počíta"),
        },
    ],
    suits: CARDS,
};

/// The rules of thesis 001.
const RULES: AgentInfo = AgentInfo {
    name: "rules",
    title: words("Simple rules", "Jednoduchá pravidla", "Jednoduché pravidlá"),
    help: words(
        "plays by prioritised rules that read how likely a player holds a card; names the rule that decided",
        "hraje podle pravidel s prioritami, která čtou, jak pravděpodobně má hráč kartu; řekne, které rozhodlo",
        "hrá podľa pravidiel s prioritami, ktoré čítajú, ako pravdepodobne má hráč kartu; povie, ktoré rozhodlo",
    ),
    parameters: &[Parameter {
        name: "risk",
        default: "25",
        values: Values::Int(0, 100),
        help: words(
            "in how many of a hundred deals a play it relies on may fail",
            "v kolika ze sta rozdání smí selhat tah, na který spoléhá",
            "v koľkých zo sto rozdaní smie zlyhať ťah, na ktorý sa spolieha",
        ),
    }],
    suits: CARDS,
};

/// A number among the options, which were checked against their range.
fn number(options: &Options, name: &str) -> u64 {
    options.int(name).unsigned_abs()
}

/// Adds the agents of this crate to the roster of a card game, and how to cheat in it. `bidder` makes the decisions of
/// MAPP that are not cards, where the game has rules for them.
pub fn agents<G: TrickTaking + 'static>(roster: &mut Roster<G>, bidder: Option<Bidder<G>>) {
    roster.cheats(|_, seed| Box::new(Cheater::new(seed)));
    roster.add(MAPP, move |_, o, seed| {
        let (depth, nodes) = (number(o, "depth") as u32, number(o, "nodes"));
        Ok(Box::new(Mapp::new(depth, o.text("pruning") == "on", nodes, bidder, seed)))
    });
}

/// Adds the agents for games that list their worlds and are a race (šnaps): rules and expect-minimax.
pub fn race_agents<G: TrickTaking + 'static>(roster: &mut Roster<G>) {
    roster.add(EXPECT, |_, o, seed| {
        Ok(Box::new(ExpectMinimax::new(number(o, "deals"), number(o, "threads"), seed)))
    });
    roster.add(RULES, |_, o, seed| Ok(Box::new(RulePlayer::new(number(o, "risk"), seed))));
}
