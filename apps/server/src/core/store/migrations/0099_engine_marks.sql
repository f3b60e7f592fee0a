-- Which engine a database is of, where there are several: of the rows of other products, which it had while it was alone, it keeps
-- the past as the evidence of its receipts, and nothing of it is open here any more. Without a row it is of all.

CREATE TABLE engine_marks (
  mark_id smallint PRIMARY KEY DEFAULT 1 CHECK (mark_id = 1),
  engine text NOT NULL CHECK (engine IN ('spot', 'futures', 'options', 'wealth')),
  -- Of the division by which it came to be, the same in all of its databases.
  division_id text NOT NULL,
  -- The last of the one engine before it.
  last_sequence bigint NOT NULL CHECK (last_sequence > 0),
  time_ms bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON engine_marks
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON engine_marks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether what belongs to a user's account is open here.
CREATE FUNCTION keeps_account(account text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT CASE engine WHEN 'spot' THEN 'coin' WHEN 'futures' THEN 'contract'
      WHEN 'options' THEN 'option' ELSE 'trust' END
    FROM engine_marks) = account, true)
$$;

-- What of each currency went to another engine by a division, and what came from it: negative where it came. Over all engines
-- the rows of a currency sum to nothing.
CREATE TABLE divided_sums (
  engine text NOT NULL,
  other_engine text NOT NULL CHECK (other_engine <> engine),
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (engine, other_engine, currency_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON divided_sums
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON divided_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, but that the chain of an engine that began to count behind a number begins there.
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
  -- The first one of an engine that counts behind others.
  before_id := greatest(before_id, (SELECT after_id FROM number_beginnings));
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
