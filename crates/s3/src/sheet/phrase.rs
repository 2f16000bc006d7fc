//! Expressions in words: values, conditions and what is done.

use super::{DEEPEST, Sheet, plain};
use crate::syntax::{Binary, Expr, Kind, Labelled, Unary};
use game::Lang;

impl Sheet<'_> {
    /// A value: a number, a place, a token.
    pub(super) fn value(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        match &e.kind {
            Kind::Int(n) => n.to_string(),
            Kind::Bool(true) => self.say("yes", "ano", "áno").into(),
            Kind::Bool(false) => self.say("no", "ne", "nie").into(),
            Kind::Text(t) if t.plain.is_empty() && t.refs.is_empty() => {
                self.say("nothing", "nic", "nič").into()
            }
            Kind::Text(t) => self.named(&plain(t)),
            Kind::Var(v) => v.clone(),
            Kind::Group(inner) => match &inner.kind {
                Kind::Binary(..) => format!("({})", self.value(inner, depth + 1)),
                _ => self.value(inner, depth + 1),
            },
            Kind::Set(list) => format!("{{{}}}", self.list(list, depth)),
            Kind::Unary(Unary::Neg, a) => format!("−{}", self.value(a, depth + 1)),
            Kind::Unary(Unary::Abs, a) => format!("|{}|", self.value(a, depth + 1)),
            Kind::Unary(Unary::Not, _) => self.condition(e, depth + 1),
            Kind::Binary(op, a, b) => {
                let sign = match op {
                    Binary::Mul => "·",
                    Binary::Sub => "−",
                    Binary::Rem => "mod",
                    Binary::SetMinus => "∖",
                    Binary::Union => "∪",
                    Binary::Intersect => "∩",
                    Binary::Add | Binary::Div => op.sign(),
                    _ => return self.condition(e, depth + 1),
                };
                format!("{} {sign} {}", self.value(a, depth + 1), self.value(b, depth + 1))
            }
            Kind::Call(name, a) => self.called(name, a, depth),
        }
    }

    pub(super) fn called(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let first = || a.first().map_or(String::new(), |e| self.value(e, depth + 1));
        let of = |what: &str| format!("{what} {}", first());
        match name {
            "CONTENT" => of(self.say("what lies on", "co leží na", "čo leží na")),
            "LOCATION" => of(self.say("the place of", "místo, kde je", "miesto, kde je")),
            "STATE" => of(self.say("the side shown by", "strana, kterou ukazuje", "strana, ktorú ukazuje")),
            "OWNER" => of(self.say("the owner of", "čí je", "čí je")),
            "ELTYPE" | "LOCTYPE" => match a.first().map(|e| &e.bare().kind) {
                Some(Kind::Call(..)) => of(self.say("the kind of", "druh toho,", "druh toho,")),
                _ => of(self.say("the kind of", "druh:", "druh:")),
            },
            "SCORE" => {
                let who = a.first().map_or(String::new(), |e| self.somebody(e));
                match self.lang {
                    Lang::En => format!("the points of {who}"),
                    Lang::Cs | Lang::Sk => format!("body ({who})"),
                }
            }
            "PLAYER" => self.say("the player to move", "hráč na tahu", "hráč na ťahu").into(),
            "RANDOM" => {
                of(self.say("a random number from 1 to", "náhodné číslo od 1 do", "náhodné číslo od 1 do"))
            }
            "EMPTY" | "FORALL" | "FORSOME" => self.condition_call(name, a, depth),
            "MOVE" | "SETSTATE" | "SETOWNER" | "SETZINDEX" | "NEXTPLAYER" | "SETPLAYER" => {
                self.act_call(name, a, depth)
            }
            "IF" if a.len() >= 2 => {
                let (c, yes) = (self.condition(&a[0], depth + 1), self.value(&a[1], depth + 1));
                let no = a.get(2).map_or(String::new(), |e| self.value(e, depth + 1));
                match self.lang {
                    Lang::En => format!("{yes} (when {c}, otherwise {no})"),
                    Lang::Cs => format!("{yes} (když {c}, jinak {no})"),
                    Lang::Sk => format!("{yes} (keď {c}, inak {no})"),
                }
            }
            _ => {
                if let Some(said) = self.call_words(name, a, depth) {
                    return said;
                }
                if self.file.functions.iter().any(|f| f.name == name) {
                    self.unnamed.borrow_mut().insert(format!("{} {name}", Labelled::Expression.word()));
                    self.used.borrow_mut().insert(name.to_string());
                }
                if a.is_empty() { name.to_string() } else { format!("{name}({})", self.list(a, depth)) }
            }
        }
    }

    /// Something that holds or does not.
    pub(super) fn condition(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        let next = depth + 1;
        match &e.kind {
            Kind::Group(inner) => match &inner.bare().kind {
                Kind::Binary(Binary::And | Binary::Or, ..) => format!("({})", self.condition(inner, next)),
                _ => self.condition(inner, next),
            },
            Kind::Bool(true) => self.say("in any case", "v každém případě", "v každom prípade").into(),
            Kind::Bool(false) => self.say("never", "nikdy", "nikdy").into(),
            Kind::Unary(Unary::Not, a) => match &a.bare().kind {
                Kind::Call(name, args) if name == "EMPTY" => {
                    let place = args.first().map_or(String::new(), |e| self.value(e, next));
                    format!("{place} {}", self.say("is taken", "je obsazené", "je obsadené"))
                }
                _ => format!(
                    "{} {}",
                    self.say("it is not so that", "neplatí, že", "neplatí, že"),
                    self.condition(a, next)
                ),
            },
            Kind::Binary(op, a, b) => self.compared(*op, a, b, next).unwrap_or_else(|| self.value(e, next)),
            Kind::Call(name, a) if name == "EMPTY" || name == "FORALL" || name == "FORSOME" => {
                self.condition_call(name, a, depth)
            }
            Kind::Call(name, a) if name == "IF" && a.len() == 3 => {
                let [c, yes, no] = [0, 1, 2].map(|i| self.condition(&a[i], next));
                match self.lang {
                    Lang::En => format!("{yes} (when {c}), otherwise {no}"),
                    Lang::Cs => format!("{yes} (když {c}), jinak {no}"),
                    Lang::Sk => format!("{yes} (keď {c}), inak {no}"),
                }
            }
            Kind::Var(_) if self.condition_of(e).is_some() => self.condition_of(e).unwrap_or_default(),
            Kind::Call(name, a) if acting(e) => self.act_call(name, a, depth),
            Kind::Call(name, a) => {
                if let Some(said) = self.call_words(name, a, next) {
                    return said;
                }
                let shown = self.called(name, a, next);
                format!("{} {}", self.quoted(&shown), self.say("holds", "platí", "platí"))
            }
            _ => self.value(e, next),
        }
    }

    fn compared(&self, op: Binary, a: &Expr, b: &Expr, depth: usize) -> Option<String> {
        let (x, y) = (|| self.value(a, depth), || self.value(b, depth));
        let both = |word: &str| format!("{} {word} {}", self.condition(a, depth), self.condition(b, depth));
        Some(match op {
            Binary::And => both(self.say("and", "a", "a")),
            Binary::Or => both(self.say("or", "nebo", "alebo")),
            Binary::Eq | Binary::Ne if self.lying(a, b, depth).is_some() => {
                let (kind, place) = self.lying(a, b, depth)?;
                let token = if op == Binary::Eq { self.a_token(&kind) } else { self.token(&kind) };
                match (self.lang, op == Binary::Eq) {
                    (Lang::En, true) => format!("{token} lies on {place}"),
                    (Lang::En, false) => format!("no {token} lies on {place}"),
                    (Lang::Cs, true) => format!("na místě {place} leží {token}"),
                    (Lang::Cs, false) => format!("na místě {place} neleží {token}"),
                    (Lang::Sk, true) => format!("na mieste {place} leží {token}"),
                    (Lang::Sk, false) => format!("na mieste {place} neleží {token}"),
                }
            }
            Binary::Eq if matches!(&a.bare().kind, Kind::Call(n, _) if n == "PLAYER") => match &b.bare().kind
            {
                Kind::Int(n) => self.on_move(*n),
                _ => format!("{} {} {}", x(), self.say("is", "je", "je"), y()),
            },
            Binary::Eq if reckoned(a) || reckoned(b) => format!("{} = {}", x(), y()),
            Binary::Ne if reckoned(a) || reckoned(b) => format!("{} ≠ {}", x(), y()),
            Binary::Eq => format!("{} {} {}", x(), self.say("is", "je", "je"), y()),
            Binary::Ne => format!("{} {} {}", x(), self.say("is not", "není", "nie je"), y()),
            Binary::Lt => format!("{} < {}", x(), y()),
            Binary::Le => format!("{} ≤ {}", x(), y()),
            Binary::Gt => format!("{} > {}", x(), y()),
            Binary::Ge => format!("{} ≥ {}", x(), y()),
            Binary::In => format!("{} {} {}", x(), self.say("is one of", "je jedno z", "je jedno z"), y()),
            Binary::Subset => format!("{} ⊆ {}", x(), y()),
            Binary::Assign => format!("{} := {}", x(), y()),
            _ => return None,
        })
    }

    /// The token and the place of `ELTYPE(CONTENT(place)) == token`.
    fn lying(&self, a: &Expr, b: &Expr, depth: usize) -> Option<(String, String)> {
        let Kind::Call(outer, of) = &a.bare().kind else { return None };
        let Kind::Call(inner, place) = &of.first()?.bare().kind else { return None };
        let Kind::Text(t) = &b.bare().kind else { return None };
        if outer != "ELTYPE" || inner != "CONTENT" || plain(t).is_empty() {
            return None;
        }
        Some((plain(t), self.value(place.first()?, depth)))
    }

    fn condition_call(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let value = |i: usize| a.get(i).map_or(String::new(), |e| self.value(e, depth + 1));
        let holds = || a.get(3).map_or(String::new(), |e| self.condition(e, depth + 1));
        match (name, self.lang) {
            ("EMPTY", _) => format!("{} {}", value(0), self.say("is empty", "je prázdné", "je prázdne")),
            ("FORALL", Lang::En) => {
                format!("for every {} from {} to {}: {}", value(0), value(1), value(2), holds())
            }
            ("FORALL", Lang::Cs) => {
                format!("pro každé {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
            ("FORALL", Lang::Sk) => {
                format!("pre každé {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
            (_, Lang::En) => format!("for some {} from {} to {}: {}", value(0), value(1), value(2), holds()),
            (_, Lang::Cs) => format!("pro některé {} od {} do {}: {}", value(0), value(1), value(2), holds()),
            (_, Lang::Sk) => {
                format!("pre niektoré {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
        }
    }

    /// Something that is done.
    pub(super) fn act(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        let next = depth + 1;
        match &e.kind {
            Kind::Group(inner) => self.act(inner, next),
            Kind::Bool(_) => String::new(),
            Kind::Binary(Binary::And, a, b) => {
                let parts = [self.act(a, next), self.act(b, next)];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
            }
            // A variable with a label is a condition that is set.
            Kind::Binary(Binary::Assign, v, b) if self.condition_of(v).is_some() => match &b.bare().kind {
                Kind::Bool(false) => String::new(),
                _ => self.condition_of(v).unwrap_or_default(),
            },
            Kind::Binary(Binary::Assign, v, b) => {
                let becomes = self.say("becomes", "je potom", "je potom");
                format!("{} {becomes} {}", self.value(v, next), self.value(b, next))
            }
            Kind::Binary(Binary::Or, a, b) => {
                let other = self.say(
                    "or, if that does not hold,",
                    "anebo, pokud to neplatí,",
                    "alebo, ak to neplatí,",
                );
                format!("{} {other} {}", self.act(a, next), self.act(b, next))
            }
            Kind::Call(name, a) if name == "IF" && a.len() >= 2 => {
                let (c, yes) = (self.condition(&a[0], next), self.act(&a[1], next));
                let no = a.get(2).map_or(String::new(), |e| self.act(e, next));
                match (yes.is_empty(), no.is_empty()) {
                    (true, true) => String::new(),
                    (false, true) => format!("{} {c}: {yes}", self.say("if", "pokud", "ak")),
                    _ => match self.lang {
                        Lang::En => format!("if {c}: {yes}; otherwise: {no}"),
                        Lang::Cs => format!("pokud {c}: {yes}; jinak: {no}"),
                        Lang::Sk => format!("ak {c}: {yes}; inak: {no}"),
                    },
                }
            }
            Kind::Call(name, a) if name == "FORALL" || name == "FORSOME" => {
                self.condition_call(name, a, depth)
            }
            Kind::Call(name, a) if acting(e) => self.act_call(name, a, depth),
            Kind::Call(name, a) => match self.call_words(name, a, next) {
                Some(said) => said,
                None => self.quoted(&self.called(name, a, next)),
            },
            _ => self.condition(e, next),
        }
    }

    /// The words of a variable that holds true or false.
    fn condition_of(&self, e: &Expr) -> Option<String> {
        let Kind::Var(name) = &e.bare().kind else { return None };
        self.file.label(Labelled::Variable, name, self.lang).map(str::to_string)
    }

    fn act_call(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let value = |i: usize| a.get(i).map_or(String::new(), |e| self.value(e, depth + 1));
        match (name, self.lang) {
            ("NEXTPLAYER", _) => {
                self.say("the next player moves", "je na tahu další hráč", "je na ťahu ďalší hráč").into()
            }
            ("SETPLAYER", _) => {
                let who = a.first().map_or(String::new(), |e| self.somebody(e));
                format!("{}: {who}", self.say("moves next", "na tahu je", "na ťahu je"))
            }
            ("MOVE", Lang::En) => format!("{} goes from {} to {}", value(0), value(1), value(2)),
            ("MOVE", Lang::Cs) => format!("{} jde z místa {} na místo {}", value(0), value(1), value(2)),
            ("MOVE", Lang::Sk) => format!("{} ide z miesta {} na miesto {}", value(0), value(1), value(2)),
            ("SETSTATE", _) => {
                let turned = self.say("is turned to", "se otočí na", "sa otočí na");
                let side = match a.get(1).map(|e| &e.bare().kind) {
                    Some(Kind::Call(name, most)) if name == "RANDOM" => {
                        let most = most.first().map_or(String::new(), |e| self.value(e, depth + 1));
                        let random = self.say(
                            "a random side from 1 to",
                            "náhodnou stranu od 1 do",
                            "náhodnú stranu od 1 do",
                        );
                        format!("{random} {most}")
                    }
                    _ => format!("{} {}", self.say("side", "stranu", "stranu"), value(1)),
                };
                format!("{} {turned} {side}", value(0))
            }
            ("SETOWNER", _) => {
                let who = a.get(1).map_or(String::new(), |e| self.somebody(e));
                let to = self.say("now belongs to", "patří teď", "patrí teraz");
                format!("{} {to} {who}", value(0))
            }
            _ => format!("{name}({})", self.list(a, depth)),
        }
    }
}

/// Whether an expression is a number that was worked out.
fn reckoned(e: &Expr) -> bool {
    match &e.bare().kind {
        Kind::Call(name, _) => name == "SCORE",
        Kind::Binary(op, ..) => !op.compares() && !matches!(op, Binary::And | Binary::Or),
        Kind::Unary(op, _) => *op != Unary::Not,
        _ => false,
    }
}

/// Whether an expression does something rather than ask.
pub(super) fn acting(e: &Expr) -> bool {
    const ACTS: [&str; 6] = ["MOVE", "SETSTATE", "SETOWNER", "SETZINDEX", "NEXTPLAYER", "SETPLAYER"];
    matches!(&e.kind, Kind::Call(name, _) if ACTS.contains(&name.as_str()))
        || e.parts().into_iter().any(acting)
}
