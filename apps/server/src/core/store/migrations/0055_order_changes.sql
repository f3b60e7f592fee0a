-- Orders that are amended while they wait, that say who goes where they meet one of their owner's, and that are good till a
-- time.

ALTER TABLE orders
  -- Its place in the queue of its price, where that is not its id: a number of the orders' ids, and never an order's.
  ADD COLUMN priority bigint CHECK (priority > order_id),
  ADD COLUMN expires_at_ms bigint CHECK (expires_at_ms > created_at_ms),
  -- NULL where it is the order that comes which goes.
  ADD COLUMN self_trade text CHECK (self_trade IN ('expire_maker', 'expire_both'));
-- They cost nothing where these columns are not written: an order's ordinary updates leave them out.
CREATE TRIGGER keeps_its_terms BEFORE UPDATE OF expires_at_ms, self_trade ON orders FOR EACH ROW
  WHEN (ROW(NEW.expires_at_ms, NEW.self_trade) IS DISTINCT FROM ROW(OLD.expires_at_ms, OLD.self_trade))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER amended_while_waiting BEFORE UPDATE OF price_ticks, quantity_lots, priority ON orders FOR EACH ROW
  WHEN (OLD.status <> 'waiting' AND ROW(NEW.price_ticks, NEW.quantity_lots, NEW.priority)
    IS DISTINCT FROM ROW(OLD.price_ticks, OLD.quantity_lots, OLD.priority))
  EXECUTE FUNCTION refuse_change();

-- What an order said before, and what since, once for each change.
CREATE TABLE order_amendments (
  order_id bigint NOT NULL,
  -- Of the command.
  sequence bigint NOT NULL,
  owner_id bigint NOT NULL,
  price_before_ticks bigint NOT NULL CHECK (price_before_ticks > 0),
  quantity_before_lots bigint NOT NULL CHECK (quantity_before_lots > 0),
  price_ticks bigint NOT NULL CHECK (price_ticks > 0),
  quantity_lots bigint NOT NULL CHECK (quantity_lots > 0),
  is_in_place boolean NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (order_id, sequence),
  CONSTRAINT changes_something
    CHECK ((price_ticks, quantity_lots) IS DISTINCT FROM (price_before_ticks, quantity_before_lots)),
  CONSTRAINT only_smaller_keeps_its_place
    CHECK (NOT is_in_place OR (price_ticks = price_before_ticks AND quantity_lots < quantity_before_lots))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_amendments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON order_amendments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
