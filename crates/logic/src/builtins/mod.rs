//! The native predicates, one file per family, and the table that names them.

pub(crate) mod atoms;
pub(crate) mod attributes;
pub(crate) mod chars;
pub(crate) mod database;
pub(crate) mod eval;
pub(crate) mod files;
pub(crate) mod flags;
pub(crate) mod inspect;
pub(crate) mod lists;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod portray;
pub(crate) mod random;
pub(crate) mod solutions;
pub(crate) mod sort;
pub(crate) mod streams;
pub(crate) mod strings;
pub(crate) mod terms;

use crate::cell::Cell;
use crate::machine::{Machine, Res};
use crate::tabling;

/// A deterministic native.
pub(crate) type Det = fn(&mut Machine) -> Res;
/// A nondeterministic native; the state of an earlier choice comes back.
pub(crate) type Nondet = fn(&mut Machine, Option<Cell>) -> Res;

/// Control constructs handled by the machine itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Control {
    Call,
    Catch,
    Findall,
    Throw,
    /// `,` `;` `->` `*->` `\+` called as predicates.
    Body,
    Once,
    Ignore,
    Forall,
    Consult,
    Trace,
    /// The evaluation of a tabled goal.
    Evaluate,
}

/// How a native runs.
#[derive(Clone, Copy)]
pub(crate) enum Native {
    Det(Det),
    Nondet(Nondet),
    Control(Control),
}

/// One native predicate.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) arity: u8,
    pub(crate) run: Native,
    /// Not the standard's: a program may define its own.
    pub(crate) library: bool,
}

const fn det(name: &'static str, arity: u8, f: Det) -> Entry {
    Entry { name, arity, run: Native::Det(f), library: false }
}
const fn nondet(name: &'static str, arity: u8, f: Nondet) -> Entry {
    Entry { name, arity, run: Native::Nondet(f), library: false }
}
const fn lib(name: &'static str, arity: u8, f: Det) -> Entry {
    Entry { name, arity, run: Native::Det(f), library: true }
}
const fn nlib(name: &'static str, arity: u8, f: Nondet) -> Entry {
    Entry { name, arity, run: Native::Nondet(f), library: true }
}
const fn control(name: &'static str, arity: u8, c: Control) -> Entry {
    Entry { name, arity, run: Native::Control(c), library: false }
}
const fn clib(name: &'static str, arity: u8, c: Control) -> Entry {
    Entry { name, arity, run: Native::Control(c), library: true }
}

/// All natives; the number of a native is its place here.
pub(crate) static NATIVES: &[Entry] = &[
    control("call", 1, Control::Call),
    control("call", 2, Control::Call),
    control("call", 3, Control::Call),
    control("call", 4, Control::Call),
    control("call", 5, Control::Call),
    control("call", 6, Control::Call),
    control("call", 7, Control::Call),
    control("call", 8, Control::Call),
    control("catch", 3, Control::Catch),
    control("throw", 1, Control::Throw),
    control("findall", 3, Control::Findall),
    control(",", 2, Control::Body),
    control(";", 2, Control::Body),
    control("->", 2, Control::Body),
    control("*->", 2, Control::Body),
    control("\\+", 1, Control::Body),
    control("!", 0, Control::Body),
    control(":", 2, Control::Body),
    control("|", 2, Control::Body),
    control("once", 1, Control::Once),
    clib("ignore", 1, Control::Ignore),
    clib("forall", 2, Control::Forall),
    clib("consult", 1, Control::Consult),
    clib("trace", 0, Control::Trace),
    lib("notrace", 0, flags::notrace),
    det("$profile", 1, crate::trace::profile),
    det("$not_loaded", 2, crate::source::not_loaded),
    det("true", 0, terms::yes),
    det("fail", 0, terms::no),
    det("false", 0, terms::no),
    nondet("repeat", 0, lists::repeat),
    det("halt", 0, flags::halt0),
    det("halt", 1, flags::halt1),
    // terms
    det("=", 2, terms::unify),
    det("\\=", 2, terms::not_unify),
    det("unify_with_occurs_check", 2, terms::unify_occurs),
    det("subsumes_term", 2, terms::subsumes),
    det("==", 2, terms::eq),
    det("\\==", 2, terms::ne),
    det("@<", 2, terms::lt),
    det("@>", 2, terms::gt),
    det("@=<", 2, terms::le),
    det("@>=", 2, terms::ge),
    det("compare", 3, terms::compare),
    det("var", 1, terms::var),
    det("nonvar", 1, terms::nonvar),
    det("atom", 1, terms::atom),
    det("number", 1, terms::number),
    det("integer", 1, terms::integer),
    det("float", 1, terms::float),
    det("atomic", 1, terms::atomic),
    det("compound", 1, terms::compound),
    det("callable", 1, terms::callable),
    lib("is_list", 1, terms::is_list),
    lib("string", 1, terms::string),
    det("ground", 1, terms::ground),
    det("acyclic_term", 1, terms::acyclic),
    lib("cyclic_term", 1, terms::cyclic),
    det("functor", 3, terms::functor),
    det("arg", 3, terms::arg),
    det("=..", 2, terms::univ),
    det("copy_term", 2, terms::copy),
    det("term_variables", 2, terms::term_variables),
    lib("term_variables", 3, terms::term_variables3),
    lib("setarg", 3, terms::setarg),
    lib("nb_setarg", 3, terms::nb_setarg),
    lib("numbervars", 3, terms::numbervars),
    lib("numbervars", 1, terms::numbervars1),
    lib("compound_name_arity", 3, terms::compound_name_arity),
    lib("compound_name_arguments", 3, terms::compound_name_arguments),
    lib("?=", 2, terms::decided),
    lib("variant", 2, terms::variant),
    lib("=@=", 2, terms::variant),
    lib("\\=@=", 2, terms::not_variant),
    lib("term_hash", 2, terms::term_hash),
    // arithmetic
    det("is", 2, eval::is),
    det("=:=", 2, eval::eq),
    det("=\\=", 2, eval::ne),
    det("<", 2, eval::lt),
    det(">", 2, eval::gt),
    det("=<", 2, eval::le),
    det(">=", 2, eval::ge),
    lib("succ", 2, eval::succ),
    lib("plus", 3, eval::plus),
    nlib("between", 3, lists::between),
    // atoms
    det("atom_length", 2, atoms::atom_length),
    nondet("atom_concat", 3, atoms::atom_concat),
    nondet("sub_atom", 5, atoms::sub_atom),
    det("atom_chars", 2, chars::atom_chars),
    det("atom_codes", 2, chars::atom_codes),
    det("char_code", 2, chars::char_code),
    det("number_chars", 2, chars::number_chars),
    det("number_codes", 2, chars::number_codes),
    lib("atom_number", 2, chars::atom_number),
    lib("upcase_atom", 2, atoms::upcase),
    lib("downcase_atom", 2, atoms::downcase),
    lib("term_to_atom", 2, strings::term_to_atom),
    lib("atomic_list_concat", 2, strings::atomic_list_concat2),
    lib("atomic_list_concat", 3, strings::atomic_list_concat3),
    lib("split_string", 4, strings::split_string),
    nlib("string_concat", 3, strings::string_concat),
    lib("string_length", 2, strings::string_length),
    lib("string_chars", 2, strings::string_chars),
    lib("string_codes", 2, strings::string_codes),
    lib("string_to_atom", 2, strings::string_to_atom),
    lib("string_code", 3, strings::string_code),
    lib("number_string", 2, strings::number_string),
    lib("atom_string", 2, strings::atom_string),
    lib("term_string", 2, strings::term_string),
    lib("string_lower", 2, strings::string_lower),
    lib("string_upper", 2, strings::string_upper),
    nlib("sub_string", 5, atoms::sub_string),
    lib("char_type", 2, atoms::char_type),
    lib("code_type", 2, atoms::char_type),
    lib("text_concat", 3, strings::text_concat),
    lib("read_term_from_atom", 3, strings::read_term_from_atom),
    lib("sformat", 3, output::sformat),
    lib("text_to_string", 2, strings::text_to_string),
    // lists
    nlib("member", 2, lists::member),
    nlib("append", 3, lists::append),
    nlib("select", 3, lists::select),
    nlib("length", 2, lists::length),
    nlib("nth0", 3, lists::nth0),
    nlib("nth1", 3, lists::nth1),
    lib("memberchk", 2, lists::memberchk),
    lib("reverse", 2, lists::reverse),
    lib("sum_list", 2, lists::sum_list),
    lib("sumlist", 2, lists::sum_list),
    lib("numlist", 3, lists::numlist),
    det("msort", 2, sort::msort),
    det("sort", 2, sort::sort),
    det("keysort", 2, sort::keysort),
    lib("sort", 4, sort::sort4),
    lib("list_to_set", 2, sort::list_to_set),
    // database
    det("asserta", 1, database::asserta),
    det("assertz", 1, database::assertz),
    lib("assert", 1, database::assertz),
    nondet("clause", 2, database::clause),
    lib("asserta", 2, database::asserta_reference),
    lib("assertz", 2, database::assertz_reference),
    lib("assert", 2, database::assertz_reference),
    nlib("clause", 3, database::clause_reference),
    lib("erase", 1, database::erase),
    lib("instance", 2, database::instance),
    nondet("retract", 1, database::retract),
    det("abolish", 1, database::abolish),
    det("retractall", 1, database::retractall),
    det("$dynamic", 1, database::dynamic),
    det("$discontiguous", 1, database::discontiguous),
    det("$multifile", 1, database::multifile),
    nondet("$clause", 2, database::any_clause),
    lib("$erase_all", 1, database::erase_all),
    nondet("current_predicate", 1, inspect::current_predicate),
    nlib("predicate_property", 2, inspect::predicate_property),
    nondet("current_op", 3, flags::current_op),
    det("op", 3, flags::op),
    det("char_conversion", 2, flags::char_conversion),
    nondet("current_char_conversion", 2, flags::current_char_conversion),
    det("set_prolog_flag", 2, flags::set_prolog_flag),
    nondet("current_prolog_flag", 2, flags::current_prolog_flag),
    det("$wake_else", 1, crate::machine::wake::wake_else),
    det("$module_hook", 4, attributes::module_hook),
    det("$module", 1, attributes::module),
    lib("same_term", 2, attributes::same_term),
    lib("put_attr", 3, attributes::put_attr),
    lib("get_attr", 3, attributes::get_attr),
    lib("del_attr", 2, attributes::del_attr),
    lib("del_attrs", 1, attributes::del_attrs),
    lib("put_attrs", 2, attributes::put_attrs),
    lib("get_attrs", 2, attributes::get_attrs),
    lib("attvar", 1, attributes::attvar),
    lib("term_attvars", 2, attributes::term_attvars),
    lib("copy_term_nat", 2, attributes::copy_term_nat),
    lib("unifiable", 3, attributes::unifiable),
    lib("b_setval", 2, solutions::b_setval),
    lib("nb_setval", 2, solutions::nb_setval),
    lib("b_getval", 2, solutions::nb_getval),
    lib("nb_getval", 2, solutions::nb_getval),
    det("$free_variables", 3, solutions::free_variables),
    det("$bag_groups", 2, solutions::bag_groups),
    lib("dcg_translate_rule", 2, solutions::dcg_translate_rule),
    lib("$dcg_body", 4, solutions::dcg_body),
    lib("statistics", 2, flags::statistics),
    lib("garbage_collect", 0, terms::yes),
    lib("$collect_garbage", 0, flags::collect_garbage),
    lib("get_time", 1, flags::get_time),
    lib("getenv", 2, flags::getenv),
    lib("random", 1, random::random_float),
    lib("random_between", 3, random::random_between),
    lib("random", 3, random::random3),
    lib("set_random", 1, random::set_random),
    lib("random_member", 2, random::random_member),
    lib("random_permutation", 2, random::random_permutation),
    lib("tab", 1, output::tab1),
    lib("tab", 2, output::tab2),
    det("$tbl_status", 4, tabling::status),
    det("$tbl_round", 1, tabling::round),
    control("$tbl_evaluate", 3, Control::Evaluate),
    nondet("$tbl_answer", 2, tabling::answer),
    nondet("$tbl_resume", 1, tabling::resume),
    det("$tbl_known", 1, tabling::known),
    det("$tbl_again", 1, tabling::again),
    det("$tbl_abandon", 1, tabling::abandon),
    det("$tbl_abolish", 0, tabling::abolish_all),
    det("$table", 2, tabling::declare),
    det("$partial_list_or_error", 1, solutions::partial_list_or_error),
    det("$choice_count", 1, solutions::choice_count),
    nondet("$cleanup_mark", 1, solutions::cleanup_mark),
    nondet("$cleanup_unmark", 1, solutions::cleanup_unmark),
    det("$read_text", 3, strings::read_text),
    // streams and input
    det("current_input", 1, streams::current_input),
    det("current_output", 1, streams::current_output),
    det("set_input", 1, streams::set_input),
    det("set_output", 1, streams::set_output),
    det("open", 3, streams::open3),
    det("open", 4, streams::open4),
    det("close", 1, streams::close1),
    det("close", 2, streams::close2),
    det("flush_output", 0, streams::flush0),
    det("flush_output", 1, streams::flush1),
    nondet("stream_property", 2, streams::stream_property),
    det("at_end_of_stream", 0, streams::at_end0),
    det("at_end_of_stream", 1, streams::at_end1),
    det("set_stream_position", 2, streams::set_position),
    lib("line_count", 2, streams::line_count),
    lib("exists_file", 1, files::exists_file),
    lib("exists_directory", 1, files::exists_directory),
    lib("delete_file", 1, files::delete_file),
    lib("rename_file", 2, files::rename_file),
    lib("open_string", 2, streams::open_string),
    det("get_char", 1, chars::get_char1),
    det("get_char", 2, chars::get_char2),
    det("peek_char", 1, chars::peek_char1),
    det("peek_char", 2, chars::peek_char2),
    det("get_code", 1, chars::get_code1),
    det("get_code", 2, chars::get_code2),
    det("peek_code", 1, chars::peek_code1),
    det("peek_code", 2, chars::peek_code2),
    det("get_byte", 1, chars::get_byte1),
    det("get_byte", 2, chars::get_byte2),
    det("peek_byte", 1, chars::peek_byte1),
    det("peek_byte", 2, chars::peek_byte2),
    det("put_char", 1, output::put_char1),
    det("put_char", 2, output::put_char2),
    det("put_code", 1, output::put_code1),
    det("put_code", 2, output::put_code2),
    det("put_byte", 1, output::put_byte1),
    det("put_byte", 2, output::put_byte2),
    det("nl", 0, output::nl0),
    det("nl", 1, output::nl1),
    det("read", 1, options::read1),
    det("read", 2, options::read2),
    det("read_term", 2, options::read_term2),
    det("read_term", 3, options::read_term3),
    det("write", 1, output::write1),
    det("write", 2, output::write2),
    det("writeq", 1, output::writeq1),
    det("writeq", 2, output::writeq2),
    lib("print", 1, output::print1),
    lib("print", 2, output::print2),
    det("write_canonical", 1, output::write_canonical1),
    det("write_canonical", 2, output::write_canonical2),
    det("write_term", 2, options::write_term2),
    det("write_term", 3, options::write_term3),
    lib("writeln", 1, output::writeln1),
    lib("writeln", 2, output::writeln2),
    lib("format", 1, output::format1),
    lib("format", 2, output::format2),
    lib("format", 3, output::format3),
    lib("$capture_begin", 0, output::capture_begin),
    lib("$capture_end", 1, output::capture_end),
    lib("$message", 1, output::message),
    lib("portray_clause", 1, portray::portray_clause),
];

/// Answers found when the goal was called, given one after the other: what is changed meanwhile does not show. Each is a
/// compound of the goal's arguments.
pub(crate) fn first_answer(m: &mut Machine, found: Vec<Cell>, arity: usize) -> Res {
    m.ensure(found.len() * 2)?;
    let list = crate::heap::push_list(&mut m.heap, found.into_iter());
    next_answer(m, list, arity)
}
/// The same from the rest of them on.
pub(crate) fn next_answer(m: &mut Machine, list: Cell, arity: usize) -> Res {
    let list = m.deref(list);
    if list.tag() != crate::cell::LST {
        return Ok(false);
    }
    let (answer, rest) = (m.arg(list, 0), m.arg(list, 1));
    if rest.tag() == crate::cell::LST {
        m.leave_choice(arity, rest);
    }
    for i in 0..arity {
        let value = m.arg(answer, i);
        if !m.out(i, value)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Machine {
    /// Whether a cell is an integer below zero, of whatever size.
    pub(crate) fn is_negative(&self, c: Cell) -> bool {
        if c.is_int() {
            return c.as_int() < 0;
        }
        c.is_integer() && crate::heap::big_at(&self.heap, c).sign() == num_bigint::Sign::Minus
    }
    /// Argument `i` of the running native, dereferenced.
    #[inline]
    pub(crate) fn a(&self, i: usize) -> Cell {
        self.deref(self.x[i])
    }
    /// Unifies argument `i` with a cell.
    #[inline]
    pub(crate) fn out(&mut self, i: usize, c: Cell) -> Res {
        let x = self.x[i];
        Ok(self.unify(x, c))
    }
}
