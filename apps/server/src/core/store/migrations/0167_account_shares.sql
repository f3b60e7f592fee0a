-- Reading of accounts that their owner gave another user until a moment (docs/internals/sub-accounts.md). Whose address it is is looked
-- up when it is accepted: until then a row is the same whether anybody has it.
CREATE TABLE account_shares (
  share_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users CHECK (owner_id < 268435456),
  email text NOT NULL,
  -- Of the family: 0 is the main account.
  places integer[] NOT NULL CHECK (cardinality(places) > 0),
  until_ms bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  -- Who accepted it.
  reader_id bigint REFERENCES users CHECK (reader_id < 268435456 AND reader_id <> owner_id),
  accepted_at_ms bigint,
  ended_at_ms bigint,
  ended_by text CHECK (ended_by IN ('owner', 'reader', 'protection')),
  -- The address's user has been told of the offer.
  told_at_ms bigint,
  reads bigint NOT NULL DEFAULT 0,
  last_read_at_ms bigint,
  CHECK (until_ms > created_at_ms AND until_ms <= created_at_ms + 31622400000),
  CHECK ((reader_id IS NULL) = (accepted_at_ms IS NULL)),
  CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL)),
  CHECK (reads = 0 OR reader_id IS NOT NULL)
);
CREATE INDEX account_shares_owner ON account_shares (owner_id, share_id);
CREATE INDEX account_shares_email ON account_shares (email, share_id);
CREATE INDEX account_shares_untold ON account_shares (share_id) WHERE told_at_ms IS NULL AND ended_at_ms IS NULL;
