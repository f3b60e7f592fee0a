-- Deposit addresses and what the chain watchers have seen. Money is not here: a payment is one row of
-- `deposits`, and these rows say where on its chain it stands.

CREATE TABLE deposit_addresses (
  chain text NOT NULL CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  -- Canonical.
  address text NOT NULL,
  -- Kept when a user goes: money sent to an old address is still theirs (D18).
  user_id bigint NOT NULL CHECK (user_id > 0),
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (chain, address),
  UNIQUE (chain, user_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON deposit_addresses
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON deposit_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chain_cursors (
  chain text PRIMARY KEY CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  -- The chain id or first block that the node reported at first; another one is refused later.
  network_id text NOT NULL,
  -- The last block whose payments are all noted.
  height bigint NOT NULL CHECK (height >= -1),
  -- Rises with each change by an operator and each rewind, so that a scan under way cannot go on (D12).
  generation bigint NOT NULL,
  -- Blocks of a reorganisation that was deeper than a payment's confirmations, until it is dealt with.
  deep_reorg_blocks integer NOT NULL CHECK (deep_reorg_blocks >= 0),
  paused_reason text,
  updated_at_ms bigint NOT NULL
);

-- The newest blocks as they were scanned, to find where another branch began.
CREATE TABLE chain_blocks (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (chain, height)
);

CREATE TABLE chain_transfers (
  chain text NOT NULL,
  tx_id text NOT NULL,
  -- Of Bitcoin the output; else 0 is the transaction's own value and n its n-th log.
  output_index integer NOT NULL CHECK (output_index >= 0),
  address text NOT NULL,
  owner_id bigint NOT NULL,
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  height bigint NOT NULL,
  block_hash text NOT NULL,
  -- seen: no deposit yet; held: cannot be proved; ignored: not a deposit; then as its deposit.
  state text NOT NULL CHECK (state IN
    ('seen', 'held', 'ignored', 'open', 'suspended', 'credited', 'dropped', 'reversed', 'refused')),
  note text,
  -- Its block was orphaned, and it was not found in another one so far.
  is_missing boolean NOT NULL,
  deposit_id bigint,
  -- How often it was credited and taken back.
  reversals integer NOT NULL CHECK (reversals >= 0),
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  -- One output is one row, whoever scans it and however often (D1).
  PRIMARY KEY (chain, tx_id, output_index)
);
CREATE INDEX chain_transfers_pending ON chain_transfers (chain, height)
  WHERE state IN ('seen', 'held', 'open') OR is_missing;
CREATE INDEX chain_transfers_height ON chain_transfers (chain, height);
CREATE INDEX chain_transfers_deposit ON chain_transfers (deposit_id) WHERE deposit_id IS NOT NULL;
