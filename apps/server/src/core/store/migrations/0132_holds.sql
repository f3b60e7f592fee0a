-- What an operator keeps from a user for a time: why, until when, what the user says against it, and how it ended. What a
-- freeze and a hold of withdrawals do is the engine's; here is what they are for and when they end.
CREATE TABLE holds (
  hold_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('account', 'withdrawals', 'withdrawal', 'deposit')),
  -- Of a withdrawal or a deposit.
  record_id bigint,
  -- As the user reads it: a known word or a sentence.
  reason text NOT NULL,
  words text,
  -- Absent: it was found standing without a hold of its own.
  placed_by bigint REFERENCES operators,
  -- Who said last what it is for.
  worded_by bigint REFERENCES operators,
  placed_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL,
  appeal text,
  appealed_at_ms bigint,
  answer text,
  answered_by bigint REFERENCES operators,
  answered_at_ms bigint,
  ended_at_ms bigint,
  outcome text CHECK (outcome IN ('released', 'lapsed', 'decided')),
  CHECK ((record_id IS NULL) = (kind IN ('account', 'withdrawals'))),
  CHECK ((appeal IS NULL) = (appealed_at_ms IS NULL)),
  CHECK ((answer IS NULL) = (answered_at_ms IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  CHECK (answer IS NULL OR appeal IS NOT NULL),
  -- Whoever placed it does not judge what is said against it.
  CHECK (answered_by <> placed_by AND answered_by <> worded_by),
  CHECK ((ended_at_ms IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX holds_open ON holds (user_id, kind, (coalesce(record_id, 0))) WHERE ended_at_ms IS NULL;
CREATE INDEX holds_due ON holds (ends_at_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX holds_of_user ON holds (user_id, hold_id DESC);

-- What a hold is about, when it was placed and what was said stays; it goes nowhere.
CREATE FUNCTION keep_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.user_id, OLD.kind, OLD.placed_at_ms) IS DISTINCT FROM (NEW.user_id, NEW.kind, NEW.placed_at_ms)
     OR OLD.record_id IS DISTINCT FROM NEW.record_id OR OLD.placed_by IS DISTINCT FROM NEW.placed_by
     OR (OLD.appeal IS NOT NULL AND OLD.appeal IS DISTINCT FROM NEW.appeal)
     OR (OLD.answer IS NOT NULL AND OLD.answer IS DISTINCT FROM NEW.answer)
     OR OLD.ended_at_ms IS NOT NULL THEN
    RAISE EXCEPTION 'a hold that was placed, appealed, answered or ended stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER holds_kept BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION keep_hold();

-- A later end takes two, and so does letting go.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'recover_account',
    'release_withdrawals', 'extend_hold', 'end_hold', 'reset_operator', 'change_operator',
    'bind_operator', 'add_reserve', 'end_reserve', 'resume_trading', 'market_terms', 'currency_terms',
    'partner_terms'));
