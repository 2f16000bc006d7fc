//! Expect-minimax over all deals (thesis 001, 4.2.1 and 6.3.2): the mean of the exact open value of a move over every deal that
//! the view leaves. The thesis gave it up at 295 days for 1.7 million deals; there are 17,153,136 before the first card.
//!
//! Where all deals are wanted they are listed, not drawn, and worked through in passes, each of which takes every 64th hand of
//! one of the others with all deals it is in, so that whatever part of them a limit leaves is spread over the whole. Where fewer are wanted they are drawn. What was
//! averaged is part of the answer. It is exact about deals and naive about play: everybody is taken to see all cards from here on (strategy fusion), which is the known weakness of
//! averaging over open hands.

use crate::every::{Room, every, rooms};
use crate::open::Open;
use crate::{Unsolved, move_of};
use cards::{Hand, Phase, TrickTaking};
use game::{Agent, Fault, Limit, Meter, Player, Rng, Stopped, Thought, Worlds};

/// Deals are taken in so many passes.
const PASSES: u64 = 64;

/// The table of the kernel: neighbours share what is near, and a small table is near the processor.
const TABLE: u32 = 15;

/// What one thread found.
#[derive(Clone, Debug, Default)]
struct Sums {
    deals: u64,
    sums: Vec<f64>,
    nodes: u64,
    fault: Option<String>,
}

/// The agent `expect-minimax`.
pub struct ExpectMinimax {
    /// Deals to average at most.
    deals: u64,
    threads: u64,
    rng: Rng,
}

impl ExpectMinimax {
    /// Averages at most so many deals, on so many threads.
    pub fn new(deals: u64, threads: u64, seed: u64) -> ExpectMinimax {
        ExpectMinimax { deals: deals.max(1), threads: threads.max(1), rng: Rng::new(seed) }
    }
}

/// A part of the deals of a view, evaluated.
struct Part<'a, G: TrickTaking> {
    game: &'a G,
    me: Player,
    view: &'a G::View,
    moves: &'a [G::Move],
    /// Where deals are drawn: from here, with this seed. Else all are listed.
    drawn: Option<(&'a dyn Worlds<G::State>, u64)>,
    /// Which thread of how many this is.
    thread: (u64, u64),
}

impl<G: TrickTaking> Part<'_, G> {
    fn work(&self, rooms: &[Room], unseen: Hand, own: Hand, most: u64, limit: &Limit) -> (Sums, Stopped) {
        let mut meter = Meter::start(limit);
        let mut open = Open::new(TABLE);
        let mut rng = Rng::new(0); // No deal in play is long enough to need it.
        let mut found = Sums { sums: vec![0.0; self.moves.len()], ..Sums::default() };
        let mut hands = [Hand::EMPTY; 4];
        hands[self.me.index() & 3] = own;
        let (of, threads) = self.thread;
        if let Some((worlds, seed)) = self.drawn {
            let mut rng = Rng::new(seed.wrapping_add(of));
            while found.deals < most && found.fault.is_none() && (found.deals == 0 || meter.iteration()) {
                match worlds.draw(&mut rng) {
                    Ok((state, _)) => self.deal(&state, &mut open, &mut rng, &mut found),
                    Err(fault) => found.fault = Some(fault.to_string()),
                }
            }
        } else {
            for pass in 0..PASSES {
                let part = (pass * threads + of, PASSES * threads);
                let goes_on = every(rooms, unseen, &mut hands, part, &mut |hands| {
                    let Some(state) = self.game.with_hands(self.view, hands) else { return true };
                    if found.deals > 0 && !meter.iteration() {
                        return false;
                    }
                    self.deal(&state, &mut open, &mut rng, &mut found);
                    found.fault.is_none()
                });
                if !goes_on {
                    break;
                }
            }
        }
        found.nodes = open.kernel.nodes();
        (found, meter.stopped())
    }

    fn deal(&self, state: &G::State, open: &mut Open, rng: &mut Rng, found: &mut Sums) {
        let before = f64::from(self.game.score(state, self.me));
        for (sum, &mv) in found.sums.iter_mut().zip(self.moves) {
            let mut after = state.clone();
            self.game.apply(&mut after, mv);
            let told = f64::from(self.game.score(&after, self.me)) - before;
            match open.judge(self.game, &after, self.me, rng) {
                Ok(judged) => *sum += told + judged.value,
                Err(fault @ (Unsolved::OutOfNodes | Unsolved::Objective(_) | Unsolved::Hands)) => {
                    found.fault = Some(fault.to_string());
                }
            }
        }
        found.deals += 1;
    }
}

impl<G: TrickTaking> Agent<G> for ExpectMinimax {
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
            return Ok(Thought::just(first));
        }
        let prepared = game.worlds(view)?;
        let (world, _) = prepared.draw(&mut self.rng)?;
        let own = game.hand(&world, me);
        let mut hands: [Hand; 4] = [Hand::EMPTY; 4];
        Player::all(game.players().min(4)).for_each(|p| hands[p.index()] = game.hand(&world, p));
        let listed = game.with_hands(view, &hands).is_some();
        let drawn_from = game.in_play(&world).is_some_and(|deal| deal.stock.len > 0);
        if game.phase(&world) != Phase::Play || !(listed || drawn_from) {
            // Before the tricks there is no value of a deal: as a sober player does.
            let chosen = game.sensible(&world, &mut self.rng, &mut Vec::new());
            let best = chosen.filter(|mv| moves.contains(mv)).unwrap_or(first);
            return Ok(Thought { because: vec!["as a sober player does".into()], ..Thought::just(best) });
        }
        // A card that could announce a marriage and does not is never better.
        let tried: Vec<G::Move> = moves
            .iter()
            .copied()
            .filter(|mv| game.card_of(*mv).is_none_or(|card| move_of(game, &world, moves, card) == Some(*mv)))
            .collect();
        let (rooms, unseen) = rooms(game, me, view, &world);
        let all = prepared.count();
        let wanted = all.map_or(self.deals, |all| u64::try_from(all).unwrap_or(u64::MAX).min(self.deals));
        let wanted = limit.iterations.map_or(wanted, |most| most.min(wanted)).max(1);
        // The order of a stock is not listed.
        let drawn = !listed || all.is_none_or(|all| u128::from(wanted) < all);
        let source = drawn.then(|| (&*prepared, self.rng.bits()));
        let threads = self.threads.min(wanted);
        let part = |thread| Part { game, me, view, moves: &tried, drawn: source, thread: (thread, threads) };
        let share = wanted.div_ceil(threads);
        let limit = Limit { iterations: None, ..limit.clone() };
        let found: Vec<(Sums, Stopped)> = std::thread::scope(|scope| {
            let (rooms, limit) = (&rooms, &limit);
            let others: Vec<_> = (1..threads)
                .map(|t| {
                    let part = part(t);
                    scope.spawn(move || part.work(rooms, unseen, own, share, limit))
                })
                .collect();
            let mut found = vec![part(0).work(rooms, unseen, own, share, limit)];
            for other in others {
                let lost = || {
                    (Sums { fault: Some("a thread broke off".into()), ..Sums::default() }, Stopped::Complete)
                };
                found.push(other.join().unwrap_or_else(|_| lost()));
            }
            found
        });
        thought(&tried, &found, all).ok_or_else(|| {
            let fault = found.iter().find_map(|(sums, _)| sums.fault.clone());
            Fault::Failed(fault.unwrap_or_else(|| "no deal fits what it saw".into()))
        })
    }
}

/// What all threads together found; `None` where one failed or no deal was valued.
fn thought<M: Copy>(moves: &[M], found: &[(Sums, Stopped)], all: Option<u128>) -> Option<Thought<M>> {
    let deals: u64 = found.iter().map(|(sums, _)| sums.deals).sum();
    if deals == 0 || found.iter().any(|(sums, _)| sums.fault.is_some()) {
        return None;
    }
    let mean = |i: usize| found.iter().filter_map(|(sums, _)| sums.sums.get(i)).sum::<f64>() / deals as f64;
    let values: Vec<(M, f64)> = moves.iter().enumerate().map(|(i, &mv)| (mv, mean(i))).collect();
    let (best, _) = values.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let complete = all == Some(u128::from(deals));
    let stopped = found.iter().map(|(_, stopped)| *stopped).find(|stopped| *stopped != Stopped::Complete);
    let of = all.map_or("an unknown number of".to_string(), |all| all.to_string());
    Some(Thought {
        values,
        nodes: found.iter().map(|(sums, _)| sums.nodes).sum(),
        depth: deals,
        stopped: stopped.unwrap_or(if complete { Stopped::Complete } else { Stopped::Iterations }),
        because: vec![format!("the mean of the open value over {deals} of {of} deals")],
        ..Thought::just(best)
    })
}
