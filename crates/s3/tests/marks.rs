//! What decided a play is marked: the winning lines of described games, found without a word in the file.

use game::{Game, Lang, Observe, Options, Player, Rng, Show, Turn};
use s3::{S3Game, State, load};

fn read(path: &str) -> S3Game {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the description is there");
    load(&text, "game").0.expect("it loads")
}

fn described(name: &str) -> S3Game {
    read(&format!("../../data/s3/{name}/{name}.s3"))
}

/// The names of the marked slots, sorted; something lies on each.
fn marked<G: Show>(game: &G, s: &G::State) -> Vec<String> {
    let view = game.view(s, None);
    let scene = game.scene(&view, None, Lang::En);
    let name = |place: &game::Place| {
        assert!(scene.at(place).is_some(), "something lies there");
        scene.zones.iter().find(|z| z.id == place.zone).expect("a zone").names[usize::from(place.slot)]
            .clone()
    };
    let mut names: Vec<String> = game.cues(&view, None, Lang::En).marks.iter().map(name).collect();
    names.sort_unstable();
    names
}

/// Puts the elements of both players on these places in turn, any of them, until a place is not allowed.
fn played(game: &S3Game, places: &[&str]) -> State {
    let mut s = game.initial();
    for place in places {
        assert_eq!(marked(game, &s), Vec::<String>::new(), "nothing is decided");
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        let to = format!("->{place}:");
        let mv = moves.into_iter().find(|mv| game.text(&s, *mv).contains(&to)).expect("allowed");
        game.apply(&mut s, mv);
    }
    s
}

fn random_end(game: &S3Game, seed: u64, most: usize) -> State {
    let (mut rng, mut s, mut scratch) = (Rng::new(seed), game.initial(), Vec::new());
    for _ in 0..most {
        let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
        game.apply(&mut s, mv);
    }
    s
}

#[test]
fn the_three_of_tic_tac_toe_are_marked_and_no_others() {
    let game = described("tictactoe");
    let s = played(&game, &["s(1,1)", "s(1,2)", "s(2,1)", "s(2,2)", "s(3,1)"]);
    assert_eq!(marked(&game, &s), ["s(1,1)", "s(2,1)", "s(3,1)"]);
    // The other player wins, while crosses stand around.
    let s = played(&game, &["s(1,1)", "s(1,2)", "s(2,1)", "s(2,2)", "s(3,3)", "s(3,2)"]);
    assert_eq!(marked(&game, &s), ["s(1,2)", "s(2,2)", "s(3,2)"]);
}

#[test]
fn two_lines_at_once_are_both_marked() {
    let game = described("tictactoe");
    let places = ["s(1,1)", "s(1,2)", "s(3,3)", "s(2,1)", "s(1,3)", "s(3,2)", "s(3,1)", "s(2,3)", "s(2,2)"];
    let s = played(&game, &places);
    assert_eq!(marked(&game, &s), ["s(1,1)", "s(1,3)", "s(2,2)", "s(3,1)", "s(3,3)"], "both diagonals");
}

#[test]
fn a_draw_marks_nothing() {
    let game = described("tictactoe");
    let places = ["s(1,1)", "s(2,1)", "s(3,1)", "s(2,2)", "s(1,2)", "s(3,2)", "s(2,3)", "s(1,3)", "s(3,3)"];
    let s = played(&game, &places);
    assert_eq!((game.turn(&s), game.winner(&s)), (Turn::Over, 0));
    assert_eq!(marked(&game, &s), Vec::<String>::new());
}

#[test]
fn a_line_of_connect_four_is_marked_without_the_discs_it_stands_on() {
    let game = described("connect4");
    let columns = [1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4];
    let mut height = [0; 8];
    let places: Vec<String> = columns
        .iter()
        .map(|&c| {
            height[c] += 1;
            format!("b({c},{})", height[c])
        })
        .collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let s = played(&game, &places);
    assert_eq!(marked(&game, &s), ["b(1,1)", "b(2,2)", "b(3,3)", "b(4,4)"]);
}

/// Columns and rows from the bottom, from 1, of the marks on a native board so many wide and high.
fn native_marks<G: Show>(game: &G, s: &G::State, (wide, high): (usize, usize)) -> Vec<(usize, usize)> {
    let marks = game.cues(&game.view(s, None), None, Lang::En).marks;
    let mut cells: Vec<_> =
        marks.iter().map(|m| (usize::from(m.slot) % wide + 1, high - usize::from(m.slot) / wide)).collect();
    cells.sort_unstable();
    cells
}

/// The numbers in the names of the marks.
fn described_marks(game: &S3Game, s: &State) -> Vec<(usize, usize)> {
    let number = |name: &String| {
        let mut parts = name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
    };
    let mut cells: Vec<_> = marked(game, s).iter().map(number).collect();
    cells.sort_unstable();
    cells
}

#[test]
fn on_random_plays_the_same_cells_are_marked_as_natively() {
    let options = Options::parse("", games::connect4::PARAMETERS).expect("defaults");
    let native = games::connect4::Connect4::new(&options).expect("7 by 6");
    let game = described("connect4");
    let (mut rng, mut lengths) = (Rng::new(16), std::collections::BTreeSet::new());
    for _ in 0..150 {
        let (mut a, mut b) = (game.initial(), native.initial());
        while native.turn(&b) != Turn::Over {
            let mut moves = Vec::new();
            native.moves(&b, &mut moves);
            let column = moves[rng.below(moves.len())];
            native.apply(&mut b, column);
            moves.clear();
            let mut list = Vec::new();
            game.moves(&a, &mut list);
            let to = format!("->b({},", column + 1);
            let mv =
                list.into_iter().find(|mv| game.text(&a, *mv).contains(&to)).expect("the twin allows it");
            game.apply(&mut a, mv);
        }
        let marks = described_marks(&game, &a);
        assert_eq!(marks, native_marks(&native, &b, (7, 6)));
        lengths.insert(marks.len());
    }
    assert!(
        lengths.contains(&4) && lengths.iter().any(|n| *n > 4),
        "longer and double lines came: {lengths:?}"
    );
}

#[test]
fn the_originals_mark_their_lines_too() {
    for (file, long) in [("Connect4", 4), ("TicTacToe", 3)] {
        let game = read(&format!("tests/data/originals/{file}"));
        let mut won = 0;
        for seed in 0..20 {
            let s = random_end(&game, seed, 100);
            let marks = marked(&game, &s).len();
            if game.winner(&s) > 0 {
                won += 1;
                assert!((long..=3 * long).contains(&marks), "{file}: {marks}");
            } else {
                assert_eq!(marks, 0, "{file}");
            }
        }
        assert!(won > 5, "{file}: {won}");
    }
}

#[test]
fn counts_captures_and_empty_boards_mark_nothing() {
    for name in ["reversi", "nim", "alquerque", "squares"] {
        let game = described(name);
        let mut won = 0;
        for seed in 0..5 {
            let s = random_end(&game, seed, 3000);
            won += u32::from(Player::all(2).any(|p| game.score(&s, p) != 0));
            assert_eq!(marked(&game, &s), Vec::<String>::new(), "{name}");
        }
        assert!(won > 0, "{name} was won by somebody");
    }
}

#[test]
fn puzzles_and_games_with_secrets_mark_nothing() {
    for name in ["puzzle8", "frogs", "rivercrossing", "mastermind", "mastermind2"] {
        let game = described(name);
        for seed in 0..3 {
            let s = random_end(&game, seed, 300);
            assert!(game.cues(&game.view(&s, None), None, Lang::En).marks.is_empty(), "{name}");
        }
    }
}
