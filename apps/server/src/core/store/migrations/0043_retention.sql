-- History may begin later than the exchange did: at a cut, whose opening balances and fills stand for what came before it.
-- What lies before a cut may be removed, and nothing else, but for samples of a demo. No row moves here.

-- Cuts, the last one counts. Outside demo there is a file of what was removed, and its digest; in a demo there is none.
CREATE TABLE history_cuts (
  cut_id bigint PRIMARY KEY CHECK (cut_id > 0),
  -- What was posted, traded, moved before this time lies before the cut.
  before_ms bigint NOT NULL CHECK (before_ms > 0),
  -- The last of each that lies before it.
  entry_id bigint NOT NULL CHECK (entry_id >= 0),
  trade_id bigint NOT NULL CHECK (trade_id >= 0),
  file text,
  digest text CHECK (length(digest) = 64),
  made_at_ms bigint NOT NULL,
  CHECK ((file IS NULL) = (digest IS NULL)),
  CHECK (before_ms <= made_at_ms)
);

-- What each account had at the last cut, as far as it had postings before that.
CREATE TABLE opening_balances (
  account_id bigint PRIMARY KEY,
  balance_minor bigint NOT NULL
);

-- What orders that are still there had been filled by trades before the last cut.
CREATE TABLE opening_fills (
  order_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  quantity_lots bigint NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL
);

CREATE FUNCTION is_demo() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM settings WHERE key = 'mode' AND value = '"demo"'::jsonb)
$$;

-- A cut follows the one before, and has a file, but in a demo.
CREATE FUNCTION refuse_false_cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.file IS NULL AND NOT is_demo()) OR EXISTS (
    SELECT FROM history_cuts WHERE cut_id >= NEW.cut_id OR before_ms > NEW.before_ms
      OR entry_id > NEW.entry_id OR trade_id > NEW.trade_id)
  THEN
    RAISE EXCEPTION 'a cut follows the one before and has a file'
      USING ERRCODE = '23514', CONSTRAINT = 'follows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON history_cuts
  FOR EACH ROW EXECUTE FUNCTION refuse_false_cut();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON history_cuts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON history_cuts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Of the books only what lies before a cut may go.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.time_ms < (SELECT max(before_ms) FROM history_cuts) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'FL002';
END $$;

-- Samples may go in a demo only, and none that a receipt names.
CREATE FUNCTION refuse_sample_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_demo() THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'FL002';
END $$;

DROP TRIGGER append_only ON trades;
CREATE TRIGGER append_only BEFORE UPDATE ON trades FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON trades FOR EACH ROW EXECUTE FUNCTION refuse_removal();
DROP TRIGGER append_only ON postings;
CREATE TRIGGER append_only BEFORE UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_removal();
DROP TRIGGER append_only ON journal_entries;
CREATE TRIGGER append_only BEFORE UPDATE ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();
DROP TRIGGER append_only ON transfers;
CREATE TRIGGER append_only BEFORE UPDATE ON transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON transfers FOR EACH ROW EXECUTE FUNCTION refuse_removal();
DROP TRIGGER append_only ON index_samples;
CREATE TRIGGER append_only BEFORE UPDATE ON index_samples
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON index_samples
  FOR EACH ROW EXECUTE FUNCTION refuse_sample_removal();
