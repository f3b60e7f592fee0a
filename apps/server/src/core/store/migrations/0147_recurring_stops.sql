-- Each time that a recurring buy stopped, kept for ever: what its owner agreed to names the last one, so that an older row of the plan,
-- put back with its digest, is of before a stop.
CREATE TABLE recurring_stops (
  stop_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plan_id bigint NOT NULL REFERENCES recurring_plans
);
CREATE INDEX recurring_stops_plan ON recurring_stops (plan_id, stop_id);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON recurring_stops
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON recurring_stops
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- By whatever way it stops.
CREATE FUNCTION note_recurring_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recurring_stops (plan_id) VALUES (OLD.plan_id);
  RETURN NULL;
END $$;
CREATE TRIGGER stopped AFTER UPDATE OF state ON recurring_plans
  FOR EACH ROW WHEN (OLD.state = 'active' AND NEW.state <> 'active')
  EXECUTE FUNCTION note_recurring_stop();
