//! What search, belief and solver code reads off a state or a view agrees with the rules; the deal in play given as data is
//! played and paid like the game.

use cards::{Hand, Phase, TrickTaking, objective_law};
use game::{Game, Observe, Player, Rng};
use krizovy::{Krizovy, State};

fn check(game: &Krizovy, s: &State) {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let playing = game.phase(s) == Phase::Play;
    let cards: Hand = moves.iter().filter_map(|&mv| game.card_of(mv)).collect();
    assert_eq!(game.legal_cards(s), if playing { cards } else { Hand::EMPTY });
    assert_eq!(game.in_play(s).is_some(), playing);
    assert!(game.in_play(s).is_none_or(|deal| deal.idle == s.out()));
    for who in Player::all(4).map(Some).chain([None]) {
        let v = game.view(s, who);
        for p in Player::all(4) {
            assert!(game.possible(&v, p).covers(game.hand(s, p)));
        }
        if s.contract.is_some() {
            let found = game.with_hands(&v, &s.hands).expect("the true hands fit");
            assert_eq!((found, game.view(&found, who)), (*s, v));
        }
    }
    if let Some(mut first) = game.opening(s) {
        for card in game.plays(s) {
            let mv = game.play_of(&first, card).expect("a card that was played");
            game.apply(&mut first, mv);
        }
        assert_eq!(first, *s);
    }
}

#[test]
fn the_trick_taking_face_agrees_with_the_rules() {
    let mut rng = Rng::new(8);
    let mut sat_out = 0;
    for options in ["", "preset=home", "keep_seven=no"] {
        let game = Krizovy::parse(options).unwrap();
        for _ in 0..150 {
            let mut s = game.initial();
            while s.deals == 0 {
                check(&game, &s);
                let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
                game.apply(&mut s, mv);
            }
            sat_out += usize::from(s.out().is_some());
        }
    }
    assert!(sat_out > 50, "{sat_out} deals of betl and durch");
}

#[test]
fn deals_are_paid_as_the_data_says() {
    for options in ["", "sto_style=fixed&hearts_double=no", "keep_seven=no&fleks=6", "proti=no&fleks=0"] {
        let game = Krizovy::parse(options).unwrap();
        let compared = objective_law(&game, 5, 12_000, |s, p| s.totals[p.index()]).unwrap();
        assert!(compared > 60, "{options}: {compared} deals were played to the end");
    }
}
