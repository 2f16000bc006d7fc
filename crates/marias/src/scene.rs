//! The table of mariáš as a scene and in characters.

use crate::contract::ITEMS;
use crate::play::law;
use crate::sheet::list;
use crate::show::{DECK, item_words};
use crate::state::{NOBODY, Offer, Phase, State};
use crate::{Item, Marias, Move, View};
use cards::{Card, Suit, picture};
use game::{Lang, Layout, Place, Player, Said, Scene, Show, Token, Visibility, Zone, words};
use std::fmt::Write;

impl Marias {
    pub(crate) fn picture(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let s = &v.table;
        let label = words("stock", "balíček", "balíček").to(lang);
        let mut zones = vec![Zone::new("stock", label, Layout::Stack).seen_by(Visibility::Nobody)];
        zones.extend(picture::zones(3, true, lang));
        let mut tokens: Vec<Token> =
            (0..32 - usize::from(s.dealt)).map(|i| Token::down(Place::new("stock", i))).collect();
        for p in Player::all(3) {
            let known = s.hands[p.index()];
            tokens.extend(picture::fan(DECK, p, known, backs(v, p), s.trump, lang));
        }
        tokens.extend(picture::trick(DECK, &s.trick, 3, lang));
        if s.lying().is_some_and(|lying| s.saw(lying, who)) {
            let cards = s.talon().iter().enumerate();
            tokens.extend(cards.map(|(i, card)| picture::up(DECK, card, Place::new("talon", i), lang)));
        } else {
            tokens.extend((0..usize::from(v.lying)).map(|i| Token::down(Place::new("talon", i))));
        }
        for p in Player::all(3) {
            tokens.extend(picture::pile(p, 3 * usize::from(s.tricks[p.index()])));
        }
        Scene { zones, tokens, said: self.said(s, lang), turn: self.turn_of(s), points: s.totals.to_vec() }
    }

    /// What was said and still holds.
    fn said(&self, s: &State, lang: Lang) -> Vec<Said> {
        let mut said = Vec::new();
        let mut say = |who: u8, text: String| said.push(Said { who: Some(Player(who)), text });
        for p in 0..3u8 {
            // Who passed is of interest during the auction, a bid until the declarer names his game.
            if s.passed >> p & 1 == 1 {
                if s.phase == Phase::Auction {
                    say(p, self.label(s, Move::Pass, lang));
                }
            } else if s.bids[usize::from(p)] > 0 && s.contract.is_none() {
                say(p, self.label(s, Move::Bid(s.bids[usize::from(p)]), lang));
            }
        }
        if s.people {
            say(s.forehand(), self.label(s, Move::People, lang));
        }
        if let Some(opened) = s.opened {
            say(s.forehand(), self.label(s, Move::Offer(opened), lang));
            let thieves = (1..s.laid).map(|talon| s.laid_by[usize::from(talon)]);
            let taking = (s.phase == Phase::Talon).then_some(s.declarer);
            for thief in thieves.chain(taking) {
                say(thief, self.label(s, Move::Steal, lang));
            }
        }
        if let Some(contract) = s.contract {
            say(s.declarer, self.name_words(s, contract, s.trump, lang));
            if s.trump_card.known() && s.opened == Some(Offer::Colour) {
                say(s.declarer, self.label(s, Move::Trump(s.trump_card), lang));
            }
        }
        for (i, item) in [Item::SevenAgainst, Item::HundredAgainst].into_iter().enumerate() {
            if s.against[i] != NOBODY {
                say(s.against[i], item_words(s, item, lang).into());
            }
        }
        for item in ITEMS {
            for level in 0..s.doubled[item.index()] {
                say(s.doubler(item, level), self.double_words(s, level, item, lang));
            }
        }
        for p in 0..3u8 {
            for suit in (0..4).map(Suit).filter(|suit| s.married[usize::from(p)] >> suit.0 & 1 == 1) {
                let worth = if s.trump == Some(suit) { 40 } else { 20 };
                let word = words("marriage", "hláška", "hláška").to(lang);
                say(p, format!("{word} {worth} ({})", crate::show::trump_words(suit, lang)));
            }
        }
        said
    }

    pub(crate) fn draw_table(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> String {
        let s = &v.table;
        let mut out = String::new();
        let row = |cards: &[Card]| cards.iter().map(|&c| DECK.ink(c, colour)).collect::<Vec<_>>().join(" ");
        let deal = words("deal", "rozdání", "rozdanie").to(lang);
        let number = if s.ended() { s.deals } else { s.deals + 1 };
        let _ = writeln!(out, "{deal} {number}   {}", list(&s.totals));
        for said in self.said(s, lang) {
            let who = said.who.map_or(" ".to_string(), |p| p.to_string());
            let _ = writeln!(out, "  {who}: {}", said.text);
        }
        let done = s.history(law(s.trump)).filter(|(_, _, cards)| cards.len() == 3);
        for (i, (leader, taker, cards)) in done.enumerate() {
            let _ = writeln!(out, "  {:2}. {}: {}  → {}", i + 1, leader + 1, row(cards), taker + 1);
        }
        let talon = if s.lying().is_some_and(|lying| s.saw(lying, who)) {
            row(&DECK.sorted(s.talon(), s.trump))
        } else {
            vec!["▒▒"; usize::from(v.lying)].join(" ")
        };
        if v.lying > 0 {
            let _ = writeln!(out, "  {}: {talon}", words("talon", "talon", "talón").to(lang));
        }
        for p in Player::all(3) {
            let mark = if self.turn_of(s).player() == Some(p) { '>' } else { ' ' };
            let hidden = backs(v, p);
            let mut held = row(&DECK.sorted(s.hands[p.index()], s.trump));
            if hidden > 0 {
                held = format!("{held} {}", vec!["▒▒"; hidden].join(" ")).trim_start().to_string();
            }
            let star = if p.0 == s.declarer && s.contract.is_some() { '*' } else { ' ' };
            let lying = (0..usize::from(s.trick.len)).find(|&i| s.trick.player(i, 3) == p.0);
            let lying = lying.map_or(String::new(), |i| DECK.ink(s.trick.cards[i], colour));
            let _ = writeln!(out, "{mark}{star}{p}: {held}   {lying}");
        }
        out
    }
}

/// How many cards of a player the viewer sees from behind.
fn backs(v: &View, p: Player) -> usize {
    let fresh = if p.0 == v.table.forehand() { usize::from(v.fresh) } else { 0 };
    fresh + usize::from(v.held[p.index()]).saturating_sub(v.table.hands[p.index()].len())
}
