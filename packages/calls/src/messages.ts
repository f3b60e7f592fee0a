import type { ChatMessage } from '@fairlead/contract';

/** Both lists as one, oldest first; of a message that is in both, the later answer stands. */
export function mergeMessages(
  known: readonly ChatMessage[],
  incoming: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of incoming) byId.set(message.id, message);
  return [...byId.values()].sort((one, other) => one.id - other.id);
}
