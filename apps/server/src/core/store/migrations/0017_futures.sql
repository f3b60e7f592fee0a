-- Futures: what they are sold under, and the positions. Lists are json text whose amounts and rates are decimal
-- texts, because json numbers are not exact. What the house keeps ready for positions is frozen in its account.

CREATE TABLE futures_terms (
  market_id integer PRIMARY KEY REFERENCES markets,
  lot_base_minor numeric(38, 0) NOT NULL CHECK (lot_base_minor > 0),
  lots_min bigint NOT NULL CHECK (lots_min > 0),
  lots_max bigint NOT NULL CHECK (lots_max >= lots_min),
  -- [{multiple, maintenance_rate_ppm, notional_max_minor}], ascending by multiple.
  multiples json NOT NULL,
  open_fee_ppm bigint NOT NULL CHECK (open_fee_ppm >= 0),
  close_fee_ppm bigint NOT NULL CHECK (close_fee_ppm >= 0),
  insurance_share_ppm bigint NOT NULL CHECK (insurance_share_ppm >= 0),
  half_spread_ppm bigint NOT NULL CHECK (half_spread_ppm >= 0),
  profit_cap_multiple integer NOT NULL CHECK (profit_cap_multiple > 0),
  open_interest_max_minor bigint NOT NULL CHECK (open_interest_max_minor > 0),
  positions_max integer NOT NULL CHECK (positions_max > 0),
  is_open boolean NOT NULL
);

CREATE TABLE positions (
  position_id bigint PRIMARY KEY CHECK (position_id > 0),
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  currency_id integer NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  type text NOT NULL CHECK (type IN ('market', 'limit')),
  client_order_id text,
  lots bigint NOT NULL CHECK (lots > 0),
  lot_base_minor numeric(38, 0) NOT NULL CHECK (lot_base_minor > 0),
  multiple integer NOT NULL CHECK (multiple > 0),
  maintenance_rate_ppm bigint NOT NULL CHECK (maintenance_rate_ppm >= 0),
  open_fee_ppm bigint NOT NULL CHECK (open_fee_ppm >= 0),
  close_fee_ppm bigint NOT NULL CHECK (close_fee_ppm >= 0),
  insurance_share_ppm bigint NOT NULL CHECK (insurance_share_ppm >= 0),
  half_spread_ppm bigint NOT NULL CHECK (half_spread_ppm >= 0),
  profit_cap_multiple integer NOT NULL CHECK (profit_cap_multiple > 0),
  price_e8 bigint CHECK (price_e8 > 0),
  open_price_e8 bigint CHECK (open_price_e8 > 0),
  close_price_e8 bigint CHECK (close_price_e8 > 0),
  take_profit_e8 bigint CHECK (take_profit_e8 > 0),
  stop_loss_e8 bigint CHECK (stop_loss_e8 > 0),
  margin_minor bigint NOT NULL CHECK (margin_minor > 0),
  maintenance_minor bigint NOT NULL CHECK (maintenance_minor >= 0),
  open_fee_minor bigint NOT NULL CHECK (open_fee_minor >= 0),
  close_fee_minor bigint NOT NULL CHECK (close_fee_minor >= 0),
  hold_minor bigint NOT NULL CHECK (hold_minor >= 0),
  reserved_minor bigint NOT NULL CHECK (reserved_minor >= 0),
  realised_pnl_minor bigint,
  insurance_paid_minor bigint NOT NULL CHECK (insurance_paid_minor >= 0),
  status text NOT NULL CHECK (status IN ('waiting', 'holding', 'closed', 'cancelled')),
  close_reason text CHECK (close_reason IN ('user', 'take_profit', 'stop_loss', 'liquidation',
    'profit_cap', 'insufficient_balance', 'house_limit', 'market_closed')),
  open_receipt_id bigint,
  close_receipt_id bigint,
  created_at_ms bigint NOT NULL,
  opened_at_ms bigint,
  closed_at_ms bigint,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT limit_has_price CHECK ((type = 'limit') = (price_e8 IS NOT NULL)),
  CONSTRAINT waits_for_limit CHECK (status <> 'waiting' OR type = 'limit'),
  -- What opened has a price and a receipt, what closed both twice; what was cancelled never opened.
  CHECK (CASE WHEN status IN ('holding', 'closed')
    THEN num_nulls(open_price_e8, open_receipt_id, opened_at_ms) = 0
    ELSE num_nonnulls(open_price_e8, open_receipt_id, opened_at_ms) = 0 END),
  CHECK (CASE WHEN status = 'closed'
    THEN num_nulls(close_price_e8, close_receipt_id, realised_pnl_minor) = 0
    ELSE num_nonnulls(close_price_e8, close_receipt_id, realised_pnl_minor) = 0 END),
  CHECK (CASE WHEN status IN ('waiting', 'holding')
    THEN num_nonnulls(close_reason, closed_at_ms) = 0 AND hold_minor > 0
    ELSE num_nulls(close_reason, closed_at_ms) = 0 AND hold_minor = 0 AND reserved_minor = 0 END),
  -- Nobody loses more than the margin or wins more than was promised, and only a deficit is insured.
  CONSTRAINT pnl_within CHECK (realised_pnl_minor
    BETWEEN -margin_minor AND margin_minor::numeric * profit_cap_multiple),
  CONSTRAINT insured_loss CHECK (insurance_paid_minor = 0 OR realised_pnl_minor = -margin_minor)
) WITH (fillfactor = 80);
-- The natural key: it still refuses a repeated opening when the idempotency key is long gone.
CREATE UNIQUE INDEX positions_client_order_id ON positions (owner_id, client_order_id)
  WHERE client_order_id IS NOT NULL;
CREATE INDEX positions_owner ON positions (owner_id, position_id);
CREATE INDEX positions_market ON positions (market_id, position_id);
-- What a reload reads, an owner's sums and what the house stands for: as large as what is open.
CREATE INDEX positions_open ON positions (owner_id, position_id) WHERE status IN ('waiting', 'holding');

-- What a position was asked for and opened at never changes, and what is over stays as it ended.
CREATE TRIGGER as_opened BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.status IN ('closed', 'cancelled')
    OR (OLD.status = 'holding' AND (NEW.status NOT IN ('holding', 'closed')
      OR ROW(NEW.open_price_e8, NEW.open_receipt_id, NEW.opened_at_ms, NEW.margin_minor,
        NEW.maintenance_minor, NEW.open_fee_minor)
      IS DISTINCT FROM ROW(OLD.open_price_e8, OLD.open_receipt_id, OLD.opened_at_ms, OLD.margin_minor,
        OLD.maintenance_minor, OLD.open_fee_minor)))
    OR ROW(NEW.position_id, NEW.owner_id, NEW.market_id, NEW.currency_id, NEW.side, NEW.type,
      NEW.client_order_id, NEW.lots, NEW.lot_base_minor, NEW.multiple, NEW.maintenance_rate_ppm,
      NEW.open_fee_ppm, NEW.close_fee_ppm, NEW.insurance_share_ppm, NEW.half_spread_ppm,
      NEW.profit_cap_multiple, NEW.price_e8, NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.position_id, OLD.owner_id, OLD.market_id, OLD.currency_id, OLD.side, OLD.type,
      OLD.client_order_id, OLD.lots, OLD.lot_base_minor, OLD.multiple, OLD.maintenance_rate_ppm,
      OLD.open_fee_ppm, OLD.close_fee_ppm, OLD.insurance_share_ppm, OLD.half_spread_ppm,
      OLD.profit_cap_multiple, OLD.price_e8, OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON positions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON positions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Terms of both derivatives have versions like all others.
ALTER TABLE terms_versions DROP CONSTRAINT terms_versions_kind_check;
ALTER TABLE terms_versions ADD CONSTRAINT terms_versions_kind_check
  CHECK (kind IN ('chain', 'settings', 'bank_account', 'currency', 'market', 'futures', 'options',
    'option_currency'));
