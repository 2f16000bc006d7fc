//! The strong player of a trick game, over nothing but its law and its objective.
//!
//! It draws deals that its view allows and tries every move in each ([`table`]).
//!
//! - *Cards*: by what the kernel finds with open hands, in the game's own money (perfect information Monte Carlo with an exact
//!   solver: Ginsberg's GIB for bridge, Buro's Kermit for Skat). Cards of equal worth are distinguished by how they look to a
//!   sober player ([`manner`]). Deals too long for the kernel are played by a tree search over information sets ([`tree`]) until
//!   it can take over.
//! - *Everything else* (trump, talon, contract, bids, announcements, doubling): what remains to be said is said sensibly
//!   ([`game::Game::sensible`]), then the deal is judged with open hands and by simulated play in which everybody sees one hand
//!   only. A choice is worth its mean less a part of its spread, so a gamble has to be worth it; defenders double only when
//!   nearly sure, declarers as soon as they are about even. The tree is heard too, which knows what may still be said; in deals of
//!   many cards it decides alone, but for doublings of defenders and for bids where the kernel solves whole deals.
//! - *Experience* ([`experience`]), where words of a game were learned from deals played to their end ([`school`]): defenders double
//!   by it, and it says how many games like this were won after any word.
//! - Worlds in which the declaring side would hardly have wanted its contract count less ([`belief`]).
//! - Where a deal is not one of two sides (everybody for himself) the tree plays.

mod belief;
mod experience;
mod level;
mod manner;
mod quick;
mod roster;
mod school;
mod table;
mod tree;
mod words;
mod worth;

pub use experience::Experience;
pub use level::{LEVELS, Memory, Temper};
pub use roster::{enlist, enlist_experienced};
pub use school::{Report, Schooling, school};

use crate::belief::{Weighted, explained};
use crate::learned::Likelihood;
use crate::motif::{self, Spot};
use cards::{Card, Deal, Deck, Hand, Phase, TrickTaking};
use game::{Agent, Argument, Belief, Beliefs, Fault, Limit, Meter, Options, Player, Rng, Thought, WorldsOf};
use manner::Manner;
use search::{Aim, Budget, IsmctsConfig, Policy};
use std::sync::Arc;
use table::{Blend, Table};
use words::Summary;
use worth::{Judge, MANY};

/// Positions searched in a decision at most, where nothing else limits it: about a third of a second.
const NODES: u64 = 4_000_000;
/// Worlds that a decision draws at most, whatever the limit.
const WORLDS: u64 = 4000;
/// What announcing and doubling does to the caution of a declarer and of a defender. A doubling hands the others the choice to
/// double again, and a declarer knows twelve cards of his own: fleks of defenders who believed in 60 to 75 % lost money, while
/// declarers who asked for even chances won 94 % of what they raised, because open hands show defenders at their best.
const DECLARER: f64 = -1.5;
const DEFENDER: f64 = 6.0;
/// How much the tree counts in decisions before the cards that are followed by others.
const SHARED: f64 = 0.5;
/// The part of its spread by which a word has to be better than the usual one.
const HABIT: f64 = 0.1;
/// In larger packs habits mislead: in taroky a tree over likely deals lost against one over any.
const TELLING: usize = 40;
/// Worlds of which one is taken by how likely it makes what was seen.
const CONSIDERED: usize = 4;
/// When this part of the limit is used up the worse half of the moves is given up, of words and of cards: what is left is
/// better spent on those that are close.
const HALVED: [&[f64]; 2] = [&[0.1, 0.2, 0.35, 0.55], &[0.45, 0.7]];
/// Moves are given up after so many worlds at the earliest.
const FEWEST: usize = 4;
/// Motifs of a card that are told at most.
const MOTIFS: usize = 2;
/// With more cards than this in all hands the tree decides alone before they are led, but for doublings of defenders: measured in
/// mariáš and taroky.
const LONG: usize = 26;
/// With so few cards in hand the kernel alone judges.
const ENDING: usize = 4;

/// The search that plays where everybody plays for himself: as `ismcts` is when nobody says otherwise, but
/// that the expert draws the deals that words make likely itself.
const TREE: IsmctsConfig = IsmctsConfig {
    exploration: 0.7,
    aim: Aim::Mixed,
    policy: Policy::Sensible,
    tree: 1_000_000,
    length: 2000,
    listen: false,
};

/// The expert.
pub struct Expert<G: TrickTaking> {
    budget: Budget,
    beliefs: Beliefs<G>,
    /// Whether it draws conclusions itself, because nobody handed it a belief.
    infers: bool,
    /// How others play, where that was learned; else the habits written by hand.
    policy: Option<Arc<dyn Likelihood>>,
    /// What words brought before, where that was learned.
    experience: Option<Arc<Experience<G>>>,
    temper: Temper,
    judge: Judge,
    rng: Rng,
    /// The own cards played in this deal, as far as this expert played them.
    mine: Hand,
    /// How often it was asked to double in this deal with others speaking in between, and whether somebody spoke since.
    rounds: u32,
    spoken: bool,
    /// Whether moves are compared: none of them is given up.
    even: bool,
    /// Why it chose what it chose last, and in what share of worlds that brings something.
    reasons: Vec<Argument>,
    chance: f64,
}

impl<G: TrickTaking> Expert<G> {
    /// An expert of this temper.
    pub fn new(temper: Temper, seed: u64) -> Expert<G> {
        let (judge, rng) = (Judge::new(), Rng::new(seed));
        Expert {
            budget: Budget::visiting(NODES),
            beliefs: Beliefs::default(),
            infers: true,
            policy: None,
            experience: None,
            temper,
            judge,
            rng,
            mine: Hand::EMPTY,
            rounds: 0,
            spoken: true,
            even: false,
            reasons: Vec::new(),
            chance: 1.0,
        }
    }
}

impl<G: TrickTaking> Expert<G> {
    /// The same expert with limits of its own.
    pub fn within(mut self, options: &Options) -> Expert<G> {
        self.budget = self.budget.with(options);
        self
    }

    /// The same expert, drawing its conclusions from how others play as something learned says.
    pub fn reading(mut self, policy: Arc<dyn Likelihood>) -> Expert<G> {
        self.policy = Some(policy);
        self
    }

    /// The same expert, choosing its words by experience.
    pub fn knowing(mut self, experience: Arc<Experience<G>>) -> Expert<G> {
        self.experience = Some(experience);
        self
    }

    /// The share of drawn deals in which the last choice brings something: how sure the expert is to win.
    pub fn chance(&self) -> f64 {
        self.chance
    }
}

/// What a move leads to: the money paid at once and the deal that is then played. `None`: the move was given up.
type After = Option<(i32, Option<Deal>)>;

/// What one decision works with.
struct Question<'a, G: TrickTaking> {
    game: &'a G,
    me: Player,
    worlds: WorldsOf<'a, G>,
    moves: &'a [G::Move],
    phase: Phase,
}

impl<G: TrickTaking> Expert<G> {
    fn blend(&mut self, q: &Question<'_, G>, probe: &G::State) -> Blend {
        let Temper { open, solved, caution, trust, .. } = self.temper;
        let stake = f64::INFINITY;
        if matches!(q.phase, Phase::Auction | Phase::Announcements) && self.opens(q, probe) {
            return Blend { solved: 1.0, caution: 0.0, stake, trust };
        }
        match q.phase {
            // Between two players simulated play tells less than the kernel: measured in Schnapsen.
            Phase::Play
                if solved >= 0.5 && (q.game.players() == 2 || q.game.hand(probe, q.me).len() <= ENDING) =>
            {
                Blend { solved: 1.0, caution: 0.0, stake, trust }
            }
            Phase::Play => Blend { solved, caution: 0.0, stake, trust },
            // Laying cards away is not a gamble.
            Phase::Talon => Blend { solved: open, caution: 0.0, stake, trust },
            Phase::Announcements | Phase::Doubling => {
                let stake = q.game.stake().map_or(stake, |stake| f64::from(stake.max(1)));
                let again = self.rounds.saturating_sub(1).min(4);
                let caution = match self.declares(q, probe) {
                    true => caution * DECLARER,
                    false => caution * DEFENDER * 1.5f64.powi(again as i32),
                };
                Blend { solved: open, caution, stake, trust: trust * (1.0 + 0.5 * f64::from(again)) }
            }
            _ => Blend { solved: open, caution, stake, trust },
        }
    }

    /// Whether the player who thinks is on the declaring side, as a world tells it.
    fn declares(&mut self, q: &Question<'_, G>, probe: &G::State) -> bool {
        let mut rng = self.rng.clone();
        let deal = self.judge.talk_on(q.game, &mut probe.clone(), &mut rng, &mut Vec::new());
        deal.is_some_and(|deal| deal.first >> q.me.0 & 1 == 1)
    }

    /// Whether drawn deals are weighed by what was said and played.
    fn weighs(&self, deck: Deck, phase: Phase) -> bool {
        let told = matches!(phase, Phase::Announcements | Phase::Doubling | Phase::Play);
        told && deck.cards().len() <= TELLING && self.infers && self.temper.trust > 0.0
    }

    /// Whether a bid or a contract in a long deal is judged with open hands beside the tree: where the kernel solves whole deals.
    fn opens(&self, q: &Question<'_, G>, probe: &G::State) -> bool {
        let held: usize = Player::all(q.game.players()).map(|p| q.game.hand(probe, p).len()).sum();
        held > LONG && q.game.deck().cards().len() <= TELLING && self.temper.worlds == 0
    }

    /// How much of a decision is left to the tree.
    fn tree_share(&mut self, q: &Question<'_, G>, probe: &G::State) -> f64 {
        let plain = self.temper.worlds > 0 || self.temper.memory != Memory::All;
        let held: usize = Player::all(q.game.players()).map(|p| q.game.hand(probe, p).len()).sum();
        match (q.phase, q.game.in_play(probe)) {
            (Phase::Play, None) => 1.0,
            // Who thinks little asks no tree.
            _ if plain => 0.0,
            (Phase::Play, Some(deal)) => match deal.objective.race.is_some() || self.judge.solves(&deal) {
                true => 0.0,
                false => 1.0,
            },
            (Phase::Doubling, _) if held > LONG && self.declares(q, probe) => 1.0,
            (Phase::Doubling, _) => 0.0,
            (Phase::Auction | Phase::Announcements, _) if self.opens(q, probe) => SHARED,
            // A tree does not compare dozens of talons; drawn deals do.
            (Phase::Talon, _) if self.opens(q, probe) => 0.0,
            _ if held > LONG => 1.0,
            (Phase::Auction | Phase::Talon, _) => SHARED,
            _ => 0.0,
        }
    }

    /// One world of the view. Once somebody declared, of a few the one that makes the words and cards of the others likely: sampling and
    /// importance resampling in small.
    fn draw(&mut self, q: &Question<'_, G>) -> Option<(G::State, f64)> {
        let mut drawn = Vec::with_capacity(CONSIDERED);
        let count =
            if self.weighs(q.game.deck(), q.phase) && q.worlds.count() != Some(1) { CONSIDERED } else { 1 };
        for _ in 0..count {
            drawn.push(q.worlds.draw(&mut self.rng).ok()?);
        }
        if count == 1 {
            return drawn.pop();
        }
        let weighted = Weighted::default();
        let log = |(s, weight): &(G::State, f64)| {
            let likely = match &self.policy {
                Some(policy) => explained(q.game, s, Some(q.me), &|deal, card| policy.of(deal, card)),
                None => weighted.log_likelihood(q.game, s, Some(q.me)),
            };
            likely + weight.max(f64::MIN_POSITIVE).ln()
        };
        let logs: Vec<f64> = drawn.iter().map(log).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
        let mut rest = self.rng.unit() * total;
        let chosen = logs.iter().position(|log| {
            rest -= (log - most).exp();
            rest <= 0.0
        });
        let (world, _) = drawn.swap_remove(chosen.unwrap_or(0));
        Some((world, 1.0))
    }

    /// Fills the table world by world until the limit is reached.
    fn think(
        &mut self,
        q: &Question<'_, G>,
        blend: Blend,
        usual: Option<usize>,
        heard: Option<(Vec<f64>, f64)>,
        meter: &mut Meter,
    ) -> Table {
        // A word stands for the whole deal: whoever thinks little of a card still thinks about it.
        let most = match (self.temper.worlds, q.phase) {
            (0, _) => WORLDS,
            (worlds, Phase::Play) => worlds,
            (worlds, _) => 4 * (worlds + 1),
        };
        let mut table = Table::new(q.moves.len(), blend);
        heard.into_iter().for_each(|(values, share)| table.hear(values, share));
        let mut scratch = Vec::new();
        let (mut solving, mut simulating) = (0, 0);
        // A word can cost many times a card, and few deals that agree prove little.
        let plays = q.phase == Phase::Play;
        let enough = if plays { 8 } else { 32 };
        let (first, budget) = (self.judge.nodes(), self.judge.budget().max(1) as f64);
        let mut steps = HALVED[usize::from(plays)].iter().peekable();
        while (table.worlds() as u64) < most && meter.iteration() {
            let start = self.judge.nodes();
            let Some((world, weight)) = self.draw(q) else { break };
            let mut rng = self.rng.fork();
            let fresh = q.game.in_play(&world).is_none_or(|deal| deal.tally.tricks == [0, 0]);
            let likes = match blend.trust > 0.0 && fresh {
                true => {
                    belief::likes(&mut self.judge, q.game, q.me, (&world, q.phase), &mut rng, &mut scratch)
                }
                false => 0.0,
            };
            let hands = std::array::from_fn(|p| match p < q.game.players() {
                true => q.game.hand(&world, Player(p as u8)),
                false => Hand::EMPTY,
            });
            table.add(weight, likes, hands);
            let (now, deals) = self.after_moves(q, &world, &mut table, &mut rng, &mut scratch);
            // Both ways of judging get a like share of the time, but cards are solved in every world.
            let before = self.judge.nodes();
            if blend.solved < 1.0 {
                self.judge_all(q, &deals, false, &mut table, &rng, meter);
            }
            simulating += self.judge.nodes() - before;
            let thinned = blend.solved >= 1.0 || table.left() <= MANY;
            let alike = blend.solved >= 1.0 || solving <= simulating && thinned;
            if blend.solved > 0.0 && (plays || alike) {
                let before = self.judge.nodes();
                if !self.solve_cards(q, now.as_ref(), &mut table) {
                    self.judge_all(q, &deals, true, &mut table, &rng, meter);
                }
                solving += self.judge.nodes() - before;
            }
            let mut spent = self.judge.nodes() - start;
            while spent > 0 && meter.node() {
                spent -= 1;
            }
            let used = (self.judge.nodes() - first) as f64 / budget;
            let worlds = table.worlds();
            // Moves that are compared are all judged in the same deals, the only one there is once.
            if self.even {
                match q.worlds.count() {
                    Some(1) => break,
                    _ => continue,
                }
            }
            if worlds >= FEWEST && steps.next_if(|step| used >= **step).is_some() {
                table.halve(usual);
            }
            if worlds.is_power_of_two()
                && worlds >= enough
                && (table.prune() || worlds >= 64 && table.indifferent())
            {
                break;
            }
        }
        table
    }

    /// Judges every open card with open hands, all of them in one search; whether that was possible.
    fn solve_cards(&mut self, q: &Question<'_, G>, now: Option<&Deal>, table: &mut Table) -> bool {
        let Some(now) = now.filter(|deal| deal.objective.race.is_none()) else { return false };
        let mut cards = Hand::EMPTY;
        for (_, &mv) in q.moves.iter().enumerate().filter(|(at, _)| table.open(*at)) {
            match q.game.card_of(mv) {
                Some(card) => cards.add(card),
                None => return false,
            }
        }
        let Some(values) = self.judge.open_cards(now, cards, q.me) else { return false };
        let value = |mv: &G::Move| {
            let card = q.game.card_of(*mv);
            values
                .iter()
                .find(|(known, _)| Some(*known) == card)
                .map_or(f64::NAN, |(_, money)| f64::from(*money))
        };
        let row: Vec<f64> = q.moves.iter().map(value).collect();
        if (0..row.len()).any(|at| table.open(at) && row[at].is_nan()) {
            return false;
        }
        table.judged(true, &row);
        true
    }

    /// The deal as it lies (as far as it is remembered), and what every open move leads to in a world: money paid already, and
    /// the deal that is then played.
    fn after_moves(
        &mut self,
        q: &Question<'_, G>,
        world: &G::State,
        table: &mut Table,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> (Option<Deal>, Vec<After>) {
        let base = q.game.score(world, q.me);
        let mut dreamt = q.game.in_play(world);
        if let Some(deal) = &mut dreamt
            && self.temper.memory != Memory::All
        {
            let pack = q.game.deck().cards();
            level::forget(deal, self.temper.memory, (q.me.0, self.mine), pack, rng);
        }
        let manner = dreamt.as_ref().map(Manner::new);
        let mut after = Vec::with_capacity(q.moves.len());
        for (at, &mv) in q.moves.iter().enumerate() {
            if !table.open(at) {
                after.push(None);
                continue;
            }
            if let (Some(now), Some(manner), Some(card)) = (&dreamt, &manner, q.game.card_of(mv)) {
                table.looked(at, f64::from(manner.promise(now, card)));
                if now.objective.race.is_none() {
                    // The data of a deal plays on as the game does: see `cards::objective_law`.
                    let mut next = now.clone();
                    next.play(card);
                    after.push(Some((0, Some(next))));
                    continue;
                }
            }
            let mut s = world.clone();
            q.game.apply(&mut s, mv);
            let mut same = rng.clone();
            let mut deal = self.judge.talk_on(q.game, &mut s, &mut same, scratch);
            let paid = q.game.score(&s, q.me) - base;
            if let (Some(deal), Some(now), Some(card)) = (&mut deal, &dreamt, q.game.card_of(mv))
                && self.temper.memory != Memory::All
            {
                let mut next = now.clone();
                next.play(card);
                deal.hands = next.hands;
            }
            after.push(Some((paid, deal)));
        }
        (dreamt, after)
    }

    /// Remembers the own card that is played now.
    fn remember(&mut self, phase: Phase, card: Option<Card>) {
        match phase {
            Phase::Play => card.into_iter().for_each(|card| self.mine.add(card)),
            _ => self.mine = Hand::EMPTY,
        }
    }

    /// Says which motifs the chosen card shows, and who may hold the card that the first of them is about.
    fn motives(&mut self, q: &Question<'_, G>, view: &G::View, probe: &G::State, chosen: G::Move) {
        let Some(card) = q.game.card_of(chosen).filter(|_| q.phase == Phase::Play) else { return };
        let Some(spot) = Spot::of(q.game, q.me, view, probe) else { return };
        let found = motif::motifs(&spot, card);
        let shown = found.iter().take(MOTIFS);
        self.reasons.extend(shown.clone().map(|found| motif::told(found, &spot)));
        let key = shown.filter_map(|found| found.out.last()).next();
        let shares = |card: Card| -> Option<Vec<f64>> {
            (0..q.game.players()).map(|p| q.worlds.share(usize::from(card.0), p)).collect()
        };
        if let Some((card, shares)) = key.and_then(|card| Some((card, shares(card)?))) {
            self.reasons.extend(motif::holders(q.game.deck(), card, &shares));
        }
    }

    /// Judges every open move in one way. A world that is not finished in time counts for nothing, unless it is the
    /// first.
    fn judge_all(
        &mut self,
        q: &Question<'_, G>,
        deals: &[After],
        solved: bool,
        table: &mut Table,
        rng: &Rng,
        meter: &mut Meter,
    ) {
        let mut values = Vec::with_capacity(deals.len());
        let mut margins = Vec::new();
        for after in deals {
            let Some((paid, deal)) = after else {
                values.push(f64::NAN);
                continue;
            };
            let mut same = rng.clone();
            // The first deal is judged whole, but what the time does not allow is not solved.
            let solved = solved && (values.is_empty() || table.worlds() > 1 || meter.in_time());
            let rest = match deal {
                None => 0,
                // A game for no points, as betl, is not judged before play by defenders who see one hand only: they would
                // let everybody get away with it.
                Some(deal) if solved || (q.phase != Phase::Play && Manner::new(deal).pointless()) => {
                    self.judge.open(deal.clone(), q.me, &mut same)
                }
                Some(deal) => {
                    let (paid, margin) = self.judge.closed(deal.clone(), q.me, &mut same);
                    margins.push((values.len(), margin));
                    paid
                }
            };
            values.push(f64::from(paid + rest));
            if table.worlds() > 1 && !meter.in_time() {
                return;
            }
        }
        table.judged(solved, &values);
        margins.into_iter().for_each(|(at, margin)| table.ahead(at, margin));
    }
}

impl<G: TrickTaking + 'static> Expert<G> {
    /// The choice among several moves, with its reasons.
    fn decide(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let limit = self.budget.limit(limit);
        let beliefs = self.beliefs.clone();
        let worlds = beliefs.worlds(game, view)?;
        let (probe, _) = worlds.draw(&mut self.rng)?;
        let phase = game.phase(&probe);
        self.rounds = match (phase, self.spoken) {
            (Phase::Doubling, true) => self.rounds + 1,
            (Phase::Doubling, false) => self.rounds,
            _ => 0,
        };
        self.spoken = false;
        self.judge.hurry(&limit, moves.len());
        let q = Question { game, me, worlds, moves, phase };
        if let Some(experience) = self.experience.clone().filter(|_| phase == Phase::Doubling)
            && !self.declares(&q, &probe)
        {
            return Ok(self.as_experience_says(q, &experience, &probe, &limit));
        }
        let share = self.tree_share(&q, &probe);
        let words = matches!(phase, Phase::Auction | Phase::Announcements | Phase::Doubling);
        let kept = if share >= 1.0 && words { 1.0 - tree::LOOK } else { share };
        let heard = match share > 0.0 {
            true => Some(self.ask_tree(&q, view, &tree::part(&limit, kept))?),
            false => None,
        };
        if let (Some(thought), true) = (&heard, share >= 1.0) {
            return Ok(self.as_the_tree_says(q, view, &probe, thought.clone(), &limit));
        }
        let limit = tree::part(&limit, 1.0 - share);
        let mut meter = Meter::start(&limit);
        self.judge.hurry(&limit, moves.len());
        let heard = heard.map(|thought| (tree::values(moves, &thought), share));
        let blend = self.blend(&q, &probe);
        // Only words have a usual choice: silence, the cheapest game, the longest suit.
        let usual = match phase {
            Phase::Auction | Phase::Announcements | Phase::Doubling => {
                game.sensible(&probe, &mut self.rng, &mut Vec::new())
            }
            _ => None,
        };
        let usual = usual.and_then(|mv| moves.iter().position(|known| *known == mv));
        let mut table = self.think(&q, blend, usual, heard, &mut meter);
        let usual = usual.map(|usual| (usual, if blend.caution < 0.0 { 0.0 } else { HABIT }));
        let doubt = table::DOUBT[usize::from(game.trick(&probe).len == 0)];
        let is_card = |at: usize| game.card_of(moves[at]).is_some();
        let mut best = match usual {
            Some((usual, margin)) => table.best_or_usual(usual, margin),
            None if phase == Phase::Play => table.best_looking(doubt, is_card),
            None => table.best(),
        };
        // Nobody claims what he does not have where a card loses no more.
        let claims = |at: usize| phase == Phase::Play && game.card_of(moves[at]).is_none();
        let (all, lost) = (0..moves.len(), table.mean(best));
        let as_good = |at: usize| table.open(at) && !claims(at) && table.mean(at) >= lost - 1e-9;
        if claims(best) && lost <= 0.0 && all.clone().any(as_good) {
            all.filter(|at| claims(*at)).for_each(|at| table.give_up(at));
            best = table.best_looking(doubt, is_card);
        }
        // Nobody plays on in a deal that a claim surely ends as well.
        let ends = |at: usize| table.open(at) && claims(at) && table.won(at) >= 1.0 - 1e-9;
        let won = |at: &usize| ends(*at) && table.mean(*at) >= table.mean(best) - 1e-9;
        best = (0..moves.len()).find(won).unwrap_or(best);
        self.remember(phase, game.card_of(moves[best]));
        let others = (0..moves.len()).filter(|at| *at != best).map(|at| table.beside(at, best));
        let unseen = game.deck().cards().minus(game.hand(&probe, me));
        let summary = Summary {
            worlds: table.worlds(),
            mean: table.mean(best),
            won: table.won(best),
            next: others.reduce(f64::max),
            against: table.against(best, me.0, unseen),
        };
        self.chance = summary.won;
        self.reasons = summary.reasons(game.deck());
        self.motives(&q, view, &probe, moves[best]);
        Ok(Thought {
            best: moves[best],
            line: vec![moves[best]],
            values: moves.iter().enumerate().map(|(at, &mv)| (mv, table.worth(at, best, usual))).collect(),
            nodes: meter.nodes(),
            depth: table.worlds() as u64,
            stopped: meter.stopped(),
            because: Vec::new(),
        })
    }
}

impl<G: TrickTaking + 'static> Agent<G> for Expert<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        self.reasons.clear();
        if let [only] = moves {
            return Ok(Thought { because: vec!["the only legal move".to_string()], ..Thought::just(*only) });
        }
        // What one decision took says nothing about the luck of the next: players who differ in a word are alike until it is said.
        let next = self.rng.fork();
        let thought = self.decide(game, me, view, moves, limit)?;
        self.judge.sound()?;
        self.recall(game, me, view, thought.best);
        self.rng = next;
        let because = self.reasons.iter().map(|reason| reason.said.en.clone()).collect();
        Ok(Thought { because, ..thought })
    }

    fn compare(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        self.even = true;
        let thought = self.choose(game, me, view, moves, limit);
        self.even = false;
        thought
    }

    fn heard(&mut self, _game: &G, me: Player, by: Option<Player>, _view: &G::View) {
        self.spoken |= by.is_some_and(|by| by != me);
    }

    fn undone(&mut self, _made: usize) {
        (self.rounds, self.spoken, self.mine) = (0, true, Hand::EMPTY);
    }

    fn believe(&mut self, belief: Arc<dyn Belief<G>>) -> bool {
        self.beliefs.hold(belief);
        self.infers = false;
        true
    }

    fn reasons(&self) -> &[Argument] {
        &self.reasons
    }
}
