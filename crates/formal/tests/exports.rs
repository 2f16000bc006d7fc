//! What is written for other tools can be read by them: JSON by a parser, GraphML and SVG by the grammar of XML, DOT by
//! the grammar of Graphviz; also where notations are full of characters that mean something there.

use formal::{Automaton, Budget, Format, Reduced, explore, export};
use game::{Game, Gesture, Lang, Options, Perfect, Player, Scene, Show, Turn};

/// A walk over states with awkward notations: forwards, or back to the start.
struct Awkward;

const TEXTS: [&str; 8] =
    ["a\"b", "<&>'", "back\\slash\\", "]]>", "--", "řež;{}", "\u{1}\t\n", "label=\"x\"];}"];

impl Game for Awkward {
    type State = u8;
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn chance(&self) -> bool {
        true
    }
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, s: &u8) -> Turn {
        match s {
            8 => Turn::Over,
            3 => Turn::Chance,
            s => Turn::Player(Player(s % 2)),
        }
    }
    fn moves(&self, s: &u8, out: &mut Vec<u8>) {
        out.extend((*s < 8).then_some(*s));
        out.extend((1..8).contains(s).then_some(0));
    }
    fn apply(&self, s: &mut u8, mv: u8) {
        *s = if mv == *s { *s + 1 } else { 0 };
    }
    fn score(&self, _: &u8, p: Player) -> i32 {
        1 - 2 * i32::from(p.0)
    }
}

impl Perfect for Awkward {}

impl Show for Awkward {
    fn id(&self) -> String {
        "awk\"ward?a=<1>&b=2".into()
    }
    fn text(&self, _: &u8, mv: u8) -> String {
        TEXTS[usize::from(mv)].into()
    }
    fn gesture(&self, _: &u8, mv: u8) -> Gesture {
        Gesture::Say(mv.to_string())
    }
    fn scene(&self, s: &u8, _: Option<Player>, _: Lang) -> Scene {
        Scene { zones: vec![], tokens: vec![], said: vec![], turn: self.turn(s), points: vec![0, 0] }
    }
}

/// Reads a document of XML and gives its elements in order, with their attributes and the text directly in them.
fn xml(text: &str) -> Result<Vec<Element>, String> {
    let mut rest = text;
    let mut open: Vec<usize> = Vec::new();
    let mut all: Vec<Element> = Vec::new();
    while let Some(at) = rest.find('<') {
        if let Some(&last) = open.last() {
            all[last].text.push_str(&unescaped(&rest[..at])?);
        } else if !rest[..at].trim().is_empty() {
            return Err(format!("text outside: {}", &rest[..at]));
        }
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            let end = comment.find("--").ok_or("a comment without an end")?;
            rest = comment[end + 2..].strip_prefix('>').ok_or("two dashes in a comment")?;
            continue;
        }
        // A `>` may stand in a value.
        let mut quote = None;
        let end = rest.find(|c| match (quote, c) {
            (None, '"' | '\'') => {
                quote = Some(c);
                false
            }
            (Some(q), c) if q == c => {
                quote = None;
                false
            }
            (None, '>') => true,
            _ => false,
        });
        let (tag, after) = rest.split_at(end.ok_or("a tag without an end")?);
        rest = &after[1..];
        if tag.starts_with('?') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop().ok_or("an end without a beginning")?;
            if all[last].name != name.trim() {
                return Err(format!("<{}> is ended by </{name}>", all[last].name));
            }
            continue;
        }
        let alone = tag.ends_with('/');
        let element = element(tag.trim_end_matches('/'))?;
        all.push(element);
        if !alone {
            open.push(all.len() - 1);
        }
    }
    if open.is_empty() && rest.trim().is_empty() { Ok(all) } else { Err("not everything is ended".into()) }
}

struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        &self.attributes.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no {name}")).1
    }
}

fn element(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (key, after) = rest.trim_start().split_once('=').ok_or_else(|| format!("no value in {rest}"))?;
        let after = after.strip_prefix('"').ok_or_else(|| format!("no quotes in {rest}"))?;
        let (value, after) = after.split_once('"').ok_or("no end of a value")?;
        if attributes.iter().any(|(k, _)| k == key) {
            return Err(format!("{key} twice"));
        }
        attributes.push((key.to_string(), unescaped(value)?));
        rest = after;
    }
    Ok(Element { name: name.to_string(), attributes, text: String::new() })
}

/// Text with its entities replaced; characters that XML does not allow are refused.
fn unescaped(text: &str) -> Result<String, String> {
    let allowed = |c: char| c >= ' ' || matches!(c, '\t' | '\n' | '\r');
    if text.contains('<') || !text.chars().all(allowed) || text.contains("]]>") {
        return Err(format!("not allowed: {text:?}"));
    }
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (entity, after) = part.split_once(';').ok_or_else(|| format!("& alone in {text:?}"))?;
        let known = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
        let (_, c) = known.iter().find(|(name, _)| *name == entity).ok_or_else(|| format!("&{entity};"))?;
        out.push(*c);
        out.push_str(after);
    }
    Ok(out)
}

/// The words of a DOT file: names, quoted texts (unescaped, marked by a quote before them) and signs.
fn dot(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => {}
            '"' => {
                let mut word = String::from("\"");
                loop {
                    match chars.next().expect("a text has an end") {
                        '"' => break,
                        '\\' => word.push(chars.next().expect("something is escaped")),
                        c => word.push(c),
                    }
                }
                words.push(word);
            }
            '-' if chars.peek() == Some(&'>') => {
                chars.next();
                words.push("->".into());
            }
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                words.push(word);
            }
            c => words.push(c.to_string()),
        }
    }
    words
}

/// The statements of a DOT file by its grammar: nodes by name, edges with their label.
fn graph(text: &str) -> (Vec<String>, Vec<(String, String, String)>) {
    let words = dot(text);
    let mut at = words.iter().map(String::as_str);
    let mut expect = |what: &str| assert_eq!(at.next(), Some(what), "in {text}");
    expect("digraph");
    let _name = at.next();
    assert_eq!(at.next(), Some("{"));
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    loop {
        let first = at.next().expect("the graph has an end");
        if first == "}" {
            assert_eq!(at.next(), None, "nothing follows");
            return (nodes, edges);
        }
        let mut target = None;
        let mut next = at.next();
        if next == Some("=") {
            at.next();
            assert_eq!(at.next(), Some(";"));
            continue;
        }
        if next == Some("->") {
            target = at.next();
            next = at.next();
        }
        assert_eq!(next, Some("["));
        let mut label = None;
        loop {
            let key = at.next().expect("a key");
            assert_eq!(at.next(), Some("="), "after {key}");
            let value = at.next().expect("a value");
            if key == "label" {
                label = value.strip_prefix('"').map(str::to_string);
            }
            match at.next() {
                Some(",") => {}
                Some("]") => break,
                other => panic!("{other:?} after {key}"),
            }
        }
        assert_eq!(at.next(), Some(";"));
        let label = label.expect("a label");
        match target {
            Some(target) => edges.push((first.to_string(), target.to_string(), label)),
            None => nodes.push(first.to_string()),
        }
    }
}

/// The moves of an automaton: from, to, notation.
fn moves<G: Show>(game: &G, a: &Automaton<G>) -> Vec<(u32, u32, String)> {
    let of = |n: u32| {
        let (s, list) = (a.state(n).into_owned(), a.moves(game, n));
        let texts: Vec<String> = list.into_iter().map(|mv| game.text(&s, mv)).collect();
        a.successors(n).iter().zip(texts).map(|(&t, text)| (n, t, text)).collect::<Vec<_>>()
    };
    a.nodes().take(a.expanded()).flat_map(of).collect()
}

/// A control character is written as a blank where the format has no way to write it.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn check<G: Show>(game: &G, budget: &Budget) {
    let a = explore(game, budget, &mut |_| {});
    let expected = moves(game, &a);

    let json: serde_json::Value = serde_json::from_str(&export(game, &a, Format::Json).unwrap()).unwrap();
    assert_eq!(json["game"], game.id());
    assert_eq!(json["complete"], a.complete());
    assert_eq!(json["states"].as_array().unwrap().len(), a.len());
    let list = json["moves"].as_array().unwrap();
    assert_eq!(list.len(), expected.len());
    for (mv, (from, to, text)) in list.iter().zip(&expected) {
        assert_eq!(
            (&mv["from"], &mv["to"], &mv["move"]),
            (&(*from).into(), &(*to).into(), &text.clone().into())
        );
    }

    let elements = xml(&export(game, &a, Format::Graphml).unwrap()).unwrap();
    let named = |name: &'static str| elements.iter().filter(move |e| e.name == name);
    assert_eq!(named("node").count(), a.len());
    assert_eq!(named("graph").next().unwrap().attribute("id"), shown(&game.id()));
    assert_eq!(named("edge").count(), expected.len());
    let labels = named("data").filter(|e| e.attribute("key") == "move");
    for ((edge, label), (from, to, text)) in named("edge").zip(labels).zip(&expected) {
        assert_eq!(
            (edge.attribute("source"), edge.attribute("target")),
            (&*format!("n{from}"), &*format!("n{to}"))
        );
        assert_eq!(label.text, shown(text));
    }

    let picture = xml(&export(game, &a, Format::Svg).unwrap()).unwrap();
    assert_eq!(picture[0].name, "svg");

    let (nodes, edges) = graph(&export(game, &a, Format::Dot).unwrap());
    assert_eq!(nodes, a.nodes().map(|n| n.to_string()).collect::<Vec<_>>());
    assert_eq!(edges.len(), expected.len());
    for ((from, to, label), (n, t, text)) in edges.iter().zip(&expected) {
        assert_eq!((from, to), (&n.to_string(), &t.to_string()));
        if !text.chars().any(char::is_control) {
            assert_eq!(label, text);
        }
    }
}

#[test]
fn exports_can_be_read_back_whatever_the_notation() {
    check(&Awkward, &Budget::default());
    check(&Awkward, &Budget { states: 4, ..Budget::default() });
}

#[test]
fn exports_of_games_can_be_read_back() {
    let options = Options::parse("heaps=1-2-3", games::nim::PARAMETERS).unwrap();
    check(&games::Nim::new(&options).unwrap(), &Budget::default());
    let options = Options::parse("", games::ludo::PARAMETERS).unwrap();
    check(&games::Ludo::new(&options).unwrap(), &Budget { states: 300, ..Budget::default() });
}

/// The states and moves of a reduced automaton.
fn reduced<G: Show>(game: &G, a: &Automaton<G>, how: Reduced) -> serde_json::Value {
    let mut text = Vec::new();
    formal::write(game, a, Format::Json, how, &mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The plays of a written automaton that end the same way, counted from the start: `(result, moves)`, sorted.
fn plays(page: &serde_json::Value) -> Vec<(String, Vec<String>)> {
    let states = page["states"].as_array().unwrap();
    let mut next: Vec<Vec<(usize, String)>> = vec![Vec::new(); states.len()];
    for mv in page["moves"].as_array().unwrap() {
        let (from, to) = (mv["from"].as_u64().unwrap() as usize, mv["to"].as_u64().unwrap() as usize);
        next[from].push((to, mv["move"].as_str().unwrap().to_string()));
    }
    let mut found = Vec::new();
    let mut open = vec![(0usize, Vec::new())];
    while let Some((at, play)) = open.pop() {
        if next[at].is_empty() {
            found.push((states[at]["turn"].as_str().unwrap().to_string(), play));
            continue;
        }
        for (to, mv) in &next[at] {
            let longer: Vec<String> = play.iter().cloned().chain([mv.clone()]).collect();
            open.push((*to, longer));
        }
    }
    found.sort();
    found
}

#[test]
fn reduced_automata_have_the_same_plays() {
    let options = Options::parse("heaps=1-2-3", games::nim::PARAMETERS).unwrap();
    let game = games::Nim::new(&options).unwrap();
    let a = explore(&game, &Budget::default(), &mut |_| {});
    let whole = reduced(&game, &a, Reduced::No);
    let normal = reduced(&game, &a, Reduced::Normalised);
    let small = reduced(&game, &a, Reduced::Minimal);
    let count = |page: &serde_json::Value| page["states"].as_array().unwrap().len();
    let ends = |page: &serde_json::Value| {
        page["states"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|s| s["turn"].as_str().unwrap().starts_with("won"))
            .count()
    };
    assert_eq!(ends(&normal), 2, "one end for each winner");
    assert!(
        count(&normal) <= count(&whole) && count(&small) <= count(&normal),
        "{} {}",
        count(&normal),
        count(&small)
    );
    assert_eq!(count(&small), formal::minimise(&game, &a, true).blocks);
    assert_eq!(plays(&normal), plays(&whole));
    assert_eq!(plays(&small), plays(&whole));
}

#[test]
fn events_have_their_probabilities_and_states_their_words() {
    let options = Options::parse("", games::ludo::PARAMETERS).unwrap();
    let game = games::Ludo::new(&options).unwrap();
    let a = explore(&game, &Budget { states: 300, ..Budget::default() }, &mut |_| {});
    let page = reduced(&game, &a, Reduced::Normalised);
    let first: Vec<&serde_json::Value> =
        page["moves"].as_array().unwrap().iter().filter(|mv| mv["from"] == 0).collect();
    assert_eq!(first.len(), 6);
    assert!(first.iter().all(|mv| mv["probability"] == "1/6"), "{first:?}");
    let words = page["states"][0]["state"].as_str().unwrap();
    assert!(words.contains(':'), "zones and what lies in them: {words}");
    let mut out = Vec::new();
    let refused = formal::write(&game, &a, Format::Json, Reduced::Minimal, &mut out);
    assert!(refused.is_err() && out.is_empty(), "a part cannot be minimised: {refused:?}");
}
