//! The *people of the house*: computer players with a name, a temperament and a level from one to five stars. What a level
//! means depends on the game: in a trick game the level of its expert, elsewhere the same search with ever more thought, and
//! at the top the strongest player there is. The algorithms themselves stay on offer beside them.

use super::levels::Player;
use crate::house::{Computer, Mind, Text};
use catalog::Playable;
use game::{Words, words};

/// Somebody of the house.
struct Person {
    /// What the page knows the portrait by, after `who:`.
    id: &'static str,
    name: &'static str,
    stars: u8,
    about: Words,
}

const fn person(id: &'static str, name: &'static str, stars: u8, about: Words) -> Person {
    Person { id, name, stars, about }
}

/// Those of three stars first: they are seated when nobody says otherwise.
const PEOPLE: [Person; 12] = [
    person("zdena", "Zdena", 3, words("Counts every trump.", "Počítá každý trumf.", "Počíta každý tromf.")),
    person(
        "alois",
        "Alois",
        3,
        words("In no hurry, forgets nothing.", "Nespěchá a nic nezapomíná.", "Neponáhľa sa a nič nezabúda."),
    ),
    person(
        "lida",
        "Lída",
        3,
        words(
            "Smiles, and then takes the last trick.",
            "Usmívá se, a pak vezme poslední štych.",
            "Usmieva sa, a potom vezme posledný štich.",
        ),
    ),
    person(
        "vojta",
        "Vojta",
        2,
        words(
            "Would rather risk than wait.",
            "Radši riskuje, než by čekal.",
            "Radšej riskuje, než by čakal.",
        ),
    ),
    person(
        "petr",
        "Petr",
        2,
        words("Plays for the company.", "Hraje kvůli společnosti.", "Hrá kvôli spoločnosti."),
    ),
    person(
        "anezka",
        "Anežka",
        2,
        words(
            "Never plays the same way twice.",
            "Nikdy nehraje dvakrát stejně.",
            "Nikdy nehrá dvakrát rovnako.",
        ),
    ),
    person(
        "kuba",
        "Kuba",
        1,
        words("Has just learned the rules.", "Zrovna se naučil pravidla.", "Práve sa naučil pravidlá."),
    ),
    person(
        "kveta",
        "Květa",
        1,
        words("Plays what looks nice.", "Hraje, co se jí líbí.", "Hrá, čo sa jej páči."),
    ),
    person(
        "borek",
        "Bořek",
        4,
        words("Says little, doubles often.", "Mluví málo, flekuje často.", "Hovorí málo, flekuje často."),
    ),
    person(
        "radim",
        "Radim",
        4,
        words("Learned from his grandmother.", "Naučila ho babička.", "Naučila ho babička."),
    ),
    person("marta", "Marta", 5, words("Sees through your cards.", "Vidí ti do karet.", "Vidí ti do kariet.")),
    person(
        "ctibor",
        "Ctibor",
        5,
        words(
            "Three times champion of the district.",
            "Trojnásobný přeborník okresu.",
            "Trojnásobný majster okresu.",
        ),
    ),
];

/// How much a search thinks at one to four stars.
const ITERATIONS: [u32; 4] = [10, 50, 250, 1500];

/// The people who can play a game, beside the computer players already suited to it.
pub(super) fn people(game: &dyn Playable, players: &[Player]) -> Vec<Player> {
    if game.players() < 2 || players.is_empty() {
        return Vec::new();
    }
    let strongest = game.strongest();
    let agents = game.agents();
    let takes = |agent: &str, what: &str| {
        agents.iter().any(|a| a.name == agent && a.parameters.iter().any(|p| p.name == what))
    };
    let search = ["ismcts", "mcts"].into_iter().find(|name| takes(name, "iterations"));
    // A trick game has a player of five levels that err as people do.
    let levelled = takes("expert", "level");
    let deep = ["alphabeta", "maxn", "expectiminimax"].into_iter().find(|name| takes(name, "depth"));
    let mind = |stars: u8| match (stars, search, deep) {
        (n, _, _) if levelled => format!("expert?level={n}"),
        (5, _, _) | (_, None, None) => strongest.clone(),
        (n, Some(agent), _) => format!("{agent}?iterations={}", ITERATIONS[usize::from(n.clamp(1, 4)) - 1]),
        (n, None, Some(agent)) => format!("{agent}?depth={n}"),
    };
    let levels = levelled || search.is_some() || deep.is_some();
    let one = |p: &Person| Player {
        agent: "",
        computer: Computer {
            agent: format!("who:{}", p.id),
            title: Text::same(p.name),
            about: p.about.into(),
            stars: p.stars,
            mind: Some(Mind { agent: mind(p.stars), think: None }),
        },
    };
    PEOPLE.iter().filter(|p| levels || p.stars == 3).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_has_a_name_of_their_own_and_every_level_is_there() {
        let ids: BTreeSet<&str> = PEOPLE.iter().map(|p| p.id).collect();
        let levels: BTreeSet<u8> = PEOPLE.iter().map(|p| p.stars).collect();
        assert_eq!(ids.len(), PEOPLE.len());
        assert_eq!(levels, (1..=5).collect());
        assert!(PEOPLE[..3].iter().all(|p| p.stars == 3), "a table of four is seated with three stars");
    }

    #[test]
    fn more_stars_think_more_and_every_mind_can_be_seated() {
        for name in ["connect4", "kuhn", "ludo", "snaps", "marias"] {
            let game = catalog::find(name).unwrap();
            let players = super::super::levels::computers(&*game);
            let people = people(&*game, &players);
            assert_eq!(people.len(), PEOPLE.len(), "{name}");
            for player in &people {
                let agent = player.computer.mind().agent;
                let mut table = game.table(1);
                assert!(table.seat(game::Player(0), &agent, 1).is_ok(), "{name}: {agent}");
            }
        }
    }
}
