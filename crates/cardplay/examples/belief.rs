//! What beliefs are worth: deals are played by agents, stopped at a random card, and one player's belief is compared with
//! the truth. Printed for every game: the mean logarithm of the probability of the true deal if all deals are equally
//! likely, and if they weigh as much as they explain what was seen; and how far the table of the thesis is from the exact
//! one.
//!
//! `cargo run --release -p cardplay --example belief [-- DEALS [fit] [GAME]]`; `fit` tries other habits, on other deals.

use cardplay::belief::{Habits, Weighted, counted, thesis};
use cards::{Phase, TrickTaking};
use game::{Limit, Observe, Player, Rng, Turn};
use marias::Marias;
use snaps::Snaps;
use std::error::Error;
use std::io::{self, Write};
use taroky::Taroky;

/// Who plays the deals: nobody of them plays by the habits.
const AGENT: &str = "flat?iterations=6";
/// Deals drawn from each view.
const DRAWS: usize = 300;

/// States of play, and the player who looks.
type Moments<G> = Vec<(<G as game::Game>::State, Player)>;

/// Deals played by agents up to a random card.
fn recorded<G: TrickTaking + 'static>(
    game: &G,
    count: usize,
    seed: u64,
) -> Result<Moments<G>, Box<dyn Error>> {
    let mut rng = Rng::new(seed);
    let roster = search::roster(game);
    let mut agents = Vec::new();
    for p in 0..game.players() as u64 {
        agents.push(roster.make(game, AGENT, seed.wrapping_mul(31).wrapping_add(p))?);
    }
    let mut found = Vec::new();
    let mut moves = Vec::new();
    while found.len() < count {
        let mut s = game.initial();
        let cut = 0.15 + 0.6 * rng.unit();
        while game.phase(&s) != Phase::Scoring {
            let played = game.plays(&s).len() as f64;
            let left: usize = Player::all(game.players()).map(|p| game.hand(&s, p).len()).sum();
            if game.phase(&s) == Phase::Play && played >= cut * (played + left as f64) {
                if game.in_play(&s).is_some() {
                    found.push((s, Player(rng.below(game.players()) as u8)));
                }
                break;
            }
            let mv = match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => game.pick(&s, &mut rng, &mut moves).ok_or("chance brings nothing")?,
                Turn::Player(p) => {
                    moves.clear();
                    game.moves(&s, &mut moves);
                    let view = game.view(&s, Some(p));
                    agents[p.index()].choose(game, p, &view, &moves, &Limit::default())?.best
                }
            };
            game.apply(&mut s, mv);
        }
    }
    Ok(found)
}

/// The mean gain in logarithm over equally likely deals, its 95 % interval, and the share of deals that gain.
fn gain<G: TrickTaking>(
    game: &G,
    deals: &[(G::State, Player)],
    belief: &Weighted,
) -> Result<(f64, f64, f64), Box<dyn Error>> {
    let mut rng = Rng::new(5);
    let (mut sum, mut squares, mut better) = (0.0, 0.0, 0usize);
    for (s, me) in deals {
        let worlds = game.worlds(&game.view(s, Some(*me)))?;
        let truth = belief.log_likelihood(game, s, Some(*me));
        let mut mean = 0.0;
        for _ in 0..DRAWS {
            let (t, _) = worlds.draw(&mut rng)?;
            mean += (belief.log_likelihood(game, &t, Some(*me)) - truth).exp() / DRAWS as f64;
        }
        let gain = -mean.ln();
        sum += gain;
        squares += gain * gain;
        better += usize::from(gain > 0.0);
    }
    let n = deals.len() as f64;
    let mean = sum / n;
    Ok((mean, 1.96 * ((squares / n - mean * mean).max(0.0) / n).sqrt(), better as f64 / n))
}

fn report<G: TrickTaking + 'static>(
    out: &mut impl Write,
    name: &str,
    game: &G,
    count: usize,
    fit: bool,
) -> Result<(), Box<dyn Error>> {
    if fit {
        let deals = recorded(game, count, 1000)?;
        for temperature in [4.0, 8.0, 12.0, 20.0, 40.0] {
            for slack in [0.1, 0.3, 0.6] {
                let belief = Weighted { habits: Habits { temperature, slack }, ..Weighted::default() };
                let (mean, margin, _) = gain(game, &deals, &belief)?;
                writeln!(
                    out,
                    "{name:<12} temperature {temperature:>4} slack {slack} gain {mean:+.4} ± {margin:.4}"
                )?;
            }
        }
        return Ok(());
    }
    let deals = recorded(game, count, 1)?;
    let (mut logs, mut counted_deals) = (0.0, 0usize);
    for (s, me) in &deals {
        if let Some(n) = game.worlds(&game.view(s, Some(*me)))?.count() {
            logs -= (n as f64).ln();
            counted_deals += 1;
        }
    }
    let (mean, margin, better) = gain(game, &deals, &Weighted::default())?;
    let uniform = logs / counted_deals.max(1) as f64;
    writeln!(
        out,
        "{name:<12} {} deals: equally likely {uniform:.3} ({counted_deals} counted), weighted {:.3}: \
         gain {mean:+.4} ± {margin:.4}, better in {:.1} %",
        deals.len(),
        uniform + mean,
        100.0 * better
    )?;
    Ok(())
}

/// How far the table of the thesis is from the exact one.
fn approximation(out: &mut impl Write, game: &Snaps, count: usize) -> Result<(), Box<dyn Error>> {
    let (mut sum, mut most, mut n) = (0.0, 0.0f64, 0u32);
    for (s, me) in recorded(game, count, 1)? {
        let view = game.view(&s, Some(me));
        let (far, mean) = thesis::of(game, &view, &[])?.table().distance(&counted(game, &view, 1)?);
        most = most.max(far);
        sum += mean;
        n += 1;
    }
    let mean = sum / f64::from(n.max(1));
    writeln!(out, "šnaps, table of the thesis in {n} deals: off by {mean:.4} on average, {most:.3} at most")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2000);
    let words: Vec<String> = std::env::args().skip(2).collect();
    let fit = words.iter().any(|word| word == "fit");
    let wanted = |name: &str| words.iter().all(|word| word == "fit") || words.iter().any(|word| word == name);
    let out = &mut io::stdout().lock();
    if wanted("snaps") {
        report(out, "šnaps", &Snaps::parse("")?, count, fit)?;
    }
    if wanted("marias") {
        report(out, "mariáš", &Marias::voleny("")?, count, fit)?;
    }
    if wanted("licitovany") {
        report(out, "licitovaný", &Marias::licitovany("")?, count, fit)?;
    }
    if wanted("taroky") {
        report(out, "taroky", &Taroky::parse("")?, count, fit)?;
    }
    if !fit && wanted("snaps") {
        approximation(out, &Snaps::parse("")?, count)?;
    }
    Ok(())
}
