import type { Quotation } from '@fairlead/contract';
import { lazy, Suspense, useMemo } from 'react';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import type { Freshness } from '../../../data/markets/use-freshness.ts';
import { LazyDepth } from '../../../features/order-book/depth/LazyDepth.tsx';
import { useChartActs } from './use-chart-acts.tsx';

/** A phone has the chart on a page of its own. */
const ChartPanel = lazy(async () => ({
  default: (await import('../../../features/chart/ChartPanel.tsx')).ChartPanel,
}));

export interface DeskProps {
  symbol: string;
  market: Quotation | undefined;
  freshness: Freshness;
}

interface ChartProps extends DeskProps {
  /** Of a terminal's panel. */
  fullHeight?: number;
  onChoose?: (symbol: string) => void;
}

const isSpot = (market: Quotation): boolean => market.spot;

/** The market's chart where there is room for one beside the ticket, and in a terminal those of others. */
export function SpotChart({ symbol, market, freshness, fullHeight, onChoose }: ChartProps) {
  const { acts, sheets } = useChartActs(symbol, market);
  const [base = '', quote = ''] = symbol.split('/');
  const tick = market?.tick_size ?? '0.01';
  const grid = useMemo(
    () => onChoose && ({ product: 'spot', offers: isSpot, onChoose } as const),
    [onChoose],
  );
  const { isStale } = freshness;
  // The chart is drawn again only when what it is given changes, not with each price of the market.
  const depth = useMemo(
    () => <LazyDepth {...{ symbol, base, quote, tick, isStale }} />,
    [symbol, base, quote, tick, isStale],
  );
  return (
    <Suspense fallback={null}>
      {sheets}
      <ChartPanel
        acts={acts}
        symbol={symbol}
        depth={depth}
        priceDecimals={decimalsOf(tick)}
        lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
        isStale={isStale}
        {...(fullHeight === undefined ? {} : { fullHeight })}
        {...(grid === undefined ? {} : { grid })}
      />
    </Suspense>
  );
}
