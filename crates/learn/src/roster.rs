//! Trained players in the roster of a game.

use crate::agent::{NetAgent, Readers, judge};
use crate::file::{Kind, NetFile};
use crate::library;
use game::{Agent, AgentInfo, OptionError, Options, Parameter, Roster, Show, Suits, Values, words};

const WALKS: Parameter = Parameter {
    name: "iterations",
    default: "200",
    values: Values::Int(0, 100_000_000),
    help: words(
        "walks through the tree for one decision; 0: it plays what the network says at once",
        "průchodů stromem na jedno rozhodnutí; 0: hraje hned, co řekne síť",
        "prechodov stromom na jedno rozhodnutie; 0: hrá hneď, čo povie sieť",
    ),
};

const FILE: Parameter = Parameter {
    name: "file",
    default: "",
    values: Values::Text,
    help: words(
        "the file of the trained player, as it was loaded",
        "soubor naučeného hráče, jak byl nahrán",
        "súbor naučeného hráča, ako bol nahraný",
    ),
};

const ANY: Suits = Suits { players: (1, usize::MAX), hidden: true, perfect: true, chance: true };

/// A player from a file.
pub const NET: AgentInfo = AgentInfo {
    name: "net",
    title: words("Trained player", "Naučený hráč", "Naučený hráč"),
    help: words(
        "plays by a network from a file, made by partie learn",
        "hraje podle sítě ze souboru, který vyrobil příkaz partie learn",
        "hrá podľa siete zo súboru, ktorý vyrobil príkaz partie learn",
    ),
    parameters: &[FILE, WALKS],
    suits: ANY,
};

/// The player that is shipped, where it searches.
pub const LEARNED: AgentInfo = AgentInfo {
    name: "learned",
    title: words("Self-taught player", "Samouk", "Samouk"),
    help: words(
        "a network that learned the game and is shipped with the program; a tree search walks by it",
        "síť, která se hru naučila a je přibalena k programu; řídí se jí prohledávání stromu",
        "sieť, ktorá sa hru naučila a je pribalená k programu; riadi sa ňou prehľadávanie stromu",
    ),
    parameters: &[WALKS],
    suits: ANY,
};

/// The player that is shipped, where it plays at once.
const AT_ONCE: AgentInfo = AgentInfo {
    title: words("Trained player", "Naučený hráč", "Naučený hráč"),
    help: words(
        "a network that learned the game and is shipped with the program; it plays at once",
        "síť, která se hru naučila a je přibalena k programu; hraje bez rozmýšlení",
        "sieť, ktorá sa hru naučila a je pribalená k programu; hrá bez rozmýšľania",
    ),
    parameters: &[],
    ..LEARNED
};

/// A player with the network of a file.
fn sit<G: Show + 'static>(
    game: &G,
    readers: &Readers<G>,
    file: &NetFile,
    walks: u64,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, OptionError> {
    let judge =
        judge(game, readers, file).map_err(|e| OptionError(format!("the trained player is refused: {e}")))?;
    Ok(Box::new(NetAgent::new(judge, file.header.kind, walks, seed)))
}

fn walks(options: &Options) -> u64 {
    options.int("iterations").unsigned_abs()
}

/// Adds the trained players to the roster of a game: the one that is shipped for it, and those that were loaded.
pub fn enlist<G: Show + 'static>(game: &G, roster: &mut Roster<G>, readers: &Readers<G>) {
    if let Some(file) = library::shipped_for(&game.id()).filter(|file| judge(game, readers, file).is_ok()) {
        let searches = file.header.kind == Kind::PolicyValue;
        let readers = readers.clone();
        roster.add(if searches { LEARNED } else { AT_ONCE }, move |game, options, seed| {
            sit(game, &readers, &file, if searches { walks(options) } else { 0 }, seed)
        });
    }
    if !library::names().is_empty() {
        let readers = readers.clone();
        roster.add(NET, move |game, options, seed| {
            let name = options.text("file");
            let Some(file) = library::get(name) else {
                let known = library::names().join(", ");
                return Err(OptionError(format!(
                    "no trained player '{name}' was loaded (there are: {known})"
                )));
            };
            sit(game, &readers, &file, walks(options), seed)
        });
    }
}
