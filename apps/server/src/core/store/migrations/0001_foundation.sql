-- The writer's row, and the functions that keep history append-only and partitioned.
-- Times are BIGINT milliseconds since 1970 UTC, as on the wire and in the engine.

CREATE TABLE leader (
  leader_id smallint PRIMARY KEY DEFAULT 1 CHECK (leader_id = 1),
  epoch bigint NOT NULL CHECK (epoch >= 0),
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
  last_time_ms bigint NOT NULL CHECK (last_time_ms >= 0),
  last_order_id bigint NOT NULL CHECK (last_order_id >= 0),
  last_trade_id bigint NOT NULL CHECK (last_trade_id >= 0),
  last_entry_id bigint NOT NULL CHECK (last_entry_id >= 0)
) WITH (fillfactor = 10);
INSERT INTO leader VALUES (1, 0, 0, 0, 0, 0, 0);

-- Nothing the writer counts may go back, whoever asks: a restored older copy of the row is refused.
CREATE FUNCTION refuse_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch < OLD.epoch OR NEW.last_sequence < OLD.last_sequence
    OR NEW.last_time_ms < OLD.last_time_ms OR NEW.last_order_id < OLD.last_order_id
    OR NEW.last_trade_id < OLD.last_trade_id OR NEW.last_entry_id < OLD.last_entry_id
  THEN
    RAISE EXCEPTION 'the leader row only grows' USING ERRCODE = 'FL003';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leader_grows BEFORE UPDATE ON leader
  FOR EACH ROW EXECUTE FUNCTION refuse_going_back();

-- The fence: the first statement of every batch. Another epoch or another sequence means that another
-- writer acted, and the whole batch is refused.
CREATE FUNCTION advance_leader(
  at_epoch bigint, from_sequence bigint, to_sequence bigint,
  time_ms bigint, order_id bigint, trade_id bigint, entry_id bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE leader
    SET last_sequence = to_sequence, last_time_ms = time_ms, last_order_id = order_id,
        last_trade_id = trade_id, last_entry_id = entry_id
    WHERE leader_id = 1 AND epoch = at_epoch AND last_sequence = from_sequence;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'fenced: not the writer of epoch % after sequence %', at_epoch, from_sequence
      USING ERRCODE = 'FL001';
  END IF;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'FL002';
END $$;

-- Refuses a statement whose postings do not sum to zero in each entry and currency.
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_rows GROUP BY entry_id, currency_id HAVING sum(amount_minor) <> 0
  ) THEN
    RAISE EXCEPTION 'unbalanced journal entry' USING ERRCODE = '23514', CONSTRAINT = 'balanced';
  END IF;
  RETURN NULL;
END $$;

-- Statement triggers are not inherited, so each partition gets the ones of its table again: a statement
-- that names a partition is refused like one that names the table.
CREATE FUNCTION guard_partition(partition_name text, is_postings boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', partition_name);
  IF is_postings THEN
    EXECUTE format('CREATE TRIGGER balanced AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced()', partition_name);
  END IF;
END $$;

-- Makes the partitions of `months` months from the one of `from_ms` (UTC); returns how many it made.
-- A month that already has rows in the default partition stays there.
CREATE FUNCTION ensure_month_partitions(table_name text, from_ms bigint, months integer)
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
    PERFORM guard_partition(partition_name, table_name = 'postings');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
