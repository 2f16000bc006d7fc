//! The hint that a person gets: with values where the recommended player has none, and with all cards that are put away together.

use game::{Lang, Limit, Rng, Table, Turn};
use trainer::{advise, ladder};

/// A table of a game of the catalog, dealt, after so many moves by no plan.
fn after(name: &str, seed: u64, moves: usize) -> Box<dyn Table> {
    let game = catalog::find(name).unwrap();
    let mut table = game.table(seed);
    let mut rng = Rng::new(seed);
    let mut made = 0;
    while made < moves || table.turn() == Turn::Chance {
        if table.turn() == Turn::Chance {
            drop(table.roll().unwrap());
            continue;
        }
        let offers = table.offers(Lang::En);
        table.play(&offers[rng.below(offers.len())].text).unwrap();
        made += 1;
    }
    table
}

#[test]
fn the_first_disc_goes_into_the_middle_and_its_rivals_are_those_beside_it() {
    let table = after("connect4", 1, 0);
    let agent = catalog::find("connect4").unwrap().strongest();
    let advice = advise(&*table, &agent, 1, &Limit::nodes(400_000)).unwrap();
    assert_eq!(advice.text, "d", "{:?}", advice.values);
    assert_eq!(advice.values.len(), 7);
    let shown = ladder(&*table, &advice, Lang::En);
    assert!(!shown.choices.iter().any(|choice| choice.text == "a"), "{:?}", shown.choices);
}

#[test]
fn a_proven_win_stays_whatever_the_values_say() {
    let mut table = after("connect4", 1, 0);
    for column in ["d", "a", "d", "b", "d", "g"] {
        table.play(column).unwrap();
    }
    let agent = catalog::find("connect4").unwrap().strongest();
    let advice = advise(&*table, &agent, 1, &Limit::nodes(100_000)).unwrap();
    assert_eq!(advice.text, "d");
    let shown = ladder(&*table, &advice, Lang::Cs);
    assert_eq!(shown.because, ["hned vyhrává"]);
}

#[test]
fn cards_that_are_put_away_together_are_named_together() {
    let game = catalog::find("marias").unwrap();
    let mut table = after("marias", 4, 1);
    let me = table.turn();
    let advice = advise(&*table, &game.strongest(), 1, &Limit::nodes(20_000)).unwrap();
    let shown = ladder(&*table, &advice, Lang::En);
    let then = shown.because.iter().find(|text| text.starts_with("then to the talon: "));
    let then = then.unwrap_or_else(|| panic!("{:?}", shown.because)).clone();
    table.play(&advice.text).unwrap();
    assert_eq!(table.turn(), me);
    let label = then.trim_start_matches("then ");
    assert!(table.offers(Lang::En).iter().any(|offer| offer.label == label), "{then}");
    // A card that is led is not followed by the next lead, which nobody knows yet.
    let trick = after("schnapsen", 2, 3);
    let advice =
        advise(&*trick, &catalog::find("schnapsen").unwrap().strongest(), 1, &Limit::nodes(2_000)).unwrap();
    let shown = ladder(&*trick, &advice, Lang::En);
    assert!(!shown.because.iter().any(|text| text.starts_with("then ")), "{:?}", shown.because);
}
