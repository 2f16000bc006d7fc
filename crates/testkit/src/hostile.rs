//! Random options of a game, and spoilt lines: input for tests that nothing may break.

use game::{Parameter, Rng, Values};

/// Random fit values for all parameters but the deal.
pub fn random_options(parameters: &[Parameter], rng: &mut Rng) -> String {
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

/// A line of JSON with one to three of its bytes replaced.
pub fn spoilt(line: &str, rng: &mut Rng) -> String {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(bytes.len().max(1));
        if let Some(byte) = bytes.get_mut(at) {
            *byte = b"0123456789HLBAKQJ\"[],:{}x-"[rng.below(26)];
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
