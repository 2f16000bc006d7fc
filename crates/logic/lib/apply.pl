% Applying a predicate over lists. The list is always the first argument of the worker, so that
% first-argument indexing leaves no choice point behind.

maplist(P, As) :- '$maplist'(As, P).

'$maplist'([], _).
'$maplist'([A|As], P) :- call(P, A), '$maplist'(As, P).

maplist(P, As, Bs) :- '$maplist'(As, Bs, P).

'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], P) :- call(P, A, B), '$maplist'(As, Bs, P).

maplist(P, As, Bs, Cs) :- '$maplist'(As, Bs, Cs, P).

'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], P) :- call(P, A, B, C), '$maplist'(As, Bs, Cs, P).

maplist(P, As, Bs, Cs, Ds) :- '$maplist'(As, Bs, Cs, Ds, P).

'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], P) :- call(P, A, B, C, D), '$maplist'(As, Bs, Cs, Ds, P).

maplist(P, As, Bs, Cs, Ds, Es) :- '$maplist'(As, Bs, Cs, Ds, Es, P).

'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], P) :- call(P, A, B, C, D, E), '$maplist'(As, Bs, Cs, Ds, Es, P).

maplist(P, As, Bs, Cs, Ds, Es, Fs) :- '$maplist'(As, Bs, Cs, Ds, Es, Fs, P).

'$maplist'([], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], P) :- call(P, A, B, C, D, E, F), '$maplist'(As, Bs, Cs, Ds, Es, Fs, P).

maplist(P, As, Bs, Cs, Ds, Es, Fs, Gs) :- '$maplist'(As, Bs, Cs, Ds, Es, Fs, Gs, P).

'$maplist'([], [], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [G|Gs], P) :- call(P, A, B, C, D, E, F, G), '$maplist'(As, Bs, Cs, Ds, Es, Fs, Gs, P).

foldl(P, As, V0, V) :- '$foldl'(As, P, V0, V).

'$foldl'([], _, V, V).
'$foldl'([A|As], P, V0, V) :- call(P, A, V0, V1), '$foldl'(As, P, V1, V).

foldl(P, As, Bs, V0, V) :- '$foldl'(As, Bs, P, V0, V).

'$foldl'([], [], _, V, V).
'$foldl'([A|As], [B|Bs], P, V0, V) :- call(P, A, B, V0, V1), '$foldl'(As, Bs, P, V1, V).

foldl(P, As, Bs, Cs, V0, V) :- '$foldl'(As, Bs, Cs, P, V0, V).

'$foldl'([], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], P, V0, V) :- call(P, A, B, C, V0, V1), '$foldl'(As, Bs, Cs, P, V1, V).

foldl(P, As, Bs, Cs, Ds, V0, V) :- '$foldl'(As, Bs, Cs, Ds, P, V0, V).

'$foldl'([], [], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], [D|Ds], P, V0, V) :- call(P, A, B, C, D, V0, V1), '$foldl'(As, Bs, Cs, Ds, P, V1, V).

scanl(P, As, V0, [V0|Vs]) :- '$scanl'(As, P, V0, Vs).

'$scanl'([], _, _, []).
'$scanl'([A|As], P, V0, [V1|Vs]) :- call(P, A, V0, V1), '$scanl'(As, P, V1, Vs).

scanl(P, As, Bs, V0, [V0|Vs]) :- '$scanl'(As, Bs, P, V0, Vs).

'$scanl'([], [], _, _, []).
'$scanl'([A|As], [B|Bs], P, V0, [V1|Vs]) :- call(P, A, B, V0, V1), '$scanl'(As, Bs, P, V1, Vs).

scanl(P, As, Bs, Cs, V0, [V0|Vs]) :- '$scanl'(As, Bs, Cs, P, V0, Vs).

'$scanl'([], [], [], _, _, []).
'$scanl'([A|As], [B|Bs], [C|Cs], P, V0, [V1|Vs]) :- call(P, A, B, C, V0, V1), '$scanl'(As, Bs, Cs, P, V1, Vs).

scanl(P, As, Bs, Cs, Ds, V0, [V0|Vs]) :- '$scanl'(As, Bs, Cs, Ds, P, V0, Vs).

'$scanl'([], [], [], [], _, _, []).
'$scanl'([A|As], [B|Bs], [C|Cs], [D|Ds], P, V0, [V1|Vs]) :- call(P, A, B, C, D, V0, V1), '$scanl'(As, Bs, Cs, Ds, P, V1, Vs).

foldr(P, Xs, V0, V) :- '$foldr'(Xs, P, V0, V).

'$foldr'([], _, V, V).
'$foldr'([X|Xs], P, V0, V) :- '$foldr'(Xs, P, V0, V1), call(P, X, V1, V).

include(P, Xs, Ys) :- '$include'(Xs, P, Ys).

'$include'([], _, []).
'$include'([X|Xs], P, Ys) :-
    (   call(P, X)
    ->  Ys = [X|Ys1],
        '$include'(Xs, P, Ys1)
    ;   '$include'(Xs, P, Ys)
    ).

exclude(P, Xs, Ys) :- '$exclude'(Xs, P, Ys).

'$exclude'([], _, []).
'$exclude'([X|Xs], P, Ys) :-
    (   call(P, X)
    ->  '$exclude'(Xs, P, Ys)
    ;   Ys = [X|Ys1],
        '$exclude'(Xs, P, Ys1)
    ).

partition(P, Xs, In, Out) :- '$partition'(Xs, P, In, Out).

'$partition'([], _, [], []).
'$partition'([X|Xs], P, In, Out) :-
    (   call(P, X)
    ->  In = [X|In1],
        '$partition'(Xs, P, In1, Out)
    ;   Out = [X|Out1],
        '$partition'(Xs, P, In, Out1)
    ).

partition(P, Xs, L, E, G) :- '$partition'(Xs, P, L, E, G).

'$partition'([], _, [], [], []).
'$partition'([X|Xs], P, L, E, G) :-
    call(P, X, Order),
    '$partition'(Order, X, Xs, P, L, E, G).

'$partition'(<, X, Xs, P, [X|L], E, G) :- '$partition'(Xs, P, L, E, G).
'$partition'(=, X, Xs, P, L, [X|E], G) :- '$partition'(Xs, P, L, E, G).
'$partition'(>, X, Xs, P, L, E, [X|G]) :- '$partition'(Xs, P, L, E, G).

convlist(P, Xs, Ys) :- '$convlist'(Xs, P, Ys).

'$convlist'([], _, []).
'$convlist'([X|Xs], P, Ys) :-
    (   call(P, X, Y)
    ->  Ys = [Y|Ys1],
        '$convlist'(Xs, P, Ys1)
    ;   '$convlist'(Xs, P, Ys)
    ).

% call_nth(G, N): the Nth solution of G, or all of them with their numbers.
call_nth(G, N) :- var(N), !, '$counted'(G, count(0), C), N = C.
call_nth(G, N) :- integer(N), N > 0, !, '$counted'(G, count(0), C), C =:= N, !.
call_nth(_, 0) :- !, fail.
call_nth(_, N) :- integer(N), !, throw(error(domain_error(not_less_than_zero, N), context(call_nth/2, _))).
call_nth(_, N) :- throw(error(type_error(integer, N), context(call_nth/2, _))).
'$counted'(G, State, C) :- call(G), arg(1, State, C0), C is C0 + 1, nb_setarg(1, State, C).
