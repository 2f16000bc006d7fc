-- Finished matches of people, to be gone through for their progress, and what was found; theirs to delete.
CREATE TABLE reviews (
    person   INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    player   INTEGER NOT NULL,        -- who of the record's players the person was
    record   TEXT    NOT NULL,        -- empty once it was gone through
    found    TEXT    NOT NULL,        -- a JSON list, an object a deal; empty before
    PRIMARY KEY (person, table_id, number)
) WITHOUT ROWID;
