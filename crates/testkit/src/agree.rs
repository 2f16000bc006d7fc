//! Two implementations of one game, played side by side: the same turns, the same moves, the same scores.

use crate::Checked;
use game::{Player, Rng, Show, Turn};
use std::collections::BTreeMap;

/// How to compare two implementations.
pub struct Agreement<'a> {
    /// Random plays.
    pub plays: u32,
    /// Decides them.
    pub seed: u64,
    /// Plays are cut off after this many moves.
    pub most: usize,
    /// The notation in the second game of a move written so in the first.
    pub text: &'a dyn Fn(&str) -> String,
    /// What is compared of the final scores; the same function is applied to both. For instance [`game::outcome`]
    /// where two descriptions only agree about who won.
    pub scores: &'a dyn Fn(&[i32]) -> Vec<i32>,
}

/// Plays both games at random, side by side, and compares whose turn it is, the set of moves by notation, the weights
/// of chance events and the final scores.
///
/// # Panics
/// With the first difference and the moves that led there.
pub fn agree<A: Show, B: Show>(a: &A, b: &B, plays: u32, seed: u64) {
    let same = Agreement {
        plays,
        seed,
        most: 1_000,
        text: &|text| text.to_string(),
        scores: &|scores| scores.to_vec(),
    };
    if let Err(fault) = same.check(a, b) {
        panic!("{fault}");
    }
}

impl Agreement<'_> {
    /// Compares two implementations.
    ///
    /// # Errors
    /// The first difference and the moves that led there.
    pub fn check<A: Show, B: Show>(&self, a: &A, b: &B) -> Checked {
        if a.players() != b.players() {
            return Err(format!("{} players against {}", a.players(), b.players()));
        }
        for play in 0..self.plays {
            let mut texts = Vec::new();
            let mut rng = Rng::new(self.seed ^ (u64::from(play) << 32));
            self.play(a, b, &mut rng, &mut texts).map_err(|fault| {
                format!("{} and {}: {fault} (after '{}')", a.id(), b.id(), texts.join(" "))
            })?;
        }
        Ok(())
    }

    fn play<A: Show, B: Show>(&self, a: &A, b: &B, rng: &mut Rng, texts: &mut Vec<String>) -> Checked {
        let (mut s, mut t) = (a.initial(), b.initial());
        while texts.len() < self.most {
            if a.turn(&s) != b.turn(&t) {
                return Err(format!("it is the turn of {:?} or of {:?}", a.turn(&s), b.turn(&t)));
            }
            if a.turn(&s) == Turn::Over {
                let (x, y) = ((self.scores)(&scores(a, &s)), (self.scores)(&scores(b, &t)));
                return if x == y { Ok(()) } else { Err(format!("the scores are {x:?} or {y:?}")) };
            }
            let (ours, theirs) = (offered(a, &s, self.text), offered(b, &t, &str::to_string));
            if let Some(text) = ours.keys().find(|&k| !theirs.contains_key(k)) {
                return Err(format!("only the first allows '{text}'"));
            }
            if let Some(text) = theirs.keys().find(|&k| !ours.contains_key(k)) {
                return Err(format!("only the second allows '{text}'"));
            }
            let all: u64 = ours.values().map(|&(_, w)| w).sum();
            let all_theirs: u64 = theirs.values().map(|&(_, w)| w).sum();
            let odd = ours.iter().find(|(k, (_, w))| w * all_theirs != theirs[*k].1 * all);
            if let Some((text, _)) = odd {
                return Err(format!("the chance of '{text}' is not the same"));
            }
            let Some((text, &(mv, _))) = ours.iter().nth(rng.below(ours.len())) else {
                return Err("no moves before the end".into());
            };
            texts.push(text.clone());
            a.apply(&mut s, mv);
            b.apply(&mut t, theirs[text].0);
        }
        Ok(())
    }
}

fn scores<G: Show>(game: &G, s: &G::State) -> Vec<i32> {
    Player::all(game.players()).map(|p| game.score(s, p)).collect()
}

/// The moves by their notation in the second game, with the weights of chance events.
fn offered<G: Show>(
    game: &G,
    s: &G::State,
    text: &dyn Fn(&str) -> String,
) -> BTreeMap<String, (G::Move, u64)> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let chance = game.turn(s) == Turn::Chance;
    let weight = |mv| if chance { u64::from(game.weight(s, mv)) } else { 1 };
    moves.into_iter().map(|mv| (text(&game.text(s, mv)), (mv, weight(mv)))).collect()
}
