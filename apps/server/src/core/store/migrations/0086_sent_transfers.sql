-- Transfers between accounts of two engines: what left one, and what the other did with it. With one engine both are empty.

CREATE TABLE sent_transfers (
  -- Of the entry by which it left.
  transfer_id bigint PRIMARY KEY CHECK (transfer_id > 0),
  owner_id bigint NOT NULL,
  source text NOT NULL,
  target text NOT NULL CHECK (target <> source),
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reference text NOT NULL,
  time_ms bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('sent', 'done', 'back')),
  reject text,
  ended_at_ms bigint,
  CONSTRAINT over_at_a_time CHECK ((status = 'sent') = (ended_at_ms IS NULL)),
  CONSTRAINT back_for_a_reason CHECK ((status = 'back') = (reject IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX sent_transfers_owner ON sent_transfers (owner_id, transfer_id);
-- What a reload reads, and what is to be carried.
CREATE INDEX sent_transfers_open ON sent_transfers (transfer_id) WHERE status = 'sent';

-- What was sent never changes but for its end, and ends once.
CREATE TRIGGER as_sent BEFORE UPDATE ON sent_transfers FOR EACH ROW
  WHEN (OLD.status <> 'sent'
    OR ROW(NEW.transfer_id, NEW.owner_id, NEW.source, NEW.target, NEW.currency_id, NEW.amount_minor, NEW.reference,
      NEW.time_ms)
    IS DISTINCT FROM ROW(OLD.transfer_id, OLD.owner_id, OLD.source, OLD.target, OLD.currency_id, OLD.amount_minor,
      OLD.reference, OLD.time_ms))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON sent_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON sent_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Credited or refused, for ever: a repetition finds it here, however late it comes.
CREATE TABLE received_transfers (
  transfer_id bigint PRIMARY KEY CHECK (transfer_id > 0),
  owner_id bigint NOT NULL,
  source text NOT NULL,
  target text NOT NULL CHECK (target <> source),
  currency_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('credited', 'refused')),
  reject text,
  time_ms bigint NOT NULL,
  CONSTRAINT refused_for_a_reason CHECK ((status = 'refused') = (reject IS NOT NULL)),
  CONSTRAINT something_credited CHECK (status = 'refused' OR amount_minor > 0)
);
CREATE INDEX received_transfers_owner ON received_transfers (owner_id, transfer_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON received_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON received_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What other engines have of this one's currencies, or have lent it: it stands for what is not here, as the outside world does.
ALTER TABLE balances DROP CONSTRAINT available;
ALTER TABLE balances ADD CONSTRAINT available
  CHECK (account IN ('external', 'other_engines') OR total_minor - frozen_minor >= 0);
