-- Whose eyes each person has had in a match with secrets: whoever has seen a hand they do not play makes it practice.
CREATE TABLE eyes (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    player   INTEGER NOT NULL,
    PRIMARY KEY (match_id, person, player)
) WITHOUT ROWID;

-- A session ends when it was not used for long.
ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET used = created;

-- Written now and then: whether anything can be saved is known only by saving.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);
INSERT INTO pulse VALUES (1, 0);
