-- Keys whose owner signs with a private key that never comes here: Ed25519's public key, 32 bytes. Such a key's sealed secret is empty.
ALTER TABLE api_keys ADD COLUMN public_key bytea CHECK (octet_length(public_key) = 32);
