import type { ChatState } from '@fairlead/contract';
import { formatDate, Icon, type IconName, Live } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { deskLineOf, type DeskLine as Line } from './model.ts';

const ICONS: Readonly<Record<Exclude<Line['kind'], 'active'>, IconName>> = {
  open: 'people',
  waiting: 'clock',
  shut: 'moon',
  ended: 'check',
};

/** Who answers, how long that takes, or when the desk opens, in one line under the bar. */
export function DeskLine({ state }: { state: ChatState }) {
  const line = deskLineOf(state);
  return (
    <div
      role="status"
      className="flex min-h-11 flex-none items-center gap-2 gutter border-b border-hairline py-2 text-secondary"
    >
      {line.kind !== 'active' && (
        <Icon
          name={ICONS[line.kind]}
          size={16}
          className={line.kind === 'shut' ? 'text-warn' : 'text-muted'}
        />
      )}
      <Sentence line={line} />
    </div>
  );
}

function Sentence({ line }: { line: Line }) {
  const t = useTranslations('chat');
  const locale = useLocale();
  switch (line.kind) {
    case 'active':
      return <Live>{t('active', { name: line.operator ?? t('desk') })}</Live>;
    case 'shut': {
      const time = formatDate(line.opensAtMs, 'dayMinute', locale);
      return <span>{line.opensAtMs === undefined ? t('shutNoTime') : t('shut', { time })}</span>;
    }
    case 'waiting':
      return (
        <>
          <span className="text-text">
            {line.place === undefined ? t('waiting') : t('place', { place: String(line.place) })}
          </span>
          {line.minutes !== undefined && (
            <span className="ms-auto text-12 text-muted">
              {t('usual', { minutes: line.minutes })}
            </span>
          )}
        </>
      );
    default:
      return <span>{t(line.kind)}</span>;
  }
}
