//! The table in characters: hands, the trick, what was said, the tricks so far, the scores.

use crate::show::{DECK, list};
use crate::{Snaps, View};
use cards::Card;
use game::{Lang, Player, Show, words};
use std::fmt::Write;

impl Snaps {
    pub(crate) fn draw(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> String {
        let s = &v.table;
        let mut out = String::new();
        let card = |c: Card| DECK.ink(c, colour);
        let row = |cards: &[Card]| cards.iter().map(|&c| card(c)).collect::<Vec<_>>().join(" ");
        let deal = words("deal", "rozdání", "rozdanie").to(lang);
        let _ = writeln!(out, "{deal} {}   {}", s.deals + 1, list(&s.totals));
        for said in self.scene(v, who, lang).said {
            if let Some(p) = said.who {
                let _ = writeln!(out, "  {p}: {}", said.text);
            }
        }
        for (i, (taker, cards)) in self.history(s).filter(|(_, cards)| cards.len() == 4).enumerate() {
            let _ = writeln!(out, "  {}. {}  → {}", i + 1, row(cards), taker + 1);
        }
        for p in 0..4u8 {
            let mark = if self.turn_of(s).player() == Some(Player(p)) { '>' } else { ' ' };
            let held = if who == Some(Player(p)) {
                row(&DECK.sorted(s.hands[usize::from(p)], s.trump()))
            } else {
                vec!["▒▒"; v.held(p)].join(" ")
            };
            let lying = (0..usize::from(s.trick.len)).find(|&i| s.trick.player(i, 4) == p);
            let lying = lying.map_or(String::new(), |i| card(s.trick.cards[i]));
            let _ = writeln!(out, "{mark} {}: {held}   {lying}", p + 1);
        }
        out
    }
}
