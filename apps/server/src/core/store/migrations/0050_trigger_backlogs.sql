-- Prices that made more orders due than one command places: what is left of them, in turn, one row a market.

CREATE TABLE trigger_backlogs (
  market_id integer PRIMARY KEY REFERENCES markets,
  -- [] once all is done.
  moves json NOT NULL,
  -- The first sample that a receipt of it will name.
  sample_time_ms bigint CHECK (sample_time_ms > 0)
) WITH (fillfactor = 80);
