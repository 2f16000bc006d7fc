% Tic-tac-toe: three of one's own in a row, a column or a diagonal.
% Rules always get the zones in the order of the start, so a line is a pattern.
player(x).
player(o).
alike(x).
alike(o).

state(x, [f(a1, []), f(b1, []), f(c1, []),
          f(a2, []), f(b2, []), f(c2, []),
          f(a3, []), f(b3, []), f(c3, []),
          supply(x, [x, x, x, x, x]), supply(o, [o, o, o, o])]).

turn(F, state(P, In), state(P, [f(F, [P]), supply(P, Rest) | Z])) :-
    select(supply(P, [P | Rest]), In, Z0),
    select(f(F, []), Z0, Z).

next(_, state(x, Z), state(o, Z)).
next(_, state(o, Z), state(x, Z)).

win(state(_, Z), P) :- three(Z, P).
win(state(_, Z), draw) :- \+ memberchk(f(_, []), Z), \+ three(Z, _).

three([f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([_, _, _, f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([_, _, _, _, _, _, f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([_, f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([_, _, f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([f(_, [P]), _, _, _, f(_, [P]), _, _, _, f(_, [P]) | _], P).
three([_, _, f(_, [P]), _, f(_, [P]), _, f(_, [P]) | _], P).

label(game, en, 'Tic-tac-toe').
label(game, cs, 'Piškvorky 3 × 3').
label(game, sk, 'Piškvorky 3 × 3').
label(x, en, cross).
label(x, cs, 'křížek').
label(x, sk, 'krížik').
label(o, en, nought).
label(o, cs, 'kolečko').
label(o, sk, 'krúžok').
label(three, en, 'three tokens of the player lie in one row, column or diagonal').
label(three, cs, 'tři kameny hráče leží v jedné řadě, sloupci nebo úhlopříčce').
label(three, sk, 'tri kamene hráča ležia v jednom riadku, stĺpci alebo uhlopriečke').
label(f, en, field).
label(f, cs, pole).
label(f, sk, pole).
label(supply, en, supply).
label(supply, cs, 'zásoba').
label(supply, sk, 'zásoba').
label(turn, en, 'one of the player\'s own marks is put on an empty field').
label(turn, cs, 'dát svou značku na prázdné pole').
label(turn, sk, 'dať svoju značku na prázdne pole').
label(when(turn), en, '').
label(when(turn), cs, '').
label(when(turn), sk, '').
label(when(draw), en, 'every field is taken and nobody has three in a line').
label(when(draw), cs, 'jsou všechna pole obsazena a nikdo nemá tři v řadě').
label(when(draw), sk, 'sú všetky polia obsadené a nikto nemá tri v rade').
layout(board, grid(3, 3)).
owner(supply(x), x).
owner(supply(o), o).
place(f(a1), board, 0).
place(f(b1), board, 1).
place(f(c1), board, 2).
place(f(a2), board, 3).
place(f(b2), board, 4).
place(f(c2), board, 5).
place(f(a3), board, 6).
place(f(b3), board, 7).
place(f(c3), board, 8).
