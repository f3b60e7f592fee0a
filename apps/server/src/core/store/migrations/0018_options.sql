-- Options: what they are sold under, what they are paid in, and the orders. Lists are json text whose amounts
-- and rates are decimal texts, because json numbers are not exact.

CREATE TABLE option_terms (
  market_id integer PRIMARY KEY REFERENCES markets,
  -- [{seconds, payout_ratio_ppm, min_minor, max_minor}], ascending by seconds.
  times json NOT NULL,
  exposure_max_minor bigint NOT NULL CHECK (exposure_max_minor > 0),
  orders_max integer NOT NULL CHECK (orders_max > 0),
  is_open boolean NOT NULL
);

CREATE TABLE option_currencies (
  currency_id integer PRIMARY KEY REFERENCES currencies,
  fee_ppm bigint NOT NULL CHECK (fee_ppm >= 0),
  -- [amount], ascending.
  presets json NOT NULL,
  is_open boolean NOT NULL
);

CREATE TABLE option_orders (
  option_id bigint PRIMARY KEY CHECK (option_id > 0),
  owner_id bigint NOT NULL,
  market_id integer NOT NULL,
  currency_id integer NOT NULL,
  direction text NOT NULL CHECK (direction IN ('rise', 'fall')),
  seconds integer NOT NULL CHECK (seconds > 0),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  fee_ppm bigint NOT NULL CHECK (fee_ppm >= 0),
  payout_ratio_ppm bigint NOT NULL CHECK (payout_ratio_ppm > 0),
  payout_minor bigint NOT NULL CHECK (payout_minor >= 0),
  strike_e8 bigint NOT NULL CHECK (strike_e8 > 0),
  purchased_at_ms bigint NOT NULL,
  delivers_at_ms bigint NOT NULL CHECK (delivers_at_ms = purchased_at_ms + seconds * 1000::bigint),
  window_ms bigint NOT NULL CHECK (window_ms > 0 AND window_ms <= seconds * 1000::bigint),
  status text NOT NULL CHECK (status IN ('open', 'settled')),
  outcome text CHECK (outcome IN ('rise', 'fall', 'even')),
  result text,
  delivery_price_e8 bigint CHECK (delivery_price_e8 > 0),
  paid_minor bigint,
  profit_minor bigint,
  purchase_receipt_id bigint NOT NULL,
  delivery_receipt_id bigint,
  settled_at_ms bigint,
  CHECK (CASE status
    WHEN 'open' THEN num_nonnulls(outcome, result, delivery_price_e8, paid_minor, profit_minor,
      delivery_receipt_id, settled_at_ms) = 0
    ELSE num_nulls(result, paid_minor, profit_minor, delivery_receipt_id, settled_at_ms) = 0
      AND settled_at_ms >= delivers_at_ms END),
  -- A result follows from the outcome, and what is paid from the result: no row can say otherwise.
  CONSTRAINT result_of_outcome CHECK (result = CASE
    WHEN outcome IS NULL THEN 'refunded' WHEN outcome = 'even' THEN 'flat'
    WHEN outcome = direction THEN 'win' ELSE 'lose' END),
  CONSTRAINT outcome_has_price CHECK ((outcome IS NULL) = (delivery_price_e8 IS NULL)),
  CONSTRAINT paid_by_result CHECK (paid_minor = CASE result
    WHEN 'win' THEN stake_minor + payout_minor WHEN 'lose' THEN 0
    WHEN 'flat' THEN stake_minor ELSE stake_minor + fee_minor END),
  CONSTRAINT profit_of_paid CHECK (profit_minor = paid_minor - stake_minor - fee_minor)
) WITH (fillfactor = 80);
CREATE INDEX option_orders_owner ON option_orders (owner_id, option_id);
-- What a reload reads: as large as what is open, not as the history.
CREATE INDEX option_orders_open ON option_orders (market_id, delivers_at_ms, option_id)
  WHERE status = 'open';

-- An order changes once, when it is settled; what it was bought as never does (reliability.md P1).
CREATE TRIGGER settled_once BEFORE UPDATE ON option_orders FOR EACH ROW
  WHEN (OLD.status <> 'open' OR NEW.status <> 'settled' OR ROW(NEW.option_id, NEW.owner_id,
    NEW.market_id, NEW.currency_id, NEW.direction, NEW.seconds, NEW.stake_minor, NEW.fee_minor,
    NEW.fee_ppm, NEW.payout_ratio_ppm, NEW.payout_minor, NEW.strike_e8, NEW.purchased_at_ms,
    NEW.delivers_at_ms, NEW.window_ms, NEW.purchase_receipt_id)
    IS DISTINCT FROM ROW(OLD.option_id, OLD.owner_id,
    OLD.market_id, OLD.currency_id, OLD.direction, OLD.seconds, OLD.stake_minor, OLD.fee_minor,
    OLD.fee_ppm, OLD.payout_ratio_ppm, OLD.payout_minor, OLD.strike_e8, OLD.purchased_at_ms,
    OLD.delivers_at_ms, OLD.window_ms, OLD.purchase_receipt_id))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON option_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON option_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Terms of both derivatives take two operators.
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'refund_withdrawal', 'resend_withdrawal', 'mark_sent',
    'unfreeze_user', 'reset_operator', 'change_operator'));
