import type { Quotation } from '@fairlead/contract';
import { Change, directionOf, formatPrice, Price } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useSetting } from '../../../data/account/settings.ts';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import { volumeText } from './PriceHead.tsx';

export interface MarketFiguresProps {
  market: Quotation | undefined;
  isStale: boolean;
}

/** The market's price and its day in one line; what has no room is left out whole. */
export function MarketFigures({ market, isStale }: MarketFiguresProps) {
  const t = useTranslations('chart');
  const rules = useTranslations('chart.rules');
  const locale = useLocale();
  const flash = useSetting('flash');
  if (market === undefined) return null;
  const decimals = decimalsOf(market.tick_size);
  const tone = directionOf(market.change_24h, 4);
  const figures = [
    [rules('index'), formatPrice(market.index_price, decimals)],
    [t('high'), formatPrice(market.high_24h, decimals)],
    [t('low'), formatPrice(market.low_24h, decimals)],
    [t('volume', { currency: market.base }), volumeText(market.volume_24h, locale)],
    [t('volume', { currency: market.quote }), volumeText(market.turnover_24h, locale)],
  ] as const;
  return (
    <div className={`ms-3 flex min-w-0 flex-1 items-center gap-5 ${isStale ? 'fl-stale' : ''}`}>
      <Price
        className="text-20 font-strong"
        value={market.last_price ?? market.index_price}
        decimals={decimals}
        tone={tone === 'rise' || tone === 'fall' ? tone : undefined}
        flash={flash && !isStale}
      />
      <Change className="text-12" fraction={market.change_24h} />
      <dl className="flex h-9 min-w-0 flex-1 flex-wrap gap-x-6 overflow-hidden text-12">
        {figures.map(([label, value]) => (
          <div key={label} className="h-9">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
