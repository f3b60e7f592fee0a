import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenLive } from '../../data/live/live.ts';
import {
  keepConversation,
  keepMessage,
  loadOlder,
  loadThread,
  THREAD_KEY,
} from './thread-cache.ts';

/** The messages, live. What was missed while the connection was away is asked for when it is back. */
export function useThread() {
  const query = useQuery({
    queryKey: THREAD_KEY,
    queryFn: ({ signal }) => loadThread(signal),
    meta: { isPrivate: true },
  });
  useEffect(
    () =>
      whenLive((ready) =>
        ready.on('chat', ({ conversation, message }) => {
          if (message !== undefined) keepMessage(message);
          keepConversation(conversation);
        }),
      ),
    [],
  );
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const older = async () => {
    if (isLoadingOlder || query.data?.hasOlder !== true) return;
    setLoadingOlder(true);
    // Scrolling on asks again; there is nothing to say beside what is shown.
    await loadOlder().catch(() => undefined);
    setLoadingOlder(false);
  };
  return { ...query, isLoadingOlder, older };
}
