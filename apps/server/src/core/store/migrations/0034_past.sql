-- What is done so that nobody rewrites the past unseen: how far the check of all receipts has come, where heads of their
-- chain were published outside, and the head that a publication of liabilities names.

-- How far the check in the background has come; one row. It is a place to go on from and no evidence of anything.
CREATE TABLE past_check (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at_ms bigint NOT NULL,
  phase text NOT NULL,
  last_id bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);

-- Heads given to others, by target. A proof is what a calendar answered (OpenTimestamps), later with what made it whole.
CREATE TABLE head_publications (
  target text NOT NULL,
  receipt_id bigint NOT NULL CHECK (receipt_id > 0),
  hash text NOT NULL CHECK (length(hash) = 64),
  time_ms bigint NOT NULL,
  proof bytea,
  -- False while a calendar has not anchored it; true where nothing more comes.
  is_complete boolean NOT NULL,
  PRIMARY KEY (target, receipt_id)
);
CREATE INDEX head_publications_incomplete ON head_publications (target, receipt_id) WHERE NOT is_complete;
CREATE TRIGGER kept BEFORE DELETE ON head_publications FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON head_publications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER as_published BEFORE UPDATE ON head_publications FOR EACH ROW
  WHEN (OLD.is_complete OR ROW(NEW.target, NEW.receipt_id, NEW.hash, NEW.time_ms)
    IS DISTINCT FROM ROW(OLD.target, OLD.receipt_id, OLD.hash, OLD.time_ms))
  EXECUTE FUNCTION refuse_change();

-- The head of the receipts that a publication of liabilities names; absent in those of before and while there is none.
ALTER TABLE liability_snapshots
  ADD COLUMN receipts_count bigint CHECK (receipts_count > 0),
  ADD COLUMN receipts_hash text CHECK (length(receipts_hash) = 64),
  ADD CONSTRAINT receipts_whole CHECK ((receipts_count IS NULL) = (receipts_hash IS NULL));
