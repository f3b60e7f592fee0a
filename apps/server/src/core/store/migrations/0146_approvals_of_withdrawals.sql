-- What operators signed of a withdrawal is found by its number: the signer is given it with each that it is to pay.
CREATE INDEX signed_approvals_withdrawal ON signed_approvals (((intent::jsonb ->> 'id')::bigint))
  WHERE intent::jsonb ->> 'record' = 'withdrawal';
