-- Lists of orders that depend on one another: of two one cancels the other, and some are placed once another is filled.

CREATE TABLE order_lists (
  -- Of the same row of numbers as the orders' ids.
  list_id bigint PRIMARY KEY CHECK (list_id > 0),
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('oco', 'oto', 'otoco')),
  client_list_id text,
  working_id bigint,
  -- An order or a trigger order.
  first_id bigint NOT NULL,
  second_id bigint,
  status text NOT NULL CHECK (status IN ('pending', 'open', 'done')),
  end_reason text,
  -- What a working order that bought received after its fee, once it is filled.
  received_minor bigint CHECK (received_minor >= 0),
  -- Since when its orders are due to be placed, where one command had too many of them.
  settles_at_ms bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT behind_one_or_alone CHECK ((kind = 'oco') = (working_id IS NULL)),
  CONSTRAINT one_or_two CHECK ((kind = 'oto') = (second_id IS NULL)),
  CONSTRAINT over_for_a_reason CHECK ((status = 'done') = (end_reason IS NOT NULL)),
  CONSTRAINT late_while_pending CHECK (settles_at_ms IS NULL OR status = 'pending')
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX order_lists_client_list_id ON order_lists (owner_id, client_list_id)
  WHERE client_list_id IS NOT NULL;
CREATE INDEX order_lists_owner ON order_lists (owner_id, list_id);
-- What a reload reads.
CREATE INDEX order_lists_kept ON order_lists (owner_id, list_id) WHERE status <> 'done';

-- What it was placed as never changes, and what is over stays as it ended.
CREATE TRIGGER as_placed BEFORE UPDATE ON order_lists FOR EACH ROW
  WHEN (OLD.status = 'done'
    OR ROW(NEW.list_id, NEW.owner_id, NEW.market_id, NEW.kind, NEW.client_list_id, NEW.working_id,
      NEW.second_id, NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.list_id, OLD.owner_id, OLD.market_id, OLD.kind, OLD.client_list_id,
      OLD.working_id, OLD.second_id, OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON order_lists FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON order_lists
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The list that an order is of: NULL of nearly all.
ALTER TABLE orders ADD COLUMN list_id bigint;
CREATE INDEX orders_list ON orders (list_id) WHERE list_id IS NOT NULL;
CREATE TRIGGER stays_in_its_list BEFORE UPDATE OF list_id ON orders FOR EACH ROW
  WHEN (NEW.list_id IS DISTINCT FROM OLD.list_id)
  EXECUTE FUNCTION refuse_change();

-- Trigger orders of lists: one that is pending waits for another order to be filled, and freezes nothing. Of two of which one
-- cancels the other the second freezes what the first lacks.
ALTER TABLE trigger_orders
  ADD COLUMN list_id bigint,
  -- When its list put it up: a number of the orders' ids, and no order's.
  ADD COLUMN since_id bigint CHECK (since_id > trigger_id),
  DROP CONSTRAINT trigger_orders_trigger_kind_check,
  ADD CONSTRAINT trigger_orders_trigger_kind_check
    CHECK (trigger_kind IN ('stop', 'take_profit', 'trailing_stop', 'fill')),
  DROP CONSTRAINT trigger_orders_status_check,
  ADD CONSTRAINT trigger_orders_status_check
    CHECK (status IN ('pending', 'waiting', 'triggered', 'cancelled')),
  DROP CONSTRAINT held_while_waiting,
  ADD CONSTRAINT held_while_waiting CHECK (CASE status
    WHEN 'waiting' THEN hold_minor > 0 OR list_id IS NOT NULL ELSE hold_minor = 0 END),
  ADD CONSTRAINT pending_in_a_list CHECK (list_id IS NOT NULL OR (status <> 'pending' AND trigger_kind <> 'fill')),
  DROP CONSTRAINT triggered_by_receipt,
  ADD CONSTRAINT triggered_by_receipt CHECK (CASE status
    WHEN 'pending' THEN receipt_id IS NULL
    WHEN 'waiting' THEN receipt_id IS NULL
    WHEN 'triggered' THEN (receipt_id IS NULL) = (trigger_kind = 'fill')
    ELSE true END);
CREATE INDEX trigger_orders_list ON trigger_orders (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX trigger_orders_pending ON trigger_orders (owner_id, trigger_id) WHERE status = 'pending';
-- What is told after a crash of those that could not be placed.
CREATE INDEX trigger_orders_refused ON trigger_orders (updated_at_ms)
  WHERE list_id IS NOT NULL AND status = 'cancelled' AND receipt_id IS NULL;

DROP TRIGGER as_placed ON trigger_orders;
CREATE TRIGGER as_placed BEFORE UPDATE ON trigger_orders FOR EACH ROW
  WHEN (OLD.status NOT IN ('waiting', 'pending')
    OR (OLD.trail_ppm IS NULL AND NEW.trigger_price_ticks <> OLD.trigger_price_ticks)
    OR (OLD.status = 'pending' AND NEW.quantity_lots > OLD.quantity_lots)
    OR (OLD.status = 'waiting' AND ROW(NEW.quantity_lots, NEW.since_id)
      IS DISTINCT FROM ROW(OLD.quantity_lots, OLD.since_id))
    OR ROW(NEW.trigger_id, NEW.owner_id, NEW.market_id, NEW.side, NEW.trigger_kind, NEW.trigger_by,
      NEW.trail_ppm, NEW.activation_price_ticks, NEW.type, NEW.time_in_force, NEW.price_ticks,
      NEW.amount_minor, NEW.client_order_id, NEW.maker_fee_ppm, NEW.taker_fee_ppm,
      NEW.created_at_ms, NEW.list_id)
    IS DISTINCT FROM ROW(OLD.trigger_id, OLD.owner_id, OLD.market_id, OLD.side, OLD.trigger_kind,
      OLD.trigger_by, OLD.trail_ppm, OLD.activation_price_ticks, OLD.type, OLD.time_in_force,
      OLD.price_ticks, OLD.amount_minor, OLD.client_order_id, OLD.maker_fee_ppm,
      OLD.taker_fee_ppm, OLD.created_at_ms, OLD.list_id))
  EXECUTE FUNCTION refuse_change();
