//! A program at a table. It is started once, never again, and killed with everything it started when it is late, floods the
//! line, or the play is over. Its standard error is kept, the last part of it.

use super::pipes::{Kept, Line, keep, read, write};
use super::{IDLE_SECONDS, LONGEST_LINE, MOST_INFO, READY_SECONDS, VERSION, scene_json};
use crate::plan::{Setting, Settings};
use game::{Advice, Fault, Limit, Mind, Player, Question, Said, Scene, Stopped, Table};
use std::fmt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

/// The most lines that wait for a program to read them. One that reads none would stop its host otherwise: a pipe is soon full.
const MOST_UNREAD: usize = 1024;
/// The most options a program may declare.
const MOST_OPTIONS: usize = 256;
/// How long a program that has closed its output may take to end, before it is said to have closed it.
const ENDING: Duration = Duration::from_millis(500);
/// How long after its time an answer may come, beside the limit of the match: starting a line takes time of its own.
const GRACE: Duration = Duration::from_millis(100);

/// The command that starts a program within bounds: the program and its arguments follow.
static CONFINED_BY: OnceLock<Vec<String>> = OnceLock::new();

/// Starts every program through this command, which confines itself and then becomes the program.
pub fn confine_by(command: Vec<String>) {
    _ = CONFINED_BY.set(command);
}

/// Why a program does not play. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// It cannot be started.
    Start(String),
    /// It did not greet as the protocol asks.
    Greeting(String),
    /// It has no such option.
    Option {
        /// The option that was asked for.
        name: String,
        /// Those it has.
        known: Vec<String>,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Start(cause) => write!(f, "the program cannot be started: {cause}"),
            StartError::Greeting(cause) => write!(f, "the program did not greet: {cause}"),
            StartError::Option { name, known } if known.is_empty() => {
                write!(f, "the program declares no options, and '{name}' was to be set")
            }
            StartError::Option { name, known } => {
                write!(f, "the program has no option '{name}'; it has {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for StartError {}

/// A running program.
pub struct Program {
    child: Child,
    /// Lines on their way to the program; a thread of their own writes them.
    input: Option<SyncSender<String>>,
    lines: Receiver<Line>,
    errors: Kept,
    /// The name it gave itself.
    name: String,
    /// The options it declared.
    options: Vec<String>,
    /// Why it is not asked any more.
    dead: Option<String>,
    /// Whether it is shown every scene: the play hides something.
    watches: bool,
}

/// The seed that a program in this seat is told. It follows from the seed of the play, but does not tell it: whoever knows that one
/// can deal the cards of the others.
fn own_seed(seed: u64, me: Player) -> u64 {
    use sha2::Digest;
    let hash = sha2::Sha256::digest(format!("a player of the play {seed} in seat {}", me.0).as_bytes());
    hash.iter().take(8).fold(0, |all, &byte| all << 8 | u64::from(byte))
}

impl Program {
    /// Starts a program and tells it which game it plays and where it sits. The openings of the play that were made before
    /// it sat down are told to it by the table.
    ///
    /// # Errors
    /// It cannot be started, or does not greet in time.
    pub fn start(
        command: &[String],
        settings: &Settings,
        table: &dyn Table,
        me: Player,
        seed: u64,
    ) -> Result<Program, StartError> {
        let mut program = Program::greeted(command, settings)?;
        let rules = table.record().rules;
        let lines = [
            format!("game {}", table.id()),
            format!("rules {rules}"),
            format!("players {}", table.players()),
            format!("seat {}", me.0 + 1),
            format!("seed {}", own_seed(seed, me)),
            "start".to_string(),
        ];
        lines.iter().for_each(|line| program.tell(line));
        program.watches = table.hidden();
        Ok(program)
    }

    /// Starts a program, greets it and sets its options.
    ///
    /// # Errors
    /// It cannot be started, does not greet in time, or has no such option.
    pub fn greeted(command: &[String], settings: &Settings) -> Result<Program, StartError> {
        let mut program = Program::spawn(command)?;
        program.greet()?;
        for (name, Setting(value)) in settings {
            if !program.options.contains(name) {
                return Err(StartError::Option { name: name.clone(), known: program.options.clone() });
            }
            program.tell(&format!("setoption name {name} value {value}"));
        }
        Ok(program)
    }

    /// Starts a program without a word.
    fn spawn(command: &[String]) -> Result<Program, StartError> {
        if let Some(program) = command.first()
            && !found(program)
        {
            return Err(StartError::Start(format!("{program}: there is no such program")));
        }
        let empty = Vec::new();
        let prefix = CONFINED_BY.get().unwrap_or(&empty);
        let mut words = prefix.iter().chain(command);
        let Some(first) = words.next() else { return Err(StartError::Start("no command was given".into())) };
        let mut child = Command::new(first)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| StartError::Start(format!("{first}: {error}")))?;
        let (tell, told) = sync_channel(MOST_UNREAD);
        let input = child.stdin.take().map(|stdin| {
            std::thread::spawn(move || write(stdin, &told));
            tell
        });
        // A program that floods fills the channel and then waits, as it would with a pipe.
        let (send, lines) = sync_channel(64);
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || read(out, &send));
        }
        let errors = child.stderr.take().map_or_else(Kept::default, keep);
        Ok(Program {
            child,
            input,
            lines,
            errors,
            name: String::new(),
            options: Vec::new(),
            dead: None,
            watches: false,
        })
    }

    /// The handshake.
    fn greet(&mut self) -> Result<(), StartError> {
        self.tell(&format!("partie {VERSION}"));
        let until = Instant::now() + Duration::from_secs(READY_SECONDS);
        for _ in 0..MOST_INFO {
            let line = self.next(until).map_err(|cause| {
                let cause = self.with_errors(cause);
                self.kill(&cause);
                StartError::Greeting(cause)
            })?;
            match line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest)) {
                ("ready", _) => return Ok(()),
                ("id", rest) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        self.name = name.chars().filter(|c| !c.is_control()).take(80).collect();
                    }
                }
                ("option", rest) if self.options.len() < MOST_OPTIONS => {
                    let name = rest.strip_prefix("name ").and_then(|rest| rest.split_whitespace().next());
                    self.options.extend(name.map(str::to_string));
                }
                _ => {}
            }
        }
        self.kill("it never said 'ready'");
        Err(StartError::Greeting(format!("{MOST_INFO} lines came and none was 'ready'")))
    }

    /// The name it gave itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options it declared.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// The last part of what it writes to standard error, also when the program is gone.
    pub fn errors(&self) -> Kept {
        self.errors.clone()
    }

    fn with_errors(&self, cause: String) -> String {
        match self.errors.last().lines().last() {
            Some(last) => format!("{cause} (its last error line: {last})"),
            None => cause,
        }
    }

    /// Sends a line, without waiting for it to be read. A program that reads nothing is ended; one that has closed its input is
    /// found out when it is asked.
    fn tell(&mut self, line: &str) {
        let Some(input) = &self.input else { return };
        match input.try_send(format!("{}\n", line.replace(['\n', '\r'], " "))) {
            Ok(()) => {}
            Err(TrySendError::Disconnected(_)) => self.input = None,
            Err(TrySendError::Full(_)) => {
                self.kill(&format!("it reads nothing: {MOST_UNREAD} lines wait for it"));
            }
        }
    }

    /// The next line before a moment.
    fn next(&mut self, until: Instant) -> Result<String, String> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Line::Text(text)) => Ok(text),
            Ok(Line::TooLong) => Err(format!("it sent a line of more than {LONGEST_LINE} bytes")),
            Ok(Line::NotText) => Err("it sent a line that is not UTF-8".to_string()),
            Err(RecvTimeoutError::Timeout) => Err("it did not answer in time".to_string()),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// What became of a program whose output is at its end. It may run on all the same, so it is not waited for long.
    fn ended(&mut self) -> String {
        let until = Instant::now() + ENDING;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended with {status}"),
                Ok(None) if Instant::now() < until => std::thread::park_timeout(Duration::from_millis(2)),
                _ => return "it closed its output".to_string(),
            }
        }
    }

    /// Ends it with everything it started.
    fn kill(&mut self, cause: &str) {
        if self.dead.is_none() {
            self.dead = Some(cause.to_string());
        }
        self.input = None;
        if let Some(group) = rustix::process::Pid::from_raw(i32::try_from(self.child.id()).unwrap_or(0)) {
            _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        _ = self.child.kill();
        _ = self.child.wait();
    }

    /// Reads until the move; what it says on the way is kept.
    fn answer(&mut self, offers: &[String], until: Instant) -> Result<Advice, Fault> {
        let mut advice = Advice::just("");
        for _ in 0..MOST_INFO {
            let line = self.next(until).map_err(Fault::Failed)?;
            let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            match word {
                "bestmove" => {
                    let text = rest.split_whitespace().next().unwrap_or("");
                    if !offers.iter().any(|offer| offer == text) {
                        let some: Vec<&str> = offers.iter().take(12).map(String::as_str).collect();
                        return Err(Fault::Illegal(format!("'{text}' is none of {}", some.join(" "))));
                    }
                    advice.text = text.to_string();
                    return Ok(advice);
                }
                "info" => heed(rest, &mut advice),
                _ => {}
            }
        }
        Err(Fault::Failed(format!("it sent {MOST_INFO} lines and no 'bestmove'")))
    }
}

/// Takes what `info` says: `because …`, `value MOVE NUMBER`, `nodes N`, `depth N`.
fn heed(rest: &str, advice: &mut Advice) {
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    match word {
        "because" if advice.because.len() < 50 => advice.because.push(rest.chars().take(500).collect()),
        "value" if advice.values.len() < 1000 => {
            if let Some((mv, value)) = rest.split_once(' ')
                && let Ok(value) = value.trim().parse::<f64>()
                && value.is_finite()
            {
                advice.values.push((mv.to_string(), value));
            }
        }
        "nodes" => advice.nodes = rest.trim().parse().unwrap_or(advice.nodes),
        "depth" => advice.depth = rest.trim().parse().unwrap_or(advice.depth),
        _ => {}
    }
}

impl Mind for Program {
    fn choose(&mut self, question: &Question<'_>, limit: &Limit) -> Result<Advice, Fault> {
        if let Some(cause) = &self.dead {
            return Err(Fault::Failed(format!("the program was ended before: {cause}")));
        }
        self.tell(&format!("scene {}", scene_json(question.scene)));
        let offers: Vec<String> = question.offers.iter().map(|offer| offer.text.clone()).collect();
        self.tell(&format!("moves {}", offers.join(" ")));
        let mut go = "go".to_string();
        if let Some(time) = limit.time {
            go.push_str(&format!(" time {}", time.as_millis()));
        }
        if let Some(nodes) = limit.nodes {
            go.push_str(&format!(" nodes {nodes}"));
        }
        let start = Instant::now();
        let allowed = limit.time.unwrap_or(Duration::from_secs(IDLE_SECONDS));
        self.tell(&go);
        if let Some(cause) = &self.dead {
            return Err(Fault::Failed(cause.clone()));
        }
        let answer = self.answer(&offers, start + allowed + GRACE);
        let took = start.elapsed();
        answer.map(|advice| Advice { stopped: Stopped::Complete, ..advice }).map_err(|fault| {
            let late = matches!(&fault, Fault::Failed(_)) && took >= allowed;
            let fault = match fault {
                Fault::Failed(_) if late => Fault::Late { took, allowed },
                Fault::Failed(cause) => Fault::Failed(self.with_errors(cause)),
                other => other,
            };
            if !matches!(fault, Fault::Illegal(_)) {
                self.kill(&fault.to_string());
            }
            fault
        })
    }

    fn made(&mut self, by: Option<Player>, text: &str) {
        let by = by.map_or("chance".to_string(), |p| (p.0 + 1).to_string());
        self.tell(&format!("made {by} {text}"));
    }

    fn heard(&mut self, said: &Said) {
        let who = said.who.map_or("chance".to_string(), |p| (p.0 + 1).to_string());
        self.tell(&format!("heard {who} {}", said.text));
    }

    fn watches(&self) -> bool {
        self.watches
    }

    fn saw(&mut self, made: usize, scene: &Scene, knows: u64) {
        self.tell(&format!("step {made} {knows:016x}"));
        self.tell(&format!("scene {}", scene_json(scene)));
    }

    fn undone(&mut self, made: usize) {
        self.tell(&format!("undo {made}"));
    }

    fn over(&mut self, scene: &Scene, scores: &[i32]) {
        self.tell(&format!("scene {}", scene_json(scene)));
        let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
        self.tell(&format!("result {}", scores.join(" ")));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.tell("quit");
        // A moment to leave by itself, so that it can write what it wants to keep; most are gone at once.
        self.input = None;
        let until = Instant::now() + Duration::from_millis(200);
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::park_timeout(Duration::from_millis(2));
        }
        self.kill("the play is over");
    }
}

/// Whether there is such a program, on the path or at its place.
fn found(program: &str) -> bool {
    use std::path::Path;
    let at = Path::new(program);
    if program.contains('/') {
        return at.is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(at).is_file())
}
