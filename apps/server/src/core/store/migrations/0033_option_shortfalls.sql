-- Options whose window had too few samples: whose doing that was, and what the samples that are there say.

ALTER TABLE option_orders
  ADD COLUMN shortfall text CHECK (shortfall IN ('house', 'market')),
  ADD COLUMN would_be text CHECK (would_be IN ('win', 'lose', 'flat'));

-- A win that the house voided is a win, and no other shortfall is: no row can say otherwise. Refunds of before this rule
-- have neither.
ALTER TABLE option_orders ADD CONSTRAINT shortfall_of_result CHECK (CASE
  WHEN shortfall IS NULL THEN would_be IS NULL
  WHEN shortfall = 'house' AND would_be = 'win' THEN result = 'win'
  ELSE result = 'refunded' AND (shortfall = 'market' OR would_be IS NOT NULL) END);

-- What is counted in public; few rows.
CREATE INDEX option_orders_short ON option_orders (settled_at_ms)
  WHERE result = 'refunded' OR shortfall IS NOT NULL;
