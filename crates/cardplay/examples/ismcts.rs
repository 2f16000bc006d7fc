//! What `ismcts` wins against players who move at random: `ismcts GAME ITERATIONS PLAYS FIRST_SEED [uniform] [flat]`, with GAME `snaps`,
//! `marias`, `taroky`, or the folder of a logic description (`data/system/prsi`). With `flat` the others are `flat` with a third of the
//! iterations instead. Prints a line a play: its seed and the score of `ismcts`, which sits on another seat in each.
//! `bench/ismcts.py` compiles the same text against an older revision and compares the plays.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Agent, Limit, Observe, Player, Rng, Thought, Turn};
use marias::Marias;
use search::{Aim, Budget, Flat, Ismcts, IsmctsConfig, Policy};
use snaps::Snaps;
use taroky::Taroky;

/// How simulated plays go on, and who the others are.
#[derive(Clone, Copy)]
struct How {
    uniform: bool,
    flat: bool,
}

/// Moves after which a play is given up.
const MOST: usize = 1_000;

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, numbers @ ..] = &words[..] else {
        return Err("ismcts GAME ITERATIONS PLAYS FIRST_SEED".into());
    };
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let how = How { uniform: has("uniform"), flat: has("flat") };
    let numbers: Vec<u64> = numbers.iter().filter_map(|word| word.parse().ok()).collect();
    let [iterations, plays, first] = numbers[..] else { return Err("three numbers are missing".into()) };
    let seeds = first..first + plays;
    match game.as_str() {
        "snaps" => all(&Snaps::parse("").map_err(|e| e.to_string())?, seeds, (iterations, how)),
        "marias" => all(&Marias::voleny("").map_err(|e| e.to_string())?, seeds, (iterations, how)),
        "taroky" => all(&Taroky::parse("").map_err(|e| e.to_string())?, seeds, (iterations, how)),
        folder => {
            let name = folder.rsplit('/').next().unwrap_or(folder);
            let path = format!("{folder}/{name}.pl");
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
            let (found, _) = system::load(&text, name);
            all(&found.ok_or_else(|| format!("{path} has mistakes"))?, seeds, (iterations, how))
        }
    }
}

fn all<G: Observe + 'static>(
    game: &G,
    seeds: std::ops::Range<u64>,
    player: (u64, How),
) -> Result<(), String> {
    for seed in seeds {
        println!("{seed} {}", play(game, seed, player)?);
    }
    Ok(())
}

/// The score of `ismcts` in one play. What chance does follows from the seed alone.
fn play<G: Observe + 'static>(game: &G, seed: u64, player: (u64, How)) -> Result<i32, String> {
    let me = Player((seed % game.players() as u64) as u8);
    let (mut dealt, mut others) = (Rng::new(seed), Rng::new(!seed));
    let mut agent = agent(player, seed);
    let mut rivals: Vec<_> =
        (0..game.players() as u64).map(|p| rival(player, seed * 8 + p)).filter(|_| player.1.flat).collect();
    let (mut s, mut moves) = (game.initial(), Vec::new());
    for _ in 0..MOST {
        moves.clear();
        game.moves(&s, &mut moves);
        let mv = match game.turn(&s) {
            Turn::Over => break,
            _ if moves.is_empty() => break,
            Turn::Chance => moves[dealt.below(moves.len())],
            Turn::Player(p) if p != me && rivals.is_empty() => moves[others.below(moves.len())],
            Turn::Player(_) if moves.len() == 1 => moves[0],
            Turn::Player(p) if p != me => {
                let view = game.view(&s, Some(p));
                rivals[usize::from(p.0)].choose(game, p, &view, &moves, &Limit::default()).chosen()?
            }
            Turn::Player(_) => {
                let view = game.view(&s, Some(me));
                agent.choose(game, me, &view, &moves, &Limit::default()).chosen()?
            }
        };
        game.apply(&mut s, mv);
    }
    Ok(game.score(&s, me))
}

/// The player of this name with its usual settings; simulated plays are sensible or uniform.
fn agent<G: Observe + 'static>((iterations, how): (u64, How), seed: u64) -> impl Agent<G> {
    let config = IsmctsConfig {
        exploration: 0.7,
        aim: Aim::Mixed,
        policy: if how.uniform { Policy::Uniform } else { Policy::Sensible },
        tree: 1_000_000,
        length: 2_000,
        listen: false,
    };
    Ismcts::new(Budget::iterating(iterations), config, seed)
}

/// A player who tries every move in drawn states and simulates on.
fn rival<G: Observe + 'static>((iterations, how): (u64, How), seed: u64) -> impl Agent<G> {
    let policy = if how.uniform { Policy::Uniform } else { Policy::Sensible };
    Flat::new(Budget::iterating(iterations.div_ceil(3)), Aim::Mixed, policy, 2_000, seed)
}

/// A choice, whether or not a revision knows agents that fail.
trait Chosen<M> {
    fn chosen(self) -> Result<M, String>;
}

impl<M> Chosen<M> for Thought<M> {
    fn chosen(self) -> Result<M, String> {
        Ok(self.best)
    }
}

impl<M, E: std::fmt::Debug> Chosen<M> for Result<Thought<M>, E> {
    fn chosen(self) -> Result<M, String> {
        self.map(|thought| thought.best).map_err(|fault| format!("{fault:?}"))
    }
}
