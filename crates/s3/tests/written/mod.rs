//! Descriptions in the first dialect, written for what the fast path once refused: named expressions that call
//! themselves, check and turn in one, leave values for the follow-up, or set a variable of their rule's patterns.

use std::fmt::Write as _;

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Reversi on 6×6 without passing, around these expressions: `CheckMove` allows a move, `Turn` follows it.
fn reversi(expressions: &str) -> String {
    let mut t = String::from(
        "[ELEMENT TYPES]\nname=stone\nstates=2\nimage=w.png\npoint=1,1\nimage=b.png\npoint=1,1\n\n[LOCATION TYPES]\n",
    );
    for (name, relevant) in [("grid", "yes"), ("stackb", "no"), ("stackw", "no")] {
        let _ = write!(t, "name={name}\nimage=p.png\nshape=circle(9)\npoint=1,1\nrelevant={relevant}\n\n");
    }
    t.push_str("[LOCATIONS]\n");
    for kind in ["b", "w"] {
        (1..=16).for_each(|i| {
            let _ = write!(t, "name=st{kind}({i})\ntype=stack{kind}\npoint=1,1\n\n");
        });
    }
    for (x, y) in (1..=6).flat_map(|y| (1..=6).map(move |x| (x, y))) {
        let _ = write!(t, "name=b({x},{y})\ntype=grid\npoint=1,1\n\n");
    }
    t.push_str("[PLAYER NAMES]\n1=white\nscore=2\n2=black\nscore=2\n\n[MOVABLE ELEMENTS]\n");
    let start = [("b(3,3)", 1), ("b(4,4)", 1), ("b(3,4)", 2), ("b(4,3)", 2)];
    let start = start.map(|(place, state)| (place.to_string(), state)).into_iter();
    let stacks = [("b", 2), ("w", 1)].into_iter();
    let stacks = stacks.flat_map(|(kind, state)| (1..=16).map(move |i| (format!("st{kind}({i})"), state)));
    for (i, (place, state)) in start.chain(stacks).enumerate() {
        let _ = write!(t, "name=s({})\ntype=stone\nlocation={place}\nstate={state}\n\n", i + 1);
    }
    t.push_str("[EXPRESSIONS]\n");
    t.push_str(expressions);
    t.push_str(
        "
Stones($OTHER)
  $COUNT = 0
  FORALL($X, 1, 6, FORALL($Y, 1, 6, (EMPTY(\"b($X,$Y)\") OR (STATE(CONTENT(\"b($X,$Y)\")) == $OTHER)) OR ($COUNT = ($COUNT + 1))))
  $COUNT
END

Full
  FORALL($A, 1, 6, FORALL($B, 1, 6, NOT EMPTY(\"b($A,$B)\")))
END

[SCORINGS]
situation=true
player=1
score=Stones(2)-SCORE(1)
player=2
score=Stones(1)-SCORE(2)

[END OF GAME]
situation=Full AND (SCORE(1)>SCORE(2))
winner=1
situation=Full AND (SCORE(2)>SCORE(1))
winner=2
situation=Full AND (SCORE(1)==SCORE(2))
winner=0

[GAME RULES]
",
    );
    for (name, player, kind) in [("white", 1, "w"), ("black", 2, "b")] {
        let _ = write!(
            t,
            "name={name}\nelement=s($J)\nplayer={player}\nfrom=st{kind}($K)\nto=b($L,$M)\ncondition=CheckMove\nfollowup=Turn\n\n"
        );
    }
    t
}

fn each(line: impl Fn(i32, i32) -> String, between: &str) -> String {
    DIRECTIONS.map(|(x, y)| line(x, y)).join(between)
}

/// One expression checks a line and, if told so, turns it on the way back.
fn check_and_turn() -> String {
    let expressions = format!(
        "Line($DX,$DY,$TURN)
  $X = $L + $DX
  $Y = $M + $DY
  (NOT EMPTY(\"b($X,$Y)\")) AND (STATE(CONTENT(\"b($X,$Y)\")) != PLAYER)
  Further
END

Further
  NOT EMPTY(\"b($X,$Y)\")
  IF(STATE(CONTENT(\"b($X,$Y)\")) == PLAYER, true, ($X = ($X + $DX)) AND ($Y = ($Y + $DY)) AND Further AND Back)
END

Back
  $X = $X - $DX
  $Y = $Y - $DY
  IF($TURN, SETSTATE(CONTENT(\"b($X,$Y)\"), PLAYER), true)
END

CheckMove
  {}
END

Turn
  {}
  NEXTPLAYER
END
",
        each(|x, y| format!("Line({x},{y},false)"), " OR "),
        each(|x, y| format!("Line({x},{y},true) OR true"), "\n  "),
    );
    reversi(&expressions)
}

const LINES: &str = "Walk
  $X = $X + $DX
  $Y = $Y + $DY
  $N = $N + 1
  NOT EMPTY(\"b($X,$Y)\")
  (STATE(CONTENT(\"b($X,$Y)\")) == PLAYER) OR Walk
END

Back
  $X = $X - $DX
  $Y = $Y - $DY
  $N = $N - 1
  IF($N == 0, true, SETSTATE(CONTENT(\"b($X,$Y)\"), PLAYER) AND Back)
END

Line($DX,$DY)
  BEFORE
  $X = $L
  $Y = $M
  $N = 0
  Walk
  $N > 1
END

";

/// The condition leaves for the follow-up in which directions stones are turned.
fn directions_left() -> String {
    let names = ["$A", "$B", "$C", "$D", "$E", "$F", "$G", "$H"];
    let mut expressions = format!("{}CheckMove\n", LINES.replace("BEFORE", "true"));
    for (name, (x, y)) in names.iter().zip(DIRECTIONS) {
        let _ = writeln!(expressions, "  {name} = Line({x},{y})");
    }
    let _ = write!(expressions, "  {}\nEND\n\nTurn\n", names.join(" OR "));
    for (name, (x, y)) in names.iter().zip(DIRECTIONS) {
        let _ = writeln!(expressions, "  IF({name}, Line({x},{y}) AND Back, true)");
    }
    expressions.push_str("  NEXTPLAYER\nEND\n");
    reversi(&expressions)
}

/// The condition sets a variable of the pattern of its origin, and puts it back.
fn put_back() -> String {
    let lines = LINES.replace("BEFORE", "($K = ($K + 1)) AND ($K = ($K - 1))");
    let all = each(|x, y| format!("Line({x},{y})"), " OR ");
    let turn = each(|x, y| format!("IF(Line({x},{y}), Back, true)"), "\n  ");
    reversi(&format!("{lines}CheckMove\n  {all}\nEND\n\nTurn\n  {turn}\n  NEXTPLAYER\nEND\n"))
}

/// Stones that step or leap; the condition names the stone leapt over, the follow-up carries it off.
fn leaping() -> String {
    let mut t = String::from("[ELEMENT TYPES]\n");
    for name in ["white", "black"] {
        let _ = write!(t, "name={name}\nstates=2\nimage=w.png\npoint=1,1\nimage=b.png\npoint=1,1\n\n");
    }
    t.push_str("[LOCATION TYPES]\nname=field\nimage=p.png\nshape=circle(9)\npoint=1,1\n\n[LOCATIONS]\n");
    for (x, y) in (1..=4).flat_map(|y| (1..=4).map(move |x| (x, y))) {
        let _ = write!(t, "name=s({x},{y})\ntype=field\npoint=1,1\n\n");
    }
    (1..=5).for_each(|i| {
        let _ = write!(t, "name=off({i})\ntype=field\npoint=1,1\n\n");
    });
    t.push_str("[PLAYER NAMES]\n1=white\n2=black\n\n[MOVABLE ELEMENTS]\n");
    for (name, kind, y) in [("w", "white", 1), ("b", "black", 4)] {
        (1..=4).for_each(|x| {
            let _ = write!(t, "name={name}({x})\ntype={kind}\nlocation=s({x},{y})\n\n");
        });
    }
    t.push_str(
        "[EXPRESSIONS]
Step
  (ABS($K - $M) + ABS($L - $N)) == 1
END

Leap
  ((ABS($K - $M) + ABS($L - $N)) == 2) AND (((ABS($K - $M)) == 2) OR ((ABS($L - $N)) == 2))
  $X = ($K + $M) / 2
  $Y = ($L + $N) / 2
  $OVER = CONTENT(\"s($X,$Y)\")
  $MINE = CONTENT(\"s($K,$L)\")
  (NOT EMPTY(\"s($X,$Y)\")) AND (ELTYPE($OVER) != ELTYPE($MINE))
END

Off
  FORSOME($I, 5, 1, MOVE($OVER, \"s($X,$Y)\", \"off($I)\"))
  SETSTATE($OVER, 2)
  SETSTATE($MINE, 2)
  NEXTPLAYER
END

[END OF GAME]
situation=FORALL($I, 3, 5, NOT EMPTY(\"off($I)\"))
winner=3-PLAYER

[GAME RULES]
",
    );
    for (name, player) in [("w", 1), ("b", 2)] {
        let _ = write!(
            t,
            "name={name} step\nelement={name}($J)\nplayer={player}\nfrom=s($K,$L)\nto=s($M,$N)\ncondition=Step\nfollowup=NEXTPLAYER\n\n\
             name={name} leap\nelement={name}($J)\nplayer={player}\nfrom=s($K,$L)\nto=s($M,$N)\ncondition=Leap\nfollowup=Off\n\n"
        );
    }
    t
}

/// A condition that changes the state to see what would be: the change does not last.
fn trying() -> String {
    let expressions = format!(
        "Line($DX,$DY)
  $X = $L + $DX
  $Y = $M + $DY
  (NOT EMPTY(\"b($X,$Y)\")) AND (STATE(CONTENT(\"b($X,$Y)\")) != PLAYER)
  SETSTATE(CONTENT(\"b($X,$Y)\"), PLAYER)
  STATE(CONTENT(\"b($X,$Y)\")) == PLAYER
END

CheckMove
  {}
END

Turn
  {}
  NEXTPLAYER
END
",
        each(|x, y| format!("Line({x},{y})"), " OR "),
        each(|x, y| format!("Line({x},{y}) OR true"), "\n  "),
    );
    reversi(&expressions)
}

/// Reversi in several ways: the same game.
pub(crate) fn reversis() -> Vec<(&'static str, String)> {
    vec![
        ("check and turn in one", check_and_turn()),
        ("directions left for later", directions_left()),
        ("a variable of the pattern set and put back", put_back()),
    ]
}

/// All of them.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    let mut list = reversis();
    list.extend([("leaping", leaping()), ("a condition that changes the state", trying())]);
    list
}
