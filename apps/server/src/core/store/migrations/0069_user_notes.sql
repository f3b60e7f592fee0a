-- What operators note about a user for each other; the user never reads it. Written once, like the audit log.
CREATE TABLE user_notes (
  note_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operator_id bigint NOT NULL REFERENCES operators,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at_ms bigint NOT NULL
);
CREATE INDEX user_notes_user ON user_notes (user_id, note_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON user_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON user_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What operators did about a user, for the timeline.
CREATE INDEX audit_log_users ON audit_log (subject, audit_id) WHERE subject LIKE 'user %';
