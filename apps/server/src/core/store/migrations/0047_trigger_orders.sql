-- Orders that wait for a price, and what became of them. Their ids are of the same row of numbers as the orders'.

CREATE TABLE trigger_orders (
  trigger_id bigint PRIMARY KEY CHECK (trigger_id > 0),
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  trigger_kind text NOT NULL CHECK (trigger_kind IN ('stop', 'take_profit')),
  trigger_by text NOT NULL CHECK (trigger_by IN ('index', 'last')),
  trigger_price_ticks bigint NOT NULL CHECK (trigger_price_ticks > 0),
  -- What it becomes.
  type text NOT NULL CHECK (type IN ('limit', 'market')),
  time_in_force text NOT NULL CHECK (time_in_force IN ('gtc', 'ioc', 'fok', 'post_only')),
  price_ticks bigint CHECK (price_ticks > 0),
  quantity_lots bigint CHECK (quantity_lots > 0),
  amount_minor bigint CHECK (amount_minor > 0),
  client_order_id text,
  maker_fee_ppm bigint NOT NULL CHECK (maker_fee_ppm >= 0),
  taker_fee_ppm bigint NOT NULL CHECK (taker_fee_ppm >= 0),
  hold_minor bigint NOT NULL CHECK (hold_minor >= 0),
  status text NOT NULL CHECK (status IN ('waiting', 'triggered', 'cancelled')),
  cancel_reason text,
  order_id bigint,
  receipt_id bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  agreed_digest text,
  CONSTRAINT limit_has_price CHECK ((type = 'limit') = (price_ticks IS NOT NULL)),
  CONSTRAINT has_one_size CHECK (num_nonnulls(quantity_lots, amount_minor) = 1),
  CONSTRAINT held_while_waiting CHECK ((status = 'waiting') = (hold_minor > 0)),
  CONSTRAINT cancelled_for_a_reason CHECK ((status = 'cancelled') = (cancel_reason IS NOT NULL)),
  CONSTRAINT becomes_an_order CHECK ((status = 'triggered') = (order_id IS NOT NULL)),
  CONSTRAINT triggered_by_receipt CHECK (CASE status
    WHEN 'waiting' THEN receipt_id IS NULL WHEN 'triggered' THEN receipt_id IS NOT NULL ELSE true END)
) WITH (fillfactor = 80);
-- The natural key: it still refuses a repeated order when the idempotency key is long gone.
CREATE UNIQUE INDEX trigger_orders_client_order_id ON trigger_orders (owner_id, client_order_id)
  WHERE client_order_id IS NOT NULL;
CREATE INDEX trigger_orders_owner ON trigger_orders (owner_id, trigger_id);
-- What a reload reads: as large as what waits.
CREATE INDEX trigger_orders_waiting ON trigger_orders (owner_id, trigger_id) WHERE status = 'waiting';

-- What it was placed as never changes, and what is over stays as it ended.
CREATE TRIGGER as_placed BEFORE UPDATE ON trigger_orders FOR EACH ROW
  WHEN (OLD.status <> 'waiting'
    OR ROW(NEW.trigger_id, NEW.owner_id, NEW.market_id, NEW.side, NEW.trigger_kind, NEW.trigger_by,
      NEW.trigger_price_ticks, NEW.type, NEW.time_in_force, NEW.price_ticks, NEW.quantity_lots,
      NEW.amount_minor, NEW.client_order_id, NEW.maker_fee_ppm, NEW.taker_fee_ppm, NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.trigger_id, OLD.owner_id, OLD.market_id, OLD.side, OLD.trigger_kind,
      OLD.trigger_by, OLD.trigger_price_ticks, OLD.type, OLD.time_in_force, OLD.price_ticks,
      OLD.quantity_lots, OLD.amount_minor, OLD.client_order_id, OLD.maker_fee_ppm, OLD.taker_fee_ppm,
      OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON trigger_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON trigger_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('open', 'close', 'take_profit',
  'stop_loss', 'liquidation', 'profit_cap', 'purchase', 'delivery', 'loss', 'trigger'));
