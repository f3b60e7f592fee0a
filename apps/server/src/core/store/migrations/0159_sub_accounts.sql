-- Sub-accounts: owners of a user who logs in. The lower 28 bits of their number are that user's, so whose one is can be
-- neither another's nor changed (packages/engine/src/family.ts).
ALTER TABLE users ADD CONSTRAINT users_sub_accounts
  CHECK (user_id < 268435456 OR (password_hash = '' AND inviter_id IS NULL));

CREATE TABLE sub_accounts (
  sub_account_id bigint PRIMARY KEY REFERENCES users,
  main_id bigint NOT NULL REFERENCES users,
  name text NOT NULL,
  -- What it may open.
  products text[] NOT NULL,
  created_at_ms bigint NOT NULL,
  CHECK (sub_account_id >= 268435456 AND sub_account_id % 268435456 = main_id),
  UNIQUE (main_id, name)
);

-- The most that may be moved into one on a UTC day; a currency without a row has no limit.
CREATE TABLE sub_account_limits (
  sub_account_id bigint NOT NULL REFERENCES sub_accounts,
  currency_id integer NOT NULL,
  amount_minor numeric(38, 0) NOT NULL CHECK (amount_minor > 0),
  PRIMARY KEY (sub_account_id, currency_id)
);
