//! A match: a `game::Table` together with the events that are kept of it. The table is always what replaying the events
//! gives.

use crate::house::House;
use crate::room::cleared::{Cleared, landing};
use crate::room::wreck::Wreck;
use crate::store::{Event, MatchRow};
use game::{Player, Refusal, Table, Turn};

/// Chance events in a row before a game is taken to be stuck in them.
const LONGEST_CHANCE: usize = 10_000;
/// How many moves back the last trick is looked for when a match is replayed.
const MEMORY: usize = 1_000;

/// A match being played.
pub(crate) struct Play {
    pub(crate) row: MatchRow,
    pub(crate) table: Box<dyn Table>,
    /// Who made the moves that stand; `None` is chance.
    pub(crate) movers: Vec<Option<u8>>,
    /// How many events are kept.
    pub(crate) kept: usize,
    /// What the last move that cleared a zone cleared.
    pub(crate) cleared: Option<Cleared>,
    /// Why it cannot be played on.
    pub(crate) problem: Option<String>,
}

/// The moves that stand after taking back what was taken back.
fn standing(events: &[Event]) -> Vec<(Option<u8>, &str)> {
    let mut moves = Vec::new();
    for event in events {
        match event {
            Event::Move { who, text } => moves.push((*who, text.as_str())),
            Event::Undo => drop(moves.pop()),
        }
    }
    moves
}

/// Replays moves; with `rolling`, chance events are drawn again from the seed, so that those to come are the ones that
/// would have come, and must be the same as kept. Returns also what was cleared last.
fn replay(
    house: &dyn House,
    row: &MatchRow,
    moves: &[(Option<u8>, &str)],
    rolling: bool,
) -> Result<(Box<dyn Table>, Option<Cleared>), String> {
    let mut table = house.table(&row.game, row.seed)?;
    let mut cleared = None;
    for (i, &(who, text)) in moves.iter().enumerate() {
        let fault = |cause: String| format!("move {} ({text}) does not replay: {cause}", i + 1);
        if table.turn() == Turn::Over || table.turn().player().map(|p| p.0) != who {
            return Err(fault("it is not that player's turn".into()));
        }
        if who.is_none() && rolling {
            let rolled = table.roll().unwrap_or_default();
            if rolled != text {
                return Err(fault(format!("the seed gives {rolled}")));
            }
            continue;
        }
        let late = moves.len() - i <= MEMORY;
        let laid = who.filter(|_| late).and_then(|p| landing(&*table, Player(p), text));
        table.play(text).map_err(|refusal| fault(refusal.to_string()))?;
        cleared = laid.and_then(|laid| laid.cleared(&*table)).or(cleared);
    }
    Ok((table, cleared))
}

impl Play {
    /// The match of these events. If they do not replay any more (the game is gone, its rules changed), the table is
    /// a wreck that says so.
    pub(crate) fn resume(house: &dyn House, row: MatchRow, events: &[Event], players: usize) -> Play {
        let moves = standing(events);
        let table = replay(house, &row, &moves, true).or_else(|_| replay(house, &row, &moves, false));
        let movers = moves.iter().map(|&(who, _)| who).collect();
        let (table, cleared, problem) = match table {
            Ok((table, cleared)) => (table, cleared, None),
            Err(cause) => (Wreck::boxed(&row.game, players), None, Some(cause)),
        };
        Play { row, table, movers, kept: events.len(), cleared, problem }
    }

    /// The match after its first `made` moves, on a table of its own, and what was cleared last by then.
    pub(crate) fn earlier(
        &self,
        house: &dyn House,
        made: usize,
    ) -> Result<(Box<dyn Table>, Option<Cleared>), String> {
        let record = self.table.record();
        let moves: Vec<(Option<u8>, &str)> =
            record.moves.iter().take(made).map(|e| (e.who.map(|p| p.0), e.text.as_str())).collect();
        replay(house, &self.row, &moves, false)
    }

    /// Makes a move and lets chance decide what follows; returns the events to keep.
    pub(crate) fn make(&mut self, text: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.table.turn().player().map(|p| p.0);
        let landing = who.and_then(|p| landing(&*self.table, Player(p), text));
        self.table.play(text)?;
        if let Some(cleared) = landing.and_then(|landing| landing.cleared(&*self.table)) {
            self.cleared = Some(cleared);
        }
        self.movers.push(who);
        let mut events = vec![Event::Move { who, text: text.to_string() }];
        events.extend(self.chance());
        Ok(events)
    }

    /// Lets chance decide as long as it is chance's turn; returns the events to keep.
    pub(crate) fn chance(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while events.len() < LONGEST_CHANCE
            && let Some(text) = self.table.roll()
        {
            self.movers.push(None);
            events.push(Event::Move { who: None, text });
        }
        events
    }

    /// Takes back the last `count` moves; returns the events to keep, `None` if the rules of undo forbid it.
    pub(crate) fn take_back(&mut self, house: &dyn House, count: usize) -> Option<Vec<Event>> {
        for _ in 0..count {
            if !self.table.undo() {
                return None;
            }
            self.movers.pop();
        }
        let made = self.table.made();
        if self.cleared.as_ref().is_some_and(|cleared| cleared.made > made) {
            self.cleared = self.earlier(house, made).ok().and_then(|(_, cleared)| cleared);
        }
        Some(vec![Event::Undo; count])
    }

    /// How many moves must be taken back so that the last move of `p` is undone: only moves of `theirs` (players whose
    /// moves nobody minds losing) may stand after it, and nothing may have been revealed.
    pub(crate) fn undo_depth(&self, p: Player, theirs: impl Fn(u8) -> bool) -> Option<usize> {
        let mut depth = 0;
        loop {
            let mover = (*self.movers.get(self.movers.len().checked_sub(depth + 1)?)?)?;
            depth += 1;
            if mover == p.0 {
                break;
            }
            if !theirs(mover) {
                return None;
            }
        }
        let mut trial = self.table.fork();
        (0..depth).all(|_| trial.undo()).then_some(depth)
    }

    /// The seat of a player of this match at a table of `n`.
    pub(crate) fn seat(&self, p: usize, n: usize) -> usize {
        (p + self.row.rotation) % n.max(1)
    }

    /// The player of a seat.
    pub(crate) fn player(&self, seat: usize, n: usize) -> Player {
        let n = n.max(1);
        Player(u8::try_from((seat + n - self.row.rotation % n) % n).unwrap_or(0))
    }

    /// The points by seat, if the match is over.
    pub(crate) fn points(&self) -> Option<Vec<i32>> {
        if self.table.turn() != Turn::Over || self.problem.is_some() || self.table.defect().is_some() {
            return None;
        }
        let points = self.table.points();
        let n = points.len();
        Some((0..n).map(|seat| points[self.player(seat, n).index()]).collect())
    }
}
