import { decimalsOf } from '../../data/markets/market-rules.ts';
import type { Contract } from '../../data/markets/use-contract.ts';
import type { ChartActs } from './acts/chart-acts.ts';
import { ChartPanel } from './ChartPanel.tsx';
import type { GridWish } from './grid/ChartGrid.tsx';

export interface IndexChartProps {
  contract: Contract;
  fullHeight: number;
  grid: GridWish;
  acts: ChartActs | undefined;
}

/** Candles of the index, which is what futures and options trade at. */
export function IndexChart({ contract, fullHeight, grid, acts }: IndexChartProps) {
  const { symbol, market, isStale } = contract;
  return (
    <ChartPanel
      symbol={symbol}
      only="index"
      priceDecimals={decimalsOf(market?.tick_size ?? '0.01')}
      lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
      isStale={isStale}
      fullHeight={fullHeight}
      grid={grid}
      acts={acts}
    />
  );
}
