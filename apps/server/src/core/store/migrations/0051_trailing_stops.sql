-- Trailing stops: the price that they wait for moves with the best one that there was.

ALTER TABLE trigger_orders
  ADD COLUMN trail_ppm bigint CHECK (trail_ppm > 0),
  ADD COLUMN activation_price_ticks bigint CHECK (activation_price_ticks > 0),
  ADD COLUMN best_price_ticks bigint CHECK (best_price_ticks > 0),
  ADD COLUMN best_at_ms bigint,
  DROP CONSTRAINT trigger_orders_trigger_kind_check,
  ADD CONSTRAINT trigger_orders_trigger_kind_check
    CHECK (trigger_kind IN ('stop', 'take_profit', 'trailing_stop')),
  ADD CONSTRAINT trails_by_something CHECK ((trigger_kind = 'trailing_stop') = (trail_ppm IS NOT NULL)),
  ADD CONSTRAINT only_what_trails_follows CHECK (trail_ppm IS NOT NULL
    OR num_nonnulls(activation_price_ticks, best_price_ticks) = 0),
  ADD CONSTRAINT best_has_a_time CHECK ((best_price_ticks IS NULL) = (best_at_ms IS NULL));

DROP TRIGGER as_placed ON trigger_orders;
CREATE TRIGGER as_placed BEFORE UPDATE ON trigger_orders FOR EACH ROW
  WHEN (OLD.status <> 'waiting'
    OR (OLD.trail_ppm IS NULL AND NEW.trigger_price_ticks <> OLD.trigger_price_ticks)
    OR ROW(NEW.trigger_id, NEW.owner_id, NEW.market_id, NEW.side, NEW.trigger_kind, NEW.trigger_by,
      NEW.trail_ppm, NEW.activation_price_ticks, NEW.type, NEW.time_in_force, NEW.price_ticks,
      NEW.quantity_lots, NEW.amount_minor, NEW.client_order_id, NEW.maker_fee_ppm, NEW.taker_fee_ppm,
      NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.trigger_id, OLD.owner_id, OLD.market_id, OLD.side, OLD.trigger_kind,
      OLD.trigger_by, OLD.trail_ppm, OLD.activation_price_ticks, OLD.type, OLD.time_in_force,
      OLD.price_ticks, OLD.quantity_lots, OLD.amount_minor, OLD.client_order_id, OLD.maker_fee_ppm,
      OLD.taker_fee_ppm, OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();
