-- By what the sender of a transfer knows how it ended: a digest under the server's secret, which whoever has these tables alone
-- cannot make. Rows that ended before have none.

ALTER TABLE sent_transfers ADD COLUMN word text
  CONSTRAINT word_of_an_end CHECK (word IS NULL OR status <> 'sent');
