:- set_prolog_flag(unknown, fail).
eq(X, Y) :- atomic(X), atomic(Y), !, X = Y.
eq(X, Y) :- '$value'(X, A), '$value'(Y, B), A = B.
and(X, Y) :- call(X), call(Y).
or(X, _) :- call(X).
or(_, Y) :- call(Y).
if(X, Y, Z) :- ( call(X) -> call(Y) ; call(Z) ).
random(Max, X) :- random(0, Max, X).
'$value'(X, Y) :- var(X), !, Y = X.
'$value'(X, Y) :- atomic(X), !, Y = X.
'$value'([X|Xs], Y) :- !, Y = [X|Xs].
'$value'(X, Y) :- '$numeric'(X), !, Y is X.
'$value'(L + E, Y) :- '$value'(L, V), is_list(V), !, '$value'(E, W), append(V, [W], Y).
'$value'(X, X).
'$numeric'(X) :- number(X), !.
'$numeric'(X) :- var(X), !, fail.
'$numeric'(X + Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X - Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X * Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X / Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X mod Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X rem Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X div Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X ** Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(X ^ Y) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(min(X, Y)) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(max(X, Y)) :- '$numeric'(X), '$numeric'(Y).
'$numeric'(- X) :- '$numeric'(X).
'$numeric'(+ X) :- '$numeric'(X).
'$numeric'(abs(X)) :- '$numeric'(X).
'$remove'(H) :- retract((H :- _)), !.
'$answers'(L) :- findall(X, return(X), L), '$forget'.
'$forget' :- retract((return(_) :- true)), fail.
'$forget'.
'$learn'(Heads, _) :- member([Name, Arity], Heads), functor(Head, Name, Arity), retractall(Head), fail.
'$learn'(_, Facts) :- member(Fact, Facts), assertz(Fact), fail.
'$learn'(_, _).
'$knowledge' :-
    findall(N/A, ('$listed'(N, A), '$shown'(N, A)), L),
    sort(L, Sorted),
    forall((member(N/A, Sorted), functor(H, N, A)), '$tell'(H)).
'$shown'(N, A) :- \+ sub_atom(N, 0, 1, _, '$'), \+ memberchk(N/A, [eq/2, and/2, or/2, if/3, random/2]).
'$tell'(H) :- forall('$clause'(H, B), portray_clause((H :- B))).
