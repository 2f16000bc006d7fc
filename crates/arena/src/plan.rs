//! What a tournament is, before anything was played: a plan in TOML. A plan with mistakes is refused whole, with all of its
//! mistakes at once, because whoever starts a tournament overnight wants to hear of them in the evening.

use catalog::Playable;
use game::{Limit, Player, Policy, Remedy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use toml_edit::DocumentMut;

/// More plays than this in one tournament are a slip of the pen.
pub(crate) const MOST_PLAYS: u64 = 10_000_000;
/// Moves after which a play is stopped and counted as a draw, unless the plan says otherwise.
pub const LONGEST: usize = 20_000;

/// A tournament as its author wrote it.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game: a name or a path, with parameters.
    pub game: String,
    /// Who plays.
    pub players: Vec<Entrant>,
    /// Who meets whom.
    #[serde(default)]
    pub design: Design,
    /// The deals of each meeting; a deal is one seed, played in every way the players can sit.
    #[serde(default = "one")]
    pub rounds: u32,
    /// How many stages a Swiss tournament has; by default as many as a knock-out of these players needs.
    pub stages: Option<u32>,
    /// Whether every deal is played from every seat (duplicate). Without it the seats change from deal to deal.
    #[serde(default = "yes")]
    pub duplicate: bool,
    /// Starts of plays, each a list of moves separated by blanks; the deals take them in turn.
    #[serde(default)]
    pub openings: Vec<String>,
    /// A file with more of them beside the plan, one a line; what follows `#` is a remark.
    pub openings_file: Option<String>,
    /// The seed of chance and of the players.
    pub seed: Option<u64>,
    /// Seconds for a move.
    pub seconds: Option<f64>,
    /// Seconds for all moves of one player in a play (a time bank); `increment` is added after each move.
    pub bank: Option<f64>,
    /// Seconds added to the bank after each move.
    pub increment: Option<f64>,
    /// States visited for a move.
    pub nodes: Option<u64>,
    /// Which time counts.
    #[serde(default)]
    pub clock: Watch,
    /// What happens when a player answers illegally, late or not at all.
    #[serde(default)]
    pub on_fault: OnFault,
    /// Moves after which a play is stopped and counted as a draw.
    pub longest: Option<usize>,
    /// A sequential test that ends a meeting of two as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// What others have published about the same meetings, to be printed beside ours.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// A figure that others have published.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// A player.
    pub first: String,
    /// Another one.
    pub second: String,
    /// The plays that the first won against the second, of a hundred.
    pub percent: f64,
    /// From how many plays.
    pub plays: u32,
    /// Why ours may differ.
    pub note: Option<String>,
}

/// Where a key of a plan stands, as the beginning of a sentence.
fn line_of(text: &str, key: &str) -> String {
    let begins = |line: &str| {
        let rest = line.trim_start().trim_start_matches('[').strip_prefix(key).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with(['=', '.', ']']))
    };
    let found = text.lines().enumerate().find(|(_, line)| begins(line));
    found.map_or(String::new(), |(number, line)| {
        let before = line.chars().take_while(|c| c.is_whitespace() || *c == '[').count();
        format!("line {}, column {}: ", number + 1, before + 1)
    })
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

/// A player: the description of an agent, one with a name of its own, or a program that speaks the protocol of bots.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a player is an agent such as \"mcts\", { name = \"…\", agent = \"…\" } or { name = \"…\", command = [\"…\"], options = { … } }"
)]
pub enum Entrant {
    /// An agent, called by its description.
    Agent(String),
    /// An agent with a name.
    Named {
        /// The name.
        name: String,
        /// The description of the agent.
        agent: String,
    },
    /// An outside program.
    Program {
        /// The name.
        name: String,
        /// The program and its arguments.
        command: Vec<String>,
        /// Its options, among those it declares.
        #[serde(default, skip_serializing_if = "Settings::is_empty")]
        options: Settings,
    },
}

/// Options of a program with their values.
pub type Settings = BTreeMap<String, Setting>;

/// The value of an option; in a plan a text, a whole number, or true or false.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Setting(pub String);

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Setting, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "an option is a text, a whole number, or true or false")]
        enum Value {
            Flag(bool),
            Number(i64),
            Text(String),
        }
        Ok(Setting(match Value::deserialize(from)? {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text,
        }))
    }
}

impl Entrant {
    /// The name in tables.
    pub fn name(&self) -> &str {
        match self {
            Entrant::Agent(name) | Entrant::Named { name, .. } | Entrant::Program { name, .. } => name,
        }
    }

    /// The description of the agent, or the command line of the program.
    pub fn what(&self) -> String {
        match self {
            Entrant::Agent(agent) | Entrant::Named { agent, .. } => agent.clone(),
            Entrant::Program { command, options, .. } => {
                let set = options.iter().map(|(name, Setting(value))| format!("{name}={value}"));
                command.iter().cloned().chain(set).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// Every group of as many players as the game has, once.
    #[default]
    RoundRobin,
    /// The first player against every group of others.
    Gauntlet,
    /// Stage by stage those meet who stand alike and have not met.
    Swiss,
    /// Whoever loses a meeting is out.
    KnockOut,
}

/// Which time a limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// The time of the processor that the thinking thread used: a busy machine does not cost anybody moves.
    Cpu,
    /// The time on the wall.
    #[default]
    Wall,
}

/// What is done about a fault; the names of [`Remedy`].
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// The player is out and has lost the play.
    #[default]
    Disqualify,
    /// A random legal move is made instead.
    Random,
    /// The first legal move is made instead.
    First,
}

impl OnFault {
    /// The policy of the plays.
    pub fn policy(self) -> Policy {
        let remedy = match self {
            OnFault::Disqualify => Remedy::Disqualify,
            OnFault::Random => Remedy::Random,
            OnFault::First => Remedy::First,
        };
        Policy { remedy, ..Policy::default() }
    }
}

/// A sequential probability ratio test between two hypotheses about the difference of two players, in Elo.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second hypothesis, larger than `elo0`.
    pub elo1: f64,
    /// How often the second may be accepted although the first is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// How often the first may be accepted although the second is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// Everything that is wrong with a plan. Prints one sentence a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes(pub Vec<String>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for Mistakes {}

impl Plan {
    /// A plan for a game in which nobody plays yet.
    pub fn of(game: &str) -> Plan {
        Plan {
            game: game.to_string(),
            players: Vec::new(),
            design: Design::default(),
            rounds: one(),
            stages: None,
            duplicate: yes(),
            openings: Vec::new(),
            openings_file: None,
            seed: None,
            seconds: None,
            bank: None,
            increment: None,
            nodes: None,
            clock: Watch::default(),
            on_fault: OnFault::default(),
            longest: None,
            sprt: None,
            published: Vec::new(),
        }
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// Where the text is not TOML, and every key that is unknown, missing or of another type than it must be.
    pub fn parse(text: &str) -> Result<Plan, Mistakes> {
        match Plan::read(text) {
            (Some(plan), mistakes) if mistakes.is_empty() => Ok(plan),
            (_, mistakes) => Err(Mistakes(mistakes)),
        }
    }

    /// Reads a plan as far as it can be read: keys that are unknown or of another type than they must be are left out and
    /// told, so that the rest can be checked, too.
    pub fn read(text: &str) -> (Option<Plan>, Vec<String>) {
        let mut document = match text.parse::<DocumentMut>() {
            Ok(document) => document,
            Err(error) => return (None, vec![error.to_string().trim_end().to_string()]),
        };
        let keys: Vec<String> = document.iter().map(|(key, _)| key.to_string()).collect();
        let mut mistakes = Vec::new();
        for key in keys {
            let mut alone = DocumentMut::new();
            alone["game"] = toml_edit::value("");
            alone["players"] = toml_edit::value(toml_edit::Array::new());
            alone[&key] = document[&key].clone();
            if let Err(error) = toml_edit::de::from_document::<Plan>(alone) {
                mistakes.push(format!("{}{key}: {}", line_of(text, &key), error.message()));
                document.remove(&key);
            }
        }
        match toml_edit::de::from_document(document) {
            Ok(plan) => (Some(plan), mistakes),
            Err(error) => {
                mistakes.push(error.message().to_string());
                (None, mistakes)
            }
        }
    }

    /// Takes in the openings of the plan's file, which `read` finds: from here on they are part of the plan, so that a log
    /// belongs to what the file held and not to its name.
    ///
    /// # Errors
    /// The file cannot be read, or holds none.
    pub fn read_openings(
        &mut self,
        read: impl FnOnce(&str) -> Result<String, crate::Cause>,
    ) -> Result<(), Mistakes> {
        let Some(file) = self.openings_file.take() else { return Ok(()) };
        let text = read(&file).map_err(|cause| Mistakes(vec![format!("openings_file: {cause}")]))?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let found: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
        if found.is_empty() {
            return Err(Mistakes(vec![format!("openings_file: {file} holds no opening")]));
        }
        self.openings.extend(found);
        Ok(())
    }

    /// What is wrong with the plan whatever its game is, for a game that is not there.
    pub fn check_alone(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.check_names(&mut found);
        self.check_numbers(2, &mut found);
        found
    }

    fn check_names(&self, found: &mut Vec<String>) {
        for (i, player) in self.players.iter().enumerate() {
            if self.players[..i].iter().any(|other| other.name() == player.name()) {
                found.push(format!(
                    "two players are called '{}'; write {{ name = \"…\", agent = \"…\" }}",
                    player.name()
                ));
            }
            if let Entrant::Program { name, command, options } = player {
                if command.is_empty() {
                    found.push(format!("player '{name}': the command is empty"));
                }
                let word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
                for (option, Setting(value)) in options {
                    if !word(option) || value.contains(['\n', '\r']) {
                        found.push(format!(
                            "player '{name}': '{option}' is not an option: its name is one word, its value one line"
                        ));
                    }
                }
            }
        }
    }

    /// Starts every program of the plan once, on this machine, and ends it again.
    ///
    /// # Errors
    /// Those that cannot be started, do not greet, or do not have the options that are set.
    pub fn try_programs(&self) -> Result<(), Mistakes> {
        let tried = self.players.iter().filter_map(|player| match player {
            Entrant::Program { name, command, options } if !command.is_empty() => {
                let error = crate::bot::Program::greeted(command, options).err()?;
                Some(format!("player '{name}': {error}"))
            }
            _ => None,
        });
        let found: Vec<String> = tried.collect();
        if found.is_empty() { Ok(()) } else { Err(Mistakes(found)) }
    }

    /// Checks the plan against its game: every player can sit down, every opening can be played, every number makes sense.
    ///
    /// # Errors
    /// All mistakes there are.
    pub fn check(&self, game: &dyn Playable) -> Result<(), Mistakes> {
        let mut found = Vec::new();
        let (all, n) = (self.players.len(), game.players());
        if all < n {
            found.push(format!("{} is played by {n}, and {all} players are named", game.id()));
        }
        self.check_names(&mut found);
        for player in &self.players {
            if let Entrant::Agent(agent) | Entrant::Named { agent, .. } = player
                && let Err(error) = game.table(0).seat(Player(0), agent, 0)
            {
                found.push(format!("player '{}': {error}", player.name()));
            }
        }
        self.check_numbers(n, &mut found);
        if self.openings_file.is_some() {
            found.push("openings_file was not read".to_string());
        }
        for published in &self.published {
            for name in [&published.first, &published.second] {
                if !self.players.iter().any(|player| player.name() == name) {
                    found.push(format!("published: no player is called '{name}'"));
                }
            }
            if !(0.0..=100.0).contains(&published.percent) || published.plays == 0 {
                found.push(format!("published: {} % of {} plays", published.percent, published.plays));
            }
        }
        for (i, opening) in self.openings.iter().enumerate() {
            if let Err(cause) = crate::play::open(&mut *game.table(self.seed.unwrap_or(1)), opening) {
                found.push(format!("opening {}: {cause}", i + 1));
            }
        }
        if found.is_empty() { Ok(()) } else { Err(Mistakes(found)) }
    }

    fn check_numbers(&self, seats: usize, found: &mut Vec<String>) {
        let seconds = [("seconds", self.seconds), ("bank", self.bank), ("increment", self.increment)];
        for (name, value) in seconds {
            let least = if name == "increment" { 0.0 } else { f64::MIN_POSITIVE };
            if let Some(value) = value.filter(|v| !(least..=1e6).contains(v)) {
                found.push(format!("{name} must be a number of seconds above 0, not {value}"));
            }
        }
        if self.increment.is_some() && self.bank.is_none() {
            found.push("increment adds to a bank, and there is none".to_string());
        }
        if self.nodes == Some(0) {
            found.push("nodes must be at least 1".to_string());
        }
        if self.longest == Some(0) {
            found.push("longest must be at least 1".to_string());
        }
        if self.stages.is_some() && self.design != Design::Swiss {
            found.push("stages are those of a Swiss tournament (design = \"swiss\")".to_string());
        }
        if self.stages.is_some_and(|stages| stages == 0 || stages > 1000) {
            found.push("stages must be 1 to 1000".to_string());
        }
        if let Some(sprt) = self.sprt {
            if sprt.elo0 >= sprt.elo1 || !sprt.elo0.is_finite() || !sprt.elo1.is_finite() {
                found.push(format!("sprt: elo0 = {} must be below elo1 = {}", sprt.elo0, sprt.elo1));
            }
            for (name, value) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
                if !(1e-6..0.5).contains(&value) {
                    found.push(format!("sprt: {name} must be above 0 and below 0.5, not {value}"));
                }
            }
            if seats != 2 {
                found.push(format!("sprt compares two players, and this game has {seats}"));
            }
        }
        let plays = self.plays(seats);
        if self.rounds == 0 || plays > MOST_PLAYS {
            found.push(format!(
                "{} rounds make {plays} plays; a tournament has 1 to {MOST_PLAYS}",
                self.rounds
            ));
        }
    }

    /// How many plays there are at most.
    pub fn plays(&self, seats: usize) -> u64 {
        let (all, n) = (self.players.len() as u64, seats as u64);
        let choose = |from: u64, k: u64| {
            (0..k).fold(1u64, |count, i| count.saturating_mul(from.saturating_sub(i)) / (i + 1))
        };
        let meetings = match self.design {
            Design::RoundRobin => choose(all, n),
            Design::Gauntlet => choose(all.saturating_sub(1), n.saturating_sub(1)),
            Design::Swiss => (all / n.max(1)).saturating_mul(u64::from(self.swiss_stages())),
            Design::KnockOut => all,
        };
        meetings.saturating_mul(u64::from(self.rounds)).saturating_mul(if self.duplicate { n } else { 1 })
    }

    /// How many stages a Swiss tournament has.
    pub(crate) fn swiss_stages(&self) -> u32 {
        self.stages.unwrap_or_else(|| self.players.len().max(2).next_power_of_two().trailing_zeros())
    }

    /// What a player may spend on a move when this much of the bank is left to it.
    pub(crate) fn limit(&self, player: usize, left: Option<Duration>) -> Limit {
        let mut limit = Limit { nodes: self.nodes, ..Limit::default() };
        // A program thinks in a process of its own: the clock of this thread would stand still meanwhile.
        let inside = !matches!(self.players.get(player), Some(Entrant::Program { .. }));
        if self.clock == Watch::Cpu && inside {
            limit.clock = crate::clock::processor();
        }
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        limit.time = self.seconds.map(duration);
        if let Some(left) = left {
            // A twentieth of what is left and the increment: the usual thrift of engines that know no end of the play.
            let share = left / 20 + duration(self.increment.unwrap_or(0.0)).min(left);
            limit.time = Some(limit.time.map_or(share, |time| time.min(share)));
        }
        limit
    }

    /// A number of everything in the plan that decides results: logs carry it.
    pub fn fingerprint(&self) -> String {
        use sha2::Digest;
        let text = serde_json::to_string(self).unwrap_or_default();
        sha2::Sha256::digest(text.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(text: &str) -> Vec<String> {
        let plan = Plan::parse(text).unwrap();
        plan.check(&*catalog::find("nim").unwrap()).err().map_or(Vec::new(), |mistakes| mistakes.0)
    }

    #[test]
    fn all_mistakes_of_a_plan_are_told_at_once() {
        let found = mistakes(
            "game = \"nim\"\nplayers = [\"mtcs\", \"random\", \"random\", {name = \"p\", command = []}]\nseconds = -1\nincrement = 2\n\
             stages = 3\nopenings = [\"zz\"]\nsprt = { elo0 = 5, elo1 = 0, alpha = 0.7 }\nrounds = 0\nlongest = 0\nnodes = 0",
        );
        for wanted in [
            "did you mean 'mcts'?",
            "two players are called 'random'",
            "player 'p': the command is empty",
            "seconds must be a number of seconds above 0, not -1",
            "increment adds to a bank",
            "stages are those of a Swiss",
            "opening 1: 'zz'",
            "elo0 = 5 must be below elo1 = 0",
            "alpha must be above 0",
            "0 rounds make 0 plays",
            "longest must be",
            "nodes must be",
        ] {
            assert!(found.iter().any(|text| text.contains(wanted)), "{wanted}: {found:#?}");
        }
    }

    #[test]
    fn keys_that_cannot_be_read_are_told_all_and_hide_nothing() {
        let text = "game = \"nim\"\nplayers = [\"random\", \"mtcs\"]\ndesign = \"swis\"\nclock = 3\ntypo = 1\nrounds = -1\nseconds = -2\n";
        let (plan, told) = Plan::read(text);
        for wanted in [
            "line 3, column 1: design: ",
            "line 4, column 1: clock: ",
            "line 5, column 1: typo: ",
            "line 6, column 1: rounds: ",
        ] {
            assert!(told.iter().any(|text| text.starts_with(wanted)), "{wanted}: {told:#?}");
        }
        assert_eq!(told.len(), 4, "{told:#?}");
        assert_eq!(Plan::parse(text).unwrap_err().0, told);
        // What could be read is checked all the same, with its game and without.
        let plan = plan.unwrap();
        let found = plan.check(&*catalog::find("nim").unwrap()).unwrap_err().0;
        assert!(found.iter().any(|text| text.contains("did you mean 'mcts'?")), "{found:#?}");
        assert!(plan.check_alone().iter().any(|text| text.contains("seconds must be")));
        assert_eq!(Plan::read("game = 3").0, None);
        assert!(Plan::read("game = \"nim\"").1[0].contains("players"));
        assert!(Plan::read("game = ").1[0].contains("line 1"));
    }

    #[test]
    fn openings_of_a_file_are_part_of_the_plan() {
        let text = "game = \"nim\"\nplayers = [\"random\", \"mcts\"]\nopenings_file = \"book.txt\"";
        let of = |book: &str| {
            let mut plan = Plan::parse(text).unwrap();
            plan.read_openings(
                |name| if name == "book.txt" { Ok(book.to_string()) } else { Err("lost".into()) },
            )?;
            Ok::<Plan, Mistakes>(plan)
        };
        let plan = of("# a book\na1 b2 # the main line\n\n c3\n").unwrap();
        assert_eq!(plan.openings, ["a1 b2", "c3"]);
        assert_ne!(plan.fingerprint(), of("c3").unwrap().fingerprint());
        assert!(of("# nothing\n").unwrap_err().to_string().contains("book.txt holds no opening"));
        assert!(mistakes(text).iter().any(|m| m.contains("was not read")));
    }

    #[test]
    fn a_plan_in_order_passes_and_keeps_its_fingerprint() {
        let text = "game = \"nim\"\nplayers = [\"random\", { name = \"B\", agent = \"mcts?iterations=10\" }]\nrounds = 2";
        assert_eq!(mistakes(text), Vec::<String>::new());
        let plan = Plan::parse(text).unwrap();
        assert_eq!(plan.fingerprint(), Plan::parse(&format!("{text}\n# remark")).unwrap().fingerprint());
        assert_ne!(plan.fingerprint(), Plan::parse(&text.replace("= 2", "= 3")).unwrap().fingerprint());
    }
}
