% Random numbers from the machine's own seeded generator: the same seed and program give the same answers.
% No clock and no entropy of the host is ever read.

% Native: random/1, random/3, random_between/3, random_member/2, random_permutation/2, set_random/1.

random_select(X, List, Rest) :-
    (   is_list(List)
    ->  length(List, N),
        N > 0,
        N0 is N - 1,
        random_between(0, N0, I),
        nth0(I, List, X, Rest)
    ;   must_be(list, Rest),
        length(Rest, N),
        random_between(0, N, I),
        nth0(I, List, X, Rest)
    ).

random_subseq(List, Sub, Rest) :- '$random_subseq'(List, Sub, Rest).

'$random_subseq'([], [], []).
'$random_subseq'([X|Xs], Sub, Rest) :-
    random_between(0, 1, Coin),
    (   Coin =:= 0
    ->  Sub = [X|Sub1],
        Rest = Rest1
    ;   Sub = Sub1,
        Rest = [X|Rest1]
    ),
    '$random_subseq'(Xs, Sub1, Rest1).

maybe :- random_between(0, 1, 0).

maybe(P) :- must_be(between(0.0, 1.0), P), random(F), F < P.

maybe(K, N) :- must_be(nonneg, K), must_be(positive_integer, N), random_between(1, N, X), X =< K.

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
    random_between(1, N, X),
    (   X =< K
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
