-- People, their sessions, tables with their seats, matches and what happened in them.
-- A match is its events: nothing else about the play is kept, the position is always replayed from them.

CREATE TABLE people (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL,
    login    TEXT    UNIQUE,          -- NULL: a guest
    password TEXT,                    -- argon2, PHC string
    created  INTEGER NOT NULL
);

CREATE TABLE sessions (
    token   BLOB    PRIMARY KEY,      -- SHA-256 of the cookie
    person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
    id       TEXT    PRIMARY KEY,     -- unguessable
    name     TEXT    NOT NULL,
    owner    INTEGER NOT NULL REFERENCES people (id),
    game     TEXT    NOT NULL,        -- with its parameters
    settings TEXT    NOT NULL,        -- JSON
    invite   TEXT    NOT NULL,        -- who knows it may sit down
    created  INTEGER NOT NULL,
    touched  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_owner ON tables (owner);

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    person   INTEGER REFERENCES people (id),
    name     TEXT    NOT NULL,
    agent    TEXT,                    -- set: the computer moves (for the person, if there is one)
    start    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_person ON seats (person);

CREATE TABLE matches (
    id       INTEGER PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    seed     INTEGER NOT NULL,
    rotation INTEGER NOT NULL,        -- player p is played by seat (p + rotation) mod n
    practice INTEGER NOT NULL,        -- 1: a known deal, does not count
    points   TEXT,                    -- by seat, once it is over
    created  INTEGER NOT NULL,
    UNIQUE (table_id, number)
);

CREATE TABLE events (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n        INTEGER NOT NULL,
    who      INTEGER,                 -- NULL: chance, or an undo
    text     TEXT,                    -- NULL: the last move was taken back
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, n)
) WITHOUT ROWID;
