-- Owners of whom nothing may leave, while trading, credits and cancels go on.
CREATE TABLE withdrawal_holds (
  owner_id bigint PRIMARY KEY REFERENCES owners,
  -- Why, as the owner reads it: a known word or a sentence. Absent: it was let go.
  reason text
);
CREATE INDEX withdrawal_holds_standing ON withdrawal_holds (owner_id) WHERE reason IS NOT NULL;

-- Letting go of a hold takes two.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'release_withdrawals',
    'reset_operator', 'change_operator', 'add_reserve', 'end_reserve', 'resume_trading', 'market_terms',
    'currency_terms', 'partner_terms'));
