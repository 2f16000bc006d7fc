% Random numbers from the machine's own seeded generator: the same seed and program give the same answers.
% The engine supplies '$random_float'(F), 0.0 < F < 1.0, and '$random_int'(L, U, X), L =< X < U;
% set_random(seed(S)) is native too. No clock and no entropy of the host is ever read.

random(F) :- '$random_float'(F).

random(L, U, X) :-
    (   integer(L), integer(U)
    ->  L < U,
        '$random_int'(L, U, X)
    ;   must_be(number, L),
        must_be(number, U),
        '$random_float'(F),
        X is L + (U - L) * F
    ).

random_between(L, U, X) :-
    must_be(integer, L),
    must_be(integer, U),
    L =< U,
    U1 is U + 1,
    '$random_int'(L, U1, X).

random_member(X, List) :-
    must_be(list, List),
    length(List, N),
    N > 0,
    '$random_int'(0, N, I),
    nth0(I, List, X).

random_select(X, List, Rest) :-
    (   is_list(List)
    ->  length(List, N),
        N > 0,
        '$random_int'(0, N, I),
        nth0(I, List, X, Rest)
    ;   must_be(list, Rest),
        length(Rest, N),
        N1 is N + 1,
        '$random_int'(0, N1, I),
        nth0(I, List, X, Rest)
    ).

% Each of the n! orders is equally likely: sort by random keys, ties broken by position are negligible.
random_permutation(List, Permutation) :-
    (   is_list(List)
    ->  '$shuffle'(List, Permutation)
    ;   must_be(list, Permutation),
        '$shuffle'(Permutation, List)
    ).

'$shuffle'(List, Permutation) :-
    '$random_keys'(List, Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Permutation).

'$random_keys'([], []).
'$random_keys'([X|Xs], [K-X|Ks]) :- '$random_int'(0, 0x40000000000000, K), '$random_keys'(Xs, Ks).

random_subseq(List, Sub, Rest) :- '$random_subseq'(List, Sub, Rest).

'$random_subseq'([], [], []).
'$random_subseq'([X|Xs], Sub, Rest) :-
    '$random_int'(0, 2, Coin),
    (   Coin =:= 0
    ->  Sub = [X|Sub1],
        Rest = Rest1
    ;   Sub = Sub1,
        Rest = [X|Rest1]
    ),
    '$random_subseq'(Xs, Sub1, Rest1).

maybe :- '$random_int'(0, 2, 0).

maybe(P) :- must_be(between(0.0, 1.0), P), '$random_float'(F), F < P.

maybe(K, N) :- must_be(nonneg, K), must_be(positive_integer, N), '$random_int'(0, N, X), X < K.

random_perm2(A, B, X, Y) :-
    (   maybe
    ->  X = A, Y = B
    ;   X = B, Y = A
    ).

% randset(+K, +N, -Set): K different integers of 1..N in order; randseq/3 the same in a random order.
randset(K, N, Set) :-
    must_be(nonneg, K),
    must_be(nonneg, N),
    (   K > N
    ->  domain_error(small_enough, K)
    ;   '$randset'(N, K, [], Set)
    ).

'$randset'(_, 0, Set, Set) :- !.
'$randset'(N, K, Acc, Set) :-
    N1 is N - 1,
    '$random_int'(0, N, X),
    (   X < K
    ->  K1 is K - 1,
        '$randset'(N1, K1, [N|Acc], Set)
    ;   '$randset'(N1, K, Acc, Set)
    ).

randseq(K, N, Seq) :- randset(K, N, Set), random_permutation(Set, Seq).

random_numlist(P, L, U, List) :-
    must_be(between(0.0, 1.0), P),
    must_be(integer, L),
    must_be(integer, U),
    '$random_numlist'(L, U, P, List).

'$random_numlist'(L, U, _, []) :- L > U, !.
'$random_numlist'(L, U, P, List) :-
    (   maybe(P)
    ->  List = [L|List1]
    ;   List = List1
    ),
    L1 is L + 1,
    '$random_numlist'(L1, U, P, List1).
