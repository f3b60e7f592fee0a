-- What a plan's owner agreed to, and when: a plan that has no digest of it buys nothing.

ALTER TABLE recurring_plans ADD COLUMN agreed_ms bigint;
ALTER TABLE recurring_plans ADD COLUMN agreed_digest text;

-- Nothing vouches for what was there before: its owner is told, and lets it go on.
UPDATE recurring_plans SET state = 'paused', stopped_by = 'unagreed',
  stop_untold_ms = (extract(epoch FROM now()) * 1000)::bigint
WHERE state = 'active';
