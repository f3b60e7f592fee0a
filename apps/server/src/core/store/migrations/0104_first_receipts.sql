-- The first receipt of an engine that counts from a place of its own follows that place, and no receipt.

CREATE OR REPLACE FUNCTION refuse_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_id bigint := 0;
  before_hash text := repeat('0', 64);
  before_ms bigint := 0;
BEGIN
  SELECT receipt_id, hash, time_ms INTO before_id, before_hash, before_ms FROM receipts
    WHERE receipt_id < (SELECT min(receipt_id) FROM new_rows) ORDER BY receipt_id DESC LIMIT 1;
  IF NOT FOUND THEN
    before_id := coalesce((SELECT after_id FROM number_beginnings), 0);
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
