//! The most used list predicates, native and as nondeterministic as their definitions.

use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::{ATM, Cell, INT, LST, STR};
use crate::machine::unify::Unified;
use crate::machine::{Machine, Res, Stop};
use std::cmp::Ordering;

pub(crate) fn repeat(m: &mut Machine, _: Option<Cell>) -> Res {
    m.leave_choice(0, Cell::ZERO);
    Ok(true)
}

pub(crate) fn between(m: &mut Machine, state: Option<Cell>) -> Res {
    let (lo, hi, x) = (m.a(0), m.a(1), m.a(2));
    if state.is_none() {
        for c in [lo, hi] {
            if c.is_ref() {
                return Err(m.instantiation_error());
            }
        }
        for c in [lo, x] {
            if !c.is_ref() && !c.is_integer() {
                return Err(m.type_error(n::INTEGER, c));
            }
        }
        let unbounded =
            hi == Cell::atom(n::INF) || (hi.is_atom() && m.atoms.name(hi.as_atom()) == "infinite");
        if !hi.is_integer() && !unbounded {
            return Err(m.type_error(n::INTEGER, hi));
        }
    }
    if !x.is_ref() {
        let low = m.compare_terms(lo, x).is_le();
        return Ok(low && (hi.is_atom() || m.compare_terms(x, hi).is_le()));
    }
    let at = state.unwrap_or(lo);
    let rest = match (at.is_int(), hi.is_int(), hi.is_atom()) {
        (_, _, true) => Ordering::Less,
        (true, true, _) => at.as_int().cmp(&hi.as_int()),
        _ => m.compare_terms(at, hi),
    };
    if rest.is_gt() {
        return Ok(false);
    }
    if rest.is_lt() {
        let next = successor(m, at)?;
        m.leave_choice(3, next);
    }
    m.bind(x, at);
    Ok(true)
}

/// The integer after one, of whatever size.
#[inline]
fn successor(m: &mut Machine, i: Cell) -> Result<Cell, Stop> {
    if i.is_int()
        && let Some(next) = Cell::small(i.as_int() + 1)
    {
        return Ok(next);
    }
    let native = m.native;
    let next = m.arith2(0, i, Cell::int(1));
    m.native = native;
    next
}

/// What the top of a term, the tops of its first arguments, two levels down, and the top of its second argument must be to
/// unify with a given one.
struct Probe {
    wants: [Want; 3],
    second: Want,
    glance: Glance,
}

/// A key that distinguishes most elements without following a reference.
#[derive(Clone, Copy)]
enum Glance {
    Nothing,
    /// This constant.
    Constant(Cell),
    /// This functor with this constant as its first argument.
    Flat(Cell, Cell),
    /// This functor, within it this functor, and within that this constant, each as the first argument.
    Deep(Cell, Cell, Cell),
}

impl Glance {
    fn new(wants: &[Want; 3]) -> Glance {
        match *wants {
            [Want::Constant(c), ..] => Glance::Constant(c),
            [Want::Functor(f), Want::Constant(c), _] => Glance::Flat(f, c),
            [Want::Functor(f), Want::Functor(g), Want::Constant(c)] => Glance::Deep(f, g, c),
            _ => Glance::Nothing,
        }
    }

    /// The first list cell whose element may do, and how many were passed: four thousand at most.
    #[inline]
    fn pass(self, heap: &[Cell], l: Cell) -> (Cell, usize) {
        #[inline(always)]
        fn other(c: Cell, want: Cell) -> bool {
            c != want && matches!(c.tag(), ATM | INT)
        }
        match self {
            Glance::Nothing => (l, 0),
            Glance::Constant(c) => pass(heap, l, |t| other(t, c)),
            Glance::Flat(f, c) => {
                pass(heap, l, |t| t.tag() == STR && (heap[t.idx()] != f || other(heap[t.idx() + 1], c)))
            }
            Glance::Deep(f, g, c) => pass(heap, l, |t| {
                t.tag() == STR
                    && (heap[t.idx()] != f || {
                        let a = heap[t.idx() + 1];
                        a.tag() == STR && (heap[a.idx()] != g || other(heap[a.idx() + 1], c))
                    })
            }),
        }
    }
}

#[inline(always)]
fn pass(heap: &[Cell], mut l: Cell, refuses: impl Fn(Cell) -> bool) -> (Cell, usize) {
    for passed in 0..PIECE {
        if l.tag() != LST || !refuses(heap[l.idx()]) {
            return (l, passed);
        }
        l = heap[l.idx() + 1];
        while l.is_ref() && heap[l.idx()] != l {
            l = heap[l.idx()];
        }
    }
    (l, PIECE)
}

/// Elements looked at before the limits are.
const PIECE: usize = 0x1000;

#[derive(Clone, Copy)]
enum Want {
    Anything,
    /// This atom or small integer.
    Constant(Cell),
    /// This functor; the next want is for the first argument.
    Functor(Cell),
    /// A list; the next want is for its first element.
    List,
    /// A boxed value of this kind.
    Boxed(u8),
}

impl Want {
    /// Whether a term that is looked at no further will do.
    #[inline(always)]
    fn allows(self, t: Cell) -> bool {
        match self {
            Want::Constant(c) => t == c || t.is_ref(),
            Want::Boxed(tag) => t.tag() == tag || t.is_ref(),
            _ => true,
        }
    }
    #[inline(always)]
    fn of(m: &Machine, x: Cell) -> Want {
        match x.tag() {
            ATM | INT => Want::Constant(x),
            STR => Want::Functor(m.heap[x.idx()]),
            LST => Want::List,
            _ if x.is_ref() => Want::Anything,
            tag => Want::Boxed(tag),
        }
    }
}

impl Probe {
    fn new(m: &Machine, x: Cell) -> Probe {
        let top = Want::of(m, x);
        let (first, two) = match top {
            Want::Functor(f) => (x.idx() + 1, f.arity() > 1),
            Want::List => (x.idx(), true),
            _ => {
                let wants = [top, Want::Anything, Want::Anything];
                return Probe { wants, second: Want::Anything, glance: Glance::new(&wants) };
            }
        };
        let second = if two { Want::of(m, m.deref(m.heap[first + 1])) } else { Want::Anything };
        let x = m.deref(m.heap[first]);
        let below = Want::of(m, x);
        let last = match below {
            Want::Functor(_) => Want::of(m, m.deref(m.heap[x.idx() + 1])),
            Want::List => Want::of(m, m.deref(m.heap[x.idx()])),
            _ => Want::Anything,
        };
        let wants = [top, below, last];
        Probe { wants, second, glance: Glance::new(&wants) }
    }

    /// Whether a term passes.
    #[inline(always)]
    fn fits(&self, m: &Machine, t: Cell) -> bool {
        let whole = m.deref(t);
        let mut t = whole;
        for w in &self.wants {
            let first = match *w {
                Want::Functor(f) => {
                    if t.tag() != STR {
                        return t.is_ref();
                    }
                    if m.heap[t.idx()] != f {
                        return false;
                    }
                    t.idx() + 1
                }
                Want::List => {
                    if t.tag() != LST {
                        return t.is_ref();
                    }
                    t.idx()
                }
                _ => {
                    if !w.allows(t) {
                        return false;
                    }
                    break;
                }
            };
            t = m.deref(m.heap[first]);
        }
        match self.second {
            Want::Anything => true,
            _ if !whole.is_compound() => true,
            second => {
                let t = m.deref(m.heap[whole.idx() + if whole.tag() == LST { 1 } else { 2 }]);
                match second {
                    Want::Functor(f) => t.is_ref() || t.tag() == STR && m.heap[t.idx()] == f,
                    Want::List => t.is_ref() || t.tag() == LST,
                    other => other.allows(t),
                }
            }
        }
    }
}

/// The first list cell from `l` on whose element may unify, and how many were passed; else the tail.
#[inline]
fn candidate(m: &mut Machine, probe: &Probe, mut l: Cell) -> Result<(Cell, usize), crate::machine::Stop> {
    let (mut passed, mut charged) = (0, 0);
    while l.tag() == LST {
        let (next, more) = probe.glance.pass(&m.heap, l);
        l = next;
        passed += more;
        if passed >= charged + PIECE {
            charged += PIECE;
            m.charge(PIECE)?;
        }
        if l.tag() != LST || probe.fits(m, m.heap[l.idx()]) {
            break;
        }
        l = m.deref(m.heap[l.idx() + 1]);
        passed += 1;
    }
    m.fuel -= (passed / 8) as i64 + 1;
    Ok((l, passed))
}

/// member/2: the state is the rest of the list, from the next element that may unify.
pub(crate) fn member(m: &mut Machine, state: Option<Cell>) -> Res {
    let x = m.a(0);
    let probe = Probe::new(m, x);
    let l = match state {
        Some(l) => l,
        None => candidate(m, &probe, m.a(1))?.0,
    };
    if l.is_ref() {
        // A partial list is extended, for ever: the definition in Prolog takes over.
        let name = m.atoms.intern("$member_open");
        let goal = m.structure(name, &[x, l]);
        return m.divert(goal);
    }
    if l.tag() != LST {
        return Ok(false);
    }
    let (h, t) = (m.heap[l.idx()], m.deref(m.heap[l.idx() + 1]));
    let next = candidate(m, &probe, t)?.0;
    if next.tag() == LST || next.is_ref() {
        m.leave_choice(2, next);
    }
    Ok(m.unify(x, h))
}

pub(crate) fn memberchk(m: &mut Machine) -> Res {
    let x = m.a(0);
    let mut l = m.a(1);
    let (mut work, mut charged) = (0usize, 0usize);
    let probe = Probe::new(m, x);
    loop {
        if l.is_ref() {
            let at = m.heap.len();
            m.heap.push(x);
            m.heap.push(Cell::var(at + 1));
            m.bind(l, Cell::new(LST, at));
            return Ok(true);
        }
        if l.tag() != LST {
            return Ok(false);
        }
        let (next, passed) = probe.glance.pass(&m.heap, l);
        if passed > 0 {
            l = next;
            work += passed;
            if work >= charged + PIECE {
                charged += PIECE;
                m.charge(PIECE)?;
            }
            continue;
        }
        let h = m.heap[l.idx()];
        if probe.fits(m, h) {
            let d = m.deref(h);
            if (x.is_atomic() || x.is_plain()) && (d.is_atomic() || d.is_plain()) {
                return Ok(m.unify(x, h));
            }
            let (hb, mark) = (m.hb, m.trail.len());
            m.hb = m.heap.len();
            let done = m.unification(x, h);
            m.hb = hb;
            if done == Unified::Yes {
                return Ok(true);
            }
            m.untrail_to(mark);
            m.unless_stopped()?;
            if done == Unified::Woke {
                // Whether this element will do is not known yet: the definition in Prolog takes over.
                let name = m.atoms.intern("$memberchk");
                let goal = m.structure(name, &[x, l]);
                m.run_next(goal);
                return Ok(true);
            }
        }
        l = m.deref(m.heap[l.idx() + 1]);
        work += 1;
        if work >= charged + PIECE {
            charged += PIECE;
            m.charge(PIECE)?;
        }
    }
}

/// append/3.
pub(crate) fn append(m: &mut Machine, state: Option<Cell>) -> Res {
    if state.is_none() {
        // A proper first list is copied in one go.
        let first = m.x[0];
        let (items, tail) = m.elements(first)?;
        if tail == Cell::atom(n::NIL) {
            m.ensure(items.len() * 2)?;
            let second = m.x[1];
            // Walk an existing third list as far as it goes before building.
            let mut out = m.a(2);
            let mut i = 0;
            while i < items.len() && out.tag() == LST {
                let h = m.heap[out.idx()];
                if !m.unify(items[i], h) {
                    return Ok(false);
                }
                out = m.deref(m.heap[out.idx() + 1]);
                i += 1;
            }
            let l = crate::heap::push_list_tail(&mut m.heap, items[i..].iter().copied(), second);
            return Ok(m.unify(out, l));
        }
        if !tail.is_ref() {
            return Ok(false);
        }
    }
    append_split(m, state)
}

/// The first list is partial: take elements from the third, or invent them.
fn append_split(m: &mut Machine, state: Option<Cell>) -> Res {
    // The rest of the first list waits behind the arguments, that of the third is the state: no cell of the heap is needed.
    let (mut first, mut third) = match state {
        Some(s) => (m.a(3), m.deref(s)),
        None => (m.a(0), m.a(2)),
    };
    let second = m.x[1];
    let mut resume = state.is_some();
    loop {
        m.fuel -= 1;
        if m.fuel < 0 {
            m.tick()?;
            m.check_memory()?;
        }
        if first == Cell::atom(n::NIL) {
            return Ok(m.unify(second, third));
        }
        if first.tag() == LST || resume {
            let third_known = third.tag() == LST;
            if !third_known && !third.is_ref() {
                return Ok(false);
            }
            let (h, t) = if first.tag() == LST {
                (m.heap[first.idx()], m.heap[first.idx() + 1])
            } else {
                let at = m.heap.len();
                m.heap.push(Cell::var(at));
                m.heap.push(Cell::var(at + 1));
                m.bind(first, Cell::new(LST, at));
                (Cell::var(at), Cell::var(at + 1))
            };
            resume = false;
            if third_known {
                let (h3, t3) = (m.heap[third.idx()], m.heap[third.idx() + 1]);
                if !m.unify(h, h3) {
                    return Ok(false);
                }
                third = m.deref(t3);
            } else {
                let at = m.heap.len();
                m.heap.push(h);
                m.heap.push(Cell::var(at + 1));
                m.bind(third, Cell::new(LST, at));
                third = Cell::var(at + 1);
            }
            first = m.deref(t);
            continue;
        }
        if !first.is_ref() {
            return Ok(false);
        }
        // first unbound: [] now, longer on redo if the third allows it.
        if third.tag() == LST || third.is_ref() {
            m.x[3] = first;
            m.leave_choice(4, third);
        }
        m.bind(first, Cell::atom(n::NIL));
        return Ok(m.unify(second, third));
    }
}

/// select/3. State: how many elements come before the next one that may unify.
pub(crate) fn select(m: &mut Machine, state: Option<Cell>) -> Res {
    let x = m.a(0);
    let list = m.a(1);
    let probe = Probe::new(m, x);
    let (l, passed) = match state {
        Some(s) => {
            let mut l = list;
            m.charge(s.as_int() as usize)?;
            for _ in 0..s.as_int() {
                l = m.deref(m.heap[l.idx() + 1]);
            }
            (l, s.as_int() as usize)
        }
        None if list.is_ref() || !proper_enough(m, list)? => return select_open(m),
        None => candidate(m, &probe, list)?,
    };
    if l.tag() != LST {
        return Ok(false);
    }
    let (h, t) = (m.heap[l.idx()], m.deref(m.heap[l.idx() + 1]));
    let (next, between) = candidate(m, &probe, t)?;
    if next.tag() == LST {
        m.leave_choice(3, Cell::int((passed + between) as i64 + 1));
    }
    if !m.unify(x, h) {
        // Leave it to the choice just made, if any.
        return Ok(false);
    }
    // The rest: elements passed, then the tail.
    let rest = m.x[2];
    select_rest(m, list, passed, t, rest)
}

fn select_rest(m: &mut Machine, list: Cell, passed: usize, tail: Cell, rest: Cell) -> Res {
    if passed == 0 {
        return Ok(m.unify(rest, tail));
    }
    m.ensure(passed * 2)?;
    m.charge(passed)?;
    let start = m.heap.len();
    let mut l = list;
    for i in 0..passed {
        let (h, t) = (m.heap[l.idx()], m.deref(m.heap[l.idx() + 1]));
        let at = start + 2 * i;
        m.heap.push(h);
        m.heap.push(if i + 1 == passed { tail } else { Cell::new(LST, at + 2) });
        l = t;
    }
    Ok(m.unify(rest, Cell::new(LST, start)))
}

/// Whether the spine of a list ends in nil.
fn proper_enough(m: &mut Machine, l: Cell) -> Result<bool, Stop> {
    Ok(m.list_length(l)?.1 == Cell::atom(n::NIL))
}

/// select/3 on a partial list: the library's definition in Prolog takes over.
fn select_open(m: &mut Machine) -> Res {
    let name = m.atoms.intern("$select_open");
    let args = [m.x[0], m.x[1], m.x[2]];
    let goal = m.structure(name, &args);
    m.divert(goal)
}

pub(crate) fn length(m: &mut Machine, state: Option<Cell>) -> Res {
    let list = m.a(0);
    let (count, tail) = m.list_length(list)?;
    let count = count as i64;
    let len = m.a(1);
    if !len.is_ref() {
        if !len.is_integer() {
            return Err(m.type_error(n::INTEGER, len));
        }
        if m.is_negative(len) {
            return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, len));
        }
    }
    if tail == Cell::atom(n::NIL) {
        return m.out(1, Cell::int(count));
    }
    if !tail.is_ref() || tail.idx() > m.heap.len() {
        return Err(m.type_error(n::LIST, list));
    }
    if tail == len {
        return Ok(false); // No list is its own length, nor ends in the number of its elements.
    }
    let want = if len.is_int() {
        let more = len.as_int() - count;
        if more < 0 {
            return Ok(false);
        }
        more
    } else if len.is_ref() {
        let at = state.map_or(0, |s| s.as_int());
        m.leave_choice(2, Cell::int(at + 1));
        at
    } else {
        return Err(m.resource_error(n::MEMORY));
    };
    m.ensure((want as usize).saturating_mul(2))?;
    m.charge(want as usize)?;
    // The cell of an element is the variable itself.
    let first = m.heap.len();
    let l = crate::heap::push_list(&mut m.heap, (0..want as usize).map(|i| Cell::var(first + 2 * i)));
    m.bind_vars(tail, l);
    m.out(1, Cell::int(count + want))
}

fn nth(m: &mut Machine, state: Option<Cell>, base: i64) -> Res {
    let i = m.a(0);
    if i.is_ref() {
        // Enumerate; the rest of the list waits behind the arguments, the state is the index.
        let (l, at) = match state {
            Some(s) => (m.a(3), s.as_int()),
            None => (m.a(1), base),
        };
        if l.tag() != LST {
            return Ok(false);
        }
        let (h, t) = (m.heap[l.idx()], m.deref(m.heap[l.idx() + 1]));
        if t.tag() == LST {
            m.x[3] = t;
            m.leave_choice(4, Cell::int(at + 1));
        }
        return Ok(m.out(0, Cell::int(at))? && m.out(2, h)?);
    }
    if !i.is_integer() {
        return Err(m.type_error(n::INTEGER, i));
    }
    let mut at = if i.is_int() { i.as_int() - base } else { i64::MAX };
    if m.is_negative(i) {
        return Err(m.type_error(n::NOT_LESS_THAN_ZERO, i));
    }
    if at < 0 {
        return Ok(false);
    }
    let mut l = m.a(1);
    loop {
        if (at as usize).is_multiple_of(PIECE) {
            m.charge(PIECE.min(at as usize))?;
        }
        if l.is_ref() {
            m.ensure((at as usize).saturating_mul(2))?;
            let cell = {
                let p = m.heap.len();
                m.heap.push(Cell::var(p));
                m.heap.push(Cell::var(p + 1));
                Cell::new(LST, p)
            };
            m.bind(l, cell);
            l = cell;
        }
        if l.tag() != LST {
            return Ok(false);
        }
        if at == 0 {
            let h = m.heap[l.idx()];
            return m.out(2, h);
        }
        at -= 1;
        l = m.deref(m.heap[l.idx() + 1]);
    }
}
pub(crate) fn nth0(m: &mut Machine, state: Option<Cell>) -> Res {
    nth(m, state, 0)
}
pub(crate) fn nth1(m: &mut Machine, state: Option<Cell>) -> Res {
    nth(m, state, 1)
}

pub(crate) fn reverse(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    m.ensure(items.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, items.into_iter().rev());
    m.out(1, l)
}

pub(crate) fn sum_list(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    let mut sum = Cell::int(0);
    for c in items {
        let v = m.deref(c);
        let v = if v.is_number() { v } else { m.eval_cell(v)? };
        sum = m.arith2(0, sum, v)?;
    }
    m.out(1, sum)
}

/// The two integers a range is given by.
pub(crate) fn range(m: &mut Machine) -> Result<(Cell, Cell), Stop> {
    let (lo, hi) = (m.a(0), m.a(1));
    for c in [lo, hi] {
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        if !c.is_integer() {
            return Err(m.type_error(n::INTEGER, c));
        }
    }
    Ok((lo, hi))
}

pub(crate) fn numlist(m: &mut Machine) -> Res {
    let (lo, hi) = range(m)?;
    if m.compare_terms(lo, hi).is_gt() {
        return Ok(false);
    }
    let more = m.arith2(1, hi, lo)?;
    let count = if more.is_int() { more.as_int() as usize + 1 } else { usize::MAX };
    m.ensure(count.saturating_mul(2))?;
    m.charge(count)?;
    let l = if lo.is_int() && hi.is_int() {
        crate::heap::push_list(&mut m.heap, (lo.as_int()..=hi.as_int()).map(Cell::int))
    } else {
        let mut items = vec![lo];
        for _ in 1..count {
            let next = successor(m, items[items.len() - 1])?;
            items.push(next);
        }
        crate::heap::push_list(&mut m.heap, items.into_iter())
    };
    m.out(2, l)
}
