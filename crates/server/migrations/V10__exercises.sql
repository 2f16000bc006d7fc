-- Positions with one best move that somebody may practise: own mistakes, and generated ones.
CREATE TABLE exercises (
    id      INTEGER PRIMARY KEY,
    person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    game    TEXT    NOT NULL,        -- with its parameters
    record  TEXT    NOT NULL,        -- the play up to the question
    player  INTEGER NOT NULL,        -- who is asked, from 0
    best    TEXT    NOT NULL,        -- the best move in notation
    loss    REAL    NOT NULL,        -- what was lost, or what the next best move loses
    level   INTEGER NOT NULL,        -- 1 to 4; 0: an own mistake
    tried   INTEGER NOT NULL DEFAULT 0,
    solved  INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    UNIQUE (person, record)
);
CREATE INDEX exercises_person ON exercises (person);
