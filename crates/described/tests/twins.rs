//! Games that are described in both languages: the same moves, turns and results, and as many plays from the same positions.

use game::{Game, Rng, Show, Turn, walk};
use s3::S3Game;
use system::SystemGame;
use testkit::Agreement;

fn text(path: &str) -> String {
    std::fs::read_to_string(testkit::data(path)).expect("the description is there")
}

fn in_s3(name: &str) -> S3Game {
    let (game, found) = s3::load(&text(&format!("s3/{name}/{name}.s3")), name);
    assert!(found.is_empty(), "{found:?}");
    game.expect("it loads")
}

fn in_logic(name: &str, without: &str) -> SystemGame {
    let text = text(&format!("system/{name}/{name}.pl")).replace(without, "");
    let (game, found) = system::load(&text, name);
    let found: Vec<String> = found.iter().map(|d| d.render(name)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    game.expect("it loads")
}

/// The numbers of a name such as `s(3,2)`.
fn numbers(name: &str) -> Vec<usize> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

const POINTS: [&str; 24] = [
    "a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1", "b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2", "c3",
    "c4", "c5", "d5", "e5", "e4", "e3", "d3",
];

/// How logic writes a move of mill that s3 writes so: `hw(1)->s(1,0):w(1)`.
fn mill(text: &str) -> String {
    let (from, rest) = text.split_once("->").expect("a move");
    let to = rest.split(':').next().unwrap_or(rest);
    let point = |name: &str| {
        let n = numbers(name);
        POINTS[(n[0] - 1) * 8 + n[1]]
    };
    match (from.starts_with("s("), to.starts_with("s(")) {
        (true, true) => format!("{}-{}", point(from), point(to)),
        (true, false) => format!("take({})", point(from)),
        _ => point(to).to_string(),
    }
}

/// How logic writes a move of alquerque; its rows are numbered from the other side.
fn alquerque(text: &str) -> String {
    let (from, rest) = text.split_once("->").expect("a move");
    let to = rest.split(':').next().unwrap_or(rest);
    if !to.starts_with("s(") {
        return "enough".to_string();
    }
    let point = |n: &[usize]| format!("{}{}", char::from(b'a' + n[0] as u8 - 1), 6 - n[1]);
    let (a, b) = (numbers(from), numbers(to));
    let far = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]));
    let (a, b) = (point(&a), point(&b));
    if far == 2 { format!("jump({a},{b})") } else { format!("{a}-{b}") }
}

/// Counts plays of so many moves from positions of random plays, in both.
fn counts(a: &S3Game, b: &SystemGame, name: impl Fn(&str) -> String, depth: u32, most: usize) {
    let mut rng = Rng::new(3);
    let mut compared = 0;
    for play in 0..4 {
        let (mut s, mut t) = (a.initial(), b.initial());
        for moves in 0..most {
            if a.turn(&s) == Turn::Over {
                break;
            }
            if moves % 23 == play {
                let (x, y) = (walk::perft(a, &s, depth), walk::perft(b, &t, depth));
                assert_eq!(x, y, "play {play}, after {moves} moves");
                compared += usize::from(x > 0);
            }
            let mv = a.pick(&s, &mut rng, &mut Vec::new()).expect("the play goes on");
            let other = b.parse(&t, &name(&a.text(&s, mv))).expect("the same moves");
            a.apply(&mut s, mv);
            b.apply(&mut t, other);
        }
    }
    assert!(compared > 12, "only {compared} positions compared");
}

#[test]
fn mill_in_logic_agrees_with_mill_in_s3() {
    let (a, b) = (in_s3("mill"), in_logic("mill", ""));
    let same = Agreement { plays: 12, seed: 7, most: 600, text: &mill, scores: &|s| s.to_vec() };
    same.check(&a, &b).unwrap();
    counts(&a, &b, mill, 3, 220);
}

#[test]
fn alquerque_in_logic_agrees_with_alquerque_in_s3() {
    // The counts of whole sequences from the start are those of s3; the rule about repetition is of the logic file alone.
    let (a, b) = (in_s3("alquerque"), in_logic("alquerque", "repetition(3, draw)."));
    let same = Agreement { plays: 12, seed: 7, most: 600, text: &alquerque, scores: &|s| s.to_vec() };
    same.check(&a, &b).unwrap();
    for depth in 1..=6 {
        assert_eq!(walk::perft(&a, &a.initial(), depth), walk::perft(&b, &b.initial(), depth));
    }
    counts(&a, &b, alquerque, 3, 220);
}

#[test]
fn both_keep_the_laws_and_have_sheets_in_three_languages() {
    for name in ["mill", "alquerque"] {
        let game = in_logic(name, "");
        testkit::Laws::new(1, 1).zero_sum().endless(80).samples(1).assert(&game);
        for lang in [game::Lang::En, game::Lang::Cs, game::Lang::Sk] {
            let sheet = system::sheet(&game, lang);
            assert!(sheet.unnamed.is_empty(), "{name}: {:?}", sheet.unnamed);
        }
    }
}
