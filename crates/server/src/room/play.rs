//! A match: a `game::Table` together with the events that are kept of it. The table is always what replaying the events
//! gives.

use crate::house::House;
use crate::room::cleared::{Cleared, landing};
use crate::room::forfeit::Forfeit;
use crate::room::mishap::{Kind, Mishap};
use crate::room::wreck::Wreck;
use crate::store::{Dealing, Event, MatchRow};
use game::{Advice, AgentError, Lang, Limit, Player, Policy, Refusal, Table, Thinker, Turn};
use std::time::Duration;

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
    /// The faults of computer players that stand.
    pub(crate) faults: Vec<Mishap>,
    /// Whether computer players decide with a seed of the moment, so that leaving and coming back changes nothing.
    pub(crate) by_moment: bool,
    /// Which computer player was made for each player and still follows the play.
    seated: Vec<Option<String>>,
}

/// The moves and the faults that stand after taking back what was taken back.
fn standing(events: &[Event]) -> (Vec<(Option<u8>, &str)>, Vec<Mishap>) {
    let mut moves = Vec::new();
    let mut faults: Vec<Mishap> = Vec::new();
    for event in events {
        match event {
            Event::Move { who, text } => moves.push((*who, text.as_str())),
            Event::Undo => {
                moves.pop();
                faults.retain(|fault| fault.made < moves.len());
            }
            Event::Fault { who, kind, cause, instead } => {
                faults.push(Mishap {
                    made: moves.len(),
                    who: Player(*who),
                    kind: Kind::named(kind),
                    cause: cause.clone(),
                    instead: instead.clone(),
                });
                moves.extend(instead.as_deref().map(|text| (Some(*who), text)));
            }
        }
    }
    (moves, faults)
}

/// Replays moves; with `rolling`, chance events are drawn again from the seed, so that those to come are the ones that
/// would have come, and must be the same as kept. Returns also what was cleared last.
fn replay(
    house: &dyn House,
    row: &MatchRow,
    moves: &[(Option<u8>, &str)],
    rolling: bool,
) -> Result<(Box<dyn Table>, Option<Cleared>), String> {
    let mut table = house.table(&row.game, row.seed).map_err(|error| error.to_string())?;
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
        let (moves, faults) = standing(events);
        let table = replay(house, &row, &moves, true).or_else(|_| replay(house, &row, &moves, false));
        let movers = moves.iter().map(|&(who, _)| who).collect();
        let (table, cleared, problem) = match table {
            Ok((table, cleared)) => (table, cleared, None),
            Err(cause) => (Wreck::boxed(&row.game, players), None, Some(cause)),
        };
        let table = match faults.last().filter(|fault| fault.instead.is_none() && problem.is_none()) {
            Some(out) => Forfeit::boxed(table, out.clone()),
            None => table,
        };
        Play {
            row,
            table,
            movers,
            kept: events.len(),
            cleared,
            problem,
            faults,
            by_moment: false,
            seated: Vec::new(),
        }
    }

    /// A match that cannot be played on.
    pub(crate) fn wrecked(row: MatchRow, events: &[Event], players: usize, problem: &str) -> Play {
        Play {
            table: Wreck::boxed(&row.game, players),
            row,
            movers: Vec::new(),
            kept: events.len(),
            cleared: None,
            problem: Some(problem.into()),
            faults: Vec::new(),
            by_moment: false,
            seated: Vec::new(),
        }
    }

    /// The computer player of that description who plays for `p`, ready to think about this position. It is made when it
    /// is first asked and stays: it hears of every move, of those taken back and of the end.
    pub(crate) fn thinker(&mut self, p: Player, agent: &str) -> Result<Box<dyn Thinker>, game::Fault> {
        self.seated.resize(self.table.players(), None);
        let failed = |error: AgentError| game::Fault::Failed(error.to_string());
        let made = self.table.made();
        let seed = match self.by_moment {
            true => practice::daily::decision(&self.row.secret, p, made),
            false => self.row.secret.agent(p),
        };
        if self.by_moment || self.seated.get(p.index()).is_none_or(|sits| sits.as_deref() != Some(agent)) {
            self.table.seat(p, agent, seed).map_err(failed)?;
            if let Some(seat) = self.seated.get_mut(p.index()) {
                *seat = Some(agent.to_string());
            }
        }
        self.table.thinker().ok_or_else(|| game::Fault::Failed("nobody sits there".into()))
    }

    /// The computer player of `p` does not come to its end: another one is made when it is to move again.
    pub(crate) fn give_up(&mut self, p: Player) {
        if let Some(seat) = self.seated.get_mut(p.index()) {
            *seat = None;
        }
    }

    /// Sends all computer players away, with what they remember. They are made again when they are to move.
    pub(crate) fn sleep(&mut self) {
        if self.seated.iter().any(Option::is_some) {
            self.table = self.table.fork();
            self.seated.clear();
        }
    }

    /// Makes the move a computer player has answered with after so long. A fault of its is treated as the policy says.
    /// Returns the events to keep, and the fault.
    pub(crate) fn answered(
        &mut self,
        house: &dyn House,
        answer: Result<Advice, game::Fault>,
        took: Duration,
        (limit, policy): (&Limit, &Policy),
    ) -> (Vec<Event>, Option<Mishap>) {
        let fault = match policy.judge(answer, took, limit) {
            Ok(advice) => match self.make(house, &advice.text) {
                Ok(events) => return (events, None),
                Err(refusal) => game::Fault::Illegal(refusal.to_string()),
            },
            Err(fault) => fault,
        };
        let Turn::Player(who) = self.table.turn() else { return (Vec::new(), None) };
        let made = self.table.made();
        let instead = policy.instead(&self.table.offers(Lang::En), made);
        let moved = instead.and_then(|text| self.make(house, &text).ok().map(|events| (text, events)));
        let (kind, cause) = (Kind::of(&fault), fault.to_string());
        let (instead, mut events) = moved.map_or((None, Vec::new()), |(text, events)| (Some(text), events));
        let fault = Mishap { made, who, kind, cause: cause.clone(), instead: instead.clone() };
        let kept = Event::Fault { who: who.0, kind: kind.name().into(), cause, instead };
        match events.first_mut() {
            Some(first) => *first = kept,
            None => {
                events.push(kept);
                let table = std::mem::replace(&mut self.table, Wreck::boxed(&self.row.game, 0));
                self.table = Forfeit::boxed(table, fault.clone());
            }
        }
        self.faults.push(fault.clone());
        (events, Some(fault))
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
    pub(crate) fn make(&mut self, house: &dyn House, text: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.table.turn().player().map(|p| p.0);
        let landing = who.and_then(|p| landing(&*self.table, Player(p), text));
        self.table.play(text)?;
        if let Some(cleared) = landing.and_then(|landing| landing.cleared(&*self.table)) {
            self.cleared = Some(cleared);
        }
        self.movers.push(who);
        let mut events = vec![Event::Move { who, text: text.to_string() }];
        events.extend(self.chance(house));
        Ok(events)
    }

    /// The same match at another table whose chance begins with the seed of the deal that comes now; `None` where the seed of
    /// the match is the one.
    fn dealer(&self, house: &dyn House) -> Option<Box<dyn Table>> {
        let apart = self.row.dealing != Dealing::Stream && self.table.counted();
        let deal = fair::runs(self.movers.iter().map(Option::is_none)) + 1;
        if !apart || deal == 1 || self.table.turn() != Turn::Chance {
            return None;
        }
        let seed = self.row.secret.seed(u32::try_from(deal).ok()?);
        let mut dealer = house.table(&self.row.game, seed).ok()?;
        dealer.replay(&self.table.record()).ok().map(|()| dealer)
    }

    /// Lets chance decide as long as it is chance's turn; returns the events to keep.
    pub(crate) fn chance(&mut self, house: &dyn House) -> Vec<Event> {
        let mut dealer = self.dealer(house);
        let mut events = Vec::new();
        while events.len() < LONGEST_CHANCE
            && let Some(text) = match &mut dealer {
                Some(dealer) => dealer.roll().filter(|text| self.table.play(text).is_ok()),
                None => self.table.roll(),
            }
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
        self.faults.retain(|fault| fault.made < made);
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
        debug_assert!(seat < n && n <= usize::from(u8::MAX), "seat {seat} of {n}");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shelf;
    use crate::store::{SeatRow, Store, TableRow};
    use game::Remedy;

    fn row() -> MatchRow {
        let secret = fair::Secret::of_seed(7);
        let game = "tictactoe".into();
        let dealing = Dealing::Promised;
        MatchRow { id: 0, number: 1, game, seed: 7, rotation: 0, practice: false, secret, dealing }
    }

    fn same(a: &Play, b: &Play) {
        assert_eq!((a.table.made(), a.table.turn(), a.kept), (b.table.made(), b.table.turn(), b.kept));
        assert_eq!((a.points(), &a.faults, &a.movers), (b.points(), &b.faults, &b.movers));
    }

    #[test]
    fn a_match_with_faults_is_resumed_as_it_was_and_kept_as_it_is() {
        let shelf = Shelf::new(Vec::new(), Vec::new());
        for remedy in [Remedy::First, Remedy::Random, Remedy::Disqualify] {
            let policy = Policy { remedy, grace: Duration::ZERO };
            let limit = Limit::time(Duration::from_secs(1));
            let mut play = Play::resume(&shelf, row(), &[], 2);
            let mut events = play.make(&shelf, "b2").unwrap();
            let fault = game::Fault::Failed("no mind".into());
            let (more, mishap) = play.answered(&shelf, Err(fault), Duration::ZERO, (&limit, &policy));
            let mishap = mishap.unwrap();
            assert_eq!((mishap.made, mishap.who, mishap.kind), (1, Player(1), Kind::Failed));
            events.extend(more);
            play.kept = events.len();
            same(&play, &Play::resume(&shelf, row(), &events, 2));
            if remedy == Remedy::Disqualify {
                assert_eq!(play.points(), Some(vec![1, -1]));
                assert!(play.take_back(&shelf, 1).is_none(), "a disqualification stands");
            } else {
                // Late is late, whatever the answer; the policy moves again.
                assert_eq!(play.table.made(), 2);
                let late =
                    play.answered(&shelf, Ok(Advice::just("c3")), Duration::from_secs(2), (&limit, &policy));
                assert_eq!(late.1.unwrap().kind, Kind::Late);
                events.extend(late.0);
                // What is taken back takes its fault along.
                events.extend(play.take_back(&shelf, 1).unwrap());
                play.kept = events.len();
                assert_eq!(play.faults.len(), 1);
                same(&play, &Play::resume(&shelf, row(), &events, 2));
            }
            let path = std::env::temp_dir().join(format!("partie-play-{}-{remedy:?}.db", std::process::id()));
            let store = Store::open(&path).unwrap();
            let owner = store.new_guest("A", "token").unwrap().id;
            let (id, text) = ("t".to_string(), String::new);
            let table = TableRow { id, name: text(), owner, game: text(), settings: text(), invite: text() };
            let seat = SeatRow { person: None, name: String::new(), agent: None, start: 0 };
            store.new_table(table, vec![seat], row(), events.clone(), None).unwrap();
            assert_eq!(store.latest_match("t").unwrap().unwrap().1, events);
            store.close();
            for ending in ["", "-wal", "-shm", ".lock"] {
                let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
            }
        }
    }

    #[test]
    fn computer_players_are_made_once_and_again_after_sleep_or_another_description() {
        let shelf = Shelf::new(Vec::new(), Vec::new());
        let mut play = Play::resume(&shelf, row(), &[], 2);
        let limit = Limit::default();
        let mut first = play.thinker(Player(0), "mcts?iterations=50").unwrap();
        let advice = first.think(&limit).unwrap();
        play.answered(&shelf, Ok(advice), Duration::ZERO, (&limit, &Policy::default()));
        assert!(play.table.keeps() > 0, "the tree is kept");
        assert!(play.thinker(Player(1), "random").unwrap().think(&limit).is_ok());
        assert!(play.table.keeps() > 0);
        let made = play.table.made();
        play.sleep();
        assert_eq!((play.table.keeps(), play.table.made()), (0, made), "nothing is kept but the play");
        assert!(play.thinker(Player(1), "mcts?iterations=50").unwrap().think(&limit).is_ok());
        let unknown = play.thinker(Player(1), "nobody").err().unwrap();
        assert!(matches!(unknown, game::Fault::Failed(_)));
    }
}
