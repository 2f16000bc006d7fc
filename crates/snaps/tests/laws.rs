//! What must hold in any deal of šnaps, under every option that changes the rules.

use snaps::Snaps;
use testkit::Laws;

const VARIANTS: [&str; 6] = [
    "",
    "preset=tournament&deals=2",
    "choose_after=3&must_hold_trump=yes&rekontra=yes",
    "auto_claim=on",
    "auto_claim=shown&claim_when=lead&deals=2",
    "must_hold_trump=yes&claim_when=lead&deal=HA,-,LK/BA",
];

#[test]
fn every_variant_keeps_the_laws() {
    for options in VARIANTS {
        let game = Snaps::parse(options).unwrap();
        Laws::new(12, 5).zero_sum().telling().most(2000).assert(&game);
    }
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    for options in VARIANTS {
        let game = Snaps::parse(options).unwrap();
        cards::audit(&game, 4_000, 9).unwrap();
    }
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let game = Snaps::parse("").unwrap();
    testkit::golden(&game, testkit::data("snaps/playthrough.txt"), 1);
}

/// What simulated players do before and between the cards, and that those who play together win together.
#[test]
fn simulated_players_are_sober() {
    use game::{Game, Player, Rng, Turn};
    use snaps::{Ending, Move};
    for (i, options) in VARIANTS.into_iter().enumerate() {
        let game = Snaps::parse(options).unwrap();
        let mut rng = Rng::new(i as u64);
        let (mut s, mut scratch, mut claims) = (game.initial(), Vec::new(), 0);
        for _ in 0..20_000 {
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else {
                s = game.initial();
                continue;
            };
            let before = s;
            game.apply(&mut s, mv);
            assert_ne!(mv, Move::Kontra);
            if let Move::Call(card) = mv {
                assert!(!before.hands[usize::from(before.turn)].has(card), "a sumec without thinking");
            }
            if let (Move::Play(card), 0) = (mv, before.trick.len) {
                assert!(
                    !snaps::marriages(game.playable(&before)).has(card),
                    "a marriage is always announced"
                );
            }
            let (true, Some(last)) = (game.settled(&s), s.last) else { continue };
            if let Ending::Claim(by) = last.ending {
                claims += 1;
                assert_eq!(last.won, last.chose(by), "nobody claims wrongly: {last:?}");
            }
            assert!(matches!(game.turn(&s), Turn::Chance | Turn::Over));
            for p in Player::all(4) {
                for q in Player::all(4).filter(|&q| game.allied(&s, p, q)) {
                    assert_eq!(last.delta[p.index()], last.delta[q.index()], "{p} and {q} play together");
                }
            }
        }
        assert!(claims > 20 || options.contains("auto_claim"), "{claims} claims with '{options}'");
    }
}
