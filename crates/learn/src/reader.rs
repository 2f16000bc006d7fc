//! How a view and its moves become numbers. A game may have an encoder of its own ([`game::Encode`], read by [`Own`]); every
//! game has its scene ([`crate::SceneReader`]).

use crate::sample::{Acts, Sample};
use game::{Encode, Observe, Player};

/// Reads views of a game.
pub trait Reader<G: Observe>: Send + Sync {
    /// Its name with its version: a network trained with another one is refused.
    fn encoder(&self) -> String;

    /// How many numbers a view is.
    fn inputs(&self) -> usize;

    /// How many aspects moves have together.
    fn outputs(&self) -> usize;

    /// The hashes of inputs and of aspects, where it has a vocabulary.
    fn vocabulary(&self) -> [Vec<u64>; 2] {
        [Vec::new(), Vec::new()]
    }

    /// Appends the numbers of a view that are not 0.
    fn read(&self, game: &G, view: &G::View, me: Player, out: &mut Vec<(u32, f32)>);

    /// Appends the aspects of each of `moves`. `state` is any state of the view, if one is at hand: moves have their names from
    /// it, which are the same in all of them.
    fn aspects(&self, game: &G, at: At<'_, G>, me: Player, moves: &[G::Move], out: &mut Acts);

    /// Whether it can read what `me` has to decide in `s`; one that cannot read everything plays no whole game.
    fn reads(&self, _game: &G, _s: &G::State, _me: Player) -> bool {
        true
    }

    /// Whether it reads every decision of the game.
    fn whole(&self) -> bool {
        true
    }

    /// A simple rule to compare with: its name, and which of the moves it plays.
    fn baseline(&self, _sample: &Sample) -> Option<(&'static str, usize)> {
        None
    }

    /// How many ways there are to turn the board without changing the game, itself included.
    fn symmetries(&self) -> usize {
        1
    }

    /// Turns a sample that way.
    fn turn(&self, _symmetry: usize, _sample: &mut Sample) {}
}

/// A view, and a state of it if one is at hand.
pub struct At<'a, G: Observe> {
    /// What is known.
    pub view: &'a G::View,
    /// A state that the view does not rule out.
    pub state: Option<&'a G::State>,
}

/// The encoder of the game itself.
pub struct Own<G>(G);

impl<G: Encode> Own<G> {
    /// The reader of this game.
    pub fn new(game: G) -> Own<G> {
        Own(game)
    }
}

impl<G: Encode> Reader<G> for Own<G> {
    fn encoder(&self) -> String {
        self.0.encoding().to_string()
    }

    fn inputs(&self) -> usize {
        self.0.inputs()
    }

    fn outputs(&self) -> usize {
        self.0.outputs()
    }

    fn read(&self, game: &G, view: &G::View, me: Player, out: &mut Vec<(u32, f32)>) {
        game.encode(view, me, out);
    }

    fn aspects(&self, game: &G, at: At<'_, G>, me: Player, moves: &[G::Move], out: &mut Acts) {
        let mut aspects = Vec::with_capacity(4);
        for &mv in moves {
            aspects.clear();
            game.aspects(at.view, me, mv, &mut aspects);
            aspects.iter().for_each(|&a| out.aspect(a));
            out.end();
        }
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn turn(&self, symmetry: usize, sample: &mut Sample) {
        sample.inputs.iter_mut().for_each(|(i, _)| *i = self.0.turn_input(symmetry, *i));
        sample.moves.rename(|aspect| self.0.turn_aspect(symmetry, aspect));
    }
}
