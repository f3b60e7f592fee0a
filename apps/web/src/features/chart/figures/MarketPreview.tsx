import { TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import { useQuotation } from '../../../data/markets/quotations.ts';
import { useFreshness } from '../../../data/markets/use-freshness.ts';
import { ChartPanel } from '../ChartPanel.tsx';
import { PriceHead } from './PriceHead.tsx';
import { TradeLinks } from './TradeLinks.tsx';

/** Beside the list of markets: the one that is chosen, its day and its chart. */
export function MarketPreview({ symbol }: { symbol: string }) {
  const t = useTranslations('common.title');
  const market = useQuotation(symbol);
  const freshness = useFreshness(market);
  const priceDecimals = decimalsOf(market?.tick_size ?? '0.01');
  return (
    <section aria-label={symbol}>
      <div className="gutter flex h-12 items-center justify-between">
        <h2 className="text-20 font-strong">{symbol}</h2>
        <TextLink href={href('pages/trade/kline', { symbol })} chevron>
          {t('chart')}
        </TextLink>
      </div>
      <PriceHead market={market} priceDecimals={priceDecimals} {...freshness} />
      <ChartPanel
        key={symbol}
        symbol={symbol}
        priceDecimals={priceDecimals}
        lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
        isStale={freshness.isStale}
      />
      <div className="gutter grid grid-cols-2 gap-2 py-3">
        <TradeLinks symbol={symbol} />
      </div>
    </section>
  );
}
