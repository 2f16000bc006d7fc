//! What decided a play: the tokens that made the win, found without a word in the rules by asking them about the same
//! table with tokens left out.

use crate::SystemGame;
use crate::game::View;
use crate::program::engine::End;
use crate::program::tables::{State, ZONES_AT};
use game::{Game, Observe, Place};

/// A token that no rule knows: what stands in a pile for one that is left out, so that those above it do not fall.
const BLANK: &str = "$nothing";

impl SystemGame {
    /// The places of the tokens that made the win: a winning line, the pawn that came home.
    pub(crate) fn decisive(&self, v: &View) -> Vec<Place> {
        if self.scored || self.hidden() || self.players() < 2 {
            return Vec::new();
        }
        let Ok(s) = self.sample(v, &mut game::Rng::new(1)) else { return Vec::new() };
        let won = self.engine.expand(&self.tables, &s).end.clone();
        if !matches!(&won, Some(End::Won(who)) if !who.is_empty()) {
            return Vec::new();
        }
        let counts = |z: &usize| match self.scenery.places[*z] {
            Some(_) => !self.scenery.nested(&self.tables.zones[*z].key),
            None => self.scenery.boards.is_empty() && self.scenery.owners[*z].is_none(),
        };
        let held: Vec<&[u16]> = s.zones().collect();
        let tokens: Vec<(usize, usize)> =
            (0..held.len()).filter(counts).flat_map(|z| (0..held[z].len()).map(move |i| (z, i))).collect();
        // Asked of the machine itself: what goes wrong on a table nobody played to is not a defect of the rules.
        let made = self.engine.with(|w| {
            let mut tables = self.tables.clone();
            let blank = tables.enter(BLANK.into(), w.machine.atom_term(BLANK), true, "marker");
            game::decisive(tokens.len(), |there| {
                let left_out = |z: usize, i: usize| {
                    tokens.binary_search(&(z, i)).is_ok_and(|t| !there.get(t).copied().unwrap_or(true))
                };
                let mut cells = s.cells[..ZONES_AT].to_vec();
                for (z, held) in held.iter().enumerate() {
                    let length = cells.len();
                    cells.push(0);
                    for (i, &t) in held.iter().enumerate() {
                        match left_out(z, i) {
                            false => cells.push(t),
                            true if held.len() > 1 => cells.push(blank),
                            true => {}
                        }
                    }
                    cells[length] = (cells.len() - length - 1) as u16;
                }
                self.engine.run(w, &tables, &State::new(cells.into(), None)).end == won
            })
        });
        made.into_iter().map(|t| tokens[t]).map(|(z, i)| self.spot(z, i, held[z].len())).collect()
    }
}
