import { Address, Card, formatAmount, formatDate, KeyValues, Thread } from '@fairlead/ui';
import { HOUR_MS } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Done } from '../../../app/parts/Done.tsx';
import { tidy } from '../../../data/tidy.ts';
import { networkText } from '../custody/chains.ts';
import { typedAmount } from '../model.ts';
import type { Done as Withdrawn } from './use-withdraw.ts';

export interface WithdrawDoneProps {
  done: Withdrawn;
}

/** It is frozen and with the reviewers: its number, what happens next, and until when. */
export function WithdrawDone({ done }: WithdrawDoneProps) {
  const t = useTranslations('withdraw');
  const assets = useTranslations('assets');
  const custody = useTranslations('custody');
  const locale = useLocale();
  const { answer, atMs, unit, way, chain, target, reviewHours } = done;
  const receipt = formatAmount(tidy(answer.receipt_amount), undefined, unit);
  const network = chain === undefined ? custody('bank') : networkText(chain);
  return (
    <Done
      icon="clock"
      tone="wait"
      title={t('done')}
      detail={t('doneDetail', { amount: receipt, hours: reviewHours })}
      view={{
        href: href('pages/assets/record', { tab: 'withdrawals', id: answer.id }),
        text: t('view'),
      }}
      other={{ href: href('pages/assets/index'), text: t('finish') }}
    >
      <Card>
        <Thread
          steps={[
            {
              id: 'requested',
              title: custody('withdrawn.requested'),
              at: formatDate(atMs, 'time', locale),
              state: 'done',
            },
            {
              id: 'review',
              title: custody('withdrawn.review'),
              detail: custody('detail.due', {
                time: formatDate(atMs + reviewHours * HOUR_MS, 'dayMinute', locale),
              }),
              state: 'now',
            },
            { id: 'sent', title: custody('withdrawn.sent'), state: 'later' },
          ]}
        />
      </Card>
      <Card>
        <KeyValues
          rows={[
            {
              label: custody('detail.amount'),
              value: formatAmount(typedAmount(done.amount), undefined, unit),
            },
            {
              label: custody('detail.fee'),
              value: formatAmount(tidy(answer.fee), undefined, unit),
            },
            { label: custody('detail.receipt'), value: receipt },
            { label: custody('network'), value: network },
            { label: assets('record.id'), value: <span className="tnum">{answer.id}</span> },
          ]}
        />
        {target !== undefined && (
          <div className="mt-3 border-t border-hairline-strong pt-3">
            <p className="mb-1 text-muted">{t('to')}</p>
            {way === 'bank' ? (
              <p className="font-medium">
                {target.name} <span className="font-mono">{target.text}</span>
              </p>
            ) : (
              <Address value={target.text} />
            )}
          </div>
        )}
      </Card>
    </Done>
  );
}
