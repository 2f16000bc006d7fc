% Goals that wait for variables: the hooks of attributed variables, and freeze/2, dif/2 and when/2 on top of them.
%
% An attribute belongs to the module of its name. Hooks of a module M are the clauses M:attr_unify_hook/2 and
% M:attribute_goals//1, or those of a file that begins with :- module(M, _); without such clauses, plain ones of these names.

'$wake'([], _).
'$wake'(att(Name, Value, More), Other) :-
    '$unify_hook'(Name, Value, Other),
    '$wake'(More, Other).

'$unify_hook'(freeze, Goal, Other) :- !, '$frozen_bound'(Other, Goal).
'$unify_hook'(dif, Nodes, Other) :- !, '$dif_bound'(Other, Nodes).
'$unify_hook'(when, Nodes, Other) :- !, '$when_bound'(Other, Nodes).
'$unify_hook'(Name, Value, Other) :-
    (   '$module_hook'(Name, attr_unify_hook, 2, Hook)
    ->  true
    ;   throw(error(existence_error(procedure, Name:attr_unify_hook/2), _))
    ),
    call(Hook, Value, Other).

'$memberchk'(X, L) :- member(X, L), !.

% ---- freeze

freeze(X, Goal) :- nonvar(X), !, call(Goal).
freeze(X, Goal) :-
    ( var(Goal) -> true ; callable(Goal) -> true ; throw(error(type_error(callable, Goal), context(freeze/2, _))) ),
    '$freeze_more'(X, Goal).

'$freeze_more'(X, Goal) :-
    (   get_attr(X, freeze, Earlier)
    ->  put_attr(X, freeze, '$and'(Earlier, Goal))
    ;   put_attr(X, freeze, Goal)
    ).

'$frozen_bound'(Other, Goal) :- attvar(Other), !, '$freeze_more'(Other, Goal).
'$frozen_bound'(_, Goal) :- '$thaw'(Goal).

'$thaw'(Goal) :- var(Goal), !, call(Goal).
'$thaw'('$and'(A, B)) :- !, '$thaw'(A), '$thaw'(B).
'$thaw'(Goal) :- call(Goal).

frozen(Term, Goal) :-
    term_attvars(Term, Vars),
    '$attributed_goals'(Vars, Goals),
    '$conjunction'(Goals, Goal).

'$conjunction'([], true).
'$conjunction'([G|Gs], C) :- '$conjunction'(Gs, G, C).
'$conjunction'([], G, G).
'$conjunction'([H|T], G, (G, C)) :- '$conjunction'(T, H, C).

% ---- dif
% A disequation is '$dif'(Ls, Rs): some L differs from its R. It stands at every variable among them; the Ls are variables.
% One that holds for good is '$dif'(done, _).

dif(X, Y) :-
    X \== Y,
    (   var(X), var(Y)
    ->  '$dif_wait'([X], [Y])
    ;   unifiable(X, Y, Bindings)
    ->  '$dif_sides'(Bindings, [], [], Ls, Rs),
        '$dif_wait'(Ls, Rs)
    ;   true
    ).

'$dif_wait'(Ls, Rs) :-
    Node = '$dif'(Ls, Rs),
    '$dif_attach'(Ls, Node),
    '$dif_attach'(Rs, Node).

% The bindings come last first.
'$dif_sides'([], Ls, Rs, Ls, Rs).
'$dif_sides'([L=R|Bs], Ls0, Rs0, Ls, Rs) :- '$dif_sides'(Bs, [L|Ls0], [R|Rs0], Ls, Rs).

'$dif_attach'([], _).
'$dif_attach'([V|Vs], Node) :-
    (   nonvar(V)
    ->  true
    ;   get_attr(V, dif, Nodes)
    ->  ( '$same_member'(Nodes, Node) -> true ; put_attr(V, dif, [Node|Nodes]) )
    ;   put_attr(V, dif, [Node])
    ),
    '$dif_attach'(Vs, Node).

'$same_member'([N|Ns], Node) :- ( same_term(N, Node) -> true ; '$same_member'(Ns, Node) ).

'$dif_bound'(Other, Nodes) :-
    (   attvar(Other)
    ->  (   get_attr(Other, dif, Others)
        ->  '$dif_merge'(Nodes, Others, All), put_attr(Other, dif, All)
        ;   put_attr(Other, dif, Nodes)
        )
    ;   true
    ),
    '$dif_check'(Nodes).

'$dif_merge'([], Ns, Ns).
'$dif_merge'([N|Ns], Others, All) :-
    (   arg(1, N, Ls), Ls == done
    ->  All = Rest
    ;   '$same_member'(Others, N)
    ->  All = Rest
    ;   All = [N|Rest]
    ),
    '$dif_merge'(Ns, Others, Rest).

'$dif_check'([]).
'$dif_check'([Node|Nodes]) :-
    Node = '$dif'(Ls, Rs),
    (   Ls == done
    ->  true
    ;   Ls = [L], Rs = [R], var(L), var(R)
    ->  L \== R,
        '$dif_attach'([L, R], Node)
    ;   unifiable(Ls, Rs, Bindings)
    ->  Bindings \== [],
        '$dif_sides'(Bindings, [], [], Ls1, Rs1),
        setarg(1, Node, Ls1),
        setarg(2, Node, Rs1),
        '$dif_attach'(Ls1, Node),
        '$dif_attach'(Rs1, Node)
    ;   setarg(1, Node, done),
        setarg(2, Node, [])
    ),
    '$dif_check'(Nodes).

% ---- when
% A goal that waits is '$when'(Condition, Goal, State) at the variables that may decide its condition.

when(Condition, Goal) :-
    '$when_check'(Condition),
    '$when_left'(Condition, Left),
    (   Left == true
    ->  call(Goal)
    ;   '$when_wait'(Left, '$when'(Left, Goal, waiting))
    ).

'$when_check'(C) :- var(C), !, throw(error(instantiation_error, context(when/2, _))).
'$when_check'(nonvar(_)) :- !.
'$when_check'(ground(_)) :- !.
'$when_check'(?=(_, _)) :- !.
'$when_check'((A, B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'((A ; B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'(C) :- throw(error(domain_error(when_condition, C), context(when/2, _))).

% What of a condition is still open.
'$when_left'(nonvar(X), Left) :- ( nonvar(X) -> Left = true ; Left = nonvar(X) ).
'$when_left'(ground(X), Left) :- ( ground(X) -> Left = true ; Left = ground(X) ).
'$when_left'(?=(X, Y), Left) :- ( ?=(X, Y) -> Left = true ; Left = ?=(X, Y) ).
'$when_left'((A, B), Left) :-
    '$when_left'(A, LA),
    '$when_left'(B, LB),
    ( LA == true -> Left = LB ; LB == true -> Left = LA ; Left = (LA, LB) ).
'$when_left'((A ; B), Left) :-
    '$when_left'(A, LA),
    (   LA == true
    ->  Left = true
    ;   '$when_left'(B, LB),
        ( LB == true -> Left = true ; Left = (LA ; LB) )
    ).

'$when_wait'(nonvar(X), Node) :- '$when_attach'([X], Node).
'$when_wait'(ground(X), Node) :- term_variables(X, [V|_]), '$when_attach'([V], Node).
'$when_wait'(?=(X, Y), Node) :-
    unifiable(X, Y, Bindings),
    '$dif_sides'(Bindings, [], [], Ls, Rs),
    '$when_attach'(Ls, Node),
    '$when_attach'(Rs, Node).
'$when_wait'((A, B), Node) :- '$when_wait'(A, Node), '$when_wait'(B, Node).
'$when_wait'((A ; B), Node) :- '$when_wait'(A, Node), '$when_wait'(B, Node).

'$when_attach'([], _).
'$when_attach'([V|Vs], Node) :-
    (   nonvar(V)
    ->  true
    ;   get_attr(V, when, Nodes)
    ->  ( '$same_member'(Nodes, Node) -> true ; append(Nodes, [Node], More), put_attr(V, when, More) )
    ;   put_attr(V, when, [Node])
    ),
    '$when_attach'(Vs, Node).

'$when_bound'(Other, Nodes) :-
    (   attvar(Other)
    ->  (   get_attr(Other, when, Others)
        ->  '$when_merge'(Nodes, Others, New), append(Others, New, All), put_attr(Other, when, All)
        ;   put_attr(Other, when, Nodes)
        )
    ;   true
    ),
    '$when_run'(Nodes).

'$when_merge'([], _, []).
'$when_merge'([N|Ns], Others, All) :-
    ( '$same_member'(Others, N) -> All = Rest ; All = [N|Rest] ),
    '$when_merge'(Ns, Others, Rest).

'$when_run'([]).
'$when_run'([Node|Nodes]) :-
    Node = '$when'(Condition, Goal, State),
    (   State == done
    ->  true
    ;   '$when_left'(Condition, Left),
        (   Left == true
        ->  setarg(3, Node, done),
            call(Goal)
        ;   setarg(1, Node, Left),
            '$when_wait'(Left, Node)
        )
    ),
    '$when_run'(Nodes).

% ---- attributes as goals

copy_term(Term, Copy, Goals) :-
    term_attvars(Term, Vars),
    (   Vars == []
    ->  Goals = [],
        copy_term(Term, Copy)
    ;   '$attributed_goals'(Vars, Goals0),
        copy_term_nat(Term-Goals0, Copy-Goals)
    ).

'$residual_goals'(Term, Goals) :-
    term_attvars(Term, Vars),
    '$attributed_goals'(Vars, Goals).

'$attributed_goals'([], []).
'$attributed_goals'([V|Vs], Goals) :-
    (   get_attrs(V, Attributes)
    ->  '$attribute_goals'(Attributes, V, Goals, Rest)
    ;   Goals = Rest
    ),
    '$attributed_goals'(Vs, Rest).

'$attribute_goals'([], _, Goals, Goals).
'$attribute_goals'(att(Name, Value, More), V, Goals, Rest) :-
    (   '$goals_of'(Name, Value, V, Goals, Rest0)
    ->  true
    ;   Goals = [put_attr(V, Name, Value)|Rest0]
    ),
    '$attribute_goals'(More, V, Rest0, Rest).

'$goals_of'(freeze, Goal, V, Goals, Rest) :- !, '$frozen_goals'(Goal, V, Goals, Rest).
'$goals_of'(dif, Nodes, V, Goals, Rest) :- !, reverse(Nodes, Ordered), '$dif_goals'(Ordered, V, Goals, Rest).
'$goals_of'(when, Nodes, V, Goals, Rest) :- !, '$when_goals'(Nodes, V, Goals, Rest).
'$goals_of'(Name, _, V, Goals, Rest) :-
    '$module_hook'(Name, attribute_goals, 3, Hook),
    call(Hook, V, Goals, Rest),
    !.

'$frozen_goals'(Goal, V, [freeze(V, Goal)|Rest], Rest) :- var(Goal), !.
'$frozen_goals'('$and'(A, B), V, Goals, Rest) :- !, '$frozen_goals'(A, V, Goals, Rest0), '$frozen_goals'(B, V, Rest0, Rest).
'$frozen_goals'(Goal, V, [freeze(V, Goal)|Rest], Rest).

% Each disequation is told once, at its first variable.
'$dif_goals'([], _, Goals, Goals).
'$dif_goals'(['$dif'(Ls, Rs)|Nodes], V, Goals, Rest) :-
    (   Ls = [L|More], L == V
    ->  (   More == []
        ->  Rs = [R], Goals = [dif(L, R)|Rest0]
        ;   A =.. [f|Ls], B =.. [f|Rs], Goals = [dif(A, B)|Rest0]
        )
    ;   Goals = Rest0
    ),
    '$dif_goals'(Nodes, V, Rest0, Rest).

'$when_goals'([], _, Goals, Goals).
'$when_goals'([Node|Nodes], V, Goals, Rest) :-
    Node = '$when'(Condition, Goal, State),
    (   State \== done, '$when_first'(Condition, Node, First), First == V
    ->  Goals = [when(Condition, Goal)|Rest0]
    ;   Goals = Rest0
    ),
    '$when_goals'(Nodes, V, Rest0, Rest).

'$when_first'(Condition, Node, V) :-
    term_variables(Condition, Vars),
    member(V, Vars),
    get_attr(V, when, Nodes),
    '$same_member'(Nodes, Node),
    !.
