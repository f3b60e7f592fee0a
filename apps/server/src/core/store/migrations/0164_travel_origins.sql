-- From which addresses a payment came, where its chain tells: all inputs of Bitcoin's.
ALTER TABLE chain_transfers ADD COLUMN senders text[] NOT NULL DEFAULT '{}';

-- A deposit that the travel rule is about: whose wallet it came from, and what the other provider said. No message is kept.
CREATE TABLE travel_deposits (
  deposit_id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  created_at_ms bigint NOT NULL,
  -- What its owner said; absent until then.
  wallet text CHECK (wallet IN ('own', 'provider')),
  provider text,
  originator text,
  declared_at_ms bigint,
  attempts integer NOT NULL DEFAULT 0,
  next_try_ms bigint NOT NULL,
  -- Absent until the other provider answered, or its message came.
  answer text CHECK (answer IN ('accepted', 'rejected', 'unknown_provider', 'mismatch')),
  -- Of a mismatch what did not match: amount or name.
  reason text,
  -- As the provider names its case, or the id of its message.
  reference text,
  answered_at_ms bigint,
  -- Placed for it: while a word or an answer is waited for, or for a refusal.
  hold_id bigint REFERENCES holds,
  CHECK ((wallet IS NULL) = (declared_at_ms IS NULL)),
  CHECK ((coalesce(wallet, 'own') = 'provider') = (provider IS NOT NULL)
    AND (coalesce(wallet, 'own') = 'provider') = (originator IS NOT NULL)),
  CHECK ((answer IS NULL) = (answered_at_ms IS NULL) AND (answer IS NULL) = (reference IS NULL))
);
CREATE INDEX travel_deposits_due ON travel_deposits (next_try_ms) WHERE answer IS NULL AND wallet = 'provider';
CREATE INDEX travel_deposits_of_hold ON travel_deposits (hold_id) WHERE hold_id IS NOT NULL;

-- Messages of other providers that were taken, by their ids; of what they said a keyed digest alone.
CREATE TABLE travel_callbacks (
  message_id text PRIMARY KEY,
  digest text NOT NULL,
  taken_at_ms bigint NOT NULL
);

-- What was said stays, by users and by providers.
CREATE FUNCTION keep_travel_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.deposit_id, OLD.user_id) IS DISTINCT FROM (NEW.deposit_id, NEW.user_id)
     OR (OLD.wallet IS NOT NULL AND (OLD.wallet, OLD.provider, OLD.originator, OLD.declared_at_ms)
       IS DISTINCT FROM (NEW.wallet, NEW.provider, NEW.originator, NEW.declared_at_ms))
     OR (OLD.answer IS NOT NULL AND (OLD.answer, OLD.reason, OLD.reference, OLD.answered_at_ms)
       IS DISTINCT FROM (NEW.answer, NEW.reason, NEW.reference, NEW.answered_at_ms)) THEN
    RAISE EXCEPTION 'what was said of a deposit stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER travel_deposits_kept BEFORE UPDATE ON travel_deposits FOR EACH ROW EXECUTE FUNCTION keep_travel_deposit();
CREATE FUNCTION keep_travel_callback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was taken of a provider stays as it was';
END $$;
CREATE TRIGGER travel_callbacks_kept BEFORE UPDATE ON travel_callbacks FOR EACH ROW EXECUTE FUNCTION keep_travel_callback();
