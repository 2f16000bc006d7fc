//! What each player may know. A location type may be `visible=` to some players only; to the others its locations show
//! that something lies there, not what; where locations are interchangeable, they show only how many are taken.

use super::{Move, S3Game, State};
use crate::program::NONE;
use crate::program::chance;
use crate::syntax::Seen;
use game::{Contradiction, Game, Known, Observe, Player, Rng, Worlds, WorldsOf};
use std::sync::{Mutex, PoisonError};

/// What one player knows: the state with everything hidden put into a fixed order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) state: State,
    pub(crate) who: Option<Player>,
}

impl S3Game {
    /// Whether `who` sees what lies on a cell.
    pub(crate) fn sees(&self, who: Option<Player>, cell: u16) -> bool {
        let kind = self.p.cell_kinds.get(cell as usize).map_or("", |&k| self.p.names.text(k));
        let Some(kind) = self.file.location_types.iter().find(|t| t.name == kind) else { return true };
        match &kind.visible {
            Seen::All => true,
            Seen::By(players) => who.is_some_and(|p| players.contains(&(p.0 + 1))),
        }
    }

    /// The cell that stands for this one in the eyes of `who`: the first of its type if it is unseen and interchangeable.
    fn looks_like(&self, who: Option<Player>, cell: u16) -> u16 {
        let crowd = &self.p.board.layout.crowd;
        let own = crowd[usize::from(cell)];
        if own == 0 || self.sees(who, cell) {
            return cell;
        }
        crowd.iter().position(|&c| c == own).map_or(cell, |c| c as u16)
    }

    /// What `who` calls a cell: by the name of its type if it is unseen and interchangeable.
    pub(super) fn known_as(&self, who: Option<Player>, cell: u16) -> &str {
        let name = self.p.cell_text(cell);
        if self.p.board.layout.crowd[usize::from(cell)] == 0 || self.sees(who, cell) {
            return name;
        }
        let location = self.file.locations.iter().find(|l| l.name == name);
        location.and_then(|l| l.kind.as_deref()).unwrap_or(name)
    }

    /// Moves what stands on unseen interchangeable cells to the first cells of their type.
    fn gather(&self, w: &mut [u64], who: Option<Player>) {
        let crowd = &self.p.board.layout.crowd;
        let mut next = vec![0u16; self.p.board.layout.crowds];
        for cell in (0..crowd.len() as u16).filter(|&c| crowd[usize::from(c)] > 0 && !self.sees(who, c)) {
            let own = crowd[usize::from(cell)];
            let e = self.p.board.content(w, cell);
            if e == NONE {
                continue;
            }
            let free = &mut next[usize::from(own)];
            while crowd[usize::from(*free)] != own {
                *free += 1;
            }
            if *free != cell {
                self.p.board.carry(w, e, *free);
            }
            *free += 1;
        }
    }

    /// The elements that stand where `who` does not see them, and their cells, both ascending.
    fn unseen(&self, w: &[u64], who: Option<Player>) -> (Vec<u16>, Vec<u16>) {
        let mut cells: Vec<u16> = Vec::new();
        let mut elements: Vec<u16> = Vec::new();
        for cell in (0..self.p.cell_names.len() as u16).filter(|&c| !self.sees(who, c)) {
            let e = self.p.board.content(w, cell);
            if e != NONE {
                cells.push(cell);
                elements.push(e);
            }
        }
        elements.sort_unstable();
        (elements, cells)
    }

    /// Puts these elements on these cells, in that order.
    fn arrange(&self, w: &mut [u64], elements: &[u16], cells: &[u16]) {
        let board = &self.p.board;
        // One free cell makes any permutation possible by carrying; without one the looks are exchanged in place.
        for (&e, &cell) in elements.iter().zip(cells) {
            board.exchange(w, e, cell);
        }
    }
}

/// Moves made at most to list all plays that look alike, and how many of those are kept.
const LISTED: (usize, usize) = (20_000, 4_000);
/// Plays imagined at random before the search for one that fits begins.
const TRIES: usize = 4000;
/// Moves tried by that search at most.
const MOST: usize = 200_000;
/// Plays imagined in vain after which those found so far have to do, so that a thousand draws cost no more than a few.
const VAIN: usize = 4 * TRIES;

impl Observe for S3Game {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut state = s.clone();
        if self.hides {
            self.gather(&mut state.w, who);
            let (elements, cells) = self.unseen(&state.w, who);
            for &e in &elements {
                self.p.board.set_state(&mut state.w, e, 1);
            }
            self.arrange(&mut state.w, &elements, &cells);
            if let Some(at) = self.p.board.layout.chance
                && chance::pending(&state.w, at).is_some()
            {
                state.w[at + 1..at + chance::WORDS].fill(0);
            }
            for mv in &mut state.log {
                if !self.sees(who, mv.from) && !self.sees(who, mv.to) {
                    let (from, to) = (self.looks_like(who, mv.from), self.looks_like(who, mv.to));
                    *mv = Move { element: Move::HIDDEN, from, to, rule: Move::ANY, class: (0, 0) };
                }
            }
        }
        View { state, who }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, S3Game>, Contradiction> {
        if self.hides {
            Ok(Box::new(Plays { game: self, view: v.clone(), found: Mutex::default() }))
        } else {
            Ok(Box::new(Known(v.state.clone())))
        }
    }

    fn hidden(&self) -> bool {
        self.hides
    }
}

/// The plays that look to one viewer as the real one does: the moves seen are made again from the start, with chance and
/// what was not seen drawn anew, until the play looks as it looks now. All of them are listed, each with its probability,
/// where that is possible. Elsewhere plays are drawn at random; where many of these do not fit, one that does is searched for
/// move by move, and such a draw may be any play that fits, but not each equally often.
struct Plays<'a> {
    game: &'a S3Game,
    view: View,
    found: Mutex<Found>,
}

/// What earlier draws have found.
#[derive(Default)]
struct Found {
    /// Whether it was tried to list all plays.
    tried: bool,
    /// The plays, each with the sum of the probabilities up to it.
    plays: Vec<(State, f64)>,
    /// Whether these are all.
    all: bool,
    /// Plays imagined in vain.
    vain: usize,
}

impl Found {
    fn add(&mut self, play: State, probability: f64) {
        let sum = self.plays.last().map_or(0.0, |(_, sum)| *sum);
        self.plays.push((play, sum + probability));
    }

    /// One of the plays found, by their probabilities.
    fn draw(&self, rng: &mut Rng) -> Option<State> {
        let (last, sum) = self.plays.last()?;
        // 53 bits are as many as a number of this type has.
        let at = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        let place = self.plays.partition_point(|(_, sum)| *sum <= at);
        Some(self.plays.get(place).map_or(last, |(play, _)| play).clone())
    }
}

impl Worlds<State> for Plays<'_> {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let (game, v) = (self.game, &self.view);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut found.tried, true) {
            let mut left = LISTED.0;
            let mut listed = Found::default();
            let done = game.search(v, rng, &mut left, &mut |play, probability| {
                listed.add(play, probability);
                listed.plays.len() < LISTED.1
            });
            if done && !listed.plays.is_empty() {
                *found = Found { tried: true, all: true, ..listed };
            }
        }
        if (found.all || found.vain >= VAIN)
            && let Some(play) = found.draw(rng)
        {
            return Ok((play, 1.0));
        }
        for _ in 0..TRIES {
            if let Some(play) = game.imagine(v, rng)
                && game.looks(&play, v)
            {
                found.add(play.clone(), 1.0);
                return Ok((play, 1.0));
            }
            found.vain += 1;
        }
        let (mut left, mut first) = (MOST, None);
        game.search(v, rng, &mut left, &mut |play, _| {
            first = Some(play);
            false
        });
        let play = first.ok_or_else(|| {
            Contradiction::new(match left {
                0 => format!("no play that looks like this one was found among {MOST} moves"),
                _ => "no play looks like this one".to_string(),
            })
        })?;
        found.add(play.clone(), 1.0);
        Ok((play, 1.0))
    }
}

/// A point of a play that is being looked for: how many of the seen moves are made, the state, and the moves (or chance
/// events) not yet tried from here.
struct Point {
    made: usize,
    drawn: usize,
    state: State,
    untried: Vec<(Move, f64)>,
    probability: f64,
}

impl S3Game {
    /// A play with the moves that were seen; `None` if it comes to a point where one of them cannot be made.
    fn imagine(&self, v: &View, rng: &mut Rng) -> Option<State> {
        let mut state = self.initial();
        let mut scratch = Vec::new();
        for seen in &v.state.log {
            self.decide(&mut state, rng, &mut scratch);
            if seen.element == Move::HIDDEN {
                let look = |cell: u16| self.looks_like(v.who, cell);
                let mut fits = self.distinct_moves(&state);
                fits.retain(|m| (look(m.from), look(m.to)) == (seen.from, seen.to));
                let mv = *fits.get(rng.below(fits.len().max(1)))?;
                self.apply(&mut state, mv);
                continue;
            }
            scratch.clear();
            self.moves(&state, &mut scratch);
            let there = self.p.board.place(&state.w, seen.element) == seen.from;
            let found = scratch.iter().find(|m| *m == seen).filter(|_| there)?;
            let mv = Move { rule: found.rule, ..*seen };
            self.apply(&mut state, mv);
        }
        if self.pending(&v.state).is_none() {
            self.decide(&mut state, rng, &mut scratch);
        } else if let Some(at) = self.p.board.layout.chance {
            for _ in 0..chance::count(&v.state.w, at) {
                let mv = self.pick(&state, rng, &mut scratch).filter(|mv| mv.is_chance())?;
                self.apply(&mut state, mv);
            }
        }
        Some(state)
    }

    /// Lets chance decide as long as it is asked.
    fn decide(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>) {
        while self.pending(state).is_some() {
            let Some(mv) = self.pick(state, rng, scratch) else { break };
            self.apply(state, mv);
        }
    }

    /// Whether a play looks now as the view does.
    fn looks(&self, play: &State, v: &View) -> bool {
        let seen = self.p.board.layout.crowd_at;
        self.view(play, v.who).state.w[..seen] == v.state.w[..seen]
    }

    /// The plays that look as the view does, by depth-first search in random order, each with its probability, until `tell`
    /// says that there are enough; `left` moves are tried at most. Whether it came to the end of them.
    fn search(
        &self,
        v: &View,
        rng: &mut Rng,
        left: &mut usize,
        tell: &mut dyn FnMut(State, f64) -> bool,
    ) -> bool {
        let mut way = vec![self.step(v, (0, 0), self.initial(), 1.0, rng)];
        while let Some(point) = way.last_mut() {
            if point.made == v.state.log.len() && self.settled_as(&point.state, point.drawn, v) {
                let point = way.pop();
                if let Some(point) = point.filter(|point| self.looks(&point.state, v))
                    && !tell(point.state, point.probability)
                {
                    return false;
                }
                continue;
            }
            let Some((mv, share)) = point.untried.pop() else {
                way.pop();
                continue;
            };
            let Some(rest) = left.checked_sub(1) else { return false };
            *left = rest;
            let mut state = point.state.clone();
            let chance = self.pending(&state).is_some();
            let (made, drawn) = (point.made + usize::from(!chance), point.drawn);
            let late = point.made == v.state.log.len();
            let probability = point.probability * share;
            self.apply(&mut state, mv);
            way.push(self.step(v, (made, drawn + usize::from(chance && late)), state, probability, rng));
        }
        true
    }

    /// Whether a play with all moves seen has come to the moment of the view: chance has decided as often.
    fn settled_as(&self, state: &State, drawn: usize, v: &View) -> bool {
        match (self.pending(&v.state), self.p.board.layout.chance) {
            (Some(_), Some(at)) => drawn == chance::count(&v.state.w, at),
            _ => self.pending(state).is_none(),
        }
    }

    /// A point with the moves that may come next, in random order, and their probabilities: chance events, or moves that look
    /// like the one seen.
    fn step(
        &self,
        v: &View,
        (made, drawn): (usize, usize),
        state: State,
        probability: f64,
        rng: &mut Rng,
    ) -> Point {
        let mut moves = Vec::new();
        let chance = self.pending(&state).is_some();
        if chance {
            self.moves(&state, &mut moves);
        } else if let Some(seen) = v.state.log.get(made) {
            if seen.element == Move::HIDDEN {
                let look = |cell: u16| self.looks_like(v.who, cell);
                moves = self.distinct_moves(&state);
                moves.retain(|m| (look(m.from), look(m.to)) == (seen.from, seen.to));
            } else if self.p.board.place(&state.w, seen.element) == seen.from {
                self.moves(&state, &mut moves);
                let found = moves.iter().find(|m| *m == seen).map(|found| Move { rule: found.rule, ..*seen });
                moves = found.into_iter().collect();
            }
        }
        let weights = if chance { self.weights(&state) } else { Vec::new() };
        let weight = |mv: &Move| {
            let at = usize::from(mv.to).wrapping_sub(1);
            if chance { f64::from(weights.get(at).copied().unwrap_or(1)) } else { 1.0 }
        };
        let sum: f64 = moves.iter().map(weight).sum();
        let mut untried: Vec<(Move, f64)> = moves.iter().map(|mv| (*mv, weight(mv) / sum)).collect();
        rng.shuffle(&mut untried);
        Point { made, drawn, state, untried, probability }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Lang, Show as _};

    #[test]
    fn not_a_word_of_a_view_depends_on_what_lies_in_a_drawer_that_is_not_seen() {
        let path = format!("{}/../../data/s3/mastermind2/mastermind2.s3", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the description is there");
        let game = crate::load(&text, "mastermind2").0.expect("it loads");
        let guesser = Some(Player(1));
        let mut views = Vec::new();
        for code in [[1, 1, 1], [6, 5, 4], [2, 6, 2]] {
            let (mut state, mut last) = (game.initial(), None);
            for (i, colour) in code.into_iter().enumerate() {
                let count = code[..i].iter().filter(|c| **c == colour).count() + 1;
                let text = format!("d({colour},{count})->code({}):c({colour},{count})", i + 1);
                let mv = game.parse(&state, &text).expect("the maker may lay any colour");
                last = Some((state.clone(), mv));
                game.apply(&mut state, mv);
            }
            let (before, mv) = last.expect("the code has three pegs");
            assert_ne!(game.view(&state, guesser).state.w, state.w);
            assert_eq!(game.view(&state, Some(Player(0))).state.w, state.w, "the maker sees everything");
            let view = game.view(&state, guesser);
            let log: Vec<_> =
                view.state.log.iter().map(|m| (m.element, m.from, m.to, m.rule, m.class)).collect();
            let heard = game.heard(&before, mv, guesser, Lang::En);
            assert_eq!(heard.as_deref(), Some("drawer->code(3)"));
            views.push((view.state.w, log));
        }
        assert!(views.iter().all(|v| *v == views[0]));
    }

    #[test]
    fn plays_that_look_alike_are_listed_once_and_drawn_as_often_as_they_are_imagined() {
        let path = format!("{}/../../data/s3/mastermind2/mastermind2.s3", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the description is there");
        let game = crate::load(&text, "mastermind2").0.expect("it loads");
        let mut rng = Rng::new(3);
        let (mut state, mut scratch) = (game.initial(), Vec::new());
        for _ in 0..7 {
            let mv = game.pick(&state, &mut rng, &mut scratch).expect("the play is not over");
            game.apply(&mut state, mv);
        }
        let view = game.view(&state, Some(Player(1)));
        let plays = Plays { game: &game, view: view.clone(), found: Mutex::default() };
        let mut drawn: Vec<State> = (0..300).map(|_| plays.draw(&mut rng).expect("there is one").0).collect();
        assert!(drawn.iter().all(|play| game.view(play, Some(Player(1))) == view));
        let found = plays.found.into_inner().expect("nobody panicked");
        assert!(found.all && found.vain == 0 && found.plays.len() > 1, "{} plays", found.plays.len());
        assert!(found.plays.iter().any(|(play, _)| *play == state), "the true play is one of them");
        // How often each is drawn, beside how often it is imagined.
        let mut imagined = Vec::new();
        while imagined.len() < 300 {
            imagined.extend(game.imagine(&view, &mut rng).filter(|play| game.looks(play, &view)));
        }
        for (play, _) in &found.plays {
            let count = |list: &[State]| list.iter().filter(|other| *other == play).count() as f64;
            let (listed, other) = (count(&drawn), count(&imagined));
            assert!(
                (listed - other).abs() < 6.0 * (listed + other).sqrt().max(2.0),
                "{listed} and {other} times"
            );
        }
        drawn.extend(imagined);
        assert!(drawn.iter().all(|play| found.plays.iter().any(|(listed, _)| listed == play)));
    }
}
