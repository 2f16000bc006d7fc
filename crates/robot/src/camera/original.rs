//! From objects to a move as the camera player of S3Games does it, gaps included, for those who want to compare.
//!
//! What it does not notice: moves to places that are not relevant, a piece of another type at the target than the one missing at the
//! source, two objects nearest to one place. [`super::explain`] closes these gaps.

use game::{Place, Scene};

/// An object the camera program reports: type, state and the pixel of its middle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The type.
    pub name: String,
    /// The state.
    pub state: i32,
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Object {
    /// Whether a token's kind is this type in this state.
    pub fn is(&self, kind: &str) -> bool {
        match kind.split_once(':') {
            Some((name, state)) => name == self.name && state.parse() == Ok(self.state),
            None => kind == self.name && self.state == 1,
        }
    }
}

/// A place as the original knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    /// The place of the scene.
    pub place: Place,
    /// Its pixel, if the file gives one.
    pub camera: Option<(i32, i32)>,
    /// Whether it is relevant.
    pub relevant: bool,
}

/// Why the original starts over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// More than one piece appeared.
    MoreThanOne,
    /// Another piece than expected lies on a place.
    Changed,
    /// No piece appeared.
    NoTarget,
    /// Not exactly one piece vanished, but so many.
    Sources(usize),
    /// No piece of that type and state waits on a place that is not relevant.
    NoSupply,
    /// No location has a pixel.
    NoPixels,
}

/// The location with a pixel nearest to a point; the first of several.
pub fn nearest(locations: &[Location], x: i32, y: i32) -> Option<usize> {
    let far = |&(cx, cy): &(i32, i32)| {
        let (dx, dy) = (i64::from(cx) - i64::from(x), i64::from(cy) - i64::from(y));
        dx * dx + dy * dy
    };
    let seen = locations.iter().enumerate().filter_map(|(i, l)| l.camera.map(|c| (i, far(&c))));
    seen.min_by_key(|&(i, d)| (d, i)).map(|(i, _)| i)
}

/// The move `(from, to)` behind the objects: steps 1 to 6 of the original.
///
/// # Errors
/// The cause for which the original asks the person to start over.
pub fn moved(scene: &Scene, locations: &[Location], objects: &[Object]) -> Result<(Place, Place), Again> {
    let mut formerly: Vec<usize> = (0..locations.len())
        .filter(|&i| locations[i].relevant && scene.at(&locations[i].place).is_some())
        .collect();
    let mut target: Option<(usize, &Object)> = None;
    for object in objects {
        let at = nearest(locations, object.x, object.y).ok_or(Again::NoPixels)?;
        match scene.at(&locations[at].place) {
            None if target.is_some() => return Err(Again::MoreThanOne),
            None => target = Some((at, object)),
            Some(token) => {
                formerly.retain(|&i| i != at);
                if !object.is(&token.kind) {
                    return Err(Again::Changed);
                }
            }
        }
    }
    let (target, object) = target.ok_or(Again::NoTarget)?;
    let source = match formerly.as_slice() {
        [] => {
            let waits = |l: &&Location| !l.relevant && scene.at(&l.place).is_some_and(|t| object.is(&t.kind));
            locations.iter().rfind(waits).ok_or(Again::NoSupply)?
        }
        [one] => &locations[*one],
        several => return Err(Again::Sources(several.len())),
    };
    Ok((source.place.clone(), locations[target].place.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Layout, Point, Token, Turn, Zone};

    /// Frogs: seven stones, pixels as in the original file; three green, a gap, three red; a spare red one.
    fn frogs() -> (Scene, Vec<Location>) {
        let points = (0..8).map(|i| Point { x: 90.0 * i as f32, y: 0.0 }).collect();
        let token = |id: &str, kind: &str, slot| Token::up(id, kind, kind, Place::new("board", slot));
        let tokens = vec![
            token("g1", "green", 0),
            token("g2", "green", 1),
            token("g3", "green", 2),
            token("r1", "red", 4),
            token("r2", "red", 5),
            token("r3", "red", 6),
            token("r4", "red", 7),
        ];
        let zones = vec![Zone::new("board", "stones", Layout::Points(points))];
        let scene = Scene { zones, tokens, said: vec![], turn: Turn::Over, points: vec![] };
        let columns = [20, 110, 203, 297, 385, 473, 576];
        let mut locations: Vec<Location> = columns
            .iter()
            .enumerate()
            .map(|(i, &x)| Location { place: Place::new("board", i), camera: Some((x, 135)), relevant: true })
            .collect();
        locations.push(Location { place: Place::new("board", 7), camera: None, relevant: false });
        (scene, locations)
    }

    fn seen(list: &[(&str, i32)]) -> Vec<Object> {
        list.iter().map(|&(name, x)| Object { name: name.into(), state: 1, x, y: 130 }).collect()
    }

    #[test]
    fn one_piece_that_went_somewhere_is_the_move() {
        let (scene, locations) = frogs();
        let objects =
            seen(&[("green", 25), ("green", 105), ("green", 290), ("red", 390), ("red", 470), ("red", 570)]);
        assert_eq!(moved(&scene, &locations, &objects), Ok((Place::new("board", 2), Place::new("board", 3))));
    }

    #[test]
    fn a_piece_that_came_from_nowhere_is_taken_from_the_supply() {
        let (scene, locations) = frogs();
        let objects = seen(&[
            ("green", 25),
            ("green", 105),
            ("green", 200),
            ("red", 300),
            ("red", 390),
            ("red", 470),
            ("red", 570),
        ]);
        assert_eq!(moved(&scene, &locations, &objects), Ok((Place::new("board", 7), Place::new("board", 3))));
    }

    #[test]
    fn other_pictures_make_it_start_over() {
        let (scene, locations) = frogs();
        let again = |list: &[(&str, i32)]| moved(&scene, &locations, &seen(list));
        assert_eq!(again(&[("red", 25)]), Err(Again::Changed));
        assert_eq!(again(&[]), Err(Again::NoTarget));
        assert_eq!(again(&[("green", 300), ("green", 290)]), Err(Again::MoreThanOne));
        assert_eq!(again(&[("green", 300)]), Err(Again::Sources(6)));
        assert_eq!(moved(&scene, &[], &seen(&[("green", 1)])), Err(Again::NoPixels));
    }

    #[test]
    fn its_gap_another_piece_at_the_target_than_the_one_missing_is_kept() {
        let (scene, locations) = frogs();
        let objects =
            seen(&[("green", 25), ("green", 105), ("red", 290), ("red", 390), ("red", 470), ("red", 570)]);
        assert!(moved(&scene, &locations, &objects).is_ok());
    }
}
