//! Checks the laws on a million random deals: `cargo run --release -p snaps --example snaps-laws [deals] [options]`.
#![expect(clippy::print_stdout, reason = "a command for people")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deals = args.next().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let options = args.next().unwrap_or_default();
    let game = snaps::Snaps::parse(&options)?;
    let moves = cards::audit(&game, deals, 1)?;
    println!("{deals} deals, {moves} moves, no violation");
    Ok(())
}
