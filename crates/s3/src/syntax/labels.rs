//! The section `[LABELS]` of dialect 2: what things are called, in each language. `token green.en=green frog`.

use super::records::MOST_RECORDS;
use super::sections::{Entry, Reader};
use super::tree::{Expr, File, Kind, Label, Labelled};
use crate::diagnostic::Report;
use game::{Lang, nearest};
use std::collections::BTreeSet;

/// Longer labels are refused: nobody reads them.
const LONGEST: usize = 1_000;

impl Reader<'_> {
    pub(crate) fn label(&mut self, entry: &Entry<'_>) {
        let hint = "write the kind, the name and the language: token NAME.en=words; the kinds are game, token, place, \
                    player, move, expression and variable, the languages en, cs and sk";
        let Some((what, lang)) = entry.key.rsplit_once('.') else {
            self.report.error_hint(entry.span, format!("'{}' names no language", entry.key), hint);
            return;
        };
        let Ok(lang) = lang.trim().parse::<Lang>() else {
            self.report.error_hint(entry.span, format!("'{}' is not a language", lang.trim()), hint);
            return;
        };
        let (word, name) = what.trim().split_once([' ', '\t']).unwrap_or((what.trim(), ""));
        let name = name.trim();
        let Some(of) = Labelled::ALL.into_iter().find(|of| of.word().eq_ignore_ascii_case(word)) else {
            let near = nearest(word, Labelled::ALL.iter().map(|of| of.word()));
            let hint = near.map_or(hint.to_string(), |near| format!("did you mean '{near}'?"));
            self.report.error_hint(entry.span, format!("'{word}' is nothing that has a label"), hint);
            return;
        };
        let fault = match () {
            () if (of == Labelled::Game) != name.is_empty() => {
                Some("a label needs a name, and the game none")
            }
            () if entry.value.trim().is_empty() => Some("a label without words"),
            () if entry.value.len() > LONGEST => Some("a label longer than 1000 bytes"),
            () if self.file.labels.len() >= MOST_RECORDS => Some("there are too many labels"),
            () if self.file.label(of, name, lang).is_some() => Some("a second label for the same"),
            () => None,
        };
        if let Some(fault) = fault {
            self.report.error_hint(entry.span, fault, hint);
            return;
        }
        let text = entry.value.trim().to_string();
        self.file.labels.push(Label { of, name: name.to_string(), lang, text, span: entry.span });
    }
}

/// The name before the numbers: `b` of `b(1,2)`.
pub(crate) fn family(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

/// The variables that are read or set somewhere.
fn variables(file: &File) -> BTreeSet<&str> {
    let rules = file.rules.iter().flat_map(|r| {
        [&r.state, &r.player, &r.condition, &r.followup].into_iter().flatten().chain(&r.with_scores)
    });
    let ends = file.ends.iter().flat_map(|e| e.situation.iter().chain([&e.winner]));
    let scorings = file.scorings.iter().flat_map(|s| [&s.situation].into_iter().chain(&s.scores));
    let bodies = file.functions.iter().flat_map(|f| &f.body);
    let mut waiting: Vec<&Expr> =
        rules.chain(ends).chain(scorings).chain(bodies).chain(&file.start).collect();
    let mut found = BTreeSet::new();
    while let Some(e) = waiting.pop() {
        if let Kind::Var(name) = &e.kind {
            found.insert(name.as_str());
        }
        waiting.extend(e.parts());
    }
    found
}

/// Warns of labels of things that do not exist.
pub(crate) fn unused(file: &File, report: &mut Report) {
    let numbers: Vec<String> = (1..=file.players.len()).map(|n| n.to_string()).collect();
    let variables = variables(file);
    for label in &file.labels {
        let known: Vec<&str> = match label.of {
            Labelled::Game => continue,
            Labelled::Token => file.element_types.iter().map(|t| t.name.as_str()).collect(),
            Labelled::Place => file.locations.iter().map(|l| family(&l.name)).collect(),
            Labelled::Player => numbers.iter().map(String::as_str).collect(),
            Labelled::Move => file.rules.iter().map(|r| r.name.as_str()).collect(),
            Labelled::Expression => file.functions.iter().map(|f| f.name.as_str()).collect(),
            Labelled::Variable => variables.iter().copied().collect(),
        };
        if !known.contains(&label.name.as_str()) {
            // Files with so many names that comparing would take long are written by no person.
            let few = known.len() * file.labels.len() <= 100_000 && label.name.len() <= 100;
            let near = nearest(&label.name, known.iter().copied().filter(|k| few && k.len() <= 100));
            let hint = near.map_or("compare it with the names declared".to_string(), |near| {
                format!("did you mean '{near}'?")
            });
            let message = format!("there is no {} '{}' to have a label", label.of.word(), label.name);
            report.warn(label.span, message, hint);
        }
    }
}
