-- First answers are kept small (small-answer.ts) in PostgreSQL too. No row moves: the table goes on under a new name, where
-- answers that were kept whole are read alike, and `idempotency_keys` is from now on what a program of the version before
-- reads and writes until it is replaced: every answer whole.

ALTER TABLE idempotency_keys RENAME TO first_answers;

CREATE FUNCTION whole_answer(kept text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      kept,
      E'\x01', '{"type":"ok","code":1,"message":{"order":{"id":'),
      E'\x02', '{"type":"ok","code":1,"message":{"id":'),
      E'\x03', '{"type":"ok","code":1,"message":'),
      E'\x04', '{"type":"error","code":0,"error":"'),
      E'\x05', ',"symbol":"'),
      E'\x06', '","side":"buy","type":"limit","time_in_force":"gtc","price":"'),
      E'\x07', '","side":"sell","type":"limit","time_in_force":"gtc","price":"'),
      E'\x08', '","side":"buy","type":"'),
      E'\x0b', '","side":"sell","type":"'),
      E'\x0c', '","time_in_force":"'),
      E'\x0e', '","price":"'),
      E'\x0f', '","quantity":"'),
      E'\x10', '","filled_quantity":"0.0'),
      E'\x11', '","filled_quantity":"'),
      E'\x12', '","filled_amount":"0.000000","fee":"0.000000'),
      E'\x13', '","filled_amount":"'),
      E'\x14', '","average_price":"'),
      E'\x15', '","fee":"'),
      E'\x16', '","fee_currency":"'),
      E'\x17', '","maker_fee_rate":"'),
      E'\x18', '","taker_fee_rate":"'),
      E'\x19', '","status":"waiting","created_at":'),
      E'\x1a', '","status":"completed","created_at":'),
      E'\x1b', '","status":"cancelled","cancel_reason":"user","created_at":'),
      E'\x1c', '","cancel_reason":"'),
      E'\x1d', '","created_at":'),
      E'\x1e', ',"updated_at":'),
      E'\x1f', '","amount":"')
$$;

CREATE VIEW idempotency_keys AS
  SELECT owner_id, key, route, fingerprint, status, whole_answer(body) AS body, sequence, created_at_ms
  FROM first_answers;

CREATE FUNCTION receive_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO first_answers VALUES (NEW.*);
  RETURN NEW;
END $$;
CREATE TRIGGER received INSTEAD OF INSERT ON idempotency_keys
  FOR EACH ROW EXECUTE FUNCTION receive_answer();

-- Whoever had rights in the table has them in what stands in its place, from this moment on.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT grantee::regrole AS role, privilege_type AS may FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'first_answers'::regclass AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('GRANT %s ON idempotency_keys TO %s', granted.may, granted.role);
  END LOOP;
END $$;
