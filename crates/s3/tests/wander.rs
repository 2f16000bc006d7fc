//! Random play the quick way makes the same moves as move by move, and leaves the same state.

use game::{Game, Rng};
use s3::{S3Game, load};
use std::path::{Path, PathBuf};

fn every_description() -> Vec<(PathBuf, S3Game)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = |folder: PathBuf| {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort_unstable();
        paths
    };
    let own = list(root.join("../../data/s3")).into_iter().map(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().to_string();
        folder.join(format!("{name}.s3"))
    });
    own.chain(list(root.join("tests/data/originals")))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a text");
            let game = load(&text, "game").0.expect("it loads");
            (path, game)
        })
        .collect()
}

/// Everything a state holds.
fn bytes(s: &s3::State) -> Vec<u8> {
    let mut out = Vec::new();
    S3Game::pack(s, &mut out);
    out
}

#[test]
fn wandering_makes_the_moves_that_picking_one_by_one_makes() {
    for (path, game) in every_description() {
        for seed in 0..40 {
            // In parts of any length, so that a play is also taken up in the middle and after its end.
            let (mut part, mut left) = (Rng::new(seed), 120);
            let (mut a, mut b) = (game.initial(), game.initial());
            let (mut one, mut other) = (Rng::new(seed + 100), Rng::new(seed + 100));
            while left > 0 {
                let most = part.below(12) as u64;
                left = u64::saturating_sub(left, most + 1);
                let made = game.wander(&mut a, &mut one, &mut Vec::new(), most);
                let mut steps = 0;
                while steps < most {
                    let Some(mv) = game.pick(&b, &mut other, &mut Vec::new()) else { break };
                    game.apply(&mut b, mv);
                    steps += 1;
                }
                assert_eq!((made, &one), (steps, &other), "{}", path.display());
                assert_eq!(bytes(&a), bytes(&b), "{}", path.display());
            }
        }
    }
}
