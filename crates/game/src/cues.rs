//! What people at a table look for beside tokens and words: what is asked of them, what is being played, who is in which
//! role, which card leads, and how a deal was counted. All of it is optional; a screen works without it.
//!
//! Texts name players by [`Player::mark`], because a game does not know what they are called; [`name_players`] puts the
//! names in.

use crate::{Place, Player};

/// What one viewer should notice at this moment. Holds nothing that viewer may not know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cues {
    /// What the viewer is asked to do; empty when somebody else moves or the offers speak for themselves.
    pub prompt: String,
    /// What is being played.
    pub badge: Option<Badge>,
    /// For each player what he is in this deal: forehand, declarer, dealer, known partner. May be empty.
    pub roles: Vec<Vec<Role>>,
    /// How many tricks each player has taken. May be empty.
    pub tricks: Vec<u16>,
    /// Whether players sit counter-clockwise in the order of play.
    pub counter: bool,
    /// The token on the table that is winning, by its id.
    pub leading: Option<String>,
    /// Slots to mark, such as those of a winning line.
    pub marks: Vec<Place>,
    /// How many moves of the kind now offered are made in a row and belong together: two cards to the talon.
    pub together: u16,
    /// The number of the deal, from 1; 0 where there are none.
    pub deal: u32,
}

/// What is being played, in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Badge {
    /// The contract.
    pub title: String,
    /// The kind of a card that stands for the trump suit, `card:HA`; empty without one.
    pub sign: String,
    /// How it is doubled; empty if not.
    pub doubled: String,
}

/// What somebody is in this deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Role {
    /// The word for it.
    pub text: String,
    /// Whether it is the one to notice: the declarer.
    pub chief: bool,
}

impl Role {
    /// A role of everyday.
    pub fn new(text: impl Into<String>) -> Role {
        Role { text: text.into(), chief: false }
    }

    /// The role to notice.
    pub fn chief(text: impl Into<String>) -> Role {
        Role { text: text.into(), chief: true }
    }
}

/// What a person wants to know of a move before making it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// What it means, in a few words.
    pub note: String,
    /// The kind of the token it speaks of without carrying it, such as the card that is called; empty without one.
    pub about: String,
    /// Whether it is grave enough to be asked once more.
    pub grave: bool,
}

/// How a finished deal was counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Which deal, from 1.
    pub deal: u32,
    /// What was played.
    pub title: String,
    /// Who played it.
    pub by: Option<Player>,
    /// What it brought to each player.
    pub delta: Vec<i32>,
    /// The account, line by line; players are named by their marks.
    pub lines: Vec<String>,
}

/// The first mark; the private characters of plane 15 mean nothing else.
const FIRST: u32 = 0xF_0000;

impl Player {
    /// A character that stands for the name of this player in a text.
    pub fn mark(self) -> char {
        char::from_u32(FIRST + u32::from(self.0)).unwrap_or('?')
    }
}

/// The text with every mark of a player replaced by a name.
pub fn name_players(text: &str, name: impl Fn(Player) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c).checked_sub(FIRST).and_then(|n| u8::try_from(n).ok()) {
            Some(p) => out.push_str(&name(Player(p))),
            None => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_names_and_nothing_else_changes() {
        let text = format!("{}: +2, {}: −2 \u{F0FFF}", Player(0).mark(), Player(255).mark());
        assert_eq!(name_players(&text, |p| format!("<{p}>")), "<1>: +2, <256>: −2 \u{F0FFF}");
    }
}
