//! `partie match`: agents against each other, changing seats, with an honest interval.

use crate::args::Match;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use catalog::Playable;
use game::{Limit, Player, Record, Turn, outcome};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Moves after which a play is stopped and counted as a draw.
const LONGEST: usize = 20_000;

/// What a late answer may be late by: the machine may have been busy with something else.
const GRACE: Duration = Duration::from_millis(250);

/// One play that is over.
struct Played {
    /// Scores by seat.
    scores: Vec<i32>,
    record: Record,
    /// Who was disqualified, and why.
    fault: Option<(Player, String)>,
}

/// What several plays came to, by agent.
pub(crate) struct Standing {
    /// The sum of the scores, and of their squares.
    pub(crate) totals: Vec<i64>,
    pub(crate) squares: Vec<f64>,
    /// Plays won.
    pub(crate) wins: Vec<u32>,
    /// Plays nobody won.
    pub(crate) draws: u32,
    plays: Vec<Value>,
    /// Who was disqualified, and why.
    pub(crate) faults: Vec<String>,
    last: Record,
}

impl Standing {
    /// How many plays there were.
    pub(crate) fn count(&self) -> u32 {
        self.plays.len() as u32
    }
}

pub(crate) fn run(args: &Match, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let agents = super::list(&args.players);
    let limit =
        Limit { time: args.seconds.map(super::seconds).transpose()?, nodes: args.nodes, ..Limit::default() };
    let bar = ProgressBar::new(u64::from(args.games));
    let standing = play(&*game, &agents, args.games.max(1), seed, &limit, &bar)?;
    bar.finish_and_clear();
    standing.faults.iter().try_for_each(|fault| out.line(fault))?;
    summary(out, &agents, &standing)?;
    if let Some(path) = &args.record {
        std::fs::write(path, standing.last.to_string())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let best =
        outcome(&standing.totals.iter().map(|&t| t.clamp(-1 << 30, 1 << 30) as i32).collect::<Vec<_>>());
    out.document(&json!({
        "game": game.id(), "players": agents, "scores": standing.totals, "wins": standing.wins,
        "draws": standing.draws, "winner": best.first().map_or(0, |p| p.0 + 1),
        "record": standing.last.to_string(), "plays": standing.plays, "seed": seed,
    }))?;
    Ok(Answer::Yes)
}

/// Lets the agents play, changing seats after every play. Every round of seats starts from the same seed, so that each
/// agent meets the same chance from every seat.
pub(crate) fn play(
    game: &dyn Playable,
    agents: &[String],
    games: u32,
    seed: u64,
    limit: &Limit,
    bar: &ProgressBar,
) -> anyhow::Result<Standing> {
    let n = game.players();
    if agents.len() != n {
        bail!("{} is played by {n}: --players names {} agents", game.id(), agents.len());
    }
    let mut standing = Standing {
        totals: vec![0; n],
        squares: vec![0.0; n],
        wins: vec![0; n],
        draws: 0,
        plays: Vec::new(),
        faults: Vec::new(),
        last: Record::default(),
    };
    for i in 0..games {
        let seats: Vec<usize> = (0..n).map(|seat| (seat + n - i as usize % n) % n).collect();
        let names: Vec<String> = seats.iter().map(|&a| agents[a].clone()).collect();
        let played = one(game, &names, seed.wrapping_add(u64::from(i) / n as u64), limit)?;
        for (seat, &agent) in seats.iter().enumerate() {
            standing.totals[agent] += i64::from(played.scores[seat]);
            standing.squares[agent] += f64::from(played.scores[seat]).powi(2);
        }
        let winners = outcome(&played.scores);
        winners.iter().for_each(|p| standing.wins[seats[p.index()]] += 1);
        standing.draws += u32::from(winners.is_empty());
        if let Some((p, cause)) = &played.fault {
            standing.faults.push(format!("play {}: {} is disqualified: {cause}", i + 1, names[p.index()]));
        }
        standing.plays.push(describe(&played, &names));
        standing.last = played.record;
        bar.inc(1);
    }
    Ok(standing)
}

fn describe(play: &Played, names: &[String]) -> Value {
    json!({
        "players": names, "scores": play.scores, "moves": play.record.moves.len(),
        "disqualified": play.fault.as_ref().map(|(p, cause)| json!({"player": p.0 + 1, "cause": cause})),
    })
}

fn one(game: &dyn Playable, agents: &[String], seed: u64, limit: &Limit) -> anyhow::Result<Played> {
    let mut table = game.table(seed);
    for (i, agent) in agents.iter().enumerate() {
        table.seat(Player(i as u8), agent, seed.wrapping_add(i as u64)).map_err(anyhow::Error::msg)?;
    }
    let mut fault = None;
    while table.made() < LONGEST {
        let p = match table.turn() {
            Turn::Over => break,
            Turn::Chance => {
                table.roll();
                continue;
            }
            Turn::Player(p) => p,
        };
        let start = Instant::now();
        let Some(advice) = table.think(limit) else { break };
        let took = start.elapsed();
        if let Some(time) = limit.time
            && took > time + GRACE
        {
            fault = Some((p, format!("it took {took:.1?}, {time:.1?} were allowed")));
        } else if let Err(refusal) = table.play(&advice.text) {
            fault = Some((p, refusal.to_string()));
        }
        if fault.is_some() {
            break;
        }
    }
    if let Some(defect) = table.defect() {
        let moves: Vec<String> = table.record().moves.iter().map(|m| m.text.clone()).collect();
        bail!("{}: the play has no result: after {}: {defect}", game.id(), moves.join(" "));
    }
    let mut record = table.record();
    let scores = match (&fault, table.turn()) {
        (Some((p, cause)), _) => {
            record.headers.push(("disqualified".into(), format!("player {p}: {cause}")));
            Player::all(agents.len()).map(|q| if q == *p { -1 } else { 1 }).collect()
        }
        (None, Turn::Over) => table.scores(),
        (None, _) => vec![0; agents.len()],
    };
    record.result.clone_from(&scores);
    Ok(Played { scores, record, fault })
}

fn summary(out: &mut Output, agents: &[String], standing: &Standing) -> anyhow::Result<()> {
    let n = standing.plays.len() as f64;
    for (i, agent) in agents.iter().enumerate() {
        let mean = standing.totals[i] as f64 / n;
        let deviation = (standing.squares[i] / n - mean * mean).max(0.0).sqrt();
        let interval =
            if n > 1.0 { format!(" ± {:.3} (95 %)", 1.96 * deviation / n.sqrt()) } else { String::new() };
        out.line(format!("{agent}: {} won, mean score {mean:.3}{interval}", standing.wins[i]))?;
    }
    out.line(format!("{} drawn, {n} played", standing.draws))
}
