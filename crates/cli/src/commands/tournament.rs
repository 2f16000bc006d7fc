//! `partie tournament`: everybody against everybody, from a file that says who plays what.

use super::matches::{Standing, play};
use super::sample::Mean;
use crate::args::Tournament;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use catalog::Playable;
use game::Limit;
use indicatif::ProgressBar;
use serde::Deserialize;
use serde_json::json;

/// More plays than this in one tournament are a slip of the pen.
const MOST_PLAYS: u64 = 10_000_000;

/// What the file says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    game: String,
    players: Vec<Entrant>,
    /// How often each group plays from every seat.
    #[serde(default = "one")]
    rounds: u32,
    seed: Option<u64>,
    seconds: Option<f64>,
    nodes: Option<u64>,
}

fn one() -> u32 {
    1
}

/// A player: the description of an agent, or one with a name of its own.
#[derive(Deserialize, Clone)]
#[serde(untagged, expecting = "a player is an agent such as \"mcts\", or { name = \"…\", agent = \"…\" }")]
enum Entrant {
    Agent(String),
    Named { name: String, agent: String },
}

impl Entrant {
    fn name(&self) -> &str {
        match self {
            Entrant::Agent(name) | Entrant::Named { name, .. } => name,
        }
    }

    fn agent(&self) -> &str {
        match self {
            Entrant::Agent(agent) | Entrant::Named { agent, .. } => agent,
        }
    }
}

/// What one player came to.
#[derive(Clone, Default)]
struct Row {
    plays: u32,
    wins: u32,
    draws: u32,
    total: i64,
    /// The sum of the mean scores of each deal, and of how many groups.
    deals: Vec<(f64, u32)>,
}

impl Row {
    /// A win is a point, a draw half of one.
    fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    fn mean(&self) -> f64 {
        self.total as f64 / f64::from(self.plays.max(1))
    }

    /// The mean score with its interval. Deals are the independent part: all groups play the same ones from every seat.
    fn score(&self) -> Mean {
        let deals: Vec<f64> = self.deals.iter().map(|&(sum, groups)| sum / f64::from(groups)).collect();
        Mean { mean: self.mean(), ..Mean::of(&deals) }
    }

    fn add(&mut self, standing: &Standing, i: usize) {
        self.plays += standing.count();
        self.wins += standing.wins[i];
        self.draws += standing.draws;
        self.total += standing.totals[i];
        self.deals.resize(self.deals.len().max(standing.deals.len()), (0.0, 0));
        for (slot, deal) in self.deals.iter_mut().zip(&standing.deals) {
            *slot = (slot.0 + deal[i], slot.1 + 1);
        }
    }
}

pub(crate) fn run(args: &Tournament, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.file.display();
    let plan: Plan = toml_edit::de::from_str(&super::read(&args.file)?).with_context(|| shown.to_string())?;
    let game = super::open(&plan.game).with_context(|| shown.to_string())?;
    let groups = groups(&plan, &*game).with_context(|| shown.to_string())?;
    let limit =
        Limit { time: plan.seconds.map(super::seconds).transpose()?, nodes: plan.nodes, ..Limit::default() };
    let each = plan.rounds.saturating_mul(game.players() as u32);
    let seed = plan.seed.unwrap_or(seed);

    let bar = ProgressBar::new(groups.len() as u64 * u64::from(each));
    let mut rows = vec![Row::default(); plan.players.len()];
    let mut meetings = Vec::new();
    let mut faults = Vec::new();
    for group in &groups {
        let agents: Vec<String> = group.iter().map(|&i| plan.players[i].agent().to_string()).collect();
        let standing = play(&*game, &agents, each, seed, (&limit, &game::Policy::default()), &bar)?;
        let names: Vec<&str> = group.iter().map(|&i| plan.players[i].name()).collect();
        group.iter().enumerate().for_each(|(seat, &i)| rows[i].add(&standing, seat));
        faults.extend(standing.faults.iter().map(|fault| format!("{}: {fault}", names.join(" – "))));
        meetings.push(json!({
            "players": names, "wins": standing.wins, "draws": standing.draws, "scores": standing.totals,
            "plays": standing.count(),
        }));
    }
    bar.finish_and_clear();

    faults.iter().try_for_each(|fault| out.line(fault))?;
    let ranking = ranking(&rows);
    table(out, &plan, &rows, &ranking)?;
    let row = |&i: &usize| {
        let r = &rows[i];
        json!({
            "name": plan.players[i].name(), "agent": plan.players[i].agent(), "plays": r.plays, "wins": r.wins,
            "draws": r.draws, "points": r.points(), "mean": r.mean(), "interval": r.score().interval,
        })
    };
    out.document(&json!({
        "game": game.id(), "seed": seed, "rounds": plan.rounds, "ranking": ranking.iter().map(row).collect::<Vec<_>>(),
        "meetings": meetings, "faults": faults,
    }))?;
    Ok(Answer::Yes)
}

/// Who meets whom: every group of as many players as the game has, once.
fn groups(plan: &Plan, game: &dyn Playable) -> anyhow::Result<Vec<Vec<usize>>> {
    let (all, n) = (plan.players.len(), game.players());
    if all < n {
        bail!("{} is played by {n}, and {all} players are named", game.id());
    }
    for (i, player) in plan.players.iter().enumerate() {
        if plan.players[..i].iter().any(|other| other.name() == player.name()) {
            bail!("two players are called '{}'; write {{ name = \"…\", agent = \"…\" }}", player.name());
        }
        let mut table = game.table(0);
        table.seat(game::Player(0), player.agent(), 0)?;
    }
    let mut count = u64::from(plan.rounds) * n as u64;
    for i in 0..n as u64 {
        count = count.saturating_mul(all as u64 - i) / (i + 1);
    }
    if plan.rounds == 0 || count > MOST_PLAYS {
        bail!("{} rounds make {count} plays; a tournament has 1 to {MOST_PLAYS}", plan.rounds);
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |group: &Vec<usize>| {
            let from = group.last().map_or(0, |&last| last + 1);
            (from..all).map(|i| [group.as_slice(), &[i]].concat()).collect::<Vec<_>>()
        };
        groups = groups.iter().flat_map(longer).collect();
    }
    Ok(groups)
}

/// The players from first to last: by points, then by the mean score, then in the order of the file.
fn ranking(rows: &[Row]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let key = |i: usize| (rows[i].points(), rows[i].mean());
    order.sort_by(|&a, &b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
    order
}

fn table(out: &mut Output, plan: &Plan, rows: &[Row], ranking: &[usize]) -> anyhow::Result<()> {
    let width = plan.players.iter().map(|p| p.name().chars().count()).max().unwrap_or(0).max(6);
    out.line(format!("    {:width$}  points  plays  wins  draws  mean score (95 %)", "player"))?;
    for (place, &i) in ranking.iter().enumerate() {
        let r = &rows[i];
        out.line(format!(
            "{:2}  {:width$}  {:6.1}  {:5}  {:4}  {:5}  {}",
            place + 1,
            plan.players[i].name(),
            r.points(),
            r.plays,
            r.wins,
            r.draws,
            r.score(),
        ))?;
    }
    Ok(())
}
