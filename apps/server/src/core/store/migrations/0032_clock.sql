-- What is done about a clock that had run ahead: its samples count for nothing, and the time at the index goes on from the
-- present. Both are said for ever.

-- Samples that were stored for a time to come. They stay where they are, since receipts may name them.
CREATE TABLE void_samples (
  market_id integer NOT NULL,
  sample_time_ms bigint NOT NULL,
  voided_at_ms bigint NOT NULL,
  PRIMARY KEY (market_id, sample_time_ms),
  CHECK (sample_time_ms > voided_at_ms)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON void_samples
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON void_samples
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The time at the index went back from one moment to another.
CREATE TABLE clock_returns (
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  PRIMARY KEY (from_ms, to_ms),
  CHECK (to_ms < from_ms)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON clock_returns
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON clock_returns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As in 0016, but a receipt may be earlier than the one before where such a return lies between both.
CREATE OR REPLACE FUNCTION refuse_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_id bigint;
  before_hash text := repeat('0', 64);
  before_ms bigint := 0;
BEGIN
  SELECT min(receipt_id) - 1 INTO before_id FROM new_rows;
  IF before_id > 0 THEN
    SELECT hash, time_ms INTO before_hash, before_ms FROM receipts WHERE receipt_id = before_id;
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT receipt_id, previous_hash, time_ms,
        lag(receipt_id, 1, before_id) OVER in_turn AS last_id,
        lag(hash, 1, before_hash) OVER in_turn AS last_hash,
        lag(time_ms, 1, before_ms) OVER in_turn AS last_ms
      FROM new_rows WINDOW in_turn AS (ORDER BY receipt_id)
    ) AS added
    WHERE receipt_id <> last_id + 1 OR previous_hash IS DISTINCT FROM last_hash
      OR (time_ms < last_ms AND NOT EXISTS (
        SELECT FROM clock_returns WHERE from_ms >= last_ms AND to_ms <= time_ms))
  ) THEN
    RAISE EXCEPTION 'a receipt is not linked to the one before'
      USING ERRCODE = '23514', CONSTRAINT = 'linked';
  END IF;
  RETURN NULL;
END $$;
