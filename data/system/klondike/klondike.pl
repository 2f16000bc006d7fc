% Klondike, the usual patience, one card at a time. All 52 cards are dealt by chance, one after another.
% A card is Rank-Suit; the first card of a list lies on top.
player(solver).

suit(c). suit(d). suit(h). suit(s).
rank(R) :- between(1, 13, R).

red(d). red(h).
black(c). black(s).

state(solver, Zones) :-
    findall(R-S, ( suit(S), rank(R) ), Deck),
    findall(closed(N, []), between(1, 7, N), Closed),
    findall(open(N, []), between(1, 7, N), Open),
    findall(foundation(S, []), suit(S), Foundations),
    append([[deck(Deck), stock([]), waste([])], Closed, Open, Foundations], Zones).

% The deal: the next card comes from the rest of the deck, any of it being equally likely.
chance(1, deal(C), state(P, [deck(Deck) | In]), state(P, [deck(Rest), Zone | Z])) :-
    Deck = [_ | _],
    length(Deck, Left),
    home(Left, Place),
    zone(Place, Before, Old),
    select(Old, In, Z), !,
    select(C, Deck, Rest),
    zone(Place, [C | Before], Zone).

zone(closed(N), L, closed(N, L)).
zone(open(N), L, open(N, L)).
zone(stock, L, stock(L)).

% Where the card goes when so many are left in the deck.
home(L, stock) :- L =< 24, !.
home(L, Place) :- K is 52 - L, pile(K, 1, Place).

pile(K, N, closed(N)) :- K < N - 1, !.
pile(K, N, open(N)) :- K =:= N - 1, !.
pile(K, N, Place) :- K1 is K - N, N1 is N + 1, pile(K1, N1, Place).

% 1. From the stock to the waste.
turn(draw, state(P, [deck([]), stock([C | S]), waste(W) | Z]),
     state(P, [deck([]), stock(S), waste([C | W]) | Z])).
% 2. The waste becomes the stock when the stock is empty.
turn(redeal, state(P, [deck([]), stock([]), waste(W) | Z]), state(P, [deck([]), stock(S), waste([]) | Z])) :-
    W = [_ | _],
    reverse(W, S).
% 3. A closed card is turned up when nothing lies on it.
turn(expose(N), state(P, In), state(P, [closed(N, L), open(N, [C]) | Z])) :-
    dealt(In),
    select(closed(N, [C | L]), In, Z0),
    select(open(N, []), Z0, Z).
% 4. From the waste to a foundation.
turn(waste_up(C), state(P, In), state(P, [waste(W), foundation(S, [C | F]) | Z])) :-
    select(waste([C | W]), In, Z0),
    select(foundation(S, F), Z0, Z),
    builds(C, S, F).
% 5. From the tableau to a foundation.
turn(up(C), state(P, In), state(P, [open(N, L), foundation(S, [C | F]) | Z])) :-
    dealt(In),
    select(open(N, [C | L]), In, Z0),
    select(foundation(S, F), Z0, Z),
    builds(C, S, F).
% 6. From the waste to an empty pile of the tableau: only a king.
turn(waste_king(13-S, N), state(P, In), state(P, [waste(W), open(N, [13-S]) | Z])) :-
    select(waste([13-S | W]), In, Z0),
    select(open(N, []), Z0, Z),
    memberchk(closed(N, []), Z).
% 7. From a foundation to an empty pile of the tableau: only a king.
turn(down_king(13-S, N), state(P, In), state(P, [foundation(S, F), open(N, [13-S]) | Z])) :-
    select(foundation(S, [13-S | F]), In, Z0),
    select(open(N, []), Z0, Z),
    memberchk(closed(N, []), Z).
% 8. From a foundation to the tableau.
turn(down(C, N), state(P, In), state(P, [foundation(S, F), open(N, [C, D | L]) | Z])) :-
    select(foundation(S, [C | F]), In, Z0),
    select(open(N, [D | L]), Z0, Z),
    follows(C, D).
% 9. From the waste to the tableau.
turn(waste_to(C, N), state(P, In), state(P, [waste(W), open(N, [C, D | L]) | Z])) :-
    select(waste([C | W]), In, Z0),
    select(open(N, [D | L]), Z0, Z),
    follows(C, D).
% 10. A run of cards from one pile of the tableau to another.
turn(run(C, K), state(P, In), state(P, [open(N, Rest), open(K, To) | Z])) :-
    dealt(In),
    select(open(N, From), In, Z0),
    append(Run, Rest, From),
    last(Run, C),
    select(open(K, [D | L]), Z0, Z),
    follows(C, D),
    append(Run, [D | L], To).
% 11. A run that ends with a king to an empty pile of the tableau.
turn(king_run(13-S, K), state(P, In), state(P, [open(N, Rest), open(K, Run) | Z])) :-
    dealt(In),
    select(open(N, From), In, Z0),
    append(Run, Rest, From),
    last(Run, 13-S),
    select(open(K, []), Z0, Z),
    memberchk(closed(K, []), Z).

dealt([deck([]) | _]).

% The next card of a foundation.
builds(1-S, S, []).
builds(R-S, S, [Q-S | _]) :- R =:= Q + 1.

% C may lie on D: one lower, of the other colour.
follows(R-S, Q-T) :- Q =:= R + 1, opposite(S, T).

opposite(S, T) :- red(S), black(T).
opposite(S, T) :- black(S), red(T).

win(state(P, [deck([]), stock([]), waste([]) | Z]), P) :- \+ lying(Z).

lying(Z) :- member(open(_, [_ | _]), Z).
lying(Z) :- member(closed(_, [_ | _]), Z).

% Cards still closed are known to nobody.
sees(solver, Zone) :- Zone \= stock, Zone \= deck, Zone \= closed(_).

label(game, en, 'Klondike').
label(game, cs, 'Klondike (pasiáns)').
label(game, sk, 'Klondike (pasians)').
label(deal, en, 'deal ~1').
label(deal, cs, 'rozdat ~1').
label(deal, sk, 'rozdať ~1').
label(draw, en, 'a card from the stock to the waste').
label(draw, cs, 'karta z talonu na odkládací balíček').
label(draw, sk, 'karta z talónu na odkladací balíček').
label(redeal, en, 'the waste becomes the stock again').
label(redeal, cs, 'odkládací balíček se obrátí a je z něj talon').
label(redeal, sk, 'odkladací balíček sa obráti a je z neho talón').
label(expose, en, 'the top closed card of pile ~1 is turned up').
label(expose, cs, 'vrchní skrytá karta hromádky ~1 se otočí').
label(expose, sk, 'vrchná skrytá karta kôpky ~1 sa otočí').
label(waste_up, en, '~1 from the waste to its foundation').
label(waste_up, cs, '~1 z odkládacího balíčku na základ').
label(waste_up, sk, '~1 z odkladacieho balíčka na základ').
label(up, en, '~1 from the tableau to its foundation').
label(up, cs, '~1 z hromádky na základ').
label(up, sk, '~1 z kôpky na základ').
label(waste_king, en, '~1 from the waste to the empty pile ~2').
label(waste_king, cs, '~1 z odkládacího balíčku na prázdnou hromádku ~2').
label(waste_king, sk, '~1 z odkladacieho balíčka na prázdnu kôpku ~2').
label(down_king, en, '~1 from its foundation to the empty pile ~2').
label(down_king, cs, '~1 ze základu na prázdnou hromádku ~2').
label(down_king, sk, '~1 zo základu na prázdnu kôpku ~2').
label(down, en, '~1 from its foundation to pile ~2').
label(down, cs, '~1 ze základu na hromádku ~2').
label(down, sk, '~1 zo základu na kôpku ~2').
label(waste_to, en, '~1 from the waste to pile ~2').
label(waste_to, cs, '~1 z odkládacího balíčku na hromádku ~2').
label(waste_to, sk, '~1 z odkladacieho balíčka na kôpku ~2').
label(run, en, 'the run ending with ~1 to pile ~2').
label(run, cs, 'řada končící kartou ~1 na hromádku ~2').
label(run, sk, 'rad končiaci kartou ~1 na kôpku ~2').
label(king_run, en, 'the run ending with ~1 to the empty pile ~2').
label(king_run, cs, 'řada končící kartou ~1 na prázdnou hromádku ~2').
label(king_run, sk, 'rad končiaci kartou ~1 na prázdnu kôpku ~2').
label(builds, en, 'the card is of the foundation\'s suit and one higher than its top card; an ace begins').
label(builds, cs, 'karta má barvu základu a je o jednu vyšší než jeho vrchní karta; začíná se esem').
label(builds, sk, 'karta má farbu základu a je o jednu vyššia než jeho vrchná karta; začína sa esom').
label(follows, en, 'the card is one lower than the card it is laid on and of the other colour').
label(follows, cs, 'karta je o jednu nižší než karta, na kterou se klade, a opačné barvy').
label(follows, sk, 'karta je o jednu nižšia než karta, na ktorú sa kladie, a opačnej farby').
label(dealt, en, 'all cards are dealt').
label(dealt, cs, 'všechny karty jsou rozdány').
label(dealt, sk, 'všetky karty sú rozdané').
label(lying, en, 'a card still lies in the tableau').
label(lying, cs, 'v hromádkách ještě leží karta').
label(lying, sk, 'na kôpkach ešte leží karta').
label(deck, en, 'undealt deck').
label(deck, cs, 'nerozdaný balíček').
label(deck, sk, 'nerozdaný balíček').
label(stock, en, stock).
label(stock, cs, talon).
label(stock, sk, 'talón').
label(waste, en, waste).
label(waste, cs, 'odkládací balíček').
label(waste, sk, 'odkladací balíček').
label(closed, en, 'closed cards').
label(closed, cs, 'skryté karty').
label(closed, sk, 'skryté karty').
label(open, en, 'open pile').
label(open, cs, 'odkrytá hromádka').
label(open, sk, 'odkrytá kôpka').
label(foundation, en, foundation).
label(foundation, cs, 'základ').
label(foundation, sk, 'základ').
label(table, en, table).
label(table, cs, 'stůl').
label(table, sk, 'stôl').
label(R-S, Lang, Text) :- suit(S), pip(S, Pip), rank(R), called(Lang, R, Name), atomic_list_concat([Pip, Name], Text).
label(foundation(S), Lang, Text) :- pip(S, Pip), noun(foundation, Lang, Name), atomic_list_concat([Pip, ' ', Name], Text).
label(closed(N), Lang, Text) :- noun(closed, Lang, Name), between(1, 7, N), atomic_list_concat([Name, ' ', N], Text).
label(open(N), Lang, Text) :- noun(open, Lang, Name), between(1, 7, N), atomic_list_concat([Name, ' ', N], Text).
label(solver, en, 'player').
label(solver, cs, 'hráč').
label(solver, sk, 'hráč').
label(when(draw), en, 'the stock is not empty').
label(when(draw), cs, 'talon není prázdný').
label(when(draw), sk, 'talón nie je prázdny').
label(when(redeal), en, 'the stock is empty and the waste is not').
label(when(redeal), cs, 'talon je prázdný a odkládací balíček ne').
label(when(redeal), sk, 'talón je prázdny a odkladací balíček nie').
label(when(expose), en, 'no open card lies on it').
label(when(expose), cs, 'na ní neleží žádná odkrytá karta').
label(when(expose), sk, 'na nej neleží žiadna odkrytá karta').
label(when(waste_up), en, 'it is an ace, or one higher than the top card of the foundation of its suit').
label(when(waste_up), cs, 'je to eso, nebo karta o jednu vyšší než vrchní karta základu téže barvy').
label(when(waste_up), sk, 'je to eso alebo karta o jednu vyššia než vrchná karta základu tej istej farby').
label(when(up), en, 'it lies on top and is an ace, or one higher than the top card of the foundation of its suit').
label(when(up), cs, 'leží navrchu a je to eso, nebo karta o jednu vyšší než vrchní karta základu téže barvy').
label(when(up), sk, 'leží navrchu a je to eso alebo karta o jednu vyššia než vrchná karta základu tej istej farby').
label(when(waste_king), en, 'it is a king').
label(when(waste_king), cs, 'je to král').
label(when(waste_king), sk, 'je to kráľ').
label(when(down_king), en, 'it is a king').
label(when(down_king), cs, 'je to král').
label(when(down_king), sk, 'je to kráľ').
label(when(down), en, 'the top card of the pile is one higher and of the other colour').
label(when(down), cs, 'vrchní karta hromádky je o jednu vyšší a opačné barvy').
label(when(down), sk, 'vrchná karta kôpky je o jednu vyššia a opačnej farby').
label(when(waste_to), en, 'the top card of the pile is one higher and of the other colour').
label(when(waste_to), cs, 'vrchní karta hromádky je o jednu vyšší a opačné barvy').
label(when(waste_to), sk, 'vrchná karta kôpky je o jednu vyššia a opačnej farby').
label(when(run), en, 'the top card of the pile is one higher than X and of the other colour').
label(when(run), cs, 'vrchní karta hromádky je o jednu vyšší než X a opačné barvy').
label(when(run), sk, 'vrchná karta kôpky je o jednu vyššia než X a opačnej farby').
label(when(king_run), en, 'X is a king').
label(when(king_run), cs, 'X je král').
label(when(king_run), sk, 'X je kráľ').
label(when(win), en, 'all cards lie on the foundations').
label(when(win), cs, 'všechny karty leží na základech').
label(when(win), sk, 'všetky karty ležia na základoch').
% On the table: above the stock, the waste and the foundations, below the seven piles, each of closed cards and open ones.
layout(deck, stack).
layout(stock, stack).
layout(waste, stack).
layout(closed, stack).
layout(foundation, stack).
layout(open, fan).
layout(table, grid(7, 2)).
place(stock, table, 0).
place(waste, table, 1).
place(foundation(S), table, N) :- nth1(I, [c, d, h, s], S), N is I + 2.
place(closed(K), table, N) :- between(1, 7, K), N is K + 6.
place(open(K), table, N) :- between(1, 7, K), N is K + 6.

% How cards are drawn and what they are called.
looks(R-S, Kind) :- suit(S), rank(R), letter(R, A), sign(S, B), atomic_list_concat(['card:', B, A], Kind).

sign(c, 'C'). sign(d, 'D'). sign(h, 'H'). sign(s, 'S').
pip(c, '♣'). pip(d, '♦'). pip(h, '♥'). pip(s, '♠').

letter(1, 'A') :- !.
letter(11, 'J') :- !.
letter(12, 'Q') :- !.
letter(13, 'K') :- !.
letter(R, R).

noun(foundation, en, foundation). noun(foundation, cs, 'základ'). noun(foundation, sk, 'základ').
noun(closed, en, 'closed cards'). noun(closed, cs, 'skryté karty'). noun(closed, sk, 'skryté karty').
noun(open, en, pile). noun(open, cs, 'hromádka'). noun(open, sk, 'kôpka').

called(Lang, R, Name) :- ( Lang = en ; Lang = cs ; Lang = sk ), letter(R, Name).
