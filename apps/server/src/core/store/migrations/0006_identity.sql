-- People and how they prove who they are. Nothing here moves money.

CREATE TABLE users (
  user_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  -- Canonical: E.164 or a lower-case e-mail address.
  account text NOT NULL UNIQUE,
  area_code text,
  password_hash text NOT NULL,
  nickname text NOT NULL,
  invite_code text NOT NULL UNIQUE,
  inviter_id bigint REFERENCES users,
  lang text NOT NULL,
  is_bot boolean NOT NULL DEFAULT false,
  is_partner boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL,
  password_changed_at_ms bigint,
  CHECK (inviter_id <> user_id)
);
CREATE INDEX users_inviter ON users (inviter_id) WHERE inviter_id IS NOT NULL;

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  -- What users see and name when they revoke one.
  session_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id bigint NOT NULL REFERENCES users,
  device_hash bytea,
  ip text,
  user_agent text,
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at_ms);

CREATE TABLE known_devices (
  user_id bigint NOT NULL REFERENCES users,
  device_hash bytea NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

CREATE TABLE verification_codes (
  code_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scene text NOT NULL,
  target text NOT NULL,
  user_id bigint REFERENCES users,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms bigint,
  ticket_hash bytea UNIQUE,
  ticket_expires_at_ms bigint,
  ticket_used_at_ms bigint
);
CREATE INDEX verification_codes_target ON verification_codes (target, scene, code_id);
CREATE INDEX verification_codes_expiry ON verification_codes (expires_at_ms);

CREATE TABLE outbox_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sms', 'email')),
  scene text NOT NULL,
  lang text NOT NULL,
  -- The code or text; encrypted where the deployment has a key, plain only in demo mode's inbox.
  body bytea NOT NULL,
  is_encrypted boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  sent_at_ms bigint,
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX outbox_messages_target ON outbox_messages (target, message_id);
CREATE INDEX outbox_messages_unsent ON outbox_messages (message_id) WHERE sent_at_ms IS NULL;
