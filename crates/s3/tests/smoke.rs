//! A smoke run of the fuzz target: seeded mutations of the corpus. Nothing may panic, hang or loop.

use game::{Game as _, Rng};
use std::path::Path;

fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/s3");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the corpus").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|p| std::fs::read_to_string(p).expect("a text")).collect()
}

/// Pieces that make interesting mistakes.
const PIECES: [&str; 24] = [
    "\"",
    "$",
    "(",
    ")",
    "{",
    "}",
    ",",
    "=",
    "==",
    " ",
    "\n",
    "-",
    "AND ",
    "NOT ",
    "999999999",
    "0",
    "FORALL($I,1,900000,true)",
    "MOVE(\"x(1)\",\"a(1)\",\"a(2)\")",
    "[S3 2]\n",
    "END\n",
    "RANDOM(6)",
    "é",
    "{ 1 , 2 } UNION { 3 }",
    "SCORE(1)/0",
];

fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(chars.len() + 1);
        match rng.below(4) {
            0 => {
                let end = (at + rng.below(12)).min(chars.len());
                chars.drain(at..end);
            }
            1 => {
                let piece: Vec<char> = PIECES[rng.below(PIECES.len())].chars().collect();
                chars.splice(at..at, piece);
            }
            2 => {
                let end = (at + rng.below(60)).min(chars.len());
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = rng.below(chars.len() + 1);
                chars.splice(to..to, copy);
            }
            _ => {
                let (line, other) = (rng.below(40), rng.below(40));
                let mut lines: Vec<String> =
                    chars.iter().collect::<String>().lines().map(str::to_string).collect();
                if line < lines.len() && other < lines.len() {
                    lines.swap(line, other);
                }
                chars = lines.join("\n").chars().collect();
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_mutation_of_the_corpus_panics_or_hangs() {
    let corpus = corpus();
    let mut rng = Rng::new(2024);
    let mut games = 0;
    for round in 0..6000 {
        let text = mutate(&corpus[round % corpus.len()], &mut rng);
        let (game, found) = s3::load(&text, "smoke");
        found.iter().for_each(|d| assert!(d.render("f").contains("-->")));
        let Some(game) = game else {
            assert!(!found.is_empty(), "refused without a reason:\n{text}");
            continue;
        };
        games += 1;
        let mut state = game.initial();
        for _ in 0..8 {
            let Some(mv) = game.pick(&state, &mut rng, &mut Vec::new()) else { break };
            game.apply(&mut state, mv);
        }
        let _ = game.fault(&state);
        if let Ok(formatted) = s3::format(&text) {
            assert!(s3::load(&formatted, "smoke").0.is_some(), "formatting broke\n{text}\n---\n{formatted}");
        }
    }
    assert!(games > 500, "only {games} mutations load");
}
