//! The rules one by one: auction, call, talon, laying away, announcements, fleks, play, and the options of each.

mod script;

use cards::{Deck, Hand};
use game::{Game, Show, Turn};
use script::{T1, deal, legal, make, pass, say};
use taroky::{Contract, Stage, State, Taroky, revealing, said};

fn start(options: &str, hands: [&str; 5]) -> (Taroky, State) {
    let game = Taroky::parse(options).unwrap();
    let s = deal(&game, hands);
    (game, s)
}

/// The deal T1 with the bids of a first duty by player 0 and the call of XIX.
fn first_duty(options: &str) -> (Taroky, State) {
    let (game, mut s) = start(options, T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX");
    (game, s)
}

#[test]
fn the_forehand_must_bid_and_others_agree_or_bid_higher() {
    let (game, mut s) = start("", T1);
    assert_eq!(legal(&game, &s), "first second preferanc solo");
    say(&game, &mut s, "0 first");
    // Player 1 holds no Pagát: no second duty for him.
    assert_eq!(legal(&game, &s), "good preferanc solo");
    say(&game, &mut s, "1 preferanc");
    assert_eq!(legal(&game, &s), "good solo");
    say(&game, &mut s, "2 solo");
    assert_eq!(legal(&game, &s), "good");
    say(&game, &mut s, "3 good");
    assert_eq!((s.contract, s.bidder, s.stage), (Contract::Solo, 2, Stage::Announce));
}

#[test]
fn the_second_duty_may_be_bid_without_the_pagat_where_that_is_allowed() {
    let (game, mut s) = start("second_duty_needs_pagat=no", T1);
    say(&game, &mut s, "0 first");
    assert_eq!(legal(&game, &s), "good second preferanc solo");
}

#[test]
fn an_auction_until_agreement_comes_back_to_those_who_agreed() {
    let (game, mut s) = start("auction_rounds=until_agreed", T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 preferanc; 0 solo; 1 good; 2 good; 3 good");
    assert_eq!((s.contract, s.bidder), (Contract::Solo, 0));
}

#[test]
fn varsava_is_offered_only_after_three_agreements_to_the_first_duty() {
    let (game, mut s) = start("", T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good");
    assert_eq!(legal(&game, &s), "duty varsava");
    say(&game, &mut s, "0 varsava");
    assert_eq!((s.stage, s.turn), (Stage::Play, 0));
    let (game, mut s) = start("", T1);
    say(&game, &mut s, "0 second; 1 good; 2 good; 3 good");
    assert_eq!(legal(&game, &s), "call:XIX");
}

#[test]
fn the_highest_missing_tarock_is_called_and_all_four_mean_playing_alone() {
    let call = |hand: &str| Deck::Tarock54.name(State::due_call(Deck::Tarock54.hand(hand).unwrap()));
    assert_eq!(call("XX I"), "XIX");
    assert_eq!(call("XIX I"), "XVIII");
    assert_eq!(call("XIX XVIII XVI"), "XVII");
    assert_eq!(call("XIX XVIII XVII"), "XVI");
    assert_eq!(call("XIX XVIII XVII XVI"), "XIX");
    let (game, mut s) = start("call_rule=free", T1);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty");
    assert_eq!(legal(&game, &s), "call:XVI call:XVII call:XVIII call:XIX");
}

#[test]
fn the_talon_goes_to_the_bidder_the_left_neighbour_and_the_player_opposite() {
    let (_, s) = first_duty("");
    assert_eq!(s.owner, [0, 0, 0, 0, 3, 2]);
    assert_eq!(s.hands.map(Hand::len), [16, 12, 13, 13]);
    assert_eq!(first_duty("talon_fifth_to=next_in_order").1.owner, [0, 0, 0, 0, 1, 2]);
    assert_eq!(first_duty("talon_split=1-2-3").1.owner, [0, 3, 3, 2, 2, 2]);
}

#[test]
fn a_refused_talon_card_passes_to_the_fourth_player_and_then_to_the_bidder() {
    let (game, mut s) = first_duty("talon_refusal=yes");
    assert_eq!((s.stage, s.turn, legal(&game, &s).as_str()), (Stage::Refuse, 3, "take refuse"));
    say(&game, &mut s, "3 refuse; 1 refuse; 2 refuse; 1 take");
    assert_eq!(s.owner, [0, 0, 0, 0, 0, 1]);
    assert_eq!(s.hands.map(Hand::len), [17, 13, 12, 12]);
}

#[test]
fn small_cards_are_laid_away_first_then_tarocks_face_up() {
    let (game, mut s) = first_duty("");
    assert_eq!(legal(&game, &s), "lay:H4 lay:C7 lay:C10 lay:CJ");
    say(&game, &mut s, "0 lay:H4 lay:C7 lay:C10 lay:CJ");
    assert_eq!((s.turn, s.laid_count), (3, [4, 0, 0, 0]));
    // With three tarocks more instead of small cards, tarocks II to XX must go, never I, XXI, XXII or the king.
    let hands = [
        "XXII XXI XX XVI XIV XIII XII I HK XI X C7",
        "XIX H4 IIII HC H1 DK DQ D2 SK SQ CK CC",
        "XVII XV CJ IX III HJ H2 D1 SC SJ S7 C8",
        T1[3],
        T1[4],
    ];
    let (game, mut s) = start("", hands);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX lay:C7 lay:C10");
    assert_eq!(
        legal(&game, &s),
        "lay:II lay:VI lay:VII lay:X lay:XI lay:XII lay:XIII lay:XIV lay:XVI lay:XX"
    );
    say(&game, &mut s, "0 lay:II lay:X");
    let others = game::Observe::view(&game, &s, Some(game::Player(1)));
    assert_eq!(Deck::Tarock54.names(others.known.laid[0]), "X II");
}

#[test]
fn the_called_tarock_is_never_laid_away() {
    let hands = [
        "XXII XXI XX XVI XIV XIII XII I HK XI X IX",
        "XVII XV XIX IIII HC H1 DK DQ D2 SK SQ CK",
        "C7 H4 CC CJ III HJ H2 D1 SC SJ S7 C8",
        "XVIII VIII HQ H3 DC DJ D3 S10 S9 S8 CQ C9",
        "VII VI II C10 D4 V",
    ];
    // Player 0 buys the XIX he called.
    let bought =
        [hands[0], "XVII XV VII IIII HC H1 DK DQ D2 SK SQ CK", hands[2], hands[3], "XIX VI II C10 D4 V"];
    let (game, mut s) = start("", bought);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX lay:C10");
    assert!(!legal(&game, &s).contains("XIX"));
    assert_eq!((s.holder(), s.side()), (Some(0), 0b0001), "he plays alone");
    let (game, mut s) = start("surrender_if_called_bought=yes&surrender_price=12", bought);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX");
    assert_eq!(legal(&game, &s), "play-on give-up");
    say(&game, &mut s, "0 give-up");
    assert_eq!((s.stage, s.scores), (Stage::Over, [-36, 12, 12, 12]));
    let (game, mut s) = start("surrender_if_called_bought=yes", hands);
    say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX");
    assert_eq!(legal(&game, &s), "play-on", "asked all the same");
}

#[test]
fn preferanc_keeps_first_second_or_third_cards() {
    let bids = "0 preferanc; 1 good; 2 good; 3 good";
    let played = |choice: &str| {
        let (game, mut s) = start("", T1);
        say(&game, &mut s, &format!("{bids}; {choice}"));
        (s.cards, s.owner, s.stage)
    };
    assert_eq!(played("0 keep"), (1, [0, 0, 0, 5, 5, 5], Stage::Lay));
    assert_eq!(played("0 show keep"), (2, [5, 5, 5, 0, 0, 0], Stage::Lay));
    assert_eq!(played("0 show show"), (3, [0, 0, 0, 5, 5, 5], Stage::Lay));
}

#[test]
fn revealing_announcements_follow_the_hand() {
    let told = |hand: &str| revealing(Deck::Tarock54.hand(hand).unwrap());
    assert_eq!(told("XXII XXI I HK SK DK V VI H1 H2 H3 H4"), said::TRUL | said::HONERY);
    assert_eq!(told("XXII XXI I HK SK DK CK VI H1 H2 H3 H4"), said::TRUL | said::KRALOVSKE);
    assert_eq!(told("V VI VII HK SK DK CK H1 H2 H3 H4 D1"), said::KRALOVSKE);
    assert_eq!(told("I VI VII HK SK DK CJ H1 H2 H3 H4 D1"), said::HONERY);
    assert_eq!(told("II HJ SJ DJ CJ H1 H2 H3 H4 D1 D2 D3"), said::BARVICKY);
    assert_eq!(told("S7 HJ SJ DJ CJ H1 H2 H3 H4 D1 D2 D3"), said::BARVY);
    assert_eq!(told("II III IIII V VI VII VIII IX H4 D1 D2 D3"), said::TAROCKY);
    assert_eq!(told("II III IIII V VI VII VIII IX X XI D2 D3"), said::TAROKY);
    assert_eq!(told("II III IIII V VI VII VIII HQ H4 D1 D2 D3"), 0);
}

#[test]
fn binding_announcements_need_their_card_and_everybody_is_asked() {
    let (game, mut s) = first_duty("");
    say(&game, &mut s, "0 lay:H4 lay:C7 lay:C10 lay:CJ; 3 lay:CQ; 2 lay:SC");
    assert_eq!(legal(&game, &s), "silent pagat valat pagat+valat");
    say(&game, &mut s, "0 pagat+valat");
    assert_eq!(legal(&game, &s), "silent");
    say(&game, &mut s, "1 silent; 2 silent; 3 silent");
    assert_eq!(s.said[0] & said::BINDING, said::BINDING);
    // Player 1 holds XIX and knows that the announcer is his partner; players 2 and 3 may double anything.
    assert_eq!(legal(&game, &s), "pass");
    say(&game, &mut s, "0 pass");
    assert_eq!(legal(&game, &s), "pass");
    say(&game, &mut s, "1 pass");
    assert_eq!(
        legal(&game, &s),
        "pass flek:pagat flek:valat flek:pagat+valat flek:game flek:pagat+game flek:valat+game \
         flek:pagat+valat+game"
    );
}

#[test]
fn fleks_go_round_until_a_round_brings_nothing_new() {
    let (game, mut s) = first_duty("");
    say(&game, &mut s, "0 lay:H4 lay:C7 lay:C10 lay:CJ; 3 lay:CQ; 2 lay:SC");
    say(&game, &mut s, "0 silent; 1 silent; 2 silent; 3 silent; 0 pass; 1 pass; 2 flek:game; 3 pass");
    assert_eq!(legal(&game, &s), "pass flek:game");
    say(&game, &mut s, "0 flek:game; 1 pass; 2 pass; 3 flek:game; 0 pass; 1 pass; 2 pass; 3 pass");
    assert_eq!((s.flek[taroky::ITEM_GAME], s.stage), (3, Stage::Play));
}

#[test]
fn a_partner_may_reflek_where_that_is_allowed_and_is_known_from_then_on() {
    let (game, mut s) = first_duty("re_by_partner=yes");
    say(&game, &mut s, "0 lay:H4 lay:C7 lay:C10 lay:CJ; 3 lay:CQ; 2 lay:SC");
    say(&game, &mut s, "0 pagat; 1 silent; 2 silent; 3 silent; 0 pass; 1 pass; 2 flek:game; 3 pass; 0 pass");
    assert_eq!(legal(&game, &s), "pass flek:game");
    say(&game, &mut s, "1 flek:game");
    assert_eq!(s.open_partner(), Some(1));
    assert!(s.knows_partner(0, 1) && s.knows_partner(2, 3) && !s.knows_partner(2, 1));
}

#[test]
fn in_preferanc_the_opponents_do_not_double_each_other() {
    let (game, mut s) = start("", T1);
    say(&game, &mut s, "0 first; 1 preferanc; 2 good; 3 good; 1 keep lay:D2 lay:H1 lay:HC");
    say(&game, &mut s, "0 pagat+valat; 1 silent; 2 silent; 3 silent");
    assert_eq!(legal(&game, &s), "pass flek:game");
    say(&game, &mut s, "0 pass");
    assert_eq!(legal(&game, &s), "pass flek:pagat flek:valat flek:pagat+valat");
    say(&game, &mut s, "1 flek:valat");
    assert_eq!(legal(&game, &s), "pass flek:game");
    assert_eq!(Taroky::parse("max_flek=0").map(|none| legal(&none, &s)).unwrap(), "pass");
}

#[test]
fn an_unfleked_first_duty_need_not_be_played_out() {
    let (game, mut s) = first_duty("play_unfleked_first_duty=no&unplayed_price=2");
    say(&game, &mut s, "0 lay:H4 lay:C7 lay:C10 lay:CJ; 3 lay:CQ; 2 lay:SC");
    say(&game, &mut s, "0 silent; 1 silent; 2 silent; 3 silent");
    pass(&game, &mut s);
    // Two for the duty, Trul, Honery and Taroky against Barvičky.
    assert_eq!((game.turn(&s), s.scores), (Turn::Over, [17, 17, -17, -17]));
}

#[test]
fn varsava_options_spare_the_mond_and_keep_the_pagat() {
    let hands = [
        "XX XIX XV XIII XI VII VI V DC DJ CQ CC",
        "XXI XVIII I HQ HC HJ H2 D1 D4 SQ SJ S9",
        "X VIII II H1 H4 DK DQ D2 D3 S10 CJ C7",
        "XXII CK XVII XVI XIV IIII III H3 SK S8 C9 C8",
        "HK IX SC XII C10 S7",
    ];
    let after = |options: &str| {
        let (game, mut s) = start(options, hands);
        say(&game, &mut s, "0 first; 1 good; 2 good; 3 good; 0 varsava; 0 XX");
        legal(&game, &s)
    };
    assert_eq!(after(""), "XXI");
    assert_eq!(after("mond_free=yes"), "I XVIII XXI");
    assert_eq!(after("mond_free=yes&pagat_last_tarok=yes"), "XVIII XXI");
}

#[test]
fn a_match_rotates_the_dealer_and_adds_up() {
    let game = Taroky::parse("deals=5&dealer=3").unwrap();
    let mut rng = game::Rng::new(4);
    let (mut s, mut dealers, mut totals) = (game.initial(), Vec::new(), [0; 4]);
    while let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) {
        game.apply(&mut s, mv);
        if matches!(s.stage, Stage::Scored | Stage::Over) {
            dealers.push(s.dealer);
            totals = std::array::from_fn(|p| totals[p] + s.result[p]);
            assert_eq!(s.scores, totals);
        }
    }
    assert_eq!(dealers, [2, 3, 0, 1, 2]);
}

#[test]
fn the_pot_takes_varsavas_and_goes_to_the_next_made_second_duty() {
    let game = Taroky::parse("deals=100&zid=yes").unwrap();
    let mut rng = game::Rng::new(9);
    let (mut filled, mut won) = (0, 0);
    for round in 0..30u64 {
        let mut s = game.initial();
        let mut deal = round;
        while let Some(mv) =
            game.pick_aiming(&s, [Contract::Varsava, Contract::Second][deal as usize % 2], &mut rng)
        {
            game.apply(&mut s, mv);
            if s.stage == Stage::Scored {
                deal += 1;
                assert_eq!(s.scores.iter().sum::<i32>() + s.pot, 0);
                filled += i32::from(s.pot > s.pot_before);
                if s.pot < s.pot_before {
                    won += 1;
                    assert_eq!((s.pot, s.contract), (0, Contract::Second));
                    let lines = game.sheet(&s, game::Lang::En);
                    assert!(lines.iter().any(|line| line.starts_with("pot ")), "{lines:?}");
                }
            }
        }
        assert_eq!((s.scores.iter().sum::<i32>(), s.pot), (0, 0));
    }
    assert!(filled > 20 && won > 5, "filled {filled} times, won {won} times");
}

#[test]
fn presets_give_way_to_single_options() {
    let prices = |options: &str| {
        let rules = Taroky::parse(options).unwrap().rules;
        (rules.multiplier, rules.reveal, rules.pagat, rules.valat, rules.cap)
    };
    assert_eq!(prices(""), ([1, 1, 1, 2, 3, 4], [5, 10], [10, 20], [70, 140], 0));
    assert_eq!(prices("preset=tournament"), ([1, 1, 1, 2, 4, 8], [4, 8], [20, 40], [40, 80], 400));
    assert_eq!(prices("preset=tournament&solo=9&cap=0").0[5], 9);
    assert_eq!(Taroky::parse("preset=tournament&solo=8").unwrap().id(), "taroky?preset=tournament&solo=8");
    let fault = |options| Taroky::parse(options).unwrap_err().to_string();
    assert_eq!(fault("solo=x"), "parameter 'solo' must be a whole number from 0 to 100, not 'x'");
    assert_eq!(fault("deal=HK,HK"), "'HK' is dealt twice");
    assert!(fault("sollo=8").ends_with("did you mean 'solo'?"));
}

#[test]
fn a_deal_set_by_hand_is_dealt_and_the_rest_is_chance() {
    let game = Taroky::parse("deal=HK,D1/XIX//XXII/-,-,V&dealer=2").unwrap();
    for seed in 0..50 {
        let mut rng = game::Rng::new(seed);
        let mut s = game.initial();
        while s.stage == Stage::Deal {
            let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
            let text = game.text(&s, mv);
            make(&game, &mut s, None, &text);
        }
        let card = |name| Deck::Tarock54.card(name).unwrap();
        assert!(s.hands[0].has(card("HK")) && s.hands[0].has(card("D1")) && s.hands[1].has(card("XIX")));
        assert!(s.hands[3].has(card("XXII")) && s.talon[2] == card("V"));
        assert_eq!(s.hands.map(Hand::len), [12; 4]);
    }
}
