//! Lines to sections and records. Keeps the original's habits in dialect 1 (short lines vanish, unknown keys are
//! ignored, a name used again replaces the record) and says so; dialect 2 is strict where the original is silent.

use super::records::MOST_RECORDS;
use super::tree::{Dialect, Expr, File, Function, Text};
use super::{habits, parse, pattern};
use crate::diagnostic::{Report, Span};
use game::nearest;

/// Files longer than this are refused.
pub(crate) const LONGEST: usize = 4 << 20;

/// A section of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Board,
    Colours,
    ElementTypes,
    LocationTypes,
    Locations,
    Players,
    Elements,
    Expressions,
    Start,
    Scorings,
    Ends,
    Rules,
    Labels,
    /// An unknown one; its lines are skipped.
    Unknown,
}

const SECTIONS: [(&str, Section); 13] = [
    ("BOARD", Section::Board),
    ("REALBOARD ELEMENT TYPES", Section::Colours),
    ("ELEMENT TYPES", Section::ElementTypes),
    ("LOCATION TYPES", Section::LocationTypes),
    ("LOCATIONS", Section::Locations),
    ("PLAYER NAMES", Section::Players),
    ("MOVABLE ELEMENTS", Section::Elements),
    ("EXPRESSIONS", Section::Expressions),
    ("START", Section::Start),
    ("SCORINGS", Section::Scorings),
    ("END OF GAME", Section::Ends),
    ("GAME RULES", Section::Rules),
    ("LABELS", Section::Labels),
];

/// The keys a section knows.
pub(crate) fn keys(section: Section) -> &'static [&'static str] {
    match section {
        Section::Board => &["image"],
        Section::Colours => &[
            "name",
            "state",
            "hueMin",
            "hueMax",
            "saturationMin",
            "saturationMax",
            "valueMin",
            "valueMax",
            "sizeMin",
            "sizeMax",
        ],
        Section::ElementTypes => &["name", "states", "image", "point"],
        Section::LocationTypes => &["name", "relevant", "image", "shape", "point", "visible"],
        Section::Locations => &["name", "type", "point", "camera", "robot"],
        Section::Players => &["score"],
        Section::Elements => &["name", "type", "player", "location", "state", "zindex"],
        Section::Scorings => &["situation", "player", "score"],
        Section::Ends => &["situation", "winner", "repetition"],
        Section::Start => &["do"],
        Section::Rules => &[
            "name",
            "element",
            "from",
            "to",
            "state",
            "player",
            "condition",
            "awardPlayer",
            "withScore",
            "followup",
            "choice",
        ],
        Section::Expressions | Section::Labels | Section::Unknown => &[],
    }
}

/// A `key=value` line.
pub(crate) struct Entry<'t> {
    pub(crate) key: &'t str,
    pub(crate) value: &'t str,
    /// Byte at which the value starts.
    pub(crate) base: usize,
    /// The whole line.
    pub(crate) span: Span,
}

impl Entry<'_> {
    pub(crate) fn value_span(&self) -> Span {
        Span::new(self.base, self.base + self.value.len())
    }
}

pub(crate) struct Reader<'t> {
    pub(crate) report: &'t mut Report,
    pub(crate) file: File,
    section: Section,
    /// The record being filled: an index into the list of the section.
    pub(crate) record: Option<usize>,
    /// The records left unfinished in other sections: in dialect 1 a section opened again goes on where it was left.
    left: Vec<(Section, usize)>,
    /// The remembered picture of an element type or location type.
    pub(crate) image: Option<String>,
    /// The situation waiting for its winner.
    pub(crate) situation: Option<Expr>,
    /// The last line was `repetition=`, whose winner may follow.
    pub(crate) repeating: bool,
    function: Option<Function>,
}

/// Reads a whole file.
pub fn read(text: &str, report: &mut Report) -> File {
    let mut dialect = Dialect::One;
    let mut lines = Vec::new();
    let mut base = 0;
    if text.len() > LONGEST {
        report.error(Span::new(0, 0), format!("the file is longer than {LONGEST} bytes"));
        return File::new(dialect);
    }
    // CR, LF and CRLF end a line; of CRLF the empty line between is dropped here.
    for raw in text.split(['\n', '\r']) {
        let line = habits::trim(raw);
        let start = base + raw.find(|c| c > ' ').unwrap_or(0);
        base += raw.len() + 1;
        if !line.is_empty() {
            lines.push((line, start));
        }
    }
    let heads = |line: &str| line.eq_ignore_ascii_case("[S3 2]") || line.eq_ignore_ascii_case("[S3 1]");
    let first = lines.iter().position(|(line, _)| !line.starts_with("//"));
    if let Some(i) = first.filter(|&i| heads(lines[i].0)) {
        if lines[i].0.ends_with("2]") {
            dialect = Dialect::Two;
        }
        lines.remove(i);
    }
    let mut reader = Reader {
        report,
        file: File::new(dialect),
        section: Section::Board,
        record: None,
        left: Vec::new(),
        image: None,
        situation: None,
        repeating: false,
        function: None,
    };
    for (line, start) in lines {
        reader.line(line, start);
    }
    reader.close_section();
    reader.close_file();
    reader.file
}

impl<'t> Reader<'t> {
    pub(crate) fn two(&self) -> bool {
        self.file.dialect == Dialect::Two
    }

    fn line(&mut self, line: &str, start: usize) {
        let span = Span::new(start, start + line.len());
        if line.starts_with("//") {
            return;
        }
        if !self.two() && line.encode_utf16().count() < 2 {
            self.report.warn(
                span,
                "a line of one character is ignored",
                "write it with two characters, e.g. (5)",
            );
            return;
        }
        if line.starts_with('[') {
            self.header(line, span);
            return;
        }
        match self.section {
            Section::Unknown => {}
            Section::Expressions => self.expression_line(line, start, span),
            _ => self.entry(line, start, span),
        }
    }

    fn header(&mut self, line: &str, span: Span) {
        self.close_section();
        if !line.ends_with(']') {
            self.report.warn(
                span,
                "a section header without its ]",
                "the last character is dropped whatever it is",
            );
        }
        let mut inner = line.chars();
        inner.next();
        inner.next_back();
        let name = inner.as_str().to_uppercase();
        let known = |s: &Section| self.two() || !matches!(s, Section::Start | Section::Labels);
        let found = SECTIONS.iter().find(|(n, s)| *n == name && known(s));
        self.section = found.map_or(Section::Unknown, |f| f.1);
        let left = self.left.iter().find(|l| l.0 == self.section);
        self.record = left.map(|l| l.1);
        if found.is_none() {
            let hint = nearest(&name, SECTIONS.iter().map(|s| s.0))
                .map_or("the sections are listed in the reference".to_string(), |n| {
                    format!("did you mean [{n}]?")
                });
            self.report.error_hint(span, format!("unknown section '{}'", inner.as_str()), hint);
        }
    }

    fn close_section(&mut self) {
        if self.two() {
            self.close_file();
            self.record = None;
            self.image = None;
            return;
        }
        self.left.retain(|l| l.0 != self.section);
        self.left.extend(self.record.map(|i| (self.section, i)));
    }

    /// What is still open at the end of the file (in dialect 2: of the section).
    fn close_file(&mut self) {
        if let Some(function) = self.function.take() {
            if !function.stray {
                self.report.warn(
                    function.span,
                    format!("the expression '{}' has no END", function.name),
                    "write END after its last line",
                );
            }
            self.define(function);
        }
        self.no_winner();
    }

    fn entry(&mut self, line: &str, start: usize, span: Span) {
        let Some(eq) = line.find('=') else {
            self.report.error_hint(span, "this line has no '='", "every line here is key=value");
            return;
        };
        let (mut key, mut value, mut base) = (&line[..eq], &line[eq + 1..], start + eq + 1);
        if self.two() {
            key = key.trim_end();
            base += value.len() - value.trim_start().len();
            value = value.trim_start();
        }
        if self.section == Section::Labels {
            self.label(&Entry { key, value, base, span });
            return;
        }
        let exact = self.section == Section::Board && !self.two();
        let known =
            keys(self.section).iter().find(|k| if exact { **k == key } else { k.eq_ignore_ascii_case(key) });
        let player = self.section == Section::Players;
        let newer = matches!(known, Some(&("visible" | "choice" | "repetition"))) && !self.two();
        let Some(&known) = known.filter(|_| !newer).or(player.then_some(&"n")) else {
            self.unknown_key(key, Span::new(start, start + eq));
            return;
        };
        let entry = Entry { key, value, base, span };
        match self.section {
            Section::Board => self.file.board = Some(value.to_string()),
            Section::Colours => self.colour(known, &entry),
            Section::ElementTypes => self.element_type(known, &entry),
            Section::LocationTypes => self.location_type(known, &entry),
            Section::Locations => self.location(known, &entry),
            Section::Players => self.player(known, &entry),
            Section::Elements => self.element(known, &entry),
            Section::Start => {
                if let Some(e) = self.expr(&entry) {
                    self.file.start.push(e);
                }
            }
            Section::Scorings => self.scoring(known, &entry),
            Section::Ends => self.end(known, &entry),
            Section::Rules => self.rule(known, &entry),
            Section::Expressions | Section::Labels | Section::Unknown => {}
        }
    }

    fn unknown_key(&mut self, key: &str, span: Span) {
        let near = nearest(key.trim(), keys(self.section).iter().copied());
        let trimmed =
            key.trim() != key && keys(self.section).iter().any(|k| k.eq_ignore_ascii_case(key.trim()));
        let hint = match near {
            _ if trimmed => "no blank may stand before the '='".to_string(),
            Some(n) => format!("did you mean '{n}'?"),
            None => format!("this section knows {}", keys(self.section).join(", ")),
        };
        if self.two() {
            self.report.error_hint(span, format!("unknown key '{key}'"), hint);
        } else {
            self.report.warn(span, format!("unknown key '{key}' is ignored"), hint);
        }
    }

    pub(crate) fn expr(&mut self, entry: &Entry<'_>) -> Option<Expr> {
        parse::expression(entry.value, entry.base, self.file.dialect, self.report)
    }

    pub(crate) fn text(&mut self, entry: &Entry<'_>) -> Option<Text> {
        pattern(entry.value, entry.base, self.file.dialect, self.report)
    }

    fn expression_line(&mut self, line: &str, start: usize, span: Span) {
        if self.function.is_none() {
            let header = self.function_header(line, span);
            self.function = Some(header);
            return;
        }
        if line.eq_ignore_ascii_case("END") {
            if let Some(function) = self.function.take() {
                self.define(function);
            }
            return;
        }
        let dialect = self.file.dialect;
        let Some(function) = self.function.as_mut() else { return };
        if dialect == Dialect::Two {
            for (word, list) in [("LOCAL", &mut function.locals), ("GLOBAL", &mut function.globals)] {
                let Some(names) = line.strip_prefix(word).filter(|rest| rest.starts_with([' ', '\t'])) else {
                    continue;
                };
                for name in names.split(',').map(str::trim) {
                    match name.strip_prefix('$').filter(|n| !n.is_empty()) {
                        Some(name) => list.push(name.to_string()),
                        None => {
                            self.report.error_hint(span, format!("'{name}' is not a variable"), "write $NAME")
                        }
                    }
                }
                return;
            }
        }
        if let Some(expr) = parse::expression(line, start, dialect, self.report) {
            function.body.push(expr);
        }
    }

    fn function_header(&mut self, line: &str, span: Span) -> Function {
        let mut function = Function { span, ..Function::default() };
        let Some(open) = line.find('(') else {
            function.name = line.to_string();
            function.stray = line.eq_ignore_ascii_case("END");
            if function.stray {
                self.report.warn(span, "a superfluous END opens an expression called END", "remove it");
            }
            return function;
        };
        function.name = line[..open].to_string();
        if self.two() {
            function.name = function.name.trim_end().to_string();
        } else if function.name.ends_with([' ', '\t']) {
            let hint = "remove the blank before the parenthesis: as it stands nothing can call it";
            self.report.warn(span, format!("the name '{}' ends with a blank", function.name), hint);
        }
        let mut inner = line[open + 1..].chars();
        if inner.next_back() != Some(')') {
            self.report.warn(
                span,
                "the header does not end with )",
                "the last character is dropped whatever it is",
            );
        }
        let inner = inner.as_str();
        let formals = if self.two() { inner.split(',').collect() } else { habits::commas(inner) };
        for formal in formals.into_iter().map(str::trim) {
            match formal.strip_prefix('$').filter(|f| !f.is_empty() || !self.two()) {
                Some(name) => function.formals.push(name.to_string()),
                None if self.two() && formal.is_empty() => {}
                None => {
                    let message = format!("the formal '{formal}' is not a variable");
                    self.report.error_hint(span, message, "formals are written $NAME");
                }
            }
        }
        function
    }

    fn define(&mut self, function: Function) {
        if self.file.functions.len() >= MOST_RECORDS {
            return;
        }
        let old = self.file.functions.iter().position(|f| f.name == function.name);
        match old {
            Some(i) => {
                if !function.stray {
                    let message =
                        format!("the expression '{}' is defined again; the last one counts", function.name);
                    self.report.warn(function.span, message, "rename one of them");
                }
                self.file.functions[i] = function;
            }
            None => self.file.functions.push(function),
        }
    }
}
