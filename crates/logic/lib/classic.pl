% Predicates that older and larger programs take for granted.

% name/2: the text of anything atomic; text that reads as a number becomes one.
name(X, Codes) :- var(X), !, '$name_of'(Codes, X).
name(X, Codes) :- number(X), !, number_codes(X, Codes0), Codes = Codes0.
name(X, Codes) :- atomic(X), !, '$atomic_text'(X, Codes).
name(X, _) :- throw(error(type_error(atomic, X), context(name/2, _))).
'$name_of'(Codes, X) :-
    (   catch(number_codes(N, Codes), error(syntax_error(_), _), fail)
    ->  X = N
    ;   atom_codes(X, Codes)
    ).
'$atomic_text'(X, Codes) :- ( atom(X) -> atom_codes(X, Codes) ; string_codes(X, Codes) ).

% gensym/2: a new atom from a stem and a count.
gensym(Stem, Atom) :-
    atomic_list_concat(['$gensym ', Stem], Key),
    ( nb_current(Key, N0) -> true ; N0 = 0 ),
    N is N0 + 1,
    nb_setval(Key, N),
    atomic_list_concat([Stem, N], Atom).
reset_gensym(Stem) :- atomic_list_concat(['$gensym ', Stem], Key), nb_setval(Key, 0).

% flag/3: a global number and its next value.
flag(Key, Old, New) :-
    atomic_list_concat(['$flag ', Key], Name),
    ( nb_current(Name, V) -> true ; V = 0 ),
    Old = V,
    Value is New,
    nb_setval(Name, Value).

% expand_term/2: what loading makes of a term.
expand_term(T, X) :- var(T), !, X = T.
expand_term(T, X) :- catch(call(term_expansion, T, X0), error(existence_error(procedure, _), _), fail), !, X = X0.
expand_term((H --> B), X) :- !, dcg_translate_rule((H --> B), X).
expand_term(T, T).

assertion(G) :- \+ \+ catch(G, _, fail), !.
assertion(G) :- throw(error(assertion_failed(G), _)).

subsumes_chk(General, Specific) :- subsumes_term(General, Specific).
subsumes(General, Specific) :- subsumes_term(General, Specific), General = Specific.
current_predicate(Name, Head) :- nonvar(Head), !, functor(Head, Name, Arity), current_predicate(Name/Arity).
current_predicate(Name, Head) :- current_predicate(Name/Arity), functor(Head, Name, Arity).
portray_clause(Stream, Clause) :- with_output_to(string(S), portray_clause(Clause)), write(Stream, S).
unknown(Old, New) :- current_prolog_flag(unknown, Old), set_prolog_flag(unknown, New).
abort :- throw('$aborted').
time(G) :-
    statistics(inferences, I0),
    (   catch(G, E, true) -> Result = true ; Result = fail ),
    statistics(inferences, I),
    N is I - I0,
    format(user_error, "% ~D inferences~n", [N]),
    ( nonvar(E) -> throw(E) ; true ),
    call(Result).

% Streams: lines, whole texts, positions.
is_stream(S) :- nonvar(S), catch(stream_property(S, mode(_)), _, fail), !.
get0(S, C) :- get_code(S, C).
put(S, C) :- ( integer(C) -> put_code(S, C) ; put_char(S, C) ).
read_line_to_codes(S, Line) :- get_code(S, C), '$line_from'(C, S, Line).
'$line_from'(-1, _, Line) :- !, Line = -1.
'$line_from'(C, S, Line) :- '$line_codes'(C, S, Line).
'$line_codes'(-1, _, Cs) :- !, Cs = [].
'$line_codes'(10, _, Cs) :- !, Cs = [].
'$line_codes'(13, S, Cs) :- peek_code(S, 10), !, get_code(S, _), Cs = [].
'$line_codes'(C, S, [C|Cs]) :- get_code(S, D), '$line_codes'(D, S, Cs).
read_line_to_string(S, Line) :-
    read_line_to_codes(S, Codes),
    ( Codes == -1 -> Line = end_of_file ; string_codes(Line, Codes) ).
read_stream_to_codes(S, Codes) :- read_stream_to_codes(S, Codes, []).
read_stream_to_codes(S, Codes, Tail) :-
    get_code(S, C),
    ( C =:= -1 -> Codes = Tail ; Codes = [C|More], read_stream_to_codes(S, More, Tail) ).
read_file_to_terms(File, Terms, _) :-
    setup_call_cleanup(open(File, read, S), '$terms_of'(S, Terms), close(S)).
'$terms_of'(S, Ts) :-
    read_term(S, T, []),
    ( T == end_of_file -> Ts = [] ; Ts = [T|More], '$terms_of'(S, More) ).
