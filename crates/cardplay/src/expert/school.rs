//! How experience is made: deals are played to their end, and what a word brought is learned.
//!
//! Cards are played by a quick player, words are chosen by what was learned so far, generation after generation (policy
//! iteration by Monte Carlo; M. Buro and others, *Improving State Evaluation, Inference, and Search in Trick-Based Card Games*,
//! 2009, learned the bidding of Skat from played games, too). Once in a deal somebody says something else, to see what it
//! brings; only what was said from there on is learned from, because what comes before was spoilt by it. Some seats are taken by
//! players of other kinds, so that a doubling is not taken for a promise.

use super::TREE;
use super::experience::{Experience, Scratch, UNIT, stakes};
use super::quick::Quick;
use cards::{Phase, TrickTaking};
use game::{Agent, Encode, Limit, Player, Rng, Show, Turn};
use learn::{Acts, Drill, Goal, Header, Kind, Lesson, NetFile, Pupil, Sample, examine};
use search::{Budget, Ismcts};

/// Generations of quick deals, played by habit, and of careful ones after them.
const GENERATIONS: [usize; 2] = [2, 2];
/// Worlds in which a word is judged while learning.
const DRAWN: usize = 4;
/// Plays of the tree for a word, where it takes a seat.
const PLAYS: u64 = 60;
/// Samples in a step.
const BATCH: usize = 128;
/// How far steps go at first and in the end, in quick deals and in careful ones.
const RATES: [(f32, f32); 2] = [(1.5e-3, 4e-4), (6e-4, 5e-5)];
/// What a word brings at most, in stakes.
const MOST: f32 = 8.0;
/// Every so many deals one is not learned from, to see what was learned.
const HELD_OUT: u64 = 16;

/// How much is played and learned.
#[derive(Clone, Debug)]
pub struct Schooling {
    /// Deals of a generation played by habit, and of one played carefully.
    pub deals: [u64; 2],
    /// How often a sample is learned in its generation.
    pub passes: f64,
    /// The same seed makes the same network, on any number of threads.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// The command that makes the file again.
    pub made_by: String,
}

/// What a generation learned, as the deals say that it did not learn from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// The generation, from 1.
    pub generation: usize,
    /// Samples that were learned.
    pub samples: usize,
    /// Words said in a deal.
    pub words: f64,
    /// The variance of what a word brought, and what is left of it, in stakes.
    pub money: [f64; 2],
    /// The same for whether something was won.
    pub won: [f64; 2],
}

/// What is played in a generation.
struct Round {
    deals: u64,
    careful: bool,
    seed: u64,
    /// Words of a deal, as far as is known.
    words: f64,
}

/// Who speaks at a seat.
enum Voice {
    /// What was learned; and whether he is careless now and then.
    Learned(bool),
    /// What the game calls sensible; and whether he is careless.
    Sober(bool),
    /// A tree search over information sets.
    Tree,
}

/// Words of a deal and what they brought.
struct Played {
    samples: Vec<Sample>,
    words: u64,
}

/// Learns what words bring. `watch` is told of every generation.
pub fn school<G: TrickTaking + Encode + Show + Clone + 'static>(
    game: &G,
    plan: &Schooling,
    watch: &mut dyn FnMut(&Report),
) -> NetFile {
    let mut experience = Experience::new(game, plan.seed);
    let mut pupil = Pupil::new(experience.net().clone());
    let (mut rng, mut lesson) = (Rng::new(plan.seed), Lesson::default());
    let (mut samples, mut words): (Vec<Sample>, f64) = (Vec::new(), 12.0);
    let mut steps = 0;
    let stages = (0..2).flat_map(|careful| (0..GENERATIONS[careful]).map(move |i| (careful, i)));
    for (generation, (careful, repeated)) in stages.enumerate() {
        let learned = (generation > 0).then_some(&experience);
        let round = Round {
            deals: plan.deals[careful],
            careful: careful == 1,
            seed: plan.seed ^ (generation as u64 + 1) << 40,
            words,
        };
        let (new, held_out, said) = gather(game, learned, &round, plan.threads.max(1));
        words = said;
        // Careful deals of the generation before are learned once more; other words were worse ones.
        if careful == 0 || repeated == 0 {
            samples.clear();
        }
        samples.extend(new);
        let batches = (samples.len() as f64 * plan.passes / BATCH as f64).ceil().max(1.0) as usize;
        let parts = batches.min(20);
        for part in 0..parts {
            for sample in &mut samples {
                experience.reader().turn(rng.below(experience.reader().symmetries()), sample);
            }
            let (first, last) = RATES[careful];
            let rate = first + (last - first) * part as f32 / parts as f32;
            let drill = Drill { batches: batches.div_ceil(parts), batch: BATCH, rate };
            pupil.drill(&samples, drill, &mut rng, &mut lesson);
            steps += drill.batches as u64;
        }
        experience = experience.with(pupil.net.clone());
        let report = measured(&experience, &held_out);
        watch(&Report { generation: generation + 1, samples: samples.len(), words, ..report });
    }
    let header = Header {
        game: super::experience::rules_of(&game.id()),
        rules: game.version(),
        encoder: game.encoding().to_string(),
        kind: Kind::Words,
        seed: plan.seed,
        steps,
        made_by: plan.made_by.clone(),
        notes: Vec::new(),
    };
    NetFile { header, vocabulary: [Vec::new(), Vec::new()], net: experience.net().clone() }
}

/// How well held-out samples are foretold.
fn measured<G: TrickTaking>(experience: &Experience<G>, samples: &[Sample]) -> Report {
    let part = |keep: fn(&Goal) -> Goal| -> [f64; 2] {
        let kept: Vec<Sample> = samples.iter().map(|s| Sample { goal: keep(&s.goal), ..s.clone() }).collect();
        let loss = examine(experience.net(), kept.iter());
        let value = |s: &Sample| f64::from(s.goal.quality.map_or_else(|| s.goal.values[0], |(_, x)| x));
        let n = kept.len().max(1) as f64;
        let mean = kept.iter().map(value).sum::<f64>() / n;
        [kept.iter().map(|s| (value(s) - mean).powi(2)).sum::<f64>() / n, loss.mean(loss.value)]
    };
    let unit = f64::from(UNIT).powi(2);
    let money = part(|goal| Goal { quality: goal.quality, ..Goal::default() }).map(|x| x * unit);
    // Won or not is from -1 to 1 in a network, from 0 to 1 here.
    let won = part(|goal| Goal { values: goal.values.clone(), ..Goal::default() }).map(|x| x / 4.0);
    Report { money, won, ..Report::default() }
}

/// Plays the deals of a generation: what is learned from, what is held out, and the words of a deal.
fn gather<G: TrickTaking + Encode + Show + Clone + 'static>(
    game: &G,
    learned: Option<&Experience<G>>,
    round: &Round,
    threads: usize,
) -> (Vec<Sample>, Vec<Sample>, f64) {
    let work = |first: usize| -> Vec<Played> {
        let mut table = Tables { quick: Quick::new(), scratch: Scratch::default() };
        (first as u64..round.deals)
            .step_by(threads)
            .map(|deal| {
                // Each deal has its own seed and its own player: the same on any number of threads.
                table.quick = Quick::new();
                table.play(game, learned, round, deal)
            })
            .collect()
    };
    let mut parts: Vec<std::vec::IntoIter<Played>> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|i| scope.spawn(move || work(i))).collect();
        started.into_iter().map(|t| t.join().unwrap_or_default().into_iter()).collect()
    });
    let (mut samples, mut held_out, mut said) = (Vec::new(), Vec::new(), 0);
    for deal in 0..round.deals {
        let Some(played) = parts[deal as usize % threads].next() else { continue };
        said += played.words;
        if deal % HELD_OUT == 0 { held_out.extend(played.samples) } else { samples.extend(played.samples) }
    }
    (samples, held_out, said as f64 / round.deals.max(1) as f64)
}

struct Tables<M> {
    quick: Quick,
    scratch: Scratch<M>,
}

/// A word that was said: by whom, what he then saw, what the deal was about, and his score.
struct Said {
    who: Player,
    inputs: Vec<(u32, f32)>,
    stakes: f64,
    before: i32,
}

impl<M: Copy + PartialEq> Tables<M> {
    fn play<G: TrickTaking<Move = M> + Encode + Show + 'static>(
        &mut self,
        game: &G,
        learned: Option<&Experience<G>>,
        round: &Round,
        deal: u64,
    ) -> Played {
        let mut rng = Rng::new(round.seed.wrapping_add(deal));
        let voices: Vec<Voice> = (0..game.players())
            .map(|_| match (learned, rng.below(20)) {
                (None, 0..8) => Voice::Sober(false),
                (None, 8..16) => Voice::Sober(true),
                (_, 0..13) => Voice::Learned(false),
                (_, 13..17) => Voice::Learned(true),
                (_, 17) => Voice::Sober(false),
                _ => Voice::Tree,
            })
            .collect();
        // The word that is said to see what it brings; in some deals none is.
        let tried = rng.below((1.3 * round.words) as usize + 1) as u64;
        let (mut s, mut moves, mut said, mut spoken) = (game.initial(), Vec::new(), Vec::new(), 0);
        while !game.settled(&s) {
            moves.clear();
            game.moves(&s, &mut moves);
            let me = match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => {
                    let mv = moves[rng.weighted(moves.iter().map(|&mv| game.weight(&s, mv)))];
                    game.apply(&mut s, mv);
                    continue;
                }
                Turn::Player(me) => me,
            };
            let view = game.view(&s, Some(me));
            if moves.len() == 1 || game.phase(&s) == Phase::Play {
                let own = &mut self.scratch.moves;
                self.quick.careful = round.careful;
                let Some(mv) = self.quick.choose(game, me, &view, &moves, &mut rng, own) else { break };
                game.apply(&mut s, mv);
                continue;
            }
            let voice = &voices[me.index()];
            let Some(mv) = self.word(game, (learned, voice), (me, &view), &moves, spoken == tried, &mut rng)
            else {
                break;
            };
            let before = game.score(&s, me);
            game.apply(&mut s, mv);
            let own = matches!(voice, Voice::Learned(false)) || learned.is_none();
            if own && !game.settled(&s) {
                let mut inputs = Vec::with_capacity(96);
                game.encode(&game.view(&s, Some(me)), me, &mut inputs);
                let stakes = stakes(game, &s, &mut self.scratch.moves);
                said.push((spoken, Said { who: me, inputs, stakes, before }));
            }
            spoken += 1;
        }
        if !game.settled(&s) {
            return Played { samples: Vec::new(), words: spoken };
        }
        let from = if tried < spoken { tried } else { 0 };
        let sample = |said: Said| {
            let gain = game.score(&s, said.who) - said.before;
            let quality = (gain as f32 / said.stakes as f32).clamp(-MOST, MOST) / UNIT;
            let goal =
                Goal { quality: Some((0, quality)), values: vec![gain.signum() as f32], ..Goal::default() };
            Sample { inputs: said.inputs, moves: Acts::from_iter([&[0u32][..]]), goal }
        };
        let samples = said.into_iter().filter(|(at, _)| *at >= from).map(|(_, said)| sample(said)).collect();
        Played { samples, words: spoken }
    }

    /// A word.
    fn word<G: TrickTaking<Move = M> + 'static>(
        &mut self,
        game: &G,
        (learned, voice): (Option<&Experience<G>>, &Voice),
        (me, view): (Player, &G::View),
        moves: &[M],
        tries: bool,
        rng: &mut Rng,
    ) -> Option<M> {
        let any = moves[rng.below(moves.len())];
        let own = matches!(voice, Voice::Learned(_));
        let careless = matches!(voice, Voice::Learned(true) | Voice::Sober(true)) && rng.below(4) == 0;
        if (tries && !own) || careless || (tries && rng.below(2) == 0) {
            return Some(any);
        }
        let worlds = game.worlds(view).ok()?;
        let (world, _) = worlds.draw(rng).ok()?;
        match (voice, learned) {
            (Voice::Learned(_), Some(experience)) => {
                let mut drawn = vec![world];
                for _ in 1..DRAWN {
                    drawn.push(worlds.draw(rng).ok()?.0);
                }
                let found = experience.words(game, me, &drawn, moves, &mut self.scratch);
                let mut order: Vec<usize> = (0..moves.len()).collect();
                order.sort_by(|&a, &b| found[b].money.total_cmp(&found[a].money));
                let at = if tries { rng.below(order.len().min(3)) } else { 0 };
                Some(moves[order[at]])
            }
            (Voice::Tree, _) => {
                let mut tree = Ismcts::new(Budget::iterating(PLAYS), TREE, rng.bits());
                Some(tree.choose(game, me, view, moves, &Limit::default()).ok()?.best)
            }
            _ => {
                let mv = game.sensible(&world, rng, &mut self.scratch.moves)?;
                Some(if moves.contains(&mv) { mv } else { any })
            }
        }
    }
}
