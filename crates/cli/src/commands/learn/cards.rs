//! `partie learn cards`: what cards played say about cards held.

use crate::args::Cards;
use crate::output::{Answer, Output};
use anyhow::{Context, anyhow, bail};
use catalog::{Playable, Studied, StudyPlan};
use game::{Acted, Lang, Limit, Player, Policy, Record, Turn};
use indicatif::ProgressBar;
use learn::{Header, Kind, NetFile, Numbers};
use serde_json::json;

/// Moves of a deal at most.
const LONGEST: usize = 2000;

pub(super) fn run(args: &Cards, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    super::load_nets(args.teacher.as_deref())?;
    let game = crate::commands::open(&args.game)?;
    let (learned, asked) = match &args.teacher {
        Some(teacher) => {
            let bar = ProgressBar::new(args.deals + args.asked);
            let deal = |n: u64| {
                bar.inc(1);
                Ok((format!("deal {n} of {teacher}"), dealt(&*game, teacher, seed.wrapping_add(n))?))
            };
            let all = (0..args.deals + args.asked).map(deal).collect::<anyhow::Result<Vec<_>>>()?;
            bar.finish_and_clear();
            let mut learned = all;
            let asked = learned.split_off(args.deals as usize);
            (learned, asked)
        }
        None => {
            let mut learned = super::records(&args.records)?;
            let kept = learned.len() - learned.len().div_ceil(10);
            let asked = learned.split_off(kept);
            (learned, asked)
        }
    };
    let plan = StudyPlan { epochs: args.epochs.clamp(0.01, 1000.0), width: 128, drawn: 200, seed };
    let bar = ProgressBar::new(20);
    let watch = &mut |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let studied = catalog::study_cards(&game.id(), &learned, &asked, plan, watch).map_err(|e| anyhow!(e))?;
    bar.finish_and_clear();
    let sizes = (learned.len(), asked.len());
    write(args, &*game, &studied, sizes, seed)?;
    tell(&game.id(), &studied, sizes, out)?;
    Ok(Answer::Yes)
}

/// One deal of an agent in every seat.
fn dealt(game: &dyn Playable, teacher: &str, seed: u64) -> anyhow::Result<Record> {
    let mut table = game.table(seed);
    for p in 0..game.players() {
        table.seat(Player(p as u8), teacher, seed.wrapping_add(p as u64))?;
    }
    for _ in 0..LONGEST {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance if !table.accounts(Lang::En).is_empty() => break,
            Turn::Chance => {
                table.roll();
            }
            Turn::Player(_) => match table.act(&Limit::default(), &Policy::default()) {
                Acted::Moved(_) => {}
                _ => bail!("{teacher} made no move"),
            },
        }
    }
    Ok(table.record())
}

/// Writes the files that were asked for.
fn write(
    args: &Cards,
    game: &dyn Playable,
    studied: &Studied,
    (learned, _): (usize, usize),
    seed: u64,
) -> anyhow::Result<()> {
    if let Some(path) = &args.table {
        let text = studied.statistician.text(&game.id());
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.out {
        let from = match &args.teacher {
            Some(teacher) => format!("--teacher {teacher} --deals {} --asked {}", args.deals, args.asked),
            None => format!("--records …({learned} files)"),
        };
        let header = Header {
            game: game.id(),
            rules: game.version(),
            encoder: format!("{}-places-1", game.id().split('?').next().unwrap_or_default()),
            kind: Kind::Places,
            seed,
            steps: studied.steps,
            made_by: format!(
                "partie learn cards {} {from} --epochs {} --seed {seed}",
                args.game, args.epochs
            ),
            notes: Vec::new(),
        };
        let file = NetFile { header, vocabulary: [Vec::new(), Vec::new()], net: studied.places.clone() };
        super::write_whole(path, &file.write(Numbers::F16))?;
    }
    Ok(())
}

fn tell(
    id: &str,
    studied: &Studied,
    (learned, asked): (usize, usize),
    out: &mut Output,
) -> anyhow::Result<()> {
    let names = ["habits written by hand", "the statistician's counts", "the network of places"];
    out.line(format!(
        "{id}: learned from {learned} deals ({} decisions counted, {} cards placed), asked about {} views of {asked} unseen deals",
        studied.statistician.seen(),
        studied.cards,
        studied.views
    ))?;
    if let Some(counted) = studied.counted {
        out.line(format!("counting alone: ln likelihood of the true deal {counted:.2}"))?;
    }
    for (name, (gain, within)) in names.iter().zip(studied.gains) {
        out.line(format!("{name}: {gain:+.3} ± {within:.3} (95 %) above counting"))?;
    }
    let gains = names
        .iter()
        .zip(studied.gains)
        .map(|(name, (gain, within))| json!({"by": name, "gain": gain, "within": within}));
    out.document(&json!({
        "game": id, "learned": learned, "asked": asked, "decisions": studied.statistician.seen(), "cards": studied.cards,
        "views": studied.views, "counted": studied.counted, "gains": gains.collect::<Vec<_>>(),
    }))
}
