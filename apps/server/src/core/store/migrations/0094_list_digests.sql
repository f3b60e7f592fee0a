-- The digest of what was agreed of a list that is not over. NULL of those before, until the first start that knows of it.

ALTER TABLE order_lists ADD COLUMN agreed_digest text;
