-- What the whole exchange takes: one row once it was stopped for the first time, written with the batch.
CREATE TABLE trading (
  trading_id smallint PRIMARY KEY CHECK (trading_id = 1),
  mode text NOT NULL CHECK (mode IN ('open', 'cancel_only')),
  cause text NOT NULL CHECK (cause IN ('operator', 'drift')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  since_ms bigint NOT NULL
);

-- One more thing that takes two, beside whatever kinds there are when this runs.
DO $$
DECLARE
  definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition
  FROM pg_constraint WHERE conname = 'proposals_kind_check';
  ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
  EXECUTE 'ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check '
    || replace(definition, $q$'unfreeze_user'::text$q$, $q$'unfreeze_user'::text, 'resume_trading'::text$q$);
END $$;
