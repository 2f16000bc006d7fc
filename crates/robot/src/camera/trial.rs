//! How often the recogniser is right: photographs a table before and after a move with the synthetic camera and asks which legal move
//! was made. Contains no rules: the tables come from the caller.

use super::board::{Board, Layer};
use super::explain::{Verdict, explain};
use super::look::view;
use super::reference::Reference;
use super::render::{Conditions, Extra, Studio};
use super::{Calibration, Picture};
use crate::eye::EyeError;
use game::Rng;

/// What became of one pair of pictures.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The move that was made.
    Right,
    /// Another one: this must never happen.
    Wrong(usize),
    /// No move, with the cause; a person would be asked to look again.
    Asked(Verdict),
    /// The board was not found in the first picture.
    Lost(String),
}

/// A pair of pictures with its settings.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The table before the move.
    pub before: Picture,
    /// The table after it.
    pub after: Picture,
    /// Corners found in the first picture, and the lens.
    pub settings: Calibration,
}

/// Photographs a table before and after a move. Some pieces are partly hidden, by a finger or a pen, as the conditions say.
pub fn photograph(
    board: &Board,
    before: &Layer,
    after: &Layer,
    size: (usize, usize),
    conditions: Conditions,
    seed: u64,
) -> Pair {
    let mut studio = Studio::new(board, size, conditions, seed);
    let mut rng = Rng::new(seed ^ 0x5EED);
    let mut finger = |layer: &Layer| -> Vec<Extra> {
        let taken: Vec<usize> =
            (0..layer.len()).filter(|&i| layer[i].is_some() && !board.spots[i].heap).collect();
        if taken.is_empty() || rng.unit() >= 0.4 * conditions.occlusion {
            return Vec::new();
        }
        vec![Extra::Finger(taken[rng.below(taken.len())], 0.9 * rng.unit())]
    };
    let (first, second) = (finger(before), finger(after));
    let settings =
        Calibration { lens: studio.lens, colours: board.colours.clone(), ..Calibration::default() };
    let picture = studio.shoot(before, &first);
    Pair { before: picture, after: studio.shoot(after, &second), settings }
}

/// Which of the tables `after` a pair of pictures shows.
pub fn judge(pair: &Pair, board: &Board, before: &Layer, after: &[Layer]) -> Result<Verdict, EyeError> {
    let mut settings = pair.settings.clone();
    if settings.corners.is_none() {
        let balance = settings.balance(&pair.before);
        settings.corners = Some(settings.corners_in(&pair.before, balance)?);
        settings.size = Some((pair.before.width(), pair.before.height()));
    }
    let first = view(&pair.before, board, &settings, None)?;
    let reference = Reference::new(&first);
    let second = view(&pair.after, board, &settings, Some(&reference))?;
    Ok(explain(&second, board, before, after, Some(&reference)))
}

/// One trial: the move `made` of the legal ones.
pub fn trial(
    board: &Board,
    before: &Layer,
    after: &[Layer],
    made: usize,
    size: (usize, usize),
    conditions: Conditions,
    seed: u64,
) -> Outcome {
    let pair = photograph(board, before, &after[made], size, conditions, seed);
    match judge(&pair, board, before, after) {
        Err(cause) => Outcome::Lost(cause.0),
        Ok(Verdict::Move { choice, .. }) if after[choice] == after[made] => Outcome::Right,
        Ok(Verdict::Move { choice, .. }) => Outcome::Wrong(choice),
        Ok(verdict) => Outcome::Asked(verdict),
    }
}
