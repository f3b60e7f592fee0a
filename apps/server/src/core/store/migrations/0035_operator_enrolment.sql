-- Operators come in by a link that is used once: nobody ever sees another's password.

ALTER TABLE operators
  -- When another operator said that it was the right person who came in; null: does not count as one of two.
  ADD COLUMN confirmed_at_ms bigint,
  ADD COLUMN confirmed_by bigint REFERENCES operators CHECK (confirmed_by <> operator_id);
UPDATE operators SET confirmed_at_ms = created_at_ms;

CREATE TABLE operator_enrolments (
  -- SHA-256 of the link's token: a copy of this table opens nothing.
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators,
  created_by bigint NOT NULL REFERENCES operators,
  -- Sent to the person; otherwise whoever made it saw it.
  is_mailed boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > created_at_ms),
  -- When it was used, or another took its place.
  ended_at_ms bigint,
  used_ip text
);
CREATE INDEX operator_enrolments_operator ON operator_enrolments (operator_id, created_at_ms);
-- Of one operator one link is open at most.
CREATE UNIQUE INDEX operator_enrolments_open ON operator_enrolments (operator_id)
  WHERE ended_at_ms IS NULL;
-- What ended stays ended.
CREATE TRIGGER ended_once BEFORE UPDATE ON operator_enrolments FOR EACH ROW
  WHEN (OLD.ended_at_ms IS NOT NULL OR NEW.operator_id <> OLD.operator_id
    OR NEW.created_by <> OLD.created_by OR NEW.expires_at_ms <> OLD.expires_at_ms)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON operator_enrolments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON operator_enrolments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
