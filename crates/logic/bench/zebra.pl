% Five houses, five neighbours: who keeps the zebra? Unification and shallow backtracking.

bench(N, R) :- ( between(1, N, _), zebra(_), fail ; zebra(R) ).

zebra(Owner) :-
    Street = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],
    on(house(red, english, _, _, _), Street),
    on(house(green, _, _, coffee, _), Street),
    on(house(_, spanish, dog, _, _), Street),
    on(house(_, ukrainian, _, tea, _), Street),
    right_of(house(green, _, _, _, _), house(ivory, _, _, _, _), Street),
    on(house(_, _, snails, _, winston), Street),
    on(house(yellow, _, _, _, kools), Street),
    next_to(house(_, _, _, _, chesterfield), house(_, _, fox, _, _), Street),
    next_to(house(_, _, _, _, kools), house(_, _, horse, _, _), Street),
    on(house(_, _, _, orange_juice, lucky), Street),
    on(house(_, japanese, _, _, parliament), Street),
    next_to(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Street),
    on(house(_, Owner, zebra, _, _), Street),
    on(house(_, _, _, water, _), Street),
    !.

on(X, [X|_]).
on(X, [_|Xs]) :- on(X, Xs).

right_of(A, B, [B,A|_]).
right_of(A, B, [_|Xs]) :- right_of(A, B, Xs).

next_to(A, B, Xs) :- right_of(A, B, Xs).
next_to(A, B, Xs) :- right_of(B, A, Xs).
