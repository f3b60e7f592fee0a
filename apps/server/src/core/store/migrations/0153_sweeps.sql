-- Deposits moved to the operator's own wallets, as the sweeping signer tells of them. Nobody's balance hangs on these rows.
CREATE TABLE sweeps (
  sweep_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  tx_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('signed', 'sent', 'failed')),
  -- gas: to a deposit address that holds tokens.
  destination text NOT NULL CHECK (destination IN ('hot', 'cold', 'gas')),
  currency_id integer NOT NULL,
  address text NOT NULL,
  -- Decimals in whole units, as they were told: chains count finer than the ledger.
  amount text NOT NULL,
  fee text NOT NULL,
  -- How many addresses it empties.
  sources integer NOT NULL CHECK (sources > 0),
  reason text,
  created_at_ms bigint NOT NULL,
  changed_at_ms bigint NOT NULL,
  -- One transaction is one sweep, however often it is told.
  UNIQUE (chain, tx_id)
);
CREATE INDEX sweeps_open ON sweeps (chain, created_at_ms) WHERE state = 'signed';

-- What was signed stays as it was told, and what is final stays so.
CREATE FUNCTION keep_sweep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.sweep_id, OLD.chain, OLD.tx_id, OLD.destination, OLD.currency_id, OLD.address, OLD.amount, OLD.fee, OLD.sources, OLD.created_at_ms)
     IS DISTINCT FROM (NEW.sweep_id, NEW.chain, NEW.tx_id, NEW.destination, NEW.currency_id, NEW.address, NEW.amount, NEW.fee, NEW.sources,
      NEW.created_at_ms)
     OR OLD.state <> 'signed' OR NEW.state = 'signed' THEN
    RAISE EXCEPTION 'a sweep stays as it was signed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sweeps_kept BEFORE UPDATE ON sweeps FOR EACH ROW EXECUTE FUNCTION keep_sweep();
CREATE TRIGGER no_delete BEFORE DELETE ON sweeps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON sweeps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How each sweeping signer stands: its last word.
CREATE TABLE sweepers (
  chain text PRIMARY KEY CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  standing text NOT NULL CHECK (standing IN ('ready', 'fees_too_dear', 'fees_used_up', 'reserve_low')),
  since_ms bigint NOT NULL,
  told_at_ms bigint NOT NULL
);

-- The signer asks which addresses something was credited from.
CREATE INDEX chain_transfers_credited ON chain_transfers (chain, address) WHERE state = 'credited';
