-- How far checks in the background have come. Places to go on from, and no evidence of anything.
CREATE TABLE check_places (
  check_name text PRIMARY KEY,
  place jsonb NOT NULL,
  updated_at_ms bigint NOT NULL
);

-- What the recount in the background has added up so far, by account. Emptied when a round begins.
CREATE TABLE recount_sums (
  account_id bigint PRIMARY KEY,
  sum_minor numeric(38, 0) NOT NULL
) WITH (fillfactor = 70);
