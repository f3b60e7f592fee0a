-- Engines beside the home number steps of their own: up to which of them an endpoint was sent everything. The home's is
-- `webhooks.sent_to`. One that has no row of an engine was added before engines did, for a program that knows one sequence only: it
-- is sent nothing of that engine until its owner asks for it by a number.
CREATE TABLE webhook_places (
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  engine text NOT NULL CHECK (engine IN ('futures', 'options', 'wealth')),
  sent_to bigint NOT NULL CHECK (sent_to >= 0),
  PRIMARY KEY (webhook_id, engine)
);

-- Whose numbers a message has.
ALTER TABLE webhook_deliveries ADD COLUMN engine text NOT NULL DEFAULT 'spot';
