-- What a tick and a lot of a market were worth, and from which ids on: by it the ticks and lots of old orders
-- and trades keep their meaning. Grids of before this table are not known; the present ones stand for them.

CREATE TABLE market_grids (
  market_id integer NOT NULL REFERENCES markets,
  after_order_id bigint NOT NULL CHECK (after_order_id >= 0),
  after_trade_id bigint NOT NULL CHECK (after_trade_id >= 0),
  tick_size_e8 numeric(38, 0) NOT NULL CHECK (tick_size_e8 > 0),
  lot_base_minor numeric(38, 0) NOT NULL CHECK (lot_base_minor > 0),
  tick_lot_quote_minor numeric(38, 0) NOT NULL CHECK (tick_lot_quote_minor > 0),
  PRIMARY KEY (market_id, after_order_id, after_trade_id)
);
INSERT INTO market_grids
  SELECT market_id, 0, 0, tick_size_e8, lot_base_minor, tick_lot_quote_minor FROM markets;
