//! The review of a play: every decision of one player with two verdicts.
//!
//! - *Given what was known*: what the move lost in expectation against the best one, over the worlds that the view left. The
//!   recommended agent thinks as a hint does, from the view alone, and values every move.
//! - *In hindsight*: the same with all cards open: the cheat of a card game (the kernel), exact values of a solver, or the
//!   agent believing in nothing but the true state.
//!
//! What looks like a loss, or like a choice between equals, is thought about again with other draws until the verdict is settled
//! ([`crate::thoughts`]) or the spare thoughts of the review are used up. A decision is handed out as soon as it is judged. The same seed and
//! a limit by nodes or iterations alone give the same review on every machine.

use crate::exact::{self, Exact};
use crate::thoughts::{MOST, Thoughts, chance, tries, value_of};
use crate::{Ladder, Scale, Verdict, ladder, say};
use game::{
    Advice, CHEATER, Gesture, Lang, Limit, Motif, Player, Record, RecordError, Rng, Table, Turn, words,
};
use std::fmt;
use std::time::Duration;

/// States that a thought of a review may take, in a game for money and elsewhere, where nobody says otherwise. In a game for
/// money a review then agrees with a far slower one as `bench/verdicts.py` tells.
pub const NODES: [u64; 2] = [4_000_000, 1_000_000];
/// What all decisions of a review may take together where nobody says otherwise, so that the whole of it, with what its last decisions
/// take at least, stays within ten seconds. Descriptions, whose states cost a hundred times as much as those of native games, and very long plays use
/// it up.
pub const WITHIN: Duration = Duration::from_millis(8_500);
/// The part of it that doubtful decisions may use ahead of those that follow.
const AHEAD: f64 = 0.3;
/// Further thoughts that a review may spend on doubtful decisions, to begin with and for each decision.
const SPARE: (usize, usize) = (8, 2);
/// A decision is given this much at least, so that it is worth something.
const LEAST: Duration = Duration::from_millis(30);

/// The most decisions that are judged: what is longer is reviewed up to there.
pub const LONGEST: usize = 2_000;

/// What is to be reviewed.
#[derive(Clone)]
pub struct Ask {
    /// The play.
    pub record: Record,
    /// Whose decisions.
    pub player: Player,
    /// The agent that is recommended for the game.
    pub agent: String,
    /// What a thought may take: of what was known, again while the verdict is in doubt, in hindsight.
    pub limit: Limit,
    /// How long all of it may take, about; what quick decisions leave the others may use.
    pub within: Option<Duration>,
    /// How often each decision is thought about; else until its verdict is settled.
    pub thoughts: Option<usize>,
    /// The decisions wanted, by the moves made before them; empty: all.
    pub only: Vec<usize>,
    /// Decides what is drawn.
    pub seed: u64,
    /// The language of labels and reasons.
    pub lang: Lang,
    /// Exact values, where somebody can solve the game.
    pub exact: Option<Exact>,
}

/// A decision and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// How many moves were made before it.
    pub at: usize,
    /// In which deal of the play, from 1.
    pub deal: u32,
    /// Whether something was said rather than played: a bid, an announcement, a double.
    pub said: bool,
    /// How many choices there were.
    pub choices: usize,
    /// What was played, in notation and in words.
    pub played: (String, String),
    /// What the expert would have played.
    pub best: (String, String),
    /// The loss given what was known, less its standard error where thoughts differ.
    pub known: f64,
    /// The loss in hindsight, where it could be computed.
    pub open: Option<f64>,
    /// What was best in hindsight, in notation and in words.
    pub open_best: Option<(String, String)>,
    /// Whether the values by what was known are exact.
    pub exact: bool,
    /// How often it was thought about.
    pub thoughts: usize,
    /// The standard error of the loss, as the thoughts differ; 0 where values are exact.
    pub error: f64,
    /// What the best move was expected to end with: in money, what the player has when the deal ends; else between 0 and 1.
    pub expected: f64,
    /// The two verdicts put together.
    pub verdict: Verdict,
    /// Why the expert would have played so.
    pub because: Vec<String>,
    /// The motifs of the expert's move.
    pub motifs: Vec<Motif>,
    /// What each move was worth given what was known.
    pub values: Vec<(String, f64)>,
}

impl Decision {
    /// What the move that was made was worth given what was known, where it was valued.
    pub fn worth(&self) -> Option<f64> {
        self.values.iter().find(|(text, _)| *text == self.played.0).map(|(_, value)| *value)
    }
}

/// A reviewed play.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game with its parameters.
    pub game: String,
    /// Whose decisions.
    pub player: Player,
    /// What losses are measured by.
    pub scale: Scale,
    /// The decisions with more than one choice, in order.
    pub decisions: Vec<Decision>,
    /// The three costliest by what was known, by their places in `decisions`, the costliest first.
    pub costliest: Vec<usize>,
    /// What the player had in the end.
    pub result: i32,
    /// Whether the play is over.
    pub over: bool,
    /// Whether decisions were left out because somebody said stop, or because there are too many.
    pub cut: bool,
}

impl Review {
    /// What was lost in all, given what was known.
    pub fn lost(&self) -> f64 {
        self.decisions.iter().map(|decision| decision.known).sum()
    }
}

/// Why there is no review. Prints as a sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewError {
    /// There is no such player.
    Player {
        /// The player, from 1.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// The record does not replay.
    Record(RecordError),
    /// The agent could not think.
    Agent {
        /// After how many moves.
        at: usize,
        /// What went wrong.
        cause: String,
    },
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewError::Player { player, players } => {
                write!(f, "there is no player {player}, only 1 to {players}")
            }
            ReviewError::Record(error) => error.fmt(f),
            ReviewError::Agent { at, cause } => write!(f, "after {at} moves: {cause}"),
        }
    }
}

impl std::error::Error for ReviewError {}

/// What a thought of a review may take where nobody says otherwise.
pub fn usual(table: &dyn Table) -> u64 {
    NODES[usize::from(table.stake().is_none())]
}

/// A seed for one moment of a review.
fn mixed(seed: u64, at: usize) -> u64 {
    Rng::new(seed ^ (at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).bits()
}

/// The agent whose values are asked for: the recommended one where something is hidden. Where everybody sees everything a
/// search that values every move alike, which the best-first ones do not.
pub fn judge(table: &dyn Table, recommended: &str) -> String {
    match (table.hidden(), table.players()) {
        (false, 2..) => "mcts?reuse=no".to_string(),
        _ => recommended.to_string(),
    }
}

/// A review under way: an iterator of decisions.
pub struct Reviewer {
    table: Box<dyn Table>,
    ask: Ask,
    scale: Scale,
    next: usize,
    decisions: Vec<Decision>,
    /// Decisions in all, and the time that those judged so far took.
    total: usize,
    spent: Duration,
    /// Further thoughts that are left for doubtful decisions.
    spare: usize,
    broken: bool,
}

impl Reviewer {
    /// A review of a play on a fresh table of its game.
    ///
    /// # Errors
    /// A player who is not there, or a record that does not replay.
    pub fn new(table: Box<dyn Table>, ask: Ask) -> Result<Reviewer, ReviewError> {
        let players = table.players();
        if ask.player.index() >= players {
            return Err(ReviewError::Player { player: ask.player.index() + 1, players });
        }
        table.fork().replay(&ask.record).map_err(ReviewError::Record)?;
        let scale = Scale::of(&*table);
        let mut reviewer = Reviewer {
            table,
            ask,
            scale,
            next: 0,
            decisions: Vec::new(),
            total: 0,
            spent: Duration::ZERO,
            spare: SPARE.0,
            broken: false,
        };
        reviewer.total = reviewer.wanted();
        Ok(reviewer)
    }

    /// What losses are measured by.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// How many decisions there are in all.
    pub fn total(&self) -> usize {
        self.total
    }

    fn wanted(&self) -> usize {
        let mut table = self.table.fork();
        let mut total = 0;
        for entry in &self.ask.record.moves {
            total += usize::from(self.asked(&*table));
            if table.play(&entry.text).is_err() {
                break;
            }
        }
        total.min(LONGEST)
    }

    /// Whether the decision at a table is one to judge.
    fn asked(&self, table: &dyn Table) -> bool {
        let wanted = self.ask.only.is_empty() || self.ask.only.contains(&table.made());
        wanted && table.turn() == Turn::Player(self.ask.player) && table.choices() > 1
    }

    /// What each thought of the next decision may take: a fair part of the time that is left.
    fn allowance(&self) -> Limit {
        let mut limit = self.ask.limit.clone();
        if let Some(within) = self.ask.within {
            let left = self.total.saturating_sub(self.decisions.len()).max(1) as u32;
            // As many thoughts of what was known as are wanted, and one in hindsight where something is hidden.
            let wanted = self.ask.thoughts.map_or(1, |wanted| wanted.clamp(1, u32::MAX as usize - 1) as u32);
            // Where values are shares, a comparison as well: they are rough.
            let hidden = self.table.hidden();
            let compared = hidden && !self.scale.money && self.ask.thoughts.is_none();
            let thoughts = wanted + u32::from(hidden) + u32::from(compared);
            let part = (within.saturating_sub(self.spent) / left).max(LEAST) / thoughts;
            limit.time = Some(limit.time.map_or(part, |time| time.min(part)));
        }
        limit
    }

    /// Judges the decision at hand, and counts what that took.
    fn judged(&mut self, played: &str) -> Result<Decision, ReviewError> {
        let clock = self.ask.limit.clock;
        let begun = clock.now();
        self.spare += SPARE.1;
        // As much of the time as decisions were judged, and a part in advance.
        let share = (self.decisions.len() + 1) as f64 / self.total.max(1) as f64;
        let pace = self.ask.within.map(|within| within.mul_f64(AHEAD + (1.0 - AHEAD) * share.min(1.0)));
        let (spent, spare) = (self.spent, self.spare);
        let more = |had: usize| {
            had < MOST && had <= spare && pace.is_none_or(|pace| spent + clock.since(begun) < pace)
        };
        let found = decide(&*self.table, &self.ask, &self.allowance(), self.scale, played, &more);
        self.spent += clock.since(begun);
        found.map(|(decision, thoughts)| {
            self.spare = self.spare.saturating_sub(thoughts - 1);
            decision
        })
    }

    /// What was found so far, the rest of the play being gone through without a verdict.
    ///
    /// # Errors
    /// A record that does not replay.
    pub fn finish(mut self) -> Result<Review, ReviewError> {
        let mut cut = false;
        while let Some(entry) = self.ask.record.moves.get(self.next) {
            cut |= self.asked(&*self.table);
            let fault = |refusal: game::Refusal| RecordError { line: entry.line, cause: refusal.to_string() };
            self.table.play(&entry.text).map_err(|refusal| ReviewError::Record(fault(refusal)))?;
            self.next += 1;
        }
        Ok(Review {
            game: self.table.id(),
            player: self.ask.player,
            scale: self.scale,
            costliest: costliest(&self.decisions, self.scale),
            result: self.table.scores().get(self.ask.player.index()).copied().unwrap_or(0),
            over: self.table.turn() == Turn::Over,
            decisions: self.decisions,
            cut,
        })
    }
}

impl Iterator for Reviewer {
    type Item = Result<Decision, ReviewError>;

    fn next(&mut self) -> Option<Result<Decision, ReviewError>> {
        if self.broken || self.decisions.len() >= LONGEST {
            return None;
        }
        loop {
            let entry = self.ask.record.moves.get(self.next)?.clone();
            let found = self.asked(&*self.table).then(|| self.judged(&entry.text));
            let played = self.table.play(&entry.text);
            self.next += 1;
            let found = match (found, played) {
                (_, Err(refusal)) => {
                    let fault = RecordError { line: entry.line, cause: refusal.to_string() };
                    Err(ReviewError::Record(fault))
                }
                (Some(found), Ok(())) => found,
                (None, Ok(())) => continue,
            };
            self.broken = found.is_err();
            self.decisions.extend(found.iter().cloned());
            return Some(found);
        }
    }
}

/// Reviews a play on a fresh table of its game. `watch` is shown every decision as soon as it is judged; it returns whether
/// to go on.
///
/// # Errors
/// A player who is not there, a record that does not replay, an agent that does not think.
pub fn review(
    table: Box<dyn Table>,
    ask: Ask,
    watch: &mut dyn FnMut(&Decision) -> bool,
) -> Result<Review, ReviewError> {
    let mut reviewer = Reviewer::new(table, ask)?;
    for decision in reviewer.by_ref() {
        if !watch(&decision?) {
            break;
        }
    }
    reviewer.finish()
}

/// The three costliest decisions that are slips at least.
fn costliest(decisions: &[Decision], scale: Scale) -> Vec<usize> {
    let mut order: Vec<usize> =
        (0..decisions.len()).filter(|&i| decisions[i].known >= scale.slip()).collect();
    order.sort_by(|&a, &b| decisions[b].known.total_cmp(&decisions[a].known).then(a.cmp(&b)));
    order.truncate(3);
    order
}

/// Judges one decision at a table where the player is to move; with how many thoughts of what was known. `more` says whether another
/// may be had after so many.
fn decide(
    table: &dyn Table,
    ask: &Ask,
    limit: &Limit,
    scale: Scale,
    played: &str,
    more: &dyn Fn(usize) -> bool,
) -> Result<(Decision, usize), ReviewError> {
    let at = table.made();
    let seed = mixed(ask.seed, at);
    let proven = ask.exact.as_ref().and_then(|exact| exact::values(table, exact, limit));
    let agent = judge(table, &ask.agent);
    let think = |seed: u64, rivals: Option<&[String]>| {
        let thought = match rivals {
            Some(rivals) => table.compare(&agent, seed, &half(limit), rivals),
            None => table.hint(&agent, seed, limit),
        };
        thought.map_err(|error| ReviewError::Agent { at, cause: error.to_string() })
    };
    let first = think(seed, None)?;
    let mut thoughts = match table.hidden() {
        // Only in games for money does what a word is worth depend on the usual one.
        true if !scale.money => Thoughts::comparing(first, played, &[]),
        true => Thoughts::comparing(first, played, &table.offers(ask.lang)),
        false => Thoughts::new(first),
    };
    let again = |had: &Thoughts| match ask.thoughts {
        Some(wanted) => had.len() < wanted,
        // Nobody is blamed by one thought alone, however late it is.
        None => had.doubtful(played, scale) && (had.unchecked() || more(had.len())),
    };
    while proven.is_none() && again(&thoughts) {
        let other = mixed(!ask.seed, at).wrapping_add(thoughts.len() as u64 - 1);
        let thought = think(other, thoughts.rivals())?;
        thoughts.add(thought);
    }
    let had = thoughts.len();
    let lost = thoughts.lost(played, scale).filter(|_| proven.is_none());
    // A comparison that found no time for a single play says nothing, and the first thought alone blames nobody.
    let silent = proven.is_none() && !scale.money && had > 1 && thoughts.rivals().is_some();
    let unknown = if silent { (0.5, 1.0) } else { (0.0, 0.0) };
    let (error, differ) = lost.map_or(unknown, |lost| (lost.error, lost.differ));
    let thought = match &proven {
        Some(values) => settled(thoughts.together(), values),
        None => thoughts.together(),
    };
    // Nobody is blamed for what the thoughts differ by.
    let known = (loss(&thought, played) - differ).max(0.0);
    let open = match (&proven, table.hidden()) {
        (Some(_), _) | (None, false) => Some(thought.clone()),
        (None, true) => hindsight(table, &ask.agent, seed, limit),
    };
    let open_loss = open.as_ref().map(|open| {
        let luck = if proven.is_some() || scale.money || !table.hidden() {
            0.0
        } else {
            luck(open, table.choices())
        };
        (loss_from_values(open, played) - luck).max(0.0)
    });
    let Ladder { best, because, reasons, .. } = ladder(table, &thought, ask.lang);
    let offers = table.offers(ask.lang);
    let labelled = |text: &str| {
        let found = offers.iter().find(|offer| offer.text == text);
        (text.to_string(), found.map_or_else(|| text.to_string(), |offer| offer.label.clone()))
    };
    let paid = if scale.money { table.scores().get(ask.player.index()).copied().unwrap_or(0) } else { 0 };
    let worth = value_of(&thought, &thought.text).unwrap_or(0.0);
    let spoken = offers.iter().find(|offer| offer.text == played);
    let decision = Decision {
        at,
        deal: table.accounts(Lang::En).last().map_or(1, |account| account.deal + 1),
        said: spoken.is_some_and(|offer| matches!(offer.gesture, Gesture::Say(_))),
        choices: offers.len(),
        played: labelled(played),
        best: (best.text, best.label),
        known,
        open: open_loss,
        open_best: open.as_ref().map(|open| labelled(&open.text)),
        exact: proven.is_some(),
        thoughts: had,
        error,
        expected: f64::from(paid) + worth,
        verdict: Verdict::of(scale, known, open_loss),
        because,
        motifs: reasons.iter().filter_map(|reason| reason.motif).collect(),
        values: thought.values,
    };
    Ok((decision, had))
}

/// What a comparison may take: a few moves are looked at rather than all, and two comparisons show how far they are to be trusted.
pub(crate) fn half(limit: &Limit) -> Limit {
    Limit {
        time: limit.time.map(|time| time / 2),
        nodes: limit.nodes.map(|nodes| (nodes / 2).max(1)),
        iterations: limit.iterations.map(|iterations| (iterations / 2).max(1)),
        ..limit.clone()
    }
}

/// A thought with exact values: its move stays if it is among the best ones.
fn settled(mut thought: Advice, values: &[(String, f64)]) -> Advice {
    let top = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    thought.values = values.to_vec();
    if value_of(&thought, &thought.text).is_none_or(|value| value < top) {
        if let Some((text, _)) = values.iter().find(|(_, value)| *value == top) {
            thought.text.clone_from(text);
        }
        thought.because = Vec::new();
        thought.reasons = Vec::new();
    }
    thought
}

/// What a move loses against the one the agent would make. The agent may prefer a move for other reasons than its mean (a
/// gamble has to be worth it): whoever plays as it does loses nothing.
fn loss(thought: &Advice, played: &str) -> f64 {
    match (value_of(thought, &thought.text), value_of(thought, played)) {
        _ if thought.text == played => 0.0,
        (Some(best), Some(value)) => (best - value).max(0.0),
        _ => 0.0,
    }
}

/// What a move loses against the best by value.
fn loss_from_values(thought: &Advice, played: &str) -> f64 {
    let top = thought.values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    value_of(thought, played).map_or(0.0, |value| (top - value).max(0.0))
}

/// What two shares of plays won may differ by chance, where a thought tells how many plays it tried: half of them with its own move, the
/// other half spread over the others.
fn luck(thought: &Advice, choices: usize) -> f64 {
    tries(thought).map_or(0.0, |tried| chance(1.0 + choices as f64, tried))
}

/// What is thought with open cards; `None` if nobody can tell.
fn hindsight(table: &dyn Table, recommended: &str, seed: u64, limit: &Limit) -> Option<Advice> {
    let complete = |advice: &Advice| advice.values.len() == table.choices();
    let kernel = table.hindsight(CHEATER, seed, limit).ok().filter(complete);
    let believer = || {
        let agent = match recommended.split('?').next() {
            Some("expert") => "expert?solved=100&open=100&caution=0&trust=0&worlds=4",
            _ => recommended,
        };
        table.hindsight(agent, seed, limit).ok()
    };
    let mut advice = kernel.or_else(believer)?;
    let top = advice.values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    if let Some((text, _)) = advice.values.iter().find(|(_, value)| *value == top) {
        advice.text.clone_from(text);
    }
    Some(advice)
}

/// The sentence that sums up what a review found, in one language.
pub fn summary(review: &Review, lang: Lang) -> String {
    let count = review.decisions.len().to_string();
    let lost = loss_words(review.scale, review.lost(), lang);
    let wrong = review.decisions.iter().filter(|d| d.known >= review.scale.mistake()).count();
    if review.decisions.is_empty() {
        return words("There was nothing to decide.", "Nebylo o čem rozhodovat.", "Nebolo o čom rozhodovať.")
            .to(lang)
            .to_string();
    }
    match (lang, wrong) {
        (Lang::En, 0) if count == "1" => format!("1 decision, no mistake; lost in all: {lost}"),
        (Lang::En, n) if count == "1" => format!("1 decision, mistakes: {n}; lost in all: {lost}"),
        (Lang::En, 0) => format!("{count} decisions, no mistake; lost in all: {lost}"),
        (Lang::En, n) => format!("{count} decisions, mistakes: {n}; lost in all: {lost}"),
        (Lang::Cs, 0) => format!("Rozhodnutí: {count}, žádná chyba; ztráta celkem: {lost}"),
        (Lang::Cs, n) => format!("Rozhodnutí: {count}, chyb: {n}; ztráta celkem: {lost}"),
        (Lang::Sk, 0) => format!("Rozhodnutí: {count}, žiadna chyba; strata spolu: {lost}"),
        (Lang::Sk, n) => format!("Rozhodnutí: {count}, chýb: {n}; strata spolu: {lost}"),
    }
}

/// A loss in words: money, or per cent of a game.
pub fn loss_words(scale: Scale, loss: f64, lang: Lang) -> String {
    match scale.money {
        true => say::money(loss, lang).trim_start_matches('+').to_string(),
        false => format!("{:.0} %", 100.0 * loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_that_are_wanted_share_the_time_of_a_decision() {
        for (id, hindsight) in [("connect4", 0), ("snaps", 1)] {
            let game = catalog::find(id).unwrap();
            let mut table = game.table(3);
            let mut rng = Rng::new(3);
            while table.turn() != Turn::Over && table.made() < 60 {
                if table.roll().is_none() {
                    let offers = table.offers(Lang::En);
                    let text = offers[rng.below(offers.len())].text.clone();
                    table.play(&text).unwrap();
                }
            }
            for wanted in [1, 4, 16] {
                let ask = Ask {
                    record: table.record(),
                    player: Player(0),
                    agent: game.strongest(),
                    limit: Limit::nodes(1_000),
                    within: Some(WITHIN),
                    thoughts: Some(wanted),
                    only: Vec::new(),
                    seed: 1,
                    lang: Lang::En,
                    exact: None,
                };
                let reviewer = Reviewer::new(game.table(3), ask).unwrap();
                let each = reviewer.allowance().time.unwrap();
                let whole = each * (wanted + hindsight) as u32 * reviewer.total() as u32;
                assert!(whole <= WITHIN && whole * 2 > WITHIN, "{id}, {wanted} thoughts: {whole:?}");
            }
        }
    }
}
