//! A match on a real table: people and computer players, the arm that moves for the computer, the eye that checks everything.
//!
//! The program's table is the truth. After every move the eye compares: what the arm can put right it does, what it cannot
//! a person is asked for, in words. A computer's move is written down before it is performed, so that a match that was
//! interrupted half-way through a motion is finished when it is resumed. Only moves of the match reach the arm: nothing
//! that a player thinks about does.

use crate::arm::drive::{Arm, ArmError};
use crate::arm::ground::{Ground, Spot};
use crate::arm::line::{Line, Time};
use crate::arm::plan::{Plan, plan, reconcile};
use crate::arm::setup::Posture;
use crate::eye::{Choice, Eye, Sight, Spotted, Watched, differences, place_name};
use crate::words::{self, Saying};
use game::{Acted, Lang, Limit, Place, Player, Policy, Record, Remedy, Scene, Table, Turn};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Sequences of moves that a person may have made in one turn: at most this many are considered.
const MOST_CHOICES: usize = 3_000;
/// Moves of one player in a row that a person may have made at once.
const LONGEST_TURN: usize = 3;
/// How often the arm tries to put the table right before a person is asked.
const TRIES: u32 = 2;
/// The time between two looks while a hand is over the table.
const BLINK: Duration = Duration::from_millis(300);
/// How often the eye looks at a hand before the person is told again.
const BLINKS: u32 = 400;

/// What a person answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is done: look again.
    Done,
    /// The person leaves; the match can be resumed.
    Leave,
}

/// What a person is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// What should lie on the table now.
    pub expected: &'a Scene,
    /// The moves to choose from; empty when the table is to be put right.
    pub choices: &'a [Choice],
}

/// The program around a match: it prints, asks, keeps the record and finds the arm again.
pub trait Host {
    /// Says something.
    fn say(&mut self, saying: &Saying);

    /// Says something and waits until the person has done it.
    fn ask(&mut self, saying: &Saying, wish: &Wish<'_>) -> Reply;

    /// Keeps the play so far: called after every move.
    fn keep(&mut self, record: &Record);

    /// The table shows this scene now, as far as the eye can tell.
    fn shows(&mut self, _scene: &Scene) {}

    /// A person announced a move to an eye that does not see; the table now should show this.
    fn announced(&mut self, _after: &Scene) {}

    /// Opens the line to the arm again, after it broke.
    fn reconnect(&mut self) -> Option<Box<dyn Line>> {
        None
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The play is over.
    Over,
    /// A person left.
    Left,
}

/// The person left.
struct Left;

/// The table, the arm and the eye of a match.
pub struct Match<'a> {
    /// The game.
    pub table: Box<dyn Table>,
    /// Which players are people, in order.
    pub people: Vec<bool>,
    /// Where the places lie.
    pub ground: Ground,
    /// How the arm reaches them.
    pub postures: BTreeMap<Spot, Posture>,
    /// The arm; without one, people move for the computer.
    pub arm: Option<Arm>,
    /// What looks at the table.
    pub eye: Box<dyn Eye>,
    /// The program around.
    pub host: &'a mut dyn Host,
    /// The clock.
    pub time: Arc<dyn Time>,
    /// How long computer players think.
    pub limit: Limit,
    /// The language of labels.
    pub lang: Lang,
}

impl Match<'_> {
    /// Plays to the end, or until a person leaves.
    pub fn play(&mut self) -> End {
        match self.run() {
            Ok(()) => End::Over,
            Err(Left) => End::Left,
        }
    }

    fn run(&mut self) -> Result<(), Left> {
        self.wake()?;
        let start = self.scene();
        self.settle(&start)?;
        loop {
            match self.table.turn() {
                Turn::Over => break,
                Turn::Chance => match self.table.roll() {
                    Some(event) => {
                        self.host.say(&words::chance(&event));
                        let scene = self.scene();
                        self.settle(&scene)?;
                    }
                    None => break,
                },
                Turn::Player(p) if self.people.get(p.index()).copied().unwrap_or(false) => self.person(p)?,
                Turn::Player(_) => {
                    if !self.computer()? {
                        break;
                    }
                }
            }
            self.host.keep(&self.table.record());
        }
        self.host.keep(&self.table.record());
        Ok(())
    }

    /// What should lie on the real table.
    fn scene(&self) -> Scene {
        self.ground.real(self.table.scene(None, self.lang))
    }

    fn observes<'b>(eye: &'b dyn Eye, ground: &'b Ground) -> impl Fn(&Place) -> bool + 'b {
        move |place: &Place| eye.observes(place) && ground.is_watched(place)
    }

    /// Brings the arm to life and out of the way.
    fn wake(&mut self) -> Result<(), Left> {
        loop {
            let Some(arm) = &mut self.arm else { return Ok(()) };
            let woken = arm.version().and_then(|version| {
                arm.home()?;
                Ok(version)
            });
            match woken {
                Ok(version) => {
                    self.host.say(&words::connected(&version));
                    return Ok(());
                }
                Err(error) => self.trouble(&error)?,
            }
        }
    }

    /// Says what is wrong with the arm and waits until a person has seen to it.
    fn trouble(&mut self, error: &ArmError) -> Result<(), Left> {
        let scene = self.scene();
        let wish = Wish { expected: &scene, choices: &[] };
        if self.host.ask(&words::trouble(error), &wish) == Reply::Leave {
            return Err(Left);
        }
        if let Some(arm) = &mut self.arm {
            arm.release();
            if matches!(error, ArmError::Line(_) | ArmError::Silent)
                && let Some(line) = self.host.reconnect()
            {
                arm.rewire(line);
            }
        }
        Ok(())
    }

    /// The computer's turn; false if it has no move to make.
    fn computer(&mut self) -> Result<bool, Left> {
        let before = self.table.scene(None, self.lang);
        let offers = self.table.offers(self.lang);
        let policy = Policy { remedy: Remedy::First, ..Policy::default() };
        let made = self.table.made();
        let text = match self.table.act(&self.limit, &policy) {
            Acted::Moved(advice) => advice.text,
            Acted::Helped(incident) => {
                self.host.say(&words::helped(&incident.to_string()));
                incident.instead.clone().unwrap_or_default()
            }
            _ => return Ok(false),
        };
        // Written down before it is performed: see the header.
        self.host.keep(&self.table.record());
        let offer = offers.iter().find(|o| o.text == text);
        self.host.say(&words::moves(offer.map_or(text.as_str(), |o| o.label.as_str())));
        let after = self.table.scene(None, self.lang);
        debug_assert!(self.table.made() > made);
        let gesture = offer.map_or_else(|| game::Gesture::Say(text.clone()), |o| o.gesture.clone());
        match plan(&before, &gesture, &after, &self.ground) {
            Ok(plan) => {
                self.perform(&plan)?;
                let (before, after) = (self.ground.real(before), self.ground.real(after.clone()));
                self.repeat(&plan, &before, &after)?;
            }
            Err(error) => self.host.say(&words::unable(&error.to_string())),
        }
        let after = self.ground.real(after);
        self.settle(&after)?;
        Ok(true)
    }

    /// Lets the arm do what a plan says; a person does what it cannot. Faults are said and left to the eye.
    fn perform(&mut self, plan: &Plan) -> Result<(), Left> {
        for haul in &plan.hauls {
            let postures = (self.postures.get(&haul.from), self.postures.get(&haul.to));
            match (&mut self.arm, postures) {
                (Some(arm), (Some(from), Some(to))) => {
                    if let Err(error) = arm.carry(from, to) {
                        self.trouble(&error)?;
                        break;
                    }
                }
                _ => {
                    let (from, to) = (self.ground.name(&haul.from), self.ground.name(&haul.to));
                    let scene = self.scene();
                    let wish = Wish { expected: &scene, choices: &[] };
                    if self.host.ask(&words::carry(&haul.kind, &from, &to), &wish) == Reply::Leave {
                        return Err(Left);
                    }
                }
            }
        }
        if !plan.turned.is_empty() {
            let list: Vec<(String, String)> =
                plan.turned.iter().map(|t| (self.ground.name(&t.spot), t.becomes.clone())).collect();
            let scene = self.scene();
            let wish = Wish { expected: &scene, choices: &[] };
            if self.host.ask(&words::turn_over(&list), &wish) == Reply::Leave {
                return Err(Left);
            }
        }
        while let Some(arm) = &mut self.arm {
            match arm.home() {
                Ok(()) => break,
                Err(error) => self.trouble(&error)?,
            }
        }
        Ok(())
    }

    /// Looks until the table can be read; `None` if the eye does not see.
    fn look(&mut self, expected: &Scene) -> Result<Option<Vec<Spotted>>, Left> {
        let mut blinks = 0;
        loop {
            let saying = match self.eye.look(expected) {
                Ok(Sight::Table(mut seen)) => {
                    seen.retain(|s| !self.ground.is_imaginary(&s.kind));
                    return Ok(Some(seen));
                }
                Ok(Sight::Blind) => return Ok(None),
                Ok(Sight::Hand) if blinks < BLINKS => {
                    if blinks == 0 {
                        self.host.say(&words::hand());
                    }
                    blinks += 1;
                    self.time.pause(BLINK);
                    continue;
                }
                Ok(Sight::Hand) => words::hand(),
                Ok(Sight::Unclear(why)) => words::unclear(&why),
                Err(error) => words::no_eye(&error.to_string()),
            };
            blinks = 0;
            if self.host.ask(&saying, &Wish { expected, choices: &[] }) == Reply::Leave {
                return Err(Left);
            }
        }
    }

    /// Performs a plan again while the table looks as before it: the grip missed. This also serves tokens from places that
    /// nobody looks at.
    fn repeat(&mut self, plan: &Plan, before: &Scene, after: &Scene) -> Result<(), Left> {
        for _ in 0..TRIES {
            let Some(seen) = self.look(after)? else { return Ok(()) };
            let observes = Match::observes(&*self.eye, &self.ground);
            let list = differences(&seen, after, &observes);
            let untouched = !list.is_empty() && differences(&seen, before, &observes).is_empty();
            drop(observes);
            if !untouched || plan.is_empty() || self.arm.is_none() {
                return Ok(());
            }
            self.host.say(&words::again(&list, after));
            self.perform(plan)?;
        }
        Ok(())
    }

    /// Compares the table with what should lie there until both agree: the arm tries first, then a person is asked.
    fn settle(&mut self, expected: &Scene) -> Result<(), Left> {
        let mut tries = 0;
        while let Some(seen) = self.look(expected)? {
            let observes = Match::observes(&*self.eye, &self.ground);
            let list = differences(&seen, expected, &observes);
            if list.is_empty() {
                self.host.shows(expected);
                return Ok(());
            }
            let mending = if self.arm.is_some() && tries < TRIES {
                reconcile(&seen, expected, &self.ground, &observes).ok().filter(|p| p.turned.is_empty())
            } else {
                None
            };
            drop(observes);
            match mending {
                Some(plan) => {
                    tries += 1;
                    self.host.say(&words::again(&list, expected));
                    self.perform(&plan)?;
                }
                None => {
                    let wish = Wish { expected, choices: &[] };
                    if self.host.ask(&words::put_right(&list, expected), &wish) == Reply::Leave {
                        return Err(Left);
                    }
                    tries = 0;
                }
            }
        }
        self.host.shows(expected);
        Ok(())
    }

    /// A person's turn: the move is made on the table and read by the eye.
    fn person(&mut self, p: Player) -> Result<(), Left> {
        let before = self.scene();
        let choices = self.choices(p);
        let blind = matches!(self.eye.look(&before), Ok(Sight::Blind));
        let mut saying = words::your_turn(p);
        loop {
            let wish = Wish { expected: &before, choices: &choices };
            if blind {
                self.host.say(&saying);
            } else if self.host.ask(&saying, &wish) == Reply::Leave {
                return Err(Left);
            }
            let mut blinks = 0;
            let watched = loop {
                match self.eye.watch(&before, &choices) {
                    Ok(Watched::Hand) if blinks < BLINKS => {
                        blinks += 1;
                        self.time.pause(BLINK);
                    }
                    other => break other,
                }
            };
            saying = match watched {
                Ok(Watched::Made(i)) if i < choices.len() => {
                    for text in &choices[i].texts {
                        if let Err(refusal) = self.table.play(text) {
                            self.host.say(&words::unable(&refusal.to_string()));
                            break;
                        }
                    }
                    self.host.say(&words::read(&choices[i].label));
                    if blind {
                        self.host.announced(&choices[i].after);
                    }
                    let after = self.scene();
                    return self.settle(&after);
                }
                Ok(Watched::Leave) => return Err(Left),
                Ok(Watched::Unchanged) => words::unchanged(),
                Ok(Watched::Hand | Watched::Made(_)) => words::hand(),
                Ok(Watched::Unclear(why)) => words::illegal(&why),
                Err(error) => words::no_eye(&error.to_string()),
            };
        }
    }

    /// What the person may have done: single moves, and sequences while it stays the same player's turn.
    fn choices(&self, p: Player) -> Vec<Choice> {
        let mut list: Vec<Choice> = Vec::new();
        let mut open = vec![(self.table.fork(), Vec::<String>::new(), Vec::<String>::new())];
        for _ in 0..LONGEST_TURN {
            let mut next = Vec::new();
            for (table, texts, labels) in open {
                for offer in table.offers(self.lang) {
                    if list.len() >= MOST_CHOICES {
                        return list;
                    }
                    let mut play = table.fork();
                    if play.play(&offer.text).is_err() {
                        continue;
                    }
                    let mut texts = texts.clone();
                    texts.push(offer.text.clone());
                    let mut labels = labels.clone();
                    labels.push(offer.label.clone());
                    let after = self.ground.real(play.scene(None, self.lang));
                    list.push(Choice { texts: texts.clone(), label: labels.join(", "), after });
                    if play.turn() == Turn::Player(p) && self.people.len() > 1 {
                        next.push((play, texts, labels));
                    }
                }
            }
            open = next;
        }
        list
    }
}

/// The places of a scene that nobody can serve, by name, for a message before the start.
pub fn unserved(ground: &Ground, postures: &BTreeMap<Spot, Posture>, scene: &Scene) -> Vec<String> {
    let missing = |place: &Place| !postures.contains_key(&ground.spot(place));
    scene.tokens.iter().filter(|t| missing(&t.place)).map(|t| place_name(&t.place, scene)).collect()
}
