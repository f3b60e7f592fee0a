-- Operators' second factors, what needs two of them, and what they looked at.

ALTER TABLE operators
  -- Sealed; from the beginning of an enrolment to its confirmation.
  ADD COLUMN otp_pending bytea,
  ADD COLUMN otp_pending_at_ms bigint,
  -- The 30-second step of the last code: one is good once.
  ADD COLUMN otp_last_step bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_seen_at_ms bigint,
  ADD CONSTRAINT otp_pending CHECK ((otp_pending IS NULL) = (otp_pending_at_ms IS NULL));

CREATE TABLE operator_recovery_codes (
  operator_id bigint NOT NULL REFERENCES operators,
  code_hash bytea NOT NULL,
  used_at_ms bigint,
  PRIMARY KEY (operator_id, code_hash)
);

CREATE TABLE proposals (
  proposal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings',
    'bank_account', 'refund_withdrawal', 'resend_withdrawal', 'unfreeze_user', 'reset_operator')),
  payload json NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'passed', 'rejected')),
  proposed_by bigint NOT NULL REFERENCES operators,
  decided_by bigint REFERENCES operators,
  decision_reason text,
  -- Why it could not be carried out.
  failure text,
  created_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  -- Carried out, or given up with its failure.
  finished_at_ms bigint,
  -- Four eyes, whoever asks and however often (security.md V8).
  CONSTRAINT four_eyes CHECK (decided_by <> proposed_by),
  CHECK ((status = 'open') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at_ms IS NULL)),
  CHECK (finished_at_ms IS NULL OR status = 'passed'),
  CHECK (failure IS NULL OR finished_at_ms IS NOT NULL)
);
CREATE INDEX proposals_open ON proposals (proposal_id) WHERE status = 'open';
CREATE INDEX proposals_unfinished ON proposals (proposal_id)
  WHERE status = 'passed' AND finished_at_ms IS NULL;

-- What was asked for stays, and what was decided is not decided again.
CREATE FUNCTION refuse_new_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> OLD.kind OR NEW.payload::text <> OLD.payload::text OR NEW.reason <> OLD.reason
    OR NEW.proposed_by <> OLD.proposed_by OR NEW.created_at_ms <> OLD.created_at_ms
    OR (OLD.status <> 'open' AND (NEW.status <> OLD.status OR NEW.decided_by <> OLD.decided_by))
    OR (OLD.finished_at_ms IS NOT NULL AND NEW.finished_at_ms IS DISTINCT FROM OLD.finished_at_ms)
  THEN
    RAISE EXCEPTION 'a proposal is decided once' USING ERRCODE = 'FL002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decided_once BEFORE UPDATE ON proposals
  FOR EACH ROW EXECUTE FUNCTION refuse_new_decision();
CREATE TRIGGER kept BEFORE DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON proposals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each look at what is masked: counted by the hour (reliability.md L4).
CREATE TABLE operator_views (
  view_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators,
  user_id bigint NOT NULL,
  field text NOT NULL,
  time_ms bigint NOT NULL
);
CREATE INDEX operator_views_time ON operator_views (operator_id, time_ms);

CREATE INDEX audit_log_operator ON audit_log (operator_id, audit_id);
CREATE INDEX users_nickname ON users (lower(nickname) text_pattern_ops);

-- The ledger explorer. Entries of trades and postings to the fees are most of all and are found near any
-- place by their number, so they are left out and cost nothing more to write.
CREATE INDEX journal_entries_reason ON journal_entries (reason, entry_id) WHERE reason <> 'trade';
CREATE INDEX journal_entries_time ON journal_entries USING brin (time_ms);
CREATE INDEX postings_house ON postings (account, entry_id, ordinal)
  WHERE owner_id = 0 AND account <> 'fees';

-- The queues: what waits first (claims of the priority channel, other claims, what the chains decide, what is
-- to be sent), by age; then what is done, the newest first.
CREATE INDEX deposits_queue ON deposits (
  (CASE WHEN status <> 'under_review' THEN 3 WHEN kind = 'chain' THEN 2 WHEN is_priority THEN 0 ELSE 1 END),
  (CASE WHEN status = 'under_review' THEN deposit_id ELSE -deposit_id END));
CREATE INDEX withdrawals_queue ON withdrawals (
  (CASE WHEN status = 'under_review' THEN 0 WHEN status = 'passed' AND send_state <> 'sent' THEN 1 ELSE 2 END),
  (CASE WHEN status = 'under_review' OR (status = 'passed' AND send_state <> 'sent')
    THEN withdrawal_id ELSE -withdrawal_id END));

-- Currencies and markets have versions like all other terms.
ALTER TABLE terms_versions DROP CONSTRAINT terms_versions_kind_check;
ALTER TABLE terms_versions ADD CONSTRAINT terms_versions_kind_check
  CHECK (kind IN ('chain', 'settings', 'bank_account', 'currency', 'market'));
