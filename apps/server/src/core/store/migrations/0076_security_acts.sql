-- What users did about their security, and what was tried at their accounts; and the word by which they know our mail.

CREATE TABLE security_acts (
  act_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  -- Which one: a name, a label, an address; '' where the kind says all.
  detail text NOT NULL,
  ip text NOT NULL,
  device text NOT NULL,
  time_ms bigint NOT NULL
);
CREATE INDEX security_acts_user ON security_acts (user_id, act_id);
CREATE INDEX security_acts_time ON security_acts (time_ms);

CREATE TABLE mail_words (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- Encrypted.
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  set_at_ms bigint NOT NULL
);
