-- Faults of computer players: the kind and the cause, beside the move that was made instead (NULL: the player is out).
ALTER TABLE events ADD COLUMN fault TEXT;
ALTER TABLE events ADD COLUMN cause TEXT;
