-- In how many parts an order may be shown at most; 1 where each is shown whole.
ALTER TABLE markets ADD COLUMN iceberg_parts_max integer NOT NULL DEFAULT 10 CHECK (iceberg_parts_max > 0);
