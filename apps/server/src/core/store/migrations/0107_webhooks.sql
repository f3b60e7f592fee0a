-- Where users have what happens to them sent, and what was sent there.

CREATE TABLE webhooks (
  webhook_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Random: in the ids of its messages, and what its secrets are bound to.
  name text NOT NULL UNIQUE,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
  url text NOT NULL CHECK (length(url) BETWEEN 8 AND 500),
  -- Names of events that are sent; a step without any of them is not.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Its secret, and for a day the one before: they must be known to sign. Encrypted with the key named.
  sealed_secrets bytea NOT NULL,
  key_id text NOT NULL,
  created_at_ms bigint NOT NULL,
  -- The number of a step up to which everything was delivered.
  sent_to bigint NOT NULL CHECK (sent_to >= 0),
  -- In a row that failed, since when, and when the next one is; 0: at once.
  tries bigint NOT NULL DEFAULT 0,
  failing_since_ms bigint,
  next_try_ms bigint NOT NULL DEFAULT 0,
  tried_at_ms bigint NOT NULL DEFAULT 0,
  -- By its owner, or with all that opened the account.
  paused_at_ms bigint,
  -- By the server, after days of failures.
  disabled_at_ms bigint
);
CREATE INDEX webhooks_user ON webhooks (user_id, webhook_id);

-- What each message has does not change between tries: its bounds and events are kept, the steps themselves are read anew.
CREATE TABLE webhook_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  after_number bigint NOT NULL,
  to_number bigint NOT NULL,
  events text[] NOT NULL,
  created_at_ms bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  last_try_ms bigint,
  last_code bigint,
  last_failure text,
  delivered_at_ms bigint,
  CONSTRAINT forward CHECK (to_number > after_number),
  CONSTRAINT one_behind_a_number UNIQUE (webhook_id, after_number)
);
CREATE INDEX webhook_deliveries_to ON webhook_deliveries (webhook_id, to_number);
CREATE INDEX webhook_deliveries_time ON webhook_deliveries (created_at_ms);
