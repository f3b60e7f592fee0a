-- Parts of positions, added margin, stops of parts and amended limits. What a position was asked for still never changes,
-- but for what its owner may change: a waiting one its limit and lots, a holding one by closing parts and adding margin.
ALTER TABLE positions ADD COLUMN part_of bigint CHECK (part_of > 0);
ALTER TABLE positions ADD COLUMN margin_added_minor bigint CHECK (margin_added_minor > 0);
ALTER TABLE positions ADD COLUMN change_receipt_id bigint;
-- Prices are decimal texts, since json numbers are not exact.
ALTER TABLE positions ADD COLUMN levels json;
-- A part is closed as it comes to be.
ALTER TABLE positions ADD CONSTRAINT part_is_over CHECK (part_of IS NULL OR status = 'closed');
ALTER TABLE positions ADD CONSTRAINT added_while_held
  CHECK (margin_added_minor IS NULL OR (margin_added_minor < margin_minor AND status IN ('holding', 'closed')));
CREATE INDEX positions_parts ON positions (part_of) WHERE part_of IS NOT NULL;

-- The cap does not count what was added.
ALTER TABLE positions DROP CONSTRAINT pnl_within;
ALTER TABLE positions ADD CONSTRAINT pnl_within CHECK (realised_pnl_minor BETWEEN -margin_minor
  AND (margin_minor - coalesce(margin_added_minor, 0))::numeric * profit_cap_multiple);

-- A batch writes a row as it last was, so that several changes of a position may be one here.
DROP TRIGGER as_opened ON positions;
CREATE TRIGGER as_opened BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.status IN ('closed', 'cancelled')
    OR (OLD.status = 'holding' AND (NEW.status NOT IN ('holding', 'closed')
      OR ROW(NEW.open_price_e8, NEW.open_receipt_id, NEW.opened_at_ms, NEW.price_e8)
      IS DISTINCT FROM ROW(OLD.open_price_e8, OLD.open_receipt_id, OLD.opened_at_ms, OLD.price_e8)
      -- Lots only become fewer, and what follows from them with them; while they stay only margin is added.
      OR NEW.lots > OLD.lots OR NEW.maintenance_minor > OLD.maintenance_minor
      OR NEW.open_fee_minor > OLD.open_fee_minor
      OR NEW.margin_minor - coalesce(NEW.margin_added_minor, 0)
        > OLD.margin_minor - coalesce(OLD.margin_added_minor, 0)
      OR (NEW.lots = OLD.lots AND (NEW.margin_minor < OLD.margin_minor
        OR ROW(NEW.maintenance_minor, NEW.open_fee_minor,
          NEW.margin_minor - coalesce(NEW.margin_added_minor, 0))
        IS DISTINCT FROM ROW(OLD.maintenance_minor, OLD.open_fee_minor,
          OLD.margin_minor - coalesce(OLD.margin_added_minor, 0))))
      -- Each such change has a receipt, later than those of before.
      OR (ROW(NEW.lots, NEW.margin_minor) IS DISTINCT FROM ROW(OLD.lots, OLD.margin_minor)
        AND coalesce(NEW.change_receipt_id, 0) <= coalesce(OLD.change_receipt_id, OLD.open_receipt_id))
      OR (ROW(NEW.lots, NEW.margin_minor) IS NOT DISTINCT FROM ROW(OLD.lots, OLD.margin_minor)
        AND NEW.change_receipt_id IS DISTINCT FROM OLD.change_receipt_id)))
    OR ROW(NEW.position_id, NEW.owner_id, NEW.market_id, NEW.currency_id, NEW.side, NEW.type,
      NEW.client_order_id, NEW.lot_base_minor, NEW.multiple, NEW.maintenance_rate_ppm,
      NEW.open_fee_ppm, NEW.close_fee_ppm, NEW.insurance_share_ppm, NEW.half_spread_ppm,
      NEW.profit_cap_multiple, NEW.part_of, NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.position_id, OLD.owner_id, OLD.market_id, OLD.currency_id, OLD.side, OLD.type,
      OLD.client_order_id, OLD.lot_base_minor, OLD.multiple, OLD.maintenance_rate_ppm,
      OLD.open_fee_ppm, OLD.close_fee_ppm, OLD.insurance_share_ppm, OLD.half_spread_ppm,
      OLD.profit_cap_multiple, OLD.part_of, OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();

ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('open', 'close', 'margin',
  'take_profit', 'stop_loss', 'liquidation', 'profit_cap', 'purchase', 'delivery', 'loss', 'trigger'));
