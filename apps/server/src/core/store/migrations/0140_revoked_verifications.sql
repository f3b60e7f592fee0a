-- Taking a verification back that was passed takes two.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'recover_account',
    'release_withdrawals', 'extend_hold', 'end_hold', 'revoke_verification', 'reset_operator', 'change_operator',
    'bind_operator', 'add_reserve', 'end_reserve', 'resume_trading', 'market_terms', 'currency_terms',
    'partner_terms'));
