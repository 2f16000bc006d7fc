% Grammar rules that take grammar rules.
% Loaded on demand: :- use_module(library(dcg/high_order)).

% sequence(:Element, ?List)//: longest first.
sequence(P, List) --> '$sequence'(List, P).

'$sequence'([X|Xs], P) --> call(P, X), '$sequence'(Xs, P).
'$sequence'([], _) --> [].

% sequence(:Element, :Separator, ?List)//
sequence(P, Sep, List) --> '$sequence'(List, P, Sep).

'$sequence'(List, P, Sep) --> call(P, X), '$sequence_tail'(Xs, P, Sep), { List = [X|Xs] }.
'$sequence'([], _, _) --> [].

'$sequence_tail'([X|Xs], P, Sep) --> Sep, call(P, X), '$sequence_tail'(Xs, P, Sep).
'$sequence_tail'([], _, _) --> [].

% sequence(:Start, :Element, :Separator, :End, ?List)//: commits to the first way.
sequence(Start, P, Sep, End, List) --> Start, '$sequence'(List, P, Sep), End, !.

% optional(:Match, :Default)//: commits to the first way Match goes.
optional(Match, _) --> Match, !.
optional(_, Default) --> Default.

% foreach(:Generator, :Element)//: Element for every answer of Generator.
foreach(Generator, Element) --> foreach(Generator, Element, []).

foreach(Generator, Element, Sep, Head, Tail) :-
    term_variables(Generator, Vars),
    Template =.. [v|Vars],
    findall(Template, Generator, Instances),
    term_variables(Element, ElementVars),
    '$other_variables'(ElementVars, Vars, Others),
    '$foreach'(Instances, Template, Others, Element, Sep, Head, Tail).

'$foreach'([], _, _, _, _, Tail, Tail).
'$foreach'([I|Is], T, Others, Element, Sep, Head, Tail) :-
    copy_term(Others-T-Element, Others-I-Instance),
    phrase(Instance, Head, Mid),
    '$foreach_tail'(Is, T, Others, Element, Sep, Mid, Tail).

'$foreach_tail'([], _, _, _, _, Tail, Tail).
'$foreach_tail'([I|Is], T, Others, Element, Sep, Head, Tail) :-
    phrase(Sep, Head, Mid),
    '$foreach'([I], T, Others, Element, Sep, Mid, Mid1),
    '$foreach_tail'(Is, T, Others, Element, Sep, Mid1, Tail).
