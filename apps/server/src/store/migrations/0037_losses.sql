-- A database that lost its newest commits (a failover to an asynchronous replica, a restore): numbers go on beyond all that
-- anybody has seen, everything that opens stops, and the loss itself is a receipt of the chain.

-- Names the epoch beyond its number: a database that went back may count to the same number again.
ALTER TABLE leader ADD COLUMN nonce text NOT NULL DEFAULT '';

ALTER TABLE trading DROP CONSTRAINT trading_cause_check;
ALTER TABLE trading ADD CONSTRAINT trading_cause_check CHECK (cause IN ('operator', 'drift', 'loss'));

ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('open', 'close', 'take_profit',
  'stop_loss', 'liquidation', 'profit_cap', 'purchase', 'delivery', 'loss'));
CREATE INDEX receipts_losses ON receipts (receipt_id) WHERE kind = 'loss';

-- As before, but that a loss leaves ids out: those that it names, from the one after the last up to its own.
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

-- Ids that the database gives out itself go beyond what may have been lost as well. Asked for by whoever declares a loss.
CREATE FUNCTION skip_ids(count integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = current_schema()
  LOOP
    PERFORM nextval(name::regclass) FROM generate_series(1, count);
  END LOOP;
END $$;
