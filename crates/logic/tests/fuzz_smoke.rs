//! A short, deterministic fuzz of the reader and of random goals: nothing panics, nothing outlives its limits.
//! Longer runs belong to the fuzz targets; here a few seconds on every test run keep the laws honest.

use logic::{Failure, Limits, Machine, Program};

/// A small generator (xorshift*), so that a failing case can be named by its number.
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Pieces of text: whole tokens, broken tokens and characters that belong nowhere.
const TOKENS: &[&str] = &[
    "a",
    "foo",
    "X",
    "_",
    "_Y",
    "0",
    "1",
    "42",
    "-1",
    "1.5",
    "1.0e10",
    "1.0e",
    "0'a",
    "0'",
    "0'\\n",
    "0x1f",
    "0b2",
    "123456789012345678901234567890",
    "'q a'",
    "'it''s'",
    "'\\n'",
    "'\\x41\\'",
    "'\\x'",
    "'unclosed",
    "\"str\"",
    "\"un",
    "`b`",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "|",
    ";",
    "!",
    "+",
    "-",
    "*",
    "/",
    "\\",
    "^",
    "**",
    "=",
    "==",
    "is",
    ":-",
    "-->",
    "?-",
    "->",
    "\\+",
    "mod",
    "rem",
    ".",
    ". ",
    ".\n",
    "% c\n",
    "/* c */",
    "/* open",
    " ",
    "\n",
    "\t",
    "f(",
    "[]",
    "{}",
    "[a|",
    "'$VAR'(3)",
    "é",
    "Ž",
    "→",
    "\u{0}",
    "\u{7f}",
    "\u{200b}",
    "dynamic",
    "- 1",
    "-(1)",
    "a:b",
    "@",
    "#",
];

/// Arguments for goals: good ones, bad ones, partial lists, big numbers, operators.
const ARGUMENTS: &[&str] = &[
    "X",
    "Y",
    "Z",
    "_",
    "a",
    "foo",
    "[]",
    "'A b'",
    "1",
    "0",
    "-1",
    "3",
    "1.5",
    "100000000000000000000",
    "f(X)",
    "f(a, Y)",
    "[a, b, c]",
    "[X|Y]",
    "[1, 2|T]",
    "[a|b]",
    "\"abc\"",
    "(a :- b)",
    "(a, X)",
    "p(X)",
    "q",
    "1 + 2",
    "X * 2",
    "foo / 0",
    "[0'a, 0'b]",
    "[x, '1']",
    "X-Y",
    "[b-1, a-2]",
    "{a}",
    "'$VAR'(1)",
    "- 1",
    "<",
    "user_output",
    "user_input",
    "p/1",
    "read",
    "[quoted(true)]",
    "(X = 1 ; X = 2)",
    "member(X, [1, 2, 3])",
    "call(X)",
    "throw(oops)",
    "!",
    "fail",
    "true",
    "f(g(h(X), [Y, Z]))",
    "atom(A)",
    "2 ** 200",
    "7 mod 0",
    "xfx",
    "700",
    "'|'",
    "end_of_file",
    "\"12\"",
    "'12'",
];

/// Predicates to call and how many arguments they take.
const PREDICATES: &[(&str, usize)] = &[
    ("=", 2),
    ("\\=", 2),
    ("==", 2),
    ("@<", 2),
    ("compare", 3),
    ("functor", 3),
    ("arg", 3),
    ("=..", 2),
    ("copy_term", 2),
    ("term_variables", 2),
    ("is", 2),
    ("=:=", 2),
    ("<", 2),
    ("clause", 2),
    ("assertz", 1),
    ("asserta", 1),
    ("retract", 1),
    ("abolish", 1),
    ("retractall", 1),
    ("findall", 3),
    ("bagof", 3),
    ("setof", 3),
    ("atom_length", 2),
    ("atom_concat", 3),
    ("sub_atom", 5),
    ("atom_chars", 2),
    ("atom_codes", 2),
    ("char_code", 2),
    ("number_chars", 2),
    ("number_codes", 2),
    ("op", 3),
    ("current_op", 3),
    ("set_prolog_flag", 2),
    ("current_prolog_flag", 2),
    ("call", 1),
    ("call", 2),
    ("call", 3),
    ("once", 1),
    ("\\+", 1),
    ("catch", 3),
    ("throw", 1),
    ("write", 1),
    ("writeq", 1),
    ("print", 1),
    ("write_canonical", 1),
    ("write_term", 2),
    ("read_term", 2),
    ("append", 3),
    ("member", 2),
    ("length", 2),
    ("nth0", 3),
    ("select", 3),
    ("reverse", 2),
    ("msort", 2),
    ("sort", 2),
    ("sort", 4),
    ("keysort", 2),
    ("predsort", 3),
    ("maplist", 2),
    ("maplist", 3),
    ("foldl", 4),
    ("between", 3),
    ("succ", 2),
    ("plus", 3),
    ("atomic_list_concat", 2),
    ("atomic_list_concat", 3),
    ("split_string", 4),
    ("sub_string", 5),
    ("string_concat", 3),
    ("format", 2),
    ("with_output_to", 2),
    ("number_vars", 3),
    ("nb_setval", 2),
    ("b_setval", 2),
    ("nb_getval", 2),
    ("setarg", 3),
    ("nb_setarg", 3),
    ("term_to_atom", 2),
    ("aggregate_all", 3),
    ("forall", 2),
    ("phrase", 2),
    ("phrase", 3),
    ("list_to_assoc", 2),
    ("put_assoc", 4),
    ("subsumes_term", 2),
    ("unify_with_occurs_check", 2),
    ("flatten", 2),
    ("sum_list", 2),
    ("max_list", 2),
    ("numlist", 3),
    ("permutation", 2),
    ("ground", 1),
    ("tab", 1),
    ("put_char", 1),
    ("get_char", 1),
    ("open", 3),
    ("close", 1),
    ("stream_property", 2),
    ("current_predicate", 1),
    ("predicate_property", 2),
    ("random_between", 3),
    ("last", 2),
    ("exclude", 3),
    ("list_to_set", 2),
    ("sumlist", 2),
    ("numbervars", 3),
    ("setup_call_cleanup", 3),
    ("read_term", 3),
];

fn machine() -> Machine {
    let (program, findings) = Program::from_text("p(1). p(2). p(X) :- q(X). q(3). :- dynamic(d/2). d(a, 1).");
    assert!(findings.iter().all(|d| d.severity == logic::Severity::Warning), "{findings:?}");
    let mut machine = Machine::new(&program);
    machine.set_limits(Limits { inferences: 3_000, memory_cells: 1 << 16, ..Limits::default() });
    machine
}

fn random_text(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..1 + rng.below(14) {
        text.push_str(rng.pick(TOKENS));
        if rng.below(3) == 0 {
            text.push(' ');
        }
    }
    text
}

fn random_call(rng: &mut Rng) -> String {
    let (name, arity) = PREDICATES[rng.below(PREDICATES.len())];
    let arguments: Vec<String> = (0..arity).map(|_| random_argument(rng, 2)).collect();
    format!("'{}'({})", name.replace('\\', "\\\\"), arguments.join(", "))
}

fn random_argument(rng: &mut Rng, depth: usize) -> String {
    match rng.below(12) {
        0 if depth > 0 => {
            format!("f({}, {})", random_argument(rng, depth - 1), random_argument(rng, depth - 1))
        }
        1 if depth > 0 => {
            format!("[{}|{}]", random_argument(rng, depth - 1), random_argument(rng, depth - 1))
        }
        2 if depth > 0 => random_call(rng),
        _ => rng.pick(ARGUMENTS).to_string(),
    }
}

fn random_goal(rng: &mut Rng) -> String {
    let mut goal = random_call(rng);
    for _ in 0..rng.below(4) {
        let next = random_call(rng);
        goal = match rng.below(5) {
            0 => format!("({goal} ; {next})"),
            1 => format!("({goal} -> {next} ; true)"),
            2 => format!("\\+ ({goal}), {next}"),
            3 => format!("catch({goal}, _, true), {next}"),
            _ => format!("{goal}, {next}"),
        };
    }
    goal
}

#[test]
fn random_text_is_read_or_refused() {
    let base = machine();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..10_000_u64 {
        let text = random_text(&mut Rng::new(seed));
        match base.clone().query(&text) {
            Err(Failure::Syntax(e)) => {
                refused += 1;
                assert!(e.line >= 1, "case {seed}: {text:?}: {e}");
            }
            Err(other) => panic!("case {seed}: {text:?}: {other}"),
            Ok(_) => read += 1,
        }
    }
    assert!(read > 200 && refused > 200, "{read} read, {refused} refused");
}

#[test]
fn what_is_read_and_written_reads_back_as_the_same_term() {
    let base = machine();
    let mut checked = 0;
    for seed in 0..10_000_u64 {
        let text = random_text(&mut Rng::new(seed.wrapping_mul(7) + 3));
        let mut m = base.clone();
        if m.query(&format!("T = ({text}\n)")).is_err() {
            continue;
        }
        checked += 1;
        let quoted = format!(
            "'{}'",
            text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n").replace('\t', "\\t")
        );
        let law = format!(
            "catch(term_to_atom(T, {quoted}), error(syntax_error(_), _), fail) -> \
             with_output_to(atom(A), write_term(T, [quoted(true)])), ( A == [] -> U = [] ; term_to_atom(U, A) ), ( variant(T, U) -> true ; throw(differ(A)) ) ; true"
        );
        match m.once(&law) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("case {seed}: {text:?} does not come back"),
            Err(Failure::Syntax(_)) => {}
            Err(e) => panic!("case {seed}: {text:?}: {e}"),
        }
    }
    assert!(checked > 200, "only {checked}");
}

#[test]
fn random_goals_end_within_their_limits() {
    let base = machine();
    let (mut answers, mut failures, mut errors) = (0, 0, 0);
    for seed in 0..3_000 {
        let goal = random_goal(&mut Rng::new(seed));
        let mut m = base.clone();
        let Ok(query) = m.query(&goal) else { continue };
        let (mut any, mut error) = (false, false);
        for answer in query.take(5) {
            match answer {
                Ok(_) => any = true,
                Err(_) => error = true,
            }
        }
        assert!(m.inferences() < 1_000_000, "case {seed}: {goal} used {} inferences", m.inferences());
        match (any, error) {
            (_, true) => errors += 1,
            (true, _) => answers += 1,
            _ => failures += 1,
        }
        // The machine is as good as new for the next query.
        let after = m.once("X is 1 + 1").map(|a| a.map(|a| a.bindings));
        assert_eq!(after, Ok(Some(vec![("X".to_string(), "2".to_string())])), "case {seed}: {goal}");
    }
    assert!(answers > 30 && failures > 30 && errors > 30, "{answers} {failures} {errors}");
}

#[test]
fn the_same_goal_gives_the_same_answers_twice() {
    let base = machine();
    for seed in 50_000..50_200 {
        let goal = random_goal(&mut Rng::new(seed));
        let run = |mut m: Machine| {
            let answers: Vec<String> = match m.query(&goal) {
                Ok(q) => q.take(5).map(|a| format!("{a:?}")).collect(),
                Err(e) => vec![e.to_string()],
            };
            (answers, m.take_output(), m.inferences())
        };
        assert_eq!(run(base.clone()), run(base.clone()), "case {seed}: {goal}");
    }
}
