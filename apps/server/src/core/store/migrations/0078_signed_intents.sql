-- What users' passkeys signed before money left or could go anywhere new, and the passkeys as they came and went, for the signer.

CREATE TABLE signed_intents (
  -- SHA-256 of the intent, hex: the challenge.
  intent_hash text PRIMARY KEY CHECK (intent_hash ~ '^[0-9a-f]{64}$'),
  user_id bigint NOT NULL REFERENCES users,
  -- The whole intent, as it was hashed.
  intent text NOT NULL,
  -- Of the request that it came with: the same one may come again, no other.
  request_key text,
  credential_id text NOT NULL,
  passkey_name text NOT NULL,
  -- COSE; the passkey may be gone.
  public_key bytea NOT NULL,
  authenticator_data bytea NOT NULL,
  client_data bytea NOT NULL,
  signature bytea NOT NULL,
  created_at_ms bigint NOT NULL
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON signed_intents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON signed_intents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE withdrawals ADD COLUMN signed_intent text;
ALTER TABLE withdrawal_addresses ADD COLUMN signed_intent text REFERENCES signed_intents;
ALTER TABLE bank_cards ADD COLUMN signed_intent text REFERENCES signed_intents;

CREATE TABLE passkey_log (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  is_added boolean NOT NULL,
  user_id bigint NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON passkey_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON passkey_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO passkey_log (is_added, user_id, credential_id, public_key)
  SELECT true, user_id, credential_id, public_key FROM passkeys ORDER BY passkey_id;

-- By whatever way one comes or goes.
CREATE FUNCTION log_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO passkey_log (is_added, user_id, credential_id, public_key)
      VALUES (true, NEW.user_id, NEW.credential_id, NEW.public_key);
  ELSE
    INSERT INTO passkey_log (is_added, user_id, credential_id, public_key)
      VALUES (false, OLD.user_id, OLD.credential_id, OLD.public_key);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER logged AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION log_passkey();
