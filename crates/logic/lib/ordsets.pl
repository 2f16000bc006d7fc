% Sets as lists in the standard order of terms, without repetition. Every operation is linear.

is_ordset(Set) :- is_list(Set), '$is_ordset'(Set).

'$is_ordset'([]).
'$is_ordset'([X|Xs]) :- '$is_ordset'(Xs, X).

'$is_ordset'([], _).
'$is_ordset'([Y|Ys], X) :- X @< Y, '$is_ordset'(Ys, Y).

ord_empty([]).

list_to_ord_set(List, Set) :- sort(List, Set).

ord_memberchk(X, [Y|Ys]) :- compare(O, X, Y), '$ord_memberchk'(O, X, Ys).

'$ord_memberchk'(=, _, _).
'$ord_memberchk'(>, X, [Y|Ys]) :- compare(O, X, Y), '$ord_memberchk'(O, X, Ys).

ord_add_element([], X, [X]).
ord_add_element([Y|Ys], X, Set) :- compare(O, X, Y), '$ord_add'(O, X, Y, Ys, Set).

'$ord_add'(<, X, Y, Ys, [X,Y|Ys]).
'$ord_add'(=, _, Y, Ys, [Y|Ys]).
'$ord_add'(>, X, Y, Ys, [Y|Set]) :- ord_add_element(Ys, X, Set).

ord_del_element([], _, []).
ord_del_element([Y|Ys], X, Set) :- compare(O, X, Y), '$ord_del'(O, X, Y, Ys, Set).

'$ord_del'(<, _, Y, Ys, [Y|Ys]).
'$ord_del'(=, _, _, Ys, Ys).
'$ord_del'(>, X, Y, Ys, [Y|Set]) :- ord_del_element(Ys, X, Set).

ord_selectchk(X, [Y|Ys], Rest) :- compare(O, X, Y), '$ord_selectchk'(O, X, Y, Ys, Rest).

'$ord_selectchk'(=, _, _, Ys, Ys).
'$ord_selectchk'(>, X, Y, Ys, [Y|Rest]) :- ord_selectchk(X, Ys, Rest).

ord_union(Sets, Union) :-
    length(Sets, N),
    '$ord_union_n'(N, Sets, [], Union).

'$ord_union_n'(0, Rest, Rest, []) :- !.
'$ord_union_n'(1, [S|Rest], Rest, S) :- !.
'$ord_union_n'(N, Sets, Rest, Union) :-
    N1 is N // 2,
    N2 is N - N1,
    '$ord_union_n'(N1, Sets, Mid, U1),
    '$ord_union_n'(N2, Mid, Rest, U2),
    ord_union(U1, U2, Union).

ord_union([], Ys, Ys).
ord_union([X|Xs], Ys, Zs) :- '$ord_union'(Ys, X, Xs, Zs).

'$ord_union'([], X, Xs, [X|Xs]).
'$ord_union'([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), '$ord_union'(O, X, Xs, Y, Ys, Zs).

'$ord_union'(<, X, Xs, Y, Ys, [X|Zs]) :- '$ord_union'(Xs, Y, Ys, Zs).
'$ord_union'(=, X, Xs, _, Ys, [X|Zs]) :- ord_union(Xs, Ys, Zs).
'$ord_union'(>, X, Xs, Y, Ys, [Y|Zs]) :- '$ord_union'(Ys, X, Xs, Zs).

% ord_union(+Set1, +Set2, -Union, -New): New holds what Set2 has and Set1 has not.
ord_union(Xs, Ys, Union, New) :-
    ord_union(Xs, Ys, Union),
    ord_subtract(Ys, Xs, New).

ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Zs) :- '$ord_subtract'(Ys, X, Xs, Zs).

'$ord_subtract'([], X, Xs, [X|Xs]).
'$ord_subtract'([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), '$ord_subtract'(O, X, Xs, Y, Ys, Zs).

'$ord_subtract'(<, X, Xs, Y, Ys, [X|Zs]) :- ord_subtract(Xs, [Y|Ys], Zs).
'$ord_subtract'(=, _, Xs, _, Ys, Zs) :- ord_subtract(Xs, Ys, Zs).
'$ord_subtract'(>, X, Xs, _, Ys, Zs) :- '$ord_subtract'(Ys, X, Xs, Zs).

ord_intersection([S|Ss], I) :- '$ord_intersections'(Ss, S, I).

'$ord_intersections'([], I, I).
'$ord_intersections'([S|Ss], I0, I) :- ord_intersection(I0, S, I1), '$ord_intersections'(Ss, I1, I).

ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Zs) :- '$ord_intersection'(Ys, X, Xs, Zs).

'$ord_intersection'([], _, _, []).
'$ord_intersection'([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), '$ord_intersection'(O, X, Xs, Y, Ys, Zs).

'$ord_intersection'(<, _, Xs, Y, Ys, Zs) :- '$ord_intersection'(Xs, Y, Ys, Zs).
'$ord_intersection'(=, X, Xs, _, Ys, [X|Zs]) :- ord_intersection(Xs, Ys, Zs).
'$ord_intersection'(>, X, Xs, _, Ys, Zs) :- '$ord_intersection'(Ys, X, Xs, Zs).

% ord_intersection(+Set1, +Set2, -Both, -Only2).
ord_intersection(Xs, Ys, Both, Only2) :-
    ord_intersection(Xs, Ys, Both),
    ord_subtract(Ys, Xs, Only2).

ord_intersect(Xs, Ys) :- \+ ord_disjoint(Xs, Ys).

ord_intersect(Xs, Ys, Zs) :- ord_intersection(Xs, Ys, Zs).

ord_disjoint([], _).
ord_disjoint([X|Xs], Ys) :- '$ord_disjoint'(Ys, X, Xs).

'$ord_disjoint'([], _, _).
'$ord_disjoint'([Y|Ys], X, Xs) :- compare(O, X, Y), '$ord_disjoint'(O, X, Xs, Y, Ys).

'$ord_disjoint'(<, _, Xs, Y, Ys) :- '$ord_disjoint'(Xs, Y, Ys).
'$ord_disjoint'(>, X, Xs, _, Ys) :- '$ord_disjoint'(Ys, X, Xs).

ord_symdiff([], Ys, Ys).
ord_symdiff([X|Xs], Ys, Zs) :- '$ord_symdiff'(Ys, X, Xs, Zs).

'$ord_symdiff'([], X, Xs, [X|Xs]).
'$ord_symdiff'([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), '$ord_symdiff'(O, X, Xs, Y, Ys, Zs).

'$ord_symdiff'(<, X, Xs, Y, Ys, [X|Zs]) :- '$ord_symdiff'(Xs, Y, Ys, Zs).
'$ord_symdiff'(=, _, Xs, _, Ys, Zs) :- ord_symdiff(Xs, Ys, Zs).
'$ord_symdiff'(>, X, Xs, Y, Ys, [Y|Zs]) :- '$ord_symdiff'(Ys, X, Xs, Zs).

ord_subset([], _).
ord_subset([X|Xs], [Y|Ys]) :- compare(O, X, Y), '$ord_subset'(O, X, Xs, Ys).

'$ord_subset'(=, _, Xs, Ys) :- ord_subset(Xs, Ys).
'$ord_subset'(>, X, Xs, [Y|Ys]) :- compare(O, X, Y), '$ord_subset'(O, X, Xs, Ys).

ord_seteq(Xs, Ys) :- Xs == Ys.
