-- What the shuffles of a match come from, and how: 0 all chance from the one seed, 1 every deal from a seed of its own,
-- 2 the same, promised to those at the table before it was dealt.
ALTER TABLE matches ADD COLUMN secret BLOB;
ALTER TABLE matches ADD COLUMN dealing INTEGER NOT NULL DEFAULT 0;
