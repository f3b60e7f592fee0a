/** The conversation as it is known here: read once, then kept up to date by events, and caught up after a gap. */
import { mergeMessages } from '@fairlead/calls';
import type { ChatConversation, ChatMessage, ChatState } from '@fairlead/contract';
import { callApi } from '../../data/calls/api.ts';
import { queryClient } from '../../data/calls/query.ts';
import type { Thread } from './model.ts';

export const THREAD_KEY = ['chatMessages', {}] as const;
const STATE_KEY = ['chat', {}] as const;
const PAGE_LIMIT = 50;
const CATCH_UP_LIMIT = 100;
/** Who was away for longer begins anew at the newest page. */
const CATCH_UP_PAGES_MAX = 5;

const known = (): Thread | undefined => queryClient.getQueryData<Thread>(THREAD_KEY);

async function newest(signal: AbortSignal): Promise<Thread> {
  const { list, has_more: hasOlder } = await callApi(
    'chatMessages',
    { limit: PAGE_LIMIT },
    { signal },
  );
  return { list, hasOlder };
}

/** What came after the last known message; nothing that an event brings meanwhile is lost. */
export async function loadThread(signal: AbortSignal): Promise<Thread> {
  const thread = known();
  if (thread === undefined || thread.list.length === 0) return withEvents(await newest(signal));
  let { list } = thread;
  for (let pages = 0; pages < CATCH_UP_PAGES_MAX; pages += 1) {
    const after = list.at(-1)?.id ?? 0;
    const page = await callApi('chatMessages', { after, limit: CATCH_UP_LIMIT }, { signal });
    list = mergeMessages(list, page.list);
    if (!page.has_more) return withEvents({ ...thread, list });
  }
  return newest(signal);
}

/** What events, or a page of older ones, have added to the cache while this was fetched. */
function withEvents(thread: Thread): Thread {
  const meanwhile = known();
  if (meanwhile === undefined) return thread;
  const isOlder = (meanwhile.list[0]?.id ?? Infinity) < (thread.list[0]?.id ?? Infinity);
  return {
    list: mergeMessages(thread.list, meanwhile.list),
    hasOlder: isOlder ? meanwhile.hasOlder : thread.hasOlder,
  };
}

/** One page further back. */
export async function loadOlder(): Promise<void> {
  const before = known()?.list[0]?.id;
  if (before === undefined) return;
  const page = await callApi('chatMessages', { before, limit: PAGE_LIMIT });
  queryClient.setQueryData<Thread>(THREAD_KEY, (now) =>
    now === undefined
      ? undefined
      : { list: mergeMessages(page.list, now.list), hasOlder: page.has_more },
  );
}

/** A conversation that changed. An answer that was overtaken by an event does not take its marks back. */
export function keepConversation(conversation: ChatConversation): void {
  queryClient.setQueryData<ChatState>(STATE_KEY, (now) =>
    now === undefined ? undefined : { ...now, conversation: newer(now.conversation, conversation) },
  );
}

function newer(before: ChatConversation | undefined, now: ChatConversation): ChatConversation {
  if (before === undefined || before.id !== now.id) return now;
  return {
    ...now,
    read_by_user: Math.max(before.read_by_user, now.read_by_user),
    read_by_operator: Math.max(before.read_by_operator, now.read_by_operator),
  };
}

/** A message that the server has. Before the first page is there, that page will bring it. */
export function keepMessage(message: ChatMessage): void {
  queryClient.setQueryData<Thread>(THREAD_KEY, (now) =>
    now === undefined ? undefined : { ...now, list: mergeMessages(now.list, [message]) },
  );
}

/** Everything the desk wrote up to this message is read: shown at once, told to the server by the caller. */
export function keepRead(messageId: number): void {
  queryClient.setQueryData<ChatState>(STATE_KEY, (now) =>
    now?.conversation === undefined
      ? now
      : { ...now, conversation: { ...now.conversation, read_by_user: messageId, unread: 0 } },
  );
}
