//! Whatever options are combined and whatever a vector says: no law breaks and nothing panics.

use game::{Parameter, Rng, Values};
use marias::{LICITOVANY, Marias, VOLENY, vectors};

/// Random fit values for all parameters but the deal.
fn random_options(parameters: &[Parameter], rng: &mut Rng) -> String {
    let mut parts = Vec::new();
    for p in parameters.iter().filter(|p| p.name != "deal") {
        parts.push(match p.values {
            Values::Int(_, _) if p.name == "deals" => format!("deals={}", 1 + rng.below(3)),
            Values::Int(low, high) => {
                format!("{}={}", p.name, low + rng.below64((high - low) as u64 + 1) as i64)
            }
            Values::OneOf(words) => format!("{}={}", p.name, words[rng.below(words.len())]),
            _ => format!("{}={}", p.name, ["yes", "no"][rng.below(2)]),
        });
    }
    parts.join("&")
}

#[test]
fn every_combination_of_options_keeps_the_laws() {
    let mut rng = Rng::new(77);
    for _ in 0..60 {
        let options = random_options(VOLENY, &mut rng);
        let game = Marias::voleny(&options).unwrap();
        marias::audit(&game, 60, rng.bits()).unwrap_or_else(|fault| panic!("{options}: {fault}"));
        let options = random_options(LICITOVANY, &mut rng);
        let game = Marias::licitovany(&options).unwrap();
        marias::audit(&game, 60, rng.bits()).unwrap_or_else(|fault| panic!("{options}: {fault}"));
    }
}

#[test]
fn spoilt_vectors_are_refused_without_a_panic() {
    let text = std::fs::read_to_string(testkit::data("marias/vectors.jsonl")).unwrap();
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for line in text.lines() {
        for _ in 0..20 {
            let mut bytes = line.as_bytes().to_vec();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                bytes[at] = b"0123456789HLBAKQJ\"[],:{}x-"[rng.below(26)];
            }
            refused += usize::from(vectors::check(&String::from_utf8_lossy(&bytes)).is_err());
        }
    }
    assert!(refused > 1000, "{refused} of 1600 were refused");
}
