//! The deal in play given as data is paid like the game, under every option that changes prices.

use cards::{Feat, TrickTaking, objective_law};
use marias::Marias;
use std::cell::Cell;

fn check(game: &Marias, deals: usize) -> usize {
    objective_law(game, 11, deals, |s, p| s.totals[p.index()]).unwrap()
}

#[test]
fn every_contract_of_voleny_is_paid_as_the_data_says() {
    for options in [
        "",
        "preset=tournament",
        "keep_seven=no&fleks=6&sto_style=doubling&stosedm_separate=no&max_win=20",
        "sto_style=fixed&sto_marriage=each&hearts_double=no&stosedm_separate=no",
        "sto_marriage=first&talon_ax=forbidden",
    ] {
        let compared = check(&Marias::voleny(options).unwrap(), 250);
        assert!(compared > 100, "{options}: {compared} deals were played");
    }
}

#[test]
fn every_contract_of_licitovany_is_paid_as_the_data_says() {
    for options in ["", "preset=tournament", "opening=free&hold=no&lead=declarer"] {
        let compared = check(&Marias::licitovany(options).unwrap(), 250);
        assert!(compared > 60, "{options}: {compared} deals were played");
    }
}

#[test]
fn a_hundred_with_the_first_of_two_kinds_of_marriages_is_paid_as_the_data_says() {
    for game in [Marias::voleny("sto_marriage=first"), Marias::licitovany("sto_marriage=first")] {
        let (game, asked) = (game.unwrap(), Cell::new(0));
        // The scores of all three players are asked for once when a deal is first given and once when it is paid.
        let scores = |s: &marias::State, p: game::Player| {
            let earlier = |feat: &Feat| matches!(feat, Feat::Earlier { .. });
            let mixed = game.in_play(s).is_some_and(|deal| deal.objective.feats.iter().any(earlier));
            asked.set(asked.get() + usize::from(mixed));
            s.totals[p.index()]
        };
        objective_law(&game, 4, 5000, scores).unwrap();
        assert!(asked.get() > 30, "{} deals were played for such a hundred", asked.get() / 3);
    }
}
