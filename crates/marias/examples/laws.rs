//! Checks the laws on a million random deals:
//! `cargo run --release -p marias --example marias-laws [deals] [marias|licitovany] [options]`.
#![expect(clippy::print_stdout, reason = "a command for people")]

use marias::Marias;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals = args.next().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let name = args.next().unwrap_or("marias".into());
    let options = args.next().unwrap_or_default();
    let game = if name == "licitovany" { Marias::licitovany(&options) } else { Marias::voleny(&options) };
    let moves = cards::audit(&game?, deals, 1)?;
    println!("{name} {options}: {deals} deals, {moves} moves, no violation");
    Ok(())
}
