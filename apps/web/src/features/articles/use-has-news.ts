import { setSetting, useSetting } from '../../data/settings.ts';
import { useApi } from '../../data/use-api.ts';

const FRESH_FOR_MS = 60_000;

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
