import { mergeMessages, useApi } from '@fairlead/calls';
import type { ChatMessage } from '@fairlead/contract';
import { useState } from 'react';
import { callApi } from '../../data/api.ts';

const POLL_MS = 2_000;
const PAGE_LIMIT = 50;

interface Kept {
  readonly list: readonly ChatMessage[];
  readonly hasOlder: boolean;
}

/** A conversation as it is now, asked for every two seconds, and as far back as one has read. */
export function useConversation(id: number) {
  const query = useApi('operatorChat', { id, limit: PAGE_LIMIT }, { pollMs: POLL_MS });
  const [kept, keep] = useState<Kept>();
  const page = query.data;
  const isNew = page?.list.some((message) => !kept?.list.includes(message)) === true;
  if (page !== undefined && (kept === undefined || isNew))
    keep({
      list: mergeMessages(kept?.list ?? [], page.list),
      hasOlder: kept?.hasOlder ?? page.has_more,
    });
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const older = async () => {
    const before = kept?.list[0]?.id;
    if (before === undefined || isLoadingOlder) return;
    setLoadingOlder(true);
    const earlier = await callApi('operatorChat', { id, before, limit: PAGE_LIMIT }).catch(
      () => undefined,
    );
    setLoadingOlder(false);
    if (earlier !== undefined)
      keep((now) => ({
        list: mergeMessages(earlier.list, now?.list ?? []),
        hasOlder: earlier.has_more,
      }));
  };
  return {
    chat: page?.chat,
    messages: kept?.list,
    hasOlder: kept?.hasOlder === true,
    isLoadingOlder,
    older,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
  };
}
