-- What protects an account, who somebody is, their pictures, and what they are told. Nothing here moves money.

-- Changes after which withdrawals cool off.
CREATE TABLE security_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('password', 'fund_password', 'otp', 'contact')),
  time_ms bigint NOT NULL
);
CREATE INDEX security_changes_user ON security_changes (user_id, time_ms);

-- Wrong tries are counted before a try is looked at, so that neither a restart nor parallel tries give more.
CREATE TABLE fund_passwords (
  user_id bigint PRIMARY KEY REFERENCES users,
  password_hash text NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  -- How often it was locked since the last right try: each lock lasts twice as long.
  locks integer NOT NULL DEFAULT 0,
  locked_until_ms bigint NOT NULL DEFAULT 0,
  changed_at_ms bigint NOT NULL
);

CREATE TABLE user_otps (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- Encrypted with the key named.
  secret bytea NOT NULL,
  key_id text NOT NULL,
  is_confirmed boolean NOT NULL DEFAULT false,
  -- The last 30-second step whose code was used: no code works twice.
  last_step bigint NOT NULL DEFAULT 0,
  wrong_tries integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  locked_until_ms bigint NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL
);
CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users,
  code_hash bytea NOT NULL,
  used_at_ms bigint,
  PRIMARY KEY (user_id, code_hash)
);

-- The pictures themselves lie encrypted in files of these names; each has a key of its own, kept here wrapped.
CREATE TABLE files (
  file_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('kyc', 'deposit_proof', 'avatar', 'chat')),
  name text NOT NULL UNIQUE,
  mime text NOT NULL,
  wrapped_key bytea NOT NULL,
  key_id text NOT NULL,
  -- Of the bytes that were sent, and of what they show: the same proof sent twice is found by either.
  upload_sha256 bytea NOT NULL,
  pixel_sha256 bytea NOT NULL,
  created_at_ms bigint NOT NULL
);
CREATE INDEX files_user ON files (user_id, created_at_ms);
CREATE INDEX files_upload ON files (upload_sha256);
CREATE INDEX files_pixels ON files (pixel_sha256);

CREATE TABLE verifications (
  verification_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  level text NOT NULL CHECK (level IN ('basic', 'advanced')),
  status text NOT NULL CHECK (status IN ('under_review', 'passed', 'rejected')),
  -- ISO 3166 alpha-2; of basic ones.
  country text,
  -- Name and number, or contact address: encrypted with the key named.
  details bytea NOT NULL,
  key_id text NOT NULL,
  -- Keyed digest of country and number.
  id_digest bytea,
  front_file_id bigint REFERENCES files,
  back_file_id bigint REFERENCES files,
  holding_file_id bigint REFERENCES files,
  reason text,
  operator_id bigint REFERENCES operators,
  created_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  CHECK ((status = 'under_review') = (decided_at_ms IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (CASE level
    WHEN 'basic' THEN country IS NOT NULL AND id_digest IS NOT NULL
    ELSE num_nonnulls(front_file_id, back_file_id, holding_file_id) = 3 END)
);
-- One at a time, and none after it passed; refused ones stay as history.
CREATE UNIQUE INDEX verifications_live ON verifications (user_id, level) WHERE status <> 'rejected';
-- A document belongs to one person.
CREATE UNIQUE INDEX verifications_document ON verifications (id_digest) WHERE status <> 'rejected';
CREATE INDEX verifications_user ON verifications (user_id, verification_id);
CREATE INDEX verifications_under_review ON verifications (verification_id)
  WHERE status = 'under_review';

CREATE TABLE user_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  -- Values for the sentence, which is made in the reader's language.
  params json NOT NULL,
  -- Names what it tells of, for those that may be told again after a crash: then it is told once.
  dedupe text,
  read_at_ms bigint,
  created_at_ms bigint NOT NULL
);
CREATE UNIQUE INDEX user_messages_dedupe ON user_messages (user_id, dedupe)
  WHERE dedupe IS NOT NULL;
CREATE INDEX user_messages_user ON user_messages (user_id, message_id);
CREATE INDEX user_messages_unread ON user_messages (user_id) WHERE read_at_ms IS NULL;

-- A code works for the address or the device that asked for it: a stranger's requests and guesses are not in
-- the way of the owner's. Kept as keyed digests.
ALTER TABLE verification_codes ADD COLUMN address_hash bytea, ADD COLUMN device_hash bytea;
