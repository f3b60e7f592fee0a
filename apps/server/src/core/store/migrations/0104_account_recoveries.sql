-- Recoveries of accounts: by two of a passkey, the authenticator, a recovery code and identity, never by one; after a delay.

CREATE TABLE account_recoveries (
  recovery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- SHA-256 of what its asker goes on with.
  token_hash bytea NOT NULL UNIQUE,
  -- Which passkey was shown: it stays. It may be gone by now.
  passkey_id bigint,
  has_otp boolean NOT NULL,
  has_code boolean NOT NULL,
  document_file_id bigint REFERENCES files,
  holding_file_id bigint REFERENCES files,
  asked_at_ms bigint,
  -- Two operators passed the photos.
  identified_at_ms bigint,
  begun_at_ms bigint NOT NULL,
  -- From when a new password may be set; absent until two ways stand.
  ready_at_ms bigint,
  ended_at_ms bigint,
  outcome text CHECK (outcome IN ('done', 'stopped', 'refused', 'replaced', 'locked', 'lapsed')),
  CHECK ((ended_at_ms IS NULL) = (outcome IS NULL)),
  CHECK ((asked_at_ms IS NULL) = (document_file_id IS NULL)),
  CHECK ((asked_at_ms IS NULL) = (holding_file_id IS NULL)),
  CHECK (asked_at_ms IS NOT NULL OR identified_at_ms IS NULL),
  -- Identity alone begins none, so operators alone recover nothing.
  CHECK (passkey_id IS NOT NULL OR has_otp OR has_code),
  CHECK (ready_at_ms IS NULL OR (passkey_id IS NOT NULL)::integer + has_otp::integer + has_code::integer
    + (identified_at_ms IS NOT NULL)::integer >= 2)
);
CREATE UNIQUE INDEX account_recoveries_open ON account_recoveries (user_id) WHERE ended_at_ms IS NULL;

-- Guesses of strangers at an authenticator's code: apart from its owner's, whom they must not lock out.
CREATE TABLE recovery_tries (
  user_id bigint PRIMARY KEY REFERENCES users,
  wrong_tries integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  locked_until_ms bigint NOT NULL DEFAULT 0
);

ALTER TABLE security_changes DROP CONSTRAINT security_changes_kind_check;
ALTER TABLE security_changes ADD CONSTRAINT security_changes_kind_check
  CHECK (kind IN ('password', 'fund_password', 'otp', 'contact', 'passkey', 'lock', 'recovery'));

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'recover_account',
    'release_withdrawals', 'reset_operator', 'change_operator', 'add_reserve', 'end_reserve',
    'resume_trading', 'market_terms', 'currency_terms', 'partner_terms'));
