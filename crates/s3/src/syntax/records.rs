//! The keys of each section: what fills which record.

use super::habits;
use super::sections::{Entry, Reader};
use super::tree::{
    At, Choice, Colour, Element, ElementType, End, Kind, Location, LocationType, Picture, Repetition, Rule,
    Scoring, Seen, Shape,
};
use crate::diagnostic::Span;
use std::str::FromStr;

/// Records of one kind that are kept; fewer are allowed.
pub(crate) const MOST_RECORDS: usize = 8192;

impl Reader<'_> {
    fn number<T: FromStr>(&mut self, entry: &Entry<'_>, what: &str, trim: bool) -> Option<T> {
        let text = if trim || self.two() { entry.value.trim() } else { entry.value };
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.report.error_hint(entry.value_span(), format!("'{}' is not a {what}", entry.value), "");
        }
        parsed
    }

    fn real(&mut self, entry: &Entry<'_>) -> Option<f64> {
        if self.two() {
            return self.number(entry, "number", true);
        }
        let parsed = habits::real(entry.value);
        if parsed.is_none() {
            self.report.error_hint(entry.value_span(), format!("'{}' is not a number", entry.value), "");
        }
        parsed
    }

    fn int(&mut self, entry: &Entry<'_>) -> Option<i32> {
        self.number(entry, "whole number", false)
    }

    /// Two whole numbers; `tight` refuses blanks round the comma.
    fn pair(&mut self, entry: &Entry<'_>, tight: bool) -> Option<(i32, i32)> {
        let tight = tight && !self.two();
        let part = |p: &str| if tight { p.parse::<i32>().ok() } else { p.trim().parse().ok() };
        // More numbers than two are not looked at.
        let mut parts = entry.value.split(',').take(if self.two() { usize::MAX } else { 2 });
        let first = parts.next().and_then(part);
        let second = parts.next().and_then(part).filter(|_| parts.next().is_none());
        let found = first.zip(second);
        if found.is_none() {
            let hint = if tight { "write x,y without blanks" } else { "write x,y" };
            self.report.error_hint(entry.value_span(), format!("'{}' is not a point", entry.value), hint);
        }
        found
    }

    /// The record being filled, or an error when `name=` has not come yet.
    fn current(&mut self, entry: &Entry<'_>) -> Option<usize> {
        if self.record.is_none() {
            let message = format!("'{}' before the first name of the section", entry.key.trim());
            self.report.error_hint(entry.span, message, "a record starts with name= (or situation=)");
        }
        self.record
    }

    /// Starts a record: replaces the one of that name or adds a new one.
    fn begin<T>(list: &mut Vec<T>, fresh: T, same: impl Fn(&T) -> bool) -> (usize, bool) {
        // Far too many anyway: the file is refused, and looking for names must not take for ever.
        if list.len() >= MOST_RECORDS {
            return (list.len() - 1, false);
        }
        match list.iter().position(same) {
            Some(i) => {
                list[i] = fresh;
                (i, true)
            }
            None => {
                list.push(fresh);
                (list.len() - 1, false)
            }
        }
    }

    fn replaced(&mut self, again: bool, what: &str, entry: &Entry<'_>) {
        if again {
            let message = format!("the {what} '{}' is declared again; the last one counts", entry.value);
            self.report.warn(entry.value_span(), message, "remove one of them");
        }
    }

    pub(crate) fn colour(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            self.file.colours.push(Colour { name: entry.value.to_string(), state: 1, ..Colour::default() });
            self.record = Some(self.file.colours.len() - 1);
            return;
        }
        let Some(i) = self.current(entry) else { return };
        match key {
            "state" | "sizeMin" | "sizeMax" => {
                let Some(n) = self.int(entry) else { return };
                let colour = &mut self.file.colours[i];
                match key {
                    "state" => colour.state = n,
                    "sizeMin" => colour.size.0 = n,
                    _ => colour.size.1 = n,
                }
            }
            _ => {
                let Some(x) = self.real(entry) else { return };
                let colour = &mut self.file.colours[i];
                match key {
                    "hueMin" => colour.hue.0 = x,
                    "hueMax" => colour.hue.1 = x,
                    "saturationMin" => colour.saturation.0 = x,
                    "saturationMax" => colour.saturation.1 = x,
                    "valueMin" => colour.value.0 = x,
                    _ => colour.value.1 = x,
                }
            }
        }
    }

    pub(crate) fn element_type(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            let name = entry.value.to_string();
            let fresh = ElementType { name: name.clone(), span: entry.span, ..ElementType::default() };
            let (i, again) = Self::begin(&mut self.file.element_types, fresh, |t| t.name == name);
            self.record = Some(i);
            self.replaced(again, "element type", entry);
            return;
        }
        if key == "image" && !self.two() {
            self.image = Some(entry.value.to_string());
            return;
        }
        let Some(i) = self.current(entry) else { return };
        match key {
            "states" => {
                let Some(n) = self.int(entry) else { return };
                if n < 0 {
                    self.report.error(entry.value_span(), "a type cannot have fewer than no states");
                } else {
                    self.file.element_types[i].states = n;
                    self.file.element_types[i].pictures.clear();
                }
            }
            "image" => self.image = Some(entry.value.to_string()),
            _ => {
                let Some(point) = self.pair(entry, true) else { return };
                let kind = &mut self.file.element_types[i];
                if kind.pictures.len() >= usize::try_from(kind.states).unwrap_or(0) {
                    let message =
                        format!("point {} of a type with {} states", kind.pictures.len() + 1, kind.states);
                    self.report.error_hint(
                        entry.span,
                        message,
                        "states= must come before point=, one point a state",
                    );
                    return;
                }
                kind.pictures.push(Picture { file: self.image.clone().unwrap_or_default(), point });
            }
        }
    }

    pub(crate) fn location_type(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            let name = entry.value.to_string();
            let fresh = LocationType {
                name: name.clone(),
                relevant: true,
                picture: None,
                shape: None,
                visible: Seen::All,
                registered: false,
                span: entry.span,
            };
            // In dialect 1 the type of before counts until this one is registered by its point.
            let two = self.two();
            let same = |t: &LocationType| t.name == name && (two || !t.registered);
            let before = self.file.location_types.iter().any(|t| t.name == name);
            let (i, _) = Self::begin(&mut self.file.location_types, fresh, same);
            self.record = Some(i);
            self.replaced(before, "location type", entry);
            return;
        }
        if key == "image" && !self.two() {
            self.image = Some(entry.value.to_string());
            return;
        }
        let Some(i) = self.current(entry) else { return };
        match key {
            "relevant" => {
                let yes = entry.value.eq_ignore_ascii_case("yes");
                if !yes && !entry.value.eq_ignore_ascii_case("no") {
                    let message = format!("'{}' is neither yes nor no and counts as no", entry.value);
                    self.report.warn(entry.value_span(), message, "write relevant=no");
                }
                self.file.location_types[i].relevant = yes;
            }
            "image" => self.image = Some(entry.value.to_string()),
            "shape" => {
                let shape = shape(entry.value);
                if shape.is_none() && !self.two() && !shapeless(entry.value) {
                    let hint = "the shapes are circle(r) and rectangular(a,b), with whole numbers";
                    self.report.error_hint(entry.value_span(), format!("no shape '{}'", entry.value), hint);
                } else if shape.is_none() {
                    let hint = "the shapes are circle(r) and rectangular(a,b)";
                    self.report.warn(entry.value_span(), format!("no shape '{}'", entry.value), hint);
                }
                self.file.location_types[i].shape = shape;
            }
            "visible" => self.visible(i, entry),
            _ => {
                let Some(point) = self.pair(entry, false) else { return };
                let image = self.image.clone();
                let kind = &mut self.file.location_types[i];
                kind.picture = Some(Picture { file: image.unwrap_or_default(), point });
                kind.registered = true;
                let name = kind.name.clone();
                let mut at = 0;
                self.file.location_types.retain(|t| {
                    at += 1;
                    at > i || t.name != name
                });
                self.record = self.file.location_types.iter().position(|t| t.name == name);
            }
        }
    }

    fn visible(&mut self, i: usize, entry: &Entry<'_>) {
        let value = entry.value.trim();
        let seen = match value {
            "all" => Some(Seen::All),
            "nobody" => Some(Seen::By(Vec::new())),
            _ => value
                .split(',')
                .map(|p| p.trim().parse::<u8>().ok().filter(|&n| n > 0))
                .collect::<Option<_>>()
                .map(Seen::By),
        };
        match seen {
            Some(seen) => self.file.location_types[i].visible = seen,
            None => self.report.error_hint(
                entry.value_span(),
                format!("'{value}' does not say who sees it"),
                "write all, nobody, or numbers of players such as 1,3",
            ),
        }
    }

    pub(crate) fn location(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            let name = entry.value.to_string();
            self.indexed(entry);
            // To the original a location that never gets a type is interchangeable.
            let fresh = Location {
                name: name.clone(),
                relevant: self.two(),
                span: entry.value_span(),
                ..Location::default()
            };
            let (i, again) = Self::begin(&mut self.file.locations, fresh, |l| l.name == name);
            self.record = Some(i);
            self.replaced(again, "location", entry);
            return;
        }
        let Some(i) = self.current(entry) else { return };
        match key {
            "type" => {
                let mut named = self.file.location_types.iter().filter(|t| t.name == entry.value);
                let first = named.next();
                let kind = first.into_iter().chain(named).max_by_key(|t| t.registered);
                match kind {
                    Some(t) if t.registered => {
                        self.file.locations[i].relevant = t.relevant;
                        self.file.locations[i].kind = Some(entry.value.to_string());
                    }
                    Some(_) => self.report.error_hint(
                        entry.value_span(),
                        format!("the location type '{}' has no point and so does not exist", entry.value),
                        "add point=x,y to the type",
                    ),
                    None => {
                        let names = self.file.location_types.iter().map(|t| t.name.as_str());
                        let hint = game::nearest(entry.value, names).map_or(
                            "[LOCATION TYPES] must come before the locations that use them".to_string(),
                            |n| format!("did you mean '{n}'?"),
                        );
                        let message = format!("unknown location type '{}'", entry.value);
                        self.report.error_hint(entry.value_span(), message, hint);
                    }
                }
            }
            "point" => self.file.locations[i].point = self.pair(entry, false),
            "camera" => self.file.locations[i].camera = self.pair(entry, false),
            _ => {
                let parts: Option<Vec<f64>> =
                    habits::commas(entry.value).into_iter().map(habits::real).collect();
                match parts.and_then(|p| <[f64; 10]>::try_from(p).ok()) {
                    Some(angles) => self.file.locations[i].robot = Some(angles),
                    None => self.report.error_hint(
                        entry.value_span(),
                        "robot= takes ten numbers",
                        "five angles above the location and five at it, separated by commas",
                    ),
                }
            }
        }
    }

    /// Checks the form `base` or `base(i,j)` of a name.
    fn indexed(&mut self, entry: &Entry<'_>) {
        let name = entry.value;
        let usual = !name.contains('(')
            || name.ends_with(')') && habits::indexes(name).is_some_and(|i| !i.is_empty());
        let hint = "write base or base(1,2) with whole numbers";
        let message = format!("'{name}' is not an indexed name");
        match habits::indexes(name) {
            Some(_) if usual => {}
            Some(_) if !self.two() => self.report.warn(entry.value_span(), message, hint),
            _ => self.report.error_hint(entry.value_span(), message, hint),
        }
        if name.contains([' ', '\t']) && !self.two() {
            let hint = "blanks vanish from texts and patterns, so nothing can ever name it";
            self.report.warn(entry.value_span(), format!("the name '{name}' contains a blank"), hint);
        }
    }

    pub(crate) fn player(&mut self, _key: &str, entry: &Entry<'_>) {
        if entry.key.eq_ignore_ascii_case("score") {
            if let Some(n) = self.int(entry) {
                self.file.score = n;
            }
            return;
        }
        let count = self.file.players.len();
        let name = entry.value.to_string();
        match entry.key.parse::<usize>().ok().filter(|&n| n >= 1) {
            None => self.report.error_hint(
                entry.span,
                format!("'{}' is not a number of a player", entry.key),
                "write 1=name, 2=name, ... or score=n",
            ),
            Some(n) if n == count + 1 => self.file.players.push(name),
            Some(n) if n <= count => {
                self.file.players[n - 1] = name;
                if !self.two() {
                    self.file.players.push(String::new());
                    let message = format!("player {n} is declared again, which also adds a nameless player");
                    self.report.warn(entry.span, message, "remove one of them");
                }
            }
            Some(n) => self.report.error_hint(
                entry.span,
                format!("player {n} comes before player {}", count + 1),
                "number the players 1, 2, ... in order",
            ),
        }
    }

    pub(crate) fn element(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            let name = entry.value.to_string();
            self.indexed(entry);
            let fresh =
                Element { name: name.clone(), state: 1, span: entry.value_span(), ..Element::default() };
            let (i, again) = Self::begin(&mut self.file.elements, fresh, |l| l.name == name);
            self.record = Some(i);
            self.replaced(again, "element", entry);
            return;
        }
        let Some(i) = self.current(entry) else { return };
        let at = At { value: entry.value.to_string(), span: entry.value_span() };
        match key {
            "type" => self.file.elements[i].kind = Some(at),
            "location" => self.file.elements[i].location = Some(at),
            _ => {
                let Some(n) = self.int(entry) else { return };
                let element = &mut self.file.elements[i];
                match key {
                    "player" => element.player = n,
                    "state" => element.state = n,
                    _ => element.zindex = n,
                }
            }
        }
    }

    pub(crate) fn scoring(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "situation" {
            self.record = None;
            if let Some(situation) = self.expr(entry) {
                self.file.scorings.push(Scoring { situation, players: Vec::new(), scores: Vec::new() });
                self.record = Some(self.file.scorings.len() - 1);
            }
            return;
        }
        let parsed = self.expr(entry);
        let Some(i) = self.current(entry) else { return };
        let Some(expr) = parsed else { return };
        match key {
            "player" => self.file.scorings[i].players.push(expr),
            _ => self.file.scorings[i].scores.push(expr),
        }
    }

    /// Warns of a situation whose winner never came.
    pub(crate) fn no_winner(&mut self) {
        if let Some(left) = self.situation.take() {
            self.report.warn(
                left.span,
                "a situation without a winner has no effect",
                "add winner=0 for a draw",
            );
        }
    }

    /// `repetition=3`, and the winner that may follow it.
    fn repetition(&mut self, entry: &Entry<'_>) {
        match entry.value.trim().parse() {
            Ok(times @ 2..=1000) => {
                if self.file.repetition.is_some() {
                    self.report.error_hint(entry.span, "a second repetition=", "remove one of them");
                }
                self.file.repetition = Some(Repetition { times, mover_wins: false });
                self.repeating = true;
            }
            _ => self.report.error_hint(
                entry.value_span(),
                "how often a position may come is a number from 2 to 1000",
                "write repetition=3",
            ),
        }
    }

    pub(crate) fn end(&mut self, key: &str, entry: &Entry<'_>) {
        let repeating = std::mem::take(&mut self.repeating);
        if key == "repetition" {
            self.no_winner();
            return self.repetition(entry);
        }
        let Some(expr) = self.expr(entry) else { return };
        if let (true, "winner", Some(rule)) = (repeating, key, &mut self.file.repetition) {
            match &expr.bare().kind {
                Kind::Int(0) => {}
                Kind::Call(name, arguments) if name == "PLAYER" && arguments.is_empty() => {
                    rule.mover_wins = true
                }
                _ => self.report.error_hint(
                    entry.value_span(),
                    "a position that returns is a draw or won by the player to move then",
                    "write winner=0 or winner=PLAYER",
                ),
            }
            return;
        }
        if key == "situation" {
            self.no_winner();
            self.situation = Some(expr);
            self.record = None;
            return;
        }
        match (self.situation.take(), self.record) {
            (Some(situation), _) => {
                self.file.ends.push(End { situation: Some(situation), winner: expr });
                self.record = Some(self.file.ends.len() - 1);
            }
            (None, Some(i)) if !self.two() => {
                // The situation is still the last one: its winner is replaced.
                self.file.ends[i].winner = expr;
                self.report.warn(entry.span, "a second winner replaces the first", "remove one of them");
            }
            (None, _) => {
                // Filed as a mistake when it is resolved.
                self.file.ends.push(End { situation: None, winner: expr });
                self.record = Some(self.file.ends.len() - 1);
            }
        }
    }

    fn choice(&mut self, entry: &Entry<'_>) {
        match entry.value.trim() {
            "total" => self.file.choice = Choice::Total,
            "single" => self.file.choice = Choice::Single,
            other => self.report.error_hint(
                entry.value_span(),
                format!("'{other}' does not say which of several rules counts"),
                "write total, or single for the way of dialect 1",
            ),
        }
    }

    pub(crate) fn rule(&mut self, key: &str, entry: &Entry<'_>) {
        if key == "name" {
            let name = entry.value.to_string();
            let fresh = Rule { name: name.clone(), span: entry.span, ..Rule::default() };
            let (i, again) = Self::begin(&mut self.file.rules, fresh, |r| r.name == name);
            self.record = Some(i);
            self.replaced(again, "rule", entry);
            return;
        }
        if key == "choice" {
            self.choice(entry);
            return;
        }
        let pattern = matches!(key, "element" | "from" | "to");
        let text = if pattern { self.text(entry) } else { None };
        let expr = if pattern { None } else { self.expr(entry) };
        let Some(i) = self.current(entry) else { return };
        let span: Span = entry.value_span();
        let rule = &mut self.file.rules[i];
        let text = text.map(|value| At { value, span });
        match key {
            "element" => rule.element = text,
            "from" => rule.from = text,
            "to" => rule.to = text,
            "state" => rule.state = expr,
            "player" => rule.player = expr,
            "condition" => rule.condition = expr,
            "awardPlayer" => rule.award_players.extend(expr),
            "withScore" => rule.with_scores.extend(expr),
            _ => rule.followup = expr,
        }
    }
}

/// Whether a text without a shape is tolerated: a well-formed name of something else.
fn shapeless(text: &str) -> bool {
    let base = text.split('(').next().unwrap_or("");
    habits::indexes(text).is_some() && base != "circle" && base != "rectangular"
}

/// `circle(r)` or `rectangular(a,b)`; further indexes are ignored.
fn shape(text: &str) -> Option<Shape> {
    let (base, _) = text.split_once('(')?;
    let numbers = habits::indexes(text)?;
    match (base, numbers.as_slice()) {
        ("circle", [r, ..]) => Some(Shape::Circle(*r)),
        ("rectangular", [a, b, ..]) => Some(Shape::Rectangle(*a, *b)),
        _ => None,
    }
}
