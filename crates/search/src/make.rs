//! Agents from descriptions: `mcts?iterations=500&c=1.4`.

use crate::kind::{Kind, kind};
use crate::mcr::Mcr;
use crate::mcr2::Mcr2;
use crate::mcts::Config;
use crate::montecarlo::MonteCarlo;
use crate::playouts::Playouts;
use crate::registry::{AGENTS, AgentInfo};
use crate::stake::estimate;
use crate::{
    AStar, Aim, AlphaBeta, Bfs, Budget, Cfr, Dfs, Expectiminimax, Flat, IdaStar, Ismcts, IsmctsConfig, MaxN,
    Mcts, MiniMax, Paranoid, Pimc, Policy, Random, cfr,
};
use game::{Agent, Observe, Options, nearest};

/// Makes the agent of a description. The same description and seed always play the same, as long as no time limit is
/// reached.
///
/// # Errors
/// Says which agent or parameter is unknown and what may have been meant, or why the agent cannot play this game and
/// which agents can.
pub fn make<G: Observe + 'static>(game: &G, spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, String> {
    let (name, rest) = spec.split_once('?').unwrap_or((spec, ""));
    let info = info(name)?;
    let options =
        Options::parse(rest, info.parameters).map_err(|fault| format!("agent '{name}': {fault}"))?;
    let kind = kind(game);
    if let Some(why) = info.suits.refuses(kind) {
        return Err(format!("agent '{name}' cannot play this: {why}; try {}", suited(kind).join(", ")));
    }
    build(game, info.name, &options, seed).map_err(|fault| format!("agent '{name}': {fault}"))
}

/// What is known of the agent of that name (without parameters).
///
/// # Errors
/// Says that there is none and which may have been meant.
pub fn info(name: &str) -> Result<&'static AgentInfo, String> {
    AGENTS.iter().find(|info| info.name == name).ok_or_else(|| {
        let names: Vec<&str> = AGENTS.iter().map(|info| info.name).collect();
        let hint = nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        format!("unknown agent '{name}' (known: {}){hint}", names.join(", "))
    })
}

/// The agents that can play games of this kind.
pub fn suited(kind: Kind) -> Vec<&'static str> {
    AGENTS.iter().filter(|info| info.suits.refuses(kind).is_none()).map(|info| info.name).collect()
}

/// The description of a good agent for a game, the same for all games of its kind.
pub fn strongest<G: Observe>(game: &G) -> &'static str {
    let kind = kind(game);
    match (kind.players, kind.hidden, kind.chance) {
        (_, true, _) => "ismcts?iterations=5000",
        (1, false, false) => "astar",
        (2, false, false) if !game.heuristics().is_empty() => "alphabeta?nodes=200000",
        _ => "mcts?iterations=10000",
    }
}

fn build<G: Observe + 'static>(
    game: &G,
    name: &str,
    options: &Options,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, String> {
    let heuristic = || estimate(game, options.text("heuristic"));
    let size = |name: &str| usize::try_from(options.int(name)).unwrap_or(0);
    let aim = || Aim::named(options.text("aim"));
    let policy = || Policy::named(options.text("playout"));
    let length = size("length") as u64;
    let deepening = |nodes: u64| Budget::deepening(nodes).with(options);
    let visiting = |nodes: u64| Budget::visiting(nodes).with(options);
    let iterating = |rounds: u64| Budget::iterating(rounds).with(options);
    Ok(match name {
        "dfs" => Box::new(Dfs::new(visiting(1_000_000), seed)),
        "bfs" => Box::new(Bfs::new(visiting(1_000_000), seed)),
        "astar" => Box::new(AStar::new(game, visiting(1_000_000), options.text("heuristic"), seed)?),
        "idastar" => Box::new(IdaStar::new(game, visiting(10_000_000), options.text("heuristic"), seed)?),
        "minimax" => Box::new(MiniMax::new(deepening(50_000), heuristic()?, 1.0, size("tree"), seed)),
        "minimaxstochastic" => {
            let ratio = decimal(options, "ratio", 0.0, 1.0)?;
            Box::new(MiniMax::new(deepening(50_000), heuristic()?, ratio, size("tree"), seed))
        }
        "montecarlo" => Box::new(Playouts::<MonteCarlo>::new(iterating(2000), length, seed)),
        "mcr" => Box::new(Playouts::<Mcr>::new(iterating(2000), length, seed)),
        "mcr2" => Box::new(Playouts::<Mcr2>::new(iterating(2000), length, seed)),
        "alphabeta" => Box::new(AlphaBeta::new(deepening(200_000), heuristic()?, size("table"), seed)),
        "mcts" => {
            let config = Config {
                exploration: decimal(options, "c", 0.0, 100.0)?,
                threads: size("threads"),
                tree: size("tree"),
                reuse: options.flag("reuse"),
                aim: aim(),
                policy: policy(),
                length,
            };
            Box::new(Mcts::new(iterating(5000), config, seed))
        }
        "expectiminimax" => Box::new(Expectiminimax::new(deepening(200_000), heuristic()?, seed)),
        "maxn" => Box::new(MaxN::new(deepening(100_000), heuristic()?, seed)),
        "paranoid" => Box::new(Paranoid::new(deepening(200_000), heuristic()?, seed)),
        "cfr" => {
            let config = cfr::Config { plus: options.flag("plus"), tree: size("tree") };
            Box::new(Cfr::new(iterating(1000), config, seed))
        }
        "flat" => Box::new(Flat::new(iterating(200), aim(), policy(), length, seed)),
        "pimc" => Box::new(Pimc::new(iterating(50), heuristic()?, size("effort") as u64, seed)),
        "ismcts" => {
            let config = IsmctsConfig {
                exploration: decimal(options, "c", 0.0, 100.0)?,
                aim: aim(),
                policy: policy(),
                tree: size("tree"),
                length,
            };
            Box::new(Ismcts::new(iterating(5000), config, seed))
        }
        _ => Box::new(Random::new(seed)),
    })
}

/// A parameter that is a decimal number in a range.
fn decimal(options: &Options, name: &str, low: f64, high: f64) -> Result<f64, String> {
    let text = options.text(name);
    text.parse()
        .ok()
        .filter(|x| (low..=high).contains(x))
        .ok_or_else(|| format!("parameter '{name}' must be a number from {low} to {high}, not '{text}'"))
}
