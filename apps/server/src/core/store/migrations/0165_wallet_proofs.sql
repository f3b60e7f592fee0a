-- Own wallets, proven by a signature of a text that the exchange made. A text that nobody signed is made anew.
CREATE TABLE wallet_proofs (
  proof_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  chain text NOT NULL,
  -- Canonical.
  address text NOT NULL,
  message text NOT NULL,
  expires_at_ms bigint NOT NULL,
  -- As the wallet wrote it; absent until it is signed.
  signature text,
  proved_at_ms bigint,
  UNIQUE (user_id, chain, address),
  CHECK ((signature IS NULL) = (proved_at_ms IS NULL))
);

CREATE FUNCTION keep_wallet_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.proved_at_ms IS NOT NULL OR (OLD.user_id, OLD.chain, OLD.address) IS DISTINCT FROM (NEW.user_id, NEW.chain, NEW.address) THEN
    RAISE EXCEPTION 'a proof of a wallet stays as it was';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_proofs_kept BEFORE UPDATE ON wallet_proofs FOR EACH ROW EXECUTE FUNCTION keep_wallet_proof();
