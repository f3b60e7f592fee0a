import { Card, formatDate, Thread } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../data/server-clock.ts';
import { timeline } from './model.ts';
import type { OfferingProps } from './offering-props.ts';

/** When it opens, closes, launches, and when the coins unlock. */
export function Timeline({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  return (
    <div className="gutter mt-4">
      <Card>
        <Thread
          label={t('dates')}
          steps={timeline(offering, serverNow()).map(({ id, atMs, state }) => ({
            id,
            title: t(`steps.${id}`),
            at: <span className="text-14">{formatDate(atMs, 'dayMinute', locale)}</span>,
            state,
          }))}
        />
      </Card>
    </div>
  );
}
