-- That the leader lives, where the database says it: a candidate must hear the same in Redis before it may judge silence.
-- Unlogged: its commits neither sync nor wait for a replica, and after a crash or on a promoted replica it is empty.
CREATE UNLOGGED TABLE leader_beats (
  leader_id smallint PRIMARY KEY CHECK (leader_id = 1),
  epoch bigint NOT NULL,
  nonce text NOT NULL,
  beat bigint NOT NULL
);
