-- Operators, what they did, and settings fixed at the first start.

CREATE TABLE operators (
  operator_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('support', 'reviewer', 'manager', 'auditor', 'owner')),
  password_hash text NOT NULL,
  otp_secret bytea,
  is_active boolean NOT NULL DEFAULT true,
  created_at_ms bigint NOT NULL
);

CREATE TABLE operator_sessions (
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators,
  ip text,
  user_agent text,
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id);

-- Each row's hash covers the one before: a row changed, taken out or put in between breaks the chain.
CREATE TABLE audit_log (
  audit_id bigint PRIMARY KEY CHECK (audit_id > 0),
  time_ms bigint NOT NULL,
  operator_id bigint,
  action text NOT NULL,
  subject text NOT NULL,
  detail json NOT NULL,
  ip text,
  previous_hash bytea NOT NULL UNIQUE,
  hash bytea NOT NULL UNIQUE
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at_ms bigint NOT NULL
);
