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
