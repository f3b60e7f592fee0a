-- What surveillance reads often is found by an index, and windows that it did not look at are counted by day and market.
CREATE INDEX findings_market ON findings (market_id, found_at_ms);
-- By address alone: `last_seen_at_ms` is in no index, so that noting that a session was used touches none.
CREATE INDEX sessions_ip ON sessions (ip);
ALTER TABLE market_days ADD COLUMN skipped bigint NOT NULL DEFAULT 0;
