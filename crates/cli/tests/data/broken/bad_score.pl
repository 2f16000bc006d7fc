% Broken on purpose: the score of the second player is worked out from something that is not a number.
player(ann). player(bob).
alike(c).
state(ann, [heap([c, c, c]), gone([])]).
turn(take, state(P, [heap([c | H]), gone(G)]), state(P, [heap(H), gone([c | G])])).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(ann, [heap([]) | _]), bob).
win(state(bob, [heap([]) | _]), ann).
score(_, ann, 1).
score(state(_, [_, gone([X | _])]), bob, N) :- N is X + 1.
