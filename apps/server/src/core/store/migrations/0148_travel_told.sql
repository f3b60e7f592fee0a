-- By which transaction a withdrawal left: told to the provider that answered for it.
ALTER TABLE travel_messages ADD COLUMN told_attempts integer NOT NULL DEFAULT 0;
ALTER TABLE travel_messages ADD COLUMN next_telling_ms bigint NOT NULL DEFAULT 0;
-- When the provider took it, and which it was.
ALTER TABLE travel_messages ADD COLUMN told_at_ms bigint;
ALTER TABLE travel_messages ADD COLUMN told_tx_id text;
ALTER TABLE travel_messages ADD CHECK ((told_at_ms IS NULL) = (told_tx_id IS NULL));
ALTER TABLE travel_messages ADD CHECK (told_at_ms IS NULL OR answer IS NOT NULL);
CREATE INDEX travel_messages_untold ON travel_messages (next_telling_ms) WHERE told_at_ms IS NULL AND answer IS NOT NULL;

CREATE FUNCTION keep_travel_telling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.told_at_ms IS NOT NULL AND (OLD.told_at_ms, OLD.told_tx_id) IS DISTINCT FROM (NEW.told_at_ms, NEW.told_tx_id) THEN
    RAISE EXCEPTION 'what a provider was told stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER travel_messages_told BEFORE UPDATE ON travel_messages FOR EACH ROW EXECUTE FUNCTION keep_travel_telling();
