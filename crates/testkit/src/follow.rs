//! Following a play from one seat: told only what the seat hears and sees, a follower arrives at the seat's own view.

use game::hash::hash;
use game::{Agent, Fault, Follow, FollowOf, Lang, Limit, Player, Rng, Show, Thought, Told, Turn};
use std::sync::Arc;

/// An agent that is never asked.
struct Silent;

impl<G: Show> Agent<G> for Silent {
    fn choose(
        &mut self,
        _: &G,
        _: Player,
        _: &G::View,
        moves: &[G::Move],
        _: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        Ok(Thought::just(moves[0]))
    }
}

/// Makes random plays and follows each of them from every seat, some by scenes and the others by hashes of what is known.
///
/// # Panics
/// With the first move that cannot be followed, or after which a follower knows something else than its seat does.
pub fn follows<G: Show + 'static>(game: G, (plays, by_scenes): (u32, u32), most: usize, seed: u64) {
    let game = Arc::new(game);
    for play in 0..plays {
        let mut rng = Rng::new(seed.wrapping_add(u64::from(play)));
        let mut state = game.initial();
        let mut followers: Vec<FollowOf<G>> = Player::all(game.players())
            .map(|p| FollowOf::with(Arc::clone(&game), p, Box::new(Silent), 1 + u64::from(p.0)))
            .collect();
        let (mut scratch, mut texts) = (Vec::new(), Vec::new());
        while texts.len() < most
            && let Some(mv) = game.pick(&state, &mut rng, &mut scratch)
        {
            let before = state.clone();
            let (by, text) = (game.turn(&before).player(), game.text(&before, mv));
            game.apply(&mut state, mv);
            texts.push(text.clone());
            // What the end of a play turns up leads to no further decision.
            if game.turn(&state) == Turn::Over {
                break;
            }
            for (i, follower) in followers.iter_mut().enumerate() {
                let me = Player(i as u8);
                let heard = game.heard(&before, mv, Some(me), Lang::En);
                let view = game.view(&state, Some(me));
                let scene = game.scene(&view, Some(me), Lang::En);
                let known = !game.hidden() || by == Some(me);
                // By scenes, as any host can tell them, in the first plays; by hashes, which are faster, in the others.
                let knows = (play >= by_scenes).then(|| hash(&view));
                let told = Told { text: known.then_some(text.as_str()), heard: heard.as_deref(), knows };
                let place = || {
                    format!("{} from seat {me}, play {play} of seed {seed}: {}", game.id(), texts.join(" "))
                };
                follower
                    .learn(told, &|seen| *seen == scene)
                    .unwrap_or_else(|cause| panic!("{}: {cause}", place()));
                assert!(follower.view() == view, "{}: the follower knows something else", place());
            }
        }
    }
}
