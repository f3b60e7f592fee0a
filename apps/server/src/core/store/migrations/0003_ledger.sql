-- Double entry: entries and postings are append-only, balances are their running totals.

CREATE TABLE journal_entries (
  entry_id bigint PRIMARY KEY,
  sequence bigint NOT NULL,
  reason text NOT NULL,
  reference text NOT NULL,
  time_ms bigint NOT NULL,
  -- One cause has one entry, for ever (a faucet grant, a deposit's chain output, a trade).
  UNIQUE (reference, reason)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE postings (
  entry_id bigint NOT NULL,
  -- Place of the posting within its entry, from 0.
  ordinal smallint NOT NULL,
  account_id bigint NOT NULL,
  owner_id bigint NOT NULL,
  account text NOT NULL,
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  -- The account's total after this posting.
  balance_minor bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (entry_id, ordinal, time_ms)
) PARTITION BY RANGE (time_ms);
CREATE TABLE postings_default PARTITION OF postings DEFAULT;
-- Users read their own history; nobody pages through the house's.
CREATE INDEX postings_owner ON postings (owner_id, entry_id, ordinal) WHERE owner_id <> 0;
CREATE TRIGGER balanced AFTER INSERT ON postings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT guard_partition('postings_default', true);

CREATE TABLE balances (
  account_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  account text NOT NULL,
  currency_id integer NOT NULL,
  total_minor bigint NOT NULL,
  frozen_minor bigint NOT NULL CHECK (frozen_minor >= 0),
  -- No account but the outside world may be negative, and no flag can switch that off.
  CONSTRAINT available CHECK (account = 'external' OR total_minor - frozen_minor >= 0)
) WITH (fillfactor = 50);
CREATE INDEX balances_owner ON balances (owner_id);

CREATE TABLE transfers (
  transfer_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  source text NOT NULL,
  target text NOT NULL CHECK (target <> source),
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  time_ms bigint NOT NULL
);
CREATE INDEX transfers_owner ON transfers (owner_id, transfer_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
