-- Terms that become worse for users are announced, and begin when the notice is over.

ALTER TABLE proposals
  -- When what was passed is put in force; absent: at once. Set with its announcement, once.
  ADD COLUMN starts_at_ms bigint,
  ADD COLUMN announced_at_ms bigint,
  ADD COLUMN news_id bigint;
ALTER TABLE proposals ADD CONSTRAINT announced_first
  CHECK (starts_at_ms IS NULL OR (status = 'passed' AND announced_at_ms <= starts_at_ms));
ALTER TABLE proposals ADD CONSTRAINT not_before_start
  CHECK (starts_at_ms IS NULL OR finished_at_ms IS NULL OR failure IS NOT NULL OR finished_at_ms >= starts_at_ms);

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'reset_operator',
    'change_operator', 'add_reserve', 'end_reserve', 'resume_trading', 'market_terms', 'currency_terms',
    'partner_terms'));

ALTER TABLE terms_versions DROP CONSTRAINT terms_versions_kind_check;
ALTER TABLE terms_versions ADD CONSTRAINT terms_versions_kind_check
  CHECK (kind IN ('chain', 'settings', 'bank_account', 'currency', 'market', 'futures', 'options',
    'option_currency', 'hosting', 'offering', 'referral', 'partner'));

-- What was announced is not moved: neither its beginning nor what was said of it.
CREATE OR REPLACE FUNCTION refuse_new_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> OLD.kind OR NEW.payload::text <> OLD.payload::text OR NEW.reason <> OLD.reason
    OR NEW.proposed_by <> OLD.proposed_by OR NEW.created_at_ms <> OLD.created_at_ms
    OR (OLD.status <> 'open' AND (NEW.status <> OLD.status OR NEW.decided_by <> OLD.decided_by))
    OR (OLD.finished_at_ms IS NOT NULL AND NEW.finished_at_ms IS DISTINCT FROM OLD.finished_at_ms)
    OR (OLD.starts_at_ms IS NOT NULL AND (NEW.starts_at_ms IS DISTINCT FROM OLD.starts_at_ms
      OR NEW.announced_at_ms IS DISTINCT FROM OLD.announced_at_ms
      OR NEW.news_id IS DISTINCT FROM OLD.news_id))
  THEN
    RAISE EXCEPTION 'a proposal is decided once' USING ERRCODE = 'FL002';
  END IF;
  RETURN NEW;
END $$;
