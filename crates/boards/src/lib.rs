//! The board games of `games`, each compiled with every agent. A crate of its own so that it builds beside the card games
//! and the descriptions; `catalog` puts the three together.

use game::words;
use playable::{Listing, encoded, playable};

/// The games, in the order they are shown. A static, not a constant: every crate that used a constant would compile all
/// games and agents once more.
pub static GAMES: &[Listing] = &[
    Listing {
        name: "tictactoe",
        title: games::tictactoe::TITLE,
        about: words(
            "Three in a row on a board of nine squares",
            "Tři v řadě na devíti polích",
            "Tri v rade na deviatich poliach",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::tictactoe::PARAMETERS,
        make: |options| Ok(playable(games::TicTacToe::new(options)?)),
    },
    Listing {
        name: "connect4",
        title: games::connect4::TITLE,
        about: words(
            "Drop discs into columns; four in a line win",
            "Kotouče padají do sloupců; čtyři v řadě vyhrávají",
            "Kotúče padajú do stĺpcov; štyri v rade vyhrávajú",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::connect4::PARAMETERS,
        make: |options| Ok(encoded(games::Connect4::new(options)?)),
    },
    Listing {
        name: "reversi",
        title: games::reversi::TITLE,
        about: words(
            "Enclose the other colour to turn it over",
            "Obklíčené kameny se otáčejí",
            "Obkľúčené kamene sa otáčajú",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::reversi::PARAMETERS,
        make: |options| Ok(encoded(games::Reversi::new(options)?)),
    },
    Listing {
        name: "morris",
        title: games::morris::TITLE,
        about: words(
            "Place, move and fly; a mill takes a stone",
            "Klást, táhnout, skákat; mlýn bere kámen",
            "Klásť, ťahať, skákať; mlyn berie kameň",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::morris::PARAMETERS,
        make: |options| Ok(playable(games::Morris::new(options)?)),
    },
    Listing {
        name: "nim",
        title: games::nim::TITLE,
        about: words("Take counters from heaps", "Odebírání z hromádek", "Odoberanie z kôpok"),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::nim::PARAMETERS,
        make: |options| Ok(playable(games::Nim::new(options)?)),
    },
    Listing {
        name: "puzzle8",
        title: games::puzzle8::TITLE,
        about: words(
            "Slide eight tiles into order, alone",
            "Osm kamenů do pořadí, pro jednoho",
            "Osem kameňov do poradia, pre jedného",
        ),
        players: (1, 1),
        hidden: false,
        chance: false,
        parameters: games::puzzle8::PARAMETERS,
        make: |options| Ok(playable(games::Puzzle8::new(options)?)),
    },
    Listing {
        name: "ludo",
        title: games::ludo::TITLE,
        about: words(
            "The race home that must not make you angry",
            "Závod domů, při kterém se nemáte zlobit",
            "Preteky domov, pri ktorých sa nemáte hnevať",
        ),
        players: (2, 4),
        hidden: false,
        chance: true,
        parameters: games::ludo::PARAMETERS,
        make: |options| Ok(playable(games::Ludo::new(options)?)),
    },
    Listing {
        name: "kuhn",
        title: games::kuhn::TITLE,
        about: words(
            "Poker with three cards, small enough to solve",
            "Poker o třech kartách, dost malý na vyřešení",
            "Poker s tromi kartami, dosť malý na vyriešenie",
        ),
        players: (2, 2),
        hidden: true,
        chance: true,
        parameters: games::kuhn::PARAMETERS,
        make: |options| Ok(playable(games::Kuhn::new(options)?)),
    },
];
