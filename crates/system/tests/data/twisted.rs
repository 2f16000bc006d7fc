//! Rules that a compiler could get wrong, each as a way to move in one small game, and some whole descriptions.

/// The game around a rule `way(Label, K, In, Out)`: `K` counts the moves made, `In` and `Out` are the other zones.
pub(crate) const FRAME: &str = "
player(p). player(q).
marker(N) :- between(0, 9, N).
state(p, [n([0]), h(1, [card(1, r), card(2, b)]), h(2, [card(3, r)]), h(3, []), x([t, u]), aside([])]).
turn(L, state(P, [n([K]) | In]), state(P, [n([K1]) | Out])) :- K < 9, K1 is K + 1, way(L, K, In, Out).
turn(pass, state(P, [n([K]) | Z]), state(P, [n([K1]) | Z])) :- K < 9, K1 is K + 1.
next(_, state(p, Z), state(q, Z)).
next(_, state(q, Z), state(p, Z)).
win(state(_, [n([9]) | _]), draw).
";

/// Name and clauses.
pub(crate) const RULES: &[(&str, &str)] = &[
    ("plain move", "way(go(A, B), _, In, [h(A, R), h(B, [C | L]) | Z]) :- select(h(A, [C | R]), In, Z0), select(h(B, L), Z0, Z)."),
    (
        "if then else",
        "way(L, _, In, [h(A, R), aside([C | S]) | Z]) :- select(h(A, [C | R]), In, Z0), select(aside(S), Z0, Z),
            ( C = card(N, r), N > 1 -> L = high(A) ; C = card(_, r) -> L = low(A) ; L = black(A, C) ).",
    ),
    ("if without else", "way(one(A), _, In, In) :- member(h(A, L), In), ( L = [_] -> true )."),
    ("cut in the rule", "way(first(A), _, In, [h(A, R), aside([C | S]) | Z]) :- select(h(A, [C | R]), In, Z0), !, select(aside(S), Z0, Z).\nway(none, _, In, In)."),
    ("cut behind a choice", "way(L, _, In, In) :- ( member(h(A, [_ | _]), In), L = full(A) ; L = other ), !."),
    ("cut in a helper", "way(L, _, In, In) :- kind(In, L).\nkind(In, many(A)) :- member(h(A, [_, _ | _]), In), !.\nkind(In, some(A)) :- member(h(A, [_]), In).\nkind(_, any)."),
    ("cut in a negation", "way(ok, _, In, In) :- \\+ ( member(h(_, L), In), !, L = [] ).\nway(no, _, In, In) :- \\+ \\+ ( member(h(_, L), In), L = [] )."),
    ("cut in a condition", "way(L, _, In, In) :- ( member(h(A, M), In), !, M = [_ | _] -> L = yes(A) ; L = no )."),
    ("cut in call", "way(c(A), _, In, In) :- call(( member(h(A, [_ | _]), In), ! )).\nway(d(A), _, In, In) :- member(h(A, _), In), call(!)."),
    ("negation", "way(free(A), _, In, In) :- member(h(A, _), In), \\+ member(h(A, [_ | _]), In)."),
    ("once and ignore", "way(o(A), _, In, In) :- once(member(h(A, []), In)).\nway(i(A), _, In, In) :- ignore(member(h(A, [_, _ | _]), In)), A = A."),
    ("forall", "way(all, _, In, In) :- forall(member(h(_, L), In), ( L = [] ; L = [card(_, r) | _] ; L = [_, _] ))."),
    ("findall", "way(f(N), _, In, In) :- findall(A, member(h(A, [_ | _]), In), As), length(As, N)."),
    ("findall of cards", "way(f(C), _, In, In) :- findall(D, ( member(h(_, L), In), member(D, L) ), Ds), last(Ds, C)."),
    ("findall of lists", "way(f(N), _, In, In) :- findall(L, member(h(_, L), In), Ls), append(Ls, All), length(All, N)."),
    ("counting", "way(c(N), _, In, In) :- aggregate_all(count, member(h(_, [_ | _]), In), N)."),
    ("summing", "way(c(N), _, In, In) :- aggregate_all(sum(V), ( member(h(_, L), In), member(card(V, _), L) ), N)."),
    ("greatest", "way(c(N), _, In, In) :- aggregate_all(max(V), ( member(h(_, L), In), member(card(V, _), L) ), N)."),
    ("append cuts a list", "way(r(A, B, C), _, In, [h(A, R), h(B, New) | Z]) :- select(h(A, L), In, Z0), append(Run, R, L), last(Run, C), select(h(B, M), Z0, Z), append(Run, M, New)."),
    ("append with a known beginning", "way(b(A, B), _, In, In) :- member(h(A, L), In), append([X | _], [Y], L), X \\== Y, L = [card(B, _) | _]."),
    ("append behind", "way(b(A), _, In, In) :- member(h(A, L), In), member(h(_, M), In), append(M, R, L), R = [_ | _]."),
    ("reverse", "way(rev(A), _, In, [h(A, R) | Z]) :- select(h(A, L), In, Z), reverse(L, R), R \\== L."),
    ("nth", "way(nth(A, I, V), _, In, In) :- member(h(A, L), In), nth1(I, L, card(V, _)).\nway(zero(A, V), K, In, In) :- member(h(A, L), In), nth0(K, L, card(V, _))."),
    ("nth of zones", "way(z(I), K, In, In) :- I is K mod 3 + 1, nth1(I, In, h(_, [_ | _]))."),
    ("length", "way(l(A, N), K, In, In) :- member(h(A, L), In), length(L, N), N >= K.\nway(two(A), _, In, In) :- member(h(A, L), In), length(L, 2)."),
    ("length builds", "way(drop(A, K), K, In, In) :- K > 0, length(Off, K), member(h(A, L), In), append(Off, R, L), R = []."),
    ("filling", "way(fill, K, In, [x([t, u]), aside(A) | Z]) :- select(x(_), In, Z0), select(aside(A0), Z0, Z), length(B, K), maplist(=(t), B), append(B, A0, A)."),
    ("select from a list", "way(s(C), _, In, [h(A, R), aside([C | S]) | Z]) :- select(h(A, L), In, Z0), select(C, L, R), select(aside(S), Z0, Z)."),
    ("sorting", "way(s(A), _, In, [h(A, S) | Z]) :- select(h(A, L), In, Z), msort(L, S), S \\== L."),
    ("computed zone", "way(m(N), K, In, [h(N, [C | L]), h(M, R) | Z]) :- N is K mod 3 + 1, select(h(M, [C | R]), In, Z0), select(h(N, L), Z0, Z)."),
    ("zone named by a card", "way(m(N), _, In, [h(N, [C | L]), h(A, R) | Z]) :- select(h(A, [C | R]), In, Z0), C = card(N, _), select(h(N, L), Z0, Z)."),
    ("zone written by a card", "way(w(N), _, In, [h(N, L) | Z]) :- select(h(A, [card(N, _) | _]), In, _), A > 0, select(h(N, L), In, Z)."),
    ("same notation, other results", "way(go, _, In, [h(A, R), aside([C | S]) | Z]) :- select(h(A, [C | R]), In, Z0), select(aside(S), Z0, Z)."),
    ("same notation, same result", "way(look, _, In, In) :- member(h(_, _), In).\nway(look, _, In, In)."),
    ("notations of all kinds", "way([A], _, In, In) :- member(h(A, [_ | _]), In).\nway(\"text\", _, In, In).\nway('a b;c', _, In, In).\nway(_, _, In, In).\nway(f(_), _, In, In).\nway('', _, In, In).\nway(1.5, _, In, In)."),
    ("notation of a card", "way(C, _, In, In) :- member(h(_, [C | _]), In).\nway(A - C, _, In, In) :- member(h(A, [_, C | _]), In).\nway(g(C, [C]), _, In, In) :- member(h(_, [C]), In)."),
    ("a token is lost", "way(lose, K, In, [x(R) | Z]) :- K > 2, select(x([_ | R]), In, Z)."),
    ("a token is doubled", "way(double, K, In, [x([T, T | R]) | Z]) :- K > 2, select(x([T | R]), In, Z)."),
    ("a token is invented", "way(invent, K, In, [x([new | R]) | Z]) :- K > 1, select(x([_ | R]), In, Z).\nway(number, K, In, [aside([N | R]) | Z]) :- N is K * 7, select(aside(R), In, Z)."),
    ("a zone is lost", "way(lose, K, In, Z) :- K > 1, select(h(3, _), In, Z).\nway(twice, 1, In, [h(3, []) | In])."),
    ("a zone that is not there", "way(odd, K, In, [h(K, []) | Z]) :- select(h(3, []), In, Z)."),
    ("an unbound content", "way(open, 2, In, [x(_) | Z]) :- select(x(_), In, Z)."),
    ("arithmetic with an atom", "way(bad(N), K, In, In) :- K > 1, member(x([T | _]), In), N is T + 1."),
    ("arithmetic with nothing", "way(bad(N), 2, In, In) :- N is _ + 1."),
    ("division by nought", "way(d(N), K, In, In) :- N is 6 // (3 - K)."),
    ("thrown", "way(t, K, In, In) :- ( K =:= 3 -> throw(oops) ; true ).\nway(c, K, In, In) :- catch(( K > 1, throw(a) ), a, true)."),
    ("unknown predicate caught", "way(c, K, In, In) :- catch(atom_length(_, _), _, K > 2)."),
    ("endless in some states", "way(e, K, In, In) :- K =:= 2, loop(In).\nloop(Z) :- loop(Z)."),
    ("type tests", "way(i(T), _, In, In) :- member(h(_, [card(T, _) | _]), In), integer(T), nonvar(T), \\+ var(T), \\+ atom(T), atomic(T).\nway(c(A), _, In, In) :- member(h(A, [C | _]), In), compound(C), is_list([C]), ground(C), callable(C)."),
    ("identity", "way(s(A, B), _, In, In) :- member(h(A, L), In), member(h(B, M), In), A \\== B, L == M.\nway(v, _, In, In) :- X \\== _, X = 1, X == 1.\nway(d(A, B), _, In, In) :- member(h(A, [C | _]), In), member(h(B, [D | _]), In), C \\= D, C \\= card(1, _)."),
    ("standard order", "way(o(A, B), _, In, In) :- member(h(A, [C | _]), In), member(h(B, [D | _]), In), C @< D."),
    ("taking terms apart", "way(u(F, V), _, In, In) :- member(h(_, [C | _]), In), C =.. [F, V | _].\nway(a(I, V), _, In, In) :- member(h(_, [C | _]), In), between(1, 2, I), arg(I, C, V).\nway(f(F, N), _, In, In) :- member(h(_, [C | _]), In), functor(C, F, N)."),
    ("zones as one term", "way(b(N), _, In, In) :- findall(L, member(h(_, L), In), Ls), B =.. [b | Ls], arg(N, B, [])."),
    ("contents as one term", "way(b(N), K, In, In) :- all(In, Ls), B =.. [b | Ls], arg(N, B, []), M is K mod 3 + 1, arg(M, B, L), L \\= [_, _ | _].\nall([h(_, L) | Z], [L | Ls]) :- !, all(Z, Ls).\nall(_, [])."),
    ("arguments by number", "way(b(M), K, In, In) :- all(In, Ls), B =.. [b | Ls], M is 4 - K, arg(M, B, L), L \\= [_, _ | _].\nall([h(_, L) | Z], [L | Ls]) :- !, all(Z, Ls).\nall(_, [])."),
    ("arguments by the size of a heap", "way(b(M), _, In, In) :- B = b(x, y), member(h(_, L), In), length(L, N), M is N - 1, arg(M, B, _)."),
    ("maplist over zones", "way(m, _, In, [A, B, C | Z]) :- append([A, B, C], Z, In), maplist(short, [A, B, C]).\nshort(h(_, L)) :- length(L, N), N < 3.\nway(n(Ns), _, In, In) :- append(Hs, [x(_) | _], In), maplist(size, Hs, Ls), sum_list(Ls, Ns).\nsize(h(_, L), N) :- length(L, N)."),
    ("folding over zones", "way(f(N), _, In, In) :- append(Hs, [x(_) | _], In), foldl(more, Hs, 0, N).\nmore(h(_, L), A, B) :- length(L, N), B is A + N."),
    ("including and excluding", "way(i(N), _, In, In) :- include(full, In, L), length(L, N).\nfull(h(_, [_ | _])).\nway(e(N), _, In, In) :- exclude(full, In, L), length(L, N)."),
    ("permutation", "way(p(A, B), _, In, In) :- append(Hs, [x(_) | _], In), permutation(Hs, [h(A, []), h(B, _) | _])."),
    ("zones in another order", "way(turned, _, In, Out) :- reverse(In, Out).\nway(mixed(A), _, In, [X, h(A, L) | Z]) :- select(h(A, L), In, Z0), select(X, Z0, Z), X = aside(_)."),
    ("soft cut", "way(s(A), _, In, In) :- ( member(h(A, []), In) *-> true ; A = 0 )."),
    ("disjunction", "way(d(A), _, In, In) :- ( member(h(A, []), In) ; member(h(A, [card(1, _) | _]), In) ; A = 9 )."),
    ("between two contents", "way(b(N), _, In, In) :- member(h(A, L), In), length(L, M), between(A, M, N)."),
    ("choice joined", "way(j, K, In, [x(T) | Z]) :- select(x(L), In, Z), memberchk(h(1, M), In), ( memberchk(card(1, r), M) -> T = L ; T = [u, t] ), ( memberchk(card(2, b), M) -> K >= 0 ; K > 3 )."),
    ("a list walked by a rule of its own", "way(s(A, N), _, In, In) :- member(h(A, L), In), total(L, N).\ntotal([], 0).\ntotal([card(V, _) | L], N) :- total(L, M), N is M + V."),
    ("own list predicates", "way(m(A), _, In, In) :- member(h(A, _), In).\nmember(X, [_ | L]) :- member(X, L).\nmember(X, [X | _])."),
    ("strings and floats", "way(L, K, In, In) :- pick(K, L).\npick(0, 1.5).\npick(1, \"abc\").\npick(N, f(N)) :- N > 1."),
    ("atoms made", "way(N, _, In, In) :- member(h(A, [card(V, S) | _]), In), atomic_list_concat([S, V, A], N)."),
    ("a predicate about cards", "way(fits(A, B), _, In, In) :- member(h(A, [C | _]), In), member(h(B, [D | _]), In), fits(C, D).\nfits(card(V, S), card(W, T)) :- V < W, S \\== T.\nfits(C, C)."),
    ("a predicate that gives cards", "way(next(A, D), _, In, In) :- member(h(A, [C | _]), In), after(C, D).\nafter(card(V, S), card(W, S)) :- W is V + 1, W < 4.\nafter(card(V, _), open(V, _))."),
];

/// Name and text.
pub(crate) const GAMES: &[(&str, &str)] = &[
    (
        "two answers of next",
        "player(a). player(b).\nalike(c).\nstate(a, [h([c, c, c, c]), g([])]).\n\
         turn(t, state(P, [h([c | H]), g(G)]), state(P, [h(H), g([c | G])])).\n\
         next(_, state(a, Z), state(b, Z)).\nnext(_, state(b, Z), state(a, Z)).\nnext(_, state(b, [h([]), G]), state(b, [h([]), G])).\n\
         win(state(P, [h([]), _]), P).\n",
    ),
    (
        "no answer of next",
        "player(a). player(b).\nalike(c).\nstate(a, [h([c, c, c, c]), g([])]).\n\
         turn(t, state(P, [h([c | H]), g(G)]), state(P, [h(H), g([c | G])])).\n\
         next(_, state(a, Z), state(b, Z)).\nnext(_, state(b, [h([_ | H]), G]), state(a, [h([c | H]), G])).\n\
         win(state(P, [h([]), _]), P).\n",
    ),
    (
        "several winners, and one that does not play",
        "player(a). player(b).\nalike(c).\nstate(a, [h([c, c, c]), g([]), k([])]).\n\
         turn(g, state(P, [h([c | H]), g(G), K]), state(P, [h(H), g([c | G]), K])).\n\
         turn(k, state(P, [h([c | H]), G, k(K)]), state(P, [h(H), G, k([c | K])])).\n\
         next(_, state(a, Z), state(b, Z)).\nnext(_, state(b, Z), state(a, Z)).\n\
         win(state(_, [h([]), g([_ | _]) | _]), a).\nwin(state(_, [h([]), _, k([_ | _]) | _]), b).\n\
         win(state(_, [h([]), g([]), k([_, _, _])]), nobody).\n",
    ),
    (
        "moves without notation, and events",
        "player(a).\nmarker(N) :- between(0, 3, N).\nstate(a, [d([0]), h([x, y, z]), g([])]).\n\
         turn(state(P, [d([K]), h(H), g(G)]), state(P, [d([0]), h(R), g([C | G])])) :- K > 0, select(C, H, R).\n\
         turn(wait(K), state(P, [d([K]) | Z]), state(P, [d([0]) | Z])) :- K > 1.\n\
         chance(W, roll(K), state(P, [d([0]) | Z]), state(P, [d([K]) | Z])) :- between(1, 3, K), W is 4 - K.\n\
         chance(1, stop, state(P, [d([3]) | Z]), state(P, [d([0]) | Z])).\n\
         win(state(P, [_, h([]) | _]), P).\n",
    ),
    (
        "a weight of nought",
        "player(a).\nmarker(N) :- between(0, 3, N).\nstate(a, [d([3]), h([x])]).\n\
         chance(W, roll(W), state(P, [d([W]) | Z]), state(P, [d([V]) | Z])) :- V is W - 1.\n\
         turn(no, state(P, [d([9]) | Z]), state(P, [d([9]) | Z])).\nwin(state(P, [_, h([])]), P).\n",
    ),
    (
        "scores, and zones behind a dash",
        "player(a). player(b).\nstate(a, [1-pile([x]), 2-pile([y, z]), hand(a, []), hand(b, [])]).\n\
         turn(take(N, C), state(P, In), state(P, [N-pile(R), hand(P, [C | H]) | Z])) :-\n\
             select(N-pile([C | R]), In, Z0), select(hand(P, H), Z0, Z).\n\
         next(_, state(a, Z), state(b, Z)).\nnext(_, state(b, Z), state(a, Z)).\n\
         win(state(_, Z), draw) :- \\+ member(_-pile([_ | _]), Z).\n\
         score(state(_, Z), P, N) :- member(hand(P, L), Z), length(L, K), N is K * 10.\n",
    ),
    (
        "facts that change",
        ":- dynamic(seen/1).\nplayer(a).\nalike(c).\nseen(0).\nstate(a, [h([c, c, c]), g([])]).\n\
         turn(t(N), state(P, [h([c | H]), g(G)]), state(P, [h(H), g([c | G])])) :- findall(X, seen(X), L), length(L, N), ( G = [_, _ | _], N < 2 -> assertz(seen(1)), retract(seen(1)) ; true ).\n\
         win(state(P, [h([]), _]), P).\n",
    ),
    (
        "a player given by the rules",
        "player(a). player(b). player(c).\nalike(t).\nmarker(P) :- player(P).\nstate(a, [who([b]), h([t, t, t, t, t]), g([])]).\n\
         turn(pick(Q), state(P, [who([_]), h([t | H]), g(G)]), state(P, [who([Q]), h(H), g([t | G])])) :- player(Q).\n\
         next(_, state(_, [who([Q]) | Z]), state(Q, [who([Q]) | Z])).\n\
         win(state(_, [who([Q]), h([]) | _]), Q).\n",
    ),
];
