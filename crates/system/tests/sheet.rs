//! The rules in words: every section is there in three languages, and it reads as a rule sheet, not as code.

use game::Lang;
use system::{SystemGame, rules_text};

const GAMES: [&str; 10] = [
    "tictactoe",
    "nim",
    "connect4",
    "reversi",
    "klondike",
    "ludo",
    "smallchess",
    "prsi",
    "mill",
    "alquerque",
];

fn described(name: &str) -> SystemGame {
    let text = std::fs::read_to_string(testkit::data(&format!("system/{name}/{name}.pl"))).unwrap();
    system::load(&text, name).0.unwrap()
}

#[test]
fn every_game_has_a_rule_sheet_in_three_languages() {
    for name in GAMES {
        let game = described(name);
        let sheets = [Lang::En, Lang::Cs, Lang::Sk].map(|l| rules_text(&game, l));
        let headings = [
            ["## Components", "## Start", "## A turn", "## Order of play", "## End and winner"],
            ["## Co je potřeba", "## Začátek", "## Tah", "## Kdo je na tahu", "## Konec a vítěz"],
            ["## Čo treba", "## Začiatok", "## Ťah", "## Kto je na ťahu", "## Koniec a víťaz"],
        ];
        for (sheet, headings) in sheets.iter().zip(headings) {
            for h in headings {
                assert!(sheet.contains(h), "{name}: no '{h}' in\n{sheet}");
            }
            for code in [":-", "\\+", "select(", "state(", "[]", "_ |", "~1", "as described", "podle popisu"]
            {
                assert!(!sheet.contains(code), "{name}: '{code}' in\n{sheet}");
            }
        }
        assert_ne!(sheets[0], sheets[1]);
        assert_ne!(sheets[1], sheets[2]);
    }
}

#[test]
fn the_sheet_of_tic_tac_toe_says_the_rules() {
    let sheet = rules_text(&described("tictactoe"), Lang::En);
    for sentence in [
        "# Tic-tac-toe",
        "- Players: 2 (cross, nought)",
        "- Tokens: 9 (5 × cross, 4 × nought)",
        "- Supply (cross): 5 × cross",
        "- Empty: field",
        "- One of the player's own marks is put on an empty field.",
        "The players take turns.",
        "- A player has won if three tokens of the player lie in one row, column or diagonal.",
        "- The game is drawn if every field is taken and nobody has three in a line.",
    ] {
        assert!(sheet.contains(sentence), "'{sentence}' is not in\n{sheet}");
    }
}

#[test]
fn the_sheet_of_klondike_lists_eleven_moves() {
    let sheet = rules_text(&described("klondike"), Lang::En);
    let turn = sheet.split("## A turn").nth(1).unwrap().split("##").next().unwrap();
    assert_eq!(turn.lines().filter(|l| l.starts_with("- ")).count(), 11, "{turn}");
    assert!(turn.contains(
        "- X from the waste to pile Y if the top card of the pile is one higher and of the other colour."
    ));
    assert_eq!(turn.matches("king").count(), 3, "only kings go to an empty pile: {turn}");
}

#[test]
fn the_sheet_says_in_which_case_the_same_player_moves_again() {
    for (name, en, cs) in [
        (
            "mill",
            "in the zone “raised hammer”, the same player",
            "Dokud na místě „zvednuté kladívko“ něco leží,",
        ),
        (
            "alquerque",
            "in the zone “stone that jumps”, the same player",
            "Dokud na místě „skákající kámen“ něco leží,",
        ),
    ] {
        let game = described(name);
        has(&rules_text(&game, Lang::En), &[en]);
        has(&rules_text(&game, Lang::Cs), &[cs]);
    }
}

#[test]
fn squares_are_called_by_their_names() {
    has(&rules_text(&described("smallchess"), Lang::En), &["- A1, d1: white rook", "- B1: white king"]);
    has(&rules_text(&described("reversi"), Lang::Sk), &["- D4, e5: biely", "pole (ostatné)"]);
}

/// A description without a word of its own: its conditions are read off the clauses.
const BARE: &str = "
player(ann).
player(bob).
alike(c).
state(ann, [heap(1, [c, c]), heap(2, [c]), stock([c]), dice([0]), cards([])]).
marker(N) :- between(0, 6, N).
turn(take, state(P, [heap(1, [c | H]) | Z]), state(P, [heap(1, H) | Z0])) :- free(Z), put(Z, Z0).
turn(give, state(P, In), state(P, [stock(S), cards([c]) | Z])) :- select(stock([c | S]), In, Z0), select(cards([]), Z0, Z).
turn(pass, state(P, Z), state(P, Z)) :- \\+ member(heap(_, [_ | _]), Z), \\+ free(Z), member(dice([6]), Z).
free(Z) :- member(stock([]), Z).
put(Z, Z).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(P, Z), P) :- \\+ memberchk(heap(_, []), Z).
win(state(_, Z), draw) :- \\+ ( member(heap(_, H), Z), long(H), free(Z) ).
long([_, _, _]).
label(free, en, 'there is room'). label(free, cs, 'je místo'). label(free, sk, 'je miesto').
label(long, en, 'a heap is long'). label(long, cs, 'je tu dlouhá hromádka'). label(long, sk, 'je tu dlhá kôpka').
label(heap, en, heap). label(heap, cs, 'velká hromádka'). label(heap, sk, 'veľká kôpka').
label(stock, en, stock). label(stock, cs, 'talon'). label(stock, sk, 'talón').
label(cards, en, 'closed cards'). label(cards, cs, 'skryté karty'). label(cards, sk, 'skryté karty').
label(dice, en, die). label(dice, cs, kostka). label(dice, sk, kocka).
";

#[test]
fn conditions_are_read_off_the_clauses_and_agree_in_gender_and_number() {
    let (game, _) = system::load(BARE, "bare");
    let game = game.unwrap();
    let expected = [
        (
            Lang::En,
            [
                "- Take if the heap (1) is not empty and there is room.",
                "- Give if the stock is not empty and there are no closed cards.",
                "- Pass if the die shows 6, every heap is empty and it is not so that there is room.",
                "- A player has won if no heap is empty.",
                "- The game is drawn if it is not so that a heap is long and there is room.",
            ],
        ),
        (
            Lang::Cs,
            [
                "- Take, pokud velká hromádka (1) není prázdná a je místo.",
                "- Give, pokud talon není prázdný a nejsou žádné skryté karty.",
                "kostka ukazuje 6, každá velká hromádka je prázdná a neplatí, že je místo",
                "- Hráč vyhrál, pokud žádná velká hromádka není prázdná.",
                "- Hra končí nerozhodně, pokud neplatí, že je tu dlouhá hromádka a je místo.",
            ],
        ),
        (
            Lang::Sk,
            [
                "- Take, ak veľká kôpka (1) nie je prázdna a je miesto.",
                "- Give, ak talón nie je prázdny a nie sú žiadne skryté karty.",
                "kocka ukazuje 6, každá veľká kôpka je prázdna a neplatí, že je miesto",
                "- Hráč vyhral, ak žiadna veľká kôpka nie je prázdna.",
                "- Hra sa končí nerozhodne, ak neplatí, že je tu dlhá kôpka a je miesto.",
            ],
        ),
    ];
    for (lang, sentences) in expected {
        let sheet = rules_text(&game, lang);
        for sentence in sentences {
            assert!(sheet.contains(sentence), "'{sentence}' is not in\n{sheet}");
        }
    }
}

#[test]
fn shipped_descriptions_speak_in_whole_sentences() {
    for name in GAMES {
        let game = described(name);
        for lang in [Lang::En, Lang::Cs, Lang::Sk] {
            let sheet = rules_text(&game, lang);
            let rules = sheet.split("\n## ").filter(|part| {
                ["A turn", "Tah", "Ťah", "Chance", "Náhoda", "End", "Konec", "Koniec"]
                    .iter()
                    .any(|h| part.starts_with(h))
            });
            for line in rules.flat_map(|part| part.lines().skip(1)).filter(|l| l.starts_with("- ")) {
                assert!(line.ends_with('.'), "{name}: {line}");
                for clumsy in ["it is not so that", "neplatí, že", ": empty", ": prázdno", "(", "->"] {
                    assert!(!line.contains(clumsy), "{name}: '{clumsy}' in {line}");
                }
            }
        }
    }
}

/// Hexapawn without a word for people.
const HEXAPAWN: &str = include_str!("data/hexapawn.pl");

/// A small whist for two pairs.
const WHIST: &str = include_str!("data/whist.pl");

fn has(sheet: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert!(sheet.contains(sentence), "'{sentence}' is not in\n{sheet}");
    }
}

#[test]
fn a_description_without_labels_says_what_moves_and_who_wins() {
    let game = system::load(HEXAPAWN, "hexapawn").0.unwrap();
    let sheet = system::sheet(&game, Lang::En);
    has(
        &sheet.text,
        &[
            "- F (1, 1), (2, 1), (3, 1): w\n",
            "- Empty: f (the others), out",
            "- A token goes from one f to another that is empty.",
            "- A token goes from one f to another that is taken; a token goes from f to out.",
            "The players take turns.",
            "- The winner is white if w lies in f (·, 3).",
            "- The player who moved last has won if the player to move cannot move.",
        ],
    );
    assert_eq!(sheet.unnamed, ["ahead/3", "b", "black", "f", "out", "w", "white"]);
    let cs = system::sheet(&game, Lang::Cs).text;
    has(
        &cs,
        &[
            "- Kámen jde z místa „f“ na jiné takové místo, které je prázdné.",
            "- Vyhrává hráč, který táhl naposled, pokud hráč na tahu nemůže táhnout.",
        ],
    );
}

#[test]
fn the_winner_of_a_trick_leads_and_the_deal_is_counted() {
    let game = system::load(WHIST, "whist").0.unwrap();
    let sheet = system::sheet(&game, Lang::En);
    has(
        &sheet.text,
        &[
            "- Teams: ns (n, s); ew (e, w)",
            "each player gets 3 tokens (hand)",
            "Whoever takes what lies in the trick moves next.",
            "- A team has won if every hand is empty.",
        ],
    );
    assert!(!sheet.text.contains("## Chance"), "the deal is said at the start:\n{}", sheet.text);
    let sk = system::sheet(&game, Lang::Sk).text;
    has(
        &sk,
        &["každý hráč dostane 3 kusy (hand)", "Kto vezme, čo leží na mieste „trick“, je potom na ťahu."],
    );
}

#[test]
fn how_many_tokens_lie_where_is_said_as_the_rule_asks() {
    let text = "player(ann). player(bob). alike(p).
        state(ann, [f(1, [p]), f(2, [p]), f(3, []), won(ann, []), won(bob, []), box([])]).
        turn(go(A, B), state(P, Z), state(P, [f(A, []), f(B, [p]) | R])) :- select(f(A, [p]), Z, Y), select(f(B, []), Y, R).
        next(_, state(ann, Z), state(bob, Z)). next(_, state(bob, Z), state(ann, Z)).
        win(state(_, Z), ann) :- member(box([_, _, _]), Z).
        win(state(_, Z), bob) :- member(won(bob, L), Z), length(L, N), N >= 4.
        win(state(_, Z), ann) :- member(won(ann, L), Z), length(L, N), 4 < N, \\+ member(f(3, []), Z).
        win(state(_, Z), bob) :- member(f(2, []), Z), \\+ member(box([_, _]), Z).
        win(state(_, Z), draw) :- \\+ member(f(_, [p]), Z), member(won(bob, [_, _ | _]), Z).";
    let (game, found) = system::load(text, "counts");
    let game = game.unwrap_or_else(|| panic!("{found:?}"));
    let said = |lang| rules_text(&game, lang);
    has(
        &said(Lang::En),
        &[
            "- The winner is ann if the box holds exactly 3 tokens.",
            "- The winner is bob if the won (bob) holds at least 4 tokens.",
            "- The winner is ann if the won (ann) holds at least 5 tokens and the f (3) is not empty.",
            "- The winner is bob if the f (2) is empty and it is not so that the box holds exactly 2 tokens.",
            "- The game is drawn if the won (bob) holds at least 2 tokens and it is not so that p lies in f.",
        ],
    );
    has(&said(Lang::Cs), &["- Vítězem je bob, pokud na místě „won (bob)“ leží nejméně 4 kusy."]);
}

#[test]
fn a_comparison_that_has_no_words_is_asked_for_by_name() {
    let text = "player(ann). player(bob). marker(N) :- between(0, 9, N).
        state(ann, [points(ann, [0]), points(bob, [0])]).
        turn(add, state(P, Z), state(P, [points(P, [M]) | R])) :- select(points(P, [N]), Z, R), N < 9, M is N + 1.
        next(_, state(ann, Z), state(bob, Z)). next(_, state(bob, Z), state(ann, Z)).
        win(state(_, Z), P) :- member(points(P, [N]), Z), N >= 5.";
    let unnamed = |text: &str| {
        let (game, found) = system::load(text, "points");
        system::sheet(&game.unwrap_or_else(|| panic!("{found:?}")), Lang::En).unnamed
    };
    let has = |list: Vec<String>, name: &str| list.iter().any(|n| n == name);
    assert!(has(unnamed(text), "when(win)") && has(unnamed(text), "when(add)"), "{:?}", unnamed(text));
    let worded = format!(
        "{text}\nlabel(when(win), en, 'a player has five points'). label(add, en, 'a point is added')."
    );
    assert!(
        !has(unnamed(&worded), "when(win)") && !has(unnamed(&worded), "when(add)"),
        "{:?}",
        unnamed(&worded)
    );
    let (game, _) = system::load(text, "points");
    assert!(!rules_text(&game.unwrap(), Lang::En).contains("Tokens: 0"), "there are only marks");
}

#[test]
fn after_a_choice_between_moving_and_throwing_the_choice_is_named() {
    let text = "player(ann). player(bob). marker(0). marker(1). alike(c).
        state(ann, [die([0]), heap([c, c, c, c]), aside([])]).
        chance(1, throw, state(P, [die([0]) | Z]), state(P, [die([1]) | Z])).
        turn(take, state(P, [die([D]), heap([c | H]), aside(A)]), state(P, [die([D]), heap(H), aside([c | A])])).
        next(_, state(P, [die([_]) | Z]), state(Q, [die([0]) | Z])) :- other(P, Q).
        other(ann, bob). other(bob, ann).
        win(state(P, [die([0]), heap([]), aside(_)]), Q) :- other(P, Q).";
    let (game, found) = system::load(text, "choice");
    let sheet = rules_text(&game.unwrap_or_else(|| panic!("{found:?}")), Lang::En);
    has(&sheet, &["After “throw” the same player moves again."]);
}

#[test]
fn shipped_card_games_say_how_they_are_dealt() {
    let sheets = |name: &str| {
        let game = described(name);
        [Lang::En, Lang::Cs, Lang::Sk].map(|l| rules_text(&game, l))
    };
    let [en, cs, sk] = sheets("prsi");
    has(
        &en,
        &[
            "- The cards are shuffled and dealt: each player gets 4 cards (hand); pile: 1 card; stock: 23 cards",
        ],
    );
    has(
        &cs,
        &[
            "- Karty se zamíchají a rozdají: každý hráč dostane 4 karty (ruka); odložené karty: 1 karta; talon: 23 karet",
        ],
    );
    has(
        &sk,
        &[
            "- Karty sa zamiešajú a rozdajú: každý hráč dostane 4 karty (ruka); odložené karty: 1 karta; talón: 23 kariet",
        ],
    );
    let [en, cs, sk] = sheets("klondike");
    has(&en, &["stock: 24 cards; closed cards, in order: 0, 1, 2, 3, 4, 5, 6; open pile: 7 × 1 card"]);
    has(&cs, &["skryté karty, popořadě: 0, 1, 2, 3, 4, 5, 6; odkrytá hromádka: 7 × 1 karta"]);
    has(&sk, &["skryté karty, postupne: 0, 1, 2, 3, 4, 5, 6; odkrytá kôpka: 7 × 1 karta"]);
}

#[test]
fn shipped_descriptions_have_words_for_everything_in_every_language() {
    for name in GAMES {
        for lang in [Lang::En, Lang::Cs, Lang::Sk] {
            assert_eq!(
                system::sheet(&described(name), lang).unnamed,
                Vec::<String>::new(),
                "{name} {lang:?}"
            );
        }
    }
}

#[test]
fn a_text_in_another_language_is_never_used() {
    let text = "player(ann). player(bob). state(ann, [heap([x])]). turn(take, S, S).
        next(_, state(ann, Z), state(bob, Z)). next(_, state(bob, Z), state(ann, Z)). win(_, draw) :- fail.
        label(heap, en, 'the great heap'). label(take, 'take').";
    let game = system::load(text, "x").0.unwrap();
    let sheet = system::sheet(&game, Lang::Cs);
    assert!(!sheet.text.contains("great") && sheet.text.contains("heap"), "{}", sheet.text);
    assert!(sheet.unnamed.contains(&"heap".to_string()) && !sheet.unnamed.contains(&"take".to_string()));
}
