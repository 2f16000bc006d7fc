% A game tree of tic-tac-toe written with zones and select/3: every zone holds its tokens, a move takes a
% token from the player's hand and puts it on an empty cell. Six plies: 17,290 move generations.

bench(N, R) :- start(S), ( between(1, N, _), tree(6, x, 0, S, _, _), fail ; tree(6, x, 0, S, G, L), R = G-L ).

start([hand(x)-[x,x,x,x,x], hand(o)-[o,o,o,o],
       cell(1)-[], cell(2)-[], cell(3)-[], cell(4)-[], cell(5)-[], cell(6)-[], cell(7)-[], cell(8)-[], cell(9)-[]]).

% tree(+Depth, +Player, +Last cell, +State, -Generations, -Leaves)
tree(_, Player, Last, State, 0, 1) :- other(Player, Opponent), won(Last, Opponent, State), !.
tree(0, _, _, _, 0, 1) :- !.
tree(D, Player, _, State, G, L) :-
    findall(C-Next, move(Player, C, State, Next), Nexts),
    D1 is D - 1,
    other(Player, Opponent),
    trees(Nexts, D1, Opponent, 1, G, 0, L).

trees([], _, _, G, G, L, L).
trees([C-S|Ss], D, Player, G0, G, L0, L) :-
    tree(D, Player, C, S, G1, L1),
    G2 is G0 + G1,
    L2 is L0 + L1,
    trees(Ss, D, Player, G2, G, L2, L).

move(Player, C, State, [hand(Player)-Tokens, cell(C)-[Token]|Rest]) :-
    select(hand(Player)-[Token|Tokens], State, State1),
    select(cell(C)-[], State1, Rest).

won(Last, Player, State) :-
    line(Last, A, B),
    memberchk(cell(A)-[Player], State),
    memberchk(cell(B)-[Player], State).

other(x, o).
other(o, x).

line(1, 2, 3). line(1, 4, 7). line(1, 5, 9).
line(2, 1, 3). line(2, 5, 8).
line(3, 1, 2). line(3, 6, 9). line(3, 5, 7).
line(4, 5, 6). line(4, 1, 7).
line(5, 4, 6). line(5, 2, 8). line(5, 1, 9). line(5, 3, 7).
line(6, 4, 5). line(6, 3, 9).
line(7, 8, 9). line(7, 1, 4). line(7, 3, 5).
line(8, 7, 9). line(8, 2, 5).
line(9, 7, 8). line(9, 3, 6). line(9, 1, 5).
