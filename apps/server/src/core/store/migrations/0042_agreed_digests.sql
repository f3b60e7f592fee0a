-- What was agreed of what is open, under a key that is not in the database: written with the row, held against it at each
-- start. Absent of what is over without ever having waited, and of what was open before, until the next start.
ALTER TABLE orders ADD COLUMN agreed_digest text;
ALTER TABLE positions ADD COLUMN agreed_digest text;
