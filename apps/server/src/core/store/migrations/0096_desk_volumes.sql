-- The overview counts futures, options, and what came in and went out, too. The sums are derived from the ledger and said to
-- begin when their count began: it begins anew, so that no sum is said to reach further back than it does.
DELETE FROM desk_days;
DELETE FROM desk_cursor;
