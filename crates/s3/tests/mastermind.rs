//! MasterMind: three of six colours, six rows. The answers, the number of codes, a strategy, and what a guesser can know.

use game::{Game as _, Observe as _, Player, Rng, Show as _, Turn};
use s3::{S3Game, State, load};
use std::collections::{BTreeSet, HashMap};

type Code = [usize; 3];

fn mastermind() -> S3Game {
    let path = format!("{}/../../data/s3/mastermind/mastermind.s3", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the description is there");
    load(&text, "mastermind").0.expect("it loads")
}

fn codes() -> Vec<Code> {
    (0..216).map(|n| [n / 36 + 1, n / 6 % 6 + 1, n % 6 + 1]).collect()
}

/// Right colours at the right place, and right colours elsewhere.
fn answer(code: Code, guess: Code) -> (usize, usize) {
    let exact = (0..3).filter(|&i| code[i] == guess[i]).count();
    let count = |c: Code, k: usize| c.iter().filter(|x| **x == k).count();
    let shared: usize = (1..=6).map(|k| count(code, k).min(count(guess, k))).sum();
    (exact, shared - exact)
}

/// The play in which chance brings this code.
fn hide(game: &S3Game, code: Code) -> State {
    let mut state = game.initial();
    for colour in code {
        assert_eq!(game.turn(&state), Turn::Chance);
        let mut events = Vec::new();
        game.moves(&state, &mut events);
        game.apply(&mut state, events[colour - 1]);
    }
    state
}

fn lay(game: &S3Game, state: &mut State, guess: Code) {
    for colour in guess {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let peg = format!(":p({colour},");
        let mv = moves.iter().copied().find(|&mv| game.text(state, mv).contains(&peg));
        game.apply(state, mv.expect("every colour can be laid"));
    }
}

/// Black and white pegs that lie beside a row.
fn pegs(game: &S3Game, state: &State, row: usize) -> (usize, usize) {
    let position = game.position(state);
    let beside = |kind: &str| (1..=3).filter(|c| position.contains(&format!("a({row},{c})*{kind}*"))).count();
    (beside("black"), beside("white"))
}

/// The guess whose worst answer leaves the fewest codes; among those one that may be right, then the first.
fn best(left: &[Code]) -> Code {
    let worst = |guess: Code| {
        let mut sizes = [[0; 4]; 4];
        for &code in left {
            let (black, white) = answer(code, guess);
            sizes[black][white] += 1;
        }
        (sizes.iter().flatten().copied().max().unwrap_or(0), !left.contains(&guess), guess)
    };
    codes().into_iter().map(worst).min().map_or(left[0], |found| found.2)
}

#[test]
fn leaving_as_few_codes_as_possible_finds_each_of_the_216_codes_in_five_guesses() {
    let game = mastermind();
    let mut known: HashMap<Vec<Code>, Code> = HashMap::new();
    let mut lengths = [0; 7];
    for code in codes() {
        let mut state = hide(&game, code);
        let mut left = codes();
        for (row, found) in lengths.iter_mut().enumerate().skip(1) {
            let guess = *known.entry(left.clone()).or_insert_with(|| best(&left));
            lay(&game, &mut state, guess);
            assert_eq!(pegs(&game, &state, row), answer(code, guess), "{code:?} {guess:?}");
            if guess == code {
                assert_eq!(game.winner(&state), 1);
                *found += 1;
                break;
            }
            assert_eq!(game.winner(&state), if row == 6 { 0 } else { -1 });
            left.retain(|&c| answer(c, guess) == answer(code, guess));
        }
    }
    assert_eq!(lengths, LENGTHS);
}

/// How many codes are found with so many guesses, worked out apart from the description.
const LENGTHS: [usize; 7] = [0, 1, 2, 37, 122, 54, 0];

/// The colours that lie hidden.
fn code_of(game: &S3Game, state: &State) -> Code {
    let position = game.position(state);
    [1, 2, 3].map(|i| {
        let after = position.split(&format!("code({i})*")).nth(1).expect("a peg lies there");
        after.split('*').nth(1).and_then(|n| n.parse().ok()).expect("its colour")
    })
}

#[test]
fn samples_fit_every_answer_the_guesser_has_seen_and_every_such_code_comes() {
    let game = mastermind();
    let mut rng = Rng::new(8);
    for code in [[1, 2, 3], [6, 6, 1], [4, 2, 4]] {
        let mut state = hide(&game, code);
        let mut left = codes();
        for guess in [[1, 1, 2], [2, 3, 4], [4, 6, 6]] {
            lay(&game, &mut state, guess);
            left.retain(|&c| answer(c, guess) == answer(code, guess));
            for who in [Some(Player(0)), None] {
                let view = game.view(&state, who);
                let mut seen = BTreeSet::new();
                for _ in 0..15 {
                    let sample = game.sample(&view, &mut rng).unwrap();
                    assert_eq!(game.view(&sample, who), view);
                    let found = code_of(&game, &sample);
                    assert!(left.contains(&found), "{found:?} contradicts an answer to {code:?}");
                    seen.insert(found);
                }
                assert!(seen.len() > left.len().min(4) / 2, "{} of {}", seen.len(), left.len());
            }
        }
    }
}

/// The same game with a maker: a code laid by somebody.
fn laid(game: &S3Game, code: Code) -> State {
    let mut state = game.initial();
    for (i, colour) in code.into_iter().enumerate() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves.len(), 6, "one move a colour");
        let text = |m: &s3::Move| game.text(&state, *m);
        let wanted = |m: &&s3::Move| {
            text(m).contains(&format!(":c({colour},")) && text(m).contains(&format!("code({})", i + 1))
        };
        let mv = *moves.iter().find(wanted).expect("every colour can be laid");
        game.apply(&mut state, mv);
    }
    state
}

#[test]
fn the_guesser_knows_nothing_of_the_code_but_the_answers() {
    let path = format!("{}/../../data/s3/mastermind2/mastermind2.s3", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the description is there");
    let game = load(&text, "mastermind2").0.expect("it loads");
    let guess = [1, 1, 2];
    let mut first = BTreeSet::new();
    let mut after: HashMap<(usize, usize), s3::View> = HashMap::new();
    for code in codes() {
        let mut state = laid(&game, code);
        assert_eq!(game.turn(&state), Turn::Player(Player(1)));
        first.insert(format!("{:?}", game.view(&state, Some(Player(1)))));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves.len(), 6);
        lay(&game, &mut state, guess);
        assert_eq!(pegs(&game, &state, 1), answer(code, guess));
        let view = game.view(&state, Some(Player(1)));
        let same = after.entry(answer(code, guess)).or_insert_with(|| view.clone());
        assert_eq!(*same, view, "{code:?} answers as others do and looks different");
    }
    assert_eq!(first.len(), 1, "before the first answer all 216 codes look the same");
    let answers: BTreeSet<_> = codes().into_iter().map(|code| answer(code, guess)).collect();
    assert_eq!(after.len(), answers.len());
    // What a guesser imagines: every code, none more often for having no colour twice.
    let view = game.view(&laid(&game, [3, 3, 3]), Some(Player(1)));
    let mut rng = Rng::new(5);
    let doubled = (0..300).filter(|_| {
        let code = code_of(&game, &game.sample(&view, &mut rng).unwrap());
        code[0] == code[1] || code[1] == code[2] || code[0] == code[2]
    });
    let doubled = doubled.count();
    assert!((105..165).contains(&doubled), "96 of 216 codes have a colour twice; {doubled} of 300 had");
}
