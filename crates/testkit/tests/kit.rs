//! Tables, playthroughs, agreement and tree literals.

use game::{Game, Player, Show, Turn, walk};
use testkit::{
    Agreement, Fact, Laws, Tree, agree, compare, golden, laws, perft_facts, plain, playthrough, read_perft,
};

fn tree(text: &str) -> Tree {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn value(text: &str) -> Vec<f64> {
    let tree = tree(text);
    plain(&tree, &tree.initial())
}

#[test]
fn a_literal_is_a_game_that_keeps_the_laws() {
    for text in ["7", "max(1)", "max(min(3 5) min(2 9) 4)", "chance(2:max(1 2) min(0 -1))"] {
        Laws::new(10, 1).zero_sum().assert(&tree(text));
    }
    laws(&tree("p1(p2([1 2 3] [3 2 1]) p3([0 0 9] [5 5 5]))"), 10, 2);
    for seed in 0..20 {
        Laws::new(3, seed).zero_sum().assert(&Tree::random(seed, 6, 3, 10, true));
    }
}

#[test]
fn values_of_literals_are_what_one_reads_off() {
    assert_eq!(value("max(min(3 5) 2)"), [3.0, -3.0]);
    assert_eq!(value("max(min(3 5) min(6 7) -2)"), [6.0, -6.0]);
    assert_eq!(value("max(chance(1:8 3:-4) -2)"), [-1.0, 1.0]);
    assert_eq!(value("p1(p2([1 2 3] [3 2 4]) p3([0 0 9] [5 5 5]))"), [1.0, 2.0, 3.0]);
}

#[test]
fn a_literal_reads_back_from_its_text() {
    for text in ["max(min(3 5) 2)", "chance(2:max(1 2) -3)", "p3([1 2 3] max([0 0 0] [1 1 1]))"] {
        assert_eq!(tree(text).to_string(), text);
    }
    for seed in 0..50 {
        let random = Tree::random(seed, 5, 3, 4, seed % 2 == 0);
        assert_eq!(tree(&random.to_string()).to_string(), random.to_string());
    }
}

#[test]
fn equal_subtrees_are_one_state() {
    let tree = tree("max(min(1 2) min(1 2) min(2 1))");
    assert_eq!(walk::reachable(&tree, &tree.initial(), 100), Some(5));
    assert_eq!(walk::perft(&tree, &tree.initial(), 2), 6);
}

#[test]
fn a_wrong_literal_is_explained() {
    let fault = |text: &str| text.parse::<Tree>().unwrap_err().to_string();
    assert_eq!(fault("max(1 2"), "at byte 7: expected a score, max(…), min(…), p1(…) or chance(…)");
    assert_eq!(fault("max 1"), "at byte 4: expected '('");
    assert_eq!(fault("max()"), "at byte 5: a decision without moves");
    assert_eq!(fault("1 2"), "at byte 2: the tree ends here, but the text goes on");
    assert_eq!(fault("[]"), "at byte 2: a leaf without scores");
    assert_eq!(fault("p3(1 2)"), "at byte 0: player 3 decides, but leaves have 2 scores");
    assert_eq!(fault("max([1 2 3] 1)"), "at byte 0: leaves for 3 and for 2 players");
    assert_eq!(fault(&"max(".repeat(5000)), "at byte 804: the tree is too deep");
    assert!("max(žluť)".parse::<Tree>().is_err());
}

#[test]
fn a_table_is_read_and_checked() {
    let text = "# a tree\ngame t\n1 3 2 # two are equal\n2 6\nplays 6\nreachable 5\n\ngame u\n1 1\n";
    let sections = read_perft(text).unwrap();
    assert_eq!(sections.iter().map(|s| s.game.as_str()).collect::<Vec<_>>(), ["t", "u"]);
    assert_eq!(sections[0].facts[0], (3, Fact::Nodes { depth: 1, nodes: 3, states: Some(2) }));
    let tree = tree("max(min(1 2) min(1 2) min(2 1))");
    assert_eq!(perft_facts(&tree, &sections[0].facts, 100), Ok(4));
    assert_eq!(
        perft_facts(&tree, &sections[0].facts, 5),
        Ok(2),
        "larger numbers are left to a release build"
    );
    let wrong = |line: &str| {
        let sections = read_perft(&format!("game t\n{line}\n")).unwrap();
        perft_facts(&tree, &sections[0].facts, 100).unwrap_err()
    };
    assert_eq!(wrong("2 7"), "line 2: sequences: the table says 7, counted Some(6)");
    assert_eq!(wrong("1 3 3"), "line 2: states: the table says 3, counted Some(2)");
    assert_eq!(wrong("plays 5"), "line 2: complete plays: the table says 5, counted Some(6)");
    assert_eq!(wrong("reachable 4"), "line 2: reachable states: the table says 4, counted Some(5)");
}

#[test]
fn an_unreadable_table_is_explained() {
    assert_eq!(
        read_perft("1 2").unwrap_err(),
        "line 1: no line 'game ID' says which game this counts: '1 2'"
    );
    assert!(read_perft("game t\none two").unwrap_err().starts_with("line 2: expected 'game ID'"));
}

#[test]
fn a_playthrough_shows_every_step_and_fits_its_file() {
    let tree = tree("max(min(3 5) chance(2:1 -1))");
    let text = playthrough(&tree, &["2", "1"], 1);
    assert!(text.contains("player 1 of: 1 2\n> 2\n"), "{text}");
    assert!(text.contains("chance of: 1 2\n> 1\n"), "{text}");
    assert!(text.ends_with("over after 2 moves, scores 1 -1\n"), "{text}");
    let file = std::env::temp_dir().join(format!("partie-golden-{}.txt", std::process::id()));
    std::fs::write(&file, playthrough(&tree, &[], 5)).unwrap();
    golden(&tree, &file, 5);
    std::fs::write(&file, &text).unwrap();
    assert_eq!(compare(&text, &file), Ok(()));
    let fault = compare(&text.replace("> 2", "> 1"), &file).unwrap_err();
    assert!(fault.contains("golden: > 2\n  now:    > 1"), "{fault}");
    let longer = format!("{text}more\n");
    assert!(compare(&longer, &file).unwrap_err().contains("golden: the end\n  now:    more"));
    std::fs::remove_file(&file).unwrap();
    assert!(compare(&text, &file).unwrap_err().contains("UPDATE_GOLDEN=1 writes it"));
}

#[test]
fn a_long_play_is_cut_in_the_middle() {
    let long = tree(&(0..150).fold("5".to_string(), |inner, _| format!("max({inner})")));
    let text = playthrough(&long, &[], 1);
    assert!((190..=200).contains(&text.lines().count()), "{} lines", text.lines().count());
    assert!(text.contains("moves later") && text.ends_with("over after 150 moves, scores 5 -5\n"));
}

#[test]
fn agreement_finds_the_first_difference() {
    let a = tree("max(min(3 5) chance(2:1 -1))");
    agree(&a, &a.clone(), 20, 1);
    let differs = |other: &str, cause: &str| {
        let identity: &dyn Fn(&str) -> String = &|text| text.to_string();
        let same = Agreement { plays: 50, seed: 1, most: 100, text: identity, scores: &|s| s.to_vec() };
        let fault = same.check(&a, &tree(other)).unwrap_err();
        assert!(fault.contains(cause), "{other}: {fault}");
    };
    differs("max(min(3 4) chance(2:1 -1))", "the scores are [5, -5] or [4, -4]");
    differs("max(min(3 5) chance(1:1 -1))", "the chance of '1' is not the same");
    differs("max(min(3 5 6) chance(2:1 -1))", "only the second allows '3'");
    differs("max(min(3) chance(2:1 -1))", "only the first allows '2'");
    differs("max(max(3 5) chance(2:1 -1))", "it is the turn of");
    differs("p1([1 2 3])", "2 players against 3");
}

#[test]
fn agreement_maps_notation_and_scores() {
    let (a, b) = (tree("max(10 -20)"), tree("max(-1 1)"));
    let flip: &dyn Fn(&str) -> String = &|text| if text == "1" { "2".into() } else { "1".into() };
    let sign: &dyn Fn(&[i32]) -> Vec<i32> = &|scores| scores.iter().map(|s| s.signum()).collect();
    Agreement { plays: 20, seed: 1, most: 9, text: flip, scores: sign }.check(&a, &b).unwrap();
}

#[test]
fn the_score_of_an_inner_node_is_even_and_its_moves_are_numbered() {
    let tree = tree("max(min(3 5) 2)");
    let start = tree.initial();
    assert_eq!((tree.turn(&start), tree.score(&start, Player(0))), (Turn::Player(Player(0)), 0));
    assert_eq!(tree.parse(&start, "2"), Ok(1));
    assert!(tree.parse(&start, "3").is_err());
}
