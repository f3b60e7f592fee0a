-- Accounts that their owners locked, and the photos by which they ask to have that undone.

CREATE TABLE account_locks (
  lock_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  locked_at_ms bigint NOT NULL,
  -- By the link of a mail, else logged in.
  is_by_mail boolean NOT NULL,
  document_file_id bigint REFERENCES files,
  holding_file_id bigint REFERENCES files,
  asked_at_ms bigint,
  lifted_at_ms bigint,
  CHECK ((asked_at_ms IS NULL) = (document_file_id IS NULL)),
  CHECK ((asked_at_ms IS NULL) = (holding_file_id IS NULL))
);
CREATE UNIQUE INDEX account_locks_open ON account_locks (user_id) WHERE lifted_at_ms IS NULL;

ALTER TABLE security_changes DROP CONSTRAINT security_changes_kind_check;
ALTER TABLE security_changes ADD CONSTRAINT security_changes_kind_check
  CHECK (kind IN ('password', 'fund_password', 'otp', 'contact', 'passkey', 'lock'));
