-- The due whose order was asked for and whose end is not booked yet: whatever its owner does to the plan meanwhile, it is looked up.
ALTER TABLE recurring_plans ADD COLUMN asked_ms bigint;
CREATE INDEX recurring_plans_asked ON recurring_plans (asked_ms) WHERE asked_ms IS NOT NULL;
