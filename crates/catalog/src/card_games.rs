//! What only the card games have: deals played elsewhere to check against, and a speed report of their own.

use cards::bench::Report;
use cards::vector::Value;
use marias::Marias;
use snaps::Snaps;
use taroky::Taroky;

/// Replays one line of card vectors (a JSON object with the deal, the plays and what came of them).
///
/// # Errors
/// The first difference, or what is wrong with the line.
pub fn check_vector(line: &str) -> Result<(), String> {
    let vector = Value::parse(line).map_err(|fault| fault.to_string())?;
    match vector.text_of("game")? {
        "taroky" => taroky::vectors::check_value(&vector),
        "snaps" => snaps::vectors::check_value(&vector),
        game if game.starts_with("marias") => marias::vectors::check_value(&vector),
        other => Err(format!("no vectors are known for the game '{other}' (known: taroky, marias, snaps)")),
    }
}

/// Measures the card games: `work` complete deals of each, and legal moves and samples in proportion.
///
/// # Errors
/// What is wrong with the default options of a game.
pub fn card_bench(seed: u64, work: u64) -> Result<Vec<Report>, String> {
    let fault = |e: game::OptionError| e.to_string();
    Ok(vec![
        taroky::bench::run(&Taroky::parse("").map_err(fault)?, seed, work),
        marias::bench::run(&Marias::voleny("").map_err(fault)?, seed, work),
        snaps::bench::run(&Snaps::parse("").map_err(fault)?, seed, work),
    ])
}
