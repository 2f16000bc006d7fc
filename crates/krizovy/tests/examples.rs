//! Worked deals of the rule book, move by move to the scores.

use game::{Game, Lang, Show, Turn};
use krizovy::{Krizovy, State};

/// Plays a line of moves in notation; the deal runs by itself from the `deal` option.
fn play(game: &Krizovy, moves: &str) -> State {
    let mut s = game.initial();
    let mut list = Vec::new();
    let mut words = moves.split_whitespace();
    loop {
        list.clear();
        game.moves(&s, &mut list);
        let mv = match game.turn(&s) {
            Turn::Chance => {
                assert_eq!(list.len(), 1, "the deal is set by hand");
                list[0]
            }
            Turn::Over => return s,
            Turn::Player(_) => {
                let Some(text) = words.next() else { return s };
                game.parse(&s, text)
                    .unwrap_or_else(|_| panic!("'{text}' is not legal: {:?}", offers(game, &s)))
            }
        };
        game.apply(&mut s, mv);
    }
}

fn offers(game: &Krizovy, s: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves.iter().map(|&mv| game.text(s, mv)).collect()
}

/// Each player has one suit but for the sevens, which the first player holds.
const DEAL: &str = "choose_after=8&deal=HA,H10,HK,HQ,HJ,H9,H8,H7/LA,L10,LK,LQ,LJ,L9,L8,L7/BA,B10,BK,BQ,BJ,B9,B8,B7/AA,A10,AK,AQ,AJ,A9,A8,A7";

#[test]
fn a_hundred_and_seven_with_all_trumps_is_made_by_the_side() {
    let game = Krizovy::parse(DEAL).unwrap();
    let hearts =
        "HQ L7 B7 A7 HA L8 B8 A8 H10 L9 B9 A9 HK LJ BJ AJ HJ LQ BQ AQ H9 LK BK AK H8 L10 B10 A10 H7 LA BA AA";
    let s = play(&game, &format!("H7 barva dobra dobra dobra stosedm dobra dobra {hearts}"));
    let last = s.last.unwrap();
    // Ninety points and the forty of the trump marriage; the partner shows twenty, the others twenty each.
    assert_eq!((last.basic, last.marriages), ([90, 0], [60, 40]));
    // 150 points: six tens from a hundred on at 4, the seven 2, hearts double.
    assert_eq!(last.per, 2 * (6 * 4 + 2));
    assert_eq!(s.totals, [52, -52, 52, -52]);
    assert_eq!(
        game.sheet(&s, Lang::En).first().unwrap(),
        "player 1: hundred and seven (stosedm), trumps hearts"
    );
}

#[test]
fn a_game_taken_for_betl_is_played_by_three() {
    let game = Krizovy::parse(DEAL).unwrap();
    let s = play(&game, "H7 barva dobra betl dobra dobra dobra dobra dobra");
    assert_eq!((s.declarer, s.out(), s.turn), (2, Some(0), 2));
    let s = play(&game, "H7 barva dobra betl dobra dobra dobra dobra dobra B7");
    assert_eq!(s.turn, 3, "the next player; the one across sits out");
    let s = play(&game, "H7 barva dobra betl dobra dobra dobra dobra dobra B7 A7 L7");
    assert_eq!(s.last.unwrap().per, -10, "nobody else has bells: the first trick is the declarer's");
    assert_eq!(s.totals, [-10, 10, -10, 10]);
}

#[test]
fn durch_is_higher_than_betl_and_doubling_goes_from_side_to_side() {
    let game = Krizovy::parse(DEAL).unwrap();
    let s = play(&game, "H7 barva betl");
    assert_eq!(offers(&game, &s), ["dobra", "durch"]);
    let s = play(&game, "H7 barva betl durch");
    assert_eq!((s.declarer, s.turn), (2, 3), "nothing is higher than durch");
    let s = play(&game, "H7 barva betl durch flek-durch");
    assert_eq!(offers(&game, &s), ["dobra"]);
    let s = play(&game, "H7 barva betl durch flek-durch dobra dobra");
    assert_eq!((s.turn, offers(&game, &s)), (2, vec!["dobra".to_string(), "re-durch".to_string()]));
    let s = play(&game, "H7 barva betl durch flek-durch dobra dobra re-durch dobra dobra dobra B7 A7 L7");
    assert_eq!(s.doubled[0], 2);
}

#[test]
fn an_announced_seven_needs_the_card_and_a_hundred_needs_nothing() {
    let game = Krizovy::parse(DEAL).unwrap();
    let s = play(&game, "H7 barva dobra dobra dobra");
    assert_eq!(offers(&game, &s), ["hra", "sedma", "sto", "stosedm"]);
    let s = play(&game, "H7 barva dobra dobra dobra hra");
    assert_eq!(offers(&game, &s), ["dobra", "flek-hra", "sto-proti"]);
}

#[test]
fn mistakes_in_options_are_explained() {
    let fault = |text: &str| Krizovy::parse(text).unwrap_err().to_string();
    assert_eq!(
        fault("deal=HA,HZ"),
        "parameter 'deal': 'HZ' in group 1 of the deal is not a card of this pack"
    );
    assert!(fault("flek=2").contains("did you mean 'fleks'?"));
}
