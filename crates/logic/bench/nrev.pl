% Naive reverse of a list of thirty elements: 496 inferences a run.

bench(N, R) :- data(L), ( between(1, N, _), nrev(L, _), fail ; nrev(L, R) ).

data([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]).

nrev([], []).
nrev([X|Xs], Ys) :- nrev(Xs, Zs), app(Zs, [X], Ys).

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
