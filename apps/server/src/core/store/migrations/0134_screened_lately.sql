-- What came in and was saved lately, looked for every two seconds where a provider screens.
CREATE INDEX deposits_passed_lately ON deposits (decided_at_ms) WHERE kind = 'chain' AND status = 'passed';
CREATE INDEX withdrawal_addresses_lately ON withdrawal_addresses (created_at_ms) WHERE deleted_at_ms IS NULL;
