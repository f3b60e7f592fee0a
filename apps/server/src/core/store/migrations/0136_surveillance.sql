-- Findings of surveillance with their evidence, what operators did about each, and how far each rule has looked.

-- One row a rule: what came before is looked at. Where two processes look at once, one moves it on and the other writes nothing.
CREATE TABLE surveillance_places (
  rule text PRIMARY KEY CHECK (rule IN ('wash_trade', 'layering', 'ramping', 'marking', 'quality')),
  done_until_ms bigint NOT NULL,
  -- From where on orders and trades are read for the next window.
  first_order_id bigint NOT NULL,
  first_trade_id bigint NOT NULL
);

CREATE TABLE findings (
  finding_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Names what was found: whoever looks again finds the same.
  finding_key text NOT NULL UNIQUE,
  rule text NOT NULL CHECK (rule IN ('wash_trade', 'layering', 'ramping', 'marking')),
  market_id integer NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL CHECK (to_ms >= from_ms),
  owners bigint[] NOT NULL CHECK (cardinality(owners) > 0),
  order_ids bigint[] NOT NULL,
  trade_ids bigint[] NOT NULL CHECK (cardinality(trade_ids) > 0),
  figures json NOT NULL,
  -- The orders and trades as they were, as many as are kept.
  evidence json NOT NULL,
  found_at_ms bigint NOT NULL
);
CREATE INDEX findings_rule ON findings (rule, market_id, to_ms);
CREATE INDEX findings_found ON findings (found_at_ms);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON findings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON findings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a finding's state is made of. One operator asks that it ends, another confirms it: nobody ends one alone.
CREATE TABLE finding_acts (
  act_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finding_id bigint NOT NULL REFERENCES findings,
  operator_id bigint NOT NULL REFERENCES operators,
  kind text NOT NULL CHECK (kind IN ('looked', 'asked', 'confirmed', 'declined')),
  outcome text CHECK (outcome IN ('dismissed', 'acted')),
  -- Who asked for what is confirmed.
  asked_by bigint REFERENCES operators,
  reason text NOT NULL,
  time_ms bigint NOT NULL,
  CHECK ((kind IN ('asked', 'confirmed')) = (outcome IS NOT NULL)),
  CHECK ((kind = 'confirmed') = (asked_by IS NOT NULL)),
  CONSTRAINT by_two CHECK (asked_by <> operator_id)
);
CREATE INDEX finding_acts_finding ON finding_acts (finding_id, act_id);
CREATE UNIQUE INDEX finding_acts_ended ON finding_acts (finding_id) WHERE kind = 'confirmed';
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON finding_acts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON finding_acts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Books as they were every few seconds, kept for two days.
CREATE TABLE book_samples (
  market_id integer NOT NULL,
  time_ms bigint NOT NULL,
  -- Absent where a side was empty.
  bid_ticks bigint,
  ask_ticks bigint,
  -- Within 1 % of the middle.
  bid_lots bigint NOT NULL,
  ask_lots bigint NOT NULL,
  -- Both sides within 0.1, 0.5 and 1 % of the middle, in minor units of the quote currency.
  depth_10_minor bigint NOT NULL,
  depth_50_minor bigint NOT NULL,
  depth_100_minor bigint NOT NULL,
  PRIMARY KEY (market_id, time_ms)
);
