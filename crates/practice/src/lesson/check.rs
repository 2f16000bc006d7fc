//! What the rules say about a lesson: every move legal, every answer possible, every fact true, no language forgotten.

use super::{Claim, Fact, Fault, Lesson, Question, Texts};
use game::{Entry, Lang, Player, Record, Table, Turn};

const LANGS: [&str; 3] = ["en", "cs", "sk"];

/// Who took the trick that the last move finished, if it finished one: compared with the tricks taken `before`.
pub fn winner(before: &[u16], table: &dyn Table) -> Option<Player> {
    let after = table.cues(None, Lang::En).tricks;
    let grew = (0..after.len()).find(|&p| after[p] > before.get(p).copied().unwrap_or(0))?;
    Some(Player(u8::try_from(grew).ok()?))
}

struct Checker<'a> {
    lesson: &'a Lesson,
    faults: Vec<Fault>,
    /// The languages in which the whole lesson must be.
    langs: Vec<usize>,
}

fn card(kind: &str) -> &str {
    kind.rsplit(':').next().unwrap_or("")
}

impl Checker<'_> {
    fn wrong(&mut self, line: usize, cause: impl Into<String>) {
        self.faults.push(Fault { line, cause: cause.into() });
    }

    fn languages(&mut self, line: usize, what: &str, texts: &Texts) {
        for &lang in &self.langs.clone() {
            if texts[lang].is_empty() {
                self.wrong(
                    line,
                    format!("{what} is missing in {}, in which the lesson has its title", LANGS[lang]),
                );
            }
        }
    }

    fn claim(&mut self, claim: &Claim, table: &dyn Table, before: &[u16]) {
        let told = |p: Player| format!("player {p}");
        let players = table.players();
        let known = |p: Player| p.index() < players;
        let cause = match &claim.fact {
            Fact::Trick(p) => match winner(before, table) {
                Some(won) if won == *p => None,
                Some(won) => Some(format!("player {won} takes that trick, not player {p}")),
                None => Some("the move before it finishes no trick".into()),
            },
            Fact::Turn(p) => (table.turn() != Turn::Player(*p)).then(|| {
                let due = match table.turn() {
                    Turn::Player(q) => told(q),
                    Turn::Chance => "chance".into(),
                    Turn::Over => "nobody".into(),
                };
                format!("it is the turn of {due}, not of player {p}")
            }),
            Fact::Taken(p, n) => {
                let taken = table.cues(None, Lang::En).tricks.get(p.index()).copied().unwrap_or(0);
                (usize::from(taken) != *n).then(|| format!("player {p} has taken {taken} tricks, not {n}"))
            }
            Fact::Points(list) => (table.points() != *list)
                .then(|| format!("the points are {:?}, not {list:?}", table.points())),
            Fact::Legal(list) => {
                let mut legal: Vec<String> = table.offers(Lang::En).into_iter().map(|o| o.text).collect();
                let mut said = list.clone();
                legal.sort();
                said.sort();
                (legal != said)
                    .then(|| format!("the legal moves are {}, not {}", legal.join(" "), said.join(" ")))
            }
            Fact::Holds(p, _) if !known(*p) => Some(format!("there is no player {p}")),
            Fact::Holds(p, list) => {
                let scene = table.scene(Some(*p), Lang::En);
                let mine = |zone: &str| scene.zones.iter().any(|z| z.id == zone && z.owner == Some(*p));
                let held: Vec<&str> =
                    scene.tokens.iter().filter(|t| mine(&t.place.zone)).map(|t| card(&t.kind)).collect();
                list.iter()
                    .find(|c| !held.contains(&c.as_str()))
                    .map(|c| format!("player {p} does not hold {c}"))
            }
            Fact::Over => (table.turn() != Turn::Over).then(|| "the play is not over there".into()),
        };
        if let Some(cause) = cause {
            self.wrong(claim.line, cause);
        }
    }

    fn question(&mut self, at: usize, ask: &Question, table: &dyn Table) {
        self.languages(ask.line, "the question", &ask.text);
        self.languages(ask.line, "the answer to a good move ('; right')", &ask.right);
        let seat = self.lesson.seat;
        let Some(entry) = self.lesson.record.moves.get(at) else {
            return self.wrong(ask.line, "no move of the play answers the question");
        };
        if entry.who != Some(seat) {
            let who = entry.who.map_or("chance".to_string(), |p| format!("player {p}"));
            return self.wrong(ask.line, format!("the question is for player {seat}, but {who} moves next"));
        }
        let legal: Vec<String> = table.offers(Lang::En).into_iter().map(|o| o.text).collect();
        for also in &ask.also {
            if !legal.contains(also) {
                self.wrong(ask.line, format!("'also {also}' is not a legal move there"));
            }
        }
        for reply in &ask.replies {
            self.languages(reply.line, "the reply", &reply.text);
            if reply.moves[0] == entry.text || ask.also.contains(&reply.moves[0]) {
                self.wrong(reply.line, format!("'{}' is a good answer; it needs no 'if'", reply.moves[0]));
            }
            let mut variation = table.fork();
            let mut before = variation.cues(None, Lang::En).tricks;
            for mv in &reply.moves {
                before = variation.cues(None, Lang::En).tricks;
                if let Err(refusal) = variation.play(mv) {
                    self.wrong(reply.line, refusal.to_string());
                    return;
                }
            }
            for claim in &reply.facts {
                self.claim(claim, &*variation, &before);
            }
        }
        let covered = |mv: &String| {
            *mv == entry.text || ask.also.contains(mv) || ask.replies.iter().any(|r| r.moves[0] == *mv)
        };
        if ask.otherwise.iter().all(String::is_empty) {
            if let Some(open) = legal.iter().find(|mv| !covered(mv)) {
                self.wrong(ask.line, format!("nothing is said to '{open}': add '; else en: …'"));
            }
        } else {
            self.languages(ask.line, "the answer to other moves ('; else')", &ask.otherwise);
        }
    }
}

/// Everything that is wrong with a lesson by the rules of its game. `table` stands at the start of the game.
pub fn check(lesson: &Lesson, table: &mut dyn Table) -> Vec<Fault> {
    let langs = (0..3).filter(|&l| !lesson.title[l].is_empty()).collect();
    let mut checker = Checker { lesson, faults: Vec::new(), langs };
    if lesson.seat.index() >= table.players() {
        checker.wrong(
            1,
            format!("header 'seat': there is no player {}: the game has {}", lesson.seat, table.players()),
        );
        return checker.faults;
    }
    let mut before: Vec<u16> = Vec::new();
    for at in 0..=lesson.record.moves.len() {
        for stop in lesson.stops.iter().filter(|stop| stop.at == at) {
            if stop.ask.is_none() || stop.text.iter().any(|text| !text.is_empty()) {
                checker.languages(stop.line, "the text", &stop.text);
            }
            if let Some(ask) = &stop.ask {
                checker.question(at, ask, table);
            }
        }
        for claim in lesson.facts.iter().filter(|claim| claim.at == at) {
            checker.claim(claim, table, &before);
        }
        let Some(entry) = lesson.record.moves.get(at) else { break };
        before = table.cues(None, Lang::En).tricks;
        let one = Record { moves: vec![Entry { ..entry.clone() }], ..Record::default() };
        if let Err(error) = table.replay(&one) {
            checker.wrong(entry.line, error.cause);
            return checker.faults;
        }
    }
    let result = &lesson.record.result;
    if !result.is_empty() && (table.turn() != Turn::Over || *result != table.scores()) {
        checker.wrong(
            1,
            format!("the header says the result is {result:?}, the play ends {:?}", table.scores()),
        );
    }
    checker.faults
}
