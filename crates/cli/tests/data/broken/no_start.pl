% Nobody can move at the start.
player(ann). player(bob).
alike(c).
state(ann, [heap([]), gone([c])]).
turn(take, state(P, [heap([c | H]), gone(G)]), state(P, [heap(H), gone([c | G])])).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(ann, [heap([c, c]) | _]), ann).
