-- The postings of a trade in one row instead of six, with three index entries instead of ten. No row moves here: what is
-- there stays where it is under a new name, and `postings` is from now on what reads both, so whoever read it goes on
-- reading it. A writer of the version before may go on writing it too, until it is replaced.

-- What the roles may do with `postings` now, and as whom months are made: whoever writes meanwhile keeps both.
SELECT set_config('fairlead.months_as_owner', prosecdef::text, true)
  FROM pg_proc WHERE oid = 'ensure_month_partitions(text, bigint, integer)'::regprocedure;

ALTER TABLE postings RENAME TO posting_rows;
DO $$
DECLARE
  place text;
BEGIN
  FOR place IN SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname ~ '^postings_([0-9]{4}_[0-9]{2}|default)$'
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', place, replace(place, 'postings_', 'posting_rows_'));
  END LOOP;
END $$;

-- A trade between two users: quote from buyer to seller, base from seller to buyer, and what the house keeps of what each
-- received. That postings sum to zero needs no check: each amount is subtracted from one and added to another. No months:
-- an owner's are looked for by four indexes, and would be so in each of them.
CREATE TABLE trade_postings (
  entry_id bigint PRIMARY KEY,
  time_ms bigint NOT NULL,
  buyer_owner_id bigint NOT NULL CHECK (buyer_owner_id > 0),
  seller_owner_id bigint NOT NULL CHECK (seller_owner_id > 0),
  quote_currency_id integer NOT NULL,
  base_currency_id integer NOT NULL,
  quote_minor bigint NOT NULL,
  -- Of it, the seller's fee.
  quote_fee_minor bigint NOT NULL CHECK (quote_fee_minor >= 0 AND quote_fee_minor < quote_minor),
  base_minor bigint NOT NULL,
  -- Of it, the buyer's fee.
  base_fee_minor bigint NOT NULL CHECK (base_fee_minor >= 0 AND base_fee_minor < base_minor),
  -- What each account had after it; of the fees NULL where there was none.
  buyer_quote_balance_minor bigint NOT NULL,
  seller_quote_balance_minor bigint NOT NULL,
  fees_quote_balance_minor bigint CHECK ((fees_quote_balance_minor IS NULL) = (quote_fee_minor = 0)),
  seller_base_balance_minor bigint NOT NULL,
  buyer_base_balance_minor bigint NOT NULL,
  fees_base_balance_minor bigint CHECK ((fees_base_balance_minor IS NULL) = (base_fee_minor = 0))
);
CREATE INDEX trade_postings_buyer ON trade_postings (buyer_owner_id, entry_id);
CREATE INDEX trade_postings_seller ON trade_postings (seller_owner_id, entry_id);
CREATE TRIGGER append_only BEFORE UPDATE ON trade_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON trade_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON trade_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An account's id is (owner * 32 + kind) * 32768 + currency; `coin` is kind 1, `fees` kind 18 of owner 0. Each posting of a
-- trade is an arm of its own, so that an owner's are found by the indexes of both sides and come in order without a sort.
CREATE VIEW postings AS
  SELECT entry_id, ordinal, account_id, owner_id, account, currency_id, amount_minor, balance_minor, time_ms
  FROM posting_rows
UNION ALL
  SELECT entry_id, 0::smallint, buyer_owner_id * 1048576 + 32768 + quote_currency_id, buyer_owner_id, 'coin'::text,
    quote_currency_id, -quote_minor, buyer_quote_balance_minor, time_ms
  FROM trade_postings
UNION ALL
  SELECT entry_id, 1::smallint, seller_owner_id * 1048576 + 32768 + quote_currency_id, seller_owner_id, 'coin'::text,
    quote_currency_id, quote_minor - quote_fee_minor, seller_quote_balance_minor, time_ms
  FROM trade_postings
UNION ALL
  SELECT entry_id, 2::smallint, 589824::bigint + quote_currency_id, 0::bigint, 'fees'::text,
    quote_currency_id, quote_fee_minor, fees_quote_balance_minor, time_ms
  FROM trade_postings WHERE quote_fee_minor <> 0
UNION ALL
  SELECT entry_id, CASE quote_fee_minor WHEN 0 THEN 2::smallint ELSE 3::smallint END,
    seller_owner_id * 1048576 + 32768 + base_currency_id, seller_owner_id, 'coin'::text,
    base_currency_id, -base_minor, seller_base_balance_minor, time_ms
  FROM trade_postings
UNION ALL
  SELECT entry_id, CASE quote_fee_minor WHEN 0 THEN 3::smallint ELSE 4::smallint END,
    buyer_owner_id * 1048576 + 32768 + base_currency_id, buyer_owner_id, 'coin'::text,
    base_currency_id, base_minor - base_fee_minor, buyer_base_balance_minor, time_ms
  FROM trade_postings
UNION ALL
  SELECT entry_id, CASE quote_fee_minor WHEN 0 THEN 4::smallint ELSE 5::smallint END,
    589824::bigint + base_currency_id, 0::bigint, 'fees'::text,
    base_currency_id, base_fee_minor, fees_base_balance_minor, time_ms
  FROM trade_postings WHERE base_fee_minor <> 0;

-- What a writer of the version before copies into `postings` waits here until its statement ends, and is then one statement
-- of the table, whose trigger looks at all of an entry. Empty at every commit.
CREATE TABLE posting_arrivals (LIKE posting_rows);
CREATE FUNCTION receive_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO posting_arrivals VALUES (NEW.*);
  RETURN NEW;
END $$;
CREATE FUNCTION keep_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH arrived AS (DELETE FROM posting_arrivals RETURNING *)
  INSERT INTO posting_rows SELECT * FROM arrived;
  RETURN NULL;
END $$;
CREATE TRIGGER received INSTEAD OF INSERT ON postings FOR EACH ROW EXECUTE FUNCTION receive_posting();
CREATE TRIGGER kept_together AFTER INSERT ON postings FOR EACH STATEMENT EXECUTE FUNCTION keep_postings();

-- Changed as little as before; removed where both tables' own triggers allow it.
CREATE FUNCTION remove_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM posting_rows
    WHERE entry_id = OLD.entry_id AND ordinal = OLD.ordinal AND time_ms = OLD.time_ms;
  IF NOT FOUND THEN
    DELETE FROM trade_postings WHERE entry_id = OLD.entry_id AND time_ms = OLD.time_ms;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER append_only INSTEAD OF UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER removed INSTEAD OF DELETE ON postings FOR EACH ROW EXECUTE FUNCTION remove_posting();

-- As in 0027 but for the names: a program of the version before asks for months of `postings`.
CREATE OR REPLACE FUNCTION ensure_month_partitions(table_name text, from_ms bigint, months integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  key_column text;
  month_start timestamp;
  lower_ms bigint;
  upper_ms bigint;
  partition_name text;
  has_rows boolean;
  made integer := 0;
BEGIN
  IF table_name = 'postings' THEN
    table_name := 'posting_rows';
  END IF;
  IF table_name NOT IN ('trades', 'posting_rows', 'index_samples') THEN
    RAISE EXCEPTION '% is not partitioned by month', table_name USING ERRCODE = '42501';
  END IF;
  SELECT attname INTO STRICT key_column
    FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
    WHERE partrelid = table_name::regclass;
  FOR step IN 0 .. months - 1 LOOP
    month_start := date_trunc('month', to_timestamp(from_ms / 1000.0) AT TIME ZONE 'UTC')
      + make_interval(months => step);
    lower_ms := (extract(epoch FROM month_start) * 1000)::bigint;
    upper_ms := (extract(epoch FROM month_start + interval '1 month') * 1000)::bigint;
    partition_name := table_name || to_char(month_start, '"_"YYYY"_"MM');
    CONTINUE WHEN to_regclass(partition_name) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1 AND %I < $2)',
      table_name || '_default', key_column, key_column) INTO has_rows USING lower_ms, upper_ms;
    CONTINUE WHEN has_rows;
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
      partition_name, table_name, lower_ms, upper_ms);
    PERFORM guard_partition(partition_name, table_name = 'posting_rows');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Whoever had rights in the table has them in what stands in its place, from this moment on.
DO $$
DECLARE
  granted record;
BEGIN
  IF current_setting('fairlead.months_as_owner') = 'true' THEN
    ALTER FUNCTION ensure_month_partitions(text, bigint, integer) SECURITY DEFINER;
    ALTER FUNCTION ensure_month_partitions(text, bigint, integer) SET search_path = public, pg_temp;
  END IF;
  FOR granted IN
    SELECT grantee::regrole AS role, privilege_type AS may FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'posting_rows'::regclass AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('GRANT %s ON postings, trade_postings TO %s', granted.may, granted.role);
    IF granted.may = 'INSERT' THEN
      EXECUTE format('GRANT SELECT, INSERT, DELETE ON posting_arrivals TO %s', granted.role);
    END IF;
  END LOOP;
END $$;
