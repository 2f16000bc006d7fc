//! A network that says where cards lie. It reads a view as the game's own encoder writes it; for every card of the pack it has
//! an output for each player after the viewer and one for lying elsewhere (a talon). What it says of one card is a share among
//! the places that are possible.

use crate::belief::{Pool, pool_by, unseen};
use cards::numbers::card_number;
use cards::{Card, TrickTaking};
use game::{Belief, Contradiction, Encode, Player, WorldsOf};
use learn::{Acts, Goal, Net, Pass, Sample, Shape};
use std::sync::Arc;

/// Places distinguished: three players after the viewer, and elsewhere.
pub(super) const PLACES: u32 = 4;
const ELSEWHERE: u32 = 3;
/// The most cards of a pack.
const CARDS: usize = 64;

/// The network.
#[derive(Clone, PartialEq, Debug)]
pub struct Places {
    net: Arc<Net>,
}

/// The number of a card among the outputs: trumps come first where the encoder has it so.
fn number<G: TrickTaking>(game: &G, s: &G::State, card: Card) -> u32 {
    if game.deck().cards().len() > 32 { u32::from(card.0) } else { card_number(card, game.law(s).trump) }
}

/// Where a card lies in a deal, seen by a player.
fn place<G: TrickTaking>(game: &G, s: &G::State, me: Player, card: Card) -> u32 {
    let n = game.players();
    let after = (1..n).find(|i| game.hand(s, Player(((me.index() + i) % n) as u8)).has(card));
    after.map_or(ELSEWHERE, |i| i as u32 - 1)
}

/// The places a card may lie at, by what the view says card by card.
fn possible<G: TrickTaking>(game: &G, view: &G::View, me: Player, card: Card) -> Vec<u32> {
    let n = game.players();
    let player = |i: usize| Player(((me.index() + i) % n) as u8);
    let mut places: Vec<u32> =
        (1..n).filter(|&i| game.possible(view, player(i)).has(card)).map(|i| i as u32 - 1).collect();
    places.push(ELSEWHERE);
    places
}

impl Places {
    /// The shape of such a network for a game.
    pub fn shape<G: Encode>(game: &G, width: usize) -> Shape {
        Shape { inputs: game.inputs(), width, blocks: 1, outputs: CARDS * PLACES as usize, values: 0 }
    }

    /// A trained network; `None` if it has another shape.
    pub fn new<G: Encode>(game: &G, net: Net) -> Option<Places> {
        let fits = net.shape() == Places::shape(game, net.shape().width);
        fits.then(|| Places { net: Arc::new(net) })
    }

    /// What is to be learned from the view of `me` in `s`: a sample for each of these cards.
    pub(super) fn samples<G: TrickTaking + Encode>(
        game: &G,
        s: &G::State,
        me: Player,
        cards: &[Card],
        out: &mut Vec<Sample>,
    ) {
        let view = game.view(s, Some(me));
        let mut inputs = Vec::new();
        game.encode(&view, me, &mut inputs);
        for &card in cards {
            let places = possible(game, &view, me, card);
            let there = place(game, s, me, card);
            let Some(at) = places.iter().position(|p| *p == there) else { continue };
            let mut moves = Acts::default();
            for p in &places {
                moves.aspect(PLACES * number(game, s, card) + p);
                moves.end();
            }
            let policy = (0..places.len()).map(|i| f32::from(u8::from(i == at))).collect();
            let goal = Goal { policy, ..Goal::default() };
            out.push(Sample { inputs: inputs.clone(), moves, goal });
        }
    }

    /// What the network says of a view: for every unseen card, the logarithms of the shares of its places. `s` is any state of
    /// the view.
    fn logs<G: TrickTaking + Encode>(
        &self,
        game: &G,
        view: &G::View,
        s: &G::State,
        me: Player,
    ) -> Vec<(Card, [f64; 4])> {
        let mut inputs = Vec::new();
        game.encode(view, me, &mut inputs);
        let mut pass = Pass::default();
        self.net.forward(&inputs, &mut pass);
        let row = |card: Card| {
            let first = (PLACES * number(game, s, card)) as usize;
            let places = possible(game, view, me, card);
            let score = |p: u32| f64::from(pass.outputs[first + p as usize]);
            let most = places.iter().map(|&p| score(p)).fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = places.iter().map(|&p| (score(p) - most).exp()).sum();
            // What the view rules out never comes up in its worlds.
            let mut logs = [-20.0; 4];
            places.iter().for_each(|&p| logs[p as usize] = score(p) - most - sum.ln());
            (card, logs)
        };
        unseen(game, view, s).iter().map(row).collect()
    }
}

/// The belief that cards lie where a network says.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Deals drawn and weighed for a view.
    pub deals: usize,
    /// Decides which deals are drawn.
    pub seed: u64,
    /// The network.
    pub places: Places,
}

impl Placed {
    /// The logarithm of the weight of a deal: the sum over its cards. Needs a state of the view, any one.
    pub(super) fn weigher<'a, G: TrickTaking + Encode>(
        &self,
        game: &'a G,
        view: &G::View,
        any: &G::State,
    ) -> impl Fn(&G::State) -> f64 + use<'a, G> {
        let me = game.viewer(view).unwrap_or(Player(0));
        let logs = self.places.logs(game, view, any, me);
        move |s| logs.iter().map(|(card, logs)| logs[place(game, s, me, *card) as usize]).sum()
    }

    /// Draws and weighs deals.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn pool<G: TrickTaking + Encode>(
        &self,
        game: &G,
        view: &G::View,
    ) -> Result<Pool<G::State>, Contradiction> {
        let (any, _) = game.worlds(view)?.draw(&mut game::Rng::new(self.seed))?;
        let log = self.weigher(game, view, &any);
        pool_by(game, view, (self.deals, self.seed), &log)
    }
}

impl<G: TrickTaking + Encode> Belief<G> for Placed {
    fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        Ok(Box::new(self.pool(game, view)?))
    }
}
