//! Boards as numbers, and players that teach themselves from the rules alone.

use game::{Agent, Encode, Game, Limit, Options, Player, Rng, Roster, Show, Turn};
use games::{Connect4, Nim, Reversi, TicTacToe, connect4, nim, reversi};
use learn::{
    Checkpoint, Errand, Event, Judge, Kind, Net, NetAgent, NetFile, Numbers, Own, Played, Reader, Readers,
    School, SelfPlay, Setting, Shape, Trained, Tree, judge,
};
use std::sync::Arc;

fn connect4() -> Connect4 {
    Connect4::new(&Options::parse("", connect4::PARAMETERS).unwrap()).unwrap()
}

fn reversi() -> Reversi {
    Reversi::new(&Options::parse("", reversi::PARAMETERS).unwrap()).unwrap()
}

/// Who is shown a state, who moves there, and the moves.
type Visit<'a, G> = &'a mut dyn FnMut(&<G as Game>::State, Player, &[<G as Game>::Move]);

/// Plays at random and shows every state.
fn each_state<G: Game>(game: &G, plays: u64, visit: Visit<'_, G>) {
    for seed in 0..plays {
        let mut rng = Rng::new(seed);
        let (mut s, mut moves) = (game.initial(), Vec::new());
        while let Turn::Player(me) = game.turn(&s) {
            moves.clear();
            game.moves(&s, &mut moves);
            visit(&s, me, &moves);
            game.apply(&mut s, moves[rng.below(moves.len())]);
        }
    }
}

fn encodes<G: Encode<View = <G as Game>::State>>(game: &G) {
    each_state(game, 20, &mut |s, me, moves| {
        let mut numbers = Vec::new();
        game.encode(s, me, &mut numbers);
        let mut places: Vec<u32> = numbers.iter().map(|(at, _)| *at).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), numbers.len(), "no place comes twice");
        assert!(places.iter().all(|&at| (at as usize) < game.inputs()));
        let mut seen = Vec::new();
        for &mv in moves {
            let mut aspects = Vec::new();
            game.aspects(s, me, mv, &mut aspects);
            assert!(aspects.iter().all(|&a| (a as usize) < game.outputs()));
            assert!(!seen.contains(&aspects), "two moves look alike");
            seen.push(aspects);
        }
    });
    for way in 0..game.symmetries() {
        let mut inputs: Vec<u32> = (0..game.inputs() as u32).map(|i| game.turn_input(way, i)).collect();
        let mut outputs: Vec<u32> = (0..game.outputs() as u32).map(|i| game.turn_aspect(way, i)).collect();
        inputs.sort_unstable();
        outputs.sort_unstable();
        assert!(inputs.iter().enumerate().all(|(i, &x)| i as u32 == x), "turning only changes places");
        assert!(outputs.iter().enumerate().all(|(i, &x)| i as u32 == x));
    }
}

#[test]
fn positions_and_moves_are_told_apart_by_their_numbers() {
    encodes(&connect4());
    encodes(&reversi());
}

/// Plays a random play and the same play turned, side by side.
fn turns<G: Encode<View = <G as Game>::State, Move = u8>>(game: &G, way: usize) {
    let mut rng = Rng::new(3);
    let (mut s, mut turned, mut moves) = (game.initial(), game.initial(), Vec::new());
    while let Turn::Player(me) = game.turn(&s) {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        game.encode(&s, me, &mut here);
        game.encode(&turned, me, &mut there);
        here.iter_mut().for_each(|(at, _)| *at = game.turn_input(way, *at));
        let sorted = |mut x: Vec<(u32, f32)>| {
            x.sort_by_key(|(at, _)| *at);
            x
        };
        assert_eq!(sorted(here), sorted(there), "way {way}");
        moves.clear();
        game.moves(&s, &mut moves);
        let mv = moves[rng.below(moves.len())];
        game.apply(&mut s, mv);
        game.apply(&mut turned, game.turn_aspect(way, u32::from(mv)) as u8);
    }
}

#[test]
fn a_turned_play_has_the_turned_numbers() {
    turns(&connect4(), 1);
    // The four ways that leave the first four discs of Reversi where they are.
    [0, 3, 4, 7].into_iter().for_each(|way| turns(&reversi(), way));
}

fn setting(seed: u64) -> Setting {
    Setting {
        width: 64,
        blocks: 1,
        encoder: None,
        seed,
        opponents: Vec::new(),
        every: 0,
        deals: 0,
        until: 0,
        made_by: "a test".to_string(),
    }
}

/// Teaches a game itself; `stop` ends every run at that round, and the next goes on from the bytes of its checkpoint.
fn taught<G: Show + Clone + 'static>(
    game: &G,
    readers: &Readers<G>,
    plan: SelfPlay,
    stop: Option<u64>,
) -> Trained {
    let roster: Roster<G> = search::roster(game);
    let school = School { game, roster: &roster, readers };
    let mut from = None;
    loop {
        let trained = school
            .selfplay(&setting(1), &plan, from, &mut |event| match event {
                Event::Save(at) => stop.is_none_or(|every| at.round % every != 0),
                _ => true,
            })
            .unwrap();
        if trained.whole {
            return trained;
        }
        from = Some(Checkpoint::read(&trained.checkpoint.write()).unwrap());
    }
}

/// Whether the player, moving as `me`, loses some play: every reply of the other is tried.
fn loses<G: game::Observe>(
    game: &G,
    agent: &mut NetAgent<G>,
    me: Player,
    s: &G::State,
    plays: &mut u64,
) -> bool {
    let Turn::Player(p) = game.turn(s) else {
        *plays += 1;
        return game.score(s, me) < game.score(s, Player(1 - me.0));
    };
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    if p == me {
        moves =
            vec![agent.choose(game, me, &game.view(s, Some(me)), &moves, &Limit::default()).unwrap().best];
    }
    moves.into_iter().any(|mv| {
        let mut next = s.clone();
        game.apply(&mut next, mv);
        loses(game, agent, me, &next, plays)
    })
}

const TICTACTOE: SelfPlay = SelfPlay {
    rounds: 120,
    plays: 30,
    walks: 60,
    window: 8000,
    repeats: 4.0,
    batch: 32,
    rate: 3e-3,
    length: 20,
    drawn: 9,
    random: 0.0,
};

#[test]
fn tictactoe_taught_from_the_rules_alone_is_never_lost_against_any_play() {
    // 3,600 plays from nothing; the encoder is that of scenes, which knows no more of the game than its picture. Exact play
    // is among the replies: every one of them is tried.
    let game = TicTacToe;
    let readers = Readers::default();
    let trained = taught(&game, &readers, TICTACTOE, None);
    let judge = judge(&game, &readers, &trained.file).unwrap();
    let mut plays = 0;
    // A hundred walks are far fewer than the 5,478 positions of the game.
    for me in [Player(0), Player(1)] {
        let mut agent = NetAgent::new(judge.clone(), Kind::PolicyValue, 100, 1);
        assert!(!loses(&game, &mut agent, me, &game.initial(), &mut plays), "as player {me}");
    }
    assert!(plays > 100, "{plays} plays");
}

#[test]
fn nim_taught_from_the_rules_alone_is_won_wherever_it_can_be() {
    let game = Nim::new(&Options::parse("heaps=1-2-3", nim::PARAMETERS).unwrap()).unwrap();
    let readers = Readers::default();
    let plan = SelfPlay { rounds: 40, plays: 20, walks: 40, drawn: 4, ..TICTACTOE };
    let trained = taught(&game, &readers, plan, None);
    let judge = judge(&game, &readers, &trained.file).unwrap();
    // The nim-sum of 1, 2 and 3 is 0: whoever moves second wins.
    let mut agent = NetAgent::new(judge, Kind::PolicyValue, 0, 1);
    let mut plays = 0;
    let (mut moves, start) = (Vec::new(), game.initial());
    game.moves(&start, &mut moves);
    let mut lost = false;
    for mv in moves {
        let mut next = start;
        game.apply(&mut next, mv);
        let mut second = |s: &_, plays: &mut u64| loses(&game, &mut agent, Player(1), s, plays);
        lost |= second(&next, &mut plays);
    }
    assert!(!lost && plays > 3, "{plays} plays");
}

#[test]
fn self_play_that_was_killed_ends_with_the_same_network_bit_by_bit() {
    let game = connect4();
    let readers = Readers::default().with(Arc::new(Own::new(game.clone())));
    let plan = SelfPlay { rounds: 5, plays: 3, walks: 12, ..TICTACTOE };
    let whole = taught(&game, &readers, plan, None);
    for stop in [1, 2, 3] {
        let stopped = taught(&game, &readers, plan, Some(stop));
        assert_eq!(
            whole.file.write(Numbers::F32),
            stopped.file.write(Numbers::F32),
            "stopped every {stop} rounds"
        );
    }
    let other = taught(&game, &readers, SelfPlay { rounds: 4, ..plan }, None);
    assert_ne!(whole.file.net, other.file.net);
}

#[test]
fn a_training_goes_on_only_as_it_began() {
    let game = connect4();
    let readers = Readers::default().with(Arc::new(Own::new(game.clone())));
    let roster = search::roster(&game);
    let school = School { game: &game, roster: &roster, readers: &readers };
    let plan = SelfPlay { rounds: 1, plays: 1, walks: 4, ..TICTACTOE };
    let trained = school.selfplay(&setting(1), &plan, None, &mut |_| true).unwrap();
    let cause = |seed: u64, plan: SelfPlay| {
        let from = Some(trained.checkpoint.clone());
        school.selfplay(&setting(seed), &plan, from, &mut |_| true).unwrap_err().to_string()
    };
    assert!(cause(2, plan).contains("its seed is '1', not '2'"), "{}", cause(2, plan));
    assert!(cause(1, SelfPlay { rounds: 2, ..plan }).contains("belongs to another training"));
    let unknown = Setting { encoder: Some("magic-1".to_string()), ..setting(1) };
    let cause = school.selfplay(&unknown, &plan, None, &mut |_| true).unwrap_err().to_string();
    assert!(cause.contains("no encoder 'magic-1'") && cause.contains("connect4-1, scene-1"), "{cause}");
    let nobody = Setting { opponents: vec!["mtcs".to_string()], deals: 1, ..setting(1) };
    let cause = school.selfplay(&nobody, &plan, None, &mut |_| true).unwrap_err().to_string();
    assert!(cause.contains("did you mean 'mcts'?"), "{cause}");
}

#[test]
fn a_player_trained_for_something_else_is_refused_with_the_reason() {
    let game = connect4();
    let readers = Readers::default().with(Arc::new(Own::new(game.clone())));
    let plan = SelfPlay { rounds: 1, plays: 1, walks: 4, ..TICTACTOE };
    let good = taught(&game, &readers, plan, None).file;
    let cause = |change: &dyn Fn(&mut NetFile)| {
        let mut file = good.clone();
        change(&mut file);
        judge(&game, &readers, &file).err().unwrap().to_string()
    };
    assert!(judge(&game, &readers, &good).is_ok());
    assert!(
        cause(&|f| f.header.game = "reversi".to_string())
            .contains("trained for 'reversi', not for 'connect4'")
    );
    assert!(cause(&|f| f.header.rules += 1).contains("version"));
    assert!(cause(&|f| f.header.encoder = "connect4-9".to_string()).contains("encoder 'connect4-9'"));
    assert!(cause(&|f| f.header.encoder = "scene-1".to_string()).contains("inputs"));
}

#[test]
fn plays_made_elsewhere_in_any_order_teach_the_same_network() {
    let game = connect4();
    let roster: Roster<Connect4> = search::roster(&game);
    let readers = Readers::default().with(Arc::new(Own::new(connect4())));
    let school = School { game: &game, roster: &roster, readers: &readers };
    let plan = SelfPlay { rounds: 3, plays: 7, walks: 8, ..SelfPlay::default() };
    let here = school.selfplay(&setting(1), &plan, None, &mut |_| true).unwrap();
    // Each part by somebody who knows nothing but bytes, the last part first.
    let mut crew = |errand: &Errand| {
        let sent = errand.write();
        let part = |numbers| {
            let errand = Errand::read(&sent).unwrap();
            Played::read(&Played::write(&school.plays(&errand, numbers).unwrap())).unwrap()
        };
        let (late, early) = (part(3..7), part(0..3));
        Ok(early.into_iter().chain(late).collect())
    };
    let there = school.selfplay_by(&setting(1), &plan, None, &mut crew, &mut |_| true).unwrap();
    assert_eq!(here.file, there.file);
    let short = school.selfplay_by(&setting(1), &plan, None, &mut |_| Ok(Vec::new()), &mut |_| true);
    assert_eq!(short.unwrap_err().to_string(), "0 plays were made instead of 7");
    let errand = Errand {
        plan,
        encoder: "connect4-0".to_string(),
        vocabulary: [Vec::new(), Vec::new()],
        seed: 1,
        round: 0,
        net: here.file.net.clone(),
    };
    assert!(school.plays(&errand, 0..1).unwrap_err().to_string().contains("connect4-0"));
}

#[test]
fn what_was_found_below_the_moves_made_is_kept() {
    let game = connect4();
    let own: Arc<dyn Reader<Connect4>> = Arc::new(Own::new(connect4()));
    let shape = Shape { inputs: own.inputs(), width: 8, blocks: 0, outputs: own.outputs(), values: 1 };
    let mut tree = Tree::new(Judge { reader: own, net: Arc::new(Net::new(shape, 1)) });
    let (mut s, mut rng) = (game.initial(), Rng::new(1));
    let walk = |tree: &mut Tree<Connect4>, s: &connect4::State, rng: &mut Rng| {
        let mut meter = game::Meter::start(&Limit::iterations(200));
        tree.search(&game, s, &mut meter, None, rng);
        tree.roots().iter().map(|root| root.visits).sum::<u32>()
    };
    assert_eq!(walk(&mut tree, &s, &mut rng), 200);
    let first = tree.roots()[3];
    game.apply(&mut s, first.mv);
    tree.follow(&game, &s);
    let kept = tree.roots().iter().map(|root| root.visits).sum::<u32>();
    assert_eq!(kept, first.visits - 1, "all walks below the move but the one that found it");
    assert_eq!(walk(&mut tree, &s, &mut rng), kept + 200);
    let mut other = game.initial();
    game.apply(&mut other, 0);
    tree.follow(&game, &other);
    assert_eq!(walk(&mut tree, &other, &mut rng), 200, "elsewhere nothing is kept");
}
