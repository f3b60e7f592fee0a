-- What users say that their deposits had cost before they came, and when they were acquired: for their own tax reports, which
-- alone read it. No money follows from it.

CREATE TABLE deposit_costs (
  user_id bigint NOT NULL REFERENCES users,
  -- The deposit's journal entry, of this user: checked when it is stated.
  entry_id bigint NOT NULL,
  currency_id integer NOT NULL REFERENCES currencies,
  cost_minor bigint NOT NULL CHECK (cost_minor >= 0),
  acquired date NOT NULL,
  stated_ms bigint NOT NULL,
  PRIMARY KEY (user_id, entry_id)
);
