-- What users want to be told by mail, when, and what waits to be mailed.

-- A kind without a row is off.
CREATE TABLE mail_wishes (
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  timing text NOT NULL CHECK (timing IN ('off', 'at_once', 'digest')),
  PRIMARY KEY (user_id, kind)
);

-- One row of each user who ever set something: whoever mails them, or changes it, locks it.
CREATE TABLE mail_hours (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- By its IANA name.
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 60),
  is_quiet boolean NOT NULL,
  -- Minutes after midnight there.
  quiet_from integer NOT NULL CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to integer NOT NULL CHECK (quiet_to BETWEEN 0 AND 1439),
  digest_at integer NOT NULL CHECK (digest_at BETWEEN 0 AND 1439),
  CONSTRAINT quiet CHECK (quiet_from <> quiet_to),
  -- The last mail that came at once.
  mailed_at_ms bigint
);

CREATE TABLE mail_items (
  item_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Of the message, with its values; they go once it is mailed.
  kind text NOT NULL,
  params json,
  -- Names what it tells of; of one user's with the same name there is one.
  dedupe text,
  happened_at_ms bigint NOT NULL,
  -- When it is to be looked at next.
  due_ms bigint NOT NULL,
  mailed_at_ms bigint,
  CONSTRAINT emptied CHECK ((params IS NULL) = (mailed_at_ms IS NOT NULL))
);
CREATE UNIQUE INDEX mail_items_dedupe ON mail_items (user_id, dedupe) WHERE dedupe IS NOT NULL;
CREATE INDEX mail_items_due ON mail_items (due_ms) WHERE mailed_at_ms IS NULL;
CREATE INDEX mail_items_user ON mail_items (user_id, item_id) WHERE mailed_at_ms IS NULL;
CREATE INDEX mail_items_mailed ON mail_items (mailed_at_ms) WHERE mailed_at_ms IS NOT NULL;
