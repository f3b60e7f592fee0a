-- First answers by (owner, key), written in the transaction of their effects. `body` is JSON text, not jsonb:
-- a repeat is answered with the very same bytes, and the server wrote them itself.

CREATE TABLE idempotency_keys (
  owner_id bigint NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  -- Digest of route and canonical body, as the sequencer was given it.
  fingerprint text NOT NULL,
  status smallint NOT NULL CHECK (status BETWEEN 200 AND 499),
  body text NOT NULL,
  sequence bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (owner_id, key)
);
-- Newest first at start, oldest first when pruning.
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at_ms);
