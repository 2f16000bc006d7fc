% Symbolic differentiation: structure matching on the first argument.

bench(N, R) :- ( between(1, N, _), all(_), fail ; all(Ds), size(Ds, 0, R) ).

% the number of nodes checks the answers without depending on how operators are written
size(T, N0, N) :- functor(T, _, A), N1 is N0 + 1, size(A, T, N1, N).

size(0, _, N, N) :- !.
size(A, T, N0, N) :- arg(A, T, X), size(X, N0, N1), B is A - 1, size(B, T, N1, N).

all([A, B, C, D]) :-
    d((x + 1) * (x^2 + 2) * (x^3 + 3), x, A),
    d(((((((((x / x) / x) / x) / x) / x) / x) / x) / x) / x, x, B),
    d(log(log(log(log(log(log(log(log(log(log(x)))))))))), x, C),
    d(((((((((x * x) * x) * x) * x) * x) * x) * x) * x) * exp(-x), x, D).

d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V^2) :- !, d(U, X, DU), d(V, X, DV).
d(U^N, X, DU * N * U^N1) :- integer(N), !, N1 is N - 1, d(U, X, DU).
d(-U, X, -DU) :- !, d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- !, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).
