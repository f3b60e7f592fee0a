import { useApi } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { formatDate } from '@fairlead/ui';
import { DAY_MS } from '@fairlead/units';
import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { queryClient } from '../../data/calls/query.ts';
import { serverNow } from '../../data/live/server-clock.ts';

/** Everything about one's locked funds. */
const OWN: readonly RouteName[] = ['hostingReport', 'hostingOrders', 'hostingProducts'];

/** Asks for it anew; resolves when what is shown has its new figures. */
export async function refreshHosting(): Promise<void> {
  await Promise.all(OWN.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Where the event of a posting was missed: asked again so long after it was due. */
const OVERDUE_MS = 3_000;
/** The longest that a browser's timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Asks once more when the next posting should have come; again with each later `nextAtMs`. */
export function useOverdue(nextAtMs: number | undefined): void {
  useEffect(() => {
    if (nextAtMs === undefined) return undefined;
    const waitMs = Math.max(OVERDUE_MS, nextAtMs + OVERDUE_MS - serverNow());
    const timer = setTimeout(() => void refreshHosting(), Math.min(TIMER_MAX_MS, waitMs));
    return () => clearTimeout(timer);
  }, [nextAtMs]);
}

/** One's locked funds in all; asked again when a balance moves. */
export const useReport = () => useApi('hostingReport', {});

/** "today 18:05", "tomorrow 18:05", "5 Dec, 14:32"; days are the reader's own. */
export function useWhen(): (atMs: number) => string {
  const t = useTranslations('hosting.when');
  const locale = useLocale();
  return (atMs) => {
    const day = (ms: number) => formatDate(ms, 'date', locale);
    const time = formatDate(atMs, 'minute', locale);
    const nowMs = serverNow();
    if (day(atMs) === day(nowMs)) return t('today', { time });
    if (day(atMs) === day(nowMs + DAY_MS)) return t('tomorrow', { time });
    return formatDate(atMs, 'dayMinute', locale);
  };
}
