import { decimalsOf } from '../../data/market-rules.ts';
import { useQuotation } from '../../data/quotations.ts';

const TICK_DEFAULT = '0.01';

/** Decimals that a market's prices are shown with: those of its tick. */
export const useDecimals = (symbol: string): number =>
  decimalsOf(useQuotation(symbol)?.tick_size ?? TICK_DEFAULT);
