//! What a description says about its looks: names in three languages, layouts, the places of zones on boards, owners.
//! All of it is optional; a game without any is shown as rows of tokens.

use crate::lower::lint::text;
use crate::program::tables::Tables;
use crate::syntax::Ast;
use game::{Lang, Layout, Point};
use std::collections::{BTreeMap, HashMap};

/// The presentation facts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scenery {
    /// Texts by key: without a language, then en, cs, sk.
    labels: HashMap<String, [Option<String>; 4]>,
    /// Layouts of zones and boards.
    layouts: BTreeMap<String, Layout>,
    /// Boards in order of appearance.
    pub(crate) boards: Vec<String>,
    /// For each zone: its board and slot there, the first where it has several.
    pub(crate) places: Vec<Option<(usize, u16)>>,
    /// For each zone: the slots of its tokens, from the first of the list on; none where it is one field.
    pub(crate) paths: Vec<Vec<u16>>,
    placed: HashMap<String, (String, Vec<u16>)>,
    /// As what a token is drawn, where that is not its own name.
    kinds: HashMap<String, String>,
    /// For each zone: its owner.
    pub(crate) owners: Vec<Option<u8>>,
    owned: HashMap<String, u8>,
}

impl Scenery {
    pub(crate) fn label(&mut self, what: &Ast, lang: Option<&str>, said: &Ast) {
        let slot = match lang {
            None => 0,
            Some("en") => 1,
            Some("cs") => 2,
            Some("sk") => 3,
            Some(_) => return,
        };
        self.labels.entry(text(what)).or_default()[slot] = Some(text(said));
    }

    /// Takes in a layout; false if there is none like that.
    pub(crate) fn layout(&mut self, what: &Ast, how: &Ast) -> bool {
        let small = |a: &Ast| match a {
            Ast::Int(i) => u16::try_from(*i).ok().filter(|&n| n > 0 && n <= 200),
            _ => None,
        };
        let layout = match how.functor() {
            Some(("row", [])) => Layout::Row,
            Some(("fan", [])) => Layout::Fan,
            Some(("stack", [])) => Layout::Stack,
            Some(("grid", [c, r])) => match (small(c), small(r)) {
                (Some(columns), Some(rows)) => Layout::Grid { columns, rows },
                _ => return false,
            },
            Some(("track", [list])) => Layout::Track(points(list)),
            Some(("points", [list])) => Layout::Points(points(list)),
            _ => return false,
        };
        self.layouts.insert(text(what), layout);
        true
    }

    /// Puts a zone on a board, or says why it cannot.
    pub(crate) fn place(&mut self, zone: &Ast, board: &Ast, slot: &Ast) -> Result<(), String> {
        let (board, shown) = (text(board), text(slot));
        let room = match self.layouts.get(&board) {
            Some(Layout::Grid { columns, rows }) => usize::from(*columns) * usize::from(*rows),
            Some(Layout::Points(p) | Layout::Track(p)) => p.len(),
            Some(_) => {
                return Err(format!("`{board}` has no slots: its layout is not a grid, track or points"));
            }
            None => {
                return Err(format!("there is no board `{board}`: say layout({board}, grid(Columns, Rows))"));
            }
        };
        let one = |slot: &Ast| match slot {
            Ast::Int(n) => usize::try_from(*n).ok().filter(|n| *n < room).map(|n| n as u16),
            _ => None,
        };
        let slots: Option<Vec<u16>> = match slot.list() {
            Some((items, _)) if !items.is_empty() => items.into_iter().map(one).collect(),
            _ => one(slot).map(|slot| vec![slot]),
        };
        let known = || format!("`{board}` has the slots 0 to {}, not {shown}", room.saturating_sub(1));
        let slots = slots.ok_or_else(known)?;
        self.placed.insert(text(zone), (board, slots));
        Ok(())
    }

    pub(crate) fn looks(&mut self, token: &Ast, kind: &Ast) {
        self.kinds.insert(text(token), text(kind));
    }

    /// As what a token is drawn.
    pub(crate) fn kind<'a>(&'a self, key: &'a str) -> &'a str {
        self.kinds.get(key).map_or(key, String::as_str)
    }

    /// Whether a zone keeps a layout of its own on the board it is placed on: a pile of cards rather than a field.
    pub(crate) fn nested(&self, key: &str) -> bool {
        matches!(self.layout_of(key), Some(Layout::Row | Layout::Fan | Layout::Stack))
    }

    pub(crate) fn owner(&mut self, zone: &Ast, player: &Ast, tables: &Tables) {
        if let Some(&p) = tables.player_index.get(&text(player)) {
            self.owned.insert(text(zone), p as u8);
        }
    }

    /// Resolves names to numbers.
    pub(crate) fn finish(&mut self, tables: &Tables) {
        for z in &tables.zones {
            let mut path = Vec::new();
            let place = self.placed.get(&z.key).cloned().map(|(board, slots)| {
                let at = self.boards.iter().position(|b| *b == board).unwrap_or_else(|| {
                    self.boards.push(board);
                    self.boards.len() - 1
                });
                let slot = slots[0];
                path = slots;
                (at, slot)
            });
            path = if path.len() > 1 { path } else { Vec::new() };
            self.paths.push(path);
            // A description that names no owner at all: `hand(ann)` is Ann's.
            let named = || {
                let (_, of) = z.key.split_once('(')?;
                tables.player_index.get(of.strip_suffix(')')?).map(|&p| p as u8)
            };
            let told = !self.owned.is_empty() || place.is_some();
            self.places.push(place);
            self.owners.push(if told { self.owned.get(&z.key).copied() } else { named() });
        }
    }

    /// The keys that have a text in some of the three languages and in others not, with those they lack; sorted.
    pub(crate) fn untranslated(&self) -> Vec<(&str, Vec<Lang>)> {
        let langs = [Lang::En, Lang::Cs, Lang::Sk];
        let lacks = |texts: &[Option<String>; 4]| -> Vec<Lang> {
            let every = texts[0].is_some() || texts[1..].iter().all(Option::is_none);
            let missing = langs.iter().zip(&texts[1..]).filter(|(_, t)| t.is_none() && !every);
            missing.map(|(l, _)| *l).collect()
        };
        let mut out: Vec<_> = self.labels.iter().map(|(k, t)| (k.as_str(), lacks(t))).collect();
        out.retain(|(_, missing)| !missing.is_empty());
        out.sort_unstable_by_key(|(key, _)| *key);
        out
    }

    /// The text for a key, if one is given in that language or in none in particular. Never another language's.
    pub(crate) fn given(&self, key: &str, lang: Lang) -> Option<&str> {
        let texts = self.labels.get(key)?;
        let slot = match lang {
            Lang::En => 1,
            Lang::Cs => 2,
            Lang::Sk => 3,
        };
        texts[slot].as_deref().or(texts[0].as_deref())
    }

    /// The text for a key, or the key itself.
    pub(crate) fn name(&self, key: &str, lang: Lang) -> String {
        match self.given(key, lang) {
            Some(t) => t.to_string(),
            None => key.to_string(),
        }
    }

    /// The layout of a zone or board.
    pub(crate) fn layout_of(&self, key: &str) -> Option<Layout> {
        let family = key.split('(').next().unwrap_or(key);
        self.layouts.get(key).or_else(|| self.layouts.get(family)).cloned()
    }
}

fn points(list: &Ast) -> Vec<Point> {
    let (items, _) = list.list().unwrap_or_default();
    let number = |a: &Ast| match a {
        Ast::Int(i) => *i as f32,
        Ast::Other(s) => s.parse().unwrap_or(0.0),
        _ => 0.0,
    };
    items
        .iter()
        .filter_map(|i| match i {
            Ast::Node(_, a) if a.len() == 2 => Some(Point { x: number(&a[0]), y: number(&a[1]) }),
            _ => None,
        })
        .take(2000)
        .collect()
}
