//! States answered by decision trees over the cells of a board ([`super::memory`]), and random plays that stay on the board.

use super::board::{Act, Board, Change};
use super::emit::NO_LABEL;
use super::exec::Found;
use super::flat::Id;
use super::memory::{Answer, MISS, Memory, Seen};
use super::opening::{Known, Left, Opening, Way};
use super::trace::Tracer;
use super::word::Word;
use super::{Code, Desk, Done, Pick};
use crate::program::tables::{State, Tables};
use game::Rng;
use logic::Machine;
use std::borrow::Borrow;
use std::sync::Arc;

/// The trees and the board of one thread.
pub(crate) struct Quick {
    pub(crate) memory: Memory,
    pub(crate) board: Board,
    /// The first positions of plays.
    opening: Opening,
    /// The state on the board, as it is kept elsewhere.
    at: Option<Arc<[u16]>>,
}

impl Quick {
    /// Whether this state is on the board.
    fn holds(&self, s: &State) -> bool {
        self.at.as_ref().is_some_and(|at| Arc::ptr_eq(at, &s.cells))
    }

    /// None where states do not fit on a board.
    pub(crate) fn new(tables: &Tables) -> Option<Quick> {
        Some(Quick {
            memory: Memory::new(),
            board: Board::new(tables)?,
            opening: Opening::default(),
            at: None,
        })
    }
}

/// Values that won of which it is kept whether they are known.
const NAMED: usize = 32;

/// How a random play on the board ended.
pub(crate) enum Played {
    /// Nothing was done, or what follows is for others to do.
    Left,
    /// This move was chosen and has to be made by others: its act, and its place in the list.
    Chosen(u64, u16),
    /// The play is over: this value won.
    Over(Word),
}

/// What a random move came to.
enum Step {
    Made,
    /// It is for others to go on.
    Not(Played),
}

impl Code {
    /// Answers the state on the board by trees; none for every other state: to arrange one costs more than it saves.
    pub(crate) fn quick(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        found: &mut Found,
        s: &State,
        checked: bool,
    ) -> Option<Done> {
        let mut quick = desk.quick.take()?;
        let fits = !quick.memory.off && quick.holds(s);
        let done =
            fits.then(|| self.ask_quick(tables, machine, desk, &mut quick, found, s, checked)).flatten();
        desk.quick = Some(quick);
        done
    }

    #[expect(clippy::too_many_arguments, reason = "everything a worker has")]
    fn ask_quick(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        quick: &mut Quick,
        found: &mut Found,
        s: &State,
        checked: bool,
    ) -> Option<Done> {
        found.clear();
        quick.memory.review();
        let forest = self.forest.get_or_init(|| super::flat::Forest::new(self, tables.zones.len()));
        let roots = forest.roots.get(s.player())?;
        if !s.called() {
            self.question(tables, machine, desk, quick, roots.win)?;
            if let Some(w) = winner(&quick.memory)? {
                let mut text = String::new();
                return self.consts_text(desk, w, &mut text).then_some(Done::Won(text));
            }
            self.question(tables, machine, desk, quick, roots.moves)?;
            land(tables, desk, quick, found, checked)?;
        }
        let turns = found.picks.len();
        if let Some(events) = roots.events {
            self.question(tables, machine, desk, quick, events)?;
            land(tables, desk, quick, found, checked)?;
        }
        Some(Done::Moves(turns))
    }

    /// Asks a tree; the answers are then in the memory.
    fn question(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        quick: &mut Quick,
        root: Id,
    ) -> Option<()> {
        let forest = self.forest.get()?;
        let Quick { memory, board, .. } = quick;
        let piece = memory.root(root);
        memory.given.clear();
        memory.asked += 1;
        if memory.follow(board, piece) != MISS {
            return Some(());
        }
        Tracer::new(self, forest, tables, machine, desk, memory, board).ask(piece).ok()
    }

    /// Whether it is known who a value that won is.
    pub(crate) fn named(&self, desk: &mut Desk, w: Word, known: impl FnOnce(String) -> bool) -> bool {
        if let Some(&(_, known)) = desk.winners.iter().find(|e| e.0 == w) {
            return known;
        }
        let mut text = String::new();
        let known = self.consts_text(desk, w, &mut text) && known(text);
        if desk.winners.len() < NAMED {
            desk.winners.push((w, known));
        }
        known
    }

    /// Plays at random on the board until the end, or as far as the trees answer, at most `most` moves.
    pub(crate) fn play(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        s: &mut State,
        rng: &mut Rng,
        (most, checked): (u64, bool),
    ) -> (u64, Played) {
        if self.units.iter().any(|u| u.events.is_some()) {
            return (0, Played::Left);
        }
        let Some(mut quick) = desk.quick.take() else { return (0, Played::Left) };
        let mut made = 0;
        let played = match quick.opening.begin(&s.cells) {
            Ok(begun) => {
                let (id, left) = quick.opening.play(begun, rng, &mut made, most);
                if made > 0 {
                    *s = State::new(quick.opening.cells(id).clone(), None);
                }
                match left {
                    Left::Over(winner) => Played::Over(winner),
                    Left::Here => {
                        let (how, place) = ((&mut made, most, checked), (Some(id), None));
                        self.go_on(tables, machine, desk, &mut quick, s, rng, how, place)
                    }
                }
            }
            Err(worth) => {
                let (how, place) = ((&mut made, most, checked), (None, worth.then_some(Way::Beginning)));
                self.go_on(tables, machine, desk, &mut quick, s, rng, how, place)
            }
        };
        desk.quick = Some(quick);
        (made, played)
    }

    /// Plays on from a state on the board. The position is the one of that number in the opening, or reached by that way.
    #[expect(clippy::too_many_arguments, reason = "everything a worker has")]
    fn go_on(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        quick: &mut Quick,
        s: &mut State,
        rng: &mut Rng,
        (made, most, checked): (&mut u64, u64, bool),
        (mut at, mut way): (Option<u32>, Option<Way>),
    ) -> Played {
        let ready = !quick.memory.off && (quick.holds(s) || quick.board.load(&s.cells));
        quick.at = ready.then(|| s.cells.clone());
        let before = *made;
        let mut played = Played::Left;
        while ready && *made < most {
            let Some(known) = self.look(tables, machine, desk, quick) else { break };
            if let Some(way) = way.take()
                && quick.opening.curious()
            {
                let cells = if *made == before { s.cells.clone() } else { quick.board.store() };
                // One position a play: those that are met most come first.
                at = quick.opening.keep(way, cells, known).and_then(|(id, new)| (!new).then_some(id));
            }
            let n = match known {
                Known::Over(winner) => {
                    played = Played::Over(winner);
                    break;
                }
                Known::Moves(n) => n,
            };
            let drawn = rng.clone();
            let chosen = rng.below(n as usize);
            match self.step(tables, desk, quick, chosen, checked) {
                Some(Step::Made) => *made += 1,
                Some(Step::Not(how)) => {
                    played = how;
                    break;
                }
                None => {
                    *rng = drawn;
                    break;
                }
            }
            way = at.take().map(|id| Way::Move(id, chosen as u32));
        }
        if *made > before {
            *s = State::new(quick.board.store(), None);
            quick.at = Some(s.cells.clone());
        }
        played
    }

    /// What is known of the state on the board; none if the play cannot go on here.
    fn look(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        quick: &mut Quick,
    ) -> Option<Known> {
        quick.memory.review();
        let forest = self.forest.get_or_init(|| super::flat::Forest::new(self, tables.zones.len()));
        let roots = forest.roots.get(usize::from(quick.board.player))?;
        self.question(tables, machine, desk, quick, roots.win)?;
        if let Some(w) = winner(&quick.memory)? {
            return Some(Known::Over(w));
        }
        self.question(tables, machine, desk, quick, roots.moves)?;
        desk.turn_page();
        let memory = &quick.memory;
        for &i in &memory.given {
            // A notation that occurs twice or has to be worked out.
            let seen = desk.seen.get_mut(memory.labels[i as usize] as usize)?;
            if *seen == desk.epoch {
                return None;
            }
            *seen = desk.epoch;
        }
        (!memory.given.is_empty()).then_some(Known::Moves(memory.given.len() as u32))
    }

    /// Makes the move at a place of the list; none if the play cannot go on here.
    fn step(
        &self,
        tables: &Tables,
        desk: &mut Desk,
        quick: &mut Quick,
        at: usize,
        checked: bool,
    ) -> Option<Step> {
        let Quick { memory, board, .. } = quick;
        let chosen = memory.given[at];
        let met = elements(memory, board, chosen);
        let Answer::Move(act) = &memory.answers[chosen as usize] else { return None };
        let made = match act.late.is_some() {
            false => done(tables, board, act, &act.changes, checked),
            true => done(tables, board, act, &met?.changes(act), checked),
        };
        Some(match made {
            true => Step::Made,
            false => Step::Not(Played::Chosen(desk.acts[act.label as usize], at as u16)),
        })
    }
}

/// Makes a move; false, and nothing is done, if it cannot be made here.
fn done<C: Borrow<Change>>(
    tables: &Tables,
    board: &mut Board,
    act: &Act,
    changes: &[C],
    checked: bool,
) -> bool {
    (act.proved || !checked || board.balanced(tables, changes)) && board.make(tables, changes, act)
}

/// Elements that pieces collected.
struct Met(Vec<Word>);

impl Met {
    /// All changes of a move, in the order of the zones.
    fn changes<'a>(&self, act: &'a Act) -> Vec<&'a Change> {
        let mut changes: Vec<&Change> = act.changes.iter().collect();
        if let Some(late) = &act.late {
            for w in &self.0 {
                let from = late.elements.partition_point(|l| l.0 < w.0);
                let met = late.elements[from..].iter().take_while(|l| *l == w).count();
                changes.extend(&late.changes[from..from + met]);
            }
            // An element may have been met twice; every zone changes once.
            changes.sort_unstable_by_key(|c| c.zone);
            changes.dedup_by_key(|c| c.zone);
        }
        changes
    }
}

/// The elements that decide about a move; none if they are not known.
fn elements(memory: &mut Memory, board: &Board, answer: u32) -> Option<Met> {
    let Answer::Move(act) = &memory.answers[answer as usize] else { return None };
    let Some(late) = &act.late else { return Some(Met(Vec::new())) };
    let list = late.pieces as usize;
    let mut met = Vec::new();
    for i in 0..memory.sums[list].len() {
        let piece = memory.sums[list][i];
        let outcome = match memory.follow(board, piece) {
            0 => continue,
            MISS => return None,
            outcome => outcome,
        };
        for value in memory.outcomes[outcome as usize].1.iter() {
            for item in value.parts()?.0 {
                let Seen::Word(w) = item else { return None };
                met.push(*w);
            }
        }
    }
    Some(Met(met))
}

/// The one winner of the answers; none at all if they contradict each other.
fn winner(memory: &Memory) -> Option<Option<Word>> {
    let mut found = None;
    for &i in &memory.given {
        let Answer::Win(w) = &memory.answers[i as usize] else { return None };
        if found.is_some_and(|f| f != *w) {
            return None;
        }
        found = Some(*w);
    }
    Some(found)
}

/// Writes down what the moves found change.
fn land(tables: &Tables, desk: &mut Desk, quick: &mut Quick, found: &mut Found, checked: bool) -> Option<()> {
    desk.turn_page();
    let Quick { memory, board, .. } = quick;
    if memory.given.len() > super::emit::MOST {
        return None;
    }
    for i in 0..memory.given.len() {
        let answer = memory.given[i];
        let met = elements(memory, board, answer)?;
        let Answer::Move(act) = &memory.answers[answer as usize] else { return None };
        let changes = met.changes(act);
        if !act.proved && checked && !board.balanced(tables, &changes) {
            return None;
        }
        let at = found.delta.len() as u32;
        write(board, act.player, &changes, &mut found.delta)?;
        match desk.seen.get_mut(act.label as usize) {
            Some(seen) => {
                found.odd |= *seen == desk.epoch;
                *seen = desk.epoch;
            }
            None => found.odd = true,
        }
        debug_assert!(act.label == NO_LABEL || (act.label as usize) < desk.labels.len());
        found.picks.push(Pick { label: act.label, at, weight: act.weight });
    }
    Some(())
}

fn write(board: &Board, player: u16, changes: &[&Change], out: &mut Vec<u16>) -> Option<()> {
    out.extend([player, changes.len() as u16]);
    for c in changes {
        let at = out.len();
        out.extend([c.zone, 0]);
        board.after(c, out);
        out[at + 1] = u16::try_from(out.len() - at - 2).ok()?;
    }
    Some(())
}
