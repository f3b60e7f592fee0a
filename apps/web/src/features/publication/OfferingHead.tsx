import { CoinMark, formatShare, Meter, Money } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { soldShare } from '../../data/sold-share.ts';
import { tidy } from '../../data/tidy.ts';
import type { OfferingProps } from './model.ts';
import { StatusBadge, TimeLeft } from './parts.tsx';

/** What is offered, at which price, and how far the sale has come. */
export function OfferingHead({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const { currency, name, issue_price, payment_currency } = offering;
  const share = soldShare(offering);
  const sold = t('sold', { percent: formatShare(share) });
  return (
    <section className="gutter pt-1" aria-label={currency}>
      <div className="flex items-center gap-3">
        <CoinMark code={currency} size={44} />
        <div className="min-w-0 flex-1">
          <p className="text-16 font-strong">{name}</p>
          <p className="text-12 text-muted">{currency}</p>
        </div>
        <StatusBadge offering={offering} />
      </div>
      <p className="mt-4 text-secondary">{t('price')}</p>
      <p>
        <Money value={tidy(issue_price)} unit={payment_currency} size={36} />
      </p>
      <div className="mt-3">
        {offering.status !== 'upcoming' && <Meter share={Number(share)} label={sold} />}
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-12 text-muted">
          {offering.status !== 'upcoming' && <span className="tnum">{sold}</span>}
          <TimeLeft offering={offering} />
        </p>
      </div>
    </section>
  );
}
