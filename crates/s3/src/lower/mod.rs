//! Second stage: names become numbers, forms and types are checked. What the original would only notice while playing
//! (an unknown name, a wrong number of arguments) is reported here and becomes a fault at its place.

mod check;
mod pattern;
mod resolve;
mod slips;
mod tree;

pub use pattern::fit;
pub(crate) use tree::*;

use crate::diagnostic::Report;
use crate::program::{NONE, Names};
use crate::syntax::{At, Choice, Dialect, File, LocationType, Text};
use resolve::Resolver;
pub(crate) use resolve::loop_vars;

/// More locations, elements or players than these are refused.
const MOST_CELLS: usize = 4096;
const MOST_ELEMENTS: usize = 4096;
const MOST_PLAYERS: usize = 64;
const MOST_RULES: usize = 1000;
const MOST_TYPES: usize = 1000;
const MOST_FUNCTIONS: usize = 4000;

/// Resolves a file; `None` when it is so wrong that there is no game.
pub(crate) fn lower(file: File, report: &mut Report) -> Option<Model> {
    if !limits(&file, report) {
        return None;
    }
    check::tree(&file, report);
    let mut names = Names::default();
    let empty = names.intern("");
    let cells = cells(&file, &mut names);
    let relevant = cells.iter().filter(|c| c.relevant).count();
    let elements = elements(&file, &mut names, &cells, report);
    let mut resolver = Resolver::new(&file, names, report);
    let functions = resolver.functions();
    let start = file.start.iter().map(|e| resolver.node(e)).collect();
    let scorings = file
        .scorings
        .iter()
        .map(|s| {
            let situation = resolver.node(&s.situation);
            let pairs = resolver.pairs(&s.players, &s.scores);
            (situation, pairs)
        })
        .collect();
    let ends = file.ends.iter().map(|e| (resolver.situation(e), resolver.node(&e.winner))).collect();
    let rules = file.rules.iter().map(|r| rule(r, &file, &cells, &elements, &mut resolver)).collect();
    let (names, vars, templates) = resolver.finish();
    if templates.len().saturating_mul(names.len()) > 20_000_000 {
        report.error(Default::default(), "too many different texts");
    }
    if report.fatal() {
        return None;
    }
    let model = Model {
        file,
        names,
        cells,
        relevant,
        elements,
        vars,
        templates,
        functions,
        start,
        scorings,
        ends,
        rules,
        empty,
    };
    check::model(&model, report);
    (!report.fatal()).then_some(model)
}

/// Whether the file is small enough to be looked at.
fn limits(file: &File, report: &mut Report) -> bool {
    let mut small = true;
    let counts = [
        ("locations", file.locations.len(), MOST_CELLS),
        ("elements", file.elements.len(), MOST_ELEMENTS),
        ("players", file.players.len(), MOST_PLAYERS),
        ("rules", file.rules.len(), MOST_RULES),
        ("element types", file.element_types.len(), MOST_TYPES),
        ("location types", file.location_types.len(), MOST_TYPES),
        ("expressions", file.functions.len(), MOST_FUNCTIONS),
    ];
    for (what, count, most) in counts {
        if count > most {
            report.error(Default::default(), format!("{count} {what}; {most} is the most"));
            small = false;
        }
    }
    if file.players.is_empty() {
        report.error_hint(Default::default(), "the game has no players", "add [PLAYER NAMES] with 1=name");
    }
    let work = file.rules.len() * (file.locations.len() + file.elements.len());
    if work > 2_000_000 {
        report.error(Default::default(), "too many rules for so many locations and elements");
        small = false;
    }
    small
}

fn cells(file: &File, names: &mut Names) -> Vec<Cell> {
    let mut cells = Vec::new();
    for wanted in [true, false] {
        for (i, location) in file.locations.iter().enumerate().filter(|(_, l)| l.relevant == wanted) {
            let name = names.intern(&location.name);
            let kind = names.intern(location.kind.as_deref().unwrap_or(""));
            let typed = location.kind.is_some() || two(file);
            let named = |t: &&LocationType| t.registered && Some(&t.name) == location.kind.as_ref();
            let blurred = file.location_types.iter().find(named).map_or(!wanted, |t| !t.relevant);
            cells.push(Cell { name, kind, relevant: wanted, declared: Some(i), blurred, typed });
        }
    }
    // An element may start at a place that no location declares: it stands there, apart from the board.
    for start in file.elements.iter().filter_map(|e| e.location.as_ref()) {
        let name = names.intern(&start.value);
        if !cells.iter().any(|c: &Cell| c.name == name) {
            let kind = names.intern("");
            let typed = two(file);
            cells.push(Cell { name, kind, relevant: false, declared: None, blurred: true, typed });
        }
    }
    for (i, cell) in cells.iter().enumerate() {
        names.cell[cell.name as usize] = u16::try_from(i).unwrap_or(NONE);
    }
    cells
}

fn elements(file: &File, names: &mut Names, cells: &[Cell], report: &mut Report) -> Vec<Elem> {
    let mut list: Vec<Elem> = Vec::new();
    for element in &file.elements {
        let Some(location) = &element.location else {
            let message = format!("the element '{}' has no location", element.name);
            report.error_hint(element.span, message, "add location=name");
            continue;
        };
        let cell = names.find(&location.value).map_or(NONE, |id| names.cell(id));
        if cells.get(cell as usize).is_some_and(|c| c.declared.is_none()) {
            let near = game::nearest(&location.value, file.locations.iter().map(|l| l.name.as_str()));
            let hint =
                near.map_or("declare it under [LOCATIONS]".to_string(), |n| format!("did you mean '{n}'?"));
            report.warn(location.span, format!("no location is called '{}'", location.value), hint);
        } else if list.iter().any(|e| e.cell == cell) {
            let message = format!("another element already stands on '{}'", location.value);
            report.warn(location.span, message, "the location knows only the last one");
        }
        let kind_name = element.kind.as_ref().map_or("", |k| k.value.as_str());
        let kind = file.element_types.iter().find(|t| t.name == kind_name);
        if kind.is_none() {
            let near = game::nearest(kind_name, file.element_types.iter().map(|t| t.name.as_str()));
            let hint = near
                .map_or("declare it under [ELEMENT TYPES]".to_string(), |n| format!("did you mean '{n}'?"));
            let span = element.kind.as_ref().map_or(element.span, |k| k.span);
            report.warn(span, format!("no element type is called '{kind_name}'"), hint);
        }
        let states = kind.map_or(0, |t| t.states);
        if kind.is_some() && !(1..=states).contains(&element.state) {
            let message = format!("state {} of a type with {states} states", element.state);
            report.warn(element.span, message, "states run from 1");
        }
        if !(0..=file.players.len()).contains(&usize::try_from(element.player).unwrap_or(usize::MAX)) {
            let message = format!("there is no player {}", element.player);
            report.warn(element.span, message, "0 is nobody");
        }
        let name = names.intern(&element.name);
        names.element[name as usize] = u16::try_from(list.len()).unwrap_or(NONE);
        let kind = names.intern(kind_name);
        let (state, owner, z) = (element.state, element.player, element.zindex);
        let typed = element.kind.is_some() || two(file);
        list.push(Elem { name, kind, typed, states, cell, state, owner, z });
    }
    list
}

fn rule(
    r: &crate::syntax::Rule,
    file: &File,
    cells: &[Cell],
    elements: &[Elem],
    resolver: &mut Resolver<'_>,
) -> Rule {
    let dialect = if file.choice == Choice::Single { Dialect::One } else { file.dialect };
    let (r, same) = apart(r, dialect);
    let r = &r;
    let element = r.element.as_ref().map(|p| {
        let fits = resolver.fits(p, elements.iter().map(|e| e.name), dialect);
        resolver.useless(&fits, p, "element");
        fits
    });
    let mut place = |pattern: &Option<At<Text>>, target: bool| {
        pattern.as_ref().map(|p| {
            let mut fits = resolver.fits(p, cells.iter().map(|c| c.name), dialect);
            if target {
                // Only declared locations can be targets.
                for (fit, cell) in fits.iter_mut().zip(cells) {
                    if cell.declared.is_none() {
                        *fit = None;
                    }
                }
            }
            resolver.useless(&fits, p, "location");
            fits
        })
    };
    let from = place(&r.from, false);
    let to = place(&r.to, true);
    resolver.whole(r);
    let state = resolver.ask(r.state.as_ref(), "state");
    let player = resolver.ask(r.player.as_ref(), "player");
    Rule {
        element,
        from,
        to,
        state,
        player,
        condition: resolver.condition(r.condition.as_ref(), &same, r.span),
        awards: resolver.pairs(&r.award_players, &r.with_scores),
        followup: r.followup.as_ref().map(|e| resolver.node(e)),
        span: r.span,
    }
}

/// In dialect 2 a variable that stands in two patterns of a rule must have one value: the later ones get names of their
/// own, which the condition compares.
fn apart(r: &crate::syntax::Rule, dialect: Dialect) -> (crate::syntax::Rule, Vec<(String, String)>) {
    let mut r = r.clone();
    let mut same = Vec::new();
    if dialect == Dialect::One {
        return (r, same);
    }
    let mut known: Vec<String> = Vec::new();
    let patterns = [(&mut r.element, "element"), (&mut r.from, "from"), (&mut r.to, "to")];
    for (pattern, key) in patterns {
        let Some(pattern) = pattern else { continue };
        let mut fresh: Vec<String> = Vec::new();
        for (_, var) in &mut pattern.value.refs {
            if known.contains(var) {
                // No variable of a file has a blank in its name.
                let other = format!("{var} of {key}");
                let pair = (var.clone(), other.clone());
                if !same.contains(&pair) {
                    same.push(pair);
                }
                *var = other;
            } else {
                fresh.push(var.clone());
            }
        }
        known.extend(fresh);
    }
    (r, same)
}

/// Whether the dialect is the newer one.
pub(crate) fn two(file: &File) -> bool {
    file.dialect == Dialect::Two
}
