% Lambda: Free/[X1, ...]>>Goal, called with more arguments. The lambda is copied for each call, so its
% variables are local, except those of Free, which stay shared with the clause around it.
% `>>` is already an operator (400, yfx), so [X]>>p(X) needs no brackets as an argument.

'>>'(Params, Body) :- '$lambda'(Params, Body, []).
'>>'(Params, Body, A1) :- '$lambda'(Params, Body, [A1]).
'>>'(Params, Body, A1, A2) :- '$lambda'(Params, Body, [A1, A2]).
'>>'(Params, Body, A1, A2, A3) :- '$lambda'(Params, Body, [A1, A2, A3]).
'>>'(Params, Body, A1, A2, A3, A4) :- '$lambda'(Params, Body, [A1, A2, A3, A4]).
'>>'(Params, Body, A1, A2, A3, A4, A5) :- '$lambda'(Params, Body, [A1, A2, A3, A4, A5]).
'>>'(Params, Body, A1, A2, A3, A4, A5, A6) :- '$lambda'(Params, Body, [A1, A2, A3, A4, A5, A6]).
'>>'(Params, Body, A1, A2, A3, A4, A5, A6, A7) :- '$lambda'(Params, Body, [A1, A2, A3, A4, A5, A6, A7]).

'$lambda'(Params, Body, Args) :-
    '$lambda_copy'(Params, Body, Params1, Body1),
    '$bind_parameters'(Params1, Args, Rest),
    '$lambda_call'(Rest, Body1).

'$lambda_copy'(Params, Body, Params1, Body1) :-
    (   nonvar(Params),
        Params = Free/Ps
    ->  copy_term(Free/Ps>>Body, Free/Params1>>Body1)
    ;   copy_term(Params>>Body, Params1>>Body1)
    ).

'$bind_parameters'(Params, Args, Rest) :-
    (   nonvar(Params),
        Params = [P|Ps],
        Args = [A|As]
    ->  P = A,
        '$bind_parameters'(Ps, As, Rest)
    ;   Rest = Args
    ).

'$lambda_call'([], Body) :- !, call(Body).
'$lambda_call'(Rest, Body) :- '$add_arguments'(Body, Rest, Goal), call(Goal).

'$add_arguments'(Body, Rest, Goal) :-
    (   nonvar(Body), Body = Free/Lambda
    ->  copy_term(Free/Lambda, Free/Lambda1),
        '$add_arguments'(Lambda1, Rest, Goal)
    ;   Body =.. Parts,
        append(Parts, Rest, All),
        Goal =.. All
    ).

'/'(Free, Lambda, A1) :- '$free_lambda'(Free, Lambda, [A1]).
'/'(Free, Lambda, A1, A2) :- '$free_lambda'(Free, Lambda, [A1, A2]).
'/'(Free, Lambda, A1, A2, A3) :- '$free_lambda'(Free, Lambda, [A1, A2, A3]).
'/'(Free, Lambda, A1, A2, A3, A4) :- '$free_lambda'(Free, Lambda, [A1, A2, A3, A4]).
'/'(Free, Lambda, A1, A2, A3, A4, A5) :- '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5]).
'/'(Free, Lambda, A1, A2, A3, A4, A5, A6) :- '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5, A6]).
'/'(Free, Lambda, A1, A2, A3, A4, A5, A6, A7) :- '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5, A6, A7]).

'$free_lambda'(Free, Lambda, Args) :-
    copy_term(Free/Lambda, Free/Lambda1),
    '$lambda_call'(Args, Lambda1).
