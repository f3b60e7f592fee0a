import { formatDate } from '@fairlead/ui';
import { DAY_MS } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../data/live/server-clock.ts';
import { MessageGroup } from './MessageGroup.tsx';
import type { Row } from './model.ts';

/** Where the reader is: the same text for all moments of a day. */
export const dayOf = (atMs: number): string => new Date(atMs).toDateString();

/** The conversation, oldest first. */
export function ChatRows({ rows }: { rows: readonly Row[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {rows.map((row) => {
        if (row.kind === 'group') return <MessageGroup key={row.key} group={row} />;
        if (row.kind === 'day') return <DayLine key={row.key} atMs={row.atMs} />;
        return <EventLine key={row.key} row={row} />;
      })}
    </ol>
  );
}

/** Between two hairlines. */
const Divider = ({ children }: { children: ReactNode }) => (
  <li className="flex items-center gap-3 text-12 text-muted">
    <span className="h-px flex-1 bg-hairline" />
    {children}
    <span className="h-px flex-1 bg-hairline" />
  </li>
);

function DayLine({ atMs }: { atMs: number }) {
  const t = useTranslations('chat');
  const locale = useLocale();
  const day = dayOf(atMs);
  if (day === dayOf(serverNow())) return <Divider>{t('today')}</Divider>;
  if (day === dayOf(serverNow() - DAY_MS)) return <Divider>{t('yesterday')}</Divider>;
  return <Divider>{formatDate(atMs, 'date', locale)}</Divider>;
}

function EventLine({ row }: { row: Extract<Row, { kind: 'event' }> }) {
  const t = useTranslations('chat');
  const name = row.operator ?? t('desk');
  return (
    <li className="text-center text-12 text-balance text-muted">
      {t(`events.${row.event}`, { name })}
    </li>
  );
}
