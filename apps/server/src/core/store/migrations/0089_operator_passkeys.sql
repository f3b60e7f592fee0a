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
