//! What learned likelihoods are worth to the expert, and the first lead: both without the rest of the catalog.
//!
//! `cargo run --release -p cardplay --example likelihoods -- GAME AGENT LEARNED COMPARED [SEED]`: AGENT (an `expert?…`) plays so
//! many deals in every seat, the statistician counts its cards, and the same agent with that table (`cards=`) plays so many
//! deals, each from every seat, against a table of itself without it. `… -- lead DEALS ASKED EPOCHS RATE` teaches the first lead of
//! šnaps to a network of 24 inputs and a hidden layer of 72.

use cardplay::learned::{Statistician, library};
use cardplay::{LeadReader, enlist, race_agents};
use cards::TrickTaking;
use game::{Agent, Clock, Limit, Player, Rng, Roster, Show};
use learn::{Imitation, Learnable, Readers, School, Setting, Source, Terms};
use marias::Marias;
use snaps::Snaps;
use std::io::{self, Write};
use std::sync::Arc;
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Counts the cards of some deals.
fn watched<G: TrickTaking + Show>(
    game: &G,
    roster: &Roster<G>,
    agent: &str,
    (deals, seed): (u64, u64),
) -> Fallible<Statistician> {
    let mut counts = Statistician::default();
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    for deal in 0..deals {
        let mut rng = Rng::new(game::hash::hash(&(seed, deal)));
        let mut agents: Vec<Box<dyn Agent<G>>> = (0..game.players() as u64)
            .map(|p| roster.make(game, agent, deal * 8 + p).map_err(|e| e.to_string()))
            .collect::<Result<_, String>>()?;
        let mut s = game.initial();
        while !game.settled(&s) {
            let by = game.turn(&s).player();
            let mv = match by {
                None => game.pick(&s, &mut rng, &mut scratch),
                Some(me) => {
                    moves.clear();
                    game.moves(&s, &mut moves);
                    let view = game.view(&s, Some(me));
                    let limit = Limit::default();
                    Some(
                        agents[me.index()]
                            .choose(game, me, &view, &moves, &limit)
                            .map_err(|e| e.to_string())?
                            .best,
                    )
                }
            };
            let Some(mv) = mv else { break };
            if let (Some(deal), Some(card)) = (game.in_play(&s), game.card_of(mv)) {
                counts.saw(&deal, card);
            }
            game.apply(&mut s, mv);
            for (p, agent) in agents.iter_mut().enumerate() {
                let me = Player(p as u8);
                agent.heard(game, me, by, &game.view(&s, Some(me)));
            }
        }
    }
    Ok(counts)
}

/// The agent with a table against the same without.
fn compare<G: TrickTaking + Show + 'static>(
    game: &G,
    agent: &str,
    (learned, compared, seed): (u64, u64, u64),
) -> Fallible<()> {
    let mut roster: Roster<G> = Roster::new("expert");
    enlist(&mut roster);
    let counts = watched(game, &roster, agent, (learned, seed))?;
    library::load("counts", &counts.text(&game.id()))?;
    let readers = Readers::default();
    let school = School { game, roster: &roster, readers: &readers };
    let limit = Limit { clock: Clock::system(), ..Limit::default() };
    let terms = Terms { deals: compared, length: 2000, limit, opening: 0, seed: seed.wrapping_add(1 << 40) };
    let joint = if agent.contains('?') { '&' } else { '?' };
    let found = school.compare(&format!("{agent}{joint}cards=counts"), agent, &terms)?;
    let (gain, within) = found.gain();
    writeln!(
        io::stdout(),
        "{}: {} cards counted; with the table {gain:+.3} ± {within:.3} points a deal (95 %), {compared} deals from every seat",
        game.id(),
        counts.seen()
    )?;
    Ok(())
}

/// The first lead of šnaps.
fn lead(deals: u64, asked: u64, epochs: f32, rate: f32) -> Fallible<()> {
    let game = Snaps::parse("")?;
    let mut roster: Roster<Snaps> = Roster::new("rules");
    race_agents(&mut roster);
    let readers = Readers::default().with(Arc::new(LeadReader::new(&game)));
    let school = School { game: &game, roster: &roster, readers: &readers };
    let setting = Setting {
        width: 72,
        blocks: 0,
        encoder: Some(cardplay::LEAD.to_string()),
        seed: 1,
        opponents: Vec::new(),
        every: 0,
        deals: 0,
        until: 0,
        made_by: String::new(),
    };
    let plan =
        Imitation { source: Source::Teacher("rules"), deals, asked, rounds: 20, epochs, rate, soften: 0.0 };
    let trained = school.imitate(&setting, &plan, None, &mut |_| true)?;
    let last = |name: &str| {
        let found = trained.checkpoint.curve.iter().rev().find(|(n, _, _)| n.starts_with(name));
        found.map_or(0.0, |(_, _, share)| 100.0 * share)
    };
    writeln!(
        io::stdout(),
        "first lead after {deals} deals: agrees in {:.1} % of {} unseen leads, always the highest card in {:.1} %",
        last("agreement on unseen"),
        trained.checkpoint.held.len(),
        last("always")
    )?;
    Ok(())
}

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["lead", deals, asked, epochs, rate] => {
            lead(deals.parse()?, asked.parse()?, epochs.parse()?, rate.parse()?)
        }
        [game, agent, learned, compared, rest @ ..] => {
            let seed = rest.first().map_or(Ok(1), |seed| seed.parse())?;
            let sizes = (learned.parse()?, compared.parse()?, seed);
            match *game {
                "snaps" => compare(&Snaps::parse("")?, agent, sizes),
                "marias" => compare(&Marias::voleny("")?, agent, sizes),
                "taroky" => compare(&Taroky::parse("")?, agent, sizes),
                _ => Err(format!("no such game: {game} (snaps, marias, taroky)").into()),
            }
        }
        _ => Err("GAME AGENT LEARNED COMPARED [SEED], or lead DEALS ASKED EPOCHS RATE".into()),
    }
}
