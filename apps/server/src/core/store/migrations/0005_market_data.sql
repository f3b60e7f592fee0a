-- Index samples with their sources, and candles.

CREATE TABLE index_samples (
  market_id integer NOT NULL,
  sample_time_ms bigint NOT NULL,
  -- Absent while the index is stale.
  price_e8 numeric(38, 0) CHECK (price_e8 > 0),
  -- What the price was made of: venues, their quotes and times, and what was dropped.
  sources json,
  PRIMARY KEY (market_id, sample_time_ms)
) PARTITION BY RANGE (sample_time_ms);
CREATE TABLE index_samples_default PARTITION OF index_samples DEFAULT;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON index_samples
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON index_samples
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT guard_partition('index_samples_default', false);

CREATE TABLE candles (
  market_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('trade', 'index')),
  period text NOT NULL,
  open_time_ms bigint NOT NULL,
  open numeric NOT NULL,
  high numeric NOT NULL,
  low numeric NOT NULL,
  close numeric NOT NULL,
  volume numeric NOT NULL CHECK (volume >= 0),
  turnover numeric NOT NULL CHECK (turnover >= 0),
  source text NOT NULL,
  PRIMARY KEY (market_id, kind, period, open_time_ms),
  CHECK (low <= open AND low <= close AND high >= open AND high >= close)
) WITH (fillfactor = 80);
