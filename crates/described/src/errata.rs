//! The mistakes of a description in play, each by name and with a shortest play that shows it: what the checks at load
//! suspect, and what exploring finds. Where a rule throws a die by itself, its results are tried one by one.

use crate::describe::parameterised;
use formal::{Automaton, Budget, defect_kind, texts};
use game::{Game, Lang, Observe, Player, Rng, Show, Turn};
use playable::{DEAD_END, named};
use system::{Diagnostic, SystemGame};

/// A mistake, shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Erratum {
    /// What kind of mistake it is.
    pub name: &'static str,
    /// The line it is about; 0 where there is none in particular.
    pub line: usize,
    /// What happens, in words.
    pub cause: String,
    /// A play that shows it: a shortest one unless the cause says otherwise.
    pub play: Vec<String>,
    /// What was assumed to get there; may be empty.
    pub assuming: String,
}

/// States explored in search of a mistake: few first, since most are near the start.
const STEPS: [usize; 4] = [150, 1_500, 12_000, 60_000];

/// States explored without compiling the rules.
const INTERPRETED: usize = 1_500;

/// Looks for the mistakes of a logic description, with the parameters that `name` gives. Empty for any other text and for one that does not load.
pub fn errata(text: &str, name: &str) -> Vec<Erratum> {
    if crate::language(text, crate::split(name).0) != crate::Language::Logic {
        return Vec::new();
    }
    let Ok(text) = parameterised(text, name) else { return Vec::new() };
    let text = &*text;
    let (Some(_), findings) = system::load(text, name) else { return Vec::new() };
    let mut out = Vec::new();
    let suspected: Vec<Suspect> = findings.iter().filter_map(Suspect::of).collect();
    let variants = thrown(text);
    // A rule that throws a die by itself plays differently every time: only its variants are worth exploring.
    if variants.is_empty() {
        search(|| system::load(text, name).0, suspected, "", &mut out);
    }
    for variant in variants {
        search(|| system::load(&variant.text, name).0, Vec::new(), &variant.assuming, &mut out);
    }
    out
}

/// What a warning at load says must be looked for.
struct Suspect {
    name: &'static str,
    line: usize,
    /// The clause of `win/2` at the line must apply; otherwise the order there.
    win: bool,
}

impl Suspect {
    fn of(d: &Diagnostic) -> Option<Suspect> {
        let kinds = [
            ("credits the player to move", "the win goes to the wrong player", true),
            ("a draw is reported as a win", "a draw reported as a win", true),
            ("two orders of the same things differ", "two orders that differ", false),
        ];
        let (_, name, win) = kinds.into_iter().find(|(words, ..)| d.message.contains(words))?;
        Some(Suspect { name, line: d.line, win })
    }
}

/// Looks for everything at once in larger and larger parts of the game.
fn search(
    load: impl Fn() -> Option<SystemGame>,
    mut suspects: Vec<Suspect>,
    assuming: &str,
    out: &mut Vec<Erratum>,
) {
    // A few hundred states are explored sooner than rules are compiled; for more it is worth it.
    let (Some(near), Some(far)) = (load().map(SystemGame::uncompiled), load()) else { return };
    let rules = near.rules();
    let orders = near.odd_orders();
    let mut defects = true;
    let mut joined = vec![false; orders.len()];
    for states in STEPS {
        let game = if states <= INTERPRETED { &near } else { &far };
        let automaton = formal::explore(game, &Budget { states, ..Budget::default() }, &mut |_| {});
        let a = &automaton;
        let mut add = |name, line, cause, play: &[_]| {
            let new = Erratum { name, line, cause, play: texts(game, play), assuming: assuming.to_string() };
            let known = |e: &Erratum| {
                e.name == new.name && e.line == new.line && defect_kind(&e.cause) == defect_kind(&new.cause)
            };
            if !out.iter().any(known) {
                out.push(new);
            }
        };
        if defects {
            for (name, cause, n) in broken(game, a) {
                add(name, 0, cause, &a.path(game, n));
                defects = false;
            }
        }
        suspects.retain(|suspect| {
            let Some(rule) =
                rules.iter().position(|r| suspect.win && r.name == "win/2" && r.line == suspect.line)
            else {
                return !suspect.win;
            };
            let ends = |n: &formal::Node| a.over(game, *n) && applies(game, &a.state(*n), rule);
            let Some(n) = a.nodes().find(ends) else { return true };
            let play = a.path(game, n);
            add(suspect.name, suspect.line, credited(game, &play, &a.state(n), suspect.line), &play);
            false
        });
        for (order, seen) in orders.iter().zip(&mut joined).filter(|(_, seen)| !**seen) {
            let found = a.nodes().take(a.expanded()).find_map(|n| Some((n, game.joins(&a.state(n), order)?)));
            if let Some((n, mv)) = found {
                let mut play = a.path(game, n);
                play.push(mv);
                let (x, y) = &order.pair;
                let cause = format!(
                    "by the order of line {} `{x}` and `{y}` are neighbours, by that of line {} they are not",
                    order.line, order.other
                );
                add("two orders that differ", order.line, cause, &play);
                *seen = true;
            }
        }
        let deep = suspects.iter().any(|s| s.win);
        if deep && states >= STEPS[2] {
            suspects.retain(|suspect| {
                let Some((play, end)) = stumbled(game, &rules, suspect) else { return true };
                let cause = credited(game, &play, &end, suspect.line);
                add(suspect.name, suspect.line, format!("{cause}; a shorter play may show it"), &play);
                false
            });
        }
        let left = defects && suspects.is_empty() && orders.is_empty();
        let done = !defects && suspects.iter().all(|s| !s.win) && joined.iter().all(|&seen| seen);
        if a.complete() || done || left && states >= STEPS[1] {
            break;
        }
    }
}

fn applies(game: &SystemGame, s: &system::State, rule: usize) -> bool {
    let mut list = Vec::new();
    game.applied(s, &mut list);
    list.contains(&rule)
}

/// Random plays made in search of what lies too deep to be explored, and their length at most.
const PLAYS: (u64, usize) = (300, 500);

/// A random play that ends by the suspected clause, the shortest of those met, and its end.
fn stumbled(
    game: &SystemGame,
    rules: &[game::Rule],
    suspect: &Suspect,
) -> Option<(Vec<system::Move>, system::State)> {
    let rule = rules.iter().position(|r| suspect.win && r.name == "win/2" && r.line == suspect.line)?;
    let (mut rng, mut scratch) = (Rng::new(0), Vec::new());
    let mut best: Option<(Vec<system::Move>, system::State)> = None;
    for _ in 0..PLAYS.0 {
        let (mut s, mut play) = (game.initial(), Vec::new());
        while play.len() < PLAYS.1 {
            let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
            play.push(mv);
            game.apply(&mut s, mv);
        }
        let shorter = best.as_ref().is_none_or(|(known, _)| play.len() < known.len());
        if shorter && game.turn(&s) == Turn::Over && applies(game, &s, rule) {
            best = Some((play, s));
        }
    }
    best
}

/// Who is said to have won, and who moved last.
fn credited(game: &SystemGame, play: &[system::Move], end: &system::State, line: usize) -> String {
    let mut s = game.initial();
    let mut last = None;
    for &mv in play {
        last = game.turn(&s).player().or(last);
        game.apply(&mut s, mv);
    }
    let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(end, p)).collect();
    let winners: Vec<String> = game::outcome(&scores).iter().map(Player::to_string).collect();
    let who =
        if winners.is_empty() { "nobody".to_string() } else { format!("player {}", winners.join(" and ")) };
    let last = last.map_or(String::new(), |p| format!(", and player {p} made the last move"));
    format!("the clause at line {line} ends the play: {who} is said to have won{last}")
}

/// The first state of each kind in which a rule broke or nobody has anything to do.
fn broken(game: &SystemGame, a: &Automaton<SystemGame>) -> Vec<(&'static str, String, formal::Node)> {
    let mut found: Vec<(&'static str, String, formal::Node)> = Vec::new();
    for n in a.nodes().take(a.expanded()).filter(|&n| a.over(game, n)) {
        let s = a.state(n);
        let (name, cause) = match game.defect(&s) {
            Some(cause) => (named(&cause), cause),
            None if a.stuck(game, n) => {
                let scene = game.scene(&game.view(&s, None), None, Lang::En);
                let die: Vec<String> = scene
                    .tokens
                    .iter()
                    .filter(|t| t.label.parse::<i64>().is_ok())
                    .map(|t| t.label.clone())
                    .collect();
                let shown =
                    if die.is_empty() { String::new() } else { format!(" (thrown: {})", die.join(", ")) };
                ("a dead end", format!("{DEAD_END}{shown}"))
            }
            None => continue,
        };
        if !found.iter().any(|f| f.0 == name && defect_kind(&f.1) == defect_kind(&cause)) {
            found.push((name, cause, n));
        }
    }
    found
}

/// A description in which a throw inside a rule has become a choice.
struct Variant {
    text: String,
    assuming: String,
}

/// The variants of a text with `X is random(N)`: the results as they are, then as marks that may be written into a zone,
/// then counted from 1.
fn thrown(text: &str) -> Vec<Variant> {
    let Some(at) = text.find(" is random(") else { return Vec::new() };
    let before = &text[..at];
    let variable = &before[before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |i| i + 1)..];
    let rest = &text[at + " is random(".len()..];
    let Some((number, _)) = rest.split_once(')') else { return Vec::new() };
    let Ok(n) = number.trim().parse::<u32>() else { return Vec::new() };
    let whole = format!("{variable} is random({number})");
    let variant = |low: u32, marks: bool| {
        let high = low + n.saturating_sub(1);
        let mut text = text.replace(&whole, &format!("between({low}, {high}, {variable})"));
        let mut assuming = format!("random({n}) gives {low} to {high}, each tried");
        if marks {
            text.push_str(&format!("\nmarker(N) :- between(0, {n}, N).\n"));
            assuming.push_str("; its results are marks");
        }
        Variant { text, assuming }
    };
    let marks = !text.contains("marker(");
    [(0, false), (0, marks), (1, marks)].map(|(low, marks)| variant(low, marks)).into()
}
