//! `partie play`: a game in the terminal, alone or around one screen. Works over a pipe too.

use crate::args::Play;
use crate::draw;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use catalog::{GAMES, Playable};
use game::{Acted, Advice, Lang, Limit, Player, Policy, Record, Remedy, Table, Turn, outcome};
use serde_json::json;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

const HELP: &str = "Type a move or its number. Also: moves, hint, undo, save FILE, record, help, quit.";

pub(crate) fn run(args: &Play, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let saved = args.resume.as_deref().map(load).transpose()?;
    let id = match (&args.game, &saved) {
        (Some(id), None) => id.clone(),
        (None, Some(record)) => record.game.clone(),
        (Some(id), Some(record)) if *id == record.game => id.clone(),
        (Some(id), Some(record)) => bail!("the record is of {}, not of {id}", record.game),
        (None, None) => match menu(args.lang, out)? {
            Some(id) => id,
            None => return Ok(Answer::Yes),
        },
    };
    super::learn::load_nets(args.players.as_deref().unwrap_or_default().split(','))?;
    let game = super::open(&id)?;
    let seed = saved.as_ref().and_then(|r| r.seed).unwrap_or(seed);
    let mut table = game.table(seed);
    if let Some(record) = &saved {
        table.replay(record)?;
    }
    let players = seats(&*game, args.players.as_deref(), saved.as_ref())?;
    for (i, name) in players.iter().enumerate().filter(|(_, name)| !is_human(name)) {
        table.seat(Player(i as u8), name, fair::agent_seed(seed, Player(i as u8)))?;
    }
    let limit = Limit::time(super::seconds(args.seconds)?);
    let best = game.strongest();
    let mut evening = Evening { table, players, limit, lang: args.lang, best, seed, told: 0, at: None };
    evening.told = evening.table.made();
    evening.play(out)
}

fn load(path: &Path) -> anyhow::Result<Record> {
    Record::parse(&super::read(path)?).with_context(|| path.display().to_string())
}

/// Lets a person choose a game; `None` if nothing was chosen.
fn menu(lang: Lang, out: &mut Output) -> anyhow::Result<Option<String>> {
    out.line("What shall we play?\n")?;
    for (i, l) in GAMES.iter().enumerate() {
        out.line(format!("{:>3}  {:22} {}", i + 1, l.title.to(lang), l.about.to(lang)))?;
    }
    loop {
        out.prompt("\nA number or a name: ")?;
        let Some(answer) = read_line()? else { return Ok(None) };
        let chosen = answer.parse::<usize>().ok().and_then(|n| GAMES.get(n.wrapping_sub(1)));
        match chosen {
            Some(l) => return Ok(Some(l.name.to_string())),
            None if answer == "quit" => return Ok(None),
            None => match super::open(&answer) {
                Ok(_) => return Ok(Some(answer)),
                Err(error) => out.line(format!("{error}"))?,
            },
        }
    }
}

/// Who gives hints: nobody at the table, so that a hint is drawn with numbers of its own.
const HINT: u8 = 200;

fn is_human(name: &str) -> bool {
    name == "human" || name.starts_with("human ")
}

/// Who plays: as asked, as in the record, or a person first and good agents after.
fn seats(game: &dyn Playable, asked: Option<&str>, saved: Option<&Record>) -> anyhow::Result<Vec<String>> {
    let n = game.players();
    let players = match (asked, saved) {
        (Some(text), _) => super::expert::load_bots(&super::list(text))?,
        (None, Some(record)) if record.players.len() == n => record.players.clone(),
        (None, _) => (0..n).map(|i| if i == 0 { "human".to_string() } else { game.strongest() }).collect(),
    };
    if players.len() != n {
        bail!("{} is played by {n}: --players names {}", game.id(), players.len());
    }
    Ok(players)
}

fn read_line() -> anyhow::Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_string()))
}

/// One play at the terminal.
struct Evening {
    table: Box<dyn Table>,
    players: Vec<String>,
    limit: Limit,
    lang: Lang,
    best: String,
    seed: u64,
    /// How many moves were already printed.
    told: usize,
    /// The person at the screen, where that matters.
    at: Option<Player>,
}

impl Evening {
    fn play(&mut self, out: &mut Output) -> anyhow::Result<Answer> {
        let alone = !self.players.iter().any(|name| is_human(name));
        loop {
            match self.table.turn() {
                Turn::Over => break,
                // A person may leave a play that does not end; agents among themselves would never.
                _ if alone && self.table.made() >= arena::LONGEST => {
                    self.document(out)?;
                    bail!("the play was stopped after {} moves and is not over", self.table.made());
                }
                Turn::Chance => {
                    self.table.roll();
                }
                Turn::Player(p) if is_human(&self.players[p.index()]) => {
                    if !self.ask(p, out)? {
                        return self.leave(out);
                    }
                }
                Turn::Player(p) => self.agent(p, out)?,
            }
        }
        let eyes = self.eyes();
        self.tell(eyes, out)?;
        out.line(draw::table(&*self.table, eyes, self.lang, out.colour()))?;
        if let Some(defect) = self.table.defect() {
            self.document(out)?;
            bail!("the play broke off after {} moves and has no result: {defect}", self.table.made());
        }
        let winners: Vec<String> = outcome(&self.table.scores()).iter().map(Player::to_string).collect();
        let verdict = match (self.table.players(), winners.len()) {
            (1, 0) => "Not solved.".to_string(),
            (1, _) => format!("Solved in {} moves.", self.table.made()),
            (_, 0) => "A draw.".to_string(),
            (_, 1) => format!("Player {} wins.", winners[0]),
            _ => format!("Players {} win.", winners.join(" and ")),
        };
        out.line(format!("{verdict} Points: {:?}", self.table.points()))?;
        for line in self.table.sheet(self.lang) {
            out.line(line)?;
        }
        self.document(out)?;
        Ok(Answer::Yes)
    }

    /// Whose view the screen shows: that of the only person, or of the person to move.
    fn eyes(&self) -> Option<Player> {
        let mut people = (0..self.players.len()).filter(|&i| is_human(&self.players[i]));
        match (people.next(), people.next()) {
            (Some(i), None) => Some(Player(i as u8)),
            (Some(_), Some(_)) => self.at,
            _ => None,
        }
    }

    fn agent(&mut self, p: Player, out: &mut Output) -> anyhow::Result<()> {
        // People play on: a computer player that fails makes the first legal move, and everybody is told.
        let policy = Policy { remedy: Remedy::First, ..Policy::default() };
        match self.table.act(&self.limit, &policy) {
            Acted::Helped(incident) => out.line(format!("({}: {incident})", self.players[p.index()]))?,
            Acted::Disqualified(incident) => bail!("{}: {incident}", self.players[p.index()]),
            Acted::Waiting => bail!("nobody sits at place {p}"),
            Acted::Moved(_) | Acted::Chance(_) | Acted::Over => {}
        }
        let eyes = self.eyes();
        self.tell(eyes, out)
    }

    /// Says what happened since the last time, as far as `who` may know.
    fn tell(&mut self, who: Option<Player>, out: &mut Output) -> anyhow::Result<()> {
        for said in self.table.heard(self.told, who, self.lang) {
            let actor = said.who.map_or("·".to_string(), |p| format!("player {p}:"));
            out.line(format!("  {actor} {}", said.text))?;
        }
        self.told = self.table.made();
        Ok(())
    }

    /// Asks a person for a move until one is made; false if the person leaves.
    fn ask(&mut self, p: Player, out: &mut Output) -> anyhow::Result<bool> {
        if self.table.hidden() && self.eyes().is_some_and(|at| at != p) || self.at.is_none() && self.many() {
            self.curtain(p, out)?;
        }
        self.at = Some(p);
        self.tell(Some(p), out)?;
        out.line(format!("\n{}", draw::table(&*self.table, Some(p), self.lang, out.colour())))?;
        self.list_moves(out)?;
        loop {
            out.prompt(&format!("player {p}> "))?;
            let Some(line) = read_line()? else { return Ok(false) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => {}
                "help" | "?" => out.line(HELP)?,
                "moves" => self.list_moves(out)?,
                "hint" => self.hint(out)?,
                "record" => out.line(self.record().to_string())?,
                "save" => self.save(rest, out)?,
                "quit" | "exit" => return Ok(false),
                "undo" => {
                    if self.undo() {
                        return Ok(true);
                    }
                    out.line("This cannot be taken back: it revealed something, or nothing was played.")?;
                }
                _ => match self.make(&line) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => {
                        out.line(format!("{refusal}. 'moves' lists what is legal, 'help' the rest."))?
                    }
                },
            }
        }
    }

    fn many(&self) -> bool {
        self.table.hidden() && self.players.iter().filter(|name| is_human(name)).count() > 1
    }

    /// Hands the screen to another person without showing anything private.
    fn curtain(&mut self, p: Player, out: &mut Output) -> anyhow::Result<()> {
        if io::stdout().is_terminal() {
            out.prompt("\x1b[2J\x1b[H")?;
        }
        out.prompt(&format!("Hand over to player {p}, then press Enter. "))?;
        read_line()?;
        Ok(())
    }

    fn list_moves(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let offers = self.table.offers(self.lang);
        let show = |(i, o): (usize, &game::Offer)| {
            if o.label == o.text {
                format!("{}) {}", i + 1, o.text)
            } else {
                format!("{}) {} [{}]", i + 1, o.label, o.text)
            }
        };
        let shown: Vec<String> = offers.iter().enumerate().map(show).collect();
        out.line(shown.join("  "))
    }

    /// Makes a move by its notation or, where that means nothing, by its number in the list.
    fn make(&mut self, line: &str) -> Result<(), game::Refusal> {
        let refusal = match self.table.play(line) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        let offers = self.table.offers(self.lang);
        match line.parse::<usize>().ok().and_then(|n| offers.get(n.wrapping_sub(1))) {
            Some(offer) => self.table.play(&offer.text),
            None => Err(refusal),
        }
    }

    fn hint(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let advice: Advice =
            self.table.hint(&self.best, fair::agent_seed(self.seed, Player(HINT)), &self.limit)?;
        out.line(format!("{} suggests {}", self.best, advice.text))?;
        if advice.line.len() > 1 {
            out.line(format!("  expecting {}", advice.line.join(" ")))?;
        }
        for reason in &advice.because {
            out.line(format!("  {reason}"))?;
        }
        Ok(())
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self) -> bool {
        let mut undone = false;
        while self.table.undo() {
            undone = true;
            let person = self.table.turn().player().is_some_and(|p| is_human(&self.players[p.index()]));
            if person {
                break;
            }
        }
        self.told = self.table.made();
        undone
    }

    fn record(&self) -> Record {
        Record { players: self.players.clone(), ..self.table.record() }
    }

    fn save(&self, name: &str, out: &mut Output) -> anyhow::Result<()> {
        if name.is_empty() {
            return out.line("save where? Type: save FILE");
        }
        match std::fs::write(name, self.record().to_string()) {
            Ok(()) => out.line(format!(
                "Saved. 'partie play --resume {name}' continues, 'partie replay {name}' shows it."
            )),
            Err(error) => out.line(format!("cannot write {name}: {error}")),
        }
    }

    fn leave(&mut self, out: &mut Output) -> anyhow::Result<Answer> {
        out.line("\nLeft before the end.")?;
        self.document(out)?;
        Ok(Answer::Yes)
    }

    fn document(&self, out: &mut Output) -> anyhow::Result<()> {
        out.document(&json!({
            "game": self.table.id(), "scores": self.table.points(), "winner": super::winner(&*self.table),
            "record": self.record().to_string(),
        }))
    }
}
