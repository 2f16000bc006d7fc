//! Cards in scenes: hands as fans, the trick as a row, piles as stacks. The zone ids are the same in every card game:
//! `hand1`…, `trick`, `talon`, `pile1`…

use crate::{Card, Deck, Hand, Trick};
use game::{Lang, Layout, Place, Player, Token, Visibility, Zone, words};

/// The zone of a player's hand.
pub fn hand_zone(p: Player) -> String {
    format!("hand{p}")
}

/// The zone of a player's pile.
pub fn pile_zone(p: Player) -> String {
    format!("pile{p}")
}

/// The zones of a table for `players`, in reading order: hands, trick, talon, piles.
pub fn zones(players: usize, talon: bool, lang: Lang) -> Vec<Zone> {
    let mut zones = Vec::new();
    for p in Player::all(players) {
        let label = format!("{} {p}", words("hand of player", "list hráče", "list hráča").to(lang));
        zones.push(Zone::new(hand_zone(p), label, Layout::Fan).owned(p).seen_by(Visibility::Owner));
    }
    zones.push(Zone::new("trick", words("trick", "štych", "štich").to(lang), Layout::Row));
    if talon {
        let label = words("talon", "talon", "talón").to(lang);
        zones.push(Zone::new("talon", label, Layout::Row).seen_by(Visibility::Nobody));
    }
    for p in Player::all(players) {
        let label = format!("{} {p}", words("pile of player", "štychy hráče", "štichy hráča").to(lang));
        zones.push(Zone::new(pile_zone(p), label, Layout::Stack).owned(p).seen_by(Visibility::Nobody));
    }
    zones
}

/// A card face up.
pub fn up(deck: Deck, card: Card, place: Place, lang: Lang) -> Token {
    let name = deck.name(card);
    Token::up(name.clone(), format!("card:{name}"), deck.words(card, lang), place)
}

/// The number of the card that a token of this kind shows.
pub fn numbered(deck: Deck, kind: &str) -> Option<usize> {
    deck.card(kind.strip_prefix("card:")?).map(|card| usize::from(card.0))
}

/// The tokens of a hand: the known cards sorted, then `hidden` backs.
pub fn fan(
    deck: Deck,
    p: Player,
    known: Hand,
    hidden: usize,
    trump: Option<crate::Suit>,
    lang: Lang,
) -> Vec<Token> {
    let zone = hand_zone(p);
    let mut tokens = Vec::with_capacity(known.len() + hidden);
    for (slot, card) in deck.sorted(known, trump).into_iter().enumerate() {
        tokens.push(up(deck, card, Place::new(zone.clone(), slot), lang).owned(p));
    }
    for slot in known.len()..known.len() + hidden {
        tokens.push(Token::down(Place::new(zone.clone(), slot)).owned(p));
    }
    tokens
}

/// The tokens of the trick on the table, in order of play, each owned by who played it.
pub fn trick(deck: Deck, trick: &Trick, players: usize, lang: Lang) -> Vec<Token> {
    let token = |(i, &card): (usize, &Card)| {
        up(deck, card, Place::new("trick", i), lang).owned(Player(trick.player(i, players)))
    };
    trick.cards().iter().enumerate().map(token).collect()
}

/// The backs of a pile of `count` cards.
pub fn pile(p: Player, count: usize) -> Vec<Token> {
    (0..count).map(|slot| Token::down(Place::new(pile_zone(p), slot)).owned(p)).collect()
}

/// Where a card lies in a hand sorted as players sort it: the slot that [`fan`] gives it.
pub fn slot(deck: Deck, hand: Hand, card: Card, trump: Option<crate::Suit>) -> usize {
    deck.sorted(hand, trump).iter().position(|&c| c == card).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fan_shows_what_is_known_and_backs_for_the_rest() {
        let hand = Deck::German32.hand("H7 AA").unwrap();
        let tokens = fan(Deck::German32, Player(1), hand, 2, None, Lang::Cs);
        let kinds: Vec<&str> = tokens.iter().map(|t| t.kind.as_str()).collect();
        assert_eq!(kinds, ["card:H7", "card:AA", "", ""]);
        assert_eq!(tokens[1].label, "žaludové eso");
        assert_eq!(tokens[3].id, "hand2.3");
        assert_eq!(slot(Deck::German32, hand, Deck::German32.card("AA").unwrap(), None), 1);
    }

    #[test]
    fn every_card_table_has_the_same_zones() {
        let ids: Vec<String> = zones(3, true, Lang::En).into_iter().map(|z| z.id).collect();
        assert_eq!(ids, ["hand1", "hand2", "hand3", "trick", "talon", "pile1", "pile2", "pile3"]);
    }
}
