-- What money a bank account takes, and what one of it is credited as, as its users are told. Neither is computed with: operators name what they credit.
ALTER TABLE bank_accounts ADD COLUMN fiat_currency text CHECK (fiat_currency ~ '^[A-Z]{3}$');
ALTER TABLE bank_accounts ADD COLUMN fiat_rate text CHECK (fiat_rate ~ '^[0-9]{1,12}([.][0-9]{1,8})?$');
ALTER TABLE bank_accounts ADD CHECK ((fiat_currency IS NULL) = (fiat_rate IS NULL));
