-- What users drew on their charts, so that all of their devices show it. Each change of a drawing is a row of its own number,
-- which takes the place of the one before it.

CREATE TABLE drawings (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  market_id integer NOT NULL REFERENCES markets,
  -- The device's own.
  drawing_id text NOT NULL CHECK (length(drawing_id) <= 36),
  tool text NOT NULL CHECK (tool IN ('segment', 'horizontal', 'ray', 'rectangle', 'fibonacci', 'text')),
  words text CHECK (length(words) BETWEEN 1 AND 60),
  time_ms bigint NOT NULL,
  -- Where a finger was, on no grid; only drawn.
  level_e8 bigint NOT NULL,
  end_time_ms bigint,
  end_level_e8 bigint,
  UNIQUE (user_id, market_id, drawing_id),
  CHECK ((tool = 'text') = (words IS NOT NULL)),
  CHECK ((end_time_ms IS NULL) = (end_level_e8 IS NULL)),
  CHECK ((tool IN ('segment', 'rectangle', 'fibonacci')) = (end_time_ms IS NOT NULL))
);
