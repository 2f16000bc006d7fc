//! The rule book: what a game is ([`Game`]) and what its players may know ([`Observe`]).

use crate::{Contradiction, Known, Player, Rng, Sharp, Turn, WorldsOf};
use std::fmt::Debug;
use std::hash::Hash;

/// A named estimate of how good a state is for a player; larger is better, 0 is even.
pub type Heuristic<G> = (&'static str, fn(&G, &<G as Game>::State, Player) -> i32);

/// The rules of one game. `&self` is the rule book: zero-sized for a native game, the compiled program for a described
/// one. States are plain data without a pointer to it; equal states have equal futures.
pub trait Game: Send + Sync {
    /// A position, with everything the future depends on.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What a player does or what chance brings.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// How many players there are, at least 1.
    fn players(&self) -> usize;

    /// Whether chance acts in some state. Where it says no, [`Turn::Chance`] never comes.
    fn chance(&self) -> bool {
        false
    }

    /// The state every play starts from. A deal or a throw at the start is a chance event.
    fn initial(&self) -> Self::State;

    /// Who acts in `s`.
    fn turn(&self, s: &Self::State) -> Turn;

    /// Appends the legal moves (or the chance events) of `s`, in a stable order, without repetition. Nothing is
    /// appended if and only if the play is over.
    fn moves(&self, s: &Self::State, out: &mut Vec<Self::Move>);

    /// Performs a legal move. Unchecked: an illegal one gives a meaningless state; [`play`] is the checked one.
    fn apply(&self, s: &mut Self::State, mv: Self::Move);

    /// The score of `p`, final when the play is over. Team-mates have equal scores. In a game for two or more the
    /// highest score wins; alone, a score above 0 is a success.
    fn score(&self, s: &Self::State, p: Player) -> i32;

    /// Whether the play is over in `s` only because the rules leave nobody anything to do. A rule book that means such
    /// an end says so itself; where nobody meant it, a checker reports it as a dead end.
    fn stuck(&self, _s: &Self::State) -> bool {
        false
    }

    /// How a play ends in which a position returns; `None` without such a rule. With one, states carry their
    /// [`crate::Past`], and equal states have equal futures but for that rule.
    fn repetition(&self) -> Option<crate::Repetition> {
        None
    }

    /// What went wrong, if the play is over in `s` because the rules failed: place and cause. Such an end is not a result:
    /// nobody has won and it is not a draw. A native game has no such end.
    fn defect(&self, _s: &Self::State) -> Option<String> {
        None
    }

    /// The first defect met in any state this rule book was asked about, where it remembers (for several players a dead
    /// end is one): a caller who looked at many states learns whether all of them were sound.
    fn failed(&self) -> Option<String> {
        None
    }

    /// The team of `p`: players of one team win and lose together. By default everybody is a team of their own; where
    /// partners are found only during the play, nobody has a team.
    fn team(&self, p: Player) -> usize {
        p.index()
    }

    /// The relative probability of a chance event, at least 1.
    fn weight(&self, _s: &Self::State, _mv: Self::Move) -> u32 {
        1
    }

    /// Whether `mv` may be played in `s`. Override only to accept more ways of naming a move than `moves` lists.
    fn legal(&self, s: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        moves.contains(&mv)
    }

    /// A random legal move: uniform for a player, by weight for chance; `None` when the play is over. `scratch` is
    /// only memory to reuse. An override must return what the provided method would for the same `rng`: the move at
    /// position `rng.below(n)` of `moves`.
    #[inline]
    fn pick(&self, s: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.moves(s, scratch);
        if scratch.is_empty() {
            return None;
        }
        if self.turn(s) == Turn::Chance {
            return Some(scratch[rng.weighted(scratch.iter().map(|&mv| self.weight(s, mv)))]);
        }
        Some(scratch[rng.below(scratch.len())])
    }

    /// Plays at random in place until the end or for `most` moves; returns the number of moves made. `scratch` is only
    /// memory to reuse. An override must make the moves that [`pick`](Game::pick) would choose for the same `rng`.
    #[inline]
    fn wander(&self, s: &mut Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>, most: u64) -> u64 {
        crate::walk::wander(self, s, rng, scratch, most)
    }

    /// A move for simulated play, the *default policy* of Monte Carlo searches: legal, and such as a sober player would
    /// make it without thinking. Where cards are played it is as random as [`pick`](Game::pick); what precedes them
    /// is not: uniformly random bids, doublings and claims would make every simulated deal absurd, and with it the
    /// judgement of everything before the first trick. `None` when the play is over.
    #[inline]
    fn sensible(&self, s: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.pick(s, rng, scratch)
    }

    /// Whether the scores stand and nothing done so far matters to the rest of the play except through them: the end
    /// of a deal in a match of several. Simulations stop here.
    #[inline]
    fn settled(&self, s: &Self::State) -> bool {
        self.turn(s) == Turn::Over
    }

    /// Where scores are money: what a usual deal wins or loses, at least 1. Searches then maximise the expected score
    /// and take this as their unit. `None` where winning comes first.
    fn stake(&self) -> Option<i32> {
        None
    }

    /// Whether `p` and `q` play together in `s`, in truth, whoever knows it. Everybody plays with themselves.
    fn allied(&self, _s: &Self::State, p: Player, q: Player) -> bool {
        p == q
    }

    /// Writes a state as bytes, for whoever must put it aside (on disk, for instance); false where the game cannot.
    /// What [`unpack`](Game::unpack) makes of them equals the state.
    fn pack(_s: &Self::State, _out: &mut Vec<u8>) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// The state that [`pack`](Game::pack) wrote; `None` if the bytes are none.
    fn unpack(_bytes: &[u8]) -> Option<Self::State>
    where
        Self: Sized,
    {
        None
    }

    /// The estimates this game offers to searching agents, best first. A game needs none.
    fn heuristics(&self) -> Vec<Heuristic<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// A faster look at states for exact solvers, where the game has one.
    fn sharp(&self) -> Option<&dyn Sharp<Self::State, Self::Move>> {
        None
    }
}

/// A game in which everybody sees everything; it gets [`Observe`] for free.
pub trait Perfect: Game {}

/// What each player may know.
pub trait Observe: Game {
    /// Everything one player knows, including what they remember.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// What `who` knows in `s`; `None` is a spectator, who knows only what is public.
    fn view(&self, s: &Self::State, who: Option<Player>) -> Self::View;

    /// The states that `v` does not rule out, prepared for drawing; equally likely where the game can do it.
    ///
    /// # Errors
    /// Why no state fits `v`. The view of a state never contradicts itself.
    fn worlds(&self, v: &Self::View) -> Result<WorldsOf<'_, Self>, Contradiction>
    where
        Self: Sized;

    /// One of the [`worlds`](Observe::worlds) of `v`. Whoever needs several prepares them once instead.
    ///
    /// # Errors
    /// Why no state fits `v`.
    fn sample(&self, v: &Self::View, rng: &mut Rng) -> Result<Self::State, Contradiction>
    where
        Self: Sized,
    {
        Ok(self.worlds(v)?.draw(rng)?.0)
    }

    /// Whether some view hides something.
    fn hidden(&self) -> bool;

    /// Whether `who` sees which move `mv` is when it is made in `s`. Moves (or chance events) of one state that `who`
    /// does not see look alike: they leave him equal views. The mover sees his own moves.
    fn visible(&self, _s: &Self::State, _mv: Self::Move, _who: Player) -> bool {
        true
    }
}

impl<G: Perfect> Observe for G {
    type View = G::State;

    #[inline]
    fn view(&self, s: &Self::State, _who: Option<Player>) -> Self::State {
        s.clone()
    }

    #[inline]
    fn worlds(&self, v: &Self::State) -> Result<WorldsOf<'_, Self>, Contradiction> {
        Ok(Box::new(Known(v.clone())))
    }

    #[inline]
    fn sample(&self, v: &Self::State, _rng: &mut Rng) -> Result<Self::State, Contradiction> {
        Ok(v.clone())
    }

    fn hidden(&self) -> bool {
        false
    }
}

/// A move that the rules do not allow, or a move after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal;

/// Performs `mv` if it is legal; otherwise leaves `s` as it is.
///
/// # Errors
/// [`Illegal`] if `mv` is not legal in `s`.
pub fn play<G: Game>(game: &G, s: &mut G::State, mv: G::Move) -> Result<(), Illegal> {
    if !game.legal(s, mv) {
        return Err(Illegal);
    }
    game.apply(s, mv);
    Ok(())
}
