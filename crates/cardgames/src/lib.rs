//! The card games, each compiled with every agent, and what only they have: test vectors (deals played elsewhere) and speed
//! reports. A crate of its own so that it builds beside the board games and the descriptions.

mod belief;
mod bids;
mod open;
mod speed;
mod study;
mod vectors;

pub use belief::{BeliefError, BeliefKind, BeliefQuestion, BeliefReport, belief};
pub use cardplay::belief::{Made as BeliefMade, Table as BeliefTable};
pub use cardplay::learned::library::load as load_card_table;
pub use cardplay::learned::{Studied, StudyPlan};
pub use rulebots::{Moment as RuleMoment, RULEFILE, Ruled, RuledError, Scrutiny, library as rule_files};
pub use speed::{KernelSpeed, kernel_bench};
pub use study::study_cards;
pub use vectors::{VectorError, card_bench, check_vector};

use bids::marias_bid;
use cardplay::Bidder;
use cards::TrickTaking;
use game::{Encode, Options, Roster, Show, words};
use learn::{Own, Readers};
use open::open_hands;
use playable::{Listing, Playable, taught, with_open_hands};
use rulebots::{MariasDesk, SnapsDesk, TableDesk, TarokyDesk};
use std::sync::Arc;

/// A card game with the agents of every game, those of trick games, rule files (`best` unless another is named), and a solver
/// for open hands.
fn seated<G, D>(
    game: G,
    best: &'static str,
    bidder: Option<Bidder<G>>,
    more: fn(&mut Roster<G>),
) -> Box<dyn Playable>
where
    G: TrickTaking + Encode + Show + Clone + 'static,
    D: rulebots::Desk<G>,
{
    let mut roster = search::roster(&game);
    cardplay::enlist_experienced(&mut roster);
    cardplay::agents(&mut roster, bidder);
    more(&mut roster);
    rulebots::add::<G, D>(&mut roster, best);
    let readers = Readers::default()
        .with(Arc::new(Own::new(game.clone())))
        .with(Arc::new(cardplay::LeadReader::new(&game)));
    taught(game, roster, readers, Some(open_hands))
}

/// The same for a game that has no blocks of its own for rule files: it gets those of every game with cards.
fn seated_plainly<G: TrickTaking + Show + 'static>(game: G, more: fn(&mut Roster<G>)) -> Box<dyn Playable> {
    let mut roster = search::roster(&game);
    cardplay::enlist(&mut roster);
    cardplay::agents(&mut roster, None);
    more(&mut roster);
    rulebots::add::<G, TableDesk>(&mut roster, "empty");
    with_open_hands(game, roster, open_hands)
}

/// The card game of an id, as rule files play it.
///
/// # Errors
/// That it is none of ours, or what is wrong with the id.
pub fn ruled(id: &str) -> Result<Box<dyn Ruled>, RuledError> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    let read = |parameters| Options::parse(text, parameters).map_err(|e| format!("{name}: {e}"));
    let fault = |e: game::OptionError| format!("{name}: {e}");
    match name {
        "krizovy" => {
            let game = krizovy::Krizovy::new(&read(krizovy::PARAMETERS)?).map_err(fault)?;
            Ok(rulebots::seated::<_, TableDesk>(game))
        }
        "schnapsen" => {
            let game = schnapsen::Schnapsen::new(&read(schnapsen::PARAMETERS)?).map_err(fault)?;
            Ok(rulebots::seated::<_, TableDesk>(game))
        }
        _ => rulebots::ruled(id),
    }
}

/// The games, in the order they are shown. A static, not a constant: every crate that used a constant would compile all
/// games and agents once more.
pub static GAMES: &[Listing] = &[
    Listing {
        name: "taroky",
        title: words("Taroky", "Taroky", "Taroky"),
        about: words(
            "Four players, 54 cards: auction, called partner, announcements, doubling",
            "Čtyři hráči, 54 karet: dražba, volaný spoluhráč, hlášky, fleky",
            "Štyria hráči, 54 kariet: dražba, volaný spoluhráč, hlášky, fleky",
        ),
        players: (4, 4),
        hidden: true,
        chance: true,
        parameters: taroky::PARAMETERS,
        make: |options| {
            Ok(seated::<_, TarokyDesk>(taroky::Taroky::with(options.clone())?, "contracts", None, |_| ()))
        },
    },
    Listing {
        name: "marias",
        title: words("Mariáš (volený)", "Volený mariáš", "Volený mariáš"),
        about: words(
            "Three players, 32 cards: trumps, talon, sevens, hundreds, betl and durch",
            "Tři hráči, 32 karet: trumfy, talon, sedmy, stovky, betl a durch",
            "Traja hráči, 32 kariet: tromfy, talón, sedmy, stovky, betl a durch",
        ),
        players: (3, 3),
        hidden: true,
        chance: true,
        parameters: marias::VOLENY,
        make: |options| {
            Ok(seated::<_, MariasDesk>(
                marias::Marias::new(marias::Kind::Voleny, options)?,
                "marias",
                Some(marias_bid),
                |_| (),
            ))
        },
    },
    Listing {
        name: "licitovany",
        title: words("Mariáš (auction)", "Licitovaný mariáš", "Licitovaný mariáš"),
        about: words(
            "Mariáš in which the declarer is found by an auction",
            "Mariáš, v němž se licituje o to, kdo hraje",
            "Mariáš, v ktorom sa licituje o to, kto hrá",
        ),
        players: (3, 3),
        hidden: true,
        chance: true,
        parameters: marias::LICITOVANY,
        make: |options| {
            Ok(seated::<_, MariasDesk>(
                marias::Marias::new(marias::Kind::Licitovany, options)?,
                "marias",
                Some(marias_bid),
                |_| (),
            ))
        },
    },
    Listing {
        name: "krizovy",
        title: words("Mariáš (cross)", "Křížový mariáš", "Krížový mariáš"),
        about: words(
            "Four players, partners across, 32 cards: trumps, sevens, hundreds, betl and durch",
            "Čtyři hráči, dvojice proti sobě, 32 karet: trumfy, sedmy, stovky, betl a durch",
            "Štyria hráči, dvojice oproti sebe, 32 kariet: tromfy, sedmy, stovky, betl a durch",
        ),
        players: (4, 4),
        hidden: true,
        chance: true,
        parameters: krizovy::PARAMETERS,
        make: |options| Ok(seated_plainly(krizovy::Krizovy::new(options)?, |_| ())),
    },
    Listing {
        name: "snaps",
        title: words("Šnaps", "Šnaps", "Šnaps"),
        about: words(
            "Four players, 24 cards: a called card makes a hidden partner",
            "Čtyři hráči, 24 karet: volaná karta určí skrytého spoluhráče",
            "Štyria hráči, 24 kariet: volaná karta určí skrytého spoluhráča",
        ),
        players: (4, 4),
        hidden: true,
        chance: true,
        parameters: snaps::PARAMETERS,
        make: |options| {
            Ok(seated::<_, SnapsDesk>(snaps::Snaps::new(options)?, "snaps", None, cardplay::race_agents))
        },
    },
    Listing {
        name: "schnapsen",
        title: words("Schnapsen", "Schnapsen", "Schnapsen"),
        about: words(
            "Two players, 20 cards: a talon to draw from and to close, twenty, forty, 66",
            "Dva hráči, 20 karet: talon, ze kterého se líže a který jde zavřít, dvacet, čtyřicet, 66",
            "Dvaja hráči, 20 kariet: talón, z ktorého sa ťahá a ktorý sa dá zatvoriť, dvadsať, štyridsať, 66",
        ),
        players: (2, 2),
        hidden: true,
        chance: true,
        parameters: schnapsen::PARAMETERS,
        make: |options| Ok(seated_plainly(schnapsen::Schnapsen::new(options)?, cardplay::race_agents)),
    },
];
