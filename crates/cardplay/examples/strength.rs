//! How strong one agent is against another: duplicate deals, every rotation of seats, equal processor time a move.
//!
//! `cargo run --release -p cardplay --example strength -- GAME A B --deals N --ms T [--play T] [--seed S] [--bids]`, for example
//! `strength -- marias expert ismcts --deals 100 --ms 50`. Each deal is played once with A in every seat, everybody else
//! being B (`--play T`: another time for cards); what A wins on average over the seats is one result. If A played like B the results would be 0. Prints the
//! mean with a 95 % interval, and the standard deviation of what one player gets of one deal. `A@100` gives an agent a time
//! of its own; `A/B` is a player who speaks like A (everything before the cards) and plays cards like B, to see where the
//! strength of an agent lies; `A:DT/B` is A in the phases named by their first letters (auction, talon, announcements by
//! N, doubling, play) and B elsewhere. Beside the agents of the roster there are `sober`, who does what the game calls
//! sensible ([`game::Game::sensible`]), and `cheater`, who sees all cards: the price of not knowing them. `--bids` prints what
//! was said in every deal and, at the end, what A thought in every phase: decisions, deals or rounds considered for one, and
//! the processor time of one, mean and longest. `--load FILE.net` loads a network: `expert?words=FILE` then speaks by it.

use cardplay::{Cheater, enlist, enlist_experienced};
use cards::{Phase, TrickTaking};
use game::{Agent, Cheat, Clock, Encode, Limit, Player, Rng, Roster, Turn};
use krizovy::Krizovy;
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::Snaps;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

thread_local! {
    static READ: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

/// Processor time of this program as Linux counts it, read anew every 100 microseconds.
fn processor_time() -> Duration {
    let now = Instant::now();
    if let Some((at, time)) = READ.get()
        && now.duration_since(at) < Duration::from_micros(100)
    {
        return time;
    }
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let time = Duration::from_nanos(nanos);
    READ.set(Some((now, time)));
    time
}

/// What decides for a player.
enum Mind<G: TrickTaking> {
    Agent(Box<dyn Agent<G>>),
    /// Sees all cards.
    Cheater(Cheater),
    /// Says and does what the game calls sensible.
    Sober,
}

impl<G: TrickTaking> Mind<G> {
    fn make(roster: &Roster<G>, game: &G, spec: &str, seed: u64) -> Fallible<Mind<G>> {
        Ok(match spec {
            "sober" => Mind::Sober,
            "cheater" => Mind::Cheater(Cheater::new(seed)),
            _ => Mind::Agent(roster.make(game, spec, seed)?),
        })
    }
}

/// A player: what speaks for it, what plays its cards where that is another mind, and its limit.
struct Seat<'a, G: TrickTaking> {
    speaks: Mind<G>,
    plays: Option<Mind<G>>,
    /// The letters of the phases in which it speaks.
    phases: String,
    limit: &'a Limit,
    /// The limit for cards.
    play: &'a Limit,
    /// What was thought, by phases.
    effort: BTreeMap<char, Effort>,
}

/// What decisions took.
#[derive(Clone, Copy, Default)]
struct Effort {
    decisions: u64,
    depth: u64,
    time: Duration,
    longest: Duration,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.decisions += other.decisions;
        self.depth += other.depth;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }
}

/// The letter of a phase.
fn letter(phase: Phase) -> char {
    match phase {
        Phase::Talon => 'T',
        Phase::Announcements => 'N',
        Phase::Doubling => 'D',
        Phase::Play => 'P',
        _ => 'A',
    }
}

impl<'a, G: TrickTaking> Seat<'a, G> {
    fn make(
        roster: &Roster<G>,
        game: &G,
        spec: &str,
        seed: u64,
        (limit, play): (&'a Limit, &'a Limit),
    ) -> Fallible<Seat<'a, G>> {
        let (speaks, plays) = match spec.split_once('/') {
            Some((speaks, plays)) => (speaks, Some(Mind::make(roster, game, plays, seed)?)),
            None => (spec, None),
        };
        let (speaks, phases) = speaks.split_once(':').unwrap_or((speaks, "ATND"));
        let speaks = Mind::make(roster, game, speaks, seed)?;
        Ok(Seat { speaks, plays, phases: phases.to_string(), limit, play, effort: BTreeMap::new() })
    }

    /// What decides in this phase.
    fn mind(&mut self, phase: Phase) -> &mut Mind<G> {
        match &mut self.plays {
            Some(plays) if !self.phases.contains(letter(phase)) => plays,
            _ => &mut self.speaks,
        }
    }
}

/// What a match is made of.
struct Plan {
    /// The limit for cards, where it is another one than for words.
    play: Option<Limit>,
    agents: [(String, Limit); 2],
    deals: u64,
    seed: u64,
    bids: bool,
}

/// One deal: the scores, and what was said before the cards.
fn play<G: TrickTaking>(
    game: &G,
    seed: u64,
    seats: &mut [Seat<'_, G>],
    said: &mut Vec<String>,
) -> Fallible<Vec<i32>> {
    let mut rng = Rng::new(seed);
    let mut s = game.initial();
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&s, &mut moves);
        let turn = game.turn(&s);
        let mv = match turn {
            Turn::Over => break,
            Turn::Chance => moves[rng.weighted(moves.iter().map(|&mv| game.weight(&s, mv)))],
            Turn::Player(p) => {
                let view = game.view(&s, Some(p));
                let seat = &mut seats[p.index()];
                let (phase, start) = (game.phase(&s), processor_time());
                let limit = if phase == Phase::Play { seat.play } else { seat.limit };
                match seat.mind(phase) {
                    Mind::Agent(agent) => {
                        let thought = agent.choose(game, p, &view, &moves, limit)?;
                        if moves.len() > 1 {
                            let time = processor_time().saturating_sub(start);
                            let effort = Effort { decisions: 1, depth: thought.depth, time, longest: time };
                            seat.effort.entry(letter(phase)).or_default().add(effort);
                        }
                        thought.best
                    }
                    Mind::Cheater(cheater) => cheater.choose(game, p, &s, &moves, limit)?.best,
                    Mind::Sober => game.sensible(&s, &mut rng.fork(), &mut Vec::new()).unwrap_or(moves[0]),
                }
            }
        };
        if let (Turn::Player(p), false) = (turn, game.phase(&s) == Phase::Play) {
            said.push(format!("{p}:{mv:?}"));
        }
        game.apply(&mut s, mv);
        for (seat, me) in seats.iter_mut().zip(Player::all(game.players())) {
            let view = game.view(&s, Some(me));
            for mind in std::iter::once(&mut seat.speaks).chain(&mut seat.plays) {
                let Mind::Agent(agent) = mind else { continue };
                agent.heard(game, me, turn.player(), &view);
            }
        }
    }
    Ok((0..game.players()).map(|p| game.score(&s, Player(p as u8))).collect())
}

fn mean_and_spread(results: &[f64]) -> (f64, f64) {
    let n = results.len().max(1) as f64;
    let mean = results.iter().sum::<f64>() / n;
    let variance = results.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, variance.sqrt())
}

/// The agents of a game, with the expert added by `enlist`.
fn roster<G: TrickTaking + game::Show + 'static>(game: &G, enlist: fn(&mut Roster<G>)) -> Roster<G> {
    let mut roster: Roster<G> = search::roster(game);
    // Without a game's own bidder `mapp` speaks as simulated players do: with it, cards are compared.
    cardplay::agents(&mut roster, None);
    enlist(&mut roster);
    roster
}

/// A game in which the expert speaks by experience.
fn duel<G: TrickTaking + Encode + game::Show + Clone + 'static>(
    game: &G,
    name: &str,
    plan: &Plan,
) -> Fallible<()> {
    compare(game, &roster(game, enlist_experienced), name, plan)
}

fn compare<G: TrickTaking>(game: &G, roster: &Roster<G>, name: &str, plan: &Plan) -> Fallible<()> {
    let out = &mut io::stdout().lock();
    let seats = game.players();
    let (mut results, mut singles) = (Vec::new(), Vec::new());
    let mut efforts: BTreeMap<char, Effort> = BTreeMap::new();
    for deal in 0..plan.deals {
        let mut sum = 0.0;
        for seat in 0..seats {
            let mut agents = Vec::new();
            for p in 0..seats {
                let (spec, limit) = &plan.agents[usize::from(p != seat)];
                let limits = (limit, plan.play.as_ref().unwrap_or(limit));
                agents.push(Seat::make(roster, game, spec, plan.seed ^ (1000 * deal + p as u64), limits)?);
            }
            let mut said = Vec::new();
            let scores = play(game, plan.seed + deal + 1, &mut agents, &mut said)?;
            if plan.bids {
                writeln!(out, "{deal} {seat} {scores:?} {}", said.join(" "))?;
            }
            for (&phase, &effort) in &agents[seat].effort {
                efforts.entry(phase).or_default().add(effort);
            }
            sum += f64::from(scores[seat]);
            singles.extend(scores.into_iter().map(f64::from));
        }
        results.push(sum / seats as f64);
    }
    let (mean, spread) = mean_and_spread(&results);
    let (_, single) = mean_and_spread(&singles);
    let error = 1.96 * spread / (results.len() as f64).sqrt();
    let [(a, _), (b, _)] = &plan.agents;
    for (phase, effort) in efforts.iter().filter(|_| plan.bids) {
        let n = effort.decisions.max(1) as f64;
        let (time, longest) = (1000.0 * effort.time.as_secs_f64() / n, 1000.0 * effort.longest.as_secs_f64());
        let depth = effort.depth as f64 / n;
        writeln!(out, "{phase}: {n} decisions, depth {depth:.1}, {time:.2} ms each, {longest:.2} at most")?;
    }
    writeln!(
        out,
        "{name}: {a} against {b}: {mean:+.2} ± {error:.2} a deal ({} deals in {seats} seats); a player's deal has a \
         standard deviation of {single:.2}, so {:+.2} ± {:.2} of it",
        results.len(),
        mean / single,
        error / single
    )?;
    Ok(())
}

fn plan(words: &[String]) -> Fallible<(String, Plan)> {
    let (mut names, mut options) = (Vec::new(), BTreeMap::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some("bids") => _ = options.insert("bids", 1),
            Some("load") => {
                let path = words.next().ok_or("--load needs a file")?;
                let name =
                    std::path::Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
                learn::library::load(&name.unwrap_or_default(), &bytes)
                    .map_err(|e| format!("{path}: {e}"))?;
            }
            Some(key @ ("deals" | "ms" | "play" | "seed" | "nodes")) => {
                let value = words.next().ok_or_else(|| format!("--{key} needs a number"))?;
                let number: u64 =
                    value.parse().map_err(|_| format!("--{key} needs a number, not '{value}'"))?;
                options.insert(key, number);
            }
            Some(_) => {
                return Err(format!(
                    "no such option: {word} (--deals, --ms, --play, --nodes, --seed, --bids, --load)"
                )
                .into());
            }
            None => names.push(word.clone()),
        }
    }
    let [game, a, b] = names.try_into().map_err(|_| "usage: strength GAME A B --deals N --ms T")?;
    let number = |key: &str, usual: u64| options.get(key).copied().unwrap_or(usual);
    let agent = |text: String| -> Fallible<(String, Limit)> {
        let (spec, ms) = match text.rsplit_once('@') {
            Some((spec, ms)) => {
                (spec.to_string(), ms.parse().map_err(|_| format!("'{ms}' is not a time in ms"))?)
            }
            None => (text, number("ms", 50)),
        };
        let limit = match options.get("nodes") {
            Some(&nodes) => Limit::nodes(nodes),
            None => Limit::time(Duration::from_millis(ms)),
        };
        Ok((spec, Limit { clock: Clock::new(processor_time), ..limit }))
    };
    let agents = [agent(a)?, agent(b)?];
    let (deals, seed) = (number("deals", 20), number("seed", 0));
    let by_time =
        |&ms: &u64| Limit { clock: Clock::new(processor_time), ..Limit::time(Duration::from_millis(ms)) };
    let play = options.get("play").map(by_time);
    Ok((game, Plan { play, agents, deals, seed, bids: options.contains_key("bids") }))
}

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (name, plan) = plan(&words)?;
    let (game, options) = name.split_once('?').unwrap_or((&name, ""));
    match game {
        "marias" => duel(&Marias::voleny(options)?, &name, &plan),
        "licitovany" => duel(&Marias::licitovany(options)?, &name, &plan),
        "krizovy" => {
            let game = Krizovy::parse(options)?;
            compare(&game, &roster(&game, enlist), &name, &plan)
        }
        "schnapsen" => {
            let game = Schnapsen::parse(options)?;
            compare(&game, &roster(&game, enlist), &name, &plan)
        }
        "snaps" => duel(&Snaps::parse(options)?, &name, &plan),
        "taroky" => duel(&Taroky::parse(options)?, &name, &plan),
        _ => {
            Err(format!("no such game: {name} (marias, licitovany, krizovy, snaps, schnapsen, taroky)")
                .into())
        }
    }
}
