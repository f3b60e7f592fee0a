-- Operators who may log in by the provider of OIDC: two people bind them to its subject.
CREATE TABLE operator_identities (
  operator_id bigint PRIMARY KEY REFERENCES operators,
  issuer text NOT NULL,
  -- As the provider names the person: printable ASCII, never a mail address that somebody else may be given.
  subject text NOT NULL CHECK (subject ~ '^[ -~]{1,255}$'),
  bound_at_ms bigint NOT NULL,
  UNIQUE (issuer, subject)
);

-- Logins by the provider that were begun. Taken out by the first answer, right or wrong.
CREATE TABLE operator_sso_logins (
  state_hash bytea PRIMARY KEY,
  -- Of what the browser keeps that began it.
  browser_hash bytea NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX operator_sso_logins_expiry ON operator_sso_logins (expires_at_ms);

-- Opened by the provider's word alone: it reads, and does nothing.
ALTER TABLE operator_sessions ADD COLUMN is_sso boolean NOT NULL DEFAULT false;

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'recover_account',
    'release_withdrawals', 'reset_operator', 'change_operator', 'bind_operator', 'add_reserve',
    'end_reserve', 'resume_trading', 'market_terms', 'currency_terms', 'partner_terms'));
