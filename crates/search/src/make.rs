//! The roster of this crate: each agent with what makes it from its options.

use crate::astar::AStar;
use crate::bfs::Bfs;
use crate::dfs::Dfs;
use crate::idastar::IdaStar;
use crate::mcr::Mcr;
use crate::mcr2::Mcr2;
use crate::mcts::Config;
use crate::montecarlo::MonteCarlo;
use crate::playouts::Playouts;
use crate::registry as is;
use crate::stake::estimate;
use crate::{
    Aim, AlphaBeta, Budget, Cfr, Expectiminimax, Flat, Ismcts, IsmctsConfig, MaxN, Mcts, MiniMax,
    MiniMaxConfig, Paranoid, Pimc, Policy, Random, cfr,
};
use game::{Agent, AgentError, Kind, Observe, OptionError, Options, Roster};

/// The agents that know a game only through its rules, and which of them is recommended for this one.
pub fn roster<G: Observe + 'static>(game: &G) -> Roster<G> {
    let mut roster = Roster::new(strongest(game));
    roster.add(is::RANDOM, |_, _, seed| Ok(Box::new(Random::new(seed))));
    puzzles(&mut roster);
    classics(&mut roster);
    open(&mut roster);
    hidden(&mut roster);
    roster
}

/// Makes the agent of a description from the roster of this crate: see [`Roster::make`].
///
/// # Errors
/// Says which agent or parameter is unknown or does not fit.
pub fn make<G: Observe + 'static>(game: &G, spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, AgentError> {
    roster(game).make(game, spec, seed)
}

/// The description of a good agent for a game, the same for all games of its kind.
pub fn strongest<G: Observe>(game: &G) -> &'static str {
    let kind = Kind::of(game);
    match (kind.players, kind.hidden, kind.chance) {
        (_, true, _) => "ismcts?iterations=5000",
        (1, false, false) => "astar",
        (2, false, false) if !game.heuristics().is_empty() => "alphabeta?nodes=200000",
        _ => "mcts?iterations=10000",
    }
}

/// Agents for one player.
fn puzzles<G: Observe + 'static>(roster: &mut Roster<G>) {
    roster.add(is::DFS, |_, o, seed| Ok(Box::new(Dfs::new(visiting(o, 1_000_000), seed))));
    roster.add(is::BFS, |_, o, seed| Ok(Box::new(Bfs::new(visiting(o, 1_000_000), seed))));
    roster.add(is::ASTAR, |game, o, seed| {
        Ok(Box::new(AStar::new(game, visiting(o, 1_000_000), o.text("heuristic"), seed)?))
    });
    roster.add(is::IDASTAR, |game, o, seed| {
        Ok(Box::new(IdaStar::new(game, visiting(o, 10_000_000), o.text("heuristic"), seed)?))
    });
}

/// The agents of S3Games.
fn classics<G: Observe + 'static>(roster: &mut Roster<G>) {
    roster.add(is::MINIMAX, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        let config = MiniMaxConfig {
            ratio: 1.0,
            both: false,
            discount: discount(o)?,
            chance: o.text("ties") == "random",
            room: size(o, "tree"),
        };
        Ok(Box::new(MiniMax::new(deepening(o, 50_000), heuristic, config, seed)))
    });
    roster.add(is::MINIMAXSTOCHASTIC, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        let config = MiniMaxConfig {
            ratio: decimal(o, "ratio", 0.0, 1.0)?,
            both: o.text("leave") == "both",
            discount: discount(o)?,
            chance: o.text("ties") == "random",
            room: size(o, "tree"),
        };
        Ok(Box::new(MiniMax::new(deepening(o, 50_000), heuristic, config, seed)))
    });
    roster.add(is::MONTECARLO, |_, o, seed| {
        Ok(Box::new(Playouts::<_, MonteCarlo>::new(iterating(o, 2000), length(o), seed)))
    });
    roster.add(is::MCR, |_, o, seed| {
        Ok(Box::new(Playouts::<_, Mcr>::new(iterating(o, 2000), length(o), seed)))
    });
    roster.add(is::MCR2, |_, o, seed| {
        Ok(Box::new(Playouts::<_, Mcr2>::new(iterating(o, 2000), length(o), seed)))
    });
}

/// Agents for games in which everybody sees everything.
fn open<G: Observe + 'static>(roster: &mut Roster<G>) {
    roster.add(is::ALPHABETA, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        Ok(Box::new(AlphaBeta::new(deepening(o, 200_000), heuristic, size(o, "table"), seed)))
    });
    roster.add(is::MCTS, |_, o, seed| {
        let config = Config {
            exploration: decimal(o, "c", 0.0, 100.0)?,
            threads: size(o, "threads"),
            tree: size(o, "tree"),
            reuse: o.flag("reuse"),
            aim: Aim::named(o.text("aim")),
            policy: Policy::named(o.text("playout")),
            length: length(o),
        };
        Ok(Box::new(Mcts::new(iterating(o, 5000), config, seed)))
    });
    roster.add(is::EXPECTIMINIMAX, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        Ok(Box::new(Expectiminimax::new(deepening(o, 200_000), heuristic, seed)))
    });
    roster.add(is::MAXN, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        Ok(Box::new(MaxN::new(deepening(o, 100_000), heuristic, seed)))
    });
    roster.add(is::PARANOID, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        Ok(Box::new(Paranoid::new(deepening(o, 200_000), heuristic, seed)))
    });
}

/// Agents for games that hide something.
fn hidden<G: Observe + 'static>(roster: &mut Roster<G>) {
    roster.add(is::FLAT, |_, o, seed| {
        let (aim, policy) = (Aim::named(o.text("aim")), Policy::named(o.text("playout")));
        Ok(Box::new(Flat::new(iterating(o, 200), aim, policy, length(o), seed)))
    });
    roster.add(is::PIMC, |game, o, seed| {
        let heuristic = estimate(game, o.text("heuristic"))?;
        Ok(Box::new(Pimc::new(iterating(o, 50), heuristic, size(o, "effort") as u64, seed)))
    });
    roster.add(is::ISMCTS, |_, o, seed| {
        let config = IsmctsConfig {
            exploration: decimal(o, "c", 0.0, 100.0)?,
            aim: Aim::named(o.text("aim")),
            policy: Policy::named(o.text("playout")),
            tree: size(o, "tree"),
            length: length(o),
            listen: o.flag("listen"),
        };
        Ok(Box::new(Ismcts::new(iterating(o, 5000), config, seed)))
    });
    roster.add(is::CFR, |_, o, seed| {
        let config = cfr::Config { plus: o.flag("plus"), tree: size(o, "tree") };
        Ok(Box::new(Cfr::new(iterating(o, 1000), config, seed)))
    });
}

fn size(options: &Options, name: &str) -> usize {
    usize::try_from(options.int(name)).unwrap_or(0)
}

fn length(options: &Options) -> u64 {
    size(options, "length") as u64
}

/// Below 0.9 a win a few moves away would be worth less than a good position.
fn discount(options: &Options) -> Result<f64, OptionError> {
    decimal(options, "discount", 0.9, 1.0)
}

fn deepening(options: &Options, nodes: u64) -> Budget {
    Budget::deepening(nodes).with(options)
}

fn visiting(options: &Options, nodes: u64) -> Budget {
    Budget::visiting(nodes).with(options)
}

fn iterating(options: &Options, rounds: u64) -> Budget {
    Budget::iterating(rounds).with(options)
}

/// A parameter that is a decimal number in a range.
fn decimal(options: &Options, name: &str, low: f64, high: f64) -> Result<f64, OptionError> {
    let text = options.text(name);
    text.parse().ok().filter(|x| (low..=high).contains(x)).ok_or_else(|| {
        OptionError(format!("parameter '{name}' must be a number from {low} to {high}, not '{text}'"))
    })
}
