-- What money in and out costs and needs, and where users want it sent. Nothing here moves money.

-- Terms of each currency on each way in and out. BANK is bank transfers in and cards out.
CREATE TABLE currency_chains (
  currency_id integer NOT NULL REFERENCES currencies,
  chain text NOT NULL CHECK (chain IN ('TRC20', 'ERC20', 'OMNI', 'BANK')),
  min_deposit_minor bigint NOT NULL CHECK (min_deposit_minor > 0),
  min_withdraw_minor bigint NOT NULL CHECK (min_withdraw_minor > withdraw_fee_minor),
  withdraw_fee_minor bigint NOT NULL CHECK (withdraw_fee_minor >= 0),
  -- Blocks, the payment's own included. A watcher never takes fewer than its own setting.
  confirmations integer NOT NULL CHECK (confirmations BETWEEN 0 AND 10000),
  is_deposit_open boolean NOT NULL,
  is_withdraw_open boolean NOT NULL,
  -- Withdrawals and claims of at least this much need two operators.
  two_approvals_minor bigint NOT NULL CHECK (two_approvals_minor > 0),
  PRIMARY KEY (currency_id, chain),
  -- With no confirmations a payment would count before it is in a block (D9).
  CHECK (chain = 'BANK' OR confirmations > 0)
);

-- Where users pay bank transfers to. Operators set it, two of them.
CREATE TABLE bank_accounts (
  currency_id integer PRIMARY KEY REFERENCES currencies,
  account_name text NOT NULL,
  account_number text NOT NULL,
  bank_name text NOT NULL,
  bank_address text NOT NULL,
  swift_code text NOT NULL
);

-- Every change of terms, for ever: what they were, what they became, who did it (absent: the first start).
CREATE TABLE terms_versions (
  version_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('chain', 'settings', 'bank_account')),
  subject text NOT NULL,
  before json,
  after json NOT NULL,
  operator_id bigint REFERENCES operators,
  time_ms bigint NOT NULL
);
CREATE INDEX terms_versions_subject ON terms_versions (subject, version_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON terms_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON terms_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Address books. An address taken out keeps its row: withdrawals name it, and one that is added again is
-- another row, which cools off anew (W7).
CREATE TABLE withdrawal_addresses (
  address_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  currency_id integer NOT NULL,
  chain text NOT NULL CHECK (chain IN ('TRC20', 'ERC20', 'OMNI')),
  -- In its chain's canonical form, so that two spellings are one address.
  address text NOT NULL,
  note text NOT NULL,
  created_at_ms bigint NOT NULL,
  usable_at_ms bigint NOT NULL CHECK (usable_at_ms >= created_at_ms),
  deleted_at_ms bigint
);
CREATE UNIQUE INDEX withdrawal_addresses_book
  ON withdrawal_addresses (user_id, currency_id, chain, address) WHERE deleted_at_ms IS NULL;

-- Bank cards. A changed card is a new row and the old one is taken out, so that what a withdrawal was asked
-- for with can never change (W6).
CREATE TABLE bank_cards (
  card_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Everything written on it, encrypted.
  sealed bytea NOT NULL,
  -- Names the key it is encrypted with.
  key_id text NOT NULL,
  created_at_ms bigint NOT NULL,
  usable_at_ms bigint NOT NULL CHECK (usable_at_ms >= created_at_ms),
  deleted_at_ms bigint
);
CREATE INDEX bank_cards_user ON bank_cards (user_id, card_id) WHERE deleted_at_ms IS NULL;

-- A proof or a transaction is claimed once (D19).
CREATE INDEX deposits_tx ON deposits (tx_id) WHERE tx_id IS NOT NULL;
CREATE INDEX deposits_proof ON deposits (proof_file_id) WHERE proof_file_id IS NOT NULL;
