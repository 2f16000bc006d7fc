//! A game tree written as a literal: `max(min(3 5) 2 chance(1:4 2:-1))`.
//!
//! - `max(…)` is a decision of the first player, `min(…)` of the second, `p1(…)`, `p2(…)`, `p3(…)` of the first, second,
//!   third; `chance(w:… w:…)` is chance, with weights before a colon (1 where none is written).
//! - A leaf is a number, the score of the first player (the second has its negation), or `[3 -1 4]`, everybody's scores.
//!
//! Equal subtrees are one state, so literals have transpositions too. Moves are written `1`, `2`, … from the left.

use game::{Game, Gesture, Lang, Layout, Perfect, Place, Player, Point, Rng, Scene, Show, Token, Turn, Zone};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A game given by its whole tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: u32,
    players: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Leaf(Vec<i32>),
    Inner { who: Option<u8>, children: Vec<(u32, u32)> }, // weight, node
}

/// What is wrong with a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError {
    /// The byte where it was noticed.
    pub at: usize,
    /// What was expected there.
    pub cause: String,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.cause)
    }
}

impl std::error::Error for TreeError {}

/// Nesting beyond this is refused.
const DEEPEST: usize = 200;

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Tree, TreeError> {
        let mut reader = Reader { text, at: 0, nodes: Vec::new(), index: HashMap::new() };
        let root = reader.node(0)?;
        reader.space();
        if reader.at < text.len() {
            return Err(reader.fault("the tree ends here, but the text goes on"));
        }
        Tree::finish(reader.nodes, root).map_err(|cause| TreeError { at: 0, cause })
    }
}

impl Tree {
    /// A random tree for two players with scores that sum to zero: `depth` levels of `width` children each, leaves
    /// from -`span` to `span`, and chance at every third level if asked for. Some branches end early.
    pub fn random(seed: u64, depth: u32, width: usize, span: i32, chance: bool) -> Tree {
        fn grow(made: &mut Reader<'_>, rng: &mut Rng, left: u32, how: (u32, usize, i32, bool)) -> u32 {
            let (depth, width, span, chance) = how;
            let level = depth - left;
            if left == 0 || (level > 0 && rng.below(8) == 0) {
                let score = rng.below(2 * span.unsigned_abs() as usize + 1) as i32 - span;
                return made.intern(Node::Leaf(vec![score, -score]));
            }
            let who = (!(chance && level % 3 == 2)).then_some((level % 2) as u8);
            let weight = |rng: &mut Rng| if who.is_none() { 1 + rng.below(3) as u32 } else { 1 };
            let children = (0..width.max(1)).map(|_| (weight(rng), grow(made, rng, left - 1, how))).collect();
            made.intern(Node::Inner { who, children })
        }
        let mut made = Reader { text: "", at: 0, nodes: Vec::new(), index: HashMap::new() };
        let root = grow(&mut made, &mut Rng::new(seed), depth, (depth, width, span.max(0), chance));
        Tree { nodes: made.nodes, root, players: 2 }
    }

    fn finish(nodes: Vec<Node>, root: u32) -> Result<Tree, String> {
        let mut players = 0;
        for node in &nodes {
            match node {
                Node::Leaf(scores) if players != 0 && players != scores.len() => {
                    return Err(format!("leaves for {players} and for {} players", scores.len()));
                }
                Node::Leaf(scores) => players = scores.len(),
                Node::Inner { .. } => {}
            }
        }
        let who = nodes.iter().filter_map(|n| match n {
            Node::Inner { who, .. } => *who,
            Node::Leaf(_) => None,
        });
        match who.max() {
            Some(p) if usize::from(p) >= players => {
                Err(format!("player {} decides, but leaves have {players} scores", p + 1))
            }
            _ => Ok(Tree { nodes, root, players }),
        }
    }

    fn children(&self, s: u32) -> &[(u32, u32)] {
        match &self.nodes[s as usize] {
            Node::Inner { children, .. } => children,
            Node::Leaf(_) => &[],
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    index: HashMap<Node, u32>,
}

impl Reader<'_> {
    fn fault(&self, cause: &str) -> TreeError {
        TreeError { at: self.at, cause: cause.to_string() }
    }

    fn intern(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let at = *self.index.entry(node.clone()).or_insert(next);
        if at == next {
            self.nodes.push(node);
        }
        at
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, token: char) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len_utf8();
        }
        found
    }

    /// A run of letters, digits and signs.
    fn word(&mut self) -> &str {
        self.space();
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
        self.at += end;
        &self.text[start..self.at]
    }

    fn node(&mut self, depth: usize) -> Result<u32, TreeError> {
        if depth > DEEPEST {
            return Err(self.fault("the tree is too deep"));
        }
        if self.eat('[') {
            let mut scores = Vec::new();
            while !self.eat(']') {
                let score = self.word().parse();
                scores.push(score.map_err(|_| self.fault("expected a score or ']'"))?);
            }
            if scores.is_empty() {
                return Err(self.fault("a leaf without scores"));
            }
            return Ok(self.intern(Node::Leaf(scores)));
        }
        let word = self.word().to_string();
        if let Ok(score) = word.parse::<i32>() {
            return Ok(self.intern(Node::Leaf(vec![score, score.saturating_neg()])));
        }
        let who = match word.as_str() {
            "max" => Some(0),
            "min" => Some(1),
            "chance" => None,
            _ => match word.strip_prefix('p').map(str::parse::<u8>) {
                Some(Ok(n)) if n >= 1 => Some(n - 1),
                _ => return Err(self.fault("expected a score, max(…), min(…), p1(…) or chance(…)")),
            },
        };
        if !self.eat('(') {
            return Err(self.fault("expected '('"));
        }
        let mut children = Vec::new();
        while !self.eat(')') {
            children.push((self.weight(), self.node(depth + 1)?));
        }
        if children.is_empty() {
            return Err(self.fault("a decision without moves"));
        }
        Ok(self.intern(Node::Inner { who, children }))
    }

    /// `3:` before a subtree; 1 where none is written.
    fn weight(&mut self) -> u32 {
        let start = self.at;
        match self.word().parse() {
            Ok(weight) if weight > 0 && self.eat(':') => weight,
            _ => {
                self.at = start;
                1
            }
        }
    }
}

impl Game for Tree {
    type State = u32;
    type Move = u16;

    fn players(&self) -> usize {
        self.players
    }

    fn chance(&self) -> bool {
        self.nodes.iter().any(|n| matches!(n, Node::Inner { who: None, .. }))
    }

    fn initial(&self) -> u32 {
        self.root
    }

    fn turn(&self, s: &u32) -> Turn {
        match &self.nodes[*s as usize] {
            Node::Leaf(_) => Turn::Over,
            Node::Inner { who: Some(p), .. } => Turn::Player(Player(*p)),
            Node::Inner { who: None, .. } => Turn::Chance,
        }
    }

    fn moves(&self, s: &u32, out: &mut Vec<u16>) {
        out.extend(0..self.children(*s).len() as u16);
    }

    fn apply(&self, s: &mut u32, mv: u16) {
        if let Some(&(_, child)) = self.children(*s).get(usize::from(mv)) {
            *s = child;
        }
    }

    /// The score of a leaf; 0 elsewhere.
    fn score(&self, s: &u32, p: Player) -> i32 {
        match &self.nodes[*s as usize] {
            Node::Leaf(scores) => scores[p.index()],
            Node::Inner { .. } => 0,
        }
    }

    fn weight(&self, s: &u32, mv: u16) -> u32 {
        self.children(*s).get(usize::from(mv)).map_or(1, |&(weight, _)| weight)
    }
}

impl Perfect for Tree {}

impl Show for Tree {
    fn id(&self) -> String {
        format!("tree:{self}")
    }

    fn text(&self, _s: &u32, mv: u16) -> String {
        (mv + 1).to_string()
    }

    fn gesture(&self, s: &u32, mv: u16) -> Gesture {
        let to = self.children(*s).get(usize::from(mv)).map_or(*s, |&(_, child)| child);
        let place = |node: u32| Place::new("tree", node as usize);
        Gesture::carry("here", place(*s), place(to))
    }

    fn scene(&self, s: &u32, _who: Option<Player>, _lang: Lang) -> Scene {
        let points = (0..self.nodes.len()).map(|i| Point { x: i as f32, y: 0.0 }).collect();
        Scene {
            zones: vec![Zone::new("tree", "tree", Layout::Points(points))],
            tokens: vec![Token::up("here", "marker", "here", Place::new("tree", *s as usize))],
            said: Vec::new(),
            turn: self.turn(s),
            points: Player::all(self.players).map(|p| self.score(s, p)).collect(),
        }
    }
}

impl fmt::Display for Tree {
    /// The literal, without spaces that are not needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn node(tree: &Tree, at: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match &tree.nodes[at as usize] {
                Node::Leaf(scores) => match scores[..] {
                    [a, b] if b == a.saturating_neg() => write!(f, "{a}"),
                    _ => {
                        let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
                        write!(f, "[{}]", scores.join(" "))
                    }
                },
                Node::Inner { who, children } => {
                    match who {
                        Some(0) => f.write_str("max(")?,
                        Some(1) => f.write_str("min(")?,
                        Some(p) => write!(f, "p{}(", p + 1)?,
                        None => f.write_str("chance(")?,
                    }
                    for (i, &(weight, child)) in children.iter().enumerate() {
                        f.write_str(if i > 0 { " " } else { "" })?;
                        if weight != 1 {
                            write!(f, "{weight}:")?;
                        }
                        node(tree, child, f)?;
                    }
                    f.write_str(")")
                }
            }
        }
        node(self, self.root, f)
    }
}
