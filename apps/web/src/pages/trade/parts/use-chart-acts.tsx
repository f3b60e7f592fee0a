/** What a person begins from the chart of a market. Its sheets come with their code and words when they are first needed. */
import type { Quotation } from '@fairlead/contract';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { PointedProduct } from '../../../features/chart/acts/AtPriceSheet.tsx';
import type { ChartActs } from '../../../features/chart/acts/chart-acts.ts';
import { loadTexts } from '../../../i18n/language.ts';
import type { ChartAct } from './ChartActSheets.tsx';

const Sheets = lazy(async () => {
  const [{ ChartActSheets }] = await Promise.all([
    import('./ChartActSheets.tsx'),
    loadTexts('charting'),
    loadTexts('account'),
  ]);
  return { default: ChartActSheets };
});

export function useChartActs(
  symbol: string,
  market: Quotation | undefined,
  product: PointedProduct = 'spot',
): { readonly acts: ChartActs | undefined; readonly sheets: ReactNode } {
  const [act, setAct] = useState<ChartAct>();
  // What was begun at a price of one market is not gone on with in another.
  const [of, setOf] = useState(symbol);
  if (of !== symbol) {
    setOf(symbol);
    setAct(undefined);
  }
  const tick = market?.tick_size;
  const acts = useMemo<ChartActs | undefined>(
    () =>
      tick === undefined
        ? undefined
        : {
            tick,
            onPrice: (price) => setAct({ kind: 'point', price }),
            onMoved: (orderId, price) => setAct({ kind: 'move', orderId, price }),
          },
    [tick],
  );
  const sheets = act !== undefined && market !== undefined && (
    <Suspense fallback={null}>
      <Sheets product={product} symbol={symbol} market={market} act={act} onAct={setAct} />
    </Suspense>
  );
  return { acts, sheets };
}
