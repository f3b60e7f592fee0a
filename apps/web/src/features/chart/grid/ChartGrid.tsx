import type { Quotation } from '@fairlead/contract';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PairSheet } from '../../../app/parts/PairSheet.tsx';
import { useQuotations } from '../../../data/markets/quotations.ts';
import type { CandleChartProps } from '../candles/CandleChart.tsx';
import type { ChartKind } from '../settings/chart-settings.ts';
import { type GridProduct, keepGrid, placed, replaced, useKeptGrid } from './chart-grid.ts';
import { GridCell } from './GridCell.tsx';

/** What a chart needs to stand among others. */
export interface GridWish {
  readonly product: GridProduct;
  /** Markets that the product is of. */
  readonly offers: (market: Quotation) => boolean;
  /** Goes to a market, which then is the active one. */
  readonly onChoose: (symbol: string) => void;
}

export interface ChartGridProps extends GridWish {
  /** The market that the ticket is of. */
  symbol: string;
  only?: ChartKind | undefined;
  /** Indicators below the price that there is room for. */
  below: 0 | 1;
  /** Its chart's, with the tools; undefined until it is known whose prices it draws. */
  own: CandleChartProps | undefined;
  /** Stands over it: the depth of its book. */
  cover?: ReactNode;
}

/** Charts of several markets in one period. The active one has the tools, and the ticket follows it. */
export function ChartGrid(props: ChartGridProps) {
  const { product, offers, onChoose, symbol, only, below, own, cover } = props;
  const t = useTranslations('desk.charts');
  const kept = useKeptGrid(product);
  const { data } = useQuotations();
  const [choosing, setChoosing] = useState<number>();
  const markets = useMemo(
    () => data?.filter(offers).map((market) => market.symbol) ?? [],
    [data, offers],
  );
  const { symbols, active } = useMemo(() => placed(kept, symbol, markets), [kept, symbol, markets]);
  const names = symbols.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say which they are
  useEffect(() => {
    // Places beyond those that are shown are kept for when there are more again.
    const more = kept.symbols.slice(symbols.length).filter((one) => !symbols.includes(one));
    const all = [...symbols, ...more];
    if (markets.length > 0 && (all.join(' ') !== kept.symbols.join(' ') || active !== kept.active))
      keepGrid(product, { symbols: all, active });
  }, [names, active, markets.length, product]);
  const choose = (chosen: string) => {
    if (choosing === undefined) return;
    keepGrid(product, { symbols: replaced(kept.symbols, choosing, chosen) });
    if (choosing === active) onChoose(chosen);
  };
  return (
    <div
      className="absolute inset-0 grid grid-cols-2 bg-hairline"
      style={{ gridAutoRows: '1fr', gap: 1 }}
    >
      {symbols.map((one, at) => (
        <GridCell
          key={one}
          symbol={one}
          only={only}
          below={below}
          onChoose={() => setChoosing(at)}
          onActivate={at === active ? undefined : () => onChoose(one)}
          own={at === active ? own : undefined}
          cover={cover}
        />
      ))}
      <PairSheet
        isOpen={choosing !== undefined}
        onClose={() => setChoosing(undefined)}
        symbol={symbols[choosing ?? active] ?? symbol}
        offers={offers}
        price={only === 'index' ? 'index' : 'last'}
        onChoose={choose}
      />
      <span className="fl-sr" aria-live="polite">
        {t('follows', { symbol })}
      </span>
    </div>
  );
}
