//! The expert plays whole deals of every trick game: legally, the same with the same seed, exactly in endings, for money.

use cardplay::{Expert, Kernel, Temper};
use cards::{Phase, TrickTaking};
use game::{Agent, Limit, Player, Rng, Turn};
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::Snaps;
use taroky::Taroky;

fn few(worlds: u64) -> Temper {
    Temper { worlds, ..Temper::default() }
}

/// Plays one deal; `expert` sits on one seat, the others play as simulations do. The scores, and the moves made.
fn play<G: TrickTaking + 'static>(
    game: &G,
    deal: u64,
    expert: usize,
    worlds: u64,
) -> (Vec<i32>, Vec<G::Move>) {
    let limit = Limit::nodes(60_000);
    let mut agent = Expert::new(few(worlds), deal);
    let (mut rng, mut others) = (Rng::new(deal), Rng::new(deal ^ 77));
    let mut s = game.initial();
    let (mut moves, mut made, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        moves.clear();
        game.moves(&s, &mut moves);
        let mv = match game.turn(&s) {
            Turn::Over => break,
            Turn::Chance => moves[rng.below(moves.len())],
            Turn::Player(p) if p.index() == expert => {
                let thought = agent.choose(game, p, &game.view(&s, Some(p)), &moves, &limit).unwrap();
                assert!(moves.contains(&thought.best));
                assert!(moves.len() == 1 || thought.values.len() == moves.len());
                assert!(thought.values.iter().all(|(_, value)| value.is_finite()));
                thought.best
            }
            Turn::Player(_) => game.sensible(&s, &mut others, &mut scratch).expect("a move"),
        };
        made.push(mv);
        game.apply(&mut s, mv);
    }
    ((0..game.players()).map(|p| game.score(&s, Player(p as u8))).collect(), made)
}

/// What the expert wins a deal against players who do not think, on average over deals and seats.
fn gain<G: TrickTaking + 'static>(game: &G, deals: u64, worlds: u64) -> f64 {
    let seats = game.players();
    let sum: i32 = (0..deals)
        .map(|deal| (0..seats).map(|seat| play(game, deal, seat, worlds).0[seat]).sum::<i32>())
        .sum();
    f64::from(sum) / (deals as f64 * seats as f64)
}

#[test]
fn it_wins_money_from_players_who_do_not_think() {
    let won = gain(&Marias::voleny("").unwrap(), 6, 4);
    assert!(won > 0.0, "{won}");
}

#[test]
fn it_wins_game_points_in_a_game_where_cards_are_drawn() {
    let won = gain(&Schnapsen::parse("").unwrap(), 20, 6);
    assert!(won > 0.3, "{won}");
}

#[test]
fn it_plays_taroky_to_the_end() {
    let (scores, moves) = play(&Taroky::parse("").unwrap(), 3, 1, 1);
    assert_eq!(scores.iter().sum::<i32>(), 0);
    assert!(moves.len() > 54);
}

#[test]
fn the_same_seed_plays_the_same_deal() {
    let game = Marias::voleny("").unwrap();
    assert_eq!(play(&game, 5, 0, 3), play(&game, 5, 0, 3));
    let game = Snaps::parse("").unwrap();
    assert_eq!(play(&game, 6, 2, 3), play(&game, 6, 2, 3));
}

/// Asks the expert in random states of random deals; how many decisions were legal.
fn legal_everywhere<G: TrickTaking + 'static>(game: &G, deals: u64) -> usize {
    let limit = Limit::nodes(500);
    let mut rng = Rng::new(8);
    let (mut moves, mut scratch, mut asked) = (Vec::new(), Vec::new(), 0);
    for deal in 0..deals {
        let level = Temper::of_level(1 + deal as i64 % 5);
        let mut agent = Expert::new(Temper { worlds: level.worlds.clamp(1, 2), ..level }, deal);
        let mut s = game.initial();
        let wild = deal % 3 == 0;
        while let Some(mv) = if wild {
            game.pick(&s, &mut rng, &mut scratch)
        } else {
            game.sensible(&s, &mut rng, &mut scratch)
        } {
            if let Turn::Player(p) = game.turn(&s) {
                moves.clear();
                game.moves(&s, &mut moves);
                if moves.len() > 1 && rng.below(4) == 0 {
                    let thought = agent.choose(game, p, &game.view(&s, Some(p)), &moves, &limit).unwrap();
                    assert!(moves.contains(&thought.best), "{:?} in {s:?}", thought.best);
                    asked += 1;
                }
            }
            game.apply(&mut s, mv);
        }
    }
    asked
}

#[test]
fn it_answers_legally_wherever_a_deal_may_go() {
    assert!(legal_everywhere(&Marias::voleny("").unwrap(), 60) > 150);
    assert!(legal_everywhere(&Marias::licitovany("").unwrap(), 60) > 150);
    assert!(legal_everywhere(&Snaps::parse("").unwrap(), 90) > 150);
    assert!(legal_everywhere(&Snaps::parse("preset=tournament").unwrap(), 60) > 100);
    assert!(legal_everywhere(&Taroky::parse("").unwrap(), 10) > 50);
    assert!(legal_everywhere(&Schnapsen::parse("").unwrap(), 90) > 150);
    assert!(legal_everywhere(&Schnapsen::parse("claim=say&deals=2").unwrap(), 60) > 150);
}

/// In endings where the view leaves one world the expert plays a card that the kernel calls best. How many were compared.
fn exact_when_all_is_known<G: TrickTaking + 'static>(game: &G, deals: u64) -> usize {
    let mut rng = Rng::new(21);
    let mut kernel = Kernel::new(16);
    let (mut scratch, mut moves, mut compared) = (Vec::new(), Vec::new(), 0);
    for deal in 0..deals {
        let mut s = game.initial();
        while let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) {
            if let (Turn::Player(p), Phase::Play) = (game.turn(&s), game.phase(&s))
                && game.hand(&s, p).len() <= 3
                && let Some(data) = game.in_play(&s).filter(|data| !data.over())
            {
                moves.clear();
                game.moves(&s, &mut moves);
                let view = game.view(&s, Some(p));
                let one = (0..8).all(|_| game.sample(&view, &mut rng).unwrap() == s);
                let claims = moves.iter().any(|mv| game.card_of(*mv).is_none());
                if one && !claims && moves.len() > 1 {
                    let limit = Limit::nodes(100_000);
                    let thought = Expert::new(few(3), deal).choose(game, p, &view, &moves, &limit).unwrap();
                    let side = data.side(p.0);
                    let sign = if side == 0 { 1 } else { -1 };
                    let values = kernel.values(&data).unwrap();
                    let best = values.iter().map(|(_, value)| sign * value).max();
                    let card = game.card_of(thought.best);
                    let chosen = values.iter().find(|(c, _)| Some(*c) == card).map(|(_, value)| sign * value);
                    assert_eq!(chosen, best, "{s:?}");
                    compared += 1;
                }
            }
            game.apply(&mut s, mv);
        }
    }
    compared
}

#[test]
fn in_an_ending_without_secrets_it_plays_what_the_kernel_plays() {
    let found = exact_when_all_is_known(&Marias::voleny("").unwrap(), 150);
    let found = found + exact_when_all_is_known(&Snaps::parse("auto_claim=on").unwrap(), 150);
    let found = found + exact_when_all_is_known(&Taroky::parse("").unwrap(), 60);
    assert!(found > 60, "{found}");
    let drawn = exact_when_all_is_known(&Schnapsen::parse("").unwrap(), 150);
    assert!(drawn > 40, "{drawn}");
}
