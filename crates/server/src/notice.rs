//! What travels beside scenes: cues, the score pad, the talk at a table. Pure data, for the socket.

use crate::protocol::SpotState;
use game::{Account, Cues, Place, Player, name_players};
use serde::Serialize;
use utoipa::ToSchema;

/// What the viewer should notice beside the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CuesState {
    /// What the viewer is asked to do; may be empty.
    pub prompt: String,
    /// What is being played.
    pub badge: Option<BadgeState>,
    /// For each player what he is in this deal; may be empty.
    pub roles: Vec<Vec<RoleState>>,
    /// How many tricks each player has taken; may be empty.
    pub tricks: Vec<u16>,
    /// Whether players sit counter-clockwise.
    pub counter: bool,
    /// The id of the token on the table that is winning.
    pub leading: Option<String>,
    /// Slots to mark, such as a winning line.
    pub marks: Vec<SpotState>,
    /// How many moves of the kind on offer belong together.
    pub together: u16,
    /// The number of the deal, from 1; 0 where there are none.
    pub deal: u32,
}

/// What is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BadgeState {
    /// The contract.
    pub title: String,
    /// The kind of a card that stands for the trump suit; may be empty.
    pub sign: String,
    /// How it is doubled; may be empty.
    pub doubled: String,
}

/// What somebody is in this deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoleState {
    /// The word for it.
    pub text: String,
    /// Whether it is the one to notice.
    pub chief: bool,
}

/// A row of the score pad: one deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PadState {
    /// The match of the table it belongs to.
    pub number: u32,
    /// Which deal of that match, from 1; 0 for a game without deals.
    pub deal: u32,
    /// What was played; may be empty.
    pub title: String,
    /// The seat of who played it.
    pub by: Option<usize>,
    /// What it brought, by seat.
    pub delta: Vec<i32>,
    /// The account, line by line.
    pub lines: Vec<String>,
    /// Whether it counts.
    pub counts: bool,
}

/// Something written at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TalkState {
    /// The number of the line, from 1; never the same twice at a table.
    pub number: u64,
    /// The seat of who wrote it; none: somebody who watches.
    pub seat: Option<usize>,
    /// Under which name.
    pub name: String,
    /// What: words, or `#` and the name of a phrase that the page knows.
    pub text: String,
}

/// A place of a scene.
pub(crate) fn spot(place: &Place) -> SpotState {
    SpotState { zone: place.zone.clone(), slot: place.slot }
}

impl CuesState {
    /// Cues with the names of the players filled in.
    pub(crate) fn new(cues: &Cues, name: impl Fn(Player) -> String) -> CuesState {
        let role = |role: &game::Role| RoleState { text: role.text.clone(), chief: role.chief };
        CuesState {
            prompt: name_players(&cues.prompt, name),
            badge: cues.badge.as_ref().map(|badge| BadgeState {
                title: badge.title.clone(),
                sign: badge.sign.clone(),
                doubled: badge.doubled.clone(),
            }),
            roles: cues.roles.iter().map(|roles| roles.iter().map(role).collect()).collect(),
            tricks: cues.tricks.clone(),
            counter: cues.counter,
            leading: cues.leading.clone(),
            marks: cues.marks.iter().map(spot).collect(),
            together: cues.together,
            deal: cues.deal,
        }
    }
}

impl PadState {
    /// A row of an account; `seat` is where a player sits, `name` what the one there is called.
    pub(crate) fn new(
        number: u32,
        account: &Account,
        seat: impl Fn(usize) -> usize,
        name: impl Fn(usize) -> String,
    ) -> PadState {
        let n = account.delta.len();
        let mut delta = vec![0; n];
        for (p, points) in account.delta.iter().enumerate() {
            if let Some(place) = delta.get_mut(seat(p)) {
                *place = *points;
            }
        }
        let named = |line: &String| name_players(line, |p| name(seat(p.index())));
        PadState {
            number,
            deal: account.deal,
            title: account.title.clone(),
            by: account.by.map(|p| seat(p.index())),
            delta,
            lines: account.lines.iter().map(named).collect(),
            counts: true,
        }
    }
}
