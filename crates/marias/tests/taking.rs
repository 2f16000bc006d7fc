//! What search, belief and solver code reads off a state or a view agrees with the rules.

use cards::{Hand, Phase, Side, TrickTaking};
use game::{Game, Observe, Player, Rng};
use marias::{Marias, Move, PACK, State};

fn check(game: &Marias, s: &State) {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let playing = game.phase(s) == Phase::Play;
    let cards: Hand = moves.iter().filter_map(|&mv| game.card_of(mv)).collect();
    assert_eq!(game.legal_cards(s), if playing { cards } else { Hand::EMPTY });
    assert!(cards.iter().all(|card| game.play_of(s, card) == Some(Move::Play(card))));
    let mut all: Hand = game.trick(s).cards().iter().copied().collect();
    for p in Player::all(3) {
        for cards in [game.hand(s, p), game.taken(s, p)] {
            assert!(!all.meets(cards), "a card lies in two places");
            all = all.or(cards);
        }
    }
    assert!(PACK.covers(all));
    for who in Player::all(3).map(Some).chain([None]) {
        let v = game.view(s, who);
        for p in Player::all(3) {
            assert!(game.possible(&v, p).covers(game.hand(s, p)));
            let truth = who.and_then(|me| game.same_side(s, me, p));
            match game.side(&v, who, p) {
                Side::Partner => assert!(who == Some(p) || truth == Some(true)),
                Side::Opponent => assert_eq!(truth, Some(false)),
                Side::Unknown => assert!(who.is_none() || s.contract.is_none()),
            }
        }
    }
}

#[test]
fn the_trick_taking_face_agrees_with_the_rules() {
    let mut rng = Rng::new(8);
    for game in [Marias::voleny(""), Marias::voleny("preset=tournament"), Marias::licitovany("")] {
        let game = game.unwrap();
        let mut complete = 0;
        for deal in 0..200 {
            let mut s = game.initial();
            while s.deals == 0 {
                check(&game, &s);
                // Random bids mostly end in games without trumps: every other deal is bid soberly.
                let sober = deal % 2 == 0 && game.phase(&s) != Phase::Doubling;
                let mut moves = Vec::new();
                let mv = if sober {
                    game.sensible(&s, &mut rng, &mut moves)
                } else {
                    game.pick(&s, &mut rng, &mut moves)
                };
                let mv = mv.unwrap();
                game.apply(&mut s, mv);
            }
            check(&game, &s);
            if s.made == 30 && s.trump.is_some() {
                let worth = |cards: Hand| cards.iter().map(|card| game.card_points(&s, card)).sum::<i32>();
                let taken: i32 = Player::all(3).map(|p| worth(game.taken(&s, p))).sum();
                assert_eq!((taken, game.tricks_done(&s)), (80, 10), "the talon counts for the defenders");
                complete += 1;
            }
        }
        assert!(complete > 5, "{complete} deals were played to the end");
    }
}
