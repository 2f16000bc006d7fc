//! Clauses laid out for people: one goal a line, alternatives in columns. What comes out can be loaded again.

use super::output::{emit, text_target};
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use crate::writer::Style;

/// What is still to be written, last first.
enum Piece {
    Text(String),
    /// A goal at a column.
    Goal(Cell, usize),
    /// Alternatives inside brackets that stand at a column, and one of them.
    Arms(Cell, usize),
    Arm(Cell, usize),
}

pub(crate) fn portray_clause(m: &mut Machine) -> Res {
    let t = m.copy_term(m.x[0], false)?;
    let mut style = Style { quoted: true, numbervars: true, spaced: true, ..Style::default() };
    let finite = m.acyclic(&[t], 0)?;
    if finite {
        name_variables(m, t, &mut style)?;
    }
    let text = match m.functor(t) {
        Some((n::NECK, 2)) if finite && m.arg(t, 1) != Cell::atom(n::TRUE) => {
            let head = m.write_text(m.arg(t, 0), 1199, &style)?;
            let body = lay_out(m, m.arg(t, 1), &style)?;
            format!("{head} :-\n    {body}.\n")
        }
        Some((n::NECK, 2)) if finite => format!("{}.\n", m.write_text(m.arg(t, 0), 1199, &style)?),
        Some((n::NECK, 1)) => format!(":- {}.\n", m.write_text(m.arg(t, 0), 1199, &style)?),
        _ => format!("{}.\n", m.write_text(t, 1200, &style)?),
    };
    let id = text_target(m, None)?;
    emit(m, id, &text)?;
    Ok(true)
}

/// Letters for the variables that occur more than once, `_` for the others.
fn name_variables(m: &mut Machine, t: Cell, style: &mut Style) -> Result<(), Stop> {
    let mut seen = Vec::new();
    let mut stack = vec![t];
    while let Some(c) = stack.pop() {
        let c = m.deref(c);
        if c.is_ref() {
            seen.push(c);
        }
        if c.is_compound() {
            let (first, k) = m.args(c);
            m.charge(k)?;
            m.ensure(stack.len() + seen.len() + k)?;
            stack.extend_from_slice(&m.heap[first..first + k]);
        }
    }
    seen.sort_unstable();
    let mut named = 0;
    for v in m.variables(&[t])? {
        let from = seen.partition_point(|c| *c < v);
        if seen.get(from + 1) != Some(&v) {
            style.names.insert(v, "_".into());
            continue;
        }
        let letter = char::from(b'A' + (named % 26) as u8);
        let name = if named >= 26 { format!("{letter}{}", named / 26) } else { letter.to_string() };
        style.names.insert(v, name);
        named += 1;
    }
    Ok(())
}

/// The text of a body whose first goal stands at column 4.
fn lay_out(m: &mut Machine, body: Cell, style: &Style) -> Result<String, Stop> {
    let mut out = String::new();
    let mut work = vec![Piece::Goal(body, 4)];
    while let Some(piece) = work.pop() {
        m.charge(4)?;
        m.ensure(out.len() / 8 + work.len() * 4)?;
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Goal(goal, column) => lay_goal(m, goal, column, style, &mut work)?,
            Piece::Arms(t, column) => match m.functor(t) {
                Some((n::SEMICOLON, 2)) => {
                    let (left, right) = (m.arg(t, 0), m.arg(t, 1));
                    work.push(Piece::Arms(right, column));
                    work.push(Piece::Text(format!("\n{:column$};   ", "")));
                    work.push(Piece::Arm(left, column));
                }
                _ => work.push(Piece::Arm(t, column)),
            },
            Piece::Arm(t, column) => match m.functor(t) {
                Some((arrow @ (n::ARROW | n::SOFT), 2)) => {
                    let (condition, then) = (m.arg(t, 0), m.arg(t, 1));
                    work.push(Piece::Goal(then, column + 4));
                    let sign = if arrow == n::ARROW { "->  " } else { "*-> " };
                    work.push(Piece::Text(format!("\n{:column$}{sign}", "")));
                    work.push(Piece::Goal(condition, column + 4));
                }
                _ => work.push(Piece::Goal(t, column + 4)),
            },
        }
    }
    Ok(out)
}

fn lay_goal(
    m: &mut Machine,
    goal: Cell,
    column: usize,
    style: &Style,
    work: &mut Vec<Piece>,
) -> Result<(), Stop> {
    let control = |m: &Machine, c: Cell| {
        matches!(m.functor(c), Some((n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT, 2)))
    };
    match m.functor(goal) {
        Some((n::COMMA, 2)) => {
            let (left, right) = (m.arg(goal, 0), m.arg(goal, 1));
            work.push(Piece::Goal(right, column));
            work.push(Piece::Text(format!(",\n{:column$}", "")));
            match m.functor(left) {
                Some((n::COMMA, 2)) => work.push(Piece::Text(m.write_text(left, 999, style)?)),
                _ => work.push(Piece::Goal(left, column)),
            }
        }
        Some((n::SEMICOLON | n::ARROW | n::SOFT, 2)) => {
            work.push(Piece::Text(format!("\n{:column$})", "")));
            work.push(Piece::Arms(goal, column));
            work.push(Piece::Text("(   ".into()));
        }
        Some((n::NOT, 1)) if control(m, m.arg(goal, 0)) => {
            let (inner, at) = (m.arg(goal, 0), column + 3);
            work.push(Piece::Text(format!("\n{:at$})", "")));
            work.push(Piece::Arms(inner, at));
            work.push(Piece::Text("\\+ (   ".into()));
        }
        _ => work.push(Piece::Text(m.write_text(goal, 999, style)?)),
    }
    Ok(())
}
