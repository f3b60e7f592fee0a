-- What operators find people and records by: accounts as they are masked, and addresses however they are written.
CREATE INDEX users_email_mask ON users (left(account, 1), split_part(account, '@', 2), user_id)
  WHERE kind = 'email';
CREATE INDEX users_phone_mask ON users (area_code, right(account, 4), user_id) WHERE kind = 'phone';
CREATE INDEX withdrawals_address ON withdrawals (lower(address), withdrawal_id)
  WHERE destination_kind = 'crypto';
CREATE INDEX deposit_addresses_text ON deposit_addresses (lower(address));
