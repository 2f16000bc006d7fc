//! The deal in play given as data is paid like the game, under every option that changes prices.

use cards::objective_law;
use marias::Marias;

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
