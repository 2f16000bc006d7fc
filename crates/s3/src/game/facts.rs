//! What a file says beside its rules: pictures, areas to click, colours for the camera, angles for the arm. The loaded
//! game keeps it readable.

use super::{S3Game, State};
use crate::Severity;
use crate::diagnostic::Span;
use crate::program::NONE;
use crate::program::reach::Barrier;
use crate::syntax::{Colour, ElementType, Location, LocationType};
use std::fmt::Write as _;

impl S3Game {
    /// Whether something lies on the location of that name.
    pub fn holds(&self, s: &State, location: &str) -> bool {
        let cell = self.p.names.find(location).map(|id| self.p.names.cell(id)).filter(|&c| c != NONE);
        cell.is_some_and(|c| !self.p.board.empty(&s.w, c))
    }

    /// The state as the language compares it, in words: every location that is not interchangeable and holds something, with
    /// type, state, owner and z-index of what lies there (`location*type*state*owner*z*`), then player, winner, scores.
    pub fn position(&self, s: &State) -> String {
        let (p, board) = (&self.p, &self.p.board);
        let mut held: Vec<(&str, u16)> = (0..p.relevant as u16)
            .map(|c| (p.cell_text(c), board.content(&s.w, c)))
            .filter(|(_, e)| *e != NONE)
            .collect();
        held.sort_unstable();
        let mut text = String::new();
        for (name, e) in held {
            let kind = p.names.text(board.elements[usize::from(e)].kind);
            let (state, owner, z) = (board.state(&s.w, e), board.owner(&s.w, e), board.z(&s.w, e));
            let _ = write!(text, "{name}*{kind}*{state}*{owner}*{z}*");
        }
        let scores: Vec<i32> = (0..board.layout.players).map(|i| board.score(&s.w, i)).collect();
        let _ = write!(text, "{}*{}*{scores:?}", self.player(s), self.declared_winner(s));
        text
    }

    /// The background picture.
    pub fn board_picture(&self) -> Option<&str> {
        self.file.board.as_deref()
    }

    /// Every picture the file names, each once, in the order of the file.
    pub fn pictures(&self) -> Vec<&str> {
        let elements = self.file.element_types.iter().flat_map(|t| &t.pictures);
        let locations = self.file.location_types.iter().filter_map(|t| t.picture.as_ref());
        let all = elements.chain(locations).map(|p| p.file.as_str());
        let mut list = Vec::new();
        for name in self.file.board.as_deref().into_iter().chain(all) {
            if !name.is_empty() && !list.contains(&name) {
                list.push(name);
            }
        }
        list
    }

    /// How much of the game was partially evaluated, in words: for tuning descriptions.
    pub fn compiled(&self) -> String {
        match self.tables() {
            None => "played by the interpreter step by step".to_string(),
            Some(t) => t.reach.summary(),
        }
    }

    /// What the fast path took of the game and what it left to the interpreter, why, and where that stands in the file.
    pub fn explain(&self) -> Vec<String> {
        let place = |span: Span| {
            let found = self.report.locate(Severity::Warning, span, String::new(), None);
            format!("line {}, column {}", found.line, found.column)
        };
        let rule = |r: usize| {
            let found = self.file.rules.get(r);
            let name = found.map_or("", |rule| rule.name.as_str());
            format!("rule {name} ({})", place(found.map_or(Span::default(), |rule| rule.span)))
        };
        let Some(tables) = self.tables() else {
            let barrier = self.tables.get().and_then(|t| t.as_ref().err().copied());
            let cause = barrier.map_or("", Barrier::message);
            let at =
                barrier.and_then(Barrier::rule).map_or(String::new(), |r| format!("{}: ", rule(r.into())));
            return vec![format!("the interpreter plays the whole game: {at}{cause}")];
        };
        let mut out = vec![format!("decision graphs: {}", tables.reach.summary())];
        for (r, part) in tables.reach.parts.iter().enumerate() {
            out.push(format!("{}: {}", rule(r), part.told()));
            let kinds = [("conditions", &part.refused), ("sequels", &part.left)];
            for (what, refused) in kinds {
                for (&(why, pc), count) in refused {
                    let span = self.p.code.spans.get(pc as usize).copied().unwrap_or_default();
                    out.push(format!(
                        "{}: {count} {what} left to the interpreter at {}: {}",
                        rule(r),
                        place(span),
                        why.message()
                    ));
                }
            }
            if part.several > 0 {
                let what = "moves that another rule allows too: the interpreter chooses";
                out.push(format!("{}: {} {what}", rule(r), part.several));
            }
        }
        out
    }

    /// The names of the players.
    pub fn player_names(&self) -> &[String] {
        &self.file.players
    }

    /// How the camera recognises elements.
    pub fn colours(&self) -> &[Colour] {
        &self.file.colours
    }

    /// The types of elements with their pictures.
    pub fn element_types(&self) -> &[ElementType] {
        &self.file.element_types
    }

    /// The types of locations with their pictures and areas to click.
    pub fn location_types(&self) -> &[LocationType] {
        &self.file.location_types
    }

    /// The locations with their points on the screen, in the camera picture and for the arm.
    pub fn locations(&self) -> &[Location] {
        &self.file.locations
    }
}
