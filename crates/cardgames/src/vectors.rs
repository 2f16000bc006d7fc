//! What only the card games have: test vectors (deals played elsewhere) and speed reports.

use cards::bench::Report;
use cards::vector::Value;
pub use cards::vector::VectorError;
use marias::Marias;
use snaps::Snaps;
use taroky::Taroky;

/// Replays one line of card vectors (a JSON object with the deal, the plays and what came of them).
///
/// # Errors
/// The first difference, or what is wrong with the line.
pub fn check_vector(line: &str) -> Result<(), VectorError> {
    let vector = Value::parse(line)?;
    match vector.text_of("game")? {
        "taroky" => taroky::vectors::check_value(&vector),
        "snaps" => snaps::vectors::check_value(&vector),
        game if game.starts_with("marias") => marias::vectors::check_value(&vector),
        other => {
            Err(format!("no vectors are known for the game '{other}' (known: taroky, marias, snaps)").into())
        }
    }
}

/// Measures the card games: `work` complete deals of each, and legal moves and samples in proportion.
///
/// # Errors
/// What is wrong with the default options of a game.
pub fn card_bench(seed: u64, work: u64) -> Result<Vec<Report>, game::OptionError> {
    Ok(vec![
        taroky::bench::run(&Taroky::parse("")?, seed, work),
        marias::bench::run(&Marias::voleny("")?, seed, work),
        snaps::bench::run(&Snaps::parse("")?, seed, work),
    ])
}
