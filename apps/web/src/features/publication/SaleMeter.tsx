import { formatAmount, formatShare, Meter } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { soldShare } from '../../data/sold-share.ts';
import { tidy } from '../../data/tidy.ts';
import type { OfferingProps } from './offering-props.ts';

/** How much is sold of the total, as a bar and in figures. */
export function SaleMeter({ offering }: OfferingProps) {
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
