//! The eye of a match that looks at pictures: [`PictureEye`] with our recogniser, [`ProgramEye`] with an old camera program.

use super::corners::{BLOCK, Small};
use super::explain::{self, Verdict, explain};
use super::guard::Glance;
use super::look::{Seen, View, view};
use super::original::{self, Location};
use super::process::Client;
use super::reference::Reference;
use super::source::Source;
use super::{Board, Calibration, Layer, Picture, words};
use crate::eye::{Choice, Eye, EyeError, Sight, Spotted, Watched};
use game::{Place, Reason, Scene};

/// Is shown every picture with what was read from it, or why nothing was, and the scene the program expects.
pub type Shown = Box<dyn FnMut(&Picture, &Board, Result<&View, &Reason>, &Scene) + Send>;

/// Looks at a table through pictures.
pub struct PictureEye {
    source: Box<dyn Source>,
    board: Board,
    settings: Calibration,
    reference: Option<Reference>,
    steady: usize,
    found: bool,
    shown: Option<Shown>,
}

impl PictureEye {
    /// An eye for this board. Corners that the settings do not give are found in the first picture and kept.
    pub fn new(source: Box<dyn Source>, board: Board, settings: Calibration) -> PictureEye {
        PictureEye { source, board, settings, reference: None, steady: 1, found: false, shown: None }
    }

    /// The same eye that believes a move only when so many pictures in a row show it: for cameras that watch a moving hand.
    pub fn steady(mut self, pictures: usize) -> PictureEye {
        self.steady = pictures.max(1);
        self
    }

    /// The same eye that shows somebody what it sees.
    pub fn shown(mut self, shown: Option<Shown>) -> PictureEye {
        self.shown = shown;
        self
    }

    /// The board it looks at.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Takes and reads a picture; `expected` is what the program thinks is there.
    fn see(&mut self, expected: &Scene) -> Result<Result<View, Reason>, EyeError> {
        let picture = self.source.take()?;
        let seen = self.read(&picture);
        if let Some(shown) = &mut self.shown {
            shown(&picture, &self.board, seen.as_ref(), expected);
        }
        Ok(seen)
    }

    fn read(&mut self, picture: &Picture) -> Result<View, Reason> {
        if self.settings.corners.is_none() && self.settings.points.is_empty() {
            let balance = self.settings.balance(picture);
            let corners = self.settings.corners_in(picture, balance).map_err(|cause| unread(&cause.0))?;
            self.settings.corners = Some(corners);
            self.settings.size = Some((picture.width(), picture.height()));
            self.found = true;
        }
        let seen = view(picture, &self.board, &self.settings, self.reference.as_ref());
        seen.map_err(|cause| unread(&cause.0))
    }

    /// What hides the bare board in a new picture: nothing as long as there is no earlier one to compare with, or no picture.
    pub(super) fn glance(&mut self) -> Glance {
        let Some(reference) = &self.reference else { return Glance::default() };
        let Ok(picture) = self.source.take() else { return Glance::default() };
        let balance = self.settings.balance(&picture);
        let Ok(line) = self.settings.sightline(&self.board, &picture, balance) else {
            return Glance::default();
        };
        let small = Small::of(&picture, balance);
        let foreign = reference.foreign(&small, &self.board);
        let point = |i: usize| {
            let middle = |at: usize| ((at * BLOCK + BLOCK / 2) as f64) + 0.5;
            line.board((middle(i % small.width), middle(i / small.width)))
        };
        Glance { points: foreign.into_iter().map(point).collect(), each: reference.areas(1) }
    }

    /// Forgets corners that it found itself: the camera may have been pushed.
    fn doubt_corners(&mut self) {
        if self.found {
            self.settings.corners = None;
            self.reference = None;
            self.found = false;
        }
    }

    fn verdict(
        &mut self,
        scene: &Scene,
        before: &Layer,
        after: &[Layer],
    ) -> Result<Result<(Verdict, View), Reason>, EyeError> {
        let seen = match self.see(scene)? {
            Ok(seen) => seen,
            Err(cause) => return Ok(Err(cause)),
        };
        Ok(Ok((explain(&seen, &self.board, before, after, self.reference.as_ref()), seen)))
    }
}

/// The board was not found in the picture.
fn unread(cause: &str) -> Reason {
    Reason {
        en: format!("the board was not found in the picture: {cause}"),
        cs: format!("deska se v obraze nenašla ({cause})"),
        sk: format!("doska sa v obraze nenašla ({cause})"),
    }
}

impl Eye for PictureEye {
    fn look(&mut self, expected: &Scene) -> Result<Sight, EyeError> {
        let before = self.board.layer(expected);
        let seen = match self.see(expected)? {
            Ok(seen) => seen,
            Err(cause) => return Ok(Sight::Unclear(cause)),
        };
        if seen.hidden >= explain::HAND {
            return Ok(Sight::Hand);
        }
        let doubts = explain::unsure(&seen, &self.board);
        if !doubts.is_empty() {
            let unclear = Verdict::Unclear { doubts };
            self.doubt_corners();
            return Ok(Sight::Unclear(words::verdict(&unclear, &self.board, expected, &|i| i.to_string())));
        }
        let mut list = Vec::new();
        for (spot, reading) in self.board.spots.iter().zip(&seen.readings) {
            if let (false, Seen::Piece(colour)) = (spot.heap, reading.seen) {
                list.push(spotted(&self.board, colour, &spot.places, expected));
            }
        }
        // Only a table that agrees with the program is one to compare with later.
        let agrees =
            matches!(explain(&seen, &self.board, &before, &[], self.reference.as_ref()), Verdict::Same);
        if agrees {
            self.reference = Some(Reference::new(&seen));
        }
        Ok(Sight::Table(list))
    }

    fn watch(&mut self, before: &Scene, choices: &[Choice]) -> Result<Watched, EyeError> {
        let was = self.board.layer(before);
        let after: Vec<Layer> = choices.iter().map(|c| self.board.layer(&c.after)).collect();
        let (verdict, seen) = match self.verdict(before, &was, &after)? {
            Ok(seen) => seen,
            Err(cause) => return Ok(Watched::Unclear(cause)),
        };
        if let Verdict::Move { choice, .. } = verdict {
            for _ in 1..self.steady {
                match self.verdict(before, &was, &after)? {
                    Ok((Verdict::Move { choice: again, .. }, _)) if again == choice => {}
                    _ => return Ok(Watched::Hand),
                }
            }
        }
        Ok(match verdict {
            Verdict::Same => {
                self.reference = Some(Reference::new(&seen));
                // Who says that a move was made, and changed nothing, made one that cannot be seen.
                after.iter().position(|a| *a == was).map_or(Watched::Unchanged, Watched::Made)
            }
            Verdict::Move { choice, .. } => {
                self.reference = Some(Reference::new(&seen));
                Watched::Made(choice)
            }
            Verdict::Hand { .. } => Watched::Hand,
            Verdict::Ambiguous { .. } | Verdict::Impossible { .. } | Verdict::Unclear { .. } => {
                let why = words::verdict(&verdict, &self.board, before, &|i| choices[i].label.clone());
                if matches!(verdict, Verdict::Unclear { .. }) {
                    self.doubt_corners();
                }
                Watched::Unclear(why)
            }
        })
    }

    fn observes(&self, place: &Place) -> bool {
        self.board.spot(place).is_some_and(|spot| !self.board.spots[spot].heap)
    }
}

/// A piece as the match names it. Of several places on one spot it is the one where the program expects such a piece.
fn spotted(board: &Board, colour: usize, places: &[Place], expected: &Scene) -> Spotted {
    let colour = &board.colours[colour];
    let token = expected.tokens.iter().find(|t| places.contains(&t.place) && colour.stands_for(&t.kind));
    if let Some(token) = token {
        return Spotted { place: token.place.clone(), kind: token.kind.clone() };
    }
    let kind = expected.tokens.iter().find(|t| colour.stands_for(&t.kind)).map(|t| t.kind.clone());
    let several = board.colours.iter().filter(|c| c.name == colour.name).count() > 1;
    let place = places.first().cloned().unwrap_or_else(|| Place::new("", 0));
    Spotted { place, kind: kind.unwrap_or_else(|| colour.kind(several)) }
}

/// Looks at a table through a camera program of S3Games.
#[derive(Debug)]
pub struct ProgramEye {
    client: Client,
    locations: Vec<Location>,
}

impl ProgramEye {
    /// An eye over a program that was taught the types and places.
    pub fn new(client: Client, locations: Vec<Location>) -> ProgramEye {
        ProgramEye { client, locations }
    }
}

impl Eye for ProgramEye {
    fn look(&mut self, expected: &Scene) -> Result<Sight, EyeError> {
        let objects = self.client.objects()?;
        let mut list: Vec<Spotted> = Vec::new();
        for object in objects {
            let near = original::nearest(&self.locations, object.x, object.y);
            let Some(near) = near else { return Err(EyeError("no place has a camera point".into())) };
            let place = self.locations[near].place.clone();
            if list.iter().any(|s| s.place == place) {
                let at = crate::eye::place_name(&place, expected);
                return Ok(Sight::Unclear(Reason {
                    en: format!("{at}: two objects on one place"),
                    cs: format!("{at}: dva předměty na jednom místě"),
                    sk: format!("{at}: dva predmety na jednom mieste"),
                }));
            }
            let known = expected.tokens.iter().find(|t| object.is(&t.kind)).map(|t| t.kind.clone());
            let kind = known.unwrap_or_else(|| format!("{}:{}", object.name, object.state));
            list.push(Spotted { place, kind });
        }
        Ok(Sight::Table(list))
    }

    fn observes(&self, place: &Place) -> bool {
        self.locations.iter().any(|l| l.place == *place && l.camera.is_some() && l.relevant)
    }
}
