-- Up to which commit users were told of something that is told in order: what came after it is read again after a crash.
CREATE TABLE told_marks (
  name text PRIMARY KEY,
  sequence bigint NOT NULL CHECK (sequence >= 0)
);
