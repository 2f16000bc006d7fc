//! The same for a game known by its name only: replaying and comparing.

use crate::compare::{Comparison, Plan, compare};
use crate::mine::{Dig, Features, Found, TAROKY_FEATURES, mine};
use crate::replay::{Moment, Scrutiny, replay, scrutinise};
use crate::{Desk, MariasDesk, SnapsDesk, TarokyDesk};
use expert::{Bot, Interface, Mode};
use game::{Options, Player, Record, Show};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A game that rule files can play, with its types erased.
pub trait Ruled {
    /// Its blocks.
    fn interface(&self) -> &'static Interface;

    /// Replays a record of the game from a seat.
    ///
    /// # Errors
    /// What is wrong with the seat or a move.
    fn replay(
        &self,
        record: &Record,
        seat: Player,
        bot: Arc<Bot>,
        chance: (u64, Mode),
    ) -> Result<Vec<Moment>, RuledError>;

    /// Replays a record of the game from a seat up to a move, by its number from 1, and looks into the bot then.
    ///
    /// # Errors
    /// What is wrong with the seat or a move.
    fn scrutinise(
        &self,
        record: &Record,
        seat: Player,
        bot: Arc<Bot>,
        chance: (u64, Mode),
        number: usize,
    ) -> Result<Scrutiny, RuledError>;

    /// Compares two bots.
    fn compare(
        &self,
        first: &Arc<Bot>,
        second: &Arc<Bot>,
        plan: Plan,
        after: &mut dyn FnMut(u32),
    ) -> Comparison;
}

/// Why rule files do not play a game, or not this record of it. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuledError(pub String);

impl fmt::Display for RuledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RuledError {}

impl From<String> for RuledError {
    fn from(sentence: String) -> RuledError {
        RuledError(sentence)
    }
}

struct Seated<G, D>(G, PhantomData<fn() -> D>);

impl<G: Show, D> Seated<G, D> {
    fn check(&self, seat: Player) -> Result<(), RuledError> {
        match seat.index() < self.0.players() {
            true => Ok(()),
            false => Err(RuledError(format!("there is no player {seat} in {}", self.0.id()))),
        }
    }
}

impl<G: Show + 'static, D: Desk<G>> Ruled for Seated<G, D> {
    fn interface(&self) -> &'static Interface {
        D::INTERFACE
    }

    fn replay(
        &self,
        record: &Record,
        seat: Player,
        bot: Arc<Bot>,
        (seed, mode): (u64, Mode),
    ) -> Result<Vec<Moment>, RuledError> {
        self.check(seat)?;
        replay::<G, D>(&self.0, record, seat, bot, seed, mode).map_err(|e| RuledError(e.to_string()))
    }

    fn scrutinise(
        &self,
        record: &Record,
        seat: Player,
        bot: Arc<Bot>,
        chance: (u64, Mode),
        number: usize,
    ) -> Result<Scrutiny, RuledError> {
        self.check(seat)?;
        scrutinise::<G, D>(&self.0, record, seat, bot, chance, number).map_err(|e| RuledError(e.to_string()))
    }

    fn compare(
        &self,
        first: &Arc<Bot>,
        second: &Arc<Bot>,
        plan: Plan,
        after: &mut dyn FnMut(u32),
    ) -> Comparison {
        compare::<G, D>(&self.0, first, second, plan, after)
    }
}

/// A game that rule files can play, spoken with at that desk.
pub fn seated<G: Show + 'static, D: Desk<G>>(game: G) -> Box<dyn Ruled> {
    Box::new(Seated::<G, D>(game, PhantomData))
}

/// The game of an id such as `taroky?preset=tournament`, if it has blocks of its own.
///
/// # Errors
/// That it has none, or what is wrong with the id.
pub fn ruled(id: &str) -> Result<Box<dyn Ruled>, RuledError> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    let read = |parameters| Options::parse(text, parameters).map_err(|e| format!("{name}: {e}"));
    let fault = |e: game::OptionError| format!("{name}: {e}");
    Ok(match name {
        "taroky" => {
            seated::<_, TarokyDesk>(::taroky::Taroky::with(read(::taroky::PARAMETERS)?).map_err(fault)?)
        }
        "marias" => seated::<_, MariasDesk>(
            ::marias::Marias::new(::marias::Kind::Voleny, &read(::marias::VOLENY)?).map_err(fault)?,
        ),
        "licitovany" => seated::<_, MariasDesk>(
            ::marias::Marias::new(::marias::Kind::Licitovany, &read(::marias::LICITOVANY)?).map_err(fault)?,
        ),
        "snaps" => seated::<_, SnapsDesk>(::snaps::Snaps::new(&read(::snaps::PARAMETERS)?).map_err(fault)?),
        _ => return Err(RuledError(format!("rule files play games with cards, not '{name}'"))),
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
) -> Result<(Found, &'static Features), RuledError> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    if name != "taroky" {
        return Err(RuledError(format!("rules are mined for taroky, not for '{id}'")));
    }
    let options = Options::parse(text, ::taroky::PARAMETERS).map_err(|e| format!("{name}: {e}"))?;
    let game = ::taroky::Taroky::with(options).map_err(|e| format!("{name}: {e}"))?;
    let found = mine::<_, TarokyDesk>(&game, source, &TAROKY_FEATURES, dig, after);
    Ok((found.map_err(|error| error.to_string())?, &TAROKY_FEATURES))
}
