import type { HostingOrder } from '@fairlead/contract';
import { Button, formatDate, Meter } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useWhen } from '../hooks.ts';
import { OrderHead } from './OrderHead.tsx';

export interface HostedOrderProps {
  order: HostingOrder;
  onRedeem: (order: HostingOrder) => void;
}

/** An order in hosting: how many of its days are posted, what they brought, what comes next. */
export function HostedOrder({ order, onRedeem }: HostedOrderProps) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const { days, remaining_days, earned, expected_total, completes_at } = order;
  const posted = days - remaining_days;
  const progress = t('posted', { posted: String(posted), days });
  return (
    <div className="gutter grid grid-cols-1 gap-3 py-4">
      <OrderHead
        order={order}
        caption={t('backOn', { date: formatDate(completes_at, 'dayMinute', locale) })}
      />
      <div className="grid gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-3 text-12 text-muted">
          <span>{progress}</span>
          <NextPosting order={order} />
        </p>
        <Meter share={posted / days} label={progress} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-muted">
          {t.rich('earnedOf', {
            earned: () => (
              <span className={`font-medium ${/[1-9]/.test(earned) ? 'text-rise' : 'text-text'}`}>
                <Amount value={tidy(earned)} isSigned />
              </span>
            ),
            expected: () => <Amount value={tidy(expected_total)} />,
          })}
        </p>
        <Button size={36} aria-haspopup="dialog" onClick={() => onRedeem(order)}>
          {t('redeemEarly')}
        </Button>
      </div>
    </div>
  );
}

function NextPosting({ order: { next_at, next_amount } }: { order: HostingOrder }) {
  const t = useTranslations('hosting');
  const when = useWhen();
  if (next_at === undefined || next_amount === undefined) return null;
  const amount = () => (
    <span className="font-medium text-text">
      <Amount value={tidy(next_amount)} isSigned />
    </span>
  );
  return <span>{t.rich('next', { amount, when: when(next_at) })}</span>;
}
