% Lists. Plain clauses; the engine may supply the hot ones natively, in which case these are the reference.
% Deliberately absent: anything that needs a call (see apply.pl), pairs (pairs.pl), ordered sets (ordsets.pl).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

append(Lists, List) :-
    must_be(list, Lists),
    '$append_all'(Lists, List).

'$append_all'([], []).
'$append_all'([L|Ls], All) :- '$append_all'(Ls, L, All).

'$append_all'([], L, L).
'$append_all'([L2|Ls], L1, All) :-
    append(L1, Rest, All),
    '$append_all'(Ls, L2, Rest).

prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).

member(X, [Y|Ys]) :- '$member'(Ys, X, Y).

'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

memberchk(X, L) :- member(X, L), !.

select(X, [Y|Ys], Rest) :- '$select'(Ys, Y, X, Rest).

'$select'(Ys, X, X, Ys).
'$select'([Y2|Ys], Y1, X, [Y1|Rest]) :- '$select'(Ys, Y2, X, Rest).

selectchk(X, List, Rest) :- select(X, List, Rest), !.

select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).

'$select4'([X|Xs], X, Y, [Y|Xs]).
'$select4'([Z|Xs], X, Y, [Z|Ys]) :- '$select4'(Xs, X, Y, Ys).

selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys), !.

subseq([], [], []).
subseq([X|Xs], Sub, [X|Rest]) :- subseq(Xs, Sub, Rest).
subseq([X|Xs], [X|Sub], Rest) :- subseq(Xs, Sub, Rest).

subtract([], _, []).
subtract([X|Xs], Del, R) :-
    (   memberchk(X, Del)
    ->  subtract(Xs, Del, R)
    ;   R = [X|R1],
        subtract(Xs, Del, R1)
    ).

intersection([], _, []).
intersection([X|Xs], Ys, R) :-
    (   memberchk(X, Ys)
    ->  R = [X|R1],
        intersection(Xs, Ys, R1)
    ;   intersection(Xs, Ys, R)
    ).

union([], Ys, Ys).
union([X|Xs], Ys, R) :-
    (   memberchk(X, Ys)
    ->  union(Xs, Ys, R)
    ;   R = [X|R1],
        union(Xs, Ys, R1)
    ).

subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).

permutation(Xs, Ys) :-
    (   is_list(Xs)
    ->  length(Xs, N),
        length(Ys, N)
    ;   is_list(Ys)
    ->  length(Ys, N),
        length(Xs, N)
    ;   '$open_list'(Xs),
        '$open_list'(Ys)
    ->  length(Xs, N),
        length(Ys, N)
    ;   must_be(list, Xs)
    ),
    '$permute'(Xs, Ys).

'$permute'([], []).
'$permute'(Xs, [Y|Ys]) :-
    Xs = [_|_],
    select(Y, Xs, Rest),
    '$permute'(Rest, Ys).

'$open_list'(L) :- var(L), !.
'$open_list'([_|T]) :- '$open_list'(T).

delete([], _, []).
delete([X|Xs], Del, R) :-
    (   X \= Del
    ->  R = [X|R1],
        delete(Xs, Del, R1)
    ;   delete(Xs, Del, R)
    ).

nth0(I, L, X) :-
    (   integer(I)
    ->  must_be(nonneg, I),
        '$nth_det'(I, L, X)
    ;   var(I)
    ->  '$nth_gen'(L, X, 0, I)
    ;   type_error(integer, I)
    ).

nth1(I, L, X) :-
    (   integer(I)
    ->  must_be(nonneg, I),
        I >= 1,
        I0 is I-1,
        '$nth_det'(I0, L, X)
    ;   var(I)
    ->  '$nth_gen'(L, X, 1, I)
    ;   type_error(integer, I)
    ).

'$nth_det'(0, [X|_], X) :- !.
'$nth_det'(N, [_|Xs], X) :- N1 is N-1, '$nth_det'(N1, Xs, X).

'$nth_gen'([Y|Ys], X, B, I) :- '$nth_gen'(Ys, Y, X, B, I).

'$nth_gen'(_, X, X, B, B).
'$nth_gen'([Y|Ys], _, X, B, I) :- B1 is B+1, '$nth_gen'(Ys, Y, X, B1, I).

nth0(I, L, X, R) :-
    (   integer(I)
    ->  must_be(nonneg, I),
        '$nth_del'(I, L, X, R)
    ;   var(I)
    ->  '$nth_gen_del'(L, X, R, 0, I)
    ;   type_error(integer, I)
    ).

nth1(I, L, X, R) :-
    (   integer(I)
    ->  must_be(nonneg, I),
        I >= 1,
        I0 is I-1,
        '$nth_del'(I0, L, X, R)
    ;   var(I)
    ->  '$nth_gen_del'(L, X, R, 1, I)
    ;   type_error(integer, I)
    ).

'$nth_del'(0, [X|Xs], X, Xs) :- !.
'$nth_del'(N, [Y|Xs], X, [Y|R]) :- N1 is N-1, '$nth_del'(N1, Xs, X, R).

'$nth_gen_del'([X|Xs], X, Xs, B, B).
'$nth_gen_del'([Y|Xs], X, [Y|R], B, I) :- B1 is B+1, '$nth_gen_del'(Xs, X, R, B1, I).

last([X|Xs], Last) :- '$last'(Xs, X, Last).

'$last'([], X, X).
'$last'([X|Xs], _, Last) :- '$last'(Xs, X, Last).

proper_length(L, N) :- is_list(L), length(L, N).

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

reverse(Xs, Ys) :- '$reverse'(Xs, [], Ys).

'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Acc, Ys) :- '$reverse'(Xs, [X|Acc], Ys).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).

flatten(L, Flat) :- '$flatten'(L, [], Flat0), !, Flat = Flat0.

'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([X|Xs], T, Flat) :- !,
    '$flatten'(X, Mid, Flat),
    '$flatten'(Xs, T, Mid).
'$flatten'(X, T, [X|T]).

clumped(Items, Counts) :- '$clumped'(Items, Counts).

'$clumped'([], []).
'$clumped'([X|Xs], [X-N|Cs]) :- '$clump'(Xs, X, 1, N, Rest), '$clumped'(Rest, Cs).

'$clump'([Y|Ys], X, N0, N, Rest) :- X == Y, !, N1 is N0+1, '$clump'(Ys, X, N1, N, Rest).
'$clump'(Rest, _, N, N, Rest).

max_list([X|Xs], Max) :- '$max_list'(Xs, X, Max).

'$max_list'([], M, M).
'$max_list'([X|Xs], M0, M) :- M1 is max(M0, X), '$max_list'(Xs, M1, M).

min_list([X|Xs], Min) :- '$min_list'(Xs, X, Min).

'$min_list'([], M, M).
'$min_list'([X|Xs], M0, M) :- M1 is min(M0, X), '$min_list'(Xs, M1, M).

max_member(Max, [X|Xs]) :- '$max_member'(Xs, X, Max).

'$max_member'([], M, M).
'$max_member'([X|Xs], M0, M) :-
    (   X @> M0
    ->  '$max_member'(Xs, X, M)
    ;   '$max_member'(Xs, M0, M)
    ).

min_member(Min, [X|Xs]) :- '$min_member'(Xs, X, Min).

'$min_member'([], M, M).
'$min_member'([X|Xs], M0, M) :-
    (   X @< M0
    ->  '$min_member'(Xs, X, M)
    ;   '$min_member'(Xs, M0, M)
    ).

max_member(Pred, Max, [X|Xs]) :- '$max_member_by'(Xs, Pred, X, Max).

'$max_member_by'([], _, M, M).
'$max_member_by'([X|Xs], P, M0, M) :-
    (   call(P, M0, X)
    ->  '$max_member_by'(Xs, P, X, M)
    ;   '$max_member_by'(Xs, P, M0, M)
    ).

min_member(Pred, Min, [X|Xs]) :- '$min_member_by'(Xs, Pred, X, Min).

'$min_member_by'([], _, M, M).
'$min_member_by'([X|Xs], P, M0, M) :-
    (   call(P, X, M0)
    ->  '$min_member_by'(Xs, P, X, M)
    ;   '$min_member_by'(Xs, P, M0, M)
    ).

sum_list(Xs, Sum) :- '$sum_list'(Xs, 0, Sum).

'$sum_list'([], S, S).
'$sum_list'([X|Xs], S0, S) :- S1 is S0+X, '$sum_list'(Xs, S1, S).

sumlist(Xs, Sum) :- sum_list(Xs, Sum).

numlist(L, H, R) :-
    must_be(integer, L),
    must_be(integer, H),
    L =< H,
    '$numlist'(L, H, R).

'$numlist'(H, H, R) :- !, R = [H].
'$numlist'(L, H, [L|R]) :- L1 is L+1, '$numlist'(L1, H, R).

is_set(Set) :-
    is_list(Set),
    length(Set, N),
    sort(Set, Sorted),
    length(Sorted, N).

% The first of each group of identical elements, in the order of the list: n log n.
list_to_set(List, Set) :-
    must_be(list, List),
    '$number_items'(List, 1, Keyed),
    sort(1, @=<, Keyed, ByItem),
    '$drop_repeats'(ByItem, Firsts),
    sort(2, @=<, Firsts, InOrder),
    '$item_keys'(InOrder, Set0),
    Set = Set0.

'$number_items'([], _, []).
'$number_items'([X|Xs], N, [X-N|Ks]) :- N1 is N+1, '$number_items'(Xs, N1, Ks).

'$drop_repeats'([], []).
'$drop_repeats'([X-N|Ks], [X-N|Rs]) :- '$drop_same'(Ks, X, Rest), '$drop_repeats'(Rest, Rs).

'$drop_same'([Y-_|Ks], X, Rest) :- X == Y, !, '$drop_same'(Ks, X, Rest).
'$drop_same'(Rest, _, Rest).

'$item_keys'([], []).
'$item_keys'([X-_|Ks], [X|Xs]) :- '$item_keys'(Ks, Xs).

% predsort(+Pred, +List, -Sorted): merge sort where Pred(Order, A, B) decides; `=` drops one of the two.
predsort(P, L, Sorted) :-
    must_be(list, L),
    length(L, N),
    '$predsort'(N, P, L, _, Sorted0),
    !,
    Sorted = Sorted0.

'$predsort'(0, _, L, L, []) :- !.
'$predsort'(1, _, [X|L], L, [X]) :- !.
'$predsort'(2, P, [X,Y|L], L, R) :- !,
    call(P, Order, X, Y),
    '$predsort_two'(Order, X, Y, R).
'$predsort'(N, P, L1, L3, R) :-
    N1 is N // 2,
    N2 is N - N1,
    '$predsort'(N1, P, L1, L2, R1),
    '$predsort'(N2, P, L2, L3, R2),
    '$predmerge'(R1, R2, P, R).

'$predsort_two'(<, X, Y, [X,Y]).
'$predsort_two'(=, X, _, [X]).
'$predsort_two'(>, X, Y, [Y,X]).

'$predmerge'([], Ys, _, Ys) :- !.
'$predmerge'(Xs, [], _, Xs) :- !.
'$predmerge'([X|Xs], [Y|Ys], P, R) :-
    call(P, Order, X, Y), !,
    '$predmerge_step'(Order, X, Y, Xs, Ys, P, R).

'$predmerge_step'(<, X, Y, Xs, Ys, P, [X|R]) :- '$predmerge'(Xs, [Y|Ys], P, R).
'$predmerge_step'(=, X, _, Xs, Ys, P, [X|R]) :- '$predmerge'(Xs, Ys, P, R).
'$predmerge_step'(>, X, Y, Xs, Ys, P, [Y|R]) :- '$predmerge'([X|Xs], Ys, P, R).
