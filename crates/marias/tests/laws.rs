//! What must hold in any deal of mariáš, under every option that changes the rules.

use marias::Marias;
use testkit::Laws;

const VOLENY: [&str; 6] = [
    "",
    "preset=tournament&deals=2",
    "talon_ax=forbidden&talon_trumps=no&mandatory_flek=yes&min_flek=2",
    "keep_seven=no&fleks=6&sto_style=doubling&sto_marriage=first&stosedm_separate=no&max_win=20",
    "lozeny=yes&fleks=0&proti=no&z_lidu=no&sto_style=fixed&sto_marriage=each&hearts_double=no&deals=2",
    "deal=HA,HK,HQ,H10,-,-,H7/L7&talon_ax=forbidden",
];
const LICITOVANY: [&str; 3] = [
    "",
    "preset=tournament&deals=2",
    "opening=free&hold=no&lozeny=yes&lead=declarer&talon_ax=allowed&deal=H7,L7,B7//A7/HA",
];

fn games() -> Vec<Marias> {
    let voleny = VOLENY.iter().map(|options| Marias::voleny(options));
    voleny.chain(LICITOVANY.iter().map(|options| Marias::licitovany(options))).map(Result::unwrap).collect()
}

#[test]
fn every_variant_keeps_the_laws() {
    for game in games() {
        Laws::new(12, 5).zero_sum().telling().most(2000).assert(&game);
    }
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    for game in games() {
        cards::audit(&game, 4_000, 9).unwrap();
    }
}

#[test]
fn the_golden_playthroughs_are_unchanged() {
    testkit::golden(&Marias::voleny("").unwrap(), testkit::data("marias/playthrough.txt"), 3);
    testkit::golden(&Marias::licitovany("").unwrap(), testkit::data("licitovany/playthrough.txt"), 3);
}

/// What simulated players do before the cards, and that those who play together win together.
#[test]
fn simulated_players_are_sober() {
    use game::{Game, Player, Rng};
    use marias::{Move, Offer};
    for (i, game) in games().into_iter().enumerate() {
        let mut rng = Rng::new(i as u64);
        let (mut s, mut scratch, mut played) = (game.initial(), Vec::new(), 0);
        for _ in 0..10_000 {
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else {
                s = game.initial();
                continue;
            };
            let mut legal = Vec::new();
            game.moves(&s, &mut legal);
            match mv {
                Move::Double(_) => assert!(!legal.contains(&Move::Good), "doubles without a duty"),
                Move::Against(_) | Move::Steal | Move::People => panic!("{mv:?} without thinking"),
                // A game without trumps: because nothing else is left, or with a hand made for it.
                Move::Offer(offer @ (Offer::Betl | Offer::Durch)) => {
                    let hand = s.hands[game.turn(&s).player().unwrap().index()];
                    let (low, aces) = (
                        hand.iter().filter(|card| card.height() < 3).count(),
                        hand.iter().filter(|card| card.height() == 7).count(),
                    );
                    let made = if offer == Offer::Betl { low >= 6 } else { aces >= 3 };
                    assert!(made || !legal.contains(&Move::Offer(Offer::Colour)), "{mv:?} without need");
                }
                Move::Bid(_) => assert!(!legal.contains(&Move::Pass), "bids without need"),
                _ => {}
            }
            game.apply(&mut s, mv);
            let (true, Some(last)) = (game.settled(&s), s.last) else { continue };
            played += 1;
            for p in Player::all(3) {
                for q in Player::all(3).filter(|&q| game.allied(&s, p, q)) {
                    assert_eq!(last.delta[p.index()], last.delta[q.index()], "{p} and {q} play together");
                }
            }
        }
        assert!(played > 50);
    }
}
