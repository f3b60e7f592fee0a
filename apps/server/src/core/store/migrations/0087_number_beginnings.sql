-- Behind which number an engine began to count, where there are several and each counts from a place of its own. Without a row
-- it began at the first.

CREATE TABLE number_beginnings (
  beginning_id smallint PRIMARY KEY DEFAULT 1 CHECK (beginning_id = 1),
  after_id bigint NOT NULL CHECK (after_id > 0)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON number_beginnings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON number_beginnings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
