-- What becomes of an order that waits for a price says what an order says: what is shown of it, who goes where it meets its owner's,
-- and when it expires. And it is amended: its limit, what it waits for, and its size downwards.

ALTER TABLE trigger_orders
  ADD COLUMN display_lots bigint CHECK (display_lots IS NULL OR (display_lots > 0 AND type = 'limit')),
  ADD COLUMN self_trade text CHECK (self_trade IN ('expire_maker', 'expire_both')),
  ADD COLUMN expires_at_ms bigint CHECK (expires_at_ms > created_at_ms);

DROP TRIGGER as_placed ON trigger_orders;
CREATE TRIGGER as_placed BEFORE UPDATE ON trigger_orders FOR EACH ROW
  WHEN (OLD.status NOT IN ('waiting', 'pending')
    OR NEW.quantity_lots > OLD.quantity_lots
    OR NEW.display_lots > OLD.display_lots
    OR (OLD.since_id IS NOT NULL AND (NEW.since_id IS NULL OR NEW.since_id < OLD.since_id))
    OR ROW(NEW.trigger_id, NEW.owner_id, NEW.market_id, NEW.side, NEW.trigger_kind, NEW.trigger_by,
      NEW.trail_ppm, NEW.activation_price_ticks, NEW.type, NEW.time_in_force, NEW.amount_minor,
      NEW.self_trade, NEW.expires_at_ms, NEW.client_order_id, NEW.maker_fee_ppm, NEW.taker_fee_ppm,
      NEW.created_at_ms, NEW.list_id)
    IS DISTINCT FROM ROW(OLD.trigger_id, OLD.owner_id, OLD.market_id, OLD.side, OLD.trigger_kind,
      OLD.trigger_by, OLD.trail_ppm, OLD.activation_price_ticks, OLD.type, OLD.time_in_force,
      OLD.amount_minor, OLD.self_trade, OLD.expires_at_ms, OLD.client_order_id, OLD.maker_fee_ppm,
      OLD.taker_fee_ppm, OLD.created_at_ms, OLD.list_id))
  EXECUTE FUNCTION refuse_change();
