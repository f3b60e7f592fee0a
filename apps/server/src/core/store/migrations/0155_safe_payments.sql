-- Payments from a Safe, the cold wallet on Ethereum, beside those in bitcoin. What was built is the typed data that owners sign (EIP-712),
-- kept where a PSBT is; its name is the safeTxHash, and its nonce is what a coin is in bitcoin: one open payment has it.
ALTER TABLE cold_spends
  ADD COLUMN chain text NOT NULL DEFAULT 'OMNI' CHECK (chain IN ('OMNI', 'ERC20')),
  ADD COLUMN currency text NOT NULL DEFAULT 'BTC',
  ADD COLUMN nonce bigint CHECK (nonce >= 0),
  -- The block at which it was built: it is in none before.
  ADD COLUMN from_height bigint CHECK (from_height >= 0),
  -- The transaction that carried it out.
  ADD COLUMN carried_by text;
ALTER TABLE cold_spends
  ALTER COLUMN chain DROP DEFAULT,
  ALTER COLUMN currency DROP DEFAULT,
  ALTER COLUMN fee_minor DROP NOT NULL,
  ALTER COLUMN change_minor DROP NOT NULL,
  ALTER COLUMN change_index DROP NOT NULL,
  DROP CONSTRAINT cold_spends_status_check,
  -- 'signed': enough have, and somebody has to send it; nodes get what is in bitcoin at once.
  ADD CONSTRAINT cold_spends_status_check
    CHECK (status IN ('signing', 'signed', 'sent', 'confirmed', 'cancelled', 'expired', 'failed')),
  ADD CONSTRAINT cold_spends_chain CHECK (CASE chain
    WHEN 'OMNI' THEN currency = 'BTC' AND status <> 'signed'
      AND num_nonnulls(fee_minor, change_minor, change_index) = 3 AND num_nonnulls(nonce, from_height, carried_by) = 0
    ELSE num_nonnulls(fee_minor, change_minor, change_index) = 0 AND num_nonnulls(nonce, from_height) = 2 END);

DROP INDEX cold_spends_open;
CREATE INDEX cold_spends_open ON cold_spends (cold_spend_id) WHERE status IN ('signing', 'signed', 'sent');
-- A Safe's descriptor begins with its chain and address.
CREATE UNIQUE INDEX cold_spends_nonce ON cold_spends (split_part(descriptor, '|', 1), nonce)
  WHERE chain = 'ERC20' AND status IN ('signing', 'signed', 'sent');

CREATE OR REPLACE FUNCTION keep_cold_spend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.descriptor, OLD.tx_id, OLD.address, OLD.amount_minor, OLD.fee_minor, OLD.change_minor, OLD.change_index, OLD.psbt,
      OLD.reason, OLD.proposed_by, OLD.created_at_ms, OLD.expires_at_ms, OLD.chain, OLD.currency, OLD.nonce, OLD.from_height)
     IS DISTINCT FROM (NEW.descriptor, NEW.tx_id, NEW.address, NEW.amount_minor, NEW.fee_minor, NEW.change_minor,
      NEW.change_index, NEW.psbt, NEW.reason, NEW.proposed_by, NEW.created_at_ms, NEW.expires_at_ms, NEW.chain, NEW.currency,
      NEW.nonce, NEW.from_height)
     OR (OLD.raw IS NOT NULL AND OLD.raw IS DISTINCT FROM NEW.raw)
     OR NOT (OLD.status IN ('signing', 'signed', 'sent') AND NEW.status <> 'signing')
     OR (OLD.status = 'sent' AND NEW.status NOT IN ('sent', 'confirmed', 'failed')) THEN
    RAISE EXCEPTION 'a payment of the cold wallet stays as it was built';
  END IF;
  RETURN NEW;
END $$;
