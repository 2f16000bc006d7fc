//! The worked examples of the rule book, move by move to the final scores, and the stored vectors.

use game::{Game, Lang, Player, Show, Turn};
use snaps::{Ending, Move, Snaps, State, vectors};

/// Plays a line of moves in notation; deals run by themselves from the `deal` option.
fn play(game: &Snaps, moves: &str) -> State {
    let mut s = game.initial();
    let mut list = Vec::new();
    while game.turn(&s) == Turn::Chance {
        list.clear();
        game.moves(&s, &mut list);
        assert_eq!(list.len(), 1, "the deal is set by hand");
        game.apply(&mut s, list[0]);
    }
    for text in moves.split_whitespace() {
        let mv = game.parse(&s, text).unwrap_or_else(|_| panic!("'{text}' is not legal after {:?}", s.plays));
        game.apply(&mut s, mv);
    }
    s
}

fn scores(game: &Snaps, s: &State) -> Vec<i32> {
    Player::all(4).map(|p| game.score(s, p)).collect()
}

const S1: &str = "deal=HA,HK,HQ,LA,BJ,AA/LK,LQ,LJ,L9,B10,AJ/HJ,H9,BA,BK,A10,AQ/H10,L10,BQ,B9,AK,A9";

#[test]
fn a_hidden_partner_a_forty_and_a_right_claim() {
    let game = Snaps::parse(S1).unwrap();
    let line = "H10 pass pass pass HK+40 L9 H9 H10 L10 LA LJ HJ BA B9 BJ B10 A10 A9 AA AJ dost";
    let s = play(&game, line);
    let last = s.last.unwrap();
    assert_eq!((last.tricks, last.marriages, last.holder), ([37, 48], [40, 0], 3));
    assert_eq!(last.ending, Ending::Claim(0));
    assert_eq!(scores(&game, &s), [1, -1, -1, 1]);
    let sheet = game.sheet(&s, Lang::En);
    assert_eq!(
        sheet,
        [
            "player 1 called the ten of hearts; player 4 held it",
            "chooser's side: 37 in tricks (2) + marriages 40 = 77",
            "the others: 48 in tricks (2) + marriages 0 = 48",
            "player 1 said dosť rightly",
            "game points: 1",
            "players: +1 -1 -1 +1",
        ]
    );
}

#[test]
fn the_partner_of_the_first_example_must_be_overtaken() {
    let game = Snaps::parse(S1).unwrap();
    let s = play(&game, "H10 pass pass pass HK+40 L9 H9 H10 L10");
    let mut moves = Vec::new();
    game.moves(&s, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| game.text(&s, mv)).collect();
    assert_eq!(texts, ["LA", "dost"]);
}

#[test]
fn nobody_claims_and_the_last_trick_wins() {
    let deal = "deal=HK,HJ,B10,BK,AK,AQ/HA,HQ,LQ,BQ,B9,AA/H10,LK,L9,BJ,A10,AJ/H9,LA,L10,LJ,BA,A9";
    let game = Snaps::parse(deal).unwrap();
    let line =
        "BA pass pass pass AK+20 AA A10 A9 BQ BJ BA B10 LA BK LQ L9 HK HA H10 H9 B9 LK LJ HJ HQ AJ L10 AQ";
    let s = play(&game, line);
    let last = s.last.unwrap();
    assert_eq!((last.tricks, last.marriages), ([44, 76], [20, 0]));
    assert_eq!((last.ending, last.worth), (Ending::LastTrick(1), 1));
    assert_eq!(scores(&game, &s), [-1, 1, 1, -1]);
}

#[test]
fn a_sumec_under_kontra_loses_double() {
    let deal = "deal=HA,HJ,L9,B10,BQ,AK/L10,LK,BJ,B9,AA,AJ/HK,HQ,H9,LQ,A10,AQ/H10,LA,LJ,BA,BK,A9";
    let game = Snaps::parse(deal).unwrap();
    let s = play(&game, "HA pass kontra HA B9 H9 H10 HJ AJ HQ LA HK BA L9 AA A10 A9 AK L10 dost");
    let last = s.last.unwrap();
    assert_eq!((last.tricks, last.worth, last.doubled), ([21, 68], 2, 1));
    assert!(last.alone());
    assert_eq!(scores(&game, &s), [-12, 4, 4, 4]);
}

#[test]
fn a_wrong_claim_costs_two_but_never_less_than_losing_as_one_stands() {
    let game = Snaps::parse(S1).unwrap();
    let s = play(&game, "H10 pass pass pass dost");
    assert_eq!(scores(&game, &s), [-3, 3, 3, -3], "without a trick: as if the others had claimed");
    let s = play(&game, "H10 pass pass pass HK L9 H9 H10 dost");
    assert_eq!(scores(&game, &s), [-2, 2, 2, -2], "with one trick");
    let costly = Snaps::parse(&format!("wrong=5&{S1}")).unwrap();
    assert_eq!(scores(&costly, &play(&costly, "H10 pass pass pass dost")), [-5, 5, 5, -5]);
    let free = Snaps::parse(&format!("wrong=0&{S1}")).unwrap();
    assert_eq!(scores(&free, &play(&free, "H10 pass pass pass HK L9 H9 H10 dost")), [-2, 2, 2, -2]);
}

/// A side that says dosť wrongly never pays less than the others' right claim at that moment would bring, whatever the
/// prices: counted again from the tricks of random plays.
#[test]
fn no_wrong_claim_is_a_way_out() {
    for prices in ["", "wrong=0&poor=4", "won=3&trickless=7", "wrong=1&won=2&poor=1&trickless=0"] {
        let game = Snaps::parse(prices).unwrap();
        let mut rng = game::Rng::new(5);
        for _ in 0..400 {
            let s = game::walk::playout(&game, game.initial(), &mut rng);
            let last = s.last.unwrap();
            let Ending::Claim(by) = last.ending else { continue };
            let side = usize::from(!last.chose(by));
            let points = last.tricks[side] + last.marriages[side];
            if points >= 66 {
                continue;
            }
            let p = &game.rules.prices;
            let due = if last.count[side] == 0 {
                p.trickless
            } else if points < 33 {
                p.poor
            } else {
                p.won
            };
            assert!(last.worth >= due && last.worth >= p.wrong, "{last:?}");
            assert_eq!(last.won, !last.chose(by));
        }
    }
}

#[test]
fn where_the_rules_count_nobody_says_dost() {
    let offers = |options: &str, line: &str| {
        let game = Snaps::parse(&format!("{options}&{S1}")).unwrap();
        let s = play(&game, line);
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        moves.contains(&Move::Enough)
    };
    let (start, shown) = ("H10 pass pass pass", "H10 pass pass pass HK L9 H9 H10");
    assert!(offers("auto_claim=off", start) && offers("auto_claim=off", shown));
    assert!(!offers("auto_claim=on", start) && !offers("auto_claim=on", shown));
    assert!(offers("auto_claim=shown", start), "the rules do not count before the called card falls");
    assert!(!offers("auto_claim=shown", shown));
    assert!(!offers("auto_claim=shown&claim_when=lead", "H10 pass pass pass HK"));
}

#[test]
fn losers_without_a_trick_pay_three() {
    let deal = "auto_claim=on&deal=HA,H10,HK,HQ,HJ,H9";
    let game = Snaps::parse(deal).unwrap();
    let mut s = game.initial();
    let mut rng = game::Rng::new(3);
    while s.phase != snaps::Phase::Call {
        let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
        game.apply(&mut s, mv);
    }
    for text in ["HA", "pass", "pass", "pass", "HK+40"] {
        let mv = game.parse(&s, text).unwrap();
        game.apply(&mut s, mv);
    }
    while game.turn(&s) != Turn::Over {
        let cards = game.playable(&s);
        game.apply(&mut s, Move::Play(cards.last().unwrap()));
    }
    let last = s.last.unwrap();
    assert_eq!((last.ending, last.worth), (Ending::Counted(0), 3));
    assert_eq!(scores(&game, &s), [9, -3, -3, -3]);
}

#[test]
fn a_rekontra_needs_the_option_and_shows_the_holder() {
    let game = Snaps::parse(&format!("rekontra=yes&{S1}")).unwrap();
    let s = play(&game, "H10 kontra pass pass pass rekontra subkontra dost");
    assert_eq!(s.last.unwrap().doubled, 3);
    assert_eq!(scores(&game, &s), [-24, 24, 24, -24]);
    let s = play(&game, "H10 kontra pass pass pass rekontra");
    let view = game::Observe::view(&game, &s, Some(Player(1)));
    assert_eq!(cards::Deck::German24.names(game.knowledge(&view).has[3]), "H10");
    let view = game::Observe::view(&game, &s, Some(Player(3)));
    assert_eq!(cards::TrickTaking::side(&game, &view, Some(Player(3)), Player(0)), cards::Side::Partner);
}

#[test]
fn the_thesis_example_of_duties_holds() {
    // Example 3.1: trump acorns; player 1 leads the jack of hearts, then 4, 3, 2 follow.
    use cards::{Deck, Law, Overtake, Suit};
    let deck = Deck::German24;
    let law = Law::plain().with_trump(Suit(3)).overtaking(Overtake::Always);
    let card = |name: &str| deck.card(name).unwrap();
    let legal = |hand: &str, table: &[&str]| {
        let table: Vec<_> = table.iter().map(|name| card(name)).collect();
        deck.names(law.legal(deck.hand(hand).unwrap(), &table))
    };
    assert_eq!(legal("B10 B9", &["HJ"]), "B10 B9");
    assert_eq!(legal("AK H9", &["HJ", "B9"]), "H9");
    assert_eq!(legal("AJ AA", &["HJ", "B9", "H9"]), "AA AJ");
    assert_eq!(legal("AK L9", &["HJ", "B9"]), "AK");
    assert_eq!(legal("AJ AA", &["HJ", "B9", "AK"]), "AA");
}

#[test]
fn a_match_passes_the_deal_on_and_ends_at_its_target() {
    let game = Snaps::parse("preset=tournament").unwrap();
    let mut rng = game::Rng::new(11);
    for _ in 0..50 {
        let s = game::walk::playout(&game, game.initial(), &mut rng);
        let best = s.totals.iter().max().unwrap();
        assert!(*best >= 7 && s.deals >= 1);
        assert_eq!(s.totals.iter().sum::<i32>(), 0);
        assert_eq!(u16::from(s.dealer), (3 + s.deals - 1) % 4);
    }
}

#[test]
fn the_stored_vectors_reproduce() {
    let text = std::fs::read_to_string(testkit::data("snaps/vectors.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 60);
    for (i, line) in text.lines().enumerate() {
        vectors::check(line).unwrap_or_else(|fault| panic!("line {}: {fault}", i + 1));
    }
}

#[test]
fn a_changed_vector_names_its_first_difference() {
    let text = std::fs::read_to_string(testkit::data("snaps/vectors.jsonl")).unwrap();
    let line = text.lines().next().unwrap();
    let fault = |from: &str, to: &str| {
        assert!(line.contains(from));
        vectors::check(&line.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        fault("\"legal_counts\": [6, 1", "\"legal_counts\": [6, 2"),
        "play 2: 1 legal cards here, 2 in the vector"
    );
    assert_eq!(fault("\"winners\": [2", "\"winners\": [3"), "trick 1: taken by 2 here, 3 in the vector");
    assert_eq!(
        fault("[34, 62", "[35, 61"),
        "trick points: [34, 62, 24, 0] here, [35, 61, 24, 0] in the vector"
    );
    assert_eq!(fault("\"plays\": [\"L10\"", "\"plays\": [\"L9\""), "play 1: L9 is not legal here");
    assert_eq!(fault("\"holder\": 0", "\"holder\": 2"), "holder: Some(0) here, 2 in the vector");
    assert_eq!(vectors::check("{"), Err("byte 1: expected the name of a field".into()));
    assert_eq!(vectors::check("[]"), Err("field 'chooser' must be a whole number".into()));
}

#[test]
fn mistakes_in_options_are_explained() {
    let fault = |text: &str| Snaps::parse(text).unwrap_err().to_string();
    assert_eq!(
        fault("deal=HA,H7"),
        "parameter 'deal': 'H7' in group 1 of the deal is not a card of this pack"
    );
    assert!(fault("rekontr=yes").contains("did you mean 'rekontra'?"));
}
