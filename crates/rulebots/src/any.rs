//! The same for a game known by its name only: replaying and comparing.

use crate::compare::{Comparison, Plan, compare};
use crate::mine::{Dig, Features, Found, TAROKY_FEATURES, mine};
use crate::replay::{Moment, Scrutiny, replay, scrutinise};
use crate::{Desk, MariasDesk, SnapsDesk, TarokyDesk};
use expert::{Bot, Interface, Mode};
use game::{Options, Player, Record, Show};
use std::sync::Arc;

/// A card game that rule files can play.
enum Any {
    Taroky(::taroky::Taroky),
    Marias(::marias::Marias),
    Snaps(::snaps::Snaps),
}

/// The game of an id such as `taroky?preset=tournament`.
fn any(id: &str) -> Result<Any, String> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    let read = |parameters| Options::parse(text, parameters).map_err(|e| format!("{name}: {e}"));
    let fault = |e: game::OptionError| format!("{name}: {e}");
    Ok(match name {
        "taroky" => Any::Taroky(::taroky::Taroky::with(read(::taroky::PARAMETERS)?).map_err(fault)?),
        "marias" => Any::Marias(
            ::marias::Marias::new(::marias::Kind::Voleny, &read(::marias::VOLENY)?).map_err(fault)?,
        ),
        "licitovany" => Any::Marias(
            ::marias::Marias::new(::marias::Kind::Licitovany, &read(::marias::LICITOVANY)?).map_err(fault)?,
        ),
        "snaps" => Any::Snaps(::snaps::Snaps::new(&read(::snaps::PARAMETERS)?).map_err(fault)?),
        _ => return Err(format!("rule files play taroky, marias, licitovany and snaps, not '{name}'")),
    })
}

/// The blocks of the game of an id.
///
/// # Errors
/// That rule files do not play it.
pub fn interface_of(id: &str) -> Result<&'static Interface, String> {
    Ok(match any(id)? {
        Any::Taroky(_) => TarokyDesk::INTERFACE,
        Any::Marias(_) => MariasDesk::INTERFACE,
        Any::Snaps(_) => SnapsDesk::INTERFACE,
    })
}

/// Replays a record of the game it names from a seat.
///
/// # Errors
/// What is wrong with the game, the seat or a move.
pub fn replay_any(
    record: &Record,
    seat: Player,
    bot: Arc<Bot>,
    seed: u64,
    mode: Mode,
) -> Result<Vec<Moment>, String> {
    fn one<G: game::Observe + Show, D: Desk<G>>(
        game: &G,
        record: &Record,
        seat: Player,
        bot: Arc<Bot>,
        (seed, mode): (u64, Mode),
    ) -> Result<Vec<Moment>, String> {
        if seat.index() >= game.players() {
            return Err(format!("there is no player {seat} in {}", game.id()));
        }
        replay::<G, D>(game, record, seat, bot, seed, mode).map_err(|e| e.to_string())
    }
    let chance = (seed, mode);
    match any(&record.game)? {
        Any::Taroky(game) => one::<_, TarokyDesk>(&game, record, seat, bot, chance),
        Any::Marias(game) => one::<_, MariasDesk>(&game, record, seat, bot, chance),
        Any::Snaps(game) => one::<_, SnapsDesk>(&game, record, seat, bot, chance),
    }
}

/// Replays a record of the game it names from a seat up to a move, by its number from 1, and looks into the bot then.
///
/// # Errors
/// What is wrong with the game, the seat or a move.
pub fn scrutinise_any(
    record: &Record,
    seat: Player,
    bot: Arc<Bot>,
    chance: (u64, Mode),
    number: usize,
) -> Result<Scrutiny, String> {
    fn one<G: game::Observe + Show, D: Desk<G>>(
        game: &G,
        (record, seat): (&Record, Player),
        bot: Arc<Bot>,
        chance: (u64, Mode),
        number: usize,
    ) -> Result<Scrutiny, String> {
        if seat.index() >= game.players() {
            return Err(format!("there is no player {seat} in {}", game.id()));
        }
        scrutinise::<G, D>(game, record, seat, bot, chance, number).map_err(|e| e.to_string())
    }
    let from = (record, seat);
    match any(&record.game)? {
        Any::Taroky(game) => one::<_, TarokyDesk>(&game, from, bot, chance, number),
        Any::Marias(game) => one::<_, MariasDesk>(&game, from, bot, chance, number),
        Any::Snaps(game) => one::<_, SnapsDesk>(&game, from, bot, chance, number),
    }
}

/// Compares two bots in the game of an id.
///
/// # Errors
/// What is wrong with the game.
pub fn compare_any(
    id: &str,
    first: &Arc<Bot>,
    second: &Arc<Bot>,
    plan: Plan,
    after: impl FnMut(u32),
) -> Result<Comparison, String> {
    Ok(match any(id)? {
        Any::Taroky(game) => compare::<_, TarokyDesk>(&game, first, second, plan, after),
        Any::Marias(game) => compare::<_, MariasDesk>(&game, first, second, plan, after),
        Any::Snaps(game) => compare::<_, SnapsDesk>(&game, first, second, plan, after),
    })
}

/// Mines rules for bidding and announcing in the game of an id from deals that a rule file plays, and says by which
/// features of the hand.
///
/// # Errors
/// What is wrong with the game or the file.
pub fn mine_any(
    id: &str,
    source: (&str, &str),
    dig: Dig,
    after: impl FnMut(u32),
) -> Result<(Found, &'static Features), String> {
    match any(id)? {
        Any::Taroky(game) => {
            let found = mine::<_, TarokyDesk>(&game, source, &TAROKY_FEATURES, dig, after);
            Ok((found.map_err(|error| error.to_string())?, &TAROKY_FEATURES))
        }
        _ => Err(format!("rules are mined for taroky, not for '{id}'")),
    }
}
