//! Law: no text makes the Prolog reader panic, hang or grow without bound; and what it reads, written with quotes, is read
//! back as the same term.

#![no_main]

use libfuzzer_sys::fuzz_target;
use logic::{Failure, Limits, Machine, Program};

const ROUND: &str = "catch(read(T), error(syntax_error(_), _), fail),
    with_output_to(atom(A), write_term(T, [quoted(true)])),
    ( catch(term_to_atom(U, A), error(syntax_error(_), _), fail), U =@= T -> true ; throw(broken(A)) )";

fuzz_target!(|text: &str| {
    let mut machine = Machine::new(&Program::base());
    machine.set_limits(Limits { inferences: 100_000, memory_cells: 1 << 20, ..Limits::default() });
    machine.set_input_text(text);
    if let Err(Failure::Error(error)) = machine.once(ROUND) {
        assert!(!error.ball.starts_with("broken"), "written as {}", error.ball);
    }
    let mut machine = Machine::new(&Program::base());
    machine.set_limits(Limits { inferences: 20_000, memory_cells: 1 << 18, ..Limits::default() });
    machine.consult_text(text, "fuzz");
    let _ = machine.undefined_calls();
});
