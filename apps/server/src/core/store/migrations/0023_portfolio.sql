-- What is in open options counts among what their owner has: as large as what is open, not as the history.
CREATE INDEX option_orders_own_open ON option_orders (owner_id, currency_id) WHERE status = 'open';
