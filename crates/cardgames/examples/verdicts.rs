//! Do verdicts of a review agree with those of a slow reference, and how long does a review take?
//!
//! `cargo run --release -p cardgames --example verdicts -- [DEALS] [NODES] [TIMES]`: deals of each card game, played by weak
//! players who make mistakes, are reviewed from one seat within `NODES` states a decision, and again with other worlds and
//! `TIMES` as many states. Compared are the decisions that the review calls mistakes: they agree if the reference finds a loss
//! that is a slip at least. Counted are, too, clear mistakes of the reference that the review takes for good.

#![expect(clippy::print_stdout, reason = "an example that prints what it measured")]

use cardgames::GAMES;
use game::{Lang, Limit, Options, Player, Record, Turn};
use playable::Playable;
use std::time::Instant;
use trainer::{Ask, Decision, review};

/// A deal of players who hardly think.
fn dealt(game: &dyn Playable, seed: u64) -> Record {
    let mut table = game.table(seed);
    while table.turn() != Turn::Over {
        if table.turn() == Turn::Chance {
            table.roll();
            continue;
        }
        let advice = table.hint("expert?level=1", seed, &Limit::nodes(2_000)).expect("a move");
        table.play(&advice.text).expect("a legal move");
    }
    table.record()
}

fn decisions(game: &dyn Playable, record: &Record, player: u8, nodes: u64, seed: u64) -> Vec<Decision> {
    let ask = Ask {
        record: record.clone(),
        player: Player(player),
        agent: "expert".into(),
        limit: Limit::nodes(nodes),
        seed,
        lang: Lang::En,
        exact: None,
    };
    review(game.table(0), ask, &mut |_| true).expect("a review").decisions
}

#[derive(Default)]
struct Count {
    decisions: usize,
    called: usize,
    agree: usize,
    missed: usize,
    reviews: usize,
    seconds: f64,
    longest: f64,
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let number = |at: usize, default: u64| numbers.get(at).copied().unwrap_or(default);
    let (deals, nodes, times) = (number(0, 20), number(1, 700_000), number(2, 12));
    println!("{deals} deals of each game, {nodes} states a decision, the reference {times} times as many");
    println!("game         decisions  mistakes  confirmed          missed  seconds a review (mean, most)");
    for listing in GAMES {
        let options = Options::parse("", listing.parameters).expect("defaults");
        let game = (listing.make)(&options).expect("a game");
        let scale = trainer::Scale::of(&*game.table(0));
        let mut count = Count::default();
        for seed in 1..=deals {
            let record = dealt(&*game, seed);
            // Each deal from one seat, so that more deals are seen in the same time.
            let player = (seed % game.players() as u64) as u8;
            let start = Instant::now();
            let quick = decisions(&*game, &record, player, nodes, 1);
            let took = start.elapsed().as_secs_f64();
            count.reviews += 1;
            count.seconds += took;
            count.longest = count.longest.max(took);
            let slow = decisions(&*game, &record, player, nodes.saturating_mul(times), 2);
            for (quick, slow) in quick.iter().zip(&slow) {
                count.decisions += 1;
                if quick.known >= scale.mistake() {
                    count.called += 1;
                    count.agree += usize::from(slow.known >= scale.slip());
                } else if slow.known >= 1.5 * scale.mistake() && quick.known < scale.slip() {
                    count.missed += 1;
                }
            }
        }
        let share = 100.0 * count.agree as f64 / count.called.max(1) as f64;
        println!(
            "{:<12} {:>9}  {:>8}  {:>4} ({share:>5.1} %)  {:>10}  {:.2} {:.2}",
            listing.name,
            count.decisions,
            count.called,
            count.agree,
            count.missed,
            count.seconds / count.reviews.max(1) as f64,
            count.longest
        );
    }
}
