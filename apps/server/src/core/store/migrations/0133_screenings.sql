-- What is asked of the provider that screens, and what it said: a row for each deposit, payee and withdrawal, made from the tables that
-- have them, so that neither a crash nor a provider that is away loses one.
CREATE TABLE screenings (
  screening_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('deposit', 'payee', 'withdrawal')),
  -- Of the deposit, the saved address or the withdrawal.
  record_id bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_ms bigint NOT NULL,
  -- Absent until it is answered.
  verdict text CHECK (verdict IN ('clear', 'hit')),
  risk integer CHECK (risk BETWEEN 0 AND 100),
  -- As the provider names its case.
  reference text,
  answered_at_ms bigint,
  -- Placed for it: for a hit, or while the provider is away.
  hold_id bigint REFERENCES holds,
  UNIQUE (purpose, record_id),
  CHECK ((verdict IS NULL) = (answered_at_ms IS NULL) AND (verdict IS NULL) = (reference IS NULL)
    AND (verdict IS NULL) = (risk IS NULL))
);
CREATE INDEX screenings_due ON screenings (next_try_ms) WHERE verdict IS NULL;
CREATE INDEX screenings_of_user ON screenings (user_id) WHERE verdict IS NULL;
CREATE INDEX screenings_of_hold ON screenings (hold_id) WHERE hold_id IS NOT NULL;

-- What was said stays.
CREATE FUNCTION keep_screening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.user_id, OLD.purpose, OLD.record_id) IS DISTINCT FROM (NEW.user_id, NEW.purpose, NEW.record_id)
     OR (OLD.verdict IS NOT NULL AND (OLD.verdict, OLD.risk, OLD.reference) IS DISTINCT FROM (NEW.verdict, NEW.risk, NEW.reference)) THEN
    RAISE EXCEPTION 'what was said of a screening stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER screenings_kept BEFORE UPDATE ON screenings FOR EACH ROW EXECUTE FUNCTION keep_screening();

-- A saved address may be held too; a hold that a check was waited for ends when the check is done.
ALTER TABLE holds DROP CONSTRAINT holds_kind_check;
ALTER TABLE holds ADD CONSTRAINT holds_kind_check
  CHECK (kind IN ('account', 'withdrawals', 'withdrawal', 'deposit', 'payee'));
ALTER TABLE holds DROP CONSTRAINT holds_outcome_check;
ALTER TABLE holds ADD CONSTRAINT holds_outcome_check
  CHECK (outcome IN ('released', 'lapsed', 'decided', 'cleared'));
