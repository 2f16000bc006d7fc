//! What search, belief and solver code reads off a state or a view agrees with the rules.

use cards::{Hand, Phase, Side, TrickTaking};
use game::{Game, Observe, Player, Rng};
use snaps::{Move, PACK, Snaps, State};

fn check(game: &Snaps, s: &State) {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let playing = game.phase(s) == Phase::Play;
    let cards: Hand = moves.iter().filter_map(|&mv| game.card_of(mv)).collect();
    assert_eq!(game.legal_cards(s), if playing { cards } else { Hand::EMPTY });
    assert!(cards.iter().all(|card| game.play_of(s, card) == Some(Move::Play(card))));
    let places = Player::all(4).flat_map(|p| [game.hand(s, p), game.taken(s, p)]);
    let lying: Hand = game.trick(s).cards().iter().copied().collect();
    let all = places.fold(lying, |all, cards| {
        assert!(!all.meets(cards), "a card lies in two places");
        all.or(cards)
    });
    assert_eq!(all.len(), usize::from(s.dealt));
    for who in Player::all(4).map(Some).chain([None]) {
        let v = game.view(s, who);
        for p in Player::all(4) {
            assert!(game.possible(&v, p).covers(game.hand(s, p)));
            let truth = who.and_then(|me| game.same_side(s, me, p));
            match game.side(&v, who, p) {
                Side::Partner => assert!(who == Some(p) || truth == Some(true)),
                Side::Opponent => assert_eq!(truth, Some(false)),
                Side::Unknown => assert_ne!(who, Some(p)),
            }
        }
    }
}

#[test]
fn the_trick_taking_face_agrees_with_the_rules() {
    let mut rng = Rng::new(8);
    for options in ["", "preset=tournament"] {
        let game = Snaps::parse(options).unwrap();
        for _ in 0..60 {
            let mut s = game.initial();
            while s.deals == 0 {
                check(&game, &s);
                let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
                if mv != Move::Enough {
                    game.apply(&mut s, mv);
                }
            }
            check(&game, &s);
            let points: i32 = PACK.iter().map(|card| game.card_points(&s, card)).sum();
            assert_eq!((points, game.tricks_done(&s)), (120, 6));
        }
    }
}

#[test]
fn the_holder_of_the_called_card_knows_the_sides_and_others_do_not() {
    let deal = "deal=HA,HK,HQ,LA,BJ,AA/LK,LQ,LJ,L9,B10,AJ/HJ,H9,BA,BK,A10,AQ/H10,L10,BQ,B9,AK,A9";
    let game = Snaps::parse(deal).unwrap();
    let mut s = game.initial();
    let mut rng = Rng::new(1);
    while s.phase != snaps::Phase::Call {
        let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
        game.apply(&mut s, mv);
    }
    game.apply(&mut s, Move::Call(cards::Deck::German24.card("H10").unwrap()));
    let sides = |s: &State, me: u8| {
        let v = game.view(s, Some(Player(me)));
        Player::all(4).map(|p| game.side(&v, Some(Player(me)), p)).collect::<Vec<_>>()
    };
    use Side::{Opponent, Partner, Unknown};
    assert_eq!(sides(&s, 3), [Partner, Opponent, Opponent, Partner]);
    assert_eq!(sides(&s, 0), [Partner, Unknown, Unknown, Unknown]);
    assert_eq!(sides(&s, 1), [Opponent, Partner, Unknown, Unknown]);
    game.apply(&mut s, Move::Kontra);
    assert_eq!(sides(&s, 0), [Partner, Opponent, Unknown, Unknown], "kontra tells");
}
