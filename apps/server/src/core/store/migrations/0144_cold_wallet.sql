-- Payments from the cold wallet to the hot one, which the operators' own keys sign: what was built, its coins, and who has signed.
CREATE TABLE cold_spends (
  cold_spend_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The wallet as it was then: its public keys.
  descriptor text NOT NULL,
  -- Signatures do not change it.
  tx_id text NOT NULL,
  -- Of the hot wallet.
  address text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor > 0),
  -- 0 where nothing comes back.
  change_minor bigint NOT NULL CHECK (change_minor >= 0),
  change_index integer NOT NULL CHECK (change_index >= 0),
  -- Unsigned (BIP-174).
  psbt bytea NOT NULL,
  reason text NOT NULL,
  proposed_by bigint NOT NULL REFERENCES operators,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  status text NOT NULL DEFAULT 'signing'
    CHECK (status IN ('signing', 'sent', 'confirmed', 'cancelled', 'expired', 'failed')),
  -- The whole transaction, once enough have signed; absent where the chain had it first.
  raw text,
  -- Who cancelled it, and why.
  ended_by bigint REFERENCES operators,
  ended_for text,
  changed_at_ms bigint NOT NULL,
  CHECK ((status = 'cancelled') = (ended_by IS NOT NULL) AND (ended_by IS NULL) = (ended_for IS NULL))
);
CREATE INDEX cold_spends_open ON cold_spends (cold_spend_id) WHERE status IN ('signing', 'sent');

CREATE TABLE cold_coins (
  cold_spend_id bigint NOT NULL REFERENCES cold_spends,
  -- In the order of the transaction's inputs.
  position integer NOT NULL CHECK (position >= 0),
  tx_id text NOT NULL,
  output_index integer NOT NULL CHECK (output_index >= 0),
  branch integer NOT NULL CHECK (branch IN (0, 1)),
  place integer NOT NULL CHECK (place >= 0),
  is_held boolean NOT NULL DEFAULT true,
  PRIMARY KEY (cold_spend_id, position)
);
-- No two that are open spend the same coin.
CREATE UNIQUE INDEX cold_coins_once ON cold_coins (tx_id, output_index) WHERE is_held;

-- One row for each key, with its signature of each input.
CREATE TABLE cold_signatures (
  cold_spend_id bigint NOT NULL REFERENCES cold_spends,
  -- Its number in the descriptor, from 0.
  key_number integer NOT NULL CHECK (key_number >= 0),
  -- In hexadecimal digits, with the byte of their kind, comma-separated.
  signatures text NOT NULL,
  operator_id bigint NOT NULL REFERENCES operators,
  time_ms bigint NOT NULL,
  PRIMARY KEY (cold_spend_id, key_number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON cold_signatures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON cold_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was built and signed stays; only what became of it changes, and what ended stays ended.
CREATE FUNCTION keep_cold_spend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.descriptor, OLD.tx_id, OLD.address, OLD.amount_minor, OLD.fee_minor, OLD.change_minor, OLD.change_index, OLD.psbt,
      OLD.reason, OLD.proposed_by, OLD.created_at_ms, OLD.expires_at_ms)
     IS DISTINCT FROM (NEW.descriptor, NEW.tx_id, NEW.address, NEW.amount_minor, NEW.fee_minor, NEW.change_minor,
      NEW.change_index, NEW.psbt, NEW.reason, NEW.proposed_by, NEW.created_at_ms, NEW.expires_at_ms)
     OR (OLD.raw IS NOT NULL AND OLD.raw IS DISTINCT FROM NEW.raw)
     OR NOT (OLD.status IN ('signing', 'sent') AND NEW.status <> 'signing')
     OR (OLD.status = 'sent' AND NEW.status NOT IN ('sent', 'confirmed', 'failed')) THEN
    RAISE EXCEPTION 'a payment of the cold wallet stays as it was built';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cold_spends_kept BEFORE UPDATE ON cold_spends FOR EACH ROW EXECUTE FUNCTION keep_cold_spend();
CREATE TRIGGER no_delete BEFORE DELETE ON cold_spends FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_delete BEFORE DELETE ON cold_coins FOR EACH ROW EXECUTE FUNCTION refuse_change();
