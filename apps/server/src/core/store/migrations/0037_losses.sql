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
