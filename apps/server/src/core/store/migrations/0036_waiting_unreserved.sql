-- Futures that wait for a limit keep nothing of the house's any more: what was set aside for them is free again.

UPDATE balances SET frozen_minor = frozen_minor - waiting.reserved
FROM (
  SELECT currency_id, sum(reserved_minor) AS reserved FROM positions
  WHERE status = 'waiting' GROUP BY currency_id
) AS waiting
WHERE balances.owner_id = 0 AND balances.account = 'contract_house'
  AND balances.currency_id = waiting.currency_id;
UPDATE positions SET reserved_minor = 0 WHERE status = 'waiting';
ALTER TABLE positions ADD CONSTRAINT waits_unreserved
  CHECK (status <> 'waiting' OR reserved_minor = 0);
