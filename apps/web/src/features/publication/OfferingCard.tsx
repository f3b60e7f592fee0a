import { buttonLook, Card, CoinMark, formatAmount, formatShare, Meter, Money } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { soldShare } from '../../data/sold-share.ts';
import { tidy } from '../../data/tidy.ts';
import { detailsHref, purchaseHref } from './links.ts';
import type { OfferingProps } from './model.ts';
import { TimeLeft } from './parts.tsx';

/** An offering that is on sale: its price, how much is sold, how long it stays open, and the way in. */
export function OfferingCard({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const { id, currency, name, issue_price, payment_currency, min_amount, lockup_days } = offering;
  return (
    <Card>
      <a href={detailsHref(id)} className="flex items-center gap-3 rounded-8">
        <CoinMark code={currency} size={44} />
        <span className="min-w-0 flex-1">
          <span className="block text-16 font-strong">{currency}</span>
          <span className="block truncate text-12 text-muted">{name}</span>
        </span>
        <span className="text-12 text-secondary">
          <TimeLeft offering={offering} />
        </span>
      </a>
      <p className="mt-3 flex items-baseline justify-between gap-3">
        <Money value={tidy(issue_price)} unit={payment_currency} size={28} />
        <span className="text-12 text-muted">{t('each', { currency })}</span>
      </p>
      <div className="mt-2">
        <SaleMeter offering={offering} />
      </div>
      <div className="mt-4 flex items-center justify-between gap-3">
        <p className="text-12 text-muted">
          <span className="block">
            {t('from', { amount: formatAmount(tidy(min_amount), undefined, currency) })}
          </span>
          <span className="block">{t('lockupShort', { days: lockup_days })}</span>
        </p>
        <a {...buttonLook({ variant: 'main', size: 44 })} href={purchaseHref(id)}>
          {t('subscribe')}
        </a>
      </div>
    </Card>
  );
}

/** How much is sold of the total, as a bar and in figures. */
function SaleMeter({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const share = soldShare(offering);
  const sold = t('sold', { percent: formatShare(share) });
  return (
    <div>
      <Meter share={Number(share)} label={sold} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-12 text-muted">
        <span className="tnum">{sold}</span>
        <span className="tnum">
          {t('left', { amount: formatAmount(tidy(offering.remaining), 0, offering.currency) })}
        </span>
      </p>
    </div>
  );
}
