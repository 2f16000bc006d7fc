//! Licitovaný mariáš: the auction, the contracts of its ladder, two sevens.

use game::{Game, Lang, Show, Turn};
use marias::{Marias, Phase, State, What};

fn play(game: &Marias, moves: &str) -> State {
    let mut s = game.initial();
    let mut list = Vec::new();
    while game.turn(&s) == Turn::Chance {
        list.clear();
        game.moves(&s, &mut list);
        assert_eq!(list.len(), 1, "the deal is set by hand");
        game.apply(&mut s, list[0]);
    }
    for text in moves.split_whitespace() {
        let legal = offers(game, &s);
        let mv = game.parse(&s, text).unwrap_or_else(|_| panic!("'{text}' is not among {legal}"));
        game.apply(&mut s, mv);
    }
    s
}

fn offers(game: &Marias, s: &State) -> String {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves.iter().map(|&mv| game.text(s, mv)).collect::<Vec<_>>().join(" ")
}

/// Player 2 holds six bells and five leaves with both sevens once he has the talon.
const SEVENS: &str = "deal=HA,H10,HK,HQ,HJ,H9,H8,H7,AA,A10/BA,B10,BK,BQ,BJ,B7,LA,L10,LK,L7\
    /LQ,LJ,L9,L8,B9,B8,AK,AQ,AJ,A9/A8,A7";

#[test]
fn the_forehand_must_open_and_may_hold() {
    let game = Marias::licitovany(SEVENS).unwrap();
    let s = play(&game, "");
    assert_eq!(
        offers(&game, &s),
        "sedma cervena-sedma sto stosedm cervene-sto cervene-stosedm betl durch",
        "one seven is not enough for two"
    );
    let s = play(&game, "sedma sto pas");
    assert_eq!((s.turn, s.declarer), (0, 1));
    assert_eq!(offers(&game, &s), "pas sto stosedm cervene-sto cervene-stosedm betl durch");
    let s = play(&game, "sedma sto pas sto");
    assert_eq!(offers(&game, &s)[..20], *"pas stosedm cervene-", "the other must go higher");
    let s = play(&game, "sedma sto pas sto pas");
    assert_eq!((s.phase, s.declarer, s.hands[0].len()), (Phase::Talon, 0, 12));
    let strict = Marias::licitovany(&format!("hold=no&{SEVENS}")).unwrap();
    assert!(!offers(&strict, &play(&strict, "sedma sto pas")).contains("pas sto "));
}

#[test]
fn three_passes_throw_the_cards_in_where_nobody_must_open() {
    let game = Marias::licitovany(&format!("opening=free&{SEVENS}")).unwrap();
    let s = play(&game, "pas pas pas");
    assert_eq!((s.phase, s.totals), (Phase::Over, [0, 0, 0]));
    assert_eq!(game.sheet(&s, Lang::Cs)[0], "nikdo nelicitoval");
}

#[test]
fn the_contract_is_at_least_what_was_bid() {
    let game = Marias::licitovany(SEVENS).unwrap();
    let s = play(&game, "sedma cervene-sto pas pas A8 A7");
    assert_eq!(s.phase, Phase::Contract);
    assert_eq!(
        offers(&game, &s),
        "dvesedmy-L-B dvesedmysto-L-B dvesedmy-B-L dvesedmysto-B-L sto-H betl durch",
        "a red hundred or more; no seven of hearts, so none with it"
    );
    let s = play(&game, "sedma sto pas pas LA A7");
    assert_eq!(offers(&game, &s), "betl durch", "an ace lies in the talon");
}

#[test]
fn a_bid_of_two_sevens_keeps_them() {
    let game = Marias::licitovany(SEVENS).unwrap();
    let s = play(&game, "sedma dve-sedmy pas pas");
    assert_eq!(offers(&game, &s), "L7 LK B7 BJ BQ BK A7 A8", "no aces and tens; a third seven may go");
    let s = play(&game, "sedma dve-sedmy pas pas A7");
    assert_eq!(offers(&game, &s), "LK BJ BQ BK A8", "the two sevens needed stay");
}

const AUCTION: &str = "sedma dve-sedmy pas pas A8 A7 dvesedmy-B-L flek-sedma dobra dobra dobra";

fn parts(s: &State) -> Vec<(What, i32)> {
    s.last.unwrap().lines().map(|part| (part.what, part.worth())).collect()
}

#[test]
fn two_sevens_are_won_with_the_last_two_tricks() {
    let deal = SEVENS.replace("AA,A10/", "AA,L8/").replace("L9,L8,B9", "L9,A10,B9");
    let game = Marias::licitovany(&deal).unwrap();
    let s = play(&game, AUCTION);
    assert_eq!((s.phase, s.turn), (Phase::Play, 0), "the forehand leads");
    // The declarer trumps, draws the trumps, runs his leaves and keeps both sevens.
    let line =
        format!("{AUCTION} HA BJ B8 BA B9 H10 BQ A9 H9 BK AJ H8 B10 AQ H7 LA L9 L8 L10 LJ AA LK LQ HJ");
    let s = play(&game, &line);
    assert_eq!(offers(&game, &s), "L7", "the trump seven is the last of the two");
    let s = play(&game, &format!("{line} L7 A10 HQ B7 AK HK"));
    assert_eq!(parts(&s), [(What::TwoSevens, 80)]);
    assert_eq!(s.totals, [-80, 160, -80]);
}

#[test]
fn two_sevens_are_lost_together() {
    let game = Marias::licitovany(SEVENS).unwrap();
    let s = play(
        &game,
        &format!(
            "{AUCTION} HA BJ B8 BA B9 H10 BQ A9 H9 BK AJ H8 B10 AQ H7 LA L8 A10 L10 L9 AA LK LJ HJ \
             L7 LQ HQ AK HK B7"
        ),
    );
    assert_eq!(parts(&s), [(What::TwoSevens, -80)], "the queen of leaves beat the first");
    assert_eq!(s.totals, [80, -160, 80]);
}

#[test]
fn hearts_sevens_and_hundreds_are_priced_by_the_table() {
    let game = Marias::licitovany(SEVENS).unwrap();
    assert_eq!((game.rules.prices.betl, game.rules.prices.durch, game.rules.prices.two_sevens), (15, 30, 40));
    assert_eq!(game.id(), format!("licitovany?{SEVENS}"));
}
