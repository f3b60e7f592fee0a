import { useApi } from '../../data/use-api.ts';

const FRESH_FOR_MS = 60_000;

/** How many personal messages are unread; 0 for a guest. A new one makes it ask again. */
export function useUnread(): number {
  const { data } = useApi('messages', { page: 1, limit: 1 }, { freshForMs: FRESH_FOR_MS });
  return data?.unread ?? 0;
}
