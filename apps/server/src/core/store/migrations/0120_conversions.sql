-- Conversions, each with the order, the receipt and the index of its legs; the receipts of these legs; and plans that their owner's lock pauses.

CREATE TABLE conversions (
  -- The order of its first leg.
  conversion_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  from_currency_id integer NOT NULL,
  to_currency_id integer NOT NULL,
  spent_minor bigint NOT NULL CHECK (spent_minor > 0),
  -- After all fees.
  received_minor bigint NOT NULL CHECK (received_minor >= 0),
  -- What its quote said, where its owner sent that along.
  quoted_received_minor bigint,
  sale_order_id bigint,
  sale_receipt_id bigint,
  sale_index_e8 bigint,
  purchase_order_id bigint,
  purchase_receipt_id bigint,
  purchase_index_e8 bigint,
  -- The recurring buy that it is a purchase of.
  plan_id bigint,
  due_ms bigint,
  time_ms bigint NOT NULL,
  CONSTRAINT sale CHECK ((sale_order_id IS NULL) = (sale_receipt_id IS NULL)
    AND (sale_order_id IS NULL) = (sale_index_e8 IS NULL)),
  CONSTRAINT purchase CHECK ((purchase_order_id IS NULL) = (purchase_receipt_id IS NULL)
    AND (purchase_order_id IS NULL) = (purchase_index_e8 IS NULL)),
  CONSTRAINT plan CHECK ((plan_id IS NULL) = (due_ms IS NULL))
);
CREATE INDEX conversions_owner ON conversions (owner_id, conversion_id);
CREATE INDEX conversions_plan ON conversions (plan_id, due_ms) WHERE plan_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON conversions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON conversions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE receipts DROP CONSTRAINT receipts_kind_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_kind_check CHECK (kind IN ('open', 'close', 'margin',
  'take_profit', 'stop_loss', 'liquidation', 'profit_cap', 'purchase', 'delivery', 'loss', 'trigger',
  'conversion')) NOT VALID;
ALTER TABLE receipts VALIDATE CONSTRAINT receipts_kind_check;

ALTER TABLE recurring_plans DROP CONSTRAINT recurring_plans_stopped_by_check;
ALTER TABLE recurring_plans ADD CONSTRAINT recurring_plans_stopped_by_check
  CHECK (stopped_by IN ('user', 'total', 'failures', 'until', 'locked', 'unagreed'));
-- When it was stopped by its owner's lock or for want of an agreement, until its owner was told.
ALTER TABLE recurring_plans ADD COLUMN stop_untold_ms bigint;
CREATE INDEX recurring_plans_untold ON recurring_plans (plan_id) WHERE stop_untold_ms IS NOT NULL;
