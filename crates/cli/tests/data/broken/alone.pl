% Player 1 plays alone and wins every play.
player(ann). player(bob).
alike(c).
state(ann, [heap([c, c]), gone([])]).
turn(take, state(P, [heap([c | H]), gone(G)]), state(P, [heap(H), gone([c | G])])).
win(state(ann, [heap([]) | _]), ann).
next(_, S, S).
