//! What search, belief and solver code reads off a state or a view agrees with the rules; the deal in play given as data, talon
//! and all, is played and paid like the game.

use cards::{Hand, Phase, TrickTaking, objective_law};
use game::{Game, Observe, Player, Rng};
use schnapsen::{Schnapsen, State};

fn check(game: &Schnapsen, s: &State) {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let playing = game.phase(s) == Phase::Play;
    let cards: Hand = moves.iter().filter_map(|&mv| game.card_of(mv)).collect();
    assert_eq!(game.legal_cards(s), if playing { cards } else { Hand::EMPTY });
    if playing {
        let acts: Hand = moves.iter().filter_map(|&mv| game.act_of(mv)).collect();
        assert_eq!(game.in_play(s).unwrap().acts(), acts);
    }
    for who in Player::all(2).map(Some).chain([None]) {
        let v = game.view(s, who);
        for p in Player::all(2) {
            assert!(game.possible(&v, p).covers(game.hand(s, p)));
        }
        let hands = [s.hands[0], s.hands[1], Hand::EMPTY, Hand::EMPTY];
        if let Some(t) = game.with_hands(&v, &hands) {
            assert_eq!((t.hands, game.view(&t, who)), (s.hands, v));
        } else {
            assert!(s.drawing() || s.dealt < 20 || s.ended());
        }
    }
    if let Some(first) = game.opening(s) {
        let mut deal = game.in_play(&first).unwrap();
        let since = game.plays(s).len() - game.plays(&first).len();
        for card in game.plays(s).into_iter().skip(game.plays(&first).len()) {
            assert!(deal.legal().has(card));
            deal.play(card);
        }
        assert!(since <= 10 && deal.hands[..2] == s.hands);
    }
}

#[test]
fn the_trick_taking_face_agrees_with_the_rules() {
    let mut rng = Rng::new(8);
    for options in ["", "claim=say", "overtake=no&exchange=late&close_from=2"] {
        let game = Schnapsen::parse(options).unwrap();
        for _ in 0..150 {
            let mut s = game.initial();
            while s.deals == 0 {
                check(&game, &s);
                let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
                game.apply(&mut s, mv);
            }
            check(&game, &s);
        }
    }
}

#[test]
fn deals_are_drawn_closed_and_paid_as_the_data_says() {
    for options in
        ["", "overtake=no&exchange=late&close_from=2&last=2", "won=2&poor=5&fail=4&fail_trickless=9"]
    {
        let game = Schnapsen::parse(options).unwrap();
        let compared = objective_law(&game, 5, 3000, |s, p| game.score(s, p)).unwrap();
        assert!(compared > 1500, "{options}: {compared} deals were played to the end");
    }
    let game = Schnapsen::parse("claim=say").unwrap();
    objective_law(&game, 5, 3000, |s, p| game.score(s, p)).unwrap();
}
