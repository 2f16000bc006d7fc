//! Learning what cards say, for a game known by its name: the answer of `partie learn cards`.

use cardplay::learned::{Studied, StudyError, StudyPlan, study};
use game::{Options, Record};

/// Learns from some records of a game and asks about others; `watch` is told how far it is.
///
/// # Errors
/// A game that is not played with cards, a record that does not fit, nothing to learn from.
pub fn study_cards(
    id: &str,
    learned: &[(String, Record)],
    asked: &[(String, Record)],
    plan: StudyPlan,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Studied, StudyError> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    let read = |parameters| Options::parse(text, parameters).map_err(|e| StudyError(format!("{name}: {e}")));
    let fault = |e: game::OptionError| StudyError(format!("{name}: {e}"));
    match name {
        "snaps" => {
            let game = snaps::Snaps::new(&read(snaps::PARAMETERS)?).map_err(fault)?;
            study(&game, learned, asked, plan, watch)
        }
        "marias" => {
            let game = marias::Marias::new(marias::Kind::Voleny, &read(marias::VOLENY)?).map_err(fault)?;
            study(&game, learned, asked, plan, watch)
        }
        "licitovany" => {
            let game =
                marias::Marias::new(marias::Kind::Licitovany, &read(marias::LICITOVANY)?).map_err(fault)?;
            study(&game, learned, asked, plan, watch)
        }
        "taroky" => {
            let game = taroky::Taroky::with(read(taroky::PARAMETERS)?).map_err(fault)?;
            study(&game, learned, asked, plan, watch)
        }
        _ => Err(StudyError(format!(
            "cards are guessed in snaps, marias, licitovany and taroky, not in '{name}'"
        ))),
    }
}
