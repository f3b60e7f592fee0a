-- A link that whoever holds the server's machine made has no maker among operators.
ALTER TABLE operator_enrolments ALTER COLUMN created_by DROP NOT NULL;

DROP TRIGGER ended_once ON operator_enrolments;
-- What ended stays ended.
CREATE TRIGGER ended_once BEFORE UPDATE ON operator_enrolments FOR EACH ROW
  WHEN (OLD.ended_at_ms IS NOT NULL OR NEW.operator_id <> OLD.operator_id
    OR NEW.created_by IS DISTINCT FROM OLD.created_by OR NEW.expires_at_ms <> OLD.expires_at_ms)
  EXECUTE FUNCTION refuse_change();
