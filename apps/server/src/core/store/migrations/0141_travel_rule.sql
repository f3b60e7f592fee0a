-- What users say of whose wallet a saved address is: each word is a row, the newest counts.
CREATE TABLE travel_declarations (
  declaration_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Of the saved address.
  address_id bigint NOT NULL,
  wallet text NOT NULL CHECK (wallet IN ('own', 'provider')),
  -- The name of the provider, and of whom it knows by that address.
  provider text,
  beneficiary text,
  declared_at_ms bigint NOT NULL,
  CHECK ((wallet = 'provider') = (provider IS NOT NULL) AND (wallet = 'provider') = (beneficiary IS NOT NULL))
);
CREATE INDEX travel_declarations_newest ON travel_declarations (address_id, declaration_id DESC);
CREATE INDEX travel_declarations_user ON travel_declarations (user_id, declaration_id);

-- A withdrawal that the travel rule is about, and what the other provider said of its message. The message itself is not kept.
CREATE TABLE travel_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  withdrawal_id bigint NOT NULL UNIQUE,
  -- Absent while its user has not said whose wallet it is.
  declaration_id bigint REFERENCES travel_declarations,
  created_at_ms bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_ms bigint NOT NULL,
  -- Absent until it is answered; never for the user's own wallet.
  answer text CHECK (answer IN ('accepted', 'rejected', 'unknown_provider')),
  reason text,
  -- As the provider names its case.
  reference text,
  answered_at_ms bigint,
  -- Placed for it: for a rejection, or while an answer or a word is waited for.
  hold_id bigint REFERENCES holds,
  CHECK ((answer IS NULL) = (answered_at_ms IS NULL) AND (answer IS NULL) = (reference IS NULL)),
  CHECK (answer IS NULL OR declaration_id IS NOT NULL)
);
CREATE INDEX travel_messages_due ON travel_messages (next_try_ms) WHERE answer IS NULL;
CREATE INDEX travel_messages_of_hold ON travel_messages (hold_id) WHERE hold_id IS NOT NULL;

-- What was said stays, by users and by providers.
CREATE FUNCTION keep_travel_declaration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was said of an address stays as it was';
END $$;
CREATE TRIGGER travel_declarations_kept BEFORE UPDATE ON travel_declarations
  FOR EACH ROW EXECUTE FUNCTION keep_travel_declaration();
CREATE FUNCTION keep_travel_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.user_id, OLD.withdrawal_id) IS DISTINCT FROM (NEW.user_id, NEW.withdrawal_id)
     OR (OLD.declaration_id IS NOT NULL AND OLD.declaration_id IS DISTINCT FROM NEW.declaration_id)
     OR (OLD.answer IS NOT NULL AND (OLD.answer, OLD.reason, OLD.reference) IS DISTINCT FROM (NEW.answer, NEW.reason, NEW.reference)) THEN
    RAISE EXCEPTION 'what was said of a travel rule message stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER travel_messages_kept BEFORE UPDATE ON travel_messages FOR EACH ROW EXECUTE FUNCTION keep_travel_message();
