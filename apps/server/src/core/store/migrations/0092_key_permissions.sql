-- What a key may do beside reading and trading spot, and whether it opens the product's own calls. Keys that were made before open
-- what they opened: the Binance interface, and nothing else.

ALTER TABLE api_keys ADD COLUMN opens_api boolean NOT NULL DEFAULT false;
ALTER TABLE api_keys ADD COLUMN products text[] NOT NULL DEFAULT '{}'
  CHECK (products <@ ARRAY['futures', 'options', 'earn', 'transfer'] AND cardinality(products) <= 4);
ALTER TABLE api_keys ADD CHECK (opens_api OR products = '{}');
