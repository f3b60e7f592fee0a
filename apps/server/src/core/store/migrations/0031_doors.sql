-- Codes by who asks for them: from which network, whether the account knows the device or its owner asked logged in
-- (codes apart from all strangers'), whether it was made longer because strangers had guessed too often, and
-- which proof of work was spent on it, once.
ALTER TABLE verification_codes
  ADD COLUMN prefix_hash bytea,
  ADD COLUMN is_reserved boolean NOT NULL DEFAULT false,
  ADD COLUMN is_long boolean NOT NULL DEFAULT false,
  ADD COLUMN work_hash bytea;
CREATE UNIQUE INDEX verification_codes_work ON verification_codes (work_hash) WHERE work_hash IS NOT NULL;
CREATE INDEX verification_codes_address ON verification_codes (address_hash, created_at_ms) WHERE NOT is_reserved;
CREATE INDEX verification_codes_prefix ON verification_codes (prefix_hash, created_at_ms) WHERE NOT is_reserved;
CREATE INDEX verification_codes_created ON verification_codes (created_at_ms) WHERE NOT is_reserved;

-- The demo's inbox shows a code to who asked for it only.
ALTER TABLE outbox_messages
  ADD COLUMN address_hash bytea,
  ADD COLUMN device_hash bytea,
  ADD COLUMN user_id bigint;
