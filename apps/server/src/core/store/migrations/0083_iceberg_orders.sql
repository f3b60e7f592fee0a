-- Orders that show a part of themselves at a time. What is shown next has a new place in the queue, so their place and what is
-- hidden change while they wait, without an amendment.

ALTER TABLE orders
  -- The most that is shown at a time; NULL where that is all.
  ADD COLUMN display_lots bigint CHECK (display_lots > 0 AND display_lots <= quantity_lots),
  -- What is not shown now. NULL of one that is over.
  ADD COLUMN hidden_lots bigint
    CHECK (hidden_lots IS NULL OR (display_lots IS NOT NULL AND hidden_lots >= 0 AND hidden_lots < quantity_lots));
DROP TRIGGER amended_while_waiting ON orders;
CREATE TRIGGER amended_while_waiting BEFORE UPDATE OF price_ticks, quantity_lots, priority, display_lots ON orders FOR EACH ROW
  WHEN (OLD.status <> 'waiting' AND ROW(NEW.price_ticks, NEW.quantity_lots, NEW.priority, NEW.display_lots)
    IS DISTINCT FROM ROW(OLD.price_ticks, OLD.quantity_lots, OLD.priority, OLD.display_lots))
  EXECUTE FUNCTION refuse_change();

ALTER TABLE order_amendments
  ADD COLUMN display_before_lots bigint CHECK (display_before_lots > 0),
  ADD COLUMN display_lots bigint CHECK (display_lots > 0),
  DROP CONSTRAINT changes_something,
  DROP CONSTRAINT only_smaller_keeps_its_place,
  ADD CONSTRAINT changes_something
    CHECK ((price_ticks, quantity_lots, display_lots)
      IS DISTINCT FROM (price_before_ticks, quantity_before_lots, display_before_lots)),
  ADD CONSTRAINT only_smaller_keeps_its_place
    CHECK (NOT is_in_place OR (price_ticks = price_before_ticks AND quantity_lots <= quantity_before_lots
      AND (display_before_lots IS NULL OR (display_lots IS NOT NULL AND display_lots <= display_before_lots))));
