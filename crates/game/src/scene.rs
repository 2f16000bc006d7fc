//! The picture of a game: tokens in zones, and how a person (or an arm) performs a move with them.
//!
//! A scene is made for one viewer and holds nothing that this viewer may not know. A token that lies face down for
//! its viewer has an empty `kind` and an `id` made of its place, so that it cannot be tracked.

use crate::{Player, Turn};

/// A position on a board, in the board's own units; `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

/// How the places of a zone lie.
#[derive(Clone, PartialEq, Debug)]
pub enum Layout {
    /// A board of squares; slot = row × columns + column, the top row first.
    Grid {
        /// Squares across.
        columns: u16,
        /// Squares down.
        rows: u16,
    },
    /// A board of any shape: slot i lies at point i.
    Points(Vec<Point>),
    /// A path: slot i lies at point i and is followed by slot i + 1.
    Track(Vec<Point>),
    /// Side by side.
    Row,
    /// Held in a hand.
    Fan,
    /// One on another; the last is on top.
    Stack,
}

/// Who may look into a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Everybody.
    All,
    /// Its owner only.
    Owner,
    /// Nobody.
    Nobody,
}

/// A part of the table that holds tokens.
#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    /// Unique in the scene and the same in every scene of the game, e.g. `board`, `hand1`, `talon`.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// How its places lie.
    pub layout: Layout,
    /// Whose it is.
    pub owner: Option<Player>,
    /// Who may look into it.
    pub visible: Visibility,
    /// Pairs of slots to join by a line (the lines of a mill board).
    pub lines: Vec<(u16, u16)>,
    /// Names of slots for people (`a1`, `e4`); may be shorter than the zone or empty.
    pub names: Vec<String>,
    /// A picture to draw under it, by name, relative to the game's folder.
    pub picture: Option<String>,
    /// The slot of another zone in which it lies with all its tokens, e.g. a pile of cards on a board of piles.
    pub within: Option<Place>,
}

impl Zone {
    /// A zone of that name and layout that everybody sees and nobody owns.
    pub fn new(id: impl Into<String>, label: impl Into<String>, layout: Layout) -> Zone {
        Zone {
            id: id.into(),
            label: label.into(),
            layout,
            owner: None,
            visible: Visibility::All,
            lines: Vec::new(),
            names: Vec::new(),
            picture: None,
            within: None,
        }
    }

    /// The same zone, owned by `p`.
    pub fn owned(mut self, p: Player) -> Zone {
        self.owner = Some(p);
        self
    }

    /// The same zone, lying in a slot of another one.
    pub fn lying_in(mut self, place: Place) -> Zone {
        self.within = Some(place);
        self
    }

    /// The same zone, seen only by these.
    pub fn seen_by(mut self, visible: Visibility) -> Zone {
        self.visible = visible;
        self
    }
}

/// A slot of a zone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The zone's id.
    pub zone: String,
    /// Which slot of it.
    pub slot: u16,
}

impl Place {
    /// A slot of a zone.
    pub fn new(zone: impl Into<String>, slot: usize) -> Place {
        Place { zone: zone.into(), slot: u16::try_from(slot).unwrap_or(u16::MAX) }
    }
}

/// Which side of a token is up for this viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// The viewer sees what it is.
    Up,
    /// The viewer sees its back.
    Down,
}

/// A thing on the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// Unique in the scene. Stays with the token while this viewer can follow it; a token face down is named after
    /// its place.
    pub id: String,
    /// What it is: `X`, `red`, `card:HA`, `die:4`. Empty when face down.
    pub kind: String,
    /// What it is, for people, e.g. `herdský král`. Empty when face down.
    pub label: String,
    /// Whose it is, where that matters.
    pub owner: Option<Player>,
    /// Which side is up for this viewer.
    pub face: Face,
    /// Where it lies.
    pub place: Place,
}

impl Token {
    /// A token face up.
    pub fn up(
        id: impl Into<String>,
        kind: impl Into<String>,
        label: impl Into<String>,
        place: Place,
    ) -> Token {
        Token { id: id.into(), kind: kind.into(), label: label.into(), owner: None, face: Face::Up, place }
    }

    /// A token face down: all the viewer knows is that something lies there.
    pub fn down(place: Place) -> Token {
        Token {
            id: format!("{}.{}", place.zone, place.slot),
            kind: String::new(),
            label: String::new(),
            owner: None,
            face: Face::Down,
            place,
        }
    }

    /// The same token, owned by `p`.
    pub fn owned(mut self, p: Player) -> Token {
        self.owner = Some(p);
        self
    }
}

/// Something that holds at the table and is not a token: a contract, an announcement, a doubling, an offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Who said it, if a player did.
    pub who: Option<Player>,
    /// The words.
    pub text: String,
}

/// What one player sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The zones, in reading order.
    pub zones: Vec<Zone>,
    /// The tokens; those of a stack or fan in order of their slots.
    pub tokens: Vec<Token>,
    /// What was said and still holds, oldest first.
    pub said: Vec<Said>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The points to show for each player (running or final).
    pub points: Vec<i32>,
}

impl Scene {
    /// The tokens of a zone, by slot.
    pub fn in_zone<'a>(&'a self, zone: &str) -> Vec<&'a Token> {
        let mut tokens: Vec<&Token> = self.tokens.iter().filter(|t| t.place.zone == zone).collect();
        tokens.sort_by_key(|t| t.place.slot);
        tokens
    }

    /// The token at a place, if one lies there; the topmost where several do.
    pub fn at(&self, place: &Place) -> Option<&Token> {
        self.tokens.iter().rev().find(|t| t.place == *place)
    }
}

/// One token carried from a place to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carry {
    /// The token's id in the mover's scene.
    pub token: String,
    /// Where it lies.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
}

/// How a move is performed. Mouse, keyboard, arm and camera share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// Tokens carried one after another; the first is the one a person takes hold of.
    Carry(Vec<Carry>),
    /// Something said, such as a bid.
    Say(String),
}

impl Gesture {
    /// One token carried.
    pub fn carry(token: impl Into<String>, from: Place, to: Place) -> Gesture {
        Gesture::Carry(vec![Carry { token: token.into(), from, to }])
    }
}
