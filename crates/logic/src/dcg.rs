//! Grammar rules to clauses.

use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Stop};

/// Translates `Head --> Body` into a clause.
pub(crate) fn translate(m: &mut Machine, rule: Cell) -> Result<Cell, Stop> {
    let (head, body) = (m.arg(rule, 0), m.arg(rule, 1));
    if head.is_ref() {
        return Err(m.instantiation_error());
    }
    let (s0, s) = (m.new_var(), m.new_var());
    let (head, pushback) = match m.functor(head) {
        Some((n::COMMA, 2)) => (m.arg(head, 0), Some(m.arg(head, 1))),
        _ => (head, None),
    };
    if head.is_ref() {
        return Err(m.instantiation_error());
    }
    if !head.is_callable() {
        return Err(m.type_error(n::CALLABLE, head));
    }
    let (new_head, new_body) = match pushback {
        None => {
            let h = extend(m, head, s0, s)?;
            let b = body_of(m, body, s0, s)?;
            (h, b)
        }
        Some(list) => {
            let s1 = m.new_var();
            let h = extend(m, head, s0, s)?;
            let b = body_of(m, body, s0, s1)?;
            let p = terminals(m, list, s, s1)?;
            (h, m.structure(n::COMMA, &[b, p]))
        }
    };
    Ok(m.structure(n::NECK, &[new_head, new_body]))
}

/// A non-terminal with its two list arguments.
fn extend(m: &mut Machine, t: Cell, s0: Cell, s: Cell) -> Result<Cell, Stop> {
    let (name, arity) = m.functor(t).unwrap_or((n::CALL, 0));
    crate::builtins::terms::check_arity(m, arity + 2)?;
    m.ensure(arity + 3)?;
    let mut args: Vec<Cell> = (0..arity).map(|i| m.arg(t, i)).collect();
    args.push(s0);
    args.push(s);
    Ok(m.structure(name, &args))
}

/// `S0 = [a, b|S]`, or unification of a string's codes.
fn terminals(m: &mut Machine, list: Cell, s0: Cell, s: Cell) -> Result<Cell, Stop> {
    let mut items = Vec::new();
    let tail = m.each_element(list, |c| items.push(c));
    if tail != Cell::atom(n::NIL) {
        return Err(if tail.is_ref() { m.instantiation_error() } else { m.type_error(n::LIST, list) });
    }
    m.charge(items.len())?;
    m.ensure(items.len() * 2 + 3)?;
    let l = crate::heap::push_list_tail(&mut m.heap, items.into_iter(), s);
    Ok(m.structure(n::EQUAL, &[s0, l]))
}

enum Step {
    Visit(Cell, Cell, Cell),
    Join(crate::cell::Atom),
    Not(Cell, Cell),
}

/// Translates a grammar body between two lists, without recursion.
pub(crate) fn body_of(m: &mut Machine, body: Cell, s0: Cell, s: Cell) -> Result<Cell, Stop> {
    let mut steps = vec![Step::Visit(body, s0, s)];
    let mut done: Vec<Cell> = Vec::new();
    while let Some(step) = steps.pop() {
        m.charge(8)?;
        m.ensure(steps.len() * 4 + 16)?;
        match step {
            Step::Join(f) => {
                let (b, a) = (done.pop().unwrap_or(Cell::ZERO), done.pop().unwrap_or(Cell::ZERO));
                let c = m.structure(f, &[a, b]);
                done.push(c);
            }
            Step::Not(s0, s) => {
                let g = done.pop().unwrap_or(Cell::ZERO);
                let not = m.structure(n::NOT, &[g]);
                let eq = m.structure(n::EQUAL, &[s0, s]);
                let c = m.structure(n::COMMA, &[not, eq]);
                done.push(c);
            }
            Step::Visit(t, s0, s) => visit(m, t, (s0, s), &mut steps, &mut done)?,
        }
    }
    Ok(done.pop().unwrap_or(Cell::atom(n::TRUE)))
}

fn visit(
    m: &mut Machine,
    t: Cell,
    (s0, s): (Cell, Cell),
    steps: &mut Vec<Step>,
    done: &mut Vec<Cell>,
) -> Result<(), Stop> {
    let t = m.deref(t);
    let c = match m.functor(t) {
        None if t.is_ref() => {
            let name = m.atoms.intern("phrase");
            m.structure(name, &[t, s0, s])
        }
        None if t.tag() == crate::cell::STG => {
            let text = crate::heap::string_at(&m.heap, t);
            let list = crate::builtins::chars::push_codes(m, &text)?;
            terminals(m, list, s0, s)?
        }
        None => return Err(m.type_error(n::CALLABLE, t)),
        Some((f @ (n::COMMA | n::ARROW | n::SOFT), 2)) => {
            let mid = m.new_var();
            steps.push(Step::Join(f));
            steps.push(Step::Visit(m.arg(t, 1), mid, s));
            steps.push(Step::Visit(m.arg(t, 0), s0, mid));
            return Ok(());
        }
        Some((n::SEMICOLON | n::BAR, 2)) => {
            steps.push(Step::Join(n::SEMICOLON));
            steps.push(Step::Visit(m.arg(t, 1), s0, s));
            steps.push(Step::Visit(m.arg(t, 0), s0, s));
            return Ok(());
        }
        Some((n::NOT, 1)) => {
            let inner = m.new_var();
            steps.push(Step::Not(s0, s));
            steps.push(Step::Visit(m.arg(t, 0), s0, inner));
            return Ok(());
        }
        Some((n::CUT, 0)) => {
            let eq = m.structure(n::EQUAL, &[s0, s]);
            m.structure(n::COMMA, &[Cell::atom(n::CUT), eq])
        }
        Some((n::NIL, 0)) => m.structure(n::EQUAL, &[s0, s]),
        Some((n::CURLY, 1)) => {
            let goal = m.arg(t, 0);
            let eq = m.structure(n::EQUAL, &[s0, s]);
            m.structure(n::COMMA, &[goal, eq])
        }
        Some((n::CALL, k)) if k > 0 => extend(m, t, s0, s)?,
        Some((n::DOT, 2)) => terminals(m, t, s0, s)?,
        Some(_) => extend(m, t, s0, s)?,
    };
    done.push(c);
    Ok(())
}
