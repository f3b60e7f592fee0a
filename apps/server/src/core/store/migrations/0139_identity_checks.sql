-- What the provider that checks who users are is asked to do: a row for each submission that is given to it, made with the submission
-- in one transaction, so that neither a crash nor a provider that is away loses one.
CREATE TABLE identity_checks (
  verification_id bigint PRIMARY KEY REFERENCES verifications,
  user_id bigint NOT NULL REFERENCES users,
  created_at_ms bigint NOT NULL,
  -- Until when it is waited for; then an operator looks.
  ends_at_ms bigint NOT NULL,
  -- How often it was asked about, and when it is asked next: first to open the check, then what became of it.
  calls integer NOT NULL DEFAULT 0,
  next_call_ms bigint NOT NULL,
  -- Since when the provider does not answer; absent where the last call was answered.
  away_since_ms bigint,
  -- As the provider names it; absent until it opened one.
  session text,
  -- Where the user goes on; gone with the verdict.
  link text,
  verdict text CHECK (verdict IN ('approved', 'rejected', 'review', 'expired', 'unanswered')),
  -- Of a refusal.
  reason text,
  answered_at_ms bigint,
  -- What was approved once and is no more.
  revoked_at_ms bigint,
  hold_id bigint REFERENCES holds,
  CHECK ((verdict IS NULL) = (answered_at_ms IS NULL)),
  CHECK ((reason IS NOT NULL) = (verdict IS NOT DISTINCT FROM 'rejected')),
  CHECK (verdict IS NULL OR link IS NULL),
  CHECK (revoked_at_ms IS NULL OR verdict = 'approved')
);
CREATE INDEX identity_checks_due ON identity_checks (next_call_ms) WHERE verdict IS NULL;
CREATE INDEX identity_checks_of_user ON identity_checks (user_id);
CREATE INDEX identity_checks_of_hold ON identity_checks (hold_id) WHERE hold_id IS NOT NULL;

-- What was said stays.
CREATE FUNCTION keep_identity_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.verification_id, OLD.user_id, OLD.created_at_ms, OLD.ends_at_ms)
       IS DISTINCT FROM (NEW.verification_id, NEW.user_id, NEW.created_at_ms, NEW.ends_at_ms)
     OR (OLD.session IS NOT NULL AND OLD.session IS DISTINCT FROM NEW.session)
     OR (OLD.verdict IS NOT NULL AND (OLD.verdict, OLD.reason, OLD.answered_at_ms) IS DISTINCT FROM (NEW.verdict, NEW.reason, NEW.answered_at_ms))
     OR (OLD.revoked_at_ms IS NOT NULL AND (OLD.revoked_at_ms, OLD.hold_id) IS DISTINCT FROM (NEW.revoked_at_ms, NEW.hold_id)) THEN
    RAISE EXCEPTION 'what was said of an identity check stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identity_checks_kept BEFORE UPDATE ON identity_checks FOR EACH ROW EXECUTE FUNCTION keep_identity_check();

-- What the provider said, rightly signed: called back with, or asked for. It stays as it came; what became of it is written once.
CREATE TABLE identity_words (
  word_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the message; the same one again changes nothing.
  message_id text NOT NULL UNIQUE,
  -- As the provider names submission, user and its own session: each may be wrong.
  verification_id bigint NOT NULL,
  named_user text NOT NULL,
  session text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('approved', 'rejected', 'review', 'expired', 'revoked')),
  reason text,
  received_at_ms bigint NOT NULL,
  outcome text CHECK (outcome IN ('taken', 'repeated', 'late', 'stranger', 'unknown'))
);
CREATE INDEX identity_words_new ON identity_words (word_id) WHERE outcome IS NULL;
CREATE INDEX identity_words_of ON identity_words (verification_id);

CREATE FUNCTION keep_identity_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL
     OR (OLD.message_id, OLD.verification_id, OLD.named_user, OLD.session, OLD.verdict, OLD.reason, OLD.received_at_ms)
       IS DISTINCT FROM (NEW.message_id, NEW.verification_id, NEW.named_user, NEW.session, NEW.verdict, NEW.reason, NEW.received_at_ms) THEN
    RAISE EXCEPTION 'what a provider said stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identity_words_kept BEFORE UPDATE ON identity_words FOR EACH ROW EXECUTE FUNCTION keep_identity_word();
