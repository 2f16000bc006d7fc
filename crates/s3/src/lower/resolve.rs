//! Expressions: variables, calls and texts become numbers.

use super::pattern::{fit, too_large};
use super::{Ask, Builtin, Fits, Form, Func, Node, TOO_LARGE, Template};
use crate::diagnostic::{Report, Span};
use crate::program::{Names, Value};
use crate::syntax::{At, Binary, Choice, Dialect, End, Expr, File, Kind, Text};
use std::collections::HashMap;

/// More variables than this are refused.
const MOST_VARS: usize = 1000;

pub(crate) struct Resolver<'a> {
    file: &'a File,
    names: Names,
    report: &'a mut Report,
    vars: Vec<String>,
    var_map: HashMap<String, u16>,
    templates: Vec<Template>,
    template_map: HashMap<Template, u32>,
    functions: HashMap<&'a str, u32>,
    two: bool,
}

/// The built-in functions with their numbers of arguments, least and most.
pub(crate) const BUILTINS: &[(&str, Option<Builtin>, usize)] = &[
    ("IF", None, 3),
    ("FORALL", None, 4),
    ("FORSOME", None, 4),
    ("MOVE", None, 3),
    ("LOCTYPE", Some(Builtin::LocType), 1),
    ("ELTYPE", Some(Builtin::ElType), 1),
    ("STATE", Some(Builtin::State), 1),
    ("LOCATION", Some(Builtin::Location), 1),
    ("CONTENT", Some(Builtin::Content), 1),
    ("EMPTY", Some(Builtin::Empty), 1),
    ("INDEX", Some(Builtin::Index), 1),
    ("INDEXA", Some(Builtin::IndexA), 2),
    ("UNINDEX", Some(Builtin::Unindex), 1),
    ("OWNER", Some(Builtin::Owner), 1),
    ("PLAYER", Some(Builtin::Player), 0),
    ("SCORE", Some(Builtin::Score), 1),
    ("ZINDEX", Some(Builtin::ZIndex), 1),
    ("SETOWNER", Some(Builtin::SetOwner), 2),
    ("SETSTATE", Some(Builtin::SetState), 2),
    ("SETZINDEX", Some(Builtin::SetZIndex), 2),
    ("NEXTPLAYER", Some(Builtin::NextPlayer), 0),
];

/// Those only dialect 2 knows.
const NEWER: &[(&str, Option<Builtin>, usize)] = &[
    ("RANDOM", Some(Builtin::Random), 1),
    ("WEIGHTED", Some(Builtin::Weighted), usize::MAX),
    ("SETPLAYER", Some(Builtin::SetPlayer), 1),
];

impl<'a> Resolver<'a> {
    pub(crate) fn new(file: &'a File, names: Names, report: &'a mut Report) -> Resolver<'a> {
        let functions = file.functions.iter().enumerate().map(|(i, f)| (f.name.as_str(), i as u32)).collect();
        Resolver {
            file,
            names,
            report,
            vars: Vec::new(),
            var_map: HashMap::new(),
            templates: Vec::new(),
            template_map: HashMap::new(),
            functions,
            two: super::two(file),
        }
    }

    pub(crate) fn finish(self) -> (Names, Vec<String>, Vec<Template>) {
        (self.names, self.vars, self.templates)
    }

    fn var(&mut self, name: &str, span: Span) -> u16 {
        if let Some(&v) = self.var_map.get(name) {
            return v;
        }
        if self.vars.len() >= MOST_VARS {
            self.report.error(span, format!("more than {MOST_VARS} variables"));
            return 0;
        }
        let v = self.vars.len() as u16;
        self.vars.push(name.to_string());
        self.var_map.insert(name.to_string(), v);
        v
    }

    /// A mistake that the original only meets while playing: fatal in dialect 2.
    fn wrong(&mut self, span: Span, message: &str, hint: String) -> Form {
        if self.two {
            self.report.error_hint(span, message, hint);
        } else {
            self.report.fault(span, message, hint);
        }
        Form::Fault(message.to_string())
    }

    pub(crate) fn functions(&mut self) -> Vec<Func> {
        let file = self.file;
        file.functions
            .iter()
            .map(|f| {
                let formals: Vec<u16> = f.formals.iter().map(|v| self.var(v, f.span)).collect();
                let global = |v: &String| f.globals.contains(v);
                let sequential = !self.two || f.formals.iter().any(global);
                let mut locals = Vec::new();
                if self.two {
                    let mut loops = Vec::new();
                    f.body.iter().for_each(|e| loop_vars(e, &mut loops));
                    for v in f.formals.iter().chain(&f.locals).chain(&loops) {
                        let id = self.var(v, f.span);
                        if !global(v) && !locals.contains(&id) {
                            locals.push(id);
                        }
                    }
                }
                let body = f.body.iter().map(|e| self.node(e)).collect();
                Func { formals, sequential, locals, body, span: f.span }
            })
            .collect()
    }

    pub(crate) fn pairs(&mut self, players: &[Expr], scores: &[Expr]) -> Vec<(Node, Node)> {
        // The original goes through the players: a score too many is never asked for.
        let most = if self.two { players.len().max(scores.len()) } else { players.len() };
        if let Some(extra) = scores.get(most) {
            self.report.warn(extra.span, "a score without a player is ignored", "add the player before it");
        }
        (0..most)
            .map(|i| {
                let span = players.get(i).or(scores.get(i)).map_or(Span::default(), |e| e.span);
                let mut side = |list: &[Expr], what: &str| match list.get(i) {
                    Some(e) => self.node(e),
                    None => Node {
                        kind: self.wrong(
                            span,
                            &format!("a {what} is missing"),
                            "players and scores go in pairs".into(),
                        ),
                        span,
                    },
                };
                let player = side(players, "player");
                (player, side(scores, "score"))
            })
            .collect()
    }

    pub(crate) fn whole(&mut self, r: &crate::syntax::Rule) {
        for (pattern, key) in [(&r.element, "element"), (&r.from, "from"), (&r.to, "to")] {
            if pattern.is_none() {
                let message = format!("the rule '{}' has no {key}", r.name);
                self.wrong(r.span, &message, format!("add {key}=..."));
            }
        }
        if r.award_players.len() != r.with_scores.len() {
            let message = format!(
                "the rule '{}' has {} awardPlayer and {} withScore",
                r.name,
                r.award_players.len(),
                r.with_scores.len()
            );
            self.report.error_hint(r.span, message, "they go in pairs");
        }
    }

    pub(crate) fn fits(&mut self, p: &At<Text>, names: impl Iterator<Item = u32>, dialect: Dialect) -> Fits {
        let found: Vec<_> = names
            .map(|n| {
                let name = self.names.text(n);
                (fit(&p.value, name, dialect), too_large(&p.value, name, dialect))
            })
            .collect();
        let mut bind = |bound: Vec<(String, i32)>| {
            bound.into_iter().map(|(v, n)| (self.var(&v, p.span), n)).collect::<Box<[(u16, i32)]>>()
        };
        found
            .into_iter()
            .map(|(f, large)| if large { Some(Box::from([(TOO_LARGE, 0)])) } else { f.map(&mut bind) })
            .collect()
    }

    pub(crate) fn useless(&mut self, fits: &Fits, p: &At<Text>, what: &str) {
        if fits.iter().any(Option::is_some) {
            return;
        }
        let digits = p.value.plain.contains(|c: char| c.is_ascii_digit()) && !p.value.refs.is_empty();
        let hint = if digits && !self.two {
            "a pattern with variables cannot contain digits of its own".to_string()
        } else {
            format!("compare it with the names of the {what}s")
        };
        self.report.warn(p.span, format!("this pattern can never match: no {what} has such a name"), hint);
    }

    pub(crate) fn ask(&mut self, expr: Option<&Expr>, key: &str) -> Ask {
        let Some(expr) = expr else { return Ask::Any };
        match &expr.bare().kind {
            Kind::Int(n) => Ask::Is(*n),
            Kind::Var(v) => Ask::Bind(self.var(v, expr.span)),
            _ if self.file.choice == Choice::Total => Ask::Eval(self.node(expr)),
            _ => {
                let message = format!("this {key} never matches, so the rule is never used");
                self.report.warn(expr.span, message, "only a number or a variable is compared here");
                // Still resolved, so that its own mistakes are reported.
                self.node(expr);
                Ask::Never
            }
        }
    }

    /// The condition of a rule, after the comparisons of variables that stand in two patterns.
    pub(crate) fn condition(
        &mut self,
        own: Option<&Expr>,
        same: &[(String, String)],
        span: Span,
    ) -> Option<Node> {
        let mut condition = own.map(|e| self.node(e));
        for (a, b) in same {
            let mut var = |name: &str| Box::new(Node { kind: Form::Var(self.var(name, span)), span });
            let test = Node { kind: Form::Binary(Binary::Eq, var(a), var(b)), span };
            condition = Some(match condition {
                None => test,
                Some(rest) => {
                    let kind = Form::Binary(Binary::And, Box::new(test), Box::new(rest));
                    Node { kind, span }
                }
            });
        }
        condition
    }

    fn template(&mut self, text: &Text, span: Span) -> Form {
        if text.refs.is_empty() {
            return Form::Const(Value::Str(self.names.intern(&text.plain)));
        }
        let mut pieces = Vec::new();
        let mut vars = Vec::new();
        let mut at = 0;
        for (offset, var) in &text.refs {
            pieces.push(text.plain[at..*offset].to_string());
            at = *offset;
            vars.push(self.var(var, span));
        }
        pieces.push(text.plain[at..].to_string());
        let template = Template { pieces, vars };
        let next = self.templates.len() as u32;
        let id = *self.template_map.entry(template).or_insert_with_key(|t| {
            self.templates.push(t.clone());
            next
        });
        Form::Template(id)
    }

    /// When a game ends; a situation that is missing cannot be evaluated.
    pub(crate) fn situation(&mut self, end: &End) -> Node {
        let span = end.winner.span;
        match &end.situation {
            Some(situation) => self.node(situation),
            None => {
                let hint = "write situation= before it".to_string();
                Node { kind: self.wrong(span, "a winner without a situation", hint), span }
            }
        }
    }

    pub(crate) fn node(&mut self, e: &Expr) -> Node {
        let kind = match &e.kind {
            Kind::Int(n) => Form::Const(Value::Int(*n)),
            Kind::Bool(b) => Form::Const(Value::Bool(*b)),
            Kind::Text(t) => self.template(t, e.span),
            Kind::Var(v) => Form::Var(self.var(v, e.span)),
            Kind::Group(inner) => return self.node(inner),
            Kind::Set(members) => Form::Set(members.iter().map(|m| self.node(m)).collect()),
            Kind::Unary(op, inner) => Form::Unary(*op, Box::new(self.node(inner))),
            Kind::Binary(Binary::Assign, left, right) => {
                let value = self.node(right);
                match &left.bare().kind {
                    Kind::Var(v) => Form::Assign(self.var(v, left.span), Box::new(value)),
                    _ => {
                        let hint = "write == to compare".to_string();
                        self.wrong(left.span, "only a variable can be assigned to", hint)
                    }
                }
            }
            Kind::Binary(op, a, b) => Form::Binary(*op, Box::new(self.node(a)), Box::new(self.node(b))),
            Kind::Call(name, arguments) => self.call(name, arguments, e.span),
        };
        Node { kind, span: e.span }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Form {
        let newer = if self.two { NEWER } else { &[] };
        let builtin = BUILTINS.iter().chain(newer).find(|b| b.0 == name);
        if let Some(&(_, builtin, arity)) = builtin {
            return self.builtin(name, builtin, arity, arguments, span);
        }
        let Some(&id) = self.functions.get(name) else {
            let known = BUILTINS.iter().chain(newer).map(|b| b.0).chain(self.functions.keys().copied());
            let mut known: Vec<&str> = known.collect();
            known.sort_unstable();
            let hint = game::nearest(name, known.into_iter())
                .map_or("define it under [EXPRESSIONS]".to_string(), |n| format!("did you mean '{n}'?"));
            let mut places = self.file.locations.iter().map(|l| &l.name);
            let mut places = places.by_ref().chain(self.file.elements.iter().map(|e| &e.name));
            let quoted = places.any(|n| n.split('(').next() == Some(name));
            if let Some(before) = super::slips::swallowed(self.file, name) {
                let message =
                    format!("the expression '{}' has no END: it goes on into '{name}'", before.name);
                return self.wrong(before.span, &message, "write END after its last line".to_string());
            }
            let hint = match name {
                n if n.starts_with('!') || n.eq_ignore_ascii_case("not") => "write NOT to negate".to_string(),
                _ if quoted => format!("names of locations and elements stand in quotes: \"{name}(...)\""),
                _ => hint,
            };
            return self.wrong(span, &format!("nothing is called '{name}'"), hint);
        };
        let function = &self.file.functions[id as usize];
        let wanted = function.formals.len();
        if wanted != arguments.len() {
            let message = format!("'{name}' takes {wanted} arguments, not {}", arguments.len());
            return self.wrong(span, &message, String::new());
        }
        if function.body.is_empty() {
            return self.wrong(span, &format!("the expression '{name}' is empty"), "give it a body".into());
        }
        Form::Call(id, arguments.iter().map(|a| self.node(a)).collect())
    }

    fn builtin(
        &mut self,
        name: &str,
        which: Option<Builtin>,
        arity: usize,
        arguments: &[Expr],
        span: Span,
    ) -> Form {
        if arguments.len() > arity {
            let message = format!("'{name}' takes {arity} arguments; the rest is ignored");
            if self.two {
                self.report.error_hint(span, format!("'{name}' takes {arity} arguments"), "");
            } else {
                self.report.warn(span, message, "remove what is too much");
            }
        }
        let least = if arity == usize::MAX { 1 } else { arity };
        if arguments.len() < least && (self.two || name != "IF" || arguments.len() < 2) {
            let message = format!("'{name}' takes {least} arguments, not {}", arguments.len());
            return self.wrong(span, &message, String::new());
        }
        if let Some(builtin) = which {
            let count = arguments.len().min(arity);
            return Form::Builtin(builtin, arguments[..count].iter().map(|a| self.node(a)).collect());
        }
        let parts: Vec<Node> = arguments.iter().take(arity).map(|a| self.node(a)).collect();
        match name {
            "IF" => {
                let mut parts = parts.into_iter();
                let lacking = || Node { kind: Form::Fault("this IF has no other branch".into()), span };
                let mut next = || parts.next().unwrap_or_else(lacking);
                Form::If(Box::new([next(), next(), next()]))
            }
            "MOVE" => <[Node; 3]>::try_from(parts)
                .map_or_else(|_| Form::Fault("MOVE lacks an argument".into()), |p| Form::Move(Box::new(p))),
            _ => {
                let Kind::Var(v) = &arguments[0].bare().kind else {
                    let hint = format!("write {name}($V,from,to,what)");
                    return self.wrong(
                        arguments[0].span,
                        "the first argument of a loop is its variable",
                        hint,
                    );
                };
                let var = self.var(v, arguments[0].span);
                let rest: Vec<Node> = parts.into_iter().skip(1).collect();
                match <[Node; 3]>::try_from(rest) {
                    Ok(p) => Form::Loop { all: name == "FORALL", var, parts: Box::new(p) },
                    Err(_) => Form::Fault("the loop lacks an argument".into()),
                }
            }
        }
    }
}

/// The loop variables of an expression.
pub(crate) fn loop_vars(e: &Expr, out: &mut Vec<String>) {
    if let Kind::Call(name, arguments) = &e.kind
        && (name == "FORALL" || name == "FORSOME")
        && let Some(Kind::Var(v)) = arguments.first().map(|a| &a.bare().kind)
        && !out.contains(v)
    {
        out.push(v.clone());
    }
    e.parts().into_iter().for_each(|p| loop_vars(p, out));
}
