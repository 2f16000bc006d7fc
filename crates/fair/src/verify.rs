//! Checks a record: the commitments are the hashes of what was opened, the cards follow from the seeds, every move was legal,
//! the result is the one reached, and nothing was changed afterwards.

use crate::seal::{Opening, commitment, fingerprint, hex, unhex};
use game::{Record, Table, Turn};
use std::fmt;

/// The header that holds the hash of the moves and the result.
pub const MOVES: &str = "moves";

/// How much replaying a check may ask for: moves times deals.
const MOST_WORK: usize = 50_000_000;

/// Something that is not as it should be. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line of the record, from 1; 0 when no line of moves is to blame.
    pub line: usize,
    /// The cause.
    pub cause: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 { write!(f, "line {}: {}", self.line, self.cause) } else { f.write_str(&self.cause) }
    }
}

/// A deal of a record and whether it was opened rightly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealCheck {
    /// What opens it.
    pub opening: Opening,
    /// What was published before it.
    pub commitment: String,
    /// Whether the one is the hash of the other.
    pub kept: bool,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The deals with their commitments, in order.
    pub deals: Vec<DealCheck>,
    /// Everything that is wrong; nothing: the record is verified.
    pub faults: Vec<Fault>,
    /// What was not looked at, and why.
    pub notes: Vec<String>,
    /// How many moves were replayed.
    pub moves: usize,
    /// Whether the play is over.
    pub over: bool,
    /// The scores reached.
    pub scores: Vec<i32>,
}

impl Verdict {
    /// Whether everything is as it should be.
    pub fn fair(&self) -> bool {
        self.faults.is_empty()
    }

    fn fault(&mut self, line: usize, cause: impl Into<String>) {
        self.faults.push(Fault { line, cause: cause.into() });
    }
}

/// The header of a deal that was opened.
pub fn header(game: &str, opening: &Opening) -> (String, String) {
    let Opening { deal, seed, nonce } = opening;
    (
        format!("deal {deal}"),
        format!("commitment={} seed={seed} nonce={}", commitment(game, opening), hex(nonce)),
    )
}

/// The headers with which a record can be verified.
pub fn headers(record: &Record, openings: &[Opening]) -> Vec<(String, String)> {
    let mut list: Vec<_> = openings.iter().map(|opening| header(&record.game, opening)).collect();
    list.push((MOVES.to_string(), fingerprint(record)));
    list
}

/// How many times chance was asked: runs of chance events without a move of a player between them.
pub fn runs(movers: impl Iterator<Item = bool>) -> usize {
    let (mut runs, mut before) = (0, false);
    for chance in movers {
        runs += usize::from(chance && !before);
        before = chance;
    }
    runs
}

/// Reads `commitment=… seed=… nonce=…`.
fn opened(deal: u32, value: &str) -> Result<(Opening, String), String> {
    let part = |name: &str| {
        let found = value.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        found.ok_or_else(|| format!("header 'deal {deal}' has no {name}="))
    };
    let seed = part("seed")?;
    let seed = seed
        .parse()
        .map_err(|_| format!("the seed of deal {deal} must be a whole number of 64 bits, not '{seed}'"))?;
    let bytes = |name: &str| {
        let text = part(name)?;
        unhex(text)
            .ok_or_else(|| format!("the {name} of deal {deal} must have 64 hexadecimal digits, not '{text}'"))
    };
    let (nonce, published) = (bytes("nonce")?, bytes("commitment")?);
    Ok((Opening { deal, seed, nonce }, hex(&published)))
}

/// The deals that a record opens.
fn deals(record: &Record, verdict: &mut Verdict) {
    for (key, value) in &record.headers {
        let Some(number) = key.strip_prefix("deal ") else { continue };
        let due = verdict.deals.len() as u32 + 1;
        match number.parse::<u32>() {
            Ok(n) if n == due => {}
            _ => {
                verdict.fault(0, format!("header '{key}' is out of order: deal {due} comes next"));
                return;
            }
        }
        match opened(due, value) {
            Ok((opening, published)) => {
                let kept = commitment(&record.game, &opening) == published;
                if !kept {
                    verdict.fault(
                        0,
                        format!(
                            "deal {due}: the commitment {}… is not the hash of this seed and this nonce",
                            &published[..12]
                        ),
                    );
                }
                verdict.deals.push(DealCheck { opening, commitment: published, kept });
            }
            Err(cause) => {
                verdict.fault(0, cause);
                return;
            }
        }
    }
    let first = verdict.deals.first().map(|deal| deal.opening.seed);
    if let (Some(first), Some(seed)) = (first, record.seed)
        && first != seed
    {
        verdict.fault(0, format!("the header 'seed' says {seed}, deal 1 was shuffled with {first}"));
    }
}

/// Replays the record; every chance event must be the one the seeds give. `Err` is the first event or move that is not right.
fn replay(
    record: &Record,
    open: &mut dyn FnMut(u64) -> Box<dyn Table>,
    verdict: &mut Verdict,
) -> Result<Box<dyn Table>, Fault> {
    let seeds: Vec<u64> = verdict.deals.iter().map(|deal| deal.opening.seed).collect();
    let mut table = open(seeds.first().copied().or(record.seed).unwrap_or(0));
    // Deals with seeds of their own are dealt at a table that begins with that seed.
    let mut dealer: Option<Box<dyn Table>> = None;
    let (mut run, mut before) = (0, false);
    for (i, entry) in record.moves.iter().enumerate() {
        let fault = |cause: String| Fault { line: entry.line, cause };
        let chance = table.turn() == Turn::Chance;
        let due = Record {
            moves: vec![entry.clone()],
            result: Vec::new(),
            headers: Vec::new(),
            ..Record::default()
        };
        if chance && entry.who.is_none() && !seeds.is_empty() {
            if !before {
                run += 1;
                dealer = None;
                if seeds.len() > 1 {
                    let Some(&seed) = seeds.get(run - 1) else {
                        return Err(fault(format!("deal {run} was dealt without a commitment")));
                    };
                    let mut other = open(seed);
                    let so_far = Record { moves: record.moves[..i].to_vec(), ..due.clone() };
                    other.replay(&so_far).map_err(|e| fault(e.cause))?;
                    dealer = Some(other);
                }
            }
            before = true;
            let drawn = match &mut dealer {
                Some(dealer) => dealer.roll(),
                None => table.roll(),
            };
            let drawn = drawn.unwrap_or_default();
            if drawn != entry.text {
                let deal = if seeds.len() > 1 { run } else { 1 };
                return Err(fault(format!(
                    "the seed of deal {deal} gives '{drawn}', the record says '{}'",
                    entry.text
                )));
            }
            if dealer.is_none() {
                verdict.moves += 1;
                continue;
            }
        } else {
            before = entry.who.is_none();
        }
        table.replay(&due).map_err(|e| fault(e.cause))?;
        verdict.moves += 1;
    }
    if seeds.len() > 1 && run < seeds.len() {
        let cause = format!("the record opens {} deals, only {run} were dealt", seeds.len());
        return Err(Fault { line: 0, cause });
    }
    Ok(table)
}

fn result(record: &Record, table: &dyn Table, verdict: &mut Verdict) {
    verdict.over = table.turn() == Turn::Over;
    verdict.scores = table.scores();
    let disqualified = record.headers.iter().any(|(key, _)| key == "disqualified");
    match (verdict.over, record.result.is_empty()) {
        (true, true) => verdict.fault(0, "the play is over, but no header 'result' says how it ended"),
        (true, false) if record.result != verdict.scores => {
            let (said, reached) = (&record.result, verdict.scores.clone());
            verdict.fault(0, format!("the header says the result is {said:?}, the play ends {reached:?}"));
        }
        (false, false) if disqualified => verdict.notes.push(
            "the play ended with a disqualification: the result is the arbiter's, not that of the rules"
                .into(),
        ),
        (false, false) => verdict.fault(0, "the header gives a result, but the play is not over"),
        (false, true) => verdict.notes.push("the play is not over: there is no result to check".into()),
        (true, false) => {}
    }
}

/// Checks a record. `open` gives a table of the record's game, at its start, whose chance follows from that seed. `seen`
/// is a commitment somebody wrote down before the deal; the record must hold it.
pub fn verify(record: &Record, seen: Option<&str>, open: &mut dyn FnMut(u64) -> Box<dyn Table>) -> Verdict {
    let mut verdict = Verdict::default();
    deals(record, &mut verdict);
    if let Some(seen) = seen
        && !verdict.deals.iter().any(|deal| deal.commitment.eq_ignore_ascii_case(seen))
    {
        verdict.fault(0, format!("no deal of the record has the commitment {seen}"));
    }
    match record.headers.iter().find(|(key, _)| key == MOVES) {
        Some((_, hash)) if *hash != fingerprint(record) => verdict.fault(
            0,
            "the moves and the result are not those that were recorded: their hash is another than the header 'moves' says",
        ),
        Some(_) => {}
        None => verdict.notes.push(
            "no header 'moves': whether a legal move was exchanged for another one cannot be seen".into(),
        ),
    }
    if record.moves.len().saturating_mul(verdict.deals.len().max(1)) > MOST_WORK {
        verdict.fault(0, "the record is too long to be replayed here");
        return verdict;
    }
    let chance = record.moves.iter().any(|entry| entry.who.is_none());
    let uncovered = chance && verdict.deals.is_empty();
    match replay(record, open, &mut verdict) {
        Ok(table) => result(record, &*table, &mut verdict),
        Err(fault) => verdict.faults.push(fault),
    }
    if uncovered && verdict.faults.is_empty() {
        verdict.fault(
            0,
            "the record opens no commitment: the moves are legal, but nobody can tell how the cards were dealt",
        );
    }
    if !chance {
        verdict.notes.push("nothing was left to chance: there is no shuffle to check".into());
    }
    verdict
}
