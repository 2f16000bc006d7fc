% All placements of eight queens.

bench(N, R) :- ( between(1, N, _), all(8, _), fail ; all(8, R) ).

all(N, Count) :- findall(Qs, queens(N, Qs), All), length(All, Count).

queens(N, Qs) :- range(1, N, Ns), place(Ns, [], Qs).

place([], Qs, Qs).
place(Free, Safe, Qs) :-
    pick(Q, Free, Rest),
    \+ attack(Q, Safe),
    place(Rest, [Q|Safe], Qs).

attack(Q, Qs) :- attack(Q, 1, Qs).

attack(Q, D, [Q1|_]) :- Q is Q1 + D.
attack(Q, D, [Q1|_]) :- Q is Q1 - D.
attack(Q, D, [_|Qs]) :- D1 is D + 1, attack(Q, D1, Qs).

pick(X, [X|Xs], Xs).
pick(X, [Y|Ys], [Y|Zs]) :- pick(X, Ys, Zs).

range(N, N, [N]) :- !.
range(M, N, [M|Ns]) :- M < N, M1 is M + 1, range(M1, N, Ns).
