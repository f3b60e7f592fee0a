-- Numbers that were given out and are not in the tables although every command is: no database loses those alone, somebody
-- took them out. What is given next goes beyond them, and nothing in the chain of receipts explains the gap.

CREATE TABLE missing_numbers (
  kind text NOT NULL CHECK (kind IN ('order', 'trade', 'entry', 'receipt')),
  -- The last that the tables had, the last that somebody saw, and the one after which numbers go on.
  after_id bigint NOT NULL,
  seen_id bigint NOT NULL CHECK (seen_id > after_id),
  given_to bigint NOT NULL CHECK (given_to >= seen_id),
  found_at_ms bigint NOT NULL,
  PRIMARY KEY (kind, after_id, seen_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON missing_numbers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON missing_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, but that a loss leaves ids out: those that it names, from the one after the last up to its own; and that the first
-- receipt behind missing ones goes on beyond them. Its previous_hash is that of the last one left.
CREATE OR REPLACE FUNCTION refuse_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_id bigint := 0;
  before_hash text := repeat('0', 64);
  before_ms bigint := 0;
BEGIN
  SELECT receipt_id, hash, time_ms INTO before_id, before_hash, before_ms FROM receipts
    WHERE receipt_id < (SELECT min(receipt_id) FROM new_rows) ORDER BY receipt_id DESC LIMIT 1;
  IF NOT FOUND THEN
    before_id := 0;
    before_hash := repeat('0', 64);
    before_ms := 0;
  END IF;
  before_id := greatest(before_id, (SELECT max(given_to) FROM missing_numbers
    WHERE kind = 'receipt' AND after_id = before_id));
  IF EXISTS (
    SELECT FROM (
      SELECT receipt_id, previous_hash, time_ms, kind, terms,
        lag(receipt_id, 1, before_id) OVER in_turn AS last_id,
        lag(hash, 1, before_hash) OVER in_turn AS last_hash,
        lag(time_ms, 1, before_ms) OVER in_turn AS last_ms
      FROM new_rows WINDOW in_turn AS (ORDER BY receipt_id)
    ) AS added
    WHERE (time_ms < last_ms AND NOT EXISTS (
        SELECT FROM clock_returns WHERE from_ms >= last_ms AND to_ms <= time_ms))
      OR previous_hash IS DISTINCT FROM last_hash OR CASE
      WHEN kind = 'loss' THEN (receipt_id > last_id
        AND (terms->>'receipt_from')::bigint = last_id + 1
        AND (terms->>'receipt_to')::bigint = receipt_id - 1) IS NOT TRUE
      ELSE receipt_id <> last_id + 1
    END
  ) THEN
    RAISE EXCEPTION 'a receipt is not linked to the one before'
      USING ERRCODE = '23514', CONSTRAINT = 'linked';
  END IF;
  RETURN NULL;
END $$;
