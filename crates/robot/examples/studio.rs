//! Writes the pictures of the documentation: a rendered table, what the camera makes of it, and the segments of the original.
//! `cargo run -p robot --example studio -- FOLDER`.

#![expect(clippy::print_stdout, reason = "an example says what it wrote")]

#[expect(dead_code, reason = "one position of one game is enough here")]
#[path = "../tests/tables/mod.rs"]
mod tables;

use game::Rng;
use robot::camera::render::{Conditions, Extra, Studio};
use robot::camera::{Calibration, annotate, look};
use std::path::PathBuf;
use tables::Described;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs/src/pictures".into()));
    let table = Described::load("frogs");
    let position = table.position(&mut Rng::new(3));
    let size = (480, 270);
    // Noise would make the files large and teaches nothing.
    let light = Conditions { noise: 0.0, shadow: 0.8, tilt: 0.8, cast: 0.5, occlusion: 0.0, sloppy: 0.8 };
    let mut studio = Studio::new(&table.board, size, light, 6);
    let settings = Calibration {
        lens: studio.lens,
        corners: Some(studio.corners),
        size: Some(size),
        ..Calibration::default()
    };
    let (x, y) = table.board.spots[1].at;
    let stray = Extra::Piece(0, (x, y + 2.0 * table.board.radius));
    let picture = studio.shoot(&position.before, &[stray]);
    let view = look::view(&picture, &table.board, &settings, None)?;
    let made = [
        ("camera-table.png", picture.clone()),
        ("camera-seen.png", annotate::annotate(&picture, &table.board, &view)),
        ("camera-segments.png", annotate::segments(&picture, &table.board, &view)),
    ];
    for (name, picture) in made {
        picture.save(&folder.join(name))?;
        println!("{}", folder.join(name).display());
    }
    Ok(())
}
