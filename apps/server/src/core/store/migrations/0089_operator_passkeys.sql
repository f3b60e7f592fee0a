-- Operators' passkeys (WebAuthn), apart from users': neither opens what the other does.

-- What authenticators call the operator: random, it tells nothing of them.
ALTER TABLE operators ADD COLUMN passkey_handle bytea UNIQUE CHECK (octet_length(passkey_handle) = 32);

CREATE TABLE operator_passkeys (
  passkey_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operators,
  -- Base64url, as browsers name it.
  credential_id text NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- Of the authenticator; 0 for ever where it counts nothing.
  sign_count bigint NOT NULL,
  -- Comma-separated, as the browser told them.
  transports text NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint
);
CREATE INDEX operator_passkeys_operator ON operator_passkeys (operator_id);

-- Taken out by the first answer, right or wrong.
CREATE TABLE operator_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  -- Who registers; absent where a passkey is used, by whomever.
  operator_id bigint REFERENCES operators,
  -- SHA-256 of the password's hash when it was given: with another password nothing is registered.
  password_mark bytea,
  expires_at_ms bigint NOT NULL,
  CHECK ((operator_id IS NULL) = (password_mark IS NULL))
);
CREATE INDEX operator_passkey_challenges_expiry ON operator_passkey_challenges (expires_at_ms);

-- What operators' passkeys signed when they passed something, kept for ever.
CREATE TABLE signed_approvals (
  -- SHA-256 of the intent, hex: the challenge. Each counts once.
  intent_hash text PRIMARY KEY CHECK (intent_hash ~ '^[0-9a-f]{64}$'),
  operator_id bigint NOT NULL REFERENCES operators,
  -- The whole intent, as it was hashed.
  intent text NOT NULL,
  credential_id text NOT NULL,
  -- COSE; the passkey may be gone.
  public_key bytea NOT NULL,
  authenticator_data bytea NOT NULL,
  client_data bytea NOT NULL,
  signature bytea NOT NULL,
  created_at_ms bigint NOT NULL
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON signed_approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON signed_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
