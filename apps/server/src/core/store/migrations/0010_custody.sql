-- Deposits and withdrawals as the engine keeps them, one row each, written with the postings they cause.
-- Their ids are the sequences of the commands that opened them.

ALTER TABLE owners ADD COLUMN is_frozen boolean NOT NULL DEFAULT false;
CREATE INDEX owners_frozen ON owners (owner_id) WHERE is_frozen;

CREATE TABLE deposits (
  deposit_id bigint PRIMARY KEY CHECK (deposit_id > 0),
  owner_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('chain', 'crypto', 'bank')),
  currency_id integer NOT NULL,
  chain text,
  tx_id text,
  output_index integer,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- While under review: what the first of two operators passed.
  credited_minor bigint CHECK (credited_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  proof_file_id bigint,
  is_priority boolean NOT NULL,
  is_suspended boolean NOT NULL,
  receivable_minor bigint NOT NULL CHECK (receivable_minor >= 0),
  status text NOT NULL CHECK (status IN ('under_review', 'passed', 'rejected')),
  reason text,
  reference text,
  approvals json NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  CHECK (kind <> 'chain' OR (chain IS NOT NULL AND tx_id IS NOT NULL AND output_index IS NOT NULL)),
  CHECK (NOT is_suspended OR (kind = 'chain' AND status = 'under_review')),
  CHECK ((status = 'under_review') = (decided_at_ms IS NULL)),
  CHECK (status <> 'passed' OR (credited_minor IS NOT NULL AND reference IS NOT NULL)),
  CHECK (receivable_minor = 0 OR (status = 'rejected' AND receivable_minor <= credited_minor))
) WITH (fillfactor = 80);
-- One output of one transaction is one deposit, however many scanners see it (D1). One whose block was
-- orphaned may come again.
CREATE UNIQUE INDEX deposits_chain_output ON deposits (chain, tx_id, output_index)
  WHERE kind = 'chain' AND reason IS DISTINCT FROM 'orphaned';
CREATE INDEX deposits_owner ON deposits (owner_id, deposit_id);
-- What a reload reads, and the operators' queue.
CREATE INDEX deposits_under_review ON deposits (deposit_id) WHERE status = 'under_review';

CREATE TABLE withdrawals (
  withdrawal_id bigint PRIMARY KEY CHECK (withdrawal_id > 0),
  owner_id bigint NOT NULL,
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0 AND fee_minor < amount_minor),
  hold_minor bigint NOT NULL
    CHECK (hold_minor = CASE status WHEN 'under_review' THEN amount_minor ELSE 0 END),
  destination_kind text NOT NULL CHECK (destination_kind IN ('crypto', 'bank')),
  address_id bigint,
  card_id bigint,
  chain text,
  -- The address, or what the bank card said when it was asked for.
  address text NOT NULL,
  note text,
  status text NOT NULL CHECK (status IN ('under_review', 'passed', 'rejected')),
  send_state text NOT NULL
    CHECK (send_state IN ('idle', 'signed', 'unknown', 'failed', 'sent', 'refunded')),
  reason text,
  tx_id text,
  approvals_needed smallint NOT NULL CHECK (approvals_needed IN (1, 2)),
  approvals json NOT NULL,
  value_minor bigint NOT NULL CHECK (value_minor >= 0),
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  sent_at_ms bigint,
  CHECK (CASE destination_kind
    WHEN 'crypto' THEN address_id IS NOT NULL AND chain IS NOT NULL AND card_id IS NULL
    ELSE card_id IS NOT NULL AND chain IS NULL AND address_id IS NULL END),
  CHECK ((status = 'under_review') = (decided_at_ms IS NULL)),
  CHECK ((send_state = 'sent') = (sent_at_ms IS NOT NULL)),
  CHECK (send_state NOT IN ('signed', 'sent') OR tx_id IS NOT NULL),
  CHECK (CASE status
    WHEN 'under_review' THEN send_state = 'idle'
    WHEN 'passed' THEN send_state <> 'refunded' AND json_array_length(approvals) >= approvals_needed
    ELSE send_state IN ('idle', 'refunded') END)
) WITH (fillfactor = 80);
CREATE INDEX withdrawals_owner ON withdrawals (owner_id, withdrawal_id);
CREATE INDEX withdrawals_created ON withdrawals (created_at_ms);
-- What a reload reads beside the latest day, the operators' queue and what is to be sent.
CREATE INDEX withdrawals_unfinished ON withdrawals (withdrawal_id)
  WHERE status = 'under_review' OR (status = 'passed' AND send_state <> 'sent');

-- Rows change as they are decided and sent, but none goes away.
CREATE TRIGGER kept BEFORE DELETE ON deposits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON deposits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
