//! What experts bid and how often they make it: contracts by frequency, doublings, and whether a contract that was thought to
//! be made in 70 % of the deals is made that often.
//!
//! `cargo run --release -p cardplay --example bidding -- GAME [--deals N] [--ms T | --nodes N] [--seed S] [--show]
//! [--plot FILE.svg]`. The game is played by experts at every seat. The chance is what the declarer believed when he spoke last before the cards. The table of
//! doublings tells the same of everybody who raised the stakes, by how many raises came before. `--show`
//! prints every deal card by card, `--plot` draws belief against truth.

use cardplay::{Expert, Temper};
use cards::{Phase, TrickTaking};
use game::{Agent, Lang, Limit, Player, Rng, Show, Turn};
use marias::Marias;
use snaps::Snaps;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// How a game says what is played once the cards are led: the contract, the declarer, how often it was doubled.
type Told<G> = fn(&<G as game::Game>::State) -> (String, u8, u8);

/// Options of the command.
struct Plan {
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
    chance: f64,
    won: bool,
}

fn play<G: TrickTaking + Show + 'static>(
    out: &mut impl Write,
    game: &G,
    seed: u64,
    plan: &Plan,
    told: Told<G>,
) -> Fallible<Option<Deal>> {
    let mut rng = Rng::new(seed);
    let mut agents: Vec<Expert<G>> =
        (0..game.players()).map(|p| Expert::new(Temper::default(), seed << 3 | p as u64)).collect();
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
                let mv = agent.choose(game, p, &game.view(&s, Some(p)), &moves, &plan.limit)?.best;
                if !playing && moves.len() > 1 {
                    chances[p.index()] = Some(agent.chance());
                }
                // Of the words of doubling the first of the list is silence.
                if game.phase(&s) == Phase::Doubling && moves.len() > 1 && mv != moves[0] {
                    let sides = raises.windows(2).filter(|pair| pair[0].by != pair[1].by).count();
                    let new = usize::from(raises.last().is_some_and(|last| last.by != p));
                    let before = if raises.is_empty() { 0 } else { sides + new };
                    raises.push(Raise { before, by: p, chance: agent.chance(), won: false });
                }
                if plan.show && moves.len() > 1 {
                    let why: Vec<&str> = agent.reasons().iter().map(|reason| reason.to(Lang::En)).collect();
                    writeln!(out, "  {p}: {} ({})", game.text(&s, mv), why.join("; "))?;
                } else if plan.show {
                    writeln!(out, "  {p}: {}", game.text(&s, mv))?;
                }
                mv
            }
        };
        let by = game.turn(&s).player();
        game.apply(&mut s, mv);
        for (agent, p) in agents.iter_mut().zip(Player::all(game.players())) {
            agent.heard(game, p, by, &game.view(&s, Some(p)));
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

fn report<G: TrickTaking + Show + 'static>(name: &str, game: &G, plan: &Plan, told: Told<G>) -> Fallible<()> {
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
    writeln!(out, "\n| raise | said | believed | won |\n| --- | --- | --- | --- |")?;
    for before in 0..6 {
        let list: Vec<&Raise> =
            deals.iter().flat_map(|deal| &deal.raises).filter(|raise| raise.before == before).collect();
        if list.is_empty() {
            continue;
        }
        let n = list.len() as f64;
        let believed = list.iter().map(|raise| raise.chance).sum::<f64>() / n;
        let won = list.iter().filter(|raise| raise.won).count() as f64 / n;
        writeln!(
            out,
            "| {} | {} | {:.0} % | {:.0} % |",
            before + 1,
            list.len(),
            100.0 * believed,
            100.0 * won
        )?;
    }
    Ok(())
}

fn plan(words: &[String]) -> Fallible<(String, Plan)> {
    let mut game = None;
    let mut plan =
        Plan { deals: 20, limit: Limit::time(Duration::from_millis(50)), seed: 0, show: false, plot: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || -> Fallible<u64> {
            let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            Ok(value.parse().map_err(|_| format!("{word} needs a number, not '{value}'"))?)
        };
        match word.as_str() {
            "--deals" => plan.deals = number()?,
            "--ms" => plan.limit = Limit::time(Duration::from_millis(number()?)),
            "--nodes" => plan.limit = Limit::nodes(number()?),
            "--seed" => plan.seed = number()?,
            "--show" => plan.show = true,
            "--plot" => plan.plot = Some(words.next().ok_or("--plot needs a file")?.clone()),
            _ if word.starts_with("--") => return Err(format!("no such option: {word}").into()),
            _ => game = Some(word.clone()),
        }
    }
    Ok((
        game.ok_or("usage: bidding GAME [--deals N] [--ms T | --nodes N] [--seed S] [--show] [--plot FILE]")?,
        plan,
    ))
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
