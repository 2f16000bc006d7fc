//! Makes the experience of the expert: what words before the cards bring, learned from deals played to their end.
//!
//! `cargo run --release -p cardplay --example school -- GAME [--habit N] [--deals N] [--passes N] [--seed S] [--threads N]
//! --out FILE`. The same seed makes the same file, whatever the number of threads. Prints what every generation learned: the
//! variance of what words brought and what of it is left unexplained, in deals that were not learned from.

use cardplay::{Schooling, school};
use cards::TrickTaking;
use game::{Encode, Show};
use learn::Numbers;
use marias::Marias;
use snaps::Snaps;
use std::io::{self, Write};
use std::time::Instant;
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

fn make<G: TrickTaking + Encode + Show + Clone + 'static>(
    game: &G,
    plan: &Schooling,
    out: &str,
) -> Fallible<()> {
    let start = Instant::now();
    let file = school(game, plan, &mut |report| {
        let [money, left] = report.money;
        let [won, unsure] = report.won;
        let line = format!(
            "generation {}: {} samples, {:.1} words a deal; money {money:.3}, left {left:.3} ({:.1} %); won {won:.4}, left \
             {unsure:.4} ({:.1} %); {:.0} s",
            report.generation,
            report.samples,
            report.words,
            100.0 * left / money.max(1e-9),
            100.0 * unsure / won.max(1e-9),
            start.elapsed().as_secs_f64()
        );
        _ = writeln!(io::stdout(), "{line}");
    });
    std::fs::write(out, file.write(Numbers::F16)).map_err(|e| format!("{out}: {e}"))?;
    Ok(())
}

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut plan =
        Schooling { deals: [16_000, 6000], passes: 3.0, seed: 1, threads: 2, made_by: String::new() };
    let (mut name, mut out, mut rest) = (None, None, words.iter());
    while let Some(word) = rest.next() {
        let Some(key) = word.strip_prefix("--") else {
            name = Some(word.clone());
            continue;
        };
        let value = rest.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not '{value}'"));
        match key {
            "habit" => plan.deals[0] = number()?.max(1),
            "deals" => plan.deals[1] = number()?.max(1),
            "passes" => plan.passes = number()?.max(1) as f64,
            "seed" => plan.seed = number()?,
            "threads" => plan.threads = number()?.clamp(1, 64) as usize,
            "out" => out = Some(value.clone()),
            _ => {
                let known = "--habit, --deals, --passes, --seed, --threads, --out";
                return Err(format!("no such option: {word} ({known})").into());
            }
        }
    }
    let usage = "usage: school GAME [--habit N] [--deals N] [--passes N] [--seed S] [--threads N] --out FILE";
    let (name, out) = (name.ok_or(usage)?, out.ok_or(usage)?);
    plan.made_by = format!(
        "cargo run --release -p cardplay --example school -- {name} --habit {} --deals {} --passes {} --seed {} --out \
         FILE",
        plan.deals[0], plan.deals[1], plan.passes, plan.seed
    );
    match name.as_str() {
        "marias" => make(&Marias::voleny("")?, &plan, &out),
        "licitovany" => make(&Marias::licitovany("")?, &plan, &out),
        "snaps" => make(&Snaps::parse("")?, &plan, &out),
        "taroky" => make(&Taroky::parse("")?, &plan, &out),
        _ => Err(format!("no such game: {name} (marias, licitovany, snaps, taroky)").into()),
    }
}
