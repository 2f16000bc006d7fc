% Collecting answers: findall, bagof with free variables, setof, nested.

bench(N, R) :- ( between(1, N, _), all(_), fail ; all(R) ).

all([A, B, C, D]) :-
    findall(X-Y, ( num(X), num(Y), X < Y ), L1), length(L1, A),
    findall(K-N, ( bagof(V, edge(K, V), Vs), length(Vs, N) ), B0), length(B0, B),
    setof(S, X2^Y2^( num(X2), num(Y2), S is X2 + Y2 ), L3), length(L3, C),
    findall(P, ( setof(V2-K2, two_steps(K2, V2), Q), length(Q, P) ), L4), total(L4, 0, D).

total([], S, S).
total([X|Xs], S0, S) :- S1 is S0 + X, total(Xs, S1, S).

two_steps(A, C) :- edge(A, B), edge(B, C).

edge(A, B) :- num(A), num(B), A \== B, 0 =:= (A * B + A) mod 7.

num(1). num(2). num(3). num(4). num(5). num(6). num(7). num(8). num(9). num(10).
num(11). num(12). num(13). num(14). num(15). num(16). num(17). num(18). num(19). num(20).
