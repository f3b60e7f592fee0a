import type { Position } from '@fairlead/contract';
import { formatNumber, formatPrice } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { priceDecimals } from './PositionTerms.tsx';

/** Stops of parts, in one line each. */
export function Levels({ position }: { position: Position }) {
  const t = useTranslations('futures');
  const { levels = [] } = position;
  if (levels.length === 0) return null;
  return (
    <ul className="mt-1.5 text-12 text-muted" aria-label={t('parts')}>
      {levels.map(({ id, stop, price, lots }) => (
        <li key={id} className="flex justify-between gap-3">
          <span>
            {t('levels.line', {
              stop: t(stop === 'take_profit' ? 'takeProfit' : 'stopLoss'),
              price: formatPrice(price, priceDecimals(position)),
            })}
          </span>
          <span>{t('lotsOf', { count: lots, lots: formatNumber(String(lots)) })}</span>
        </li>
      ))}
    </ul>
  );
}
