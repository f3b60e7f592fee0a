-- Locked funds, subscriptions to new currencies, and referral: what they are sold under, and the orders.

CREATE TABLE hosting_products (
  product_id integer PRIMARY KEY CHECK (product_id > 0),
  currency_id integer NOT NULL REFERENCES currencies,
  days integer NOT NULL CHECK (days > 0),
  min_minor bigint NOT NULL CHECK (min_minor > 0),
  max_minor bigint NOT NULL CHECK (max_minor >= min_minor),
  capacity_minor bigint NOT NULL CHECK (capacity_minor > 0),
  daily_yield_ppm bigint NOT NULL CHECK (daily_yield_ppm > 0),
  damages_rate_ppm bigint NOT NULL CHECK (damages_rate_ppm >= 0),
  is_open boolean NOT NULL,
  -- What of it is in hosting now: added up by the batches, so that products are listed cheaply.
  principal_minor bigint NOT NULL DEFAULT 0 CHECK (principal_minor >= 0),
  orders bigint NOT NULL DEFAULT 0 CHECK (orders >= 0)
) WITH (fillfactor = 50);
CREATE TRIGGER as_offered BEFORE UPDATE ON hosting_products FOR EACH ROW
  WHEN (ROW(NEW.product_id, NEW.currency_id) IS DISTINCT FROM ROW(OLD.product_id, OLD.currency_id))
  EXECUTE FUNCTION refuse_change();

CREATE TABLE hosting_orders (
  hosting_id bigint PRIMARY KEY CHECK (hosting_id > 0),
  owner_id bigint NOT NULL,
  product_id integer NOT NULL,
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  days integer NOT NULL CHECK (days > 0),
  daily_yield_ppm bigint NOT NULL CHECK (daily_yield_ppm > 0),
  damages_rate_ppm bigint NOT NULL CHECK (damages_rate_ppm >= 0),
  interest_minor bigint NOT NULL,
  posted_days integer NOT NULL CHECK (posted_days BETWEEN 0 AND days),
  earned_minor bigint NOT NULL,
  damages_minor bigint NOT NULL,
  penalty_minor bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('hosting', 'completed', 'redeemed')),
  paid_at_ms bigint NOT NULL,
  completes_at_ms bigint NOT NULL CHECK (completes_at_ms = paid_at_ms + days * 86400000::bigint),
  ended_at_ms bigint,
  -- UTC day number of the last posting, and what of earned_minor was posted on it.
  earned_day integer,
  earned_day_minor bigint NOT NULL DEFAULT 0 CHECK (earned_day_minor BETWEEN 0 AND earned_minor),
  -- Interest is what the terms say, and what is earned is what the posted days say (decisions §10).
  CONSTRAINT interest_of_terms CHECK (interest_minor =
    div(amount_minor::numeric * daily_yield_ppm * days, 1000000)),
  CONSTRAINT earned_of_days CHECK (earned_minor = div(interest_minor::numeric * posted_days, days)),
  -- Only an early redemption costs anything, by a rule, and never more than the principal.
  CONSTRAINT damages_of_redemption CHECK (damages_minor = CASE status WHEN 'redeemed'
    THEN least(div(amount_minor::numeric * damages_rate_ppm * (days - posted_days), 1000000),
      amount_minor) ELSE 0 END),
  CONSTRAINT penalty_of_redemption CHECK (penalty_minor = CASE status WHEN 'redeemed'
    THEN least(div(amount_minor::numeric * daily_yield_ppm * 3, 2000000),
      amount_minor - damages_minor) ELSE 0 END),
  CHECK (CASE status
    WHEN 'hosting' THEN ended_at_ms IS NULL AND posted_days < days
    WHEN 'completed' THEN ended_at_ms >= completes_at_ms AND posted_days = days
    ELSE ended_at_ms >= paid_at_ms + posted_days * 86400000::bigint
      AND ended_at_ms < paid_at_ms + (posted_days + 1) * 86400000::bigint END IS TRUE)
) WITH (fillfactor = 80);
CREATE INDEX hosting_orders_owner ON hosting_orders (owner_id, hosting_id);
CREATE INDEX hosting_orders_product ON hosting_orders (product_id, hosting_id);
-- What a reload and the checks read: as large as what is in hosting, not as the history.
CREATE INDEX hosting_orders_hosting ON hosting_orders (hosting_id) WHERE status = 'hosting';
-- Orders are added as time goes by, and what was bought of late is found by it.
CREATE INDEX hosting_orders_paid ON hosting_orders USING brin (paid_at_ms);
-- What owners are told of.
CREATE INDEX hosting_orders_completed ON hosting_orders (ended_at_ms) WHERE status = 'completed';

-- Days are posted in turn; what was bought never changes, and what has ended stays as it ended (Y1, Y3).
CREATE TRIGGER as_bought BEFORE UPDATE ON hosting_orders FOR EACH ROW
  WHEN (OLD.status <> 'hosting' OR NEW.posted_days < OLD.posted_days
    OR ROW(NEW.hosting_id, NEW.owner_id, NEW.product_id, NEW.currency_id, NEW.amount_minor, NEW.days,
      NEW.daily_yield_ppm, NEW.damages_rate_ppm, NEW.interest_minor, NEW.paid_at_ms)
    IS DISTINCT FROM ROW(OLD.hosting_id, OLD.owner_id, OLD.product_id, OLD.currency_id, OLD.amount_minor,
      OLD.days, OLD.daily_yield_ppm, OLD.damages_rate_ppm, OLD.interest_minor, OLD.paid_at_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON hosting_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON hosting_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE offerings (
  offering_id integer PRIMARY KEY CHECK (offering_id > 0),
  currency_id integer NOT NULL REFERENCES currencies,
  payment_currency_id integer NOT NULL REFERENCES currencies CHECK (payment_currency_id <> currency_id),
  issue_price_e8 bigint NOT NULL CHECK (issue_price_e8 > 0),
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  min_minor bigint NOT NULL CHECK (min_minor > 0),
  max_minor bigint NOT NULL CHECK (max_minor >= min_minor),
  lockup_days integer NOT NULL CHECK (lockup_days >= 0),
  starts_at_ms bigint NOT NULL,
  closes_at_ms bigint NOT NULL CHECK (closes_at_ms > starts_at_ms),
  launches_at_ms bigint NOT NULL CHECK (launches_at_ms >= closes_at_ms),
  is_open boolean NOT NULL,
  -- Never more than there is (N1).
  sold_minor bigint NOT NULL CHECK (sold_minor BETWEEN 0 AND total_minor),
  -- {language: text}, written by the service and not by batches.
  introductions jsonb NOT NULL DEFAULT '{}'
);
CREATE TRIGGER as_offered BEFORE UPDATE ON offerings FOR EACH ROW
  WHEN (ROW(NEW.offering_id, NEW.currency_id, NEW.payment_currency_id)
    IS DISTINCT FROM ROW(OLD.offering_id, OLD.currency_id, OLD.payment_currency_id))
  EXECUTE FUNCTION refuse_change();

CREATE TABLE subscriptions (
  subscription_id bigint PRIMARY KEY CHECK (subscription_id > 0),
  owner_id bigint NOT NULL,
  offering_id integer NOT NULL,
  currency_id integer NOT NULL,
  payment_currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  paid_minor bigint NOT NULL CHECK (paid_minor > 0),
  issue_price_e8 bigint NOT NULL CHECK (issue_price_e8 > 0),
  unlocks_at_ms bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('under_review', 'passed', 'rejected')),
  is_released boolean NOT NULL,
  operator_id bigint,
  reason text,
  created_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  released_at_ms bigint,
  CHECK (CASE status WHEN 'under_review' THEN num_nonnulls(operator_id, reason, decided_at_ms) = 0
    ELSE num_nulls(operator_id, decided_at_ms) = 0 END),
  -- Only what passed is released, and not before its time.
  CHECK (CASE WHEN is_released THEN status = 'passed' AND released_at_ms IS NOT NULL
    AND released_at_ms >= unlocks_at_ms ELSE released_at_ms IS NULL END)
) WITH (fillfactor = 80);
CREATE INDEX subscriptions_owner ON subscriptions (owner_id, subscription_id);
CREATE INDEX subscriptions_offering ON subscriptions (offering_id, subscription_id);
-- What a reload reads.
CREATE INDEX subscriptions_open ON subscriptions (subscription_id)
  WHERE status = 'under_review' OR (status = 'passed' AND NOT is_released);
-- The queue: what is under review by age, then what is decided, the newest first.
CREATE INDEX subscriptions_queue ON subscriptions (
  (CASE WHEN status = 'under_review' THEN 0 ELSE 1 END),
  (CASE WHEN status = 'under_review' THEN subscription_id ELSE -subscription_id END));

-- What a start reads to tell what a crash kept from being told.
CREATE INDEX subscriptions_told ON subscriptions (coalesce(released_at_ms, decided_at_ms));

-- A subscription is decided once, and released once after it passed; what was asked for never changes.
CREATE TRIGGER decided_once BEFORE UPDATE ON subscriptions FOR EACH ROW
  WHEN (OLD.status = 'rejected' OR OLD.is_released
    OR (OLD.status = 'passed' AND ROW(NEW.status, NEW.operator_id, NEW.reason, NEW.decided_at_ms)
      IS DISTINCT FROM ROW(OLD.status, OLD.operator_id, OLD.reason, OLD.decided_at_ms))
    OR ROW(NEW.subscription_id, NEW.owner_id, NEW.offering_id, NEW.currency_id, NEW.payment_currency_id,
      NEW.amount_minor, NEW.paid_minor, NEW.issue_price_e8, NEW.unlocks_at_ms, NEW.created_at_ms)
    IS DISTINCT FROM ROW(OLD.subscription_id, OLD.owner_id, OLD.offering_id, OLD.currency_id,
      OLD.payment_currency_id, OLD.amount_minor, OLD.paid_minor, OLD.issue_price_e8, OLD.unlocks_at_ms,
      OLD.created_at_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON subscriptions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON subscriptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE referral_terms (
  terms_id smallint PRIMARY KEY CHECK (terms_id = 1),
  -- [{needs, ratio_ppm}], ascending by needs; ratios are decimal texts.
  levels json NOT NULL
);

CREATE TABLE partners (
  owner_id bigint PRIMARY KEY,
  -- Absent: was a partner and is none any more.
  ratio_ppm bigint CHECK (ratio_ppm BETWEEN 0 AND 1000000),
  -- When the present partnership began.
  since_ms bigint NOT NULL
);
CREATE INDEX partners_present ON partners (owner_id) WHERE ratio_ppm IS NOT NULL;
-- Who is a partner is said there: users.is_partner is not read any more.

-- Who invited whom, for ever (R1).
CREATE TABLE referrals (
  owner_id bigint PRIMARY KEY,
  inviter_id bigint NOT NULL CHECK (inviter_id <> owner_id)
);
CREATE INDEX referrals_inviter ON referrals (inviter_id, owner_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON referrals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON referrals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Those who were invited before inviters earned anything.
INSERT INTO referrals
  SELECT invited.user_id, invited.inviter_id FROM users AS invited
  JOIN owners AS own ON own.owner_id = invited.user_id
  JOIN owners AS inviting ON inviting.owner_id = invited.inviter_id
  ORDER BY invited.user_id;

CREATE TABLE rebates (
  rebate_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id bigint NOT NULL,
  invitee_id bigint NOT NULL,
  inviter_id bigint NOT NULL CHECK (inviter_id <> invitee_id),
  currency_id integer NOT NULL,
  fee_minor bigint NOT NULL CHECK (fee_minor > 0),
  -- Never more than the fee (B13).
  amount_minor bigint NOT NULL CHECK (amount_minor BETWEEN 0 AND fee_minor),
  ratio_ppm bigint NOT NULL CHECK (ratio_ppm BETWEEN 0 AND 1000000),
  day integer NOT NULL CHECK (day = time_ms / 86400000),
  time_ms bigint NOT NULL,
  CONSTRAINT within_ratio CHECK (amount_minor <= div(fee_minor::numeric * ratio_ppm, 1000000))
);
CREATE INDEX rebates_inviter ON rebates (inviter_id, rebate_id);
CREATE INDEX rebates_invitee ON rebates (invitee_id, rebate_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON rebates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON rebates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rebate_days (
  inviter_id bigint NOT NULL,
  currency_id integer NOT NULL,
  -- UTC day number.
  day integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- A day is paid when it is over.
  paid_at_ms bigint CHECK (paid_at_ms >= (day + 1) * 86400000::bigint),
  PRIMARY KEY (inviter_id, currency_id, day)
) WITH (fillfactor = 80);
-- What a reload reads.
CREATE INDEX rebate_days_pending ON rebate_days (day, inviter_id, currency_id) WHERE paid_at_ms IS NULL;
-- A day is paid once, all of it, and until then only grows.
CREATE TRIGGER paid_once BEFORE UPDATE ON rebate_days FOR EACH ROW
  WHEN (OLD.paid_at_ms IS NOT NULL OR NEW.amount_minor < OLD.amount_minor
    OR ROW(NEW.inviter_id, NEW.currency_id, NEW.day)
      IS DISTINCT FROM ROW(OLD.inviter_id, OLD.currency_id, OLD.day))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON rebate_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON rebate_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What each invitee paid in fees and brought their inviter, in all: added up by the batches.
CREATE TABLE referral_sums (
  invitee_id bigint NOT NULL,
  currency_id integer NOT NULL,
  inviter_id bigint NOT NULL,
  fee_minor numeric(38, 0) NOT NULL CHECK (fee_minor > 0),
  rebate_minor numeric(38, 0) NOT NULL CHECK (rebate_minor BETWEEN 0 AND fee_minor),
  PRIMARY KEY (invitee_id, currency_id)
) WITH (fillfactor = 80);
CREATE INDEX referral_sums_inviter ON referral_sums (inviter_id, currency_id);

-- Terms of all three have versions like all others, and take two operators.
ALTER TABLE terms_versions DROP CONSTRAINT terms_versions_kind_check;
ALTER TABLE terms_versions ADD CONSTRAINT terms_versions_kind_check
  CHECK (kind IN ('chain', 'settings', 'bank_account', 'currency', 'market', 'futures', 'options',
    'option_currency', 'hosting', 'offering', 'referral'));
ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check
  CHECK (kind IN ('journal_entry', 'chain_terms', 'custody_settings', 'bank_account', 'futures_terms',
    'option_terms', 'option_currency', 'hosting_terms', 'offering_terms', 'referral_terms',
    'refund_withdrawal', 'resend_withdrawal', 'mark_sent', 'unfreeze_user', 'reset_operator',
    'change_operator'));
