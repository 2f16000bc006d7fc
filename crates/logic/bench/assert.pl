% The dynamic database: counters, a memo table, a queue, and a scan that changes what it scans.

:- dynamic(counter/1).
:- dynamic(memo/2).
:- dynamic(job/2).

bench(N, R) :- ( between(1, N, _), all(_), fail ; all(R) ).

all([A, B, C]) :- count(200, A), fibs(60, B), jobs(100, C).

count(N, R) :-
    retractall(counter(_)),
    assertz(counter(0)),
    ( between(1, N, _), retract(counter(K)), K1 is K + 1, assertz(counter(K1)), fail ; true ),
    counter(R).

fibs(N, F) :- retractall(memo(_, _)), fib(N, F).

fib(N, F) :- memo(N, F), !.
fib(N, N) :- N < 2, !.
fib(N, F) :-
    A is N - 1, B is N - 2,
    fib(A, FA), fib(B, FB),
    F is FA + FB,
    asserta(memo(N, F)).

jobs(N, S) :-
    retractall(job(_, _)),
    ( between(1, N, K), M is K mod 10, assertz(job(K, M)), fail ; true ),
    ( job(K, M), M > 5, retract(job(K, M)), M1 is M - 6, assertz(job(K, M1)), fail ; true ),
    findall(M2, job(_, M2), Ms), sum(Ms, 0, S).

sum([], S, S).
sum([X|Xs], S0, S) :- S1 is S0 + X, sum(Xs, S1, S).
