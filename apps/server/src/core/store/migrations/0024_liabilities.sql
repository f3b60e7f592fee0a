-- What the house owed its users at moments: published roots, each linked to the one before, the leaves below them, and
-- addresses that are said to hold reserves.

CREATE TABLE liability_snapshots (
  -- Gapless from 1.
  snapshot_id bigint PRIMARY KEY CHECK (snapshot_id > 0),
  time_ms bigint NOT NULL,
  -- The last command and the last entry that are in it.
  sequence bigint NOT NULL,
  entry_id bigint NOT NULL,
  -- Currency, scale, leaves, total and root of each tree, as they were hashed.
  trees json NOT NULL,
  previous_hash text NOT NULL CHECK (length(previous_hash) = 64),
  hash text NOT NULL CHECK (length(hash) = 64),
  -- Absent where the schedule took it.
  taken_by bigint REFERENCES operators
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON liability_snapshots
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON liability_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_unlinked_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last liability_snapshots;
BEGIN
  SELECT * INTO last FROM liability_snapshots ORDER BY snapshot_id DESC LIMIT 1;
  IF NEW.snapshot_id <> coalesce(last.snapshot_id, 0) + 1
    OR NEW.previous_hash <> coalesce(last.hash, repeat('0', 64))
    OR NEW.time_ms < coalesce(last.time_ms, 0) OR NEW.sequence < coalesce(last.sequence, 0)
    OR NEW.entry_id < coalesce(last.entry_id, 0)
  THEN
    RAISE EXCEPTION 'a snapshot is not linked to the one before'
      USING ERRCODE = '23514', CONSTRAINT = 'linked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER linked BEFORE INSERT ON liability_snapshots
  FOR EACH ROW EXECUTE FUNCTION refuse_unlinked_snapshot();

-- What order and nonces of a snapshot's leaves are made from; gone when its proofs are not given any more.
CREATE TABLE liability_keys (
  snapshot_id bigint PRIMARY KEY REFERENCES liability_snapshots,
  -- Whose parts are its leaves.
  build_id text NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  key_id text NOT NULL
);

-- Leaves in the order of their tree, as many in a row as make one node of its ninth level. They are written before
-- their snapshot is published; two builds at once do not touch each other's, and one of them is published.
CREATE TABLE liability_parts (
  build_id text NOT NULL,
  begun_at_ms bigint NOT NULL,
  currency text NOT NULL,
  part integer NOT NULL,
  -- Where its first leaf stands in the secret order; two of one place are told apart by their owners.
  first_place bigint NOT NULL,
  first_owner bigint NOT NULL,
  -- Owner and amount of each, eight bytes each.
  leaves bytea NOT NULL,
  -- Of the node above them.
  hash bytea NOT NULL,
  sum_minor bigint NOT NULL CHECK (sum_minor >= 0),
  PRIMARY KEY (build_id, currency, part)
);

-- Addresses of the house, each with a message that its key signed. Kept for ever; given up ones say when.
CREATE TABLE reserves (
  reserve_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  -- Canonical.
  address text NOT NULL,
  currency_id integer NOT NULL,
  message text NOT NULL,
  signature text NOT NULL,
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposals,
  time_ms bigint NOT NULL
);
CREATE TABLE reserve_ends (
  reserve_id bigint PRIMARY KEY REFERENCES reserves,
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposals,
  time_ms bigint NOT NULL
);
-- What an address held at a time, by a node or by an operator's word.
CREATE TABLE reserve_balances (
  reserve_id bigint NOT NULL REFERENCES reserves,
  time_ms bigint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  source text NOT NULL CHECK (source IN ('node', 'operator')),
  PRIMARY KEY (reserve_id, time_ms, source)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON reserves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reserves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON reserve_ends
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reserve_ends
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON reserve_balances
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reserve_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Reserves come and go by two people.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'reset_operator',
    'change_operator', 'add_reserve', 'end_reserve'));
