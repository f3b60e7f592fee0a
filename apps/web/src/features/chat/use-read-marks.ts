import type { ChatConversation, ChatMessage } from '@fairlead/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { callApi } from '../../data/calls/api.ts';
import { lastOfDesk } from './model.ts';
import { keepRead } from './thread-cache.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const isVisible = (): boolean => document.visibilityState !== 'hidden';

/** Says that the desk's messages are read: only while the page is seen, and its end with it. */
export function useReadMarks(
  messages: readonly ChatMessage[],
  conversation: ChatConversation | undefined,
  isAtEnd: boolean,
): void {
  const isSeen = useSyncExternalStore(subscribe, isVisible) && isAtEnd;
  const last = lastOfDesk(messages) ?? 0;
  const told = useRef(0);
  const isNew = conversation !== undefined && last > conversation.read_by_user;
  useEffect(() => {
    if (!isSeen || !isNew || told.current >= last) return;
    told.current = last;
    callApi('readChat', { message_id: last }).then(
      () => keepRead(last),
      () => {
        // The next message, or the next look, tells it again.
        told.current = 0;
      },
    );
  }, [isSeen, isNew, last]);
}
