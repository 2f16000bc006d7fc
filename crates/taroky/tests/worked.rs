//! The worked examples of the rule book, move by move to the final scores.

mod script;

use cards::Deck;
use game::{Game, Lang, Show, Turn};
use script::{T1, deal, pass, say, tricks};
use taroky::{Rules, State, Taroky, varsava_result};

fn lines(game: &Taroky, s: &State) -> Vec<String> {
    game.sheet(s, Lang::En)
}

#[test]
fn t1_first_duty_with_flek_and_silent_pagat() {
    let game = Taroky::parse("dealer=4").unwrap();
    let mut s = deal(&game, T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX lay:CJ lay:H4 lay:C7 lay:C10");
    say(&game, &mut s, "3 lay:CQ; 2 lay:SC; 0 silent; 1 silent; 2 silent; 3 silent");
    assert_eq!(s.said.map(u16::count_ones), [3, 0, 0, 1]);
    // Player 1 holds the called XIX and may not flek; player 2 does.
    say(&game, &mut s, "0 pass");
    assert_eq!(game.raisable(&s), 0);
    say(&game, &mut s, "1 pass; 2 flek:game; 3 pass");
    pass(&game, &mut s);
    tricks(
        &game,
        &mut s,
        "0: XXII IIII III VIII → 0; 0: XXI X V XVIII → 0; 0: XX XIX IX D4 → 0; 0: XVI D2 XI S8 → 0;
         0: XIV H1 XV HQ → 2; 2: S7 S9 II SK → 0; 0: XIII HC XVII DC → 2; 2: C8 C9 VI CK → 0;
         0: XII CC H2 H3 → 0; 0: HK DQ HJ D3 → 0; 0: VII SQ D1 S10 → 0; 0: I DK SJ DJ → 0",
    );
    assert_eq!(game.turn(&s), Turn::Over);
    assert_eq!(s.scores, [65, 65, -65, -65]);
    assert_eq!(
        lines(&game, &s),
        [
            "first duty: bidder's side 55 : 15, (55 − 35) × 1, flek ×2 = +40",
            "Trul (player 1): +5",
            "Honery (player 1): +5",
            "Taroky (player 1): +10",
            "Barvičky (player 4): -5",
            "Pagát (silent) (player 1), made: +10",
            "sum for the bidder's side: +65",
            "player 1: +65",
            "player 2: +65",
            "player 3: -65",
            "player 4: -65",
        ]
    );
}

#[test]
fn t2_preferanc_with_second_cards_lost_by_a_point() {
    let game = Taroky::default();
    let mut s = deal(
        &game,
        [
            "IIII III H2 DK DC D4 SC SJ S9 CK CJ C10",
            "XXI XIX XV IX VIII VII VI V I SQ CQ CC",
            "XVI XIV XIII X II HK H3 D3 SK S10 S8 C9",
            "XXII XVIII XVII XII XI HQ H1 DQ DJ D1 D2 C8",
            "C7 XX HJ HC H4 S7",
        ],
    );
    say(&game, &mut s, "0 first; 1 preferanc; 2 good; 3 good; 1 show keep lay:CQ lay:SQ lay:CC");
    say(&game, &mut s, "0 silent; 1 silent; 2 silent; 3 silent");
    pass(&game, &mut s);
    tricks(
        &game,
        &mut s,
        "0: DK XXI D3 D2 → 1; 1: XIX II XI III → 1; 1: XV X XII IIII → 1; 1: IX XIII XVII CK → 3;
         3: C8 C10 V C9 → 1; 1: VIII XIV XVIII DC → 3; 3: H1 H2 H4 HK → 2; 2: SK XXII SC S7 → 3;
         3: D1 D4 VI XVI → 2; 2: S8 DJ S9 I → 1; 1: HC H3 HQ SJ → 3; 3: DQ CJ VII S10 → 1",
    );
    assert_eq!(s.scores, [2, -6, 2, 2]);
    assert_eq!(
        lines(&game, &s)[..4],
        [
            "Preferanc with second cards: bidder's side 34 : 36, (34 − 35) × 2 = -2",
            "Barvičky (player 1): -5",
            "Taročky (player 2): +5",
            "the bidder alone against three: -2 × 3 = -6",
        ]
    );
}

#[test]
fn t3_second_duty_with_fleked_pagat_lost_and_game_won() {
    let game = Taroky::default();
    let mut s = deal(
        &game,
        [
            "XXI XIX XVIII XV VIII II I HQ H4 CJ C10 C7",
            "XXII XIII VI V HC HJ H1 SK SQ SC S10 S7",
            "XVII XI X IIII H2 H3 DK DC DJ D2 D3 C8",
            "XX XVI XIV IX VII III HK DQ D1 D4 CC C9",
            "SJ CQ CK XII S9 S8",
        ],
    );
    say(&game, &mut s, "0 second; 1 good; 2 good; 3 good; 0 call:XVII lay:HQ lay:CQ lay:CJ lay:SJ");
    say(&game, &mut s, "3 lay:DQ; 2 lay:DC; 0 silent; 1 silent; 2 silent; 3 silent");
    say(&game, &mut s, "0 pass; 1 flek:pagat; 2 pass; 3 pass");
    pass(&game, &mut s);
    tricks(
        &game,
        &mut s,
        "0: XXI XXII IIII III → 1; 1: SK S8 S9 II → 0; 0: XIX V X XX → 3; 3: HK H4 H1 H3 → 3;
         3: D4 VIII VI DK → 0; 0: XVIII XIII XI VII → 0; 0: CK S7 C8 C9 → 0; 0: C7 S10 XVII CC → 2;
         2: D3 D1 XII HJ → 0; 0: C10 SC H2 IX → 3; 3: XIV XV HC DJ → 0; 0: I SQ D2 XVI → 3",
    );
    assert_eq!(s.scores, [-31, 31, -31, 31]);
    assert_eq!(
        lines(&game, &s)[..4],
        [
            "second duty: bidder's side 39 : 31, (39 − 35) × 1 = +4",
            "Taročky (player 1): +5",
            "Pagát (player 1), lost, flek ×2: -40",
            "sum for the bidder's side: -31",
        ]
    );
}

#[test]
fn t4_varsava_with_a_player_without_a_trick() {
    let game = Taroky::default();
    let mut s = deal(
        &game,
        [
            "XXII XIX XV XIII XI VII VI V DC DJ CQ CC",
            "XVIII HK HQ HC HJ H2 D1 D4 SQ SJ S9 CK",
            "X VIII II H1 H4 DK DQ D2 D3 S10 CJ C7",
            "XXI XX XVII XVI XIV IIII III H3 SK S8 C9 C8",
            "I IX SC XII C10 S7",
        ],
    );
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 varsava");
    tricks(
        &game,
        &mut s,
        "0: DJ D4 DQ III → 3; 3: H3 V H2 H4 → 0; 0: DC D1 DK IIII → 3; 3: C8 CC CK C7 → 1;
         1: S9 S10 SK VI → 0; 0: CQ XVIII CJ C9 → 1; 1: SJ II S8 VII → 0; 0: XI HJ VIII XIV → 3;
         3: XVI XIX HC X → 0; 0: XIII SQ D3 XVII → 3; 3: XX XXII HQ D2 → 0; 0: XV HK H1 XXI → 3",
    );
    assert_eq!(s.piles().map(|pile| pile.len()), [22, 10, 0, 22]);
    assert_eq!(s.piles().map(taroky::points), [21, 13, 0, 35]);
    assert_eq!(s.scores, [20, 20, 40, -80]);
    assert_eq!(lines(&game, &s)[2], "player 3: 0 points (0 cards)");
}

#[test]
fn t5_two_losers_of_a_varsava_share_what_is_due() {
    let result = varsava_result(&Rules::default(), 0, [30, 30, 0, 10], [20, 20, 0, 14]);
    assert_eq!(result, [-30, -30, 40, 20]);
}

#[test]
fn whoever_takes_everything_pays_eighty_to_each() {
    let result = varsava_result(&Rules::default(), 0, [70, 0, 0, 0], [54, 0, 0, 0]);
    assert_eq!(result, [-240, 80, 80, 80]);
}

#[test]
fn three_losers_pay_their_share_rounded_up_and_four_pay_nothing() {
    let rules = Rules::default();
    assert_eq!(varsava_result(&rules, 0, [20, 20, 20, 9], [16, 16, 16, 6]), [-4, -4, -4, 12]);
    assert_eq!(varsava_result(&rules, 0, [17; 4], [13; 4]), [0; 4]);
}

#[test]
fn the_packs_points_always_sum_to_seventy() {
    let all = Deck::Tarock54.cards();
    let mut rng = game::Rng::new(3);
    for _ in 0..1000 {
        let pile = all.and(cards::Hand(rng.bits()));
        assert_eq!(taroky::points(pile) + taroky::points(all.minus(pile)), 70);
    }
    assert_eq!(taroky::points(cards::Hand::EMPTY), 0);
}
