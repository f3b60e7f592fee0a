-- Passkeys (WebAuthn): public keys that users' authenticators made, the challenges they answer, and tickets for what they proved.

CREATE TABLE passkey_owners (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- What authenticators call the user: random, it tells nothing of them.
  handle bytea NOT NULL UNIQUE CHECK (octet_length(handle) = 32),
  -- Guesses at recovery codes of those who have no authenticator app.
  wrong_tries integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  locked_until_ms bigint NOT NULL DEFAULT 0
);

CREATE TABLE passkeys (
  passkey_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES passkey_owners,
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
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Taken out by the first answer, right or wrong.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('use', 'register')),
  -- Who registers.
  user_id bigint REFERENCES users,
  expires_at_ms bigint NOT NULL,
  CHECK ((purpose = 'register') = (user_id IS NOT NULL))
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at_ms);

CREATE TABLE passkey_tickets (
  ticket_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX passkey_tickets_expiry ON passkey_tickets (expires_at_ms);

ALTER TABLE security_changes DROP CONSTRAINT security_changes_kind_check;
ALTER TABLE security_changes ADD CONSTRAINT security_changes_kind_check
  CHECK (kind IN ('password', 'fund_password', 'otp', 'contact', 'passkey'));
