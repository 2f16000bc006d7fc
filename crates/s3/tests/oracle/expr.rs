//! Expressions of dialect 1, read and evaluated once more from the description of the language alone: texts as texts,
//! variables in a map, nothing worked out ahead. Shares no code with the crate.

use super::World;
use std::collections::BTreeMap;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Int(i32),
    Bool(bool),
    Str(String),
    Set(Vec<Value>),
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Const(Value),
    Var(String),
    /// Plain text and references by offset.
    Text(String, BTreeMap<usize, String>),
    Set(Vec<Expr>),
    Call(String, Vec<Expr>),
    Prefix(String, Box<Expr>),
    Binary(String, Box<Expr>, Box<Expr>),
}

const SEPARATORS: &str = "=!<>+-*/% \t(),\"$";
const OPERATORS: [&str; 20] = [
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "ABS",
    "SUBSET",
    "IN",
    "SETMINUS",
    "UNION",
    "INTERSECT",
    "AND",
    "OR",
    "=",
];

/// Something that cannot be read or evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fails;

type Res<T> = Result<T, Fails>;

fn raw(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.chars() {
        if SEPARATORS.contains(c) {
            tokens.push(c.to_string());
            open = false;
        } else if open {
            tokens.last_mut().expect("a token is open").push(c);
        } else {
            tokens.push(c.to_string());
            open = true;
        }
    }
    tokens.retain(|t| t != " " && t != "\t");
    tokens
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Plain(String),
    Var(String),
    Text(String, BTreeMap<usize, String>),
}

/// The tokens up to a closing quote (or the end) as a text with references.
fn quoted(rest: &mut std::vec::IntoIter<String>) -> Res<(String, BTreeMap<usize, String>)> {
    let (mut text, mut refs) = (String::new(), BTreeMap::new());
    loop {
        match rest.next().ok_or(Fails)?.as_str() {
            "\"" => return Ok((text, refs)),
            "$" => {
                refs.insert(text.len(), rest.next().ok_or(Fails)?);
            }
            other => text.push_str(other),
        }
    }
}

fn tokens(text: &str) -> Res<Vec<Token>> {
    let mut rest = raw(text).into_iter();
    let mut out = Vec::new();
    while let Some(token) = rest.next() {
        out.push(match token.as_str() {
            "$" => Token::Var(rest.next().ok_or(Fails)?),
            "!" => Token::Plain(format!("!{}", rest.next().ok_or(Fails)?)),
            "<" | ">" | "=" => {
                let next = rest.as_slice().first().ok_or(Fails)?;
                if next == "=" {
                    rest.next();
                    Token::Plain(format!("{token}="))
                } else {
                    Token::Plain(token)
                }
            }
            "\"" => {
                let (text, refs) = quoted(&mut rest)?;
                Token::Text(text, refs)
            }
            _ => Token::Plain(token),
        });
    }
    Ok(out)
}

/// A pattern: put between quotes and read as a text.
pub(crate) fn pattern(text: &str) -> Res<(String, BTreeMap<usize, String>)> {
    match tokens(&format!("\"{text}\""))?.as_slice() {
        [Token::Text(text, refs)] => Ok((text.clone(), refs.clone())),
        _ => Err(Fails),
    }
}

/// Whether a name fits a pattern, with what its variables get.
pub(crate) fn fit(pattern: &(String, BTreeMap<usize, String>), name: &str) -> Option<Vec<(String, i32)>> {
    let (text, refs) = pattern;
    if refs.is_empty() {
        return (text == name).then(Vec::new);
    }
    let digit = |c: char| c.is_ascii_digit();
    if name.starts_with(digit) {
        return None;
    }
    let left: String = name.chars().filter(|&c| !digit(c)).collect();
    let mut runs: Vec<(usize, String)> = Vec::new();
    let (mut offset, mut inside) = (0, false);
    for c in name.chars() {
        if digit(c) {
            if !inside {
                runs.push((offset, String::new()));
            }
            runs.last_mut().expect("a run").1.push(c);
        } else {
            offset += c.len_utf8();
        }
        inside = digit(c);
    }
    let places: Vec<usize> = runs.iter().map(|r| r.0).collect();
    if left != *text || places != refs.keys().copied().collect::<Vec<_>>() {
        return None;
    }
    refs.values().zip(&runs).map(|(v, r)| Some((v.clone(), r.1.parse().ok()?))).collect()
}

/// Reads an expression.
pub(crate) fn parse(text: &str) -> Res<Expr> {
    let tokens = tokens(text)?;
    let (expr, rest) = expr(&tokens)?;
    if rest.is_empty() { Ok(expr) } else { Err(Fails) }
}

fn plain(t: &[Token]) -> &str {
    match t.first() {
        Some(Token::Plain(p)) => p,
        _ => "",
    }
}

fn expr(t: &[Token]) -> Res<(Expr, &[Token])> {
    let first = plain(t);
    if matches!(first, "NOT" | "ABS" | "-") {
        let (inner, rest) = expr(&t[1..])?;
        return Ok((Expr::Prefix(first.to_string(), Box::new(inner)), rest));
    }
    let (left, rest) = primary(t)?;
    let op = plain(rest);
    if op == "ABS" || op == "NOT" {
        return Err(Fails);
    }
    if OPERATORS.contains(&op) {
        let (right, end) = expr(&rest[1..])?;
        return Ok((Expr::Binary(op.to_string(), Box::new(left), Box::new(right)), end));
    }
    Ok((left, rest))
}

fn group<'t>(mut t: &'t [Token], close: &str) -> Res<(Vec<Expr>, &'t [Token])> {
    let mut list = Vec::new();
    loop {
        let (e, rest) = expr(t)?;
        list.push(e);
        match plain(rest) {
            "," => t = &rest[1..],
            other if other == close => return Ok((list, &rest[1..])),
            _ => return Err(Fails),
        }
    }
}

fn primary(t: &[Token]) -> Res<(Expr, &[Token])> {
    let rest = t.get(1..).ok_or(Fails)?;
    let word = match &t[0] {
        Token::Var(v) => return Ok((Expr::Var(v.clone()), rest)),
        Token::Text(text, refs) => return Ok((Expr::Text(text.clone(), refs.clone()), rest)),
        Token::Plain(p) => p.as_str(),
    };
    match word {
        "(" => {
            let (mut list, rest) = group(rest, ")")?;
            if list.len() == 1 { Ok((list.remove(0), rest)) } else { Err(Fails) }
        }
        "{" => {
            let (list, rest) = group(rest, "}")?;
            Ok((Expr::Set(list), rest))
        }
        ")" | "}" | "," => Err(Fails),
        w if OPERATORS.contains(&w) || w == "NOT" => Err(Fails),
        w if w.eq_ignore_ascii_case("true") => Ok((Expr::Const(Value::Bool(true)), rest)),
        w if w.eq_ignore_ascii_case("false") => Ok((Expr::Const(Value::Bool(false)), rest)),
        w if w.starts_with(|c: char| c.is_ascii_digit()) => {
            Ok((Expr::Const(Value::Int(w.parse().map_err(|_| Fails)?)), rest))
        }
        name => {
            if plain(rest) != "(" {
                return Ok((Expr::Call(name.to_string(), Vec::new()), rest));
            }
            let (list, rest) = group(&rest[1..], ")")?;
            Ok((Expr::Call(name.to_string(), list), rest))
        }
    }
}

fn int(v: Value) -> Res<i32> {
    if let Value::Int(n) = v { Ok(n) } else { Err(Fails) }
}

fn truth(v: Value) -> Res<bool> {
    if let Value::Bool(b) = v { Ok(b) } else { Err(Fails) }
}

fn text(v: Value) -> Res<String> {
    if let Value::Str(s) = v { Ok(s) } else { Err(Fails) }
}

fn set(v: Value) -> Res<Vec<Value>> {
    if let Value::Set(s) = v { Ok(s) } else { Err(Fails) }
}

/// The indexes of `base(i,j)`.
fn indexes(name: &str) -> Res<Vec<i32>> {
    let (_, inner) = name.split_once('(').ok_or(Fails)?;
    let inner = inner.strip_suffix(')').ok_or(Fails)?;
    inner.split(',').map(|p| p.trim().parse().map_err(|_| Fails)).collect()
}

impl World<'_> {
    /// Evaluates.
    pub(crate) fn eval(&mut self, e: &Expr) -> Res<Value> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Fails)?;
        Ok(match e {
            Expr::Const(v) => v.clone(),
            Expr::Var(v) => self.vars.get(v).cloned().ok_or(Fails)?,
            Expr::Text(plain, refs) => {
                let mut out = plain.clone();
                for (&offset, var) in refs.iter().rev() {
                    let n = int(self.vars.get(var).cloned().ok_or(Fails)?)?;
                    out.insert_str(offset, &n.to_string());
                }
                Value::Str(out)
            }
            Expr::Set(list) => Value::Set(list.iter().map(|m| self.eval(m)).collect::<Res<_>>()?),
            Expr::Prefix(op, inner) => {
                let v = self.eval(inner)?;
                match op.as_str() {
                    "NOT" => Value::Bool(!truth(v)?),
                    "ABS" => Value::Int(int(v)?.wrapping_abs()),
                    _ => Value::Int(int(v)?.wrapping_neg()),
                }
            }
            Expr::Binary(op, a, b) => self.binary(op, a, b)?,
            Expr::Call(name, args) => self.call(name, args)?,
        })
    }

    fn binary(&mut self, op: &str, a: &Expr, b: &Expr) -> Res<Value> {
        if op == "=" {
            let Expr::Var(v) = a else { return Err(Fails) };
            let value = self.eval(b)?;
            self.vars.insert(v.clone(), value);
            return Ok(Value::Bool(true));
        }
        let x = self.eval(a)?;
        if op == "AND" || op == "OR" {
            if truth(x)? == (op == "OR") {
                return Ok(Value::Bool(op == "OR"));
            }
            return Ok(Value::Bool(truth(self.eval(b)?)?));
        }
        let y = self.eval(b)?;
        Ok(match op {
            "==" => Value::Bool(x == y),
            "!=" => Value::Bool(x != y),
            "IN" => Value::Bool(set(y)?.contains(&x)),
            "SUBSET" => {
                let (x, y) = (set(x)?, set(y)?);
                Value::Bool(x.iter().all(|m| y.contains(m)))
            }
            "SETMINUS" | "INTERSECT" => {
                let (mut x, y) = (set(x)?, set(y)?);
                x.retain(|m| y.contains(m) == (op == "INTERSECT"));
                Value::Set(x)
            }
            "UNION" => {
                let (x, mut y) = (set(x)?, set(y)?);
                let more: Vec<Value> = x.into_iter().filter(|m| !y.contains(m)).collect();
                y.extend(more);
                Value::Set(y)
            }
            _ => {
                let (x, y) = (int(x)?, int(y)?);
                match op {
                    "<" => Value::Bool(x < y),
                    "<=" => Value::Bool(x <= y),
                    ">" => Value::Bool(x > y),
                    ">=" => Value::Bool(x >= y),
                    "+" => Value::Int(x.wrapping_add(y)),
                    "-" => Value::Int(x.wrapping_sub(y)),
                    "*" => Value::Int(x.wrapping_mul(y)),
                    _ if y == 0 => return Err(Fails),
                    "/" => Value::Int(x.wrapping_div(y)),
                    _ => Value::Int(x.wrapping_rem(y)),
                }
            }
        })
    }

    fn call(&mut self, name: &str, args: &[Expr]) -> Res<Value> {
        let arg = |i: usize| args.get(i).ok_or(Fails);
        match name {
            "IF" => {
                let yes = truth(self.eval(arg(0)?)?)?;
                self.eval(if yes { arg(1)? } else { arg(2)? })
            }
            "FORALL" | "FORSOME" => {
                let Expr::Var(v) = arg(0)? else { return Err(Fails) };
                let (mut now, to) = (int(self.eval(arg(1)?)?)?, int(self.eval(arg(2)?)?)?);
                let all = name == "FORALL";
                loop {
                    self.vars.insert(v.clone(), Value::Int(now));
                    if truth(self.eval(arg(3)?)?)? != all {
                        return Ok(Value::Bool(!all));
                    }
                    if now == to {
                        return Ok(Value::Bool(all));
                    }
                    now += if now < to { 1 } else { -1 };
                }
            }
            "MOVE" => {
                let e = text(self.eval(arg(0)?)?)?;
                let from = text(self.eval(arg(1)?)?)?;
                let known = self.spec.location(&from).is_some() && self.things.contains_key(&e);
                if !known || self.things[&e].place != from {
                    return Err(Fails);
                }
                let to = text(self.eval(arg(2)?)?)?;
                self.spec.location(&to).ok_or(Fails)?;
                if self.content.contains_key(&to) {
                    return Ok(Value::Bool(false));
                }
                self.carry(&e, &to);
                Ok(Value::Bool(true))
            }
            "NEXTPLAYER" => {
                self.player = self.player % self.scores.len() as i32 + 1;
                Ok(Value::Bool(true))
            }
            "PLAYER" => Ok(Value::Int(self.player)),
            "SCORE" => {
                let p = int(self.eval(arg(0)?)?)?;
                Ok(Value::Int(self.scores[self.seat(p)?]))
            }
            "INDEXA" => {
                let i = int(self.eval(arg(0)?)?)?;
                let name = text(self.eval(arg(1)?)?)?;
                let at = usize::try_from(i).ok().and_then(|i| i.checked_sub(1)).ok_or(Fails)?;
                Ok(Value::Int(*indexes(&name)?.get(at).ok_or(Fails)?))
            }
            "SETOWNER" | "SETSTATE" | "SETZINDEX" => {
                let e = text(self.eval(arg(0)?)?)?;
                let n = int(self.eval(arg(1)?)?)?;
                let players = self.scores.len() as i32;
                let thing = self.things.get_mut(&e).ok_or(Fails)?;
                match name {
                    "SETOWNER" if !(0..=players).contains(&n) => return Err(Fails),
                    "SETOWNER" => thing.owner = n,
                    "SETSTATE" if !(1..=thing.states).contains(&n) => return Err(Fails),
                    "SETSTATE" => thing.state = n,
                    _ => thing.z = n,
                }
                Ok(Value::Bool(true))
            }
            "LOCTYPE" | "ELTYPE" | "STATE" | "LOCATION" | "CONTENT" | "EMPTY" | "INDEX" | "UNINDEX"
            | "OWNER" | "ZINDEX" => {
                let name_of = text(self.eval(arg(0)?)?)?;
                self.ask(name, &name_of)
            }
            _ => self.named(name, args),
        }
    }

    fn ask(&self, what: &str, name: &str) -> Res<Value> {
        let thing = self.things.get(name);
        let words = |s: &str| Value::Str(s.to_string());
        Ok(match what {
            "LOCTYPE" => words(self.spec.location(name).map_or("", |l| &l.kind)),
            "ELTYPE" => words(thing.map_or("", |t| &t.kind)),
            "STATE" => Value::Int(thing.map_or(-1, |t| t.state)),
            "OWNER" => Value::Int(thing.map_or(-1, |t| t.owner)),
            "LOCATION" => words(thing.map_or("", |t| &t.place)),
            "ZINDEX" => Value::Int(thing.ok_or(Fails)?.z),
            "CONTENT" => words(self.content.get(name).map_or("", String::as_str)),
            "EMPTY" => Value::Bool(!self.content.contains_key(name)),
            "INDEX" => Value::Int(*indexes(name)?.first().ok_or(Fails)?),
            _ => words(name.split('(').next().unwrap_or("")),
        })
    }

    /// A named expression: arguments stored one by one, lines up to the first that is false.
    fn named(&mut self, name: &str, args: &[Expr]) -> Res<Value> {
        let spec = self.spec;
        let (formals, body) = spec.functions.get(name).ok_or(Fails)?;
        if formals.len() != args.len() || self.depth > 60 {
            return Err(Fails);
        }
        for (formal, arg) in formals.iter().zip(args) {
            let value = self.eval(arg)?;
            self.vars.insert(formal.clone(), value);
        }
        self.depth += 1;
        let mut last = Err(Fails);
        for line in body {
            let value = self.eval(line)?;
            let stop = value == Value::Bool(false);
            last = Ok(value);
            if stop {
                break;
            }
        }
        self.depth -= 1;
        last
    }
}
