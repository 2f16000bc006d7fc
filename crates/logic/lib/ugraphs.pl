% Directed graphs without weights, as sorted lists Vertex-Neighbours (each sorted, every vertex present).

vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    '$edge_ends'(Edges, Vertices, All),
    sort(All, Vs),
    sort(Edges, Es),
    '$group_edges'(Vs, Es, Graph).

'$edge_ends'([], Vs, Vs).
'$edge_ends'([X-Y|Es], Vs, [X,Y|All]) :- '$edge_ends'(Es, Vs, All).

'$group_edges'([], _, []).
'$group_edges'([V|Vs], Es, [V-Ns|G]) :- '$edges_from'(Es, V, Ns, Rest), '$group_edges'(Vs, Rest, G).

'$edges_from'([X-Y|Es], V, Ns, Rest) :- X == V, !, Ns = [Y|Ns1], '$edges_from'(Es, V, Ns1, Rest).
'$edges_from'(Rest, _, [], Rest).

vertices([], []).
vertices([V-_|G], [V|Vs]) :- vertices(G, Vs).

edges(Graph, Edges) :- '$edges'(Graph, Edges).

'$edges'([], []).
'$edges'([V-Ns|G], Es) :- '$edges'(Ns, V, Es, Rest), '$edges'(G, Rest).

'$edges'([], _, Es, Es).
'$edges'([N|Ns], V, [V-N|Es], Rest) :- '$edges'(Ns, V, Es, Rest).

add_vertices(Graph, Vertices, NewGraph) :-
    sort(Vertices, Vs),
    '$lone_vertices'(Vs, Lone),
    ugraph_union(Graph, Lone, NewGraph).

'$lone_vertices'([], []).
'$lone_vertices'([V|Vs], [V-[]|Ls]) :- '$lone_vertices'(Vs, Ls).

del_vertices(Graph, Vertices, NewGraph) :-
    sort(Vertices, Vs),
    '$del_vertices'(Graph, Vs, NewGraph).

'$del_vertices'([], _, []).
'$del_vertices'([V-Ns|G], Vs, New) :-
    (   ord_memberchk(V, Vs)
    ->  New = New1
    ;   ord_subtract(Ns, Vs, Ns1),
        New = [V-Ns1|New1]
    ),
    '$del_vertices'(G, Vs, New1).

add_edges(Graph, Edges, NewGraph) :-
    vertices_edges_to_ugraph([], Edges, G2),
    ugraph_union(Graph, G2, NewGraph).

del_edges(Graph, Edges, NewGraph) :-
    vertices_edges_to_ugraph([], Edges, G2),
    '$del_edges'(Graph, G2, NewGraph).

'$del_edges'([], _, []).
'$del_edges'([V-Ns|G], Del, [V-Ns1|New]) :-
    (   '$neighbours'(Del, V, Gone)
    ->  ord_subtract(Ns, Gone, Ns1)
    ;   Ns1 = Ns
    ),
    '$del_edges'(G, Del, New).

ugraph_union([], G, G).
ugraph_union([V-Ns|G1], G2, G) :- '$ugraph_union'(G2, V, Ns, G1, G).

'$ugraph_union'([], V, Ns, G1, [V-Ns|G1]).
'$ugraph_union'([W-Ms|G2], V, Ns, G1, G) :-
    compare(O, V, W),
    '$ugraph_union'(O, V, Ns, G1, W, Ms, G2, G).

'$ugraph_union'(<, V, Ns, G1, W, Ms, G2, [V-Ns|G]) :- '$ugraph_union'(G1, W, Ms, G2, G).
'$ugraph_union'(=, V, Ns, G1, _, Ms, G2, [V-Us|G]) :- ord_union(Ns, Ms, Us), ugraph_union(G1, G2, G).
'$ugraph_union'(>, V, Ns, G1, W, Ms, G2, [W-Ms|G]) :- '$ugraph_union'(G2, V, Ns, G1, G).

neighbours(V, Graph, Ns) :- '$neighbours'(Graph, V, Ns).

neighbors(V, Graph, Ns) :- '$neighbours'(Graph, V, Ns).

'$neighbours'([W-Ns|G], V, Neighbours) :-
    (   V == W
    ->  Neighbours = Ns
    ;   '$neighbours'(G, V, Neighbours)
    ).

transpose_ugraph(Graph, Transposed) :-
    edges(Graph, Edges),
    vertices(Graph, Vs),
    '$flip_pairs'(Edges, Flipped),
    vertices_edges_to_ugraph(Vs, Flipped, Transposed).

complement(Graph, Complement) :-
    vertices(Graph, Vs),
    '$complement'(Graph, Vs, Complement).

'$complement'([], _, []).
'$complement'([V-Ns|G], Vs, [V-Ms|C]) :-
    ord_add_element(Ns, V, Not),
    ord_subtract(Vs, Not, Ms),
    '$complement'(G, Vs, C).

compose(G1, G2, Composition) :-
    vertices(G1, V1),
    vertices(G2, V2),
    ord_union(V1, V2, Vs),
    '$compose'(Vs, G1, G2, Composition).

'$compose'([], _, _, []).
'$compose'([V|Vs], G1, G2, [V-Ns|C]) :-
    (   '$neighbours'(G1, V, Ms)
    ->  '$neighbours_of_all'(Ms, G2, Sets),
        ord_union(Sets, Ns)
    ;   Ns = []
    ),
    '$compose'(Vs, G1, G2, C).

'$neighbours_of_all'([], _, []).
'$neighbours_of_all'([V|Vs], G, Sets) :-
    (   '$neighbours'(G, V, Ns)
    ->  Sets = [Ns|Rest]
    ;   Sets = Rest
    ),
    '$neighbours_of_all'(Vs, G, Rest).

% Every vertex also reaches itself only over a real cycle.
transitive_closure(Graph, Closure) :- '$closure'(Graph, Graph, Closure).

'$closure'([], C, C).
'$closure'([V-_|G], C0, C) :-
    '$neighbours'(C0, V, Vs),
    '$closure_step'(C0, V, Vs, C1),
    '$closure'(G, C1, C).

'$closure_step'([], _, _, []).
'$closure_step'([X-Ns|G], V, Vs, [X-Ns1|C]) :-
    (   ord_memberchk(V, Ns)
    ->  ord_union(Ns, Vs, Ns1)
    ;   Ns1 = Ns
    ),
    '$closure_step'(G, V, Vs, C).

reachable(V, Graph, Reachable) :- '$reachable'([V], Graph, [V], Reachable).

'$reachable'([], _, R, R).
'$reachable'([V|Vs], G, R0, R) :-
    (   '$neighbours'(G, V, Ns)
    ->  true
    ;   Ns = []
    ),
    ord_union(R0, Ns, R1, New),
    append(New, Vs, Todo),
    '$reachable'(Todo, G, R1, R).

% top_sort(+Graph, -Order): fails when the graph has a cycle.
top_sort(Graph, Order) :-
    '$in_degrees'(Graph, Degrees),
    '$zero_degree'(Graph, Degrees, Ready),
    list_to_assoc(Graph, Neighbours),
    '$top_sort'(Ready, Neighbours, Degrees, Order),
    '$same_number'(Order, Graph).

'$same_number'([], []).
'$same_number'([_|Xs], [_|Ys]) :- '$same_number'(Xs, Ys).

'$in_degrees'(Graph, Degrees) :-
    '$zero_degrees'(Graph, Zeros),
    ord_list_to_assoc(Zeros, D0),
    edges(Graph, Edges),
    '$count_in'(Edges, D0, Degrees).

'$zero_degrees'([], []).
'$zero_degrees'([V-_|G], [V-0|Z]) :- '$zero_degrees'(G, Z).

'$count_in'([], D, D).
'$count_in'([_-V|Es], D0, D) :-
    get_assoc(V, D0, N, D1, N1),
    N1 is N + 1,
    '$count_in'(Es, D1, D).

'$zero_degree'([], _, []).
'$zero_degree'([V-_|G], D, Ready) :-
    (   get_assoc(V, D, 0)
    ->  Ready = [V|Rest]
    ;   Ready = Rest
    ),
    '$zero_degree'(G, D, Rest).

'$top_sort'([], _, _, []).
'$top_sort'([V|Vs], Neighbours, D0, [V|Order]) :-
    get_assoc(V, Neighbours, Ns),
    '$lower_degrees'(Ns, D0, D, Vs, Ready),
    '$top_sort'(Ready, Neighbours, D, Order).

'$lower_degrees'([], D, D, Ready, Ready).
'$lower_degrees'([N|Ns], D0, D, Ready0, Ready) :-
    get_assoc(N, D0, K, D1, K1),
    K1 is K - 1,
    (   K1 =:= 0
    ->  '$lower_degrees'(Ns, D1, D, [N|Ready0], Ready)
    ;   '$lower_degrees'(Ns, D1, D, Ready0, Ready)
    ).
