-- Plans that buy on days of their owner's, and what became of each due.

CREATE TABLE recurring_plans (
  plan_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- The caller's: a plan that was asked for twice is one.
  client_plan_id text NOT NULL CHECK (length(client_plan_id) BETWEEN 1 AND 36),
  market_id integer NOT NULL REFERENCES markets,
  -- Of the quote currency, each time.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- Bit 0 is Monday; 0 where it is a day of the month.
  weekdays integer NOT NULL CHECK (weekdays BETWEEN 0 AND 127),
  month_day integer CHECK (month_day BETWEEN 1 AND 31),
  minute integer NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  total_minor bigint CHECK (total_minor > 0),
  max_price_e8 bigint CHECK (max_price_e8 > 0),
  until_ms bigint,
  state text NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
  stopped_by text CHECK (stopped_by IN ('user', 'total', 'failures', 'until')),
  -- What is carried out next, also while it is paused: then it counts for nothing.
  due_ms bigint NOT NULL,
  spent_minor bigint NOT NULL DEFAULT 0,
  bought_minor bigint NOT NULL DEFAULT 0,
  -- In a row.
  failures integer NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL,
  UNIQUE (user_id, client_plan_id),
  CONSTRAINT days CHECK ((weekdays = 0) = (month_day IS NOT NULL)),
  CONSTRAINT stop CHECK ((state = 'active') = (stopped_by IS NULL))
);
CREATE INDEX recurring_plans_due ON recurring_plans (due_ms, plan_id) WHERE state = 'active';

CREATE TABLE recurring_purchases (
  plan_id bigint NOT NULL REFERENCES recurring_plans,
  due_ms bigint NOT NULL,
  done_at_ms bigint NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('bought', 'failed', 'skipped', 'missed')),
  cause text,
  -- Dues that this row stands for.
  due_count integer NOT NULL CHECK (due_count > 0),
  order_id bigint,
  spent_minor bigint NOT NULL,
  bought_minor bigint NOT NULL,
  -- By what it stopped its plan.
  stopped_by text,
  -- Its owner.
  is_told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (plan_id, due_ms),
  CONSTRAINT bought CHECK ((outcome = 'bought') = (order_id IS NOT NULL))
);
CREATE INDEX recurring_purchases_untold ON recurring_purchases (due_ms, plan_id) WHERE NOT is_told;
