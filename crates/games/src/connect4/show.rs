//! How Connect Four looks: a grid, two stacks of discs, columns as letters.

use super::{Connect4, STRIDE, State};
use crate::stage;
use game::{Cues, Game, Gesture, Lang, Layout, Place, Player, Scene, Show, Words, Zone, words};

const KINDS: [&str; 2] = ["red", "yellow"];
const LABELS: [Words; 2] = [words("red", "červený", "červený"), words("yellow", "žlutý", "žltý")];

fn supply(p: usize) -> String {
    format!("supply{}", p + 1)
}

impl Connect4 {
    /// Discs of player `p` that are not on the board.
    fn spare(&self, s: &State, p: usize) -> usize {
        let cells = (self.width * self.height) as usize;
        (cells + 1 - p) / 2 - Connect4::discs(s, p as u8).count_ones() as usize
    }

    /// The slot of a cell: top row first.
    fn slot(&self, cell: u32) -> usize {
        let (column, row) = (cell / STRIDE, cell % STRIDE);
        ((self.height - 1 - row) * self.width + column) as usize
    }
}

impl Show for Connect4 {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: u8) -> String {
        stage::letter(usize::from(mv)).to_string()
    }

    fn label(&self, s: &State, mv: u8, lang: Lang) -> String {
        let into = words("into column", "do sloupce", "do stĺpca").to(lang);
        format!("{} {into} {}", LABELS[usize::from(s.made & 1)].to(lang), self.text(s, mv))
    }

    fn gesture(&self, s: &State, mv: u8) -> Gesture {
        let mover = usize::from(s.made & 1);
        let (zone, top) = (supply(mover), self.spare(s, mover).saturating_sub(1));
        let to = Place::new("board", self.slot(self.landing(s, mv).trailing_zeros()));
        Gesture::carry(format!("{zone}.{top}"), Place::new(zone, top), to)
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let (columns, rows) = (self.width as u16, self.height as u16);
        let mut board = Zone::new(
            "board",
            words("board", "hrací deska", "hracia doska").to(lang),
            Layout::Grid { columns, rows },
        );
        board.names = stage::names(columns.into(), rows.into(), true);
        let mut zones = vec![board];
        let mut tokens = Vec::new();
        for p in 0..2 {
            let owner = Player(p as u8);
            for cell in crate::bits::each(Connect4::discs(s, owner.0)) {
                let slot = self.slot(u32::from(cell));
                tokens.push(stage::stone("board", slot, KINDS[p], LABELS[p].to(lang)).owned(owner));
            }
        }
        for p in 0..2 {
            let owner = Player(p as u8);
            zones.push(Zone::new(supply(p), LABELS[p].to(lang), Layout::Stack).owned(owner));
            let spare = self.spare(s, p);
            tokens.extend(stage::stack(&supply(p), spare, KINDS[p], LABELS[p].to(lang), Some(owner)));
        }
        let points = Player::all(2).map(|p| self.score(s, p)).collect();
        stage::scene(zones, tokens, self.turn(s), points)
    }

    fn cues(&self, s: &State, _who: Option<Player>, _lang: Lang) -> Cues {
        // The player who moved last owns the line.
        let cells = if s.won { self.lines(s.opp) } else { 0 };
        let marks =
            crate::bits::each(cells).map(|cell| Place::new("board", self.slot(u32::from(cell)))).collect();
        Cues { marks, ..Cues::default() }
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let cell = |x: usize, y: usize| {
            let cell = x as u32 * STRIDE + self.height - 1 - y as u32;
            match (Connect4::discs(s, 0) >> cell & 1, Connect4::discs(s, 1) >> cell & 1) {
                (1, _) => stage::paint(colour, stage::RED, "●"),
                (_, 1) => stage::paint(colour, stage::YELLOW, "○"),
                _ => stage::paint(colour, stage::FAINT, "·"),
            }
        };
        let names = [format!("● {}", LABELS[0].to(lang)), format!("○ {}", LABELS[1].to(lang))];
        let scores = [self.score(s, Player(0)), self.score(s, Player(1))];
        let status = stage::status(self.turn(s), &scores, &[&names[0], &names[1]], lang);
        Some(stage::board(self.width as usize, self.height as usize, true, colour, cell) + &status)
    }
}
