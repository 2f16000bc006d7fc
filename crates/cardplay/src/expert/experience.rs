//! Experience: what words brought in deals that were played before.
//!
//! A small network reads what a player sees *after* a word of his own (trump chosen, card laid away, contract named, game
//! doubled or not) and says two things that were learned from deals played to their end ([`super::school`]): the money he may
//! expect, in units of what the deal is about as things stand, and how likely he wins some. A defender compares the money of a
//! doubling with that of silence, and of any word is told how many games like this were won. Nothing here belongs to one game.

use super::table::Blend;
use super::{Expert, Question, Temper, tree, words};
use cards::{Objective, Phase, TrickTaking};
use game::{Encode, Limit, Meter, Player, Rng, Show, Stopped, Thought, WorldsOf};
use learn::{FileError, Kind, Net, NetFile, Own, Pass, Reader, Shape};
use std::sync::Arc;

/// The network learns money in units of so many stakes: numbers about as large as 1.
pub(super) const UNIT: f32 = 3.0;
/// The widths of networks: of the middle, and how many blocks.
const WIDTH: usize = 64;
const BLOCKS: usize = 1;
/// Words of which the view that follows depends on hidden cards (a talon taken up) are judged in so many drawn deals.
const DRAWN: usize = 12;

/// By how much a doubling has to be better than silence, in stakes; and by how many times that for each answer of the declarer:
/// second doublings lost dear games of licitovaný that the declarer had raised with reason.
const HURDLE: f64 = 0.5;
const AGAIN: f64 = 4.0;

/// The files that are shipped.
const SHIPPED: &[(&str, &[u8])] = &[
    ("licitovany", include_bytes!("../../../../data/words/licitovany.net")),
    ("marias", include_bytes!("../../../../data/words/marias.net")),
    ("taroky", include_bytes!("../../../../data/words/taroky.net")),
];

/// What words brought before.
pub struct Experience<G: TrickTaking> {
    reader: Arc<dyn Reader<G>>,
    net: Net,
}

/// What may be expected after a word.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Estimate {
    /// Money.
    pub(super) money: f64,
    /// How likely it is that some is won.
    pub(super) won: f64,
}

/// The name of a game by its rules: without the cards that were dealt and who dealt them.
pub(super) fn rules_of(id: &str) -> String {
    let (name, options) = id.split_once('?').unwrap_or((id, ""));
    let kept: Vec<&str> = options
        .split('&')
        .filter(|option| !option.is_empty() && !option.starts_with("deal=") && !option.starts_with("dealer="))
        .collect();
    if kept.is_empty() { name.to_string() } else { format!("{name}?{}", kept.join("&")) }
}

impl<G: TrickTaking + Encode + Show + Clone + 'static> Experience<G> {
    /// One that has seen nothing.
    pub(super) fn new(game: &G, seed: u64) -> Experience<G> {
        let shape = Shape { inputs: game.inputs(), width: WIDTH, blocks: BLOCKS, outputs: 1, values: 1 };
        Experience { reader: Arc::new(Own::new(game.clone())), net: Net::new(shape, seed) }
    }

    /// The experience in a file.
    ///
    /// # Errors
    /// That it is none, or one with another game, other rules or another encoder.
    pub fn read(game: &G, file: &NetFile) -> Result<Experience<G>, FileError> {
        let refused = |cause: String| Err(FileError { line: 0, cause });
        let (header, shape) = (&file.header, file.net.shape());
        if header.kind != Kind::Words {
            return refused(format!("it is a network of kind '{}', not '{}'", header.kind, Kind::Words));
        }
        if header.game != rules_of(&game.id()) || header.rules != game.version() {
            return refused(format!(
                "it was learned in '{}' (rules {}), not in '{}' (rules {})",
                header.game,
                header.rules,
                rules_of(&game.id()),
                game.version()
            ));
        }
        if header.encoder != game.encoding()
            || (shape.inputs, shape.outputs, shape.values) != (game.inputs(), 1, 1)
        {
            return refused(format!("its encoder '{}' is not '{}'", header.encoder, game.encoding()));
        }
        Ok(Experience { reader: Arc::new(Own::new(game.clone())), net: file.net.clone() })
    }

    /// The experience that is shipped for these rules, if there is one.
    pub fn shipped(game: &G) -> Option<Experience<G>> {
        let rules = rules_of(&game.id());
        let (_, bytes) = SHIPPED.iter().find(|(name, _)| *name == rules)?;
        Experience::read(game, &NetFile::read(bytes).ok()?).ok()
    }
}

impl<G: TrickTaking + Encode + Show + Clone + 'static> Expert<G> {
    /// The best there is for a game: a master with the experience that is shipped for its rules, if there is one.
    pub fn master(game: &G, seed: u64) -> Expert<G> {
        let expert = Expert::new(Temper::default(), seed);
        match Experience::shipped(game) {
            Some(experience) => expert.knowing(Arc::new(experience)),
            None => expert,
        }
    }
}

impl<G: TrickTaking> Experience<G> {
    pub(super) fn reader(&self) -> &dyn Reader<G> {
        &*self.reader
    }

    pub(super) fn net(&self) -> &Net {
        &self.net
    }

    /// The same with another network of that shape.
    pub(super) fn with(&self, net: Net) -> Experience<G> {
        Experience { reader: Arc::clone(&self.reader), net }
    }

    /// What `me` may expect after each of these words. The worlds are deals of his view, all weighed alike.
    pub(super) fn words(
        &self,
        game: &G,
        me: Player,
        worlds: &[G::State],
        moves: &[G::Move],
        scratch: &mut Scratch<G::Move>,
    ) -> Vec<Estimate> {
        moves.iter().map(|&mv| self.word(game, me, worlds, mv, scratch)).collect()
    }

    fn word(
        &self,
        game: &G,
        me: Player,
        worlds: &[G::State],
        mv: G::Move,
        scratch: &mut Scratch<G::Move>,
    ) -> Estimate {
        let (mut sum, mut seen, mut told) = (Estimate::default(), Vec::new(), None);
        for world in worlds {
            let mut s = world.clone();
            game.apply(&mut s, mv);
            let paid = f64::from(game.score(&s, me) - game.score(world, me));
            let found = if game.settled(&s) {
                Estimate { money: paid, won: f64::from(u8::from(paid > 0.0)) }
            } else {
                scratch.inputs.clear();
                self.reader.read(game, &game.view(&s, Some(me)), me, &mut scratch.inputs);
                // What follows mostly looks the same in every deal, but not what the deal is about: that is known of a deal only.
                let (money, value) = match told.filter(|_| scratch.inputs == seen) {
                    Some(known) => known,
                    None => {
                        self.net.forward(&scratch.inputs, &mut scratch.pass);
                        let value = |x: &[f32]| f64::from(x.first().copied().unwrap_or(0.0));
                        seen.clone_from(&scratch.inputs);
                        (value(&scratch.pass.outputs), value(&scratch.pass.values))
                    }
                };
                told = Some((money, value));
                let stakes = stakes(game, &s, &mut scratch.moves);
                Estimate { money: paid + money * f64::from(UNIT) * stakes, won: 0.5 + 0.5 * value }
            };
            sum.money += found.money;
            sum.won += found.won;
        }
        let n = worlds.len().max(1) as f64;
        Estimate { money: sum.money / n, won: sum.won / n }
    }
}

impl<G: TrickTaking + 'static> Expert<G> {
    /// A doubling of a defender, decided by experience. It is then looked at in drawn deals, to say what speaks against it.
    pub(super) fn as_experience_says(
        &mut self,
        q: Question<'_, G>,
        experience: &Experience<G>,
        probe: &G::State,
        limit: &Limit,
    ) -> Thought<G::Move> {
        let worlds = some_worlds::<G>(&q.worlds, &mut self.rng);
        let mut scratch = Scratch::default();
        let found = experience.words(q.game, q.me, &worlds, q.moves, &mut scratch);
        // Silence is known best, and a doubling hands the others the choice to double again.
        let usual = q.game.sensible(probe, &mut self.rng, &mut scratch.moves);
        let mut hurdles = vec![0.0; found.len()];
        if let Some(usual) = usual.and_then(|mv| q.moves.iter().position(|known| *known == mv)) {
            let again = self.rounds.saturating_sub(1).min(4);
            let mut about = 0.0;
            for world in &worlds {
                let mut s = world.clone();
                q.game.apply(&mut s, q.moves[usual]);
                about += stakes(q.game, &s, &mut scratch.moves) / worlds.len() as f64;
            }
            hurdles.fill(HURDLE * AGAIN.powi(again as i32) * about);
            hurdles[usual] = 0.0;
        }
        let liked = |at: usize| found[at].money - hurdles[at];
        let best =
            (0..found.len()).reduce(|best, at| if liked(at) > liked(best) { at } else { best }).unwrap_or(0);
        // On the scale of the choice: a word that was nearly said is nearly as good.
        let worth = |at: usize| liked(at) + hurdles[best];
        let others = (0..found.len()).filter(|at| *at != best).map(worth);
        self.reasons = words::experienced(found[best].money, others.reduce(f64::max));
        let values = q.moves.iter().enumerate().map(|(at, &mv)| (mv, worth(at))).collect();
        let mut meter = Meter::start(&tree::part(limit, tree::LOOK));
        let only = [q.moves[best]];
        let chosen = Question { moves: &only, ..q };
        let blend = Blend { solved: 1.0, ..self.blend(&chosen, probe) };
        let mut table = self.think(&chosen, blend, None, None, &mut meter);
        table.best();
        let unseen = chosen.game.deck().cards().minus(chosen.game.hand(probe, chosen.me));
        let against = table.against(0, chosen.me.0, unseen);
        self.reasons.extend(against.map(|against| words::speaks_against(against, chosen.game.deck())));
        Thought {
            best: only[0],
            line: only.to_vec(),
            values,
            nodes: meter.nodes(),
            depth: table.worlds() as u64,
            stopped: Stopped::Complete,
            because: Vec::new(),
        }
    }

    /// How many games were won in which somebody was where he is after this word, whoever chose it.
    pub(super) fn recall(&mut self, game: &G, me: Player, view: &G::View, word: G::Move) {
        let Some(experience) = self.experience.clone() else { return };
        let beliefs = self.beliefs.clone();
        let Ok(worlds) = beliefs.worlds(game, view) else { return };
        // Whoever is told a chance chooses as he would without.
        let worlds = some_worlds::<G>(&worlds, &mut self.rng.clone());
        if worlds.first().is_none_or(|world| game.phase(world) == Phase::Play) {
            return;
        }
        let found = experience.words(game, me, &worlds, &[word], &mut Scratch::default());
        self.chance = found[0].won.clamp(0.0, 1.0);
        self.reasons.push(words::were_won(self.chance));
    }
}

/// A few deals of a view.
fn some_worlds<G: TrickTaking>(worlds: &WorldsOf<'_, G>, rng: &mut Rng) -> Vec<G::State> {
    (0..DRAWN).map_while(|_| worlds.draw(rng).ok()).map(|(world, _)| world).collect()
}

/// Memory to reuse.
pub(super) struct Scratch<M> {
    pub(super) inputs: Vec<(u32, f32)>,
    pub(super) pass: Pass,
    pub(super) moves: Vec<M>,
}

impl<M> Default for Scratch<M> {
    fn default() -> Scratch<M> {
        Scratch { inputs: Vec::new(), pass: Pass::default(), moves: Vec::new() }
    }
}

/// What a deal is about, in money: once the contract stands what it usually pays if nobody doubles any more, before that the
/// stake of the game.
pub(super) fn stakes<G: TrickTaking>(game: &G, s: &G::State, scratch: &mut Vec<G::Move>) -> f64 {
    let usual = f64::from(game.stake().unwrap_or(1).max(1));
    if !matches!(game.phase(s), Phase::Doubling | Phase::Play) {
        return usual;
    }
    let (mut s, mut rng) = (s.clone(), Rng::new(1));
    loop {
        if let Some(deal) = game.in_play(&s) {
            return price(&deal.objective).max(1.0);
        }
        if game.settled(&s) {
            return usual;
        }
        let Some(mv) = game.sensible(&s, &mut rng, scratch) else { return usual };
        game.apply(&mut s, mv);
    }
}

/// The mean of the prices of an objective.
fn price(objective: &Objective) -> f64 {
    if let Some(race) = objective.race {
        return f64::from(race.prices[0].abs());
    }
    let (mut sum, mut count) = (0.0, 0);
    for money in objective.money.iter().flatten() {
        sum += f64::from(money.abs());
        count += 1;
    }
    sum / f64::from(count.max(1))
}
