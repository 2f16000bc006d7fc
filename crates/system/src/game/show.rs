//! The description for people: notation, labels, gestures from the difference of zones, scenes from zones and tokens.

use crate::SystemGame;
use crate::game::{HIDDEN, Move, THROW, View};
use crate::program::engine::{Carried, difference, parts};
use crate::program::tables::{State, zones};
use game::{
    Carry, Cues, Game, Gesture, Lang, Layout, Observe, Place, Player, Scene, Show, Token, Turn, Visibility,
    Zone, words,
};
use std::collections::HashMap;

/// Tokens that are named at most where a move is told by what it carries.
const NAMED: usize = 3;

impl SystemGame {
    /// The place of position `i` of `n` of a zone in the scene. What is drawn as a pile (a stack, and any zone of its
    /// own layout on a board) is counted from below: the first token of the list lies on top.
    pub(crate) fn spot(&self, zone: usize, i: usize, n: usize) -> Place {
        let key = &self.tables.zones[zone].key;
        match self.scenery.places[zone] {
            Some((board, slot)) if !self.scenery.nested(key) => {
                let slots = &self.scenery.paths[zone];
                let slot = slots.get(i).or(slots.last()).copied().unwrap_or(slot);
                Place::new(self.scenery.boards[board].clone(), usize::from(slot))
            }
            _ if self.piled(zone) => Place::new(id_of(key), n.saturating_sub(i + 1)),
            _ => Place::new(id_of(key), i),
        }
    }

    fn piled(&self, zone: usize) -> bool {
        let key = &self.tables.zones[zone].key;
        let placed = self.scenery.places[zone].is_some() && self.scenery.nested(key);
        placed || self.scenery.layout_of(key) == Some(Layout::Stack)
    }

    /// Whether tokens of a zone are taken from below: a run of a pile that is spread out is grasped by its lowest card.
    fn spread(&self, zone: usize) -> bool {
        let key = &self.tables.zones[zone].key;
        self.piled(zone) && self.scenery.layout_of(key) != Some(Layout::Stack)
    }

    /// Ids of the tokens of a view, zone by zone: the token's own name where it is the only one, its place otherwise.
    fn ids(&self, cells: &[u16]) -> Vec<Vec<String>> {
        let mut met: HashMap<String, usize> = HashMap::new();
        let mut out = Vec::new();
        for (z, tokens) in zones(cells).enumerate() {
            let mut row = Vec::new();
            for (i, &t) in tokens.iter().enumerate() {
                let place = self.spot(z, i, tokens.len());
                let id = match t {
                    _ if t >= HIDDEN => Token::down(place).id,
                    _ if self.tables.counts[usize::from(t)] == 1 => self.tables.token(t).to_string(),
                    _ => format!("{}@{}.{}", self.tables.token(t), place.zone, place.slot),
                };
                let n = met.entry(id.clone()).or_insert(0);
                *n += 1;
                row.push(if *n > 1 { format!("{id}#{n}") } else { id });
            }
            out.push(row);
        }
        out
    }

    fn scene_zones(&self, lang: Lang) -> Vec<Zone> {
        let mut out = Vec::new();
        for board in &self.scenery.boards {
            let layout = self.scenery.layout_of(board).unwrap_or(Layout::Row);
            let mut zone = Zone::new(board.clone(), self.scenery.name(board, lang), layout);
            zone.names = self.slot_names(board, lang);
            out.push(zone);
        }
        for (z, info) in self.tables.zones.iter().enumerate() {
            let placed = self.scenery.places[z];
            if placed.is_some() && !self.scenery.nested(&info.key) {
                continue;
            }
            let owner = self.scenery.owners[z].map(Player);
            let all = (0..self.players()).all(|p| self.visible(Some(Player(p as u8)), z));
            let mine = owner.is_some_and(|o| self.visible(Some(o), z));
            let visible = match (all, mine) {
                (true, _) => Visibility::All,
                (_, true) => Visibility::Owner,
                _ => Visibility::Nobody,
            };
            let layout = match self.scenery.layout_of(&info.key) {
                Some(l @ (Layout::Row | Layout::Fan | Layout::Stack)) => l,
                _ if visible == Visibility::Owner => Layout::Fan,
                _ => Layout::Row,
            };
            let mut zone =
                Zone::new(id_of(&info.key), self.scenery.name(&info.key, lang), layout).seen_by(visible);
            zone.owner = owner;
            zone.within =
                placed.map(|(board, slot)| Place::new(self.scenery.boards[board].clone(), usize::from(slot)));
            out.push(zone);
        }
        out
    }

    /// What the slots of a board are called: as the zones that lie there are labelled; none if one has no label.
    fn slot_names(&self, board: &str, lang: Lang) -> Vec<String> {
        let here = |z: usize| self.scenery.places[z].filter(|&(b, _)| self.scenery.boards[b] == board);
        let mut names: Vec<String> = Vec::new();
        for (z, info) in self.tables.zones.iter().enumerate() {
            let Some((_, slot)) = here(z) else { continue };
            let Some(given) = self.scenery.given(&info.key, lang) else { return Vec::new() };
            let slots = &self.scenery.paths[z];
            let single = [slot];
            for (i, slot) in if slots.is_empty() { &single } else { slots.as_slice() }.iter().enumerate() {
                let slot = usize::from(*slot);
                if names.len() <= slot {
                    names.resize(slot + 1, String::new());
                }
                names[slot] = if slots.is_empty() { given.to_string() } else { format!("{given}{}", i + 1) };
            }
        }
        if names.iter().all(|name| !name.is_empty()) { names } else { Vec::new() }
    }

    /// A choice in words.
    fn said(&self, s: &State, mv: Move, lang: Lang) -> String {
        let e = self.engine.expand(&self.tables, s);
        let Some(c) = e.choice(mv) else { return "?".into() };
        if c.derived {
            return self.derived(s, &c.to, lang);
        }
        let words_of = parts(&c.text);
        let Some((kind, args)) = words_of.split_first() else { return c.text.clone() };
        let named: Vec<String> = args.iter().map(|a| self.scenery.name(a, lang)).collect();
        match self.scenery.given(kind, lang) {
            // A label that speaks of the kind of move only does not tell moves of that kind apart.
            Some(text) if !text.contains('~') && !named.is_empty() => format!("{text}: {}", named.join(", ")),
            Some(text) => {
                let mut text = text.to_string();
                for (i, a) in named.iter().enumerate() {
                    text = text.replace(&format!("~{}", i + 1), a);
                }
                text
            }
            None if kind == THROW && args.is_empty() => words("throw", "hod", "hod").to(lang).into(),
            None if c.text.chars().all(char::is_alphanumeric) => c.text.clone(),
            None if !self.hidden() => self.derived(s, &c.to, lang),
            None if named.is_empty() => kind.replace('_', " "),
            None => format!("{} {}", kind.replace('_', " "), named.join(", ")),
        }
    }

    /// What moved, in words. Of many tokens the first are named.
    fn derived(&self, s: &State, to: &State, lang: Lang) -> String {
        let marker = |c: &Carried| self.tables.tokens[usize::from(c.token)].marker;
        let mut moved = difference(s, to);
        if !moved.iter().all(marker) {
            moved.retain(|c| !marker(c));
        }
        if moved.is_empty() {
            return words("pass", "bez tahu", "bez ťahu").to(lang).into();
        }
        let name = |z: usize| self.zone_name(&self.tables.zones[z].key, lang);
        let carried = |c: &Carried| {
            let token = self.scenery.name(self.tables.token(c.token), lang);
            format!("{token}: {} → {}", name(c.from.0), name(c.to.0))
        };
        let mut parts: Vec<String> = moved.iter().take(NAMED).map(carried).collect();
        if moved.len() > NAMED {
            parts.push(format!("… ({})", moved.len()));
        }
        parts.join(", ")
    }

    /// The label of a zone, or that of its family with what distinguishes it: `point 3` of `p(3)`.
    fn zone_name(&self, key: &str, lang: Lang) -> String {
        let family = key
            .split_once('(')
            .and_then(|(family, rest)| Some((self.scenery.given(family, lang)?, rest.strip_suffix(')')?)));
        match (self.scenery.given(key, lang), family) {
            (Some(given), _) => given.to_string(),
            (None, Some((label, rest))) => format!("{label} {}", self.scenery.name(rest, lang)),
            (None, None) => key.to_string(),
        }
    }

    /// What changed between two views, in words; only what the viewer could see, and how many tokens lie in a closed zone
    /// only where that `counts`. What `mover` lays down is named, what he takes up is named or counted; `who` looks.
    fn noticed(
        &self,
        a: &View,
        b: &View,
        counts: bool,
        (mover, who): (Option<Player>, Option<Player>),
        lang: Lang,
    ) -> Option<String> {
        let (mut parts, mut gone) = (Vec::new(), Vec::new());
        for (z, (before, after)) in zones(&a.cells).zip(zones(&b.cells)).enumerate() {
            if before == after {
                continue;
            }
            let mut left = before.to_vec();
            let mut come: Vec<u16> = Vec::new();
            for &t in after {
                match left.iter().position(|&x| x == t) {
                    Some(k) => {
                        left.remove(k);
                    }
                    None if t < HIDDEN => come.push(t),
                    None => {}
                }
            }
            let zone = self.scenery.name(&self.tables.zones[z].key, lang);
            let owner = self.scenery.owners[z].map(Player);
            let own = owner.is_some() && owner == mover;
            let grown = after.len().saturating_sub(before.len());
            let shrunk = before.len().saturating_sub(after.len());
            let seen: Vec<String> =
                come.iter().map(|&t| self.scenery.name(self.tables.token(t), lang)).collect();
            let marker = come.iter().any(|&t| self.tables.tokens[usize::from(t)].marker);
            let takes = words("takes", "bere si", "berie si").to(lang);
            match (seen.is_empty(), own) {
                (false, true) => parts.push(format!("{takes}: {}", seen.join(", "))),
                // What one is dealt needs no word but its own.
                (false, false) if mover.is_none() && owner.is_some() && owner == who => {
                    parts.push(seen.join(", "));
                }
                (false, false) if marker || owner.is_some() => {
                    parts.push(format!("{zone}: {}", seen.join(", ")));
                }
                // What is laid down is said first.
                (false, false) => parts.insert(0, seen.join(", ")),
                (true, true) if counts && grown > 0 => {
                    parts.push(format!("{takes} {}", self.counted(grown, lang)));
                }
                (true, _) if counts && grown > 0 && owner.is_some() => parts.push(format!("{zone} +{grown}")),
                (true, _) if counts && grown > 0 => gone.push(format!("{zone} +{grown}")),
                (true, _) if counts && shrunk > 0 => gone.push(format!("{zone} −{shrunk}")),
                (true, _) => {}
            }
        }
        // Where something came to lie says where it came from; what nobody owns is worth a word only if there is no other.
        if parts.is_empty() {
            parts = gone;
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// So many tokens in words: cards where the description draws cards.
    fn counted(&self, n: usize, lang: Lang) -> String {
        let cards = self.has_cards();
        let few = match (cards, lang, n) {
            (true, Lang::En, 1) => "a card",
            (true, Lang::En, _) => "cards",
            (true, Lang::Cs | Lang::Sk, 1) => "kartu",
            (true, _, 2..=4) => "karty",
            (true, Lang::Cs, _) => "karet",
            (true, Lang::Sk, _) => "kariet",
            (false, ..) => return n.to_string(),
        };
        if n == 1 { few.to_string() } else { format!("{n} {few}") }
    }
}

/// A key as the id of a zone: `hand(ann)` is `hand_ann`.
fn id_of(key: &str) -> String {
    key.trim_end_matches(')').replace(['(', ',', ' '], "_")
}

impl Show for SystemGame {
    fn id(&self) -> String {
        self.name.clone()
    }

    fn rules(&self) -> Vec<game::Rule> {
        self.rule_list()
    }

    fn applied(&self, s: &State, out: &mut Vec<usize>) {
        self.rules_applied(s, out);
    }

    fn text(&self, s: &State, mv: Move) -> String {
        let e = self.engine.expand(&self.tables, s);
        e.choice(mv).map_or("?".into(), |c| c.text.clone())
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        self.said(s, mv, lang)
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        if !self.hidden() {
            return Some(self.said(s, mv, lang));
        }
        let mut after = s.clone();
        self.apply(&mut after, mv);
        // Of a deal only what is seen is worth a word, not every card that goes from one closed place to another.
        let turn = self.turn(s);
        let counts = turn != Turn::Chance;
        self.noticed(&self.view(s, who), &self.view(&after, who), counts, (turn.player(), who), lang)
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        let e = self.engine.expand(&self.tables, s);
        let Some(c) = e.choice(mv) else { return Gesture::Say("?".into()) };
        let mover = e.turn.player();
        let v = self.view(s, mover);
        let ids = self.ids(&v.cells);
        let count = |s: &State, zone: usize| s.zones().nth(zone).map_or(0, <[u16]>::len);
        let mut carries: Vec<Carry> = Vec::new();
        for d in difference(s, &c.to) {
            if self.tables.tokens[usize::from(d.token)].marker {
                continue;
            }
            let held = count(&c.to, d.to.0);
            // Where in a set a token comes to lie would tell what it is: it goes to the end.
            let before =
                carries.iter().filter(|other| other.to.zone == self.spot(d.to.0, 0, held).zone).count();
            let at = if self.tables.is_set(d.to.0) { held.saturating_sub(before + 1) } else { d.to.1 };
            let carry = Carry {
                token: ids[d.from.0][d.from.1].clone(),
                from: self.spot(d.from.0, d.from.1, count(s, d.from.0)),
                to: self.spot(d.to.0, at, held),
            };
            // A run that is spread out is grasped by its lowest card, the others come along.
            let first =
                carries.iter().position(|other| self.spread(d.from.0) && other.from.zone == carry.from.zone);
            carries.insert(first.unwrap_or(carries.len()), carry);
        }
        if carries.is_empty() { Gesture::Say(self.said(s, mv, Lang::En)) } else { Gesture::Carry(carries) }
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let ids = self.ids(&v.cells);
        let mut tokens = Vec::new();
        for (z, held) in zones(&v.cells).enumerate() {
            for at in 0..held.len() {
                // From below, as they are counted.
                let i = if self.piled(z) { held.len() - 1 - at } else { at };
                let (t, place) = (held[i], self.spot(z, i, held.len()));
                if t >= HIDDEN {
                    let id = ids[z][i].clone();
                    tokens.push(Token { id, ..Token::down(place) });
                    continue;
                }
                let key = self.tables.token(t);
                if self.tables.tokens[usize::from(t)].marker {
                    continue;
                }
                let (kind, name) = (self.scenery.kind(key), self.scenery.name(key, lang));
                let mut token = Token::up(ids[z][i].clone(), kind, name, place);
                token.owner = self.scenery.owners[z].map(Player);
                tokens.push(token);
            }
        }
        let mut said = Vec::new();
        let mut points = vec![0; self.players()];
        let turn = match self.sample(v, &mut game::Rng::new(1)) {
            Ok(s) => {
                let turn = self.turn(&s);
                if turn == Turn::Over || !self.hidden() {
                    points = Player::all(self.players()).map(|p| self.score(&s, p)).collect();
                }
                turn
            }
            // Rules that lost tokens: the play is over, and people see why.
            Err(cause) => {
                said.push(game::Said { who: None, text: format!("no state looks like this: {cause}") });
                Turn::Over
            }
        };
        for (z, held) in zones(&v.cells).enumerate() {
            for &t in held.iter().filter(|&&t| t < HIDDEN && self.tables.tokens[usize::from(t)].marker) {
                let zone = self.scenery.name(&self.tables.zones[z].key, lang);
                let value = self.scenery.name(self.tables.token(t), lang);
                said.push(game::Said { who: None, text: format!("{zone}: {value}") });
            }
        }
        let _ = who;
        Scene { zones: self.scene_zones(lang), tokens, said, turn, points }
    }

    fn cues(&self, v: &View, _who: Option<Player>, _lang: Lang) -> Cues {
        Cues { marks: self.decisive(v), ..Cues::default() }
    }

    fn marked(&self, s: &State, out: &mut Vec<String>) {
        let mark = |t: &u16| self.tables.tokens.get(usize::from(*t)).is_some_and(|i| i.marker);
        for (z, held) in s.zones().enumerate().filter(|(_, held)| held.iter().any(mark)) {
            out.push(self.spot(z, 0, held.len()).zone);
        }
    }
}
