//! What experts bid and how often they make it: contracts by frequency, doublings, and whether a contract that was thought to
//! be made in 70 % of the deals is made that often.
//!
//! `cargo run --release -p cardplay --example bidding -- GAME [--agent AGENT] [--deals N] [--ms T | --nodes N] [--seed S] [--show]
//! [--plot FILE.svg]`. The game is played by experts at every seat, or by an agent for any game (`--agent 'ismcts?iterations=300'`), who thinks as
//! long as it says unless a limit is given. The chance is what the declarer believed when he spoke last before the cards; agents for any game tell none. The table of
//! doublings tells the same of everybody who raised the stakes, by how many raises came before. `--show`
//! prints every deal card by card, `--plot` draws belief against truth.

use cardplay::Expert;
use cards::{Phase, TrickTaking};
use game::{Agent, Encode, Lang, Limit, Player, Rng, Show, Turn};
use marias::Marias;
use snaps::Snaps;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// How a game says what is played once the cards are led: the contract, the declarer, how often it was doubled.
type Told<G> = fn(&<G as game::Game>::State) -> (String, u8, u8);

/// Who sits at the table.
enum Seat<G: TrickTaking> {
    Expert(Box<Expert<G>>),
    Other(Box<dyn Agent<G>>),
}

impl<G: TrickTaking + Encode + Show + Clone + 'static> Seat<G> {
    fn new(game: &G, agent: Option<&str>, seed: u64) -> Fallible<Seat<G>> {
        Ok(match agent {
            None => Seat::Expert(Box::new(Expert::master(game, seed))),
            Some(spec) => Seat::Other(search::make(game, spec, seed)?),
        })
    }

    fn agent(&mut self) -> &mut dyn Agent<G> {
        match self {
            Seat::Expert(expert) => &mut **expert,
            Seat::Other(agent) => &mut **agent,
        }
    }

    /// How likely it thought to win when it was last asked, if it tells.
    fn chance(&self) -> Option<f64> {
        match self {
            Seat::Expert(expert) => Some(expert.chance()),
            Seat::Other(_) => None,
        }
    }

    fn reasons(&self) -> String {
        match self {
            Seat::Expert(expert) => {
                expert.reasons().iter().map(|reason| reason.to(Lang::En)).collect::<Vec<_>>().join("; ")
            }
            Seat::Other(_) => String::new(),
        }
    }
}

/// Options of the command.
struct Plan {
    /// An agent for any game in place of the expert.
    agent: Option<String>,
    deals: u64,
    limit: Limit,
    seed: u64,
    show: bool,
    plot: Option<String>,
}

/// Deals in which a contract was thought to be made about as often: how many, what was believed and what came true.
struct Bin {
    low: u32,
    deals: usize,
    believed: f64,
    made: f64,
}

impl Bin {
    /// Where the true share lies with 95 %, after Wilson.
    fn interval(&self) -> (f64, f64) {
        let (n, z) = (self.deals.max(1) as f64, 1.96);
        let middle = (self.made + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z * (self.made * (1.0 - self.made) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        (middle - half, middle + half)
    }
}

/// Belief from left to right, truth upwards; the diagonal is a perfect judge.
fn drawing(name: &str, bins: &[Bin]) -> String {
    let (x, y) = (|v: f64| 50.0 + 300.0 * v, |v: f64| 330.0 - 300.0 * v);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 380 380\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"380\" height=\"380\" fill=\"#fff\"/>\n",
    );
    for tenth in (0..=10).step_by(2) {
        let at = f64::from(tenth) / 10.0;
        svg += &format!(
            "<path d=\"M{} 30V330M50 {}H350\" stroke=\"#ddd\"/><text x=\"{}\" y=\"346\" text-anchor=\"middle\">{} %</text>\
             <text x=\"46\" y=\"{}\" text-anchor=\"end\">{} %</text>\n",
            x(at),
            y(at),
            x(at),
            tenth * 10,
            y(at) + 4.0,
            tenth * 10
        );
    }
    svg += "<path d=\"M50 330L350 30\" stroke=\"#888\" stroke-dasharray=\"4\"/>\n";
    for bin in bins.iter().filter(|bin| bin.deals > 0) {
        let (low, high) = bin.interval();
        svg += &format!(
            "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"#1565c0\"/><circle cx=\"{0:.1}\" cy=\"{3:.1}\" r=\"4\" fill=\"#1565c0\"/>\
             <text x=\"{4:.1}\" y=\"{5:.1}\">{6}</text>\n",
            x(bin.believed),
            y(low),
            y(high),
            y(bin.made),
            x(bin.believed) + 7.0,
            y(bin.made) + 4.0,
            bin.deals
        );
    }
    svg += &format!(
        "<text x=\"200\" y=\"18\" text-anchor=\"middle\">{name}: contracts believed in and made, with numbers of deals</text>\n\
         <text x=\"200\" y=\"366\" text-anchor=\"middle\">believed</text>\n</svg>\n"
    );
    svg
}

/// What one deal came to.
struct Deal {
    contract: String,
    doubled: u8,
    /// What the declarer believed, and whether he won.
    chance: Option<f64>,
    made: bool,
    money: i32,
    raises: Vec<Raise>,
}

/// Somebody raised the stakes: after how many raises, what was believed, and whether it paid.
struct Raise {
    before: usize,
    by: Player,
    chance: Option<f64>,
    won: bool,
}

fn play<G: TrickTaking + Encode + Show + Clone + 'static>(
    out: &mut impl Write,
    game: &G,
    seed: u64,
    plan: &Plan,
    told: Told<G>,
) -> Fallible<Option<Deal>> {
    let mut rng = Rng::new(seed);
    let mut agents: Vec<Seat<G>> = (0..game.players())
        .map(|p| Seat::new(game, plan.agent.as_deref(), seed << 3 | p as u64))
        .collect::<Fallible<_>>()?;
    let mut chances = vec![None; game.players()];
    let (mut s, mut moves, mut deal) = (game.initial(), Vec::new(), None);
    let mut raises: Vec<Raise> = Vec::new();
    loop {
        moves.clear();
        game.moves(&s, &mut moves);
        let mv = match game.turn(&s) {
            Turn::Over => break,
            Turn::Chance => moves[rng.weighted(moves.iter().map(|&mv| game.weight(&s, mv)))],
            Turn::Player(p) => {
                let playing = game.phase(&s) == Phase::Play;
                if playing && deal.is_none() {
                    deal = Some(told(&s));
                    if plan.show {
                        for q in Player::all(game.players()) {
                            writeln!(out, "  player {q}: {}", game.deck().names(game.hand(&s, q)))?;
                        }
                    }
                }
                let agent = &mut agents[p.index()];
                let mv = agent.agent().choose(game, p, &game.view(&s, Some(p)), &moves, &plan.limit)?.best;
                if !playing && moves.len() > 1 {
                    chances[p.index()] = agent.chance();
                }
                // Of the words of doubling the first of the list is silence.
                if game.phase(&s) == Phase::Doubling && moves.len() > 1 && mv != moves[0] {
                    let sides = raises.windows(2).filter(|pair| pair[0].by != pair[1].by).count();
                    let new = usize::from(raises.last().is_some_and(|last| last.by != p));
                    let before = if raises.is_empty() { 0 } else { sides + new };
                    raises.push(Raise { before, by: p, chance: agent.chance(), won: false });
                }
                if plan.show && moves.len() > 1 {
                    writeln!(out, "  {p}: {} ({})", game.text(&s, mv), agent.reasons())?;
                } else if plan.show {
                    writeln!(out, "  {p}: {}", game.text(&s, mv))?;
                }
                mv
            }
        };
        let by = game.turn(&s).player();
        game.apply(&mut s, mv);
        for (agent, p) in agents.iter_mut().zip(Player::all(game.players())) {
            agent.agent().heard(game, p, by, &game.view(&s, Some(p)));
        }
    }
    let Some((contract, declarer, doubled)) = deal else { return Ok(None) };
    let money = game.score(&s, Player(declarer));
    let chance = chances[usize::from(declarer)];
    if plan.show {
        let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(&s, p)).collect();
        writeln!(out, "  {contract} by player {}: {scores:?}", declarer + 1)?;
    }
    raises.iter_mut().for_each(|raise| raise.won = game.score(&s, raise.by) > 0);
    Ok(Some(Deal { contract, doubled, chance, made: money > 0, money, raises }))
}

fn report<G: TrickTaking + Encode + Show + Clone + 'static>(
    name: &str,
    game: &G,
    plan: &Plan,
    told: Told<G>,
) -> Fallible<()> {
    let out = &mut io::stdout().lock();
    let mut deals = Vec::new();
    for n in 0..plan.deals {
        if plan.show {
            writeln!(out, "deal {}", n + 1)?;
        }
        deals.push(play(out, game, plan.seed + n + 1, plan, told)?);
    }
    let unplayed = deals.iter().filter(|deal| deal.is_none()).count();
    let deals: Vec<Deal> = deals.into_iter().flatten().collect();
    let mut contracts: BTreeMap<(&str, u8), Vec<&Deal>> = BTreeMap::new();
    for deal in &deals {
        contracts.entry((&deal.contract, deal.doubled)).or_default().push(deal);
    }
    let share = |list: &[&Deal]| {
        100.0 * list.iter().filter(|deal| deal.made).count() as f64 / list.len().max(1) as f64
    };
    writeln!(out, "{name}: {} deals played, {unplayed} thrown in\n", deals.len())?;
    writeln!(
        out,
        "| contract | doubled | deals | made | the declarer's money |\n| --- | --- | --- | --- | --- |"
    )?;
    for ((contract, doubled), list) in &contracts {
        let money = list.iter().map(|deal| f64::from(deal.money)).sum::<f64>() / list.len() as f64;
        writeln!(
            out,
            "| {contract} | ×{} | {} | {:.0} % | {money:+.1} |",
            1u32 << doubled,
            list.len(),
            share(list)
        )?;
    }
    if plan.agent.is_none() {
        calibration(out, name, plan, &deals)?;
    }
    doublings(out, &deals)
}

/// What was believed of contracts beside what came of them.
fn calibration(out: &mut impl Write, name: &str, plan: &Plan, deals: &[Deal]) -> Fallible<()> {
    let share = |list: &[&Deal]| {
        100.0 * list.iter().filter(|deal| deal.made).count() as f64 / list.len().max(1) as f64
    };
    writeln!(
        out,
        "\n| thought to be made | deals | believed | made | 95 % |\n| --- | --- | --- | --- | --- |"
    )?;
    let mut bins = Vec::new();
    for low in [0, 20, 40, 60, 80] {
        let inside = |chance: f64| {
            (f64::from(low)..f64::from(low) + 20.0 + f64::from(low / 80)).contains(&(100.0 * chance))
        };
        let list: Vec<&Deal> = deals.iter().filter(|deal| deal.chance.is_some_and(inside)).collect();
        let believed = list.iter().filter_map(|deal| deal.chance).sum::<f64>() / list.len().max(1) as f64;
        bins.push(Bin { low, deals: list.len(), believed, made: share(&list) / 100.0 });
    }
    for bin in bins.iter().filter(|bin| bin.deals > 0) {
        let (low, high) = bin.interval();
        writeln!(
            out,
            "| {}–{} % | {} | {:.0} % | {:.0} % | {:.0}–{:.0} % |",
            bin.low,
            bin.low + 20,
            bin.deals,
            100.0 * bin.believed,
            100.0 * bin.made,
            100.0 * low,
            100.0 * high
        )?;
    }
    if let Some(file) = &plan.plot {
        std::fs::write(file, drawing(name, &bins))?;
    }
    Ok(())
}

/// Who raised the stakes, by how many raises came before.
fn doublings(out: &mut impl Write, deals: &[Deal]) -> Fallible<()> {
    writeln!(out, "\n| raise | said | believed | won |\n| --- | --- | --- | --- |")?;
    for before in 0..6 {
        let list: Vec<&Raise> =
            deals.iter().flat_map(|deal| &deal.raises).filter(|raise| raise.before == before).collect();
        if list.is_empty() {
            continue;
        }
        let n = list.len() as f64;
        let believed: Option<f64> = list.iter().map(|raise| raise.chance).sum();
        let believed = believed.map_or("–".to_string(), |sum| format!("{:.0} %", 100.0 * sum / n));
        let won = list.iter().filter(|raise| raise.won).count() as f64 / n;
        writeln!(out, "| {} | {} | {believed} | {:.0} % |", before + 1, list.len(), 100.0 * won)?;
    }
    Ok(())
}

fn plan(words: &[String]) -> Fallible<(String, Plan)> {
    let mut game = None;
    let (mut agent, mut limit) = (None, None);
    let (mut deals, mut seed, mut show, mut plot) = (20, 0, false, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || -> Fallible<u64> {
            let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            Ok(value.parse().map_err(|_| format!("{word} needs a number, not '{value}'"))?)
        };
        match word.as_str() {
            "--agent" => agent = Some(words.next().ok_or("--agent needs an agent")?.clone()),
            "--deals" => deals = number()?,
            "--ms" => limit = Some(Limit::time(Duration::from_millis(number()?))),
            "--nodes" => limit = Some(Limit::nodes(number()?)),
            "--seed" => seed = number()?,
            "--show" => show = true,
            "--plot" => plot = Some(words.next().ok_or("--plot needs a file")?.clone()),
            _ if word.starts_with("--") => return Err(format!("no such option: {word}").into()),
            _ => game = Some(word.clone()),
        }
    }
    let own = if agent.is_some() { Limit::default() } else { Limit::time(Duration::from_millis(50)) };
    let plan = Plan { agent, deals, limit: limit.unwrap_or(own), seed, show, plot };
    let usage = "usage: bidding GAME [--agent AGENT] [--deals N] [--ms T | --nodes N] [--seed S] [--show] [--plot FILE]";
    Ok((game.ok_or(usage)?, plan))
}

fn of_marias(s: &marias::State) -> (String, u8, u8) {
    let name = s.contract.map_or(String::new(), |c| format!("{:?}, sevens {:?}", c.main, c.sevens));
    (name, s.declarer, s.doubled.iter().copied().max().unwrap_or(0))
}

fn of_taroky(s: &taroky::State) -> (String, u8, u8) {
    let bidder = if s.bidder < 4 { s.bidder } else { s.forehand() };
    (format!("{:?}", s.contract), bidder, s.flek.iter().copied().max().unwrap_or(0))
}

fn of_snaps(s: &snaps::State) -> (String, u8, u8) {
    let alone = s.holder() == Some(s.chooser());
    (if alone { "alone" } else { "with a partner" }.to_string(), s.chooser(), s.doubled)
}

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (name, plan) = plan(&words)?;
    match name.as_str() {
        "marias" => report(&name, &Marias::voleny("")?, &plan, of_marias),
        "licitovany" => report(&name, &Marias::licitovany("")?, &plan, of_marias),
        "snaps" => report(&name, &Snaps::parse("")?, &plan, of_snaps),
        "taroky" => report(&name, &Taroky::parse("")?, &plan, of_taroky),
        _ => Err(format!("no such game: {name} (marias, licitovany, snaps, taroky)").into()),
    }
}
