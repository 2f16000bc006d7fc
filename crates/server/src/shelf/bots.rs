//! Computer players described in files: a name in three languages, the kind of player with its options, how long it may
//! think, and for which games it is. Every mistake is reported with file, line and cause.
//!
//! ```toml
//! name = { en = "Patient Vera", cs = "Trpělivá Věra", sk = "Trpezlivá Viera" }
//! about = { en = "Looks far ahead." }
//! agent = "alphabeta"
//! think = 3000
//! games = ["connect4", "reversi/*"]
//!
//! [options]
//! depth = 8
//! ```
//!
//! A rule file (`.bot`) beside them is a player, too: its name is that of the file, its games are those whose blocks it uses.

use super::folder::{self, Found};
use super::levels::{Agents, Player};
use super::rules;
use crate::house::{BotInfo, Computer, Mind, Text};
use crate::protocol::LONGEST_NAME;
use game::{Options, Parameter, nearest};
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// The longest sentence about a player, in characters.
const LONGEST_ABOUT: usize = 300;
/// The least and the longest thinking time, in milliseconds.
const THINK: std::ops::RangeInclusive<i64> = 1..=30_000;

const KEYS: [&str; 6] = ["name", "about", "agent", "options", "think", "games"];

/// A computer player described in a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bot {
    file: String,
    title: Text,
    about: Text,
    /// The agent's name, without its options.
    agent: &'static str,
    mind: Mind,
    games: Vec<String>,
}

impl Bot {
    /// Whether it is for that game: one of those named, and one its agent can play.
    pub(super) fn plays(&self, game: &str, suited: &[Player]) -> bool {
        let named = self.games.is_empty() || self.games.iter().any(|pattern| fits(pattern, game));
        named && suited.iter().any(|player| player.agent == self.agent)
    }

    /// As it is offered.
    pub(super) fn computer(&self) -> Computer {
        let stem = self.file.strip_suffix(".toml").unwrap_or(&self.file);
        Computer {
            agent: format!("bot:{stem}"),
            title: self.title.clone(),
            about: self.about.clone(),
            mind: Some(self.mind.clone()),
            ..Computer::default()
        }
    }

    /// The version of a rule file it goes by.
    pub(super) fn version(&self) -> Option<&str> {
        self.mind.agent.strip_prefix(catalog::RULEFILE.name)?.strip_prefix("?bot=")
    }

    /// As it is listed.
    pub(super) fn info(&self) -> BotInfo {
        BotInfo {
            file: self.file.clone(),
            title: self.title.clone(),
            about: self.about.clone(),
            agent: self.mind.agent.clone(),
            games: self.games.clone(),
            problem: None,
        }
    }
}

/// Whether a pattern, in which `*` stands for anything, fits a text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(head) else { return false };
    // Shortest first; patterns are as short as ids.
    (0..=text.len()).filter(|&i| text.is_char_boundary(i)).any(|i| fits(rest, &text[i..]))
}

/// Loads a rule file. Another text under the same name is another version: whoever sits at a table by the former one goes
/// on with it.
pub(super) fn rule_file(file: &str, text: &str) -> Result<Bot, String> {
    let stem = file.strip_suffix(".bot").unwrap_or(file);
    let name = rules::version(stem, text);
    let games = catalog::rule_files::load(&name, text).map_err(|findings| {
        let told = findings.iter().map(|finding| format!("{file}:{finding}"));
        told.collect::<Vec<_>>().join("\n")
    })?;
    rules::current(&name);
    let shown: String = stem.chars().take(LONGEST_NAME - 10).collect();
    Ok(Bot {
        file: file.to_string(),
        title: Text {
            en: format!("Rules: {shown}"),
            cs: format!("Pravidla: {shown}"),
            sk: format!("Pravidlá: {shown}"),
        },
        about: Text {
            en: "Plays by a rule file.".into(),
            cs: "Hraje podle souboru pravidel.".into(),
            sk: "Hrá podľa súboru pravidiel.".into(),
        },
        agent: catalog::RULEFILE.name,
        mind: Mind { agent: format!("{}?bot={name}", catalog::RULEFILE.name), think: None },
        games: games.into_iter().flat_map(|game| [game.to_string(), format!("{game}?*")]).collect(),
    })
}

/// Reads the description of a computer player.
pub(super) fn read(found: &Found, agents: &Agents) -> Result<Bot, String> {
    let text = folder::text(found)?;
    if found.name.ends_with(".bot") {
        return rule_file(&found.name, &text);
    }
    parse(&found.name, &text, agents).map_err(|faults| {
        let place = |fault: &Fault| {
            let at = fault.at.start.min(text.len());
            let before = &text.as_bytes()[..at];
            let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
            let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
            let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
            format!("{}:{line}:{column}: {}", found.name, fault.cause)
        };
        faults.iter().map(place).collect::<Vec<_>>().join("\n")
    })
}

/// What is wrong, and where in the text.
#[derive(Debug)]
struct Fault {
    at: Range<usize>,
    cause: String,
}

fn fault(at: Option<Range<usize>>, cause: impl Into<String>) -> Fault {
    Fault { at: at.unwrap_or(0..0), cause: cause.into() }
}

fn parse(file: &str, text: &str, agents: &Agents) -> Result<Bot, Vec<Fault>> {
    let document =
        Document::parse(text).map_err(|e| vec![fault(e.span(), e.message().trim().to_string())])?;
    let root = document.as_table();
    let mut faults = Vec::new();
    for (key, item) in root.iter() {
        if !KEYS.contains(&key) {
            let at = root.key(key).and_then(toml_edit::Key::span).or_else(|| item.span());
            let hint = nearest(key, KEYS.into_iter())
                .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            faults.push(fault(at, format!("unknown key '{key}' (known: {}){hint}", KEYS.join(", "))));
        }
    }
    let mut note = |result: Result<(), Fault>| faults.extend(result.err());
    let (mut title, mut about) = (Text::default(), Text::default());
    note(root.get("name").map_or_else(
        || Err(fault(None, "there is no 'name'")),
        |item| words(item, LONGEST_NAME).map(|text| title = text),
    ));
    if let Some(item) = root.get("about") {
        note(words(item, LONGEST_ABOUT).map(|text| about = text));
    }
    let mut think = None;
    if let Some(item) = root.get("think") {
        let number = item.as_integer().filter(|n| THINK.contains(n)).and_then(|n| u32::try_from(n).ok());
        let wanted = format!("'think' is a number of milliseconds from {} to {}", THINK.start(), THINK.end());
        note(number.map(|n| think = Some(n)).ok_or_else(|| fault(item.span(), wanted)));
    }
    let mut games = Vec::new();
    if let Some(item) = root.get("games") {
        note(patterns(item).map(|list| games = list));
    }
    let mut known: Option<(&'static str, String)> = None;
    match root.get("agent") {
        None => note(Err(fault(None, "there is no 'agent'"))),
        Some(item) => match described(item, root.get("options"), agents) {
            Ok(found) => known = Some(found),
            Err(cause) => note(Err(cause)),
        },
    }
    match known {
        Some((agent, description)) if faults.is_empty() => Ok(Bot {
            file: file.to_string(),
            title,
            about,
            agent,
            mind: Mind { agent: description, think },
            games,
        }),
        _ => Err(faults),
    }
}

/// A text, the same in every language, or one for each; a language that is missing gets the English one.
fn words(item: &Item, longest: usize) -> Result<Text, Fault> {
    let short = |text: &str, at: Option<Range<usize>>| {
        let many = text.chars().count();
        if text.trim().is_empty() || many > longest || text.chars().any(char::is_control) {
            return Err(fault(
                at,
                format!("a text has 1 to {longest} characters on one line, this one {many}"),
            ));
        }
        Ok(text.trim().to_string())
    };
    if let Some(text) = item.as_str() {
        return short(text, item.span()).map(|text| Text::same(&text));
    }
    let Some(table) = item.as_table_like() else {
        return Err(fault(item.span(), "a text, or { en = …, cs = …, sk = … }, is wanted"));
    };
    let mut text = [None, None, None];
    for (key, value) in table.iter() {
        let Some(at) = ["en", "cs", "sk"].iter().position(|lang| *lang == key) else {
            return Err(fault(value.span(), format!("unknown language '{key}' (known: en, cs, sk)")));
        };
        let Some(said) = value.as_str() else { return Err(fault(value.span(), "a text is wanted")) };
        text[at] = Some(short(said, value.span())?);
    }
    let [en, cs, sk] = text;
    let Some(en) = en.or_else(|| cs.clone()).or_else(|| sk.clone()) else {
        return Err(fault(item.span(), "a text in at least one of en, cs, sk is wanted"));
    };
    Ok(Text { cs: cs.unwrap_or_else(|| en.clone()), sk: sk.unwrap_or_else(|| en.clone()), en })
}

fn patterns(item: &Item) -> Result<Vec<String>, Fault> {
    let wanted = |at| fault(at, "'games' is a list of names of games, in which * stands for anything");
    let list = item.as_array().ok_or_else(|| wanted(item.span()))?;
    let name = |value: &toml_edit::Value| {
        let text =
            value.as_str().filter(|text| (1..=200).contains(&text.len()) && text.matches('*').count() <= 3);
        text.map(str::to_string).ok_or_else(|| wanted(value.span()))
    };
    list.iter().map(name).collect()
}

/// The name of the agent, and its description with the options.
fn described(item: &Item, given: Option<&Item>, agents: &Agents) -> Result<(&'static str, String), Fault> {
    let Some(wish) = item.as_str() else { return Err(fault(item.span(), "'agent' is the name of an agent")) };
    let Some((name, parameters)) = agents.get_key_value(wish) else {
        let names: Vec<&str> = agents.keys().copied().collect();
        let near = nearest(wish, names.iter().copied());
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        let cause = format!("unknown agent '{wish}' (known: {}){hint}", names.join(", "));
        return Err(fault(item.span(), cause));
    };
    Ok((name, options(name, parameters, given)?))
}

/// The description of the agent with its options, each checked.
fn options(agent: &str, parameters: &[Parameter], item: Option<&Item>) -> Result<String, Fault> {
    let Some(item) = item else { return Ok(agent.to_string()) };
    let table: &dyn TableLike =
        item.as_table_like().ok_or_else(|| fault(item.span(), "'options' is a table of names and values"))?;
    let mut parts = Vec::new();
    for (name, value) in table.iter() {
        let text = match value.as_value() {
            Some(toml_edit::Value::String(text)) => text.value().clone(),
            Some(toml_edit::Value::Integer(number)) => number.value().to_string(),
            Some(toml_edit::Value::Float(number)) => number.value().to_string(),
            Some(toml_edit::Value::Boolean(flag)) => if *flag.value() { "yes" } else { "no" }.to_string(),
            _ => {
                return Err(fault(
                    value.span(),
                    format!("option '{name}' is a number, a word, true or false"),
                ));
            }
        };
        if text.contains(['&', '=', '?']) {
            return Err(fault(value.span(), format!("option '{name}' must not contain &, = or ?")));
        }
        let part = format!("{name}={text}");
        Options::parse(&part, parameters).map_err(|e| fault(value.span(), e.to_string()))?;
        parts.push(part);
    }
    Ok(if parts.is_empty() { agent.to_string() } else { format!("{agent}?{}", parts.join("&")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let folder = std::env::temp_dir().join(format!("partie-bot-{}-{}", std::process::id(), text.len()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("vera.toml"), text).unwrap();
        let found = folder::file(&folder, "vera.toml").unwrap();
        let read = read(&found, &super::super::BUILT_IN.agents);
        std::fs::remove_dir_all(&folder).unwrap();
        match read {
            Ok(bot) => bot.mind.agent,
            Err(cause) => cause,
        }
    }

    #[test]
    fn a_player_is_an_agent_with_options_and_a_name_in_every_language() {
        let text = "name = { en = \"Vera\", cs = \"Věra\" }\nagent = \"mcts\"\nthink = 500\n[options]\nc = 1.4\nthreads = 1\n";
        let bot = parse("vera.toml", text, &super::super::BUILT_IN.agents).unwrap();
        assert_eq!(bot.mind, Mind { agent: "mcts?c=1.4&threads=1".into(), think: Some(500) });
        let names = (bot.title.en.as_str(), bot.title.cs.as_str(), bot.title.sk.as_str());
        assert_eq!((names, bot.computer().agent.as_str()), (("Vera", "Věra", "Vera"), "bot:vera"));
    }

    #[test]
    fn every_mistake_is_told_with_its_line_and_cause() {
        assert_eq!(told("name = \"V\"\nagnt = \"mcts\"\n").lines().count(), 2);
        for (text, wanted) in [
            ("name = \n", "vera.toml:1:8: "),
            ("agent = \"random\"\n", "vera.toml:1:1: there is no 'name'"),
            ("name = \"V\"\n", "vera.toml:1:1: there is no 'agent'"),
            ("name = \"V\"\nagnt = \"mcts\"\n", "vera.toml:2:1: unknown key 'agnt'"),
            ("name = \"V\"\nagent = \"mtcs\"\n", "vera.toml:2:9: unknown agent 'mtcs'"),
            ("name = \"V\"\nagent = \"mcts\"\nthink = 0\n", "vera.toml:3:9: 'think' is a number"),
            (
                "name = \"V\"\nagent = \"mcts\"\n[options]\ndeep = 1\n",
                "vera.toml:4:8: unknown parameter 'deep'",
            ),
            (
                "name = \"V\"\nagent = \"mcts\"\n[options]\niterations = -5\n",
                "vera.toml:4:14: parameter 'iterations'",
            ),
            ("name = \"V\"\nagent = \"mcts\"\ngames = \"x\"\n", "vera.toml:3:9: 'games' is a list"),
            ("name = { de = \"V\" }\nagent = \"mcts\"\n", "vera.toml:1:15: unknown language 'de'"),
            ("name = \"\"\nagent = \"mcts\"\n", "vera.toml:1:8: a text has 1 to 40 characters"),
        ] {
            assert!(told(text).contains(wanted), "{text}\n{}", told(text));
        }
    }

    #[test]
    fn a_rule_file_is_a_player_of_the_games_it_fits_and_a_broken_one_tells_everything() {
        let bot = rule_file("my own.bot", "PROLOG { }\nGETBIT { IF (true) { add return(-1). } }").unwrap();
        assert!(bot.mind.agent.starts_with("rulefile?bot=my_own-"), "{}", bot.mind.agent);
        let other = rule_file("my own.bot", "PROLOG { }\nGETBIT { IF (true) { add return(0). } }").unwrap();
        assert_ne!(bot.mind.agent, other.mind.agent, "another text is another version");
        assert_eq!(bot.computer().agent, "bot:my own.bot");
        let suited = [Player { agent: "rulefile", computer: Computer::default() }];
        assert!(bot.plays("taroky?deals=3", &suited) && !bot.plays("snaps", &suited));
        let told = rule_file("wrong.bot", "PROLOG { a( }\nGETBID { }").unwrap_err();
        assert!(told.starts_with("wrong.bot:1:13: error: expected a term, found '}'"), "{told}");
    }

    #[test]
    fn a_star_stands_for_anything() {
        let wanted = [
            ("connect4", true),
            ("reversi/*", false),
            ("con*4", true),
            ("*", true),
            ("*5", false),
            ("c*n*4", true),
        ];
        for (pattern, yes) in wanted {
            assert_eq!(fits(pattern, "connect4"), yes, "{pattern}");
        }
    }
}
