//! The table in characters: hands, the talon, the trick, what was said, the tricks so far, the scores.

use crate::{Schnapsen, View};
use cards::Card;
use game::{Lang, Player, Show, words};
use std::fmt::Write;

impl Schnapsen {
    pub(crate) fn draw(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> String {
        let s = &v.table;
        let mut out = String::new();
        let card = |c: Card| self.rules.deck.ink(c, colour);
        let row = |cards: &[Card]| cards.iter().map(|&c| card(c)).collect::<Vec<_>>().join(" ");
        let deal = words("deal", "rozdání", "rozdanie").to(lang);
        let _ = writeln!(out, "{deal} {}   {} : {}", s.deals + 1, s.points[0], s.points[1]);
        for said in self.scene(v, who, lang).said {
            if let Some(p) = said.who {
                let _ = writeln!(out, "  {p}: {}", said.text);
            }
        }
        for (i, (taker, cards)) in self.history(s).filter(|(_, cards)| cards.len() == 2).enumerate() {
            let _ = writeln!(out, "  {}. {}  → {}", i + 1, row(cards), taker + 1);
        }
        let talon = words("talon", "talon", "talón").to(lang);
        if s.face_up().known() {
            let down = vec!["▒▒"; v.face_down()].join(" ");
            let _ = writeln!(out, "  {talon}: {down} {}", card(s.face_up()));
        }
        for p in 0..2u8 {
            let mark = if self.turn_of(s).player() == Some(Player(p)) { '>' } else { ' ' };
            let held = if who == Some(Player(p)) {
                row(&self.rules.deck.sorted(s.hands[usize::from(p)], s.trump))
            } else {
                vec!["▒▒"; v.held(p)].join(" ")
            };
            let lying = (0..usize::from(s.trick.len)).find(|&i| s.trick.player(i, 2) == p);
            let lying = lying.map_or(String::new(), |i| card(s.trick.cards[i]));
            let _ = writeln!(out, "{mark} {}: {held}   {lying}   {}", p + 1, s.total(p));
        }
        out
    }
}
