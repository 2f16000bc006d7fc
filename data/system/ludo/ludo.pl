% Ludo (Člověče, nezlob se): throw the die, bring four pieces around the board into the goal.
% Two boards: 20 fields (a small one) and 40 fields (the usual one); two to four players.
parameter(players, 4).
parameter(board, 20).
values(players, 2-4).
values(board, [20, 40]).

player(P) :- parameter(players, N), nth1(I, [red, green, blue, yellow], P), I =< N.
alike(P) :- player(P).
marker(N) :- between(0, 6, N).

% Where a player enters the board.
start(20, red, 1).
start(20, green, 5).
start(20, blue, 10).
start(20, yellow, 15).
start(40, red, 1).
start(40, green, 11).
start(40, blue, 21).
start(40, yellow, 31).

state(red, Zones) :-
    parameter(board, Size),
    findall(home(P, [P, P, P, P]), player(P), Homes),
    findall(field(F, []), between(1, Size, F), Fields),
    findall(goal(P, K, []), ( player(P), between(1, 4, K) ), Goals),
    append([[die([0])], Homes, Fields, Goals], Zones).

% The die is thrown when it shows nothing.
chance(1, throw(K), state(P, [die([0]) | Z]), state(P, [die([K]) | Z])) :- between(1, 6, K).

% A six brings a piece from home to the start.
turn(enter, state(P, [die([6]) | In]), state(P, [die([6]) | Out])) :- entering(P, In, Out).
% A piece goes as many fields as the die shows; a piece of another player standing there goes home.
turn(F > T, state(P, [die([K]) | In]), state(P, [die([K]) | Out])) :- K > 0, going(P, K, In, F, T, Out).
% Whoever cannot move passes.
turn(pass, state(P, [die([K]) | Z]), state(P, [die([K]) | Z])) :- K > 0, \+ able(P, K, Z).

able(P, 6, Z) :- entering(P, Z, _).
able(P, K, Z) :- going(P, K, Z, _, _, _).

entering(P, In, [home(P, Rest), field(F, [P]) | Z]) :-
    select(home(P, [P | Rest]), In, Z0),
    parameter(board, Size),
    start(Size, P, F),
    select(field(F, There), Z0, Z1),
    sent(There, P, Z1, Z).

going(P, K, In, F, T, [From, To | Z]) :-
    select(Piece, In, Z0),
    spot(Piece, P, F, [P], At),
    along(P, At, K, Steps),
    spot(From, P, F, [], _),
    target(P, Steps, T),
    spot(Target, P, T, There, _),
    select(Target, Z0, Z1),
    sent(There, P, Z1, Z),
    spot(To, P, T, [P], _).

% A place of a player: how many fields from its start, or in the goal.
spot(field(F, L), P, F, L, D) :- way(P, F, D).
spot(goal(P, K, L), P, goal(K), L, D) :- parameter(board, Size), D is Size + K - 1.

way(P, F, D) :- parameter(board, Size), start(Size, P, S), integer(F), D is (F - S + Size) mod Size.

along(_, At, K, Steps) :- integer(At), Steps is At + K, parameter(board, Size), Steps < Size + 4.

target(P, Steps, F) :-
    parameter(board, Size), Steps < Size, !,
    start(Size, P, S),
    F is (S + Steps - 1) mod Size + 1.
target(_, Steps, goal(K)) :- parameter(board, Size), K is Steps - Size + 1.

% What stands there goes home, unless it is one's own.
sent([], _, Z, Z).
sent([Q], P, In, [home(Q, [Q | L]) | Z]) :- Q \== P, select(home(Q, L), In, Z).

% After a six the same player throws again, otherwise the next one.
next(_, state(P, [die([6]) | Z]), state(P, [die([0]) | Z])) :- !.
next(_, state(P, [die([_]) | Z]), state(Q, [die([0]) | Z])) :- after(P, Q).

after(P, Q) :- findall(X, player(X), Ps), follows(P, Ps, Q).

follows(P, Ps, Q) :- append(_, [P, Q | _], Ps), !.
follows(_, [Q | _], Q).

win(state(_, Z), P) :- player(P), home_full(P, Z).

home_full(P, Z) :- \+ member(goal(P, _, []), Z).

label(game, en, 'Ludo').
label(game, cs, 'Člověče, nezlob se').
label(game, sk, 'Človeče, nehnevaj sa').
label(about, en, 'The race home that must not make you angry').
label(about, cs, 'Závod domů, při kterém se nemáte zlobit').
label(about, sk, 'Preteky domov, pri ktorých sa nemáte hnevať').
label(players, en, 'how many play').
label(players, cs, 'kolik hráčů hraje').
label(players, sk, 'koľko hráčov hrá').
label(board, en, 'fields of the board').
label(board, cs, 'počet polí na desce').
label(board, sk, 'počet polí na doske').
label(red, en, red).
label(red, cs, 'červený').
label(red, sk, 'červený').
label(green, en, green).
label(green, cs, 'zelený').
label(green, sk, 'zelený').
label(blue, en, blue).
label(blue, cs, 'modrý').
label(blue, sk, 'modrý').
label(yellow, en, yellow).
label(yellow, cs, 'žlutý').
label(yellow, sk, 'žltý').
label(die, en, die).
label(die, cs, kostka).
label(die, sk, kocka).
label(home, en, home).
label(home, cs, 'domeček na začátku').
label(home, sk, 'domček na začiatku').
label(field, en, field).
label(field, cs, pole).
label(field, sk, pole).
label(goal, en, goal).
label(goal, cs, 'cílový domeček').
label(goal, sk, 'cieľový domček').
label(throw, en, 'a throw of ~1').
label(throw, cs, 'padlo ~1').
label(throw, sk, 'padlo ~1').
label(enter, en, 'a piece goes to the start').
label(enter, cs, 'nasazení figurky').
label(enter, sk, 'nasadenie figúrky').
label(pass, en, pass).
label(pass, cs, 'bez tahu').
label(pass, sk, 'bez ťahu').
label(>, en, 'move from ~1 to ~2').
label(>, cs, 'tah z ~1 na ~2').
label(>, sk, 'ťah z ~1 na ~2').
label(entering, en, 'a piece is at home and no piece of one\'s own stands on the start; another\'s piece there is sent home').
label(entering, cs, 'figurka je doma a na startu nestojí vlastní figurka; cizí figurka se odtud vrací domů').
label(entering, sk, 'figúrka je doma a na štarte nestojí vlastná figúrka; cudzia figúrka sa odtiaľ vracia domov').
label(going, en, 'the piece goes exactly as many fields as the die shows, not onto one\'s own piece and not past the last field of the goal; another\'s piece is sent home').
label(going, cs, 'figurka jde přesně o tolik polí, kolik ukazuje kostka, ne na vlastní figurku a ne za poslední pole cíle; cizí figurka se vrací domů').
label(going, sk, 'figúrka ide presne o toľko polí, koľko ukazuje kocka, nie na vlastnú figúrku a nie za posledné pole cieľa; cudzia figúrka sa vracia domov').
label(next, en, 'After a six the same player throws again, otherwise the next player throws.').
label(next, cs, 'Po šestce hází znovu tentýž hráč, jinak další.').
label(next, sk, 'Po šestke hádže znova ten istý hráč, inak ďalší.').
label(able, en, 'the player can move').
label(able, cs, 'hráč může táhnout').
label(able, sk, 'hráč môže ťahať').
label(home_full, en, 'all four fields of the player\'s goal are taken').
label(home_full, cs, 'všechna čtyři pole hráčova cíle jsou obsazena').
label(home_full, sk, 'všetky štyri polia hráčovho cieľa sú obsadené').
label(0, en, 'not thrown yet').
label(0, cs, 'ještě nehozeno').
label(0, sk, 'ešte nehodené').
label(when(throw), en, 'the player has not thrown yet').
label(when(throw), cs, 'hráč ještě neházel').
label(when(throw), sk, 'hráč ešte nehádzal').
label(not(able), en, 'no piece of the player can move').
label(not(able), cs, 'žádná figurka hráče nemůže táhnout').
label(not(able), sk, 'žiadna figúrka hráča nemôže ťahať').
owner(home(P), P) :- player(P).
owner(goal(P, K), P) :- player(P), between(1, 4, K).
looks(P, Kind) :- player(P), atomic_list_concat(['man:', P], Kind).
looks(K, Kind) :- between(1, 6, K), atomic_list_concat(['die:', K], Kind).
looks(0, die).
