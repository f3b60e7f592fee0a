-- Who counted as one of two until somebody stopped, demoted or reset them: for a while after they are still somebody who
-- could say who came in, so that nobody makes themselves the only one there.
ALTER TABLE operators ADD COLUMN counted_until_ms bigint;

-- Of the past the audit log knows when an operator was changed or reset.
UPDATE operators SET counted_until_ms = changed.time_ms
FROM (
  SELECT subject, max(time_ms) AS time_ms FROM audit_log
  WHERE action IN ('operator.changed', 'operator.reset') GROUP BY subject
) AS changed
WHERE changed.subject = 'operator ' || operators.name
  AND (confirmed_at_ms IS NOT NULL OR is_active IS FALSE);
