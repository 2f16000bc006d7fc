//! The stored vectors of mariáš reproduce, and a changed one names its first difference.

use marias::vectors;

fn lines() -> Vec<String> {
    let text = std::fs::read_to_string(testkit::data("marias/vectors.jsonl")).unwrap();
    text.lines().map(str::to_string).collect()
}

#[test]
fn the_stored_vectors_reproduce() {
    let lines = lines();
    assert_eq!(lines.len(), 80);
    for (i, line) in lines.iter().enumerate() {
        vectors::check(line).unwrap_or_else(|fault| panic!("line {}: {fault}", i + 1));
    }
}

#[test]
fn a_changed_vector_names_its_first_difference() {
    let line = lines().remove(0);
    let fault = |from: &str, to: &str| {
        assert!(line.contains(from));
        vectors::check(&line.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        fault("\"legal_counts\": [10, 1", "\"legal_counts\": [10, 2"),
        "play 2: 1 legal cards here, 2 in the vector"
    );
    assert_eq!(
        fault("\"winners\": [2, 1", "\"winners\": [2, 0"),
        "trick 2: taken by 1 here, 0 in the vector"
    );
    assert_eq!(fault("[10, 0, 70]", "[20, 0, 60]"), "basic: [10, 0, 70] here, [20, 0, 60] in the vector");
    assert_eq!(
        fault("\"money_per_defender\": 32", "\"money_per_defender\": 16"),
        "money_per_defender: 32 here, 16 in the vector"
    );
    assert_eq!(
        fault("\"defender_points\": 20", "\"defender_points\": 30"),
        "defender_points: 20 here, 30 in the vector"
    );
    assert!(fault("[\"sto proti\", 32]", "[\"sto proti\", 8]").starts_with("parts: "));
    assert_eq!(fault("\"LJ\"", "\"L7\""), "deal: the hands and the talon are not the whole pack");
    assert_eq!(
        fault("\"contract\": [\"sto_proti\"]", "\"contract\": [\"flush\"]"),
        "contract: unknown part Some(\"flush\")"
    );
    assert_eq!(vectors::check("nothing"), Err("byte 0: expected a value".into()));
}

#[test]
fn betl_vectors_stop_with_the_trick_that_loses() {
    let line = r#"{"game":"marias","deal":[["HA","H10","HK","BJ","B9","B7","AK","AQ","AJ","A9"],
        ["H9","H8","H7","L10","LJ","L7","B10","B8","HJ","LA"],["HQ","LK","LQ","BA","BK","BQ","AA","A10","A8","A7"]],
        "talon":["L9","L8"],"declarer":0,"trump":null,"plays":["HA","H7","HQ"],"legal_counts":[10,4,1],"winners":[0],
        "contract":["betl"],"flek_levels":{"game":1},"parts":[["betl",-10]],"money_per_defender":-10}"#;
    assert_eq!(vectors::check(line), Ok(()));
}

#[test]
fn words_may_be_written_in_any_case() {
    for line in lines().iter().take(20) {
        let loud = line.replace("\"sedma\"", "\"Sedma\"").replace("\"sto\"", "\"STO\"");
        let loud = loud.replace("\"game\"]", "\"Hra\"]").replace("sto_proti\"]", "Sto_Proti\"]");
        vectors::check(&loud).unwrap_or_else(|fault| panic!("{fault} in {loud}"));
    }
}

/// Ten tricks without trumps, played by the law alone.
#[test]
fn play_without_trumps_and_contract_is_read_to_the_end() {
    use cards::{Deck, Hand};
    let deck = Deck::German32;
    let mut rng = game::Rng::new(9);
    for declarer in 0..3usize {
        let mut pack: Vec<cards::Card> = marias::PACK.iter().collect();
        rng.shuffle(&mut pack);
        let mut hands: Vec<Hand> =
            (0..3).map(|p| pack[10 * p..10 * p + 10].iter().copied().collect()).collect();
        let names = |cards: &[cards::Card]| {
            cards.iter().map(|&c| format!("\"{}\"", deck.name(c))).collect::<Vec<_>>().join(",")
        };
        let deal: Vec<String> = (0..3).map(|p| format!("[{}]", names(&pack[10 * p..10 * p + 10]))).collect();
        let law = marias::law(None);
        let (mut plays, mut counts, mut winners, mut leader) = (Vec::new(), Vec::new(), Vec::new(), declarer);
        for _ in 0..10 {
            let mut trick = Vec::new();
            for i in 0..3 {
                let p = (leader + i) % 3;
                let legal = law.legal(hands[p], &trick);
                counts.push(legal.len().to_string());
                let card = legal.nth(rng.below(legal.len()));
                hands[p].remove(card);
                trick.push(card);
            }
            leader = (leader + law.winner(&trick)) % 3;
            winners.push(leader.to_string());
            plays.extend(trick);
        }
        let line = format!(
            "{{\"game\":\"marias\",\"deal\":[{}],\"talon\":[{}],\"declarer\":{declarer},\"trump\":null,\"plays\":[{}],\"legal_counts\":[{}],\"winners\":[{}]}}",
            deal.join(","),
            names(&pack[30..]),
            names(&plays),
            counts.join(","),
            winners.join(",")
        );
        assert_eq!(vectors::check(&line), Ok(()), "{line}");
        let empty = line.replace("\"trump\":null", "\"contract\":[]");
        assert_eq!(vectors::check(&empty), Ok(()));
        let wrong = line.replace(&format!("\"winners\":[{}", winners[0]), "\"winners\":[7");
        assert!(vectors::check(&wrong).unwrap_err().to_string().starts_with("trick 1: taken by "));
    }
}
