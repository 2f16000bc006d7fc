//! How Reversi looks: a grid and one stack of discs that are black on one side and white on the other.

use super::{PASS, Reversi, State};
use crate::stage;
use game::{Game, Gesture, Lang, Layout, Place, Player, Scene, Show, Words, Zone, words};

const KINDS: [&str; 2] = ["black", "white"];
const LABELS: [Words; 2] = [words("black", "černý", "čierny"), words("white", "bílý", "biely")];

impl Reversi {
    fn spare(&self, s: &State) -> usize {
        (self.size * self.size - (s.own | s.opp).count_ones()) as usize
    }

    fn slot(&self, square: u8) -> usize {
        usize::from(square / 8) * self.size as usize + usize::from(square % 8)
    }
}

impl Show for Reversi {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: u8) -> String {
        if mv >= PASS {
            return "pass".into();
        }
        format!("{}{}", stage::letter(usize::from(mv % 8)), mv / 8 + 1)
    }

    fn label(&self, s: &State, mv: u8, lang: Lang) -> String {
        if mv >= PASS {
            return words("pass", "bez tahu", "bez ťahu").to(lang).into();
        }
        let on = words("on", "na", "na").to(lang);
        format!("{} {on} {}", LABELS[usize::from(s.white)].to(lang), self.text(s, mv))
    }

    fn gesture(&self, s: &State, mv: u8) -> Gesture {
        let spare = self.spare(s);
        if mv >= PASS || spare == 0 {
            return Gesture::Say("pass".into());
        }
        let top = Place::new("supply", spare - 1);
        Gesture::carry(format!("supply.{}", spare - 1), top, Place::new("board", self.slot(mv)))
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let side = self.size as u16;
        let mut board = Zone::new(
            "board",
            words("board", "hrací deska", "hracia doska").to(lang),
            Layout::Grid { columns: side, rows: side },
        );
        board.names = stage::names(side.into(), side.into(), false);
        let discs = words("discs", "kameny", "kamene").to(lang);
        let zones = vec![board, Zone::new("supply", discs, Layout::Stack)];
        let mut tokens = Vec::new();
        for p in 0..2 {
            let owner = Player(p as u8);
            for square in crate::bits::each(Reversi::discs(s, owner.0)) {
                let token = stage::stone("board", self.slot(square), KINDS[p], LABELS[p].to(lang));
                tokens.push(token.owned(owner));
            }
        }
        let spare = words("disc", "kámen", "kameň").to(lang);
        tokens.extend(stage::stack("supply", self.spare(s), "disc", spare, None));
        let points = Player::all(2).map(|p| self.points(s, p)).collect();
        stage::scene(zones, tokens, self.turn(s), points)
    }

    fn points(&self, s: &State, p: Player) -> i32 {
        Reversi::discs(s, p.0).count_ones() as i32
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let side = self.size as usize;
        let cell = |x: usize, y: usize| {
            let square = 8 * y + x;
            match (Reversi::discs(s, 0) >> square & 1, Reversi::discs(s, 1) >> square & 1) {
                (1, _) => stage::paint(colour, stage::GREEN, "●"),
                (_, 1) => stage::paint(colour, stage::BOLD, "○"),
                _ if s.legal >> square & 1 == 1 => stage::paint(colour, stage::FAINT, "+"),
                _ => stage::paint(colour, stage::FAINT, "·"),
            }
        };
        let name = |p: usize, disc: &str| {
            format!("{disc} {} ({})", LABELS[p].to(lang), self.points(s, Player(p as u8)))
        };
        let names = [name(0, "●"), name(1, "○")];
        let scores = [self.score(s, Player(0)), self.score(s, Player(1))];
        let status = stage::status(self.turn(s), &scores, &[&names[0], &names[1]], lang);
        Some(stage::board(side, side, false, colour, cell) + &status)
    }
}
