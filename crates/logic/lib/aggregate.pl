% Aggregation over the answers of a goal. aggregate_all/3 keeps one running value in a mutable term,
% so counting or summing takes constant memory; aggregate/3 backtracks over free variables like bagof/3.

aggregate_all(Spec, Goal, Result) :-
    must_be(callable, Goal),
    must_be(callable, Spec),
    '$aggregate_all'(Spec, Goal, Result).

'$aggregate_all'(count, Goal, Count) :- !, '$aggregate_sum'(1, Goal, Count).
'$aggregate_all'(count(_), Goal, Count) :- !, '$aggregate_sum'(1, Goal, Count).
'$aggregate_all'(sum(X), Goal, Sum) :- !, '$aggregate_sum'(X, Goal, Sum).
'$aggregate_all'(bag(X), Goal, Bag) :- !, findall(X, Goal, Bag).
'$aggregate_all'(set(X), Goal, Set) :- !, findall(X, Goal, Bag), sort(Bag, Set).
'$aggregate_all'(max(X, W), Goal, max(Max, Witness)) :- !, '$aggregate_best'(>, X, W, Goal, Max, Witness).
'$aggregate_all'(min(X, W), Goal, min(Min, Witness)) :- !, '$aggregate_best'(<, X, W, Goal, Min, Witness).
'$aggregate_all'(max(X), Goal, Max) :- !, '$aggregate_best'(>, X, [], Goal, Max, _).
'$aggregate_all'(min(X), Goal, Min) :- !, '$aggregate_best'(<, X, [], Goal, Min, _).
'$aggregate_all'(Spec, Goal, Result) :-
    '$template_parts'(Spec, Parts),
    findall(Parts, Goal, Bag),
    '$aggregate_bag'(Spec, Bag, Result).

'$aggregate_sum'(X, Goal, Sum) :-
    State = sum(0),
    (   call(Goal),
        arg(1, State, S0),
        S is S0 + X,
        nb_setarg(1, State, S),
        fail
    ;   arg(1, State, Sum0)
    ),
    Sum = Sum0.

'$aggregate_best'(Better, X, W, Goal, Best, Witness) :-
    State = best(none, none),
    (   call(Goal),
        V is X,
        '$note_best'(Better, State, V, W),
        fail
    ;   State = best(some(Best0), Witness0)
    ),
    Best = Best0,
    Witness = Witness0.

'$note_best'(Better, State, V, W) :-
    arg(1, State, Old),
    (   '$improves'(Old, Better, V)
    ->  nb_setarg(1, State, some(V)),
        nb_setarg(2, State, W)
    ;   true
    ).

'$improves'(none, _, _).
'$improves'(some(V0), >, V) :- V > V0.
'$improves'(some(V0), <, V) :- V < V0.

% aggregate_all(+Spec, ?Discriminator, :Goal, -Result): each Discriminator counts once.
aggregate_all(Spec, Discriminator, Goal, Result) :-
    must_be(callable, Goal),
    must_be(callable, Spec),
    '$template_parts'(Spec, Parts),
    findall(Discriminator-Parts, Goal, Pairs),
    sort(1, @<, Pairs, Unique),
    pairs_values(Unique, Bag),
    '$aggregate_bag'(Spec, Bag, Result).

aggregate(Spec, Goal, Result) :-
    must_be(callable, Spec),
    '$template_parts'(Spec, Parts),
    bagof(Parts, Goal, Bag),
    '$aggregate_bag'(Spec, Bag, Result).

aggregate(Spec, Discriminator, Goal, Result) :-
    must_be(callable, Spec),
    '$template_parts'(Spec, Parts),
    setof(Discriminator-Parts, Goal, Pairs),
    pairs_values(Pairs, Bag),
    '$aggregate_bag'(Spec, Bag, Result).

% What of an answer a specification needs: count needs nothing, r(A, B) needs what its arguments need.
'$template_parts'(count, []) :- !.
'$template_parts'(count(_), []) :- !.
'$template_parts'(sum(X), X) :- !.
'$template_parts'(max(X), X) :- !.
'$template_parts'(min(X), X) :- !.
'$template_parts'(max(X, W), X-W) :- !.
'$template_parts'(min(X, W), X-W) :- !.
'$template_parts'(bag(X), X) :- !.
'$template_parts'(set(X), X) :- !.
'$template_parts'(Spec, Parts) :-
    compound(Spec),
    !,
    Spec =.. [_|Specs],
    '$templates_parts'(Specs, Parts).
'$template_parts'(Spec, _) :- domain_error(aggregate_spec, Spec).

'$templates_parts'([], []).
'$templates_parts'([S|Ss], [P|Ps]) :- '$template_parts'(S, P), '$templates_parts'(Ss, Ps).

'$aggregate_bag'(count, Bag, Count) :- !, length(Bag, Count).
'$aggregate_bag'(count(_), Bag, Count) :- !, length(Bag, Count).
'$aggregate_bag'(sum(_), Bag, Sum) :- !, sum_list(Bag, Sum).
'$aggregate_bag'(max(_), Bag, Max) :- !, max_list(Bag, Max).
'$aggregate_bag'(min(_), Bag, Min) :- !, min_list(Bag, Min).
'$aggregate_bag'(max(_, _), [X-W|Bag], max(Max, Witness)) :- !, V is X, '$best_pair'(Bag, >, V, W, Max, Witness).
'$aggregate_bag'(min(_, _), [X-W|Bag], min(Min, Witness)) :- !, V is X, '$best_pair'(Bag, <, V, W, Min, Witness).
'$aggregate_bag'(bag(_), Bag, Result) :- !, Result = Bag.
'$aggregate_bag'(set(_), Bag, Result) :- !, sort(Bag, Result).
'$aggregate_bag'(Spec, Bag, Result) :-
    compound(Spec),
    Bag = [_|_],
    Spec =.. [F|Specs],
    '$columns'(Specs, Bag, Columns),
    '$aggregate_bags'(Specs, Columns, Results),
    Result =.. [F|Results].

'$aggregate_bags'([], [], []).
'$aggregate_bags'([S|Ss], [B|Bs], [R|Rs]) :- '$aggregate_bag'(S, B, R), '$aggregate_bags'(Ss, Bs, Rs).

'$columns'([], _, []).
'$columns'([_|Ss], Rows, [C|Cs]) :- '$column'(Rows, C, Rest), '$columns'(Ss, Rest, Cs).

'$column'([], [], []).
'$column'([[X|Xs]|Rows], [X|C], [Xs|Rest]) :- '$column'(Rows, C, Rest).

'$best_pair'([], _, V, W, V, W).
'$best_pair'([X1-W1|Bag], Better, V0, W0, V, W) :-
    V1 is X1,
    (   '$improves'(some(V0), Better, V1)
    ->  '$best_pair'(Bag, Better, V1, W1, V, W)
    ;   '$best_pair'(Bag, Better, V0, W0, V, W)
    ).

% foreach(:Generator, :Goal): the conjunction of the instances of Goal, sharing its other variables.
foreach(Generator, Goal) :-
    term_variables(Generator, GVars),
    term_variables(Goal, Vars),
    '$shared_variables'(Vars, GVars, Shared),
    Template =.. [v|Shared],
    findall(Template, Generator, Instances),
    '$prove_all'(Instances, Template, Goal).

'$shared_variables'([], _, []).
'$shared_variables'([V|Vs], Ws, Shared) :-
    (   '$identical_member'(Ws, V)
    ->  Shared = [V|Rest]
    ;   Shared = Rest
    ),
    '$shared_variables'(Vs, Ws, Rest).

'$identical_member'([W|Ws], V) :- ( V == W -> true ; '$identical_member'(Ws, V) ).

'$prove_all'([], _, _).
'$prove_all'([I|Is], Template, Goal) :-
    term_variables(Goal, Vars),
    term_variables(Template, TVars),
    '$other_variables'(Vars, TVars, Others),
    copy_term(Others-Template-Goal, Others-I-Instance),
    call(Instance),
    '$prove_all'(Is, Template, Goal).

'$other_variables'([], _, []).
'$other_variables'([V|Vs], Ws, Others) :-
    (   '$identical_member'(Ws, V)
    ->  Others = Rest
    ;   Others = [V|Rest]
    ),
    '$other_variables'(Vs, Ws, Rest).
