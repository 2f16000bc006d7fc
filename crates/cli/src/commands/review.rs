//! `partie review`: every decision of a player in a recorded play with two verdicts; `partie hint`: what to play in a
//! position, in three steps.

use crate::args::{Hint, Review as Words};
use crate::output::{Answer, Output};
use anyhow::{Context, ensure};
use catalog::Playable;
use game::{Believed, Lang, Limit, Player, Record, Table, Turn, words};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use trainer::review::{loss_words, summary};
use trainer::{Ask, Decision, Exact, Proven, Review, advise, ladder, review};

/// States a hint may take where nothing else bounds it.
const NODES: u64 = 1_000_000;
/// Worlds drawn for a table of beliefs where deals cannot be counted.
const DRAWS: usize = 200;

/// What a thought may take.
pub(super) fn limit(nodes: Option<u64>, ms: Option<u64>) -> Limit {
    let time = ms.map(Duration::from_millis);
    Limit { nodes: nodes.or(if time.is_none() { Some(NODES) } else { None }), time, ..Limit::default() }
}

/// What the solver of a game proves of a position.
pub(super) fn proven(game: &dyn Playable, moves: &[String], limit: &Limit) -> Option<Proven> {
    let solved = game.solve(moves, limit).ok()?;
    let result = match solved.value.as_str() {
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        _ => return None,
    };
    Some(Proven { result, plies: solved.plies })
}

/// The solver of a game, where one can reach its end.
pub(super) fn solver(game: &Arc<dyn Playable>) -> Option<Exact> {
    // Chance at the beginning (a shuffled puzzle) does no harm to a player alone.
    let solvable = !game.hidden() && game.players() <= if game.chance() { 1 } else { 2 };
    let game = Arc::clone(game);
    let exact: Exact = Arc::new(move |moves, limit| proven(&*game, moves, limit));
    solvable.then_some(exact)
}

fn record(path: &std::path::Path) -> anyhow::Result<(Record, Box<dyn Playable>)> {
    let shown = path.display();
    let record = Record::parse(&super::read(path)?).with_context(|| format!("{shown}"))?;
    let game = super::open(&record.game).with_context(|| format!("{shown}: the header 'game'"))?;
    Ok((record, game))
}

pub(crate) fn run(args: &Words, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.record.display();
    let (record, game) = record(&args.record)?;
    let player = args.player.checked_sub(1).context("players are numbered from 1")?;
    ensure!(player < game.players(), "there is no player {}, only 1 to {}", args.player, game.players());
    let agent = args.agent.clone().unwrap_or_else(|| game.strongest());
    let game: Arc<dyn Playable> = Arc::from(game);
    for &at in &args.at {
        judged(&record, &*game, player, at)
            .map_err(|cause| anyhow::anyhow!("{shown}: --at {at}: {cause}"))?;
    }
    // What somebody bounds is bounded so, and by nodes alone the same everywhere; else the whole review is bounded in time, too.
    let unbounded = args.nodes.is_none() && args.ms.is_none();
    let nodes = args.nodes.or_else(|| unbounded.then(|| trainer::review::usual(&*game.table(0))));
    let ask = Ask {
        record: record.clone(),
        player: Player(player as u8),
        agent,
        limit: limit(nodes, args.ms),
        within: unbounded.then_some(trainer::review::WITHIN),
        thoughts: args.thoughts.map(usize::from),
        only: args.at.clone(),
        seed,
        lang: args.lang,
        exact: solver(&game),
    };
    // The heading waits for the first decision: a record that cannot be replayed prints nothing but its mistake.
    let mut headed = false;
    let mut trouble = Ok(());
    let made = review(game.table(record.seed.unwrap_or(0)), ask, &mut |decision| {
        let heading = if headed { Ok(()) } else { heads(args.lang, out) };
        headed = true;
        trouble = heading.and_then(|()| row(decision, args.lang, game.table(0).stake().is_some(), out));
        trouble.is_ok()
    });
    trouble?;
    let made = made.with_context(|| format!("{shown}"))?;
    if !headed {
        heads(args.lang, out)?;
    }
    out.line(format!("\n{}", summary(&made, args.lang)))?;
    if !made.over {
        let unfinished = words(
            "The play is not over: judged is what there is of it.",
            "Partie není dohraná: posouzeno je, co z ní je.",
            "Partia nie je dohraná: posúdené je, čo z nej je.",
        );
        out.line(unfinished.to(args.lang))?;
    }
    let mut beliefs = Vec::new();
    for &at in &made.costliest {
        let decision = &made.decisions[at];
        let mut table = game.table(0);
        let begun = trainer::exercise::prefix(&record, decision.at);
        table.replay(&begun).with_context(|| format!("{shown}"))?;
        let known = table.beliefs(Player(player as u8), DRAWS, seed, args.lang);
        costly(decision, &made, &known, args.lang, out)?;
        beliefs.push(json!({"at": decision.at, "tokens": known.iter().map(token).collect::<Vec<_>>()}));
    }
    out.document(&document(&made, &beliefs, args.lang))?;
    Ok(Answer::Yes)
}

/// Whether a player chooses among several moves at a moment of a play; else why there is nothing to judge.
fn judged(record: &Record, game: &dyn Playable, player: usize, at: usize) -> Result<(), String> {
    let all = record.moves.len();
    if at >= all {
        return Err(format!(
            "the record has {all} moves, the last decision can be after {}",
            all.saturating_sub(1)
        ));
    }
    let mut table = game.table(record.seed.unwrap_or(0));
    // A record that does not replay is refused by the review itself.
    if table.replay(&trainer::exercise::prefix(record, at)).is_err() {
        return Ok(());
    }
    match table.turn() {
        Turn::Player(p) if p.index() != player => {
            Err(format!("player {p} moves there, not player {}", player + 1))
        }
        Turn::Player(_) if table.choices() < 2 => {
            Err("only one move is legal there: nothing is decided".into())
        }
        Turn::Player(_) => Ok(()),
        Turn::Chance | Turn::Over => Err(format!("nobody is to move there, {}", dealing(record, at))),
    }
}

fn token(row: &Believed) -> Value {
    json!({"kind": row.kind, "label": row.label, "players": row.shares, "counted": row.counted})
}

fn heads(lang: Lang, out: &mut Output) -> anyhow::Result<()> {
    let word = |en, cs, sk| words(en, cs, sk).to(lang);
    out.line(format!(
        "{:>5}  {:<22} {:<22} {:>9} {:>9}  {}",
        word("after", "po", "po"),
        word("played", "zahráno", "zahrané"),
        word("expert", "expert", "expert"),
        word("known", "ztráta", "strata"),
        word("open", "odkrytě", "odkryto"),
        word("verdict", "verdikt", "verdikt"),
    ))
}

/// A text of at most so many characters.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn row(decision: &Decision, lang: Lang, money: bool, out: &mut Output) -> anyhow::Result<()> {
    let scale = trainer::Scale { money, unit: 1.0 };
    let open = decision.open.map_or("?".to_string(), |open| loss_words(scale, open, lang));
    out.line(format!(
        "{:>5}  {:<22} {:<22} {:>9} {:>9}  {}",
        decision.at,
        short(&decision.played.1, 22),
        short(&decision.best.1, 22),
        loss_words(scale, decision.known, lang),
        open,
        decision.verdict.to(lang),
    ))
}

/// One of the costliest decisions with its reasons and what could be known. Names of moves stand for themselves, so that no
/// language has to decline them; cards that are as likely everywhere share a row.
fn costly(
    decision: &Decision,
    review: &Review,
    known: &[Believed],
    lang: Lang,
    out: &mut Output,
) -> anyhow::Result<()> {
    let loss = loss_words(review.scale, decision.known, lang);
    out.line(format!(
        "\n{} {}: {}; {} {} ({loss})",
        words("after move", "po tahu", "po ťahu").to(lang),
        decision.at,
        decision.played.1,
        words("better:", "lépe:", "lepšie:").to(lang),
        decision.best.1,
    ))?;
    for why in &decision.because {
        out.line(format!("  - {why}"))?;
    }
    let Some(first) = known.first() else { return Ok(()) };
    let cell = |text: String| format!("{text:>11}");
    let player = words("player", "hráč", "hráč").to(lang);
    let heads: String = (1..=first.shares.len()).map(|p| cell(format!("{player} {p}"))).collect();
    out.line(format!("    {heads}"))?;
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for line in known {
        let shares: String =
            line.shares.iter().map(|share| cell(format!("{:.0} %", 100.0 * share))).collect();
        match rows.iter_mut().find(|(told, _)| *told == shares) {
            Some((_, cards)) => cards.push(&line.label),
            None => rows.push((shares, vec![&line.label])),
        }
    }
    for (shares, cards) in rows {
        out.line(format!("    {shares}  {}", cards.join(", ")))?;
    }
    Ok(())
}

fn document(review: &Review, beliefs: &[Value], lang: Lang) -> Value {
    let decision = |d: &Decision| {
        json!({
            "at": d.at, "choices": d.choices, "played": d.played.0, "best": d.best.0, "known": d.known,
            "open": d.open, "open_best": d.open_best.as_ref().map(|best| &best.0), "exact": d.exact,
            "thoughts": d.thoughts, "error": d.error,
            "expected": d.expected, "verdict": d.verdict.id(), "because": d.because,
            "motifs": d.motifs.iter().map(|motif| motif.id).collect::<Vec<_>>(),
            "values": d.values.iter().map(|(mv, value)| json!({"move": mv, "value": value})).collect::<Vec<_>>(),
        })
    };
    json!({
        "game": review.game, "player": review.player.index() + 1, "money": review.scale.money, "unit": review.scale.unit,
        "slip": review.scale.slip(), "mistake": review.scale.mistake(), "lost": review.lost(), "result": review.result,
        "over": review.over, "cut": review.cut, "summary": summary(review, lang),
        "decisions": review.decisions.iter().map(decision).collect::<Vec<_>>(),
        "costliest": review.costliest.iter().map(|&i| review.decisions[i].at).collect::<Vec<_>>(), "beliefs": beliefs,
    })
}

/// What happens at a moment at which nobody chooses, and when somebody does.
fn dealing(record: &Record, at: usize) -> String {
    let next = (at..record.moves.len()).find(|&k| record.moves[k].who.is_some());
    match next {
        Some(next) => format!("cards are dealt or dice thrown; the next decision is --at {next}"),
        None => "cards are dealt or dice thrown, and the record ends before a decision".into(),
    }
}

pub(crate) fn hint(args: &Hint, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.record.display();
    let (record, game) = record(&args.record)?;
    let at = args.at.unwrap_or(record.moves.len());
    ensure!(
        at <= record.moves.len(),
        "{shown}: the record has {} moves, there is no moment after {at}",
        record.moves.len()
    );
    let mut table: Box<dyn Table> = game.table(record.seed.unwrap_or(0));
    table.replay(&trainer::exercise::prefix(&record, at)).with_context(|| format!("{shown}"))?;
    let player = match table.turn() {
        Turn::Player(player) => player,
        Turn::Over => anyhow::bail!(
            "{shown}: after {at} moves nobody is to move, the play is over; --at says at which moment to think"
        ),
        Turn::Chance => {
            anyhow::bail!("{shown}: after {at} moves nobody is to move, {}", dealing(&record, at))
        }
    };
    let agent = args.agent.clone().unwrap_or_else(|| game.strongest());
    let limit = limit(args.nodes, args.ms);
    // Whom somebody names thinks alone.
    let advice = match args.agent {
        Some(_) => table.hint(&agent, seed, &limit)?,
        None => advise(&*table, &agent, seed, &limit)?,
    };
    let steps = ladder(&*table, &advice, args.lang);
    let (cards, shown_best) = (args.step >= 2, args.step >= 3);
    out.line(format!("1. {}", steps.look))?;
    if cards {
        let labels: Vec<&str> = steps.choices.iter().map(|choice| choice.label.as_str()).collect();
        out.line(format!("2. {}", labels.join(", ")))?;
    }
    if shown_best {
        out.line(format!("3. {}", steps.best.label))?;
        for why in &steps.because {
            out.line(format!("   - {why}"))?;
        }
    }
    let choices: Vec<&str> = steps.choices.iter().map(|choice| choice.text.as_str()).collect();
    out.document(&json!({
        "game": game.id(), "player": player.index() + 1, "at": at, "look": steps.look,
        "choices": if cards { json!(choices) } else { Value::Null },
        "best": if shown_best { json!(steps.best.text) } else { Value::Null },
        "because": if shown_best { json!(steps.because) } else { Value::Null },
        "motifs": if shown_best { json!(steps.motifs) } else { Value::Null },
    }))?;
    Ok(Answer::Yes)
}
