-- Transfers of one owner lie in several engines, whose numbers are far apart: they are listed by time.
CREATE INDEX transfers_by_time ON transfers (owner_id, time_ms, transfer_id);
DROP INDEX transfers_owner;
CREATE INDEX sent_transfers_by_time ON sent_transfers (owner_id, time_ms, transfer_id);
DROP INDEX sent_transfers_owner;

-- What ended lately: whoever is told that it came back, and what the tables of the other side may not show yet.
CREATE INDEX sent_transfers_ended ON sent_transfers (ended_at_ms) WHERE status <> 'sent';
CREATE INDEX received_transfers_time ON received_transfers USING brin (time_ms);
