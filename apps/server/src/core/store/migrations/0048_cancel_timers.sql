-- Timers that cancel all that waits of their owners on spot unless they are set again: one an owner, as it was last set.

CREATE TABLE cancel_timers (
  owner_id bigint PRIMARY KEY REFERENCES owners,
  -- NULL when it is off, or has run out.
  due_at_ms bigint,
  updated_at_ms bigint NOT NULL,
  CHECK (due_at_ms > updated_at_ms)
) WITH (fillfactor = 80);
