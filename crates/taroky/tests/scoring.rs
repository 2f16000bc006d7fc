//! Options of the score sheet, on the worked examples' deals.

mod script;

use game::{Lang, Show};
use script::{T1, deal, pass, say, tricks};
use taroky::{Rules, ScoreLine, State, Taroky, What, sheet, varsava_result};

/// The first worked example played out under other rules.
fn t1(options: &str) -> (Taroky, State) {
    let game = Taroky::parse(options).unwrap();
    let mut s = deal(&game, T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX lay:CJ lay:H4 lay:C7 lay:C10");
    say(&game, &mut s, "3 lay:CQ; 2 lay:SC; 0 silent; 1 silent; 2 silent; 3 silent");
    say(&game, &mut s, "0 pass; 1 pass; 2 flek:game; 3 pass");
    pass(&game, &mut s);
    tricks(
        &game,
        &mut s,
        "0: XXII IIII III VIII → 0; 0: XXI X V XVIII → 0; 0: XX XIX IX D4 → 0; 0: XVI D2 XI S8 → 0;
         0: XIV H1 XV HQ → 2; 2: S7 S9 II SK → 0; 0: XIII HC XVII DC → 2; 2: C8 C9 VI CK → 0;
         0: XII CC H2 H3 → 0; 0: HK DQ HJ D3 → 0; 0: VII SQ D1 S10 → 0; 0: I DK SJ DJ → 0",
    );
    (game, s)
}

#[test]
fn the_sheet_is_data_too() {
    let (game, s) = t1("");
    let sheet = sheet(&game.rules, &s);
    assert_eq!(
        sheet.lines()[0],
        ScoreLine { what: What::Game { made: 55, multiplier: 1 }, player: 0, level: 1, points: 40 }
    );
    assert_eq!(
        sheet.lines()[5],
        ScoreLine { what: What::Pagat { announced: false, made: true }, player: 0, level: 0, points: 10 }
    );
    assert_eq!((sheet.sum(), sheet.result), (Some(65), [65, 65, -65, -65]));
}

#[test]
fn sheets_speak_three_languages() {
    let (game, s) = t1("");
    assert_eq!(
        game.sheet(&s, Lang::Cs)[..2],
        ["první povinnost: strana vydražitele 55 : 15, (55 − 35) × 1, flek ×2 = +40", "Trul (hráč 1): +5"]
    );
    assert_eq!(game.sheet(&s, Lang::Sk)[5], "Pagát (tichý) (hráč 1), uhraté: +10");
}

#[test]
fn prices_multipliers_ceiling_rounding_and_settlement_are_options() {
    let scores = |options: &str| t1(options).1.scores;
    assert_eq!(scores("first=3"), [145, 145, -145, -145]);
    assert_eq!(scores("small=4&big=8&pagat_silent=20"), [72, 72, -72, -72]);
    assert_eq!(scores("cap=50"), [50, 50, -50, -50]);
    assert_eq!(scores("round_up=20"), [80, 80, -80, -80]);
    assert_eq!(scores("pay_each_from_each=yes"), [130, 130, -130, -130]);
    // Tournament: 40 for the game, Trul 4, Honery 4, Taroky 8, Barvičky −4, silent Pagát 20; the fifth talon card goes
    // to the next player there, so the deal is played with the thesis' talon.
    assert_eq!(scores("preset=tournament&talon_fifth_to=left"), [72, 72, -72, -72]);
}

#[test]
fn a_silent_pagat_beaten_in_the_last_trick_may_cost() {
    let played = |options: &str| {
        let game = Taroky::parse(options).unwrap();
        let mut s = t1("").1;
        // The last trick as if the Škýz had been kept for it: player 2 beats the Pagát.
        let (first, last) = (s.plays[0], 46);
        s.plays.swap(0, last);
        assert_eq!(first, cards::SKYZ);
        (s.takers[0], s.takers[11]) = (0, 2);
        let lines = sheet(&game.rules, &s);
        lines.lines().iter().find(|line| matches!(line.what, What::Pagat { .. })).map(|line| line.points)
    };
    assert_eq!(played(""), None);
    assert_eq!(played("silent_pagat_lost=10"), Some(-10));
}

#[test]
fn a_tie_at_35_is_zero_or_the_bidders_loss() {
    let tie = |options: &str, level: u8| {
        let game = Taroky::parse(options).unwrap();
        let mut s = t1("").1;
        s.flek[taroky::ITEM_GAME] = level;
        let side = |s: &State| {
            let piles = s.piles();
            taroky::points(piles[0].or(piles[1]))
        };
        // Tricks are given to players 0 and 3 in every way until the bidder's side has exactly 35 points.
        let found = (0u32..4096).find(|mask| {
            for trick in 0..12 {
                s.takers[trick] = if mask >> trick & 1 == 1 { 3 } else { 0 };
            }
            side(&s) == 35
        });
        assert!(found.is_some());
        sheet(&game.rules, &s).lines()[0].points
    };
    assert_eq!(tie("", 0), 0);
    assert_eq!(tie("tie_35=bidder_loses", 0), -1);
    assert_eq!(tie("tie_35=bidder_loses", 1), 2);
}

#[test]
fn the_valat_is_the_sides_and_counts_silent_or_announced() {
    let game = Taroky::default();
    let lines = |edit: &dyn Fn(&mut State)| {
        let mut s = t1("").1;
        s.takers = [0; 12];
        edit(&mut s);
        let sheet = sheet(&game.rules, &s);
        let valat = |line: &&ScoreLine| matches!(line.what, What::Valat { .. });
        sheet.lines().iter().filter(valat).map(|line| line.points).collect::<Vec<_>>()
    };
    assert_eq!(lines(&|_| {}), [70]);
    assert_eq!(lines(&|s| s.takers[3] = 1), [70], "tricks of the partner count");
    assert_eq!(lines(&|s| s.takers[3] = 2), []);
    assert_eq!(lines(&|s| s.said[0] |= taroky::said::VALAT), [140]);
    assert_eq!(lines(&|s| s.said[2] |= taroky::said::VALAT), [140, 70], "the others failed theirs");
    let failed = |s: &mut State| {
        s.said[1] |= taroky::said::VALAT;
        s.flek[taroky::ITEM_VALAT] = 2;
        s.takers[0] = 3;
    };
    assert_eq!(lines(&failed), [-560]);
}

#[test]
fn varsava_has_other_scales() {
    let rules = |options: &str| -> Rules { Taroky::parse(options).unwrap().rules };
    let (made, cards) = ([36, 20, 0, 14], [24, 16, 0, 14]);
    let classic = rules("varsava=classic");
    assert_eq!(varsava_result(&classic, 0, made, cards), [-360, 120, 120, 120]);
    assert_eq!(varsava_result(&classic, 1, made, cards), [-240, 80, 80, 80]);
    let difference = rules("varsava=difference");
    assert_eq!(varsava_result(&difference, 0, made, cards), [-296, 64, 144, 88]);
    assert_eq!(varsava_result(&difference, 2, made, cards), [-148, 32, 72, 44]);
}
