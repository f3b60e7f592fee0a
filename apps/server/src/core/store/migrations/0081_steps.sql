-- What of each batch users are told of their own, so that a stream of it can be read again from any number.

-- One row for each batch that did something to a user. The number of a step is the batch's last sequence.
CREATE TABLE batch_steps (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  time_ms bigint NOT NULL,
  -- Each owner once, and where in `rows` what is theirs ends, counted from 0; the next one's begins there.
  owners bigint[] NOT NULL,
  ends bigint[] NOT NULL,
  rows bytea NOT NULL,
  CONSTRAINT an_end_each CHECK (cardinality(owners) > 0 AND cardinality(owners) = cardinality(ends))
) WITH (toast_tuple_target = 8160);
-- A read takes one owner's piece, so it lies there as it is.
ALTER TABLE batch_steps ALTER COLUMN rows SET STORAGE EXTERNAL;
CREATE TRIGGER append_only BEFORE UPDATE ON batch_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON batch_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where an owner's steps are, written behind the batches, some seconds of them to a row.
CREATE TABLE owner_steps (
  owner_id bigint NOT NULL,
  last_sequence bigint NOT NULL,
  -- Ascending, up to the last one.
  sequences bigint[] NOT NULL,
  PRIMARY KEY (owner_id, last_sequence)
);
CREATE INDEX owner_steps_last ON owner_steps (last_sequence);

CREATE TABLE step_marks (
  mark_id smallint PRIMARY KEY DEFAULT 1 CHECK (mark_id = 1),
  -- Up to which batch owner_steps has all; later ones are looked through.
  indexed_to bigint NOT NULL CHECK (indexed_to >= 0),
  -- Up to which sequence they were removed.
  cut_at bigint NOT NULL CHECK (cut_at >= 0)
);
INSERT INTO step_marks (indexed_to, cut_at) VALUES (0, 0);

-- Since which sequence each batch has its steps: a program of before writes none. Whoever begins an epoch and writes them says
-- so by the epoch's name; where the epoch before was not so named, what was done in it is not there.
ALTER TABLE leader
  ADD COLUMN steps_from bigint NOT NULL DEFAULT 0,
  ADD COLUMN steps_nonce text NOT NULL DEFAULT 'none';
