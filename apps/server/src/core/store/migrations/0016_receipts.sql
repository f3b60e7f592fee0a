-- Receipts of what happened at the index: one chain, each written by the batch in which it happened, and the heads
-- that were published of it. Samples are not copied: a receipt names its seconds of index_samples, which never change.

CREATE TABLE receipts (
  -- Gapless from 1, in the order in which things happened.
  receipt_id bigint PRIMARY KEY CHECK (receipt_id > 0),
  kind text NOT NULL CHECK (kind IN ('open', 'close', 'take_profit', 'stop_loss', 'liquidation',
    'profit_cap', 'purchase', 'delivery')),
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  -- As it was called then.
  symbol text NOT NULL,
  time_ms bigint NOT NULL,
  -- The position or option order.
  subject_id bigint NOT NULL,
  -- Names and values as they were hashed.
  terms json NOT NULL,
  strike_e8 bigint CHECK (strike_e8 > 0),
  sample_times_ms bigint[] NOT NULL,
  result json NOT NULL,
  -- Owner and amounts with their salt: what the commitment is the digest of.
  own json NOT NULL,
  commitment text NOT NULL CHECK (length(commitment) = 64),
  previous_hash text NOT NULL CHECK (length(previous_hash) = 64),
  hash text NOT NULL CHECK (length(hash) = 64)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON receipts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Refuses receipts that do not follow the last one, by id and by hash. Costs one look at the last one, however many.
CREATE FUNCTION refuse_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
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
    WHERE receipt_id <> last_id + 1 OR time_ms < last_ms OR previous_hash IS DISTINCT FROM last_hash
  ) THEN
    RAISE EXCEPTION 'a receipt is not linked to the one before'
      USING ERRCODE = '23514', CONSTRAINT = 'linked';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER linked AFTER INSERT ON receipts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unlinked();

-- The chain's heads as they were published: how many receipts there were, and the last one's hash.
CREATE TABLE receipt_heads (
  receipt_id bigint PRIMARY KEY REFERENCES receipts,
  time_ms bigint NOT NULL,
  hash text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON receipt_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON receipt_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A head is of a receipt that is there, and later ones are of longer chains.
CREATE FUNCTION refuse_false_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM receipts WHERE receipt_id = NEW.receipt_id AND hash = NEW.hash)
    OR EXISTS (SELECT FROM receipt_heads
      WHERE receipt_id >= NEW.receipt_id OR (receipt_id < NEW.receipt_id AND time_ms > NEW.time_ms))
  THEN
    RAISE EXCEPTION 'heads grow with the chain' USING ERRCODE = '23514', CONSTRAINT = 'grows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER grows BEFORE INSERT ON receipt_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_false_head();
