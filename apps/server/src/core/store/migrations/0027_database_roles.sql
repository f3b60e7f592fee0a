-- Where the server's role may make no tables, this one function does so as the owner (store/database-roles.ts). It takes the
-- names of the three tables only: what it looks up by a name of the caller's own would run with the owner's rights.
-- As in 0001 but for the first check.
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
  IF table_name NOT IN ('trades', 'postings', 'index_samples') THEN
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
    PERFORM guard_partition(partition_name, table_name = 'postings');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
