-- Keys of users' programs, and the names of user streams opened with them.

CREATE TABLE api_keys (
  api_key_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- SHA-256 of the key: a copy of this table opens nothing.
  key_hash bytea NOT NULL UNIQUE,
  -- Its first characters, by which the owner knows it.
  prefix text NOT NULL,
  -- What signs requests must be known to check them: encrypted with the key named, bound to the prefix.
  sealed_secret bytea NOT NULL,
  key_id text NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
  can_trade boolean NOT NULL,
  -- Addresses and networks it may be used from; empty: from anywhere.
  ips text[] NOT NULL CHECK (cardinality(ips) <= 20),
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  last_used_at_ms bigint,
  last_used_ip text,
  revoked_at_ms bigint
);
CREATE INDEX api_keys_user ON api_keys (user_id, api_key_id) WHERE revoked_at_ms IS NULL;

CREATE TABLE listen_keys (
  listen_key_hash bytea PRIMARY KEY,
  api_key_id bigint NOT NULL REFERENCES api_keys,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX listen_keys_api_key ON listen_keys (api_key_id, created_at_ms);
CREATE INDEX listen_keys_expiry ON listen_keys (expires_at_ms);
