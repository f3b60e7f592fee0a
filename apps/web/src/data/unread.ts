import { useApi } from '@fairlead/calls';
import { setSetting, useSetting } from './account/settings.ts';

const FRESH_FOR_MS = 60_000;

/** How many personal messages are unread; 0 for a guest. A new one makes it ask again. */
export function useUnread(): number {
  const { data } = useApi('messages', { page: 1, limit: 1 }, { freshForMs: FRESH_FOR_MS });
  return data?.unread ?? 0;
}

/** Whether there is an announcement newer than the newest one that was seen in the list. */
export function useHasNews(): boolean {
  const seen = useSetting('seenNotice');
  const { data } = useApi(
    'newsList',
    { category: 'notice', limit: 1 },
    { freshForMs: FRESH_FOR_MS },
  );
  return (data?.list[0]?.id ?? 0) > seen;
}

/** The list was opened: everything up to this id counts as seen. */
export const markSeen = (id: number): void => setSetting('seenNotice', id);
