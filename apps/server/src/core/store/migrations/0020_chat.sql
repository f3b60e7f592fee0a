-- Help by a person: conversations of users with the desk, their messages, and who answers under which name.

-- By which name users see an operator; without one, a number.
ALTER TABLE operators ADD COLUMN display_name text CHECK (length(display_name) BETWEEN 1 AND 40);
CREATE UNIQUE INDEX operators_display_name ON operators (lower(display_name))
  WHERE display_name IS NOT NULL;

-- Pictures that an operator sends belong to the user they are sent to, who sees them once they are sent.
ALTER TABLE files ADD COLUMN operator_id bigint REFERENCES operators;
CREATE INDEX files_operator ON files (operator_id, created_at_ms) WHERE operator_id IS NOT NULL;

CREATE TABLE chat_conversations (
  conversation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'active', 'closed')),
  -- Who has it; of a closed one, who had it last.
  operator_id bigint REFERENCES operators,
  started_at_ms bigint NOT NULL,
  -- The place in the queue: when the wait began.
  queued_at_ms bigint NOT NULL,
  -- Since when the present operator has it.
  held_since_ms bigint,
  -- From the first message to the first operator. Absent for what began while the desk was closed, or was never
  -- taken: neither says how long others will wait.
  waited_ms bigint CHECK (waited_ms >= 0),
  first_taken_at_ms bigint,
  -- Since when the user waits for an answer.
  waits_since_ms bigint,
  -- Of the last message of either side.
  last_at_ms bigint NOT NULL,
  is_out_of_hours boolean NOT NULL DEFAULT false,
  read_by_user bigint NOT NULL DEFAULT 0,
  read_by_operator bigint NOT NULL DEFAULT 0,
  closed_at_ms bigint,
  closed_by text CHECK (closed_by IN ('user', 'operator', 'silence')),
  CHECK (CASE status
    WHEN 'waiting' THEN num_nonnulls(operator_id, held_since_ms, closed_at_ms, closed_by) = 0
    WHEN 'active' THEN num_nulls(operator_id, held_since_ms) = 0
      AND num_nonnulls(closed_at_ms, closed_by) = 0
    ELSE num_nulls(closed_at_ms, closed_by) = 0 AND waits_since_ms IS NULL END)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX chat_conversations_open ON chat_conversations (user_id) WHERE status <> 'closed';
CREATE INDEX chat_conversations_user ON chat_conversations (user_id, conversation_id);
CREATE INDEX chat_conversations_queue ON chat_conversations (queued_at_ms, conversation_id)
  WHERE status = 'waiting';
CREATE INDEX chat_conversations_operator ON chat_conversations (operator_id) WHERE status = 'active';
-- What ends by itself.
CREATE INDEX chat_conversations_answered ON chat_conversations (last_at_ms)
  WHERE status = 'active' AND waits_since_ms IS NULL;
CREATE INDEX chat_conversations_taken ON chat_conversations (first_taken_at_ms)
  WHERE waited_ms IS NOT NULL;
-- The desk's list: who waits longest, then whose turn it is themselves, then what has ended, the newest first.
CREATE INDEX chat_conversations_desk ON chat_conversations (
  (CASE WHEN status = 'closed' THEN 2 WHEN waits_since_ms IS NULL THEN 1 ELSE 0 END),
  (CASE WHEN status = 'closed' THEN -closed_at_ms ELSE coalesce(waits_since_ms, last_at_ms) END),
  conversation_id);

-- What ended stays ended; whose it is never changes.
CREATE TRIGGER ended_once BEFORE UPDATE ON chat_conversations FOR EACH ROW
  WHEN (ROW(NEW.conversation_id, NEW.user_id, NEW.started_at_ms)
      IS DISTINCT FROM ROW(OLD.conversation_id, OLD.user_id, OLD.started_at_ms)
    OR (OLD.status = 'closed' AND ROW(NEW.status, NEW.operator_id, NEW.closed_at_ms, NEW.closed_by)
      IS DISTINCT FROM ROW(OLD.status, OLD.operator_id, OLD.closed_at_ms, OLD.closed_by)))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON chat_conversations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON chat_conversations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES chat_conversations,
  -- Of the conversation: all that a user ever wrote and was told is read by it.
  user_id bigint NOT NULL,
  sender text NOT NULL CHECK (sender IN ('user', 'operator', 'system')),
  -- Who wrote it; of an event, whom it names.
  operator_id bigint REFERENCES operators,
  text text CHECK (length(text) BETWEEN 1 AND 2000),
  file_id bigint REFERENCES files,
  event text CHECK (event IN ('taken', 'passed_on', 'back_in_queue', 'closed', 'out_of_hours')),
  client_message_id text,
  created_at_ms bigint NOT NULL,
  CHECK (CASE sender
    WHEN 'system' THEN event IS NOT NULL AND num_nonnulls(text, file_id, client_message_id) = 0
    ELSE event IS NULL AND client_message_id IS NOT NULL AND num_nonnulls(text, file_id) > 0
      AND (sender = 'operator') = (operator_id IS NOT NULL) END)
);
CREATE INDEX chat_messages_conversation ON chat_messages (conversation_id, message_id);
CREATE INDEX chat_messages_user ON chat_messages (user_id, message_id);
-- A message sent twice is one; a user's also when its conversation has ended between.
CREATE UNIQUE INDEX chat_messages_of_user ON chat_messages (user_id, client_message_id)
  WHERE sender = 'user';
CREATE UNIQUE INDEX chat_messages_of_operator
  ON chat_messages (conversation_id, operator_id, client_message_id) WHERE sender = 'operator';
CREATE INDEX chat_messages_rate ON chat_messages (user_id, created_at_ms) WHERE sender = 'user';
CREATE INDEX chat_messages_file ON chat_messages (file_id) WHERE file_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON chat_messages
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON chat_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
