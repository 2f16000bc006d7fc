//! Every game of the catalog, seen only through what the terminal and the server see. The laws of the rules themselves
//! are tested where each game lives; here the whole chain is: name, table, moves as text, record, agents.

use catalog::{GAMES, find};
use game::{Face, Gesture, Lang, Limit, Player, Rng, Table, Turn};
use std::collections::BTreeSet;

/// The catalog, in its order. A game that is added is named here, and with it come the laws.
const NAMES: &[&str] = &[
    "tictactoe",
    "connect4",
    "reversi",
    "morris",
    "nim",
    "puzzle8",
    "ludo",
    "kuhn",
    "taroky",
    "marias",
    "licitovany",
    "krizovy",
    "snaps",
    "schnapsen",
    "prsi",
    "klondike",
    "alquerque",
    "alquerque2",
    "mill",
    "skipping",
    "smallchess",
    "squares",
    "squares2",
    "mastermind",
    "mastermind2",
    "frogs",
    "rivercrossing",
];

/// The games written in Rust come first; the tables of the others are tested with their languages.
const NATIVE: usize = 14;

/// Moves after which a play that may be endless is left.
const ENOUGH: usize = 400;

fn random_play(table: &mut dyn Table, seed: u64) {
    let mut rng = Rng::new(seed);
    while table.turn() != Turn::Over && table.made() < ENOUGH {
        if table.turn() == Turn::Chance {
            table.roll().expect("chance has an event");
            continue;
        }
        let offers = table.offers(Lang::En);
        let choice = &offers[rng.below(offers.len())];
        table.play(&choice.text).expect("an offered move is legal");
    }
}

#[test]
fn the_list_is_the_catalog() {
    assert_eq!(GAMES.iter().map(|l| l.name).collect::<Vec<_>>(), NAMES);
}

#[test]
fn a_listing_says_what_its_game_is() {
    for listing in GAMES.iter() {
        let game = find(listing.name).unwrap();
        let players = game.players();
        assert!(usize::from(listing.players.0) <= players && players <= usize::from(listing.players.1));
        assert_eq!(game.hidden(), listing.hidden, "{}", listing.name);
        assert_eq!(game.id(), listing.name);
        assert!(game.agents().iter().any(|a| a.name == "random"), "{}", listing.name);
        for lang in [Lang::En, Lang::Cs, Lang::Sk] {
            assert!(!listing.title.to(lang).is_empty() && !listing.about.to(lang).is_empty());
            assert!(listing.parameters.iter().all(|p| !p.help.to(lang).is_empty()), "{}", listing.name);
        }
        for parameter in listing.parameters {
            let id = format!("{}?{}={}", listing.name, parameter.name, parameter.default);
            assert!(parameter.default.is_empty() || find(&id).is_ok(), "{id}");
        }
    }
}

#[test]
fn a_play_is_recorded_and_replays_to_the_same_end() {
    for name in NAMES {
        let game = find(name).unwrap();
        for seed in 0..3 {
            let mut table = game.table(seed);
            random_play(&mut *table, seed);
            let record = game::Record::parse(&table.record().to_string()).unwrap();
            let mut again = game.table(999);
            again.replay(&record).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(
                (again.made(), again.scores(), again.turn()),
                (table.made(), table.scores(), table.turn())
            );
        }
    }
}

#[test]
fn a_scene_shows_tokens_in_zones_and_gestures_move_them() {
    for name in NAMES {
        let mut table = find(name).unwrap().table(4);
        let mut rng = Rng::new(4);
        for _ in 0..60 {
            let players = (0..table.players()).map(|p| Some(Player(p as u8)));
            for who in players.chain([None]) {
                let scene = table.scene(who, Lang::Cs);
                let zones: BTreeSet<&str> = scene.zones.iter().map(|z| z.id.as_str()).collect();
                let ids: BTreeSet<&str> = scene.tokens.iter().map(|t| t.id.as_str()).collect();
                assert_eq!(zones.len(), scene.zones.len(), "{name}: zones have one id each");
                assert_eq!(ids.len(), scene.tokens.len(), "{name}: tokens have one id each");
                for token in &scene.tokens {
                    assert!(zones.contains(token.place.zone.as_str()), "{name}: {token:?} lies nowhere");
                    assert!(
                        token.face == Face::Up || token.kind.is_empty(),
                        "{name}: {token:?} shows its back"
                    );
                }
            }
            let Turn::Player(p) = table.turn() else {
                if table.roll().is_none() {
                    break;
                }
                continue;
            };
            let scene = table.scene(Some(p), Lang::En);
            let offers = table.offers(Lang::En);
            for offer in &offers {
                if let Gesture::Carry(carries) = &offer.gesture {
                    assert!(!carries.is_empty(), "{name}: {offer:?} carries nothing");
                    let known = scene.tokens.iter().any(|t| t.id == carries[0].token);
                    assert!(known, "{name}: {offer:?} carries a token the mover does not see");
                }
            }
            table.play(&offers[rng.below(offers.len())].text).unwrap();
        }
    }
}

#[test]
fn the_default_agent_gives_a_legal_hint() {
    for name in NAMES {
        let game = find(name).unwrap();
        let mut table = game.table(2);
        while table.roll().is_some() {}
        let advice =
            table.hint(&game.strongest(), 1, &Limit::nodes(300)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(table.offers(Lang::En).iter().any(|o| o.text == advice.text), "{name}: {}", advice.text);
        let again = table.hint(&game.strongest(), 1, &Limit::nodes(300)).unwrap();
        assert_eq!(advice.text, again.text, "{name}: the same seed and limit, the same move");
    }
}

#[test]
fn the_perft_tables_hold_through_the_catalog() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    for name in &NAMES[..NATIVE] {
        let text = std::fs::read_to_string(data.join(name).join("perft.txt")).unwrap();
        let mut checked = 0;
        for section in testkit::read_perft(&text).unwrap() {
            let game = find(&section.game).unwrap_or_else(|e| panic!("{name}: {e}"));
            for (line, fact) in section.facts {
                match fact {
                    testkit::Fact::Nodes { depth, nodes, .. } if nodes <= 200_000 => {
                        assert_eq!(game.nodes(depth), nodes, "{name}, line {line} of its table");
                        checked += 1;
                    }
                    _ => {}
                }
            }
        }
        assert!(checked > 0, "{name}: its table says nothing that can be checked quickly");
    }
}

#[test]
fn the_pictures_a_described_game_names_come_with_it() {
    for name in &NAMES[NATIVE..] {
        let pictures = catalog::pictures(name);
        let table = find(name).unwrap().table(1);
        let named = table.scene(None, Lang::En).zones.into_iter().filter_map(|zone| zone.picture);
        for picture in named {
            assert!(pictures.contains(&picture), "{name}: {picture} is not among {pictures:?}");
        }
        for picture in &pictures {
            let bytes = catalog::picture(name, picture).unwrap();
            assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"<?xml"), "{name}: {picture}");
        }
    }
    assert!(catalog::pictures("frogs").contains(&"green.svg".to_string()));
    assert_eq!(catalog::picture("frogs", "../nim/match.svg"), None);
    assert_eq!(catalog::picture("frogs", "frogs.s3"), None);
}

#[test]
fn a_description_with_parameters_takes_their_values() {
    assert_eq!(find("prsi?players=3").unwrap().players(), 3);
    assert_eq!(find("prsi?players=3").unwrap().id(), "prsi?players=3");
    let text = "parameter(n, 2). player(P) :- parameter(n, N), between(1, N, P). state(1, [a([])]).
        turn(pass, S, S). next(_, S, S). win(_, draw).";
    assert_eq!(catalog::describe(text, "x.pl?n=4").into_game().unwrap().players(), 4);
    let fault = catalog::describe(text, "x.pl?m=4").into_game().err().map(|e| e.to_string());
    assert!(fault.unwrap_or_default().contains("there is no parameter 'm'"));
}

#[test]
fn mistakes_are_sentences_with_a_suggestion() {
    let fault = |id: &str| find(id).err().map(|e| e.to_string()).unwrap_or_default();
    assert_eq!(fault("conect4"), "unknown game 'conect4'; did you mean 'connect4'?");
    assert!(fault("connect4?widht=5").contains("did you mean 'width'?"));
    assert!(
        fault("connect4?width=99").starts_with("connect4: parameter 'width' must be a whole number from")
    );
    let mut table = find("tictactoe").unwrap().table(1);
    assert_eq!(
        table.play("b4").unwrap_err().to_string().split(';').next(),
        Some("'b4' is not a legal move here")
    );
    let agent = table.seat(Player(0), "mtcs", 1).unwrap_err();
    let agent = agent.to_string();
    assert!(agent.contains("did you mean 'mcts'?"), "{agent}");
}
