-- Whether a session began with the login password: only then does a young one do for it.
ALTER TABLE sessions ADD COLUMN is_by_password boolean NOT NULL DEFAULT false;
