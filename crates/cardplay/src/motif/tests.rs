//! Every motif in one deal where it is true and in one where it is not.

use super::*;
use cards::MARIAS_WORTH;

const DECK: Deck = Deck::German32;

fn hand(names: &str) -> Hand {
    DECK.hand(names).unwrap()
}

fn card(name: &str) -> Card {
    DECK.card(name).unwrap()
}

/// A deal of mariáš with hearts as trumps: player 1 knows his hand, the cards played and those on the table (led by player
/// 3); player 3 plays with him.
fn spot(own: &str, played: &str, table: &str) -> Spot {
    let (own, gone) = (hand(own), hand(played).or(hand(table)));
    let mut trick = Trick::new(if table.is_empty() { 0 } else { 3 - hand(table).len() as u8 });
    table.split_whitespace().for_each(|name| trick.push(card(name)));
    let law = Law::plain().with_trump(Suit(0)).overtaking(cards::Overtake::UnlessTrumped);
    let rest = DECK.cards().minus(own).minus(gone);
    Spot {
        deck: DECK,
        me: 0,
        seats: std::array::from_fn(|place| trick.player(place, 3)),
        law,
        trick,
        hand: own,
        legal: law.legal(own, trick.cards()),
        played: gone,
        possible: [Hand::EMPTY, rest, rest, Hand::EMPTY],
        partners: 0b100,
        foes: 0b010,
        worth: std::array::from_fn(|at| MARIAS_WORTH.card(Card(at as u8)) as i16),
        feats: Vec::new(),
        race: false,
    }
}

fn shows(spot: &Spot, name: &str, id: &str) -> bool {
    motifs(spot, card(name)).iter().any(|found| found.motif.motif.id == id)
}

#[test]
fn trumps_are_driven_while_others_may_have_some() {
    let open = spot("HA HK H9 L7", "", "");
    assert!(shows(&open, "HA", "drive-trumps"));
    let found = motifs(&open, card("HA"));
    assert_eq!(found[0].out, hand("H7 H8 HJ HQ H10"));
    let drawn = spot("HA HK H9 L7", "H7 H8 HJ HQ H10", "");
    assert!(!shows(&drawn, "HA", "drive-trumps"), "nobody has a trump left");
    assert!(!shows(&open, "L7", "drive-trumps"));
}

#[test]
fn the_ace_is_forced_out_while_it_is_the_only_higher_card() {
    let ace_is_out = spot("L10 LK L9 H7", "", "");
    assert!(shows(&ace_is_out, "L10", "force-ace") && shows(&ace_is_out, "LK", "force-ace"));
    assert!(!shows(&ace_is_out, "L10", "force-top"));
    assert!(!shows(&ace_is_out, "L9", "force-ace"), "two cards of others stand between nine and king");
    assert!(!shows(&spot("L10 LK L9 H7", "LA", ""), "LK", "force-ace"), "the ace has gone already");
}

#[test]
fn a_top_card_that_is_no_ace_is_forced_out_by_another_name() {
    let ten_is_out = spot("LK LQ H7", "LA", "");
    assert!(shows(&ten_is_out, "LK", "force-top") && !shows(&ten_is_out, "LK", "force-ace"));
    assert!(!shows(&spot("LK LQ H7", "", ""), "LK", "force-top"), "ace and ten are both out");
}

#[test]
fn the_partner_is_fed_and_the_opponent_is_not() {
    let partner_takes = spot("B10 B7 A8", "", "BQ BA");
    assert!(shows(&partner_takes, "B10", "feed-partner"));
    assert!(!shows(&partner_takes, "B7", "feed-partner"));
    let opponent_takes = spot("B10 B7 A8", "", "BA B8");
    assert!(!shows(&opponent_takes, "B10", "feed-partner"));
    assert!(shows(&opponent_takes, "B7", "save-points"));
    assert!(!shows(&partner_takes, "B7", "save-points"));
}

#[test]
fn the_seven_is_kept_for_the_last_trick_where_it_is_paid_for() {
    let mut paid = spot("H7 H9 LA", "", "");
    paid.feats = vec![Feat::Takes { card: card("H7"), trick: 0 }];
    assert!(shows(&paid, "H9", "keep-seven"));
    assert!(!shows(&paid, "H7", "keep-seven"));
    assert!(!shows(&spot("H7 H9 LA", "", ""), "H9", "keep-seven"), "nothing is paid for it");
}

#[test]
fn the_pagat_is_guarded_while_higher_tarocks_are_out() {
    let tarock = |names: &str| Deck::Tarock54.hand(names).unwrap();
    let (own, law) = (tarock("I XIX HK"), Law::plain().with_trump(TAROCK));
    let of = |out: &str| Spot {
        deck: Deck::Tarock54,
        law,
        trick: Trick::new(0),
        hand: own,
        legal: own,
        played: Hand::EMPTY,
        possible: [Hand::EMPTY, tarock(out), tarock(out), tarock(out)],
        seats: [0, 1, 2, 3],
        ..spot("H7 H8", "", "")
    };
    let shows = |out: &str, name: &str| {
        let card = Deck::Tarock54.card(name).unwrap();
        motifs(&of(out), card).iter().any(|found| found.motif.motif.id == "guard-pagat")
    };
    assert!(shows("XX V", "XIX"));
    assert!(!shows("XX V", "I"), "the Pagát itself is played");
    assert!(!shows("HQ DK", "XIX"), "nobody can beat it any more");
}

#[test]
fn a_small_trump_is_enough_where_it_takes_the_trick() {
    let trumping = spot("H8 HA A9", "", "LA L9");
    assert!(shows(&trumping, "H8", "low-trump"));
    assert!(!shows(&trumping, "HA", "low-trump"));
    assert!(!shows(&spot("L7 HA A9", "", "LA L9"), "L7", "low-trump"), "who can follow trumps nothing");
}

#[test]
fn a_trick_is_sure_once_everything_higher_and_all_trumps_have_gone() {
    let all_trumps = "H7 H8 H9 HJ HQ HK H10 HA";
    let sure = spot("LK A7", &format!("{all_trumps} LA L10"), "");
    assert!(shows(&sure, "LK", "sure-trick"));
    let found = motifs(&sure, card("LK")).into_iter().find(|f| f.motif.motif.id == "sure-trick").unwrap();
    assert_eq!(found.gone, hand("LA L10"));
    assert!(!shows(&spot("LK A7", &format!("{all_trumps} LA"), ""), "LK", "sure-trick"), "the ten is out");
    assert!(!shows(&spot("LK A7", "LA L10", ""), "LK", "sure-trick"), "it may be trumped");
}

#[test]
fn a_fat_trick_is_taken_and_a_lean_one_is_no_motif() {
    assert!(shows(&spot("LA L10 H7", "", "LK L9"), "LA", "take-points"));
    assert!(!shows(&spot("LK LQ H7", "", "LJ L9"), "LK", "take-points"));
    assert!(!shows(&spot("LA L10 H7", "", "L9 LK"), "LA", "take-points"), "the partner has it");
}

#[test]
fn the_long_suit_and_the_single_card_are_told_apart() {
    let lead = spot("L7 L8 L9 A7 A8 H9 B7", "", "");
    assert!(shows(&lead, "L9", "long-suit") && !shows(&lead, "A8", "long-suit"));
    assert!(shows(&lead, "B7", "void") && !shows(&lead, "L9", "void"));
    assert!(!shows(&spot("L7 L8 L9 B7", "", ""), "B7", "void"), "without a trump nothing is gained");
}

#[test]
fn a_suit_that_is_as_long_as_another_is_not_the_longest() {
    assert!(!shows(&spot("L7 L8 L9 A7 A8 A9 B7", "", ""), "L9", "long-suit"));
}

/// In Schnapsen, as long as cards are drawn, nobody must follow suit or trump.
#[test]
fn nothing_is_driven_or_forced_out_where_no_duty_holds() {
    let free = |own: &str| {
        let bound = spot(own, "", "");
        Spot { law: Law { free: true, ..bound.law }, ..bound }
    };
    assert!(!shows(&free("HA HK H9 L7"), "HA", "drive-trumps"));
    assert!(!shows(&free("L10 LK L9 H7"), "L10", "force-ace"));
    assert!(!shows(&free("L7 L8 L9 A7 A8 H9 B7"), "L9", "long-suit"));
    assert!(!shows(&free("L7 L8 L9 A7 A8 H9 B7"), "B7", "void"));
}

#[test]
fn a_marriage_is_announced_by_leading_from_the_pair_in_a_race() {
    let race = Spot { race: true, ..spot("LQ LK A9", "", "") };
    assert!(shows(&race, "LK", "marriage") && shows(&race, "LQ", "marriage"));
    assert!(!shows(&race, "A9", "marriage"));
    let half = Spot { race: true, ..spot("LQ AK A9", "", "") };
    assert!(!shows(&half, "LQ", "marriage") && !shows(&half, "AK", "marriage"));
}

#[test]
fn every_motif_has_words_in_three_languages_and_a_name_of_its_own() {
    for (at, named) in MOTIFS.iter().enumerate() {
        assert!(MOTIFS[..at].iter().all(|other| other.motif.id != named.motif.id));
        for words in [named.motif.title, named.motif.look, named.why] {
            assert!(!words.en.is_empty() && words.en != words.cs && words.cs != words.sk, "{words:?}");
        }
    }
    assert!(motif("drive-trumps").is_some() && motif("nonsense").is_none());
}

#[test]
fn what_a_motif_says_of_cards_is_among_its_claims() {
    let sure = spot("LK A7", "H7 H8 H9 HJ HQ HK H10 HA LA L10", "");
    let found = motifs(&sure, card("LK"));
    let reason = told(found.iter().find(|f| f.motif.motif.id == "sure-trick").unwrap(), &sure);
    assert!(reason.said.en.contains("gone: ace of leaves, ten of leaves"), "{}", reason.said.en);
    assert!(reason.said.cs.contains("už padlo: zelené eso, zelená desítka"), "{}", reason.said.cs);
    assert_eq!(reason.claims, [game::Claim::Gone("L10".into()), game::Claim::Gone("LA".into())]);
}
