//! Operators and functions that read only their arguments: shared by the interpreter and the partial evaluator.

use super::code::Cause;
use super::value::{Heap, Names, Value, base};
use crate::syntax::{Binary, indexes};

pub(crate) fn int(v: Value) -> Result<i32, Cause> {
    match v {
        Value::Int(n) => Ok(n),
        _ => Err(Cause::NotInt),
    }
}

pub(crate) fn truth(v: Value) -> Result<bool, Cause> {
    match v {
        Value::Bool(b) => Ok(b),
        _ => Err(Cause::NotBool),
    }
}

pub(crate) fn string(v: Value) -> Result<u32, Cause> {
    match v {
        Value::Str(s) => Ok(s),
        _ => Err(Cause::NotString),
    }
}

fn members(v: Value, heap: &Heap) -> Result<Vec<Value>, Cause> {
    match v {
        Value::Set(s) => Ok(heap.members(s).to_vec()),
        _ => Err(Cause::NotSet),
    }
}

/// Members compared by one operator; beyond that it takes too long.
const MOST_COMPARED: usize = 1 << 22;

/// Two sets, if they are small enough to be compared member by member.
fn sets(a: Value, b: Value, heap: &Heap) -> Result<(Vec<Value>, Vec<Value>), Cause> {
    let (s, t) = (members(a, heap)?, members(b, heap)?);
    if s.len().saturating_mul(t.len()) > MOST_COMPARED { Err(Cause::Fuel) } else { Ok((s, t)) }
}

/// An operator between two values (not `AND`, `OR` and `=`).
pub(crate) fn binary(op: Binary, a: Value, b: Value, heap: &mut Heap) -> Result<Value, Cause> {
    let ints = || Ok::<_, Cause>((int(a)?, int(b)?));
    Ok(match op {
        Binary::Eq => Value::Bool(a == b),
        Binary::Ne => Value::Bool(a != b),
        Binary::Lt => ints().map(|(x, y)| Value::Bool(x < y))?,
        Binary::Le => ints().map(|(x, y)| Value::Bool(x <= y))?,
        Binary::Gt => ints().map(|(x, y)| Value::Bool(x > y))?,
        Binary::Ge => ints().map(|(x, y)| Value::Bool(x >= y))?,
        Binary::Add => ints().map(|(x, y)| Value::Int(x.wrapping_add(y)))?,
        Binary::Sub => ints().map(|(x, y)| Value::Int(x.wrapping_sub(y)))?,
        Binary::Mul => ints().map(|(x, y)| Value::Int(x.wrapping_mul(y)))?,
        Binary::Div | Binary::Rem => {
            let (x, y) = ints()?;
            if y == 0 {
                return Err(Cause::ZeroDivision);
            }
            Value::Int(if op == Binary::Div { x.wrapping_div(y) } else { x.wrapping_rem(y) })
        }
        Binary::In => Value::Bool(members(b, heap)?.contains(&a)),
        Binary::Subset => {
            let (s, t) = sets(a, b, heap)?;
            Value::Bool(s.iter().all(|x| t.contains(x)))
        }
        Binary::SetMinus | Binary::Intersect => {
            let (s, t) = sets(a, b, heap)?;
            let keep = op == Binary::Intersect;
            Value::Set(heap.set(s.into_iter().filter(|x| t.contains(x) == keep).collect()))
        }
        Binary::Union => {
            let (s, mut t) = sets(a, b, heap)?;
            let fresh: Vec<Value> = s.into_iter().filter(|x| !t.contains(x)).collect();
            t.extend(fresh);
            Value::Set(heap.set(t))
        }
        Binary::And | Binary::Or | Binary::Assign => return Err(Cause::Stated),
    })
}

/// The i-th index of a name, counted from 1.
pub(crate) fn index(i: i32, name: Value, names: &Names, heap: &Heap) -> Result<Value, Cause> {
    let list = indexes(heap.text(names, string(name)?)).ok_or(Cause::NoIndex)?;
    let i = usize::try_from(i).ok().and_then(|i| i.checked_sub(1)).ok_or(Cause::NoIndex)?;
    list.get(i).map(|&n| Value::Int(n)).ok_or(Cause::NoIndex)
}

/// The part of a name before its indexes.
pub(crate) fn unindex(name: Value, names: &Names, heap: &mut Heap) -> Result<Value, Cause> {
    let whole = heap.text(names, string(name)?);
    indexes(whole).ok_or(Cause::NoIndex)?;
    let text = base(whole).to_string();
    Ok(Value::Str(heap.string(names, &text)))
}

/// A text with its references filled in.
pub(crate) fn fill(pieces: &[String], numbers: &[i32], names: &Names, heap: &mut Heap) -> Value {
    let mut text = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        text.push_str(piece);
        if let Some(n) = numbers.get(i) {
            text.push_str(&n.to_string());
        }
    }
    Value::Str(heap.string(names, &text))
}
