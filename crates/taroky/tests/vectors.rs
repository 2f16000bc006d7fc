//! The vectors of the slow independent model reproduce completely.

mod script;

use cards::vector::Value;
use game::{Game, Show};
use script::deal;
use taroky::{Contract, Move, Stage, Taroky};

const VECTORS: &str = include_str!("../../../data/cards/vectors.jsonl");

#[test]
fn every_vector_of_taroky_reproduces() {
    let mut kinds = std::collections::BTreeMap::new();
    for (i, line) in VECTORS.lines().enumerate() {
        let value = Value::parse(line).unwrap();
        if value.text_of("game") != Ok("taroky") {
            continue;
        }
        *kinds.entry(value.text_of("kind").unwrap().to_string()).or_insert(0) += 1;
        assert_eq!(taroky::vectors::check(line), Ok(()), "line {}", i + 1);
    }
    let counts: Vec<(&str, i32)> = kinds.iter().map(|(kind, &n)| (kind.as_str(), n)).collect();
    assert_eq!(counts, [("first", 30), ("pref1", 30), ("pref3", 30), ("varsava", 30)]);
}

#[test]
fn a_changed_vector_is_refused_with_the_first_difference() {
    let line = VECTORS.lines().next().unwrap();
    let fault = |from: &str, to: &str| {
        assert!(line.contains(from), "{from}");
        taroky::vectors::check(&line.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        fault("\"legal_counts\": [12, 5", "\"legal_counts\": [12, 6"),
        "play 2: 5 legal cards, the vector says 6"
    );
    assert_eq!(fault("\"winners\": [3", "\"winners\": [2"), "trick 1: taken by 3, the vector says 2");
    assert_eq!(fault("\"W\": 7", "\"W\": 8"), "W is 7, the vector says 8");
    assert_eq!(
        fault("[\"Honery\", 5]", "[\"Trul\", 5]"),
        "player 3 announces 0b1000000, the vector says 0b100000"
    );
    assert_eq!(fault("\"called\": \"XIX\"", "\"called\": \"XVI\""), "the bidder calls XIX, the vector XVI");
    assert_eq!(
        fault("\"delta\": [-7", "\"delta\": [7"),
        "the settlement is [-7, 7, -7, 7], the vector says [7, 7, -7, 7]"
    );
    assert_eq!(fault("\"DC\"", "\"DX\""), "'DX' is not a card");
    assert_eq!(fault("{", "["), "byte 7: expected ',' or ']'");
}

/// The third worked example as a vector, with the announced Pagát written in one of several ways.
fn t3(binding: &str) -> String {
    let hands = [
        "XXI XIX XVIII XV VIII II I HQ H4 CJ C10 C7",
        "XXII XIII VI V HC HJ H1 SK SQ SC S10 S7",
        "XVII XI X IIII H2 H3 DK DC DJ D2 D3 C8",
        "XX XVI XIV IX VII III HK DQ D1 D4 CC C9",
        "SJ CQ CK XII S9 S8",
    ];
    let laid = ["HQ CQ CJ SJ", "", "DC", "DQ"];
    let plays = "XXI XXII IIII III SK S8 S9 II XIX V X XX HK H4 H1 H3 D4 VIII VI DK XVIII XIII XI VII CK S7 C8 C9 \
                 C7 S10 XVII CC D3 D1 XII HJ C10 SC H2 IX XIV XV HC DJ I SQ D2 XVI";
    // The numbers of legal cards are the engine's own: what is tested here is how announcements are read and scored.
    let game = Taroky::default();
    let mut s = deal(&game, hands);
    (s.contract, s.bidder, s.stage) = (Contract::Second, 0, Stage::Call);
    let called = taroky::State::due_call(s.hands[0]);
    game.apply(&mut s, Move::Call(called));
    for (p, names) in laid.iter().enumerate() {
        for card in cards::Deck::Tarock54.hand(names).unwrap() {
            s.hands[p].remove(card);
            s.laid[p].add(card);
            s.laid_count[p] += 1;
        }
    }
    (s.stage, s.turn) = (Stage::Play, 0);
    let mut counts = Vec::new();
    for name in plays.split_whitespace() {
        counts.push(game.playable(&s).len());
        let mv = game.parse(&s, name).unwrap();
        game.apply(&mut s, mv);
    }
    let list = |names: &str| {
        let quoted: Vec<String> = names.split_whitespace().map(|name| format!("\"{name}\"")).collect();
        format!("[{}]", quoted.join(", "))
    };
    format!(
        "{{\"game\": \"taroky\", \"kind\": \"second\", \"forehand\": 0, \"bidder\": 0, \"deal\": [{}], \"talon\": {}, \
         \"called\": \"XVII\", \"partner\": 2, \"discards\": [{}], \"plays\": {}, \"legal_counts\": {counts:?}, \
         \"winners\": {:?}, \"revealing\": [[[\"Tarocky\", 5]], [], [], []], {binding}, \"game_flek_level\": 0, \
         \"bidder_points\": 39, \"parts\": [[\"game\", 4], [\"Tarocky@0\", 5], [\"Pagat@0\", -40]], \"W\": -31, \
         \"delta\": [-31, 31, -31, 31]}}",
        hands[..4].iter().map(|hand| list(hand)).collect::<Vec<_>>().join(", "),
        list(hands[4]),
        laid.iter().map(|names| list(names)).collect::<Vec<_>>().join(", "),
        list(plays),
        s.takers,
    )
}

#[test]
fn binding_announcements_are_read_in_several_forms() {
    for binding in [
        "\"binding\": [[\"Pagat\", 0, 1]]",
        "\"binding\": [[\"Pagat\", 0, 20, 1]]",
        "\"binding\": [{\"name\": \"Pagat\", \"seat\": 0, \"flek\": 1}]",
        "\"binding\": [\"Pagat@0\"], \"pagat_flek_level\": 1",
    ] {
        assert_eq!(taroky::vectors::check(&t3(binding)), Ok(()), "{binding}");
    }
    let fault = taroky::vectors::check(&t3("\"binding\": [[\"Pagat\", 0, 0]]")).unwrap_err().to_string();
    assert!(fault.starts_with("the parts of the score are"), "{fault}");
}

#[test]
fn damaged_vectors_are_refused_without_a_panic() {
    let mut rng = game::Rng::new(12);
    let lines: Vec<&str> = VECTORS.lines().filter(|line| line.contains("taroky")).collect();
    let mut refused = 0;
    for round in 0..4000 {
        let mut bytes = lines[round % lines.len()].as_bytes().to_vec();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            match rng.below(4) {
                0 => bytes.truncate(at.max(40)),
                1 => drop(bytes.remove(at)),
                2 => bytes[at] = b"0123456789HDSCKQJXVI[]{},:\"-"[rng.below(28)],
                _ => bytes.insert(at, b"9X[,\"-"[rng.below(6)]),
            }
        }
        refused += usize::from(taroky::vectors::check(&String::from_utf8_lossy(&bytes)).is_err());
    }
    assert!(refused > 3000, "{refused} of 4000");
}

#[test]
fn announcements_may_be_written_in_any_case() {
    let text = std::fs::read_to_string(testkit::data("cards/vectors.jsonl")).unwrap();
    let names = ["Taroky", "Taročky", "Barvičky", "Barvy", "Trul", "Honery", "Pagát", "Valát"];
    let mut changed = 0;
    for line in text.lines().filter(|line| line.contains("\"taroky\"")) {
        let (loud, quiet) = names.iter().fold((line.to_string(), line.to_string()), |(loud, quiet), name| {
            (loud.replace(name, &name.to_uppercase()), quiet.replace(name, &name.to_lowercase()))
        });
        for other in [&loud, &quiet] {
            changed += usize::from(other != line);
            taroky::vectors::check(other).unwrap_or_else(|fault| panic!("{fault} in {other}"));
        }
    }
    assert!(changed > 20, "{changed}");
}
