//! Games that begin with a deal have too many starts to explore: some deals are drawn at random, and each is explored
//! separately. What holds in all of them holds, with some confidence, in most deals.

use crate::explore::{Budget, explore_from};
use crate::property::{Answer, Property, answers};
use crate::statistics::texts_from;
use crate::trial::{Broken, at_most, defect_kind};
use game::{Rng, Show, Stopped, Turn};

/// What deals drawn at random showed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deals {
    /// Deals drawn.
    pub drawn: u64,
    /// Those of them that were explored whole.
    pub whole: u64,
    /// States found in all of them together.
    pub states: u64,
    /// Moves from the deal to the farthest state whose moves are known, in the deal that was explored least.
    pub depth: u32,
    /// Deals in which some play breaks, by kind, with the shortest play met (the deal included).
    pub broken: Vec<Broken>,
    /// Deals from which some play returns to a state.
    pub cyclic: u64,
    /// Deals in which somebody can be kept playing for ever.
    pub endless: u64,
}

impl Deals {
    /// The largest share of deals that may still break although none of those drawn did, with 95 % confidence.
    pub fn bound(&self) -> f64 {
        at_most(self.drawn)
    }
}

/// Events after which what chance does is no longer taken for a deal.
const LONGEST: usize = 10_000;

/// Draws deals and explores each within its budget; `None` for a game that does not begin with several chance events, or in which
/// chance does not come to an end.
pub fn deals<G: Show>(game: &G, drawn: u64, each: &Budget, seed: u64) -> Option<Deals> {
    if game.turn(&game.initial()) != Turn::Chance || drawn == 0 {
        return None;
    }
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let mut found = Deals { depth: u32::MAX, ..Deals::default() };
    for _ in 0..drawn {
        let (mut s, mut dealt) = (game.initial(), Vec::new());
        while game.turn(&s) == Turn::Chance {
            let Some(event) = game.pick(&s, &mut rng, &mut scratch) else { break };
            if dealt.len() == LONGEST {
                return None;
            }
            dealt.push(event);
            game.apply(&mut s, event);
        }
        if dealt.len() < 2 {
            // A single throw is not a deal: its events are few, and exploring has looked at them all.
            return None;
        }
        found.drawn += 1;
        if game.turn(&s) == Turn::Over && game.defect(&s).is_none() && !game.stuck(&s) {
            // The deal decides everything.
            found.whole += 1;
            continue;
        }
        let a = explore_from(game, s, each, &mut |_| {});
        found.whole += u64::from(a.complete());
        found.states += a.len() as u64;
        let known = if a.stopped() == Stopped::Complete { a.deepest() } else { a.depth(a.expanded() as u32) };
        found.depth = found.depth.min(known);
        let answers = answers(game, &a);
        let no = |p: Property| u64::from(answers.of(p).decided() == Some(false));
        found.cyclic += no(Property::Terminating);
        found.endless += no(Property::SurelyEnding);
        if let Answer::No { play, .. } = answers.of(Property::TotallyDefined) {
            let mut end = game.initial();
            let whole: Vec<G::Move> = dealt.iter().chain(play).copied().collect();
            whole.iter().for_each(|&mv| game.apply(&mut end, mv));
            let cause = game.defect(&end).unwrap_or_default();
            note(&mut found.broken, cause, texts_from(game, game.initial(), &whole));
        }
    }
    Some(found)
}

fn note(list: &mut Vec<Broken>, cause: String, play: Vec<String>) {
    match list.iter_mut().find(|b| defect_kind(&b.cause) == defect_kind(&cause)) {
        Some(known) => {
            known.plays += 1;
            if play.len() < known.play.len() {
                (known.cause, known.play) = (cause, play);
            }
        }
        None => list.push(Broken { cause, plays: 1, play }),
    }
}
