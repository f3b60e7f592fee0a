import type { GivenShare } from '@fairlead/contract';
import { formatDate, Icon, Tag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { EndShare } from './EndShare.tsx';
import { isOpen, STATE_TAGS } from './model.ts';

/** To whom, what, until when, and when it was read. */
export function GivenRow({ share }: { share: GivenShare }) {
  const t = useTranslations('sharing');
  const locale = useLocale();
  const { id, email, accounts, until, state } = share;
  const names = accounts.map(({ name }) => (name === '' ? t('main') : name)).join(', ');
  return (
    <div className="fl-row">
      <Icon name="eye" className={isOpen(share) ? 'text-secondary' : 'text-muted'} />
      <span className="fl-row-main">
        <span className="fl-row-title flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere">{email}</bdi>
          <Tag kind={STATE_TAGS[state]}>{t(`states.${state}`)}</Tag>
        </span>
        <span className="fl-row-caption">
          <bdi>{names}</bdi> · {t('untilDay', { date: formatDate(until, 'date', locale) })}
        </span>
        <span className="fl-row-caption">
          <Used share={share} />
        </span>
      </span>
      {isOpen(share) && <EndShare id={id} name={email} isGiven />}
    </div>
  );
}

function Used({ share }: { share: GivenShare }) {
  const t = useTranslations('sharing');
  const locale = useLocale();
  const { reads, last_read_at: readAt, ended_at: endedAt, ended_by: by } = share;
  const at = (time: number) => formatDate(time, 'dayMinute', locale);
  const used = readAt === undefined ? t('unread') : t('reads', { count: reads, time: at(readAt) });
  if (endedAt === undefined || by === undefined) return used;
  return `${t(`endedBy.${by}`, { time: at(endedAt) })} · ${used}`;
}
