//! Generates and performs moves exactly as the original does, step by step with the interpreter. Slow and plain: the fast
//! path is compared with it, and it runs where the fast path gave up.

use super::state::Move;
use crate::lower::Ask;
use crate::program::chance::{self, Pending};
use crate::program::code::{Cause, Failure};
use crate::program::machine::{Machine, Question, Stop};
use crate::program::{Program, Value};

/// Instructions all conditions of one generation may take.
const FUEL: u64 = 50_000_000;

/// A move refused or allowed, or something failed.
type Outcome<T> = Result<T, Failure>;

fn bind(m: &mut Machine<'_>, fit: &[(u16, i32)], rule: usize) -> Outcome<()> {
    for &(v, n) in fit {
        let fails = Failure { pc: rule as u32, cause: Cause::Number };
        *m.vars.get_mut(usize::from(v)).ok_or(fails)? = Some(Value::Int(n));
    }
    Ok(())
}

/// Failures of an evaluation in which chance has no business.
fn strict<T>(result: Result<T, Stop>) -> Outcome<T> {
    result.map_err(|stop| match stop {
        Stop::Failed(f) => f,
        Stop::Asked(_) => Failure { pc: 0, cause: Cause::Chance },
    })
}

/// Whether `state=` or `player=` accepts a number; may bind.
fn asks(m: &mut Machine<'_>, ask: &Ask, code: Option<u32>, number: i32) -> Outcome<bool> {
    Ok(match ask {
        Ask::Any => true,
        Ask::Is(n) => *n == number,
        Ask::Never => false,
        Ask::Bind(v) => {
            m.vars[*v as usize] = Some(Value::Int(number));
            true
        }
        Ask::Eval(_) => match code {
            Some(entry) => strict(m.run(entry))? == Some(Value::Int(number)),
            None => false,
        },
    })
}

/// A pattern of a rule, or the failure of a rule without it.
fn needed<T>(pattern: &Option<T>, rule: usize) -> Outcome<&T> {
    pattern.as_ref().ok_or(Failure { pc: rule as u32, cause: Cause::Rule })
}

/// Whether rule `r` lets element `e` leave where it stands, binding as far as that.
fn leaves(p: &Program, m: &mut Machine<'_>, r: usize, e: u16, from: u16) -> Outcome<bool> {
    let rule = &p.rules[r];
    let Some(fit) = &needed(&rule.element, r)?[e as usize] else { return Ok(false) };
    bind(m, fit, r)?;
    let state = p.board.state(m.w, e);
    if !asks(m, &rule.state, p.code.asks[r][0], state)? {
        return Ok(false);
    }
    let player = i32::from(p.board.player(m.w));
    if !asks(m, &rule.player, p.code.asks[r][1], player)? {
        return Ok(false);
    }
    let Some(fit) = &needed(&rule.from, r)?[from as usize] else { return Ok(false) };
    bind(m, fit, r)?;
    Ok(true)
}

/// Whether rule `r` lets the element arrive, everything before being accepted.
fn arrives(p: &Program, m: &mut Machine<'_>, r: usize, to: u16) -> Outcome<bool> {
    let Some(fit) = &needed(&p.rules[r].to, r)?[to as usize] else { return Ok(false) };
    bind(m, fit, r)?;
    match p.code.conditions[r] {
        Some(entry) => strict(m.holds(entry)),
        None => Ok(true),
    }
}

/// Every move of the full list, in file order: rules, elements, locations. Repetitions are kept.
pub(crate) fn all_moves(p: &Program, w: &[u64], visit: &mut dyn FnMut(Move) -> bool) -> Outcome<()> {
    let mut copy = w.to_vec();
    let mut spent = 0u64;
    let mut free = p.order.clone();
    if !p.lasting {
        free.sort_unstable();
    }
    free.retain(|&to| p.board.empty(w, to));
    let mut m = Machine::new(p, &mut copy);
    let full = m.fuel;
    for r in 0..p.rules.len() {
        for e in 0..p.board.elements.len() as u16 {
            if p.rules[r].element.as_ref().is_some_and(|f| f[e as usize].is_none()) {
                continue;
            }
            let from = p.board.place(w, e);
            m.renew();
            if !leaves(p, &mut m, r, e, from)? {
                continue;
            }
            let bound: Vec<bool> = m.vars.iter().map(Option::is_some).collect();
            for &to in &free {
                // Effects of a condition do not outlive it: every trial starts from the state itself, except that it
                // may read what the last one left in a variable of the element, the origin, the state or the player.
                m.fuel = full;
                if p.lasting {
                    m.vars.iter_mut().zip(&bound).filter(|(_, bound)| !**bound).for_each(|(v, _)| *v = None);
                } else {
                    m.renew();
                    leaves(p, &mut m, r, e, from)?;
                }
                let ok = arrives(p, &mut m, r, to)?;
                spent += full - m.fuel;
                if p.impure {
                    m.w.copy_from_slice(w);
                }
                if spent > FUEL {
                    return Err(Failure { pc: p.code.conditions[r].unwrap_or(0), cause: Cause::Fuel });
                }
                if ok && !p.typed(e, from, to) {
                    return Err(Failure { pc: p.code.after[r], cause: Cause::Untyped });
                }
                if ok && !visit(made(p, e, from, to, Move::ANY)) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// A move with its class: equal for moves that the file does not distinguish.
#[inline]
pub(crate) fn made(p: &Program, element: u16, from: u16, to: u16, rule: u16) -> Move {
    let crowd = |cell: u16| p.alike[usize::from(cell)];
    // A location that is not interchangeable holds one element, so it determines the element too.
    let origin = match crowd(from) {
        0 => u32::from(from),
        n => u32::from(n) << 16 | u32::from(p.natures[usize::from(element)]),
    };
    let target = match crowd(to) {
        0 => to,
        n => 1 << 15 | n,
    };
    Move { element, from, to, rule, class: (origin, target) }
}

/// Whether the rules allow a move.
pub(crate) fn allowed(p: &Program, w: &[u64], mv: Move) -> Outcome<bool> {
    if p.board.place(w, mv.element) != mv.from || !p.board.empty(w, mv.to) {
        return Ok(false);
    }
    let mut copy = w.to_vec();
    for r in 0..p.rules.len() {
        let mut m = Machine::new(p, &mut copy);
        if leaves(p, &mut m, r, mv.element, mv.from)? && arrives(p, &mut m, r, mv.to)? {
            return Ok(true);
        }
        copy.copy_from_slice(w);
    }
    Ok(false)
}

/// Whether one rule allows a move to an empty cell.
pub(crate) fn rule_allows(p: &Program, w: &[u64], r: usize, mv: Move) -> Outcome<bool> {
    let mut copy = w.to_vec();
    let mut m = Machine::new(p, &mut copy);
    Ok(leaves(p, &mut m, r, mv.element, mv.from)? && arrives(p, &mut m, r, mv.to)?)
}

/// The rule that a move follows.
///
/// The original takes the matching rule with the largest single award to the mover, any award being better than none,
/// and leaves the variables as the last rule tried left them. Dialect 2 compares the mover's total, nothing being 0,
/// and binds the variables of the chosen rule again.
fn choose(p: &Program, m: &mut Machine<'_>, mv: Move) -> Result<usize, Stop> {
    let mut chosen = None;
    let mut best: Option<i64> = None;
    let clean = p.impure.then(|| m.w.to_vec());
    let lift = |f: Failure| Stop::Failed(f);
    for r in 0..p.rules.len() {
        let matches =
            leaves(p, m, r, mv.element, mv.from).map_err(lift)? && arrives(p, m, r, mv.to).map_err(lift)?;
        if let Some(clean) = &clean {
            m.w.copy_from_slice(clean);
        }
        if !matches {
            continue;
        }
        chosen = chosen.or(Some(r));
        let player = i32::from(p.board.player(m.w));
        let mut total = 0i64;
        for &(who, score) in &p.code.awards[r] {
            if m.run(who)? != Some(Value::Int(player)) {
                continue;
            }
            let amount = match m.run(score)? {
                Some(Value::Int(n)) => i64::from(n),
                _ => return Err(Stop::Failed(Failure { pc: score, cause: Cause::NotInt })),
            };
            total += amount;
            if !p.total && best.is_none_or(|b| amount > b) {
                best = Some(amount);
                chosen = Some(r);
            }
        }
        if p.total && best.is_none_or(|b| total > b) {
            best = Some(total);
            chosen = Some(r);
        }
    }
    let r = chosen.ok_or(Stop::Failed(Failure { pc: 0, cause: Cause::NoRule }))?;
    if p.total {
        leaves(p, m, r, mv.element, mv.from).map_err(lift)?;
        arrives(p, m, r, mv.to).map_err(lift)?;
        if let Some(clean) = &clean {
            m.w.copy_from_slice(clean);
        }
    }
    Ok(r)
}

fn perform_in(p: &Program, m: &mut Machine<'_>, mv: Move) -> Result<(), Stop> {
    let entry = carry_out(p, m, mv)?;
    m.run(entry).map(|_| ())
}

/// Chooses the rule of a move, gives its awards and carries the element; returns what is to be run then.
pub(super) fn carry_out(p: &Program, m: &mut Machine<'_>, mv: Move) -> Result<u32, Stop> {
    let r = choose(p, m, mv)?;
    for &(who, score) in &p.code.awards[r] {
        let player = match m.run(who)? {
            Some(Value::Int(n)) => {
                usize::try_from(n).ok().filter(|n| (1..=p.board.layout.players).contains(n))
            }
            _ => return Err(Stop::Failed(Failure { pc: who, cause: Cause::NotInt })),
        };
        let player = player.ok_or(Stop::Failed(Failure { pc: who, cause: Cause::NoPlayer }))?;
        match m.run(score)? {
            Some(Value::Int(n)) => p.board.add_score(m.w, player - 1, n),
            _ => return Err(Stop::Failed(Failure { pc: score, cause: Cause::NotInt })),
        }
    }
    p.board.carry(m.w, mv.element, mv.to);
    Ok(p.code.after[r])
}

/// Performs a legal move with the outcomes of chance known so far; a failure is marked in the state. Returns what
/// chance is asked next, if it is, and then leaves the words as they were.
pub(crate) fn perform(p: &Program, w: &mut [u64], what: Pending, outcomes: Vec<i32>) -> Option<Question> {
    let before = p.board.layout.chance.map(|_| w.to_vec());
    let mut m = Machine::new(p, w).with_outcomes(outcomes);
    let result = match what {
        Pending::Move(element, from, to) => perform_in(p, &mut m, made(p, element, from, to, Move::ANY)),
        Pending::Start => p.code.start.iter().try_for_each(|&entry| m.run(entry).map(|_| ())),
    };
    match result {
        Ok(()) => {
            if let Some(at) = p.board.layout.chance {
                chance::clear(w, at);
            }
            None
        }
        Err(Stop::Failed(f)) => {
            p.board.fail(w, f);
            None
        }
        Err(Stop::Asked(question)) => {
            if let Some(before) = before {
                w.copy_from_slice(&before);
            }
            Some(question)
        }
    }
}
