//! What a designer wants to know of a game: its properties with counterexamples, exact numbers while the game can be
//! explored, estimates with intervals from random play in any case. Each number that was not computed has its reason.

use crate::defect::{Defect, defects};
use formal::{
    Answer, Automaton, Bounds, Broken, Budget, Deals, Odds, Progress, Property, Room, Statistics, Trial,
    Unused, texts,
};
use game::{Rule, Show, Stopped, Turn};

/// How far an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It explores.
    Exploring(Progress),
    /// It works this out.
    Doing(&'static str),
}

/// A property and what was found out about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The property.
    pub property: &'static str,
    /// Yes, no, or not decided within the budget.
    pub holds: Option<bool>,
    /// A shortest play that shows it, in notation; may be empty.
    pub play: Vec<String>,
    /// Where the play begins to repeat, if it does: after that many moves.
    pub cycle: Option<usize>,
    /// What is wrong, or why it is not decided, in words.
    pub cause: String,
}

/// A result, or why there is none.
pub type Known<T> = Result<T, String>;

/// Everything found out about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Whether every reachable state was seen. If not, a property is decided only by what was seen.
    pub complete: bool,
    /// Why exploration ended.
    pub stopped: Stopped,
    /// What went wrong while exploring, or why memory did not suffice.
    pub trouble: Option<String>,
    /// Bytes a state took in memory beyond itself.
    pub bytes_per_state: f64,
    /// Bytes that went to disk.
    pub on_disk: u64,
    /// Those who win and lose together, each by the numbers of its players, from 1. Results are counted by side.
    pub sides: Vec<Vec<u8>>,
    /// Whether chance acts.
    pub chance: bool,
    /// Defects met, each kind once, with the shortest play known.
    pub defects: Vec<Defect>,
    /// The properties.
    pub findings: Vec<Finding>,
    /// Exact numbers of what was explored.
    pub statistics: Statistics,
    /// Distinct plays: all, then won by each side, then drawn or shared.
    pub plays: Known<Vec<u128>>,
    /// Moves of the longest play.
    pub longest: Known<u32>,
    /// Terminal states after those with the same winners are merged.
    pub normalised: Known<usize>,
    /// States of the smallest automaton with the same plays.
    pub minimal: Known<usize>,
    /// The value for the player to move first under perfect play (1 win, 0 draw, -1 loss) and the moves it takes.
    pub value: Known<(i8, u32)>,
    /// Each side's chance to win, then that none or several do, when everybody moves at random.
    pub random: Known<Vec<Bounds>>,
    /// The chance of a win each side can be sure of, whatever all others do.
    pub best: Known<Vec<Bounds>>,
    /// The same with a draw counted as half a win; empty for a game without a draw.
    pub halves: Known<Vec<Bounds>>,
    /// Rules that applied nowhere; `Err` for a game without a list of rules.
    pub rules: Known<Unused<Rule>>,
    /// Zones in which nothing ever lay.
    pub zones: Unused<String>,
    /// Random plays.
    pub trial: Trial,
    /// What deals drawn at random showed; `None` for a game that was explored whole or does not begin with chance.
    pub deals: Option<Deals>,
}

/// States for which minimisation is done unasked: some seconds and some hundred bytes a state.
const MINIMISE_UP_TO: usize = 1_000_000;

/// States for which chances are worked out unasked.
const ITERATE_UP_TO: usize = 4_000_000;

/// States up to which perfect play is computed without being asked for.
const SOLVE_UP_TO: usize = 20_000_000;

/// States whose scenes are looked at for unused zones: where these may be all, and where they are only some.
const SCENES: (usize, usize) = (20_000, 5_000);

/// States whose rules are looked at.
const RULES: usize = 5_000;

/// What exploring one deal may spend: states, and bytes of states made.
const DEAL: (usize, u64) = (10_000, 10 << 20);

/// Random play.
const ROOM: Room = Room { longest: 5_000, moves: 1_000_000, work: 400 << 20 };

/// Analyses a game. The same budget without a time and the same seed give the same analysis.
pub(crate) fn analyse<G: Show>(
    game: &G,
    budget: &Budget,
    (plays, drawn): (u64, u64),
    seed: u64,
    watch: &mut dyn FnMut(Step),
) -> Analysis {
    let automaton = formal::explore(game, budget, &mut |p| watch(Step::Exploring(p)));
    let a = &automaton;
    watch(Step::Doing("properties"));
    let findings = formal::answers(game, a);
    let statistics = formal::statistics(game, a);
    let endless = findings.of(Property::Terminating).decided() == Some(false);
    let counted = |what: &str| match endless {
        true => format!("plays can go on for ever, so there is no {what}"),
        false => "the number has more than 38 digits".to_string(),
    };
    // Where no position can return the rule about that has no effect.
    let returns = game.repetition().is_some() && statistics.longest.is_none();
    let path = || "which positions came before counts, by the rule about repetition".to_string();
    let plays_of = statistics.plays.clone().ok_or_else(|| counted("number of plays"));
    let longest = statistics.longest.ok_or_else(|| counted("longest play"));
    watch(Step::Doing("smallest automaton"));
    let normalised = within(a, usize::MAX).map(|()| formal::normalise(game, a).terminal);
    let minimal = within(a, MINIMISE_UP_TO).map(|()| formal::minimise(game, a, true).blocks);
    watch(Step::Doing("perfect play"));
    let odd = statistics.broken + if game.players() > 1 { statistics.stuck } else { 0 };
    let value = within(a, SOLVE_UP_TO).and_then(|()| match odd {
        0 => value(game, a).and_then(|found| match found {
            // A win never returns to a position; without one, whoever returns loses.
            (0, _) if returns && game.repetition().is_some_and(|rule| rule.loses) => {
                Err("nobody can force a win unless positions return, and who then loses depends on all that came before".into())
            }
            found => Ok(found),
        }),
        n => Err(format!("in {n} states the play ends without a result: see the mistakes")),
    });
    watch(Step::Doing("chances"));
    let draws = statistics.ends.last().is_some_and(|&n| n > 0);
    let [random, best, halves] = match returns {
        true => [Err(path()), Err(path()), Err(path())],
        false => chances(game, a, draws),
    };
    watch(Step::Doing("dead rules"));
    let rules = formal::unused_rules(game, a, RULES, seed);
    watch(Step::Doing("unreachable zones"));
    let scenes = if a.complete() { SCENES.0 } else { SCENES.1 };
    let zones = formal::unused_zones(game, a, scenes, seed);
    watch(Step::Doing("random play"));
    let room = Room { work: ROOM.work.min(budget.work), ..ROOM };
    let trial = formal::trials(game, plays, room, seed);
    let mut findings: Vec<Finding> =
        findings.answers.iter().map(|(p, answer)| finding(game, *p, answer)).collect();
    shown_by_play(&mut findings, &trial.broken, &trial.won);
    watch(Step::Doing("sampled deals"));
    let each = Budget {
        states: DEAL.0.min(budget.states),
        work: DEAL.1.min(budget.work / drawn.max(1)),
        ..budget.clone()
    };
    let deals = if a.complete() { None } else { formal::deals(game, drawn, &each, seed) };
    if let Some(deals) = &deals {
        shown_by_play(&mut findings, &deals.broken, &[false]);
        shown_by_deals(&mut findings, deals);
    }
    still_open(&mut findings, game.chance());
    evidence(&mut findings, &trial, deals.as_ref());
    let broken: Vec<Broken> =
        trial.broken.iter().chain(deals.iter().flat_map(|d| &d.broken)).cloned().collect();
    Analysis {
        sides: a.sides().members().iter().map(|side| side.iter().map(|p| p.0 + 1).collect()).collect(),
        chance: game.chance(),
        defects: defects(game, a, &broken),
        stopped: a.stopped(),
        bytes_per_state: a.overhead() as f64 / a.len() as f64,
        on_disk: a.on_disk(),
        findings,
        plays: if returns { Err(path()) } else { within(a, usize::MAX).and(plays_of) },
        longest: if returns { Err(path()) } else { within(a, usize::MAX).and(longest) },
        normalised,
        minimal,
        value,
        random,
        best,
        halves,
        rules: rules.ok_or_else(|| {
            "the rules are program code, with no list of rules that could be watched; only descriptions have one"
                .to_string()
        }),
        zones,
        trial,
        deals,
        statistics,
        // Last, so that a temporary file that failed on the way is reported.
        trouble: a.trouble().map(str::to_string),
        complete: a.complete(),
    }
}

/// Whether something that needs all states, and not too many of them, can be computed.
fn within<G: Show>(a: &Automaton<G>, most: usize) -> Known<()> {
    if !a.complete() {
        return Err("not all states are known".into());
    }
    if a.len() > most {
        return Err(format!("there are more than {most} states"));
    }
    Ok(())
}

fn value<G: Show>(game: &G, a: &Automaton<G>) -> Known<(i8, u32)> {
    if a.nodes().any(|n| a.turn(game, n) == Turn::Chance) {
        return Err("chance takes part; see the chances in best play".into());
    }
    if game.hidden() {
        return Err("players do not see everything".into());
    }
    let values = formal::solve(game, a).ok_or("there are more than two players")?;
    Ok((values.for_mover(game, a, 0), values.distance[0]))
}

/// The chances in random play, those that can be forced, and those with a draw as half a win.
fn chances<G: Show>(game: &G, a: &Automaton<G>, drawn: bool) -> [Known<Vec<Bounds>>; 3] {
    let odds = within(a, ITERATE_UP_TO).and_then(|()| Odds::of(game, a).ok_or_else(lost));
    let odds = match odds {
        Ok(odds) => odds,
        Err(why) => return [Err(why.clone()), Err(why.clone()), Err(why)],
    };
    let open = if game.hidden() { Err("players do not see everything".to_string()) } else { Ok(()) };
    let forced = |draw: f64| open.clone().and_then(|()| odds.forced(draw).ok_or_else(lost));
    [
        odds.random().ok_or_else(lost),
        forced(0.0),
        if drawn { forced(0.5) } else { open.clone().map(|()| Vec::new()) },
    ]
}

fn lost() -> String {
    "a temporary file failed".into()
}

fn finding<G: Show>(game: &G, property: Property, answer: &Answer<G::Move>) -> Finding {
    let (play, cycle, cause) = match answer {
        Answer::Yes(play) => (play.as_slice(), None, String::new()),
        Answer::No { play, cycle, cause } => (play.as_slice(), *cycle, cause.clone()),
        Answer::Unknown(why) => (&[][..], None, why.clone()),
    };
    Finding { property: property.name(), holds: answer.decided(), play: texts(game, play), cycle, cause }
}

/// Decides a property that is still open.
fn decide(findings: &mut [Finding], property: Property, holds: bool, play: &[String], cause: &str) {
    let open = findings.iter_mut().find(|f| f.property == property.name() && f.holds.is_none());
    if let Some(finding) = open {
        (finding.holds, finding.play, finding.cause) = (Some(holds), play.to_vec(), cause.to_string());
    }
}

/// What single plays prove of a game that could not be explored whole: a play that breaks, and plays that everybody wins.
fn shown_by_play(findings: &mut [Finding], broken: &[Broken], won: &[bool]) {
    if let Some(broken) = broken.iter().min_by_key(|b| b.play.len()) {
        let cause = match broken.cause.as_str() {
            "" => format!("after {} moves {}", broken.play.len(), crate::defect::DEAD_END),
            cause => format!("after {} moves a rule fails: {cause}", broken.play.len()),
        };
        let cause = format!("{cause}; found by chance, a shorter play may show it");
        decide(findings, Property::TotallyDefined, false, &broken.play, &cause);
        decide(findings, Property::WellDefined, false, &broken.play, &cause);
    }
    if won.iter().all(|&won| won) {
        decide(findings, Property::WeaklyWinning, true, &[], "");
    }
}

/// Says anew what the answer to the whole waits for: plays may have decided a part.
fn still_open(findings: &mut [Finding], chance: bool) {
    let ends = if chance { Property::SurelyEnding } else { Property::Terminating };
    let parts = [Property::TotallyDefined, ends, Property::WeaklyWinning].map(Property::name);
    let open: Vec<&str> = findings
        .iter()
        .filter(|f| f.holds.is_none() && parts.contains(&f.property))
        .map(|f| f.property)
        .collect();
    let well = findings.iter_mut().find(|f| f.property == Property::WellDefined.name() && f.holds.is_none());
    if let Some(finding) = well {
        finding.cause = format!("it is not known whether this holds: {}", open.join(", "));
    }
}

/// What is known of properties that stay open: the bounded search said what it saw; random plays and deals add how rare, at
/// most, the opposite is. None of it is a proof.
fn evidence(findings: &mut [Finding], trial: &Trial, deals: Option<&Deals>) {
    let n = trial.plays;
    if n == 0 {
        return;
    }
    let rare = format!("with 95 % confidence fewer than {:.2} % of such plays", formal::at_most(n) * 100.0);
    let longest = ROOM.longest;
    for finding in findings.iter_mut().filter(|f| f.holds.is_none()) {
        let said = match finding.property {
            name if name == Property::TotallyDefined.name() => {
                let dealt = deals.map_or(String::new(), |d| {
                    format!(", nor did anything in {} states from {} random deals", d.states, d.drawn)
                });
                format!(
                    "none of {n} random plays broke a rule or got stuck ({rare} do within {longest} moves){dealt}"
                )
            }
            name if name == Property::Terminating.name() || name == Property::SurelyEnding.name() => {
                match trial.cut {
                    0 => format!("all of {n} random plays ended within {longest} moves ({rare} do not)"),
                    cut => format!("{cut} of {n} random plays went on for more than {longest} moves"),
                }
            }
            name if name == Property::WeaklyWinning.name() => {
                let never: Vec<String> = trial
                    .won
                    .iter()
                    .enumerate()
                    .filter(|(_, won)| !**won)
                    .map(|(i, _)| (i + 1).to_string())
                    .collect();
                format!(
                    "in {n} random plays player {} never won with another moving too ({rare} bring that)",
                    never.join(", ")
                )
            }
            _ => continue,
        };
        finding.cause = format!("{}; {said}", finding.cause);
    }
}

/// What deals drawn at random prove: a play that can return, or go on for ever, from one of them.
fn shown_by_deals(findings: &mut [Finding], deals: &Deals) {
    let said = |n: u64, what: &str| format!("from {n} of {} deals drawn at random {what}", deals.drawn);
    if deals.cyclic > 0 {
        let cause = said(deals.cyclic, "a play can return to the same state");
        decide(findings, Property::Terminating, false, &[], &cause);
    }
    if deals.endless > 0 {
        let cause = said(deals.endless, "somebody can be kept playing for ever");
        decide(findings, Property::SurelyEnding, false, &[], &cause);
        decide(findings, Property::WellDefined, false, &[], &cause);
    }
}
