% The part of the system that is easiest to say in Prolog.

dynamic(S) :- '$dynamic'(S).
discontiguous(S) :- '$discontiguous'(S).
multifile(S) :- '$multifile'(S).
module(Name, Exports) :- '$module'(Name), ( is_list(Exports) -> forall(member(op(P, T, N), Exports), op(P, T, N)) ; true ).
use_module(F) :- ensure_loaded(F).
use_module(F, _) :- ensure_loaded(F).
ensure_loaded(F) :- '$not_loaded'(F, Fs), consult(Fs).
load_files(F) :- consult(F).
load_files(F, _) :- consult(F).
set_stream(_, _).
style_check(_).
license(_).
meta_predicate(_).
module_transparent(_).
expects_dialect(_).
encoding(_).
garbage_collect_atoms.
prompt(_, _).
[F|Fs] :- consult([F|Fs]).

'$member_open'(X, [X|_]).
'$member_open'(X, [_|T]) :- '$member_open'(X, T).
'$select_open'(X, [X|T], T).
'$select_open'(X, [H|T], [H|R]) :- '$select_open'(X, T, R).

bagof(T, G, L) :-
    '$check_bag'(G, L),
    '$free_variables'(T^G, W, G1),
    (   W == []
    ->  findall(T, G1, L),
        L \== []
    ;   findall(W-T, G1, Pairs),
        Pairs \== [],
        keysort(Pairs, Sorted),
        '$bag_groups'(Sorted, Groups),
        '$member_bag'(Groups, W, L)
    ).

'$member_bag'([W1-L1], W, L) :- !, W = W1, L = L1.
'$member_bag'(Groups, W, L) :- member(W-L, Groups).

'$check_bag'(G, L) :-
    '$strip_quantifiers'(G, G1),
    ( var(G1) -> throw(error(instantiation_error, context(bagof/3, _))) ; true ),
    ( callable(G1) -> true ; throw(error(type_error(callable, G1), context(bagof/3, _))) ),
    '$partial_list_or_error'(L).

'$strip_quantifiers'(G, G) :- var(G), !.
'$strip_quantifiers'(_^G, G1) :- !, '$strip_quantifiers'(G, G1).
'$strip_quantifiers'(_:G, G1) :- !, '$strip_quantifiers'(G, G1).
'$strip_quantifiers'(G, G).

setof(T, G, S) :-
    '$check_bag'(G, S),
    '$free_variables'(T^G, W, G1),
    (   W == []
    ->  findall(T, G1, L),
        L \== [],
        sort(L, S1),
        S = S1
    ;   findall(W-T, G1, Pairs),
        Pairs \== [],
        keysort(Pairs, Sorted),
        '$bag_groups'(Sorted, Groups),
        '$member_bag'(Groups, W, L),
        sort(L, S1),
        S = S1
    ).

findall(T, G, L, Tail) :- '$partial_list_or_error'(L), findall(T, G, L0), append(L0, Tail, L).

phrase(G, L) :- phrase(G, L, []).
phrase(G, L, R) :-
    ( var(G) -> throw(error(instantiation_error, context(phrase/3, _))) ; true ),
    ( callable(G) -> true ; throw(error(type_error(callable, G), context(phrase/3, _))) ),
    '$partial_list_or_error'(L), '$partial_list_or_error'(R),
    '$dcg_body'(G, S0, S, Goal),
    S0 = L, S = R,
    call(Goal).

setup_call_cleanup(S, G, C) :-
    once(S),
    ( var(C) -> throw(error(instantiation_error, context(setup_call_cleanup/3, _))) ; true ),
    ( callable(C) -> true ; throw(error(type_error(callable, C), context(setup_call_cleanup/3, _))) ),
    '$choice_count'(B),
    '$cleanup_mark'(C),
    catch(G, E, true),
    '$choice_count'(B1),
    (   nonvar(E)
    ->  '$cleanup_unmark'(B), '$ignore_errors'(C), throw(E)
    ;   B1 =:= B + 1
    ->  '$cleanup_unmark'(B), ignore(C)
    ;   true
    ).
% The goal has failed for good.
'$cleanup_failed'(C) :- ignore(C), fail.
call_cleanup(G, C) :- setup_call_cleanup(true, G, C).
'$ignore_errors'(C) :- ( catch(C, _, true) -> true ; true ).

apply(G, Args) :- G =.. L0, append(L0, Args, L1), G2 =.. L1, call(G2).
not(G) :- \+ G.

with_output_to(Spec, Goal) :-
    '$capture_begin',
    (   catch(Goal, E, true)
    ->  '$capture_end'(S),
        ( nonvar(E) -> throw(E) ; true ),
        '$output_spec'(Spec, S)
    ;   '$capture_end'(_), fail
    ).
'$output_spec'(atom(A), S) :- atom_string(A, S).
'$output_spec'(string(S), S).
'$output_spec'(codes(Cs), S) :- string_codes(S, Cs).
'$output_spec'(chars(Cs), S) :- string_chars(S, Cs).

% What the program has defined, as it could be loaded again.
listing :- '$list_programs'(_, _).
listing(Spec) :- var(Spec), !, throw(error(instantiation_error, context(listing/1, _))).
listing([]) :- !.
listing([S|Ss]) :- !, listing(S), listing(Ss).
listing(_:Spec) :- !, listing(Spec).
listing(N/A) :- !, '$list_programs'(N, A).
listing(N//A) :- !, ( integer(A) -> A2 is A + 2 ; true ), '$list_programs'(N, A2).
listing(N) :- '$list_programs'(N, _).
'$list_programs'(N, A) :-
    forall(( '$listed'(N, A), functor(H, N, A) ), '$list_program'(H, N/A)).
'$listed'(N, A) :- nonvar(N), nonvar(A), !, functor(H, N, A), predicate_property(H, number_of_clauses(_)).
'$listed'(N, A) :- predicate_property(H, number_of_clauses(_)), \+ predicate_property(H, library), functor(H, N, A).
'$list_program'(H, PI) :-
    ( predicate_property(H, dynamic) -> portray_clause((:- dynamic PI)) ; true ),
    forall('$clause'(H, B), portray_clause((H :- B))),
    nl.

% initialization(G, main): the program is G, its end the end of the run.
'$main'(G) :-
    (   catch(G, E, true)
    ->  ( var(E) -> halt(0) ; print_message(error, E), halt(2) )
    ;   halt(1)
    ).
initialization(G) :- call(G).
initialization(G, _) :- call(G).
% profile(G): G once, then how often each predicate was called.
profile(G) :-
    '$profile'(on),
    (   catch(G, E, true)
    ->  '$profile'(off),
        ( nonvar(E) -> throw(E) ; true )
    ;   '$profile'(off), fail
    ).
debug.
nodebug.
tnot(G) :- \+ G.
nb_current(K, V) :- catch(nb_getval(K, V), _, fail).
print_message(_, M) :- '$message'(M).
print_message_lines(_, _, _).

table(S) :- '$table_all'(S).
'$table_all'(S) :- var(S), !, throw(error(instantiation_error, context(table/1, _))).
'$table_all'((A, B)) :- !, '$table_all'(A), '$table_all'(B).
'$table_all'([]) :- !.
'$table_all'([A|B]) :- !, '$table_all'(A), '$table_all'(B).
'$table_all'(_:S) :- !, '$table_all'(S).
'$table_all'(S as _) :- !, '$table_all'(S).
'$table_all'(N/A) :- !, '$table'(N/A, []).
'$table_all'(N//A) :- !, A2 is A + 2, '$table'(N/A2, []).
'$table_all'(H) :- callable(H), !, H =.. [N|Modes], length(Modes, A), '$table_modes'(Modes), '$table'(N/A, Modes).
'$table_all'(H) :- throw(error(type_error(table_declaration, H), context(table/1, _))).
'$table_modes'([]).
'$table_modes'([M|Ms]) :- '$table_mode'(M), !, '$table_modes'(Ms).
'$table_modes'([M|_]) :- throw(error(domain_error(tabled_mode, M), context(table/1, _))).
'$table_mode'(M) :- ( var(M) ; memberchk(M, [index, min, max, first, -, last, sum, po(_), lattice(_)]) ).

'$tabled_call'(Goal, Impl) :-
    '$tbl_status'(Goal, Values, Id, Status),
    '$tbl_run'(Status, Id, Values, Impl).
'$tbl_run'(complete, Id, Values, _) :- '$tbl_answer'(Id, Values).
'$tbl_run'(active, Id, Values, _) :- '$tbl_answer'(Id, Values).
'$tbl_run'(fresh, Id, Values, Impl) :-
    copy_term(Values-Impl, V-I),
    catch('$tbl_rounds'(Id, V, I), E, ('$tbl_abandon'(Id), throw(E))),
    '$tbl_answer'(Id, Values).
'$tbl_rounds'(Id, V, I) :-
    '$tbl_round'(Id),
    \+ '$tbl_evaluate'(Id, V, I),
    \+ '$tbl_resume'(Id),
    ( '$tbl_again'(Id) -> '$tbl_rounds'(Id, V, I) ; true ).

'$tabled_moded'(Key, Impl, New, Modes, Args) :-
    '$tabled_call'('$moded'(Key, Best), '$tbl_improved'(Impl, New, Modes, Best)),
    Best = Args.
'$tbl_improved'(Impl, New, Modes, Best) :-
    call(Impl),
    '$tbl_known'(Old),
    '$tbl_merge'(Old, New, Modes, Best).
'$tbl_merge'(none, New, _, New).
'$tbl_merge'(known(Old), New, Modes, Best) :-
    '$tbl_merge_each'(Modes, Old, New, Best),
    Best \== Old.
'$tbl_merge_each'([], [], [], []).
'$tbl_merge_each'([M|Ms], [O|Os], [N|Ns], [B|Bs]) :-
    '$tbl_merge_one'(M, O, N, B), !,
    '$tbl_merge_each'(Ms, Os, Ns, Bs).
'$tbl_merge_one'(min, O, N, B) :- ( '$tbl_before'(N, O) -> B = N ; B = O ).
'$tbl_merge_one'(max, O, N, B) :- ( '$tbl_before'(O, N) -> B = N ; B = O ).
'$tbl_merge_one'(first, O, _, O).
'$tbl_merge_one'(-, O, _, O).
'$tbl_merge_one'(last, _, N, N).
'$tbl_merge_one'(sum, O, N, B) :- B is O + N.
'$tbl_merge_one'(po(P), O, N, B) :- '$tbl_pred'(P, Q), ( call(Q, O, N) -> B = N ; B = O ).
'$tbl_merge_one'(lattice(P), O, N, B) :- '$tbl_pred'(P, Q), call(Q, O, N, B).
'$tbl_before'(A, B) :- number(A), number(B), !, A < B.
'$tbl_before'(A, B) :- A @< B.
'$tbl_pred'(P/_, P) :- !.
'$tbl_pred'(P, Q) :- functor(P, Q, _).
abolish_all_tables :- '$tbl_abolish'.

findnsols(N, T, G, L) :- findall(T, G, All), '$batches'(N, All, L).
'$batches'(N, All, L) :-
    length(All, Len),
    (   Len =< N
    ->  L = All
    ;   length(B, N),
        append(B, Rest, All),
        ( L = B ; '$batches'(N, Rest, L) )
    ).
atom_to_term(A, T, Bindings) :- '$read_text'(A, T, Bindings).
term_string(T, S, _) :- term_string(T, S).

% Edinburgh input and output: the current streams by file name.
see(F) :- '$stream_of'(F, read, S), set_input(S).
seen :- current_input(S), close(S).
seeing(S) :- current_input(S).
tell(F) :- '$stream_of'(F, write, S), set_output(S).
append(F) :- '$stream_of'(F, append, S), set_output(S).
told :- current_output(S), close(S).
telling(S) :- current_output(S).
'$stream_of'(F, _, _) :- var(F), !, throw(error(instantiation_error, context(see/1, _))).
'$stream_of'(user, read, S) :- !, S = user_input.
'$stream_of'(user, _, S) :- !, S = user_output.
'$stream_of'(F, _, S) :- catch(stream_property(S0, alias(F)), _, fail), !, S = S0.
'$stream_of'(F, _, S) :- compound(F), !, S = F.
'$stream_of'(F, Mode, S) :- open(F, Mode, S).
get0(C) :- get_code(C).
get(C) :- repeat, get_code(C0), ( C0 =:= -1 ; C0 > 32 ), !, C = C0.
put(C) :- ( integer(C) -> put_code(C) ; put_char(C) ).
skip(C) :- repeat, get_code(C0), ( C0 =:= -1 ; C0 =:= C ), !.
ttyflush :- flush_output.
display(T) :- write_term(T, [ignore_ops(true)]).
