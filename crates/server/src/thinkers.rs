//! Which computer player may think next. There are a few places to think; waiting requests are served in fair turns by
//! person (round robin), not in the order of asking: one person with many tables waits behind their own requests, never in
//! front of everybody else's.
//!
//! A thought that takes long is asked to hurry (it answers with the best it has found) as soon as it has had a slice of
//! time and somebody else waits.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a thought may last once another person waits.
const SLICE: Duration = Duration::from_millis(1_000);
/// How long a thought that was asked to hurry keeps its place if it does not come to its end.
const STUCK: Duration = Duration::from_secs(5);
/// How often somebody who waits looks whether a thought should hurry.
const LOOK: Duration = Duration::from_millis(100);
/// People whose turns are remembered.
const REMEMBERED: usize = 10_000;

/// The places to think.
pub(crate) struct Thinkers {
    places: usize,
    hall: Mutex<Hall>,
}

#[derive(Default)]
struct Hall {
    thinking: Vec<Thinking>,
    /// Thoughts that did not hurry and lost their place: never more than there are places.
    stuck: Vec<u64>,
    waiting: BTreeMap<i64, VecDeque<Waiting>>,
    /// When each person last got a place, counted in places given.
    served: BTreeMap<i64, u64>,
    given: u64,
    next: u64,
}

struct Thinking {
    id: u64,
    person: i64,
    since: Instant,
    hurry: Arc<AtomicBool>,
    /// When it was asked to hurry.
    pressed: Option<Instant>,
}

struct Waiting {
    id: u64,
    call: oneshot::Sender<()>,
    hurry: Arc<AtomicBool>,
}

/// A place to think, given back when dropped.
pub(crate) struct Place {
    id: u64,
    thinkers: Arc<Thinkers>,
}

impl Place {
    /// Its number, for [`Thinkers::lose`].
    pub(crate) fn number(&self) -> u64 {
        self.id
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.thinkers.leave(self.id);
    }
}

impl Thinkers {
    pub(crate) fn new(places: usize) -> Arc<Thinkers> {
        Arc::new(Thinkers { places: places.max(1), hall: Mutex::new(Hall::default()) })
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a thought of this person. `hurry` is set when the thought should come to its end; nothing is given
    /// once `dropped` is set.
    pub(crate) async fn place(
        self: &Arc<Self>,
        person: i64,
        hurry: &Arc<AtomicBool>,
        dropped: &Arc<AtomicBool>,
    ) -> Option<Place> {
        let (mut place, mut called) = self.queue(person, hurry);
        while !dropped.load(Ordering::Relaxed) {
            match tokio::time::timeout(LOOK, &mut called).await {
                Ok(Ok(())) => {
                    place.called = true;
                    return Some(Place { id: place.id, thinkers: Arc::clone(self) });
                }
                Ok(Err(_)) => return None,
                Err(_) => self.press(person, Instant::now()),
            }
        }
        None
    }

    /// How many thoughts of a person wait.
    pub(crate) fn waiting(&self, person: i64) -> usize {
        self.hall().waiting.get(&person).map_or(0, VecDeque::len)
    }

    fn queue(self: &Arc<Self>, person: i64, hurry: &Arc<AtomicBool>) -> (InLine, oneshot::Receiver<()>) {
        let (call, called) = oneshot::channel();
        let mut hall = self.hall();
        let id = hall.next;
        hall.next += 1;
        hall.waiting.entry(person).or_default().push_back(Waiting { id, call, hurry: Arc::clone(hurry) });
        hall.fill(self.places);
        drop(hall);
        (InLine { id, person, thinkers: Arc::clone(self), called: false }, called)
    }

    /// Asks the longest thought of another person to hurry, if it has had its slice: one at a time.
    fn press(&self, person: i64, now: Instant) {
        let age = |since: Instant| now.saturating_duration_since(since);
        let mut hall = self.hall();
        let stuck = |t: &Thinking| t.pressed.is_some_and(|at| age(at) >= STUCK);
        if hall.stuck.len() < self.places
            && let Some(lost) = hall.thinking.iter().find(|t| stuck(t)).map(|t| t.id)
        {
            drop(hall);
            return self.lose(lost);
        }
        if hall.thinking.iter().filter_map(|t| t.pressed).any(|at| age(at) < SLICE) {
            return;
        }
        let others = hall.thinking.iter_mut().filter(|t| t.person != person && t.pressed.is_none());
        if let Some(longest) = others.min_by_key(|t| t.since)
            && age(longest.since) >= SLICE
        {
            longest.hurry.store(true, Ordering::Relaxed);
            longest.pressed = Some(now);
        }
    }

    /// A thought that is not waited for any longer loses its place, as long as not too many have: others may think.
    pub(crate) fn lose(&self, number: u64) {
        let mut hall = self.hall();
        if hall.stuck.len() < self.places
            && let Some(at) = hall.thinking.iter().position(|thinking| thinking.id == number)
        {
            hall.thinking.swap_remove(at);
            hall.stuck.push(number);
            hall.fill(self.places);
        }
    }

    fn leave(&self, id: u64) {
        let mut hall = self.hall();
        hall.thinking.retain(|thinking| thinking.id != id);
        hall.stuck.retain(|&stuck| stuck != id);
        hall.fill(self.places);
    }
}

impl Hall {
    /// Starts the next requests as long as there are places.
    fn fill(&mut self, places: usize) {
        while self.thinking.len() < places {
            // Who thinks least now, then whose last turn is longest ago, then who asked first.
            let busy = |p: i64| self.thinking.iter().filter(|t| t.person == p).count();
            let rank = |(&p, line): (&i64, &VecDeque<Waiting>)| {
                (busy(p), self.served.get(&p).copied().unwrap_or(0), line.front().map_or(0, |w| w.id), p)
            };
            let Some((.., person)) = self.waiting.iter().map(rank).min() else { return };
            let Some(line) = self.waiting.get_mut(&person) else { return };
            let next = line.pop_front();
            if line.is_empty() {
                self.waiting.remove(&person);
            }
            let Some(next) = next else { continue };
            // Somebody who does not wait any more is passed over.
            if next.call.send(()).is_err() {
                continue;
            }
            self.given += 1;
            if self.served.len() >= REMEMBERED {
                let waiting = &self.waiting;
                self.served.retain(|p, _| waiting.contains_key(p));
            }
            self.served.insert(person, self.given);
            let (since, hurry) = (Instant::now(), next.hurry);
            self.thinking.push(Thinking { id: next.id, person, since, hurry, pressed: None });
        }
    }
}

/// Somebody in line, who leaves it when dropped.
struct InLine {
    id: u64,
    person: i64,
    thinkers: Arc<Thinkers>,
    called: bool,
}

impl Drop for InLine {
    fn drop(&mut self) {
        if self.called {
            return;
        }
        let mut hall = self.thinkers.hall();
        if let Some(line) = hall.waiting.get_mut(&self.person) {
            line.retain(|waiting| waiting.id != self.id);
            if line.is_empty() {
                hall.waiting.remove(&self.person);
            }
        }
        // The call may have come meanwhile.
        hall.thinking.retain(|thinking| thinking.id != self.id);
        hall.fill(self.thinkers.places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    /// One place. Everybody asks for as many thoughts as the list says; the order in which they get the place.
    fn order(asked: &[i64]) -> Vec<i64> {
        let thinkers = Thinkers::new(1);
        let mut lines: Vec<_> = asked.iter().map(|&p| (p, thinkers.queue(p, &flag()))).collect();
        let mut order = Vec::new();
        while !lines.is_empty() {
            let at = lines.iter_mut().position(|(_, (_, called))| called.try_recv().is_ok()).unwrap();
            let (person, (mut line, _)) = lines.remove(at);
            line.called = true;
            order.push(person);
            thinkers.leave(line.id);
        }
        order
    }

    #[test]
    fn a_person_with_many_tables_waits_behind_their_own() {
        assert_eq!(order(&[1, 1, 1, 1, 2, 3]), [1, 2, 3, 1, 1, 1]);
        assert_eq!(order(&[1, 1, 1, 2, 2, 2]), [1, 2, 1, 2, 1, 2]);
        assert_eq!(order(&[7, 7, 7]), [7, 7, 7]);
    }

    #[test]
    fn a_thought_hurries_when_somebody_else_waits_and_not_for_its_own_person() {
        let thinkers = Thinkers::new(1);
        let hurry = flag();
        let (mut line, mut called) = thinkers.queue(1, &hurry);
        assert!(called.try_recv().is_ok());
        line.called = true;
        let _place = Place { id: line.id, thinkers: Arc::clone(&thinkers) };
        let now = Instant::now();
        thinkers.press(2, now + SLICE / 2);
        thinkers.press(1, now + SLICE * 9);
        assert!(!hurry.load(Ordering::Relaxed));
        thinkers.press(2, now + SLICE * 2);
        assert!(hurry.load(Ordering::Relaxed));
    }

    #[test]
    fn a_thought_that_does_not_hurry_loses_its_place_and_no_more_of_them_than_there_are_places() {
        let thinkers = Thinkers::new(1);
        let mut lines: Vec<_> = (1..=3).map(|p| thinkers.queue(p, &flag())).collect();
        let mut called = || lines.iter_mut().map(|(_, called)| called.try_recv().is_ok()).collect::<Vec<_>>();
        assert_eq!(called(), [true, false, false]);
        let mut now = Instant::now() + SLICE * 2;
        thinkers.press(2, now);
        assert_eq!(called(), [false, false, false]);
        now += STUCK;
        thinkers.press(2, now);
        assert_eq!(called(), [false, true, false], "the first has lost its place");
        for _ in 0..4 {
            now += STUCK;
            thinkers.press(3, now);
        }
        assert_eq!(called(), [false, false, false], "the second keeps it: one is stuck already");
        thinkers.leave(lines[0].0.id);
        thinkers.press(3, now + STUCK);
        assert_eq!(lines[2].1.try_recv(), Ok(()));
    }

    #[test]
    fn a_thought_that_is_not_waited_for_makes_room_for_its_own_person_too() {
        let thinkers = Thinkers::new(1);
        let mut lines: Vec<_> = (0..3).map(|_| thinkers.queue(1, &flag())).collect();
        let mut called = || lines.iter_mut().map(|(_, called)| called.try_recv().is_ok()).collect::<Vec<_>>();
        assert_eq!(called(), [true, false, false]);
        thinkers.lose(0);
        assert_eq!(called(), [false, true, false]);
        thinkers.lose(0);
        thinkers.lose(1);
        assert_eq!(called(), [false, false, false], "one is lost already");
        thinkers.leave(0);
        thinkers.lose(1);
        assert_eq!(called(), [false, false, true]);
    }

    #[test]
    fn who_leaves_the_line_or_the_place_makes_room() {
        let thinkers = Thinkers::new(1);
        let (first, _called) = thinkers.queue(1, &flag());
        let (second, _) = thinkers.queue(2, &flag());
        let (mut third, mut called) = thinkers.queue(3, &flag());
        assert_eq!(thinkers.waiting(3), 1);
        drop(second);
        assert!(called.try_recv().is_err());
        drop(first);
        assert!(called.try_recv().is_ok());
        third.called = true;
        thinkers.leave(third.id);
        assert!(thinkers.hall().thinking.is_empty() && thinkers.hall().waiting.is_empty());
    }

    #[tokio::test]
    async fn nobody_gets_a_place_for_a_thought_that_was_dropped() {
        let thinkers = Thinkers::new(1);
        let held = thinkers.place(1, &flag(), &flag()).await;
        assert!(held.is_some());
        let dropped = flag();
        dropped.store(true, Ordering::Relaxed);
        assert!(thinkers.place(2, &flag(), &dropped).await.is_none());
        assert_eq!(thinkers.waiting(2), 0);
    }
}
