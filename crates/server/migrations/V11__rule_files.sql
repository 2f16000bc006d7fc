-- Rule files people have loaded: computer players by name, each with its owner.
CREATE TABLE rule_files (
    name    TEXT    PRIMARY KEY,
    person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    text    TEXT    NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rule_files_person ON rule_files (person);

-- The texts a match plays by, each once, as long as there is such a match.
CREATE TABLE rule_texts (
    version TEXT PRIMARY KEY,         -- the name it is loaded under; ends with a hash of the text
    text    TEXT NOT NULL
) WITHOUT ROWID;

-- Which version a computer player of a match goes by, from its beginning to its end.
CREATE TABLE match_rules (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    agent    TEXT    NOT NULL,
    version  TEXT    NOT NULL REFERENCES rule_texts (version),
    PRIMARY KEY (match_id, agent)
) WITHOUT ROWID;
CREATE INDEX match_rules_version ON match_rules (version);
