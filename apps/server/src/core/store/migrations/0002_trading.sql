-- Owners, terms, orders and trades. Columns follow the engine's rows; units are in the names. Amounts are
-- bigint: the engine keeps no amount beyond 2^63, and refuses what could reach it.
-- No foreign keys from the rows of a batch: the engine is the only writer, and a check per row would cost
-- more than the row. The reconciliation finds what a foreign key would.

CREATE TABLE owners (
  owner_id bigint PRIMARY KEY CHECK (owner_id > 0)
);

CREATE TABLE currencies (
  currency_id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  full_name text NOT NULL,
  scale smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  is_enabled boolean NOT NULL
);

CREATE TABLE markets (
  market_id integer PRIMARY KEY,
  symbol text NOT NULL UNIQUE,
  base_currency_id integer NOT NULL REFERENCES currencies,
  quote_currency_id integer NOT NULL REFERENCES currencies,
  tick_size_e8 numeric(38, 0) NOT NULL CHECK (tick_size_e8 > 0),
  lot_base_minor numeric(38, 0) NOT NULL CHECK (lot_base_minor > 0),
  tick_lot_quote_minor numeric(38, 0) NOT NULL CHECK (tick_lot_quote_minor > 0),
  maker_fee_ppm bigint NOT NULL,
  taker_fee_ppm bigint NOT NULL,
  min_notional_minor numeric(38, 0) NOT NULL,
  market_band_ppm bigint NOT NULL,
  limit_band_ppm bigint NOT NULL,
  open_orders_max integer NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'halted', 'closed'))
);

CREATE TABLE orders (
  order_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('limit', 'market')),
  time_in_force text NOT NULL CHECK (time_in_force IN ('gtc', 'ioc', 'fok', 'post_only')),
  client_order_id text,
  price_ticks bigint,
  quantity_lots bigint,
  amount_minor bigint,
  filled_quantity_lots bigint NOT NULL CHECK (filled_quantity_lots >= 0),
  filled_amount_minor bigint NOT NULL CHECK (filled_amount_minor >= 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  hold_minor bigint NOT NULL CHECK (hold_minor >= 0),
  status text NOT NULL CHECK (status IN ('waiting', 'completed', 'cancelled')),
  cancel_reason text,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CHECK (filled_quantity_lots <= quantity_lots),
  CHECK (status = 'waiting' OR hold_minor = 0),
  CHECK ((status = 'cancelled') = (cancel_reason IS NOT NULL))
) WITH (fillfactor = 80);
-- The natural key: it still refuses a repeated order when the idempotency key is long gone.
CREATE UNIQUE INDEX orders_client_order_id ON orders (owner_id, client_order_id)
  WHERE client_order_id IS NOT NULL;
CREATE INDEX orders_owner ON orders (owner_id, order_id);
-- What a reload reads: as large as the open orders, not as the history.
CREATE INDEX orders_waiting ON orders (owner_id, order_id) WHERE status = 'waiting';

CREATE TABLE trades (
  trade_id bigint NOT NULL,
  market_id integer NOT NULL,
  price_ticks bigint NOT NULL CHECK (price_ticks > 0),
  quantity_lots bigint NOT NULL CHECK (quantity_lots > 0),
  notional_minor bigint NOT NULL CHECK (notional_minor > 0),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  maker_order_id bigint NOT NULL,
  taker_order_id bigint NOT NULL,
  maker_owner_id bigint NOT NULL,
  taker_owner_id bigint NOT NULL,
  maker_fee_minor bigint NOT NULL,
  taker_fee_minor bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (trade_id, time_ms)
) PARTITION BY RANGE (time_ms);
CREATE TABLE trades_default PARTITION OF trades DEFAULT;
CREATE INDEX trades_market ON trades (market_id, trade_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON trades
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT guard_partition('trades_default', false);
