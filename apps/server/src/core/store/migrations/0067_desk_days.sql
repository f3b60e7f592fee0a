-- What the house kept in fees and what was traded, by UTC day, for the console's overview. Counted on from the ledger
-- by a chore in steps, each posting once: the cursor and the sums are written in one transaction.
CREATE TABLE desk_days (
  day_ms bigint NOT NULL,
  -- The reason of the entries that a fee came by, or "traded" for the quote amounts of trades.
  kind text NOT NULL,
  currency_id integer NOT NULL,
  amount_minor numeric(38, 0) NOT NULL,
  PRIMARY KEY (day_ms, kind, currency_id)
);
CREATE TABLE desk_cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  entry_id bigint NOT NULL,
  since_ms bigint NOT NULL
);
