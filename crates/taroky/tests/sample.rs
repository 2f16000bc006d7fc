//! Sampled deals could have come about exactly as the view remembers, and are uniform among those.

mod support;

use game::{Observe, Player, Rng};
use support::{AIMS, could_have_come_about, over, play_at_random};
use taroky::{Stage, Taroky};

/// Samples every view at a random moment of so many plays. Once the cards are dealt, nobody at the table knows that they
/// were set by hand: then the judge does not, either.
fn check(options: &str, plays: u64) {
    let game = Taroky::parse(options).unwrap();
    let unset: Vec<&str> = options.split('&').filter(|part| !part.starts_with("deal=")).collect();
    let unset = Taroky::parse(&unset.join("&")).unwrap();
    for seed in 0..plays {
        let mut rng = Rng::new(seed * 7919 + 1);
        let wait = rng.below(150);
        let mut count = 0;
        let (s, moves) = play_at_random(&game, AIMS[seed as usize % 6], &mut rng, |s| {
            count += 1;
            count > wait || over(s)
        });
        if over(&s) {
            continue;
        }
        let judge = if s.stage == Stage::Deal { &game } else { &unset };
        for who in [Some(Player(0)), Some(Player(1)), Some(Player(2)), Some(Player(3)), None] {
            let view = game.view(&s, who);
            for _ in 0..2 {
                let t = game.sample(&view, &mut rng).unwrap();
                assert_eq!(game.view(&t, who), view, "seed {seed}, {who:?}");
                if let Err(fault) = could_have_come_about(judge, &moves, &t) {
                    panic!("seed {seed}, view of {who:?} after {} moves: {fault}", moves.len());
                }
            }
        }
    }
}

#[test]
fn samples_of_the_thesis_game_could_have_come_about() {
    check("", 2500);
}

#[test]
fn samples_under_other_options_could_have_come_about() {
    check("auction_rounds=until_agreed&re_by_partner=yes&preset=tournament", 800);
    check(
        "talon_refusal=yes&surrender_if_called_bought=yes&talon_split=1-2-3&show_rest_on_first_cards=yes",
        800,
    );
    check("call_rule=free&second_duty_needs_pagat=no&max_flek=4", 400);
    check("pagat_last_tarok=yes&mond_free=yes", 800);
    check("deal=HK,D1,XIX/I//XXII,XXI/-,-,V&deal_style=table", 400);
}

#[test]
fn every_stage_is_sampled() {
    // The moments chosen above meet every stage; otherwise the tests would not say much.
    let game = Taroky::default();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        play_at_random(&game, AIMS[seed as usize % 6], &mut rng, |s| {
            seen.insert(format!("{:?}", s.stage));
            false
        });
    }
    let all = ["Announce", "Auction", "Call", "Cards", "Deal", "Double", "Lay", "Over", "Play", "Varsava"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}
