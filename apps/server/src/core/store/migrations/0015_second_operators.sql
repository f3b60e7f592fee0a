-- Who counts as one of two operators, and what two of them decided about (security.md V8, reliability.md L1, W13, W14).

ALTER TABLE operators
  -- From when on an operator counts as one of two: later for one who was just added, reset, let in again or given
  -- another role, so that nobody makes a second person of themselves.
  ADD COLUMN approves_from_ms bigint NOT NULL DEFAULT 0,
  -- When an owner was last made something else.
  ADD COLUMN owner_until_ms bigint;

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'refund_withdrawal',
    'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'reset_operator', 'change_operator'));

-- One transaction pays one withdrawal, however its name is written.
CREATE INDEX withdrawals_tx ON withdrawals ((regexp_replace(lower(tx_id), '^0x', '')))
  WHERE tx_id IS NOT NULL;

-- Since when an account is frozen: the last time an operator did it.
CREATE INDEX audit_log_freezes ON audit_log (subject, audit_id) WHERE action = 'user.frozen';
CREATE INDEX deposits_receivable ON deposits (owner_id) WHERE receivable_minor > 0;

-- One line of a bank statement is credited once, however its reference is written.
CREATE INDEX deposits_reference ON deposits ((upper(regexp_replace(reference, ' ', '', 'g'))))
  WHERE reference IS NOT NULL;
