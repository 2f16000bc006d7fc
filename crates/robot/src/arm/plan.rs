//! From a move to pick-and-place: what the arm carries, in which order, so that the table shows the scene after the move.
//!
//! The gesture says what a person would carry; the scenes say what else changes (captures, follow-ups, tokens that enter or
//! leave). Tokens are distinguished by kind only, as on a real table. A spot that holds one token is emptied before another
//! comes; where tokens go round in a circle, one of them waits on a free spot.

use super::ground::{Ground, Spot, Stock};
use crate::eye::Spotted;
use game::{Gesture, Place, Scene};
use std::collections::BTreeMap;
use std::fmt;

/// One pick-and-place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Haul {
    /// What is carried.
    pub kind: String,
    /// From where.
    pub from: Spot,
    /// Where to.
    pub to: Spot,
}

/// A token that must show its other side, or be exchanged, where it lies: no work for a gripper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turned {
    /// Where it lies.
    pub spot: Spot,
    /// What it is.
    pub kind: String,
    /// What it shall be.
    pub becomes: String,
}

/// What is to be done on the table for one move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// What the arm carries, in order.
    pub hauls: Vec<Haul>,
    /// What a person turns over afterwards.
    pub turned: Vec<Turned>,
}

impl Plan {
    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.hauls.is_empty() && self.turned.is_empty()
    }
}

/// Why there is no plan. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// Tokens change places in a circle and no spot is free to put one aside.
    NoRoom,
    /// The table shows too few tokens of a kind, and there is no supply of them.
    Lacking(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::NoRoom => f.write_str("tokens change places and no spot is free to put one aside"),
            PlanError::Lacking(kind) => write!(f, "there is no '{kind}' to be put on the table"),
        }
    }
}

impl std::error::Error for PlanError {}

/// The plan of a move.
///
/// # Errors
/// Why the arm cannot make it.
pub fn plan(before: &Scene, gesture: &Gesture, after: &Scene, ground: &Ground) -> Result<Plan, PlanError> {
    let (start, goal) = (ground.stock(before), ground.stock(after));
    let mut wishes = Vec::new();
    if let Gesture::Carry(carries) = gesture {
        let mut now = start.clone();
        for carry in carries {
            let (from, to) = (ground.spot(&carry.from), ground.spot(&carry.to));
            let named = before.tokens.iter().find(|t| t.id == carry.token).map(|t| t.kind.clone());
            let here = now.get(&from).and_then(|kinds| kinds.last().cloned());
            let Some(kind) = named.filter(|k| now.get(&from).is_some_and(|l| l.contains(k))).or(here) else {
                continue;
            };
            if from != to {
                take(&mut now, &from, &kind);
                now.entry(to.clone()).or_default().push(kind.clone());
                wishes.push(Haul { kind, from, to });
            }
        }
    }
    solve(&start, &goal, wishes, ground)
}

/// The plan that makes the table as seen show the scene that should be there. What is not observed is left alone.
///
/// # Errors
/// Why the arm cannot do it; a person has to.
pub fn reconcile(
    seen: &[Spotted],
    wanted: &Scene,
    ground: &Ground,
    observes: &dyn Fn(&Place) -> bool,
) -> Result<Plan, PlanError> {
    let mut goal = wanted.clone();
    goal.tokens.retain(|t| observes(&t.place));
    let mut start = Stock::new();
    for spotted in seen.iter().filter(|s| observes(&s.place) && !ground.is_imaginary(&s.kind)) {
        start.entry(ground.spot(&spotted.place)).or_default().push(spotted.kind.clone());
    }
    start.values_mut().for_each(|kinds| kinds.sort());
    solve(&start, &ground.stock(&goal), Vec::new(), ground)
}

fn take(stock: &mut Stock, spot: &Spot, kind: &str) -> bool {
    let Some(kinds) = stock.get_mut(spot) else { return false };
    let Some(at) = kinds.iter().position(|k| k == kind) else { return false };
    kinds.remove(at);
    if kinds.is_empty() {
        stock.remove(spot);
    }
    true
}

/// Kinds with the spots they are about.
type Kinds = Vec<(Spot, String)>;

/// Kinds that are too many and too few on each spot.
fn surplus(now: &Stock, goal: &Stock) -> (Kinds, Kinds) {
    let (mut over, mut under) = (Vec::new(), Vec::new());
    let spots: std::collections::BTreeSet<&Spot> = now.keys().chain(goal.keys()).collect();
    for spot in spots {
        let mut counts: BTreeMap<&String, i64> = BTreeMap::new();
        now.get(spot).into_iter().flatten().for_each(|k| *counts.entry(k).or_default() += 1);
        goal.get(spot).into_iter().flatten().for_each(|k| *counts.entry(k).or_default() -= 1);
        for (kind, count) in counts {
            let list = if count > 0 { &mut over } else { &mut under };
            list.extend((0..count.abs()).map(|_| (spot.clone(), kind.clone())));
        }
    }
    (over, under)
}

/// What a person would carry, then what else is missing; put into an order that never sets a token on another.
fn solve(start: &Stock, goal: &Stock, wishes: Vec<Haul>, ground: &Ground) -> Result<Plan, PlanError> {
    let mut now = start.clone();
    for haul in &wishes {
        take(&mut now, &haul.from, &haul.kind);
        now.entry(haul.to.clone()).or_default().push(haul.kind.clone());
    }
    let mut hauls = wishes;
    let mut turned = Vec::new();
    let (mut over, mut under) = surplus(&now, goal);
    // A token of another kind where one is wanted: it shows its other side.
    over.retain(|(spot, kind)| {
        let Some(at) = under.iter().position(|(s, _)| s == spot) else { return true };
        // The same kinds elsewhere mean that two tokens change places instead.
        let (_, becomes) = under[at].clone();
        let comes =
            start.iter().any(|(s, l)| s != spot && l.contains(&becomes) && goes(start, goal, s, &becomes));
        if comes {
            return true;
        }
        under.remove(at);
        turned.push(Turned { spot: spot.clone(), kind: kind.clone(), becomes });
        false
    });
    for (to, kind) in under {
        let from = match over.iter().position(|(_, k)| *k == kind) {
            Some(at) => over.remove(at).0,
            None => {
                let supply = Spot::Supply(kind.clone());
                if !ground.sites.iter().any(|s| s.spot == supply) {
                    return Err(PlanError::Lacking(kind));
                }
                supply
            }
        };
        hauls.push(Haul { kind, from, to });
    }
    // What is too many and wanted nowhere leaves the game.
    hauls.extend(over.into_iter().map(|(from, kind)| Haul { kind, from, to: Spot::Bin }));
    Ok(Plan { hauls: ordered(start, hauls, ground)?, turned })
}

/// Whether a token of this kind leaves this spot.
fn goes(start: &Stock, goal: &Stock, spot: &Spot, kind: &String) -> bool {
    let count = |stock: &Stock| stock.get(spot).map_or(0, |l| l.iter().filter(|k| *k == kind).count());
    count(start) > count(goal)
}

fn ordered(start: &Stock, mut left: Vec<Haul>, ground: &Ground) -> Result<Vec<Haul>, PlanError> {
    let mut now = start.clone();
    let mut done = Vec::new();
    while !left.is_empty() {
        let free = |spot: &Spot, now: &Stock| ground.is_heap(spot) || !now.contains_key(spot);
        let there = |haul: &Haul, now: &Stock| {
            matches!(haul.from, Spot::Supply(_))
                || now.get(&haul.from).is_some_and(|l| l.contains(&haul.kind))
        };
        let next = left.iter().position(|h| there(h, &now) && free(&h.to, &now));
        let at = match next {
            Some(at) => at,
            None => {
                // A circle: one token waits on a spot that nobody needs.
                let aside = ground.sites.iter().map(|s| &s.spot).find(|s| {
                    matches!(s, Spot::Place(_))
                        && free(s, &now)
                        && !ground.is_heap(s)
                        && left.iter().all(|h| h.to != **s)
                });
                let Some(aside) = aside.cloned() else { return Err(PlanError::NoRoom) };
                let Some(at) = left.iter().position(|h| there(h, &now)) else {
                    return Err(PlanError::NoRoom);
                };
                let first = Haul { to: aside.clone(), ..left[at].clone() };
                left[at].from = aside;
                left.insert(0, first);
                0
            }
        };
        let haul = left.remove(at);
        take(&mut now, &haul.from, &haul.kind);
        now.entry(haul.to.clone()).or_default().push(haul.kind.clone());
        done.push(haul);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::super::ground::Needs;
    use super::super::setup::Setup;
    use super::*;
    use game::{Layout, Player, Token, Turn, Zone};

    fn scene(tokens: &[(&str, usize)]) -> Scene {
        let zones = vec![
            Zone::new("board", "board", Layout::Grid { columns: 3, rows: 2 }),
            Zone::new("heap", "heap", Layout::Stack),
        ];
        let token = |(i, &(kind, slot)): (usize, &(&str, usize))| {
            let place = if slot < 100 { Place::new("board", slot) } else { Place::new("heap", slot - 100) };
            Token::up(i.to_string(), kind, kind, place)
        };
        let tokens = tokens.iter().enumerate().map(token).collect();
        Scene { zones, tokens, said: Vec::new(), turn: Turn::Player(Player(0)), points: Vec::new() }
    }

    fn made(
        before: &[(&str, usize)],
        gesture: &Gesture,
        after: &[(&str, usize)],
    ) -> Result<Vec<String>, PlanError> {
        let (before, after) = (scene(before), scene(after));
        let needs = Needs { entering: ["new".to_string()].into(), leaving: true, ..Needs::default() };
        let ground =
            Ground::of(&before, &needs, &Setup { imaginary: vec!["clock".into()], ..Setup::default() });
        let plan = plan(&before, gesture, &after, &ground)?;
        let name = |s: &Spot| ground.name(s);
        let hauls = plan.hauls.iter().map(|h| format!("{} {}>{}", h.kind, name(&h.from), name(&h.to)));
        let turned =
            plan.turned.iter().map(|t| format!("{} {} becomes {}", name(&t.spot), t.kind, t.becomes));
        Ok(hauls.chain(turned).collect())
    }

    fn say() -> Gesture {
        Gesture::Say("x".into())
    }

    #[test]
    fn a_captured_token_leaves_before_its_captor_arrives() {
        let gesture = Gesture::carry("0", Place::new("board", 0), Place::new("board", 1));
        let plan = made(&[("white", 0), ("black", 1)], &gesture, &[("white", 1)]).unwrap();
        assert_eq!(plan, ["black board/1>bin", "white board/0>board/1"]);
    }

    #[test]
    fn tokens_of_a_follow_up_are_carried_after_the_mover() {
        let gesture = Gesture::carry("0", Place::new("board", 0), Place::new("board", 2));
        let plan = made(
            &[("white", 0), ("black", 1), ("clock", 5)],
            &gesture,
            &[("white", 2), ("black", 100), ("clock", 4)],
        );
        assert_eq!(plan.unwrap(), ["white board/0>board/2", "black board/1>heap"]);
    }

    #[test]
    fn tokens_enter_from_their_supply_and_change_their_kind_by_a_persons_hand() {
        assert_eq!(made(&[], &say(), &[("new", 3)]).unwrap(), ["new supply:new>board/3"]);
        assert_eq!(made(&[("white", 3)], &say(), &[("black", 3)]).unwrap(), ["board/3 white becomes black"]);
        assert_eq!(made(&[], &say(), &[("odd", 3)]).unwrap_err(), PlanError::Lacking("odd".into()));
    }

    #[test]
    fn tokens_that_change_places_use_a_free_one() {
        let plan = made(&[("a", 0), ("b", 1)], &say(), &[("b", 0), ("a", 1)]).unwrap();
        assert_eq!(plan.len(), 3, "{plan:?}");
        let full: Vec<(&str, usize)> = vec![("a", 0), ("b", 1), ("c", 2), ("c", 3), ("c", 4), ("c", 5)];
        let mut swapped = full.clone();
        (swapped[0].1, swapped[1].1) = (1, 0);
        assert_eq!(made(&full, &say(), &swapped).unwrap_err(), PlanError::NoRoom);
    }

    #[test]
    fn any_two_scenes_are_reconciled_without_setting_a_token_on_another() {
        let mut rng = game::Rng::new(9);
        for _ in 0..2_000 {
            let mut slots = [0, 1, 2, 3, 4, 5];
            let kinds: Vec<&str> = (0..1 + rng.below(5)).map(|_| ["a", "b", "c"][rng.below(3)]).collect();
            let mut layout = || {
                rng.shuffle(&mut slots);
                scene(&kinds.iter().copied().zip(slots).collect::<Vec<_>>())
            };
            let (before, after) = (layout(), layout());
            let ground = Ground::of(&before, &Needs::default(), &Setup::default());
            let plan = plan(&before, &say(), &after, &ground).unwrap();
            let mut now = ground.stock(&before);
            for haul in &plan.hauls {
                assert!(take(&mut now, &haul.from, &haul.kind), "{haul:?}");
                assert!(!now.contains_key(&haul.to), "{haul:?} lands on a token");
                now.entry(haul.to.clone()).or_default().push(haul.kind.clone());
            }
            for turned in &plan.turned {
                assert!(take(&mut now, &turned.spot, &turned.kind));
                now.entry(turned.spot.clone()).or_default().push(turned.becomes.clone());
            }
            assert_eq!(now, ground.stock(&after));
        }
    }
}
