% A coin decides: its zone holds marks only. Heads for ann, tails for bob.
player(ann). player(bob).
marker(none). marker(heads). marker(tails).
alike(c).
state(ann, [coin([none]), purse([c]), never([])]).
turn(call, state(P, [coin([none]), purse([c]), never([])]), state(P, [coin([none]), purse([]), never([c])])) :- fail.
chance(1, Side, state(P, [coin([none]) | Z]), state(P, [coin([Side]) | Z])) :- member(Side, [heads, tails]).
win(state(_, [coin([heads]) | _]), ann).
win(state(_, [coin([tails]) | _]), bob).
next(_, S, S).
