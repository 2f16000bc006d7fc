//! `partie daily`: the deal of the day, the same for everybody.

use crate::draw;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use clap::Args;
use game::{Lang, Limit, Player, Turn};
use practice::daily::{Daily, Date, EXPERT, OPPONENT, expert_plays};
use serde_json::json;
use std::io::BufRead;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Args)]
pub(crate) struct DailyArgs {
    /// The card game
    pub(crate) game: String,
    /// The day, as 2026-11-16 (default: today, in universal time)
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    /// Play it in the terminal, then compare with the expert; without this the expert plays alone
    #[arg(long)]
    pub(crate) play: bool,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: Lang,
}

fn today() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Date::of_seconds(i64::try_from(since.as_secs()).unwrap_or(0))
}

pub(crate) fn run(args: &DailyArgs, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    if !game.agents().iter().any(|agent| agent.name == "expert") {
        bail!("{} has no deal of the day: no expert plays it", game.id());
    }
    let date = match &args.date {
        Some(text) => text.parse::<Date>().map_err(anyhow::Error::msg)?,
        None => today(),
    };
    let daily = Daily::new(&game.id(), game.players(), date);
    let mine = if args.play {
        match play(&daily, &mut *game.table(daily.seed), args.lang, out)? {
            Some(points) => Some(points),
            None => return Ok(Answer::Yes),
        }
    } else {
        None
    };
    let mut table = game.table(daily.seed);
    expert_plays(&daily, &mut *table).context("the expert did not play to the end")?;
    let expert = table.points().get(daily.player.index()).copied().unwrap_or(0);
    let player = daily.player;
    out.line(format!(
        "{}, {date}: you are player {player}; the expert in that seat makes {expert}",
        game.id()
    ))?;
    if let Some(mine) = mine {
        out.line(format!("You made {mine}, {:+} against the expert.", mine - expert))?;
    }
    out.document(&json!({
        "game": game.id(), "date": date.to_string(), "seed": daily.seed.to_string(), "player": player.0 + 1,
        "opponents": OPPONENT, "expert": {"agent": EXPERT, "points": expert, "record": table.record().to_string()},
        "points": mine, "difference": mine.map(|mine| mine - expert),
    }))?;
    Ok(Answer::Yes)
}

/// Lets a person play; `None` if they leave.
fn play(
    daily: &Daily,
    table: &mut dyn game::Table,
    lang: Lang,
    out: &mut Output,
) -> anyhow::Result<Option<i32>> {
    let me = daily.player;
    let mut told = 0;
    while table.turn() != Turn::Over {
        match table.turn() {
            Turn::Chance => drop(table.roll()),
            Turn::Player(p) if p == me => {
                tell(table, &mut told, me, lang, out)?;
                out.line(format!("\n{}", draw::table(table, Some(me), lang, out.colour())))?;
                let offers = table.offers(lang);
                let list: Vec<String> = offers
                    .iter()
                    .enumerate()
                    .map(|(i, o)| format!("{}) {} [{}]", i + 1, o.label, o.text))
                    .collect();
                out.line(list.join("  "))?;
                loop {
                    out.prompt(&format!("player {me}> "))?;
                    let mut line = String::new();
                    if std::io::stdin().lock().read_line(&mut line)? == 0 || line.trim() == "quit" {
                        out.line("\nLeft before the end.")?;
                        return Ok(None);
                    }
                    let word = line.trim();
                    let numbered = word.parse::<usize>().ok().and_then(|n| offers.get(n.wrapping_sub(1)));
                    let text = numbered.map_or(word, |offer| offer.text.as_str());
                    match table.play(text) {
                        Ok(()) => break,
                        Err(refusal) => out.line(format!("{refusal}"))?,
                    }
                }
            }
            Turn::Player(p) => {
                let advice = table.hint(OPPONENT, daily.mind(p, table.made()), &Limit::default())?;
                table.play(&advice.text)?;
            }
            Turn::Over => {}
        }
    }
    tell(table, &mut told, me, lang, out)?;
    for line in table.sheet(lang) {
        out.line(line)?;
    }
    Ok(table.points().get(me.index()).copied())
}

fn tell(
    table: &dyn game::Table,
    told: &mut usize,
    me: Player,
    lang: Lang,
    out: &mut Output,
) -> anyhow::Result<()> {
    for said in table.heard(*told, Some(me), lang) {
        let actor = said.who.map_or("·".to_string(), |p| format!("player {p}:"));
        out.line(format!("  {actor} {}", said.text))?;
    }
    *told = table.made();
    Ok(())
}
