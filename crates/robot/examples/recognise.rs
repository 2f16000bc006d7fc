//! How often the camera recognises a move: 400 rendered pairs of pictures of each of five games, in bad light, and the time for one
//! picture. `cargo run --release -p robot --example recognise [-- PAIRS [SEED [FOLDER]]]`; pairs that were not recognised are
//! written into the folder.

#![expect(clippy::print_stdout, reason = "an example prints its table")]

#[path = "../tests/tables/mod.rs"]
mod tables;

use game::Rng;
use robot::camera::render::{Conditions, Studio};
use robot::camera::trial::{Outcome, photograph, trial};
use robot::camera::{Calibration, explain, look, reference::Reference};
use std::collections::BTreeMap;
use tables::{Described, GAMES};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let pairs: usize = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(400);
    let seed: u64 = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(18);
    let folder = arguments.next();
    println!("{:<12}{:>7}{:>8}{:>7}{:>7}   why asked", "game", "pairs", "right", "wrong", "asked");
    let (mut all, mut right_all, mut wrong_all) = (0, 0, 0);
    for name in GAMES {
        let table = Described::load(name);
        let mut rng = Rng::new(seed);
        let (mut right, mut wrong, mut asked) = (0, 0, 0);
        let mut why: BTreeMap<String, usize> = BTreeMap::new();
        for i in 0..pairs {
            let position = table.position(&mut rng);
            let made = position.visible[rng.below(position.visible.len())];
            let seed = rng.bits();
            let size = (640, 360);
            let outcome =
                trial(&table.board, &position.before, &position.after, made, size, Conditions::HARD, seed);
            let cause = match &outcome {
                Outcome::Right => {
                    right += 1;
                    continue;
                }
                Outcome::Wrong(_) => {
                    wrong += 1;
                    "WRONG".to_string()
                }
                Outcome::Asked(verdict) => {
                    asked += 1;
                    format!("{verdict:?}").split([' ', '{']).next().unwrap_or_default().to_string()
                }
                Outcome::Lost(_) => {
                    asked += 1;
                    "board not found".to_string()
                }
            };
            *why.entry(cause).or_default() += 1;
            if let Some(folder) = &folder {
                let pair = photograph(
                    &table.board,
                    &position.before,
                    &position.after[made],
                    size,
                    Conditions::HARD,
                    seed,
                );
                let path = |what: &str| std::path::PathBuf::from(format!("{folder}/{name}-{i}-{what}.png"));
                let saved = pair.before.save(&path("before")).and(pair.after.save(&path("after")));
                println!("  {name} {i}: {outcome:?} {saved:?}");
            }
        }
        println!("{name:<12}{pairs:>7}{right:>8}{wrong:>7}{asked:>7}   {why:?}");
        all += pairs;
        right_all += right;
        wrong_all += wrong;
    }
    println!(
        "{all} pairs: {:.2} % recognised right, {wrong_all} accepted wrong, {} asked again",
        100.0 * right_all as f64 / all.max(1) as f64,
        all - right_all - wrong_all
    );
    speed();
}

/// The milliseconds this thread has computed: other programs on the machine do not count.
fn cpu_ms() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1000.0 + now.tv_nsec as f64 / 1e6
}

/// One picture of 1280 × 720 pixels, analysed again and again on one core.
fn speed() {
    for name in GAMES {
        let table = Described::load(name);
        let mut rng = Rng::new(1);
        let position = table.position(&mut rng);
        let mut studio = Studio::new(&table.board, (1280, 720), Conditions::HARD, 5);
        let settings = Calibration {
            lens: studio.lens,
            corners: Some(studio.corners),
            size: Some((1280, 720)),
            ..Calibration::default()
        };
        let picture = studio.shoot(&position.before, &[]);
        let first = look::view(&picture, &table.board, &settings, None).expect("the corners are given");
        let reference = Reference::new(&first);
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            let start = cpu_ms();
            let view = look::view(&picture, &table.board, &settings, Some(&reference))
                .expect("the corners are given");
            let verdict =
                explain::explain(&view, &table.board, &position.before, &position.after, Some(&reference));
            best = best.min(cpu_ms() - start);
            assert!(!matches!(verdict, explain::Verdict::Move { .. }), "nothing has moved");
        }
        println!("{name:<12} one picture of 1280 × 720: {best:.1} ms");
    }
}
