% Nim: take any number of counters from one heap; whoever takes the last one wins.
player(first).
player(second).
alike(c).

state(first, [heap(1, [c]), heap(2, [c, c, c]), heap(3, [c, c, c, c, c]),
              heap(4, [c, c, c, c, c, c, c]), aside([])]).

turn(N : K, state(P, In), state(P, [heap(N, Rest), aside(After) | Z])) :-
    select(heap(N, Heap), In, Z0),
    select(aside(Before), Z0, Z),
    take(Heap, K, Rest, Before, After).

take([c | Heap], 1, Heap, Aside, [c | Aside]).
take([c | Heap], K, Rest, Before, After) :-
    take(Heap, K0, Rest, [c | Before], After),
    K is K0 + 1.

next(_, state(first, Z), state(second, Z)).
next(_, state(second, Z), state(first, Z)).

win(state(P, Z), Q) :-
    \+ member(heap(_, [_ | _]), Z),
    next(_, state(P, Z), state(Q, Z)).

label(game, en, 'Nim').
label(game, cs, 'Nim').
label(game, sk, 'Nim').
label(c, en, counter).
label(c, cs, 'kámen').
label(c, sk, 'kameň').
label(heap, en, heap).
label(heap, cs, 'hromádka').
label(heap, sk, 'kôpka').
label(aside, en, 'aside').
label(aside, cs, 'stranou').
label(aside, sk, 'bokom').
label(:, en, '~2 from heap ~1, put aside').
label(:, cs, '~2 z hromádky ~1 stranou').
label(:, sk, '~2 z kôpky ~1 bokom').
label(first, en, 'first').
label(first, cs, 'první').
label(first, sk, 'prvý').
label(second, en, 'second').
label(second, cs, 'druhý').
label(second, sk, 'druhý').
label(when(win), en, 'the player has taken the last counter').
label(when(win), cs, 'vzal poslední kámen').
label(when(win), sk, 'vzal posledný kameň').
layout(heap, stack).
