//! Conditions of rules in words, in three languages: what must lie in the zones a rule names, and the predicates that have
//! a label. Adjectives agree with the name of a zone as far as its ending tells the gender.

use crate::lower::lint::text as plain;
use crate::sheet::{Sheet, family};
use crate::syntax::{Ast, Clause};
use game::Lang;

/// The grammatical gender of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gender {
    Masculine,
    Feminine,
    Neuter,
    Plural,
}

/// The gender of a name, by the ending of its noun: `odkrytá hromádka`, `základ`, `pole`, `skryté karty`. In English only
/// the plural matters.
fn gender(name: &str, lang: Lang) -> Gender {
    if lang == Lang::En {
        // `cards to draw`: the noun comes before the first small word.
        let end = [" to ", " of ", " on ", " in "].iter().filter_map(|w| name.find(w)).min();
        let noun = &name[..end.unwrap_or(name.len())];
        let plural = noun.ends_with('s') && !noun.ends_with("ss");
        return if plural { Gender::Plural } else { Gender::Neuter };
    }
    let adjective = |w: &&str| w.ends_with(['á', 'é', 'ý', 'í']) || lang == Lang::Sk && w.ends_with("aci");
    let noun = name.split_whitespace().find(|w| !adjective(w));
    let noun = noun.or_else(|| name.split_whitespace().last()).unwrap_or(name);
    match noun.chars().last() {
        Some('a') => Gender::Feminine,
        Some('o' | 'e' | 'ě' | 'í') => Gender::Neuter,
        Some('y' | 'i') => Gender::Plural,
        _ => Gender::Masculine,
    }
}

/// Conditions one after another.
pub(crate) fn joined(list: &[String], and: &str) -> String {
    // Where a condition has commas of its own, another comma would not part it from the next.
    let plain = |first: &[String]| first.iter().all(|c| !c.contains([',', ';']));
    match list {
        [first @ .., last] if !first.is_empty() && plain(first) => {
            format!("{} {and} {last}", first.join(", "))
        }
        _ => list.join(&format!(", {and} ")),
    }
}

/// What a pattern says of the contents of a zone.
pub(crate) fn content(pattern: &Ast) -> Option<&Ast> {
    match pattern {
        Ast::Node(n, a) if n == "-" && a.len() == 2 => content(&a[1]),
        Ast::Node(_, a) => a.last(),
        _ => None,
    }
}

impl Sheet<'_> {
    /// The zones a rule names, with what must lie in them.
    pub(crate) fn patterns<'c>(&self, c: &'c Clause, before: Option<&'c Ast>) -> Vec<&'c Ast> {
        let mut out = Vec::new();
        if let Some(Ast::Node(_, a)) = before
            && let Some(list) = a.get(1)
            && let Some((items, _)) = list.list()
        {
            out.extend(items);
        }
        for (goal, negated) in c.goals() {
            if let Some(("select" | "selectchk" | "memberchk" | "member", [pattern, ..])) = goal.functor()
                && !negated
            {
                out.push(pattern);
            }
        }
        out.retain(|p| self.known_zone(p).is_some());
        out
    }

    /// The name of the zone that a pattern speaks of, if it is one of the game.
    pub(crate) fn known_zone(&self, pattern: &Ast) -> Option<String> {
        let (name, args) = match pattern {
            Ast::Node(n, a) if n == "-" && a.len() == 2 => a[1].functor()?,
            other => other.functor()?,
        };
        let exists = self.game.tables.zones.iter().any(|z| family(&z.key) == name);
        (exists && !args.is_empty()).then(|| self.name(name))
    }

    /// All conditions of a rule, each once.
    pub(crate) fn conditions(&self, c: &Clause, before: Option<&Ast>, seen: bool) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut add = |s: String| {
            if !out.contains(&s) {
                out.push(s);
            }
        };
        for p in self.patterns(c, before) {
            let (Some(zone), Some(held)) = (self.known_zone(p), content(p)) else { continue };
            if self.several(p) {
                // What goes from one of many zones to another has been said.
                if seen {
                    continue;
                }
            }
            match held {
                // Nothing is said of a deck that the deal has emptied.
                Ast::Atom(a) if a == "[]" && self.always_bare(p) => {}
                // A zone that always holds one value is never empty.
                Ast::Node(..) if one(held) && !constant(held) && self.always_one(p) => {}
                _ => self.held(p, &zone, held).into_iter().for_each(&mut add),
            }
        }
        self.counted(c, before).into_iter().for_each(&mut add);
        for goal in parts(c.body.as_ref()) {
            self.goal(goal, &mut add);
        }
        out
    }

    /// What a pattern says of what lies in its zone; nothing where it may be anything.
    fn held(&self, pattern: &Ast, zone: &str, held: &Ast) -> Option<String> {
        if self.several(pattern)
            && let Some(said) = self.somewhere(pattern, zone, held)
        {
            return Some(said);
        }
        let zone = self.pinned(pattern, zone).unwrap_or_else(|| zone.to_string());
        match held {
            Ast::Atom(a) if a == "[]" => Some(self.empty(&zone)),
            Ast::Node(..) => match held.list() {
                Some((items, true)) if constant(held) => {
                    let names: Vec<String> = items.iter().map(|i| self.token(&plain(i))).collect();
                    Some(self.shows(&zone, &names.join(", ")))
                }
                Some((items, whole)) if items.len() > 1 => {
                    Some(self.many(&zone, if whole { Count::Exactly } else { Count::AtLeast }, items.len()))
                }
                _ => Some(self.filled(&zone)),
            },
            _ => None,
        }
    }

    /// The name of a zone with what its pattern fixes, where that tells it from others.
    fn pinned(&self, pattern: &Ast, zone: &str) -> Option<String> {
        let (_, args) = pattern.functor()?;
        let (_, args) = args.split_last()?;
        let fixed = |a: &Ast| matches!(a, Ast::Atom(_) | Ast::Int(_));
        if !self.several(pattern) || args.is_empty() || !args.iter().any(fixed) {
            return None;
        }
        let part = |a: &Ast| if fixed(a) { self.name(&plain(a)) } else { "·".to_string() };
        Some(format!("{zone} ({})", args.iter().map(part).collect::<Vec<_>>().join(", ")))
    }

    /// How many tokens must lie in a zone: `length/2` of its contents, compared with a number.
    fn counted(&self, c: &Clause, before: Option<&Ast>) -> Vec<String> {
        let goals = c.goals();
        let mut out = Vec::new();
        for p in self.patterns(c, before) {
            let (Some(zone), Some(held @ Ast::Var(_))) = (self.known_zone(p), content(p)) else { continue };
            let zone = self.pinned(p, &zone).unwrap_or(zone);
            for (goal, negated) in &goals {
                let Some(("length", [list, n])) = goal.functor() else { continue };
                if list != held || *negated {
                    continue;
                }
                if let Ast::Int(_) = n {
                    out.extend(number(n).map(|n| self.many(&zone, Count::Exactly, n)));
                }
                for (test, negated) in &goals {
                    let Some((op, [a, b])) = test.functor() else { continue };
                    let said = match () {
                        () if *negated => None,
                        () if a == n => number(b).and_then(|k| Count::of(op, k)),
                        () if b == n => number(a).and_then(|k| Count::of(mirrored(op), k)),
                        () => None,
                    };
                    out.extend(said.map(|(count, k)| self.many(&zone, count, k)));
                }
            }
        }
        out
    }

    /// Whether a rule compares numbers that are not how many tokens lie somewhere.
    pub(crate) fn compares(&self, c: &Clause, before: Option<&Ast>) -> bool {
        let goals = c.goals();
        let lengths: Vec<&Ast> = goals
            .iter()
            .filter_map(|(g, negated)| match g.functor() {
                Some(("length", [list @ Ast::Var(_), n])) if !negated => {
                    let counts = |p: &&Ast| content(p) == Some(list);
                    self.patterns(c, before).iter().any(counts).then_some(n)
                }
                _ => None,
            })
            .collect();
        goals.iter().any(|(g, _)| match g.functor() {
            Some((">" | "<" | ">=" | "=<" | "=:=" | "=\\=", [a, b])) => {
                !(lengths.contains(&a) && number(b).is_some() || lengths.contains(&b) && number(a).is_some())
            }
            _ => false,
        })
    }

    /// So many tokens in a zone.
    fn many(&self, zone: &str, count: Count, n: usize) -> String {
        let how = match count {
            Count::Exactly => self.say("exactly", "právě", "práve"),
            Count::AtLeast => self.say("at least", "nejméně", "najmenej"),
            Count::AtMost => self.say("at most", "nejvýše", "najviac"),
        };
        let pieces = self.pieces(n, self.cards());
        match (self.lang, gender(zone, self.lang)) {
            (Lang::En, Gender::Plural) => format!("there are {how} {pieces} in the {zone}"),
            (Lang::En, _) => format!("the {zone} holds {how} {pieces}"),
            (Lang::Cs, _) => format!("na místě „{zone}“ leží {how} {pieces}"),
            (Lang::Sk, _) => format!("na mieste „{zone}“ leží {how} {pieces}"),
        }
    }

    /// Whether a pattern may mean several zones.
    fn several(&self, pattern: &Ast) -> bool {
        let name = match pattern {
            Ast::Node(n, a) if n == "-" && a.len() == 2 => a[1].functor(),
            other => other.functor(),
        };
        let Some((name, _)) = name else { return false };
        self.game.tables.zones.iter().filter(|z| family(&z.key) == name).count() > 1
    }

    /// That given tokens lie in one of several zones, which is named by what its pattern fixes.
    fn somewhere(&self, pattern: &Ast, zone: &str, held: &Ast) -> Option<String> {
        let (items, true) = held.list()? else { return None };
        if items.is_empty() || !items.iter().all(|i| matches!(i, Ast::Atom(_) | Ast::Int(_))) {
            return None;
        }
        let tokens: Vec<String> = items.iter().map(|i| self.token(&plain(i))).collect();
        let tokens = tokens.join(", ");
        let zone = self.pinned(pattern, zone).unwrap_or_else(|| zone.to_string());
        Some(match self.lang {
            Lang::En => format!("{tokens} lies in {zone}"),
            Lang::Cs => format!("na místě „{zone}“ leží {tokens}"),
            Lang::Sk => format!("na mieste „{zone}“ leží {tokens}"),
        })
    }

    /// Whether every zone that a pattern names holds a marker at the start: what a die shows, whose suit it is.
    fn always_one(&self, pattern: &Ast) -> bool {
        let Some((name, _)) = pattern.functor() else { return false };
        let t = &self.game.tables;
        let marked = |held: &[u16]| matches!(held, [k] if t.tokens[usize::from(*k)].marker);
        let mut zones = t.zones.iter().zip(self.game.written.zones()).filter(|(z, _)| family(&z.key) == name);
        zones.all(|(_, held)| marked(held))
    }

    /// A goal of the body in words, if it has any.
    fn goal(&self, goal: &Ast, add: &mut impl FnMut(String)) {
        let not = self.say("it is not so that", "neplatí, že", "neplatí, že");
        let negated = matches!(goal.functor(), Some(("\\+" | "not", [_])));
        let mut inside: Vec<(&Ast, bool)> = Vec::new();
        goal.goals(false, &mut inside);
        if negated && inside.len() > 1 {
            // Of several things at least one does not hold: they are denied together.
            let mut said: Vec<String> = Vec::new();
            inside.iter().for_each(|(g, negated)| said.extend(self.called(g, !negated)));
            if !said.is_empty() {
                add(format!("{not} {}", joined(&said, self.say("and", "a", "a"))));
            }
            return;
        }
        for (goal, negated) in inside {
            if let Some(("member" | "memberchk", [pattern, _])) = goal.functor()
                && negated
                && let (Some(zone), Some(held)) = (self.known_zone(pattern), content(pattern))
            {
                let any = held.list().is_some_and(|(items, _)| matches!(items.as_slice(), [Ast::Var(_)]));
                match (held, self.pinned(pattern, &zone)) {
                    (Ast::Atom(a), None) if a == "[]" => add(self.none_empty(&zone)),
                    (Ast::Atom(a), Some(one)) if a == "[]" => add(self.filled(&one)),
                    (_, Some(one)) if any => add(self.empty(&one)),
                    _ if any && self.several(pattern) => add(self.all_empty(&zone)),
                    _ if any => add(self.empty(&zone)),
                    _ => self.held(pattern, &zone, held).into_iter().for_each(|s| add(format!("{not} {s}"))),
                }
                continue;
            }
            if let (Some(("turn", _)), true) = (goal.functor(), negated) {
                let said = self.say(
                    "the player to move cannot move",
                    "hráč na tahu nemůže táhnout",
                    "hráč na ťahu nemôže ťahať",
                );
                add(said.to_string());
                continue;
            }
            if let Some(said) = self.called(goal, negated) {
                add(said);
            }
        }
    }

    /// A predicate of the description that has a label: its words, or those of its denial.
    fn called(&self, goal: &Ast, negated: bool) -> Option<String> {
        let (name, args) = goal.functor()?;
        let own = self.game.clauses.iter().any(|o| o.name() == (name, args.len()));
        if !own || matches!(name, "next" | "turn") {
            return None;
        }
        let scenery = &self.game.scenery;
        if negated && let Some(given) = scenery.given(&format!("not({name})"), self.lang) {
            return Some(given.to_string());
        }
        let Some(given) = scenery.given(name, self.lang) else {
            // Predicates about numbers and names alone need no words: what they allow is seen in play.
            let table = |c: &Clause| {
                let plain = |a: &Ast| matches!(a, Ast::Atom(_) | Ast::Int(_));
                c.body.is_none() && c.head.functor().is_some_and(|(_, args)| args.iter().all(plain))
            };
            if !self.game.clauses.iter().filter(|c| c.name() == (name, args.len())).all(table) {
                self.unworded(name, args.len());
            }
            return None;
        };
        let not = self.say("it is not so that", "neplatí, že", "neplatí, že");
        Some(if negated { format!("{not} {given}") } else { given.to_string() })
    }

    fn empty(&self, zone: &str) -> String {
        let one = match gender(zone, self.lang) {
            Gender::Plural => {
                let none = self.say("there are no", "nejsou žádné", "nie sú žiadne");
                return format!("{none} {zone}");
            }
            Gender::Masculine => self.say("", "prázdný", "prázdny"),
            Gender::Feminine => self.say("", "prázdná", "prázdna"),
            Gender::Neuter => self.say("", "prázdné", "prázdne"),
        };
        match self.lang {
            Lang::En => format!("the {zone} is empty"),
            _ => format!("{zone} je {one}"),
        }
    }

    fn filled(&self, zone: &str) -> String {
        let one = match gender(zone, self.lang) {
            Gender::Plural => return format!("{} {zone}", self.say("there are", "jsou", "sú")),
            Gender::Masculine => self.say("", "prázdný", "prázdny"),
            Gender::Feminine => self.say("", "prázdná", "prázdna"),
            Gender::Neuter => self.say("", "prázdné", "prázdne"),
        };
        match self.lang {
            Lang::En => format!("the {zone} is not empty"),
            Lang::Cs => format!("{zone} není {one}"),
            Lang::Sk => format!("{zone} nie je {one}"),
        }
    }

    fn none_empty(&self, zone: &str) -> String {
        match (self.lang, gender(zone, self.lang)) {
            (Lang::En, _) => format!("no {zone} is empty"),
            (Lang::Cs, Gender::Masculine) => format!("žádný {zone} není prázdný"),
            (Lang::Cs, Gender::Feminine) => format!("žádná {zone} není prázdná"),
            (Lang::Cs, Gender::Neuter) => format!("žádné {zone} není prázdné"),
            (Lang::Cs, Gender::Plural) => format!("žádné {zone} nejsou prázdné"),
            (Lang::Sk, Gender::Masculine) => format!("žiadny {zone} nie je prázdny"),
            (Lang::Sk, Gender::Feminine) => format!("žiadna {zone} nie je prázdna"),
            (Lang::Sk, Gender::Neuter) => format!("žiadne {zone} nie je prázdne"),
            (Lang::Sk, Gender::Plural) => format!("žiadne {zone} nie sú prázdne"),
        }
    }

    fn all_empty(&self, zone: &str) -> String {
        match (self.lang, gender(zone, self.lang)) {
            (Lang::En, Gender::Plural) => format!("all {zone} are empty"),
            (Lang::En, _) => format!("every {zone} is empty"),
            (Lang::Cs, Gender::Masculine) => format!("každý {zone} je prázdný"),
            (Lang::Cs, Gender::Feminine) => format!("každá {zone} je prázdná"),
            (Lang::Cs, Gender::Neuter) => format!("každé {zone} je prázdné"),
            (Lang::Cs, Gender::Plural) => format!("všechny {zone} jsou prázdné"),
            (Lang::Sk, Gender::Masculine) => format!("každý {zone} je prázdny"),
            (Lang::Sk, Gender::Feminine) => format!("každá {zone} je prázdna"),
            (Lang::Sk, Gender::Neuter) => format!("každé {zone} je prázdne"),
            (Lang::Sk, Gender::Plural) => format!("všetky {zone} sú prázdne"),
        }
    }

    pub(crate) fn shows(&self, zone: &str, what: &str) -> String {
        match (self.lang, gender(zone, self.lang)) {
            (Lang::En, Gender::Plural) => format!("the {zone} are {what}"),
            (Lang::En, _) => format!("the {zone} shows {what}"),
            (Lang::Cs, Gender::Plural) => format!("{zone}: {what}"),
            (Lang::Cs, _) => format!("{zone} ukazuje {what}"),
            (Lang::Sk, Gender::Plural) => format!("{zone}: {what}"),
            (Lang::Sk, _) => format!("{zone} ukazuje {what}"),
        }
    }
}

/// How a number of tokens is meant.
#[derive(Clone, Copy)]
enum Count {
    Exactly,
    AtLeast,
    AtMost,
}

impl Count {
    /// What a comparison with a number says.
    fn of(op: &str, n: usize) -> Option<(Count, usize)> {
        match op {
            ">=" => Some((Count::AtLeast, n)),
            ">" => Some((Count::AtLeast, n + 1)),
            "=<" => Some((Count::AtMost, n)),
            "<" => Some((Count::AtMost, n.checked_sub(1)?)),
            "=:=" | "==" | "=" => Some((Count::Exactly, n)),
            _ => None,
        }
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: &str) -> &str {
    match op {
        ">=" => "=<",
        ">" => "<",
        "=<" => ">=",
        "<" => ">",
        same => same,
    }
}

/// A number of tokens.
fn number(t: &Ast) -> Option<usize> {
    match t {
        Ast::Int(n) => usize::try_from(*n).ok().filter(|n| *n < 10_000),
        _ => None,
    }
}

/// Whether a pattern says that one token lies in a zone and no other.
fn one(held: &Ast) -> bool {
    matches!(held.list(), Some((items, true)) if items.len() == 1)
}

/// Whether a pattern names all tokens of a zone.
fn constant(held: &Ast) -> bool {
    matches!(held.list(), Some((items, true)) if items.iter().all(|i| matches!(i, Ast::Atom(_) | Ast::Int(_))))
}

/// The parts of a body that must all hold.
fn parts(body: Option<&Ast>) -> Vec<&Ast> {
    match body {
        Some(Ast::Node(n, a)) if n == "," && a.len() == 2 => {
            let mut out = parts(Some(&a[0]));
            out.extend(parts(Some(&a[1])));
            out
        }
        Some(other) => vec![other],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_the_gender() {
        let cs = |name| gender(name, Lang::Cs);
        for name in ["talon", "nerozdaný balíček", "odkládací balíček", "základ", "sloupec"] {
            assert_eq!(cs(name), Gender::Masculine, "{name}");
        }
        for name in ["odkrytá hromádka", "ruka hráče", "kostka", "platná barva"] {
            assert_eq!(cs(name), Gender::Feminine, "{name}");
        }
        for name in ["pole", "cílové pole", "eso"] {
            assert_eq!(cs(name), Gender::Neuter, "{name}");
        }
        for name in ["skryté karty", "karty k líznutí", "odehrané tahy", "sebrané figury"] {
            assert_eq!(cs(name), Gender::Plural, "{name}");
        }
        assert_eq!(gender("odkladací balíček", Lang::Sk), Gender::Masculine);
        assert_eq!(gender("cards to draw", Lang::En), Gender::Plural);
        assert_eq!(gender("suit to follow", Lang::En), Gender::Neuter);
    }

    #[test]
    fn conditions_are_joined_as_people_write_them() {
        let list = |items: &[&str]| joined(&items.iter().map(|s| s.to_string()).collect::<Vec<_>>(), "and");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a, then b", "c"]), "a, then b, and c");
        assert_eq!(list(&["a", "b, then c"]), "a and b, then c");
    }
}
