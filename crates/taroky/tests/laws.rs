//! The laws every game keeps, under the presets and under rules with every option turned.

use taroky::Taroky;
use testkit::Laws;

fn check(options: &str, plays: u32) {
    let game = Taroky::parse(options).unwrap();
    Laws::new(plays, 7).zero_sum().telling().samples(1).assert(&game);
}

#[test]
fn the_thesis_preset_keeps_the_laws() {
    check("", 12);
}

#[test]
fn the_tournament_preset_keeps_the_laws() {
    check("preset=tournament", 6);
}

#[test]
fn a_match_keeps_the_laws() {
    check("deals=3&zid=yes&deal_style=table&dealer=2", 4);
}

#[test]
fn every_other_option_keeps_the_laws() {
    check(
        "auction_rounds=until_agreed&second_duty_needs_pagat=no&call_rule=free&surrender_if_called_bought=yes\
         &talon_refusal=yes&talon_split=1-2-3&show_rest_on_first_cards=yes&re_by_partner=yes&max_flek=4\
         &pagat_last_tarok=yes&mond_free=yes&varsava=difference&silent_pagat_lost=10&pay_each_from_each=yes\
         &tie_35=bidder_loses&cap=300&round_up=4&play_unfleked_first_duty=no",
        10,
    );
}

#[test]
fn a_deal_set_by_hand_keeps_the_laws() {
    check("deal=HK,D1,XIX/I//XXII,XXI/-,-,V&surrender_if_called_bought=yes&talon_refusal=yes", 6);
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    let audit = |options: &str, deals| cards::audit(&Taroky::parse(options).unwrap(), deals, 3).unwrap();
    assert!(audit("", 4000) > 400_000);
    audit("preset=tournament&deals=3&zid=yes", 300);
    audit(
        "talon_refusal=yes&surrender_if_called_bought=yes&show_rest_on_first_cards=yes&re_by_partner=yes",
        600,
    );
    audit("pagat_last_tarok=yes&mond_free=yes&auction_rounds=until_agreed&call_rule=free", 600);
}

#[test]
fn move_sequences_are_counted_as_by_hand() {
    let text = std::fs::read_to_string(testkit::data("taroky/perft.txt")).unwrap();
    for section in testkit::read_perft(&text).unwrap() {
        let options = section.game.split_once('?').map_or("", |(_, options)| options);
        testkit::perft(&Taroky::parse(options).unwrap(), testkit::data("taroky/perft.txt"), 200_000);
    }
}

/// What simulated players do before the cards, and that those who play together win together.
#[test]
fn simulated_players_are_sober() {
    use game::{Game, Player, Rng};
    use taroky::{Contract, Move, said};
    for options in
        ["", "preset=tournament&deals=2", "call_rule=free&talon_refusal=yes&surrender_if_called_bought=yes"]
    {
        let game = Taroky::parse(options).unwrap();
        let mut rng = Rng::new(8);
        let (mut s, mut scratch, mut played) = (game.initial(), Vec::new(), 0);
        for _ in 0..20_000 {
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else {
                s = game.initial();
                continue;
            };
            assert!(!matches!(mv, Move::Take(false) | Move::Surrender(true) | Move::Varsava(true)));
            game.apply(&mut s, mv);
            if !game.settled(&s) {
                continue;
            }
            played += 1;
            assert_eq!((s.contract, s.bidder, s.flek), (Contract::First, s.forehand(), [0; 3]));
            assert!(s.said.iter().all(|bits| bits & said::BINDING == 0));
            for p in Player::all(4) {
                for q in Player::all(4).filter(|&q| game.allied(&s, p, q)) {
                    assert_eq!(s.result[p.index()], s.result[q.index()], "{p} and {q} play together");
                }
            }
        }
        assert!(played > 100);
    }
}
