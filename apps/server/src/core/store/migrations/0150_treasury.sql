-- What hot wallets may hold, by currency and chain, as two operators set it: a row for each time, the last one is in force.
CREATE TABLE treasury_limits (
  treasury_limit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  currency_id integer NOT NULL REFERENCES currencies,
  -- Those that these were made to follow; 0: the first.
  replaces bigint NOT NULL,
  minimum_minor numeric(38,0) NOT NULL CHECK (minimum_minor >= 0),
  target_minor numeric(38,0) NOT NULL CHECK (target_minor >= minimum_minor),
  maximum_minor numeric(38,0) NOT NULL CHECK (maximum_minor >= target_minor),
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposals,
  set_at_ms bigint NOT NULL,
  -- Of two proposals that were made for the same limits one is carried out.
  UNIQUE (chain, currency_id, replaces)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON treasury_limits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON treasury_limits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'recover_account',
    'release_withdrawals', 'extend_hold', 'end_hold', 'revoke_verification', 'reset_operator', 'change_operator',
    'bind_operator', 'add_reserve', 'end_reserve', 'treasury_limits', 'resume_trading', 'market_terms',
    'currency_terms', 'partner_terms'));
