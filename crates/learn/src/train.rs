//! Whole trainings: rounds, measurements on the way, checkpoints, and the trained player in the end.

use crate::adam::{Drill, Lesson, Pupil, examine};
use crate::agent::{NetAgent, Readers};
use crate::checkpoint::Checkpoint;
use crate::duel::{Duel, Terms, duel, sound};
use crate::errand::{Crew, Errand, Played};
use crate::file::{Header, Kind, NetFile};
use crate::imitate::{from_record, watch as watch_teacher};
use crate::net::{Net, Shape};
use crate::reader::Reader;
use crate::sample::Sample;
use crate::selfplay::{Round, SelfPlay, play, round};
use crate::tree::{Judge, values_of};
use game::{Agent, Limit, Record, Roster, Show};
use std::fmt;
use std::sync::Arc;

/// What happens during a training. The watcher of a training returns whether it is to go on.
#[derive(Debug)]
pub enum Event<'a> {
    /// A round is done.
    Round {
        /// Its number, from 1.
        round: u64,
        /// How many there will be.
        of: u64,
        /// What it brought.
        found: Round,
    },
    /// Something was measured.
    Measured {
        /// Against whom, or what.
        name: &'a str,
        /// After how many rounds.
        round: u64,
        /// The share of wins (a draw is half a win), or of decisions agreed on.
        value: f64,
    },
    /// A good moment to save the training.
    Save(&'a Checkpoint),
}

/// Why there is no trained player. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LearnError(pub String);

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LearnError {}

impl From<String> for LearnError {
    fn from(cause: String) -> LearnError {
        LearnError(cause)
    }
}

/// What all trainings share.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// The middle of the network.
    pub width: usize,
    /// Its residual blocks.
    pub blocks: usize,
    /// The encoder by name; the best one if it is not said.
    pub encoder: Option<String>,
    /// Decides everything that chance decides.
    pub seed: u64,
    /// Agents to be measured against.
    pub opponents: Vec<String>,
    /// Rounds between measurements; 0: only in the end.
    pub every: u64,
    /// Deals of a measurement, each from every seat.
    pub deals: u64,
    /// The player is taken after this round of the training, though more were planned; 0: after the last.
    pub until: u64,
    /// The command that makes it again, for the file.
    pub made_by: String,
}

impl Setting {
    /// The round after which the player is taken.
    fn last(&self, rounds: u64) -> u64 {
        if self.until == 0 { rounds } else { self.until.min(rounds) }
    }
}

/// A training that has ended, or was told to stop.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The player.
    pub file: NetFile,
    /// Where the training stands.
    pub checkpoint: Checkpoint,
    /// Whether all rounds are done.
    pub whole: bool,
    /// The last measurements.
    pub duels: Vec<(String, Duel)>,
    /// How much stronger (Elo) each kept checkpoint is than the first: its round and the difference.
    pub ladder: Vec<(u64, f64)>,
    /// The last checkpoint against the first, which knows nothing, from random openings and both sides.
    pub gained: Option<Duel>,
}

/// How far each kept checkpoint is above the first by steps, and the last against the first.
type Climbed = (Vec<(u64, f64)>, Option<Duel>);

/// Who watches a training.
pub type Watcher<'a> = &'a mut dyn FnMut(Event<'_>) -> bool;

/// The parts of a training.
pub struct School<'a, G: Show> {
    /// The rules.
    pub game: &'a G,
    /// Opponents and teachers.
    pub roster: &'a Roster<G>,
    /// Encoders.
    pub readers: &'a Readers<G>,
}

/// Differences beyond this cannot be measured with a few plays.
const MOST_ELO: f64 = 800.0;

/// Random moves before the last checkpoint meets the first: enough that hardly two plays are alike.
const OPENING: usize = 4;

/// The difference in strength behind a share of wins.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    (400.0 * (share / (1.0 - share)).log10()).clamp(-MOST_ELO, MOST_ELO)
}

impl<G: Show + 'static> School<'_, G> {
    /// What a self-taught player of this game learns: policy and value where everything is seen, else qualities.
    pub fn kind(&self) -> Kind {
        if self.game.hidden() { Kind::Quality } else { Kind::PolicyValue }
    }

    /// The reader and the start of a training, or where it stopped.
    fn begin(
        &self,
        setting: &Setting,
        (what, values): (&str, usize),
        from: Option<Checkpoint>,
    ) -> Result<(Arc<dyn Reader<G>>, Checkpoint), LearnError> {
        let name = setting.encoder.as_deref();
        let plan = format!(
            "{} rules {}, {what}, width {}, blocks {}, encoder {}",
            self.game.id(),
            self.game.version(),
            setting.width,
            setting.blocks,
            name.unwrap_or("best")
        );
        if let Some(at) = from {
            let differs = |now: &str, then: &str, of: &str| {
                LearnError(format!(
                    "the checkpoint belongs to another training: its {of} is '{then}', not '{now}'"
                ))
            };
            let plan = plan.split_whitespace().collect::<Vec<_>>().join(" ");
            if at.plan != plan {
                return Err(differs(&plan, &at.plan, "plan"));
            }
            if at.seed != setting.seed {
                return Err(differs(&setting.seed.to_string(), &at.seed.to_string(), "seed"));
            }
            let reader = match at.vocabulary[0].is_empty() {
                true => self.readers.fresh(self.game, name, setting.seed),
                false => self.readers.known(crate::SCENE, &at.vocabulary),
            };
            let reader = reader.ok_or_else(|| self.unknown(name))?;
            return Ok((reader, at));
        }
        let reader = self.readers.fresh(self.game, name, setting.seed).ok_or_else(|| self.unknown(name))?;
        let shape = Shape {
            inputs: reader.inputs(),
            width: setting.width,
            blocks: setting.blocks,
            outputs: reader.outputs(),
            values,
        };
        if let Some(fault) = shape.fault() {
            return Err(LearnError(format!("no such network: {fault}")));
        }
        let at = Checkpoint {
            plan: plan.split_whitespace().collect::<Vec<_>>().join(" "),
            seed: setting.seed,
            round: 0,
            pupil: Pupil::new(Net::new(shape, setting.seed)),
            samples: Vec::new(),
            held: Vec::new(),
            vocabulary: reader.vocabulary(),
            gallery: Vec::new(),
            curve: Vec::new(),
        };
        Ok((reader, at))
    }

    fn unknown(&self, name: Option<&str>) -> LearnError {
        let known = self.readers.names().join(", ");
        LearnError(format!("no encoder '{}' for this game (there are: {known})", name.unwrap_or_default()))
    }

    /// A player with these weights.
    fn player(
        &self,
        reader: &Arc<dyn Reader<G>>,
        net: &Arc<Net>,
        kind: Kind,
        walks: u64,
        seed: u64,
    ) -> NetAgent<G> {
        NetAgent::new(Judge { reader: Arc::clone(reader), net: Arc::clone(net) }, kind, walks, seed)
    }

    /// How plays that measure strength are played.
    fn terms(&self, setting: &Setting, deals: u64, length: usize) -> Terms {
        let opening = if self.game.chance() || self.game.players() == 1 { 0 } else { 2 };
        let seed = setting.seed.wrapping_add(0x5EED_0000);
        Terms { deals, length, limit: Limit::default(), opening, seed }
    }

    /// The player of a network against every opponent.
    fn measure(
        &self,
        reader: &Arc<dyn Reader<G>>,
        net: &Net,
        (kind, walks): (Kind, u64),
        setting: &Setting,
        length: usize,
    ) -> Result<Vec<(String, Duel)>, LearnError> {
        let net = Arc::new(net.clone());
        let ours =
            |seed: u64| Ok(Box::new(self.player(reader, &net, kind, walks, seed)) as Box<dyn Agent<G>>);
        let mut found = Vec::new();
        for spec in &setting.opponents {
            let theirs =
                |seed: u64| self.roster.make(self.game, spec, seed).map_err(|e| LearnError(e.to_string()));
            let terms = self.terms(setting, setting.deals, length);
            found.push((spec.clone(), duel(self.game, &ours, &theirs, &terms)?));
        }
        Ok(found)
    }

    /// Kept networks against each other: each against the one before, and the last against the first.
    fn ladder(
        &self,
        reader: &Arc<dyn Reader<G>>,
        at: &Checkpoint,
        (kind, walks): (Kind, u64),
        setting: &Setting,
        length: usize,
    ) -> Result<Climbed, LearnError> {
        let shape = at.pupil.net.shape();
        let nets: Vec<(u64, Arc<Net>)> = at
            .gallery
            .iter()
            .filter_map(|(round, w)| Some((*round, Arc::new(Net::from_weights(shape, w.clone())?))))
            .collect();
        let meet = |new: &Arc<Net>, old: &Arc<Net>, terms: &Terms| {
            let sit = |net: &Arc<Net>, seed| {
                Ok(Box::new(self.player(reader, net, kind, walks, seed)) as Box<dyn Agent<G>>)
            };
            duel(self.game, &|seed| sit(new, seed), &|seed| sit(old, seed), terms)
        };
        let terms = self.terms(setting, setting.deals, length);
        let mut ladder = vec![(nets.first().map_or(0, |(round, _)| *round), 0.0)];
        for pair in nets.windows(2) {
            let found = meet(&pair[1].1, &pair[0].1, &terms)?;
            let before = ladder.last().map_or(0.0, |(_, elo)| *elo);
            ladder.push((pair[1].0, before + elo(found.share())));
        }
        let gained = match nets.as_slice() {
            [first, .., last] => {
                let opening = if terms.opening == 0 { 0 } else { OPENING };
                Some(meet(&last.1, &first.1, &Terms { opening, ..terms })?)
            }
            _ => None,
        };
        Ok((ladder, gained))
    }

    /// The file of a network.
    fn file(
        &self,
        reader: &Arc<dyn Reader<G>>,
        at: &Checkpoint,
        kind: Kind,
        setting: &Setting,
        duels: &[(String, Duel)],
    ) -> NetFile {
        let note = |(name, duel): &(String, Duel)| {
            let [won, drawn, lost] = duel.results;
            (format!("against {name}"), format!("{won} won, {drawn} drawn, {lost} lost"))
        };
        let header = Header {
            game: self.game.id(),
            rules: self.game.version(),
            encoder: reader.encoder(),
            kind,
            seed: setting.seed,
            steps: at.pupil.adam.steps,
            made_by: setting.made_by.clone(),
            notes: duels.iter().map(note).collect(),
        };
        NetFile { header, vocabulary: reader.vocabulary(), net: at.pupil.net.clone() }
    }

    /// The plays of an errand with these numbers, in their order.
    ///
    /// # Errors
    /// An encoder that is not known here, or one that does not fit the network.
    pub fn plays(&self, errand: &Errand, numbers: std::ops::Range<u64>) -> Result<Vec<Played>, LearnError> {
        let reader = self.readers.known(&errand.encoder, &errand.vocabulary);
        let reader = reader.ok_or_else(|| self.unknown(Some(&errand.encoder)))?;
        let shape = errand.net.shape();
        if (shape.inputs, shape.outputs) != (reader.inputs(), reader.outputs()) {
            return Err(LearnError(format!("the encoder '{}' does not fit the network", errand.encoder)));
        }
        let judge = Judge { reader, net: Arc::new(errand.net.clone()) };
        let quality = self.kind() == Kind::Quality;
        let one =
            |number| play(self.game, &judge, &errand.plan, quality, (errand.seed, errand.round, number));
        let plays = numbers.map(one).collect();
        sound(self.game)?;
        Ok(plays)
    }

    /// Self-play.
    ///
    /// # Errors
    /// A checkpoint of another training, an encoder or opponent that is not known, or an opponent that failed.
    pub fn selfplay(
        &self,
        setting: &Setting,
        plan: &SelfPlay,
        from: Option<Checkpoint>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError> {
        let crew = &mut |errand: &Errand| self.plays(errand, 0..errand.plan.plays as u64);
        self.selfplay_by(setting, plan, from, crew, watch)
    }

    /// Self-play whose plays somebody else may make.
    ///
    /// # Errors
    /// As [`selfplay`](School::selfplay), and what the crew could not do.
    pub fn selfplay_by(
        &self,
        setting: &Setting,
        plan: &SelfPlay,
        from: Option<Checkpoint>,
        crew: Crew<'_>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError> {
        let kind = self.kind();
        let values = if kind == Kind::PolicyValue { values_of(self.game) } else { 0 };
        let what = format!("selfplay {plan:?}");
        let (reader, mut at) = self.begin(setting, (&what, values), from)?;
        let play = (kind, plan.walks);
        let mut going = true;
        let quarter = setting.last(plan.rounds).div_ceil(4).max(1);
        while at.round < setting.last(plan.rounds) && going {
            if at.round == 0 && at.gallery.is_empty() {
                at.gallery.push((0, at.pupil.net.weights().to_vec()));
                self.note(&mut at, (&reader, play), setting, plan.length, watch)?;
            }
            let errand = Errand {
                plan: *plan,
                encoder: reader.encoder(),
                vocabulary: reader.vocabulary(),
                seed: at.seed,
                round: at.round,
                net: at.pupil.net.clone(),
            };
            let plays = crew(&errand)?;
            if plays.len() != plan.plays {
                return Err(LearnError(format!("{} plays were made instead of {}", plays.len(), plan.plays)));
            }
            let found = round(plan, &mut at, plays);
            at.curve.push(("loss of policy".to_string(), at.round, found.loss.mean(found.loss.policy)));
            at.curve.push(("loss of value".to_string(), at.round, found.loss.mean(found.loss.value)));
            if at.round % quarter == 0 || at.round == setting.last(plan.rounds) {
                at.gallery.push((at.round, at.pupil.net.weights().to_vec()));
            }
            if setting.every > 0 && at.round % setting.every == 0 {
                self.note(&mut at, (&reader, play), setting, plan.length, watch)?;
            }
            going = watch(Event::Round { round: at.round, of: plan.rounds, found });
            going &= watch(Event::Save(&at));
        }
        let whole = at.round >= setting.last(plan.rounds);
        let duels = match whole {
            true => self.measure(&reader, &at.pupil.net, play, setting, plan.length)?,
            false => Vec::new(),
        };
        let (ladder, gained) = match whole && self.game.players() > 1 && setting.deals > 0 {
            true => self.ladder(&reader, &at, play, setting, plan.length)?,
            false => (Vec::new(), None),
        };
        let file = self.file(&reader, &at, kind, setting, &duels);
        Ok(Trained { file, checkpoint: at, whole, duels, ladder, gained })
    }

    /// Measures against the opponents, for the curve.
    fn note(
        &self,
        at: &mut Checkpoint,
        (reader, play): (&Arc<dyn Reader<G>>, (Kind, u64)),
        setting: &Setting,
        length: usize,
        watch: Watcher<'_>,
    ) -> Result<(), LearnError> {
        for (name, duel) in self.measure(reader, &at.pupil.net, play, setting, length)? {
            let name = format!("against {name}");
            watch(Event::Measured { name: &name, round: at.round, value: duel.share() });
            at.curve.push((name, at.round, duel.share()));
        }
        Ok(())
    }

    /// Imitation: learns the decisions of a teacher, or those of records.
    ///
    /// # Errors
    /// A checkpoint of another training, an unknown encoder or teacher, a teacher that failed, a record that does not fit.
    pub fn imitate(
        &self,
        setting: &Setting,
        plan: &Imitation<'_>,
        from: Option<Checkpoint>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError> {
        let what = format!(
            "imitate {} {} {} {} {}{}",
            plan.source.name(),
            plan.deals,
            plan.asked,
            plan.rounds,
            plan.epochs,
            if plan.soften > 0.0 { format!(" soften {}", plan.soften) } else { String::new() }
        );
        let (reader, mut at) = self.begin(setting, (&what, 0), from)?;
        let kind = Kind::Policy;
        if at.held.is_empty() && plan.asked > 0 {
            at.held = self.lessons(&reader, plan, (setting.seed ^ 0xDEA1, plan.deals), plan.asked)?;
            if at.held.is_empty() {
                return Err(LearnError("there is no decision to learn from".to_string()));
            }
        }
        let mut going = true;
        let step = plan.deals.div_ceil(plan.rounds.max(1)).max(1);
        while at.round < setting.last(plan.rounds) && going {
            let first = at.round * step;
            let fresh = plan.deals.min(first + step).saturating_sub(first);
            let mut more = self.lessons(&reader, plan, (setting.seed, first), fresh)?;
            let mut found = Round { samples: more.len(), ..Round::default() };
            at.samples.append(&mut more);
            let mut rng = at.rng();
            let share = at.samples.len() as f32 * plan.epochs / plan.rounds.max(1) as f32;
            let whole = reader.symmetries().max(1);
            let batches = (share * 2.0 / 32.0).ceil() as usize;
            let done = at.round as f32 / plan.rounds.max(1) as f32;
            let drill = Drill { batches, batch: 32, rate: plan.rate * (1.0 - 0.9 * done) };
            found.loss = match whole {
                1 => at.pupil.drill(&at.samples, drill, &mut rng, &mut Lesson::default()),
                _ => self.turned_drill(&reader, &mut at, drill, &mut rng),
            };
            at.round += 1;
            if !at.held.is_empty() {
                let asked = examine(&at.pupil.net, at.held.iter());
                let agreed = asked.agreed as f64 / asked.count.max(1) as f64;
                watch(Event::Measured { name: "agreement on unseen deals", round: at.round, value: agreed });
                at.curve.push(("agreement on unseen deals".to_string(), at.round, agreed));
                if let Some((name, share)) = baseline(&*reader, &at.held) {
                    at.curve.push((name.to_string(), at.round, share));
                }
            }
            at.curve.push((
                "agreement while learning".to_string(),
                at.round,
                found.loss.mean(found.loss.agreed as f64),
            ));
            going = watch(Event::Round { round: at.round, of: plan.rounds, found });
            going &= watch(Event::Save(&at));
        }
        let whole = at.round >= setting.last(plan.rounds);
        let duels = match whole && reader.whole() {
            true => self.measure(&reader, &at.pupil.net, (kind, 0), setting, LONGEST)?,
            false => Vec::new(),
        };
        let file = self.file(&reader, &at, kind, setting, &duels);
        Ok(Trained { file, checkpoint: at, whole, duels, ladder: Vec::new(), gained: None })
    }

    /// A drill in which every sample is turned anew.
    fn turned_drill(
        &self,
        reader: &Arc<dyn Reader<G>>,
        at: &mut Checkpoint,
        plan: Drill,
        rng: &mut game::Rng,
    ) -> crate::Loss {
        let mut loss = crate::Loss::default();
        let mut work = Lesson::default();
        if at.samples.is_empty() {
            return loss;
        }
        for _ in 0..plan.batches {
            let batch: Vec<Sample> = (0..plan.batch)
                .map(|_| {
                    let mut sample = at.samples[rng.below(at.samples.len())].clone();
                    let way = rng.below(reader.symmetries());
                    if way > 0 {
                        reader.turn(way, &mut sample);
                    }
                    sample
                })
                .collect();
            loss = loss.plus(at.pupil.learn(batch.iter(), plan.rate, &mut work));
        }
        loss
    }

    /// The decisions of so many deals from the one of a number on.
    fn lessons(
        &self,
        reader: &Arc<dyn Reader<G>>,
        plan: &Imitation<'_>,
        (seed, first): (u64, u64),
        deals: u64,
    ) -> Result<Vec<Sample>, LearnError> {
        let mut out = Vec::new();
        match plan.source {
            Source::Teacher(spec) => {
                for deal in first..first + deals {
                    let seed = game::hash::hash(&(seed, deal));
                    let mut teachers = (0..self.game.players() as u64)
                        .map(|p| {
                            self.roster
                                .make(self.game, spec, seed.wrapping_add(p))
                                .map_err(|e| LearnError(e.to_string()))
                        })
                        .collect::<Result<Vec<_>, _>>()?;
                    watch_teacher(
                        self.game,
                        &**reader,
                        &mut teachers,
                        (LONGEST, seed, plan.soften),
                        &mut out,
                    )?;
                }
            }
            Source::Records { records, player } => {
                // The last ones are those held back: see `Imitation::asked`.
                for (name, record) in records.iter().skip(first as usize).take(deals as usize) {
                    from_record(self.game, &**reader, record, player, &mut out)
                        .map_err(|e| LearnError(format!("{name}: {e}")))?;
                }
            }
        }
        Ok(out)
    }
}

/// How often a simple rule of the encoder agrees with the teacher.
fn baseline<G: Show>(reader: &dyn Reader<G>, samples: &[Sample]) -> Option<(&'static str, f64)> {
    let mut agreed = 0u32;
    let mut name = None;
    for sample in samples {
        let (rule, at) = reader.baseline(sample)?;
        name = Some(rule);
        agreed += u32::from(at == crate::largest(&sample.goal.policy));
    }
    name.map(|name| (name, f64::from(agreed) / samples.len() as f64))
}

/// A school with its types forgotten.
pub trait Learnable {
    /// The encoders of the game.
    fn encoders(&self) -> Vec<String>;

    /// What a self-taught player of the game learns.
    fn learns(&self) -> Kind;

    /// Plays of self-play; see [`School::plays`].
    ///
    /// # Errors
    /// Why there are none.
    fn plays(&self, errand: &Errand, numbers: std::ops::Range<u64>) -> Result<Vec<Played>, LearnError>;

    /// Self-play whose plays the crew makes, if there is one; see [`School::selfplay_by`].
    ///
    /// # Errors
    /// Why there is no trained player.
    fn selfplay(
        &self,
        setting: &Setting,
        plan: &SelfPlay,
        from: Option<Checkpoint>,
        crew: Option<Crew<'_>>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError>;

    /// Imitation; see [`School::imitate`].
    ///
    /// # Errors
    /// Why there is no trained player.
    fn imitate(
        &self,
        setting: &Setting,
        plan: &Imitation<'_>,
        from: Option<Checkpoint>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError>;

    /// One agent against a table of another.
    ///
    /// # Errors
    /// Who could not be made, or failed.
    fn compare(&self, ours: &str, theirs: &str, terms: &Terms) -> Result<Duel, LearnError>;
}

impl<G: Show + 'static> Learnable for School<'_, G> {
    fn encoders(&self) -> Vec<String> {
        self.readers.names()
    }

    fn learns(&self) -> Kind {
        self.kind()
    }

    fn plays(&self, errand: &Errand, numbers: std::ops::Range<u64>) -> Result<Vec<Played>, LearnError> {
        School::plays(self, errand, numbers)
    }

    fn selfplay(
        &self,
        setting: &Setting,
        plan: &SelfPlay,
        from: Option<Checkpoint>,
        crew: Option<Crew<'_>>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError> {
        match crew {
            Some(crew) => self.selfplay_by(setting, plan, from, crew, watch),
            None => School::selfplay(self, setting, plan, from, watch),
        }
    }

    fn imitate(
        &self,
        setting: &Setting,
        plan: &Imitation<'_>,
        from: Option<Checkpoint>,
        watch: Watcher<'_>,
    ) -> Result<Trained, LearnError> {
        School::imitate(self, setting, plan, from, watch)
    }

    fn compare(&self, ours: &str, theirs: &str, terms: &Terms) -> Result<Duel, LearnError> {
        let make = |spec: &str, seed: u64| {
            self.roster.make(self.game, spec, seed).map_err(|e| LearnError(e.to_string()))
        };
        duel(self.game, &|seed| make(ours, seed), &|seed| make(theirs, seed), terms)
    }
}

/// Moves of a play at most.
const LONGEST: usize = 2000;

/// Whose decisions are learned.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// An agent of the roster, in every seat.
    Teacher(&'a str),
    /// Records with their names, of all players or of one.
    Records {
        /// The records.
        records: &'a [(String, Record)],
        /// The name of the player, or a part of it.
        player: Option<&'a str>,
    },
}

impl Source<'_> {
    fn name(&self) -> String {
        match self {
            Source::Teacher(spec) => (*spec).to_string(),
            Source::Records { records, player } => {
                format!("{} records of {}", records.len(), player.unwrap_or("everybody"))
            }
        }
    }
}

/// How decisions are learned.
#[derive(Clone, Copy, Debug)]
pub struct Imitation<'a> {
    /// Whose.
    pub source: Source<'a>,
    /// Deals (or records) to learn from.
    pub deals: u64,
    /// Deals (or records) that are never learned from and tell how often the pupil agrees: those after `deals`.
    pub asked: u64,
    /// The deals come in so many parts, with a drill after each.
    pub rounds: u64,
    /// How often each decision is learned, on average.
    pub epochs: f32,
    /// How far a step goes at the start.
    pub rate: f32,
    /// How much worse, by the teacher's values, a move is that counts for a third of one as good as the chosen one; 0: only the choice is
    /// learned.
    pub soften: f64,
}
