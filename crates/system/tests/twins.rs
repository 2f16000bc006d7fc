//! Descriptions and native games, played side by side; known counts; the laws of every game.

use game::{Game, Options, walk};
use system::SystemGame;
use testkit::{Agreement, Laws};

fn text_of(name: &str) -> String {
    std::fs::read_to_string(testkit::data(&format!("system/{name}/{name}.pl"))).unwrap()
}

fn described(name: &str, values: &[(&str, &str)]) -> SystemGame {
    let text = system::with_parameters(&text_of(name), values).unwrap();
    let (game, findings) = system::load(&text, name);
    let findings: Vec<String> = findings.iter().map(|d| d.render(name)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    game.unwrap()
}

fn agree<B: game::Show>(a: &SystemGame, b: &B, plays: u32) {
    let same = Agreement { plays, seed: 7, most: 300, text: &|t| t.to_string(), scores: &|s| s.to_vec() };
    same.check(a, b).unwrap();
}

#[test]
fn tic_tac_toe_agrees_with_its_native_twin_and_has_the_known_counts() {
    let game = described("tictactoe", &[]);
    agree(&game, &games::tictactoe::TicTacToe, 40);
    assert_eq!(walk::reachable(&game, &game.initial(), 100_000), Some(5_478));
    Laws::new(20, 1).zero_sum().assert(&game);
}

#[test]
fn nim_agrees_with_its_native_twin() {
    let game = described("nim", &[]);
    let options = Options::parse("heaps=1-3-5-7", games::nim::PARAMETERS).unwrap();
    agree(&game, &games::nim::Nim::new(&options).unwrap(), 40);
    Laws::new(10, 1).zero_sum().assert(&game);
}

#[test]
fn connect_four_agrees_with_its_native_twin() {
    let game = described("connect4", &[]);
    let options = Options::parse("", games::connect4::PARAMETERS).unwrap();
    agree(&game, &games::connect4::Connect4::new(&options).unwrap(), 25);
    Laws::new(3, 1).zero_sum().assert(&game);
}

#[test]
fn reversi_agrees_with_its_native_twin() {
    let game = described("reversi", &[]);
    let options = Options::parse("", games::reversi::PARAMETERS).unwrap();
    agree(&game, &games::reversi::Reversi::new(&options).unwrap(), 6);
    Laws::new(1, 1).zero_sum().samples(1).assert(&game);
}

#[test]
fn klondike_keeps_the_laws_and_uses_all_eleven_kinds_of_move() {
    let game = described("klondike", &[]);
    Laws::new(1, 3).endless(80).samples(1).assert(&game);
    let kinds =
        ["draw", "redeal", "expose", "waste_up", "up", "waste_king", "down", "waste_to", "run", "king_run"];
    let mut met = std::collections::BTreeSet::new();
    let (mut rng, mut moves) = (game::Rng::new(5), Vec::new());
    for _ in 0..40 {
        let mut s = game.initial();
        for _ in 0..220 {
            moves.clear();
            game.moves(&s, &mut moves);
            let texts: Vec<String> = moves.iter().map(|&mv| game::Show::text(&game, &s, mv)).collect();
            met.extend(texts.iter().map(|t| t.split('(').next().unwrap_or("").to_string()));
            let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) else { break };
            game.apply(&mut s, mv);
        }
        if kinds.iter().all(|k| met.contains(*k)) {
            break;
        }
    }
    for kind in kinds {
        assert!(met.contains(kind), "{kind} is not among {met:?}");
    }
    // Random play never has a king on a foundation: a start that has one shows the eleventh kind.
    let text = text_of("klondike");
    let (from, to) = (text.find("state(solver, Zones) :-").unwrap(), text.find("% The deal:").unwrap());
    let start = "state(solver, [deck([]), stock([]), waste([]) | Z]) :-
        findall(R-S, ( suit(S), S \\== c, rank(R) ), Others),
        findall(closed(N, []), between(1, 7, N), Closed),
        findall(open(N, []), between(2, 7, N), Open),
        findall(R-c, rank(R), Up), reverse(Up, Clubs),
        append([Closed, [open(1, Others) | Open],
                [foundation(c, Clubs), foundation(d, []), foundation(h, []), foundation(s, [])]], Z).\n";
    let (game, findings) = system::load(&format!("{}{start}{}", &text[..from], &text[to..]), "klondike");
    let game = game.unwrap_or_else(|| panic!("{findings:?}"));
    let mut s = game.initial();
    let mv = game::Show::parse(&game, &s, "down_king(13-c,2)").unwrap();
    game.apply(&mut s, mv);
    assert!(
        game::Show::parse(&game, &s, "down(12-c,2)").is_err(),
        "a black queen does not go on a black king"
    );
}

#[test]
fn ludo_keeps_the_laws_on_both_boards_with_two_three_and_four_players() {
    for board in ["20", "40"] {
        for players in ["2", "3", "4"] {
            let game = described("ludo", &[("board", board), ("players", players)]);
            assert_eq!(game.players().to_string(), players);
            Laws::new(1, 1).zero_sum().endless(60).samples(1).assert(&game);
        }
    }
    let game = described("ludo", &[("players", "2")]);
    let end = walk::playout(&game, game.initial(), &mut game::Rng::new(2));
    assert!(!game.stuck(&end) && game.defect(&end).is_none());
    assert_ne!(game.score(&end, game::Player(0)), 0);
}

#[test]
fn small_chess_keeps_the_laws() {
    Laws::new(2, 1).zero_sum().samples(1).assert(&described("smallchess", &[]));
}

#[test]
fn prsi_hides_hands_and_keeps_the_laws() {
    for players in ["2", "3"] {
        let game = described("prsi", &[("players", players)]);
        assert!(game::Observe::hidden(&game));
        Laws::new(2, 1).zero_sum().endless(80).samples(1).assert(&game);
    }
}

#[test]
fn parameters_that_do_not_exist_are_refused() {
    let text = text_of("ludo");
    assert!(system::with_parameters(&text, &[("colour", "2")]).is_err());
    assert!(system::with_parameters(&text, &[("players", "2), evil(x")]).is_err());
}

#[test]
fn tic_tac_toe_is_well_defined_and_a_draw_under_perfect_play() {
    use formal::{Answer, Budget, Property};
    let game = described("tictactoe", &[]);
    let (automaton, findings) = formal::check(&game, &Budget::default());
    assert!(automaton.complete());
    assert_eq!(automaton.len(), 5_478);
    assert_eq!(automaton.nodes().filter(|&n| automaton.over(&game, n)).count(), 958);
    for p in [Property::Terminating, Property::TotallyDefined, Property::WeaklyWinning, Property::WellDefined]
    {
        assert!(matches!(findings.of(p), Answer::Yes(_)), "{}", p.name());
    }
    let values = formal::solve(&game, &automaton).unwrap();
    let start = automaton.find(&game.initial()).unwrap();
    assert_eq!(values.for_mover(&game, &automaton, start), 0);
}

#[test]
fn one_and_two_threads_explore_the_same_states() {
    // Whole, and a part of one with chance that ends in the middle of a level.
    for (game, states) in
        [(described("nim", &[]), 50_000_000), (described("ludo", &[("players", "2")]), 20_000)]
    {
        let explore = |threads| {
            let budget = formal::Budget { threads, states, ..formal::Budget::default() };
            formal::explore(&game, &budget, &mut |_| {})
        };
        let (one, two) = (explore(1), explore(2));
        assert_eq!((one.len(), one.edges(), one.expanded()), (two.len(), two.edges(), two.expanded()));
        assert_eq!(one.stopped(), two.stopped());
        for n in one.nodes() {
            assert_eq!(one.state(n), two.state(n), "state {n}");
            assert_eq!(one.successors(n), two.successors(n), "moves of state {n}");
            assert_eq!(one.turn(&game, n), two.turn(&game, n), "state {n}");
            assert_eq!(one.winners(&game, n), two.winners(&game, n), "state {n}");
        }
    }
}

#[test]
fn a_player_may_choose_between_moving_and_chance() {
    let text = "player(a).\nmarker(N) :- between(0, 6, N).\nstate(a, [die([0]), here([t]), there([])]).\n\
        turn(go, state(P, [D, here([t]), there([])]), state(P, [D, here([]), there([t])])).\n\
        chance(K, throw(K), state(P, [die([0])|Z]), state(P, [die([K])|Z])) :- between(1, 2, K).\n\
        win(state(P, [_, here([])|_]), P).\n";
    let (game, findings) = system::load(text, "both");
    let game = game.unwrap_or_else(|| panic!("{findings:?}"));
    let mut s = game.initial();
    assert_eq!(game.turn(&s), game::Turn::Player(game::Player(0)));
    let throw = game::Show::parse(&game, &s, "throw").unwrap();
    game.apply(&mut s, throw);
    assert_eq!(game.turn(&s), game::Turn::Chance);
    let mut events = Vec::new();
    game.moves(&s, &mut events);
    assert_eq!(events.iter().map(|&e| game.weight(&s, e)).collect::<Vec<_>>(), [1, 2]);
    Laws::new(5, 1).assert(&game);
}

#[test]
fn teams_win_together_and_scores_may_be_given() {
    let text = "player(a). player(b). player(c). player(d).\nteam(a, x). team(b, y). team(c, x). team(d, y).\n\
        state(a, [left([t]), right([])]).\nturn(go, state(P, [left([t]), right([])]), state(P, [left([]), right([t])])).\n\
        next(_, state(_, Z), state(b, Z)).\nwin(state(_, [left([])|_]), x).\n";
    let scores = |text: &str| {
        let (game, findings) = system::load(text, "teams");
        let game = game.unwrap_or_else(|| panic!("{findings:?}"));
        let end = walk::playout(&game, game.initial(), &mut game::Rng::new(1));
        game::Player::all(4).map(|p| game.score(&end, p)).collect::<Vec<_>>()
    };
    assert_eq!(scores(text), [2, -2, 2, -2]);
    let game = system::load(text, "teams").0.unwrap();
    let allied = |p, q| game.allied(&game.initial(), game::Player(p), game::Player(q));
    assert!(allied(0, 2) && allied(1, 3) && !allied(0, 1) && !allied(2, 3), "team-mates play together");
    assert_eq!(scores(&format!("{text}score(_, a, 7).\nscore(_, c, 7).\n")), [7, 0, 7, 0]);
}
