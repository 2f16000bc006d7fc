% Prší: 32 German-suited cards. Follow suit or rank; a seven makes the next player draw two, an ace makes them wait,
% an over-knave (svršek) changes the suit. Whoever first has no card wins. Two to four players.
parameter(players, 2).
values(players, 2-4).

player(P) :- parameter(players, N), nth1(I, [ann, bob, cyril, dana], P), I =< N.

suit(hearts). suit(bells). suit(leaves). suit(acorns).
rank(R) :- member(R, [7, 8, 9, 10, under, over, king, ace]).

% How many cards are to be drawn, whether the ace makes one wait, and the suit to follow.
marker(N) :- between(0, 8, N).
marker(go).
marker(wait).
marker(S) :- suit(S).
marker(none).

state(ann, Zones) :-
    findall(S-R, ( suit(S), rank(R) ), Deck),
    findall(hand(P, []), player(P), Hands),
    append([[deck(Deck), due([0]), ace([go]), follow([none]), pile([]), stock([])], Hands], Zones).

% The deal: four cards each, one to the pile, the rest is the stock.
chance(1, deal(C), state(P, [deck(Deck), due(D), ace(A), follow(F) | In]),
       state(P, [deck(Rest), due(D), ace(A), follow(G) | Z])) :-
    Deck = [_ | _],
    length(Deck, Left),
    to(Left, Old, C, New),
    select(Old, In, Z0), !,
    select(C, Deck, Rest),
    Z = [New | Z0],
    shown(New, F, G).

to(Left, hand(P, L), C, hand(P, [C | L])) :-
    findall(X, player(X), Ps),
    length(Ps, N),
    I is (32 - Left) // 4 + 1,
    I =< N, !,
    nth1(I, Ps, P).
to(Left, pile(L), C, pile([C | L])) :- parameter(players, N), Left =:= 32 - 4 * N, !.
to(_, stock(L), C, stock([C | L])).

shown(pile([S-_ | _]), _, [S]) :- !.
shown(_, F, F).

% A card that follows suit or rank; under a seven only a seven, under an ace only an ace.
turn(play(C), state(P, [deck([]), due([D]), ace([A]), follow([F]) | In]), state(P, Out)) :-
    select(hand(P, Hand), In, Z0),
    select(pile([Top | L]), Z0, Z),
    select(C, Hand, Rest),
    fits(C, Top, D, A, F),
    C = S-R,
    R \== over,
    effect(R, D, D1, A1),
    Out = [deck([]), due([D1]), ace([A1]), follow([S]), hand(P, Rest), pile([C, Top | L]) | Z].
% An over-knave goes on anything, and its player says the suit.
turn(change(S-over, W), state(P, [deck([]), due([0]), ace([go]), follow([_]) | In]), state(P, Out)) :-
    select(hand(P, Hand), In, Z0),
    select(pile(L), Z0, Z),
    select(S-over, Hand, Rest),
    suit(W),
    Out = [deck([]), due([0]), ace([go]), follow([W]), hand(P, Rest), pile([S-over | L]) | Z].
% Drawing: one card, or all that are due.
turn(draw, state(P, [deck([]), due([D]), ace([go]), follow(F) | In]),
     state(P, [deck([]), due([0]), ace([go]), follow(F), hand(P, New), pile(Pile), stock(Stock) | Z])) :-
    select(hand(P, Hand), In, Z0),
    select(pile(L), Z0, Z1),
    select(stock(S), Z1, Z),
    N is max(1, D),
    drawn(N, Hand, New, S, Stock, L, Pile).
% Waiting under an ace.
turn(wait, state(P, [deck([]), due(D), ace([wait]) | Z]), state(P, [deck([]), due(D), ace([go]) | Z])).

fits(_-7, _-7, D, _, _) :- D > 0, !.
fits(_-ace, _-ace, _, wait, _) :- !.
fits(S-_, _, 0, go, S) :- !.
fits(_-R, _-R, 0, go, _).

effect(7, D, D1, go) :- !, D1 is D + 2.
effect(ace, D, D, wait) :- !.
effect(_, D, D, go).

% The pile below its top card becomes the stock when the stock is empty; when there is nothing, nothing is drawn.
drawn(0, H, H, S, S, L, L) :- !.
drawn(N, H, New, [C | S], Stock, L, Pile) :- !, N1 is N - 1, drawn(N1, [C | H], New, S, Stock, L, Pile).
drawn(N, H, New, [], Stock, [Top | Under], Pile) :-
    Under = [_ | _], !,
    reverse(Under, S),
    drawn(N, H, New, S, Stock, [Top], Pile).
drawn(_, H, H, [], [], L, L).

next(_, state(P, Z), state(Q, Z)) :- findall(X, player(X), Ps), follows(P, Ps, Q).

follows(P, Ps, Q) :- append(_, [P, Q | _], Ps), !.
follows(_, [Q | _], Q).

win(state(_, [deck([]) | Z]), P) :- member(hand(P, []), Z).

sees(P, Zone) :- Zone \= stock, Zone \= deck, \+ ( Zone = hand(Q), Q \== P ).

label(go, '–').
label(none, '–').

label(game, en, 'Prší').
label(game, cs, 'Prší').
label(game, sk, 'Prší').
label(about, en, 'Get rid of your cards: sevens make the other draw, aces skip, obers change the suit').
label(about, cs, 'Zbavte se karet: po sedmě se líže, po esu stojí, svršek mění barvu').
label(about, sk, 'Zbavte sa kariet: po sedme sa ťahá, po ese stojí, horník mení farbu').
label(players, en, 'how many play').
label(players, cs, 'kolik hráčů hraje').
label(players, sk, 'koľko hráčov hrá').
label(deal, en, 'deal ~1').
label(deal, cs, 'rozdat kartu ~1').
label(deal, sk, 'rozdať kartu ~1').
label(play, en, 'play ~1').
label(play, cs, 'vyložit kartu ~1').
label(play, sk, 'vyložiť kartu ~1').
label(change, en, 'play ~1 and change the suit to ~2').
label(change, cs, 'vyložit kartu ~1 a změnit barvu na ~2').
label(change, sk, 'vyložiť kartu ~1 a zmeniť farbu na ~2').
label(draw, en, 'draw').
label(draw, cs, 'líznout').
label(draw, sk, 'potiahnuť si').
label(wait, en, 'wait').
label(wait, cs, 'stát').
label(wait, sk, 'stáť').
label(fits, en, 'the card follows the suit or the rank of the pile; under a seven only a seven may be played, under an ace only an ace').
label(fits, cs, 'karta odpovídá barvě nebo hodnotě; na sedmu, která ještě platí, lze dát jen sedmu, na eso jen eso').
label(fits, sk, 'karta zodpovedá farbe alebo hodnote; na sedmu, ktorá ešte platí, možno dať len sedmu, na eso len eso').
label(effect, en, 'a seven makes the next player draw two more, an ace makes them wait').
label(effect, cs, 'sedma přidá dalšímu hráči dvě karty, eso ho nechá stát').
label(effect, sk, 'sedma pridá ďalšiemu hráčovi dve karty, eso ho nechá stáť').
label(drawn, en, 'when the stock is empty, the pile below its top card becomes the stock').
label(drawn, cs, 'když dojde talon, stanou se jím odložené karty pod vrchní').
label(drawn, sk, 'keď sa minie talón, stanú sa ním odložené karty pod vrchnou').
label(hand, en, hand).
label(hand, cs, ruka).
label(hand, sk, ruka).
label(pile, en, pile).
label(pile, cs, 'odložené karty').
label(pile, sk, 'odložené karty').
label(stock, en, stock).
label(stock, cs, talon).
label(stock, sk, 'talón').
label(deck, en, 'undealt deck').
label(deck, cs, 'nerozdané karty').
label(deck, sk, 'nerozdané karty').
label(due, en, 'cards to draw').
label(due, cs, 'karty k líznutí').
label(due, sk, 'karty na potiahnutie').
label(ace, en, ace).
label(ace, cs, eso).
label(ace, sk, eso).
label(follow, en, 'suit to follow').
label(follow, cs, 'platná barva').
label(follow, sk, 'platná farba').
label(hand(P), Lang, Text) :- nth1(I, [ann, bob, cyril, dana], P), held(Lang, Name), atomic_list_concat([Name, ' ', I], Text).
label(S-R, en, Text) :- suit(S), rank(R), suited(S, en, A), ranked(R, en, B), atomic_list_concat([B, ' of ', A], Text).
label(S-R, Lang, Text) :-
    suit(S), rank(R), adjective(S, Lang, A), called(R, Lang, B, Ending), atomic_list_concat([A, Ending, ' ', B], Text).
label(S, Lang, Text) :- suited(S, Lang, Text).
label(ann, en, 'Ann').
label(ann, cs, 'Anna').
label(ann, sk, 'Anna').
label(bob, en, 'Bob').
label(bob, cs, 'Bob').
label(bob, sk, 'Bob').
label(cyril, en, 'Cyril').
label(cyril, cs, 'Cyril').
label(cyril, sk, 'Cyril').
label(dana, en, 'Dana').
label(dana, cs, 'Dana').
label(dana, sk, 'Dana').
label(when(play), en, 'it is not an ober and has the suit to follow or the rank of the top card; while cards are to be drawn only a seven may be played, while an ace counts only an ace. A seven makes the next player draw two cards more, an ace makes them wait').
label(when(play), cs, 'to není svršek a má platnou barvu nebo hodnotu vrchní karty; dokud jsou karty k líznutí, lze dát jen sedmu, dokud platí eso, jen eso. Sedma přidá dalšímu hráči dvě karty k líznutí, eso ho nechá stát').
label(when(play), sk, 'to nie je horník a má platnú farbu alebo hodnotu vrchnej karty; kým sú karty na potiahnutie, možno dať iba sedmu, kým platí eso, iba eso. Sedma pridá ďalšiemu hráčovi dve karty na potiahnutie, eso ho nechá stáť').
label(when(change), en, 'X is an ober, no cards are to be drawn and no ace counts; Y is the suit to follow').
label(when(change), cs, 'X je svršek, nejsou karty k líznutí a neplatí eso; Y je nová platná barva').
label(when(change), sk, 'X je horník, nie sú karty na potiahnutie a neplatí eso; Y je nová platná farba').
label(when(draw), en, 'no ace counts; one card, or all that are to be drawn. When the stock is empty, the pile below its top card becomes the stock').
label(when(draw), cs, 'neplatí eso; jednu kartu, nebo všechny karty k líznutí. Když dojde talon, stanou se jím odložené karty pod vrchní').
label(when(draw), sk, 'neplatí eso; jednu kartu alebo všetky karty na potiahnutie. Keď sa minie talón, stanú sa ním odložené karty pod vrchnou').
label(when(wait), en, 'an ace counts').
label(when(wait), cs, 'platí eso').
label(when(wait), sk, 'platí eso').
label(when(win), en, 'they have no card left').
label(when(win), cs, 'už nemá žádnou kartu').
label(when(win), sk, 'už nemá žiadnu kartu').
layout(deck, stack).
layout(stock, stack).
layout(pile, stack).
layout(hand, fan).
owner(hand(P), P) :- player(P).

% How cards are drawn and what they are called.
looks(S-R, Kind) :- suit(S), rank(R), sign(S, A), letter(R, B), atomic_list_concat(['card:', A, B], Kind).

sign(hearts, 'H'). sign(bells, 'B'). sign(leaves, 'L'). sign(acorns, 'A').

letter(under, 'J') :- !.
letter(over, 'Q') :- !.
letter(king, 'K') :- !.
letter(ace, 'A') :- !.
letter(R, R).

suited(hearts, en, hearts). suited(hearts, cs, 'červené'). suited(hearts, sk, 'červené').
suited(bells, en, bells). suited(bells, cs, 'kule'). suited(bells, sk, 'gule').
suited(leaves, en, leaves). suited(leaves, cs, 'zelené'). suited(leaves, sk, 'zelené').
suited(acorns, en, acorns). suited(acorns, cs, 'žaludy'). suited(acorns, sk, 'žalude').

ranked(under, en, unter).
ranked(over, en, ober).
ranked(king, en, king).
ranked(ace, en, ace).
ranked(R, en, R) :- rank(R), integer(R).

% In Czech and Slovak the suit is an adjective that agrees with the rank: kulový svršek, kulová sedma, kulové eso.
adjective(hearts, cs, 'červen'). adjective(hearts, sk, 'červen').
adjective(bells, cs, 'kulov'). adjective(bells, sk, 'guľov').
adjective(leaves, cs, 'zelen'). adjective(leaves, sk, 'zelen').
adjective(acorns, cs, 'žaludov'). adjective(acorns, sk, 'žaluďov').

called(7, cs, sedma, 'á'). called(7, sk, sedma, 'á').
called(8, cs, osma, 'á'). called(8, sk, osma, 'á').
called(9, cs, 'devítka', 'á'). called(9, sk, deviatka, 'á').
called(10, cs, 'desítka', 'á'). called(10, sk, desiatka, 'á').
called(under, cs, spodek, 'ý'). called(under, sk, 'dolník', 'ý').
called(over, cs, 'svršek', 'ý'). called(over, sk, 'horník', 'ý').
called(king, cs, 'král', 'ý'). called(king, sk, 'kráľ', 'ý').
called(ace, cs, eso, 'é'). called(ace, sk, eso, 'é').

held(en, hand). held(cs, 'ruka hráče'). held(sk, 'ruka hráča').
