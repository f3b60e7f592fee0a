import type { HostingProduct } from '@fairlead/contract';
import { formatAmount, formatExactShare, formatNumber, formatSigned } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';
import { leftEarly, oneDay } from '../sums.ts';
import { moneyText, productTerms } from '../terms.ts';

/** The example leaves so many days before the end. */
const EXAMPLE_DAYS_LEFT = 3;

/** What leaving early costs, on the product's own minimum. */
export function EarlyExitTerm({
  product,
  children,
}: {
  product: HostingProduct;
  children: ReactNode;
}) {
  const t = useTranslations('hosting');
  const terms = productTerms(product);
  if (terms === undefined) return children;
  const { days, scale, currency, minMinor } = terms;
  const daysLeft = Math.min(EXAMPLE_DAYS_LEFT, days);
  const locked = { ...terms, amount: minMinor };
  const sums = leftEarly(locked, days - daysLeft);
  const money = (minor: bigint) => formatNumber(moneyText(minor, scale));
  const taken = (minor: bigint) => formatSigned(moneyText(-minor, scale));
  return (
    <RowsTerm
      title={t('earlyExit')}
      sentence={t('earlyExitHelp')}
      rows={[
        {
          label: t('early.daysLeft', { days: daysLeft }),
          value: formatAmount(moneyText(minMinor, scale), undefined, currency),
        },
        {
          label: t('early.damages', {
            rate: formatExactShare(product.damages_rate),
            days: String(daysLeft),
            amount: money(minMinor),
          }),
          value: taken(sums.damages),
          tone: 'fall',
        },
        {
          label: t('early.penalty', { amount: money(oneDay(locked)) }),
          value: taken(sums.penalty),
          tone: 'fall',
        },
        { label: t('early.principal'), value: money(sums.returned), total: true },
      ]}
    >
      {children}
    </RowsTerm>
  );
}
