//! The five games of the robot from their descriptions, as boards for the camera, and random positions of them.

use game::{Game, Lang, Observe, Place, Rng, Scene, Show, Turn};
use robot::camera::board::{group, groups_in_use};
use robot::camera::{Board, Colour, Layer, Watch};
use s3::S3Game;

/// The games that are measured.
pub(crate) const GAMES: [&str; 5] = ["tictactoe", "frogs", "connect4", "alquerque", "mill"];

/// A description with its board.
pub(crate) struct Described {
    /// The rules.
    pub(crate) game: S3Game,
    /// What the camera looks at.
    pub(crate) board: Board,
}

/// A position in which somebody is to move: the table before, and after each legal move.
pub(crate) struct Position {
    /// What lies on each spot.
    pub(crate) before: Layer,
    /// After each legal move.
    pub(crate) after: Vec<Layer>,
    /// The moves that change what the camera sees.
    pub(crate) visible: Vec<usize>,
}

impl Described {
    /// The game of that name in `data/s3`.
    pub(crate) fn load(name: &str) -> Described {
        let path = format!("{}/../../data/s3/{name}/{name}.s3", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let game = s3::load(&text, name).0.unwrap_or_else(|| panic!("{path} does not load"));
        let colours: Vec<Colour> = game
            .colours()
            .iter()
            .map(|c| Colour {
                name: c.name.clone(),
                state: c.state,
                hue: c.hue,
                saturation: c.saturation,
                value: c.value,
                size: (c.size.0 as u32, c.size.1 as u32),
            })
            .collect();
        let scenes = played(&game, 40);
        let used = groups_in_use(&scenes, &colours);
        let start = &scenes[0];
        let watch = |place: &Place| {
            if !used.contains(&group(start, place)) {
                return Watch::Ignore;
            }
            let name = &start.zones[0].names[usize::from(place.slot)];
            let location = game.locations().iter().find(|l| l.name == *name);
            if location.is_some_and(|l| l.relevant) { Watch::Place } else { Watch::Heap }
        };
        let board = Board::new(start, colours, &watch).unwrap();
        Described { game, board }
    }

    /// The scene of a state.
    pub(crate) fn scene(&self, s: &s3::State) -> Scene {
        scene(&self.game, s)
    }

    /// A position of a random play in which a move can be seen.
    pub(crate) fn position(&self, rng: &mut Rng) -> Position {
        loop {
            let mut state = self.game.initial();
            let mut moves = Vec::new();
            for _ in 0..rng.below(40) {
                moves.clear();
                self.game.moves(&state, &mut moves);
                if moves.is_empty() || self.game.turn(&state) == Turn::Over {
                    break;
                }
                self.game.apply(&mut state, moves[rng.below(moves.len())]);
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            if self.game.turn(&state) == Turn::Over || moves.is_empty() {
                continue;
            }
            let before = self.board.layer(&self.scene(&state));
            let after: Vec<Layer> = moves
                .iter()
                .map(|&mv| {
                    let mut next = state.clone();
                    self.game.apply(&mut next, mv);
                    self.board.layer(&self.scene(&next))
                })
                .collect();
            let differs =
                |l: &Layer| self.board.spots.iter().enumerate().any(|(i, s)| !s.heap && l[i] != before[i]);
            let visible: Vec<usize> = (0..after.len()).filter(|&i| differs(&after[i])).collect();
            if !visible.is_empty() {
                return Position { before, after, visible };
            }
        }
    }
}

fn scene(game: &S3Game, s: &s3::State) -> Scene {
    game.scene(&game.view(s, None), None, Lang::En)
}

/// Scenes of random plays, the first is the start.
fn played(game: &S3Game, plays: usize) -> Vec<Scene> {
    let mut rng = Rng::new(1);
    let mut scenes = vec![scene(game, &game.initial())];
    let mut moves = Vec::new();
    for _ in 0..plays {
        let mut state = game.initial();
        for _ in 0..60 {
            moves.clear();
            game.moves(&state, &mut moves);
            if moves.is_empty() || game.turn(&state) == Turn::Over {
                break;
            }
            game.apply(&mut state, moves[rng.below(moves.len())]);
            scenes.push(scene(game, &state));
        }
    }
    scenes
}
