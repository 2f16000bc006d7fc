//! The game for people: notation, gestures and scenes.

use super::{Move, S3Game, State, View, reference};
use crate::Severity;
use crate::program::NONE;
use crate::syntax::Labelled;
use game::{
    Cues, Game, Gesture, Illegal, Lang, Layout, Observe, Place, Player, Point, Rule, Scene, Show, Token,
    Turn, Visibility, Zone,
};

impl S3Game {
    /// The move of a text `from->to:element`, whether it is allowed or not; `None` if it names what does not exist.
    pub fn named_move(&self, text: &str) -> Option<Move> {
        let (from, rest) = text.split_once("->")?;
        let (to, element) = rest.split_once(':')?;
        let cell = |name: &str| {
            self.p.names.find(&unescape(name)).map(|id| self.p.names.cell(id)).filter(|&c| c != NONE)
        };
        let element = self.p.names.find(&unescape(element)).map(|id| self.p.names.element(id))?;
        if element == NONE {
            return None;
        }
        Some(super::reference::made(&self.p, element, cell(from)?, cell(to)?, Move::ANY))
    }

    /// Slot of a cell in the scene's zone.
    fn slot(&self, cell: u16) -> Place {
        Place::new("board", usize::from(cell))
    }

    fn zone(&self, lang: Lang) -> Zone {
        let points = (0..self.p.cell_names.len() as u16).map(|c| self.point(c)).collect();
        let title = self.file.label(Labelled::Game, "", lang).unwrap_or(&self.name);
        let mut zone = Zone::new("board", title, Layout::Points(points));
        zone.names = (0..self.p.cell_names.len() as u16).map(|c| self.p.cell_text(c).to_string()).collect();
        zone.picture.clone_from(&self.file.board);
        if self.hidden() {
            zone.visible = Visibility::Owner;
        }
        zone
    }

    fn point(&self, cell: u16) -> Point {
        let name = self.p.cell_text(cell);
        let location = self.file.locations.iter().find(|l| l.name == name);
        let (x, y) = location.and_then(|l| l.point).unwrap_or((0, 0));
        Point { x: x as f32, y: y as f32 }
    }

    /// What an element looks like: its type, and its state where the type has several.
    fn kind(&self, w: &[u64], e: u16) -> String {
        let elem = &self.p.board.elements[e as usize];
        let kind = self.p.names.text(elem.kind);
        if elem.states > 1 { format!("{kind}:{}", self.p.board.state(w, e)) } else { kind.to_string() }
    }
}

/// White space and `;` have no place in a notation.
fn escape(text: &str) -> String {
    text.replace('%', "%25").replace(' ', "%20").replace('\t', "%09").replace(';', "%3B")
}

fn unescape(text: &str) -> String {
    text.replace("%20", " ").replace("%09", "\t").replace("%3B", ";").replace("%25", "%")
}

impl Show for S3Game {
    fn rules(&self) -> Vec<Rule> {
        let line = |span| self.report.locate(Severity::Warning, span, String::new(), None).line;
        self.file.rules.iter().map(|r| Rule { name: r.name.clone(), line: line(r.span) }).collect()
    }

    fn applied(&self, s: &State, out: &mut Vec<usize>) {
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        for r in 0..self.file.rules.len() {
            let allows =
                |mv: &Move| !mv.is_chance() && reference::rule_allows(&self.p, &s.w, r, *mv).unwrap_or(false);
            out.extend(moves.iter().any(allows).then_some(r));
        }
    }

    fn id(&self) -> String {
        self.name.clone()
    }

    fn text(&self, _s: &State, mv: Move) -> String {
        if mv.is_chance() {
            return format!("chance:{}", mv.to);
        }
        let p = &self.p;
        escape(&format!("{}->{}:{}", p.cell_text(mv.from), p.cell_text(mv.to), p.element_text(mv.element)))
    }

    fn parse(&self, s: &State, text: &str) -> Result<Move, Illegal> {
        let mv = match text.strip_prefix("chance:") {
            Some(outcome) if !text.contains("->") => Move::chance(outcome.parse().map_err(|_| Illegal)?),
            _ => self.named_move(text).ok_or(Illegal)?,
        };
        if self.legal(s, mv) { Ok(mv) } else { Err(Illegal) }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        self.spoken(s, mv, lang)
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        if !self.hidden() {
            return Some(self.label(s, mv, lang));
        }
        if mv.is_chance() {
            return None;
        }
        if self.sees(who, mv.from) || self.sees(who, mv.to) {
            return Some(self.label(s, mv, lang));
        }
        Some(format!("{}->{}", self.known_as(who, mv.from), self.known_as(who, mv.to)))
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        if mv.is_chance() {
            return Gesture::Say(self.text(s, mv));
        }
        let who = self.turn(s).player();
        let token = if self.sees(who, mv.from) {
            self.p.element_text(mv.element).to_string()
        } else {
            format!("board.{}", mv.from)
        };
        Gesture::carry(token, self.slot(mv.from), self.slot(mv.to))
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let w = &v.state.w;
        let board = &self.p.board;
        let mut tokens = Vec::new();
        for e in 0..board.elements.len() as u16 {
            let cell = board.place(w, e);
            if !self.sees(who, cell) {
                tokens.push(Token::down(self.slot(cell)));
                continue;
            }
            let name = self.p.element_text(e);
            let kind = self.p.names.text(board.elements[e as usize].kind);
            let label = self.file.label(Labelled::Token, kind, lang).unwrap_or(name);
            let mut token = Token::up(name, self.kind(w, e), label, self.slot(cell));
            let owner = board.owner(w, e);
            if (1..=board.layout.players as i32).contains(&owner) {
                token = token.owned(Player(owner as u8 - 1));
            }
            tokens.push(token);
        }
        let turn = if self.hidden() { self.turn_of_view(&v.state) } else { self.turn(&v.state) };
        let points = Player::all(self.players()).map(|p| board.score(w, p.index())).collect();
        Scene { zones: vec![self.zone(lang)], tokens, said: Vec::new(), turn, points }
    }

    fn cues(&self, v: &View, _who: Option<Player>, _lang: Lang) -> Cues {
        let marks = self.decisive(&v.state).into_iter().map(|cell| self.slot(cell)).collect();
        Cues { marks, ..Cues::default() }
    }

    fn points(&self, s: &State, p: Player) -> i32 {
        self.p.board.score(&s.w, p.index())
    }
}

impl S3Game {
    /// Whose turn it is, without looking at what a view hides.
    fn turn_of_view(&self, s: &State) -> Turn {
        if self.over(s) {
            return Turn::Over;
        }
        if self.pending(s).is_some() {
            return Turn::Chance;
        }
        Turn::Player(Player(self.p.board.player(&s.w) - 1))
    }
}
