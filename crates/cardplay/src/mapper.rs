//! MAPP as an agent: what it knows from its view, how deep it looks, and what it does where no card is to be played.

use crate::mapp::{Knowing, Search, Settings};
use cards::{Card, Hand, Phase, Side, TrickTaking};
use game::{Agent, Fault, Limit, Meter, Player, Rng, Thought};

/// Chooses bids, talons and contracts from a view; `None` where it has no opinion.
pub type Bidder<G> = fn(
    &G,
    Player,
    &<G as game::Observe>::View,
    &[<G as game::Game>::Move],
) -> Option<<G as game::Game>::Move>;

/// Worlds that say how likely an unknown player is on the own side, and what a sober player would do.
const WORLDS: u64 = 8;

/// The agent `mapp`.
pub struct Mapp<G: TrickTaking> {
    settings: Settings,
    nodes: u64,
    bidder: Option<Bidder<G>>,
    rng: Rng,
}

impl<G: TrickTaking> Mapp<G> {
    /// Looks so many tricks ahead, as far as `nodes` states suffice; decisions that are not cards are the bidder's.
    pub fn new(tricks: u32, pruning: bool, nodes: u64, bidder: Option<Bidder<G>>, seed: u64) -> Mapp<G> {
        Mapp { settings: Settings { tricks, pruning }, nodes, bidder, rng: Rng::new(seed) }
    }

    /// The values of the cards at the greatest depth that could be completed, with that depth.
    fn cards(&self, know: &Knowing, limit: &Limit, meter: &mut Meter) -> (Vec<(Card, f64)>, u32) {
        let most = limit.depth.map_or(self.settings.tricks, |depth| depth.min(self.settings.tricks));
        let mut found = (Vec::new(), 0);
        for tricks in 1..=most.max(1) {
            let settings = Settings { tricks, ..self.settings };
            match Search::new(know, settings, meter).values() {
                Some(values) => found = (values, tricks),
                None => break,
            }
            if know.deal.hands[know.me.index() & 3].len() <= tricks as usize {
                break;
            }
        }
        found
    }
}

/// What the moves of a view are worth to a person who knows the rules and thinks no further: the vote of sober players in
/// some worlds.
fn sober<G: TrickTaking>(game: &G, worlds: &[G::State], moves: &[G::Move], rng: &mut Rng) -> Option<G::Move> {
    let mut votes = vec![0u32; moves.len()];
    let mut scratch = Vec::new();
    for world in worlds {
        scratch.clear();
        let chosen = game.sensible(world, rng, &mut scratch);
        if let Some(at) = chosen.and_then(|mv| moves.iter().position(|other| *other == mv)) {
            votes[at] += 1;
        }
    }
    let best = (0..moves.len()).max_by_key(|&i| (votes[i], std::cmp::Reverse(i)))?;
    Some(moves[best])
}

/// What a view tells about the play of cards.
fn knowing<G: TrickTaking>(game: &G, me: Player, view: &G::View, worlds: &[G::State]) -> Option<Knowing> {
    let world = worlds.first()?;
    let deal = game.in_play(world)?;
    let mut may = [Hand::EMPTY; 4];
    let mut with = [-1.0; 4];
    for p in deal.seats().map(Player) {
        may[p.index() & 3] = game.possible(view, p);
        with[p.index() & 3] = match game.side(view, Some(me), p) {
            _ if p == me => 1.0,
            Side::Partner => 1.0,
            Side::Opponent => -1.0,
            Side::Unknown => {
                let same = worlds.iter().filter(|s| game.same_side(s, me, p) == Some(true)).count();
                2.0 * same as f64 / worlds.len() as f64 - 1.0
            }
        };
    }
    may[me.index() & 3] = Hand::EMPTY;
    Some(Knowing { me, deal, may, with })
}

/// The way to play a card that announces most, where there are several.
pub(crate) fn move_of<G: TrickTaking>(
    game: &G,
    world: &G::State,
    moves: &[G::Move],
    card: Card,
) -> Option<G::Move> {
    let announced = |mv: &G::Move| {
        let mut after = world.clone();
        game.apply(&mut after, *mv);
        game.in_play(&after).map_or(0, |deal| deal.tally.bonus[0] + deal.tally.bonus[1])
    };
    let ways = moves.iter().copied().filter(|mv| game.card_of(*mv) == Some(card));
    ways.reduce(|best, next| if announced(&next) > announced(&best) { next } else { best })
}

impl<G: TrickTaking> Agent<G> for Mapp<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let &[first, ..] = moves else { return Err(Fault::Failed("there is no move to choose".into())) };
        if moves.len() == 1 {
            return Ok(Thought::just(first)); // A single move needs no search (B.4.3).
        }
        let prepared = game.worlds(view)?;
        let worlds: Vec<G::State> =
            (0..WORLDS).map(|_| Ok(prepared.draw(&mut self.rng)?.0)).collect::<Result<_, Fault>>()?;
        let bid = self.bidder.and_then(|bidder| bidder(game, me, view, moves));
        if let Some(best) = bid.filter(|mv| moves.contains(mv)) {
            return Ok(Thought {
                because: vec!["by the rules of the appendix".into()],
                ..Thought::just(best)
            });
        }
        let voted = sober(game, &worlds, moves, &mut self.rng).unwrap_or(first);
        let plays = worlds.first().is_some_and(|world| game.phase(world) == Phase::Play);
        let known = knowing(game, me, view, &worlds).filter(|_| plays && game.card_of(voted).is_some());
        let Some(know) = known else {
            return Ok(Thought { because: vec!["as sober players do".into()], ..Thought::just(voted) });
        };
        let mut meter = Meter::start(&Limit {
            nodes: Some(limit.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..limit.clone()
        });
        let (values, depth) = self.cards(&know, limit, &mut meter);
        let best = values.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let best = best.and_then(|(card, _)| move_of(game, &worlds[0], moves, card)).unwrap_or(voted);
        let of = |(card, value): &(Card, f64)| Some((move_of(game, &worlds[0], moves, *card)?, *value));
        Ok(Thought {
            values: values.iter().filter_map(of).collect(),
            nodes: meter.nodes(),
            depth: u64::from(depth),
            stopped: meter.stopped(),
            ..Thought::just(best)
        })
    }
}
