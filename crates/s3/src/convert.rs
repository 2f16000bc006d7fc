//! From dialect 1 to dialect 2: the same game, written so that the newer rules of reading give the same meaning.
//! A comment goes with what followed it.

mod clash;

use crate::diagnostic::{Report, Span};
use crate::lower::{fit, loop_vars};
use crate::print::{modern, pattern, writable};
use crate::syntax::{self, At, Dialect, Expr, File, Function, Kind, Rule, Seen, Shape, Text};
use crate::{Diagnostic, Severity};
use std::fmt::Write as _;

/// Converts the text of a file in dialect 1.
///
/// # Errors
/// The errors of a file that cannot be read, or what dialect 2 cannot say.
pub fn convert(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut report = Report::new(text);
    let file = syntax::read(text, &mut report);
    if file.dialect == Dialect::Two && !report.fatal() {
        return Ok(text.to_string());
    }
    check(&file, &mut report);
    if report.fatal() {
        return Err(report.sorted().into_iter().filter(|d| d.severity == Severity::Error).collect());
    }
    let mut out = Page { text: String::from("[S3 2]\n"), marks: Vec::new() };
    looks(&file, &mut out);
    things(&file, &mut out);
    expressions(&file, &mut out);
    endings(&file, &mut out);
    rules(&file, &mut out);
    let newer = out.with_comments(text);
    // A file that holds only part of a game, or one with mistakes, is converted as it is.
    let (game, found) = crate::load(text, "old");
    if game.is_none() || found.iter().any(|d| d.severity == Severity::Error) {
        return Ok(newer);
    }
    let (game, refused) = crate::load(&newer, "converted");
    match refused.into_iter().find(|d| d.severity == Severity::Error).filter(|_| game.is_none()) {
        Some(error) => Err(vec![told(text, found, &error)]),
        None => Ok(newer),
    }
}

/// A mistake that only dialect 2 refuses, at its place in the old text if dialect 1 warns of it.
fn told(text: &str, found: Vec<Diagnostic>, error: &Diagnostic) -> Diagnostic {
    let warning = found.into_iter().find(|d| d.message == error.message);
    let message = format!("dialect 2 refuses this: {}", error.message);
    match warning {
        Some(d) => Diagnostic { severity: Severity::Error, message, ..d },
        None => Report::new(text).locate(Severity::Error, Span::default(), message, error.hint.clone()),
    }
}

/// What is written, with marks: which place of the old text a line stands for.
struct Page {
    text: String,
    /// Byte of the old text, byte of the new one.
    marks: Vec<(usize, usize)>,
}

impl std::fmt::Write for Page {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

impl Page {
    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    /// The next line stands for this place.
    fn mark(&mut self, span: Span) {
        self.marks.push((span.start as usize, self.text.len()));
    }

    /// The text with every comment of the old one before the line that stands for what followed it.
    fn with_comments(mut self, old: &str) -> String {
        let mut comments: Vec<(usize, String)> = Vec::new();
        let (mut waiting, mut at) = (Vec::new(), 0);
        for raw in old.split(['\n', '\r']) {
            let line = raw.trim();
            if line.starts_with("//") {
                waiting.push(line.to_string());
            } else if !line.is_empty() {
                comments.extend(waiting.drain(..).map(|c| (at, c)));
            }
            at += raw.len() + 1;
        }
        self.marks.sort_unstable();
        let mut inserts: Vec<(usize, String)> = Vec::new();
        for (follows, comment) in comments {
            let next = self.marks.partition_point(|m| m.0 < follows);
            let place = self.marks.get(next).map_or(self.text.len(), |m| m.1);
            inserts.push((place, comment));
        }
        inserts.extend(waiting.into_iter().map(|c| (self.text.len(), c)));
        inserts.sort_by_key(|i| i.0);
        let (mut out, mut done) = (String::new(), 0);
        for (place, comment) in inserts {
            out.push_str(&self.text[done..place]);
            done = place;
            let indent = if self.text[place..].starts_with("  ") { "  " } else { "" };
            let _ = writeln!(out, "{indent}{comment}");
        }
        out + &self.text[done..]
    }
}

fn check(file: &File, report: &mut Report) {
    every(file, &mut |e| {
        if let Kind::Text(t) = &e.kind
            && !writable(t)
        {
            let message = "in dialect 2 this text would run into the name of its variable";
            report.error_hint(e.span, message, "put a comma or a parenthesis between");
        }
    });
    unsayable(file, report);
}

/// Every expression of a file with its parts.
fn every(file: &File, visit: &mut dyn FnMut(&Expr)) {
    fn walk(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
        visit(e);
        e.parts().into_iter().for_each(|p| walk(p, visit));
    }
    let rules = file.rules.iter().flat_map(|r| {
        let single = [&r.state, &r.player, &r.condition, &r.followup].into_iter().flatten();
        single.chain(&r.award_players).chain(&r.with_scores)
    });
    let scorings =
        file.scorings.iter().flat_map(|s| std::iter::once(&s.situation).chain(&s.players).chain(&s.scores));
    let ends = file.ends.iter().flat_map(|e| e.situation.iter().chain([&e.winner]));
    let bodies = file.functions.iter().flat_map(|f| &f.body);
    rules.chain(scorings).chain(ends).chain(bodies).for_each(|e| walk(e, visit));
}

fn looks(file: &File, out: &mut Page) {
    if let Some(board) = &file.board {
        let _ = write!(out, "[BOARD]\nimage={board}\n\n");
    }
    if !file.colours.is_empty() {
        out.push_str("[REALBOARD ELEMENT TYPES]\n");
    }
    for c in &file.colours {
        let _ = writeln!(out, "name={}\nstate={}\nhueMin={}\nhueMax={}", c.name, c.state, c.hue.0, c.hue.1);
        let _ = writeln!(out, "saturationMin={}\nsaturationMax={}", c.saturation.0, c.saturation.1);
        let _ = writeln!(out, "valueMin={}\nvalueMax={}", c.value.0, c.value.1);
        let _ = write!(out, "sizeMin={}\nsizeMax={}\n\n", c.size.0, c.size.1);
    }
    out.push_str("[ELEMENT TYPES]\n");
    for t in &file.element_types {
        out.mark(t.span);
        let _ = writeln!(out, "name={}\nstates={}", t.name, t.states);
        for p in &t.pictures {
            let _ = writeln!(out, "image={}\npoint={},{}", p.file, p.point.0, p.point.1);
        }
        out.push('\n');
    }
    out.push_str("[LOCATION TYPES]\n");
    for t in file.location_types.iter().filter(|t| t.registered) {
        out.mark(t.span);
        let _ = writeln!(out, "name={}", t.name);
        if !t.relevant {
            out.push_str("relevant=no\n");
        }
        match t.shape {
            Some(Shape::Circle(r)) => {
                let _ = writeln!(out, "shape=circle({r})");
            }
            Some(Shape::Rectangle(a, b)) => {
                let _ = writeln!(out, "shape=rectangular({a},{b})");
            }
            None => {}
        }
        debug_assert_eq!(t.visible, Seen::All, "dialect 1 hides nothing");
        if let Some(p) = &t.picture {
            let _ = write!(out, "image={}\npoint={},{}\n\n", p.file, p.point.0, p.point.1);
        }
    }
}

fn things(file: &File, out: &mut Page) {
    out.push_str("[LOCATIONS]\n");
    for l in &file.locations {
        out.mark(l.span);
        let _ = writeln!(out, "name={}", l.name);
        if let Some(kind) = &l.kind {
            let _ = writeln!(out, "type={kind}");
        }
        for (key, point) in [("point", l.point), ("camera", l.camera)] {
            if let Some((x, y)) = point {
                let _ = writeln!(out, "{key}={x},{y}");
            }
        }
        if let Some(angles) = &l.robot {
            let texts: Vec<String> = angles.iter().map(f64::to_string).collect();
            let _ = writeln!(out, "robot={}", texts.join(","));
        }
        out.push('\n');
    }
    out.push_str("[PLAYER NAMES]\n");
    for (i, name) in file.players.iter().enumerate() {
        let _ = writeln!(out, "{}={name}", i + 1);
    }
    let _ = write!(out, "score={}\n\n[MOVABLE ELEMENTS]\n", file.score);
    for e in &file.elements {
        out.mark(e.span);
        let _ = writeln!(out, "name={}", e.name);
        for (key, at) in [("type", &e.kind), ("location", &e.location)] {
            if let Some(At { value, .. }) = at {
                let _ = writeln!(out, "{key}={value}");
            }
        }
        let _ = write!(out, "player={}\nstate={}\nzindex={}\n\n", e.player, e.state, e.zindex);
    }
}

/// The variables that a function binds: formals and loops.
fn binds(f: &Function) -> Vec<String> {
    let mut vars = f.formals.clone();
    f.body.iter().for_each(|e| loop_vars(e, &mut vars));
    vars
}

fn mentions(e: &Expr, v: &str) -> bool {
    let here = match &e.kind {
        Kind::Var(name) => name == v,
        Kind::Text(t) => t.refs.iter().any(|r| r.1 == v),
        _ => false,
    };
    here || e.parts().into_iter().any(|p| mentions(p, v))
}

/// Whether a variable may become local to the one function that binds it without anybody noticing.
fn private(file: &File, f: &Function, v: &str) -> bool {
    let elsewhere = |g: &Function| {
        g.name != f.name && (binds(g).iter().any(|b| b == v) || g.body.iter().any(|e| mentions(e, v)))
    };
    let ruled = |r: &Rule| {
        let patterns = [&r.element, &r.from, &r.to].into_iter().flatten();
        patterns.into_iter().any(|p| p.value.refs.iter().any(|x| x.1 == v))
    };
    let mut outside = false;
    let mut loose = File::new(Dialect::One);
    loose.rules.clone_from(&file.rules);
    loose.scorings.clone_from(&file.scorings);
    loose.ends.clone_from(&file.ends);
    every(&loose, &mut |e| outside |= mentions(e, v));
    let recursive = f.body.iter().any(|e| calls(file, e, &f.name, 0));
    !recursive && !outside && !file.functions.iter().any(elsewhere) && !file.rules.iter().any(ruled)
}

/// Whether an expression may call a function, directly or not.
fn calls(file: &File, e: &Expr, name: &str, depth: u32) -> bool {
    if let Kind::Call(callee, _) = &e.kind {
        if callee == name || depth > 20 {
            return true;
        }
        if let Some(f) = file.functions.iter().find(|f| f.name == *callee)
            && f.body.iter().any(|e| calls(file, e, name, depth + 1))
        {
            return true;
        }
    }
    e.parts().into_iter().any(|p| calls(file, p, name, depth))
}

fn expressions(file: &File, out: &mut Page) {
    out.push_str("[EXPRESSIONS]\n");
    for f in file.functions.iter().filter(|f| !f.body.is_empty() && f.name.trim() == f.name) {
        out.mark(f.span);
        out.push_str(&f.name);
        if !f.formals.is_empty() {
            let formals: Vec<String> = f.formals.iter().map(|v| format!("${v}")).collect();
            let _ = write!(out, "({})", formals.join(","));
        }
        out.push('\n');
        let shared: Vec<String> =
            binds(f).iter().filter(|v| !private(file, f, v)).map(|v| format!("${v}")).collect();
        if !shared.is_empty() {
            let _ = writeln!(out, "  GLOBAL {}", shared.join(", "));
        }
        for line in &f.body {
            out.mark(line.span);
            let _ = writeln!(out, "  {}", modern(line));
        }
        out.push_str("END\n\n");
    }
}

fn endings(file: &File, out: &mut Page) {
    out.push_str("[SCORINGS]\n");
    for s in &file.scorings {
        out.mark(s.situation.span);
        let _ = writeln!(out, "situation={}", modern(&s.situation));
        for (p, n) in s.players.iter().zip(&s.scores) {
            out.mark(p.span);
            let _ = writeln!(out, "player={}\nscore={}", modern(p), modern(n));
        }
        out.push('\n');
    }
    out.push_str("[END OF GAME]\n");
    for e in &file.ends {
        let Some(situation) = &e.situation else { continue };
        out.mark(situation.span);
        let _ = write!(out, "situation={}\nwinner={}\n\n", modern(situation), modern(&e.winner));
    }
}

/// The patterns of a rule.
fn as_it_is(rule: &Rule) -> [Option<Text>; 3] {
    [&rule.element, &rule.from, &rule.to].map(|p| p.as_ref().map(|p| p.value.clone()))
}

/// The patterns of a rule with every variable bound once: dialect 1 keeps the last of several values.
fn last_only(rule: &Rule) -> [Option<Text>; 3] {
    let mut texts = as_it_is(rule);
    let mut seen: Vec<String> = Vec::new();
    let mut spare = 0;
    for text in texts.iter_mut().rev().flatten() {
        for (_, var) in text.refs.iter_mut().rev() {
            if seen.contains(var) {
                spare += 1;
                *var = format!("{var}_other{spare}");
            }
            seen.push(var.clone());
        }
    }
    texts
}

/// What dialect 2 cannot say.
fn unsayable(file: &File, report: &mut Report) {
    let usual =
        |n: &str| !n.contains('(') || n.ends_with(')') && syntax::indexes(n).is_some_and(|i| !i.is_empty());
    for (name, span, typed) in file
        .elements
        .iter()
        .map(|e| (&e.name, e.span, e.kind.is_some()))
        .chain(file.locations.iter().map(|l| (&l.name, l.span, l.kind.is_some())))
    {
        if !typed {
            report.error_hint(span, format!("'{name}' has no type"), "add type=name");
        }
        if !usual(name) {
            report.error_hint(span, format!("'{name}' is not an indexed name"), "write base(1,2)");
        }
        if name.contains([' ', '\t']) {
            report.error_hint(span, format!("the name '{name}' contains a blank"), "remove it");
        }
    }
    for e in &file.elements {
        let known = |at: &At<String>| file.locations.iter().any(|l| l.name == at.value);
        let fits = |p: &Option<At<Text>>, name: &str| {
            p.as_ref().is_some_and(|p| fit(&p.value, name, Dialect::One).is_some())
        };
        // Where no rule can take it away, it does no harm.
        let taken = |at: &&At<String>| {
            !known(at) && file.rules.iter().any(|r| fits(&r.element, &e.name) && fits(&r.from, &at.value))
        };
        if let Some(at) = e.location.as_ref().filter(taken) {
            report.error_hint(
                at.span,
                format!("no location is called '{}'", at.value),
                "declare it under [LOCATIONS]",
            );
        }
    }
    let kinds = file.element_types.iter().map(|t| (&t.name, t.span));
    for (name, span) in kinds.chain(file.location_types.iter().map(|t| (&t.name, t.span))) {
        if name.trim() != name {
            report.error_hint(span, format!("the name '{name}' begins with a blank"), "remove it");
        }
    }
    for end in file.ends.iter().filter(|e| e.situation.is_none()) {
        report.error_hint(end.winner.span, "a winner without a situation", "write situation= before it");
    }
}

fn rules(file: &File, out: &mut Page) {
    out.push_str("[GAME RULES]\n");
    let single = clash::possible(file);
    if single {
        out.push_str("choice=single\n\n");
    }
    for rule in &file.rules {
        out.mark(rule.span);
        let _ = writeln!(out, "name={}", rule.name.trim());
        let elements: Vec<&str> = file.elements.iter().map(|e| e.name.as_str()).collect();
        let locations: Vec<&str> = file.locations.iter().map(|l| l.name.as_str()).collect();
        let mut never = false;
        let texts = if single { as_it_is(rule) } else { last_only(rule) };
        for (text, (key, names)) in
            texts.into_iter().zip([("element", &elements), ("from", &locations), ("to", &locations)])
        {
            let Some(text) = text else { continue };
            never |= !single && !names.iter().any(|n| fit(&text, n, Dialect::One).is_some());
            let _ = writeln!(out, "{key}={}", pattern(&text, Dialect::Two));
        }
        for (key, ask) in [("state", &rule.state), ("player", &rule.player)] {
            let Some(ask) = ask else { continue };
            match &ask.bare().kind {
                kind if single || matches!(kind, Kind::Int(_) | Kind::Var(_)) => {
                    out.mark(ask.span);
                    let _ = writeln!(out, "{key}={}", modern(ask));
                }
                // The original compares nothing else, so the rule is never used.
                _ => never = true,
            }
        }
        if let Some(c) = &rule.condition {
            out.mark(c.span);
        }
        match &rule.condition {
            _ if never => out.push_str("condition=false\n"),
            Some(c) => {
                let _ = writeln!(out, "condition={}", modern(c));
            }
            None => {}
        }
        for (p, n) in rule.award_players.iter().zip(&rule.with_scores) {
            out.mark(p.span);
            let _ = writeln!(out, "awardPlayer={}\nwithScore={}", modern(p), modern(n));
        }
        if let Some(f) = &rule.followup {
            out.mark(f.span);
            let _ = writeln!(out, "followup={}", modern(f));
        }
        out.push('\n');
    }
}
