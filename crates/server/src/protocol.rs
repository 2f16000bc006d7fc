//! What travels over the socket: requests of a page and frames of the server, as JSON. Pure data; no behaviour beyond
//! turning the types of `game` into it.
//!
//! A frame holds what one viewer may see and nothing more: it is built from one scene, one list of offers and
//! one log, all made for the same viewer.

use crate::notice::{CuesState, PadState, TalkState};
use game::{Face, Gesture, Lang, Layout, Offer, Player, Said, Scene, Turn, Visibility};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest name of a person or table, in characters.
pub const LONGEST_NAME: usize = 40;

/// The longest a computer player may be told to think about a move, in milliseconds.
pub const LONGEST_THOUGHT: u32 = 10_000;

/// A message of a page: a number of its own choice, which the answer repeats, and what it asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Repeated in the answer.
    pub id: u32,
    /// What is asked.
    pub ask: Ask,
}

/// What a page may ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Make a move.
    Play {
        /// How many moves were made when the page decided; a move for another moment is refused.
        made: usize,
        /// The move in notation.
        text: String,
    },
    /// Take back the last own move.
    Undo {
        /// How many moves were made when the page decided.
        made: usize,
    },
    /// What would a computer player do?
    Hint {
        /// How many moves were made when the page decided.
        made: usize,
        /// How far up the ladder: 1 where to look, 2 what comes into question, 3 the move with its reasons.
        #[serde(default = "whole")]
        step: u8,
    },
    /// The person at this seat has taken the device: draw the curtain.
    Draw {
        /// The seat.
        seat: usize,
    },
    /// Lower the curtain.
    Cover {},
    /// Sit down on an open seat.
    Sit {
        /// The seat.
        seat: usize,
        /// The name to play under.
        name: String,
    },
    /// Stand up for good; the seat becomes open.
    Stand {
        /// The seat.
        seat: usize,
    },
    /// A computer player takes over: from oneself, or (for the owner of the table) from anybody away, on an open seat,
    /// or instead of another computer player.
    Replace {
        /// The seat.
        seat: usize,
        /// The computer player.
        agent: String,
    },
    /// Take one's seat back from the computer player.
    Return {
        /// The seat.
        seat: usize,
    },
    /// Begin another match.
    Deal {
        /// Which deal.
        deal: Deal,
        /// How many seats further everybody moves when the same deal is shifted.
        #[serde(default = "one")]
        #[schema(default = 1)]
        by: usize,
    },
    /// Change the settings.
    Settings {
        /// All of them.
        settings: Settings,
    },
    /// Rename the table.
    Rename {
        /// The new name.
        name: String,
    },
    /// Show all hands, where that is allowed.
    Open {
        /// Show or hide.
        on: bool,
    },
    /// Look at the match as it stood after some moves, where that is allowed.
    Look {
        /// After how many moves.
        at: usize,
    },
    /// Write something to those at the table.
    Write {
        /// The words, or `#` and the name of a phrase.
        text: String,
    },
    /// Speak another language.
    Speak {
        /// `en`, `cs` or `sk`.
        lang: String,
    },
}

/// Which cards or throws another match begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// New ones.
    New,
    /// The same again, for the same players. Does not count.
    Same,
    /// The same, everybody one seat further. Does not count.
    Shift,
}

/// Settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How long a computer player may think, in milliseconds, 10,000 at most. Where others wait it thinks shorter.
    pub think: u32,
    /// The least time between moves of computer players, in milliseconds.
    pub delay: u32,
    /// Whether a finished trick waits for a click.
    pub wait: bool,
    /// Whether the first player changes with every match.
    pub rotate: bool,
    /// Whether anybody with the address may watch.
    pub watch: bool,
    /// Whether the lobby shows the table while it has open seats.
    pub listed: bool,
    /// Whether hints are given.
    pub hints: bool,
    /// A table for study: open hands at any time; only for one person with computer players.
    pub study: bool,
    /// Whether those who only watch may write to the table.
    pub chat: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            think: 1000,
            delay: 600,
            wait: true,
            rotate: true,
            watch: true,
            listed: false,
            hints: true,
            study: false,
            chat: false,
        }
    }
}

impl Settings {
    /// The same with every number in its range.
    pub fn bounded(mut self) -> Settings {
        self.think = self.think.clamp(10, LONGEST_THOUGHT);
        self.delay = self.delay.min(10_000);
        self
    }
}

/// A message of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Frame {
    /// How things stand.
    State(Box<State>),
    /// What was asked is done.
    Done {
        /// The number of the request.
        re: u32,
    },
    /// What was asked was not done, or the message was not understood; nothing changed.
    Error {
        /// The number of the request, where it could be read.
        re: Option<u32>,
        /// The kind of fault, for programs.
        code: Code,
        /// The cause, for people.
        text: String,
    },
    /// The answer to a wish for a hint.
    Hint {
        /// The number of the request.
        re: u32,
        /// Which step it is, from 1 to 3; each has what those before it have.
        step: u8,
        /// Where to look.
        look: String,
        /// From step 2: the moves that come into question, in notation.
        choices: Vec<String>,
        /// In step 3: the move in notation; empty before.
        text: String,
        /// The move in words.
        label: String,
        /// Reasons.
        because: Vec<String>,
    },
    /// The match at an earlier moment.
    Look {
        /// The number of the request.
        re: u32,
        /// After how many moves.
        at: usize,
        /// The picture.
        scene: Picture,
        /// What to notice beside it.
        cues: Box<CuesState>,
        /// Slots that the move before touched.
        touched: Vec<SpotState>,
    },
    /// The table was deleted.
    Gone,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not JSON, not a request, too long, not text.
    Malformed,
    /// Too many messages.
    TooFast,
    /// For a moment of the match that has passed (a replayed message, a second click).
    Stale,
    /// Not this person's turn, seat or right.
    Forbidden,
    /// Against the rules.
    Illegal,
    /// There is no such thing.
    Missing,
    /// The table could not do it.
    Broken,
}

/// How things stand for one viewer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct State {
    /// The table.
    pub table: TableState,
    /// The match.
    pub play: PlayState,
    /// Which player's eyes these are; none: a spectator's.
    pub viewer: Option<u8>,
    /// Who must take the device before anything private is sent.
    pub curtain: Option<u8>,
    /// What the viewer sees.
    pub scene: Picture,
    /// What the viewer should notice beside it.
    pub cues: CuesState,
    /// The viewer's legal moves, empty when it is not their turn.
    pub offers: Vec<OfferState>,
    /// What the viewer heard of the moves from number `log_from` on.
    pub log: Vec<SaidState>,
    /// 0: `log` replaces what the page had; otherwise it is appended.
    pub log_from: usize,
    /// How many of the last entries of the log the viewer has not seen yet (after a curtain).
    pub news: usize,
    /// What was written at the table lately.
    pub talk: Vec<TalkState>,
}

/// A table of the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableState {
    /// Its id, part of its address.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The game with its parameters.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// Pictures the game brings, by name.
    pub pictures: Vec<String>,
    /// Whether players know different things.
    pub hidden: bool,
    /// Whether the viewer owns it.
    pub owner: bool,
    /// What lets somebody sit down; only for those who may invite.
    pub invite: Option<String>,
    /// The settings.
    pub settings: Settings,
    /// Who plays: `seats[p]` is player p of this match.
    pub seats: Vec<SeatState>,
    /// How many watch.
    pub watchers: usize,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatState {
    /// The number of the seat, for requests.
    pub seat: usize,
    /// The name of who sits there.
    pub name: String,
    /// Who moves.
    pub kind: SeatKind,
    /// The computer player who moves.
    pub agent: Option<String>,
    /// Whether the viewer sits there (perhaps replaced by a computer player).
    pub yours: bool,
    /// Whether the person is connected.
    pub here: bool,
    /// Points so far, all matches together.
    pub total: i64,
}

/// Who moves for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Person,
    /// A computer player.
    Computer,
    /// Nobody yet.
    Open,
}

/// A match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayState {
    /// Which match of the table, from 1.
    pub number: u32,
    /// How many moves were made.
    pub made: usize,
    /// Whether it does not count: a known deal, or somebody has seen more than one seat may see.
    pub practice: bool,
    /// Whether it waits for somebody to sit down.
    pub waiting: bool,
    /// Whether it is over.
    pub over: bool,
    /// Who won, once it is over.
    pub winners: Vec<u8>,
    /// The sheet that explains the points, once it is over.
    pub sheet: Vec<String>,
    /// The score pad: every deal finished at this table, in order.
    pub pad: Vec<PadState>,
    /// Slots that the last move of a player touched.
    pub touched: Vec<SpotState>,
    /// What the last move that cleared a zone everybody sees cleared: the last trick.
    pub cleared: Option<ClearedState>,
    /// Whether the viewer may take back a move.
    pub undo: bool,
    /// Whether hands are shown open to this viewer.
    pub open: bool,
    /// Whether the viewer may have them shown.
    pub may_open: bool,
    /// What went wrong with the table, if it cannot go on.
    pub problem: Option<String>,
    /// What is promised about the shuffles, and what was opened.
    pub seal: SealState,
}

/// The shuffles of a match: promised before they are dealt, opened when they are finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SealState {
    /// The game as it stands in the promise.
    pub game: String,
    /// The deals of this match, those to come included; none where nothing is promised.
    pub deals: Vec<DealSeal>,
    /// The commitment to the first deal of the next match.
    pub next: Option<String>,
}

/// The commitment to one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DealSeal {
    /// Which deal of the match, from 1.
    pub deal: u32,
    /// The SHA-256 hash of the promise, in hexadecimal.
    pub commitment: String,
    /// Whether it was dealt.
    pub dealt: bool,
    /// The seed of the shuffle as a decimal number, once the deal is finished.
    pub seed: Option<String>,
    /// What hid the seed, in hexadecimal, once the deal is finished.
    pub nonce: Option<String>,
}

/// Tokens that lay in a zone until a move cleared it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClearedState {
    /// How many moves were made then.
    pub made: usize,
    /// The zone.
    pub zone: String,
    /// What lay there, the last token included.
    pub tokens: Vec<TokenState>,
}

/// A scene.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Picture {
    /// The zones, in reading order.
    pub zones: Vec<ZoneState>,
    /// The tokens.
    pub tokens: Vec<TokenState>,
    /// What was said and still holds.
    pub said: Vec<SaidState>,
    /// The player whose turn it is.
    pub turn: Option<u8>,
    /// The points to show for each player.
    pub points: Vec<i32>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ZoneState {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: String,
    /// `grid`, `points`, `track`, `row`, `fan` or `stack`.
    pub layout: &'static str,
    /// Squares across, for a grid.
    #[serde(skip_serializing_if = "is_zero")]
    pub columns: u16,
    /// Squares down, for a grid.
    #[serde(skip_serializing_if = "is_zero")]
    pub rows: u16,
    /// Where the slots lie, for points and tracks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<[f32; 2]>,
    /// Whose it is.
    pub owner: Option<u8>,
    /// Who may look into it: `all`, `owner` or `nobody`.
    pub visible: &'static str,
    /// Pairs of slots joined by a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[u16; 2]>,
    /// Names of slots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The picture under it.
    pub picture: Option<String>,
    /// The slot of another zone in which it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<SpotState>,
}

/// A slot of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SpotState {
    /// The zone.
    pub zone: String,
    /// The slot.
    pub slot: u16,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TokenState {
    /// Unique in the scene.
    pub id: String,
    /// What it is; empty when face down.
    pub kind: String,
    /// What it is, for people.
    pub label: String,
    /// Whose it is.
    pub owner: Option<u8>,
    /// Whether the viewer sees what it is.
    pub up: bool,
    /// The zone it lies in.
    pub zone: String,
    /// The slot it lies in.
    pub slot: u16,
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SaidState {
    /// Who said it.
    pub who: Option<u8>,
    /// The words.
    pub text: String,
    /// In a log: how many moves were made by then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferState {
    /// The notation to send.
    pub text: String,
    /// The move in words.
    pub label: String,
    /// The tokens carried; empty when something is said.
    pub carry: Vec<CarryState>,
    /// What is said; empty when tokens are carried.
    pub say: String,
    /// What it means, in a few words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The kind of the token it speaks of without carrying it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether to ask once more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grave: bool,
}

/// A token carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CarryState {
    /// The token.
    pub token: String,
    /// The zone it is taken from.
    pub from: String,
    /// The slot it is taken from.
    pub from_slot: u16,
    /// The zone it goes to.
    pub to: String,
    /// The slot it goes to.
    pub to_slot: u16,
}

/// The last step of a hint.
fn whole() -> u8 {
    3
}

fn one() -> usize {
    1
}

fn is_zero(n: &u16) -> bool {
    *n == 0
}

fn number(p: Option<Player>) -> Option<u8> {
    p.map(|p| p.0)
}

impl From<&Scene> for Picture {
    fn from(scene: &Scene) -> Picture {
        Picture {
            zones: scene.zones.iter().map(ZoneState::from).collect(),
            tokens: scene.tokens.iter().map(TokenState::from).collect(),
            said: scene.said.iter().map(SaidState::from).collect(),
            turn: match scene.turn {
                Turn::Player(p) => Some(p.0),
                Turn::Chance | Turn::Over => None,
            },
            points: scene.points.clone(),
        }
    }
}

impl From<&game::Zone> for ZoneState {
    fn from(zone: &game::Zone) -> ZoneState {
        let flat = |points: &Vec<game::Point>| points.iter().map(|p| [p.x, p.y]).collect();
        let (layout, columns, rows, points) = match &zone.layout {
            Layout::Grid { columns, rows } => ("grid", *columns, *rows, Vec::new()),
            Layout::Points(points) => ("points", 0, 0, flat(points)),
            Layout::Track(points) => ("track", 0, 0, flat(points)),
            Layout::Row => ("row", 0, 0, Vec::new()),
            Layout::Fan => ("fan", 0, 0, Vec::new()),
            Layout::Stack => ("stack", 0, 0, Vec::new()),
        };
        ZoneState {
            id: zone.id.clone(),
            label: zone.label.clone(),
            layout,
            columns,
            rows,
            points,
            owner: number(zone.owner),
            visible: match zone.visible {
                Visibility::All => "all",
                Visibility::Owner => "owner",
                Visibility::Nobody => "nobody",
            },
            lines: zone.lines.iter().map(|&(a, b)| [a, b]).collect(),
            names: zone.names.clone(),
            picture: zone.picture.clone(),
            within: zone.within.as_ref().map(|at| SpotState { zone: at.zone.clone(), slot: at.slot }),
        }
    }
}

impl From<&game::Token> for TokenState {
    fn from(token: &game::Token) -> TokenState {
        TokenState {
            id: token.id.clone(),
            kind: token.kind.clone(),
            label: token.label.clone(),
            owner: number(token.owner),
            up: token.face == Face::Up,
            zone: token.place.zone.clone(),
            slot: token.place.slot,
        }
    }
}

impl From<&Said> for SaidState {
    fn from(said: &Said) -> SaidState {
        SaidState { who: number(said.who), text: said.text.clone(), at: None }
    }
}

/// An entry of a log: what was said, after how many moves.
impl From<&(usize, Said)> for SaidState {
    fn from((at, said): &(usize, Said)) -> SaidState {
        SaidState { at: Some(*at), ..SaidState::from(said) }
    }
}

impl From<&Offer> for OfferState {
    fn from(offer: &Offer) -> OfferState {
        let (carry, say) = match &offer.gesture {
            Gesture::Carry(carries) => (carries.iter().map(CarryState::from).collect(), String::new()),
            Gesture::Say(words) => (Vec::new(), words.clone()),
        };
        let game::Remark { note, about, grave } = offer.remark.clone();
        OfferState { text: offer.text.clone(), label: offer.label.clone(), carry, say, note, about, grave }
    }
}

impl From<&game::Carry> for CarryState {
    fn from(carry: &game::Carry) -> CarryState {
        CarryState {
            token: carry.token.clone(),
            from: carry.from.zone.clone(),
            from_slot: carry.from.slot,
            to: carry.to.zone.clone(),
            to_slot: carry.to.slot,
        }
    }
}

/// The language of that code, English if there is none.
pub fn language(code: &str) -> Lang {
    code.parse().unwrap_or_default()
}
