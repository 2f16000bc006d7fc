//! The page of the book: its description loads without a finding, and every predicate it names is one the loader knows.

#[test]
fn the_description_on_the_page_loads_and_plays() {
    let page = include_str!("../../../docs/src/system.md");
    let text = page.split("```prolog\n").nth(1).unwrap().split("```").next().unwrap();
    let (game, findings) = system::load(text, "take");
    assert!(findings.is_empty(), "{findings:?}");
    let game = game.unwrap();
    testkit::Laws::new(5, 1).zero_sum().assert(&game);
    assert_eq!(game::walk::reachable(&game, &game::Game::initial(&game), 100), Some(8));
    assert!(game.explain().iter().any(|l| l.contains("next/3 is deterministic")));
    assert!(game.explain().iter().any(|l| l.contains("win at line 14: 2 results")), "{:#?}", game.explain());
    assert!(game.interpreted().explain().iter().any(|l| l.contains("not applied")));
}
