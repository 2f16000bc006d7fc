//! Sides: players who win and lose together. Everybody is a side of their own unless the game has teams.

use game::{Game, Player};

/// The sides of a game, in the order of their first players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    members: Vec<Vec<Player>>,
    /// The members of each by bits; nothing for players beyond 128.
    masks: Vec<u128>,
}

impl Sides {
    /// The sides of a game.
    pub fn of<G: Game>(game: &G) -> Sides {
        let (mut teams, mut members): (Vec<usize>, Vec<Vec<Player>>) = (Vec::new(), Vec::new());
        for p in Player::all(game.players()) {
            let team = game.team(p);
            match teams.iter().position(|&t| t == team) {
                Some(i) => members[i].push(p),
                None => {
                    teams.push(team);
                    members.push(vec![p]);
                }
            }
        }
        let bit = |p: &Player| if p.0 < 128 { 1u128 << p.0 } else { 0 };
        let masks = members.iter().map(|side| side.iter().map(bit).sum()).collect();
        Sides { members, masks }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// The players of each side.
    pub fn members(&self) -> &[Vec<Player>] {
        &self.members
    }

    /// The side of a player.
    pub fn side(&self, p: Player) -> usize {
        self.members.iter().position(|side| side.contains(&p)).unwrap_or(0)
    }

    /// The side all these winners belong to, or the number of sides where nobody won or several sides did.
    pub fn column(&self, winners: u128) -> usize {
        let all = self.masks.len();
        if winners == 0 {
            return all;
        }
        self.masks.iter().position(|mask| winners & !mask == 0).unwrap_or(all)
    }
}
