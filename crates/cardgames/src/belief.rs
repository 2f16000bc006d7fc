//! What a player of a recorded card game may have believed about the hidden cards: the answer of `partie belief`.

use cardplay::belief::{Table, Weighted, counted, thesis, weighted};
use cards::{Card, Deck, Hand, TrickTaking};
use game::{OptionError, Player, Record, RecordError, Show, Turn};
use krizovy::Krizovy;
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::Snaps;
use std::fmt;
use taroky::Taroky;

/// Which table is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeliefKind {
    /// All deals counted.
    Exact,
    /// Deals weighted by what they make of the decisions seen.
    Weighted,
    /// The approximate table of the thesis on šnaps.
    Thesis,
}

/// What was believed.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefReport {
    /// The game with its parameters.
    pub game: String,
    /// How many moves were made.
    pub made: usize,
    /// Who believes.
    pub player: Player,
    /// The own cards.
    pub own: Vec<String>,
    /// The unseen cards by name, with the probability of each player.
    pub rows: Vec<(String, Vec<f64>)>,
    /// The table the rows were made from.
    pub table: Table,
    /// Who plays with whom (1), against whom (-1), or is not known (0); with the table of the thesis.
    pub partners: Option<[[i8; 4]; 4]>,
    /// The greatest and the mean difference from the exact table; with the table of the thesis.
    pub error: Option<(f64, f64)>,
}

/// Why nothing can be said. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeliefError(String);

impl fmt::Display for BeliefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BeliefError {}

impl From<OptionError> for BeliefError {
    fn from(fault: OptionError) -> BeliefError {
        BeliefError(fault.to_string())
    }
}

impl From<RecordError> for BeliefError {
    fn from(fault: RecordError) -> BeliefError {
        BeliefError(fault.to_string())
    }
}

/// The question: who believed what, after how many moves of a record (all of them if it is not said).
#[derive(Clone, Copy, Debug)]
pub struct BeliefQuestion<'a> {
    /// The game by name; its parameters are those of the record.
    pub game: &'a str,
    /// The play.
    pub record: &'a Record,
    /// Who believes, from 0.
    pub player: usize,
    /// After how many moves.
    pub at: Option<usize>,
    /// Which table.
    pub kind: BeliefKind,
    /// Decides what is drawn.
    pub seed: u64,
}

/// What a player of a recorded play may have believed.
///
/// # Errors
/// A game that is not played with cards, a record of another game, a move that is illegal, a player who is not there, a
/// moment in which nothing is hidden or known, or what contradicts itself.
pub fn belief(ask: &BeliefQuestion<'_>) -> Result<BeliefReport, BeliefError> {
    let (name, options) = ask.record.game.split_once('?').unwrap_or((&ask.record.game, ""));
    let wanted = ask.game.split('?').next().unwrap_or(ask.game);
    if name != wanted {
        return Err(BeliefError(format!("the record is of '{name}', not of '{wanted}'")));
    }
    match name {
        "snaps" => {
            let game = Snaps::parse(options)?;
            report(
                &game,
                ask,
                |view| {
                    let s = &view.table;
                    let owes = game.rules.must_hold_trump && s.called.known();
                    owes.then(|| (usize::from(s.chooser()), snaps::PACK.of(s.called.suit()), 1))
                        .into_iter()
                        .collect()
                },
                |view| Some((usize::from(view.table.chooser()), view.table.called)),
            )
        }
        "taroky" => report(&Taroky::parse(options)?, ask, |_| Vec::new(), |_| None),
        "marias" => report(&Marias::voleny(options)?, ask, |_| Vec::new(), |_| None),
        "licitovany" => report(&Marias::licitovany(options)?, ask, |_| Vec::new(), |_| None),
        "krizovy" => report(&Krizovy::parse(options)?, ask, |_| Vec::new(), |_| None),
        "schnapsen" => report(&Schnapsen::parse(options)?, ask, |_| Vec::new(), |_| None),
        other => Err(BeliefError(format!(
            "beliefs are told of card games (snaps, schnapsen, marias, licitovany, krizovy, taroky), not of '{other}'"
        ))),
    }
}

/// Makes the first moves of a record.
fn replayed<G: Show>(game: &G, record: &Record, at: usize) -> Result<G::State, RecordError> {
    let mut s = game.initial();
    for entry in &record.moves[..at] {
        let fault = |cause: String| RecordError { line: entry.line, cause };
        let turn = game.turn(&s);
        if turn == Turn::Over {
            return Err(fault(format!("'{}' comes after the end of the play", entry.text)));
        }
        if turn.player() != entry.who {
            let name = |who: Option<Player>| who.map_or("chance".to_string(), |p| format!("player {p}"));
            let (due, came) = (name(turn.player()), name(entry.who));
            return Err(fault(format!("'{}' is a move of {came}, but it is the turn of {due}", entry.text)));
        }
        let mv = game
            .parse(&s, &entry.text)
            .map_err(|_| fault(format!("'{}' is not a legal move", entry.text)))?;
        game.apply(&mut s, mv);
    }
    Ok(s)
}

/// Facts the thesis could have noted from the start: a player, cards, and how many of them he holds at least.
type Facts = Vec<(usize, Hand, usize)>;

fn report<G: TrickTaking + Show>(
    game: &G,
    ask: &BeliefQuestion<'_>,
    facts: impl Fn(&G::View) -> Facts,
    called: impl Fn(&G::View) -> Option<(usize, Card)>,
) -> Result<BeliefReport, BeliefError> {
    let made = ask.at.unwrap_or(ask.record.moves.len());
    if made > ask.record.moves.len() {
        let all = ask.record.moves.len();
        return Err(BeliefError(format!("the record has {all} moves, there is no moment after {made}")));
    }
    if ask.player >= game.players() {
        let (who, all) = (ask.player.saturating_add(1), game.players());
        return Err(BeliefError(format!("there is no player {who}, only 1 to {all}")));
    }
    let player = Player(ask.player as u8);
    let s = replayed(game, ask.record, made)?;
    let view = game.view(&s, Some(player));
    let contradiction = |cause: game::Contradiction| BeliefError(format!("after {made} moves: {cause}"));
    let (mut partners, mut error) = (None, None);
    let table = match ask.kind {
        BeliefKind::Exact => counted(game, &view, ask.seed).map_err(contradiction)?,
        BeliefKind::Weighted => {
            let belief = Weighted { seed: ask.seed, ..Weighted::default() };
            weighted(game, &view, &belief).map_err(contradiction)?
        }
        BeliefKind::Thesis => {
            let Some((chooser, card)) = called(&view) else {
                return Err(BeliefError("the table of the thesis is for šnaps only".to_string()));
            };
            let thesis = thesis::of(game, &view, &facts(&view)).map_err(contradiction)?;
            // Everybody saw who played the called card; who holds it knows it.
            let gone = game.opening(&s).and_then(|first| {
                let played = game.plays(&s).contains(&card);
                let holder = Player::all(game.players()).find(|&p| game.hand(&first, p).has(card));
                holder.filter(|&p| played || p == player)
            });
            partners = Some(thesis.partners(chooser, card, gone.map(Player::index)));
            let table = thesis.table();
            error = Some(table.distance(&counted(game, &view, ask.seed).map_err(contradiction)?));
            table
        }
    };
    let deck: Deck = game.deck();
    let name = |card: Card| deck.name(card);
    let rows = table.rows.iter().map(|(card, shares)| (name(*card), shares.clone())).collect();
    let own = game.hand(&s, player).iter().map(name).collect();
    Ok(BeliefReport { game: game.id(), made, player, own, rows, table, partners, error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// A record of so many moves of sober play.
    fn record<G: Show>(game: &G, moves: usize, seed: u64) -> Record {
        let mut rng = Rng::new(seed);
        let mut s = game.initial();
        let mut record = Record { game: game.id(), rules: game.version(), ..Record::default() };
        let mut scratch = Vec::new();
        while record.moves.len() < moves {
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else { break };
            record.push(game.turn(&s), game.text(&s, mv));
            game.apply(&mut s, mv);
        }
        record
    }

    fn ask<'a>(game: &'a str, record: &'a Record, kind: BeliefKind) -> BeliefQuestion<'a> {
        BeliefQuestion { game, record, player: 1, at: None, kind, seed: 1 }
    }

    #[test]
    fn a_record_is_believed_in_three_ways() {
        let game = Snaps::parse("").unwrap();
        let record = record(&game, 24 + 1 + 4 + 6, 3);
        for kind in [BeliefKind::Exact, BeliefKind::Weighted, BeliefKind::Thesis] {
            let report = belief(&ask("snaps", &record, kind)).unwrap();
            assert_eq!(report.made, record.moves.len());
            assert_eq!(report.partners.is_some(), kind == BeliefKind::Thesis);
            for (card, shares) in &report.rows {
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{card} {shares:?}");
            }
        }
    }

    #[test]
    fn whoever_was_dealt_six_cards_counts_all_deals_of_the_book() {
        let game = Snaps::parse("").unwrap();
        let record = record(&game, 24, 9);
        let report = belief(&ask("snaps", &record, BeliefKind::Exact)).unwrap();
        assert_eq!(report.table.deals, Some(17_153_136));
        assert_eq!((report.own.len(), report.rows.len()), (6, 18));
    }

    #[test]
    fn bad_questions_are_answered_with_their_cause() {
        let game = Marias::voleny("").unwrap();
        let good = record(&game, 40, 2);
        let cause = |ask: BeliefQuestion<'_>| belief(&ask).unwrap_err().to_string();
        let exact = ask("marias", &good, BeliefKind::Exact);
        assert!(cause(BeliefQuestion { game: "snaps", ..exact }).contains("is of 'marias', not of 'snaps'"));
        assert!(cause(BeliefQuestion { player: 3, ..exact }).contains("only 1 to 3"));
        assert!(cause(BeliefQuestion { player: usize::MAX, ..exact }).contains("there is no player"));
        assert!(cause(BeliefQuestion { at: Some(999), ..exact }).contains("has 40 moves"));
        assert!(cause(BeliefQuestion { kind: BeliefKind::Thesis, ..exact }).contains("for šnaps only"));
        let mut twice = good.clone();
        twice.moves[1] = twice.moves[0].clone();
        twice.moves[1].line = 7;
        let sentence = cause(ask("marias", &twice, BeliefKind::Exact));
        assert!(sentence.starts_with("line 7: ") && sentence.contains("is not a legal move"), "{sentence}");
        let other = Record { game: "connect4".into(), ..good.clone() };
        assert!(cause(ask("connect4", &other, BeliefKind::Exact)).contains("card games"));
        let options = Record { game: "marias?nonsense=1".into(), ..good };
        assert!(!cause(ask("marias", &options, BeliefKind::Exact)).is_empty());
    }
}
