-- An owner has several timers that cancel, by number, each of all markets or of one: the first is the account's own, the others
-- are of programs that want their orders gone when their connection is.

ALTER TABLE cancel_timers ADD COLUMN timer smallint NOT NULL DEFAULT 0 CHECK (timer BETWEEN 0 AND 15);
ALTER TABLE cancel_timers ADD COLUMN market_id integer REFERENCES markets;
ALTER TABLE cancel_timers DROP CONSTRAINT cancel_timers_pkey;
ALTER TABLE cancel_timers ADD PRIMARY KEY (owner_id, timer);
