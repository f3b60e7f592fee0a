/** How moments of locked funds are said. */
import { formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../data/server-clock.ts';

const DAY_MS = 86_400_000;

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
