//! `partie expert advise`: a game at a real table, followed from what a person sees there.

use crate::args::Advise;
use crate::output::{Answer, Output};
use anyhow::anyhow;
use catalog::{Adviser, Choice, Playable, Standing, Wants};
use game::{Limit, Player};
use serde_json::{Value, json};
use std::io::BufRead;
use std::time::Duration;

/// What a person does at the prompt.
enum Line {
    /// More was seen.
    Words(Vec<String>),
    /// What to play?
    Ask,
    /// The last word, or so many, never were.
    Undo(usize),
    /// That word was another one.
    Mend(usize, String),
    /// What was told so far?
    List,
    Help,
    Quit,
}

const HELP: &str = "words: cards and moves as they are seen, separated by blanks\n?  what to play and why\n\
    undo [N]  take back the last word, or N of them\nfix N WORD  the word number N was WORD\nlist  what was told so far\nquit";

fn read(line: &str) -> Line {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["?"] => Line::Ask,
        ["undo"] => Line::Undo(1),
        ["undo", n] => n.parse().map_or(Line::Help, Line::Undo),
        ["fix", n, word] => n.parse().map_or(Line::Help, |n| Line::Mend(n, (*word).to_string())),
        ["list"] => Line::List,
        ["help"] => Line::Help,
        ["quit"] => Line::Quit,
        list => Line::Words(list.iter().map(|word| (*word).to_string()).collect()),
    }
}

struct Seat<'a> {
    game: &'a dyn Playable,
    me: Player,
    agent: String,
    limit: Limit,
    seed: u64,
    lang: game::Lang,
    words: Vec<String>,
}

impl Seat<'_> {
    fn follow(&self) -> anyhow::Result<(Box<dyn Adviser>, Standing)> {
        let adviser = self.game.adviser(self.me, &self.words, self.seed).map_err(|cause| anyhow!(cause))?;
        let standing = adviser.standing(self.lang);
        Ok((adviser, standing))
    }

    /// Takes words that were not taken out again, and says so.
    fn settle(&mut self, out: &mut Output) -> anyhow::Result<(Box<dyn Adviser>, Standing)> {
        let (adviser, standing) = self.follow()?;
        let Some((number, cause)) = &standing.refused else { return Ok((adviser, standing)) };
        out.line(format!("word {}: {cause}", number + 1))?;
        if self.words.len() > number + 1 {
            out.line(format!("the words from there on were not taken: {}", self.words[*number..].join(" ")))?;
        }
        self.words.truncate(*number);
        self.follow()
    }

    fn prompt(&self, standing: &Standing, out: &mut Output) -> anyhow::Result<()> {
        let list = |choices: &[Choice]| choices.iter().map(|c| c.word.as_str()).collect::<Vec<_>>().join(" ");
        match &standing.wants {
            Wants::Nothing => out.line("the play is over"),
            Wants::Cards { many, choices } => {
                out.line(format!("which cards came to light? {many} of: {}", list(choices)))
            }
            Wants::Said { choices } => out.line(format!("what was said with it? {}", list(choices))),
            Wants::Move { by: None, choices } => out.line(format!("your cards: {}", list(choices))),
            Wants::Move { by: Some(p), choices } if *p == self.me => {
                out.line(format!("your move (? asks what to play): {}", list(choices)))
            }
            Wants::Move { by: Some(p), choices } => {
                out.line(format!("player {} moves: {}", p.0 + 1, list(choices)))
            }
        }
    }

    fn ask(&self, adviser: &dyn Adviser, out: &mut Output) -> anyhow::Result<Option<Value>> {
        match adviser.advise(&self.agent, self.seed, &self.limit, self.lang) {
            Err(cause) => {
                out.line(cause)?;
                Ok(None)
            }
            Ok((advice, label)) => {
                out.line(format!("{} plays {} ({label})", self.agent, advice.text))?;
                let reasons = advice.reasons.iter().map(|reason| reason.to(self.lang).to_string());
                let because: Vec<String> =
                    if advice.reasons.is_empty() { advice.because.clone() } else { reasons.collect() };
                because.iter().try_for_each(|why| out.line(format!("  {why}")))?;
                Ok(Some(json!({"move": advice.text, "label": label, "because": because})))
            }
        }
    }
}

pub(crate) fn run(args: &Advise, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let agent = match &args.agent {
        Some(agent) => super::expert::load_bots(std::slice::from_ref(agent))?.remove(0),
        None => game.strongest(),
    };
    // A rule file tells the rules it tried.
    let agent = match agent.strip_prefix("rulefile") {
        Some("") => "rulefile?explain=yes".to_string(),
        Some(_) => format!("{agent}&explain=yes"),
        None => agent,
    };
    let limit = match args.nodes {
        Some(nodes) => Limit::nodes(nodes),
        None => Limit::time(Duration::from_secs_f64(args.seconds.clamp(0.01, 600.0))),
    };
    let me = Player(args.seat.checked_sub(1).ok_or_else(|| anyhow!("--seat counts from 1"))?);
    let words = args.words.as_deref().unwrap_or("").split_whitespace().map(str::to_string).collect();
    let mut seat = Seat { game: &*game, me, agent, limit, seed, lang: args.lang, words };
    if args.words.is_some() {
        return once(&mut seat, out);
    }
    out.line(HELP)?;
    let (mut adviser, mut standing) = seat.settle(out)?;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        seat.prompt(&standing, out)?;
        out.prompt("> ")?;
        let Some(line) = lines.next().transpose()? else { break };
        match read(&line) {
            Line::Quit => break,
            Line::Help => out.line(HELP)?,
            Line::List => {
                for (i, word) in standing.words.iter().enumerate() {
                    let by = word.by.map_or(String::new(), |p| format!("player {}: ", p.0 + 1));
                    out.line(format!("{:>4}. {}   {by}{}", i + 1, word.word, word.label))?;
                }
            }
            Line::Ask => drop(seat.ask(&*adviser, out)?),
            Line::Undo(n) => seat.words.truncate(seat.words.len().saturating_sub(n)),
            Line::Mend(n, word) => match seat.words.get_mut(n.wrapping_sub(1)) {
                Some(old) => *old = word,
                None => out.line(format!("there is no word {n}: {} were told", seat.words.len()))?,
            },
            Line::Words(list) => seat.words.extend(list),
        }
        (adviser, standing) = seat.settle(out)?;
    }
    out.document(&json!({"game": args.game, "words": seat.words}))?;
    Ok(Answer::Yes)
}

/// Everything at once: how things stand, and the advice where it is the person's turn.
fn once(seat: &mut Seat<'_>, out: &mut Output) -> anyhow::Result<Answer> {
    let (adviser, standing) = seat.follow()?;
    let mut advice = None;
    if let Some((number, cause)) = &standing.refused {
        out.line(format!("word {}: {cause}", number + 1))?;
    }
    seat.prompt(&standing, out)?;
    if standing.mine && standing.refused.is_none() {
        advice = seat.ask(&*adviser, out)?;
    }
    let choices = match &standing.wants {
        Wants::Move { choices, .. } | Wants::Cards { choices, .. } | Wants::Said { choices } => {
            choices.as_slice()
        }
        Wants::Nothing => &[],
    };
    let refused = standing.refused.as_ref().map(|(n, cause)| json!({"word": n + 1, "cause": cause}));
    out.document(&json!({
        "game": seat.game.id(), "seat": seat.me.0 + 1, "taken": standing.words.len(), "refused": refused,
        "mine": standing.mine, "choices": choices.iter().map(|c| c.word.as_str()).collect::<Vec<_>>(),
        "advice": advice,
    }))?;
    Ok(if standing.refused.is_some() { Answer::Mistake } else { Answer::Yes })
}
