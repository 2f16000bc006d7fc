//! The vectors of the slow independent model reproduce completely.

use cards::vector::Value;

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
        taroky::vectors::check(&line.replacen(from, to, 1)).unwrap_err()
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
    assert_eq!(fault("\"DC\"", "\"DX\""), "'DX' is no card");
    assert_eq!(fault("{", "["), "byte 7: expected ',' or ']'");
}
