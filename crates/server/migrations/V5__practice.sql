-- The deal of the day: who plays it at which table, and what it brought. Deleting the table does not give it back.
CREATE TABLE daily (
    date     TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    person   INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT    NOT NULL,
    points   INTEGER,                 -- once it is over
    PRIMARY KEY (date, game, person)
) WITHOUT ROWID;
CREATE INDEX daily_table ON daily (table_id);

-- What the expert made of it in the same seat.
CREATE TABLE daily_expert (
    date   TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (date, game)
) WITHOUT ROWID;

-- Every finished deal of every person, for their progress; theirs to delete.
CREATE TABLE progress (
    person   INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    deal     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    points   INTEGER NOT NULL,
    practice INTEGER NOT NULL,
    date     TEXT,                    -- of a deal of the day
    contract TEXT    NOT NULL,        -- in English, Czech and Slovak, a line each
    declared INTEGER NOT NULL,        -- whether the person played it
    PRIMARY KEY (person, table_id, number, deal)
) WITHOUT ROWID;
