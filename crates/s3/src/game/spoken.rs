//! A move in words, from the labels of the file: what goes where, and what it takes.

use super::{Move, S3Game, State};
use crate::sheet::numbers;
use crate::syntax::{Labelled, family};
use game::{Game, Lang, Observe, Show, words};

/// Tokens taken that are named at most; more are counted.
const NAMED: usize = 3;

impl S3Game {
    /// A move in words: `white stone: point 3,2 → point 5,4, takes black stone (point 4,3)`.
    pub(super) fn spoken(&self, s: &State, mv: Move, lang: Lang) -> String {
        if mv.is_chance() {
            return self.text(s, mv);
        }
        let token = self.token_words(&s.w, mv.element, lang);
        let to = self.place_words(mv.to, lang);
        // Where a token of a supply comes from goes without saying.
        let mut text = match self.told_apart(mv.from) || !self.told_apart(mv.to) {
            true => format!("{token}: {} → {to}", self.place_words(mv.from, lang)),
            false => format!("{token} → {to}"),
        };
        let taken = if self.hidden() { Vec::new() } else { self.taken(s, mv) };
        if taken.is_empty() {
            return text;
        }
        text.push_str(words(", takes ", ", bere: ", ", berie: ").to(lang));
        if taken.len() > NAMED {
            text.push_str(&taken.len().to_string());
            return text;
        }
        let named = |&(e, cell): &(u16, u16)| {
            format!("{} ({})", self.token_words(&s.w, e, lang), self.place_words(cell, lang))
        };
        text.push_str(&taken.iter().map(named).collect::<Vec<_>>().join(", "));
        text
    }

    /// Whether states tell this cell from others of its type.
    fn told_apart(&self, cell: u16) -> bool {
        usize::from(cell) < self.p.relevant
    }

    /// Other tokens that a move sends away from the board, and where they stood: off it are the interchangeable cells.
    fn taken(&self, s: &State, mv: Move) -> Vec<(u16, u16)> {
        let mut after = s.clone();
        self.apply(&mut after, mv);
        let board = &self.p.board;
        let place = |w: &[u64], e: u16| board.place(w, e);
        (0..board.elements.len() as u16)
            .filter(|&e| e != mv.element && self.told_apart(place(&s.w, e)))
            .filter(|&e| !self.told_apart(place(&after.w, e)))
            .map(|e| (e, place(&s.w, e)))
            .collect()
    }

    /// What an element is called; its state is told where it has several.
    fn token_words(&self, w: &[u64], e: u16, lang: Lang) -> String {
        let elem = &self.p.board.elements[usize::from(e)];
        let kind = self.p.names.text(elem.kind);
        let name = self.file.label(Labelled::Token, kind, lang).unwrap_or_else(|| self.p.element_text(e));
        if elem.states > 1 { format!("{name} {}", self.p.board.state(w, e)) } else { name.to_string() }
    }

    /// What a cell is called: its label with its numbers, or its name in the file.
    fn place_words(&self, cell: u16, lang: Lang) -> String {
        let name = self.p.cell_text(cell);
        match self.file.label(Labelled::Place, family(name), lang) {
            None => name.to_string(),
            Some(label) if !self.told_apart(cell) || numbers(name).is_empty() => label.to_string(),
            Some(label) => format!("{label} {}", numbers(name).join(",")),
        }
    }
}
