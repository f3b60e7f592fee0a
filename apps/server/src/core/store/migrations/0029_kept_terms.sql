-- Orders keep the fee rates of their placing, and futures have a price step of their own.

-- Absent of orders that were over before rates were kept: what they were charged is in their fee and their trades.
ALTER TABLE orders
  ADD COLUMN maker_fee_ppm bigint CHECK (maker_fee_ppm >= 0),
  ADD COLUMN taker_fee_ppm bigint CHECK (taker_fee_ppm >= 0);
UPDATE orders SET maker_fee_ppm = markets.maker_fee_ppm, taker_fee_ppm = markets.taker_fee_ppm
  FROM markets WHERE markets.market_id = orders.market_id AND orders.status = 'waiting';
ALTER TABLE orders ADD CONSTRAINT waits_at_its_rates
  CHECK (status <> 'waiting' OR num_nulls(maker_fee_ppm, taker_fee_ppm) = 0);
-- Costs nothing where they are not written: an order's updates leave them out.
CREATE TRIGGER as_placed BEFORE UPDATE OF maker_fee_ppm, taker_fee_ppm ON orders FOR EACH ROW
  WHEN (ROW(NEW.maker_fee_ppm, NEW.taker_fee_ppm) IS DISTINCT FROM ROW(OLD.maker_fee_ppm, OLD.taker_fee_ppm))
  EXECUTE FUNCTION refuse_change();

-- The order book's tick where it is at most a tenth of half the spread at the last index price, else the greatest
-- power of ten that is; without a price the finest there is.
ALTER TABLE futures_terms ADD COLUMN price_step_e8 bigint NOT NULL DEFAULT 1 CHECK (price_step_e8 > 0);
UPDATE futures_terms SET price_step_e8 = fine.step
  FROM (
    SELECT terms.market_id, CASE
      WHEN markets.tick_size_e8 * 10000000 <= last.price_e8 * terms.half_spread_ppm
        THEN markets.tick_size_e8
      ELSE (SELECT coalesce(max(step), 1) FROM unnest(
          ARRAY[1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]::numeric[]) AS step
        WHERE step * 10000000 <= last.price_e8 * terms.half_spread_ppm)
      END AS step
    FROM futures_terms AS terms
    JOIN markets ON markets.market_id = terms.market_id
    CROSS JOIN LATERAL (SELECT price_e8 FROM index_samples AS sample
      WHERE sample.market_id = terms.market_id AND price_e8 IS NOT NULL
      ORDER BY sample_time_ms DESC LIMIT 1) AS last
  ) AS fine
  WHERE fine.market_id = futures_terms.market_id;
ALTER TABLE futures_terms ALTER COLUMN price_step_e8 DROP DEFAULT;

-- What waits from before opens on the finest step, which costs its owner least.
ALTER TABLE positions ADD COLUMN price_step_e8 bigint NOT NULL DEFAULT 1 CHECK (price_step_e8 > 0);
ALTER TABLE positions ALTER COLUMN price_step_e8 DROP DEFAULT;
CREATE TRIGGER on_its_step BEFORE UPDATE OF price_step_e8 ON positions FOR EACH ROW
  WHEN (NEW.price_step_e8 IS DISTINCT FROM OLD.price_step_e8)
  EXECUTE FUNCTION refuse_change();
