//! A player that knows only the rules and teaches itself.
//!
//! Where everybody sees everything: plays against itself, each move by a tree search that its own network guides; the network
//! learns to say at once what the search found (policy) and how the play ended (value). D. Silver et al., *A general
//! reinforcement learning algorithm that masters chess, shogi, and Go through self-play* (2018), at the size of one processor.
//! Only a part of the moves is searched long and learned from, as in D. J. Wu, *Accelerating Self-Play Learning in Go* (2019).
//!
//! Where something is hidden: plays against itself by what its network says each move brings, now and then at random, and
//! learns what they did bring. D. Zha et al., *DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning* (2021).

use crate::adam::Lesson;
use crate::checkpoint::Checkpoint;
use crate::errand::Played;
use crate::reader::At;
use crate::sample::{Goal, Loss, Sample, largest};
use crate::tree::{Ask, Judge, Tree, best, relative, rewards};
use game::{Game, Limit, Meter, Observe, Player, Rng, Turn};

/// How a player teaches itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// Rounds: plays, then lessons.
    pub rounds: u64,
    /// Plays of a round.
    pub plays: usize,
    /// Walks through the tree for a move that is learned from; the others get a quarter.
    pub walks: u64,
    /// Samples kept.
    pub window: usize,
    /// How often each new sample is learned, on average.
    pub repeats: f32,
    /// Samples of a batch.
    pub batch: usize,
    /// How far a step goes at the start; it ends at a tenth.
    pub rate: f32,
    /// Moves of a play at most; then it is drawn.
    pub length: usize,
    /// The first moves are drawn by their share, the rest are the best ones.
    pub drawn: usize,
    /// How often a move is random where qualities are learned.
    pub random: f32,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            rounds: 100,
            plays: 40,
            walks: 100,
            window: 40_000,
            repeats: 4.0,
            batch: 64,
            rate: 2e-3,
            length: 400,
            drawn: 12,
            random: 0.1,
        }
    }
}

impl SelfPlay {
    /// How far a step of a round goes: constant for half of the training, then down to a tenth.
    pub fn rate_at(&self, round: u64) -> f32 {
        let done = round as f32 / self.rounds.max(1) as f32;
        self.rate * (1.0 - 1.8 * (done - 0.5).clamp(0.0, 0.5))
    }
}

/// What a round brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Round {
    /// What the network got wrong while it learned.
    pub loss: Loss,
    /// Samples of the plays of this round.
    pub samples: usize,
    /// Moves of the plays of this round.
    pub moves: u64,
}

/// A play of the network against itself, named by the seed of the training, the round and its number in it. Nothing else
/// decides what it brings, so it does not matter who makes it.
pub fn play<G: Observe>(
    game: &G,
    judge: &Judge<G>,
    plan: &SelfPlay,
    quality: bool,
    name: (u64, u64, u64),
) -> Played {
    let mut rng = Rng::new(game::hash::hash(&name));
    let mut samples = Vec::new();
    let moves = match quality {
        true => quality_play(game, judge, plan, &mut rng, &mut samples),
        false => searched_play(game, judge, plan, &mut rng, &mut samples),
    };
    let whole = judge.reader.symmetries().max(1);
    for sample in &mut samples {
        let turned = rng.below(whole);
        if turned > 0 {
            judge.reader.turn(turned, sample);
        }
    }
    Played { samples, moves }
}

/// One round: plays were made; their lessons are learned.
pub fn round(plan: &SelfPlay, at: &mut Checkpoint, plays: Vec<Played>) -> Round {
    let mut rng = at.rng();
    let mut found = Round::default();
    let mut fresh = Vec::new();
    for mut play in plays {
        found.moves += play.moves;
        fresh.append(&mut play.samples);
    }
    found.samples = fresh.len();
    let batches = (fresh.len() as f32 * plan.repeats / plan.batch.max(1) as f32).ceil() as usize;
    at.samples.append(&mut fresh);
    let over = at.samples.len().saturating_sub(plan.window);
    at.samples.drain(..over);
    let drill = crate::Drill { batches, batch: plan.batch, rate: plan.rate_at(at.round) };
    found.loss = at.pupil.drill(&at.samples, drill, &mut rng, &mut Lesson::default());
    at.round += 1;
    found
}

/// A play by tree search. Appends its samples; returns its moves.
fn searched_play<G: Observe>(
    game: &G,
    judge: &Judge<G>,
    plan: &SelfPlay,
    rng: &mut Rng,
    out: &mut Vec<Sample>,
) -> u64 {
    let mut tree = Tree::new(judge.clone());
    let mut s = game.initial();
    let mut told: Vec<(Sample, Player, (f32, bool))> = Vec::new();
    let (mut moves, mut made) = (Vec::new(), 0usize);
    while !game.settled(&s) && made < plan.length {
        moves.clear();
        game.moves(&s, &mut moves);
        let Turn::Player(me) = game.turn(&s) else {
            let event = moves[rng.weighted(moves.iter().map(|&mv| game.weight(&s, mv)))];
            tree.advance(game, event);
            game.apply(&mut s, event);
            continue;
        };
        let long = rng.below(4) == 0 || moves.len() == 1;
        let walks = if long { plan.walks } else { (plan.walks / 4).max(2) };
        let mut walker = rng.fork();
        let mut noise = rng.fork();
        if long {
            // What is learned from comes from a tree of its own: the noise has its full effect.
            tree = Tree::new(judge.clone());
        }
        let mut meter = Meter::start(&Limit::iterations(walks));
        tree.search(game, &s, &mut meter, long.then_some(&mut noise), &mut walker);
        let roots = tree.roots();
        let found = best(&roots).copied();
        let proven = tree.proven(me);
        let value = proven.unwrap_or_else(|| found.map_or(0.5, |root| root.proven.unwrap_or(root.mean)));
        let policy = if long { shares(&roots) } else { Vec::new() };
        if moves.len() > 1 || made == 0 {
            told.push((sample(game, judge, (&s, me), &moves, policy), me, (value, proven.is_some())));
        }
        let mv = if made < plan.drawn { draw(&roots, rng) } else { found.map(|root| root.mv) };
        let mv = mv.unwrap_or(moves[0]);
        tree.advance(game, mv);
        game.apply(&mut s, mv);
        made += 1;
    }
    let mut payout = Vec::new();
    if game.settled(&s) {
        rewards(game, &s, &mut payout);
    } else {
        payout.resize(game.players(), 0.5);
    }
    for (mut sample, me, (value, sure)) in told {
        sample.goal.values = relative(&payout, me);
        // What the search expected steadies what the play brought; what it proved counts alone.
        if let [own] = sample.goal.values.as_mut_slice() {
            let expected = if sure { 1.0 } else { 0.3 };
            *own = (1.0 - expected) * *own + expected * (2.0 * value - 1.0);
        }
        out.push(sample);
    }
    made as u64
}

fn sample<G: Observe>(
    game: &G,
    judge: &Judge<G>,
    (s, me): (&G::State, Player),
    moves: &[G::Move],
    policy: Vec<f32>,
) -> Sample {
    let view = game.view(s, Some(me));
    let mut sample = Sample { goal: Goal { policy, ..Goal::default() }, ..Sample::default() };
    judge.reader.read(game, &view, me, &mut sample.inputs);
    judge.reader.aspects(game, At { view: &view, state: Some(s) }, me, moves, &mut sample.moves);
    sample
}

/// The share of the walks of each move; a proven win takes all.
fn shares<M: Copy>(roots: &[crate::tree::Root<M>]) -> Vec<f32> {
    if let Some(won) = roots.iter().position(|root| root.proven == Some(1.0)) {
        return (0..roots.len()).map(|i| f32::from(u8::from(i == won))).collect();
    }
    let open = roots.iter().any(|root| root.proven != Some(0.0));
    let walks = |root: &crate::tree::Root<M>| match root.proven {
        Some(x) if x <= 0.0 && open => 0.0,
        _ => root.visits as f32,
    };
    let sum: f32 = roots.iter().map(walks).sum();
    if sum == 0.0 {
        return vec![1.0 / roots.len().max(1) as f32; roots.len()];
    }
    roots.iter().map(|root| walks(root) / sum).collect()
}

/// A move, drawn by its share.
fn draw<M: Copy>(roots: &[crate::tree::Root<M>], rng: &mut Rng) -> Option<M> {
    let shares = shares(roots);
    let mut at = rng.unit() as f32;
    for (root, share) in roots.iter().zip(&shares) {
        at -= share;
        if at < 0.0 {
            return Some(root.mv);
        }
    }
    roots.last().map(|root| root.mv)
}

/// What a deal brought a player, in stakes; where winning comes first, 1 for a win and -1 for a loss.
pub fn stakes<G: Game>(game: &G, before: &[i32], s: &G::State) -> Vec<f32> {
    let score = |p: Player| game.score(s, p);
    match game.stake() {
        Some(stake) => {
            let gain = |p: Player| (score(p) - before[p.index()]) as f32 / stake.max(1) as f32;
            Player::all(game.players()).map(|p| gain(p).clamp(-8.0, 8.0)).collect()
        }
        None => {
            let mut payout = Vec::new();
            rewards(game, s, &mut payout);
            payout.iter().map(|x| 2.0 * x - 1.0).collect()
        }
    }
}

/// A deal by qualities. Appends its samples; returns its moves.
fn quality_play<G: Observe>(
    game: &G,
    judge: &Judge<G>,
    plan: &SelfPlay,
    rng: &mut Rng,
    out: &mut Vec<Sample>,
) -> u64 {
    let mut s = game.initial();
    let mut told: Vec<(Sample, Player)> = Vec::new();
    let (mut moves, mut scratch, mut made) = (Vec::new(), Vec::new(), 0u64);
    let mut ask = Ask::default();
    let before: Vec<i32> = Player::all(game.players()).map(|p| game.score(&s, p)).collect();
    while !game.settled(&s) && made < plan.length as u64 {
        moves.clear();
        game.moves(&s, &mut moves);
        let Turn::Player(me) = game.turn(&s) else {
            let Some(event) = game.pick(&s, rng, &mut scratch) else { break };
            game.apply(&mut s, event);
            continue;
        };
        made += 1;
        let mut at = 0;
        if moves.len() > 1 {
            let view = game.view(&s, Some(me));
            judge.ask(game, At { view: &view, state: Some(&s) }, me, &moves, &mut ask);
            at = largest(&ask.scores);
            if (rng.unit() as f32) < plan.random {
                // A sober move where the game knows one: absurd bids would decide every deal.
                let mv = game.sensible(&s, rng, &mut scratch);
                at = mv.and_then(|mv| moves.iter().position(|&m| m == mv)).unwrap_or(at);
            }
            let sample = Sample {
                inputs: ask.inputs().to_vec(),
                moves: ask.acts.clone(),
                goal: Goal { quality: Some((at as u32, 0.0)), ..Goal::default() },
            };
            told.push((sample, me));
        }
        game.apply(&mut s, moves[at]);
    }
    let gains = stakes(game, &before, &s);
    for (mut sample, me) in told {
        if let Some((_, gain)) = &mut sample.goal.quality {
            *gain = gains[me.index()];
        }
        out.push(sample);
    }
    made
}
