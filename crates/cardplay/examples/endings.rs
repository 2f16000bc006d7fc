//! The kernel against plain minimax: random endings of every game and every contract that chance brings.
//!
//! `cargo run --release -p cardplay --example endings -- [COUNT] [SEED] [GAME]` compares COUNT endings of up to four cards of each
//! game (or of one: `snaps`, `schnapsen`, `marias`, `licitovany`, `krizovy`, `taroky`) and prints how many there were by what is played for.
//! Contracts, cards and everything else are chosen at random. One difference ends the program with the deal and exit code 1.

use cardplay::Kernel;
use cards::{Deal, Phase, TrickTaking};
use game::{Rng, Turn};
use krizovy::Krizovy;
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::Snaps;
use std::collections::BTreeMap;
use std::io::{self, Write};
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Cards left in the longest hand.
const CARDS: usize = 4;

/// The value by trying everything. `money` are the prices, which the deal is without: copies are cheaper so.
fn minimax(deal: &Deal, money: &[Vec<i32>]) -> i32 {
    if let Some(settled) = deal.tally.settled {
        return settled;
    }
    if deal.trick.len == 0 && deal.hands.iter().all(|hand| hand.is_empty()) {
        let code = deal.tally.codes.trailing_zeros() as usize;
        return money[code][usize::try_from(deal.tally.points[0]).unwrap_or(0)];
    }
    let values = deal.acts().iter().map(|card| {
        let mut after = deal.clone();
        after.play(card);
        minimax(&after, money)
    });
    if deal.side(deal.turn()) == 0 { values.max() } else { values.min() }.unwrap_or(0)
}

/// What is played for, in a few words.
fn sort(deal: &Deal) -> String {
    let objective = &deal.objective;
    let trump = deal.law.trump.map_or("no trumps", |suit| if suit.0 == 4 { "tarocks" } else { "trumps" });
    let kept = if deal.duties.kept.iter().any(|kept| !kept.is_empty()) { ", a card kept" } else { "" };
    let sides = deal.first.count_ones();
    let trump = if deal.idle.is_some() { "no trumps, one sits out" } else { trump };
    match objective.race {
        Some(race) => format!("race to {}, {:?}, {trump}, {sides} first", race.target, race.claim),
        None => {
            let points = if objective.worth.iter().any(|worth| *worth != 0) { "points" } else { "no points" };
            format!("{points}, {} feats, {trump}{kept}, {sides} first", objective.feats.len())
        }
    }
}

fn compare<G: TrickTaking>(
    name: &str,
    game: &G,
    count: u64,
    rng: &mut Rng,
    out: &mut impl Write,
) -> Fallible<()> {
    let mut kernel = Kernel::new(18);
    let mut moves = Vec::new();
    let (mut compared, mut nodes) = (0, 0);
    let mut sorts: BTreeMap<String, u64> = BTreeMap::new();
    while compared < count {
        let mut s = game.initial();
        let left = 1 + rng.below(CARDS);
        let sober = rng.below(2) == 0;
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            if game.phase(&s) == Phase::Play
                && let Some(deal) = game.in_play(&s)
                && deal.cards() <= left * usize::from(deal.players)
            {
                if deal.over() {
                    break;
                }
                let mut plain = deal.clone();
                let money = std::mem::take(&mut plain.objective.money);
                plain.objective.extras.clear();
                let expected = minimax(&plain, &money);
                let found = kernel.solve(&deal)?;
                let best = found.best.ok_or("no best card")?;
                plain.play(best);
                if found.value != expected || minimax(&plain, &money) != expected {
                    return Err(format!("{name}: {found:?} instead of {expected} in {deal:?}").into());
                }
                *sorts.entry(sort(&deal)).or_default() += 1;
                nodes += found.nodes;
                compared += 1;
                break;
            }
            // What is said is sober or at random, the cards are at random.
            let said = sober && game.phase(&s) != Phase::Play;
            let mv = if said { game.sensible(&s, rng, &mut moves) } else { game.pick(&s, rng, &mut moves) };
            let Some(mv) = mv else { break };
            moves.clear();
            game.apply(&mut s, mv);
        }
    }
    writeln!(out, "{name}: {compared} endings, no difference ({} nodes each)", nodes / compared.max(1))?;
    for (sort, count) in sorts {
        writeln!(out, "  {count:>7}  {sort}")?;
    }
    Ok(())
}

fn main() -> Fallible<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number(0, 10_000), number(1, 1));
    let wanted = |name: &str| args.get(2).is_none_or(|game| game == name);
    let rng = &mut Rng::new(seed);
    let out = &mut io::stdout().lock();
    for options in ["", "auto_claim=on", "preset=tournament"] {
        if wanted("snaps") {
            compare(&format!("snaps?{options}"), &Snaps::parse(options)?, count / 3 + 1, rng, out)?;
        }
    }
    for options in ["", "claim=say&exchange=late", "overtake=no&last=2"] {
        if wanted("schnapsen") {
            compare(&format!("schnapsen?{options}"), &Schnapsen::parse(options)?, count / 3 + 1, rng, out)?;
        }
    }
    if wanted("marias") {
        compare("marias", &Marias::voleny("")?, count, rng, out)?;
    }
    if wanted("licitovany") {
        compare("licitovany", &Marias::licitovany("")?, count, rng, out)?;
    }
    if wanted("krizovy") {
        compare("krizovy", &Krizovy::parse("")?, count, rng, out)?;
    }
    if wanted("taroky") {
        compare("taroky", &Taroky::parse("")?, count, rng, out)?;
    }
    Ok(())
}
