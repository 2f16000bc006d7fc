//! The arguments of the command line.

mod learn;

use clap::{Args as Words, Parser, Subcommand};
pub(crate) use learn::{Cards, Imitate, Learn, LearnCommand, Measure, Selfplay, ShowNet, Training};
use std::path::PathBuf;

/// Tabletop games: describe a game once, then play it, analyse it, solve it.
///
/// GAME is a name of the catalog with parameters (`connect4`, `nim?heaps=3-4-5`; `partie games` lists them) or the
/// path of a description. Exit code 0: done; 1: the answer is no; 2: a mistake in the call or the input.
#[derive(Parser)]
#[command(name = "partie", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Examples:
  partie games                              what there is to play
  partie games ludo                         one game and its parameters
  partie play connect4                      you against the computer
  partie play reversi --players mcts,human  you move second
  partie perft reversi 8                    count move sequences
  partie solve 'nim?heaps=3-4-5'            who wins, and how
  partie match connect4 --players mcts,alphabeta --games 20")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print one JSON document on standard output and nothing else there
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The seed of everything random: the same seed gives the same result [default: 1; `serve`: unpredictable]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games, or show one with its parameters and agents
    Games(Games),
    /// Play a game in the terminal
    Play(Play),
    /// Make the moves of a file (or of the argument itself) and print what follows after each
    Run(Run),
    /// Replay a record and say whether it is right
    Replay(Replay),
    /// Say whether a match was dealt as promised and played by the rules
    Verify(crate::commands::verify::Verify),
    /// Play the deal of the day, the same for everybody, and compare with the expert
    Daily(crate::commands::daily::DailyArgs),
    /// Deal cards so that conditions hold
    Deal(crate::commands::deal::Deal),
    /// Check lessons
    Lesson(crate::commands::lesson::LessonArgs),
    /// Count move sequences and states
    Perft(Perft),
    /// Play at random as fast as possible
    Playout(Playout),
    /// Let agents play each other
    Match(Match),
    /// Let agents play everybody against everybody, as a file says
    Tournament(Tournament),
    /// Watch agents play with all hands open, step by step, with what each believes and considers
    BenchTable(BenchTable),
    /// Play for tournaments of other machines that share a NATS server
    Worker(Worker),
    /// Play as one of our agents behind the protocol of outside programs, on standard input and output
    Bot(Bot),
    /// Say what is wrong with a program that wants to be a player
    BotTest(BotTest),
    /// Become a program within bounds of memory, files and network
    #[command(hide = true)]
    Confined(Confined),
    /// Say where the hidden cards of a recorded card game may have been, in the eyes of one player
    Belief(Belief),
    /// Judge every decision of a player in a recorded play: by what was known, and in hindsight
    Review(Review),
    /// Say what to play at a moment of a recorded play, in three steps
    Hint(Hint),
    /// Find a position with one best move
    Exercise(Exercise),
    /// Find the value of a position under perfect play
    Solve(Solve),
    /// Look for flaws: properties with counterexamples, exact numbers, random play
    Check(Check),
    /// Print the rules of a game as a rule sheet
    Rules(Rules),
    /// Print winning probabilities, and where a random play is after some moves
    Chances(Chances),
    /// Write the graph of all states and moves
    Automaton(Automaton),
    /// Measure speed, with checksums of behaviour
    Bench(Bench),
    /// Serve the table in the browser
    Serve(Serve),
    /// Run Prolog: goals in batch, or a top level
    Prolog(Prolog),
    /// Format or convert a description in the s3 language
    S3(S3),
    /// Learn to play: from a teacher, from records, or from the rules alone
    Learn(Learn),
    /// Check, run, explain and compare players written as rule files
    Expert(Expert),
    /// Play on a real table with an arm, or on a simulated one
    Robot(crate::commands::robot::Robot),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

#[derive(Words)]
pub(crate) struct Games {
    /// The game to show
    pub(crate) game: Option<String>,
    /// Language of titles and explanations: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Play {
    /// The game; without one, a menu is offered
    pub(crate) game: Option<String>,
    /// Who plays, in order, separated by commas: `human` or an agent such as `mcts?iterations=1000`
    #[arg(long, value_name = "A,B,…")]
    pub(crate) players: Option<String>,
    /// Continue a saved record
    #[arg(long, value_name = "RECORD")]
    pub(crate) resume: Option<PathBuf>,
    /// Seconds each agent may think about a move
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Run {
    /// The game
    pub(crate) game: String,
    /// A file with one move a line, or the moves themselves separated by blanks
    #[arg(long, value_name = "FILE")]
    pub(crate) moves: String,
}

#[derive(Words)]
pub(crate) struct Replay {
    /// The record
    #[arg(required_unless_present = "vectors")]
    pub(crate) record: Option<PathBuf>,
    /// Instead of a record, a file with one card deal a line (JSON), each replayed and compared
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// Show the table after every move
    #[arg(long)]
    pub(crate) show: bool,
}

#[derive(Words)]
pub(crate) struct Perft {
    /// The game
    pub(crate) game: String,
    /// How many moves deep
    pub(crate) depth: u32,
    /// Also count distinct states
    #[arg(long)]
    pub(crate) states: bool,
}

#[derive(Words)]
pub(crate) struct Playout {
    /// The game
    pub(crate) game: String,
    /// For how long
    #[arg(long, default_value_t = 1.0)]
    pub(crate) seconds: f64,
    /// Exactly this many plays instead
    #[arg(long, value_name = "N")]
    pub(crate) playouts: Option<u64>,
}

#[derive(Words)]
pub(crate) struct Match {
    /// The game
    pub(crate) game: String,
    /// The agents, in order of play, separated by commas
    #[arg(long, value_name = "A,B,…")]
    pub(crate) players: String,
    /// Seat the player 'cheater', who sees all cards, where --players names it: what not knowing costs
    #[arg(long)]
    pub(crate) cheat: bool,
    /// How many plays; the agents change seats after each
    #[arg(long, default_value_t = 1)]
    pub(crate) games: u32,
    /// Seconds an agent may think about a move (none: its own limits)
    #[arg(long)]
    pub(crate) seconds: Option<f64>,
    /// States an agent may visit for a move; makes the match reproducible
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// What happens when an agent answers illegally, late or not at all: disqualify, random or first (a move instead)
    #[arg(long, value_name = "REMEDY", default_value = "disqualify", value_parser = crate::commands::matches::remedy)]
    pub(crate) on_fault: game::Remedy,
    /// Write the record of the last play to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Tournament {
    /// The file: game, players, rounds; see the handbook
    pub(crate) file: PathBuf,
    /// How many plays are made at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Where the plays are kept; the same command goes on where the log ends [default: the plan's name with .log]
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Keep no log
    #[arg(long, conflicts_with_all = ["log", "fresh"])]
    pub(crate) no_log: bool,
    /// Throw away the log that is there and begin anew
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Write a report with plots and plays to step through to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Language of the report: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
    /// Write a line for every play and player to this file, separated by commas
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write a line for every move to this file, separated by commas
    #[arg(long, value_name = "FILE")]
    pub(crate) moves: Option<PathBuf>,
    /// Write the record of every play into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) records: Option<PathBuf>,
    /// Write games.parquet and moves.parquet into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) parquet: Option<PathBuf>,
    /// Let workers play (partie worker) that share this NATS server, e.g. nats://localhost
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    pub(crate) nats: Option<String>,
    /// Seconds that a worker may be silent about a job before another one gets it
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, requires = "nats")]
    pub(crate) lease: f64,
    /// Say how much of the processor's time the players took
    #[arg(long)]
    pub(crate) profile: bool,
}

#[derive(Words)]
pub(crate) struct BenchTable {
    /// The game
    pub(crate) game: String,
    /// Who plays, in order, separated by commas: agents such as `mcts?iterations=1000` [default: the recommended one everywhere]
    #[arg(long, value_name = "A,B,…")]
    pub(crate) players: Option<String>,
    /// Seconds for a move
    #[arg(long, default_value_t = 1.0)]
    pub(crate) seconds: f64,
    /// States a player may visit for a move
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// Seconds between two moves while the play runs, at least
    #[arg(long, default_value_t = 0.5)]
    pub(crate) delay: f64,
    /// Run to the end without asking
    #[arg(long)]
    pub(crate) run: bool,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Worker {
    /// The NATS server, e.g. nats://localhost or nats://user:password@host:4222
    #[arg(long, value_name = "URL")]
    pub(crate) nats: String,
    /// How many jobs are done at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Start programs that plans name as players (within bounds): commands that somebody else wrote
    #[arg(long)]
    pub(crate) programs: bool,
    /// End after so many seconds without a job
    #[arg(long, value_name = "SECONDS")]
    pub(crate) idle: Option<f64>,
}

#[derive(Words)]
pub(crate) struct Bot {
    /// The agent, such as `mcts?iterations=1000`
    pub(crate) agent: String,
}

#[derive(Words)]
pub(crate) struct BotTest {
    /// The games it is tried in, separated by commas
    #[arg(long, default_value = "tictactoe,connect4,snaps", value_name = "GAMES")]
    pub(crate) games: String,
    /// Plays from every seat
    #[arg(long, default_value_t = 2)]
    pub(crate) plays: u32,
    /// Seconds for a move
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Words)]
pub(crate) struct Confined {
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Words)]
pub(crate) struct Review {
    /// The record of the play
    pub(crate) record: PathBuf,
    /// Whose decisions, from 1
    #[arg(long, value_name = "N")]
    pub(crate) player: usize,
    /// The agent that judges (default: the one recommended for the game)
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    /// States visited for a thought [default, unless --ms is given: 4000000 in games for money, else 1000000, and some 10
    /// seconds for the whole review]; the same number gives the same review on every machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Thoughts about every decision [default: until its verdict is settled]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) thoughts: Option<u16>,
    /// Only the decision after this many moves, cards dealt included; may be given more than once
    #[arg(long, value_name = "K")]
    pub(crate) at: Vec<usize>,
    /// Milliseconds for a decision; the review then depends on the machine
    #[arg(long, value_name = "MS")]
    pub(crate) ms: Option<u64>,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Hint {
    /// The record of the play
    pub(crate) record: PathBuf,
    /// After this many moves, cards dealt included (default: all of them)
    #[arg(long, value_name = "K")]
    pub(crate) at: Option<usize>,
    /// How far up the ladder: 1 where to look, 2 what comes into question, 3 the move and its reasons
    #[arg(long, value_name = "1..3", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) step: u8,
    /// The agent that thinks (default: the one recommended for the game)
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    /// States visited [default: 1000000 unless --ms is given]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds to think
    #[arg(long, value_name = "MS")]
    pub(crate) ms: Option<u64>,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Exercise {
    /// The game
    pub(crate) game: String,
    /// How hard, from 1 to 4 (default: as it comes)
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<u8>,
    /// An answer to mark, in notation
    #[arg(long, value_name = "MOVE")]
    pub(crate) answer: Option<String>,
    /// Print the best move, too
    #[arg(long)]
    pub(crate) solution: bool,
    /// Write the play up to the question to a file, as a record
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// States visited by a strong thought
    #[arg(long, value_name = "N", default_value_t = 600_000)]
    pub(crate) nodes: u64,
    /// Give up after this many seconds; what is found before is the same on every machine
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    pub(crate) seconds: f64,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Belief {
    /// The card game
    pub(crate) game: String,
    /// The record of the play
    #[arg(long, value_name = "FILE")]
    pub(crate) record: PathBuf,
    /// Whose belief, from 1
    #[arg(long, value_name = "N")]
    pub(crate) player: usize,
    /// After this many moves, cards dealt included (default: all of them)
    #[arg(long, value_name = "K")]
    pub(crate) at: Option<usize>,
    /// All deals counted; weighted by how others would have bid and played; or the approximate table of the thesis on šnaps
    #[arg(long, value_enum, default_value_t = BeliefTable::Exact)]
    pub(crate) table: BeliefTable,
}

/// How a belief is made.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BeliefTable {
    /// All deals counted
    Exact,
    /// Weighted by how others would have bid and played
    Weighted,
    /// The rules of the thesis
    Thesis,
}

#[derive(Words)]
pub(crate) struct Solve {
    /// The game
    pub(crate) game: String,
    /// Moves to make first, separated by blanks
    #[arg(long, default_value = "", value_name = "MOVES")]
    pub(crate) moves: String,
    /// Give up after this many seconds
    #[arg(long)]
    pub(crate) seconds: Option<f64>,
    /// Give up after this many states
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
}

/// What exploring may spend.
#[derive(Words)]
pub(crate) struct Budget {
    /// Give up exploring after this many states
    #[arg(long, default_value_t = 3_000_000)]
    pub(crate) states: usize,
    /// Give up exploring after making states of this many megabytes, counted every time a move leads to one: a measure of
    /// work that is the same on every machine
    #[arg(long, default_value_t = 1000, value_name = "MB")]
    pub(crate) work: u64,
    /// Give up exploring after this many seconds, too; the answer then depends on the machine (default: never)
    #[arg(long)]
    pub(crate) seconds: Option<f64>,
    /// Megabytes of memory: past them the oldest states and the moves between states go to a temporary file
    #[arg(long, alias = "megabytes", default_value_t = 4096, value_name = "MB")]
    pub(crate) memory: usize,
    /// Give up exploring when the temporary file takes this many megabytes
    #[arg(long, default_value_t = 16_384, value_name = "MB")]
    pub(crate) disk: u64,
    /// The folder of the temporary file (default: where the system keeps such files)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) spill: Option<PathBuf>,
    /// Threads that explore; the answer is the same with any number
    #[arg(long, default_value_t = 2)]
    pub(crate) threads: usize,
}

#[derive(Words)]
pub(crate) struct Check {
    /// The game
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) budget: Budget,
    /// Random plays for the estimates
    #[arg(long, default_value_t = 2000)]
    pub(crate) plays: u64,
    /// Deals drawn at random and explored one by one, where a game begins with a deal and has too many states
    #[arg(long, default_value_t = 20)]
    pub(crate) deals: u64,
    /// Plays of a strong agent against a random one, to distinguish skill from chance
    #[arg(long, default_value_t = 20)]
    pub(crate) skill: u32,
    /// Say what the analysis of the description applied and what it did not
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Words)]
pub(crate) struct Rules {
    /// The game
    pub(crate) game: String,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct Chances {
    /// The game
    pub(crate) game: String,
    /// Say where a random play is after 1, 2, … up to this many moves (chance events are moves)
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) plies: u32,
    /// States listed for each number of moves, the most likely first
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub(crate) most: usize,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

#[derive(Words)]
pub(crate) struct Automaton {
    /// The game
    pub(crate) game: String,
    /// The file to write: its ending (dot, graphml, json, svg) says in which form
    #[arg(long, value_name = "FILE")]
    pub(crate) out: String,
    /// Merge the ends with the same winners: at most one for each player and one for a draw
    #[arg(long, conflicts_with = "minimal")]
    pub(crate) normalised: bool,
    /// Merge all bisimilar states (those that no sequence of moves distinguishes)
    #[arg(long)]
    pub(crate) minimal: bool,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

#[derive(Words)]
pub(crate) struct Bench {
    /// Only these games; `cards` measures deals, legal moves and samples of the card games
    pub(crate) games: Vec<String>,
    /// Seconds for each measurement
    #[arg(long, default_value_t = 0.5)]
    pub(crate) seconds: f64,
}

#[derive(Words)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Words)]
pub(crate) struct Serve {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1:7878", value_name = "ADDRESS")]
    pub(crate) listen: std::net::SocketAddr,
    /// The database file (default: in the user's data directory)
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,
    /// The address people use, if it is another one (behind a proxy)
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// A proxy stands before the server: believe it about the addresses of clients
    #[arg(long)]
    pub(crate) proxied: bool,
    /// Show the counters at `/metrics` to everybody, not only to programs on this machine
    #[arg(long)]
    pub(crate) metrics: bool,
    /// What happens when a computer player answers illegally, late or not at all: first, random (a move instead) or
    /// disqualify
    #[arg(long, value_name = "REMEDY", default_value = "first", value_parser = crate::commands::matches::remedy)]
    pub(crate) on_fault: game::Remedy,
    /// A folder of game descriptions, besides the one in the user's data directory; those dropped there appear in the
    /// lobby. May be given several times
    #[arg(long = "games", value_name = "FOLDER")]
    pub(crate) games: Vec<PathBuf>,
    /// A folder of descriptions of computer players, besides the one in the user's data directory; those dropped there
    /// are offered at once. May be given several times
    #[arg(long = "bots", value_name = "FOLDER")]
    pub(crate) bots: Vec<PathBuf>,
    /// A folder of lessons (`.lesson`), besides the one in the user's data directory. May be given several times
    #[arg(long = "lessons", value_name = "FOLDER")]
    pub(crate) lessons: Vec<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Prolog {
    /// Files to load
    pub(crate) files: Vec<String>,
    /// Run this goal instead of the top level: exit code 0 true, 1 false, 2 error
    #[arg(short = 'g', long = "goal", value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goals: Vec<String>,
    /// Inferences of one query
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) inferences: Option<u64>,
    /// Memory of one query in megabytes (2048)
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) memory: Option<u64>,
    /// Goals that wait for a goal they called (67108864)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) depth: Option<u64>,
    /// Seconds of one query
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<f64>,
    /// What a caught limit leaves of inferences and time, in percent, once a query (10)
    #[arg(long, value_name = "PERCENT")]
    pub(crate) reserve: Option<u8>,
}

#[derive(Words)]
pub(crate) struct S3 {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: S3Action,
    /// The description
    pub(crate) file: PathBuf,
    /// Write the result here instead of printing it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// What can be done with a description.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum S3Action {
    /// Lay it out in the usual way
    Format,
    /// Turn dialect 1 into dialect 2
    Convert,
}

#[derive(Words)]
pub(crate) struct Expert {
    #[command(subcommand)]
    pub(crate) command: ExpertCommand,
}

#[derive(Subcommand)]
pub(crate) enum ExpertCommand {
    /// Say everything that is wrong with a rule file, with place and hint
    Check(RuleFile),
    /// Lay a rule file out in the usual way
    Format(RuleFile),
    /// Print what a game tells rule files and asks of them
    Blocks {
        /// The game: taroky, marias, licitovany, snaps
        game: String,
    },
    /// Replay a record from the seat of a rule file and show every decision
    Run(Replayed),
    /// The same with the rules that fired, their bindings, and where the others failed
    Why(Replayed),
    /// Let one rule file play against another, every deal from every seat; exit code 1 if it is not clearly better
    Compare(Compare),
    /// Mine rules for bidding and announcing from deals a rule file plays, and write them as a rule file
    Mine(Mine),
    /// Follow a game at a real table from what one sees there, and say what to play and why
    Advise(Advise),
}

#[derive(Words)]
pub(crate) struct Mine {
    /// The rule file whose bidding is improved, or the name of a shipped one
    #[arg(default_value = "contracts")]
    pub(crate) file: String,
    /// The game with its parameters
    #[arg(long, default_value = "taroky")]
    pub(crate) game: String,
    /// How many deals are played and recorded; every third tests what the others teach
    #[arg(long, default_value_t = 600)]
    pub(crate) deals: u32,
    /// Conditions of a rule at most
    #[arg(long, default_value_t = 3)]
    pub(crate) depth: usize,
    /// Cases of a rule at least
    #[arg(long, default_value_t = 30)]
    pub(crate) support: usize,
    /// Write the rule file here
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Advise {
    /// The game with its parameters
    pub(crate) game: String,
    /// Your seat; the player in seat 1 begins
    #[arg(long, default_value_t = 1)]
    pub(crate) seat: u8,
    /// Who advises: an agent such as `expert`, or `bot:PATH` for a rule file (default: the best for the game)
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// What was seen, as words separated by blanks; without it they are read from standard input
    #[arg(long)]
    pub(crate) words: Option<String>,
    /// Seconds it may think
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// States it may visit, instead of a time
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}

#[derive(Words)]
pub(crate) struct RuleFile {
    /// The rule file, or the name of a shipped one
    pub(crate) file: String,
    /// The game it is for (default: whichever its blocks fit)
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Write the result here instead of printing it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Replayed {
    /// The rule file, or the name of a shipped one
    pub(crate) file: String,
    /// The record
    #[arg(long, value_name = "RECORD")]
    pub(crate) record: PathBuf,
    /// The seat, from 1 (default: the first in which this bot sat)
    #[arg(long)]
    pub(crate) seat: Option<usize>,
    /// Only this move, by its number
    #[arg(long = "move", value_name = "N")]
    pub(crate) number: Option<usize>,
    /// With --move: print the knowledge base as it was after that move
    #[arg(long, requires = "number")]
    pub(crate) knowledge: bool,
    /// Leave open what the rules leave open: to chance, not to the first legal answer
    #[arg(long)]
    pub(crate) random: bool,
}

#[derive(Words)]
pub(crate) struct Compare {
    /// The rule file in one seat
    pub(crate) first: String,
    /// The rule file in all other seats
    pub(crate) second: String,
    /// The game with its parameters
    #[arg(long, default_value = "taroky")]
    pub(crate) game: String,
    /// How many deals, each played once from every seat
    #[arg(long, default_value_t = 1000)]
    pub(crate) deals: u32,
    /// Draw the score curve to this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Leave open what the rules leave open: to chance, not to the first legal answer
    #[arg(long)]
    pub(crate) random: bool,
}
