//! Words by experience: what is learned is the same on any number of threads and says more than nothing; what is shipped fits
//! its game, decides by what its owner sees, and gives its reasons.

use cardplay::{Experience, Expert, Report, Schooling, school};
use cards::{Phase, TrickTaking};
use game::{Agent, Encode, Limit, Player, Rng, Show, Turn};
use learn::{NetFile, Numbers};
use marias::Marias;
use snaps::Snaps;
use taroky::Taroky;

fn plan(deals: [u64; 2], threads: usize) -> Schooling {
    Schooling { deals, passes: 3.0, seed: 3, threads, made_by: "a test".into() }
}

#[test]
fn the_same_seed_learns_the_same_on_any_number_of_threads() {
    let game = Snaps::parse("").unwrap();
    let learned = |threads| school(&game, &plan([60, 10], threads), &mut |_| ()).write(Numbers::F32);
    let one = learned(1);
    assert!(one == learned(3));
    assert!(Experience::read(&game, &NetFile::read(&one).unwrap()).is_ok());
}

#[test]
fn what_was_learned_foretells_deals_that_were_not_learned_from() {
    let game = Snaps::parse("").unwrap();
    let mut reports: Vec<Report> = Vec::new();
    school(&game, &plan([1500, 20], 2), &mut |report| reports.push(*report));
    assert_eq!(reports.len(), 4);
    // The first generations are learned from enough deals, and are foretold in deals that were held out.
    let [before, left] = reports[1].won;
    assert!(left < 0.95 * before, "{left} of {before}");
    let [before, left] = reports[1].money;
    assert!(left < 0.95 * before, "{left} of {before}");
}

#[test]
fn experience_of_another_game_or_of_other_rules_is_refused_with_the_reason() {
    let game = Snaps::parse("").unwrap();
    let file = school(&game, &plan([8, 2], 1), &mut |_| ());
    let cause = Experience::read(&Marias::voleny("").unwrap(), &file).err().unwrap().to_string();
    assert!(cause.contains("'snaps'") && cause.contains("'marias'"), "{cause}");
    let other = Snaps::parse("preset=tournament").unwrap();
    assert!(Experience::read(&other, &file).is_err());
    // Who deals and which cards are dealt are not rules.
    assert!(Experience::read(&Snaps::parse("dealer=2").unwrap(), &file).is_ok());
    let player = learn::library::shipped_for("snaps").unwrap();
    assert!(Experience::read(&game, &player).err().unwrap().to_string().contains("kind"));
}

/// Asks the master for words in two deals that look the same to him. How often he was asked.
fn sees_his_view_only<G>(game: &G, deals: u64) -> usize
where
    G: TrickTaking + Encode + Show + Clone + 'static,
{
    let (mut scratch, mut moves, mut asked) = (Vec::new(), Vec::new(), 0);
    for deal in 0..deals {
        let mut rng = Rng::new(deal);
        let mut s = game.initial();
        while let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) {
            moves.clear();
            game.moves(&s, &mut moves);
            if let (Turn::Player(me), true) =
                (game.turn(&s), moves.len() > 1 && !matches!(game.phase(&s), Phase::Play | Phase::Deal))
            {
                let other = game.sample(&game.view(&s, Some(me)), &mut rng).unwrap();
                let said = |s: &G::State, me: Player| {
                    let mut master = Expert::master(game, deal);
                    let view = game.view(s, Some(me));
                    let thought = master.choose(game, me, &view, &moves, &Limit::nodes(3000)).unwrap();
                    assert!(
                        thought.values.len() == moves.len() && thought.values.iter().all(|v| v.1.is_finite())
                    );
                    assert!((0.0..=1.0).contains(&master.chance()));
                    if game.phase(s) == Phase::Doubling
                        && master.reasons()[0].said.en.contains("as such games went")
                    {
                        let most = thought.values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
                        let own = thought.values.iter().find(|(mv, _)| *mv == thought.best).unwrap().1;
                        assert!(own >= most, "what is said is worth most: {:?}", thought.values);
                    }
                    let reasons = master.reasons();
                    let told = reasons.iter().filter(|r| r.said.en.starts_with("of games like this"));
                    assert_eq!(told.count(), 1, "{reasons:?}");
                    (thought.best, reasons.iter().map(|r| r.said.cs.clone()).collect::<Vec<_>>())
                };
                assert!(said(&s, me) == said(&other, me));
                asked += 1;
            }
            game.apply(&mut s, mv);
        }
    }
    asked
}

#[test]
fn the_shipped_experience_fits_its_games_and_sees_views_only() {
    assert!(sees_his_view_only(&Marias::voleny("").unwrap(), 4) > 10);
    assert!(sees_his_view_only(&Marias::licitovany("").unwrap(), 4) > 10);
    assert!(sees_his_view_only(&Taroky::parse("").unwrap(), 2) > 6);
}
