//! What looks at a real table: a camera, a person who types, a simulator. The arm and the match know only this interface.
//!
//! An eye reports *what lies where*, in the words of a scene: [`Place`] and kind. It decides nothing about rules; which moves
//! are legal comes in as [`Choice`]s, each with the scene it would lead to.

use game::{Place, Reason, Scene};
use std::fmt;

/// A token that was seen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spotted {
    /// Where it lies.
    pub place: Place,
    /// What it is, a kind of the scene ([`game::Token::kind`]).
    pub kind: String,
}

/// One look at the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Sight {
    /// These tokens lie on the places that the eye observes ([`Eye::observes`]), and no others.
    Table(Vec<Spotted>),
    /// A hand (or the arm) is over the table: look again later, and do not move.
    Hand,
    /// The table could not be read, and why.
    Unclear(Reason),
    /// This eye cannot see the table, only be told of it (a keyboard).
    Blind,
}

/// A move, or a sequence of moves of one player, that may have been made.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The moves in notation, in order; at least one.
    pub texts: Vec<String>,
    /// The same in words.
    pub label: String,
    /// The scene after them.
    pub after: Scene,
}

/// What an eye makes of a person's turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Watched {
    /// The choice of this number was made.
    Made(usize),
    /// The table looks as before.
    Unchanged,
    /// A hand is still over the table.
    Hand,
    /// No choice, or more than one, explains what is seen: why, in words for the person.
    Unclear(Reason),
    /// The person wants to stop; the match can be resumed.
    Leave,
}

/// Why an eye cannot look at all, or not be set up: the camera is gone, a file cannot be read, the marks of the board are
/// not found. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeError(pub String);

/// How the cause begins when the browser sent no picture in time: what people can do about it is said in their language.
pub(crate) const NO_PICTURE: &str = "no picture came";

impl fmt::Display for EyeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EyeError {}

impl From<String> for EyeError {
    fn from(sentence: String) -> EyeError {
        EyeError(sentence)
    }
}

impl From<&str> for EyeError {
    fn from(sentence: &str) -> EyeError {
        EyeError(sentence.into())
    }
}

/// Something that can look at the table.
pub trait Eye: Send {
    /// Looks once. `expected` is what the program believes to lie there: an eye may use it to tell look-alikes apart, never
    /// to invent what it did not see.
    ///
    /// # Errors
    /// Why it cannot look at all. The match says so and asks again; it does not end.
    fn look(&mut self, expected: &Scene) -> Result<Sight, EyeError>;

    /// Looks once for the move a person has made. The default compares what [`look`](Eye::look) sees with every choice
    /// exactly; an eye that knows how sure it is overrides it.
    ///
    /// # Errors
    /// As [`look`](Eye::look).
    fn watch(&mut self, before: &Scene, choices: &[Choice]) -> Result<Watched, EyeError> {
        Ok(match self.look(before)? {
            Sight::Hand => Watched::Hand,
            Sight::Unclear(why) => Watched::Unclear(why),
            Sight::Blind => Watched::Unclear(Reason {
                en: "this eye does not see the table".into(),
                cs: "toto oko na stůl nevidí".into(),
                sk: "toto oko na stôl nevidí".into(),
            }),
            Sight::Table(seen) => explain(&seen, before, choices, &|place| self.observes(place)),
        })
    }

    /// Whether it can tell what lies at this place. Heaps of spare tokens are often out of the picture: places that are not
    /// observed are never compared.
    fn observes(&self, _place: &Place) -> bool {
        true
    }
}

/// A place where the table is not as expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Where.
    pub place: Place,
    /// The kinds that should lie there, sorted.
    pub expected: Vec<String>,
    /// The kinds that lie there, sorted.
    pub seen: Vec<String>,
}

/// Where what was seen differs from a scene, over the observed places, by place.
pub fn differences(seen: &[Spotted], scene: &Scene, observes: &dyn Fn(&Place) -> bool) -> Vec<Difference> {
    let mut places: std::collections::BTreeMap<&Place, (Vec<String>, Vec<String>)> = Default::default();
    for token in scene.tokens.iter().filter(|t| observes(&t.place)) {
        places.entry(&token.place).or_default().0.push(token.kind.clone());
    }
    for spotted in seen.iter().filter(|s| observes(&s.place)) {
        places.entry(&spotted.place).or_default().1.push(spotted.kind.clone());
    }
    let mut list = Vec::new();
    for (place, (mut expected, mut seen)) in places {
        expected.sort();
        seen.sort();
        if expected != seen {
            list.push(Difference { place: place.clone(), expected, seen });
        }
    }
    list
}

/// The choice that explains exactly what was seen. Choices with the same picture count as one: the first is taken when all
/// of them look alike because they differ only where nobody looks.
pub fn explain(
    seen: &[Spotted],
    before: &Scene,
    choices: &[Choice],
    observes: &dyn Fn(&Place) -> bool,
) -> Watched {
    let fits: Vec<usize> =
        (0..choices.len()).filter(|&i| differences(seen, &choices[i].after, observes).is_empty()).collect();
    match fits.as_slice() {
        [one] => Watched::Made(*one),
        [] if differences(seen, before, observes).is_empty() => Watched::Unchanged,
        [] => Watched::Unclear(nearest(seen, before, choices, observes)),
        [first, rest @ ..] => {
            let same = |i: &usize| alike(&choices[*first].after, &choices[*i].after, observes);
            if rest.iter().all(same) {
                Watched::Made(*first)
            } else {
                let (a, b) = (&choices[*first].label, &choices[rest[0]].label);
                Watched::Unclear(Reason {
                    en: format!("it may have been '{a}' or '{b}'"),
                    cs: format!("mohl to být tah '{a}' nebo '{b}'"),
                    sk: format!("mohol to byť ťah '{a}' alebo '{b}'"),
                })
            }
        }
    }
}

/// Whether two scenes show the same kinds on every observed place, ignoring which token of a kind is which.
fn alike(a: &Scene, b: &Scene, observes: &dyn Fn(&Place) -> bool) -> bool {
    let seen: Vec<Spotted> =
        a.tokens.iter().map(|t| Spotted { place: t.place.clone(), kind: t.kind.clone() }).collect();
    differences(&seen, b, observes).is_empty()
}

/// Says how the table differs from the choice (or from the position before) that comes nearest.
fn nearest(
    seen: &[Spotted],
    before: &Scene,
    choices: &[Choice],
    observes: &dyn Fn(&Place) -> bool,
) -> Reason {
    let still = differences(seen, before, observes);
    let best = choices
        .iter()
        .map(|c| (differences(seen, &c.after, observes), c))
        .min_by_key(|(list, _)| list.len())
        .filter(|(list, _)| list.len() < still.len());
    match best {
        Some((list, choice)) => {
            let [en, cs, sk] = spoken(&list, &choice.after);
            Reason {
                en: format!("this looks like '{}', but {en}", choice.label),
                cs: format!("vypadá to jako '{}', ale {cs}", choice.label),
                sk: format!("vyzerá to ako '{}', ale {sk}", choice.label),
            }
        }
        None => {
            let [en, cs, sk] = spoken(&still, before);
            Reason {
                en: format!("no legal move leads here: compared with the position before, {en}"),
                cs: format!("sem žádný povolený tah nevede: proti předchozí pozici {cs}"),
                sk: format!("sem žiadny povolený ťah nevedie: oproti predchádzajúcej pozícii {sk}"),
            }
        }
    }
}

/// A place as people call it: the name of its slot, or zone and number.
pub fn place_name(place: &Place, scene: &Scene) -> String {
    let zone = scene.zones.iter().find(|z| z.id == place.zone);
    let named = zone.and_then(|z| z.names.get(usize::from(place.slot))).filter(|n| !n.is_empty());
    named.cloned().unwrap_or_else(|| format!("{}/{}", place.zone, place.slot))
}

/// The first differences in words: English, Czech, Slovak.
pub fn spoken(list: &[Difference], scene: &Scene) -> [String; 3] {
    let label = |kind: &String| {
        scene.tokens.iter().find(|t| t.kind == *kind).map_or_else(|| kind.clone(), |t| t.label.clone())
    };
    let kinds = |kinds: &[String], nothing: &str| {
        let names: Vec<String> = kinds.iter().map(label).collect();
        if names.is_empty() { nothing.to_string() } else { names.join(" + ") }
    };
    let mut parts: [Vec<String>; 3] = Default::default();
    for d in list.iter().take(4) {
        let at = place_name(&d.place, scene);
        let (e, s) = (&d.expected, &d.seen);
        // Sides of one thing may have one name, or none here: then only their kinds say what is meant.
        let named = |kind: &String| scene.tokens.iter().any(|t| t.kind == *kind);
        let plain = kinds(s, "") == kinds(e, "") || !e.iter().chain(s).all(named);
        let kinds = |list: &[String], nothing: &str| match list {
            [_, ..] if plain => list.join(" + "),
            _ => kinds(list, nothing),
        };
        parts[0].push(format!("{at}: {} instead of {}", kinds(s, "nothing"), kinds(e, "nothing")));
        parts[1].push(format!("{at}: je tam {}, má tam být {}", kinds(s, "prázdno"), kinds(e, "prázdno")));
        parts[2].push(format!("{at}: je tam {}, má tam byť {}", kinds(s, "prázdno"), kinds(e, "prázdno")));
    }
    let more = if list.len() > 4 { "; …" } else { "" };
    parts.map(|p| format!("{}{more}", p.join("; ")))
}
