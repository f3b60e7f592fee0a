-- What the whole exchange takes: one row once it was stopped for the first time, written with the batch.
CREATE TABLE trading (
  trading_id smallint PRIMARY KEY CHECK (trading_id = 1),
  mode text NOT NULL CHECK (mode IN ('open', 'cancel_only')),
  cause text NOT NULL CHECK (cause IN ('operator', 'drift')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  since_ms bigint NOT NULL
);

-- One more thing that takes two.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'reset_operator',
    'change_operator', 'add_reserve', 'end_reserve', 'resume_trading'));
