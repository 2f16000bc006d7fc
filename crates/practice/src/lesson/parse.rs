//! Text → lesson, with every mistake and its line.

use super::{Claim, Fact, Fault, Lesson, Question, Reply, Stop, Texts};
use game::{Player, Record};

/// Longer texts are not read.
const LONGEST: usize = 400_000;
const LANGS: [&str; 3] = ["en", "cs", "sk"];

struct Reader {
    lesson: Lesson,
    faults: Vec<Fault>,
    /// The text that a line of continuation goes on with.
    last: Option<(Slot, usize)>,
    /// Whether what is said next begins a step of its own.
    then: bool,
}

/// Which text of the lesson was written last.
#[derive(Clone, Copy)]
enum Slot {
    Text,
    Ask,
    Right,
    Otherwise,
    Reply,
}

fn add(texts: &mut Texts, lang: usize, more: &str) {
    if !texts[lang].is_empty() {
        texts[lang].push(' ');
    }
    texts[lang].push_str(more);
}

/// Splits `words LANG: text`.
fn language(line: &str) -> Option<(&str, usize, &str)> {
    let found = LANGS.iter().enumerate().filter_map(|(i, lang)| {
        let tag = format!("{lang}:");
        let at = if line.starts_with(&tag) { 0 } else { line.find(&format!(" {tag}"))? + 1 };
        Some((at, i, tag.len()))
    });
    let (at, lang, length) = found.min()?;
    Some((line[..at].trim(), lang, line[at + length..].trim()))
}

fn fact(words: &[&str]) -> Result<Fact, String> {
    let player = |text: &str| match text.parse::<u8>() {
        Ok(n) if n >= 1 => Ok(Player(n - 1)),
        _ => Err(format!("'{text}' is not the number of a player")),
    };
    let names = |list: &[&str]| list.iter().map(|s| (*s).to_string()).collect::<Vec<_>>();
    match words {
        ["trick", p] => Ok(Fact::Trick(player(p)?)),
        ["turn", p] => Ok(Fact::Turn(player(p)?)),
        ["taken", p, n] => {
            let n = n.parse().map_err(|_| format!("'{n}' is not a number of tricks"))?;
            Ok(Fact::Taken(player(p)?, n))
        }
        ["points", list @ ..] if !list.is_empty() => list
            .iter()
            .map(|n| n.parse().map_err(|_| format!("'{n}' is not a number of points")))
            .collect::<Result<_, _>>()
            .map(Fact::Points),
        ["legal", list @ ..] if !list.is_empty() => Ok(Fact::Legal(names(list))),
        ["holds", p, list @ ..] if !list.is_empty() => Ok(Fact::Holds(player(p)?, names(list))),
        ["over"] => Ok(Fact::Over),
        _ => Err("a fact is 'trick 1', 'turn 2', 'taken 1 3', 'points 1 -1', 'legal HA H7', 'holds 2 HK' or 'over'".into()),
    }
}

impl Reader {
    fn wrong(&mut self, line: usize, cause: impl Into<String>) {
        self.faults.push(Fault { line, cause: cause.into() });
    }

    /// The stop at this place; a text after a question begins another one.
    fn stop(&mut self, at: usize, line: usize, fresh: bool) -> &mut Stop {
        let then = std::mem::take(&mut self.then);
        let stops = &mut self.lesson.stops;
        let usable = !then && stops.last().is_some_and(|s| s.at == at && !(fresh && s.ask.is_some()));
        if !usable {
            stops.push(Stop { at, line, ..Stop::default() });
        }
        let last = stops.len() - 1;
        &mut stops[last]
    }

    fn question(&mut self, line: usize, word: &str) -> Option<&mut Question> {
        let asked = self.lesson.stops.last().is_some_and(|stop| stop.ask.is_some());
        if !asked {
            self.wrong(line, format!("'{word}' comes before a question: '; ask en: …'"));
            return None;
        }
        self.lesson.stops.last_mut().and_then(|stop| stop.ask.as_mut())
    }

    /// Puts words of one language into a text of the lesson.
    fn put(&mut self, slot: Slot, lang: usize, words: &str) {
        let Some(stop) = self.lesson.stops.last_mut() else { return };
        let texts = match (slot, &mut stop.ask) {
            (Slot::Text, _) => Some(&mut stop.text),
            (Slot::Ask, Some(ask)) => Some(&mut ask.text),
            (Slot::Right, Some(ask)) => Some(&mut ask.right),
            (Slot::Otherwise, Some(ask)) => Some(&mut ask.otherwise),
            (Slot::Reply, Some(ask)) => ask.replies.last_mut().map(|reply| &mut reply.text),
            (_, None) => None,
        };
        if let Some(texts) = texts {
            add(texts, lang, words);
        }
        self.last = Some((slot, lang));
    }

    /// One comment line that stands alone, after `at` moves.
    fn directive(&mut self, at: usize, line: usize, text: &str) {
        if let (true, Some((slot, lang))) = (text.starts_with("   "), self.last) {
            self.put(slot, lang, text.trim());
            return;
        }
        let text = text.trim();
        let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
        match head {
            "fact" | "if-fact" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                match fact(&words) {
                    Err(cause) => self.wrong(line, cause),
                    Ok(fact) if head == "fact" => self.lesson.facts.push(Claim { at, line, fact }),
                    Ok(fact) => {
                        let reply = self.question(line, head).and_then(|ask| ask.replies.last_mut());
                        match reply {
                            Some(reply) => reply.facts.push(Claim { at, line, fact }),
                            None => {
                                self.wrong(line, "'if-fact' comes before a variation: '; if MOVE … en: …'")
                            }
                        }
                    }
                }
                return;
            }
            "then" if rest.is_empty() => {
                let said = self.lesson.stops.last().is_some_and(|stop| stop.at == at);
                match said {
                    true => self.then = true,
                    false => self.wrong(line, "nothing was said here yet that 'then' could follow"),
                }
                self.last = None;
                return;
            }
            "also" => {
                let moves: Vec<String> = rest.split_whitespace().map(str::to_string).collect();
                if moves.is_empty() {
                    self.wrong(line, "'also' names no move");
                } else if let Some(ask) = self.question(line, head) {
                    ask.also.extend(moves);
                }
                return;
            }
            _ => {}
        }
        let Some((before, lang, words)) = language(text) else {
            let cause = format!(
                "'{text}' is not understood: '; en: text', '; ask en: …', '; right en: …', '; if MOVE en: …', '; else en: …', '; also MOVE', '; then', '; fact …'; a note of your own begins with ';;'"
            );
            self.wrong(line, cause);
            return;
        };
        if words.is_empty() {
            self.wrong(line, "the text is empty");
            return;
        }
        self.said(at, line, before, lang, words);
    }

    fn said(&mut self, at: usize, line: usize, before: &str, lang: usize, words: &str) {
        let parts: Vec<&str> = before.split_whitespace().collect();
        match parts.as_slice() {
            [] => {
                self.stop(at, line, true);
                self.put(Slot::Text, lang, words);
            }
            ["ask"] => {
                let stop = self.stop(at, line, false);
                stop.ask.get_or_insert_with(|| Question { line, ..Question::default() });
                self.put(Slot::Ask, lang, words);
            }
            ["right"] if self.question(line, "right").is_some() => self.put(Slot::Right, lang, words),
            ["else"] if self.question(line, "else").is_some() => self.put(Slot::Otherwise, lang, words),
            ["if", first, more @ ..] => {
                let moves: Vec<String> =
                    std::iter::once(first).chain(more).map(|s| (*s).to_string()).collect();
                let Some(ask) = self.question(line, "if") else { return };
                // The same move in another language is the same variation.
                match ask.replies.iter().position(|r| r.moves[0] == moves[0]) {
                    Some(i) => {
                        let reply = ask.replies.remove(i);
                        let same = moves.len() == 1 || reply.moves == moves;
                        ask.replies.push(reply);
                        if !same {
                            self.wrong(
                                line,
                                format!("the variation after '{first}' goes another way than above"),
                            );
                        }
                    }
                    None => ask.replies.push(Reply { moves, line, ..Reply::default() }),
                }
                self.put(Slot::Reply, lang, words);
            }
            ["right" | "else"] => {}
            _ => {
                let known = "'ask', 'right', 'else' or 'if MOVE' may stand there, or nothing";
                self.wrong(line, format!("'{before}' is not understood before a text: {known}"));
            }
        }
    }
}

fn id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Reads a lesson. What the rules say about it is another matter: [`super::check`].
///
/// # Errors
/// Everything that is not understood, with its line.
pub fn parse(text: &str) -> Result<Lesson, Vec<Fault>> {
    if text.len() > LONGEST {
        let cause = format!("the file has {} bytes; a lesson has at most {LONGEST}", text.len());
        return Err(vec![Fault { line: 1, cause }]);
    }
    let record = Record::parse(text).map_err(|e| vec![Fault { line: e.line.max(1), cause: e.cause }])?;
    let mut reader = Reader { lesson: Lesson::default(), faults: Vec::new(), last: None, then: false };
    headers(&record, text, &mut reader);
    let body = text.lines().position(|line| line.trim().is_empty()).unwrap_or(usize::MAX);
    for (i, line) in text.lines().enumerate().skip(body.saturating_add(1)) {
        let line = line.trim();
        let Some(comment) = line.strip_prefix(';') else {
            if !line.is_empty() {
                reader.last = None;
            }
            continue;
        };
        if !comment.starts_with(';') && !comment.trim().is_empty() {
            let at = record.moves.iter().filter(|entry| entry.line < i + 1).count();
            reader.directive(at, i + 1, comment);
        }
    }
    reader.lesson.record = record;
    if reader.lesson.stops.is_empty() {
        reader.wrong(1, "the lesson says nothing: '; en: text'");
    }
    if reader.faults.is_empty() { Ok(reader.lesson) } else { Err(reader.faults) }
}

fn headers(record: &Record, text: &str, reader: &mut Reader) {
    let line = |key: &str| {
        let is = |line: &str| line.split_once(':').is_some_and(|(name, _)| name.trim() == key);
        text.lines().position(is).map_or(1, |at| at + 1)
    };
    let mut seat = None;
    for (key, value) in &record.headers {
        let lang =
            |head: &str| key.strip_prefix(head).and_then(|l| LANGS.iter().position(|known| *known == l));
        match key.as_str() {
            "lesson" if id(value) => reader.lesson.id.clone_from(value),
            "lesson" => reader.wrong(
                line(key),
                format!("header 'lesson' must be small letters, digits and hyphens, not '{value}'"),
            ),
            "level" => match value.parse() {
                Ok(level) => reader.lesson.level = level,
                Err(_) => {
                    reader.wrong(line(key), format!("header 'level' must be a whole number, not '{value}'"))
                }
            },
            "seat" => match value.parse::<u8>() {
                Ok(n) if n >= 1 => seat = Some(Player(n - 1)),
                _ => reader
                    .wrong(line(key), format!("header 'seat' must be the number of a player, not '{value}'")),
            },
            _ => {
                if let Some(l) = lang("title ") {
                    reader.lesson.title[l].clone_from(value);
                } else if let Some(l) = lang("about ") {
                    reader.lesson.about[l].clone_from(value);
                }
            }
        }
    }
    reader.lesson.seat = seat.unwrap_or_default();
    if reader.lesson.id.is_empty() && !reader.faults.iter().any(|f| f.cause.contains("'lesson'")) {
        reader.wrong(1, "no header 'lesson:' gives the lesson a name");
    }
    if reader.lesson.title.iter().all(String::is_empty) {
        reader.wrong(1, "no header 'title en:' says what the lesson is called");
    }
}
