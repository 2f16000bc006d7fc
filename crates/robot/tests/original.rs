//! Compatible mode against the four sample files of s3games: every taught position, byte for byte.

use robot::arm::original::{HOME, PAUSE, Step, Taught, grab, position, put, sequence};

const SAMPLES: [(&str, &str); 4] = [
    ("Connect4", include_str!("../../s3/tests/data/originals/Connect4")),
    ("Frogs", include_str!("../../s3/tests/data/originals/Frogs")),
    ("RiverCrossing", include_str!("../../s3/tests/data/originals/RiverCrossing")),
    ("TicTacToe", include_str!("../../s3/tests/data/originals/TicTacToe")),
];

fn taught() -> Vec<(&'static str, String, Taught)> {
    let mut list = Vec::new();
    for (name, text) in SAMPLES {
        let (game, _) = s3::load(text, name);
        for location in game.unwrap().locations() {
            if let Some(angles) = location.robot {
                list.push((name, location.name.clone(), angles));
            }
        }
    }
    list
}

#[test]
fn every_taught_position_is_sent_byte_for_byte_as_the_original_sent_it() {
    let vectors: Vec<Vec<&str>> = include_str!("data/original-commands.tsv")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.split('\t').collect())
        .collect();
    let taught = taught();
    assert_eq!((vectors.len(), taught.len()), (109, 109), "70 + 7 + 14 + 18 places were taught");
    for vector in vectors {
        let (_, _, angles) = taught
            .iter()
            .find(|(game, place, _)| (*game, place.as_str()) == (vector[0], vector[1]))
            .unwrap_or_else(|| panic!("{vector:?} is not in the file"));
        for (half, text) in [(0..5, vector[2]), (5..10, vector[3])] {
            let sent = String::from_utf8(position(&angles[half]).bytes()).unwrap();
            assert_eq!(sent, format!("{text}\r"), "{} {}", vector[0], vector[1]);
        }
    }
}

#[test]
fn a_carry_is_the_sequence_of_the_original() {
    let taught = taught();
    let of = |name: &str| taught.iter().find(|(g, p, _)| *g == "Frogs" && p == name).unwrap().2;
    let (from, to) = (of("s(3)"), of("s(4)"));
    let sent: Vec<String> = sequence(&from, &to)
        .iter()
        .map(|step| match step {
            Step::Send(command) => command.to_string(),
            Step::Wait(time) => format!("wait {}", time.as_millis()),
        })
        .collect();
    let (above_f, at_f) = (
        "#0 P1370 #1 P1400 #2 P1740 #3 P820 #4 P2400 T3000",
        "#0 P1370 #1 P1190 #2 P1740 #3 P820 #4 P2400 T3000",
    );
    let (above_t, at_t) = (
        "#0 P1470 #1 P1400 #2 P1740 #3 P820 #4 P620 T3000",
        "#0 P1470 #1 P1190 #2 P1740 #3 P820 #4 P620 T3000",
    );
    let (close, open) = (grab().to_string(), put().to_string());
    let mut expected = Vec::new();
    for text in [above_f, at_f, &close, above_f, above_t, at_t, &open, above_t] {
        expected.push(text.to_string());
        expected.push(format!("wait {}", PAUSE.as_millis()));
    }
    expected.push(position(&HOME).to_string());
    assert_eq!(sent, expected);
}

/// Nobody measured the original's arm for us; its taught tables are the measurement. On one flat board all grips happen
/// at one height with the hand pointing down, and neighbouring squares lie equally far apart.
#[test]
fn the_kinematics_put_the_taught_squares_of_a_board_on_one_plane() {
    let body = robot::arm::kinematics::Body::default();
    let poses = |game: &str, prefix: &str| -> Vec<_> {
        let taught = taught();
        let of_game = taught.iter().filter(|(g, place, _)| *g == game && place.starts_with(prefix));
        of_game.map(|(_, p, a)| (p.clone(), body.forward(&[a[5], a[6], a[7], a[8], a[9]]))).collect()
    };
    let (frogs, squares) = (poses("Frogs", "s("), poses("Connect4", "b("));
    assert_eq!((frogs.len(), squares.len()), (7, 35));
    assert!(frogs.iter().all(|(_, p)| (p.z - 13.6).abs() < 0.5), "{frogs:?}");
    for (place, p) in frogs.iter().chain(&squares) {
        assert!((p.pitch + 90.0).abs() < 12.0 && (5.0..30.0).contains(&p.z), "{place}: {p:?}");
    }
    for a in 0..35 {
        for b in [a + 1, a + 7] {
            if b < 35 && (b != a + 1 || b % 7 != 0) {
                let (p, q) = (&squares[a].1, &squares[b].1);
                let apart = (p.x - q.x).hypot(p.y - q.y);
                assert!(
                    (24.0..52.0).contains(&apart),
                    "{} and {}: {apart:.0} mm",
                    squares[a].0,
                    squares[b].0
                );
            }
        }
    }
}
