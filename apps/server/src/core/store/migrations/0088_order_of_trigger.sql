-- What waited for a price is found by the order that it became: an order's life begins there.

CREATE INDEX trigger_orders_order ON trigger_orders (order_id) WHERE order_id IS NOT NULL;
