//! Whole games with the camera in the loop: the arm moves the pieces of a simulated table, the renderer photographs it, the recogniser
//! reads the picture. The camera fails now and then.

use crate::tables::{Guest, Whim, room, s3, shows, sit};
use game::{Lang, Place, Player, Rng, Turn};
use robot::arm::setup::Setup;
use robot::camera::board::{group, groups_in_use};
use robot::camera::render::{Conditions, Studio};
use robot::camera::source::Source;
use robot::camera::staged::Staged;
use robot::camera::{Board, Calibration, Colour, PictureEye, Watch};
use robot::play::End;
use robot::sim::Fault;

/// What the camera looks at in a described game.
pub(crate) fn board(text: &str, imaginary: &[&str]) -> Board {
    let game = s3::load(text, "game").0.unwrap();
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
    assert!(imaginary.iter().all(|k| !colours.iter().any(|c| c.stands_for(k))));
    let mut table = s3("game", text);
    let start = table.scene(None, Lang::En);
    let mut scenes = vec![start.clone()];
    let mut rng = Rng::new(4);
    for _ in 0..120 {
        let offers = table.offers(Lang::En);
        if offers.is_empty() {
            break;
        }
        table.play(&offers[rng.below(offers.len())].text).unwrap();
        scenes.push(table.scene(None, Lang::En));
    }
    let used = groups_in_use(&scenes, &colours);
    let watch = |place: &Place| {
        let name = &start.zones[0].names[usize::from(place.slot)];
        match game.locations().iter().find(|l| l.name == *name) {
            _ if !used.contains(&group(&start, place)) => Watch::Ignore,
            Some(location) if location.relevant => Watch::Place,
            _ => Watch::Heap,
        }
    };
    Board::new(&start, colours, &watch).unwrap()
}

/// Plays a game to its end with faults of arm and camera.
fn whole_game(text: &str, imaginary: &[&str], people: Vec<bool>, script: Vec<String>, seed: u64) {
    let setup = Setup { imaginary: imaginary.iter().map(ToString::to_string).collect(), ..Setup::default() };
    let table = s3("game", text);
    let room = room(&*table, setup);
    let mut guest = Guest::new(room.sim.clone(), seed);
    guest.wrong_every = 4;
    guest.faults = [(2, Fault::Drop), (3, Fault::Hand), (5, Fault::Miss)].into_iter().collect();
    let board = board(text, imaginary);
    let light = Conditions { noise: 0.4, shadow: 0.3, tilt: 0.5, cast: 0.4, occlusion: 0.0, sloppy: 0.0 };
    let studio = Studio::new(&board, (480, 270), light, seed);
    let settings = Calibration { lens: studio.lens, ..Calibration::default() };
    let mut staged = Staged::new(room.sim.clone(), board.clone(), studio);
    let mut taken = 0;
    // Every fifth picture the cable of the camera is loose.
    let source = move || {
        taken += 1;
        if taken % 5 == 0 { Err("the camera does not answer".into()) } else { staged.take() }
    };
    let mut play = sit(&room, table, people, &mut guest, seed);
    if !script.is_empty() {
        play.table.seat_mind(Player(0), "script", Box::new(Whim { script, rng: Rng::new(1) })).unwrap();
    }
    play.eye = Box::new(PictureEye::new(Box::new(source), board, settings));
    assert_eq!(play.play(), End::Over);
    let (scene, over) = (play.table.scene(None, Lang::En), play.table.turn() == Turn::Over);
    drop(play);
    assert!(over && shows(&room, &scene), "the table shows what the program believes");
    assert!(
        guest.said.iter().any(|s| s.text.en.contains("does not answer")),
        "the camera was gone: {:?}",
        guest.said
    );
    assert!(guest.moves < 3 || guest.heard("again") + guest.heard("put-right") >= 1, "a piece was dropped");
    assert!(guest.turns < 4 || guest.heard("illegal") >= 1, "an illegal move was seen");
}

#[test]
fn tic_tac_toe_is_played_by_pictures() {
    whole_game(
        include_str!("../../../../data/s3/tictactoe/tictactoe.s3"),
        &[],
        vec![true, false],
        Vec::new(),
        3,
    );
}

#[test]
fn connect_four_is_played_by_pictures() {
    whole_game(
        include_str!("../../../../data/s3/connect4/connect4.s3"),
        &[],
        vec![true, false],
        Vec::new(),
        3,
    );
}

#[test]
fn alquerque_is_played_by_pictures() {
    whole_game(
        include_str!("../../../../data/s3/alquerque/alquerque.s3"),
        &["ring"],
        vec![true, false],
        Vec::new(),
        3,
    );
}

#[test]
fn mill_is_played_by_pictures() {
    let kinds = ["clock", "hammer"];
    whole_game(include_str!("../../../../data/s3/mill/mill.s3"), &kinds, vec![true, false], Vec::new(), 3);
}

#[test]
fn frogs_are_solved_by_pictures() {
    let text = include_str!("../../../../data/s3/frogs/frogs.s3");
    let script = crate::games::solution(&*s3("frogs", text), 15).expect("fifteen moves suffice");
    whole_game(text, &[], vec![false], script, 3);
}
