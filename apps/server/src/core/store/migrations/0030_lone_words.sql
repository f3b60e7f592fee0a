-- What one operator's word alone passed, or was not enough for, and on whose word there is money at whom (V8).

CREATE TABLE lone_words (
  kind text NOT NULL CHECK (kind IN ('claim', 'withdrawal')),
  -- Of the deposit or the withdrawal.
  record_id bigint NOT NULL CHECK (record_id > 0),
  operator_id bigint NOT NULL CHECK (operator_id > 0),
  owner_id bigint NOT NULL,
  -- In 10^-6 USDT.
  value_minor bigint NOT NULL CHECK (value_minor >= 0),
  time_ms bigint NOT NULL,
  -- Why the word was not enough; null where it was.
  held_for text CHECK (held_for IN ('operator_day', 'owner_week', 'no_value', 'own_word')),
  PRIMARY KEY (kind, record_id, operator_id)
);
-- What a reload reads, and what the gauges count.
CREATE INDEX lone_words_time ON lone_words (time_ms);
CREATE TRIGGER as_said BEFORE UPDATE OR DELETE ON lone_words
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON lone_words
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE vouches (
  owner_id bigint NOT NULL,
  operator_id bigint NOT NULL CHECK (operator_id > 0),
  until_ms bigint NOT NULL,
  is_own boolean NOT NULL,
  PRIMARY KEY (owner_id, operator_id)
) WITH (fillfactor = 80);
CREATE INDEX vouches_until ON vouches (until_ms);
-- A bar is never shortened nor lifted.
CREATE TRIGGER not_shorter BEFORE UPDATE ON vouches FOR EACH ROW
  WHEN (NEW.until_ms < OLD.until_ms OR (OLD.is_own AND NOT NEW.is_own)
    OR NEW.owner_id <> OLD.owner_id OR NEW.operator_id <> OLD.operator_id)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON vouches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON vouches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Claims passed by one operator before this: the bar on letting out their owner's money alone holds for them too.
INSERT INTO vouches (owner_id, operator_id, until_ms, is_own)
  SELECT owner_id, (approvals -> 0 ->> 'operatorId')::bigint, max(decided_at_ms) + 604800000, true
  FROM deposits WHERE kind <> 'chain' AND status = 'passed' AND json_array_length(approvals) = 1
  GROUP BY 1, 2;
