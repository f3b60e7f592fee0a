-- When a message may be tried next. Whoever tries moves it ahead first, so that no two processes try at once; one that a crash
-- cut off is tried again then.
ALTER TABLE outbox_messages ADD COLUMN next_try_ms bigint NOT NULL DEFAULT 0;
